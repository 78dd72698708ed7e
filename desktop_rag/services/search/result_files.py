"""The files that the search page shows: each with its best passages, and what says the same only once."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.search import FileHits, FoundPassage, Snippet
from desktop_rag.core.schema import NodeWithScore, TextNode
from desktop_rag.postprocessor.near_duplicates import same_text
from desktop_rag.readers.formats import of_name
from desktop_rag.retrievers.query_syntax import parse_query
from desktop_rag.services.sources import to_source
from desktop_rag.storage.ports import Nodes
from desktop_rag.storage.sqlite.catalogue import DocumentFacts
from desktop_rag.text import analyzer
from desktop_rag.text.analyzer import TERM_LETTERS, beginning, folded, grams, is_unspaced, token_spans, word_terms

_ROUNDS = 3  # as many files are looked at as are wanted, because copies of others go
_SIMILAR_LENGTH = 0.25  # share by which the terms of two texts may differ in number and still say the same
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
        """Return the ranges of the query's words in a text, in order."""
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
    """Return the width of a text, in letters."""
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
    """Return the score of matches: each word once at its best, repetitions little, words side by side some more."""
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
    """Return the start of a sentence, or else of a word, at or after ``start``."""
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
    """Return the end of a word at or before ``end``."""
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


@dataclass(frozen=True, slots=True)
class PageHit:
    """A passage (by row) of a document (by row)."""

    rowid: int
    document: int
    score: float
    found_by: tuple[str, ...]


class ResultFiles:
    """The files that were found, best first; ``named`` are the hits of those whose names were looked for."""

    def __init__(
        self,
        nodes: Nodes,
        groups: Mapping[int, Sequence[PageHit]],
        facts: Mapping[int, DocumentFacts],
        named: Sequence[PageHit],
    ) -> None:
        self._nodes = nodes
        self._groups = groups
        self._facts = facts
        self._by_name = {hit.document for hit in named}
        self._collapsed = _Collapsed(self._by_name)

    def shown(self, query: str, files: int, per_file: int) -> list[FileHits]:
        """Return at most ``files`` files, each with its best ``per_file`` passages."""
        best = {document: hits[:per_file] for document, hits in self._groups.items() if document in self._facts}
        highlighter, rank = Highlighter(query), count(1)
        found = []
        for document, hits in self._different(best, files).items():
            facts = self._facts[document]
            passages = tuple(self._passage(hit, next(rank), highlighter) for hit in hits)
            more = max(0, len(self._groups[document]) - per_file)
            places = _in_name(query, facts.path) if document in self._by_name else ()
            found.append(FileHits(facts.path, of_name(facts.path).kind, facts.modified, passages, more, places))
        return found

    def _different(self, best: Mapping[int, Sequence[PageHit]], files: int) -> dict[int, list[PageHit]]:
        """Return the first files that say something different, with the hits that do."""
        shown: dict[int, list[PageHit]] = {}
        documents = list(best)
        for start in range(0, min(len(documents), _ROUNDS * files), files):
            batch = documents[start : start + files]
            rows = [hit.rowid for document in batch for hit in best[document]]
            self._collapsed.nodes |= self._nodes.nodes_by_key(rows)
            for document in batch:
                different = [hit for hit in best[document] if self._collapsed.keep(hit)]
                if different and len(shown) < files:
                    shown[document] = different
            if len(shown) >= files:
                break
        return shown

    def _passage(self, hit: PageHit, rank: int, highlighter: Highlighter) -> FoundPassage:
        """Return a passage as it is shown."""
        node = self._collapsed.nodes[hit.rowid]
        source = to_source(NodeWithScore(node, hit.score, hit.found_by), rank)
        others = (path for path in self._collapsed.copies.get(hit.rowid, ()) if path != source.file)
        return FoundPassage(source, highlighter.snippet(node.text), tuple(dict.fromkeys(others)))


class _Collapsed:
    """Filters passages that say the same as one before them; those of the documents ``alone`` are all kept."""

    def __init__(self, alone: set[int]) -> None:
        self._alone = alone
        self.nodes: dict[int, TextNode] = {}
        self._kept: list[tuple[int, frozenset[str]]] = []
        self.copies: dict[int, list[str]] = {}

    def keep(self, hit: PageHit) -> bool:
        """Return True if a passage is shown, False if it is gone, or its file is a copy of one that is shown."""
        node = self.nodes.get(hit.rowid)
        if node is None:
            return False
        terms = frozenset(analyzer.terms(node.text))
        if hit.document not in self._alone:
            for rowid, other in self._kept:
                if _is_copy(terms, other):
                    self.copies.setdefault(rowid, []).append(str(node.metadata.get("file_path") or ""))
                    return False
        self._kept.append((hit.rowid, terms))
        return True


def _is_copy(terms: frozenset[str], other: frozenset[str]) -> bool:
    """Return True if two passages say the same; their lengths are compared first, which is faster."""
    longer = max(len(terms), len(other))
    return abs(len(terms) - len(other)) <= _SIMILAR_LENGTH * longer and same_text(terms, other)


def grouped(hits: Sequence[PageHit], named: Sequence[PageHit]) -> dict[int, list[PageHit]]:
    """Return the hits of each document, those first whose names were looked for."""
    groups: dict[int, list[PageHit]] = {hit.document: [] for hit in named}
    for hit in hits:
        groups.setdefault(hit.document, []).append(hit)
    for hit in named:
        groups[hit.document] = groups[hit.document] or [hit]
    return groups


def facets(facts: Mapping[int, DocumentFacts]) -> dict[str, dict[str, int]]:
    """Count the files found by kind and language."""
    kinds = Counter(of_name(one.path).kind for one in facts.values())
    languages = Counter(one.language for one in facts.values() if one.language)
    return {"kind": dict(kinds.most_common()), "language": dict(languages.most_common())}


def _in_name(query: str, path: str) -> tuple[tuple[int, int], ...]:
    """Return the ranges of a query's words in a file's name."""
    name = shown_name(path)
    low = name.casefold()
    if len(low) != len(name):
        return ()
    places = sorted(_places(low, parse_query(query).text.casefold().split()), key=lambda place: (place[0], -place[1]))
    merged: list[tuple[int, int]] = []
    for start, end in places:
        if not merged or start >= merged[-1][1]:
            merged.append((start, end))
    return tuple(merged)


def _places(name: str, wanted: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield where words first stand in a name."""
    for word in wanted:
        place = name.find(word)
        if place >= 0:
            yield place, place + len(word)
