"""Sentence boundaries after Kiss & Strunk (2006), "Unsupervised Multilingual Sentence Boundary Detection".

This is the algorithm without any training, as LlamaIndex's splitter uses it: no abbreviation is known, so what
remains are its rules for numbers, initials and ellipses. Linear in the length of the text.
"""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from desktop_rag.text.character_kinds import (
    AFTER_SENTENCE_MARK,
    AFTER_SENTENCE_MARKS,
    LETTER,
    SENTENCE_MARK,
    SENTENCE_MARKS,
    TOKEN_KIND,
    WHITE_SPACE,
    Characters,
    Kinds,
)
from desktop_rag.text.tokenizer import Positions

_NON_WORD = f"[{re.escape(AFTER_SENTENCE_MARKS)}]"
_MULTI = r"(?:-{2,}|\.{2,}|(?:\.\s){2,}\.)"
_VISIBLE = re.compile(r"\S")
_AFTER = re.compile(r"\s+\S+|.", re.DOTALL)
_WORD = re.compile(
    rf"{_MULTI}"
    rf"|(?=[^(\"`{{\[:;&#*@)}}\]\-,])\S+?(?=\s|$|{_NON_WORD}|{_MULTI}|,(?=$|\s|{_NON_WORD}|{_MULTI}))"
    rf"|\S"
)
# With a full stop behind it, it is one word and ends a sentence: no number and no initial.
_PLAIN = re.compile(rf"(?![\d.-]+\Z|[`&#-]|.\Z)(?:[.-]?[^\s,.\-{re.escape(AFTER_SENTENCE_MARKS)}])+")
_HEADING = re.compile(r"\d+(?:\.\d+)*")  # a number: before a capital it ends a sentence as well
_CLOSING = re.compile(r"[\"')\]}‘’“”«»]+?(?:\s+|(?=--)|$)", re.MULTILINE)
_CLOSERS = frozenset("\"')]}‘’“”«»")
_NUMBER = re.compile(r"-?[.,]?\d[\d,.-]*\.?\Z")
_END_MARKS = frozenset(SENTENCE_MARKS)
_ALONE = frozenset(')"};]*:@({[')  # each a word of its own, and so is a full stop behind it
_IS_ALONE = np.array([chr(code) in _ALONE for code in range(128)])  # the last stands for all characters beyond
_PUNCTUATION = frozenset(";:,.!?")
_LETTERS = frozenset("Lu Ll Lt Lm Lo Mn Mc Me Nl Pc".split())
_SPACES = " \t\n\r\x0b\x0c"

_Slice = tuple[int, int]


def sentence_starts(text: str) -> list[int]:
    """Return the starts of the sentences of ``text``: the first at 0, none for a blank text."""
    return SentenceFinder(Characters(text)).starts(0, len(text))


