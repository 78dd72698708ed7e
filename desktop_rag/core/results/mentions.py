"""Every mention of something in the documents of a library: what was asked, and what a job returns."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from desktop_rag.core.results.answers import Source
from desktop_rag.core.user_text import UserText, joined

BELOW = 10
"""Hits just below a cut that are shown: they let a person see whether it lies well."""
_BESIDE = 0.01  # log odds by which a cut lies beside the outermost hit that was decided on


@dataclass(frozen=True, slots=True)
class MentionQuery:
    """What is looked for: words that stand one after the other, or several such in quotation marks, each counted.

    ``words`` may have conditions on files as on the search page, and ``within`` has further ones. ``exact`` counts only
    what is written in the same way: case, accents, hyphens and the form of numbers and dates.
    """

    words: str
    exact: bool = False
    within: str = ""


@dataclass(frozen=True, slots=True)
class FileMentions:
    """A file with the number of mentions in it."""

    file: str
    count: int


@dataclass(frozen=True, slots=True)
class FileGap:
    """A file that was not read, or only in part, and why."""

    file: str
    reason: str


@dataclass(frozen=True, slots=True)
class MentionCounts:
    """How often something is mentioned, by file: the files with mentions, the most first, then all the others.

    ``sought`` are the ways to write it that were looked for, ``written`` the spellings found with their numbers.
    ``without`` are files that were read and have none, ``unreadable`` those that could not be read, ``waiting`` those
    that are still to be read (again); ``partly`` were read, but not all of them. ``nearest`` are words of the library
    that are spelt like the words looked for, with the number of passages that have them, where there are no mentions.
    ``by_condition``: not words were counted, but amounts or dates that fit a condition.
    """

    query: MentionQuery
    sought: tuple[str, ...]
    files: tuple[FileMentions, ...]
    without: tuple[str, ...]
    unreadable: tuple[FileGap, ...]
    waiting: tuple[str, ...]
    partly: tuple[FileGap, ...]
    written: tuple[tuple[str, int], ...]
    nearest: tuple[tuple[str, int], ...] = ()
    seconds: float = 0.0
    by_condition: bool = False

    @property
    def method(self) -> str:
        """How complete the count is, in a sentence."""
        if self.by_condition:
            return UserText("Amounts and dates: as the register reads them.")
        return UserText("Words: complete.")

    @property
    def count(self) -> int:
        """The number of mentions."""
        return sum(one.count for one in self.files)

    @property
    def read(self) -> int:
        """The number of files whose text was looked through."""
        return len(self.files) + len(self.without)

    @property
    def total(self) -> int:
        """The number of files in the scope, each once."""
        with_mentions = {one.file for one in self.files}
        return self.read + len(self.unreadable) + sum(file not in with_mentions for file in self.waiting)


@dataclass(frozen=True, slots=True)
class Mention:
    """A mention: ``source`` is the sentence, row or record that it stands in, ``start`` and ``end`` its page's range.

    ``ranges`` are the parts of the source's text that are mentions, this one first.
    """

    source: Source
    start: int
    end: int
    ranges: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class MeaningQuery:
    """What passages are to be about, in words or as a question; ``within`` has conditions on files."""

    words: str
    within: str = ""


@dataclass(frozen=True, slots=True)
class MeaningHit:
    """A sentence, row or record, and how surely it is about what was asked for, as log odds."""

    source: Source
    score: float


@dataclass(frozen=True, slots=True)
class MeaningHits:
    """Sentences by how surely they are about something, the surest first: those above a ``cut`` belong to the result.

    ``read`` of ``passages`` passages (0 within conditions: not counted), the nearest ones, were read sentence by
    sentence. Meaning is never complete: a file without a hit may say it in other words. ``files`` is the number of
    files in the scope whose text is known, and ``unread`` are the others.
    """

    query: MeaningQuery
    hits: tuple[MeaningHit, ...]
    cut: float
    read: int
    passages: int
    files: int
    unread: tuple[FileGap, ...] = ()
    seconds: float = 0.0

    def above(self, cut: float) -> int:
        """Return how many hits are above a cut."""
        return sum(one.score >= cut for one in self.hits)


def moved_cut(cut: float, accepted: Sequence[float], rejected: Sequence[float]) -> float:
    """Return a cut that contradicts the fewest of a person's decisions, the nearest to the given one.

    ``accepted`` and ``rejected`` are the scores of hits that belong to the result, and of those that do not.
    """
    every = sorted({*accepted, *rejected})
    between = [(low + high) / 2 for low, high in pairwise(every)]
    possible = [cut, *between, *([every[0] - _BESIDE, every[-1] + _BESIDE] if every else [])]

    def contradicted(one: float) -> int:
        return sum(score < one for score in accepted) + sum(score >= one for score in rejected)

    return min(possible, key=lambda one: (contradicted(one), abs(one - cut)))


def once_each(mentions: Iterable[Mention]) -> Iterator[Mention]:
    """Yield the first mention of each sentence, row or record; its ranges are all that stand in there."""
    last = None
    for one in mentions:
        unit = one.source.file, one.source.page, one.source.start, one.source.end
        if unit != last:
            last = unit
            yield one


def summary(counts: MentionCounts) -> str:
    """Return how many mentions there are in how many of all files, and how many files could not be looked through."""
    files, total = f"{len(counts.files):,}", f"{counts.total:,}"
    if not counts.count:
        found = UserText("No mentions in {total} files.", total=total)
    elif counts.count == 1:
        found = UserText("1 mention in 1 of {total} files.", total=total)
    else:
        found = UserText(
            "{count} mentions in {files} of {total} files.", count=f"{counts.count:,}", files=files, total=total
        )
    unread, waiting = len(counts.unreadable), len(counts.waiting)
    missing: list[str] = []
    if unread == 1:
        missing.append(UserText("1 could not be read."))
    elif unread:
        missing.append(UserText("{count} could not be read.", count=f"{unread:,}"))
    if waiting == 1:
        missing.append(UserText("1 is still being read."))
    elif waiting:
        missing.append(UserText("{count} are still being read.", count=f"{waiting:,}"))
    told: str = found
    for one in missing:
        told = joined(told, one)
    return told


def meaning_summary(found: MeaningHits, result: Sequence[MeaningHit]) -> list[str]:
    """Return how many sentences in how many files are the result, and how they were found."""
    files, total = f"{len({one.source.file for one in result}):,}", f"{found.files + len(found.unread):,}"
    lines: list[str] = [
        UserText("1 sentence in 1 of {total} files.", total=total)
        if len(result) == 1
        else UserText(
            "{count} sentences in {files} of {total} files.", count=f"{len(result):,}", files=files, total=total
        )
    ]
    if found.unread:
        lines.append(UserText("{count} could not be read.", count=f"{len(found.unread):,}"))
    read, passages = f"{found.read:,}", f"{found.passages:,}"
    if found.passages:
        lines.append(
            UserText(
                "Meaning: not complete. The {read} nearest of {passages} passages were read.",
                read=read,
                passages=passages,
            )
        )
    else:
        lines.append(UserText("Meaning: not complete. The {read} nearest passages were read.", read=read))
    return lines
