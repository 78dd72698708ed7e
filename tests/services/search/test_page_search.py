"""The search page's search: unfinished words, files with their passages, copies, conditions, other spellings."""

import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.results.search import MEANING, WORDS, FileHits, PageQuery, SearchResults
from desktop_rag.core.results.test_questions import SavedQuestion
from desktop_rag.core.schema import Matrix
from desktop_rag.evaluation.metrics import FIGURES
from desktop_rag.ingestion.parse import ParseTask, parse_file
from desktop_rag.services.search.library_search import PageSearch
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.worker.worker import Worker
from tests.helpers.dated_files import fill
from tests.helpers.hashed_embedding import HashedEmbedding

WAIT = 60
_FILES = {
    "contracts/lease.txt": ("The annual rent of the battery factory is due in advance.", "2023-03-01"),
    "contracts/lease copy.txt": ("The annual rent of the battery factory is due in advance.", "2023-03-02"),
    "contracts/sale.md": ("International invoices are sent by mail. The rent is annual.", "2024-05-10"),
    "notes/interest.html": ("<p>The internet is interesting.</p>", "2024-12-31"),
    "notes/日本.txt": ("本研究では電池の寿命を調べた。テストの方法は付録に示す。", "2025-01-01"),
    "notes/list.txt": ("買い物リストを作る。", "2025-01-02"),
    "code/user.py": ("def getUserName(user):\n    return user.name\n", "2025-02-01"),
}


class Broken(HashedEmbedding):
    """A model whose server does not answer."""

    def get_query_embedding_batch(self, queries: object) -> Matrix:
        raise UserError("The server does not answer.", "Start it.")

    def _embed(self, texts: object) -> Matrix:
        raise UserError("The server does not answer.", "Start it.")


@pytest.fixture(scope="module")
def storage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StorageContext]:
    folder = tmp_path_factory.mktemp("files")
    embed_model = HashedEmbedding()
    with StorageContext() as storage:
        fill(storage, folder, _FILES, embed_model)
        yield storage


def search(storage: StorageContext, text: str, mode: str = WORDS, **options: object) -> SearchResults:
    query = PageQuery(text, mode, **options)  # type: ignore[arg-type]
    return PageSearch(storage, HashedEmbedding(), None).run(query)


def names(results: SearchResults) -> list[str]:
    return [Path(hits.file).name for hits in results.files]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("annu", {"lease.txt", "sale.md"}),
        ("annu ", set()),
        ("internat", {"sale.md", "interest.html"}),  # six letters are what the index keeps: the right one comes first
        ("inv", {"sale.md"}),
        ("電", {"日本.txt"}),
        ("電池", {"日本.txt"}),
        ("テ", {"日本.txt"}),
        ("テスト", {"日本.txt"}),  # and not リスト
        ("getUs", {"user.py"}),
        ("rent annual", {"lease.txt", "sale.md"}),
        ('"annual rent"', {"lease.txt"}),
        ("rent -invoices", {"lease.txt"}),
        ("rent folder:contracts type:text", {"lease.txt", "sale.md"}),
        ("rent type:web", set()),
        ("type:code", {"user.py"}),
        ("after:2025", {"日本.txt", "list.txt", "user.py"}),
        ("i", set()),
        ("?!", set()),
        ("", set()),
    ],
)
def test_what_is_found_while_typing(storage: StorageContext, query: str, found: set[str]) -> None:
    assert set(names(search(storage, query))) - {"lease copy.txt"} == found


def test_the_word_as_typed_comes_first(storage: StorageContext) -> None:
    assert names(search(storage, "internat"))[0] == "sale.md"


def test_files_are_found_by_their_names(storage: StorageContext) -> None:
    results = search(storage, "user")
    assert names(results)[0] == "user.py"
    name = Path(results.files[0].file).name
    assert [name[start:end] for start, end in results.files[0].name_ranges] == ["user"]
    assert "list.txt" in names(search(storage, "list"))
    assert search(storage, "list").files[0].passages[0].source.found_by == ("name",)


def test_copies_are_shown_once(storage: StorageContext) -> None:
    results = search(storage, "battery factory")
    assert len(results.files) == 1
    assert [Path(path).name for path in results.files[0].passages[0].copies] == ["lease copy.txt"]


def test_meaning_puts_the_same_files_in_another_order_and_keeps_the_rest(storage: StorageContext) -> None:
    by_words, fused = search(storage, "annual re"), search(storage, "annual re", MEANING)
    assert set(names(by_words)) <= set(names(fused))
    assert any("meaning" in passage.source.found_by for hits in fused.files for passage in hits.passages)
    assert fused.mode == MEANING


