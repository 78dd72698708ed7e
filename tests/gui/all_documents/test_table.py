"""A review table in the window: chosen, filled, filtered, sorted, opened by keyboard, and exported."""

import time
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QFileDialog, QLabel, QLineEdit, QMenu, QPushButton, QTableView
from pytestqt.qtbot import QtBot

from desktop_rag.core.results.review import (
    Cell,
    CellChange,
    CellPlace,
    CellState,
    ColumnType,
    ReviewColumn,
    ReviewTable,
    TableChanges,
    TableDefinition,
    TableEstimate,
    TableRow,
    TableScope,
    table_of,
)
from desktop_rag.gui.all_documents.cell_table import GroupHead, TableModel, arranged, grouped, shown_value
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


def scope_of(scripted: ScriptedWorker, call: str) -> TableScope:
    scope: TableScope = scripted.called(call)[-1].definition.scope
    return scope


def test_documents_are_chosen_by_typing_and_by_the_filters(
    pane: TableSection, qtbot: QtBot, scripted: ScriptedWorker, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    box = find(pane, QLineEdit, "table_scope")
    box.setFocus()
    qtbot.keyClicks(box, "type:pdf quiet")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: scope_of(scripted, "tables.read") == TableScope("type:pdf quiet"))
    menu = find(pane, QPushButton, "search_date_button").menu()
    menu.aboutToShow.emit()
    menu.actions()[1].trigger()
    qtbot.waitUntil(lambda: scope_of(scripted, "tables.read").query.startswith("after:"))
    filled(pane, qtbot)
    asked = scope_of(scripted, "tables.fill")
    assert asked.query.endswith(" type:pdf quiet")
    assert scope_of(scripted, "tables.estimate") == asked
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "a.csv"), ""))
    find(pane, QPushButton, "table_export_button").click()
    qtbot.waitUntil(lambda: bool(scripted.called("tables.export")))
    assert scope_of(scripted, "tables.export") == asked
    find(pane, QPushButton, "search_filters_clear").click()
    qtbot.mouseClick(find(pane, QPushButton, "search_chip_0"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: scope_of(scripted, "tables.read") == TableScope("quiet"))
    assert box.text() == "quiet"


def test_chosen_files_are_asked_alone_in_whichever_table_until_they_are_removed(
    pane: TableSection, qtbot: QtBot, scripted: ScriptedWorker
) -> None:
    files = ("/docs/a.pdf", "/docs/b.pdf")
    pane.ask_only(files)
    chip = find(pane, QPushButton, "table_files_chip")
    assert (chip.isVisible(), chip.text()) == (True, "Only 2 files  ×")
    qtbot.waitUntil(lambda: texts(pane, 0) == ["b.pdf", "a.pdf"])
    find(pane, QPushButton, "table_fill_button").click()
    qtbot.waitUntil(lambda: texts(pane, 1)[:1] == ["950 GBP"])
    assert scope_of(scripted, "tables.fill") == scope_of(scripted, "tables.estimate") == TableScope(files=files)
    find(pane, ComboBox, "table_choice").setCurrentIndex(1)
    qtbot.waitUntil(lambda: scope_of(scripted, "tables.read").files == files)
    find(pane, ComboBox, "table_choice").setCurrentIndex(0)
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(texts(pane, 0)) == 3)
    assert chip.isHidden()
    assert scope_of(scripted, "tables.read") == TableScope()


def test_a_table_is_shown_with_the_documents_it_was_filled_for(
    qtbot: QtBot, bridge: Bridge, appearance: Appearance, scripted: ScriptedWorker
) -> None:
    kept = replace(LEASES, scope=TableScope("type:pdf", ("/docs/b.pdf",)))
    scripted.tables_found = [replace(FOUND, definition=kept)]
    pane = TableSection(bridge, appearance)
    qtbot.addWidget(pane)
    pane.show()
    pane.set_library(ScriptedWorker().add_library("A"))
    qtbot.waitUntil(lambda: texts(pane, 0) == ["b.pdf"])
    assert find(pane, QLineEdit, "table_scope").text() == "type:pdf"
    assert find(pane, QPushButton, "table_files_chip").text() == "Only 1 file  ×"
    scripted.tables_found.append(ReviewTable("A", table_of("How much is the rent?"), (), 0, 0))
    pane.ask("How much is the rent?")
    qtbot.waitUntil(lambda: scope_of(scripted, "tables.read") == TableScope())


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
    offered: list[str] = []

    def choose(*asked: object) -> tuple[str, str]:
        offered.append(str(asked[-1]))
        return str(tmp_path / "leases"), "Web page (*.html)"

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    find(pane, QPushButton, "table_export_button").click()
    qtbot.waitUntil(pane.notice.isVisible)
    (called,) = scripted.called("tables.export")
    assert called.target == tmp_path / "leases.html"
    usual = "Workbook (*.xlsx);;Web page (*.html);;Word document (*.docx);;Table (*.csv)"
    pack = "Evidence pack (PDF) (*.pack.pdf)"
    assert offered == [f"{usual};;Evidence pack (HTML) (*.pack.html);;{pack}"]
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "leases.xlsx"), pack))
    find(pane, QPushButton, "table_export_button").click()
    qtbot.waitUntil(lambda: bool(scripted.called("packs.table")))
    (called,) = scripted.called("packs.table")
    assert (called.target, called.replace) == (tmp_path / "leases.pack.pdf", True)


