"""A new conversation gets its title after the first answer."""

from collections.abc import Callable

from pytestqt.qtbot import QtBot

from desktop_rag.gui.shell.main_window import MainWindow
from tests.gui.person import ask
from tests.helpers.scripted_worker import ScriptedWorker

Open = Callable[[], MainWindow]


def shown_titles(window: MainWindow) -> list[str]:
    model = window.library_pane.conversations.model
    return [str(model.index(row).data()) for row in range(model.rowCount())][1:]


def test_the_first_answer_is_followed_by_a_title_and_the_second_is_not(
    qtbot: QtBot, open_window: Open, scripted: ScriptedWorker
) -> None:
    scripted.add_library("Papers")
    scripted.model_title = "Notice periods"
    window = open_window()
    ask(qtbot, window)
    qtbot.waitUntil(lambda: window.chat_pane._title.full_text() == "Notice periods")
    window.library_pane.refresh_conversations()
    qtbot.waitUntil(lambda: shown_titles(window) == ["Notice periods"])
    ask(qtbot, window, "And then?")
    assert scripted.called("titles.write") == [(window.chat_pane.conversation_id,)]


def test_without_a_title_the_question_stays(qtbot: QtBot, open_window: Open, scripted: ScriptedWorker) -> None:
    scripted.add_library("Papers")
    window = open_window()
    ask(qtbot, window, "How long is it?")
    qtbot.waitUntil(lambda: bool(scripted.called("titles.write")))
    qtbot.wait(30)
    assert window.chat_pane._title.full_text() == "How long is it?"
