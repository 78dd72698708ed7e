"""Turns the Markdown of an answer into the HTML that ``QTextDocument`` understands.

Raw HTML is escaped, pictures become their caption, links keep only harmless schemes: a model or a document
cannot make the window load anything. Citation markers such as ``[2]`` become links ``cite:2``.
"""

import html
import re
import sys
from collections.abc import Iterator, MutableMapping, Sequence
from functools import cache
from typing import Any
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextCursor

from desktop_rag.citations.tagged_markers import (
    TAGGED,
    TaggedMarker,
    TextRange,
    marker_of,
    tagged_markdown,
    untagged,
    untagged_address,
)
from desktop_rag.core.results.answers import Citation, Source
from desktop_rag.gui.chat import formulas
from desktop_rag.gui.shell.link_opener import place_of
from desktop_rag.gui.widgets.code_colours import highlight
from desktop_rag.gui.widgets.theme import BODY, TEXT, Theme, monospaced_families, scaled

CITE = "cite"
LINE_HEIGHT = 24  # of 16-pixel lines 150 %; fixed, so that lines with Chinese or Japanese are not further apart
QUOTE_INDENT = 16
PLACE_HEIGHT = 20  # of the line above a quotation
PLACE_GAP = 20  # above it: it belongs to what is below
PAD = "\u00a0"  # no-break space: the air inside a citation chip and before it
_CONTINUES = re.compile(r"[ \t]+|[-*+](?:\s|$)|\d{1,9}(?:$|[.)](?:\s|$))")  # a line that may belong to what is above it
_ITEM = re.compile(r"(?m)^([-*+]|(\d{1,9})([.)]))[ \t]+(?=\S)")
_FORMULA = "line-height:100%;-qt-line-height-type:proportional;margin-top:4px;margin-bottom:12px;"
ITEM_GAP = 4  # below an item of a list
_SCHEMES = ("http://", "https://", "mailto:")
_ADDRESS_LIKE = re.compile(r"(?:[\w.+-]+@)?(?:[^\W_][\w-]*\.)+[^\W\d_]{2,}")  # a host or mail address in a link's words
_LONGEST_ADDRESS = 80
CHIP = re.compile(f"(?<!{PAD}){PAD}++(\\d++){PAD}+")
_ESCAPED = re.compile(r"([\\`*_{}\[\]<>()#+\-.!|~$&])")
_PICTURE = "\ufffc"  # stands for a picture in a document's text
_SIZES = {"h1": 20, "h2": 16, "h3": 16, "h4": 14, "h5": 14, "h6": 14}


def escape(text: str) -> str:
    """Return ``text`` as Markdown that shows exactly these characters on one line."""
    return _ESCAPED.sub(r"\\\1", " ".join(text.split()))


def to_html(
    text: str,
    theme: Theme,
    sources: Sequence[Source] = (),
    citations: Sequence[Citation] = (),
    offset: int = 0,
    marks: Sequence[TextRange] = (),
) -> str:
    """Return an answer's Markdown as safe HTML; markers of ``sources`` become links, stand-ins surround ``marks``.

    ``offset`` says where in the whole answer ``text`` begins: citations and marks count from there.
    """
    tagged, markers = tagged_markdown(text, sources, citations, offset, marks)
    parser = _parser()
    env: dict[str, Any] = {"theme": theme, "markers": markers}
    return str(parser.render(tagged, env)).strip()


def place_html(place: str, theme: Theme, *, is_first: bool) -> str:
    """Return the quiet line above a quotation that says where it is from; "" without one."""
    if not place:
        return ""
    look = f"color:{theme.muted};font-size:{scaled(BODY)}px;line-height:{scaled(PLACE_HEIGHT)}px"
    above = 0 if is_first else PLACE_GAP
    return f'<p style="{look};margin-top:{above}px;margin-bottom:4px;">{html.escape(place)}</p>'


def restore_formulas(cursor: QTextCursor) -> str:
    """Return the selected text with the TeX of formulas in place of their pictures."""
    text, start = cursor.selectedText(), cursor.selectionStart()
    if _PICTURE not in text:
        return text
    look = QTextCursor(cursor.document())
    pieces = []
    for place, letter in enumerate(text):
        if letter == _PICTURE:
            look.setPosition(start + place + 1)
            pieces.append(formulas.source(look.charFormat().toImageFormat().name()))
        else:
            pieces.append(letter)
    return "".join(pieces)


def restore_markers(text: str) -> str:
    """Return text selected in an answer with its citations written as ``[1]`` again."""
    # Qt writes the ends of paragraphs and lines so
    return CHIP.sub(r" [\1]", text).replace("\u2029", "\n").replace("\u2028", "\n")


