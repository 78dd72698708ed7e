"""Words in quotation marks must stand in a passage as they are."""

import re
import unicodedata
from collections.abc import Iterator, Mapping

from desktop_rag.citations.checks.base import BaseCheck, Comparison, Evidence, Finding
from desktop_rag.citations.wording import wording
from desktop_rag.core.user_text import UserText
from desktop_rag.evidence.units import Passage, unit_spans

_PAIRS = {"“": "”", "„": "“”", "«": "»", "»": "«", "「": "」", "『": "』", "‹": "›"}
_STRAIGHT = '"'
OPENING_QUOTES = re.compile(f"[{_STRAIGHT}{''.join(_PAIRS)}]")
_LONGEST = 2000  # characters: marks further apart belong to different quotations
_ELLIPSIS = re.compile(r"\[?(?:\.\.\.|…)+\]?|\[[^\]]*\]")
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]|[^\W_]+")
_FEWEST_WORDS = 4  # fewer are names and single terms, which other checks look at
_FEWEST_CHARACTERS = 8  # the same of scripts without spaces
_MISREAD = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l"})  # letters that text recognition confuses


def quoted_ranges(text: str) -> list[tuple[int, int]]:
    """Return the ranges between quotation marks, outermost ones only; a mark that nothing closes opens none."""
    found: list[tuple[int, int]] = []
    closing = _closing_marks(text)
    position = 0
    while opening := OPENING_QUOTES.search(text, position):
        position = opening.start()
        end = _closing(text, position, closing)
        if end is None:
            position += 1
            continue
        if end > position + 1:
            found.append((position + 1, end))
        position = end + 1
    return found


def _closing(text: str, start: int, closing: Mapping[int, int]) -> int | None:
    """Return the end of the quotation that opens at ``start``, or None if it is not closed."""
    paragraph_end = text.find("\n\n", start, start + _LONGEST)
    limit = paragraph_end if paragraph_end >= 0 else min(start + _LONGEST, len(text))
    if text[start] == _STRAIGHT:
        # a straight mark after a digit says inches
        if start and text[start - 1].isalnum():
            return None
        end = text.find(_STRAIGHT, start + 1, limit)
    else:
        end = closing.get(start, -1)
    return end if 0 < end < limit else None


def _closing_marks(text: str) -> dict[int, int]:
    """Return the position of the closing mark for each opening one: quotations may be nested."""
    found: dict[int, int] = {}
    for opening, closing in _PAIRS.items():
        opened: list[int] = []
        for mark in re.finditer(f"[{opening}{closing}]", text) if opening in text else ():
            if mark.group() == opening:
                opened.append(mark.start())
            elif opened:
                found[opened.pop()] = mark.start()
    return found


class QuotationCheck(BaseCheck):
    """Compares quotations letter by letter, but for hyphens, ligatures, white space, marks and misread letters."""

    crosses_languages = True
    may_tell_whose = False

    def findings(self, evidence: Evidence) -> Iterator[Finding]:
        """Yield the altered words of each quotation that no passage has."""
        for start, end in evidence.quoted:
            quotation = evidence.sentence[start:end]
            if _is_long(quotation) and not _stands_in(quotation, evidence.passages):
                yield from _differences(start, quotation, evidence)


def _is_long(quotation: str) -> bool:
    words = _WORD.findall(quotation)
    unspaced = sum(not word.isascii() and len(word) == 1 for word in words)
    return len(words) >= (_FEWEST_CHARACTERS if 2 * unspaced > len(words) else _FEWEST_WORDS)


def _stands_in(quotation: str, passages: tuple[str, ...]) -> bool:
    """Return True if a passage has all parts of a quotation between its ellipses, in their order."""
    parts = [letters for part in _ELLIPSIS.split(quotation) if (letters := _letters(part))]
    return any(_has_in_order(_letters(passage), parts) for passage in passages)


def _has_in_order(text: str, parts: list[str]) -> bool:
    position = 0
    for part in parts:
        position = text.find(part, position)
        if position < 0:
            return False
        position += len(part)
    return True


def _letters(text: str) -> str:
    """Return the letters and digits of a text in one way of writing."""
    folded = unicodedata.normalize("NFKC", text).casefold().translate(_MISREAD).replace("rn", "m")
    return "".join(filter(str.isalnum, folded))


def _differences(start: int, quotation: str, evidence: Evidence) -> Iterator[Finding]:
    """Yield the words that differ from the likest sentences of the passages; of spliced ones the whole quotation."""
    words = Comparison(quotation, _likest(quotation, evidence))
    changed = [change for change in words.changes if change.words]
    if not changed or words.likeness < 0.5:
        if evidence.is_across and wording(quotation) != wording(evidence.source):
            return  # translated, as the sentence is
        yield Finding(start, start + len(quotation), "No passage has this quotation.")
        return
    for change in changed:
        replaced = words.replaced(change.start, change.end)
        reason = (
            UserText("The source says “{words}” here.", words=replaced)
            if replaced
            else "The quotation is altered here."
        )
        yield Finding(start + change.start, start + change.end, reason)


def _likest(quotation: str, evidence: Evidence) -> str:
    """Return the sentence of any passage with most of the quotation's words, first the one it is cited to."""
    wanted = set(_WORD.findall(quotation.casefold()))
    sentences = [evidence.source]
    for passage in evidence.passages:
        sentences += [passage[begin:end] for begin, end, _ in unit_spans(Passage(passage))]
    return max(sentences, key=lambda text: len(wanted & set(_WORD.findall(text.casefold()))))
