"""What people come to the window for, done with mouse and keys alone, in the steps that the list of tasks promises."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QLabel, QLineEdit, QListView, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from desktop_rag.config.options import LANGUAGE, THEME
from desktop_rag.core.results.answers import Verdict
from desktop_rag.core.results.conversations import Turn
from desktop_rag.core.results.files import FileState
from desktop_rag.core.results.mentions import FileGap, FileMentions
from desktop_rag.core.results.review import (
    Cell,
    CellState,
    ColumnType,
    ReviewColumn,
    ReviewTable,
    TableDefinition,
    TableRow,
)
from desktop_rag.gui.all_documents.columns_dialog import ColumnsDialog
from desktop_rag.gui.all_documents.find_all import FindAllSection
from desktop_rag.gui.all_documents.mention_list import Group
from desktop_rag.gui.all_documents.page import AllDocumentsPane
from desktop_rag.gui.all_documents.table_section import TableSection
from desktop_rag.gui.shell.actions import menu_titles
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.widgets.basics import ComboBox
from tests.gui.person import find, shown_files
from tests.helpers.script import file_status
from tests.helpers.scripted_worker import ScriptedWorker

_LIST = Path(__file__).resolve().parents[3] / "desktop_rag" / "gui" / "TASKS.md"
_MOST = 3
Key = Qt.Key
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


class Person:
    """Works with the window and counts the steps."""

    def __init__(self, qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker) -> None:
        self.qtbot, self.window, self.scripted = qtbot, window, scripted
        self.steps = 0

    def press(self, key: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        self.steps += 1
        self.qtbot.keyClick(self.window.focusWidget() or self.window, key, held)

    def type(self, text: str) -> None:
        self.steps += 1
        focused = self.window.focusWidget()
        assert focused is not None
        self.qtbot.keyClicks(focused, text)

    def click(self, widget: QWidget, place: QPoint | None = None) -> None:
        assert widget.isVisible()
        self.steps += 1
        self.qtbot.mouseClick(widget, Qt.MouseButton.LeftButton, pos=place or widget.rect().center())

    def choose(self, section: str, command: str) -> None:
        """Choose a command from the menu bar."""
        bar = self.window.menuBar()
        title = next(one for one in bar.actions() if one.text() == menu_titles()[section])
        self.click(bar, bar.actionGeometry(title).center())
        menu = next(one for one in bar.findChildren(QWidget) if one.isVisible() and one.inherits("QMenu"))
        self.click(menu, menu.actionGeometry(self.window.actions_table[command]).center())  # type: ignore[attr-defined]

    def from_palette(self, text: str, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        self.press(Key.Key_K, CONTROL)
        self.qtbot.waitUntil(lambda: self.window.focusWidget() is self.window.palette_commands.popup.box)
        self.type(text)
        model = self.window.palette_commands.popup.model  # files become known a moment later
        self.wait(lambda: model.rowCount() > 0)
        self.press(Key.Key_Return, held)

    def wait(self, holds: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(holds)

    def dialog(self, name: str) -> None:
        """Wait for a dialog, and close it."""
        self.wait(lambda: any(one.isVisible() for one in self._dialogs(name)))
        for one in self._dialogs(name):
            one.close()

    def _dialogs(self, name: str) -> list[QDialog]:
        return [one for one in self.window.findChildren(QDialog) if type(one).__name__ == name]

    @property
    def chat(self) -> str:
        return self.window.chat_pane.conversation_id


def rename(person: Person) -> None:
    person.press(Key.Key_F2)
    editor = find(find(person.window, QListView, "conversation_list"), QLineEdit, "")
    editor.setFocus()
    person.steps += 1
    person.qtbot.keyClicks(editor, "Renting")
    person.steps += 1
    person.qtbot.keyClick(editor, Key.Key_Return)
    person.wait(lambda: person.scripted.conversation_infos["old"].title == "Renting")


def pin(person: Person) -> None:
    person.choose("conversation", "conversation.pin")
    person.wait(lambda: person.scripted.conversation_infos["old"].pinned)


def begin(person: Person) -> None:
    person.press(Key.Key_T, CONTROL)
    assert person.chat == ""


def find_conversation(person: Person) -> None:
    person.from_palette("survey")
    person.wait(lambda: person.chat == "week")


def bring_back(person: Person) -> None:
    person.window.conversation_commands.delete_conversation()
    person.wait(lambda: "old" not in person.scripted.conversation_infos)
    person.wait(lambda: person.window.findChild(QPushButton, "undo_button") is not None)
    person.qtbot.wait(20)
    person.click(find(person.window, QPushButton, "undo_button"))
    person.wait(lambda: "old" in person.scripted.conversation_infos)


def ask(person: Person) -> None:
    person.type("How long is the notice period?")
    person.press(Key.Key_Return)
    person.wait(lambda: len(person.window.chat_pane.turns.turns()) == 2 and not person.window.chat_pane.busy)


def ask_again(person: Person) -> None:
    person.click(find(person.window.chat_pane.turns.turns()[0], QPushButton, "regenerate_button"))
    person.wait(lambda: len(person.window.chat_pane.turns.turns()) == 2 and not person.window.chat_pane.busy)


def send(person: Person) -> None:
    person.click(person.window.chat_pane.turns.turns()[0].copy_button)
    copied = QGuiApplication.clipboard().text()
    assert "It is 30 days." in copied
    assert "lease.pdf" in copied


def read_page(person: Person) -> None:
    view = person.window.chat_pane.turns.turns()[0].answer_view
    person.wait(lambda: bool(view.chip_rects()))
    person.click(view.viewport(), view.chip_rects()[0][1].center().toPoint())
    person.wait(person.window.source_pane.viewer.isVisible)


def why(person: Person) -> None:
    person.press(Key.Key_W, CONTROL | SHIFT)
    person.dialog("WhyDialog")


def ask_one_file(person: Person) -> None:
    person.from_palette("broken", CONTROL)
    assert person.window.chat_pane.scope.files == ("/docs/broken.pdf",)


def unread(person: Person) -> None:
    person.press(Key.Key_I, CONTROL)
    page = person.window.files_commands.page
    person.wait(lambda: len(shown_files(page)) == 2)
    person.click(find(page, QPushButton, f"files_{FileState.FAILED.value}"))
    person.wait(lambda: shown_files(page) == ["broken.pdf"])


def search_year(person: Person) -> None:
    person.press(Key.Key_2, CONTROL)
    person.type("contract after:2024-01-01 before:2024-12-31")
    person.wait(lambda: any("before:2024-12-31" in str(call) for call in person.scripted.called("search.pages")))


def other_library(person: Person) -> None:
    view = find(person.window, QListView, "library_list")
    rows = {str(view.model().index(row, 0).data()): row for row in range(view.model().rowCount())}
    person.click(view.viewport(), view.visualRect(view.model().index(rows["Papers"], 0)).center())
    info = person.window.library_pane.current_library()
    assert info is not None
    assert info.name == "Papers"


def folders(person: Person) -> None:
    person.press(Key.Key_F, CONTROL | SHIFT)
    person.dialog("FoldersDialog")


def network(person: Person) -> None:
    person.choose("program", "program.network")
    person.dialog("NetworkDialog")


def offline(person: Person) -> None:
    person.choose("program", "program.offline")
    person.wait(lambda: person.scripted.network.is_offline)


def language(person: Person) -> None:
    person.from_palette("deutsch")
    person.wait(lambda: person.scripted.config[LANGUAGE] == "de")


def dark(person: Person) -> None:
    person.from_palette("appearance: dark")
    person.wait(lambda: person.scripted.config[THEME] == "dark")


def find_setting(person: Person) -> None:
    person.from_palette("proxy")
    person.dialog("SettingsDialog")


def keys(person: Person) -> None:
    person.press(Key.Key_F1)
    person.dialog("ShortcutSheet")


def all_documents(person: Person) -> AllDocumentsPane:
    """Go to the page about all documents, which takes no step here."""
    person.window.actions_table["view.all_documents"].trigger()
    page = person.window.page_commands.all_documents
    assert page is not None
    person.wait(page.isVisible)
    return page


def find_mentions(person: Person) -> None:
    person.press(Key.Key_3, CONTROL)
    person.type("notice")
    person.press(Key.Key_Return)
    page = person.window.page_commands.all_documents
    assert page is not None
    person.wait(page.find_all.list.isVisible)


def counted(person: Person) -> FindAllSection:
    find_all = all_documents(person).find_all
    find_all.edit.setText("notice")
    find_all.count_all()
    person.wait(find_all.list.isVisible)
    return find_all


def without(person: Person) -> None:
    find_all = counted(person)
    person.click(find_all.chips[Group.WITHOUT])
    assert find_all.list.rows.group is Group.WITHOUT


def not_looked_through(person: Person) -> None:
    find_all = counted(person)
    person.click(find_all.chips[Group.UNREADABLE])
    assert find_all.list.rows.group is Group.UNREADABLE


def find_meant(person: Person) -> None:
    find_all = all_documents(person).find_all
    person.click(find_all.meaning, QPoint(8, find_all.meaning.height() // 2))
    find_all.focus()
    person.type("pets are forbidden")
    person.press(Key.Key_Return)
    person.wait(find_all.meaning_list.isVisible)


def register(person: Person) -> None:
    person.press(Key.Key_3, CONTROL)
    page = person.window.page_commands.all_documents
    assert page is not None
    person.click(section_button(page, page.register))
    person.wait(page.register.isVisible)


def timeline(person: Person) -> None:
    page = all_documents(person)
    page.show_section(page.register)
    push = find(page.register, QPushButton, "register_timeline_button")
    person.click(push)
    assert push.isChecked()


def fill_table(person: Person) -> None:
    person.press(Key.Key_3, CONTROL)
    page = person.window.page_commands.all_documents
    assert page is not None
    person.click(section_button(page, page.table))
    fill = find(page.table, QPushButton, "table_fill_button")
    person.wait(lambda: fill.isEnabled() and page.table.model.rowCount() > 0)
    person.click(fill)
    person.wait(lambda: bool(person.scripted.called("tables.fill")))


def filled_table(person: Person) -> TableSection:
    page = all_documents(person)
    page.show_section(page.table)
    fill = find(page.table, QPushButton, "table_fill_button")
    person.wait(lambda: fill.isEnabled() and page.table.model.rowCount() > 0)
    fill.click()
    person.wait(lambda: page.table.model.index(0, 1).data() == "950 GBP")
    return page.table


def change_columns(person: Person) -> None:
    section = filled_table(person)
    person.click(find(section, QToolButton, "table_columns_button"))
    (dialog,) = person.window.findChildren(ColumnsDialog)
    question = find(dialog, QLineEdit, "column_question")
    question.setFocus()
    person.steps += 1
    person.qtbot.keyClicks(question, "How much is the rent?")
    person.click(find(dialog, QPushButton, "columns_use_button"))
    person.wait(lambda: bool(person.scripted.called("tables.keep")))
    (column,) = person.scripted.called("tables.keep")[0].definition.columns
    assert column.question == "How much is the rent?"


def correct_cell(person: Person) -> None:
    section = filled_table(person)
    section.table.setFocus()
    section.table.setCurrentIndex(section.model.index(0, 1))
    person.press(Key.Key_F2)
    type_into_cell(person, section)


def type_into_cell(person: Person, section: TableSection) -> None:
    person.wait(section.table.is_edited)
    editor = section.table.findChild(QLineEdit)
    assert editor is not None
    editor.selectAll()
    editor.setFocus()
    person.steps += 1
    person.qtbot.keyClicks(editor, "£960")
    person.steps += 1
    person.qtbot.keyClick(editor, Key.Key_Return)
    person.wait(lambda: section.model.index(0, 1).data() == "£960")


def check_table(person: Person) -> None:
    section = filled_table(person)
    check = find(section, QPushButton, "table_check_button")
    person.wait(check.isEnabled)
    person.click(check)
    type_into_cell(person, section)
    person.wait(lambda: "of 1 agree with you" in find(section, QLabel, "table_status").text())


def group_table(person: Person) -> None:
    section = filled_table(person)
    box = find(section, ComboBox, "table_group")
    person.steps += 1  # a click that opens the list, or Tab
    box.setFocus()
    person.press(Key.Key_Down)
    person.wait(lambda: section.model.index(0, 0).data() == "950 GBP (1)")


def contradictions(person: Person) -> None:
    page = all_documents(person)
    person.click(section_button(page, page.contradictions))
    person.wait(lambda: bool(person.scripted.called("contradictions.find")))


def ask_model(person: Person) -> None:
    person.scripted.config.update({"llm.provider": "ollama", "llm.model": "small"})
    register(person)
    person.steps = 0
    page = person.window.page_commands.all_documents
    assert page is not None
    push = find(page, QPushButton, "register_model_button")
    person.wait(push.isVisible)
    person.click(push)
    person.wait(page.register.notice.isVisible)
    person.click(find(page, QPushButton, "register_ask_button"))
    person.wait(lambda: "The model read 11 of 12 parts." in find(page, QLabel, "register_status").text())


def check_text(person: Person) -> None:
    QGuiApplication.clipboard().setText("The notice period is 60 days. It starts on the first.")
    person.press(Key.Key_4, CONTROL)
    person.press(Key.Key_V, CONTROL)
    person.press(Key.Key_Return, CONTROL)
    page = person.window.page_commands.draft
    assert page is not None
    person.wait(lambda: page.list.rows.rowCount() == 2)


def read_contradiction(person: Person) -> None:
    person.scripted.verdicts["The notice period is 60 days"] = Verdict.CONTRADICTED
    check_text(person)
    person.steps = 0
    person.press(Key.Key_F8)
    person.press(Key.Key_Return)
    person.wait(lambda: person.window.source_pane.opened is not None)
    source = person.window.source_pane.viewer.source()
    assert source is not None
    assert source.file == "/docs/lease.pdf"


def section_button(page: AllDocumentsPane, section: QWidget) -> QWidget:
    """Return the button of the page that leads to one of its sections."""
    return find(page, QToolButton, f"{section.objectName()}_tab")


TASKS: dict[str, Callable[[Person], None]] = {
    "Rename this conversation": rename,
    "Pin this conversation": pin,
    "Begin a new conversation": begin,
    "Find a conversation of last week": find_conversation,
    "Bring back a conversation just deleted": bring_back,
    "Ask a question": ask,
    "Ask the same again": ask_again,
    "Send this answer to a colleague with its sources": send,
    "Read the page behind a sentence": read_page,
    "See why this is the answer": why,
    "Ask one file only": ask_one_file,
    "See which files were not read": unread,
    "Search only in contracts from 2024": search_year,
    "Go to another library": other_library,
    "Change which folders are read": folders,
    "See what was sent over the network": network,
    "Work without the internet": offline,
    "Change the language": language,
    "Change to dark colours": dark,
    "Find where a setting is": find_setting,
    "See every key": keys,
    "Find every mention of a word in all files": find_mentions,
    "See which files do not mention it": without,
    "See which files could not be looked through": not_looked_through,
    "Find what is said in other words": find_meant,
    "List all dates, amounts and parties": register,
    "See what has a date in order": timeline,
    "Ask every document the same questions": fill_table,
    "Change what a table asks": change_columns,
    "Correct a value of a table": correct_cell,
    "See how often a table is right": check_table,
    "Count the documents with each value": group_table,
    "See which files contradict each other": contradictions,
    "Have a model look for more of these": ask_model,
    "Check a text against all files": check_text,
    "Read the page that contradicts it": read_contradiction,
}


def promised() -> dict[str, int]:
    """Return the steps that the list promises, by task."""
    rows = re.findall(r"^\| ([^|]+) \|[^|]+\| (\d+) \|", _LIST.read_text(encoding="utf-8"), re.MULTILINE)
    return {task: int(steps) for task, steps in rows}


@pytest.fixture
def person(qtbot: QtBot, open_window: Callable[[], MainWindow], scripted: ScriptedWorker) -> Person:
    for name in ("Contracts", "Papers"):
        scripted.add_library(name, files=2)
    scripted.file_lists["Contracts"] = (
        file_status("lease.pdf"),
        file_status("broken.pdf", FileState.FAILED),
    )
    answer = scripted.whole_answer("How long?", "It is 30 days. [1]")
    scripted.add_conversation("week", "Contracts", "Who wrote the survey?", [Turn("Who wrote the survey?", answer)])
    scripted.add_conversation("old", "Contracts", "Notice periods", [Turn("How long?", answer)])
    rent = ReviewColumn("Rent", ColumnType.MONEY)
    row = TableRow("/docs/lease.pdf", (Cell(CellState.FOUND, "950 GBP"),))
    scripted.tables_found = [ReviewTable("Contracts", TableDefinition("Leases", (rent,)), (row,), 1, 1)]
    scripted.mention_counts = replace(
        scripted.mention_counts,
        files=(FileMentions("/docs/lease.pdf", 2),),
        without=("/docs/tea.md",),
        unreadable=(FileGap("/docs/broken.pdf", "It is damaged."),),
    )
    window = open_window()
    window.activateWindow()
    info = window.library_pane.conversations.conversation("old")
    assert info is not None
    window.library_pane.open_conversation(info)
    qtbot.waitUntil(lambda: len(window.chat_pane.turns.turns()) == 1)
    qtbot.wait(20)
    window.chat_pane.question.edit.setFocus()
    return Person(qtbot, window, scripted)


def test_the_list_names_the_tasks_that_are_tried() -> None:
    assert list(promised()) == list(TASKS)
    assert len(TASKS) >= 30
    assert max(promised().values()) <= _MOST


@pytest.mark.sampled(3)
@pytest.mark.parametrize("task", TASKS)
def test_a_task_takes_no_more_steps_than_promised(person: Person, task: str) -> None:
    TASKS[task](person)
    assert person.steps <= promised()[task]
