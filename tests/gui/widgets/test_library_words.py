"""The words for a library's state and progress: which of several facts is said, and numbers at their limits."""

import datetime as dt
from dataclasses import replace

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication

from desktop_rag.core.events import BuildProgress, IngestProgress, IngestStage
from desktop_rag.core.file_paths import file_label, file_name
from desktop_rag.core.results.answers import Answer
from desktop_rag.core.results.libraries import IndexInfo, MissingFiles
from desktop_rag.gui.shell.languages import Languages
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.theme import BODY, font
from tests.helpers.script import citation, source
from tests.helpers.scripted_worker import ScriptedWorker

pytestmark = pytest.mark.usefixtures("english")
INFO = IndexInfo("Papers", "/p", 10, 100, 100, 0)
_ROW = 216  # pixels that a row of the list of libraries has for its line at first
GONE = (MissingFiles("/docs", 1, 9),)
READING = IngestProgress(1, "Papers", "reading", 120, 1204, 1000, 420, 5.0, 360.0)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.0, "1 s"),
        (0.4, "1 s"),
        (1.6, "2 s"),
        (59.0, "59 s"),
        (60.0, "1 min"),
        (89.0, "1 min"),
        (91.0, "2 min"),
        (5399.0, "90 min"),
        (5400.0, "2 h"),
        (36_000.0, "10 h"),
    ],
)
def test_a_length_of_time_has_one_unit(seconds: float, text: str) -> None:
    assert words.duration(seconds) == text


@pytest.mark.parametrize(
    ("done", "total", "expected"),
    [(0, 0, 100), (0, 3, 0), (1, 3, 33), (2, 3, 66), (999, 1000, 99), (3, 3, 100), (4, 3, 100)],
)
def test_a_hundred_percent_means_everything(done: int, total: int, expected: int) -> None:
    assert words.percent(done, total) == expected


@pytest.mark.parametrize(
    ("language", "text"), [("en_US", "1,204 files"), ("de_DE", "1.204 files"), ("ja_JP", "1,204 files")]
)
def test_numbers_are_written_as_the_person_writes_them(language: str, text: str) -> None:
    QLocale.setDefault(QLocale(language))
    assert words.file_count(1204) == text
    assert words.file_count(1) == "1 file"
    assert words.file_count(0) == "0 files"


@pytest.mark.parametrize(
    ("info", "line"),
    [
        (replace(INFO, error="It is damaged.", missing=GONE, paused=True), "It is damaged."),
        (replace(INFO, missing=GONE, paused=True, waiting=3), "1 file is gone"),
        (replace(INFO, missing=(*GONE, MissingFiles("/b", 1200, 1300))), "1,201 files are gone"),
        (replace(INFO, paused=True, offline=("/stick",)), "Paused"),
        (replace(INFO, paused=True, waiting=1), "Paused · 1 waiting"),
        (replace(INFO, offline=("/stick",), waiting=3), "Offline · still searchable"),
        (replace(INFO, files=0, offline=("/stick",)), "No files yet"),
        (replace(INFO, waiting=1, need_attention=2), "10 files · 1 waiting"),
        (replace(INFO, files=1, need_attention=1), "1 file needs attention"),
        (replace(INFO, need_attention=1200, files=1100), "1,200 files need attention"),
        (replace(INFO, need_attention=2, nodes_embedded=1), "10 files · 2 need attention"),
        (replace(INFO, nodes=1000, nodes_embedded=999), "10 files · meaning search 99% ready"),
        (replace(INFO, nodes=0, nodes_embedded=0), "10 files · ready"),
    ],
)
def test_of_several_facts_the_most_urgent_is_said(info: IndexInfo, line: str) -> None:
    assert words.library_line(info, None) == line


def test_an_error_outranks_progress_and_progress_what_halted_before() -> None:
    halted = replace(INFO, paused=True, waiting=7)
    assert words.library_line(replace(halted, error="It is damaged."), READING) == "It is damaged."
    assert words.library_line(halted, READING).startswith("Reading 120 of 1,204 files")


@pytest.mark.parametrize("language", ["en", "de", "ja", "zh_CN"])
@pytest.mark.parametrize("stage", ["embedding", "switching"])
def test_a_narrow_row_shows_how_far_it_is(qapp: QApplication, language: str, stage: IngestStage) -> None:
    languages = Languages()
    languages.choose(language)
    line = words.narrow_library_line(INFO, replace(READING, stage=stage))
    languages.end()
    metrics = QFontMetrics(font(BODY, sample=line))
    shown = metrics.elidedText(line, Qt.TextElideMode.ElideRight, _ROW)
    assert "42" in shown
    assert "…" not in shown
    assert metrics.elidedText(line, Qt.TextElideMode.ElideRight, 5_000) == line.partition("\x9c")[0]


def test_the_time_left_is_left_out_where_it_stands_elsewhere() -> None:
    assert words.library_line(INFO, READING) == "Reading 120 of 1,204 files · 6 min left"
    assert words.library_line(INFO, READING, with_time=False) == "Reading 120 of 1,204 files"
    assert words.time_left(None) == words.time_left(replace(READING, seconds_left=None)) == ""
    assert words.time_left(replace(READING, seconds_left=0.0)) == "1 s left"


