"""What a library can be narrowed down to, and which files have words in their names."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.ingestion.parse import ParseTask, parse_file
from desktop_rag.readers.formats import of_kind
from desktop_rag.retrievers.query_syntax import parse_query
from desktop_rag.services.search.library_search import named, search_choices
from desktop_rag.storage.filters import NodeFilter
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.text.analyzer import folded

_FILES = (
    "plan.md",
    "Plan 2024.txt",
    "a/b/c/d/deep plan.txt",
    "a/Zürich-Büro.txt",
    "a/report2024final.txt",
    "a/事業計画書.txt",
    "airplane.txt",
    "getUserName.py",
)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[StorageContext, Path]]:
    folder = tmp_path_factory.mktemp("files")
    with StorageContext() as storage:
        with storage.transaction():
            storage.folders.add(str(folder), is_folder=True)
            for number, name in enumerate(_FILES):
                path = folder / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(f"The whale number {number} swims through the wide sea at night.", encoding="utf-8")
                storage.documents.replace_file(parse_file(ParseTask.of(path)))
        yield storage, folder


def found(library: tuple[StorageContext, Path], query: str, conditions: str = "", most: int = 99) -> list[str]:
    storage, _ = library
    narrowing = NodeFilter(parse_query(conditions).filters)
    rows = named(storage.catalogue, [folded(word) for word in query.split()], narrowing, most)
    facts = storage.catalogue.facts(rows)
    return [Path(facts[row].path).name for row in rows]


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("plan", ["plan.md", "Plan 2024.txt", "deep plan.txt"]),
        ("PLAN", ["plan.md", "Plan 2024.txt", "deep plan.txt"]),
        ("pl", ["plan.md", "Plan 2024.txt", "deep plan.txt"]),
        ("lan", []),
        ("plan 2024", ["Plan 2024.txt"]),
        ("2024 plan", ["Plan 2024.txt"]),
        ("2024", ["Plan 2024.txt", "report2024final.txt"]),
        ("024", []),
        ("final", ["report2024final.txt"]),
        ("zurich", ["Zürich-Büro.txt"]),
        ("büro", ["Zürich-Büro.txt"]),
        ("計画", ["事業計画書.txt"]),
        ("md", ["plan.md"]),
        ("nowhere", []),
    ],
)
def test_every_word_must_begin_a_part_of_the_name(
    library: tuple[StorageContext, Path], query: str, names: list[str]
) -> None:
    assert found(library, query) == names


def test_conditions_and_the_limit_hold(library: tuple[StorageContext, Path]) -> None:
    assert found(library, "plan", most=1) == ["plan.md"]
    assert found(library, "plan", "folder:deep") == []
    assert found(library, "plan", "-filename:2024") == ["plan.md", "deep plan.txt"]
    assert found(library, "plan", "-filename:2024", most=1) == ["plan.md"]


def test_files_are_counted_by_folder_kind_and_language(library: tuple[StorageContext, Path]) -> None:
    storage, folder = library
    choices = search_choices(storage)
    assert choices.roots == (str(folder),)
    assert sum(choices.kinds.values()) == len(_FILES)
    assert list(choices.kinds.values()) == sorted(choices.kinds.values(), reverse=True)
    assert choices.kinds["code"] == 1
    assert all(of_kind(kind) for kind in choices.kinds)
    assert choices.languages == {"en": len(_FILES) - 1}  # a program has none
    counts = {str(Path(path).relative_to(folder)): count for path, count in choices.folders}
    assert counts == {".": 8, "a": 4, "a/b": 1, "a/b/c": 1}  # three levels below what was added, no deeper


def test_folders_stand_in_the_order_of_a_tree(library: tuple[StorageContext, Path]) -> None:
    folders = [path for path, _ in search_choices(library[0]).folders]
    assert folders == sorted(folders)


def test_an_empty_library_offers_nothing() -> None:
    with StorageContext() as storage:
        choices = search_choices(storage)
    assert (choices.folders, choices.roots, choices.kinds, choices.languages) == ((), (), {}, {})
