"""The register in the window: rows as they are found, a timeline, the place of each, and a calendar of ticked dates."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFileDialog,
    QLabel,
    QLineEdit,
    QListView,
    QPushButton,
    QTableView,
    QToolButton,
)
from pytestqt.qtbot import QtBot

from desktop_rag.core.events import StoreChanged
from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.core.results.register import DayOrder, FactKind, Register, RegisterRow, UnreadFile
from desktop_rag.gui.all_documents.register_model import FILE, KIND, SENTENCE, VALUE, RegisterView, arranged
from desktop_rag.gui.all_documents.register_section import RegisterSection
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.shell.main_window import MainWindow
from desktop_rag.gui.widgets.basics import CheckBox, ComboBox
from desktop_rag.gui.widgets.theme import Appearance
from tests.gui.person import find
from tests.helpers.scripted_worker import ScriptedWorker

pytestmark = pytest.mark.usefixtures("english")
FRAME_SECONDS = 0.016
SLOW_MACHINE = 5  # times as slow as a person's: 35 ms in most minutes, 53 in slow ones


def row(kind: FactKind, written: str, value: str = "", about: str = "", **more: object) -> RegisterRow:
    sentence = f"It says {written} here."
    fields = {"file": "/docs/lease.pdf", "page": 3, "page_label": "3"} | more
    return RegisterRow(kind, written, value, about, start=8, end=8 + len(written), sentence=sentence,
                       sentence_start=0, **fields)  # type: ignore[arg-type] # fmt: skip


ROWS = (
    row(FactKind.DEADLINE, "by 3 May 2024", "2024-05-03", "Deposit"),
    row(FactKind.DATE, "4 April 2024", "2024-04-04", "Start"),
    row(FactKind.AMOUNT, "£950", "950", "Rent", currency="GBP"),
    row(FactKind.AMOUNT, "£12", "12", "Fee", currency="GBP"),
    row(FactKind.DATE, "03/04/2024", readings=("2024-04-03", "2024-03-04")),
    row(FactKind.DEADLINE, "30 days after delivery", file="/docs/notes.txt"),
    row(FactKind.DATE, "May 2024", "2024-05", decided_by=DayOrder.DATES),
)
FOUND = Register(ROWS, 412, 414, (UnreadFile("/docs/broken.pdf", "The file is damaged."),))


@pytest.fixture
def pane(qtbot: QtBot, bridge: Bridge, appearance: Appearance, scripted: ScriptedWorker) -> RegisterSection:
    scripted.register_found = FOUND
    pane = RegisterSection(bridge, appearance)
    qtbot.addWidget(pane)
    pane.resize(1000, 600)
    pane.show()
    pane.set_library(info("A"), "type:pdf")
    qtbot.waitUntil(lambda: pane.model.rowCount() == len(ROWS))
    qtbot.waitUntil(lambda: "rows" in status(pane))
    return pane


def info(name: str) -> IndexInfo:
    return ScriptedWorker().add_library(name)


def status(pane: RegisterSection) -> str:
    return find(pane, QLabel, "register_status").text()


def values(pane: RegisterSection, column: int = VALUE) -> list[str]:
    return [str(pane.model.index(place, column).data()) for place in range(pane.model.rowCount())]


def test_rows_say_what_they_are_and_what_could_not_be_read(pane: RegisterSection, scripted: ScriptedWorker) -> None:
    assert values(pane) == [
        "May 3, 2024", "Apr 4, 2024", "£950", "£12", "Apr 3, 2024 or Mar 4, 2024", "30 days after delivery", "May 2024",
    ]  # fmt: skip
    assert values(pane, KIND)[0] == "Deadline"
    assert values(pane, FILE)[:1] == ["lease.pdf, page 3"]
    assert values(pane, SENTENCE)[0] == "It says by 3 May 2024 here."
    assert "7 of 7 rows" in status(pane)
    assert "412 of 414 documents looked through. Could not be read: broken.pdf (The file is damaged)." in status(pane)
    (called,) = scripted.called("register.rows")
    assert (called.name, called.scope) == ("A", "type:pdf")


def test_a_timeline_has_dates_only_below_their_months(pane: RegisterSection, qtbot: QtBot) -> None:
    find(pane, QPushButton, "register_timeline_button").click()
    qtbot.waitUntil(lambda: pane.model.rowCount() == 5)
    assert values(pane) == ["April 2024", "Apr 4, 2024", "May 2024", "May 2024", "May 3, 2024"]
    assert "3 of 7 rows" in status(pane)
    assert not pane.model.flags(pane.model.index(0, 0)) & Qt.ItemFlag.ItemIsSelectable


def test_rows_are_filtered_by_kind_and_words(pane: RegisterSection, qtbot: QtBot) -> None:
    kinds = find(pane, ComboBox, "register_kind")
    kinds.setCurrentIndex(kinds.findData(FactKind.AMOUNT.value))
    qtbot.waitUntil(lambda: values(pane) == ["£950", "£12"])
    find(pane, QLineEdit, "register_filter").setText("rent")
    qtbot.waitUntil(lambda: values(pane) == ["£950"])
    find(pane, QLineEdit, "register_filter").setText("nowhere")
    qtbot.waitUntil(lambda: values(pane) == [])
    assert not find(pane, QPushButton, "register_export_button").isEnabled()


def test_amounts_are_sorted_by_worth_and_days_by_time(pane: RegisterSection, qtbot: QtBot) -> None:
    header = pane.table.horizontalHeader()
    header.sectionClicked.emit(VALUE)
    qtbot.waitUntil(lambda: values(pane)[0] == "Apr 4, 2024")
    assert values(pane).index("£12") < values(pane).index("£950")
    header.sectionClicked.emit(VALUE)
    qtbot.waitUntil(lambda: values(pane)[-1] == "Apr 4, 2024")
    header.sectionClicked.emit(VALUE)
    qtbot.waitUntil(lambda: values(pane)[0] == "May 3, 2024")


def test_a_row_opens_its_place_and_tells_its_sentence(pane: RegisterSection, qtbot: QtBot) -> None:
    place = pane.table.visualRect(pane.model.index(4, SENTENCE)).center()
    with qtbot.waitSignal(pane.passage_wanted) as wanted:
        qtbot.mouseClick(pane.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    source, citation, _opened = wanted.args
    assert (source.file, source.page, source.start, source.text) == ("/docs/lease.pdf", 3, 0, ROWS[4].sentence)
    assert citation.on_page(3) == (ROWS[4].start, ROWS[4].end)
    assert "which of two days" in find(pane, QLabel, "register_detail").text()
    pane.table.selectRow(5)
    assert "not computed" in find(pane, QLabel, "register_detail").text()
    find(pane, QPushButton, "register_timeline_button").click()
    qtbot.waitUntil(lambda: pane.model.rowCount() == 5)
    assert find(pane, QLabel, "register_detail").isHidden()  # nothing is chosen any more


def test_a_model_looks_for_more_once_its_work_is_told(
    pane: RegisterSection, qtbot: QtBot, scripted: ScriptedWorker
) -> None:
    push = find(pane, QPushButton, "register_model_button")
    assert not push.isVisible()
    scripted.config.update({"llm.provider": "ollama", "llm.model": "small"})
    find(pane, QToolButton, "register_again_button").click()
    qtbot.waitUntil(push.isVisible)
    scripted.register_found = replace(FOUND, rows=(*ROWS, row(FactKind.DEADLINE, "within a fortnight", by_model=True)))
    push.click()
    qtbot.waitUntil(pane.notice.isVisible)
    assert "12, in 3 documents" in pane.notice.accessibleName()
    assert not scripted.called("register.rows_with_model")
    find(pane, QPushButton, "register_ask_button").click()
    qtbot.waitUntil(lambda: "The model read 11 of 12 parts." in status(pane))
    assert "no sentence says it: 3" in status(pane)
    qtbot.waitUntil(lambda: pane.model.rowCount() == len(ROWS) + 1)
    assert values(pane, KIND)[-1] == "Deadline (model)"
    pane.table.selectRow(len(ROWS))
    assert "The model found it" in find(pane, QLabel, "register_detail").text()
    scripted.register_work = replace(scripted.register_work, parts=0)
    push.click()  # everything is known: nothing is asked before
    qtbot.waitUntil(lambda: len(scripted.called("register.rows_with_model")) == 2)
    (first, _) = scripted.called("register.rows_with_model")
    assert (first.name, first.scope) == ("A", "type:pdf")


def test_only_ticked_dates_are_written(
    pane: RegisterSection, qtbot: QtBot, scripted: ScriptedWorker, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    target = tmp_path / "days"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    find(pane, QPushButton, "register_calendar_button").click()
    dialog = find(pane.window(), QDialog, "calendar_dialog")
    dates = find(dialog, QListView, "calendar_dates").model()
    assert dates.rowCount() == 2  # neither the month, nor what is ambiguous, nor what depends on something
    write = find(dialog, QPushButton, "calendar_write_button")
    assert not write.isEnabled()
    find(dialog, CheckBox, "calendar_all").click()
    assert write.text() == "Write 2 of 2…"
    listed = find(dialog, QListView, "calendar_dates")
    qtbot.mouseClick(listed.viewport(), Qt.MouseButton.LeftButton, pos=listed.visualRect(dates.index(0, 0)).center())
    assert write.text() == "Write 1 of 2…"
    write.click()
    qtbot.waitUntil(lambda: bool(scripted.called("register.export_calendar")))
    (called,) = scripted.called("register.export_calendar")
    assert (called.rows, called.target) == ((ROWS[1],), target.with_suffix(".ics"))
    qtbot.waitUntil(pane.notice.isVisible)


def test_the_table_that_is_saved_has_the_scope_and_the_kind(
    pane: RegisterSection, qtbot: QtBot, scripted: ScriptedWorker, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "rows"), ""))
    kinds = find(pane, ComboBox, "register_kind")
    kinds.setCurrentIndex(kinds.findData(FactKind.AMOUNT.value))
    qtbot.waitUntil(lambda: len(values(pane)) == 2)
    find(pane, QPushButton, "register_export_button").click()
    qtbot.waitUntil(lambda: bool(scripted.called("register.export_csv")))
    (called,) = scripted.called("register.export_csv")
    assert (called.name, called.target, called.scope) == ("A", tmp_path / "rows.csv", "type:pdf")
    assert list(called.kinds) == [FactKind.AMOUNT]


def test_another_library_takes_the_place_of_what_was_being_found(
    pane: RegisterSection, qtbot: QtBot, scripted: ScriptedWorker
) -> None:
    scripted.register_found = Register(ROWS[:1], 1, 1)
    pane.set_library(info("B"))
    qtbot.waitUntil(lambda: "1 of 1 rows" in status(pane))
    assert len(values(pane)) == 1


@pytest.mark.slow
def test_ten_thousand_rows_never_hold_up_the_window(
    qtbot: QtBot, bridge: Bridge, appearance: Appearance, scripted: ScriptedWorker
) -> None:
    rows = tuple(
        row(FactKind.DATE, f"note {n}", f"20{n % 90 + 10}-{n % 12 + 1:02}-{n % 28 + 1:02}") for n in range(10_000)
    )
    scripted.register_found = Register(rows, 10, 10)
    pane = RegisterSection(bridge, appearance)
    qtbot.addWidget(pane)
    pane.resize(1000, 600)
    pane.show()
    pane.set_library(info("A"))
    longest = 0.0

    def go_on_until(is_done: object, seconds: float = 20.0) -> None:
        nonlocal longest
        end = time.monotonic() + seconds
        while not is_done() and time.monotonic() < end:  # type: ignore[operator]
            begun = time.thread_time()
            QApplication.processEvents()
            longest = max(longest, time.thread_time() - begun)
        assert is_done()  # type: ignore[operator]

    go_on_until(lambda: pane.model.rowCount() == 10_000 and "rows" in status(pane))
    find(pane, QPushButton, "register_timeline_button").click()
    go_on_until(lambda: pane.model.rowCount() > 10_000)
    find(pane, QLineEdit, "register_filter").setText("9999")
    go_on_until(lambda: len(pane.model.shown_rows()) == 1)
    assert longest < FRAME_SECONDS * SLOW_MACHINE


def test_a_view_of_nothing_is_empty() -> None:
    assert arranged((), RegisterView("x", FactKind.DATE, timeline=True)) == []


def test_files_that_change_are_looked_through_when_it_is_seen_again(
    pane: RegisterSection, qtbot: QtBot, bridge: Bridge, scripted: ScriptedWorker
) -> None:
    bridge.store_changed.emit(StoreChanged(0, frozenset({"documents"}), ("A",)))
    assert len(scripted.called("register.rows")) == 1
    pane.hide()
    pane.show()
    assert len(scripted.called("register.rows")) == 2
    find(pane, QToolButton, "register_again_button").click()
    assert len(scripted.called("register.rows")) == 3
    qtbot.waitUntil(lambda: "7 of 7 rows" in status(pane))


def test_the_page_of_all_documents_opens_the_place_of_a_row(
    open_window: Callable[[], MainWindow], qtbot: QtBot, scripted: ScriptedWorker
) -> None:
    scripted.register_found = FOUND
    scripted.add_library("A")
    window = open_window()
    window.actions_table["view.all_documents"].trigger()
    find(window, QToolButton, "register_section_tab").click()
    table = find(window, QTableView, "register_table")
    qtbot.waitUntil(lambda: table.model().rowCount() == len(ROWS))
    table.selectRow(0)
    qtbot.keyClick(table, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.source_pane.opened is not None)