def test_without_the_model_words_are_found_all_the_same(storage: StorageContext) -> None:
    results = PageSearch(storage, Broken(), None).run(PageQuery("annual", MEANING))
    assert names(results) == names(search(storage, "annual"))
    assert "does not answer" in results.notice


def test_another_spelling_and_results_without_conditions(storage: StorageContext) -> None:
    assert search(storage, "intrenational type:md").suggestions == ("international type:md",)
    results = search(storage, "rent type:pdf")
    assert (results.files, results.unfiltered) == ((), True)
    assert search(storage, "zzzzz type:pdf").unfiltered is False


def test_facets_dates_and_kinds(storage: StorageContext) -> None:
    results = search(storage, "rent")
    assert results.facets["kind"] == {"text": 3}
    assert {hits.modified[:4] for hits in results.files} == {"2023", "2024"}


def test_a_long_file_does_not_crowd_out_the_rest(tmp_path: Path) -> None:
    (tmp_path / "long.md").write_text(
        "\n\n".join(
            f"# Part {n}\n\nThe whale {n} swims. {'Filler text number ' + str(n) + '. '}" * 9 for n in range(40)
        )
    )
    (tmp_path / "short.txt").write_text("A whale.")
    with StorageContext() as storage:
        with storage.transaction():
            for path in sorted(tmp_path.iterdir()):
                storage.documents.replace_file(parse_file(ParseTask.of(path)))
        results = PageSearch(storage, None, None).run(PageQuery("whale"))
        by_name: dict[str, FileHits] = {Path(hits.file).name: hits for hits in results.files}
        long = by_name["long.md"]
        assert 1 <= len(long.passages) <= 3
        assert long.more > 3
        assert "short.txt" in by_name
        whole = PageSearch(storage, None, None).run(PageQuery("whale", WORDS, 1, 200, long.file))
        assert len(whole.files) == 1
        assert len(whole.files[0].passages) > 3


@pytest.fixture
def filled(worker: Worker, tmp_path: Path) -> Worker:
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "cats.txt").write_text("Cats sleep sixteen hours a day. They purr.")
    (folder / "dogs.txt").write_text("Dogs bark at the moon and sleep less.")
    worker.libraries.create("lib").result(WAIT)
    worker.files.add("lib", [folder]).result(WAIT)
    return worker


@pytest.mark.slow
def test_the_jobs_of_the_page(filled: Worker) -> None:
    results = filled.search.pages("lib", "cats sle").result(WAIT)
    assert names(results)[0] == "cats.txt"
    both = filled.search.pages("lib", "cats sle", mode="hybrid").result(WAIT)
    assert names(both)[0] == "cats.txt"
    assert not both.notice
    choices = filled.search.choices("lib").result(WAIT)
    assert choices.kinds == {"text": 2}
    assert choices.folders[0][1] == 2
    job = filled.search.pages("lib", "cats")
    job.cancel()
    with contextlib.suppress(CancelledError):  # it may have been quicker
        assert names(job.result(WAIT)) == ["cats.txt"]


@pytest.mark.slow
def test_typing_on_while_the_model_is_loaded_does_not_end_it(filled: Worker) -> None:
    for length in range(1, 8):
        filled.search.pages("lib", "sleeping"[:length], mode="hybrid").cancel()
        threading.Event().wait(0.05)
    assert not filled.search.pages("lib", "sleeping", mode="hybrid").result(WAIT).notice


@pytest.mark.slow
def test_test_questions_are_kept_asked_and_compared(filled: Worker, tmp_path: Path) -> None:
    cats = str(tmp_path / "files" / "cats.txt")
    filled.test_questions.add("lib", "How long do  cats sleep?", cats).result(WAIT)
    filled.test_questions.add("lib", "How long do cats sleep?", "cats.txt", 1).result(WAIT)
    kept = filled.test_questions.add("lib", "Who barks?", "cats.txt").result(WAIT)
    assert [one.expected for one in kept.questions] == [((cats, None), ("cats.txt", 1)), (("cats.txt", None),)]
    first = filled.test_questions.run("lib").result(WAIT)
    assert first.last == first.baseline
    assert set(first.last.figures) == set(FIGURES) if first.last else False
    filled.test_questions.store("lib", [SavedQuestion("q2", "Who barks?", (("dogs.txt", None),))]).result(WAIT)
    second = filled.test_questions.run("lib").result(WAIT)
    assert second.last is not None
    assert second.last.ranks == {"q2": 1}
    assert second.baseline == first.baseline
    assert filled.test_questions.keep_run("lib").result(WAIT).baseline == second.last
    assert filled.test_questions.read("lib").result(WAIT) == filled.test_questions.read("lib").result(WAIT)


@pytest.mark.slow
def test_no_questions_cannot_be_asked(filled: Worker) -> None:
    with pytest.raises(UserError, match="no test questions"):
        filled.test_questions.run("lib").result(WAIT)
