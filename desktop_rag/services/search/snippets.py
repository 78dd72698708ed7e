"""What a search result shows of a passage: two lines around the words that were looked for, with those marked."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from desktop_rag.core.results.search import Snippet
from desktop_rag.retrievers.query_syntax import parse_query
from desktop_rag.text.analyzer import TERM_LETTERS, beginning, folded, grams, is_unspaced, token_spans, word_terms

LENGTH = 230  # letters; characters of Chinese and Japanese count twice
_LEAD = 0.22  # of the length: what comes before the first word
_MOST = 20_000  # characters of a passage that are looked at
_BLANK = re.compile(r"[\s\x00-\x1f\ufffd]+")
_MARKS = re.compile(r"(?m)^\s*#{1,6}\s+|\*\*|`|(?<!\w)[-=_|:]{3,}(?!\w)|\|")
_END = re.compile(r"[.!?。！？]\s*|\n\s*\n")
_SAFE = 40  # letters within which a sentence's beginning is preferred to a word's
_EXACT, _STEM = 1.0, 0.7
_UNKNOWN = ("", -1.0)
_LOOKS = 200  # matches of a passage that are compared


@dataclass(frozen=True, slots=True)
class _Match:
    """A word of the query in a text: where, which, and how well it fits."""

    start: int
    end: int
    term: str
    weight: float


class Highlighter:
    """Finds the words of one query in texts, as the keyword index matches them.

    Case and accents do not matter, long words are the same when their first six letters are, the last word of a
    query may be a beginning, and scripts without spaces are compared by pairs or threes of characters.
    """

    def __init__(self, query: str) -> None:
        text = parse_query(query).text
        self._words: dict[str, str] = {}  # term -> the word as it was typed
        self._grams: set[str] = set()
        self._looked_up: dict[str, tuple[str, float] | None] = {}  # the same words come again and again
        for _, _, token in token_spans(text):
            if not is_unspaced(token):
                self._words |= dict.fromkeys(word_terms(token), folded(token))
            else:
                self._grams |= set(grams(token))
        begun = beginning(text)
        self._begun = begun if len(begun) > 1 or not begun.isascii() else ""

    def ranges(self, text: str) -> tuple[tuple[int, int], ...]:
        """Return where the query's words stand in a text, in order."""
        return _merged([(match.start, match.end) for match in self._matches(text)])

    def snippet(self, text: str, length: int = LENGTH) -> Snippet:
        """Return the part of a text that shows most of the query's words; its beginning where there is none."""
        text = text[:_MOST]
        matches = list(self._matches(text))
        start, end = _window(text, matches, length)
        inside = _merged([(one.start, one.end) for one in matches if start <= one.start and one.end <= end])
        return _cleaned(text, start, end, inside)

    def _matches(self, text: str) -> Iterator[_Match]:
        """Yield the words of the query in a text."""
        for start, end, token in token_spans(text):
            if is_unspaced(token):
                yield from self._in_run(start, end, token)
            else:
                found = self._looked_up.get(token, _UNKNOWN)
                if found is _UNKNOWN:
                    found = self._looked_up[token] = self._word(token)
                if found is not None:
                    yield _Match(start, end, *found)

    def _word(self, token: str) -> tuple[str, float] | None:
        """Return the term of the query that a word is, and how well it fits."""
        terms = word_terms(token)
        for term in terms:
            typed = self._words.get(term)
            if typed is not None:
                return term, _EXACT if folded(token) == typed else _STEM
        begun = self._begun
        if begun and any(term.startswith(begun[:TERM_LETTERS]) for term in terms):
            return begun, _STEM
        return None

    def _in_run(self, start: int, end: int, token: str) -> Iterator[_Match]:
        """Yield the groups of characters of the query in a run of unspaced script, the longest at each place."""
        whole = len(token) != end - start  # other characters than in the text: no places inside
        for place in range(len(token)):
            pieces = (token[place : place + size] for size in (3, 2, 1))
            gram = next((piece for piece in pieces if piece in self._grams or piece == self._begun), "")
            if gram:
                first, last = (start, end) if whole else (start + place, start + place + len(gram))
                yield _Match(first, last, gram, _EXACT if len(gram) > 1 else _STEM)


