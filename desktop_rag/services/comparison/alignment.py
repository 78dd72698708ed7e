"""Which elements of two sequences are the same ones, in the same order: for words, paragraphs and rows alike."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rapidfuzz.distance import LCSseq

Pair = tuple[int, int]
_MOST_CELLS = 200_000_000  # of the table of two sequences, a bit each
_LONGEST_SLIDE = 60  # words
_SENTENCE_ENDS = frozenset(".!?:;。！？：；")


class Gap(NamedTuple):
    """Ranges of two sequences between elements that are the same: either may be empty, not both."""

    first: int
    first_end: int
    second: int
    second_end: int


def aligned(first: Sequence[str], second: Sequence[str], *, anchored: bool = False) -> list[Pair]:
    """Return the places of elements that both sequences have in the same order, as many as there are.

    ``anchored``, those that each has once come first, as people read: a paragraph that is there twice follows them.
    Sequences too long for the table that finds the longest order are always taken apart at such elements.
    """
    found: list[Pair] = []
    waiting = [Gap(0, len(first), 0, len(second))]
    while waiting:
        one = waiting.pop()
        begin, end, other, other_end = one
        while begin < end and other < other_end and first[begin] == second[other]:
            found.append((begin, other))
            begin, other = begin + 1, other + 1
        while begin < end and other < other_end and first[end - 1] == second[other_end - 1]:
            end, other_end = end - 1, other_end - 1
            found.append((end, other_end))
        if begin == end or other == other_end:
            continue
        inside = Gap(begin, end, other, other_end)
        fits = (end - begin) * (other_end - other) <= _MOST_CELLS
        anchors = _anchors(first, second, inside) if anchored or not fits else []
        if anchors:
            found += anchors
            waiting += gaps(anchors, inside)
        elif fits:
            blocks = LCSseq.opcodes(first[begin:end], second[other:other_end])
            for block in blocks:
                if block.tag == "equal":
                    length = block.src_end - block.src_start
                    found += [(begin + block.src_start + at, other + block.dest_start + at) for at in range(length)]
    return sorted(found)


def gaps(pairs: Sequence[Pair], within: Gap) -> Iterator[Gap]:
    """Yield what stands between pairs that are in order."""
    begin, other = within.first, within.second
    for one, two in (*pairs, (within.first_end, within.second_end)):
        if begin < one or other < two:
            yield Gap(begin, one, other, two)
        begin, other = one + 1, two + 1


def differing(first: Sequence[str], second: Sequence[str]) -> list[Gap]:
    """Return the ranges of words in which two texts differ, as people would mark them."""
    whole = Gap(0, len(first), 0, len(second))
    found = _without_islands(list(gaps(aligned(first, second), whole)), first)
    for number, one in enumerate(found):
        least = found[number - 1].first_end if number else 0
        most = found[number + 1].first if number + 1 < len(found) else len(first)
        found[number] = _slid(one, first, second, one.first - least, most - one.first_end)
    return found


def _anchors(first: Sequence[str], second: Sequence[str], inside: Gap) -> list[Pair]:
    """Return the places of elements that stand once on each side, the longest run of them that is in order."""
    ours = Counter(first[inside.first : inside.first_end])
    theirs = Counter(second[inside.second : inside.second_end])
    places = {second[at]: at for at in range(inside.second, inside.second_end) if theirs[second[at]] == 1}
    once = [
        (at, places[first[at]])
        for at in range(inside.first, inside.first_end)
        if ours[first[at]] == 1 and first[at] in places
    ]
    return _longest_rising(once)


def _longest_rising(pairs: Sequence[Pair]) -> list[Pair]:
    """Return the most pairs whose second places rise."""
    ends: list[int] = []  # the smallest second place that a run of each length ends with
    last: list[int] = []  # which pair that is
    before: list[int] = []
    for number, (_, place) in enumerate(pairs):
        at = bisect_left(ends, place)
        before.append(last[at - 1] if at else -1)
        if at == len(ends):
            ends.append(place)
            last.append(number)
        else:
            ends[at], last[at] = place, number
    found: list[Pair] = []
    number = last[-1] if last else -1
    while number >= 0:
        found.append(pairs[number])
        number = before[number]
    return found[::-1]


def _without_islands(found: list[Gap], first: Sequence[str]) -> list[Gap]:
    """Join ranges that only one short word, or a sign, stands between: so much was written anew."""
    joined: list[Gap] = []
    for one in found:
        if joined:
            last = joined[-1]
            between = first[last.first_end : one.first]
            size = min(_size(last), _size(one))
            is_island = len(between) == 1 and (not between[0].isalnum() or len(between[0]) < 4) and size > 2
            if is_island:
                joined[-1] = Gap(last.first, one.first_end, last.second, one.second_end)
                continue
        joined.append(one)
    return joined


def _size(gap: Gap) -> int:
    return max(gap.first_end - gap.first, gap.second_end - gap.second)


def _slid(gap: Gap, first: Sequence[str], second: Sequence[str], left: int, right: int) -> Gap:
    """Move words that only one side has to where a sentence begins, if they are the same there.

    ``left`` and ``right`` say how many words beside them are alike.
    """
    begin, end, other, other_end = gap
    if begin == end:
        by = _slide(second, other, other_end, left, right)
    elif other == other_end:
        by = _slide(first, begin, end, left, right)
    else:
        return gap
    return Gap(begin + by, end + by, other + by, other_end + by)


def _slide(words: Sequence[str], begin: int, end: int, left: int, right: int) -> int:
    """Return by how much a range of words moves so that it begins a sentence, 0 where it cannot."""
    if _begins_sentence(words, begin):
        return 0
    for by in range(1, min(left, _LONGEST_SLIDE) + 1):
        if words[begin - by] != words[end - by]:
            break
        if _begins_sentence(words, begin - by):
            return -by
    for by in range(1, min(right, _LONGEST_SLIDE) + 1):
        if words[begin + by - 1] != words[end + by - 1]:
            break
        if _begins_sentence(words, begin + by):
            return by
    return 0


def _begins_sentence(words: Sequence[str], at: int) -> bool:
    return at == 0 or words[at - 1] in _SENTENCE_ENDS
