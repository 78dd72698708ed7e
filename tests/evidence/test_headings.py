"""Which lines are headings, how deep, and which only look like it."""

import pytest

from desktop_rag.evidence.blocks import Heading, is_numbered, markdown_heading, plain_heading, underlined_heading
from desktop_rag.node_parser.captions import table_context


@pytest.mark.parametrize(
    ("line", "level", "title"),
    [
        ("# One", 1, "One"),
        ("   ###### Six", 6, "Six"),
        ("## Closed ##", 2, "Closed"),
        ("## C# and F#", 2, "C# and F"),
        ("#\tTab", 1, "Tab"),
        ("# 検索 #", 1, "検索"),
    ],
)
def test_headings_of_markdown(line: str, level: int, title: str) -> None:
    assert markdown_heading(line) == Heading(level, title, sure=True)


@pytest.mark.parametrize(
    "line", ["", "#hash", "####### seven", "    # indented", "#", "##  ", "x # y", "# " + "long " * 100, "text"]
)
def test_what_is_no_heading_of_markdown(line: str) -> None:
    assert markdown_heading(line) is None


@pytest.mark.parametrize(
    ("line", "below", "level"),
    [
        ("Title", "=", 1),
        ("Title", "=====", 1),
        (" Title ", "---", 2),
        ("Title", "   ----------  ", 2),
        ("第3", "===", 1),
    ],
)
def test_underlined_headings(line: str, below: str, level: int) -> None:
    assert underlined_heading(line, below) == Heading(level, line.strip(), sure=True)


@pytest.mark.parametrize(
    ("line", "below"),
    [
        ("Title", ""),
        ("Title", "--"),
        ("Title", "=-="),
        ("Title", "    ===="),
        ("", "==="),
        ("* * *", "==="),
        ("x" * 101, "==="),
        ("Title", "= x"),
    ],
)
def test_what_is_not_underlined(line: str, below: str) -> None:
    assert underlined_heading(line, below) is None


@pytest.mark.parametrize(
    ("line", "level", "sure"),
    [
        ("Chapter 3", 1, True),
        ("CHAPTER IV: The Whale", 1, True),
        ("Kapitel 2 – Grundlagen", 1, True),
        ("Anhang B", 1, True),
        ("Artículo 5.2 Plazos", 2, True),
        ("Section 3", 2, True),
        ("第3章 料金", 2, True),
        ("第一部：始まり", 1, True),
        ("第２節", 3, True),
        ("第5条", 4, True),
        ("2.1 Opening hours", 2, False),
        ("2.1.3. Opening hours", 3, False),
        ("3 Limits", 1, False),
        ("A. Limits", 1, False),
        ("IV Limits", 1, False),
    ],
)
def test_headings_without_marks(line: str, level: int, sure: bool) -> None:
    assert plain_heading(line, alone=True) == Heading(level, line, sure=sure)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "...",
        "Chapter 3 says that it holds",
        "Section 3.",
        "第3章で述べた",
        "2.1 kg",
        "12.50 EUR",
        "3 apples",
        "2.1",
        "1. First do this,",
        "3 " + "Limits " * 12,
        "Just a line of words",
        "(Section 3)",
        "Chapter 3 " + "x" * 100,
    ],
)
def test_lines_that_are_text(line: str) -> None:
    assert plain_heading(line, alone=True) is None


def test_a_number_alone_makes_a_heading_only_between_blank_lines() -> None:
    assert plain_heading("3 Limits", alone=False) is None
    assert plain_heading("3.1 Limits of liability", alone=False) is not None


@pytest.mark.parametrize(
    ("line", "numbered"),
    [
        ("1. First", True),
        ("  12 First", True),
        ("IV. Fourth", True),
        ("B Second", True),
        ("2019 was", False),
        ("1.", False),
    ],
)
def test_entries_of_numbered_lists(line: str, numbered: bool) -> None:
    assert is_numbered(line) is numbered


@pytest.mark.parametrize(
    ("above", "table", "context"),
    [
        ("", "| a | b |\n| 1 | 2 |", "a | b"),
        ("", "| a | b |", ""),
        ("", "a\tb\n1\t2", "a | b"),
        ("Table 3\n", "| a |\n| 1 |", "Table 3 > a"),
        ("## Prices\n\nin euros\n\n", "| a |\n| 1 |", "Prices · in euros > a"),
        ("It ends here.\nPrices\n", "| a |\n| 1 |", "Prices > a"),
        ("| x |\nPrices\n", "| a |\n| 1 |", "Prices > a"),
        ("words " * 30 + "\nPrices\n", "| a |\n| 1 |", "Prices > a"),
        ("1\n2\n3\n4\n5\n", "| a |\n| 1 |", "2 · 3 · 4 · 5 > a"),
        ("終わり。\n料金\n", "| a |\n| 1 |", "料金 > a"),
        ("Prices\n", f"| {'a' * 400} |\n| 1 |", "Prices"),
    ],
)
def test_what_a_table_is_about(above: str, table: str, context: str) -> None:
    assert table_context(above + table + "\nBelow", len(above), len(above + table)) == context
