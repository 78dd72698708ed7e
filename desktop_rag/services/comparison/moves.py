"""What stands elsewhere now: paragraphs, rows, and sentences inside of paragraphs that both sides have."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Indel

from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.results.comparison import DifferenceKind, DifferentPart
from desktop_rag.services.comparison.alignment import Pair
from desktop_rag.services.comparison.found import Found, Region, marked, region, spans_of, words_of
from desktop_rag.services.comparison.parts import Part, Span, Word

_LEAST = 3  # words of what is the same elsewhere
_LEAST_ALIKE = 6  # words of what is similar elsewhere
_LEAST_INSIDE = 5  # words of a sentence that went from one paragraph to another
_ALIKE = 0.6  # of the words in order: of two paragraphs about the same, .45 at most were seen
_COMMON = 40  # paragraphs with the same three words in a row: such words tell nothing


def moved_parts(gone: list[Part], new: list[Part]) -> list[Found]:
    """Return parts that one side has elsewhere, and take them out of what is gone and new."""
    pairs = [*_the_same(gone, new), *_similar(gone, new)]
    taken, used = {one for one, _ in pairs}, {other for _, other in pairs}
    found = [_moved([gone[at] for at in some], [new[at] for at in others]) for some, others in _runs(pairs, gone, new)]
    gone[:] = [part for at, part in enumerate(gone) if at not in taken]
    new[:] = [part for at, part in enumerate(new) if at not in used]
    return found


def _the_same(gone: Sequence[Part], new: Sequence[Part]) -> list[Pair]:
    places: dict[str, list[int]] = defaultdict(list)
    for at in range(len(new) - 1, -1, -1):
        places[new[at].key].append(at)
    found: list[Pair] = []
    for at, part in enumerate(gone):
        if places[part.key] and sum(word.key.isalnum() for word in part.words) >= _LEAST:
            found.append((at, places[part.key].pop()))
    return found


def _similar(gone: Sequence[Part], new: Sequence[Part]) -> list[Pair]:
    """Return paragraphs that are not the same but share most words in order, the most alike first."""
    same = _the_same(gone, new)
    taken, used = {one for one, _ in same}, {other for _, other in same}
    holders: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for at, part in enumerate(new):
        if at not in used and part.kind is not DifferentPart.ROW:
            for three in _threes(part):
                holders[three].append(at)
    scores: list[tuple[float, int, int]] = []
    token = current_token()
    for at, part in enumerate(gone):
        token.raise_if_cancelled()
        if at in taken or part.kind is DifferentPart.ROW or len(part.words) < _LEAST_ALIKE:
            continue
        shared = Counter(
            other
            for three in _threes(part)
            if len(holders.get(three, ())) <= _COMMON
            for other in holders.get(three, ())
        )
        ours = [word.key for word in part.words]
        for other, _ in shared.most_common(8):
            theirs = [word.key for word in new[other].words]
            score = Indel.normalized_similarity(ours, theirs)
            if score >= _ALIKE:
                scores.append((-score, at, other))
    found: list[Pair] = []
    for _, at, other in sorted(scores):
        if at not in taken and other not in used:
            taken.add(at)
            used.add(other)
            found.append((at, other))
    return found


def _threes(part: Part) -> set[tuple[str, ...]]:
    keys = [word.key for word in part.words]
    return {tuple(keys[at : at + 3]) for at in range(len(keys) - 2)}


def _runs(pairs: Iterable[Pair], gone: Sequence[Part], new: Sequence[Part]) -> list[tuple[list[int], list[int]]]:
    """Return pairs that follow one another on both sides together: a section moves as a whole."""
    runs: list[tuple[list[int], list[int]]] = []
    for at, other in sorted(pairs):
        if runs:
            some, others = runs[-1]
            follows = gone[some[-1]].number + 1 == gone[at].number and new[others[-1]].number + 1 == new[other].number
            if follows:
                some.append(at)
                others.append(other)
                continue
        runs.append(([at], [other]))
    return runs


def _moved(before: Sequence[Part], after: Sequence[Part]) -> Found:
    ours, theirs = marked(words_of(before), words_of(after))
    kinds = {part.kind for part in after}
    kind = kinds.pop() if len(kinds) == 1 else DifferentPart.PARAGRAPH
    return Found(DifferenceKind.MOVED, kind, region(before, ours), region(after, theirs))


@dataclass(frozen=True, slots=True)
class _Run:
    """Words that only one side has: in a region of a difference, or all of it."""

    holder: Found
    region: Region
    mark: Span
    words: tuple[Word, ...]


def moved_sentences(found: list[Found]) -> list[Found]:
    """Take words that went from one place to another out of what differs there, and return the differences then."""
    ours = _runs_of(found, before=True)
    theirs: dict[tuple[str, ...], list[_Run]] = defaultdict(list)
    for run in reversed(_runs_of(found, before=False)):
        theirs[_keys(run.words)].append(run)
    moved: list[Found] = []
    for run in ours:
        others = theirs.get(_keys(run.words))
        if others and others[-1].holder is not run.holder:
            other = others.pop()
            moved.append(_moved_words(run, other))
            for one in (run, other):
                one.region.marks.remove(one.mark)
    return [one for one in found if _still_differs(one)] + moved


def _runs_of(found: Iterable[Found], *, before: bool) -> list[_Run]:
    runs: list[_Run] = []
    for one in found:
        side = one.before if before else one.after
        if side is None or one.part in (DifferentPart.CELL, DifferentPart.COLUMN, DifferentPart.SHEET):
            continue
        if one.kind is DifferenceKind.MOVED:
            continue
        text = side.parts[0].text
        for mark in side.marks:
            words = tuple(text.words(mark))
            if sum(word.key.isalnum() for word in words) >= _LEAST_INSIDE:
                runs.append(_Run(one, side, mark, words))
    return runs


def _keys(words: Sequence[Word]) -> tuple[str, ...]:
    keys = [word.key for word in words]
    while keys and not keys[-1].isalnum():
        keys.pop()
    while keys and not keys[0].isalnum():
        keys.pop(0)
    return tuple(keys)


def _moved_words(run: _Run, other: _Run) -> Found:
    before, after = (Region(one.region.parts, spans_of(one.words)) for one in (run, other))
    return Found(DifferenceKind.MOVED, DifferentPart.SENTENCE, before, after)


def _still_differs(one: Found) -> bool:
    return any(side is not None and side.marks for side in (one.before, one.after)) or one.kind is DifferenceKind.MOVED
