"""Contradictions between the documents of a library: what disagrees, where it stands, and what is said to be newer."""

import enum
from dataclasses import dataclass, replace

from desktop_rag.core.results.register import UnreadFile


class ContradictionKind(enum.StrEnum):
    """What disagrees."""

    FIGURE = "figure"
    DATE = "date"
    PARTY = "party"
    NEGATION = "negation"


@dataclass(frozen=True, slots=True)
class Quotation:
    """A sentence or row, at ``start`` to ``end`` of a page's text (the first page is 1), word for word.

    What disagrees stands at ``value_start`` to ``value_end`` of the same page.
    """

    file: str
    page: int
    page_label: str
    start: int
    end: int
    quote: str
    value_start: int
    value_end: int

    @property
    def value(self) -> str:
        """The words that disagree, on one line."""
        return " ".join(self.quote[self.value_start - self.start : self.value_end - self.start].split())


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two documents that say different things about the same, both quoted from the stored texts.

    ``about`` is what they say it of: a label, the head of a row, or words of the sentence. ``key`` identifies it as
    long as neither quotation changes. Where a document says that it changes or replaces the other one, ``newer`` is its
    file and ``says_so`` its words: then nothing contradicts.
    """

    key: str
    kind: ContradictionKind
    about: str
    one: Quotation
    other: Quotation
    newer: str = ""
    says_so: str = ""
    is_dismissed: bool = False

    @property
    def is_newer(self) -> bool:
        """True if one of the documents says that it changes the other."""
        return bool(self.newer)


@dataclass(frozen=True, slots=True)
class Contradictions:
    """The contradictions of a library; ``compared`` of ``files`` were looked through.

    ``unread`` are files that could not be, ``set_aside`` those that state nothing to compare (drafts, templates, data),
    each with its reason.
    """

    found: tuple[Contradiction, ...]
    compared: int
    files: int
    unread: tuple[UnreadFile, ...] = ()
    set_aside: tuple[UnreadFile, ...] = ()

    @property
    def open(self) -> tuple[Contradiction, ...]:
        """Those that are neither dismissed nor explained by a newer document."""
        return tuple(one for one in self.found if not one.is_dismissed and not one.is_newer)

    def decided(self, one: Contradiction, *, is_dismissed: bool) -> "Contradictions":
        """Return the same after a person dismissed one, or wanted it shown again."""
        marked = (replace(other, is_dismissed=is_dismissed) if other == one else other for other in self.found)
        return replace(self, found=tuple(marked))
