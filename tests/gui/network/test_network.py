"""The network page and the offline switch."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QCheckBox, QLabel, QMenu, QPushButton, QTableView
from pytestqt.qtbot import QtBot

from desktop_rag.core.errors import UserError
from desktop_rag.core.network.traffic import HostTraffic, Purpose
from desktop_rag.core.results.network import MaskedValue
from desktop_rag.gui.network.dialog import HOST, RECEIVED, REQUESTS, SENT, WHY, NetworkDialog
from desktop_rag.gui.shell.main_window import MainWindow
from tests.gui.person import find
from tests.helpers.scripted_worker import ScriptedWorker

Open = Callable[[], MainWindow]


def row(host: str, purpose: Purpose, *, local: bool = False, out: int = 1500) -> HostTraffic:
    return HostTraffic(host, purpose, local, 1_700_000_000.0, 1_700_003_600.0, 12, out, 2_500_000)


@pytest.fixture
def window(open_window: Open) -> MainWindow:
    return open_window()


def open_page(qtbot: QtBot, window: MainWindow) -> NetworkDialog:
    window.actions_table["program.network"].trigger()
    page = window.findChild(NetworkDialog)
    assert page is not None
    qtbot.waitUntil(lambda: bool(page.summary.text()))
    return page


def cells(page: NetworkDialog, number: int) -> list[str]:
    return [str(page.model.index(number, column).data()) for column in range(page.model.columnCount())]


def test_at_first_nothing_has_left_this_machine(qtbot: QtBot, window: MainWindow) -> None:
    page = open_page(qtbot, window)
    assert page.summary.text() == "Nothing has left this machine."
    assert not find(page, QTableView, "network_table").isVisibleTo(page)
    assert not find(page, QPushButton, "network_clear_button").isEnabled()
    page.close()


def test_programs_on_this_computer_are_listed_but_nothing_has_left(
    qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker
) -> None:
    scripted.network.traffic = (row("127.0.0.1:11434", "chat", local=True),)
    page = open_page(qtbot, window)
    assert page.summary.text() == "Nothing has left this machine."
    assert cells(page, 0)[HOST] == "127.0.0.1:11434 (this computer)"
    page.close()


def test_every_computer_is_listed_with_reason_and_size(
    qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker
) -> None:
    scripted.network.traffic = (row("api.example.com", "chat"), row("api.example.com", "models", out=500))
    page = open_page(qtbot, window)
    assert page.summary.text().startswith("One other computer was contacted since ")
    assert page.summary.text().endswith("; 2.0 kB were sent.")
    shown = cells(page, 0)
    assert (shown[HOST], shown[WHY], shown[REQUESTS]) == ("api.example.com", "Answers", "12")
    assert (shown[SENT], shown[RECEIVED]) == ("1.5 kB", "2.5 MB")
    spoken = page.model.index(0, SENT).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Sent: 1.5 kB"
    page.close()


def test_the_page_follows_what_happens(qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker) -> None:
    page = open_page(qtbot, window)
    scripted.network.traffic = (row("a.example.com", "chat"), row("b.example.com", "embedding"))
    page.refresh()
    qtbot.waitUntil(lambda: page.model.rowCount() == 2)
    assert page.summary.text().startswith("2 other computers were contacted since ")
    qtbot.mouseClick(find(page, QPushButton, "network_clear_button"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.summary.text() == "Nothing has left this machine.")
    page.close()


def test_what_was_kept_here_is_listed_with_what_was_sent_instead(
    qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker
) -> None:
    page = open_page(qtbot, window)
    assert not page.masked_table.isVisibleTo(page)
    scripted.network.kept_here = (
        MaskedValue("person", "Anna\nBecker", "PERSON_1", 3),
        MaskedValue("amount", "€950", "AMOUNT_1", 1),
    )
    page.refresh()
    qtbot.waitUntil(lambda: page.masked_table.isVisibleTo(page))
    model = page.masked_model
    shown = [[str(model.index(row, column).data()) for column in range(4)] for row in range(2)]
    assert shown == [["Anna Becker", "Name", "PERSON_1", "3"], ["€950", "Amount", "AMOUNT_1", "1"]]
    assert page.masked_summary.text().startswith("2 private values were kept from servers of models since the start.")
    page.close()


def test_the_menu_switches_the_network_off_and_the_title_says_so(
    qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker
) -> None:
    action = window.actions_table["program.offline"]
    assert (action.isCheckable(), action.isChecked()) == (True, False)
    action.trigger()
    qtbot.waitUntil(lambda: window.windowTitle() == "Desktop RAG (offline)")
    assert scripted.network.is_offline
    assert action.isChecked()
    action.trigger()
    qtbot.waitUntil(lambda: window.windowTitle() == "Desktop RAG")
    assert not scripted.network.is_offline


@pytest.mark.sampled(3)
@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_the_menu_shows_a_check_mark_while_it_is_on(
    qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker, theme: str
) -> None:
    window._appearance.choose(theme, 100)
    action = window.actions_table["program.offline"]
    (menu,) = (one for one in window.menuBar().findChildren(QMenu) if action in one.actions())

    def shown() -> QImage:
        menu.popup(window.pos())
        qtbot.waitUntil(menu.isVisible)
        picture = menu.grab(menu.actionGeometry(action)).toImage()
        menu.close()
        return picture

    off = shown()
    action.trigger()
    qtbot.waitUntil(action.isChecked)
    assert shown() != off
    action.trigger()
    qtbot.waitUntil(lambda: not action.isChecked())
    assert shown() == off


def test_the_page_s_switch_and_the_menu_s_are_the_same(
    qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker
) -> None:
    page = open_page(qtbot, window)
    switch = find(page, QCheckBox, "network_offline")
    switch.click()
    qtbot.waitUntil(lambda: scripted.network.is_offline)
    qtbot.waitUntil(window.actions_table["program.offline"].isChecked)
    assert switch.isChecked()
    page.close()


def test_a_switch_that_cannot_be_remembered_stays_and_says_why(
    qtbot: QtBot, window: MainWindow, scripted: ScriptedWorker
) -> None:
    page = open_page(qtbot, window)
    scripted.network.error = UserError("The settings could not be saved: disk full.", "Make room.")
    switch = find(page, QCheckBox, "network_offline")
    switch.click()
    qtbot.waitUntil(lambda: "disk full" in find(page, QLabel, "notice_message").text())
    assert not switch.isChecked()
    page.close()


@pytest.mark.nightly(by_day="test_the_menu_shows_a_check_mark_while_it_is_on")
def test_the_empty_box_of_the_switch_is_seen_in_the_dark(qtbot: QtBot, window: MainWindow) -> None:
    window._appearance.choose("dark")
    page = open_page(qtbot, window)
    switch = find(page, QCheckBox, "network_offline")
    picture = switch.grab().toImage()
    ground, middle = picture.pixelColor(switch.width() - 1, 1).lightness(), switch.height() // 2
    assert max(abs(picture.pixelColor(x, middle).lightness() - ground) for x in range(20)) > 40
    page.close()


def test_the_page_is_no_larger_than_a_small_window(qtbot: QtBot, window: MainWindow) -> None:
    window.resize(900, 520)
    page = open_page(qtbot, window)
    assert (page.width(), page.height()) == (860, 440)
    page.close()
