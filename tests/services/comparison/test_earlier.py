"""Earlier states of files: kept with the change that replaces them, bounded, and compared with what is there now."""

import os
import time
import zipfile
from pathlib import Path

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import earlier_place, earlier_until, file_label, is_earlier, without_earlier
from desktop_rag.core.results.comparison import Comparison, EarlierText
from desktop_rag.core.results.pages import FileCondition
from desktop_rag.services.libraries.pages import Pages
from desktop_rag.services.libraries.unpacked_files import UnpackedFiles
from desktop_rag.storage.records import DocumentRecord, PageRow, doc_id_of
from desktop_rag.storage.sqlite.earlier import MOST_STATES, EarlierTexts
from desktop_rag.storage.sqlite.inspection import inspect_library
from tests.bench.compare.pairs import LEASE, changed, moved
from tests.helpers.pairs import write_pdf, write_text, write_word
from tests.helpers.same_process import HereProcesses
from tests.services.conftest import Services

CLEAN, TIDY = "clean and aired", "tidy and aired"


@pytest.fixture
def folder(services: Services, tmp_path: Path) -> Path:
    found = tmp_path / "files"
    found.mkdir()
    services.libraries.create("Lib")
    services.libraries.keep_earlier("Lib", keep=True)
    return found


def read(services: Services, *paths: Path) -> None:
    services.ingestion.add("Lib", list(paths), services.call())


def put(services: Services, file: Path, text: str) -> None:
    file.write_text(text, "utf-8")
    stamp = time.time_ns()
    os.utime(file, ns=(stamp, stamp))
    read(services, file.parent)


def states(services: Services, file: Path) -> tuple[EarlierText, ...]:
    return services.comparisons.earlier("Lib", str(file)).states


def with_earlier(services: Services, file: Path, number: int = 1) -> Comparison:
    kept = states(services, file)[number - 1].kept
    return services.comparisons.files("Lib", str(file), str(file), kept=kept)


def texts(services: Services, file: Path) -> list[str]:
    with services.index_files.open("Lib", read_only=True) as storage:
        earlier = EarlierTexts(storage.connection)
        return ["\n".join(text for _, text in earlier.pages(state.id)) for state in earlier.states(str(file))]


def test_a_changed_file_is_compared_with_what_it_was(services: Services, folder: Path) -> None:
    file = write_pdf(folder / "lease.pdf", LEASE)
    read(services, folder)
    assert states(services, file) == ()
    write_pdf(file, changed(moved(LEASE, "Pets", "# 2"), CLEAN, TIDY), width=400, height=500)
    read(services, folder)
    found = with_earlier(services, file)
    kinds = {kind.value: count for kind, count in found.counts().items() if count}
    assert kinds == {"changed": 1, "moved": 1}
    here = HereProcesses()
    pages = Pages(services.index_files, here, UnpackedFiles(here, services.scratch))
    assert (found.before.kept, found.after.kept) == (states(services, file)[0].kept, 0)
    for one in found.differences:
        assert one.before is not None
        source = one.before.source()
        assert (is_earlier(source.file), without_earlier(source.file)) == (True, str(file))
        passage = pages.passage("Lib", source)
        assert passage.page_text[source.start : source.end].startswith(source.text)
        assert (passage.condition, passage.pages) == (FileCondition.EARLIER, found.before.pages)


def test_nothing_is_kept_unless_it_is_asked_for(services: Services, tmp_path: Path) -> None:
    services.libraries.create("Lib")
    file = tmp_path / "files" / "a.txt"
    file.parent.mkdir()
    for text in ("One.", "Two."):
        put(services, file, text)
    assert services.comparisons.earlier("Lib", "a.txt").since == 0
    assert (states(services, file), services.libraries.list_all()[0].earlier_states) == ((), 0)


def test_what_says_the_same_is_no_earlier_state(services: Services, folder: Path) -> None:
    file = folder / "a.txt"
    put(services, file, "The rent is 900 euros.")
    services.files.retry("Lib", [str(file)])  # the same file, read again
    read(services, folder)
    assert texts(services, file) == []
    put(services, file, "The rent is 950 euros.")
    put(services, file, "\ufeffThe rent is 950 euros.")  # other bytes, the same words
    assert [text.strip() for text in texts(services, file)] == ["The rent is 900 euros."]
    put(services, file, "The rent is 900 euros.")
    assert texts(services, file)[0].strip() == "The rent is 950 euros."


def test_a_file_that_cannot_be_read_for_a_while_has_one_state(services: Services, folder: Path) -> None:
    file = folder / "a.docx"
    write_word(file, LEASE)
    read(services, folder)
    whole = file.read_bytes()
    file.write_bytes(whole[:300])
    read(services, folder)
    assert services.states("Lib") == {"a.docx": "failed"}
    assert len(states(services, file)) == 1
    file.write_bytes(whole)
    os.utime(file)
    read(services, folder)
    assert (services.states("Lib"), states(services, file)) == ({"a.docx": "keyword"}, ())


def test_a_renamed_file_keeps_its_states_and_a_forgotten_one_loses_them(services: Services, folder: Path) -> None:
    file = folder / "a.txt"
    for text in ("The rent is 900 euros.", "The rent is 950 euros."):
        put(services, file, text)
    other = file.rename(folder / "b.txt")
    read(services, folder)
    assert [one.file for one in states(services, other)] == [str(other)]
    other.unlink()
    write_text(folder / "c.txt", LEASE)
    services.ingestion.add("Lib", [folder], services.call(), allow_mass_delete=True)
    with services.index_files.open("Lib", read_only=True) as storage:
        earlier = EarlierTexts(storage.connection)
        assert earlier.size() == (0, 0)
        assert storage.connection.execute("SELECT count(*) FROM earlier_pages").fetchall() == [(0,)]
        events = [(one.event, Path(one.path).name) for one in earlier.events_in(str(folder), os.sep, 0)]
    assert sorted(events) == [("came", "a.txt"), ("came", "c.txt"), ("gone", "b.txt"), ("moved", "b.txt")]


