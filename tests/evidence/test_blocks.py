"""A text in blocks and sentences: what belongs together stays together, and nothing is left behind."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_rag.evidence.blocks import Kind, blocks, line_spans, stripped
from desktop_rag.evidence.sentences import sentence_spans
from desktop_rag.node_parser.sentence_tokenizer import sentence_starts

LINES = [
    "# Title", "Title", "===", "---", "words and words", "1. one", "- item", "・項目", "| a | b |", "a\tb", "```",
    "````", "~~~", "  ```py", "", "  ", "\t", "\u3000", "    deep", "第3章 料金", "x" * 600, "2.1 Limits", "\r",
]  # fmt: skip
TEXTS = st.one_of(st.text(max_size=120), st.lists(st.sampled_from(LINES), max_size=14).map("\n".join))

CASES = [
    ("a\nb\n\nc", [("PARAGRAPH", "a\nb"), ("PARAGRAPH", "c")]),
    ("# T\ntext", [("HEADING", "# T"), ("PARAGRAPH", "text")]),
    ("T\n==\ntext", [("HEADING", "T\n=="), ("PARAGRAPH", "text")]),
    ("text\n# T\n- a\n  b\n- c", [("PARAGRAPH", "text"), ("HEADING", "# T"), ("ITEM", "- a\n  b"), ("ITEM", "- c")]),
    (
        "text\n| a | b |\n| 1 | 2 |\nmore",
        [("PARAGRAPH", "text"), ("TABLE", "| a | b |\n| 1 | 2 |"), ("PARAGRAPH", "more")],
    ),
    ("a\tb\n1\t2", [("TABLE", "a\tb\n1\t2")]),
    ("| a", [("PARAGRAPH", "| a")]),
    ("```py\n# no\n\nx\n```\ntext", [("CODE", "```py\n# no\n\nx\n```"), ("PARAGRAPH", "text")]),
    ("````\n```\n````\ntext", [("CODE", "````\n```\n````"), ("PARAGRAPH", "text")]),
    ("~~~\n```\n~~~~\ntext", [("CODE", "~~~\n```\n~~~~"), ("PARAGRAPH", "text")]),
    ("```\nnever closed\n\ntext", [("CODE", "```\nnever closed"), ("PARAGRAPH", "text")]),
    ("（1）one\n（二）two\n①three", [("ITEM", "（1）one"), ("ITEM", "（二）two"), ("ITEM", "①three")]),
    ("1. one\n\n2 Two\n\n3. three", [("ITEM", "1. one"), ("PARAGRAPH", "2 Two"), ("ITEM", "3. three")]),
    ("2.1 Limits\n\ntext", [("HEADING", "2.1 Limits"), ("PARAGRAPH", "text")]),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_what_the_blocks_of_a_text_are(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(block.kind.name, text[block.start : block.end].rstrip("\n")) for block in blocks(text)] == expected


def test_code_and_data_are_taken_in_groups_of_lines() -> None:
    text = "# a\n- b\n\n\n| c | d |\n"
    assert [(block.kind, text[block.start : block.end]) for block in blocks(text, prose=False)] == [
        (Kind.CODE, "# a\n- b\n"),
        (Kind.CODE, "| c | d |\n"),
    ]


@settings(deadline=None)
@given(TEXTS, st.booleans())
def test_blocks_are_whole_lines_in_order_and_hold_everything(text: str, prose: bool) -> None:
    end = 0
    for block in blocks(text, prose=prose):
        assert not text[end : block.start].strip()
        assert end <= block.start < block.end
        assert block.start == 0 or text[block.start - 1] == "\n"
        assert block.end == len(text) or text[block.end - 1] == "\n"
        assert (block.heading is not None) == (block.kind is Kind.HEADING)
        end = block.end
    assert not text[end:].strip()


@settings(deadline=None)
@given(TEXTS, st.integers(0, 120), st.integers(0, 120))
def test_lines_and_ranges_lose_only_blanks(text: str, one: int, other: int) -> None:
    start, end = sorted((min(one, len(text)), min(other, len(text))))
    left, right = stripped(text, start, end)
    assert start <= left <= right <= end
    assert text[left:right] == text[start:end].strip()
    lines = [text[a:b] for a, b in line_spans(text, start, end)]
    assert lines == [line.strip() for line in text[start:end].split("\n") if line.strip()]


PIECES = [
    "Dr. ", "Smith ", "came. ", "U.S. ", "z. B. ", "3. ", "Mai ", "3.14 ", "e.g. ", "“Why?” ", "He said ", "Yes... ",
    "?! ", "。", "「はい。」", "と言った", "文", "！？", " ", "\n", "\n\n", "॥ ", "؟ ", "J. ", "(So.) ", ".",
    "…", "I. ", "\ud800",
]  # fmt: skip
PROSE = st.one_of(st.text(max_size=80), st.lists(st.sampled_from(PIECES), max_size=25).map("".join))


@settings(max_examples=200, deadline=None)
@given(PROSE, st.integers(0, 40), st.integers(0, 200))
def test_sentences_of_a_range_hold_all_of_it_and_nothing_else(text: str, start: int, end: int) -> None:
    start, end = min(start, len(text)), min(max(start, end), len(text))
    reached = min(start, end)
    for left, right in sentence_spans(text, start, end):
        assert not text[reached:left].strip()
        assert reached <= left < right <= end
        assert text[left:right] == text[left:right].strip()
        reached = right
    assert not text[reached:end].strip()


@settings(max_examples=200, deadline=None)
@given(PROSE)
def test_sentences_begin_at_the_start_of_a_text_and_go_on(text: str) -> None:
    starts = sentence_starts(text)
    assert starts == sorted(set(starts))
    assert (starts[:1] == [0]) is bool(text.strip())


@pytest.mark.parametrize(
    "sentences",
    [
        ["He left at 3.", "Then it rained."],
        ["Am 3. Mai fing es an.", "Es endete im Juni."],
        ["1. Oktober war ein Montag.", "Danach kam Dienstag."],
        ["Acme Inc. sells tea.", "It pays well."],
        ["She joined Acme Inc.", "The company sells tea."],
        ["It was I.", "The rest is known."],
        ["Wait...", "What?"],
        ["wait... what?"],
        ["(It ended.)", "Then more."],
        ["क्या हाल है।", "ठीक है॥", "और?"],
        ["هل هذا صحيح؟", "نعم۔"],
        ["全部終わった。", "（そうだ。）", "はい"],
        ["See www.example.org/a.html now.", "Done."],
        ["It is No. 5 of vol. 3, ed. Smith."],
    ],
    ids=lambda sentences: sentences[0][:16],
)
def test_sentences_that_are_hard_to_tell(sentences: list[str]) -> None:
    text = ("" if sentences[0][0] > "\u3000" else " ").join(sentences)
    assert [text[a:b] for a, b in sentence_spans(text, 0, len(text))] == sentences
