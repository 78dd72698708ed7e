"""Which names a few typed letters mean."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.gui.palette.entries import MOST_ROWS, Entry, EntryKind, FileNames, find_entries, fit, folded

NAMES = [
    "New library…",
    "New conversation",
    "Show or hide the sources",
    "Search conversations",
    "Settings…",
    "契約書 2024.pdf",
    "ＡＢＣ報告.docx",
    "lease_2024-final.pdf",
]


def best(query: str, names: list[str] = NAMES) -> str:
    entries = [Entry(EntryKind.COMMAND, name, name) for name in names]
    found = find_entries(query, entries, (), ())
    return found[0].title if found else ""


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("new conv", "New conversation"),
        ("conv new", "New conversation"),
        ("nc", "New conversation"),
        ("nwcnv", "New conversation"),
        ("SETT", "Settings…"),
        ("stngs", "Settings…"),
        ("conversation", "New conversation"),
        ("契約", "契約書 2024.pdf"),
        ("abc", "ＡＢＣ報告.docx"),
        ("2024 final", "lease_2024-final.pdf"),
        ("final", "lease_2024-final.pdf"),
        ("xyz", ""),
        ("new zzz", ""),
    ],
)
def test_letters_find_the_name_that_is_meant(query: str, name: str) -> None:
    assert best(query) == name


def test_a_whole_word_is_worth_more_than_letters_strewn_about() -> None:
    assert fit("rent", folded("Rent 2024")) > fit("rent", folded("Current")) > fit("rent", folded("Reserve not")) > 0


def test_letters_too_far_apart_do_not_fit() -> None:
    assert not fit("az", folded("a very long name that ends with the letter z"))


def test_a_folder_counts_less_than_a_name() -> None:
    files = FileNames.of("L", ["/docs/taxes/a.pdf", "/docs/b/taxes.pdf"])
    assert [entry.key for entry in find_entries("taxes", (), (files,), ())] == [
        "/docs/b/taxes.pdf",
        "/docs/taxes/a.pdf",
    ]


def test_of_thousands_only_the_best_are_listed() -> None:
    files = FileNames.of("L", [f"/docs/lease {number}.pdf" for number in range(3000)])
    assert len(find_entries("lease", (), (files,), ())) == MOST_ROWS


def test_what_was_chosen_lately_comes_first_with_and_without_a_query() -> None:
    entries = [Entry(EntryKind.COMMAND, key, f"Open {key}") for key in ("a", "b", "c")]
    assert find_entries("", entries, (), [entries[2].id])[0].key == "c"
    assert find_entries("open", entries, (), [entries[1].id])[0].key == "b"
    assert [entry.key for entry in find_entries("", entries, (), ["garbage", ""])] == ["a", "b", "c"]


def test_a_file_chosen_lately_is_listed_without_a_query_while_its_library_is_there() -> None:
    files = FileNames.of("L", ["/docs/a.pdf", "/docs/b.pdf"])
    chosen = Entry(EntryKind.FILE, "/docs/b.pdf", "b.pdf", library="L").id
    assert [entry.key for entry in find_entries("", (), (files,), [chosen])] == ["/docs/b.pdf"]
    assert find_entries("", (), (), [chosen]) == []


@given(st.text(max_size=12), st.text(max_size=30))
def test_any_text_can_be_typed(query: str, name: str) -> None:
    assert fit(folded(query), folded(name), folded(name)) >= 0


@given(st.text(st.characters(categories=("L", "N")), min_size=1, max_size=10), st.text(max_size=10))
def test_a_name_fits_what_it_begins_with(start: str, rest: str) -> None:
    assert fit(folded(start), folded(start) + folded(rest)) > 0
