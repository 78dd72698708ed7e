"""Finds the sentence of a passage that an answer's sentence rests on.

Its words decide, rare ones and numbers counting most; where words differ, as between languages, the meaning of a
hinted passage does.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from desktop_rag.citations.checking import SentenceChecker
from desktop_rag.citations.quotes import Sentence, TermWeights, stems
from desktop_rag.citations.wording import are_of_one_language
from desktop_rag.core.results.answers import Citation, Source
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.text import analyzer

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_YEAR = re.compile(r"(?:19|20)\d\d")
SUPPORTED = 0.37  # share of a sentence's weight that its passage must have
HINTED = 0.3  # the same when the model named that passage
SIMILAR = 0.86  # cosine that shows the same meaning with the built-in model, whose cosines are crowded
_TELLING = 2000  # characters of a passage that tell its language
NUMBERS = 0.3  # how much less a sentence that lacks all numbers counts among those that might be cited


@dataclass(frozen=True, slots=True)
class Support:
    """The best support of one sentence; ``by_meaning``: its words are others."""

    sentence: Sentence
    score: float
    by_meaning: bool = False


class SupportFinder:
    """Finds the best supporting sentence of the passages."""

    def __init__(
        self, sources: Sequence[Source], candidates: Sequence[Sentence], embed_model: BaseEmbedding | None
    ) -> None:
        self._sources = sources
        self._ranks = [source.rank for source in sources]
        self._passage_terms = [stems(f"{source.heading}\n{source.text}") for source in sources]
        self._candidates = candidates
        self._weights = TermWeights(candidates)
        self.embed_model = embed_model
        self.checker = SentenceChecker(sources, candidates, self._weights)

    def best(self, text: str, hinted: frozenset[int]) -> Support | None:
        """Return the support of ``text``, None when there is none; ``hinted`` are ranks the model named."""
        terms = stems(text)
        if not terms:
            return None
        numbers = _numbers(text)
        found = (self._by_words(terms, numbers, candidate, hinted) for candidate in self._candidates)
        by_words, _ = max(found, key=lambda one: (one[1], self._is_hinted(one[0].sentence, hinted)))
        needed = HINTED if self._is_hinted(by_words.sentence, hinted) else SUPPORTED
        if by_words.score >= needed:
            return by_words
        return self._by_meaning(text, numbers, hinted)

    def is_comparable(self, text: str) -> bool:
        """Whether some passage may be in the language of a sentence: its words prove nothing against one in another."""
        return any(are_of_one_language(text, source.text[:_TELLING]) for source in self._sources)

    def citation(self, support: Support, start: int, end: int) -> Citation:
        """Return the citation of a sentence that stands at ``start`` to ``end`` of the answer."""
        source, sentence = self._sources[support.sentence.source], support.sentence
        return Citation(
            marker=source.rank,
            answer_start=start,
            answer_end=end,
            file=source.file,
            page=source.page,
            start=source.start + sentence.start,
            end=source.start + sentence.end,
            quote=sentence.text,
            score=round(support.score, 4),
            node_id=source.node_id,
        )

    def _by_words(
        self, terms: frozenset[str], numbers: frozenset[str], candidate: Sentence, hinted: frozenset[int]
    ) -> tuple[Support, float]:
        """Score one sentence of a passage: its own words first, the rest of its passage a little.

        The second value orders sentences; one that lacks numbers comes after others like it.
        """
        own = self._weights.covered(terms, candidate.terms)
        around = self._weights.covered(terms, self._passage_terms[candidate.source])
        bonus = 0.1 if self._is_hinted(candidate, hinted) else 0.0
        score = min(1.0, 0.7 * own + 0.3 * around + bonus) if around else 0.0
        return Support(candidate, score), score - NUMBERS * self._missing(numbers, candidate)

    def _is_hinted(self, candidate: Sentence, hinted: frozenset[int]) -> bool:
        """Whether the model named the passage a sentence stands in."""
        return self._ranks[candidate.source] in hinted

    def _missing(self, numbers: frozenset[str], candidate: Sentence) -> float:
        """Return which share of some numbers a sentence lacks; years may stand elsewhere, as in a heading.

        Numbers picked from all over a passage make a sentence that nobody wrote.
        """
        passage = self._passage_terms[candidate.source]
        lacking = [
            number
            for number in numbers
            if number not in candidate.terms and not (_YEAR.fullmatch(number) and number in passage)
        ]
        return len(lacking) / len(numbers) if numbers else 0.0

    def _by_meaning(self, text: str, numbers: frozenset[str], hinted: frozenset[int]) -> Support | None:
        """Compare meanings with the sentences of the passages the model named."""
        named = (candidate for candidate in self._candidates if self._is_hinted(candidate, hinted))
        near = [candidate for candidate in named if not self._missing(numbers, candidate)]
        if self.embed_model is None or not near:
            return None
        # all as passages: a sentence is compared with sentences, not a question with its answer
        vectors = self.embed_model.get_text_embedding_batch([text, *(candidate.text for candidate in near)])
        cosines = vectors[1:] @ vectors[0]
        best = int(np.argmax(cosines))
        return Support(near[best], float(cosines[best]), by_meaning=True) if cosines[best] >= SIMILAR else None


def _numbers(text: str) -> frozenset[str]:
    """Return the numbers of a text as keyword terms; single digits prove nothing."""
    return frozenset(term for number in _NUMBER.findall(text) if len(number) > 1 for term in analyzer.terms(number))