def test_ten_thousand_rows_are_shown_within_a_frame(appearance: Appearance) -> None:
    rows = [
        row(f"{number}.pdf", Cell(CellState.FOUND, f"{number} GBP"), Cell(CellState.WAITING))
        for number in range(10_000)
    ]
    assert arranged(rows, "", 1, descending=True)[0].file == "/docs/9999.pdf"
    model = TableModel(appearance)
    started = time.perf_counter()
    model.show(FOUND, rows)
    assert model.index(9_999, 1).data() == "9,999 GBP"
    assert time.perf_counter() - started < 0.016 * 3


def edit(pane: TableSection, qtbot: QtBot, place: tuple[int, int], typed: str) -> None:
    """Type into a cell as a person does: F2, the value, Return."""
    pane.table.setFocus()
    pane.table.setCurrentIndex(pane.model.index(*place))
    qtbot.keyClick(pane.table, Qt.Key.Key_F2)
    editor = pane.table.findChild(QLineEdit)
    assert editor is not None
    editor.selectAll()
    qtbot.keyClicks(editor, typed)
    qtbot.keyClick(editor, Qt.Key.Key_Return)


def test_the_keys_of_a_cell_are_not_those_of_a_command(pane: TableSection, qtbot: QtBot) -> None:
    filled(pane, qtbot)
    commands = [QAction(pane, shortcut=key) for key in ("F2", "Del")]
    triggered: list[QAction] = []
    for command in commands:
        command.triggered.connect(lambda _checked, one=command: triggered.append(one))
        pane.addAction(command)
    edit(pane, qtbot, (0, 1), "£960")
    qtbot.waitUntil(lambda: texts(pane, 1)[0] == "£960")
    qtbot.keyClick(pane.table, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: texts(pane, 1)[0] == "950 GBP")
    assert triggered == []


def test_a_cell_is_set_by_keyboard_and_given_back(pane: TableSection, qtbot: QtBot, scripted: ScriptedWorker) -> None:
    filled(pane, qtbot)
    edit(pane, qtbot, (0, 1), "£960")
    qtbot.waitUntil(lambda: texts(pane, 1)[0] == "£960")
    (called,) = scripted.called("tables.edit")
    assert (called.table, called.file, called.column, called.value) == ("Leases", "/docs/b.pdf", "Rent", "£960")
    qtbot.waitUntil(lambda: "Rent: 0 of 1 agree with you." in find(pane, QLabel, "table_status").text())
    assert (
        find(pane, QLabel, "table_detail")
        .text()
        .startswith("£960\nSet by hand. Found: 950 GBP\nThe rent is £950 a month.")
    )
    qtbot.keyClick(pane.table, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: texts(pane, 1)[0] == "950 GBP")
    assert scripted.called("tables.edit")[-1].value is None


def test_yes_and_no_are_chosen_from_a_box(pane: TableSection, qtbot: QtBot, scripted: ScriptedWorker) -> None:
    filled(pane, qtbot)
    pane.table.setFocus()
    pane.table.setCurrentIndex(pane.model.index(0, 2))
    qtbot.keyClick(pane.table, Qt.Key.Key_F2)
    box = pane.table.findChild(QComboBox)
    assert box is not None
    assert [box.itemText(place) for place in range(box.count())] == ["", "yes", "no"]
    qtbot.keyClick(box, Qt.Key.Key_Down)
    qtbot.keyClick(box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: texts(pane, 2)[0] == "yes")
    assert scripted.called("tables.edit")[-1].value == "yes"


