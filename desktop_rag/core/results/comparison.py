"""Two files, or two states of one, beside each other: what differs, with its place on both sides."""

import enum
from collections import Counter
from dataclasses import dataclass

from desktop_rag.core.errors import BugError
from desktop_rag.core.page_breaks import RunOn
from desktop_rag.core.results.answers import Citation, Source, Verdict
from desktop_rag.core.user_text import UserText, joined


class DifferenceKind(enum.StrEnum):
    """The kinds of differences; what moved may have changed as well."""

    CHANGED = "changed"
    MOVED = "moved"
    NEW = "new"
    GONE = "gone"
    RENUMBERED = "renumbered"


class DifferentPart(enum.StrEnum):
    """What differs."""

    PARAGRAPH = "paragraph"
    HEADING = "heading"
    ITEM = "item"
    SENTENCE = "sentence"
    LINE = "line"
    ROW = "row"
    CELL = "cell"
    COLUMN = "column"
    TABLE = "table"
    SHEET = "sheet"


KIND_WORDS = {
    DifferenceKind.CHANGED: UserText("Changed"),
    DifferenceKind.MOVED: UserText("Moved"),
    DifferenceKind.NEW: UserText("New"),
    DifferenceKind.GONE: UserText("Gone"),
    DifferenceKind.RENUMBERED: UserText("Renumbered"),
}
PART_WORDS = {
    DifferentPart.PARAGRAPH: UserText("Paragraph"),
    DifferentPart.HEADING: UserText("Heading"),
    DifferentPart.ITEM: UserText("List item"),
    DifferentPart.SENTENCE: UserText("Sentence"),
    DifferentPart.LINE: UserText("Line"),
    DifferentPart.ROW: UserText("Table row"),
    DifferentPart.CELL: UserText("Table cell"),
    DifferentPart.COLUMN: UserText("Table column"),
    DifferentPart.TABLE: UserText("Table"),
    DifferentPart.SHEET: UserText("Sheet"),
}


