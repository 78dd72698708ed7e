"""The list of conversations as a Qt model: grouped by day, or what a search found."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from PySide6.QtCore import QAbstractListModel, Qt, Signal

from desktop_rag.core.results.conversations import ConversationInfo, FoundTurn
from desktop_rag.gui.libraries.models import KEY_ROLE
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import plain_tip
from desktop_rag.gui.widgets.list_delegate import LINE_ROLE
from desktop_rag.gui.widgets.model_index import ROOT, Index

HEADING_ROLE = Qt.ItemDataRole.UserRole + 7  # whether a row only names those below it


@dataclass(frozen=True, slots=True)
class ConversationRow:
    """A row: the heading of a group, a conversation, or a place found in one."""

    heading: str = ""
    info: ConversationInfo | None = None
    found: FoundTurn | None = None


class ConversationModel(QAbstractListModel):
    """Conversations, those that are pinned first, then by day."""

    renamed = Signal(str, str)  # id, title

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[ConversationRow] = []

    def set_conversations(self, conversations: Sequence[ConversationInfo]) -> None:
        """Show these conversations; nothing happens when they are shown already."""
        self._show(list(_grouped(conversations, dt.datetime.now(dt.UTC).astimezone().date())))

    def set_found(self, found: Sequence[FoundTurn]) -> None:
        """Show what a search found, in this order."""
        self._show([ConversationRow(info=one.conversation, found=one) for one in found])

    def row(self, conversation_id: str) -> int:
        """Return the first row of a conversation, -1 when there is none."""
        return next(
            (number for number, row in enumerate(self._rows) if row.info and row.info.id == conversation_id), -1
        )

    def info(self, conversation_id: str) -> ConversationInfo | None:
        """Return a conversation that is shown."""
        row = self.row(conversation_id)
        return self._rows[row].info if row >= 0 else None

    def found(self, row: int) -> FoundTurn | None:
        """Return the place that a row leads to; None where it stands for a whole conversation."""
        return self._rows[row].found

    def rowCount(self, parent: Index = ROOT) -> int:
        """Return the number of rows, headings too."""
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let conversations be chosen and renamed; headings neither."""
        if not 0 <= index.row() < len(self._rows) or self._rows[index.row()].info is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return title, excerpt and id."""
        if not 0 <= index.row() < len(self._rows):
            return None
        row = self._rows[index.row()]
        if row.info is None:
            return {Qt.ItemDataRole.DisplayRole: row.heading, HEADING_ROLE: True}.get(Qt.ItemDataRole(role))
        return _datum(row.info, row.found, role)

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Ask for another title; it is shown once it is stored."""
        row = self._rows[index.row()]
        title = " ".join(str(value).split())
        if role != Qt.ItemDataRole.EditRole or row.info is None or not title or title == row.info.title:
            return False
        self.renamed.emit(row.info.id, title)
        return True

    def _show(self, rows: list[ConversationRow]) -> None:
        if rows != self._rows:
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()


def _grouped(conversations: Sequence[ConversationInfo], today: dt.date) -> Iterator[ConversationRow]:
    """Yield conversations below the headings of their groups, the latest first in each."""
    ordered = sorted(conversations, key=lambda info: (not info.pinned, -info.updated))
    for heading, group in groupby(ordered, key=lambda info: words.conversation_group(info, today)):
        yield ConversationRow(heading=heading)
        for info in group:
            yield ConversationRow(info=info)


def _datum(info: ConversationInfo, found: FoundTurn | None, role: int) -> str | None:
    """Return one of the things a row consists of."""
    if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
        return info.title
    if role == Qt.ItemDataRole.ToolTipRole:
        return plain_tip(info.title)
    if role == Qt.ItemDataRole.AccessibleTextRole:
        return _spoken(info, found)
    if role == LINE_ROLE:
        return _second_line(found) if found else None
    return info.id if role == KEY_ROLE else None


def _second_line(found: FoundTurn) -> str:
    """Return what a row of a search says below the title."""
    return words.plain(found.excerpt) or found.conversation.index_name


def _spoken(info: ConversationInfo, found: FoundTurn | None) -> str:
    """Return what a screen reader says of a row."""
    if found is not None:
        return f"{info.title}, {_second_line(found)}"
    return f"{info.title}, {words.day(info.updated, dt.datetime.now(dt.UTC).astimezone().date())}"
