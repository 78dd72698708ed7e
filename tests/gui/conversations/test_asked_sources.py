"""Files attached to a conversation and other libraries it asks: dropped, pasted, chosen, ticked, taken away."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog, QMenu, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from desktop_rag.core.results.conversations import ConversationSources, Turn
from desktop_rag.gui.chat.question_box import SourceChips
from desktop_rag.gui.shell.main_window import MainWindow
from tests.gui.person import ask, drop, find
from tests.helpers.scripted_worker import ScriptedWorker

pytestmark = pytest.mark.usefixtures("english")
Open = Callable[[], MainWindow]
LEFT = Qt.MouseButton.LeftButton
BELOW = QPointF(700, 700)


@pytest.fixture
def window(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> MainWindow:
    """A window with three libraries and two conversations of the first."""
    for name in ("Papers", "Recipes", "R & D"):
        scripted.add_library(name)
    answer = scripted.whole_answer("q", "It is 30 days. [1]")
    scripted.add_conversation("c1", "Papers", "Notice periods", [Turn("How long?", answer)])
    scripted.add_conversation("c2", "Papers", "Others", [Turn("What else?", answer)])
    scripted.conversation_sources["c2"] = ConversationSources(("Gone", "Recipes"), ("/docs/lease.pdf",))
    window = open_window()
    qtbot.waitUntil(lambda: window.library_pane.conversations.model.rowCount() > 2)
    return window


def chips(window: MainWindow) -> list[QPushButton]:
    row = window.chat_pane.question.findChild(SourceChips)
    assert row is not None
    return [chip for chip in row.findChildren(QPushButton) if chip.isVisible()]


def names(window: MainWindow) -> list[str]:
    return [chip.text().removesuffix("  ×") for chip in chips(window)]


def open_conversation(qtbot: QtBot, window: MainWindow, conversation_id: str) -> None:
    info = window.library_pane.conversations.conversation(conversation_id)
    assert info is not None
    window.library_pane.open_conversation(info)
    qtbot.waitUntil(lambda: bool(window.chat_pane.turns.turns()))
    qtbot.wait(20)


def paste(qtbot: QtBot, window: MainWindow, data: QMimeData) -> None:
    QGuiApplication.clipboard().setMimeData(data)
    window.chat_pane.question.edit.setFocus()
    qtbot.keyClick(window.chat_pane.question.edit, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)


def test_files_dropped_below_are_attached_and_the_others_go_to_the_library(
    qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker
) -> None:
    open_conversation(qtbot, window, "c1")
    assert drop(window, [Path("/docs/a.pdf")], BELOW) == "Drop to attach to this conversation"
    assert names(window) == ["a.pdf"]
    qtbot.waitUntil(lambda: scripted.conversation_sources["c1"] == ConversationSources((), ("/docs/a.pdf",)))
    assert scripted.called("files.add") == []
    assert drop(window, [Path("/docs/b.pdf")]) == "Drop to add to “Papers”"
    qtbot.waitUntil(lambda: bool(scripted.called("files.add")))
    assert names(window) == ["a.pdf"]


def test_a_chip_takes_its_file_away(qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker) -> None:
    open_conversation(qtbot, window, "c1")
    drop(window, [Path("/docs/a.pdf"), Path("/docs/b & c.pdf")], BELOW)
    assert names(window) == ["a.pdf", "b && c.pdf"]
    assert chips(window)[0].accessibleName() == "a.pdf is attached. Press to remove."
    qtbot.mouseClick(chips(window)[0], LEFT)
    qtbot.waitUntil(lambda: names(window) == ["b && c.pdf"])
    qtbot.waitUntil(lambda: scripted.conversation_sources["c1"].attachments == ("/docs/b & c.pdf",))


def test_files_are_attached_with_the_paper_clip(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: (["/docs/a.pdf"], ""))
    clip = find(window, QToolButton, "attach_button")
    assert clip.accessibleName() == "Attach files"
    qtbot.mouseClick(clip, LEFT)
    assert names(window) == ["a.pdf"]
    qtbot.mouseClick(clip, LEFT)
    assert names(window) == ["a.pdf"]


def test_copied_files_are_pasted(qtbot: QtBot, window: MainWindow) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/docs/a.pdf")])
    data.setText("/docs/a.pdf")
    paste(qtbot, window, data)
    assert names(window) == ["a.pdf"]
    assert window.chat_pane.question.edit.toPlainText() == ""


def test_a_copied_picture_is_pasted(qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker) -> None:
    image = QImage(8, 6, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    data = QMimeData()
    data.setImageData(image)
    paste(qtbot, window, data)
    qtbot.waitUntil(lambda: names(window) == ["Picture.png"])
    ((content,),) = scripted.called("attachments.keep_picture")
    assert isinstance(content, bytes)
    assert QImage.fromData(content).size() == image.size()


def test_text_with_a_picture_of_it_is_pasted_as_text(qtbot: QtBot, window: MainWindow) -> None:
    data = QMimeData()
    data.setText("how long?")
    data.setImageData(QImage(8, 6, QImage.Format.Format_RGB32))
    paste(qtbot, window, data)
    assert window.chat_pane.question.edit.toPlainText() == "how long?"
    assert names(window) == []


def test_a_new_conversation_is_given_them_before_its_first_question_is_asked(
    qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker
) -> None:
    drop(window, [Path("/docs/a.pdf")], BELOW)
    assert scripted.called("conversations.set_sources") == []
    ask(qtbot, window)
    called = [name for name, _ in scripted.calls]
    assert called.index("conversations.set_sources") < called.index("answers.ask")
    assert scripted.conversation_sources[window.chat_pane.conversation_id].attachments == ("/docs/a.pdf",)


def test_what_is_remembered_is_shown_with_its_conversation(qtbot: QtBot, window: MainWindow) -> None:
    open_conversation(qtbot, window, "c2")
    qtbot.waitUntil(lambda: names(window) == ["lease.pdf", "Gone (deleted)", "Recipes"])
    open_conversation(qtbot, window, "c1")
    assert names(window) == []
    window.actions_table["conversation.new"].trigger()
    assert names(window) == []


def test_other_libraries_are_ticked(qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker) -> None:
    open_conversation(qtbot, window, "c1")
    button = find(window, QPushButton, "libraries_button")
    assert (button.text(), button.accessibleName()) == ("Papers", "Libraries asked: Papers")
    qtbot.mouseClick(button, LEFT)
    menu = find(window, QMenu, "asked_libraries_menu")
    qtbot.waitUntil(menu.isVisible)
    actions = menu.actions()
    assert [(one.text(), one.isChecked(), one.isEnabled()) for one in actions] == [
        ("Papers", True, False),
        ("R && D", False, True),
        ("Recipes", False, True),
    ]
    for action in actions[1:]:
        qtbot.mouseClick(menu, LEFT, pos=menu.actionGeometry(action).center())
        assert menu.isVisible()
    assert button.text() == "Papers + 2"
    assert names(window) == ["R && D", "Recipes"]
    qtbot.mouseClick(menu, LEFT, pos=menu.actionGeometry(actions[1]).center())
    qtbot.mouseClick(menu, LEFT, pos=menu.actionGeometry(actions[0]).center() + QPoint(1, 0))
    menu.close()
    assert button.text() == "Papers + 1"
    kept = scripted.conversation_sources
    qtbot.waitUntil(lambda: kept["c1"].libraries == ("Recipes",))


def test_with_one_library_there_is_nothing_to_choose(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers")
    window = open_window()
    assert not find(window, QPushButton, "libraries_button").isVisible()


@pytest.fixture
def empty(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> MainWindow:
    """A window whose open library has no files yet, beside one that has."""
    scripted.add_library("Empty", files=0, nodes=0)
    scripted.add_library("Papers")
    window = open_window()
    qtbot.waitUntil(window.chat_pane.tools.libraries_button.isVisible)
    return window


def test_an_empty_library_is_asked_about_attached_files(
    qtbot: QtBot, empty: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scripted: ScriptedWorker
) -> None:
    question = empty.chat_pane.question
    assert not question.edit.isEnabled()
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(tmp_path / "lease.pdf")], ""))
    qtbot.mouseClick(question.attach_button, LEFT)
    assert question.edit.isEnabled()
    assert not question.ask_button.isEnabled()
    ask(qtbot, empty)
    assert scripted.conversation_sources[empty.chat_pane.conversation_id].attachments == (str(tmp_path / "lease.pdf"),)


def test_an_empty_library_is_not_asked_once_nothing_is_attached(
    qtbot: QtBot, empty: MainWindow, tmp_path: Path
) -> None:
    question = empty.chat_pane.question
    drop(empty, [tmp_path / "lease.pdf"], BELOW)
    qtbot.keyClicks(question.edit, "How long?")
    assert question.ask_button.isEnabled()
    qtbot.mouseClick(chips(empty)[0], LEFT)
    assert not question.edit.isEnabled()
    assert not question.ask_button.isEnabled()
    assert question.edit.toPlainText() == "How long?"


def test_an_empty_library_is_asked_with_another_one(qtbot: QtBot, empty: MainWindow) -> None:
    qtbot.mouseClick(empty.chat_pane.tools.libraries_button, LEFT)
    menu = find(empty, QMenu, "asked_libraries_menu")
    qtbot.waitUntil(menu.isVisible)
    action = next(one for one in menu.actions() if one.text() == "Papers")
    qtbot.mouseClick(menu, LEFT, pos=menu.actionGeometry(action).center())
    menu.close()
    assert empty.chat_pane.question.edit.isEnabled()
    empty.conversation_commands.new_conversation()
    assert not empty.chat_pane.question.edit.isEnabled()
