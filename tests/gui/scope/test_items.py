"""What the parts of a scope mean, are called, and how they are kept."""

import datetime as dt

import pytest

from desktop_rag.gui.palette.entries import FileNames
from desktop_rag.gui.scope.completer import Suggestions, item_of
from desktop_rag.gui.scope.items import ScopeItem, ScopeKind, added, date_item, scope_condition, written_date
from desktop_rag.gui.shell.languages import Languages
from desktop_rag.storage.filters import matches
from desktop_rag.vector_stores.filters import parse_filters

FILE, FOLDER, TYPE, DATE = ScopeKind.FILE, ScopeKind.FOLDER, ScopeKind.TYPE, ScopeKind.DATE
TODAY = dt.date(2026, 5, 20)
FILES = FileNames.of(
    "L",
    [
        "/docs/contracts/2024/lease.pdf",
        "/docs/contracts/2024/契約書.docx",
        "/docs/contracts/notes.txt",
        "/docs/taxes/return.pdf",
        "/docs/taxes/all.zip//inside/lost.csv",
    ],
)


def metadata(path: str, day: str = "2024-06-01", kind: str = "application/pdf") -> dict[str, object]:
    return {"file_path": path, "last_modified_date": day, "file_type": kind}


def fits(items: list[ScopeItem], path: str, **about: str) -> bool:
    return matches(parse_filters(scope_condition(items)), metadata(path, **about))


@pytest.mark.parametrize(
    ("items", "path", "expected"),
    [
        ([ScopeItem(FILE, "/docs/a.pdf")], "/docs/a.pdf", True),
        ([ScopeItem(FILE, "/docs/a.pdf")], "/docs/b.pdf", False),
        ([ScopeItem(FOLDER, "/docs/2024")], "/docs/2024/x/a.pdf", True),
        ([ScopeItem(FOLDER, "/docs/2024")], "/docs/2024-old/a.pdf", False),
        ([ScopeItem(FOLDER, "/a"), ScopeItem(FOLDER, "/b, c = d")], "/b, c = d/x.pdf", True),
        ([ScopeItem(FOLDER, "/a"), ScopeItem(FILE, "/b/x.pdf")], "/b/x.pdf", True),
        ([ScopeItem(FOLDER, "/a"), ScopeItem(FILE, "/b/x.pdf")], "/a/y.pdf", True),
        ([ScopeItem(FOLDER, "/a"), ScopeItem(FILE, "/b/x.pdf")], "/b/y.pdf", False),
        ([ScopeItem(FOLDER, "/docs")], "/docs/all.zip//inside/lost.csv", True),
        ([ScopeItem(FOLDER, r"C:\docs\2024")], r"C:\docs\2024\a.pdf", True),
        ([ScopeItem(FOLDER, r"C:\docs\2024")], r"C:\docs\2025\a.pdf", False),
    ],
)
def test_files_and_folders_add_to_one_another(items: list[ScopeItem], path: str, expected: bool) -> None:
    assert fits(items, path) is expected


def test_place_type_and_date_must_all_fit() -> None:
    items = [ScopeItem(FOLDER, "/a"), ScopeItem(TYPE, "pdf"), ScopeItem(DATE, "2024-01-01..2024-12-31")]
    assert fits(items, "/a/x.pdf")
    assert not fits(items, "/b/x.pdf")
    assert not fits(items, "/a/x.pdf", day="2025-01-01")
    assert not fits(items, "/a/x.txt", kind="text/plain")
    assert fits([*items, ScopeItem(TYPE, "txt")], "/a/x.txt", kind="text/plain")


@pytest.mark.parametrize(
    ("file", "written"),
    [
        ("/docs/a.pdf", "/docs/a.pdf"),
        ("/docs/a, b = c.pdf", "/docs/a, b = c.pdf"),
        ('/docs/say "x"/c.pdf', "c.pdf"),
        ('/docs/say "x".pdf', ".pdf"),
        ("/docs/契約 書.pdf", "/docs/契約 書.pdf"),
    ],
)
def test_the_condition_of_a_file_can_be_read_again(file: str, written: str) -> None:
    (condition,) = parse_filters(scope_condition([ScopeItem(FILE, file)])).filters
    assert condition.value == [written]


