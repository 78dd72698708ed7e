"""Aligns an answer with its passages, sentence by sentence, whatever the model wrote by itself, and checks it.

Markers of the model are taken as hints only. A sentence that stands in a passage is cited (``support``), one that
nothing supports gets no marker. What a cited sentence states is then checked against its source (``checks``): where
something is missing there, it is supported partly.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from desktop_rag.citations.checking import SentenceChecker
from desktop_rag.citations.checks.quotations import quoted_ranges
from desktop_rag.citations.markers import Hint, code_blocks, without_markers
from desktop_rag.citations.owners import Owners
from desktop_rag.citations.passages import passage_of
from desktop_rag.citations.support import (
    Claim,
    Found,
    Support,
    SupportFinder,
    attribution_length,
    is_statement,
    leads_over,
)
from desktop_rag.core.results.answers import CheckedSentence, Citation, Source, Verdict
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.evidence.units import sentence_ranges, stems, units_of
from desktop_rag.rerankers.judge import Judges

_TRAILING = re.compile(
    r"(?<![\s.!?。！？…\"”』」*_)|])[\s.!?。！？…\"”』」*_)|]++\Z"
)  # a marker goes before it, in a table into the last cell
_TABLE_RULE = re.compile(r"^[ \t]*+(?:\|[ \t]*+)?:?-{2,}+[ \t|:-]*+$", re.MULTILINE)
_BATCH = 32  # sentences judged at once: 0.1 s by words, 0.5 s by meaning
_ENDS_SENTENCE = re.compile(r"[.!?。！？]")


@dataclass(frozen=True, slots=True)
class Aligned:
    """The answer with this program's markers, their citations, and a verdict for every sentence."""

    text: str
    citations: tuple[Citation, ...]
    sentences: tuple[CheckedSentence, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judgement of a sentence; ``unsupported`` ranges count from its beginning."""

    verdict: Verdict
    reasons: tuple[str, ...] = ()
    unsupported: tuple[tuple[int, int], ...] = ()
    support: Support | None = None


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of an answer, or of any text: with the marks that end it, and how many characters it has without them.

    ``hinted`` are ranks that its writer named behind it, ``quoted`` its parts in quotation marks.
    """

    text: str
    length: int
    hinted: frozenset[int]
    quoted: tuple[tuple[int, int], ...]

    @property
    def begin(self) -> int:
        """The offset of its statement, behind words that only say where that is from."""
        return attribution_length(self.text[: self.length])

    @property
    def claim(self) -> Claim:
        """The claim that a passage must support."""
        return Claim(self.text[self.begin :], self.hinted)

    @property
    def is_quotation(self) -> bool:
        """True if most of it stands in quotation marks."""
        return 2 * sum(end - start for start, end in self.quoted) > self.length


_UNCHECKED = Judgement(Verdict.UNCHECKED)


def align(
    answer: str,
    sources: Sequence[Source],
    embed_model: BaseEmbedding | None = None,
    judge: Judges | None = None,
    *,
    is_complete: bool = True,
) -> Aligned:
    """Return the answer with ``[n]`` after each supported sentence; ``n`` is the rank of the source.

    The last sentence of an answer that is not ``is_complete`` is neither cited nor checked unless it came to its end.
    """
    return Alignment(sources, embed_model, judge).aligned(answer, is_complete=is_complete)


class Alignment:
    """Aligns an answer that grows with its passages: a sentence that it has judged is not judged again."""

    def __init__(
        self,
        sources: Sequence[Source],
        embed_model: BaseEmbedding | None = None,
        judge: Judges | None = None,
        owners: Owners | None = None,
    ) -> None:
        self.sources = tuple(sources)
        candidates = units_of(map(passage_of, sources), stems)
        self._finder = SupportFinder(sources, candidates, embed_model, judge, owners) if candidates else None
        self._judged: dict[Sentence, Judgement] = {}

    def aligned(self, answer: str, *, is_complete: bool = True, is_over: Callable[[], bool] = lambda: False) -> Aligned:
        """Return the answer as ``align`` does; without passages as it is.

        Once ``is_over()``, which is asked now and then, sentences that were not judged before are left unchecked.
        """
        if self._finder is None:
            return Aligned(answer, ())
        clean, hints = without_markers(answer)
        if not clean.strip():
            return Aligned(answer, ())
        sentences = sentences_of(clean, hints, is_complete=is_complete)
        fresh = [sentence for _, _, sentence in sentences if sentence is not None and sentence not in self._judged]
        for start in range(0, len(fresh), _BATCH):
            if is_over():
                break
            self._judge(self._finder, fresh[start : start + _BATCH])
        writing = _Writing(clean, self._finder)
        for start, stop, sentence in sentences:
            writing.add(start, stop, self._judged.get(sentence, _UNCHECKED) if sentence else _UNCHECKED)
        return writing.aligned()

    def judged(self, sentence: Sentence) -> tuple[Judgement, Citation | None]:
        """Return the judgement of a single sentence, and the citation of what it rests on; unchecked without passages.

        The range of the citation in an answer is that of the sentence.
        """
        if self._finder is None:
            return _UNCHECKED, None
        if sentence not in self._judged:
            self._judge(self._finder, [sentence])
        judgement = self._judged[sentence]
        support = judgement.support
        return judgement, self._finder.citation(support, 0, sentence.length) if support else None

    def _judge(self, finder: SupportFinder, sentences: Sequence[Sentence]) -> None:
        found = finder.find([sentence.claim for sentence in sentences])
        self._judged |= {one: _judgement(one, found[one.claim], finder.checker) for one in sentences}

    def compare_words_only(self) -> None:
        """Judge further sentences without comparing meanings: there is no time or no way to."""
        if self._finder is not None:
            self._finder.compare_words_only()


class _Writing:
    """Rewrites the answer with a marker and a verdict for each sentence."""

    def __init__(self, text: str, finder: SupportFinder) -> None:
        self._text = text
        self._finder = finder
        self._pieces: list[str] = []
        self._length = 0
        self._read = 0
        self._citations: list[Citation] = []
        self._sentences: list[CheckedSentence] = []

    def add(self, start: int, stop: int, judgement: Judgement) -> None:
        """Write a sentence with its marker; ranges become those of the text with markers."""
        self._copy_until(stop)
        shift = self._length - stop
        start, stop = start + shift, stop + shift
        support = judgement.support
        citation = self._finder.citation(support, start, stop) if support else None
        unsupported = tuple((start + a, start + b) for a, b in judgement.unsupported)
        marker = citation.marker if citation else None
        self._sentences.append(CheckedSentence(start, stop, judgement.verdict, judgement.reasons, unsupported, marker))
        if citation:
            self._citations.append(citation)
            self._write(f" [{citation.marker}]")

    def aligned(self) -> Aligned:
        """Write the rest of the answer and return the whole."""
        self._copy_until(len(self._text))
        return Aligned("".join(self._pieces), tuple(self._citations), tuple(self._sentences))

    def _copy_until(self, position: int) -> None:
        self._write(self._text[self._read : position])
        self._read = position

    def _write(self, text: str) -> None:
        self._pieces.append(text)
        self._length += len(text)


class _Ranges:
    """Ranges of a text that are asked for place by place: an answer may have thousands of sentences and of them."""

    def __init__(self, ranges: Iterable[tuple[int, int]]) -> None:
        self._ranges = sorted(ranges)
        self._starts = [start for start, _ in self._ranges]
        self._reach = list(accumulate((end for _, end in self._ranges), max))  # the last end up to each of them

    def across(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield the ranges that have something in common with one."""
        first = bisect_right(self._reach, start)
        last = bisect_left(self._starts, end)
        return ((a, b) for a, b in self._ranges[first:last] if b > start)


def sentences_of(
    text: str, hints: Sequence[Hint] = (), *, is_complete: bool = True
) -> list[tuple[int, int, Sentence | None]]:
    """Return the ranges of a text's sentences, without their end marks; None for one not to be judged."""
    barred, quotations = _Ranges(_barred(text)), _Ranges(quoted_ranges(text))
    ordered = sorted(hints, key=lambda hint: hint.position)
    places = [hint.position for hint in ordered]
    spans = sentence_ranges(text)
    found: list[tuple[int, int, Sentence | None]] = []
    for number, (start, end) in enumerate(spans):
        # a marker stands before the white space and marks that end the sentence
        stop = start + len(_TRAILING.sub("", text[start:end]))
        if stop <= start:
            continue
        # models set their markers before or behind the full stop
        near = ordered[bisect_right(places, start) : bisect_right(places, end + 1)]
        hinted = frozenset(hint.number for hint in near)
        quoted = tuple((max(a, start) - start, min(b, stop) - start) for a, b in quotations.across(start, stop))
        sentence = Sentence(text[start:end], stop - start, hinted, quoted)
        breaks_off = not is_complete and number == len(spans) - 1 and stop == len(text.rstrip())
        is_barred = breaks_off or any(barred.across(start, start + 1))
        # what stands in quotation marks states something, even when it is a question
        is_judged = not is_barred and (is_statement(text, start, end) or sentence.is_quotation)
        found.append((start, stop, sentence if is_judged else None))
    return found


def _judgement(sentence: Sentence, found: Found, checker: SentenceChecker) -> Judgement:
    """Return the judgement of a sentence, with the parts missing in its support."""
    support, begin = found.support, sentence.begin
    if support is None:
        return _unmatched(sentence, is_absent=found.is_absent)
    stated = sentence.text[begin : sentence.length]
    quoted = [(max(a - begin, 0), b - begin) for a, b in sentence.quoted if b > begin]
    findings = checker.findings(stated, support.sentence, quoted, by_meaning=support.by_meaning)
    missing = [one for one in findings if not one.is_support]
    spans = tuple((begin + one.start, begin + one.end) for one in missing)
    reasons = tuple(dict.fromkeys(one.reason for one in findings))
    verdict = Verdict.PARTLY if missing else Verdict.SUPPORTED
    if any(one.refutes for one in findings):
        verdict = Verdict.CONTRADICTED
    return Judgement(verdict, reasons, spans, support)


def _unmatched(sentence: Sentence, *, is_absent: bool) -> Judgement:
    """Judge a sentence that was found in no passage."""
    if leads_over(sentence.text[: sentence.length]):
        return _UNCHECKED
    if not is_absent:
        return Judgement(Verdict.UNCHECKED, ("The passages are in another language.",))
    return Judgement(Verdict.NOT_SAID, ("No passage says this.",), ((0, sentence.length),))


def _barred(text: str) -> list[tuple[int, int]]:
    """Return the ranges that carry no marker: headings (of tables either) and code."""
    barred = code_blocks(text)
    for rule in _TABLE_RULE.finditer(text):
        start = text.rfind("\n", 0, max(0, rule.start() - 1)) + 1
        above = text[start : rule.start()]
        is_heading = "|" in above or not _ENDS_SENTENCE.search(above)
        barred.append((start if is_heading else rule.start(), rule.end()))
    return barred
