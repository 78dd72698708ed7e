"""Formulas in answers: found where they are meant, drawn, copied as TeX, and shown as written where they cannot be."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_rag.core.results.answers import CheckedSentence, Source, Verdict
from desktop_rag.gui.chat import formulas, markdown
from desktop_rag.gui.chat.answer_view import AnswerView
from desktop_rag.gui.evidence.evidence import ShownAnswer
from desktop_rag.gui.widgets.theme import Appearance, load_theme

pytest.importorskip("ziamath")


def html_of(text: str) -> str:
    return markdown.to_html(text, load_theme("light"))


def found(text: str) -> list[str]:
    """The formulas that are drawn, as they are copied."""
    return [formulas.source(part.partition('"')[0]) for part in html_of(text).split('src="')[1:]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("So $$E = mc^2$$.", ["$$E = mc^2$$"]),
        ("$$E = mc^2$$", ["$$E = mc^2$$"]),
        ("$$\nE\n= mc^2\n$$", ["$$E\n= mc^2$$"]),
        ("Before\n$$\na + b\n$$\nafter", ["$$a + b$$"]),
        (r"\[ \frac{a}{b} \]", [r"$$\frac{a}{b}$$"]),
        (r"With \(x_i\) and $y$.", ["$x_i$", "$y$"]),
        (r"$a_1$, $a_2$ and *$b*c$*", ["$a_1$", "$a_2$", "$b*c$"]),
        ("| a |\n|---|\n| $x^2$ |", ["$x^2$"]),
        ("- $x$\n- $y$", ["$x$", "$y$"]),
        (r"\[1\], \(as said\) and \[x^2\]", []),
        ("It costs $5 and then $10.", []),
        ("from $5–$10 to US$7/US$8", []),
        ("`$x$` and\n\n```\n$$y$$\n```", []),
        (r"\$x$ and $ x $", []),
        ("an open $$E = mc^2", []),
        ("$$$$ and $ $", []),
    ],
)
def test_formulas_are_found_where_they_are_meant(qapp: QApplication, text: str, expected: list[str]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    "tex",
    [
        r"\frac{",
        r"\def\a{\a\a}\a",
        r"\begin{matrix} a",
        "契約 = 3",
        "x" * 700,
        r"\newcommand{\b}{<img src=x>}\b",
    ],
)
def test_what_cannot_be_drawn_is_shown_as_it_was_written(qapp: QApplication, tex: str) -> None:
    html = html_of(f"It is ${tex}$ so.")
    assert "<img" not in html
    assert tex.replace("<", "&lt;").replace(">", "&gt;") in html


@pytest.mark.parametrize(
    "tex", ["E = mc^2", r"\frac{-b \pm \sqrt{b^2-4ac}}{2a}", r"\sum_{i=1}^n x_i", r"\alpha \le \pi"]
)
@pytest.mark.parametrize("is_block", [True, False])
def test_a_formula_is_drawn_in_the_colour_of_the_text(qapp: QApplication, tex: str, is_block: bool) -> None:
    address = formulas.formula_html(tex, "#ff0000", is_block=is_block).split('"')[1]
    image = formulas.picture(address, 3.0)
    assert image is not None
    colours = {
        image.pixelColor(x, y).name()
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).alpha() == 255
    }
    assert colours == {"#ff0000"}


@pytest.mark.parametrize(
    "address", ["", "tex:", "tex:####", "tex:YWJj", "file:///etc/passwd", "http://example.org/x.png"]
)
def test_no_other_address_is_drawn(qapp: QApplication, address: str) -> None:
    assert formulas.picture(address) is None
    assert formulas.source(address) == ""


BLOCKS = ["$$\nE\n= mc^2\n$$", "$$E = mc^2$$", "\\[\n\\frac{a}{b}\n- c_1\n\\]", "$$\na_1. Then\n$$ [1]"]
SENTENCES = ["Energy is $E = mc^2$.", "It is $a.\\, B$ so. Then $x_1! Y$.", "Costs are $c = 3. D$ [1]. More."]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("text", [*BLOCKS, *(f"So:\n\n{one}\n\nIt is." for one in BLOCKS), *SENTENCES])
def test_formulas_stay_drawn_when_sentences_are_marked_anywhere(
    qtbot: QtBot, appearance: Appearance, text: str
) -> None:
    """The check of an answer marks its sentences, and words in them; their ends may lie in formulas."""
    view = AnswerView(appearance)
    qtbot.addWidget(view)
    view.resize(500, 300)
    view.show()
    source = Source(1, 1.0, "notes.txt", 1, "1", 0, 9, "Some text", "n1")
    view._answer.stream(ShownAnswer(text, (source,)))
    streamed = drawn_in(view)
    assert streamed
    for place in range(len(text)):
        words = ((place, min(place + 5, len(text))),)
        whole = CheckedSentence(0, len(text), Verdict.PARTLY, unsupported=words)
        parts = (
            CheckedSentence(0, place, Verdict.NOT_SAID),
            CheckedSentence(place, len(text), Verdict.SUPPORTED),
        )
        for sentences in ((whole,), parts):
            view._answer.write(ShownAnswer(text, (source,), sentences=sentences))
            assert drawn_in(view) == streamed, (text, sentences)
            assert not any("\ue000" <= letter <= "\uf8ff" for letter in view.toPlainText())


def drawn_in(view: AnswerView) -> list[str]:
    """Return the formulas that are drawn in an answer, as TeX."""
    found = []
    block = view.document().begin()
    while block.isValid():
        pieces = block.begin()
        while not pieces.atEnd():
            if form := pieces.fragment().charFormat().toImageFormat():
                found += [tex] * pieces.fragment().length() if (tex := formulas.source(form.name())) else []
            pieces += 1
        block = block.next()
    return found


def test_selected_formulas_are_copied_as_tex(qtbot: QtBot, appearance: Appearance) -> None:
    view = AnswerView(appearance)
    qtbot.addWidget(view)
    view.resize(500, 300)
    view.show()
    view._answer.write(ShownAnswer("Energy is $E = mc^2$ here.\n\n$$\\frac{a}{b}$$\n\nEnd."))
    qtbot.wait(20)
    view.selectAll()
    copied = view.createMimeDataFromSelection().text()
    assert "Energy is $E = mc^2$ here." in copied
    assert r"$$\frac{a}{b}$$" in copied
    cursor = view.textCursor()
    cursor.movePosition(QTextCursor.MoveOperation.Start)
    view.setTextCursor(cursor)
    qtbot.keyClick(view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert markdown.restore_formulas(view.textCursor()).count("$") == 6
    assert view.loadResource(0, "file:///etc/passwd") is None


def test_formulas_follow_the_theme(qtbot: QtBot, appearance: Appearance) -> None:
    light, dark = (markdown.to_html("$x$", load_theme(name)) for name in ("light", "dark"))
    assert light != dark
