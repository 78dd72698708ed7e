"""The card beside a sentence: by pointer and by keyboard, what it says, where it stands, and how it goes away."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QPalette, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from desktop_rag.core.results.answers import Answer, CheckedSentence, Verdict
from desktop_rag.gui.chat.answer_view import AnswerView
from desktop_rag.gui.evidence.card import EvidenceCard, place_beside
from desktop_rag.gui.shell.main_window import MainWindow
from tests.gui.person import ask, click, find
from tests.helpers.script import citation, source
from tests.helpers.scripted_worker import ScriptedWorker

TEXT = (
    "The notice period is 90 days [1]. Owls hunt mice at night. It starts in spring [1]. It ends in May [1]."
    " Les chats dorment."
)
ONE = source(1)
ANSWER = Answer(
    "q",
    TEXT,
    (citation(ONE, 0, 28), citation(ONE, 59, 78), citation(ONE, 84, 98)),
    (ONE,),
    "small",
    extractive=False,
    sentences=(
        CheckedSentence(0, 28, Verdict.PARTLY, ("The source says 30 days.",), ((21, 28),), 1),
        CheckedSentence(34, 57, Verdict.NOT_SAID, (), ((34, 57),)),
        CheckedSentence(59, 78, Verdict.SUPPORTED, citation=1),
        CheckedSentence(84, 98, Verdict.CONTRADICTED, ("The source says June.",), ((95, 98),), 1),
        CheckedSentence(104, 122, Verdict.UNCHECKED, ("The passages are in another language.",)),
    ),
)
PARTLY = "Partly supported. The source says 30 days. “The notice period is 30 days.” lease.pdf · page 3."
CONTRADICTED = "Contradicted. The source says June. “The notice period is 30 days.” lease.pdf · page 3."
UNCHECKED = "Not checked. The passages are in another language."
UNSAID = "Nothing found. No passage says this."
SAID = "Supported. “The notice period is 30 days.” lease.pdf · page 3."


@pytest.fixture
def window(open_window: Callable[[], MainWindow], scripted: ScriptedWorker) -> MainWindow:
    scripted.add_library("Papers")
    scripted.answer = ANSWER
    return open_window()


@pytest.fixture
def view(qtbot: QtBot, window: MainWindow) -> AnswerView:
    view = ask(qtbot, window).answer_view
    view.hover._opening.setInterval(5)
    view.hover._closing.setInterval(60)
    return view


def card(view: AnswerView) -> EvidenceCard | None:
    return next((one for one in view.window().findChildren(EvidenceCard) if one.isVisible()), None)


def said(view: AnswerView) -> str:
    shown = card(view)
    return shown.accessibleName() if shown else ""


def place_of(view: AnswerView, words: str) -> QPoint:
    found = view.document().find(words)
    middle = QTextCursor(view.document())
    middle.setPosition((found.selectionStart() + found.selectionEnd()) // 2)
    return view.cursorRect(middle).center()


def in_window(widget: QWidget) -> QRect:
    return QRect(widget.mapTo(widget.window(), QPoint(0, 0)), widget.size())


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("notice", PARTLY),
        ("90 days", PARTLY),
        ("hunt mice", UNSAID),
        ("May", CONTRADICTED),
        ("chats", UNCHECKED),
        ("spring", ""),
    ],
    ids=["sentence", "marked words", "not said", "contradicted", "not checked", "supported"],
)
def test_a_marked_sentence_has_a_card_under_the_pointer(
    qtbot: QtBot, view: AnswerView, words: str, expected: str
) -> None:
    QTest.mouseMove(view.viewport(), place_of(view, words))
    if not expected:
        qtbot.wait(40)
    qtbot.waitUntil(lambda: said(view) == expected)


def test_a_marker_has_the_card_of_its_own_sentence(qtbot: QtBot, view: AnswerView) -> None:
    (_, first), (_, second), _ = view.chip_rects()
    QTest.mouseMove(view.viewport(), first.center().toPoint())
    qtbot.waitUntil(lambda: said(view) == PARTLY)
    view.hover.close()  # it may cover the other marker
    QTest.mouseMove(view.viewport(), second.center().toPoint())
    qtbot.waitUntil(lambda: said(view) == SAID)


def test_the_card_never_covers_its_sentence_and_stays_under_the_pointer(qtbot: QtBot, view: AnswerView) -> None:
    QTest.mouseMove(view.viewport(), place_of(view, "hunt mice"))
    qtbot.waitUntil(lambda: card(view) is not None)
    shown = card(view)
    assert shown is not None
    line = view.cursorRect(view.document().find("Owls")).translated(view.mapTo(view.window(), QPoint(0, 0)))
    assert not in_window(shown).intersects(line)
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    shown.entered.emit()
    qtbot.wait(90)
    assert shown.isVisible()
    shown.left.emit()
    qtbot.waitUntil(lambda: not shown.isVisible())


def test_the_card_leads_to_the_document(qtbot: QtBot, view: AnswerView, scripted: ScriptedWorker) -> None:
    QTest.mouseMove(view.viewport(), place_of(view, "90 days"))
    qtbot.waitUntil(lambda: card(view) is not None)
    shown = card(view)
    assert shown is not None
    with qtbot.waitSignal(view.citation_clicked) as opened:
        click(qtbot, shown, "evidence_open_button")
    assert opened.args == [1, 0]
    assert not shown.isVisible()


def test_an_unsupported_sentence_has_nothing_to_open(qtbot: QtBot, view: AnswerView) -> None:
    QTest.mouseMove(view.viewport(), place_of(view, "hunt mice"))
    qtbot.waitUntil(lambda: said(view) == UNSAID)
    shown = card(view)
    assert shown is not None
    assert not find(shown, QPushButton, "evidence_open_button").isVisible()
    assert not find(shown, QLabel, "evidence_quote").isVisible()


def test_the_keyboard_goes_from_marker_to_marker_and_opens_them(qtbot: QtBot, view: AnswerView) -> None:
    view.setFocus(Qt.FocusReason.TabFocusReason)
    heard = [said(view)]
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Tab):
        qtbot.keyClick(view, key)
        heard.append(said(view))
    assert heard == [PARTLY, UNSAID, SAID]
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert said(view) == UNSAID
    qtbot.keyClick(view, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert said(view) == PARTLY
    with qtbot.waitSignal(view.citation_clicked) as opened:
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert opened.args == [1, 0]


def test_tab_leaves_the_answer_behind_its_last_marker(qtbot: QtBot, view: AnswerView) -> None:
    view.setFocus(Qt.FocusReason.TabFocusReason)
    for _ in range(4):
        assert view.hasFocus()
        qtbot.keyClick(view, Qt.Key.Key_Tab)
    assert not view.hasFocus()
    assert said(view) == ""
    focused = view.window().focusWidget()
    assert focused is not None
    qtbot.keyClick(focused, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert view.hasFocus()
    assert said(view) == CONTRADICTED


def test_escape_closes_the_card_before_anything_else(qtbot: QtBot, view: AnswerView, window: MainWindow) -> None:
    view.setFocus(Qt.FocusReason.TabFocusReason)
    assert said(view) == PARTLY
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert said(view) == ""


def test_the_card_goes_with_the_conversation_that_it_is_about(
    qtbot: QtBot, view: AnswerView, window: MainWindow
) -> None:
    view.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(lambda: card(view) is not None)
    window.actions_table["conversation.new"].trigger()
    qtbot.waitUntil(lambda: not any(one.isVisible() for one in window.findChildren(EvidenceCard)))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("command", ["view.search", "library.files"])
@pytest.mark.parametrize("by", ["keyboard", "pointer"])
def test_the_card_goes_with_the_page_that_it_is_about(
    qtbot: QtBot, view: AnswerView, window: MainWindow, command: str, by: str
) -> None:
    if by == "keyboard":
        view.setFocus(Qt.FocusReason.TabFocusReason)
    else:
        QTest.mouseMove(view.viewport(), place_of(view, "spring"))  # it may rest on the other words already
        QTest.mouseMove(view.viewport(), place_of(view, "90 days"))
    qtbot.waitUntil(lambda: card(view) is not None)
    window.actions_table[command].trigger()
    assert card(view) is None


def test_the_card_does_not_stay_where_its_sentence_was(qtbot: QtBot, view: AnswerView, window: MainWindow) -> None:
    view.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(lambda: card(view) is not None)
    window.resize(window.width(), window.height() - 60)
    qtbot.waitUntil(lambda: card(view) is None)


def test_a_marker_without_a_verdict_shows_its_passage(qtbot: QtBot, view: AnswerView) -> None:
    view.show_text("It is so [1].", (ONE,), ())
    view.setFocus(Qt.FocusReason.TabFocusReason)
    assert said(view) == "“The notice period is 30 days. It starts on the first of the month.” lease.pdf · page 3."


def test_an_open_card_tells_what_becomes_known(qtbot: QtBot, view: AnswerView) -> None:
    view.show_text(TEXT, (ONE,), ())
    view.setFocus(Qt.FocusReason.TabFocusReason)
    view.show_text(TEXT, ANSWER.sources, ANSWER.citations, ANSWER.sentences)
    assert said(view) == PARTLY
    view.show_text("Nothing.", (ONE,), ())
    assert said(view) == ""


def test_each_verdict_has_its_colour(qtbot: QtBot, view: AnswerView) -> None:
    colours = {}
    view.setFocus(Qt.FocusReason.TabFocusReason)
    for _ in range(5):
        shown, evidence = card(view), view.hover.shown
        if shown is not None and evidence is not None:
            verdict = find(shown, QLabel, "evidence_verdict")
            verdict.ensurePolished()
            colours[evidence.verdict] = verdict.palette().color(verdict.foregroundRole()).name()
        qtbot.keyClick(view, Qt.Key.Key_Right)
    plain = QApplication.palette().color(QPalette.ColorRole.WindowText).name()
    assert len(colours) >= 4
    assert plain not in colours.values()
    assert len({colours[one] for one in (Verdict.SUPPORTED, Verdict.PARTLY, Verdict.CONTRADICTED)}) == 3


def test_names_of_files_are_shown_as_they_are(qtbot: QtBot, view: AnswerView) -> None:
    odd = replace(ONE, file="/docs/<b>x</b>.txt", text="<img src=x> is & said")
    view.show_text("It is so [1].", (odd,), ())
    view.setFocus(Qt.FocusReason.TabFocusReason)
    shown = card(view)
    assert shown is not None
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in shown.findChildren(QLabel))
    assert find(shown, QLabel, "evidence_quote").text() == "<img src=x> is & said"


AREA = QRect(8, 8, 900, 600)


@given(st.integers(0, 900), st.integers(0, 560), st.integers(1, 500), st.integers(1, 90), st.integers(40, 500))
def test_a_place_is_inside_the_window_and_off_the_sentence(x: int, y: int, width: int, height: int, tall: int) -> None:
    sentence, size = QRect(x, y, width, height), QSize(400, tall)
    place = place_beside(size, sentence, AREA)
    if place is None:
        room = max(AREA.bottom() - sentence.bottom(), sentence.top() - AREA.top())
        assert room < tall + 6
    else:
        assert AREA.contains(QRect(place, size))
        assert not QRect(place, size).intersects(sentence)
