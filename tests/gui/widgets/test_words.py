"""Plain words for states, times and places."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QLocale

from desktop_rag.core.errors import UserError
from desktop_rag.core.events import IngestProgress
from desktop_rag.core.results.files import FileState
from desktop_rag.core.results.libraries import IndexInfo, MissingFiles
from desktop_rag.gui.files.file_words import place_below
from desktop_rag.gui.search import search_words
from desktop_rag.gui.shell.bridge import as_user_error
from desktop_rag.gui.widgets import words
from tests.helpers.script import source
from tests.helpers.scripted_worker import ScriptedWorker

INFO = IndexInfo("Papers", "/p", 10, 100, 100, 0)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    yield
    QLocale.setDefault(before)


def progress(stage: str, **changes: object) -> IngestProgress:
    event = IngestProgress(1, "Papers", stage, 120, 1204, 1000, 420, 5.0, 360.0)
    return replace(event, **changes)


@pytest.mark.parametrize(
    ("info", "event", "line"),
    [
        (INFO, None, "10 files · ready"),
        (replace(INFO, files=1), None, "1 file · ready"),
        (replace(INFO, files=0), None, "No files yet"),
        (replace(INFO, files=1204, need_attention=3), None, "1,204 files · 3 need attention"),
        (replace(INFO, files=4, need_attention=1), None, "4 files · 1 needs attention"),
        (replace(INFO, files=3, need_attention=3), None, "3 files need attention"),
        (replace(INFO, nodes_embedded=42), None, "10 files · meaning search 42% ready"),
        (replace(INFO, error="It cannot be opened."), None, "It cannot be opened."),
        (replace(INFO, waiting=312), None, "10 files · 312 waiting"),
        (replace(INFO, waiting=312, paused=True), None, "Paused · 312 waiting"),
        (replace(INFO, offline=("/media/stick",)), None, "Offline · still searchable"),
        (replace(INFO, missing=(MissingFiles("/docs", 7, 9),)), None, "7 files are gone"),
        (INFO, progress("switching"), "Searchable · changing search model, 42% · 6 min left"),
        (INFO, progress("scanning"), "Looking for files…"),
        (INFO, progress("reading"), "Reading 120 of 1,204 files · 6 min left"),
        (INFO, progress("embedding"), "Searchable by words; meaning search 42% ready · 6 min left"),
        (INFO, progress("embedding", seconds_left=None), "Searchable by words; meaning search 42% ready"),
    ],
)
def test_library_lines(info: IndexInfo, event: IngestProgress | None, line: str) -> None:
    assert words.library_line(info, event) == line


@pytest.mark.usefixtures("japanese")
def test_between_japanese_sentences_there_is_no_space() -> None:
    error = UserError("The server leads to an unsafe address.", "Try again later.")
    assert words.error_text(error) == words.error_text(as_user_error(error))
    assert words.error_text(error).count("。") == 2
    assert " " not in words.error_text(error)
    assert words.sentences("", "Try again later.") == words.sentence("Try again later.")


def test_between_english_sentences_there_is_one() -> None:
    assert words.sentences("One.", "", "Two.") == "One. Two."


def test_times_and_days() -> None:
    assert [words.duration(s) for s in (0.2, 20, 360, 7200)] == ["1 s", "20 s", "6 min", "2 h"]
    now = dt.datetime(2024, 5, 2, 12).astimezone()
    today = now.date()
    day = 86_400
    assert words.day(now.timestamp(), today) == "Today"
    assert words.day(now.timestamp() - day, today) == "Yesterday"
    assert words.day(now.timestamp() - 30 * day, today) == "April 2"
    assert words.day(now.timestamp() - 400 * day, today).endswith("2023")


def test_places() -> None:
    assert words.place(source(1)) == "lease.pdf · page 3"
    assert words.place(replace(source(1), file="/a/deck.pptx", heading="Costs")) == "deck.pptx · slide 3"
    assert words.place(replace(source(1), file="C:\\a\\b.md", heading="Guide > Adding")) == "b.md · Adding"
    assert search_words.place(replace(source(1), heading="Law > Notice")) == "Page 3 · Law › Notice"
    assert search_words.place(replace(source(1), file="/a/notes.txt", heading="")) == ""
    assert words.found_by(source(1)) == "found by words and meaning"
    assert words.found_by(replace(source(1), found_by=())) == ""


def test_excerpts_are_one_line() -> None:
    assert words.excerpt("a\nb  c", 10) == "a b c"
    assert words.excerpt("one two three four", 12) == "one two…"
    assert words.excerpt("漢字" * 40, 10) == "漢字" * 5 + "…"
    assert words.plain("## Title\n**bold** `code`") == "Title\nbold code"


def test_every_state_has_words() -> None:
    assert all(words.file_state(state) for state in FileState)
    assert all(words.stage(name) for name in ("searching", "connecting", "reading", "other"))


def test_the_line_below_an_answer() -> None:
    answer = ScriptedWorker().whole_answer("q", "It is 30 days. [1]")
    assert words.answer_line(answer) == "1 of 2 passages used · 1.2 s · small"


def test_an_unknown_stage_is_shown_as_it_is() -> None:
    assert words.stage("reading_tables") == "Reading tables…"
    assert words.stage("") == "Working…"
    assert words.stage("writing queries").startswith("Writing variations")


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/home/ada/Reports/2023/a.pdf", "Reports/2023"),
        ("/home/ada/Reports/a.pdf", "Reports"),
        ("/elsewhere/a.pdf", "/elsewhere"),
        ("/home/ada/Reports/b.zip//old/c.eml//d.pdf", "Reports › b.zip › c.eml"),
    ],
)
def test_results_name_folders_as_they_were_added(path: str, shown: str) -> None:
    assert place_below(path, ("/home/ada/Reports",)) == shown
