"""A streamed answer ends up looking like one written at once, and no piece takes long."""

import time

import pytest
from pytestqt.qtbot import QtBot

from desktop_rag.gui.chat import answer_document, markdown
from desktop_rag.gui.chat.answer_view import AnswerView
from desktop_rag.gui.widgets.theme import Appearance
from tests.helpers.script import source

SOURCES = (source(1), source(2))
PARAGRAPH = "Restructuring costs were **$96 million** in 2022 [1]. They are reported in the notes [2].\n\n"
TEXT = PARAGRAPH * 40 + "```python\nx = items[1]\n```\n\nThe end. [1]"


def lines(view: AnswerView) -> list[str]:
    return [line for line in view.toPlainText().splitlines() if line.strip()]


def test_a_stream_equals_the_whole(qtbot: QtBot, appearance: Appearance) -> None:
    streamed, whole = AnswerView(appearance), AnswerView(appearance)
    for view in (streamed, whole):
        qtbot.addWidget(view)
        view.resize(700, 100)
        view.show()
    for end in range(0, len(TEXT), 97):
        streamed.stream_text(TEXT[:end], SOURCES, force=True)
    streamed.stream_text(TEXT, SOURCES, force=True)
    whole.show_text(TEXT, SOURCES, ())
    qtbot.waitUntil(lambda: len(whole.chip_rects()) == 81)
    assert lines(streamed) == lines(whole)
    assert len(streamed.chip_rects()) == 81


def test_a_stream_is_drawn_quickly(qtbot: QtBot, appearance: Appearance) -> None:
    view = AnswerView(appearance)
    qtbot.addWidget(view)
    view.resize(700, 100)
    view.show()
    taken = []
    for end in range(0, len(TEXT), 60):
        start = time.thread_time()
        view.stream_text(TEXT[:end], SOURCES, force=True)
        taken.append(time.thread_time() - start)
    taken.sort()
    assert taken[len(taken) // 2] < 0.016


def test_drawing_rests_between_pieces(qtbot: QtBot, appearance: Appearance) -> None:
    view = AnswerView(appearance)
    qtbot.addWidget(view)
    assert view.stream_text("One.", SOURCES)
    assert not view.stream_text("One. Two.", SOURCES)


def test_the_theme_changes_while_an_answer_is_shown(qtbot: QtBot, appearance: Appearance) -> None:
    view = AnswerView(appearance)
    qtbot.addWidget(view)
    view.show_text("It is so. [1]", SOURCES, ())
    appearance.choose("dark")
    assert appearance.theme.accent in view.toHtml().upper()
    assert view.loadResource(2, "http://example.org/x.png") is None


MIXED = """Para one is here. [1]

- item a
- item b

## Heading

```python
x = 1
```

1. one
2. two

> quote one

> quote two

| a | b |
|---|---|
| 1 | 2 |

Para two. [2]

Last."""


def formats(view: AnswerView) -> list[tuple[object, ...]]:
    found: list[tuple[object, ...]] = []
    block = view.document().begin()
    while block.isValid():
        form = block.blockFormat()
        place = (form.topMargin(), form.bottomMargin(), form.leftMargin(), form.lineHeight())
        found.append((block.text(), *place, block.textList() is not None) if block.text() else ("",))
        block = block.next()
    return found


@pytest.mark.parametrize("piece", [5, 40, 120])
def test_pieces_look_like_the_whole(
    qtbot: QtBot, appearance: Appearance, monkeypatch: pytest.MonkeyPatch, piece: int
) -> None:
    whole, in_pieces, streamed = (AnswerView(appearance) for _ in range(3))
    for view in (whole, in_pieces, streamed):
        qtbot.addWidget(view)
        view.resize(640, 10)
        view.show()
    whole.show_text(MIXED, SOURCES, ())
    monkeypatch.setattr(answer_document, "PIECE", piece)
    in_pieces.show_text(MIXED, SOURCES, ())
    for end in range(0, len(MIXED) + 1, 3):
        streamed.stream_text(MIXED[:end], SOURCES, force=True)
    streamed.stream_text(MIXED, SOURCES, force=True)
    qtbot.waitUntil(lambda: formats(in_pieces) == formats(whole))
    assert formats(streamed) == formats(whole)
    assert streamed.height() == in_pieces.height() == whole.height()


def numbers(view: AnswerView) -> list[str]:
    block, found = view.document().begin(), []
    while block.isValid():
        if (items := block.textList()) is not None:
            found.append(items.itemText(block))
        block = block.next()
    return found


@pytest.mark.parametrize("mark", ["-", "{}."], ids=["bullets", "numbers"])
def test_a_long_list_is_written_in_parts_while_it_comes(
    qtbot: QtBot, appearance: Appearance, monkeypatch: pytest.MonkeyPatch, mark: str
) -> None:
    monkeypatch.setattr(answer_document, "PIECE", 60)
    streamed, whole = AnswerView(appearance), AnswerView(appearance)
    text = "Before.\n\n" + "".join(
        f"{mark.format(number)} A thing of **some** length [1].\n   More of it.\n" for number in range(1, 15)
    )
    rewritten: list[int] = []
    for view in (streamed, whole):
        qtbot.addWidget(view)
        view.resize(640, 10)
        view.show()
    for end in range(0, len(text), 30):
        streamed.stream_text(text[:end], SOURCES, force=True)
    streamed.document().contentsChange.connect(lambda place, _removed, _added: rewritten.append(place))
    streamed.stream_text(text, SOURCES, force=True)
    assert min(rewritten) > len(streamed.toPlainText()) - 160, "the beginning of the list stays"
    streamed.document().contentsChange.disconnect()
    whole.stream_text(text[:40], SOURCES, force=True)
    monkeypatch.setattr(answer_document, "PIECE", 10_000)
    whole.show_text(text, SOURCES, ())
    assert numbers(streamed) == numbers(whole)
    assert formats(streamed) == formats(whole)
    assert streamed.height() == whole.height()
    later = text + "\nAfter."
    for view in (streamed, whole):
        view.show_text(later, SOURCES, ())
    assert formats(streamed) == formats(whole)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- a\n- b\n- c\n", 8),
        ("1. a\n2. b\n3. c\n", 5),
        ("So:\n\n3) a\n4) b\n", 10),
        ("So:\n\n- a\n", 0),
        ("1. a\n1. b\n1. c\n", 0),
        ("- a\n  - b\n  - c\n", 0),
        ("- a\n\n- b\n- c\n", 0),
        ("- a\n* b\n* c\n", 0),
        ("- a\n```\n- b\n- c\n```\n", 0),
        ("No list.\n- a\n- b\n", 0),
    ],
)
def test_a_list_is_cut_only_where_it_goes_on_as_it_began(text: str, expected: int) -> None:
    assert markdown.items_length(text, 5) == expected
