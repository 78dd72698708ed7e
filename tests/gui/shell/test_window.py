"""Libraries, panes, drops and the first minutes with the program."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QListView, QMessageBox, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from desktop_rag.core.errors import UserError
from desktop_rag.core.events import IngestProgress, ProblemMet
from desktop_rag.core.shared_files import DAMAGED, SetAside
from desktop_rag.gui.shell.app import window_settings
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.shell.page_stack import PageSwitch
from desktop_rag.gui.widgets.list_delegate import FRACTION_ROLE, LINE_ROLE, TIME_ROLE
from tests.gui.person import ask, drop, find, new_library
from tests.helpers.scripted_libraries import SAMPLE
from tests.helpers.scripted_worker import ScriptedWorker

Open = Callable[[], MainWindow]
READING = IngestProgress(0, "", "reading", 3, 10, 0, 0, 1.0, 360.0)


class Widths(QObject):
    """Which widths a widget was given."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.seen: set[int] = set()
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's own name
        if isinstance(event, QResizeEvent):
            self.seen.add(event.size().width())
        return super().eventFilter(watched, event)


def names(window: MainWindow) -> list[str]:
    return [info.name for info in window.library_pane.libraries.infos()]


def test_the_first_start_offers_the_guide(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    window = open_window()
    qtbot.waitUntil(window.welcome.isVisible)
    assert not window.panes.isVisible()
    qtbot.mouseClick(find(window, QPushButton, "welcome_sample_button"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(window.panes.isVisible)
    assert names(window) == [SAMPLE]
    suggestion = find(window, QPushButton, "suggestion_0")
    qtbot.mouseClick(suggestion, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(scripted.called("answers.ask")))


@pytest.mark.parametrize(
    ("dropped", "name"), [("Leases", "Leases"), ("Release 2.1", "Release 2.1"), ("Leases/a.PDF", "Leases")]
)
def test_a_dropped_folder_becomes_a_library_of_its_name(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, tmp_path: Path, dropped: str, name: str
) -> None:
    window = open_window()
    drop(window, [tmp_path / dropped])
    qtbot.waitUntil(lambda: bool(scripted.called("files.add")))
    assert scripted.called("files.add") == [(name, (tmp_path / dropped,))]
    qtbot.waitUntil(lambda: names(window) == [name])


def test_a_drop_adds_to_the_chosen_library(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, tmp_path: Path
) -> None:
    scripted.add_library("Papers")
    window = open_window()
    drop(window, [tmp_path / "a.pdf", tmp_path / "b.pdf"])
    qtbot.waitUntil(lambda: bool(scripted.called("files.add")))
    assert scripted.called("files.add")[0] == ("Papers", (tmp_path / "a.pdf", tmp_path / "b.pdf"))


@pytest.mark.slow
def test_progress_is_shown_in_plain_words_with_a_bar(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, tmp_path: Path
) -> None:
    scripted.add_library("Papers", files=0, nodes=0)
    scripted.progress = [READING] * 30
    scripted.progress_seconds = 0.03
    window = open_window()
    drop(window, [tmp_path])
    index = window.library_pane.libraries.index(0)
    assert index.data(LINE_ROLE) == "Waiting for its turn"
    qtbot.waitUntil(lambda: index.data(FRACTION_ROLE) is not None)
    assert index.data(LINE_ROLE) == "Reading 3 of 10 files"
    assert index.data(TIME_ROLE) == "6 min left"
    assert index.data(FRACTION_ROLE) == pytest.approx(0.3)
    qtbot.waitUntil(lambda: window.library_pane.libraries.index(0).data(LINE_ROLE) == "1 file · ready")


def test_adding_can_be_stopped(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, tmp_path: Path) -> None:
    scripted.add_library("Papers")
    scripted.progress = [READING] * 500
    scripted.progress_seconds = 0.02
    window = open_window()
    drop(window, [tmp_path])
    index = window.library_pane.libraries.index(0)
    qtbot.waitUntil(lambda: index.data(FRACTION_ROLE) is not None)
    window.actions_table["library.stop"].trigger()
    qtbot.waitUntil(lambda: window.library_pane.libraries.index(0).data(FRACTION_ROLE) is None)


def test_folders_are_watched_once_the_window_is_up(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Half", nodes_embedded=3)
    window = open_window()
    qtbot.waitUntil(lambda: bool(scripted.called("watch")))
    window.library_pane.refresh()
    qtbot.wait(50)
    assert len(scripted.called("watch")) == 1


def test_new_rename_and_delete(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers")
    window = open_window()
    new_library(qtbot, window, "Leases")
    qtbot.waitUntil(lambda: names(window) == ["Leases", "Papers"])
    assert window.library_pane.current_library().name == "Leases"
    window.actions_table["library.rename"].trigger()
    edit = window.library_pane.library_list.viewport().findChild(QLineEdit)
    assert edit is not None
    assert edit.selectedText() == "Leases"
    qtbot.keyClicks(edit, "Contracts")
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: names(window) == ["Contracts", "Papers"])
    assert window.library_pane.current_library().name == "Contracts"
    window.actions_table["library.delete"].trigger()
    box = find(window, QMessageBox, "delete_library_box")
    qtbot.mouseClick(find(box, QPushButton, "confirm_delete_library_button"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: names(window) == ["Papers"])


def test_deleting_asks_first(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers")
    window = open_window()
    window.actions_table["library.delete"].trigger()
    box = find(window, QMessageBox, "delete_library_box")
    qtbot.mouseClick(box.button(QMessageBox.StandardButton.Cancel), Qt.MouseButton.LeftButton)
    qtbot.wait(50)
    assert not scripted.called("libraries.delete")


def test_failures_outside_answers_are_told(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers")
    window = open_window()
    new_library(qtbot, window, "Papers")
    qtbot.waitUntil(window.chat_pane.notice.isVisible)
    assert "already a library" in window.chat_pane.notice.accessibleName()
    window.chat_pane.show_error(UserError("Another.", "Do this."))
    assert window.chat_pane.notice.accessibleName() == "Another. Do this."


def test_choosing_another_library_shows_its_conversations(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("A")
    scripted.add_library("B")
    scripted.add_conversation("c1", "B", "About B", ())
    window = open_window()
    libraries = find(window, QListView, "library_list")
    conversations = find(window, QListView, "conversation_list")
    assert conversations.model().rowCount() == 0
    place = libraries.visualRect(libraries.model().index(1, 0)).center()
    qtbot.mouseClick(libraries.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: conversations.model().rowCount() == 2)
    assert window.chat_pane._title.full_text() == "B"


def test_a_narrow_window_lays_the_sources_over_the_conversation(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("A")
    window = open_window()
    assert window.source_pane.isVisible()
    window.resize(860, 640)
    qtbot.waitUntil(lambda: not window.source_pane.isVisible())
    source = scripted.sources[0]
    window.chat_pane.citation_opened.emit(scripted.sources, source, None, False)
    assert not window.source_pane.isVisible()
    window.chat_pane.citation_opened.emit(scripted.sources, source, None, True)
    qtbot.waitUntil(window.source_pane.isVisible)
    qtbot.mouseClick(window.source_pane._close, Qt.MouseButton.LeftButton)
    assert not window.source_pane.isVisible()
    window.resize(1280, 800)
    qtbot.waitUntil(window.source_pane.isVisible)
    assert window.panes.splitter.indexOf(window.source_pane) == 2


def test_the_sources_of_a_narrow_window_make_way_for_what_the_person_goes_to(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("A")
    window = open_window()
    window.resize(900, 600)
    qtbot.waitUntil(lambda: window.panes.narrow)
    window.actions_table["view.search"].trigger()
    window.search_pane.passage_shown.emit(scripted.sources[0], True)
    qtbot.waitUntil(window.source_pane.isVisible)
    window.actions_table["view.ask"].trigger()
    assert not window.source_pane.isVisible()
    window.actions_table["view.sources"].trigger()
    qtbot.waitUntil(window.source_pane.isVisible)
    ask(qtbot, window)
    assert not window.source_pane.isVisible()


def test_nothing_lies_over_the_search_of_a_narrow_window_before_a_page_is_chosen(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("A")
    window = open_window()
    window.resize(800, 600)
    qtbot.waitUntil(lambda: window.panes.narrow)
    window.actions_table["view.sources"].trigger()
    assert window.source_pane.isVisible()
    window.actions_table["view.search"].trigger()
    assert not window.source_pane.isVisible()


def test_answers_keep_their_width_while_another_page_is_shown(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("A")
    window = open_window()
    qtbot.keyClicks(window.chat_pane.question.edit, "How long is the notice period?")
    qtbot.keyClick(window.chat_pane.question.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not window.chat_pane.busy)
    answer = window.chat_pane.turns.turns()[-1].answer_view
    width, widths = answer.width(), Widths(answer)
    for command in ("library.files", "view.ask", "view.search", "library.files", "view.ask"):
        window.actions_table[command].trigger()
        qtbot.wait(20)
    assert answer.isVisible()
    assert widths.seen <= {width}


@pytest.mark.usefixtures("german")
def test_the_switch_of_pages_takes_one_line_and_leaves_room_for_the_title(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("Mietverträge")
    window = open_window()
    for page in ("ask", "search", "all_documents", "check"):
        window.actions_table[f"view.{page}"].trigger()
        switch = find(window, PageSwitch, f"page_switch_{page}")
        qtbot.waitUntil(switch.isVisible)
        named = find(window, QToolButton, f"{page}_page_{page}_button")
        other = find(window, QToolButton, f"{page}_page_{'ask' if page == 'check' else 'check'}_button")
        for width in (1280, 2000):
            window.resize(width, 800)
            style = Qt.ToolButtonStyle.ToolButtonTextOnly if width == 2000 else Qt.ToolButtonStyle.ToolButtonIconOnly
            qtbot.waitUntil(lambda other=other, style=style: other.toolButtonStyle() == style)
            qtbot.waitUntil(lambda named=named, other=other: named.y() == other.y())
            assert named.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonTextOnly
            assert not other.icon().isNull()
            assert other.toolTip().startswith(other.text())


def test_both_sides_hide_by_keyboard(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("A")
    window = open_window()
    for command, pane in (("view.sidebar", window.library_pane), ("view.sources", window.source_pane)):
        window.actions_table[command].trigger()
        assert not pane.isVisible()
        window.actions_table[command].trigger()
        assert pane.isVisible()
    window.actions_table["question.focus"].trigger()
    assert window.chat_pane.question.edit.hasFocus() or not window.isActiveWindow()


@pytest.mark.slow
def test_the_window_remembers_how_it_was(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("A")
    scripted.add_library("B")
    window = open_window()
    window.library_pane.choose_library("B")
    window.panes.show_sources(show=False)
    window._settings.sync()
    window._settings.setValue("library", "B")
    window._settings.setValue("window/sources", window.panes.sources_shown)
    window._settings.sync()
    second = open_window()
    assert second.library_pane.current_library().name == "B"
    assert not second.source_pane.isVisible()


def test_closing_the_window_closes_the_worker(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("A")
    window = open_window()
    window.close()
    assert scripted.closed


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("content", [b"\0" * 300, b"[General\nlibrary=B", b"no lines of settings\n"])
def test_a_damaged_file_of_the_window_is_kept(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "window.ini"
    file.write_bytes(content)
    settings = window_settings(file)
    assert settings.allKeys() == []
    settings.setValue("library", "A")
    settings.sync()
    (told,) = DAMAGED.take(tmp_path)
    assert told.aside is not None
    assert told.aside.read_bytes() == content
    assert window_settings(file).value("library") == "A"
    assert {path.name for path in tmp_path.iterdir()} == {"window.ini", told.aside.name}
    assert not DAMAGED.take(tmp_path)


def test_damaged_files_are_told_of_when_the_window_opens(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    aside = Path("/data/keys.damaged-2026-01-31.json")
    DAMAGED.note(SetAside(scripted.secrets.file, aside, "Enter the keys again."))
    window = open_window()
    box = find(window, QMessageBox, "damaged_file_box")
    assert box.text() == f"The file {scripted.secrets.file} was damaged. It was renamed to {aside}."
    assert box.informativeText() == "Enter the keys again."
    box.close()


def test_a_problem_that_belongs_to_no_job_is_told_over_the_window(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    window = open_window()
    error = UserError("The file with your conversations is gone: /data/conversations.sqlite.", "Put a backup there.")
    scripted.bus.emit(ProblemMet(0, error))
    qtbot.waitUntil(lambda: window.findChild(QMessageBox, "problem_box") is not None)
    box = find(window, QMessageBox, "problem_box")
    assert (box.text(), box.informativeText()) == (error.message, error.next_step)
    qtbot.mouseClick(box.defaultButton(), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.findChild(QMessageBox, "problem_box") is None)


def test_an_empty_library_that_is_given_files_says_that_they_are_read(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("Papers", files=0, nodes=0)
    window = open_window()
    start = window.chat_pane.start
    qtbot.waitUntil(start.drop_area.isVisible)
    scripted.bus.emit(replace(READING, index_name="Papers", files_done=0))
    qtbot.waitUntil(lambda: "Reading “Papers”" in {one.text() for one in start.findChildren(QLabel)})
    assert not start.drop_area.isVisible()


def test_the_keyboard_comes_back_to_the_question_when_there_is_something_to_ask(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("Papers")
    window = open_window()
    question = window.chat_pane.question
    qtbot.waitUntil(question.edit.isEnabled)
    question.edit.setFocus()
    question.show_library(has_files=False)
    assert window.focusWidget() is not question.edit
    question.show_library(has_files=True)
    assert window.focusWidget() is question.edit
    question.show_library(has_files=False)
    window.library_pane.add_button.setFocus()
    question.show_library(has_files=True)
    assert window.focusWidget() is window.library_pane.add_button, "the person chose something else"
