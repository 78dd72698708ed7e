"""What a turn shows and offers for each way an answer can end, and the files a conversation is about."""

from dataclasses import replace

import pytest
from PySide6.QtGui import QGuiApplication, QTextBlock
from PySide6.QtWidgets import QLabel, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.answers import (
    AgentStep,
    AllDocumentsOffer,
    Answer,
    AnswerMode,
    AnswerState,
    CheckedSentence,
    Source,
    Verdict,
)
from desktop_rag.gui.chat.answer_view import AnswerView
from desktop_rag.gui.chat.turn_view import TurnView
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import ElidedLabel, Notice
from desktop_rag.gui.widgets.theme import Appearance
from tests.gui.person import click, find
from tests.helpers.script import citation, source

pytestmark = pytest.mark.usefixtures("english")
ONE = source(1)
CITED = Answer("How long?", "30 days. [1]", (citation(ONE, 0, 8),), (ONE,), "small", extractive=False)
STOPPED, FAILED = AnswerState.STOPPED, AnswerState.FAILED
NOTHING = "No passage in this library matches. Try fewer or different words."
ALONE = "This answer comes from the model alone, not from your files."
UNFOUND = "No support for this answer was found in your files. Check it before you rely on it."


@pytest.fixture
def turn(qtbot: QtBot, appearance: Appearance) -> TurnView:
    view = TurnView(appearance, "How long?")
    qtbot.addWidget(view)
    view.resize(800, 400)
    view.show()
    return view


def offered(turn: TurnView) -> list[str]:
    """The buttons in sight, in the order in which they stand."""
    return [push.objectName() for push in turn.findChildren(QPushButton) if push.isVisible()]


FOOTER = ["copy_button", "why_button", "regenerate_button"]
SETTINGS = ["try_again_button", "notice_settings_button"]


@pytest.mark.parametrize(
    ("answer", "said", "buttons"),
    [
        (CITED, "", FOOTER),
        (replace(CITED, citations=()), UNFOUND, FOOTER),
        (replace(CITED, citations=(), sources=()), ALONE, ["copy_button", "regenerate_button"]),
        (replace(CITED, notice="Two files were too long."), "Two files were too long.", FOOTER),
        (replace(CITED, text=""), "The model gave no answer.", ["try_again_button", "why_button"]),
        (replace(CITED, text="", model="", sources=()), NOTHING, []),
        (replace(CITED, state=STOPPED), "Stopped. The answer so far was kept.", ["continue_button", *FOOTER]),
        (replace(CITED, text="", state=STOPPED), "Stopped before the first word.", ["try_again_button", "why_button"]),
        (
            replace(CITED, state=FAILED),
            "The answer was interrupted. The part received so far was kept.",
            ["continue_button", *SETTINGS, "copy_button", "why_button"],
        ),
        (replace(CITED, cut=True, notice="Cut."), "Cut.", ["continue_button", *FOOTER]),
        (
            replace(CITED, text="", sources=(), state=FAILED, notice="The server went away."),
            "The server went away.",
            SETTINGS,
        ),
        (replace(CITED, model="", extractive=True), "", ["connect_model_button", *FOOTER]),
        (
            replace(CITED, model="", extractive=True, state=FAILED, notice="The server went away."),
            "The server went away.",
            [*SETTINGS, "copy_button", "why_button"],
        ),
        (replace(CITED, text="", model="", extractive=True, mode=AnswerMode.SEARCH), "", FOOTER),
    ],
    ids=[
        "cited", "uncited", "without sources", "notice", "empty", "nothing found", "stopped", "stopped at once",
        "broken off", "cut", "failed", "quotations", "quotations in place of a model", "passages",
    ],
)  # fmt: skip
def test_each_end_of_an_answer_says_and_offers_what_helps(
    turn: TurnView, answer: Answer, said: str, buttons: list[str]
) -> None:
    turn.show_answer(answer)
    notice = find(turn, Notice, "notice")
    assert notice.isVisible() is bool(said)
    assert notice.accessibleName() == said or not said
    assert offered(turn) == buttons


SAID = CheckedSentence(0, 7, Verdict.SUPPORTED, citation=1)
UNSAID = CheckedSentence(8, 20, Verdict.NOT_SAID, ("No passage says this.",), ((8, 20),))
MOSTLY = "Your files support less than half of this answer. Check it before you rely on it."


