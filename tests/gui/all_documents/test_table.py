"""A review table in the window: chosen, filled, filtered, sorted, opened by keyboard, and exported."""

import time
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QLabel, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from desktop_rag.core.results.review import (
    Cell,
    CellPlace,
    CellState,
    ColumnType,
    ReviewColumn,
    ReviewTable,
    TableDefinition,
    TableRow,
)
from desktop_rag.gui.all_documents.table_model import TableModel, arranged
from desktop_rag.gui.all_documents.table_section import TableSection
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets.basics import ComboBox
from desktop_rag.gui.widgets.theme import Appearance
from tests.gui.person import find
from tests.helpers.scripted_worker import ScriptedWorker

pytestmark = pytest.mark.usefixtures("english")
LEASES = TableDefinition("Leases", (ReviewColumn("Rent", ColumnType.MONEY), ReviewColumn("Pets", ColumnType.YES_NO)))
PLACE = CellPlace(3, "3", 10, 35, "The rent is £950 a month.", "950 GBP")


def row(file: str, rent: Cell, pets: Cell) -> TableRow:
    return TableRow(f"/docs/{file}", (rent, pets))


FOUND = ReviewTable(
    "A",
    LEASES,
    (
        row("b.pdf", Cell(CellState.FOUND, "950 GBP", (PLACE,)), Cell(CellState.NOT_STATED)),
        row("a.pdf", Cell(CellState.DISAGREES, "85 GBP | 90 GBP", (PLACE, PLACE)), Cell(CellState.BY_HAND, "no")),
        row("c.pdf", Cell(CellState.FAILED, reason="The model's answer was cut off."), Cell(CellState.FOUND, "yes")),
    ),
    3,
    4,
)


@pytest.fixture
def pane(qtbot: QtBot, bridge: Bridge, appearance: Appearance, scripted: ScriptedWorker) -> TableSection:
    scripted.tables_found = [FOUND, ReviewTable("A", TableDefinition("Empty", LEASES.columns), (), 0, 0)]
    pane = TableSection(bridge, appearance)
    qtbot.addWidget(pane)
    pane.resize(1000, 600)
    pane.show()
    pane.set_library(ScriptedWorker().add_library("A"))
    qtbot.waitUntil(lambda: texts(pane, 1) == ["…"] * 3)
    return pane


def texts(pane: TableSection, column: int) -> list[str]:
    return [str(pane.model.index(place, column).data()) for place in range(pane.model.rowCount())]


def filled(pane: TableSection, qtbot: QtBot) -> TableSection:
    find(pane, QPushButton, "table_fill_button").click()
    qtbot.waitUntil(lambda: texts(pane, 1)[:1] == ["950 GBP"])
    return pane


def test_a_table_is_shown_as_far_as_it_is_known_and_filled(pane: TableSection, qtbot: QtBot) -> None:
    filled(pane, qtbot)
    assert texts(pane, 0) == ["b.pdf", "a.pdf", "c.pdf"]
    assert texts(pane, 1) == ["950 GBP", "85 GBP | 90 GBP (disagrees)", "failed"]
    assert texts(pane, 2) == ["not stated", "no", "yes"]
    assert "3 of 4 documents read." in find(pane, QLabel, "table_status").text()
    assert find(pane, QPushButton, "table_fill_button").text() == "Fill"


def test_rows_are_filtered_by_words_and_sorted_by_worth(pane: TableSection, qtbot: QtBot) -> None:
    filled(pane, qtbot)
    pane.table.horizontalHeader().sectionClicked.emit(1)
    qtbot.waitUntil(lambda: texts(pane, 0) == ["a.pdf", "b.pdf", "c.pdf"])
    find(pane, QLineEdit, "table_filter").setText("not stated")
    qtbot.waitUntil(lambda: texts(pane, 0) == ["b.pdf"])


def test_a_cell_opens_its_place_by_keyboard_and_by_a_click(pane: TableSection, qtbot: QtBot) -> None:
    filled(pane, qtbot)
    pane.table.setFocus()
    pane.table.setCurrentIndex(pane.model.index(0, 1))
    assert find(pane, QLabel, "table_detail").text() == "950 GBP\nThe rent is £950 a month."
    with qtbot.waitSignal(pane.passage_wanted) as wanted:
        qtbot.keyClick(pane.table, Qt.Key.Key_Return)
    source, citation, _opened = wanted.args
    assert (source.file, source.page, citation.on_page(3)) == ("/docs/b.pdf", 3, (10, 35))
    place = pane.table.visualRect(pane.model.index(1, 1)).center()
    with qtbot.waitSignal(pane.passage_wanted) as wanted:
        qtbot.mouseClick(pane.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert wanted.args[0].file == "/docs/a.pdf"
    pane.table.setCurrentIndex(pane.model.index(2, 1))
    assert "was cut off" in find(pane, QLabel, "table_detail").text()


def test_another_table_is_chosen_and_written(
    pane: TableSection, qtbot: QtBot, scripted: ScriptedWorker, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    choice = find(pane, ComboBox, "table_choice")
    choice.setCurrentIndex(1)
    qtbot.waitUntil(lambda: pane.model.rowCount() == 0)
    choice.setCurrentIndex(0)
    qtbot.waitUntil(lambda: pane.model.rowCount() == 3)
    target = tmp_path / "leases.xlsx"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    find(pane, QPushButton, "table_export_button").click()
    qtbot.waitUntil(pane.notice.isVisible)
    (called,) = scripted.called("tables.export")
    assert called.target == target


def test_columns_are_taken_from_a_file(
    pane: TableSection, qtbot: QtBot, scripted: ScriptedWorker, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[[columns]]\nname = "Rent"\n', encoding="utf-8")
    mine = TableDefinition("mine", (ReviewColumn("Rent"),))
    scripted.tables_found.append(ReviewTable("A", mine, (), 0, 0))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(file), ""))
    find(pane, QPushButton, "table_columns_button").click()
    qtbot.waitUntil(lambda: find(pane, ComboBox, "table_choice").currentText() == "mine")
    qtbot.waitUntil(lambda: pane.model.columnCount() == 2)


def test_ten_thousand_rows_are_shown_within_a_frame(appearance: Appearance) -> None:
    rows = [
        row(f"{number}.pdf", Cell(CellState.FOUND, f"{number} GBP"), Cell(CellState.WAITING))
        for number in range(10_000)
    ]
    assert arranged(rows, "", 1, descending=True)[0].file == "/docs/9999.pdf"
    model = TableModel(appearance)
    started = time.perf_counter()
    model.show(FOUND, rows)
    assert model.index(9_999, 1).data() == "9999 GBP"
    assert time.perf_counter() - started < 0.016 * 3
