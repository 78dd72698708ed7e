"""Markdown of any kind becomes safe HTML: nothing raises, nothing is lost, and only citations become citations."""

import re
from html.parser import HTMLParser

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QApplication

from desktop_rag.core.results.answers import Citation
from desktop_rag.gui.chat import markdown
from desktop_rag.gui.widgets.code_colours import highlight
from desktop_rag.gui.widgets.theme import load_theme
from tests.helpers.script import citation, source

THEME = load_theme("light")
SOURCES = (source(1), source(2), source(12))
SYNTAX = ["#", "*", "_", "`", "```", "~~~", "|", "|---|", "[1]", " [2]", "[12][1]", "[9]", "[^1]", "[", "]", "(", ")"]
SYNTAX += ["![", "<a>", "</p>", "<!--", "&lt;", "http://a.b", "javascript:", ">", "- ", "1. ", "\n", "\n\n", "    "]
SYNTAX += ["\t", "\\", "~~", "=", "契約", "é", "\ue000", "\uf8ff", "\x00", "\u2028", "word", "[1]: x"]
MARKDOWN = st.lists(st.sampled_from(SYNTAX) | st.text(max_size=3), max_size=25).map("".join)
PLAIN = st.text("ab *_`#[]()<>!|~\\-+.{}$&1", min_size=1, max_size=30)
ALLOWED = {"p", "a", "span", "code", "pre", "table", "thead", "tbody", "tr", "th", "td", "ul", "ol", "li", "hr", "br"}
ALLOWED |= {"em", "strong", "s", "blockquote"}


