"""An answer that cannot rest on all files says on how many it does not: not read, changed, unreadable, words only."""

from collections.abc import Callable
from pathlib import Path

import pytest

from desktop_rag.cli.ask import answer_json, print_answer
from desktop_rag.config import OptionValue
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError
from desktop_rag.core.results.answers import Answer
from desktop_rag.services.exports.build import answer_copy, answer_document
from desktop_rag.services.exports.text_writer import write_markdown
from desktop_rag.storage.sqlite.properties import set_paused
from tests.helpers.asked import Question, answer_to
from tests.services.conftest import Services

LISTING = "The files of a new folder are still being listed, so there may be more."


def missing(services: Services, question: str = "How is green tea brewed?", **values: OptionValue) -> str:
    return ask(services, question, **values).missing


def ask(services: Services, question: str = "How is green tea brewed?", **values: OptionValue) -> Answer:
    return answer_to(services.answers, Question("lib", question, "", values), services.call())


def stop_before(services: Services, name: str) -> Callable[[str], None]:
    def stop(read: str) -> None:
        if read == name:
            raise CancelledError

    return stop


def pause(services: Services, *, paused: bool) -> None:
    with services.index_files.open("lib") as storage, storage.transaction():
        set_paused(storage.connection, paused=paused)


def test_files_that_wait_are_counted_until_they_are_read(services: Services, notes: Path) -> None:
    services.libraries.create("lib")
    services.parsers.before_each = stop_before(services, "dogs.txt")
    with pytest.raises(CancelledError):
        services.ingestion.add("lib", [notes], services.call())
    services.ingestion.embed("lib", services.call())
    assert missing(services) == "2 of 3 files are not read yet."
    pause(services, paused=True)
    assert missing(services) == "2 of 3 files are not read yet. Reading is paused."
    # what lies elsewhere is not missed
    only_old = {"retrieval.filters": f"file_path under {notes / 'old'}"}
    assert missing(services, **only_old) == "1 of 1 files is not read yet. Reading is paused."
    assert missing(services, **{"retrieval.filters": "file_name = cats.txt"}) == ""
    pause(services, paused=False)
    services.parsers.before_each = lambda _: None
    services.ingestion.resume("lib", services.call())
    services.ingestion.embed("lib", services.call())
    assert missing(services) == ""


def test_changed_files_are_told_of_and_those_a_new_version_reads_again_are_not(services: Services, notes: Path) -> None:
    services.fill("lib", notes)
    pause(services, paused=True)
    (notes / "cats.txt").write_text("Cats sleep for most of the day. They purr, and they climb.", encoding="utf-8")
    services.ingestion.refresh("lib", [notes / "cats.txt"], services.call())
    assert missing(services) == "1 of 3 files has changed and is not read again yet. Reading is paused."
    services.ingestion.resume("lib", services.call())
    services.ingestion.embed("lib", services.call())
    assert missing(services) == ""
    with services.index_files.open("lib") as storage, storage.transaction():
        storage.journal.look_again()
    services.ingestion.refresh("lib", [notes], services.call())
    with services.index_files.open("lib", read_only=True) as storage:
        assert storage.journal.count() == 3
    assert missing(services) == ""


def test_files_that_cannot_be_read_and_those_without_vectors_are_told_of(services: Services, notes: Path) -> None:
    (notes / "broken.pdf").write_bytes(b"%PDF-1.4 garbage")
    (notes / "left out.exe").write_bytes(b"MZ")
    services.libraries.create("lib")
    services.ingestion.add("lib", [notes], services.call())
    words_only = "3 of 4 files are found by their words only so far, not by meaning."
    assert missing(services) == f"1 of 4 files could not be read. {words_only}"
    services.ingestion.embed("lib", services.call())
    answer = ask(services)
    assert answer.missing == "1 of 4 files could not be read."
    # everywhere, and in nobody's way: other notices stay as they are
    assert answer.notice == ""
    assert answer_json(answer)["missing"] == answer.missing
    assert answer.missing in write_markdown(answer_document(answer, "lib"))
    assert answer.missing in answer_copy(answer).text
    assert answer.missing not in answer_copy(answer, references=False).text
    assert missing(services, "How many files are there?") == ""  # the list of files tells


def test_a_folder_that_was_never_looked_through_may_have_more(services: Services, notes: Path, tmp_path: Path) -> None:
    services.fill("lib", notes)
    more = tmp_path / "more"
    more.mkdir()
    (more / "mate.txt").write_text("Mate is drunk in Uruguay.", encoding="utf-8")
    stopped = CancelToken()
    stopped.cancel()
    with pytest.raises(CancelledError):
        services.ingestion.add("lib", [more], services.call(stopped))
    assert missing(services) == LISTING
    assert missing(services, "How many files are there?") == LISTING
    services.ingestion.resume("lib", services.call())
    services.ingestion.embed("lib", services.call())
    assert missing(services) == missing(services, "How many files are there?") == ""


def test_what_is_asked_beside_counts_too(services: Services, notes: Path, tmp_path: Path) -> None:
    services.fill("lib", notes)
    other = tmp_path / "other"
    other.mkdir()
    (other / "mate.txt").write_text("Mate is drunk in Uruguay.", encoding="utf-8")
    services.libraries.create("other")
    services.ingestion.add("other", [other], services.call())
    beside = Question("lib", "How is green tea brewed?", also=("other",))
    told = answer_to(services.answers, beside, services.call()).missing
    assert told == "1 of 4 files is found by its words only so far, not by meaning."
    # an attached file without a text is told of by its name, once
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.4 garbage")
    attached = answer_to(
        services.answers, Question("lib", "How is green tea brewed?", attached=(broken,)), services.call()
    )
    assert "“broken.pdf” could not be read" in attached.notice
    assert attached.missing == ""


def test_attached_files_too_long_to_wait_for_are_found_by_words_only(services: Services, notes: Path) -> None:
    services.fill("lib", notes)
    long = notes.parent / "long.txt"
    long.write_text("\n\n".join(f"Item {n} of the list is number {n * 7}. " * 40 for n in range(400)), encoding="utf-8")
    question = Question("lib", "What number is item 12 of the list?", attached=(long,))
    told = answer_to(services.answers, question, services.call()).missing
    assert told == "1 of 4 files is found by its words only so far, not by meaning."


def test_the_terminal_says_it_below_the_answer(
    services: Services, notes: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    services.libraries.create("lib")
    services.ingestion.add("lib", [notes], services.call())
    print_answer(ask(services), streamed=False)
    assert "3 of 3 files are found by their words only so far" in " ".join(capsys.readouterr().out.split())