@pytest.mark.parametrize(
    ("answer", "above"),
    [
        (replace(CITED, sentences=(SAID, UNSAID, UNSAID), notice=MOSTLY), True),
        (replace(CITED, citations=(), sentences=(UNSAID,), notice=UNFOUND), True),
        (replace(CITED, citations=()), True),
        (replace(CITED, sentences=(SAID, UNSAID), notice="Two files were too long."), False),
        (replace(CITED, state=STOPPED, citations=(), sentences=(UNSAID,)), False),
        (replace(CITED, model="", extractive=True, state=FAILED, notice="The server went away."), True),
        (replace(CITED, model="", extractive=True, notice="2 files say something about this."), True),
    ],
    ids=[
        "mostly unsupported",
        "unsupported",
        "not checked, uncited",
        "half supported",
        "stopped",
        "quoted instead",
        "several files",
    ],
)
def test_what_an_answer_is_to_be_read_with_stands_at_its_top(turn: TurnView, answer: Answer, above: bool) -> None:
    turn.show_answer(replace(CITED, notice="Something else."))
    turn.show_answer(answer)
    notice = find(turn, Notice, "notice")
    parts = turn.layout()
    assert parts is not None
    parts.activate()
    assert notice.isVisible()
    assert (notice.y() < turn.answer_view.y()) is above


def test_a_list_of_files_is_no_quotation(turn: TurnView) -> None:
    turn.show_answer(Answer("Which files?", "- lease.pdf", (), (), "", extractive=True, notice="Number of files: 1."))
    assert not find(turn, QLabel, "quotations_label").isVisible()
    assert turn.answer_view.toPlainText().strip().endswith("lease.pdf")
    assert find(turn, Notice, "notice").isVisible()


def test_an_answer_of_quotations_is_labelled(turn: TurnView) -> None:
    label = find(turn, QLabel, "quotations_label")
    turn.show_answer(replace(CITED, model="", extractive=True))
    assert label.isVisible()
    turn.show_answer(CITED)
    assert not label.isVisible()


def test_a_list_of_passages_is_shown_and_copied_with_its_places(qtbot: QtBot, turn: TurnView) -> None:
    odd = replace(source(2, "/docs/a_*b*.txt"), text="# Title\n**Bold** | cell and <b>no tag</b>")
    turn.show_answer(replace(CITED, text="", model="", extractive=True, sources=(ONE, odd), citations=()))
    shown = turn.answer_view.toPlainText()
    assert "lease.pdf · page 3" in shown
    assert "a_*b*.txt" in shown
    assert "Title Bold cell and <b>no tag</b>" in " ".join(shown.split())
    assert [href for href, _ in turn.answer_view.chip_rects()] == ["cite:1", "cite:2"]
    click(qtbot, turn, "copy_button")
    assert (
        QGuiApplication.clipboard()
        .text()
        .startswith("The passages that fit best:\n\n1. lease.pdf, page 3\n\n> The notice")
    )


def test_words_take_the_place_of_the_stage(turn: TurnView) -> None:
    turn.show_stage("Searching your files…")
    assert turn.stage.isVisible()
    turn.set_sources((ONE,))
    turn.add_text("30 ")
    turn.add_text("days.")
    assert not turn.stage.isVisible()
    assert turn.answer_view.isVisible()
    turn.show_stopped()
    assert not find(turn, Notice, "notice").isVisible(), "what came is followed by the whole answer"


def test_an_error_can_be_tried_again_and_leads_to_the_settings(qtbot: QtBot, turn: TurnView) -> None:
    turn.show_stage("Connecting to the model…")
    turn.show_error(UserError("The server does not answer.", "Start it."))
    notice = find(turn, Notice, "notice")
    assert notice.accessibleName() == "The server does not answer. Start it."
    assert notice.property("role") == "failure"
    assert not turn.stage.isVisible()
    with qtbot.waitSignal(turn.ask_again) as again:
        click(qtbot, turn, "try_again_button")
    assert again.args == ["How long?"]
    with qtbot.waitSignal(turn.settings_wanted):
        click(qtbot, turn, "error_settings_button")


