"""What is done for every file must not look at every other file."""

import os
from collections.abc import Callable, Iterator

import pytest

from desktop_rag.core.results.files import FileQuery
from desktop_rag.storage.records import DocumentRecord
from desktop_rag.storage.sqlite.file_list import every_file
from desktop_rag.storage.storage_context import StorageContext

FOLDER = os.path.join(os.sep, "files")  # noqa: PTH118
COUNT = 2500


@pytest.fixture
def storage() -> Iterator[StorageContext]:
    with StorageContext() as made:
        with made.transaction():
            made.folders.add(FOLDER, is_folder=True)
            for number in range(COUNT):
                made.documents.replace_file(DocumentRecord(path(number), 1, number, number.to_bytes(16, "big"), {}))
        yield made


def path(number: int) -> str:
    return f"{FOLDER}{os.sep}n{number:06}.txt"


def steps(storage: StorageContext, function: Callable[[], object]) -> int:
    """Count the thousands of SQLite's own steps that something takes."""
    counted = 0

    def count() -> bool:
        nonlocal counted
        counted += 1
        return False

    storage.connection.set_progress_handler(count, 1000)
    try:
        function()
    finally:
        storage.connection.set_progress_handler(None)
    return counted


def test_equal_files_are_found_without_looking_at_all(storage: StorageContext) -> None:
    assert steps(storage, lambda: storage.files.same_content(bytes(16), path(COUNT))) == 0
    assert storage.files.same_content((7).to_bytes(16, "big"), path(COUNT)) == path(7)
    assert steps(storage, lambda: storage.files.left_out_for(path(7))) == 0


def test_all_files_are_listed_in_one_go(storage: StorageContext) -> None:
    once = steps(storage, lambda: next(every_file(storage.connection, FileQuery(), os.sep)))
    assert steps(storage, lambda: list(every_file(storage.connection, FileQuery(), os.sep))) < 2 * once + 10
    listed = [row.path for row in every_file(storage.connection, FileQuery(), os.sep)]
    assert listed == [path(number) for number in range(COUNT)]
