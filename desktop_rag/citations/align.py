"""Aligns an answer with its passages, sentence by sentence, whatever the model wrote by itself.

Markers of the model are taken as hints only. A sentence is cited when its words (rare ones and numbers
counting most) stand in a sentence of a passage; where words differ, as between languages, the meaning of a
hinted passage decides. Sentences that nothing supports get no marker.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from desktop_rag.citations.quotes import Sentence, TermWeights, line_sentences, sentences_of
from desktop_rag.core.results.answers import Citation, Source
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.text import analyzer

_MARKER = re.compile(r"[ \t]*(?:\[\s*(\d{1,2}(?:\s*[,;]\s*\d{1,2})*)\s*\]|【\s*(\d{1,2})[^】]{0,12}】)(?!\()")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_YEAR = re.compile(r"(?:19|20)\d\d")
_TRAILING = re.compile(r"[\s.!?。！？…\"”』」*_)|]*\Z")  # a marker goes before it, in a table into the last cell
_TABLE_RULE = re.compile(r"^[ \t]*\|?[ \t]*:?-{2,}[^\n]*$", re.MULTILINE)
_CODE = re.compile(r"^(```|~~~).*?^\1[^\n]*$", re.MULTILINE | re.DOTALL)
_INLINE_CODE = re.compile(r"`[^`\n]+`")
SUPPORTED = 0.5  # share of a sentence's weight that its passage must have
HINTED = 0.3  # the same when the model named that passage
SIMILAR = 0.86  # cosine that shows the same meaning with the built-in model, whose cosines are crowded


@dataclass(frozen=True, slots=True)
class Aligned:
    """The answer with our markers, and what each of them means."""

    text: str
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class _Match:
    """The best support of one sentence."""

    sentence: Sentence
    score: float


def align(answer: str, sources: Sequence[Source], embed_model: BaseEmbedding | None = None) -> Aligned:
    """Return the answer with ``[n]`` after each supported sentence; ``n`` is the rank of the source."""
    candidates = sentences_of([source.text for source in sources])
    if not candidates:
        return Aligned(answer, ())
    clean, hints = _without_markers(answer)
    if not clean.strip():
        return Aligned(answer, ())
    aligner = _Aligner(sources, candidates, embed_model)
    pieces: list[str] = []
    citations: list[Citation] = []
    written = 0
    for start, end in _citable(clean):
        # models set their markers before or behind the full stop
        hinted = frozenset(number for position, number in hints if start < position <= end + 1)
        match = aligner.best(clean[start:end], hinted)
        if match is None:
            continue
        # the marker stands before the white space and marks that end the sentence
        stop = start + len(_TRAILING.sub("", clean[start:end]))
        pieces.append(clean[written:stop])
        offset = sum(map(len, pieces))
        citations.append(_citation(match, sources, offset - (stop - start), offset))
        pieces.append(f" [{sources[match.sentence.source].rank}]")
        written = stop
    return Aligned("".join(pieces) + clean[written:], tuple(citations))


class _Aligner:
    """Finds the best supporting sentence of the passages."""

    def __init__(
        self, sources: Sequence[Source], candidates: Sequence[Sentence], embed_model: BaseEmbedding | None
    ) -> None:
        self._ranks = [source.rank for source in sources]
        self._passage_terms = [frozenset(analyzer.terms(f"{source.heading}\n{source.text}")) for source in sources]
        self._candidates = candidates
        self._weights = TermWeights(candidates)
        self._embed_model = embed_model

    def best(self, text: str, hinted: frozenset[int]) -> _Match | None:
        """Return the support of ``text``, None when there is none; ``hinted`` are ranks the model named."""
        terms = frozenset(analyzer.terms(text))
        if not terms:
            return None
        found = (self._by_words(text, terms, candidate, hinted) for candidate in self._candidates)
        by_words = max(found, key=lambda match: (match.score, self._is_hinted(match.sentence, hinted)))
        needed = HINTED if self._is_hinted(by_words.sentence, hinted) else SUPPORTED
        if by_words.score >= needed:
            return by_words
        return self._by_meaning(text, hinted)

    def _by_words(self, text: str, terms: frozenset[str], candidate: Sentence, hinted: frozenset[int]) -> _Match:
        """Score one sentence of a passage: its own words first, the rest of its passage a little."""
        passage = self._passage_terms[candidate.source]
        # a wrong number is worse than no citation
        if not self._has_numbers(text, candidate):
            return _Match(candidate, 0.0)
        own = self._weights.covered(terms, candidate.terms)
        around = self._weights.covered(terms, passage)
        bonus = 0.1 if self._is_hinted(candidate, hinted) else 0.0
        return _Match(candidate, min(1.0, 0.7 * own + 0.3 * around + bonus) if around else 0.0)

    def _is_hinted(self, candidate: Sentence, hinted: frozenset[int]) -> bool:
        """Whether the model named the passage a sentence stands in."""
        return self._ranks[candidate.source] in hinted

    def _has_numbers(self, text: str, candidate: Sentence) -> bool:
        """Whether a sentence of a passage has every number of ``text``; years may stand elsewhere, as in a heading.

        Numbers picked from all over a passage make a sentence that nobody wrote.
        """
        passage = self._passage_terms[candidate.source]
        return all(
            number in candidate.terms or (bool(_YEAR.fullmatch(number)) and number in passage)
            for number in _numbers(text)
        )

    def _by_meaning(self, text: str, hinted: frozenset[int]) -> _Match | None:
        """Compare meanings with the sentences of the passages the model named."""
        named = (candidate for candidate in self._candidates if self._is_hinted(candidate, hinted))
        near = [candidate for candidate in named if self._has_numbers(text, candidate)]
        if self._embed_model is None or not near:
            return None
        # all as passages: a sentence is compared with sentences, not a question with its answer
        vectors = self._embed_model.get_text_embedding_batch([text, *(candidate.text for candidate in near)])
        cosines = vectors[1:] @ vectors[0]
        best = int(np.argmax(cosines))
        return _Match(near[best], float(cosines[best])) if cosines[best] >= SIMILAR else None


def _without_markers(answer: str) -> tuple[str, list[tuple[int, int]]]:
    """Take the model's markers out, but nothing out of code; return them as (position in the clean text, number)."""
    hints: list[tuple[int, int]] = []
    pieces: list[str] = []
    position = length = 0
    code = [match.span() for kind in (_CODE, _INLINE_CODE) for match in kind.finditer(answer)]
    for match in _MARKER.finditer(answer):
        if any(start <= match.start() < end for start, end in code):
            continue
        pieces.append(answer[position : match.start()])
        length += match.start() - position
        hints += [(length, int(number)) for number in re.findall(r"\d+", match.group(1) or match.group(2))]
        position = match.end()
    return "".join([*pieces, answer[position:]]), hints


def _citable(text: str) -> list[tuple[int, int]]:
    """Return the ranges of sentences that can carry a marker: not headings (of tables either), not code."""
    barred = [match.span() for match in _CODE.finditer(text)]
    for rule in _TABLE_RULE.finditer(text):
        heading = text.rfind("\n", 0, max(0, rule.start() - 1)) + 1
        barred.append((heading, rule.end()))
    return [
        (start, end)
        for start, end in line_sentences(text)
        if not text[start:end].startswith("#") and not any(a <= start < b for a, b in barred)
    ]


def _numbers(text: str) -> set[str]:
    """Return the numbers of a text as keyword terms; single digits prove nothing."""
    return {term for number in _NUMBER.findall(text) if len(number) > 1 for term in analyzer.terms(number)}


def _citation(match: _Match, sources: Sequence[Source], start: int, end: int) -> Citation:
    """Return the citation of one sentence of the answer."""
    source, sentence = sources[match.sentence.source], match.sentence
    return Citation(
        marker=source.rank,
        answer_start=start,
        answer_end=end,
        file=source.file,
        page=source.page,
        start=source.start + sentence.start,
        end=source.start + sentence.end,
        quote=sentence.text,
        score=round(match.score, 4),
        node_id=source.node_id,
    )
