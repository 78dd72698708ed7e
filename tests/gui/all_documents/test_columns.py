"""The columns of a table made in the window: added, changed, moved, shared as a file, and the table forgotten."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFileDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QToolButton,
)
from pytestqt.qtbot import QtBot

from desktop_rag.core.results.review import (
    Cell,
    CellState,
    ColumnType,
    OnlyIf,
    ReviewColumn,
    ReviewTable,
    TableDefinition,
    TableRow,
)
from desktop_rag.gui.all_documents.columns_dialog import ColumnsDialog
from desktop_rag.gui.all_documents.table_section import TableSection
from desktop_rag.gui.settings.lines_editor import PlainLinesEditor
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets.basics import ComboBox
from desktop_rag.gui.widgets.theme import Appearance
from tests.gui.person import find
from tests.helpers.scripted_worker import ScriptedWorker

pytestmark = pytest.mark.usefixtures("english")
PETS = ReviewColumn("Pets", ColumnType.YES_NO)
KIND = ReviewColumn("Which pets", only_if=OnlyIf("Pets", "yes"))
LEASES = TableDefinition("Leases", (PETS, KIND))
FOUND = ReviewTable("A", LEASES, (TableRow("/docs/a.pdf", (Cell(CellState.WAITING),) * 2),), 1, 1)


@pytest.fixture
def pane(qtbot: QtBot, bridge: Bridge, appearance: Appearance, scripted: ScriptedWorker) -> TableSection:
    scripted.tables_found = [FOUND]
    pane = TableSection(bridge, appearance)
    qtbot.addWidget(pane)
    pane.resize(1000, 600)
    pane.show()
    pane.set_library(ScriptedWorker().add_library("A"))
    qtbot.waitUntil(lambda: pane.model.rowCount() == 1)
    return pane


def opened(pane: TableSection, name: str) -> ColumnsDialog:
    find(pane, QToolButton, name).click()
    return pane.window().findChildren(ColumnsDialog)[-1]


def named(dialog: ColumnsDialog) -> list[str]:
    return [dialog.list.item(place).text() for place in range(dialog.list.count())]


def typed(dialog: ColumnsDialog, qtbot: QtBot, name: str, text: str) -> None:
    box = dialog.findChild(QLineEdit, name) or find(dialog, PlainLinesEditor, name).edit
    assert isinstance(box, QLineEdit | QPlainTextEdit)
    box.setFocus()
    box.selectAll()
    for place, part in enumerate(text.split("\n")):
        if place:
            qtbot.keyClick(box, Qt.Key.Key_Return)
        qtbot.keyClicks(box, part)


def choose_type(dialog: ColumnsDialog, kind: ColumnType) -> None:
    box = find(dialog, ComboBox, "column_type")
    box.setCurrentIndex(box.findData(kind))


def use(dialog: ColumnsDialog, qtbot: QtBot) -> None:
    qtbot.mouseClick(find(dialog, QPushButton, "columns_use_button"), Qt.MouseButton.LeftButton)


def test_a_new_table_is_made_kept_and_shown(pane: TableSection, qtbot: QtBot, scripted: ScriptedWorker) -> None:
    dialog = opened(pane, "table_new_button")
    qtbot.keyClicks(find(dialog, QLineEdit, "columns_table_name"), "Rents")
    typed(dialog, qtbot, "column_name", "Rent")
    choose_type(dialog, ColumnType.MONEY)
    typed(dialog, qtbot, "column_question", "How much is the rent?")
    typed(dialog, qtbot, "column_instructions", "Without heating.")
    find(dialog, QPushButton, "columns_add_button").click()
    typed(dialog, qtbot, "column_name", "Heating")
    choose_type(dialog, ColumnType.CHOICE)
    typed(dialog, qtbot, "column_choices", "gas")
    use(dialog, qtbot)
    assert "needs two choices" in find(dialog, QLabel, "notice_message").text()
    typed(dialog, qtbot, "column_choices", "gas\noil")
    use(dialog, qtbot)
    made = TableDefinition(
        "Rents",
        (
            ReviewColumn("Rent", ColumnType.MONEY, "How much is the rent?", "Without heating."),
            ReviewColumn("Heating", ColumnType.CHOICE, choices=("gas", "oil")),
        ),
    )
    qtbot.waitUntil(lambda: find(pane, ComboBox, "table_choice").currentText() == "Rents")
    (called,) = scripted.called("tables.keep")
    assert (called.name, called.definition) == ("A", made)
    qtbot.waitUntil(lambda: pane.model.heads() == ("Document", "Rent", "Heating"))


def test_columns_are_changed_moved_and_removed(pane: TableSection, qtbot: QtBot, scripted: ScriptedWorker) -> None:
    dialog = opened(pane, "table_columns_button")
    assert named(dialog) == ["Pets", "Which pets"]
    typed(dialog, qtbot, "column_name", "Animals")
    use(dialog, qtbot)
    qtbot.waitUntil(lambda: bool(scripted.called("tables.keep")))
    animals, kind = scripted.called("tables.keep")[0].definition.columns
    assert (animals.name, kind.only_if) == ("Animals", OnlyIf("Animals", "yes"))
    qtbot.waitUntil(lambda: pane.model.heads() == ("Document", "Animals", "Which pets"))

    dialog = opened(pane, "table_columns_button")
    find(dialog, QToolButton, "columns_down_button").click()
    assert named(dialog) == ["Which pets", "Animals"]
    use(dialog, qtbot)
    assert "no column before it" in find(dialog, QLabel, "notice_message").text()
    assert find(dialog, QListWidget, "columns_list").currentRow() == 0
    find(dialog, QToolButton, "columns_down_button").click()
    find(dialog, QToolButton, "columns_up_button").click()
    find(dialog, QToolButton, "columns_down_button").click()
    dialog.list.setCurrentRow(0)
    find(dialog, QToolButton, "columns_remove_button").click()
    assert named(dialog) == ["Which pets"]
    use(dialog, qtbot)
    qtbot.waitUntil(lambda: len(scripted.called("tables.keep")) == 2)
    assert scripted.called("tables.keep")[1].definition.columns == (ReviewColumn("Which pets"),)


def test_a_column_is_asked_only_where_another_one_says_so(
    pane: TableSection, qtbot: QtBot, scripted: ScriptedWorker
) -> None:
    dialog = opened(pane, "table_columns_button")
    other = find(dialog, ComboBox, "column_only_if")
    assert other.isHidden() or not other.isVisible()
    dialog.list.setCurrentRow(1)
    value = find(dialog, ComboBox, "column_only_value")
    assert (other.currentText(), value.currentText()) == ("“Pets”", "yes")
    value.setCurrentIndex(1)
    use(dialog, qtbot)
    qtbot.waitUntil(lambda: bool(scripted.called("tables.keep")))
    assert scripted.called("tables.keep")[0].definition.columns[1].only_if == OnlyIf("Pets", "no")


def test_columns_are_shared_as_a_file(
    pane: TableSection, qtbot: QtBot, scripted: ScriptedWorker, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "mine.toml"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(file), ""))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(file), ""))
    dialog = opened(pane, "table_columns_button")
    find(dialog, QPushButton, "columns_save_button").click()
    qtbot.waitUntil(file.exists)
    dialog.reject()
    dialog = opened(pane, "table_new_button")
    find(dialog, QPushButton, "columns_open_button").click()
    qtbot.waitUntil(lambda: named(dialog) == ["Pets", "Which pets"])
    assert find(dialog, QLineEdit, "columns_table_name").text() == "Leases"
    file.write_text("name = 1", encoding="utf-8")
    find(dialog, QPushButton, "columns_open_button").click()
    qtbot.waitUntil(lambda: "defines no table" in find(dialog, QLabel, "notice_message").text())
    assert named(dialog) == ["Pets", "Which pets"]


def test_a_table_is_forgotten(pane: TableSection, qtbot: QtBot, scripted: ScriptedWorker) -> None:
    scripted.tables_found.append(ReviewTable("A", TableDefinition("Other", (PETS,)), (), 0, 0))
    dialog = opened(pane, "table_new_button")
    assert not find(dialog, QPushButton, "columns_delete_button").isVisible()
    dialog.reject()
    dialog = opened(pane, "table_columns_button")
    find(dialog, QPushButton, "columns_delete_button").click()
    box = find(dialog, QMessageBox, "delete_table_box")
    assert "“Leases”" in box.text()
    box.button(QMessageBox.StandardButton.Cancel).click()
    assert dialog.isVisible()
    assert not scripted.called("tables.remove")
    find(dialog, QPushButton, "columns_delete_button").click()
    find(dialog, QPushButton, "confirm_delete_table_button").click()
    qtbot.waitUntil(lambda: find(pane, ComboBox, "table_choice").currentText() == "Other")
    assert scripted.called("tables.remove")[0].table == "Leases"