@pytest.mark.parametrize(
    ("progress", "fraction"),
    [
        (READING, 120 / 1204),
        (replace(READING, stage="embedding"), 0.42),
        (replace(READING, stage="switching"), 0.42),
        (replace(READING, files_total=0), 0.0),
        (replace(READING, files_done=1300), 1.0),
        (replace(READING, stage="embedding", nodes=0), 0.0),
    ],
    ids=["reading", "embedding", "switching", "nothing known", "more than expected", "no passages"],
)
def test_the_bar_is_never_fuller_than_full(progress: IngestProgress, fraction: float) -> None:
    assert words.progress_fraction(progress) == pytest.approx(fraction)


def test_libraries_that_wait_or_are_prepared_say_so() -> None:
    assert words.waiting_line(INFO) == "10 files · waiting for its turn"
    assert words.waiting_line(replace(INFO, files=0)) == "Waiting for its turn"
    building = BuildProgress(1, "Papers", "tree", 1200, 3400)
    assert words.building_line(building) == "Building · 1,200 of 3,400 passages"
    assert words.building_line(replace(building, total=0)) == "Building…"


@pytest.mark.parametrize(
    ("then", "text"),
    [
        ("2024-03-02T00:00", "Today"),
        ("2024-03-01T23:59", "Today"),
        ("2024-03-01T00:00", "Today"),
        ("2024-02-29T23:59", "Yesterday"),
        ("2024-02-29T00:00", "Yesterday"),
        ("2024-02-28T12:00", "February 28"),
        ("2024-01-01T00:00", "January 1"),
        ("2023-12-31T23:59", "December 31, 2023"),
    ],
)
def test_days_change_at_midnight_and_years_are_said_when_they_differ(then: str, text: str) -> None:
    assert words.day(dt.datetime.fromisoformat(then).timestamp(), dt.date(2024, 3, 1)) == text


@pytest.mark.parametrize(
    ("path", "name", "shown"),
    [
        ("/a/report.pdf", "report.pdf", "report.pdf"),
        ("C:\\Users\\Ada\\report.pdf", "report.pdf", "report.pdf"),
        ("report.pdf", "report.pdf", "report.pdf"),
        ("/a/契約書.docx", "契約書.docx", "契約書.docx"),
        ("/a/b.zip//old/c.eml//d.pdf", "d.pdf", "b.zip › c.eml › d.pdf"),
        ("/", "/", "/"),
        ("", "", ""),
    ],
)
def test_files_are_named_without_their_folders(path: str, name: str, shown: str) -> None:
    assert file_name(path) == name
    assert file_label(path) == shown


@pytest.mark.parametrize(
    ("found_by", "text", "short"),
    [
        ((), "", ""),
        (("words",), "found by words", "words"),
        (("meaning",), "found by meaning", "meaning"),
        (("meaning", "words", "meaning"), "found by words and meaning", "words and meaning"),
        (("name",), "", ""),
        (("words", "name"), "", ""),
    ],
)
def test_how_a_passage_was_found(found_by: tuple[str, ...], text: str, short: str) -> None:
    one = replace(source(1), found_by=found_by)
    assert (words.found_by(one), words.found_by(one, short=True)) == (text, short)


def answer(**changes: object) -> Answer:
    return replace(ScriptedWorker().whole_answer("q", "It is 30 days."), **changes)


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({}, "0 of 2 passages used · 1.2 s · small"),
        ({"timings": {"retrieve": 0.5, "llm": 1.25}}, "0 of 2 passages used · 1.8 s · small"),
        ({"timings": {"total": 0.04}, "model": ""}, "0 of 2 passages used"),
        ({"sources": (), "timings": {}, "model": ""}, ""),
        ({"sources": (), "timings": {"total": 1234.5}}, "1,234.5 s · small"),
        ({"text": "", "extractive": True, "model": ""}, "2 passages · 1.2 s"),
        ({"text": "", "extractive": True, "sources": (source(1),), "timings": {}, "model": ""}, "1 passage"),
        ({"citations": (citation(source(1), 0, 4), citation(source(1), 5, 9))}, "1 of 2 passages used · 1.2 s · small"),
    ],
    ids=["uncited", "parts of the time", "at once", "nothing", "no sources", "list", "list of one", "cited twice"],
)
def test_the_line_below_an_answer_says_what_is_known(changes: dict[str, object], line: str) -> None:
    assert words.answer_line(answer(**changes)) == line


@pytest.mark.parametrize(
    ("name", "detail", "text"),
    [
        ("searching", "", "Searching your files…"),
        ("building", "tree: 12 of 340", "Building the index for this way of searching… 12 of 340"),
        ("reading", "3 of 4", "Reading the passages… 3 of 4"),
        ("  sorting_all  passages ", "", "Sorting all passages…"),
        ("übersetzen", "", "Übersetzen…"),
        ("", "5 of 9", "Working… 5 of 9"),
    ],
)
def test_a_stage_says_how_far_it_is(name: str, detail: str, text: str) -> None:
    assert words.stage(name, detail) == text


@pytest.mark.parametrize(
    ("text", "length", "beginning"),
    [
        ("", 10, ""),
        ("exactly ten", 11, "exactly ten"),
        ("one two, three", 9, "one two…"),
        ("a " + "b" * 30, 10, "a bbbbbbbb…"),
        ("one.\ttwo\r\nthree", 40, "one. two three"),
        ("   \n ", 5, ""),
    ],
)
def test_beginnings_are_cut_at_words_where_little_is_lost(text: str, length: int, beginning: str) -> None:
    assert words.excerpt(text, length) == beginning