class SentenceFinder:
    """Finds the sentences of a text and of parts of it: marks that may end one are looked for once."""

    def __init__(self, characters: Characters) -> None:
        self._text = text = characters.text
        self._spaces = [space for space in _SPACES if space in text]
        marks = characters.places(SENTENCE_MARK)
        marks = marks[: marks.searchsorted(len(text) - 1)]
        marks = marks[characters.kinds[marks + 1] & (AFTER_SENTENCE_MARK | WHITE_SPACE) != 0]
        self._marks: list[int] = marks.tolist()
        self._next = _visible_after(text, marks, characters.kinds)
        self._least: list[int] = _least_before(marks, characters).tolist()

    def starts(self, start: int, end: int) -> list[int]:
        """Return the starts of the sentences of a part, counted from the beginning of the text."""
        first, last = bisect_left(self._marks, start), bisect_left(self._marks, end - 1)
        while last > first and self._next[last - 1] >= end:  # nothing but blanks follows
            last -= 1
        if first == last:
            return [start] if self._text[start:end].strip() else []
        ends = self._ends(start, end, first, last)
        begins = [start, *(self._next[i] for i in ends)]
        if not any(self._text[begin] in _CLOSERS for begin in begins):
            return begins
        stops = [*(self._marks[i] + 1 for i in ends), start + len(self._text[start:end].rstrip())]
        return [begin for begin, stop in self._realigned(list(zip(begins, stops, strict=True))) if begin < stop]

    def _ends(self, start: int, end: int, first: int, last: int) -> list[int]:
        """Return the marks that end a sentence: of several in a word only the last may, and one that begins it."""
        text, marks, least = self._text, self._marks, self._least
        found: list[int] = []
        # where the last known word begins, and from where on blanks are not searched yet
        word, reach = start, start + 1
        pending = -1  # not followed by a blank: another mark of the same word may follow
        for i in range(first, last):
            mark = marks[i]
            spaced = text[mark + 1] in _SPACES
            if pending < 0 and (mark - start >= least[i] or (spaced and self._ends_anything(mark, start))):
                found.append(i)
                reach = mark
                continue
            begin = self._after_last_space(reach, mark)
            if pending >= 0 and (begin > reach or word == reach) and self._is_break(pending, word, start, end):
                found.append(pending)
            word = begin if begin > reach else word
            reach, pending = mark, i
            if spaced:
                if self._is_break(i, word, start, end):
                    found.append(i)
                pending = -1
        if pending >= 0 and self._is_break(pending, word, start, end):
            found.append(pending)
        return found

    def _after_last_space(self, start: int, end: int) -> int:
        """Return the position after the last blank in a part of the text, ``start`` without one."""
        for space in self._spaces:
            start = max(start, self._text.rfind(space, start, end) + 1)
        return start

    def _ends_anything(self, mark: int, start: int) -> bool:
        """Return True if a mark ends a sentence after any word (see ``_least_before``)."""
        text = self._text
        if text[mark] != "." or (mark > start and text[mark - 1] in _ALONE):
            return True
        return mark - start >= 2 and text[mark - 2 : mark].isalpha()

    def _is_break(self, i: int, word: int, start: int, end: int) -> bool:
        """Return True if a sentence ends with a mark, the last one of the word that begins at ``word``."""
        text, mark, following = self._text, self._marks[i], self._text[self._next[i]]
        if self._ends_anything(mark, start) or _PLAIN.fullmatch(text, word, mark):
            return True
        if following.isalnum() and not following.islower() and _HEADING.fullmatch(text, word, mark):
            return True
        after = _AFTER.match(text, mark + 1, end)
        return after is not None and _breaks(f"{text[word:mark]}.{after[0]}")

    def _realigned(self, slices: list[_Slice]) -> Iterator[_Slice]:
        """Move quotation marks and brackets that close a sentence from the next one back to it."""
        text = self._text
        shift = 0
        current = slices[0]
        for following in slices[1:]:
            start = current[0] + shift
            match = _CLOSING.match(text, *following) if text[following[0] : following[0] + 1] in _CLOSERS else None
            shift = match.end() - following[0] if match else 0
            yield start, (following[0] + len(match[0].rstrip()) if match else current[1])
            current = following
        yield current[0] + shift, current[1]


def _least_before(marks: Positions, characters: Characters) -> Positions:
    """Return the least length before each mark with which it ends a sentence after any word.

    It does before a blank, if it is no full stop, if two letters stand before it (it belongs to no number or initial)
    or a bracket, which leaves it alone; otherwise it has to be looked at.
    """
    codes = characters.codes
    after = codes[marks + 1]
    spaced = (after == ord(" ")) | ((after >= ord("\t")) & (after <= ord("\r")))
    before = characters.kinds[np.stack([np.maximum(marks - 2, 0), np.maximum(marks - 1, 0)])]
    least = np.where((before & TOKEN_KIND == LETTER).all(axis=0), 2, len(codes))
    least[_IS_ALONE.take(codes[np.maximum(marks - 1, 0)], mode="clip")] = 1
    least[codes[marks] != ord(".")] = 0
    least[~spaced] = len(codes)
    return least


def _visible_after(text: str, marks: Positions, kinds: Kinds) -> list[int]:
    """Return the first character after each mark that is not blank: the text's end where there is none."""
    places = marks + 1
    places[(kinds[places] & WHITE_SPACE) != 0] += 1
    following: list[int] = places.tolist()
    within = places < len(text)
    for i in np.flatnonzero(
        ~within | ((kinds[np.where(within, places, 0)] & WHITE_SPACE) != 0)
    ).tolist():  # mostly none
        visible = _VISIBLE.search(text, following[i])
        following[i] = visible.start() if visible else len(text)
    return following


def _breaks(context: str) -> bool:
    """Return True if any word of the context but the last ends a sentence."""
    tokens = [token for line in context.split("\n") for token in _WORD.findall(line)]
    return any(_ends(token, following) for token, following in pairwise(tokens))


def _ends(token: str, following: str) -> bool:
    """Return True if a sentence ends between two words."""
    if token in _END_MARKS:
        return True
    if not token.endswith(".") or token.endswith(".."):
        return False
    initial = len(token) == 2 and _is_letter(token[0])
    if not initial and not _NUMBER.match(token):
        return True
    if following in _PUNCTUATION or following[0].islower():
        return False
    return not (initial and following[0].isupper())


def _is_letter(character: str) -> bool:
    """Return True if a character counts as a letter: marks, joiners, underscores and circled letters do as well."""
    if character in "\u200c\u200d" or "\u24b6" <= character <= "\u24e9":
        return True
    return unicodedata.category(character) in _LETTERS