def test_switching_it_off_forgets_everything(services: Services, folder: Path) -> None:
    file = folder / "a.txt"
    for text in ("The rent is 900 euros.", "The rent is 950 euros."):
        put(services, file, text)
    (info,) = services.libraries.list_all()
    assert (info.keeps_earlier, info.earlier_states, info.earlier_bytes > 0) == (True, 1, True)
    services.libraries.keep_earlier("Lib", keep=False)
    (info,) = services.libraries.list_all()
    assert (info.keeps_earlier, info.earlier_states, info.earlier_bytes) == (False, 0, 0)
    with services.index_files.open("Lib", read_only=True) as storage:
        for table in ("earlier_states", "earlier_pages", "file_events"):
            assert storage.connection.execute(f"SELECT count(*) FROM {table}").fetchall() == [(0,)]
    with pytest.raises(UserError, match="does not keep this state"):
        services.comparisons.files("Lib", str(file), str(file), kept=5.0)


def test_only_some_states_are_kept_and_those_of_one_hour_go_first(
    services: Services, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = folder / "a.txt"
    now = [1_700_000_000.0]
    monkeypatch.setattr("desktop_rag.storage.sqlite.earlier.time.time", lambda: now[0])
    monkeypatch.setattr("desktop_rag.storage.sqlite.documents.time.time", lambda: now[0])
    put(services, file, "January.")
    for month in ("February", "March", "April"):
        now[0] += 30 * 86_400
        put(services, file, f"{month}.")
    for number in range(40):  # a day of saving every few minutes
        now[0] += 300
        put(services, file, f"April, draft {number}.")
    kept = [text.strip() for text in texts(services, file)]
    assert len(kept) == MOST_STATES
    assert kept[0] == "April, draft 38."  # the last one stays always
    assert {"January.", "February.", "March."} <= set(kept)


def test_a_file_inside_an_archive_has_earlier_states(services: Services, folder: Path) -> None:
    for rent in ("900", "950"):
        with zipfile.ZipFile(folder / "a.zip", "w") as archive:
            archive.writestr("lease.txt", f"The rent is {rent} euros a month.")
        os.utime(folder / "a.zip", (float(rent) * 1e6, float(rent) * 1e6))
        read(services, folder)
    member = f"{folder}/a.zip//lease.txt"
    (state,) = services.comparisons.earlier("Lib", member).states
    found = services.comparisons.files("Lib", member, member, kept=state.kept)
    assert [one.kind.value for one in found.differences] == ["changed"]


def test_replacing_and_keeping_are_one_transaction(services: Services, folder: Path) -> None:
    file = folder / "a.txt"
    put(services, file, "The rent is 900 euros.")
    with services.index_files.open("Lib") as storage:
        before = storage.connection.execute("SELECT count(*) FROM nodes").fetchall()
        record = _record(str(file), "The rent is 950 euros.")

        def killed() -> None:
            assert EarlierTexts(storage.connection).size()[0] == 1
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            storage.documents.replace_file(record, finish=killed)
        assert EarlierTexts(storage.connection).size() == (0, 0)
        assert "900" in storage.documents.document_text(doc_id_of(str(file)))
        assert storage.connection.execute("SELECT count(*) FROM nodes").fetchall() == before
        storage.documents.replace_file(record)
        assert EarlierTexts(storage.connection).size()[0] == 1


def _record(path: str, text: str) -> DocumentRecord:
    return DocumentRecord(path, len(text), 7, b"other", {}, [PageRow("1", text)])


def test_a_copy_of_a_library_holds_them_and_passes_the_inspection(
    services: Services, folder: Path, tmp_path: Path
) -> None:
    file = folder / "a.txt"
    for text in ("The rent is 900 euros.", "The rent is 950 euros."):
        put(services, file, text)
    target = services.libraries.export("Lib", tmp_path / "copy.ragindex")
    info = services.libraries.import_copy(target, "Copy")
    assert (info.keeps_earlier, info.earlier_states) == (True, 1)
    path = services.index_files.existing("Copy")
    with services.index_files.open("Copy") as storage:
        inspect_library(storage.connection, path)


def test_a_folder_that_is_removed_takes_its_history_along(services: Services, folder: Path) -> None:
    for text in ("The rent is 900 euros.", "The rent is 950 euros."):
        put(services, folder / "a.txt", text)
    services.files.remove("Lib", str(folder))
    with services.index_files.open("Lib", read_only=True) as storage:
        earlier = EarlierTexts(storage.connection)
        assert (earlier.size(), earlier.events_in(str(folder), os.sep, 0)) == ((0, 0), [])


@pytest.mark.parametrize("path", ["/docs/lease.pdf", "/docs/a.zip//lease.docx", "/docs/README", "/docs/a.b c"])
def test_a_place_stands_for_the_file_and_the_time(path: str) -> None:
    place = earlier_place(path, 1_700_000_000.4)
    assert (is_earlier(place), without_earlier(place), earlier_until(place)) == (True, path, 1_700_000_000)
    assert (is_earlier(path), without_earlier(path), earlier_until(path)) == (False, path, 0)
    assert file_label(place).startswith(f"{file_label(path)} › 2023-11-1")
