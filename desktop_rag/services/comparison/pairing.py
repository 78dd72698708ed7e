"""Which paragraphs of two texts belong together where they are not alike: by the words that they share in order."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from desktop_rag.core.results.comparison import DifferentPart
from desktop_rag.services.comparison.alignment import Pair, aligned
from desktop_rag.services.comparison.parts import Part

_ALIKE = 0.5  # of the words of the longer part: those of another paragraph share a third at most
_HELD = 0.75  # of the words of a shorter one, which then is a piece of the longer one
_SPREAD = 1.6  # times as many words as it has: over so many they may be scattered there
_SHORT = 6  # words: fewer are a piece only where they go on from a neighbour's
_LABEL = 8  # words: parts so short that stand alone between others that are alike are taken for each other
Group = tuple[list[Part], list[Part]]


def groups(before: Sequence[Part], after: Sequence[Part]) -> list[Group]:
    """Return parts that belong together, several where a paragraph was parted or joined, and those that are alone."""
    places = _Joined()
    for one, other in _links(before, after):
        places.join(one, len(before) + other)
    members: dict[int, Group] = {}
    for number, part in enumerate((*before, *after)):
        group = members.setdefault(places.root(number), ([], []))
        group[number >= len(before)].append(part)
    return _labels_paired(list(members.values()), before, after)


def _links(before: Sequence[Part], after: Sequence[Part]) -> Iterable[Pair]:
    """Return the places of parts that share enough words in order."""
    ours = [(word.key, place) for place, part in enumerate(before) for word in part.words]
    theirs = [(word.key, place) for place, part in enumerate(after) for word in part.words]
    pairs = aligned([key for key, _ in ours], [key for key, _ in theirs])
    shared: dict[Pair, list[Pair]] = defaultdict(list)
    for one, other in pairs:
        shared[ours[one][1], theirs[other][1]].append((one, other))
    partners = dict(pairs)
    backwards = {other: one for one, other in pairs}
    for (place, other), found in shared.items():
        sizes = len(before[place].words), len(after[other].words)
        if len(found) >= _ALIKE * max(sizes):
            yield place, other
        elif len(found) >= _HELD * min(sizes) and _is_together(found, sizes):
            goes_on = _goes_on(found, partners, backwards)
            if min(sizes) >= _SHORT or goes_on:
                yield place, other


def _is_together(found: Sequence[Pair], sizes: Pair) -> bool:
    """Return True if the words of the shorter part are not scattered over the longer one."""
    side = 1 if sizes[0] <= sizes[1] else 0
    return found[-1][side] - found[0][side] + 1 <= _SPREAD * len(found)


def _goes_on(found: Sequence[Pair], partners: dict[int, int], backwards: dict[int, int]) -> bool:
    """Return True if the words before or behind those of a piece are the same on both sides, too."""
    (first, other), (last, other_last) = found[0], found[-1]
    return (
        (first > 0 and partners.get(first - 1) == other - 1)
        or partners.get(last + 1) == other_last + 1
        or (other > 0 and backwards.get(other - 1) == first - 1)
    )


def _labels_paired(found: list[Group], before: Sequence[Part], after: Sequence[Part]) -> list[Group]:
    """Join short parts that alone stand between the same neighbours: a heading that has another word now."""
    if len(before) == len(after) == 1 and len(found) == 2:
        (one,), (other,) = before, after
        sizes = len(one.words), len(other.words)
        kinds = {one.kind, other.kind}
        alike = len(kinds) == 1 or kinds <= {DifferentPart.PARAGRAPH, DifferentPart.LINE, DifferentPart.HEADING}
        if alike and max(sizes) <= _LABEL:
            return [([one], [other])]
    return found


def shared_share(one: Part, other: Part) -> float:
    """Return the share of words that two parts have in common, in any order, 0 to 1."""
    ours, theirs = (Counter(word.key for word in part.words) for part in (one, other))
    return 2 * sum((ours & theirs).values()) / max(1, ours.total() + theirs.total())


class _Joined:
    """Numbers, joined to groups."""

    def __init__(self) -> None:
        self._above: dict[int, int] = {}

    def root(self, number: int) -> int:
        """Return the number that stands for a group."""
        while (above := self._above.get(number, number)) != number:
            self._above[number] = self._above.get(above, above)
            number = above
        return number

    def join(self, one: int, other: int) -> None:
        """Make two groups one."""
        first, second = self.root(one), self.root(other)
        if first != second:
            self._above[max(first, second)] = min(first, second)
