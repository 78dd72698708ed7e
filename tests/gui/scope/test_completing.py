"""“@” in a question, by mouse and keyboard."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot

from desktop_rag.gui.scope.chips import ScopeChips
from desktop_rag.gui.scope.completer import ScopeCompleter
from desktop_rag.gui.shell.main_window import MainWindow
from tests.gui.person import find, type_question
from tests.helpers.script import file_status
from tests.helpers.scripted_worker import ScriptedWorker

Open = Callable[[], MainWindow]


@pytest.fixture
def opened(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> MainWindow:
    scripted.add_library("Contracts")
    names = ("leases/lease 1.pdf", "leases/lease 2.pdf", "letters/letter.docx", "taxes/return.pdf")
    scripted.file_lists["Contracts"] = tuple(map(file_status, names))
    window = open_window()
    window.activateWindow()
    return window


def completer(window: MainWindow) -> ScopeCompleter:
    return find(window, ScopeCompleter, "scope_completer")


def offered(window: MainWindow) -> list[str]:
    model = completer(window).list.entries
    return [str(model.index(row).data()) for row in range(model.rowCount())]


def chips(window: MainWindow) -> list[str]:
    scope = window.chat_pane.scope
    shown = [chip for chip in scope.findChildren(QPushButton, "scope_chip") if chip.isVisibleTo(scope)]
    return [chip.text().removesuffix("  ×") for chip in shown]


def box(window: MainWindow) -> QPlainTextEdit:
    return find(window, QPlainTextEdit, "question_box")


def test_a_folder_is_chosen_by_keyboard_and_scopes_the_question(
    qtbot: QtBot, opened: MainWindow, scripted: ScriptedWorker
) -> None:
    type_question(qtbot, opened, "How long is the notice @lea")
    qtbot.waitUntil(completer(opened).isVisible)
    assert offered(opened)[0] == "leases/"
    qtbot.keyClick(box(opened), Qt.Key.Key_Return)
    assert not completer(opened).isVisible()
    assert box(opened).toPlainText() == "How long is the notice "
    assert chips(opened) == ["leases/"]
    qtbot.keyClicks(box(opened), "period?")
    qtbot.keyClick(box(opened), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(scripted.called("answers.ask")))
    assert scripted.called("answers.ask")[-1].overrides == {"retrieval.filters": 'file_path under "/docs/leases"'}
    kept = ("@folder /docs/leases",)
    qtbot.waitUntil(lambda: list(scripted.conversation_scopes.values()) == [kept])


def test_a_file_is_chosen_with_the_mouse_and_taken_away_again(qtbot: QtBot, opened: MainWindow) -> None:
    type_question(qtbot, opened, "@letter.d")
    qtbot.waitUntil(lambda: completer(opened).isVisible() and offered(opened) == ["letter.docx"])
    view = completer(opened).list
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(view.entries.index(0)).center())
    assert chips(opened) == ["letter.docx"]
    assert opened.chat_pane.scope.isVisible()
    chip = find(opened.chat_pane.scope, QPushButton, "scope_chip")
    assert chip.accessibleName() == "Asking only letter.docx. Press to remove."
    chip.setFocus()
    qtbot.keyClick(chip, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: not opened.chat_pane.scope.isVisible())


def test_several_parts_stand_side_by_side(qtbot: QtBot, opened: MainWindow) -> None:
    for word in ("@taxes", "@pdf", "@2024", "@2023"):
        type_question(qtbot, opened, word)
        qtbot.waitUntil(completer(opened).isVisible)
        qtbot.keyClick(box(opened), Qt.Key.Key_Tab)
    assert chips(opened) == ["taxes/", "PDF files", "2023"]
    assert box(opened).toPlainText() == ""


def test_escape_leaves_the_words_as_they_are(qtbot: QtBot, opened: MainWindow) -> None:
    type_question(qtbot, opened, "@lea")
    qtbot.waitUntil(completer(opened).isVisible)
    qtbot.keyClick(box(opened), Qt.Key.Key_Escape)
    assert not completer(opened).isVisible()
    qtbot.keyClicks(box(opened), "se")
    assert not completer(opened).isVisible()
    assert box(opened).toPlainText() == "@lease"
    qtbot.keyClicks(box(opened), " @ta")
    assert completer(opened).isVisible()


@pytest.mark.sampled(4)
@pytest.mark.parametrize("text", ["write to ann@lease.org", "lease", "@lease now", "@nothinglikeit"])
def test_other_words_open_nothing(qtbot: QtBot, opened: MainWindow, text: str) -> None:
    type_question(qtbot, opened, "@")
    qtbot.waitUntil(completer(opened).isVisible)
    box(opened).clear()
    type_question(qtbot, opened, text)
    assert not completer(opened).isVisible()


def test_it_opens_within_japanese_words_which_have_no_spaces(qtbot: QtBot, opened: MainWindow) -> None:
    box(opened).setFocus()
    box(opened).insertPlainText("期間は@lea")
    qtbot.waitUntil(completer(opened).isVisible)


def test_the_arrow_keys_choose_and_the_list_closes_with_the_focus(qtbot: QtBot, opened: MainWindow) -> None:
    type_question(qtbot, opened, "@lease")
    qtbot.waitUntil(completer(opened).isVisible)
    qtbot.keyClick(box(opened), Qt.Key.Key_Down)
    assert completer(opened).list.currentIndex().row() == 1
    assert opened.rect().contains(completer(opened).geometry())
    opened.library_pane.library_list.setFocus()
    assert not completer(opened).isVisible()


def test_a_conversation_opens_with_what_it_is_about(qtbot: QtBot, opened: MainWindow, scripted: ScriptedWorker) -> None:
    scripted.add_conversation("one", "Contracts", "Leases", [])
    scripted.conversation_scopes["one"] = ("/docs/a.pdf", "@folder /docs/leases", "@date 2024-01-01..2024-12-31")
    opened.chat_pane.open_conversation("one", "Leases")
    qtbot.waitUntil(lambda: chips(opened) == ["a.pdf", "leases/", "2024"])


def test_many_files_share_a_chip(qtbot: QtBot, english: None) -> None:
    shown = ScopeChips()
    qtbot.addWidget(shown)
    assert not shown.isVisibleTo(shown.parentWidget())
    shown.show_kept(("/docs/R&D.pdf", "/docs/R&D.pdf"))
    assert find(shown, QPushButton, "scope_chip").text() == "R&&D.pdf  ×"
    assert shown.files == ("/docs/R&D.pdf",)
    shown.show_kept(tuple(f"/docs/{number}.pdf" for number in range(1200)))
    chip = shown.findChildren(QPushButton, "scope_chip")[-1]
    assert chip.text() == "1,200 files  ×"
    listed = chip.toolTip().splitlines()
    assert listed[11:] == ["11.pdf", "…", "Click to remove"]
    with qtbot.waitSignal(shown.changed):
        qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert (shown.files, shown.condition()) == ((), "")
