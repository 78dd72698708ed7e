"""Choose quotations among ranked sentences, and where each begins and ends."""

import math
import operator
import re
from collections.abc import Mapping, Sequence
from itertools import islice

from desktop_rag.core.response import Quotation
from desktop_rag.core.schema import NodeWithScore
from desktop_rag.evidence.clauses import clause_starts
from desktop_rag.evidence.tables import is_row
from desktop_rag.evidence.units import Kind, Unit
from desktop_rag.response_synthesizers.quoting.ranking import RankedSentence
from desktop_rag.response_synthesizers.quoting.readable import has_fields, is_field, is_noise, is_title, line_of
from desktop_rag.response_synthesizers.quoting.table_rows import inside

QUOTES = 3
_FAR = 4.5  # logarithm of how much less likely than the best a quotation may be: at 3 a tenth of the answers is lost
_NEARLY = 3.0  # and a sentence beside a quoted one that goes with it: the first is right for .90, at 1.8 for .89
_FEW_WORDS = 0.2  # of the share of the question's words that the best one has: a further quotation has as much
_SHORTEST = 60  # bytes, some 20 characters of Chinese; a quotation below is continued with the next sentence
_ENDS = re.compile(r"[.!?。！？;:；：][\"'”’」』)*]*\Z")
_POINTS_BACK = re.compile(
    r"[\"“„«(]*(?:(?:it|its|he|his|she|her|they|their|this|these|that|those|such|both|er|sie|es|ihr|ihre|sein|seine|dies"
    r"|diese[rsmn]?|dieser|jene[rsmn]?|dabei|damit|dadurch|dort|il|elle|ils|elles|ce|cet|cette|ces|celui-ci|celle-ci"
    r"|él|ella|ellos|ellas|este|esta|estos|estas|ese|esa|esto|eso|dicho|dicha|esso|essa|egli|questo|questa)\b"
    r"|这|這|那|它|他|她|其(?!他|中|它)|该|該|此|これ|それ|この|その|あの|ここ|そこ|彼|同(?:氏|社|年|国|市))",
    re.IGNORECASE,
)

_ITEM = re.compile(r"\n[ \t]*(?:[-*•·▪‣○●][ \t]|\(?\d{1,2}[.)][ \t]|[^\W\d_][^\n:：.。,，、;；]{0,12}[:：])")
_HIRAGANA = re.compile(r"[\u3041-\u309f]")
_SUBJECT = re.compile(r"[はがも]")


def choose(
    ranked: Sequence[RankedSentence],
    every: Sequence[Unit],
    nodes: Sequence[NodeWithScore],
    *,
    competing: bool = False,
) -> list[Quotation]:
    """Return the best few quotations, best first, without repetitions; rows of one passage stand together.

    ``every`` holds all sentences of the passages: what comes before and after those that were ranked. Where documents
    are ``competing``, one other word makes another statement: “two months” repeats no “three months”.
    """
    picked = _picked(_Picking(ranked, every, nodes, titles=False, competing=competing), ranked)
    return _rows_together(
        picked or _picked(_Picking(ranked, every, nodes, titles=True, competing=competing), ranked), nodes
    )


def _picked(picking: "_Picking", ranked: Sequence[RankedSentence]) -> list[Quotation]:
    """Return the best few quotations."""
    for one in sorted(ranked, key=lambda one: -one.score):
        if picking.is_enough(one):
            break
        picking.consider(one)
    return picking.chosen


class _Picking:
    """Takes sentences, best first, that say something else than those before.

    Only with ``titles`` it takes those that are nothing but titles.
    """

    def __init__(
        self,
        ranked: Sequence[RankedSentence],
        every: Sequence[Unit],
        nodes: Sequence[NodeWithScore],
        *,
        titles: bool,
        competing: bool,
    ) -> None:
        self.chosen: list[Quotation] = []
        self._every = every
        self._around = _Surroundings(every, nodes)
        self._nodes = nodes
        self._titles = titles
        self._repeats = operator.eq if competing else _says_the_same
        self._places = {(one.source, one.start): place for place, one in enumerate(every)}
        self._score_of = {self._place(one): one.score for one in ranked}
        self._best: RankedSentence | None = None
        self._used: set[int] = set()
        self._seen: list[frozenset[str]] = []

    def is_enough(self, one: RankedSentence) -> bool:
        """Return True if neither this sentence nor those behind it are worth quoting."""
        return self._best is not None and (len(self.chosen) == QUOTES or one.score < self._best.score - _FAR)

    def consider(self, one: RankedSentence) -> None:
        """Quote a sentence with its context, unless that is too little or was quoted before."""
        place = self._place(one)
        if place in self._used or (self._best and one.words < _FEW_WORDS * self._best.words):
            return
        belonging = self._around.belonging(place, self._score_of)
        parts = [self._every[other] for other in belonging if other not in self._used]
        is_rest = len(parts) < len(belonging) and _ENDS.search(self._every[place].text) is None
        if place not in belonging or is_rest or self._says_nothing_new(parts):
            return
        self._best = self._best or one
        self.chosen.append(_quotation(parts, self._nodes, one.score))
        self._used.update(belonging)
        self._seen.append(_terms(parts))

    def _says_nothing_new(self, parts: Sequence[Unit]) -> bool:
        may_be_heading = not self._titles and not (parts[0].kind is Kind.RECORD and has_fields(parts[0].text))
        is_heading = may_be_heading and is_title(" ".join(part.text for part in parts))
        return is_heading or any(self._repeats(_terms(parts), other) for other in self._seen)

    def _place(self, one: RankedSentence) -> int:
        return self._places[one.sentence.source, one.sentence.start]


