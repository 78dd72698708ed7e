"""What the sections of the page share: the keyboard between boxes and rows, and what is told after saving."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QFileDialog,
    QLabel,
    QLineEdit,
    QPushButton,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop_rag.core.results.contradictions import Contradiction, ContradictionKind, Contradictions, Quotation
from desktop_rag.core.results.register import FactKind, Register, RegisterRow, UnreadFile
from desktop_rag.core.results.review import Cell, CellState, ReviewTable, TableRow, table_of
from desktop_rag.gui.all_documents.contradiction_section import ContradictionSection
from desktop_rag.gui.all_documents.register_section import RegisterSection
from desktop_rag.gui.all_documents.section import Section
from desktop_rag.gui.all_documents.table_section import TableSection
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.widgets.theme import Appearance
from tests.gui.person import find
from tests.helpers.scripted_worker import ScriptedWorker

SECTIONS = (ContradictionSection, RegisterSection, TableSection)
RENT = "The rent is £950 a month."
SIDES = [Quotation(f"/docs/{name}.txt", 1, "1", 0, 25, RENT, 12, 16) for name in "ab"]
UNREAD = (UnreadFile("/docs/c.pdf", "The file is damaged."),)
Make = Callable[[type[Section]], Section]


@pytest.fixture
def make(qtbot: QtBot, bridge: Bridge, appearance: Appearance, scripted: ScriptedWorker) -> Make:
    """Make a section with two rows."""
    found = Contradiction("k", ContradictionKind.FIGURE, "rent", SIDES[0], SIDES[1])
    amount = RegisterRow(FactKind.AMOUNT, "£950", "950", "Rent", "/docs/a.txt", 1, "1", 12, 16, RENT, 0)
    rows = tuple(TableRow(f"/docs/{name}.txt", (Cell(CellState.FOUND, "950 GBP"),)) for name in "ab")
    scripted.contradictions_found = Contradictions((found, found), 2, 3, UNREAD)
    scripted.register_found = Register((amount, amount), 2, 3, UNREAD)
    scripted.tables_found = [ReviewTable("A", table_of("What is the rent?"), rows, 2, 2)]

    def make_one(kind: type[Section]) -> Section:
        section = kind(bridge, appearance)
        qtbot.addWidget(section)
        section.resize(1000, 600)
        section.show()
        section.set_library(ScriptedWorker().add_library("A"))
        qtbot.waitUntil(lambda: shown(section).model().rowCount() == 2)
        section.activateWindow()
        return section

    return make_one


def shown(section: Section) -> QAbstractItemView:
    view: QWidget = section.areas()[-1]
    assert isinstance(view, QAbstractItemView)
    return view


@pytest.mark.usefixtures("english")
@pytest.mark.parametrize("kind", SECTIONS)
@pytest.mark.parametrize("back", [Qt.Key.Key_Up, Qt.Key.Key_Escape])
def test_the_arrow_goes_from_the_box_to_the_rows_and_up_or_esc_goes_back(
    qtbot: QtBot, make: Make, kind: type[Section], back: Qt.Key
) -> None:
    section = make(kind)
    box, rows = section.areas()[0], shown(section)
    section.focus()
    qtbot.keyClick(box, Qt.Key.Key_Down)
    assert (rows.hasFocus(), rows.currentIndex().row()) == (True, 0)
    assert rows.selectionModel().isSelected(rows.currentIndex()), "the first row is seen to be chosen"
    qtbot.keyClick(rows, back)
    assert box.hasFocus()


@pytest.mark.usefixtures("english")
@pytest.mark.parametrize(
    ("tab", "first"),
    [
        ("find_all", "find_all_box"),
        ("register_section", "register_filter"),
        ("table_section", "table_choice"),
        ("comparison", "comparison_mode"),
        ("contradiction_section", "contradiction_filter"),
    ],
)
def test_tab_goes_to_what_stands_first_in_a_section(
    qtbot: QtBot, open_window: Callable[[], MainWindow], scripted: ScriptedWorker, tab: str, first: str
) -> None:
    scripted.add_library("A")
    window = open_window()
    window.actions_table["view.all_documents"].trigger()
    find(window, QToolButton, f"{tab}_tab").click()
    last = find(window, QToolButton, "contradiction_section_tab")
    last.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(last, Qt.Key.Key_Tab)
    focused = QApplication.focusWidget()
    assert focused is not None
    assert focused.objectName() == first


@pytest.mark.usefixtures("english")
@pytest.mark.parametrize("kind", SECTIONS)
def test_rows_that_tab_comes_to_show_which_is_chosen(make: Make, kind: type[Section]) -> None:
    section = make(kind)
    rows = shown(section)
    rows.setFocus(Qt.FocusReason.TabFocusReason)
    assert rows.selectionModel().isSelected(rows.model().index(0, 0))


@pytest.mark.usefixtures("english")
@pytest.mark.parametrize("kind", SECTIONS)
def test_esc_clears_the_box(qtbot: QtBot, make: Make, kind: type[Section]) -> None:
    section = make(kind)
    box = section.areas()[0]
    assert isinstance(box, QLineEdit)
    qtbot.keyClicks(box, "rent")
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    assert box.text() == ""


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("kind", "push"),
    [(ContradictionSection, "contradiction_export_button"), (TableSection, "table_export_button")],
    ids=["contradictions", "table"],
)
def test_what_all_sections_say_is_translated(
    qtbot: QtBot, make: Make, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kind: type[Section], push: str
) -> None:
    section = make(kind)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "a.csv"), ""))
    find(section, QPushButton, push).click()
    told = find(section, QLabel, "notice_message")
    qtbot.waitUntil(lambda: told.text() == "In „a.csv“ gespeichert.")


@pytest.mark.usefixtures("japanese")
@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (ContradictionSection, "contradiction_status"),
        (RegisterSection, "register_status"),
        (TableSection, "table_status"),
    ],
    ids=["contradictions", "register", "table"],
)
def test_between_two_japanese_sentences_there_is_no_space(
    qtbot: QtBot, make: Make, kind: type[Section], name: str
) -> None:
    section = make(kind)
    status = find(section, QLabel, name)
    qtbot.waitUntil(lambda: status.text().count("。") > 1)
    assert "。 " not in status.text()