def test_a_cell_is_locked_from_its_menu(pane: TableSection, qtbot: QtBot, scripted: ScriptedWorker) -> None:
    filled(pane, qtbot)
    pane.table.setFocus()
    pane.table.setCurrentIndex(pane.model.index(0, 1))
    pane.table.contextMenuEvent(QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint()))
    qtbot.waitUntil(lambda: bool(menu_texts(pane)))
    assert menu_texts(pane) == [
        "Open the passage", "Set the value…", "Not stated", "Use what was found", "Lock", "Copy",
    ]  # fmt: skip
    next(action for action in find(pane, QMenu, "table_cell_menu").actions() if action.text() == "Lock").trigger()
    find(pane, QMenu, "table_cell_menu").close()
    called = scripted.called("tables.edit")[-1]
    assert (called.value, called.locked) == (None, True)
    icon = Qt.ItemDataRole.DecorationRole
    qtbot.waitUntil(lambda: pane.model.index(0, 1).data(icon) is not None)
    assert pane.model.index(1, 1).data(icon) is None


def menu_texts(pane: TableSection) -> list[str]:
    menus = pane.findChildren(QMenu, "table_cell_menu")
    return [action.text().partition("\t")[0] for action in menus[0].actions() if action.text()] if menus else []


def test_rows_are_grouped_and_counted(pane: TableSection, qtbot: QtBot) -> None:
    filled(pane, qtbot)
    find(pane, ComboBox, "table_group").setCurrentIndex(2)
    heads = ["no (1)", "a.pdf", "yes (1)", "c.pdf", "not stated (1)", "b.pdf"]
    qtbot.waitUntil(lambda: texts(pane, 0) == heads)
    pane.table.setCurrentIndex(pane.model.index(0, 0))
    qtbot.keyClick(pane.table, Qt.Key.Key_Return)
    assert find(pane, QLabel, "table_detail").isHidden()
    find(pane, ComboBox, "table_group").setCurrentIndex(0)
    qtbot.waitUntil(lambda: texts(pane, 0) == ["b.pdf", "a.pdf", "c.pdf"])


def test_days_are_grouped_by_their_year() -> None:
    days = ["2023-04-01", "2024-01-01", "2023-12-31"]
    rows = [TableRow(day, (Cell(CellState.FOUND, day),)) for day in days]
    rows.append(TableRow("none", (Cell(CellState.NOT_STATED),)))
    shown = [
        (row.text, row.count) if isinstance(row, GroupHead) else row.file for row in grouped(rows, 1, ColumnType.DATE)
    ]
    assert shown == [
        ("2023", 2), "2023-04-01", "2023-12-31", ("2024", 1), "2024-01-01", ("not stated", 1), "none",
    ]  # fmt: skip


def test_much_work_is_proposed_with_a_pilot(pane: TableSection, qtbot: QtBot, scripted: ScriptedWorker) -> None:
    scripted.table_estimate = TableEstimate(400, 4_000, 0, "gpt-mini", 5_200_000)
    find(pane, QPushButton, "table_fill_button").click()
    qtbot.waitUntil(pane.notice.isVisible)
    assert "Cells to fill: 4,000, in 400 documents." in pane.notice.accessibleName()
    assert "About 5,200,000 tokens of gpt-mini." in pane.notice.accessibleName()
    assert scripted.called("tables.fill") == []
    find(pane, QPushButton, "table_pilot_button").click()
    qtbot.waitUntil(lambda: "Look at the rows that are filled" in pane.notice.accessibleName())
    assert [called.most for called in scripted.called("tables.fill")] == [5]
    assert pane.model.rowCount() == 3
    find(pane, QPushButton, "table_all_button").click()
    qtbot.waitUntil(lambda: texts(pane, 1)[:1] == ["950 GBP"])
    assert [called.most for called in scripted.called("tables.fill")] == [5, 0]


