"""Aligns an answer with its passages, sentence by sentence, whatever the model wrote by itself, and checks it.

Markers of the model are taken as hints only. A sentence is cited when its words (rare ones and numbers
counting most) stand in a sentence of a passage; where words differ, as between languages, the meaning of a
hinted passage decides. Sentences that nothing supports get no marker. What a cited sentence states is then checked
against its source (``checks``): where something is missing there, it is supported partly.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from desktop_rag.citations.checking import SentenceChecker
from desktop_rag.citations.checks.quotations import quoted_ranges
from desktop_rag.citations.markers import Hint, code_blocks, without_markers
from desktop_rag.citations.quotes import Sentence, TermWeights, line_sentences, sentences_of, stems
from desktop_rag.citations.unchecked import attribution_length, is_statement, leads_over
from desktop_rag.citations.wording import are_of_one_language
from desktop_rag.core.results.answers import CheckedSentence, Citation, Source, Verdict
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.text import analyzer

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_YEAR = re.compile(r"(?:19|20)\d\d")
_TRAILING = re.compile(r"[\s.!?。！？…\"”』」*_)|]*\Z")  # a marker goes before it, in a table into the last cell
_TABLE_RULE = re.compile(r"^[ \t]*\|?[ \t]*:?-{2,}[^\n]*$", re.MULTILINE)
SUPPORTED = 0.37  # share of a sentence's weight that its passage must have
HINTED = 0.3  # the same when the model named that passage
SIMILAR = 0.86  # cosine that shows the same meaning with the built-in model, whose cosines are crowded
_TELLING = 2000  # characters of a passage that tell its language
NUMBERS = 0.3  # how much less a sentence that lacks all numbers counts among those that might be cited


@dataclass(frozen=True, slots=True)
class Aligned:
    """The answer with our markers, what each of them means, and a verdict for every sentence."""

    text: str
    citations: tuple[Citation, ...]
    sentences: tuple[CheckedSentence, ...] = ()


@dataclass(frozen=True, slots=True)
class _Match:
    """The best support of one sentence; ``by_meaning``: its words are others."""

    sentence: Sentence
    score: float
    by_meaning: bool = False


def align(
    answer: str, sources: Sequence[Source], embed_model: BaseEmbedding | None = None, *, is_complete: bool = True
) -> Aligned:
    """Return the answer with ``[n]`` after each supported sentence; ``n`` is the rank of the source.

    The last sentence of an answer that is not ``is_complete`` is neither cited nor checked unless it came to its end.
    """
    candidates = sentences_of([source.text for source in sources], stems)
    if not candidates:
        return Aligned(answer, ())
    clean, hints = without_markers(answer)
    if not clean.strip():
        return Aligned(answer, ())
    return _Writing(clean, hints, _Aligner(sources, candidates, embed_model)).written(is_complete=is_complete)


class _Writing:
    """Writes the answer anew, with a marker and a verdict for each sentence."""

    def __init__(self, text: str, hints: Sequence[Hint], aligner: "_Aligner") -> None:
        self._text = text
        self._hints = hints
        self._aligner = aligner
        self._quoted = quoted_ranges(text)
        self._pieces: list[str] = []
        self._length = 0
        self._read = 0
        self._citations: list[Citation] = []
        self._sentences: list[CheckedSentence] = []

    def written(self, *, is_complete: bool) -> Aligned:
        """Return the whole answer."""
        text, barred = self._text, _barred(self._text)
        spans = line_sentences(text)
        for number, (start, end) in enumerate(spans):
            # a marker stands before the white space and marks that end the sentence
            stop = start + len(_TRAILING.sub("", text[start:end]))
            if stop <= start:
                continue
            breaks_off = not is_complete and number == len(spans) - 1 and stop == len(text.rstrip())
            if breaks_off or any(a <= start < b for a, b in barred) or not self._is_checked(start, end, stop):
                self._add(start, stop, Verdict.UNCHECKED)
            else:
                self._check(start, end, stop)
        self._copy_until(len(text))
        return Aligned("".join(self._pieces), tuple(self._citations), tuple(self._sentences))

    def _is_checked(self, start: int, end: int, stop: int) -> bool:
        """Whether a sentence states something; what stands in quotation marks does, even when it is a question."""
        quoted = sum(max(0, min(b, stop) - max(a, start)) for a, b in self._quoted)
        return is_statement(self._text, start, end) or 2 * quoted > stop - start

    def _check(self, start: int, end: int, stop: int) -> None:
        """Find the support of a sentence and look for what is missing in it."""
        # models set their markers before or behind the full stop
        hinted = frozenset(hint.number for hint in self._hints if start < hint.position <= end + 1)
        begin = start + attribution_length(self._text[start:stop])
        match = self._aligner.best(self._text[begin:end], hinted)
        if match is None:
            self._add_unmatched(start, stop)
            return
        quoted = [(max(a, begin) - begin, min(b, stop) - begin) for a, b in self._quoted if a < stop and begin < b]
        findings = self._aligner.checker.findings(
            self._text[begin:stop], match.sentence, quoted, by_meaning=match.by_meaning
        )
        spans = [(begin + one.start, begin + one.end) for one in findings]
        reasons = tuple(dict.fromkeys(one.reason for one in findings))
        self._add(start, stop, Verdict.PARTLY if findings else Verdict.SUPPORTED, reasons, spans, match)

    def _add_unmatched(self, start: int, stop: int) -> None:
        """Write a sentence that stands in no passage."""
        if leads_over(self._text[start:stop]):
            self._add(start, stop, Verdict.UNCHECKED)
        elif not self._aligner.is_comparable(self._text[start:stop]):
            self._add(start, stop, Verdict.UNCHECKED, ("The passages are in another language.",))
        else:
            self._add(start, stop, Verdict.UNSUPPORTED, ("No passage says this.",), [(start, stop)])

    def _add(
        self,
        start: int,
        stop: int,
        verdict: Verdict,
        reasons: tuple[str, ...] = (),
        spans: Sequence[tuple[int, int]] = (),
        match: _Match | None = None,
    ) -> None:
        """Write a sentence with its marker; ranges become those of the text with markers."""
        self._copy_until(stop)
        shift = self._length - stop
        citation = self._aligner.citation(match, start + shift, stop + shift) if match else None
        unsupported = tuple((a + shift, b + shift) for a, b in spans)
        marker = citation.marker if citation else None
        self._sentences.append(CheckedSentence(start + shift, stop + shift, verdict, reasons, unsupported, marker))
        if citation:
            self._citations.append(citation)
            self._write(f" [{citation.marker}]")

    def _copy_until(self, position: int) -> None:
        self._write(self._text[self._read : position])
        self._read = position

    def _write(self, text: str) -> None:
        self._pieces.append(text)
        self._length += len(text)


class _Aligner:
    """Finds the best supporting sentence of the passages."""

    def __init__(
        self, sources: Sequence[Source], candidates: Sequence[Sentence], embed_model: BaseEmbedding | None
    ) -> None:
        self._sources = sources
        self._ranks = [source.rank for source in sources]
        self._passage_terms = [stems(f"{source.heading}\n{source.text}") for source in sources]
        self._candidates = candidates
        self._weights = TermWeights(candidates)
        self._embed_model = embed_model
        self.checker = SentenceChecker(sources, candidates, self._weights)

    def best(self, text: str, hinted: frozenset[int]) -> _Match | None:
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

    def citation(self, match: _Match, start: int, end: int) -> Citation:
        """Return the citation of a sentence that stands at ``start`` to ``end`` of the answer."""
        source, sentence = self._sources[match.sentence.source], match.sentence
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

    def _by_words(
        self, terms: frozenset[str], numbers: frozenset[str], candidate: Sentence, hinted: frozenset[int]
    ) -> tuple[_Match, float]:
        """Score one sentence of a passage: its own words first, the rest of its passage a little.

        The second value orders sentences; one that lacks numbers comes after others like it.
        """
        own = self._weights.covered(terms, candidate.terms)
        around = self._weights.covered(terms, self._passage_terms[candidate.source])
        bonus = 0.1 if self._is_hinted(candidate, hinted) else 0.0
        score = min(1.0, 0.7 * own + 0.3 * around + bonus) if around else 0.0
        return _Match(candidate, score), score - NUMBERS * self._missing(numbers, candidate)

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

    def _by_meaning(self, text: str, numbers: frozenset[str], hinted: frozenset[int]) -> _Match | None:
        """Compare meanings with the sentences of the passages the model named."""
        named = (candidate for candidate in self._candidates if self._is_hinted(candidate, hinted))
        near = [candidate for candidate in named if not self._missing(numbers, candidate)]
        if self._embed_model is None or not near:
            return None
        # all as passages: a sentence is compared with sentences, not a question with its answer
        vectors = self._embed_model.get_text_embedding_batch([text, *(candidate.text for candidate in near)])
        cosines = vectors[1:] @ vectors[0]
        best = int(np.argmax(cosines))
        return _Match(near[best], float(cosines[best]), by_meaning=True) if cosines[best] >= SIMILAR else None


def _barred(text: str) -> list[tuple[int, int]]:
    """Return the ranges that carry no marker: headings (of tables either) and code."""
    barred = code_blocks(text)
    for rule in _TABLE_RULE.finditer(text):
        heading = text.rfind("\n", 0, max(0, rule.start() - 1)) + 1
        barred.append((heading, rule.end()))
    return barred


def _numbers(text: str) -> frozenset[str]:
    """Return the numbers of a text as keyword terms; single digits prove nothing."""
    return frozenset(term for number in _NUMBER.findall(text) if len(number) > 1 for term in analyzer.terms(number))
