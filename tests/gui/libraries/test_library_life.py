"""Backing up, duplicating and deleting a library, with its conversations and the way back."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QCheckBox, QFileDialog, QLabel, QMessageBox, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from desktop_rag.gui.libraries.models import bytes_on_disk
from desktop_rag.gui.shell.main_window import MainWindow
from tests.gui.person import find
from tests.helpers.scripted_worker import ScriptedWorker

Open = Callable[[], MainWindow]


@pytest.fixture
def opened(open_window: Open, scripted: ScriptedWorker) -> MainWindow:
    scripted.add_library("Letters")
    scripted.add_library("Papers")
    for number in range(5):
        scripted.add_conversation(f"c{number}", "Papers", f"Question {number}", [])
    window = open_window()
    window.library_pane.choose_library("Papers")
    return window


def names(window: MainWindow) -> list[str]:
    return window.library_pane.libraries.names()


def delete(qtbot: QtBot, window: MainWindow, *, conversations: bool = False) -> str:
    """Delete the chosen library; return what the question said."""
    window.actions_table["library.delete"].trigger()
    box = find(window, QMessageBox, "delete_library_box")
    said = f"{box.text()} {box.informativeText()}"
    if conversations:
        also = find(box, QCheckBox, "delete_conversations_box")
        also.setFocus()
        qtbot.keyClick(also, Qt.Key.Key_Space)
    qtbot.mouseClick(find(box, QPushButton, "confirm_delete_library_button"), Qt.MouseButton.LeftButton)
    return said


def test_the_question_names_the_conversations_and_they_stay(
    qtbot: QtBot, opened: MainWindow, scripted: ScriptedWorker
) -> None:
    said = delete(qtbot, opened)
    assert "“Papers”" in said
    assert "and 2 more" in said
    assert said.count("“Question") == 3
    qtbot.waitUntil(lambda: names(opened) == ["Letters"])
    dismiss = find(opened.library_commands.deletion.notice, QToolButton, "notice_dismiss")
    qtbot.mouseClick(dismiss, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: scripted.called("libraries.delete") == [("Papers",)])
    assert not scripted.called("conversations.delete")


def test_a_library_comes_back(qtbot: QtBot, opened: MainWindow, scripted: ScriptedWorker) -> None:
    delete(qtbot, opened)
    qtbot.waitUntil(lambda: names(opened) == ["Letters"])
    undo = find(opened, QPushButton, "library_undo_button")
    assert opened.rect().contains(opened.library_commands.deletion.notice.geometry())
    undo.setFocus()
    qtbot.keyClick(undo, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: names(opened) == ["Letters", "Papers"])
    info = opened.library_pane.current_library()
    assert info is not None
    assert info.name == "Papers"
    assert not scripted.called("libraries.delete")


def test_it_is_deleted_when_nobody_wants_it_back(qtbot: QtBot, opened: MainWindow, scripted: ScriptedWorker) -> None:
    opened.library_commands.deletion._timer.setInterval(50)
    delete(qtbot, opened, conversations=True)
    qtbot.waitUntil(lambda: bool(scripted.called("libraries.delete")))
    assert sorted(scripted.called("conversations.delete")) == [(f"c{number}",) for number in range(5)]
    qtbot.waitUntil(lambda: names(opened) == ["Letters"])
    assert not opened.library_commands.deletion.notice.isVisible()


def test_closing_the_window_deletes_what_was_deleted(
    qtbot: QtBot, opened: MainWindow, scripted: ScriptedWorker
) -> None:
    delete(qtbot, opened)
    qtbot.waitUntil(lambda: names(opened) == ["Letters"])
    opened.close()
    assert list(scripted.infos) == ["Letters"]


@pytest.mark.parametrize("name", ["Papers", "All the contracts of the harbour district and its neighbours since 1998"])
def test_the_offer_to_bring_a_library_back_is_not_cut(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker, name: str
) -> None:
    scripted.add_library(name)
    scripted.add_library("Letters")
    window = open_window()
    deletion = window.library_commands.deletion
    deletion._delete(name, ())
    qtbot.wait(20)
    said = find(deletion.notice, QLabel, "notice_message")
    assert said.height() >= said.heightForWidth(said.width())
    for part in (said, find(deletion.notice, QPushButton, "library_undo_button")):
        assert deletion.notice.rect().contains(part.geometry())
    deletion.finish()


def test_the_offer_to_undo_leaves_the_line_below_the_lists_readable(
    qtbot: QtBot, opened: MainWindow, scripted: ScriptedWorker
) -> None:
    delete(qtbot, opened)
    deletion, hint = opened.library_commands.deletion, opened.library_pane.hint
    qtbot.waitUntil(deletion.notice.isVisible)
    assert not deletion.notice.geometry().intersects(QRect(hint.mapTo(opened, QPoint(0, 0)), hint.size()))
    deletion.finish()
    qtbot.waitUntil(lambda: len(scripted.infos) == 1)


def test_the_last_library_can_come_back_too(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers")
    window = open_window()
    delete(qtbot, window)
    qtbot.waitUntil(window.welcome.isVisible)
    qtbot.mouseClick(find(window, QPushButton, "library_undo_button"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(window.panes.isVisible)


def test_a_new_library_may_have_the_name_of_one_just_deleted(
    qtbot: QtBot, opened: MainWindow, scripted: ScriptedWorker
) -> None:
    delete(qtbot, opened)
    qtbot.waitUntil(lambda: names(opened) == ["Letters"])
    opened.actions_table["library.new"].trigger()
    qtbot.waitUntil(lambda: list(scripted.infos) == ["Letters"])


def test_a_backup_is_written_and_opened(
    qtbot: QtBot, opened: MainWindow, scripted: ScriptedWorker, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_given: (str(tmp_path / "copy"), ""))
    opened.actions_table["library.back_up"].trigger()
    target = tmp_path / "copy.ragindex"
    qtbot.waitUntil(
        lambda: [(*call, call.replace) for call in scripted.called("libraries.export")] == [("Papers", target, False)]
    )
    qtbot.waitUntil(opened.chat_pane.notice.isVisible)
    assert str(target) in opened.chat_pane.notice.accessibleName()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_given: (str(tmp_path / "papers.ragindex"), ""))
    opened.actions_table["library.open_backup"].trigger()
    qtbot.waitUntil(lambda: names(opened) == ["Letters", "Papers", "papers 2"])
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_given: ("", ""))
    opened.actions_table["library.open_backup"].trigger()
    assert len(scripted.called("libraries.import_copy")) == 1


def test_a_library_that_is_opened_or_dropped_is_a_library_and_no_document(
    qtbot: QtBot, opened: MainWindow, scripted: ScriptedWorker, tmp_path: Path
) -> None:
    opened.take_over((tmp_path / "Research.ragindex",), sample=False)
    qtbot.waitUntil(lambda: names(opened) == ["Letters", "Papers", "Research"])
    opened.adder.add_paths([tmp_path / "papers.ragindex", tmp_path / "notes.txt"], "Letters")
    qtbot.waitUntil(lambda: "papers 2" in names(opened))
    qtbot.waitUntil(lambda: len(scripted.called("files.preview")) == 1)
    assert scripted.called("files.preview")[0][0] == (tmp_path / "notes.txt",)


def test_a_duplicate_gets_a_name_of_its_own(qtbot: QtBot, opened: MainWindow, scripted: ScriptedWorker) -> None:
    opened.actions_table["library.duplicate"].trigger()
    qtbot.waitUntil(lambda: names(opened) == ["Letters", "Papers", "Papers copy"])
    opened.library_pane.choose_library("Papers")
    opened.actions_table["library.duplicate"].trigger()
    qtbot.waitUntil(lambda: "Papers copy 2" in names(opened))


def test_stop_is_offered_only_while_something_runs(qtbot: QtBot, opened: MainWindow) -> None:
    qtbot.waitUntil(lambda: not opened.actions_table["library.stop"].isEnabled())


def test_the_size_on_disk_counts_what_sqlite_keeps_beside(tmp_path: Path) -> None:
    (tmp_path / "a.ragindex").write_bytes(b"x" * 1000)
    (tmp_path / "a.ragindex-wal").write_bytes(b"x" * 24)
    assert bytes_on_disk(str(tmp_path / "a.ragindex")) == 1024
    assert bytes_on_disk(str(tmp_path / "missing.ragindex")) == 0


def test_a_library_whose_files_still_wait_is_not_called_empty(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("Papers", files=0, waiting=60)
    window = open_window()
    start = window.chat_pane.start
    qtbot.waitUntil(lambda: start.isVisible() and window.library_pane.current_library() is not None)
    said = [text.text() for text in start.findChildren(QLabel) if text.isVisible()]
    assert "You can ask as soon as the first files have been read." in said
    assert not [text for text in said if "empty" in text]
    assert not start.drop_area.isVisible()
