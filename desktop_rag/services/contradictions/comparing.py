"""Compares what documents about the same state: one pass takes the statements, and only keys are held of them."""

import hashlib
import re
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.results.contradictions import ContradictionKind
from desktop_rag.services.contradictions.statements import AGREE, DENIES, Stated, differing
from desktop_rag.services.contradictions.subjects import ENOUGH, Relation, Subject, Subjects, relation
from desktop_rag.services.contradictions.values import DATE, PARTY

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MOST_WITH_SENTENCE = 12  # documents; a sentence that more have is wording of a form
_FEW_DIFFERENCES = 3  # of two documents; more than they agree in, and they are about two things of a kind
_ALIKE, _FEWEST_ALIKE = 0.5, 2  # of the sentences of the shorter of two documents stand in the other but for values
_FEWEST_OF_FORM = 4  # statements that two documents of one form share
_UNPACKED = 48  # documents
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_DECODER = msgspec.msgpack.Decoder(tuple[Stated, ...])
_KINDS = {DATE: ContradictionKind.DATE, PARTY: ContradictionKind.PARTY}


@dataclass(frozen=True, slots=True)
class Difference:
    """Two statements that disagree, of the documents ``one`` and ``other`` by their places.

    ``place`` is that of the value among those of the statements, ``DENIES`` for the whole sentence. ``newer`` is the
    document that says it is, or None, and ``says_so`` its words.
    """

    one: int
    other: int
    stated: Stated
    against: Stated
    place: int
    newer: int | None = None
    says_so: str = ""

    @property
    def kind(self) -> ContradictionKind:
        """What disagrees."""
        if self.place == DENIES:
            return ContradictionKind.NEGATION
        return _KINDS.get(self.stated.values[self.place].kind, ContradictionKind.FIGURE)

    def ranges(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return where what disagrees stands on both pages: a value, or the sentence."""
        if self.place == DENIES:
            return (self.stated.start, self.stated.end), (self.against.start, self.against.end)
        return self.stated.places[self.place], self.against.places[self.place]


class Comparison:
    """Takes the statements of documents, one after the other, and then tells which disagree."""

    def __init__(self) -> None:
        self._subjects: list[Subject] = []
        self._keys: list[NDArray[np.uint64]] = []
        self._packed: list[bytes] = []
        self._with_sentence: dict[int, list[int]] = defaultdict(list)
        self._with_wording: dict[int, list[int]] = defaultdict(list)
        self._sentences: list[int] = []
        self._unpacked = lru_cache(_UNPACKED)(self._unpack)

    def add(self, subject: Subject, stated: Iterable[Stated]) -> None:
        """Take the statements of a document."""
        place, every = len(self._subjects), tuple(stated)
        self._subjects.append(subject)
        self._keys.append(np.unique(np.fromiter((one.key for one in every), np.uint64, len(every))))
        self._packed.append(zlib.compress(msgspec.msgpack.encode(every), 1))
        wording = {one.key for one in every if one.is_sentence}
        self._sentences.append(len(wording))
        for key in wording:
            self._with_wording[key].append(place)
        for key in {one.key for one in every if one.is_telling}:
            known = self._with_sentence[key]
            if len(known) <= _MOST_WITH_SENTENCE:
                known.append(place)

    def path(self, place: int) -> str:
        """Return the path of a document."""
        return self._subjects[place].path

    def differences(self) -> Iterator[Difference]:
        """Yield what disagrees; raises CancelledError when the current token is cancelled."""
        token, subjects = current_token(), Subjects(self._subjects, self._look_alikes())
        compared = set()
        for one, other, weight in subjects.pairs():
            token.raise_if_cancelled()
            compared.add((one, other))
            related = relation(self._subjects[one], self._subjects[other], weight)
            if related.is_same:
                yield from self._between(one, other, related)
        for one, other in self._sharing_sentences():
            token.raise_if_cancelled()
            if (one, other) not in compared and subjects.may_be_one(one, other):
                related = relation(self._subjects[one], self._subjects[other], ENOUGH)
                if related.is_same:
                    yield from self._between(one, other, related, only_telling=True)

    def _look_alikes(self) -> Iterator[tuple[int, int]]:
        """Yield documents that are most alike in their wording but for its values; of many of a form, neighbours."""
        shared: Counter[tuple[int, int]] = Counter()
        for places in self._with_wording.values():
            shared.update(combinations(places, 2) if len(places) <= _MOST_WITH_SENTENCE else pairwise(places))
        alike: dict[tuple[int, int], float] = {}
        best: dict[int, float] = defaultdict(float)
        for (one, other), count in shared.items():
            if count >= max(_FEWEST_ALIKE, _ALIKE * min(self._sentences[one], self._sentences[other])):
                alike[one, other] = count / (self._sentences[one] + self._sentences[other] - count)
                best[one], best[other] = (max(best[place], alike[one, other]) for place in (one, other))
        for (one, other), share in alike.items():
            if share >= max(best[one], best[other]):
                yield one, other

    def _sharing_sentences(self) -> list[tuple[int, int]]:
        groups = (known for known in self._with_sentence.values() if 1 < len(known) <= _MOST_WITH_SENTENCE)
        return sorted({pair for known in groups for pair in combinations(known, 2)})

    def _between(self, one: int, other: int, related: Relation, *, only_telling: bool = False) -> Iterator[Difference]:
        shared = np.intersect1d(self._keys[one], self._keys[other], assume_unique=True)
        if not shared.size:
            return
        keys = set(shared.tolist())
        mine, others = (self._by_key(place, keys) for place in (one, other))
        form = max(_FEWEST_OF_FORM, _ALIKE * min(self._keys[one].size, self._keys[other].size))
        is_series = shared.size >= form and not related.is_one_day
        found: dict[bool, list[Difference]] = {True: [], False: []}  # by whether they name their period
        agreed, disagreed = Counter[bool](), Counter[bool]()
        for key in keys:
            if not (_is_clear(mine[key]) and _is_clear(others[key])):
                continue
            stated, against = mine[key][0], others[key][0]
            place = differing(stated, against)
            if place == AGREE:
                agreed[stated.is_periodic] += 1
            elif place is None:
                disagreed[stated.is_periodic] += 1
            elif (stated.is_telling or not only_telling) and _may_be_compared(stated, related, is_series=is_series):
                found[stated.is_periodic].append(
                    self._explained(Difference(one, other, stated, against, place), related)
                )
        for is_periodic, some in found.items():
            once = _once_each(some)
            most = max(_FEW_DIFFERENCES, agreed[is_periodic] // _FEW_DIFFERENCES)
            if len(once) + disagreed[is_periodic] <= (1 if is_series and not is_periodic else most):
                yield from once

    def _by_key(self, place: int, keys: set[int]) -> dict[int, list[Stated]]:
        found: dict[int, list[Stated]] = defaultdict(list)
        for one in self._unpacked(place):
            if one.key in keys:
                found[one.key].append(one)
        return found

    def _unpack(self, place: int) -> tuple[Stated, ...]:
        return _DECODER.decode(zlib.decompress(self._packed[place]))

    def _explained(self, found: Difference, related: Relation) -> Difference:
        """Return a difference with the document that says it is newer, where one does."""
        one, other = (self._subjects[place].profile() for place in (found.one, found.other))
        for place, newer, older in ((found.one, one, other), (found.other, other, one)):
            if related.is_one_year and (says_so := newer.saying_so(older)):
                return _newer(found, place, says_so)
        if found.stated.is_change != found.against.is_change:
            return _newer(found, found.one if found.stated.is_change else found.other, "")
        mine, others = found.stated.since, found.against.since
        if mine != others and found.place != DENIES:
            if mine and (others or mine > _first_day(self._subjects[found.other])) and mine > others:
                return _newer(found, found.one, "")
            if others and (mine or others > _first_day(self._subjects[found.one])) and others > mine:
                return _newer(found, found.other, "")
        return found


def _newer(found: Difference, place: int, says_so: str) -> Difference:
    return replace(found, newer=place, says_so=says_so)


def _first_day(subject: Subject) -> str:
    """Return the day of a document, the end of time where it has none."""
    return "{:04}-{:02}-{:02}".format(*subject.dates[0]) if subject.dates else "9999"


def _is_clear(stated: Sequence[Stated]) -> bool:
    """Return True if a document says one thing under a key, however often."""
    return all(differing(stated[0], other) == AGREE for other in stated[1:])


def _may_be_compared(stated: Stated, related: Relation, *, is_series: bool) -> bool:
    """Return True if documents of two years, or of a series, may say two things under this key."""
    if stated.is_generic and not (related.has_one_number and related.has_one_title and related.is_one_year):
        return False
    if related.last_year and any(year > related.last_year for year in _YEAR.findall(stated.about)):
        return False  # what was still to come for the earlier one: obligations, budgets, expectations
    return stated.is_periodic or (related.is_one_year and not (is_series and not related.has_one_number))


def _once_each(found: list[Difference]) -> list[Difference]:
    """Return differences, one for each two places: that of the sentence, about what the words before its value say."""
    kept: dict[tuple[int, int, int, int], Difference] = {}
    for one in sorted(found, key=lambda one: (not one.stated.is_sentence, one.stated.page, one.stated.start)):
        (start, _), (other, _) = one.ranges()
        first = kept.setdefault((one.stated.page, start, one.against.page, other), one)
        if first.stated.is_sentence and not one.stated.is_sentence:
            stated = first.stated._replace(about=one.stated.about, is_sentence=False)
            kept[one.stated.page, start, one.against.page, other] = replace(first, stated=stated)
    return list(kept.values())


def key_of(kind: str, one: str, other: str, value: str, against: str) -> str:
    """Return what identifies a contradiction: its quotations, in either order, and what disagrees in them."""
    sides = sorted(("\0".join(("".join(one.split()), value)), "\0".join(("".join(other.split()), against))))
    said = "\0\0".join((kind, *sides)).encode("utf-8", "replace")
    return hashlib.blake2b(said, digest_size=16).hexdigest()
