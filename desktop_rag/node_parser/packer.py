"""Fills passages with whole units: greedy, with a preference for whole blocks and for headings at the front."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from desktop_rag.evidence.blocks import Kind
from desktop_rag.evidence.headings import Heading
from desktop_rag.node_parser.token_map import TokenMap

_REPEATED = frozenset([Kind.PARAGRAPH, Kind.ITEM])
Passage = tuple[int, int, str]


class Unit(NamedTuple):
    """A part that stays whole (a sentence, row, item, line), and the heading it stands under."""

    start: int
    end: int
    kind: Kind
    heading: str


class Packer:
    """Packs units into passages of at most ``limit`` tokens; repeats up to ``overlap`` tokens of sentences."""

    def __init__(self, tokens: TokenMap, limit: int, overlap: int) -> None:
        self._tokens = tokens
        self._limit = limit
        self._overlap = overlap
        self._units: list[Unit] = []
        self._repeated = 0  # how many of the units were in the passage before

    def add(self, units: Sequence[Unit], heading: Heading | None) -> Iterator[Passage]:
        """Take a block; yield the passages that are complete."""
        if not units:
            return
        if heading is not None:
            if self._heading_begins_passage(heading):
                yield from self._close(repeat=False)
        elif self._better_in_next(units):
            yield from self._close(repeat=True)
        for unit in units:
            if self._units and not self._fits(unit.end):
                yield from self._make_room(unit)
            self._units.append(unit)

    def finish(self) -> Iterator[Passage]:
        """Yield what is left."""
        if len(self._units) > self._repeated:
            yield self._passage(self._units)
        self._units = []

    def _fits(self, end: int) -> bool:
        """Whether the passage may go on to ``end`` (one token more is counted when it begins inside a word)."""
        return self._tokens.fits(self._units[0].start, end, self._limit - 1)

    def _is_filled(self, parts: int) -> bool:
        """Whether at least one of so many equal parts of the passage is filled."""
        first, last = self._units[0], self._units[-1]
        return not self._tokens.fits(first.start, last.end, (self._limit - 1) // parts)

    def _has_body(self) -> bool:
        """Whether something other than headings and repetitions is gathered."""
        return any(unit.kind is not Kind.HEADING for unit in self._units[self._repeated :])

    def _heading_begins_passage(self, heading: Heading) -> bool:
        """Whether to begin a new passage; a doubtful heading does so only when this one has some length."""
        if not self._has_body():
            self._drop_repeated()
            return False
        return heading.sure or self._is_filled(4)

    def _better_in_next(self, units: Sequence[Unit]) -> bool:
        """Whether a block that no longer fits stays whole in the next passage, leaving this one well filled."""
        if not self._has_body() or self._fits(units[-1].end):
            return False
        return self._tokens.fits(units[0].start, units[-1].end, self._limit - 1) and self._is_filled(2)

    def _make_room(self, unit: Unit) -> Iterator[Passage]:
        """Close the passage if it has something new, then drop repetitions until the unit fits."""
        if len(self._units) > self._repeated:
            yield from self._close(repeat=True)
        while self._repeated and not self._fits(unit.end):
            self._units.pop(0)
            self._repeated -= 1
        if self._units and not self._fits(unit.end):
            yield from self._close(repeat=False)

    def _drop_repeated(self) -> None:
        """Forget repetitions: a heading begins a new matter."""
        del self._units[: self._repeated]
        self._repeated = 0

    def _close(self, *, repeat: bool) -> Iterator[Passage]:
        """Yield the passage and begin the next one with its last headings, or with its last sentences."""
        body = len(self._units)
        while body and self._units[body - 1].kind is Kind.HEADING:
            body -= 1
        if body <= self._repeated:
            body = len(self._units)  # nothing but headings: they cannot wait any longer
        carried = self._units[body:]
        done = self._units[:body]
        if done:
            yield self._passage(done)
        self._repeated = 0
        if repeat and not carried:
            carried = self._tail(done)
            self._repeated = len(carried)
        self._units = carried

    def _tail(self, done: Sequence[Unit]) -> list[Unit]:
        """Return the last sentences and list items that are short enough to be repeated."""
        first = len(done)
        while first > 1:
            unit = done[first - 1]
            small = self._tokens.fits(unit.start, done[-1].end, self._overlap)
            if not small or unit.kind not in _REPEATED:
                break
            first -= 1
        return list(done[first:])

    def _passage(self, units: Sequence[Unit]) -> Passage:
        """Return the range and heading of some units."""
        body = next((unit for unit in units if unit.kind is not Kind.HEADING), units[-1])
        return units[0].start, units[-1].end, body.heading
