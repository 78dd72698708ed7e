"""What the page of files says about a file, and what a dialog says about a folder before it is added."""

import datetime as dt
from dataclasses import replace

import pytest
from PySide6.QtCore import QLocale

from desktop_rag.core.results.files import FileState, FileStatus, FolderPreview
from desktop_rag.gui.files import file_words

pytestmark = pytest.mark.usefixtures("english")
FILE = FileStatus("/docs/a.pdf", FileState.READY, "", 3, 5)
PREVIEW = FolderPreview(1204, 3 * 1024**3, {".pdf": 1200, ".txt": 4}, 0, ())


def test_every_state_has_a_reason_a_tone_and_a_place_in_the_row_of_chips() -> None:
    assert set(file_words.STATES) == set(FileState) == set(file_words.TONES)
    assert len({file_words.state_reason(state) for state in FileState}) == len(FileState)


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (0, "0 bytes"),
        (1000, "1,000 bytes"),
        (1024, "1 KB"),
        (900 * 1024, "900 KB"),
        (1024 * 1024, "1.0 MB"),
        (3_400_000, "3.2 MB"),
        (3 * 1024**3, "3.0 GB"),
    ],
)
def test_sizes_have_a_decimal_from_a_megabyte_on(size: int, text: str) -> None:
    assert file_words.size(size).lower() == text.lower()  # “kB” or “KB”, as this Qt writes it


def test_sizes_are_written_with_the_persons_decimal_sign() -> None:
    QLocale.setDefault(QLocale("de_DE"))
    assert file_words.size(3_400_000) == "3,2 MB"


@pytest.mark.parametrize(
    ("then", "text"),
    [
        ("2024-03-01T00:00", "Today"),
        ("2024-02-29T23:59", "Yesterday"),
        ("2024-02-28T12:00", "Feb 28, 2024"),
        ("2030-01-02T12:00", "Jan 2, 2030"),
    ],
)
def test_the_day_of_the_last_change(then: str, text: str) -> None:
    assert file_words.changed(dt.datetime.fromisoformat(then).timestamp(), dt.date(2024, 3, 1)) == text


@pytest.mark.parametrize("unknown", [0.0, -1.0])
def test_a_day_that_is_not_known_is_left_empty(unknown: float) -> None:
    assert file_words.changed(unknown, dt.date(2024, 3, 1)) == ""


@pytest.mark.parametrize(
    ("path", "roots", "folder"),
    [
        ("/docs/a.pdf", ("/docs",), "docs"),
        ("/docs/x/a.pdf", ("/docs", "/docs/x"), "x"),
        ("/docs/x/a.pdf", ("/docs/x", "/docs"), "x"),
        ("/documents/a.pdf", ("/docs",), "/documents"),
        ("/a.pdf", ("/",), "/"),
        ("/docs/b.zip//in/c.pdf", ("/docs",), "docs"),
    ],
    ids=["root", "deepest last", "deepest first", "same beginning", "whole disk", "inside"],
)
def test_folders_are_seen_from_the_nearest_added_one(path: str, roots: tuple[str, ...], folder: str) -> None:
    assert file_words.folder_below(path, roots) == folder


@pytest.mark.parametrize(
    ("file", "text"),
    [
        (FILE, ""),
        (replace(FILE, path="/docs/b.zip//c.pdf"), "in b.zip"),
        (replace(FILE, path="/docs/b.zip//c.eml//d.pdf", container="/docs/b.zip//c.eml"), "in c.eml"),
    ],
    ids=["on disk", "inside", "inside what is inside"],
)
def test_files_inside_others_name_what_they_lie_in(file: FileStatus, text: str) -> None:
    assert file_words.container(file) == text


def test_a_row_is_spoken_with_its_reason() -> None:
    failed = replace(FILE, path="/docs/b.zip//c.pdf", state=FileState.FAILED, reason="It is damaged.")
    assert file_words.spoken(failed, "Not readable") == "c.pdf, in b.zip, Not readable, It is damaged."
    assert file_words.spoken(FILE, "Ready") == "a.pdf, Ready"


def test_pages_are_counted_where_there_are_any() -> None:
    assert [file_words.pages(replace(FILE, pages=count)) for count in (0, 1, 1204)] == ["", "1", "1,204"]


@pytest.mark.parametrize(
    ("preview", "found", "read"),
    [
        (PREVIEW, "Found 1,204 files.", "1,204 files (3.0 GB) will be read."),
        (
            replace(PREVIEW, files=1, size=2048 * 1024, skipped=1),
            "Found 1 file; 1 left out.",
            "1 file (2.0 MB) will be read; 1 is left out.",
        ),
        (
            replace(PREVIEW, skipped=2000),
            "Found 1,204 files; 2,000 left out.",
            "1,204 files (3.0 GB) will be read; 2,000 are left out.",
        ),
        (replace(PREVIEW, files=0, size=0), "Found 0 files.", "This folder contains no files."),
        (
            replace(PREVIEW, files=0, size=0, skipped=3),
            "Found 0 files; 3 left out.",
            "0 files (0 bytes) will be read; 3 are left out.",
        ),
    ],
    ids=["all", "one of each", "many", "empty", "nothing to read"],
)
def test_a_folder_is_described_before_it_is_added(preview: FolderPreview, found: str, read: str) -> None:
    assert file_words.found_line(preview) == found
    assert file_words.preview_line(preview) == read


@pytest.mark.parametrize(
    ("by_type", "most", "line"),
    [
        ({}, 6, ""),
        ({".pdf": 1200, "": 2}, 6, "1,200 .pdf · 2 without extension"),
        ({".a": 3, ".b": 2, ".c": 1}, 3, "3 .a · 2 .b · 1 .c"),
        ({".a": 3, ".b": 2, ".c": 1, ".d": 1}, 2, "3 .a · 2 .b · 2 others"),
    ],
    ids=["none", "no ending", "just as many", "others"],
)
def test_the_most_frequent_types_are_listed(by_type: dict[str, int], most: int, line: str) -> None:
    assert file_words.types_line(replace(PREVIEW, by_type=by_type), most) == line


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (None, ""),
        (0.2, "Searchable by words in less than a minute."),
        (49.0, "Searchable by words in less than a minute."),
        (50.0, "Searchable by words in about 1 min."),
        (130.0, "Searchable by words in about 2 min."),
        (7200.0, "Searchable by words in about 2 h."),
    ],
)
def test_how_long_reading_takes_is_told_where_it_is_known(seconds: float | None, text: str) -> None:
    assert file_words.reading_time(replace(PREVIEW, seconds=seconds)) == text
    assert not file_words.reading_time(FolderPreview(0, 0, {}, 3, (), seconds))
