"""Every mention of something in the documents of a library: what was asked, and what a job returns."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from desktop_rag.core.results.answers import Source
from desktop_rag.core.user_text import UserText, joined


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
