"""A document as a source: laid out as what it was, its passage marked and in sight."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QAbstractAnimation, QPoint, Qt, QUrl
from PySide6.QtGui import QTextCursor, QTextTable
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_rag.gui.sources.views.document_view import DocumentView
from desktop_rag.gui.sources.views.source_view import Marks
from desktop_rag.gui.widgets.theme import Appearance
from desktop_rag.readers.shapes.shape import shape_of


@pytest.fixture
def view(qapp: QApplication, qtbot: QtBot, appearance: Appearance) -> DocumentView:
    view = DocumentView(appearance)
    qtbot.addWidget(view)
    view.resize(400, 300)
    view.show()
    return view


def show(view: DocumentView, file: str, text: str, passage: str, cited: str = "") -> None:
    start = text.index(passage)
    at = text.index(cited, start)
    marks = Marks((start, start + len(passage)), (at, at + len(cited)))
    view.show_shape(shape_of(file, text, marks.passage), marks)


def grounds(view: DocumentView, role: str) -> str:
    """The words that stand on a colour."""
    colour = view._appearance.theme.color(role)
    return "".join(text for text, ground in fragments(view) if ground == colour.name())


def fragments(view: DocumentView) -> Iterator[tuple[str, str]]:
    block = view.document().begin()
    while block.isValid():
        fragment = block.begin()
        while not fragment.atEnd():
            part = fragment.fragment()
            yield part.text().replace("\u2028", "\n"), part.charFormat().background().color().name()
            fragment += 1
        block = block.next()


def tables(view: DocumentView) -> list[QTextTable]:
    return [frame for frame in view.document().rootFrame().childFrames() if isinstance(frame, QTextTable)]


def test_another_theme_leaves_the_passage_in_sight(view: DocumentView, qtbot: QtBot, appearance: Appearance) -> None:
    lines = "".join(f"Line {number} of what stands before.\n" for number in range(100))
    show(view, "a.txt", f"{lines}The passage.\n{lines}", "The passage.")
    bar = view.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.value() > 500)
    qtbot.wait(400)  # until the slide has ended
    before = bar.value()
    appearance.choose("dark")
    qtbot.wait(50)
    assert abs(bar.value() - before) <= 1


def test_a_passage_and_its_quoted_words_are_marked(view: DocumentView) -> None:
    text = "Before.\n\n# Title 🙂\n\nOne **bold** word. Two.\n\nAfter."
    show(view, "a.md", text, "# Title 🙂\n\nOne **bold** word. Two.", "One **bold** word.")
    assert grounds(view, "sentence") == "One bold word."
    assert grounds(view, "passage") == "Title 🙂 Two."
    assert view.marked_text() == "Title 🙂 One  bold  word.  Two."


def test_a_click_on_the_passage_is_told_but_not_one_on_a_link_or_beside_it(view: DocumentView, qtbot: QtBot) -> None:
    show(view, "a.md", "Before it.\n\nThe passage, [linked](https://e.example).\n\nAfter it.", "The passage, [linked]")
    told: list[bool] = []
    view.mark_clicks.clicked.connect(lambda: told.append(True))
    for words in ("fore", "linked", "assage", "fter"):
        place = view.cursorRect(view.document().find(words)).center() - QPoint(4, 0)
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert told == [True]


def test_markdown_is_rendered_and_nothing_in_it_can_be_loaded(view: DocumentView) -> None:
    text = "# Head\n\n- item\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n![picture](http://x.y/z.png) <img src='http://x.y'>"
    show(view, "a.md", text, "item")
    shown = view.toPlainText()
    assert "Head" in shown
    assert "#" not in shown
    assert "http" not in shown
    (table,) = tables(view)
    assert (table.rows(), table.columns()) == (2, 2)
    assert view.loadResource(2, QUrl("http://x.y/z.png")) is None


def test_links_are_not_followed_by_themselves(view: DocumentView, qtbot: QtBot) -> None:
    show(view, "a.md", "[web](https://example.org) [bad](javascript:alert)", "web")
    assert "javascript" not in view.toHtml()
    with qtbot.waitSignal(view.link_clicked) as clicked:
        view.anchorClicked.emit(QUrl("https://example.org"))
    assert clicked.args == [QUrl("https://example.org")]


def test_a_message_has_a_head_and_attachments_that_can_be_opened(view: DocumentView, qtbot: QtBot) -> None:
    head_lines = "From: Ann <ann@example.org>\nTo: Bo\nDate: 2024-05-01 10:00\nAttachments: a.pdf, b.txt"
    text = f"# Offer\n\n{head_lines}\n\nHello Bo,\nsee *both*."
    view.set_members(("/m/offer.eml//b.txt",))
    show(view, "offer.eml", text, "Hello Bo,", "Hello")
    (head, *_) = tables(view)
    cells = [head.cellAt(row, 1).firstCursorPosition().block().text() for row in range(head.rows())]
    assert cells == ["Ann <ann@example.org>", "Bo", "2024-05-01 10:00", "a.pdf, b.txt"]
    assert view.toHtml().count("member:") == 1
    with qtbot.waitSignal(view.member_wanted) as wanted:
        view.anchorClicked.emit(QUrl("member:0"))
    assert wanted.args == ["/m/offer.eml//b.txt"]


def test_a_slide_stands_in_a_frame_with_its_notes_below(view: DocumentView) -> None:
    show(view, "a.pptx", "# Title\n\nfirst\nsecond\n\n## Notes\n\nSay hello.", "first\nsecond")
    (slide,) = tables(view)
    inside = QTextCursor(view.document())
    inside.setPosition(slide.firstPosition())
    inside.setPosition(slide.lastPosition(), QTextCursor.MoveMode.KeepAnchor)
    assert inside.selection().toPlainText().split("\n") == ["Title", "•\u2002first", "•\u2002second"]
    assert view.toPlainText().endswith("Notes\nSay hello.")
    assert grounds(view, "passage") == "firstsecond"


@pytest.mark.parametrize(("text", "role"), [("a\n\n```\ncode\n```", "code"), ("a\n\n---\n\nb", "border")])
def test_code_and_rules_are_painted(view: DocumentView, qtbot: QtBot, text: str, role: str) -> None:
    show(view, "a.md", text, "a")
    qtbot.wait(20)
    picture = view.viewport().grab().toImage()
    colour = view._appearance.theme.color(role).name()
    assert colour in {picture.pixelColor(300, height).name() for height in range(picture.height())}


def test_a_long_text_is_shown_around_its_passage_and_more_on_demand(view: DocumentView, qtbot: QtBot) -> None:
    lines = "".join(f"Line {number}.\n\n" for number in range(10_000))
    show(view, "a.txt", lines, "Line 5000.")
    assert len(view.toPlainText()) < 60_000
    bar = view.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.value() > 0)
    qtbot.waitUntil(lambda: view._slide.state() is QAbstractAnimation.State.Stopped)
    bar.setValue(0)
    below = round(view.document().size().height()) - view.viewport().height()
    with qtbot.waitSignal(view.more_wanted):
        view.anchorClicked.emit(QUrl("more:before"))
    place = lines.index("Line 5000.")
    view.show_shape(shape_of("a.txt", lines, (place, place + 10), 80_000), Marks((place, place + 10)))
    qtbot.waitUntil(lambda: bar.maximum() - bar.value() == below)


def test_words_are_found_and_stepped_through(view: DocumentView, qtbot: QtBot) -> None:
    show(view, "a.txt", "cat dog Cat\n\ncat", "dog")
    with qtbot.waitSignal(view.found) as told:
        view.look_for("cat")
    assert told.args[1:] == [3, True]
    first = told.args[0]
    with qtbot.waitSignal(view.found) as told:
        view.step_to(1)
    assert told.args[0] == first % 3 + 1
    assert len(view.extraSelections()) == 3
    view.look_for("")
    assert not view.extraSelections()


def test_it_is_magnified_with_keys(view: DocumentView, qtbot: QtBot) -> None:
    show(view, "a.txt", "words", "words")
    qtbot.keyClick(view, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    assert view.percent() == 110
    qtbot.keyClick(view, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert view.percent() == 100


@pytest.mark.sampled(5)
@pytest.mark.parametrize("file", ["a.txt", "a.md", "a.docx", "a.tex"])
@pytest.mark.parametrize("between", ["\n", " \n", "\n\n", "\n- ", "; "])
@pytest.mark.parametrize("words", [40, 4_000], ids=["wrapped line", "line longer than what is laid out"])
def test_a_clause_after_a_long_line_is_marked_alone_and_in_sight(
    view: DocumentView, qtbot: QtBot, file: str, between: str, words: int
) -> None:
    clause = "The keeper pays 400 euros for each escape."
    text = "tenant 🙂 lease " * words + "end." + between + clause + "\n\n" + "What follows. " * 400
    show(view, file, text, clause, clause)
    assert grounds(view, "sentence") == clause
    place = view.document().find("400 euros")
    qtbot.waitUntil(lambda: 0 < view.cursorRect(place).top() < view.viewport().height())


@pytest.mark.usefixtures("german")
def test_headings_that_readers_put_into_texts_are_in_the_language_of_the_window(view: DocumentView) -> None:
    show(view, "a.pptx", "# Charts\n\nSales\n\n## Notes\n\nSay why.\n\n## Comments\n\n- Ann: when?", "Say why.")
    text = view.document().toPlainText()
    assert [line for line in text.split("\n") if line.strip()] == [
        "Charts", "Sales", "Notizen", "Say why.", "Kommentare", "•\u2002Ann: when?",
    ]  # fmt: skip
    assert grounds(view, "passage") == "Say why."