def _terms(parts: Sequence[Unit]) -> frozenset[str]:
    return frozenset[str]().union(*(part.terms for part in parts))


def _rows_together(chosen: Sequence[Quotation], nodes: Sequence[NodeWithScore]) -> list[Quotation]:
    """Move the rows of a passage to the first of them."""
    first: dict[int, int] = {}
    places = []
    for place, one in enumerate(chosen):
        is_of_row = is_row(line_of(nodes[one.source].node.text, one.start))
        places.append((first.setdefault(one.source, place) if is_of_row else place, place))
    return [chosen[place] for _, place in sorted(places)]


def _quotation(parts: Sequence[Unit], nodes: Sequence[NodeWithScore], score: float) -> Quotation:
    """Return the range of some sentences; a row's without the bars around it."""
    start, end = parts[0].start, parts[-1].end
    if parts[0].kind is Kind.ROW:
        start, end = inside(nodes[parts[0].source].node.text, start, end)
    return Quotation(parts[0].source, start, end, round(math.exp(score), 4))


class _Surroundings:
    """The sentences before and after each of some passages' sentences."""

    def __init__(self, every: Sequence[Unit], nodes: Sequence[NodeWithScore]) -> None:
        self._every = every
        self._nodes = nodes

    def belonging(self, place: int, score_of: Mapping[int, float]) -> list[int]:
        """Return the places of a sentence and of its context.

        That is the sentence before one that only points back, a neighbour that answers nearly as well, and what
        follows a sentence too short to mean anything.
        """
        if self._every[place].kind is not Kind.SENTENCE:
            return [place]
        quoted = self._continued(place)
        if self._points_back(quoted[0]):
            return [quoted[0] - 1, *quoted]
        if len(quoted) == 1:
            near = [beside for beside in (place - 1, place + 1) if self._is_beside(place, beside)]
            near = [beside for beside in near if score_of.get(beside, -math.inf) > score_of[place] - _NEARLY]
            if near:
                return sorted((place, max(near, key=lambda beside: score_of[beside])))
        return quoted

    def _points_back(self, place: int) -> bool:
        """Return True if a sentence begins with a word for something before it, or, in Japanese, has no subject."""
        text = self._every[place].text
        leans = _POINTS_BACK.match(text) or (_HIRAGANA.search(text) and not _SUBJECT.search(text))
        return bool(leans) and self._is_beside(place, place - 1)

    def _is_beside(self, place: int, other: int) -> bool:
        """Return True if another sentence is prose of the same passage, and of the same item of a list."""
        if not 0 <= other < len(self._every) or self._every[other].source != self._every[place].source:
            return False
        text = self._every[other].text
        is_sentence = self._every[other].kind is Kind.SENTENCE
        is_prose = is_sentence and not is_noise(text) and _ENDS.search(text) is not None
        return is_prose and not self._begins_item(max(place, other))

    def _continued(self, place: int) -> list[int]:
        """Return the place of a sentence, with those that follow when it is too short to mean anything."""
        quoted = [place]
        if is_field(self._every[place].text):
            return quoted
        size = len(self._every[place].text.encode())
        for following in islice(range(len(self._every)), place + 1, None):
            other = self._every[following]
            if size >= _SHORTEST or other.source != self._every[place].source or other.kind is not Kind.SENTENCE:
                break
            is_complete = _ENDS.search(self._every[following - 1].text) is not None
            if is_complete and (self._begins_item(following) or is_title(other.text) or is_noise(other.text)):
                break
            quoted.append(following)
            size += len(other.text.encode())
        return quoted[1:] if _is_heading_of([self._every[one] for one in quoted]) else quoted

    def _begins_item(self, place: int) -> bool:
        """Return True if a sentence begins an item, a clause or a labelled line, apart from the one before."""
        before, one = self._every[place - 1], self._every[place]
        text = self._nodes[one.source].node.text
        if before.source != one.source or _ITEM.search(text, before.end, one.end):
            return True
        return any(before.end <= start <= one.start for start in clause_starts(text))


def _says_the_same(one: frozenset[str], other: frozenset[str]) -> bool:
    """Return True if the shorter of two sentences is mostly contained in the longer, with all of its figures."""
    shorter, longer = sorted((one, other), key=len)
    if any(any(map(str.isdigit, term)) for term in shorter - longer):
        return False
    return len(one & other) > 0.8 * min(len(one), len(other))


def _is_heading_of(quoted: Sequence[Unit]) -> bool:
    """Return True if the first of some lines only heads the sentence below it, which says more without it."""
    if len(quoted) < 2 or _ENDS.search(quoted[0].text):
        return False
    below = quoted[1].text
    return _ENDS.search(below) is not None and len(below.encode()) >= _SHORTEST
