"""The rows of “Find all”: files with their numbers, the mentions below those that are unfolded, and the other files."""

import enum
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, Qt, Signal

from desktop_rag.core.file_paths import shown_path
from desktop_rag.core.results.mentions import Mention, MentionCounts, once_each
from desktop_rag.gui.all_documents import mention_words
from desktop_rag.gui.widgets.basics import plain_tip
from desktop_rag.gui.widgets.model_index import ROOT, Index

ROW_ROLE = Qt.ItemDataRole.UserRole + 1


class Group(enum.StrEnum):
    """The groups of files that the list can show."""

    WITH = "with"
    WITHOUT = "without"
    UNREADABLE = "unreadable"
    WAITING = "waiting"


@dataclass(frozen=True, slots=True)
class MentionRow:
    """A row: a file with its number of mentions (``mention`` is None) or the reason it was not read, or a mention."""

    file: str
    count: int = 0
    reason: str = ""
    mention: Mention | None = None
    unfolded: bool = False

    @property
    def can_unfold(self) -> bool:
        """True for a file with mentions."""
        return self.mention is None and self.count > 0


class MentionModel(QAbstractListModel):
    """Rows of one height, so that tens of thousands are laid out at once; mentions come when a file is unfolded."""

    mentions_wanted = Signal(str)  # file

    def __init__(self) -> None:
        super().__init__()
        self._counts: MentionCounts | None = None
        self._rows: list[MentionRow] = []
        self.group = Group.WITH

    def show(self, counts: MentionCounts | None, group: Group = Group.WITH) -> None:
        """Show the files of a group of a result, all of them folded."""
        self.beginResetModel()
        self._counts, self.group = counts, group
        self._rows = _rows_of(counts, group) if counts is not None else []
        self.endResetModel()

    def row(self, number: int) -> MentionRow | None:
        """Return a row, None when there is none."""
        return self._rows[number] if 0 <= number < len(self._rows) else None

    def unfold(self, number: int) -> None:
        """Ask for the mentions of the file in a row, unless they are shown."""
        row = self.row(number)
        if row is not None and row.can_unfold and not row.unfolded:
            self._set_unfolded(number, row, unfolded=True)
            self.mentions_wanted.emit(row.file)

    def fold(self, number: int) -> int:
        """Remove the mentions below a file, also from one of them; return the row of the file."""
        place = number
        while place > 0 and self._rows[place].mention is not None:
            place -= 1
        row = self.row(place)
        if row is None or not row.unfolded:
            return place
        end = place + 1
        while end < len(self._rows) and self._rows[end].mention is not None:
            end += 1
        if end > place + 1:
            self.beginRemoveRows(ROOT, place + 1, end - 1)
            del self._rows[place + 1 : end]
            self.endRemoveRows()
        self._set_unfolded(place, row, unfolded=False)
        return place

    def show_mentions(self, file: str, mentions: Sequence[Mention]) -> None:
        """Show the mentions of a file below it, each sentence, row or record once; not if it was folded meanwhile."""
        places = (number for number, row in enumerate(self._rows) if row.unfolded and row.file == file)
        place = next(places, -1)
        if place < 0 or (place + 1 < len(self._rows) and self._rows[place + 1].mention is not None):
            return
        new = [MentionRow(file, mention=one) for one in once_each(mentions)]
        if new:
            self.beginInsertRows(ROOT, place + 1, place + len(new))
            self._rows[place + 1 : place + 1] = new
            self.endInsertRows()

    def rowCount(self, parent: Index = ROOT) -> int:
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the row for the delegate, and the text for screen readers."""
        row = self.row(index.row())
        if row is None:
            return None
        if role == ROW_ROLE:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            if row.mention is not None:
                return mention_words.spoken_mention(row.mention)
            return mention_words.spoken_file(row.file, row.count, row.reason)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(mention_words.tool_tip(row.mention) if row.mention else shown_path(row.file))
        return None

    def _set_unfolded(self, number: int, row: MentionRow, *, unfolded: bool) -> None:
        self._rows[number] = MentionRow(row.file, row.count, row.reason, None, unfolded)
        index = self.index(number)
        self.dataChanged.emit(index, index)


def group_sizes(counts: MentionCounts) -> dict[Group, int]:
    """Return the number of files in each group."""
    return {
        Group.WITH: len(counts.files),
        Group.WITHOUT: len(counts.without),
        Group.UNREADABLE: len(counts.unreadable),
        Group.WAITING: len(counts.waiting),
    }


def _rows_of(counts: MentionCounts, group: Group) -> list[MentionRow]:
    partly = {one.file: one.reason for one in counts.partly}
    if group is Group.WITH:
        return [MentionRow(one.file, one.count, partly.get(one.file, "")) for one in counts.files]
    if group is Group.WITHOUT:
        return [MentionRow(file, 0, partly.get(file, "")) for file in counts.without]
    if group is Group.UNREADABLE:
        return [MentionRow(one.file, 0, one.reason) for one in counts.unreadable]
    return [MentionRow(file) for file in counts.waiting]