@dataclass(frozen=True, slots=True)
class Place:
    """A range of characters in the text of a page; pages count from 1."""

    page: int
    page_label: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a difference: its words, which may go on over the end of a page, and where they stand.

    ``marks`` are the ranges of ``text`` that the other side lacks. ``around`` is the row of a cell.
    """

    file: str
    places: tuple[Place, ...]
    text: str
    marks: tuple[tuple[int, int], ...] = ()
    heading: str = ""
    around: Place | None = None

    @property
    def place(self) -> Place:
        """Where it begins."""
        return self.places[0]

    def source(self, text: str = "") -> Source:
        """Return the first page's part as a source, which viewers show; ``text`` is that of the row around a cell."""
        first, around = self.place, self.around
        shown = around or first
        words = text if around else self.text[: first.end - first.start]
        return Source(
            1, 0.0, self.file, shown.page, shown.page_label, shown.start, shown.end, words, "", (), self.heading,
            runs_on=self._rest(),
        )  # fmt: skip

    def citation(self) -> Citation:
        """Return the words themselves as what is cited: viewers mark them."""
        first = self.place
        words = self.text[: first.end - first.start]
        return Citation(
            1, 0, 0, self.file, first.page, first.start, first.end, words, 1.0, "", self._rest()
        )  # fmt: skip

    def _rest(self) -> RunOn | None:
        """Return what stands on the next page, None where all stands on one."""
        if len(self.places) < 2 or self.around is not None:
            return None
        first, second = self.places[:2]
        at = first.end - first.start
        return RunOn(at, self.text[at + 1 :], second.page, second.start, second.end)


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that one side has in another way, at another place, or alone: then the other side is None.

    ``row`` and ``column`` name the cell of a table that differs.
    """

    number: int
    kind: DifferenceKind
    part: DifferentPart
    before: Side | None
    after: Side | None
    row: str = ""
    column: str = ""

    @property
    def is_changed(self) -> bool:
        """True if both sides are there and their words differ."""
        sides = self.before, self.after
        return all(sides) and any(side.marks for side in sides if side)

    @property
    def shown(self) -> Side:
        """The side to look at: what is there now, of what is gone what was there."""
        side = self.after or self.before
        if side is None:
            raise BugError("a difference without sides")
        return side


@dataclass(frozen=True, slots=True)
class ComparedText:
    """A side of a comparison: a file, or with ``kept`` the state of it that the library kept at that time (UTC)."""

    file: str
    pages: int
    parts: int
    notice: str = ""
    kept: float = 0.0


@dataclass(frozen=True, slots=True)
class EarlierText:
    """The state that a file had until ``kept``, read at ``read`` (UTC); ``size`` is that of its text as it is kept."""

    file: str
    kept: float
    read: float
    pages: int
    size: int


@dataclass(frozen=True, slots=True)
class EarlierTexts:
    """The kept states of a file, the last one first, and since when the library keeps them: 0 where it does not."""

    since: float
    states: tuple[EarlierText, ...] = ()


class FileChange(enum.StrEnum):
    """What became of a file of a folder."""

    CHANGED = "changed"
    RENAMED = "renamed"  # or moved; what it says may have changed as well
    NEW = "new"
    GONE = "gone"


CHANGE_WORDS = {
    FileChange.CHANGED: UserText("Changed"),
    FileChange.RENAMED: UserText("Renamed or moved"),
    FileChange.NEW: UserText("New"),
    FileChange.GONE: UserText("Gone"),
}


@dataclass(frozen=True, slots=True)
class ChangedFile:
    """A file that differs between two folders, or two times: its paths, "" where it is new or gone.

    ``differences`` counts what its texts differ in: 0 where they are alike, -1 where they cannot be compared, for
    ``reason``. With ``kept``, the text before is the state that the library kept until that time.
    """

    kind: FileChange
    before: str
    after: str
    differences: int = 0
    kept: float = 0.0
    reason: str = ""

    @property
    def can_be_compared(self) -> bool:
        """True if both texts are there."""
        return bool(self.before and self.after) and self.differences >= 0

    @property
    def file(self) -> str:
        """The path now, of a file that is gone the one it had."""
        return self.after or self.before


@dataclass(frozen=True, slots=True)
class FolderComparison:
    """What became of the files of a folder: in another one, or since a time (seconds since 1970), else 0.

    ``known_since`` is later than ``since`` where the library has kept earlier states only from then on.
    """

    before: str
    after: str
    files: tuple[ChangedFile, ...]
    same: int
    since: float = 0.0
    known_since: float = 0.0
    seconds: float = 0.0

    def counts(self) -> dict[FileChange, int]:
        """Return how many files of each kind there are."""
        found = Counter(one.kind for one in self.files)
        return {kind: found[kind] for kind in FileChange}


def folder_summary(found: FolderComparison) -> str:
    """Return how many files differ, and how many are alike."""
    same, total = f"{found.same:,}", len(found.files)
    if not total:
        return UserText("No file differs; unchanged: {same}.", same=same)
    if total == 1:
        return UserText("1 file differs; unchanged: {same}.", same=same)
    return UserText("{total} files differ; unchanged: {same}.", total=f"{total:,}", same=same)


@dataclass(frozen=True, slots=True)
class Comparison:
    """All differences of two texts, in the order in which they stand; ``same`` counts the parts that are alike."""

    before: ComparedText
    after: ComparedText
    differences: tuple[Difference, ...]
    same: int
    seconds: float = 0.0

    def counts(self) -> dict[DifferenceKind, int]:
        """Return how many differences of each kind there are."""
        found = Counter(one.kind for one in self.differences)
        return {kind: found[kind] for kind in DifferenceKind}


@dataclass(frozen=True, slots=True)
class Statement:
    """What a summary says of one side, and the verdict of that side on it, with reasons where it is no full support."""

    text: str
    side: Side
    verdict: Verdict
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SummaryPoint:
    """A point of a summary: what was said before and is said now of a difference, one of them None where it is new."""

    number: int
    before: Statement | None
    after: Statement | None


@dataclass(frozen=True, slots=True)
class ComparisonSummary:
    """A model's summary of a comparison.

    ``left_out`` counts points that the files do not say; the model was shown ``shown`` of ``total`` differences.
    """

    points: tuple[SummaryPoint, ...]
    left_out: int = 0
    shown: int = 0
    total: int = 0


def summary_note(found: ComparisonSummary) -> str:
    """Return what was left out of a summary, "" where nothing was."""
    note = "" if found.points else UserText("The model named nothing that the files say.")
    if found.left_out:
        note = joined(note, UserText("Left out, as the files do not say it: {count}.", count=f"{found.left_out:,}"))
    if found.shown < found.total:
        counts = {"shown": f"{found.shown:,}", "total": f"{found.total:,}"}
        note = joined(note, UserText("The model was shown the first {shown} of {total} differences.", **counts))
    return note


def summary(found: Comparison) -> str:
    """Return how many differences there are, and how much is alike."""
    same, total = f"{found.same:,}", len(found.differences)
    if not total:
        return UserText("No differences. {same} paragraphs and rows are alike.", same=same)
    if total == 1:
        return UserText("1 difference. {same} paragraphs and rows are alike.", same=same)
    return UserText("{total} differences. {same} paragraphs and rows are alike.", total=f"{total:,}", same=same)
