"""A text that was checked against files: each sentence with its verdict, what differs, and what the source says."""

import enum
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TypeAlias

from desktop_rag.core.results.answers import Verdict
from desktop_rag.core.results.register import UnreadFile
from desktop_rag.core.user_text import UserText

VERDICTS = {
    Verdict.CONTRADICTED: UserText("Contradicted"),
    Verdict.PARTLY: UserText("Partly supported"),
    Verdict.NOT_SAID: UserText("Nothing found"),
    Verdict.SUPPORTED: UserText("Supported"),
    Verdict.UNCHECKED: UserText("Not checked"),
}
"""The verdicts in words, in the order in which a report has them."""
BY_THESE_FILES = UserText("Judged by these files alone. Whether a sentence is true, they don't tell.")


@dataclass(frozen=True, slots=True)
class CheckScope:
    """The files that a text is checked against: of the library, and of those in ``also``.

    ``query`` is one as the search has it, of which the conditions count (``type:pdf``, ``folder:contracts``); ``files``
    are named by their paths, the ends of them, or their names.
    """

    query: str = ""
    files: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EvidencePlace:
    """The words that a sentence rests on, at ``start`` to ``end`` of a page's text (the first page is 1).

    ``library`` names the library where that is another than the one that was asked first.
    """

    file: str
    page: int
    page_label: str
    start: int
    end: int
    quote: str
    library: str = ""


@dataclass(frozen=True, slots=True)
class OwnSource:
    """A source that a sentence names itself, ``written`` as it stands there, and whether that one says so.

    ``files`` are those that it means, none where it is not among these files; then the verdict is UNCHECKED. ``page``
    is the one that the text gives, "" for none.
    """

    written: str
    page: str
    files: tuple[str, ...]
    verdict: Verdict = Verdict.UNCHECKED
    reasons: tuple[str, ...] = ()
    place: EvidencePlace | None = None


class DecisionKind(enum.StrEnum):
    """What a person decides about a finding."""

    ACCEPTED = "accepted"  # the text stays as it is
    DISMISSED = "dismissed"  # the finding is wrong


@dataclass(frozen=True, slots=True)
class FindingDecision:
    """What a person decided about a finding, with a note ("" for none)."""

    kind: DecisionKind
    note: str = ""


@dataclass(frozen=True, slots=True)
class TextSentence:
    """A sentence at ``start`` to ``end`` of a text, without the marks that end it, and what the files say of it.

    ``reasons`` are sentences for people: what differs and what the source says, or why it was not checked. ``differs``
    are ranges of the text. ``own`` are the sources that it names itself, which are tried first. ``decision`` is what
    the person decided about this verdict on the same words, None for nothing.
    """

    number: int
    start: int
    end: int
    text: str
    verdict: Verdict
    reasons: tuple[str, ...] = ()
    differs: tuple[tuple[int, int], ...] = ()
    place: EvidencePlace | None = None
    own: tuple[OwnSource, ...] = ()
    decision: FindingDecision | None = None

    @property
    def is_checkable(self) -> bool:
        """True if it states something that these files could say."""
        return self.verdict is not Verdict.UNCHECKED

    @property
    def differing_words(self) -> tuple[str, ...]:
        """The words that the source does not say."""
        return tuple(self.text[start - self.start : end - self.start] for start, end in self.differs)

    @property
    def is_of_value(self) -> bool:
        """True if a figure or a name differs, rather than all of it."""
        return any(
            len(words) < len(self.text) and (words[:1].isupper() or any(map(str.isdigit, words)))
            for words in self.differing_words
        )


class InnerKind(StrEnum):
    """What does not fit within a text: a total, a number of things told, a reference, or a figure told twice."""

    TOTAL = "total"
    COUNT = "count"
    REFERENCE = "reference"
    FIGURE = "figure"


INNER_KINDS = {
    InnerKind.TOTAL: UserText("Total doesn't add up"),
    InnerKind.COUNT: UserText("Number doesn't fit the list"),
    InnerKind.REFERENCE: UserText("Reference leads nowhere"),
    InnerKind.FIGURE: UserText("Figure stated differently"),
}
"""The kinds in words."""


@dataclass(frozen=True, slots=True)
class InnerFinding:
    """What does not fit within a text itself, at ``start`` to ``end`` of it, without any file beside it.

    ``other`` is the range of the place that it does not fit, None where there is none: a section that is missing.
    ``reason`` is a sentence for people. ``text`` are its words, and ``context`` is the sentence or the row that they
    stand in. ``decision`` is what the person decided about it, None for nothing.
    """

    kind: InnerKind
    start: int
    end: int
    reason: str
    other: tuple[int, int] | None = None
    text: str = ""
    context: str = ""
    decision: FindingDecision | None = None


Finding: TypeAlias = TextSentence | InnerFinding


@dataclass(frozen=True)
class TextCheck:
    """A text checked against ``files`` files of a library (and others): its sentences in order.

    ``inner`` is what does not fit within the text itself, in order. ``unread`` could not be read, or not yet.
    ``judged`` sentences were judged in this run, ``kept`` in an earlier one. ``notice`` is a sentence for the person,
    "" for none.
    """

    library: str
    text: str
    sentences: tuple[TextSentence, ...]
    files: int
    unread: tuple[UnreadFile, ...] = ()
    judged: int = 0
    kept: int = 0
    seconds: float = 0.0
    notice: str = ""
    inner: tuple[InnerFinding, ...] = ()

    @cached_property
    def counts(self) -> Counter[Verdict]:
        """The number of sentences with each verdict."""
        return Counter(one.verdict for one in self.sentences)

    @property
    def checkable(self) -> int:
        """The number of sentences that could be checked."""
        return len(self.sentences) - self.counts[Verdict.UNCHECKED]

    def reported(self) -> Iterator[TextSentence]:
        """Yield the sentences as a report has them: the worst verdict first, of each figures and names first."""
        order = list(VERDICTS)
        yield from sorted(self.sentences, key=lambda one: (order.index(one.verdict), not one.is_of_value, one.number))


def check_summary(found: TextCheck) -> UserText:
    """Return the numbers of a check with their denominator."""
    counts = found.counts
    return UserText(
        "{checkable} of {sentences} sentences can be checked; {contradicted} contradicted, {partly} partly supported, "
        "{nothing} with nothing found, {supported} supported.",
        checkable=f"{found.checkable:,}",
        sentences=f"{len(found.sentences):,}",
        contradicted=f"{counts[Verdict.CONTRADICTED]:,}",
        partly=f"{counts[Verdict.PARTLY]:,}",
        nothing=f"{counts[Verdict.NOT_SAID]:,}",
        supported=f"{counts[Verdict.SUPPORTED]:,}",
    )
