"""Finds the sentence of a passage that means what a sentence says in other words, or in another language.

A cosine alone does not tell: how near sentences are depends on their languages and on what the passages are about. So
what counts is how near the nearest one is, and by how much it is nearer than those of other passages.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from desktop_rag.citations.checks.quantities import quantities
from desktop_rag.citations.unchecked import leads_over
from desktop_rag.citations.wording import TELLING, have_one_script, wording
from desktop_rag.core.results.answers import Source
from desktop_rag.core.schema import Matrix, Vector
from desktop_rag.embeddings.base import BaseEmbedding, get_query_embeddings
from desktop_rag.embeddings.multilingual_e5 import SPACE
from desktop_rag.evidence.units import TITLE_LENGTH, Unit

# Chosen on XQuAD (English, Chinese, Spanish; five passages of one article, with and without the one that says it) so
# that 5 in 100 sentences whose passage is missing are cited, 2 of one language. decisions/0068 has the figures.
FOUND = 0.87  # cosine and margin together, of languages of different scripts
ABSENT = 0.836  # 2 in 100 sentences that a passage says are below it
SAME_SCRIPT = 0.02  # how much nearer two languages of one script are to each other, whatever is said
SAME_LANGUAGE = 0.08  # and two sentences of one language
NUMBER_FOUND = 0.03  # for a number that both have
NUMBER_MISSING = 0.02
_MOST_NUMBERS = 3
NAMED = 0.02  # for a passage that the model named
# A sentence so far from being found, or absent, as a passage is not compared as a question too. Of 247 sentences of the
# tuning part and of XQuAD that added at most .052; it takes a third of the time of an unsupported answer.
HOPELESS = 0.08
ALIKE = 0.93  # sentences of several passages as near as this say the same: neither is a rival of the other
_SHORTEST = 0.4  # of a sentence's length in bytes, what a passage must say it in
_WORD = re.compile(r"[^\W\d_]+")
_ENDS = re.compile(r"[.!?。！？|][\s\"”)]*\Z")
SIMILAR = 0.86  # cosine that shows the same meaning with a model that was not measured, in a passage that was named


@dataclass(frozen=True, slots=True)
class Nearest:
    """The sentence of a passage that comes nearest in meaning to another one.

    ``is_found``: it says the same. ``is_absent``: clearly it does not, None where words must tell.
    """

    sentence: Unit
    cosine: float
    is_found: bool
    is_absent: bool | None


@dataclass(frozen=True, slots=True)
class _Fit:
    """The place of the nearest sentence, its cosine, and both with the margin and what numbers add to it."""

    place: int
    cosine: float
    score: float
    is_foreign: bool


class Meanings:
    """Compares sentences with those of an answer's passages; each of these is embedded once, when first needed."""

    def __init__(self, sources: Sequence[Source], candidates: Sequence[Unit], embed_model: BaseEmbedding) -> None:
        self._candidates = candidates
        self._embed_model = embed_model
        self._is_measured = embed_model.space == SPACE
        passages = [wording(source.text[:TELLING]) for source in sources]
        # a contract of one language may stand among passages that are lists of names
        self._languages = [wording(one.text) or passages[one.source] for one in candidates]
        self._places = np.array([one.source for one in candidates])
        self._vectors: dict[int, Vector] = {}

    def nearest(self, texts: Sequence[str], named: Sequence[frozenset[int]]) -> list[Nearest | None]:
        """Return for each text what comes nearest to it; ``named`` are the places of the passages its writer named.

        None where nothing can be compared: of a model whose cosines were not measured only named passages are.
        """
        allowed = [self._allowed(text, places) for text, places in zip(texts, named, strict=True)]
        asked = [number for number, places in enumerate(allowed) if places]
        if not asked:
            return [None] * len(texts)
        self._embed(sorted({place for number in asked for place in allowed[number]}))
        vectors = self._embed_model.get_text_embedding_batch([texts[number] for number in asked])
        found: list[Nearest | None] = [None] * len(texts)
        promising = []
        for number, vector in zip(asked, vectors, strict=True):
            if not self._is_measured:
                found[number] = self._by_cosine(vector, allowed[number])
                continue
            fit = self._fit(texts[number], vector, named[number])
            found[number] = self._judged(fit)
            if fit.score >= (ABSENT if fit.is_foreign else FOUND) - HOPELESS:
                promising.append((number, vector))
        if promising:
            # halfway between what passages are embedded as, and what questions are
            queries = get_query_embeddings(self._embed_model, [texts[number] for number, _ in promising])
            for (number, vector), query in zip(promising, queries, strict=True):
                both = vector + query
                found[number] = self._judged(self._fit(texts[number], both / np.linalg.norm(both), named[number]))
        return found

    def _allowed(self, text: str, named: frozenset[int]) -> list[int]:
        """Return which sentences a text is compared with."""
        if self._is_measured:
            return list(range(len(self._candidates)))
        wanted = [place for place, one in enumerate(self._candidates) if one.source in named]
        stated = _values(text)
        return [place for place in wanted if not self._numbers(stated, place)[1]]

    def _embed(self, places: Sequence[int]) -> None:
        missing = [place for place in places if place not in self._vectors]
        if missing:
            texts = [self._candidates[place].text for place in missing]
            self._vectors |= dict(zip(missing, self._embed_model.get_text_embedding_batch(texts), strict=True))

    def _by_cosine(self, vector: Vector, places: Sequence[int]) -> Nearest:
        cosines = np.stack([self._vectors[place] for place in places]) @ vector
        best = int(np.argmax(cosines))
        cosine = float(cosines[best])
        return Nearest(self._candidates[places[best]], cosine, is_found=cosine >= SIMILAR, is_absent=None)

    def _judged(self, fit: "_Fit") -> Nearest:
        # words prove that a sentence is missing in passages of its own language
        is_absent = fit.score < (ABSENT if fit.is_foreign else FOUND)
        return Nearest(self._candidates[fit.place], fit.cosine, fit.score >= FOUND, is_absent)

    def _fit(self, text: str, vector: Vector, named: frozenset[int]) -> "_Fit":
        """Return the sentence that is nearest, and by how much beside those of other passages."""
        cosines = self._matrix @ vector
        nearness = {language: _nearness(text, language) for language in set(self._languages)}
        expected = np.array([nearness[language] for language in self._languages])
        likeness = cosines - expected
        stated = _values(text)
        found = np.array([self._numbers(stated, place) for place in range(len(self._candidates))])
        bonus = NUMBER_FOUND * found[:, 0] - NUMBER_MISSING * found[:, 1] + NAMED * np.isin(self._places, list(named))
        lengths = np.array([len(one.text.encode()) for one in self._candidates])
        is_too_little = ~self._is_statement | (lengths < _SHORTEST * len(text.encode()))
        best = int(np.argmax(likeness + bonus - is_too_little))
        rivals = likeness[self._are_rivals(best)]
        margin = likeness[best] - rivals.max() if rivals.size else 0.0
        score = likeness[best] + bonus[best] + margin - is_too_little[best]
        return _Fit(best, float(cosines[best]), float(score), bool(expected[best] < SAME_LANGUAGE))

    def _are_rivals(self, best: int) -> NDArray[np.bool_]:
        """Return which sentences would have to be as near by chance: of other passages; of one alone, farther off."""
        elsewhere = self._places != self._places[best]
        if not elsewhere.any():
            elsewhere = abs(np.arange(len(self._places)) - best) > 1
        are_rivals: NDArray[np.bool_] = elsewhere & (self._matrix @ self._matrix[best] < ALIKE)
        return are_rivals

    def _numbers(self, stated: Sequence[frozenset[Decimal]], place: int) -> tuple[int, int]:
        """Return how many of some numbers a sentence has, and how many it lacks."""
        found = sum(bool(values & self._given[place]) for values in stated)
        return min(found, _MOST_NUMBERS), min(len(stated) - found, _MOST_NUMBERS)

    @cached_property
    def _is_statement(self) -> NDArray[np.bool_]:
        """Which sentences of the passages are more than a title or the opening of a list."""
        return np.array([not (leads_over(one.text) or _is_title(one.text)) for one in self._candidates])

    @cached_property
    def _given(self) -> list[frozenset[Decimal]]:
        """The numbers of each sentence of the passages."""
        return [frozenset().union(*_values(candidate.text)) for candidate in self._candidates]

    @cached_property
    def _matrix(self) -> Matrix:
        return np.stack([self._vectors[place] for place in range(len(self._candidates))])


def _nearness(text: str, language: str) -> float:
    """Return how much nearer a text is to any passage of a language than to one in another script."""
    own = wording(text)
    if not own or not language or own == language:
        return SAME_LANGUAGE
    return SAME_SCRIPT if have_one_script(own, language) else 0.0


def _is_title(text: str) -> bool:
    """Whether a text is short, without an end, and all of its words have capitals."""
    words = _WORD.findall(text)
    is_open = len(text) <= TITLE_LENGTH and not _ENDS.search(text)
    return is_open and bool(words) and all(word[0].isupper() for word in words)


def _values(text: str) -> list[frozenset[Decimal]]:
    """Return what each number of a text may be."""
    return [one.values for one in quantities(text)]
