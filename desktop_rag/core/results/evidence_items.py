"""Sentences with what they rest on, as they were at some time, and what becomes of that when files change."""

import enum
from dataclasses import dataclass

from desktop_rag.core.results.answers import Verdict


@dataclass(frozen=True, slots=True)
class EvidenceSource:
    """The words that a sentence rests on, at ``start`` to ``end`` of a page's text (the first page is 1).

    ``passage`` is what stands around them, ``mark`` their range in it. ``file_sha256`` is that of the file on disk (of
    one inside another, of the outermost) as it was when its library had read just this content, and ``content`` the
    hash that libraries keep; both are "" where the file could not be looked at, which ``note`` says. ``library`` names
    the library.
    """

    file: str
    page: int
    page_label: str
    start: int
    end: int
    quote: str
    library: str = ""
    passage: str = ""
    mark: tuple[int, int] = (0, 0)
    file_sha256: str = ""
    content: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class EvidenceItem:
    """A sentence, or the value of a table's cell, with the verdict of its sources at some time.

    ``label`` says where it belongs: the file and column of a cell. ``context`` are the heading and sentences before it
    that it may rest on. ``by_quotation``: not the text is judged when its sources change, but what is quoted of them.
    """

    number: int
    text: str
    verdict: Verdict
    reasons: tuple[str, ...] = ()
    sources: tuple[EvidenceSource, ...] = ()
    label: str = ""
    context: tuple[str, ...] = ()
    by_quotation: bool = False


class ItemState(enum.StrEnum):
    """What became of a sentence and the files that it rests on; the worst last."""

    NOTHING = "nothing"  # it rests on no file
    SAME = "same"
    CHANGED = "changed"  # the file, which still has these words and supports the sentence as before
    NOT_LOOKED = "not looked at"
    PASSAGE_GONE = "passage gone"  # its words are no longer in the file; others support the sentence as before
    UNSUPPORTED = "no longer supported"  # as much as before
    FILE_GONE = "file gone"

    @property
    def is_fine(self) -> bool:
        """True if nothing has changed."""
        return self in (ItemState.NOTHING, ItemState.SAME)


@dataclass(frozen=True, slots=True)
class SourceLook:
    """A source looked at again: the ``file`` as it lies now, and why, where it could not be looked at.

    ``verdict`` and ``reasons`` are the new judgement, None where none was needed. ``has_words`` tells whether the words
    are still in the file, None where that was not looked for; ``now`` is what it says in their place, "" for nothing.
    """

    state: ItemState
    file: str
    reason: str = ""
    verdict: Verdict | None = None
    reasons: tuple[str, ...] = ()
    has_words: bool | None = None
    now: str = ""


@dataclass(frozen=True, slots=True)
class ItemLook:
    """An item looked at again: its state is the worst of its sources'."""

    item: EvidenceItem
    sources: tuple[SourceLook, ...]

    @property
    def state(self) -> ItemState:
        """The state of the item."""
        order = list(ItemState)
        return max((one.state for one in self.sources), key=order.index, default=ItemState.NOTHING)