def css(theme: Theme) -> str:
    """Return the default style sheet of an answer's document."""
    code_fonts = ",".join(f"'{family}'" for family in monospaced_families())
    return f"""
        body {{ color: {theme.text}; font-size: {scaled(TEXT)}px; }}
        p, li {{ line-height: {scaled(LINE_HEIGHT)}px; -qt-line-height-type: fixed; }}
        p {{ margin-top: 0; margin-bottom: 12px; }}
        ul, ol {{ margin-top: 0; margin-bottom: 12px; }}
        li {{ margin-bottom: {ITEM_GAP}px; }}
        blockquote {{ margin: 0 0 0 {QUOTE_INDENT}px; }}
        code, pre {{ font-family: {code_fonts}; font-size: {scaled(BODY)}px; }}
        pre {{ line-height: {scaled(20)}px; -qt-line-height-type: fixed; white-space: pre-wrap; margin: 0; }}
        a {{ color: {theme.link}; text-decoration: none; }}
        th {{ font-weight: 600; }}
    """


def stable_length(text: str, limit: int = sys.maxsize) -> int:
    """Return the end of the last paragraph that is surely complete, for drawing a text piece by piece.

    Lists and code are never cut. With ``limit`` it is the first such place from there on, or the last before it.
    """
    end = 0
    for end in paragraph_ends(text):
        if end >= limit:
            break
    return end


def paragraph_ends(text: str) -> Iterator[int]:
    """Yield where each paragraph ends that is surely complete; see ``stable_length``."""
    candidate = position = 0
    fenced = False
    for line in text.splitlines(keepends=True):
        stripped = line.strip()
        if candidate and stripped:
            # only the next line tells whether a list continues after an empty one
            if not _CONTINUES.match(line):
                yield candidate
            candidate = 0
        if stripped.startswith(("```", "~~~")):
            fenced = not fenced
        position += len(line)
        if not stripped and not fenced:
            candidate = position


def items_length(text: str, limit: int) -> int:
    """Return the start of the first item of a list of ``text`` at or after ``limit``; 0 without one.

    What stands before it can be written as a list, and what follows as the list that continues it.
    """
    first = _ITEM.search(text)
    if first is None or text[: first.start()].rstrip(" ")[-2:] not in ("", "\n\n"):
        return 0
    for count, item in enumerate(_ITEM.finditer(text)):
        before = text[first.start() : item.start()]
        expected = f"{int(first[2]) + count}{first[3]}" if first[2] else first[1]
        # items with paragraphs stand further apart, all of them
        if "\n\n" in before or "```" in text[: item.start()] or item[1] != expected:
            return 0
        if count and item.start() >= limit:
            return item.start()
    return 0


@cache
def _parser() -> MarkdownIt:
    """Return the one parser: CommonMark with tables and strike-through, without raw HTML."""
    parser = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer).enable(["table", "strikethrough"])
    return formulas.find_formulas(parser)


def _untag(text: str, env: MutableMapping[str, Any]) -> str:
    """Put the markers back where they are code, not citations."""
    return untagged(text, env["markers"])


def _linked(text: str, env: MutableMapping[str, Any]) -> str:
    """Escape a text and make its markers links."""
    markers: list[TaggedMarker] = env["markers"]
    accent = env["theme"].accent

    def chip(match: re.Match[str]) -> str:
        marker = marker_of(match[1], markers)
        href = f"{CITE}:{marker.number}" + (f"?{marker.citation}" if marker.citation >= 0 else "")
        style = f"color:{accent};font-size:{scaled(12)}px;font-weight:600;"
        gap = f'<span style="font-size:8px;">{PAD}</span>'
        return f'{gap}<a href="{href}" style="{style}">{PAD}{marker.number}{PAD}</a>'

    return TAGGED.sub(chip, html.escape(text))