def test_a_cost_is_told_and_limited_beside_the_estimate(
    pane: TableSection, qtbot: QtBot, scripted: ScriptedWorker
) -> None:
    field = find(pane, QDoubleSpinBox, "table_most_cost")
    assert not field.isVisible()
    scripted.table_estimate = TableEstimate(400, 4_000, 0, "gpt-mini", 5_200_000, cost=1_234.5, currency="EUR")
    waiting = replace(FOUND.rows[0], cells=(Cell(CellState.WAITING), Cell(CellState.WAITING)))
    scripted.tables_found[0] = replace(FOUND, rows=(waiting, *FOUND.rows[1:]), made=2, cost=12.5, currency="EUR")
    find(pane, QPushButton, "table_fill_button").click()
    qtbot.waitUntil(field.isVisible)
    assert "they cost about 1,234.50 EUR." in pane.notice.accessibleName()
    assert (field.text(), field.suffix()) == ("No limit", " EUR")
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "12")
    qtbot.keyClick(field, Qt.Key.Key_Tab)
    find(pane, QPushButton, "table_all_button").click()
    qtbot.waitUntil(lambda: "The limit is reached. Cells not filled yet: 2." in pane.notice.accessibleName())
    assert scripted.called("tables.fill")[-1].most_cost == 12.0
    assert "This run cost about 12.50 EUR." in find(pane, QLabel, "table_status").text()
    assert field.isVisible()
    find(pane, QPushButton, "table_all_button").click()
    qtbot.waitUntil(lambda: len(scripted.called("tables.fill")) == 2)
    assert scripted.called("tables.fill")[-1].most_cost == 12.0


def test_without_prices_there_is_no_limit_of_cost(pane: TableSection, qtbot: QtBot, scripted: ScriptedWorker) -> None:
    scripted.table_estimate = TableEstimate(400, 4_000, 0, "gpt-mini", 5_200_000)
    find(pane, QPushButton, "table_fill_button").click()
    qtbot.waitUntil(pane.notice.isVisible)
    assert not find(pane, QDoubleSpinBox, "table_most_cost").isVisible()
    find(pane, QPushButton, "table_all_button").click()
    qtbot.waitUntil(lambda: bool(scripted.called("tables.fill")))
    assert scripted.called("tables.fill")[-1].most_cost == 0.0


def test_cells_that_failed_are_tried_again(pane: TableSection, qtbot: QtBot, scripted: ScriptedWorker) -> None:
    filled(pane, qtbot)
    scripted.table_estimate = TableEstimate(3, 0, 6)
    find(pane, QPushButton, "table_fill_button").click()
    qtbot.waitUntil(pane.notice.isVisible)
    assert "of these failed: 1" in pane.notice.accessibleName()
    find(pane, QPushButton, "table_retry_button").click()
    qtbot.waitUntil(lambda: len(scripted.called("tables.fill")) == 2)
    assert scripted.called("tables.fill")[-1].retry is True


def test_what_differs_from_the_run_before_is_told_and_shown(
    pane: TableSection, qtbot: QtBot, scripted: ScriptedWorker
) -> None:
    changes = TableChanges(("/docs/c.pdf",), ("/docs/old.pdf",), (CellChange("/docs/b.pdf", "Rent", "900", "950"),))
    scripted.tables_found[0] = replace(FOUND, changes=changes)
    filled(pane, qtbot)
    qtbot.waitUntil(pane.notice.isVisible)
    told = pane.notice.accessibleName()
    assert "documents that are new 1, that are gone 1, cells that differ 1" in told
    assert "b.pdf, Rent: 900 → 950" in told
    find(pane, QPushButton, "table_changes_button").click()
    qtbot.waitUntil(lambda: texts(pane, 0) == ["b.pdf", "c.pdf"])
    find(pane, QPushButton, "table_every_button").click()
    qtbot.waitUntil(lambda: len(texts(pane, 0)) == 3)


def test_the_cell_to_check_next_is_opened_to_type_into(pane: TableSection, qtbot: QtBot) -> None:
    filled(pane, qtbot)
    check = find(pane, QPushButton, "table_check_button")
    qtbot.waitUntil(check.isEnabled)
    with qtbot.waitSignal(pane.passage_wanted):
        check.click()
    editor = pane.table.findChild(QLineEdit)
    assert editor is not None
    assert (pane.table.currentIndex().column(), editor.text()) == (1, pane.model.cell(pane.table.currentIndex()).value)


def test_rows_that_come_while_somebody_types_wait(pane: TableSection, qtbot: QtBot) -> None:
    filled(pane, qtbot)
    pane.table.setFocus()
    pane.table.setCurrentIndex(pane.model.index(0, 1))
    qtbot.keyClick(pane.table, Qt.Key.Key_F2)
    editor = pane.table.findChild(QLineEdit)
    assert editor is not None
    pane.table.horizontalHeader().sectionClicked.emit(1)
    qtbot.wait(300)
    assert texts(pane, 0)[0] == "b.pdf"
    qtbot.keyClick(editor, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: texts(pane, 0)[0] == "a.pdf")


