"""Stored texts laid out again: every word stands for its place in the text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.readers.shapes.blocks import DOCUMENT, FLOWING, MAIL, MARKDOWN, PLAIN, Dialect, blocks_of, inline_runs
from desktop_rag.readers.shapes.model import Block, Kind, Run, Runs, Style

_DIALECTS = [MARKDOWN, MAIL, DOCUMENT, FLOWING, PLAIN]


def parsed(text: str, dialect: Dialect = MARKDOWN) -> tuple[Block, ...]:
    return blocks_of(text, 0, len(text), dialect)


def words(runs: Runs) -> str:
    return "".join(run.text for run in runs)


def shown(text: str, dialect: Dialect = MARKDOWN) -> list[tuple[Kind, int, str]]:
    return [(one.kind, one.level, words(one.runs)) for one in parsed(text, dialect)]


def all_runs(blocks: tuple[Block, ...]) -> list[Run]:
    return [run for one in blocks for runs in (one.runs, *(cell for row in one.rows for cell in row)) for run in runs]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("# One #\n## Two", [(Kind.HEADING, 1, "One"), (Kind.HEADING, 2, "Two")]),
        ("One\n===\nTwo\n---", [(Kind.HEADING, 1, "One"), (Kind.HEADING, 2, "Two")]),
        ("one\ntwo", [(Kind.PARAGRAPH, 0, "one two")]),
        ("one  \ntwo", [(Kind.PARAGRAPH, 0, "one  \ntwo")]),
        ("日本\n語", [(Kind.PARAGRAPH, 0, "日本語")]),
        ("- a\n  - b\n- c", [(Kind.ITEM, 0, "a"), (Kind.ITEM, 1, "b"), (Kind.ITEM, 0, "c")]),
        ("1. a\n\n   more\n\nend", [(Kind.ITEM, 0, "a"), (Kind.ITEM, 0, "more"), (Kind.PARAGRAPH, 0, "end")]),
        ("    code\n\n    more\n\nb", [(Kind.CODE, 0, "code\n\nmore"), (Kind.PARAGRAPH, 0, "b")]),
        ("```py\nx = 1\n```\nend", [(Kind.CODE, 0, "x = 1"), (Kind.PARAGRAPH, 0, "end")]),
        ("```\nnever closed", [(Kind.CODE, 0, "never closed")]),
        ("***", [(Kind.RULE, 0, "")]),
        ("#no heading", [(Kind.PARAGRAPH, 0, "#no heading")]),
    ],
)  # fmt: skip
def test_markdown(text: str, found: list[tuple[Kind, int, str]]) -> None:
    assert shown(text) == found


def test_quotations_lie_in_each_other() -> None:
    assert [(one.quoted, words(one.runs)) for one in parsed("> a\n> > b\n\nc")] == [(1, "a"), (2, "b"), (0, "c")]


def test_items_have_marks_of_their_depth_and_tasks_are_ticked() -> None:
    assert [one.marker for one in parsed("- a\n  - b\n3. c\n- [x] d\n- [ ] e")] == ["•", "◦", "3.", "☑", "☐"]


@pytest.mark.parametrize("text", ["| a | b |\n| --- | --- |\n| 1 | x\\|y |", "a | b\n--- | ---\n1 | x\\|y"])
def test_tables_have_cells(text: str) -> None:
    (table,) = parsed(text)
    assert [[words(cell) for cell in row] for row in table.rows] == [["a", "b"], ["1", "x|y"]]


def test_what_other_readers_wrote_keeps_its_lines_and_signs() -> None:
    text = "# Head\n\na * b * c\nsnake_case [1]\n\n| x | y |\n| --- | --- |"
    kinds = [(one.kind, words(one.runs)) for one in parsed(text, DOCUMENT)]
    assert kinds == [(Kind.HEADING, "Head"), (Kind.PARAGRAPH, "a * b * c\nsnake_case [1]"), (Kind.TABLE, "")]


def test_plain_text_has_no_structure() -> None:
    assert shown("# a\n- b\n\n  c", PLAIN) == [(Kind.PARAGRAPH, 0, "# a\n- b"), (Kind.PARAGRAPH, 0, "  c")]


def test_lines_that_were_cut_to_a_width_flow_again() -> None:
    text = (
        "It was the best of times, it was the worst of times, it was the age of\n"
        "wisdom, it was the age of foolishness.\nCharles Dickens\n- a list\n  indented"
    )
    (paragraph,) = parsed(text, PLAIN)
    assert words(paragraph.runs).split("\n") == [
        "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness.",
        "Charles Dickens",
        "- a list",
        "  indented",
    ]
    assert words(parsed("Roses are red\nviolets are blue", PLAIN)[0].runs).count("\n") == 1


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("**b**`c`_i_", [("b", Style.BOLD), ("c", Style.CODE), ("i", Style.ITALIC)]),
        ("***x***", [("x", Style.BOLD | Style.ITALIC)]),
        ("**a*", [("**", Style.PLAIN), ("a", Style.PLAIN), ("*", Style.PLAIN)]),
        ("~~gone~~", [("gone", Style.STRUCK)]),
        ("\\*a\\*", [("*", Style.PLAIN), ("a", Style.PLAIN), ("*", Style.PLAIN)]),
        ("&lt;b<br>", [("<", Style.PLAIN), ("b", Style.PLAIN), ("\n", Style.PLAIN)]),
        ("<!-- note -->", [("<!-- note -->", Style.CODE)]),
        ("![alt](x.png)", [("alt", Style.ITALIC)]),
    ],
)  # fmt: skip
def test_words_have_styles(text: str, found: list[tuple[str, Style]]) -> None:
    assert [(run.text, run.style) for run in inline_runs(text)] == found


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("[a](http://x.y/z_(q))", [("a", "http://x.y/z_(q)")]),
        ('[a](http://x.y "title")', [("a", "http://x.y")]),
        ("[![alt](i.png)](http://x.y)", [("alt", "http://x.y")]),
        ("<http://x.y>", [("http://x.y", "http://x.y")]),
        ("<ann@example.org>", [("ann@example.org", "mailto:ann@example.org")]),
        ("[a][1]", [("a", "")]),
    ],
)
def test_links_lead_somewhere(text: str, links: list[tuple[str, str]]) -> None:
    assert [(run.text, run.link) for run in inline_runs(text)] == links


_TEXTS = st.text(alphabet=st.sampled_from("ab \n\n#*_`|-[]()>\\<!~1.&;\t日🙂"), max_size=120)


@given(_TEXTS, st.sampled_from(_DIALECTS))
def test_every_word_stands_for_its_place(text: str, dialect: Dialect) -> None:
    position = 0
    for one in parsed(text, dialect):
        assert 0 <= one.start <= one.end <= len(text)
        assert one.start >= position
        position = one.end
    for run in all_runs(parsed(text, dialect)):
        assert 0 <= run.start <= run.end <= len(text)
        if len(run.text) == run.end - run.start and run.text.strip():
            assert run.text == text[run.start : run.end]


@given(_TEXTS, st.sampled_from([DOCUMENT, PLAIN]))
def test_nothing_is_lost_where_there_are_no_marks_to_drop(text: str, dialect: Dialect) -> None:
    places = {at for run in all_runs(parsed(text, dialect)) for at in range(run.start, run.end)}
    lost = {char for at, char in enumerate(text) if at not in places and char.isalnum()}
    assert lost <= {"1"}  # the number of a list's item is its marker


@pytest.mark.parametrize("unit", ["[", "`", "*", "<a ", "[a](", "> ", "| ", "- ", "![", "&"])
def test_hostile_texts_take_no_long_time(unit: str) -> None:
    text = unit * (60_000 // len(unit))
    assert all_runs(parsed(text)) is not None