def test_the_footer_gives_way_where_there_is_no_room(qtbot: QtBot, turn: TurnView) -> None:
    turn.show_answer(replace(CITED, timings={"total": 1.24}))
    line, why = find(turn, ElidedLabel, "answer_line"), find(turn, QPushButton, "why_button")
    assert line.full_text() == "1 of 1 passages used · 1.2 s · small"
    assert why.text() == "Why this answer?"
    copy = find(turn, QPushButton, "copy_button")

    def below() -> bool:
        return line.mapTo(turn, line.rect().topLeft()).y() > copy.mapTo(turn, copy.rect().center()).y()

    assert not below()
    turn.resize(380, 400)
    qtbot.waitUntil(below)
    assert why.text() == "Why?"
    assert why.accessibleName() == "Why this answer?"


def test_copying_is_confirmed_and_is_the_whole_answer(qtbot: QtBot, turn: TurnView) -> None:
    turn.show_answer(CITED)
    click(qtbot, turn, "copy_button")
    assert QGuiApplication.clipboard().text().startswith("30 days. [1]\n\nReferences:\n[1] lease.pdf, page 3")
    assert find(turn, QPushButton, "copy_button").text() == "Copied"


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("entry", ["", "Ohne Belege kopieren", "Als Markdown kopieren"])
def test_what_is_copied_speaks_the_language_of_the_window(qtbot: QtBot, appearance: Appearance, entry: str) -> None:
    turn = TurnView(appearance, "Wie lange?")
    qtbot.addWidget(turn)
    turn.show()
    turn.show_answer(replace(CITED, state=STOPPED, text="30 Tage. [1]"))
    if entry:
        find(turn, QToolButton, "answer_more_button").menu().aboutToShow.emit()
        menu = find(turn, QToolButton, "answer_more_button").menu()
        next(action for action in menu.actions() if action.text() == entry).trigger()
    else:
        click(qtbot, turn, "copy_button")
    copied = QGuiApplication.clipboard().text()
    assert "30 Tage." in copied
    assert not [words for words in ("References", "page 3", "stopped") if words in copied]


@pytest.mark.parametrize(("count", "title"), [(1, "1 step"), (2, "2 steps")])
def test_steps_that_were_not_told_come_with_the_answer(turn: TurnView, count: int, title: str) -> None:
    steps = tuple(AgentStep(number, "", "search", '{"query": "rent"}', "") for number in range(1, count + 1))
    turn.add_step(steps[0])
    turn.show_answer(replace(CITED, steps=steps))
    assert turn.steps.steps() == steps
    assert turn.steps.section.toggle.text() == title
    lines = turn.findChildren(QPushButton, "step_line")
    assert [line.isCheckable() for line in lines] == [False] * count, "there is nothing to unfold"


@pytest.mark.parametrize("question", ["<b>bold</b> & co", "one\ntwo", "質問ですか？", "x" * 2000])
def test_a_question_is_shown_as_it_was_typed(qtbot: QtBot, appearance: Appearance, question: str) -> None:
    turn = TurnView(appearance, question)
    qtbot.addWidget(turn)
    turn.resize(500, 300)
    turn.show()
    text = find(turn, QLabel, "question_text")
    assert text.accessibleName() == question
    assert "<b>" not in text.text()
    assert find(turn, QWidget, "question_block").width() <= round(turn.width() * 0.82)


@pytest.mark.parametrize("answer", [replace(CITED, extractive=True), replace(CITED, answered=False)])
def test_the_passages_that_stand_for_a_failed_model_s_answer_are_shown(turn: TurnView, answer: Answer) -> None:
    turn.show_answer(replace(answer, text="", citations=(), state=FAILED, notice="These passages come closest."))
    assert words.place(ONE) in turn.answer_view.toPlainText()
    assert turn.answer_view.isVisible()


def quoting(*quotations: tuple[str, int], sources: tuple[Source, ...]) -> Answer:
    """An answer made of quotations, each with the rank of its source."""
    text, citations = "", []
    for said, rank in quotations:
        start = len(text) + 2
        citations.append(replace(citation(sources[rank - 1], start, start + len(said)), quote=said))
        text += f"> {said} [{rank}]\n\n"
    found = tuple(
        CheckedSentence(c.answer_start, c.answer_end, Verdict.SUPPORTED, citation=c.marker) for c in citations
    )
    return Answer("How much?", text.rstrip(), tuple(citations), sources, "", extractive=True, sentences=found)