def test_the_names_of_documents_stay_beside_the_cells_that_are_scrolled_to(pane: TableSection, qtbot: QtBot) -> None:
    filled(pane, qtbot)
    pane.resize(360, 600)
    names = find(pane, QTableView, "review_names")
    pane.table.setColumnWidth(1, 900)
    pane.table.setFocus()
    pane.table.setCurrentIndex(pane.model.index(0, 2))
    assert pane.table.horizontalScrollBar().value() > 0
    assert names.visualRect(pane.model.index(0, 0)).left() == 0
    pane.table.setCurrentIndex(pane.model.index(0, 1))
    assert pane.table.visualRect(pane.model.index(0, 1)).left() >= names.width()
    assert names.width() <= pane.table.viewport().width() // 2


def test_columns_are_as_wide_as_their_cells_until_a_person_changes_that(pane: TableSection, qtbot: QtBot) -> None:
    filled(pane, qtbot)
    assert pane.table.columnWidth(1) > pane.table.columnWidth(0), "a value that disagrees is long"
    find(pane, QTableView, "review_names").setColumnWidth(0, 120)
    pane.table.setColumnWidth(1, 130)
    find(pane, QLineEdit, "table_filter").setText("a.pdf")
    qtbot.waitUntil(lambda: texts(pane, 0) == ["a.pdf"])
    assert (pane.table.columnWidth(0), pane.table.columnWidth(1)) == (120, 130)


def test_a_name_opens_its_document(pane: TableSection, qtbot: QtBot) -> None:
    names = find(pane, QTableView, "review_names")
    with qtbot.waitSignal(pane.passage_wanted) as wanted:
        place = names.visualRect(pane.model.index(1, 0)).center()
        qtbot.mouseClick(names.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert (wanted.args[0].file, wanted.args[1:]) == ("/docs/a.pdf", [None, True])
    assert find(pane, QLabel, "table_detail").isHidden()


def test_a_cell_that_is_not_filled_has_nothing_to_explain(pane: TableSection) -> None:
    pane.table.setCurrentIndex(pane.model.index(0, 1))
    assert find(pane, QLabel, "table_detail").isHidden()


@pytest.mark.parametrize(
    ("value", "kind", "shown"),
    [
        ("1040 EUR", ColumnType.MONEY, "1,040 EUR"),
        ("1235.50 GBP | 90 GBP", ColumnType.MONEY, "1,235.50 GBP | 90 GBP"),
        ("no rent", ColumnType.MONEY, "no rent"),
        ("2024-05-03", ColumnType.DATE, "May 3, 2024"),
        ("2024-05", ColumnType.DATE, "2024-05"),
        ("2024-99-03", ColumnType.DATE, "2024-99-03"),
        ("35037 MAR", ColumnType.TEXT, "35037 MAR"),
    ],
)
def test_amounts_and_days_are_shown_as_the_country_writes_them(value: str, kind: ColumnType, shown: str) -> None:
    assert shown_value(value, kind) == shown


def test_an_amount_is_found_by_how_it_is_shown_and_by_how_it_is_kept() -> None:
    rows = [row("a.pdf", Cell(CellState.FOUND, "1040 EUR"), Cell(CellState.FOUND, "yes"))]
    assert [len(arranged(rows, typed, 0, descending=False)) for typed in ("1,040", "1040 eur", "2040")] == [1, 1, 0]


def test_the_table_is_asked_by_keyboard_and_says_what_could_not_be_counted(pane: TableSection, qtbot: QtBot) -> None:
    box, notice = find(pane, QLineEdit, "table_question"), pane.notice
    box.setFocus()
    qtbot.keyClicks(box, "select count(*), sum(rent) from documents")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    qtbot.waitUntil(notice.isVisible)
    said = "\n".join(one.text() for one in notice.findChildren(QLabel))
    assert "count(*) · sum(rent)" in said
    assert "3 · 950" in said
    assert "Answered from the rows of 3 documents. Rent: without a value 1 (disagrees)." in said
    assert "Rent: without a value 1 (failed)." in said
    box.setText("which flat is the dearest?")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: any("asked in SQL" in one.text() for one in notice.findChildren(QLabel)))