@pytest.mark.parametrize(
    "item",
    [
        ScopeItem(FILE, "/docs/a.pdf"),
        ScopeItem(FOLDER, "/docs/a b"),
        ScopeItem(TYPE, "pdf"),
        ScopeItem(DATE, "2024-01-01.."),
    ],
)
def test_what_is_kept_is_read_again(item: ScopeItem) -> None:
    assert ScopeItem.read(item.kept) == item


def test_what_an_earlier_version_kept_is_a_file() -> None:
    for path in ("/docs/a.pdf", r"C:\a b.pdf", "@odd", "@folder "):
        assert ScopeItem.read(path) == ScopeItem(FILE, path)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2024", "2024-01-01", "2024-12-31"),
        ("2024-02", "2024-02-01", "2024-02-29"),
        ("2024-12", "2024-12-01", "2024-12-31"),
        ("2024-5-7", "2024-05-07", "2024-05-07"),
    ],
)
def test_a_written_date_means_all_its_days(text: str, first: str, last: str) -> None:
    item = written_date(text)
    assert item is not None
    assert item.days == (first, last)


@pytest.mark.parametrize("text", ["", "24", "2024-13", "2024-02-30", "0000", "last", "2024-"])
def test_other_texts_are_no_date(text: str) -> None:
    assert written_date(text) is None


def test_dates_are_called_as_people_call_them(english: None) -> None:
    shown = [
        date_item(dt.date(2024, 1, 1), dt.date(2024, 12, 31)).shown,
        date_item(dt.date(2024, 5, 1), dt.date(2024, 5, 31)).shown,
        date_item(dt.date(2024, 5, 7), dt.date(2024, 5, 7)).shown,
        date_item(dt.date(2024, 5, 7)).shown,
        ScopeItem(DATE, "rubbish").shown,
    ]
    assert shown == ["2024", "May 2024", "5/7/24", "since 5/7/24", "rubbish – "]


def test_a_date_takes_the_place_of_another() -> None:
    first, second = written_date("2023"), written_date("2024")
    assert first is not None
    assert second is not None
    folder = ScopeItem(FOLDER, "/a")
    assert added(added((folder,), first), second) == (folder, second)
    assert added((folder,), folder) == (folder,)


@pytest.mark.parametrize(
    ("query", "item"),
    [
        ("tax", ScopeItem(FOLDER, "/docs/taxes")),
        ("2024/", ScopeItem(FOLDER, "/docs/contracts/2024")),
        ("pdf", ScopeItem(TYPE, "pdf")),
        ("契約", ScopeItem(FILE, "/docs/contracts/2024/契約書.docx")),
        ("lease", ScopeItem(FILE, "/docs/contracts/2024/lease.pdf")),
        ("2023", ScopeItem(DATE, "2023-01-01..2023-12-31")),
        ("last", ScopeItem(DATE, "2025-01-01..2025-12-31")),
        ("thisweek", ScopeItem(DATE, "2026-05-18..")),
    ],
)
def test_a_few_letters_offer_what_is_meant(query: str, item: ScopeItem) -> None:
    assert item_of(Suggestions(FILES).find(query, TODAY)[0]) == item


def test_at_first_folders_types_and_times_are_offered() -> None:
    found = [item_of(entry) for entry in Suggestions(FILES).find("", TODAY)]
    assert [item.kind for item in found] == [FOLDER] * 3 + [TYPE] * 3 + [DATE] * 4
    assert ScopeItem(FOLDER, "/docs") not in found, "everything lies there"
    assert Suggestions(FileNames.of("L", [])).find("x", TODAY) == []


@pytest.mark.usefixtures("qapp")
def test_times_are_offered_in_the_language_of_the_window() -> None:
    language = Languages()
    language.choose("de")
    try:
        entry = Suggestions(FILES).find("letztes", TODAY)[0]
        assert (entry.title, item_of(entry).days) == ("Letztes Jahr", ("2025-01-01", "2025-12-31"))
    finally:
        language.choose("en")
        language.end()
