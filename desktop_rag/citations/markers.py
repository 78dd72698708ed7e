"""References that models write into their answers by themselves: found, taken out, and used as hints.

Known are ``[1]``, ``[1, 3]``, ``[1-3]``, ``[^1]``, ``[Source 2]``, ``[cite: 2]``, ``[出典2]``, ``(Source 2)``,
``(page 12)``, ``【2†L4】``, ``［1］``, ``〔1〕``, superscripts such as ``¹``, and links to them (``[1](#source-1)``,
``[[1]](…)``). Links to addresses and footnotes of code are left alone.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

_CODE = re.compile(r"^(```|~~~).*?(?:^\1[^\n]*$|\Z)", re.MULTILINE | re.DOTALL)  # unclosed it goes on to the end
_INLINE_CODE = re.compile(r"`[^`\n]+`")
_WORD = (
    r"(?:sources?|src|passages?|documents?|docs?|refs?\.?|references?|cite[ds]?|citations?|excerpts?|contexts?"
    r"|quellen?|textstellen?|abschnitte?|passagen?|extraits?|fuentes?|pasajes?|fragmentos?"
    r"|出典|資料|文献|引用|文書|来源|來源|资料|文档|段落|参考)"
)
_DIGITS = r"\d{1,2}"
_LIST = rf"{_DIGITS}(?:\s*(?:[,;、，；&+]|and|und|et|y|[-–—~〜～]|to|bis)\s*(?:{_WORD}\s*)?\^?{_DIGITS})*"
_PAGE = r"(?:pages?|pp?\.|seiten?|s\.|p[áa]ginas?|p[áa]g\.|ページ)"
_MARKER = re.compile(
    rf"[ \t]*(?:\[cite_(?:start|end)\]|"
    rf"\[\[\s*(?P<double>{_LIST})\s*\]\](?:\([^()\s]*\))?"
    rf"|[\[［〔]\s*{_WORD}\s*[:：#]?\s*(?P<named>{_LIST})(?:\s*[,;:：，、][^\[\]\n]{{0,60}})?\s*[\]］〕](?:\(#[^()\s]*\)|(?!\())"
    rf"|[\[［〔]\s*\^?(?P<bracket>{_LIST})(?:\s*[,;]\s*{_PAGE}\s*\d{{1,4}})?\s*[\]］〕](?:\(#[^()\s]*\)|(?!\())"
    rf"|【\s*(?:{_WORD}\s*[:：]?\s*)?(?P<lenticular>{_LIST})[^】]{{0,12}}】"
    rf"|[(（]\s*(?:(?:see|siehe|voir|ver|vgl\.)\s+)?{_WORD}\s*[:：#]?\s*(?P<round>{_LIST})\s*[)）]"
    rf"|[(（]\s*(?:{_PAGE}\s*\d{{1,4}}(?:\s*[-–,]\s*\d{{1,4}})*|第?\d{{1,4}}\s*(?:页|頁|ページ))\s*[)）]"
    rf"|(?<=[^\W\d_][.!?。,;:”\"）)])(?P<raised>[⁰¹²³⁴⁵⁶⁷⁸⁹]{{1,2}}(?:[ ⁻˒,][⁰¹²³⁴⁵⁶⁷⁸⁹]{{1,2}})*)"
    rf"|(?<=[^\W\d_]{{4}})(?P<raised_word>[¹²³⁴⁵⁶⁷⁸⁹][⁰¹²³⁴⁵⁶⁷⁸⁹]?)(?=[.!?。,;:]?(?:\s|$))"
    rf")",
    re.IGNORECASE,
)
_MEASURE = re.compile(r"(?:met(?:er|re)s?|miles?|feet|foot|inch(?:es)?|yards?)\Z", re.IGNORECASE)
_LONGEST_MEASURE = 12
_GROUPS = ("double", "named", "bracket", "lenticular", "round", "raised", "raised_word")
_RANGE = re.compile(r"(\d+)(?:\s*(?:[-–—~〜～]|to|bis)\s*(\d+))?")


@dataclass(frozen=True, slots=True)
class Hint:
    """The model named source ``number`` at ``position`` of the text without markers."""

    position: int
    number: int


def code_ranges(text: str) -> list[tuple[int, int]]:
    """Return where code stands, in blocks and within lines."""
    return [match.span() for kind in (_CODE, _INLINE_CODE) for match in kind.finditer(text)]


def code_blocks(text: str) -> list[tuple[int, int]]:
    """Return where blocks of code stand."""
    return [match.span() for match in _CODE.finditer(text)]


def without_markers(answer: str) -> tuple[str, list[Hint]]:
    """Take the model's markers out, but nothing out of code, and return what they named."""
    hints: list[Hint] = []
    pieces: list[str] = []
    position = length = 0
    for match in _markers(answer):
        pieces.append(answer[position : match.start()])
        length += match.start() - position
        hints += [Hint(length, number) for number in _numbers(match)]
        position = match.end()
    return "".join([*pieces, answer[position:]]), hints


def marker_ranges(answer: str) -> list[tuple[int, int]]:
    """Return what ``without_markers`` takes out."""
    return [match.span() for match in _markers(answer)]


def _markers(answer: str) -> Iterator[re.Match[str]]:
    code = code_ranges(answer)
    for match in _MARKER.finditer(answer):
        if not any(start <= match.start() < end for start, end in code) and not _is_power(answer, match):
            yield match


def _is_power(text: str, match: re.Match[str]) -> bool:
    """Whether a raised digit belongs to a measure, as in “square meters²”."""
    before = text[max(0, match.start() - _LONGEST_MEASURE) : match.start()]
    return bool(match["raised_word"]) and bool(_MEASURE.search(before))


def _numbers(match: re.Match[str]) -> list[int]:
    """Return the sources that a marker names; of a range all of them."""
    named = unicodedata.normalize("NFKC", next((match[group] for group in _GROUPS if match[group]), ""))
    found: list[int] = []
    for first, last in _RANGE.findall(named):
        found += range(int(first), int(last or first) + 1)
    return found
