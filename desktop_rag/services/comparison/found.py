"""Differences while they are looked for: ranges of words and parts, before they are worded and numbered."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from desktop_rag.core.results.comparison import DifferenceKind, DifferentPart
from desktop_rag.services.comparison.alignment import differing
from desktop_rag.services.comparison.parts import Part, Span, Word, merged


@dataclass
class Region:
    """The words of one side of a difference; ``marks`` are those that the other side lacks."""

    parts: Sequence[Part]
    spans: tuple[Span, ...]
    marks: list[Span] = field(default_factory=list)
    around: Span | None = None

    @property
    def number(self) -> int:
        """The place of its first part among all of its text."""
        return self.parts[0].number


@dataclass
class Found:
    """A difference; ``runs`` are the words that only one side has, each with the other side's place."""

    kind: DifferenceKind
    part: DifferentPart
    before: Region | None
    after: Region | None
    row: str = ""
    column: str = ""


def region(parts: Sequence[Part], marks: Iterable[Span] = ()) -> Region:
    """Return the region of whole parts."""
    return Region(parts, merged(part.span for part in parts), list(marks))


def words_of(parts: Iterable[Part]) -> list[Word]:
    """Return the words of parts, in order."""
    return [word for part in parts for word in part.words]


def marked(first: Sequence[Word], second: Sequence[Word]) -> tuple[list[Span], list[Span]]:
    """Return the ranges of words on each side that the other lacks; none where they differ in hyphens at line ends."""
    ours: list[Span] = []
    theirs: list[Span] = []
    for one in differing([word.key for word in first], [word.key for word in second]):
        left, right = first[one.first : one.first_end], second[one.second : one.second_end]
        if left and right and _joined(left) == _joined(right):
            continue
        ours += spans_of(left)
        theirs += spans_of(right)
    return ours, theirs


def spans_of(words: Sequence[Word]) -> tuple[Span, ...]:
    """Return the range of words that stand together, one for each page."""
    return merged(Span(word.page, word.start, word.end) for word in words)


def _joined(words: Sequence[Word]) -> str:
    """Return words without the hyphens that the end of a line may have brought, or taken along."""
    return "".join(word.key for word in words).replace("-", "")


def pair_of(before: Sequence[Part], after: Sequence[Part]) -> Found | None:
    """Return how parts that belong together differ; None where they are alike, however they are cut."""
    first, second = words_of(before), words_of(after)
    ours, theirs = marked(first, second)
    if not ours and not theirs:
        return None
    kind = after[0].kind if len(after) == 1 and len(before) == 1 else _kind_of([*before, *after])
    return Found(DifferenceKind.CHANGED, kind, region(before, ours), region(after, theirs))


def _kind_of(parts: Sequence[Part]) -> DifferentPart:
    """Return what parts are together: those of one kind are that, and sentences with others a paragraph."""
    kinds = {part.kind for part in parts}
    return kinds.pop() if len(kinds) == 1 else DifferentPart.PARAGRAPH