def blocks_of(view: AnswerView) -> list[QTextBlock]:
    """The paragraphs that are shown."""
    return [view.document().findBlockByNumber(number) for number in range(view.document().blockCount())]


def test_each_quotation_stands_below_the_name_of_its_file(turn: TurnView, appearance: Appearance) -> None:
    sources = (source(1, "/docs/lease_anna.pdf", 2), source(2, "/docs/lease_*ben*.pdf", 4))
    answer = quoting(("Anna pays £1,800.", 1), ("It is returned.", 1), ("Ben pays £2,400.", 2), sources=sources)
    view = turn.answer_view
    turn.add_text(answer.text)  # it comes before it is known where it is from
    turn.show_answer(answer)

    def shown() -> list[str]:
        return [line.replace("\xa0", " ").split("  ")[0].strip() for line in view.toPlainText().splitlines()]

    wanted = ["lease_anna.pdf · page 2", "Anna pays £1,800.", "It is returned."]
    wanted += ["lease_*ben*.pdf · page 4", "Ben pays £2,400."]
    assert shown() == wanted
    first = view.document().firstBlock()
    assert first.begin().fragment().charFormat().foreground().color() == appearance.theme.color("muted")
    assert first.blockFormat().leftMargin() < first.next().blockFormat().leftMargin()
    # it belongs to what is below it
    tops = [view.document().documentLayout().blockBoundingRect(block).top() for block in blocks_of(view)]
    assert tops[4] - tops[3] < tops[3] - tops[2]
    # the line is no quotation, no link and no sentence
    assert len(view.chip_rects()) == len(view._answer.quotes()) == 3
    assert view.light_up(sources[1], 0) == 1
    assert view.extraSelections()[0].cursor.selectedText().strip() == "Ben pays £2,400."
    view._recolour()
    assert shown() == wanted
    turn.show_answer(replace(answer, model="small", extractive=False))
    assert shown() == ["Anna pays £1,800.", "It is returned.", "Ben pays £2,400."]


@pytest.mark.parametrize("is_answered", [True, False])
def test_how_many_files_are_missing_is_said_beside_what_else_there_is_to_say(turn: TurnView, is_answered: bool) -> None:
    missing = find(turn, QLabel, "missing_files_label")
    stopped = replace(CITED, state=STOPPED, missing="12 of 40 files are not read yet.", answered=is_answered)
    turn.show_answer(stopped)
    parts = turn.layout()
    assert parts is not None
    parts.activate()
    assert missing.text() == "12 of 40 files are not read yet."
    assert missing.isVisible()
    notice = find(turn, Notice, "notice")
    assert notice.accessibleName() == "Stopped. The answer so far was kept."
    assert notice.y() < missing.y()
    assert (missing.y() < turn.answer_view.y()) is not is_answered
    turn.show_answer(CITED)
    assert not missing.isVisible()


def test_all_documents_are_offered_below_an_answer_to_a_question_about_all(turn: TurnView, qtbot: QtBot) -> None:
    offer = AllDocumentsOffer("find_all", "cat", 1417)
    turn.show_answer(replace(CITED, offer=offer))
    assert "all_documents_button" in offered(turn)
    assert find(turn, Notice, "all_documents_notice").accessibleName() == (
        "You asked about all documents. The answer above rests on the passages that fit best."
    )
    push = find(turn, QPushButton, "all_documents_button")
    assert push.text() == "Look in all 1,417 documents"
    with qtbot.waitSignal(turn.all_documents_wanted) as wanted:
        push.click()
    assert wanted.args == [offer]
    turn.show_answer(replace(CITED, extractive=True, notice="All read.", offer=replace(offer, is_needed=False)))
    assert find(turn, Notice, "notice").property("role") == "info"
    assert not find(turn, QPushButton, "connect_model_button").isVisible()
    assert "rests on the passages" not in find(turn, Notice, "all_documents_notice").accessibleName()
    turn.show_answer(CITED)
    assert "all_documents_button" not in offered(turn)
