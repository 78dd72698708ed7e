"""The search page's lists: how many, in which order, and what of names is marked."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.core.results.search import WORDS, PageQuery, SearchResults
from desktop_rag.ingestion.parse import ParseTask, parse_file
from desktop_rag.services.search.library_search import PageSearch
from desktop_rag.storage.storage_context import StorageContext

_COUNT = 30
_SUBJECTS = ("harbour", "mountain", "kitchen", "railway", "theatre", "orchard")


@pytest.fixture(scope="module")
def storage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StorageContext]:
    """A library of notes, the later ones with the lower numbers, each about something of its own."""
    folder = tmp_path_factory.mktemp("files")
    texts = {
        f"note {number:02}.txt": f"Walrus {' '.join(f'{subject}{number}' for subject in _SUBJECTS)}."
        for number in range(_COUNT)
    }
    texts["Straße Plan.txt"] = "Nothing but streets."
    texts["Plan plan.txt"] = "Only intentions."
    with StorageContext() as storage:
        with storage.transaction():
            for number, (name, text) in enumerate(texts.items()):
                path = folder / name
                path.write_text(text, encoding="utf-8")
                os.utime(path, (1_600_000_000 - 86_400 * number,) * 2)
                storage.documents.replace_file(parse_file(ParseTask.of(path)))
        yield storage


def search(storage: StorageContext, text: str, files: int = 20, file: str = "") -> SearchResults:
    return PageSearch(storage, None, None).run(PageQuery(text, WORDS, files, 3, file))


def names(results: SearchResults) -> list[str]:
    return [Path(hits.file).name for hits in results.files]


@pytest.mark.parametrize("files", [1, 7, 30, 100])
def test_as_many_files_are_shown_as_are_wanted_and_all_are_counted(storage: StorageContext, files: int) -> None:
    results = search(storage, "walrus", files)
    assert len(results.files) == len(set(names(results))) == min(files, _COUNT)
    assert results.total_files == _COUNT
    assert results.facets["kind"] == {"text": _COUNT}


def test_passages_are_numbered_through_all_files(storage: StorageContext) -> None:
    results = search(storage, "walrus")
    ranks = [passage.source.rank for hits in results.files for passage in hits.passages]
    assert ranks == list(range(1, len(ranks) + 1))


def test_conditions_alone_show_the_latest_files_first(storage: StorageContext) -> None:
    results = search(storage, "filename:note", 5)
    assert names(results) == [f"note {number:02}.txt" for number in range(5)]
    assert [hits.modified for hits in results.files] == sorted((hits.modified for hits in results.files), reverse=True)


def test_one_file_can_be_looked_through_alone(storage: StorageContext) -> None:
    path = search(storage, "walrus harbour7").files[0].file
    assert names(search(storage, "walrus", file=path)) == [Path(path).name]
    assert names(search(storage, "kitchen8", file=path)) == []
    assert names(search(storage, "walrus", file="/nowhere.txt")) == []


@pytest.mark.parametrize(
    ("query", "name", "marked"),
    [
        ("note 07", "note 07.txt", ["note", "07"]),
        ("07 NOTE", "note 07.txt", ["note", "07"]),
        ("plan", "Plan plan.txt", ["Plan"]),
        ("plan pla", "Plan plan.txt", ["Plan"]),
        ("plan", "Straße Plan.txt", []),  # its folded name is longer: no place of it is known
    ],
)
def test_the_words_of_a_query_are_marked_in_a_name(
    storage: StorageContext, query: str, name: str, marked: list[str]
) -> None:
    (hits,) = (hits for hits in search(storage, query).files if Path(hits.file).name == name)
    assert [name[start:end] for start, end in hits.name_ranges] == marked


@pytest.mark.parametrize(("query", "by_name"), [("note", 5), ("no", 0), ("note -harbour3", 0), ("note nowhere", 0)])
def test_a_few_files_stand_on_top_for_their_names(storage: StorageContext, query: str, by_name: int) -> None:
    results = search(storage, query)
    on_top = [hits for hits in results.files if any(one.source.found_by == ("name",) for one in hits.passages)]
    assert len(on_top) == by_name
    assert list(results.files[:by_name]) == on_top


def test_a_query_tells_what_it_was_and_how_long_it_took(storage: StorageContext) -> None:
    results = search(storage, " walrus ")
    assert (results.query, results.mode, results.notice) == (" walrus ", WORDS, "")
    assert 0 < results.seconds < 60
    assert results.suggestions == ()
