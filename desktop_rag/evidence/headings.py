"""Find the headings of a text: certain for Markdown, cautious for everything else."""

import re
from dataclasses import dataclass

HEADING_SEPARATOR = " > "
_LONGEST = 100
_LAST_WESTERN = "\u2fff"

_MARKDOWN = re.compile(r" {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*\Z")
_UNDERLINE = re.compile(r" {0,3}(=+|-{3,})[ \t]*\Z")
_DEEP_NUMBER = re.compile(r"(\d{1,3}(?:\.\d{1,3}){1,5})\.?[ \t\u3000]+(?=[^\W\d_]{2,})")
_NUMBER = re.compile(r"(?:\d{1,2}|[IVX]{1,5}|[A-Z])\.?[ \t\u3000]+(?=[^\W\d_])")
_CHAPTER = re.compile(
    r"(?:(?P<top>chapter|part|appendix|annex|book|kapitel|teil|anhang|chapitre|partie|annexe|capítulo|parte|anexo)"
    r"|(?:section|article|abschnitt|artikel|sección|artículo))"
    r"[ \t]+(?:\d{1,3}|[IVXLC]{1,6}|[A-Z])\b(?:\.\d{1,3})*",
    re.IGNORECASE,
)
_CJK_CHAPTER = re.compile(
    r"第\s*[0-9０-９一二三四五六七八九十百〇零]{1,5}\s*(?P<unit>[部編编章節节条條款項项])(?=\s|\Z|[：:　])"
)
_CJK_LEVELS = {"部": 1, "編": 1, "编": 1, "章": 2, "節": 3, "节": 3}
_SENTENCE_END = tuple(".!?,;:。！？、，；：…")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading's depth (1 is the highest), its words, and whether the line can be nothing else."""

    level: int
    title: str
    sure: bool


def markdown_heading(line: str) -> Heading | None:
    """Return the heading that a line beginning with ``#`` is."""
    if "#" not in line[:4] or len(line) > 4 * _LONGEST:
        return None
    match = _MARKDOWN.match(line)
    return Heading(len(match.group(1)), match.group(2), sure=True) if match and match.group(2) else None


def underlined_heading(line: str, below: str) -> Heading | None:
    """Return the heading that a line is when the line below underlines it."""
    rule = _UNDERLINE.match(below[: 2 * _LONGEST]) if below else None
    title = line.strip()
    if rule is None or not title or len(title) > _LONGEST or not any(letter.isalnum() for letter in title):
        return None
    return Heading(1 if rule.group(1)[0] == "=" else 2, title, sure=True)


def plain_heading(line: str, *, alone: bool) -> Heading | None:
    """Return the heading that an unmarked line after a blank one is, if it looks like nothing else.

    ``alone`` tells that a blank line follows as well.
    """
    title = line.strip()
    if not title[:1].isalnum() or len(title) > _LONGEST or title.endswith(_SENTENCE_END):
        return None
    return _chapter(title) or _numbered(title, alone=alone) or _capitals(title)


def is_numbered(line: str) -> bool:
    """Return True if a line begins like an entry of a numbered list or a table of contents."""
    return _NUMBER.match(line[:_LONGEST].strip()) is not None


def _chapter(title: str) -> Heading | None:
    """Return a heading such as Chapter 3, Kapitel 3 or 第3章."""
    match = _CHAPTER.match(title)
    if match:
        rest = title[match.end() :]
        sure = not rest or not rest.lstrip(" .:–—-")[:1].islower()
        return Heading(1 if match.group("top") else 2, title, sure=True) if sure else None
    cjk = _CJK_CHAPTER.match(title)
    return Heading(_CJK_LEVELS.get(cjk.group("unit"), 4), title, sure=True) if cjk and len(title) <= 40 else None


def _numbered(title: str, *, alone: bool) -> Heading | None:
    """Return a heading such as 2.1 Limits, or 2 Limits when it stands alone."""
    deep = _DEEP_NUMBER.match(title)
    if deep:
        level = deep.group(1).count(".") + 1
        return Heading(level, title, sure=False) if _is_title(deep.group(1), title[deep.end() :]) else None
    match = _NUMBER.match(title) if alone else None
    if match is None or title[match.end() :][:1].islower() or len(title) > 60:
        return None
    return Heading(1, title, sure=False)


def _is_title(number: str, words: str) -> bool:
    """Return True if a number with points and the words after it are a heading and not a quantity (12.50 EUR)."""
    letters = sum(letter.isalpha() for letter in words)
    short = 2 if words[0] > _LAST_WESTERN else 4
    return (
        not words[0].islower()
        and letters >= short
        and all(len(part) < 3 and int(part) < 40 for part in number.split("."))
    )


def _capitals(title: str) -> Heading | None:
    """Return the heading that a line in capitals is."""
    capitals = sum(letter.isupper() for letter in title)
    shouted = capitals >= 4 and title.isupper() and capitals * 2 > len(title) and "|" not in title
    return Heading(1, title, sure=False) if shouted else None
