"""What an answer's sources do not support is underlined, with the reason, and the text stays as it was."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QTextCharFormat, QTextCursor
from pytestqt.qtbot import QtBot

from desktop_rag.citations.align import align
from desktop_rag.core.results.answers import CheckedSentence, Verdict
from desktop_rag.gui.chat import answer_document
from desktop_rag.gui.chat.answer_view import AnswerView
from desktop_rag.gui.widgets.theme import Appearance
from tests.helpers.script import source

SOURCES = (source(1), source(2))
STYLE = QTextCharFormat.UnderlineStyle


@pytest.fixture
def view(qtbot: QtBot, appearance: Appearance) -> AnswerView:
    view = AnswerView(appearance)
    qtbot.addWidget(view)
    view.resize(700, 100)
    view.show()
    return view


def partly(text: str, *wrong: str, reason: str = "The source says otherwise.") -> CheckedSentence:
    spans = tuple((text.index(words), text.index(words) + len(words)) for words in wrong)
    return CheckedSentence(0, len(text), Verdict.PARTLY, (reason,), spans, 1)


def underlined(view: AnswerView, style: QTextCharFormat.UnderlineStyle) -> str:
    """The characters with such a line, other ones as blanks, runs of them as one."""
    cursor = QTextCursor(view.document())
    found = []
    while cursor.movePosition(QTextCursor.MoveOperation.NextCharacter):
        character = view.document().characterAt(cursor.position() - 1)
        found.append(str(character) if cursor.charFormat().underlineStyle() == style else " ")
    return " ".join("".join(found).split())


@pytest.mark.parametrize(
    ("text", "wrong", "expected"),
    [
        ("Costs were $97 million in 2022 [1].", ["$97 million"], "$97 million"),
        ("Costs were **$97 million** in 2022 [1].", ["**$97 million**"], "$97 million"),
        ("Costs **were $97 million in** 2022 [1].", ["Costs **were $97"], "Costs were $97"),
        ("- Costs were 97 [1].\n- Sales were 12 [1].", ["97", "12"], "97 12"),
        ("See [the costs](https://example.org/97) of 97.", ["97)", "97."], "97."),
        ("> Costs were *97* crowns.", ["97"], "97"),
    ],
)
def test_words_without_support_have_a_dashed_line(view: AnswerView, text: str, wrong: list[str], expected: str) -> None:
    view.show_text(text, SOURCES, ())
    plain, html_links = view.toPlainText(), view.toHtml().count("example.org/97")
    view.show_text(text, SOURCES, (), (partly(text, *wrong),))
    assert view.toPlainText() == plain
    assert view.toHtml().count("example.org/97") == html_links
    assert underlined(view, STYLE.DashUnderline) == expected


def test_a_sentence_without_support_has_a_dotted_line_and_its_reason_when_pointed_at(view: AnswerView) -> None:
    text = "Costs were $96 million. Owls hunt mice."
    sentence = CheckedSentence(24, 38, Verdict.NOT_SAID, ("No passage says this.",), ((24, 38),))
    view.show_text(text, SOURCES, (), (sentence,))
    assert underlined(view, STYLE.DotLine) == "Owls hunt mice"
    cursor = QTextCursor(view.document())
    cursor.setPosition(30)
    assert cursor.charFormat().toolTip() == "No passage says this."


def test_lines_keep_their_place_in_other_colours_and_in_pieces(
    view: AnswerView, appearance: Appearance, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    paragraph = "Costs were $97 million in 2022 [1]. Sales rose.\n\n"
    text = paragraph * 12
    sentences = [
        CheckedSentence(start, start + 30, Verdict.PARTLY, ("Why.",), ((start + 11, start + 22),), 1)
        for start in range(0, len(text), len(paragraph))
    ]
    monkeypatch.setattr(answer_document, "PIECE", 60)
    view.show_text(text, SOURCES, (), sentences)
    expected = " ".join(["$97 million"] * 12)
    qtbot.waitUntil(lambda: underlined(view, STYLE.DashUnderline) == expected)
    appearance.choose("dark")
    qtbot.waitUntil(lambda: underlined(view, STYLE.DashUnderline) == expected)
    assert len(view.chip_rects()) == 12


def test_each_citation_keeps_its_own_place_behind_many_marks(view: AnswerView) -> None:
    text = "The first thing [1]. The second thing [1]. The third thing [1]."
    aligned = align(text, SOURCES)
    sentences = (partly(text, "first", "second", "third"),)
    view.show_text(text, SOURCES, aligned.citations)
    before = [href for href, _ in view.chip_rects()]
    view.show_text(text, SOURCES, aligned.citations, sentences)
    assert [href for href, _ in view.chip_rects()] == before


_PIECES = st.sampled_from(
    ["Costs", "**", "*", "_", "`x`", "[1]", "[a](https://e.org/b)", "| a | b |", "\n", "\n\n", "- ", "> ", "# ", ". "]
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
@given(st.lists(_PIECES, min_size=1, max_size=14).map("".join), st.data())
def test_nothing_of_the_stand_ins_is_left(view: AnswerView, text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    sentence = CheckedSentence(start, end, Verdict.PARTLY, ("Why.",), ((start, end),), 1)
    view.show_text(text, SOURCES, (), (sentence,))
    assert not any("\ue000" <= char <= "\uf8ff" for char in view.toPlainText())
