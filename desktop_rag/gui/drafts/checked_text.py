"""The sentences of a text that were checked so far, and where they stand in the text as it is edited."""

import bisect
from collections.abc import Iterable
from dataclasses import dataclass, replace

from desktop_rag.core.results.text_checks import Finding, FindingDecision, InnerFinding, TextSentence
from desktop_rag.gui.drafts.draft_words import Key, key_of

_FEW = 50  # sentences that are put in their places one by one


@dataclass(frozen=True, slots=True)
class Place:
    """The sentence ``number``, at ``start`` to ``end`` of an editor, which counts units of UTF-16."""

    start: int
    end: int
    number: int


class CheckedText:
    """Follows what is checked and what is edited; a sentence that was edited is no longer a checked one."""

    def __init__(self) -> None:
        self._sentences: dict[int, TextSentence] = {}
        self._inner: dict[Key, InnerFinding] = {}
        # of the sentences that are there, in the order of the text, which is that of their numbers
        self._numbers: list[int] = []
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._edits: list[tuple[int, int, int]] = []
        self._wide: list[int] = []  # places of characters that an editor counts twice

    @property
    def is_edited(self) -> bool:
        """True if the text is another one than at the beginning of the check."""
        return bool(self._edits)

    def begin(self, text: str) -> None:
        """Forget what is known: this text is checked from now on."""
        self._sentences, self._inner, self._edits = {}, {}, []
        self._numbers, self._starts, self._ends = [], [], []
        self._wide = [] if text.isascii() else [place for place, char in enumerate(text) if char > "\uffff"]

    def take(self, sentences: Iterable[TextSentence]) -> list[TextSentence]:
        """Take sentences that are done, at places of the text as it was at the beginning; return those still there."""
        taken: list[tuple[int, int, int]] = []
        for one in sentences:
            place = self.moved(one.start, one.end)
            if place is not None and one.number not in self._sentences:
                self._sentences[one.number] = one
                taken.append((one.number, *place))
        taken.sort()
        if taken and (not self._numbers or taken[0][0] > self._numbers[-1]):
            self._extend(taken)
        elif len(taken) <= _FEW:
            for number, start, end in taken:
                at = bisect.bisect_left(self._numbers, number)
                self._numbers.insert(at, number)
                self._starts.insert(at, start)
                self._ends.insert(at, end)
        else:
            every = sorted([*zip(self._numbers, self._starts, self._ends, strict=True), *taken])
            self._numbers, self._starts, self._ends = [], [], []
            self._extend(every)
        return [self._sentences[number] for number, _, _ in taken]

    def take_inner(self, found: Iterable[InnerFinding]) -> list[InnerFinding]:
        """Take what does not fit within the text as it was at the beginning; return what is still there."""
        self._inner = {key_of(one): one for one in found}
        return self.inner()

    def edit(self, position: int, removed: int, added: int) -> bool:
        """Follow an edit: so many units were replaced by so many others; return whether sentences were touched."""
        self._edits.append((position, removed, added))
        first = bisect.bisect_left(self._ends, position)  # the first that does not end before
        behind = bisect.bisect_right(self._starts, position + removed)
        moved = added - removed
        for number in self._numbers[first:behind]:
            del self._sentences[number]
        self._starts[first:] = [start + moved for start in self._starts[behind:]]
        self._ends[first:] = [end + moved for end in self._ends[behind:]]
        del self._numbers[first:behind]
        return behind > first

    def moved(self, start: int, end: int) -> tuple[int, int] | None:
        """Return where a range of the text at the beginning stands now, None where it was edited."""
        place: tuple[int, int] | None = self._units(start), self._units(end)
        for edit in self._edits:
            place = _moved(place, *edit) if place is not None else None
        return place

    def decide(self, key: Key, decision: FindingDecision | None) -> None:
        """Take note of what was decided about a finding."""
        one = self.finding(key)
        if isinstance(one, TextSentence):
            self._sentences[key.number] = replace(one, decision=decision)
        elif one is not None:
            self._inner[key] = replace(one, decision=decision)

    def finding(self, key: Key | None) -> Finding | None:
        """Return a sentence, or what does not fit, None where it is not done, or was edited."""
        one: Finding | None = None
        if key is not None:
            one = self._inner.get(key) if key.kind else self._sentences.get(key.number)
        return one if one is not None and key_of(one) == key and self.range_of(one) is not None else None

    def sentence(self, number: int) -> TextSentence | None:
        """Return a sentence, None where it is not done, or was edited."""
        return self._sentences.get(number)

    def sentences(self) -> list[TextSentence]:
        """Return the sentences in the order of the text."""
        return [self._sentences[number] for number in self._numbers]

    def inner(self) -> list[InnerFinding]:
        """Return what does not fit within the text, as far as it was not edited."""
        return [one for one in self._inner.values() if self.moved(one.start, one.end) is not None]

    def range_of(self, finding: Finding) -> tuple[int, int] | None:
        """Return where a finding stands, None where it was edited."""
        if isinstance(finding, InnerFinding):
            return self.moved(finding.start, finding.end)
        place = self.place(finding.number)
        return (place.start, place.end) if place is not None else None

    def place(self, number: int) -> Place | None:
        """Return where a sentence stands."""
        if number not in self._sentences:
            return None
        return self._place(bisect.bisect_left(self._numbers, number))

    def between(self, first: int, last: int) -> list[Place]:
        """Return the sentences of which some part stands in a range."""
        begin, end = bisect.bisect_right(self._ends, first), bisect.bisect_left(self._starts, last)
        return [self._place(at) for at in range(begin, end)]

    def differing(self, number: int) -> list[tuple[int, int]]:
        """Return where the words stand that the source does not say, where that is not the whole sentence."""
        one, place = self._sentences[number], self.place(number)
        moved = place.start - self._units(one.start) if place is not None else 0
        return [
            (self._units(start) + moved, self._units(end) + moved)
            for start, end in one.differs
            if end - start < len(one.text)
        ]

    def _extend(self, taken: Iterable[tuple[int, int, int]]) -> None:
        for number, start, end in taken:
            self._numbers.append(number)
            self._starts.append(start)
            self._ends.append(end)

    def _place(self, at: int) -> Place:
        return Place(self._starts[at], self._ends[at], self._numbers[at])

    def _units(self, place: int) -> int:
        """Return the place in units of UTF-16 for one in characters."""
        return place + bisect.bisect_left(self._wide, place)


def _moved(place: tuple[int, int], position: int, removed: int, added: int) -> tuple[int, int] | None:
    """Return where a sentence stands after an edit, None where the edit touches it."""
    if place[1] < position:
        return place
    if place[0] > position + removed:
        return place[0] - removed + added, place[1] - removed + added
    return None
