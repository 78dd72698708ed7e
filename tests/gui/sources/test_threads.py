"""A message of a thread leads to the others, and to questions about all of them."""

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from desktop_rag.core.mail import ThreadMessage
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.sources.passage_viewer import PassageViewer
from desktop_rag.gui.widgets.theme import Appearance
from tests.gui.person import find
from tests.helpers.script import source
from tests.helpers.scripted_worker import ScriptedWorker

THREAD = (
    ThreadMessage("/docs/rent.eml", "Anna → Ben, 2024-05-02", "Rent"),
    ThreadMessage("/docs/answer.eml", "Ben → Anna & Carl, 2024-05-03", "Re: Rent"),
)


def test_the_messages_of_a_thread_are_one_click_away(
    qtbot: QtBot, bridge: Bridge, scripted: ScriptedWorker, appearance: Appearance
) -> None:
    scripted.thread = THREAD
    viewer = PassageViewer(bridge, appearance)
    qtbot.addWidget(viewer)
    viewer.set_library("Papers")
    viewer.show()
    viewer.show_source(source(file="/docs/rent.eml"), None)
    button = find(viewer, QToolButton, "thread_button")
    qtbot.waitUntil(button.isVisible)
    assert button.text() == "2 messages of this thread"
    messages = [one for one in button.menu().actions() if one.objectName() == "thread_message"]
    assert [one.text() for one in messages] == ["Anna → Ben, 2024-05-02", "Ben → Anna && Carl, 2024-05-03"]
    assert [one.isChecked() for one in messages] == [True, False]
    messages[1].trigger()
    shown = viewer.source()
    assert shown is not None
    assert (shown.file, shown.cited_as) == ("/docs/answer.eml", "Ben → Anna & Carl, 2024-05-03")
    asked: list[tuple[str, ...]] = []
    viewer.messages.asking_wanted.connect(asked.append)
    qtbot.waitUntil(lambda: find(button, QAction, "ask_about_thread").isVisible())
    find(button, QAction, "ask_about_thread").trigger()
    assert asked == [("/docs/rent.eml", "/docs/answer.eml")]
    scripted.thread = ()
    viewer.show_source(source(file="/docs/whales.txt"), None)
    assert not button.isVisible()
