"""Contradictions in the window: both quotations, the place of each, both pages, groups, dismissing."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from desktop_rag.core.events import StoreChanged
from desktop_rag.core.results.contradictions import Contradiction, ContradictionKind, Contradictions, Quotation
from desktop_rag.core.results.register import UnreadFile
from desktop_rag.gui.all_documents.contradiction_list import ContradictionList
from desktop_rag.gui.all_documents.contradiction_section import ContradictionSection, SideBySide
from desktop_rag.gui.all_documents.contradiction_words import Group, title
from desktop_rag.gui.all_documents.section import take_focus
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.widgets.basics import ComboBox
from desktop_rag.gui.widgets.theme import Appearance
from tests.gui.person import find
from tests.helpers.scripted_worker import ScriptedWorker

pytestmark = pytest.mark.usefixtures("english")


def quotation(file: str, quote: str, value: str) -> Quotation:
    start = quote.index(value) + 10
    return Quotation(file, 2, "2", 10, 10 + len(quote), quote, start, start + len(value))


RENT = Contradiction(
    "a1", ContradictionKind.FIGURE, "monthly rent",
    quotation("/docs/lease.pdf", "The monthly rent is £950.", "£950"),
    quotation("/docs/letter.txt", "The monthly rent is £980.", "£980"),
)  # fmt: skip
START = Contradiction(
    "b2", ContradictionKind.DATE, "start",
    quotation("/docs/lease.pdf", "It begins on 1 May 2023.", "1 May 2023"),
    quotation("/docs/mail.eml", "It begins on 3 May 2023.", "3 May 2023"),
)  # fmt: skip
HOURS = Contradiction(
    "c3", ContradictionKind.FIGURE, "quiet hours",
    quotation("/docs/rules.txt", "Quiet hours begin at 22:00.", "22:00"),
    quotation("/docs/decision.txt", "Quiet hours now begin at 23:00.", "23:00"),
    "/docs/decision.txt", "This decision amends the rules.",
)  # fmt: skip
FOUND = Contradictions((RENT, START, HOURS), 12, 14, (UnreadFile("/docs/broken.pdf", "The file is damaged."),))


@pytest.fixture
def pane(qtbot: QtBot, bridge: Bridge, appearance: Appearance, scripted: ScriptedWorker) -> ContradictionSection:
    scripted.contradictions_found = FOUND
    pane = ContradictionSection(bridge, appearance)
    qtbot.addWidget(pane)
    pane.resize(1000, 600)
    pane.show()
    pane.set_library(ScriptedWorker().add_library("A"))
    qtbot.waitUntil(lambda: pane.list.rows.rowCount() == 2)
    return pane


def shown(pane: ContradictionSection) -> list[str]:
    rows = (pane.list.rows.row(place) for place in range(pane.list.rows.rowCount()))
    return [row.about for row in rows if row is not None]


def test_both_quotations_are_told_and_what_was_compared(pane: ContradictionSection) -> None:
    spoken = str(pane.list.rows.index(0).data(Qt.ItemDataRole.AccessibleTextRole))
    assert spoken == (
        "Figure. monthly rent. lease.pdf, page 2: The monthly rent is £950.. letter.txt: The monthly rent is £980."
    )
    status = find(pane, QLabel, "contradiction_status").text()
    assert status == "12 of 14 documents compared. Left out: 1 (The file is damaged)."
    assert pane.chips[Group.OPEN].text() == "Contradictions 2"
    pane.grab()


def test_what_is_newer_stands_apart_and_says_why(pane: ContradictionSection) -> None:
    pane.chips[Group.NEWER].click()
    assert shown(pane) == ["quiet hours"]
    spoken = str(pane.list.rows.index(0).data(Qt.ItemDataRole.AccessibleTextRole))
    assert spoken.endswith("decision.txt says that it is newer: “This decision amends the rules.”")


def test_each_side_opens_its_page_with_what_disagrees_marked(pane: ContradictionSection, qtbot: QtBot) -> None:
    box = pane.list.visualRect(pane.list.rows.index(0))
    for place, file, value in ((box.width() // 4, "lease.pdf", "£950"), (3 * box.width() // 4, "letter.txt", "£980")):
        with qtbot.waitSignal(pane.passage_wanted, check_params_cb=lambda *args: args[2]) as wanted:
            at = box.topLeft()
            at += type(at)(place, 60)
            qtbot.mouseClick(pane.list.viewport(), Qt.MouseButton.LeftButton, pos=at)
        source, citation, _ = wanted.args
        assert (source.file, source.page, citation.quote) == (f"/docs/{file}", 2, value)


def test_a_narrow_list_has_the_quotations_below_each_other(pane: ContradictionSection, qtbot: QtBot) -> None:
    wide = pane.list.visualRect(pane.list.rows.index(0)).height()
    pane.resize(440, 600)
    qtbot.waitUntil(lambda: pane.list.visualRect(pane.list.rows.index(0)).height() > wide)
    pane.grab()


def test_the_keyboard_does_everything(pane: ContradictionSection, qtbot: QtBot, scripted: ScriptedWorker) -> None:
    qtbot.keyClick(pane.words, Qt.Key.Key_Down)
    assert pane.list.hasFocus()
    with qtbot.waitSignal(pane.passage_wanted) as wanted:
        qtbot.keyClick(pane.list, Qt.Key.Key_Right)
    assert wanted.args[0].file == "/docs/letter.txt"
    qtbot.keyClick(pane.list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: shown(pane) == ["start"])
    assert scripted.called("contradictions.dismiss")[0].one == RENT
    pane.chips[Group.DISMISSED].click()
    assert shown(pane) == ["monthly rent"]
    take_focus(pane.list)
    assert find(pane, QPushButton, "contradiction_decide_button").text() == "Show again"
    qtbot.keyClick(pane.list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: pane.chips[Group.OPEN].text() == "Contradictions 2")
    pane.chips[Group.OPEN].click()
    take_focus(pane.list)
    qtbot.keyClick(pane.list, Qt.Key.Key_Escape)
    assert pane.words.hasFocus()


def test_both_pages_stand_beside_each_other(pane: ContradictionSection, qtbot: QtBot) -> None:
    take_focus(pane.list)
    qtbot.keyClick(pane.list, Qt.Key.Key_Return)
    dialog = pane.window().findChild(SideBySide)
    assert dialog is not None
    sources = [viewer.source() for viewer in dialog.viewers]
    assert [source.file for source in sources if source] == ["/docs/lease.pdf", "/docs/letter.txt"]
    find(dialog, QPushButton, "side_by_side_decide").click()
    qtbot.waitUntil(lambda: shown(pane) == ["start"])


def test_kind_and_words_choose_what_is_shown(pane: ContradictionSection, qtbot: QtBot) -> None:
    kinds = find(pane, ComboBox, "contradiction_kind")
    kinds.setCurrentIndex(kinds.findData(ContradictionKind.DATE.value))
    assert shown(pane) == ["start"]
    find(pane, QLineEdit, "contradiction_filter").setText("nowhere")
    qtbot.waitUntil(lambda: shown(pane) == [])
    assert find(pane, QLabel, "contradiction_empty").text() == "Nothing has these words and is of this kind."


def test_it_compares_again_when_it_is_seen_after_files_have_changed(
    pane: ContradictionSection, bridge: Bridge, scripted: ScriptedWorker, qtbot: QtBot
) -> None:
    pane.hide()
    bridge.store_changed.emit(StoreChanged(0, frozenset({"documents"}), ("A",)))
    pane.show()
    qtbot.waitUntil(lambda: len(scripted.called("contradictions.find")) == 2)


def test_the_page_of_all_documents_has_the_section(
    open_window: Callable[[], MainWindow], qtbot: QtBot, scripted: ScriptedWorker
) -> None:
    scripted.contradictions_found = FOUND
    scripted.add_library("A")
    window = open_window()
    window.actions_table["view.all_documents"].trigger()
    find(window, QToolButton, "contradiction_section_tab").click()
    listed = find(window, ContradictionList, "contradiction_list")
    qtbot.waitUntil(lambda: listed.rows.rowCount() == 2)
    take_focus(listed)
    qtbot.keyClick(listed, Qt.Key.Key_Left)
    qtbot.waitUntil(lambda: window.source_pane.opened is not None)


def test_a_row_is_as_high_as_its_quotations_and_its_heading_begins_like_a_sentence(pane: ContradictionSection) -> None:
    long = replace(RENT, one=replace(RENT.one, quote=RENT.one.quote + " And so on." * 40))
    pane.list.rows.show([RENT, long])
    heights = [pane.list.visualRect(pane.list.rows.index(place)).height() for place in range(2)]
    assert heights[0] < heights[1]
    assert title(RENT) == "Monthly rent"