def _merged(ranges: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return ranges in order, those that overlap or touch as one."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return tuple(merged)


def _width(text: str) -> int:
    """Return how much room a text takes, in letters."""
    return len(text) if text.isascii() else sum(2 if is_unspaced(char) or char > "\u2e7f" else 1 for char in text)


def _window(text: str, matches: Sequence[_Match], length: int) -> tuple[int, int]:
    """Return the part of a text with the most, and the best, of the matches."""
    if not matches:
        return _grown(text, 0, 0, length)
    reach = max(1, length // 2 if _width(text[matches[0].start : matches[0].start + 60]) > 75 else length)
    reach = round(reach * (1 - _LEAD))
    starts = [match.start for match in matches]
    best, best_score = 0, -1.0
    for first, match in enumerate(matches[:_LOOKS]):
        last = min(bisect_left(starts, match.start + reach), first + _LOOKS)
        score = _score(matches[first:last])
        if score > best_score:
            best, best_score = first, score
    return _grown(text, matches[best].start, matches[best].end, length)


def _score(matches: Sequence[_Match]) -> float:
    """Return how much matches tell: each word once at its best, repetitions little, words side by side some more."""
    best: dict[str, float] = {}
    beside = 0
    before: _Match | None = None
    for match in matches:
        worth = match.weight * min(len(match.term), TERM_LETTERS)
        best[match.term] = max(best.get(match.term, 0.0), worth)
        if before is not None and before.term != match.term and match.start - before.end <= 1:
            beside += 1
        before = match
    return sum(best.values()) + 0.1 * len(matches) + beside


def _grown(text: str, start: int, end: int, length: int) -> tuple[int, int]:
    """Return a part of about ``length`` letters around some words, cut between words or sentences."""
    lead = round(length * _LEAD)
    if text.isascii():
        start = max(0, start - lead)
        start = _beginning_near(text, start, end)
        end = max(end, min(len(text), start + length))
        return start, _ending_near(text, start, end)
    while start > 0 and lead > 0:
        start -= 1
        lead -= _width(text[start])
    start = _beginning_near(text, start, end)
    room = length - _width(text[start:end])
    while end < len(text) and room > 0:
        room -= _width(text[end])
        end += 1
    return start, _ending_near(text, start, end)


def _beginning_near(text: str, start: int, limit: int) -> int:
    """Return where a sentence, or else a word, begins at or after ``start``."""
    if start == 0:
        return 0
    sentences = list(_END.finditer(text, start, min(limit, start + _SAFE)))
    if sentences:
        return sentences[-1].end()
    if text[start - 1].isspace():
        return start
    blank = _BLANK.search(text, start, min(limit, start + _SAFE))
    return blank.end() if blank is not None else start


def _ending_near(text: str, start: int, end: int) -> int:
    """Return where a word ends at or before ``end``."""
    if end >= len(text) or text[end].isspace():
        return end
    for place in range(end - 1, max(start, end - _SAFE), -1):
        if text[place].isspace():
            return place
    return end


def _cleaned(text: str, start: int, end: int, inside: Sequence[tuple[int, int]]) -> Snippet:
    """Return a part of a text on one line, without the marks of Markdown, and the ranges as they are then."""
    pieces: list[str] = []
    ranges: list[tuple[int, int]] = []
    position = 0
    if start > 0 and text[:start].strip():
        pieces.append("…")
        position = 1
    place = start
    for low, high in (*inside, (end, end)):
        plain = _plain(text[place:low])
        if position <= 1:
            plain = plain.lstrip()
        pieces.append(plain)
        position += len(plain)
        if high > low:
            marked = _BLANK.sub(" ", text[low:high])
            ranges.append((position, position + len(marked)))
            pieces.append(marked)
            position += len(marked)
        place = high
    shown = "".join(pieces).rstrip()
    if end < len(text) and text[end:].strip():
        shown += "…"
    return Snippet(shown, tuple(ranges))


def _plain(text: str) -> str:
    """Return text on one line, without the marks of Markdown."""
    return _BLANK.sub(" ", _MARKS.sub(" ", text))
