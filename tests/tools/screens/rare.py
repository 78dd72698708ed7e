"""Screens that a person meets seldom: evidence for and against, files that are no text, what failed or was stopped."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_rag.core.results.answers import Verdict
from desktop_rag.gui.chat.turn_view import TurnView
from desktop_rag.gui.evidence.card import EvidenceCard
from desktop_rag.gui.shell.bridge import as_user_error
from tests.helpers.scripted_server import Reply
from tests.tools.screens.stage import Stage

_CLAIMS = {
    Verdict.SUPPORTED: "The notice period is three months to the end of a month.",
    Verdict.PARTLY: "The deposit of 2,400 euros is paid back within six weeks and earns 3 percent of interest a year.",
    Verdict.CONTRADICTED: "The monthly rent is 1,250 euros and is due on the third working day of each month.",
    Verdict.NOT_SAID: "The tenant may keep two dogs in the garden house.",
}
_SAID = {
    "scan": "The copper kettle belongs to Anna Weber.",
    "picture": "The hotel in Kyoto cost 412 euros for two nights.",
    "sheet": "The paper lantern of Sato and Sons has the price 48.",
}
_FAILURES = {
    "gone": Reply(status=404, error="model 'llama3.2:3b' not found"),
    "busy": Reply(status=429, error="Rate limit reached."),
    "cut": Reply(tokens=["The notice period is three months. ", "The rent", " is"], cut_after=2),
    "broken": Reply(status=500, error="CUDA out of memory"),
}


def _answered(stage: Stage, question: str, *replies: Reply) -> TurnView:
    chat = stage.window.chat_pane
    chat.new_conversation()
    stage.server.script(*replies)
    chat.ask(question)
    stage.wait(lambda: not chat.busy)
    stage.rest()
    return chat.turns.turns()[-1]


def show_evidence(stage: Stage) -> None:
    """Ask what is answered with sentences of every verdict."""
    view = _answered(stage, "What does the lease say?", Reply(tokens=[" ".join(_CLAIMS.values())])).answer_view
    stage.wait(lambda: bool(view.answer().sentences))


def open_card(stage: Stage, verdict: Verdict) -> None:
    """Open the card of the sentence with a verdict, by keyboard."""
    view = stage.window.chat_pane.turns.turns()[-1].answer_view
    stage.window.activateWindow()
    stage.window.setFocus()
    view.setFocus(Qt.FocusReason.TabFocusReason)
    for _ in _CLAIMS:
        if view.hover.shown is not None and view.hover.shown.verdict is verdict:
            break
        QTest.keyClick(view, Qt.Key.Key_Right)
    stage.wait(lambda: any(card.isVisible() for card in stage.window.findChildren(EvidenceCard)))


def show_place(stage: Stage, kind: str) -> None:
    """Show a cited scan, picture or sheet."""
    view = _answered(stage, f"What about this? {_SAID[kind]}", Reply(tokens=[_SAID[kind]])).answer_view
    stage.wait(lambda: bool(view.chip_rects()))
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.chip_rects()[0][1].center().toPoint())
    for _ in range(10):
        stage.rest()


def open_filter(stage: Stage, name: str) -> None:
    """Open a menu of conditions on the search page, with one chosen in another."""
    stage.command("view.search")
    pane = stage.window.search_pane
    pane.search_for("notice period rent")
    stage.wait(lambda: pane.list.model().rowCount() > 0)
    stage.rest()
    bar = pane.filters
    bar.choose(replace(bar.filters, kinds=("pdf",)))
    stage.rest()
    menu = bar.buttons[name].menu()
    menu.popup(bar.buttons[name].mapToGlobal(bar.buttons[name].rect().bottomLeft()))
    stage.rest()


def search_nothing(stage: Stage) -> None:
    """Search for what nothing says, with a condition that leaves nothing."""
    stage.command("view.search")
    pane = stage.window.search_pane
    pane.search_for("notice type:odt")
    stage.rest()
    stage.rest()


def fail(stage: Stage, kind: str) -> None:
    """Ask a model that fails in some way."""
    server, usual = stage.server, stage.server.default
    server.default = _FAILURES[kind]
    _answered(stage, "How long is the notice period of the lease?")
    server.default = usual


def bug(stage: Stage) -> None:
    """Show what is told of a fault of the program."""
    stage.window._bridge.failed.emit(as_user_error(ZeroDivisionError("x")))
    stage.rest()