class _Renderer(RendererHTML):
    """One method per kind of token whose HTML must suit ``QTextDocument``."""

    def text(self, tokens: Sequence[Token], idx: int, _options: OptionsDict, env: MutableMapping[str, Any]) -> str:
        """Write plain words with their citations."""
        return _linked(tokens[idx].content, env)

    def paragraph_open(
        self, tokens: Sequence[Token], idx: int, _options: OptionsDict, env: MutableMapping[str, Any]
    ) -> str:
        """Begin a paragraph; its lines are as high as they need where formulas are higher than lines."""
        if tokens[idx].hidden:
            return ""
        colour, line = env["theme"].text, scaled(LINE_HEIGHT)
        found = [one for one in tokens[idx + 1].children or () if one.type == formulas.INLINE]
        is_tall = any(formulas.is_tall(one.content, colour, line, is_block=_is_displayed(one)) for one in found)
        return f'<p style="{_FORMULA}">' if is_tall else "<p>"

    def formula(self, tokens: Sequence[Token], idx: int, _options: OptionsDict, env: MutableMapping[str, Any]) -> str:
        """Draw a formula in a sentence."""
        return _formula(tokens[idx], env, is_block=_is_displayed(tokens[idx]))

    def formula_block(
        self, tokens: Sequence[Token], idx: int, _options: OptionsDict, env: MutableMapping[str, Any]
    ) -> str:
        """Return a formula as a separate paragraph."""
        return f'<p style="{_FORMULA}">{_formula(tokens[idx], env, is_block=True)}</p>'

    def code_inline(
        self, tokens: Sequence[Token], idx: int, _options: OptionsDict, env: MutableMapping[str, Any]
    ) -> str:
        """Write code inside a sentence."""
        ground = env["theme"].code
        return f'<code style="background-color:{ground};">{html.escape(_untag(tokens[idx].content, env))}</code>'

    def fence(self, tokens: Sequence[Token], idx: int, _options: OptionsDict, env: MutableMapping[str, Any]) -> str:
        """Show a block of code, coloured."""
        language = tokens[idx].info.strip().split(" ")[0]
        return _code_block(_untag(tokens[idx].content, env), language, env["theme"])

    def code_block(
        self, tokens: Sequence[Token], idx: int, _options: OptionsDict, env: MutableMapping[str, Any]
    ) -> str:
        """Show an indented block of code."""
        return _code_block(_untag(tokens[idx].content, env), "", env["theme"])

    def image(self, tokens: Sequence[Token], idx: int, _options: OptionsDict, env: MutableMapping[str, Any]) -> str:
        """Write only the caption: nothing is loaded."""
        return html.escape(_untag(tokens[idx].content, env))

    def link_open(self, tokens: Sequence[Token], idx: int, _options: OptionsDict, env: MutableMapping[str, Any]) -> str:
        """Begin a link, without its target unless that is harmless."""
        # a model's text may come from a document that somebody else wrote: only plain web and mail links
        target = untagged_address(str(tokens[idx].attrs.get("href", "")), env["markers"])
        safe = target if target.lower().startswith(_SCHEMES) else ""
        env["revealed"] = _revealed(_label(tokens, idx), safe)
        return f'<a href="{html.escape(safe)}">' if safe else "<a>"

    def link_close(
        self, _tokens: Sequence[Token], _idx: int, _options: OptionsDict, env: MutableMapping[str, Any]
    ) -> str:
        """End a link; behind words that look like another address stands where it really leads."""
        return f"{html.escape(env['revealed'])}</a>"

    def heading_open(
        self, tokens: Sequence[Token], idx: int, _options: OptionsDict, _env: MutableMapping[str, Any]
    ) -> str:
        """Begin a heading in the window's type sizes."""
        size = _SIZES[tokens[idx].tag]
        height = f"line-height:{scaled(28)}px;font-size:{scaled(size)}px"
        return f'<p style="{height};font-weight:600;margin-top:8px;margin-bottom:8px;">'

    def heading_close(
        self, _tokens: Sequence[Token], _idx: int, _options: OptionsDict, _env: MutableMapping[str, Any]
    ) -> str:
        """End a heading."""
        return "</p>"

    def table_open(
        self, _tokens: Sequence[Token], _idx: int, _options: OptionsDict, env: MutableMapping[str, Any]
    ) -> str:
        """Begin a table with hairlines."""
        border = env["theme"].border
        return (
            f'<table border="1" cellspacing="0" cellpadding="7" style="border-collapse:collapse;'
            f'border-color:{border};border-style:solid;margin-top:12px;margin-bottom:12px;">'
        )

    def hr(self, _tokens: Sequence[Token], _idx: int, _options: OptionsDict, _env: MutableMapping[str, Any]) -> str:
        """Draw a rule across the column."""
        return "<hr/>"


def _is_displayed(token: Token) -> bool:
    """Return True if a formula is displayed large."""
    return token.markup in ("$$", "\\[")


def _formula(token: Token, env: MutableMapping[str, Any], *, is_block: bool) -> str:
    """Return a formula as a picture, as it was written where it cannot be drawn."""
    drawn = formulas.formula_html(token.content, env["theme"].text, is_block=is_block)
    before, after = (_linked(token.meta[name], env) for name in formulas.STAND_INS)
    return f"{before}{drawn or _linked(formulas.as_written(token.content, token.markup), env)}{after}"


def _label(tokens: Sequence[Token], opening: int) -> str:
    """Return the words of the link that begins at ``opening``; there are no links in links."""
    words = []
    for token in tokens[opening + 1 :]:
        if token.type == "link_close":
            break
        words.append(token.content)
    return TAGGED.sub("", "".join(words))


def _revealed(label: str, target: str) -> str:
    """Return “ (http://other.example/…)” when a link's words name another place than it leads to, "" otherwise."""
    named = {match[0].lower().removeprefix("www.") for match in _ADDRESS_LIKE.finditer(unquote(label))}
    real = place_of(QUrl(target)).lower().removeprefix("www.")
    if not real or not named or named == {real}:
        return ""
    address = target.partition(":")[2] if target.lower().startswith("mailto:") else target
    return f" ({address[:_LONGEST_ADDRESS]}{'…' if len(address) > _LONGEST_ADDRESS else ''})"


def _code_block(code: str, language: str, theme: Theme) -> str:
    """Return code on its own ground; a one-cell table gives it padding."""
    body = highlight(code.rstrip("\n"), language, theme)
    return (
        f'<table width="100%" cellspacing="0" cellpadding="12" bgcolor="{theme.code}" '
        f'style="margin-top:12px;margin-bottom:12px;"><tr><td><pre>{body}</pre></td></tr></table>'
    )