class Tags(HTMLParser):
    """Collects what a piece of HTML consists of."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.links: list[str] = []
        self.words = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.links += [value or "" for name, value in attrs if name == "href"]

    def handle_data(self, data: str) -> None:
        self.words += data


def html(text: str, *citations: Citation) -> str:
    return markdown.to_html(text, THEME, SOURCES, citations)


@given(MARKDOWN)
@example("[a](http://x.y/[1])")
@example("![[1]](x)")
@example("| [1] |\n|---|\n| a [2] | [1]")
def test_any_text_becomes_harmless_tags(text: str) -> None:
    tags = Tags(html(text))
    assert tags.names <= ALLOWED
    assert all(re.match(r"cite:(1|2|12)$|https?://|mailto:", link) for link in tags.links), tags.links


@given(MARKDOWN)
@example("[a](http://x.y/[1])")
@example("```[1]\nx\n```")
@example("<http://x.y/[1]>")
def test_stand_ins_for_markers_never_show(text: str) -> None:
    shown = html(text)
    assert not re.search("[\ue000-\uf8ff]", shown)
    assert "%EE%80%80" not in shown


def test_an_address_keeps_what_looks_like_a_marker() -> None:
    assert Tags(html("[a](http://x.y/list[1]?b=[2])")).links == ["http://x.y/list%5B1%5D?b=%5B2%5D"]


@given(st.lists(st.sampled_from(["One.", "Two", "  three ", "契約。", " [1]", "[2]", " [12]"]), max_size=12))
def test_each_marker_in_a_sentence_becomes_one_link(parts: list[str]) -> None:
    text = " ".join(parts)
    numbers = re.findall(r"\[(\d+)\]", text)
    assert Tags(html(f"So: {text}")).links == [f"cite:{number}" for number in numbers]


@given(PLAIN)
def test_escaped_text_shows_exactly_itself(text: str) -> None:
    shown = " ".join(text.split())
    assert Tags(html(markdown.escape(text))).words == shown


@given(MARKDOWN, st.integers(0, 60))
def test_a_stable_part_ends_at_an_empty_line_and_grows_with_the_text(text: str, cut: int) -> None:
    whole, earlier = markdown.stable_length(text), markdown.stable_length(text[:cut])
    assert 0 <= whole <= len(text)
    assert not whole or not text[:whole].splitlines()[-1].strip()
    assert earlier <= whole
    assert markdown.stable_length(text, cut) <= whole


@given(
    st.lists(st.sampled_from(["One. [1]\n\n", "- a\n- b [2]\n\n", "```\nx[1]\n\ny\n```\n\n", "> q\n\n"]), max_size=8)
)
def test_pieces_cut_where_they_are_stable_look_like_the_whole(blocks: list[str]) -> None:
    text = "".join(blocks) + "End."
    cut = markdown.stable_length(text)
    pieces, whole = html(text[:cut]) + html(text[cut:]), html(text)
    assert Tags(pieces).links == Tags(whole).links
    assert "".join(Tags(pieces).words.split()) == "".join(Tags(whole).words.split())


@given(st.integers(1, 999))
def test_selected_chips_are_read_back(number: int) -> None:
    one = source(number)
    shown = markdown.to_html(f"Yes [{number}] so.", THEME, (one,))
    assert markdown.restore_markers(Tags(shown).words) == f"Yes [{number}] so."


@pytest.mark.parametrize(
    ("start", "nearest"), [(0, 0), (8, 0), (13, 1), (40, 2), (500, 2)], ids=["at", "behind", "between", "on", "far"]
)
def test_a_marker_leads_to_the_citation_nearest_to_it(start: int, nearest: int) -> None:
    one = SOURCES[0]
    citations = tuple(citation(one, begin, begin + 6) for begin in (0, 16, 40))
    shown = markdown.to_html("[1]", THEME, SOURCES, citations, offset=start)
    assert Tags(shown).links == [f"cite:1?{nearest}"]


def test_the_first_of_equally_near_citations_wins_and_other_markers_do_not_count() -> None:
    two = citation(SOURCES[1], 0, 3)
    twice = (two, citation(SOURCES[0], 0, 6), citation(SOURCES[0], 0, 6))
    assert Tags(html("[1]", *twice)).links == ["cite:1?1"]
    assert Tags(html("[12]", *twice)).links == ["cite:12"]


@pytest.mark.parametrize(
    ("target", "kept"),
    [
        ("https://a.b/c?d=1&e=2", True),
        ("HTTP://A.B", True),
        ("mailto:a@b.c", True),
        ("data:text/html,x", False),
        ("vbscript:x", False),
        ("//a.b/c", False),
        ("/etc/passwd", False),
        ("cite:1", False),
        ("#top", False),
    ],
)
def test_only_addresses_of_the_web_and_of_mail_are_links(target: str, kept: bool) -> None:
    assert bool(Tags(html(f"[x]({target})")).links) is kept


@pytest.mark.parametrize("language", ["python", "json", "html", "nosuch", "", "c++ title=[1]", "sql"])
@pytest.mark.parametrize("code", ["", "x = '<b>&amp;'  # [1]\n", "\n\n  indented\n", "契約 = 1"])
def test_code_is_shown_character_for_character(language: str, code: str) -> None:
    tags = Tags(html(f"```{language}\n{code}\n```"))
    assert tags.words.strip("\n") == code.strip("\n")
    assert tags.links == []


def test_very_long_code_is_not_coloured() -> None:
    assert "<span" in highlight("x = 1\n" * 10, "python", THEME)
    assert "<span" not in highlight("x = 1\n" * 4000, "python", THEME)


def test_more_markers_than_there_are_stand_ins_stay_text() -> None:
    shown = html("[1] " * 7000)
    assert shown.count("cite:1") + shown.count("[1]") == 7000
    assert shown.count("cite:1") > 6000


def test_a_style_sheet_suits_qt(qapp: QApplication) -> None:
    document = QTextDocument()
    document.setDefaultStyleSheet(markdown.css(THEME))
    document.setHtml(html("# Title\n\nText with `code`.\n\n- one\n- two"))
    assert document.toPlainText().splitlines() == ["Title", "Text with code.", "one", "two"]
