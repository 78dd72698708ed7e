"""The words of the search page: kinds, languages, dates, badges, and the line above the results."""

import datetime as dt
from dataclasses import replace

import pytest

from desktop_rag.core.results.search import FileHits, SearchResults
from desktop_rag.gui.search import search_words
from desktop_rag.gui.search.filter_bar import SearchFilters
from desktop_rag.readers.format import KINDS
from desktop_rag.retrievers.query_syntax import conditions_in
from tests.helpers.script import found_passage, hits, source

pytestmark = pytest.mark.usefixtures("english")
TODAY = dt.date(2024, 3, 1)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_kind_of_files_has_a_name_of_its_own(kind: str) -> None:
    assert search_words.kind(kind)[0].isupper()


@pytest.mark.parametrize(
    ("code", "name"),
    [("de", "Deutsch"), ("fr", "Français"), ("ja", "日本語"), ("zh", "简体中文"), ("zz", "zz"), ("", "")],
)
def test_languages_are_named_in_their_own_words(code: str, name: str) -> None:
    assert search_words.language(code) == name


@pytest.mark.parametrize(
    ("path", "badge"),
    [
        ("/a/report.pdf", "PDF"),
        ("/a/page.xhtml", "XHTML"),
        ("/a/notes.backup", "…"),
        ("/a/README", "…"),
        ("/a/.profile", "…"),
        ("/a/odd.", "…"),
        ("/a/b.zip//c.tar.gz", "GZ"),
    ],
)
def test_a_badge_is_a_few_letters(path: str, badge: str) -> None:
    assert search_words.badge(path) == badge


@pytest.mark.parametrize(
    ("text", "date"),
    [("2024-05-31", "May 31, 2024"), ("2024-02-29", "Feb 29, 2024"), ("2023-02-29", ""), ("", ""), ("lunch", "")],
)
def test_dates_that_are_none_are_not_written(text: str, date: str) -> None:
    assert search_words.date(text) == date


def test_periods_have_names_and_first_days() -> None:
    assert search_words.period(search_words.WEEK) == "Last 7 days"
    assert search_words.period(search_words.RANGE, "2024-01-02", "") == "Jan 2, 2024 – …"
    assert search_words.period(search_words.RANGE, "", "2024-01-02") == "… – Jan 2, 2024"
    assert search_words.period("decade") == "decade"
    assert search_words.since(search_words.WEEK, TODAY) == "2024-02-23"
    assert search_words.since(search_words.MONTH, TODAY) == "2024-01-30"
    assert search_words.since(search_words.ANY, TODAY) == search_words.since(search_words.RANGE, TODAY) == ""


@pytest.mark.parametrize(
    ("filters", "typed"),
    [
        (SearchFilters(), ""),
        (SearchFilters(folder="/docs/My papers"), 'folder:"/docs/My papers"'),
        (SearchFilters(kinds=("pdf", "word")), "type:pdf,word"),
        (SearchFilters(period=search_words.YEAR), "after:2023-03-01"),
        (
            SearchFilters(period=search_words.RANGE, first="2024-02-28", last="2024-02-29"),
            "after:2024-02-28 before:2024-03-01",
        ),
        (SearchFilters(period=search_words.RANGE, last="2023-12-31"), "before:2024-01-01"),
        (SearchFilters(period=search_words.WEEK, first="1999-01-01", last="1999-01-02"), "after:2024-02-23"),
        (SearchFilters("/d", ("pdf",), languages=("en", "ja")), 'folder:"/d" type:pdf language:en,ja'),
    ],
    ids=["none", "folder", "kinds", "year", "both days count", "until", "a period forgets its days", "several"],
)
def test_what_is_chosen_is_what_could_be_typed(filters: SearchFilters, typed: str) -> None:
    assert filters.conditions(TODAY) == typed
    assert " ".join(written for _, _, written in conditions_in(typed)) == typed


def results(*files: FileHits, total: int = 0) -> SearchResults:
    return SearchResults("q", "hybrid", files, total)


def by(*found_by: str) -> FileHits:
    return replace(hits("/docs/a.pdf"), passages=(found_passage("/docs/a.pdf", 1, by=found_by),))


@pytest.mark.parametrize(
    ("found", "line"),
    [
        (results(), ""),
        (results(total=7), ""),
        (results(by("words")), "1 file"),
        (results(by("words"), by("meaning"), total=1204), "1,204 files"),
        (results(by("meaning")), "No passage contains these words · 1 file close in meaning"),
        (results(by("meaning"), by("name")), "2 files"),
        (results(hits("/docs/a.pdf")), "1 file"),
    ],
    ids=["nothing", "only a count", "words", "more than shown", "meaning alone", "a name has them", "no passage"],
)
def test_the_line_above_the_results_says_when_no_word_was_found(found: SearchResults, line: str) -> None:
    assert search_words.summary(found) == line


@pytest.mark.parametrize(
    ("file", "found_by", "heading", "text"),
    [
        ("/a.pdf", ("name",), "", "file name"),
        ("/a.pdf", ("words",), "", "words"),
        ("/a.txt", ("words",), "", ""),
        ("/a.txt", ("words",), "Costs", "words"),
        ("/a.txt", ("meaning",), "", "meaning"),
        ("/a.txt", (), "", ""),
    ],
)
def test_what_goes_without_saying_is_not_said(file: str, found_by: tuple[str, ...], heading: str, text: str) -> None:
    assert search_words.found_by(replace(source(1, file), found_by=found_by, heading=heading)) == text


def test_further_passages_and_copies_are_counted() -> None:
    assert [search_words.more(count) for count in (1, 1200)] == ["1 more in this file", "1,200 more in this file"]
    assert search_words.copies(1) == "also in 1 other file"
    assert search_words.copies(2) == "also in 2 other files"


def test_a_file_is_spoken_with_its_kind_and_day() -> None:
    assert search_words.accessible_file(hits("/docs/lease.pdf", 1)) == "lease.pdf, PDF, May 31, 2024"
    assert search_words.accessible_file(replace(hits("/b.zip//c.odd"), kind="other", modified="")) == "c.odd, Other"
