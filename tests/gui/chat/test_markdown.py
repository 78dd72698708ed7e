"""Answers become safe HTML; only real citations become links."""

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication

from desktop_rag.core.results.answers import Citation
from desktop_rag.gui.chat import markdown
from desktop_rag.gui.widgets.theme import load_theme
from tests.helpers.script import citation, source

THEME = load_theme("light")
SOURCES = (source(1), source(2))


def html(text: str, citations: Sequence[Citation] = ()) -> str:
    return markdown.to_html(text, THEME, SOURCES, citations)


@pytest.fixture(autouse=True)
def application(qapp: QApplication) -> QApplication:
    return qapp


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        '<img src="http://evil.example/x.png">',
        "![picture](http://evil.example/x.png)",
        "[click](javascript:alert(1))",
        "[click](file:///etc/passwd)",
        '<a href="http://evil.example" onclick="x">x</a>',
    ],
)
def test_nothing_can_be_loaded_or_run(text: str) -> None:
    result = html(text)
    assert "<img" not in result
    assert "<script" not in result
    assert "<a href" not in result or 'href="http' not in result


def test_web_links_stay() -> None:
    assert '<a href="https://example.org/a">' in html("[site](https://example.org/a)")


def test_markers_become_links_with_their_citation() -> None:
    text = "First. [1] Second. [1] Third. [2] None. [9]"
    citations = (citation(SOURCES[0], 0, 6), citation(SOURCES[0], 11, 18))
    result = html(text, citations)
    assert 'href="cite:1?0"' in result
    assert 'href="cite:1?1"' in result
    assert 'href="cite:2"' in result
    assert "[9]" in result


def test_footnotes_of_a_quoted_file_are_no_citations() -> None:
    quote = "Ducks live everywhere.[2] Some [1] islands too.[20]"
    text = f"Intro. [2]\n\n> {quote} [1]\n\nOn islands. [1]"
    start = text.index("Ducks")
    quoted = replace(citation(SOURCES[0], start, start + len(quote)), quote=f"Before. {quote}")
    result = html(text, (quoted,))
    assert "everywhere.[2] Some [1] islands too.[20]" in result
    assert re.findall(r'href="(cite:[^"]+)"', result) == ["cite:2", "cite:1?0", "cite:1?0"]
    part = markdown.to_html(text[start + 6 :], THEME, SOURCES, (quoted,), offset=start + 6)
    assert len(re.findall(r'href="cite:', part)) == 2
    # what a model wrote of it: its own markers lead somewhere
    assert html(text, (replace(quoted, quote="Ducks live everywhere."),)).count('href="cite:') == 5


def test_markers_in_code_stay_code() -> None:
    result = html("Use `items[1]` and\n\n```\nx = items[2]\n```\n")
    assert "items[1]" in result
    assert "items[2]" in result
    assert "cite:" not in result


def test_a_list_keeps_its_marker_before_a_citation() -> None:
    result = html("- [1] one\n- two [2]\n")
    assert result.count("<li>") == 2
    assert result.count("cite:") == 2


def test_reference_definitions_do_not_swallow_citations() -> None:
    assert html("It is so [1][2].\n\n[1]: http://evil.example\n").count("cite:") >= 2


def test_private_characters_of_documents_do_no_harm() -> None:
    assert "cite:" not in html("\ue000\ue100 odd \uf8ff")


def test_code_is_coloured_and_tables_are_tables() -> None:
    result = html("```python\ndef f(): return 1\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
    assert THEME.link in result
    assert result.count("<td") >= 2
    assert "unknown" in html("```nosuchlanguage\nunknown\n```")


def test_escaped_text_shows_itself() -> None:
    assert "*not bold* # [x]" in html(markdown.escape("*not bold* #\n [x]")).replace("&gt;", ">")


def test_stable_length_ends_at_complete_paragraphs() -> None:
    text = "One.\n\nTwo.\n\n```\na\n\nb\n"
    assert text[: markdown.stable_length(text)] == "One.\n\nTwo.\n\n"
    assert markdown.stable_length(text, 3) == 6
    assert markdown.stable_length("No end") == 0
    assert markdown.stable_length("Maybe more.\n\n") == 0
    assert markdown.stable_length("1. one\n\n2. two\n\nEnd") == len("1. one\n\n2. two\n\n")


def test_copied_text_has_its_markers_back() -> None:
    pad = markdown.PAD
    assert markdown.restore_markers(f"It is so.{pad}{pad}{pad}12{pad}{pad}") == "It is so. [12]"


def test_citations_behind_a_table_row_do_not_break_the_table() -> None:
    result = html("| a | b |\n|---|---|\n| 1 | 2 | [1]\n| 3 | 4 | [1] [2]\n")
    assert result.count("<td") == 4
    assert result.count("cite:") == 3
