"""The rows of a register in a table: filtered, in an order, or as a timeline below the names of its months."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from PySide6.QtCore import QAbstractTableModel, Qt, Signal
from PySide6.QtGui import QFont

from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.register import FactKind, RegisterRow
from desktop_rag.evidence.tables import on_one_line
from desktop_rag.gui.all_documents import register_words
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets.basics import plain_tip
from desktop_rag.gui.widgets.model_index import ROOT, Index
from desktop_rag.gui.widgets.theme import Appearance

VALUE, ABOUT, KIND, FILE, SENTENCE = range(5)
Shown = RegisterRow | str
"""A row, or the name of the month above rows of a timeline."""


@dataclass(frozen=True, slots=True)
class RegisterView:
    """What is shown of a register: rows of a kind (None: all) with some words, in the order of a column."""

    words: str = ""
    kind: FactKind | None = None
    timeline: bool = False
    column: int = -1  # none: the order of the files
    descending: bool = False


class RegisterModel(QAbstractTableModel):
    """Takes rows as they are found; they are filtered and sorted in the background, however many there are."""

    arranged = Signal()

    def __init__(self, bridge: Bridge, appearance: Appearance) -> None:
        super().__init__()
        self._bridge = bridge
        self._appearance = appearance
        self._bold = QFont()
        self._bold.setBold(True)
        self._every: list[RegisterRow] = []
        self._shown: Sequence[Shown] = ()
        self._view = RegisterView()
        self._is_arranging = self._is_outdated = False
        appearance.changed.connect(self._recolour)

    @property
    def count(self) -> int:
        """The number of rows of the register, shown or not."""
        return len(self._every)

    def clear(self) -> None:
        """Show nothing, for another register begins."""
        self.beginResetModel()
        self._every, self._shown = [], ()
        self.endResetModel()

    def add(self, rows: Sequence[RegisterRow]) -> None:
        """Add rows that were found."""
        if rows:
            self._every += rows
            self._arrange()

    def show(self, view: RegisterView) -> None:
        """Show other rows, or in another order."""
        self._view = view
        self._arrange()

    def row(self, place: int) -> RegisterRow | None:
        """Return the row at a place of the table, None for the name of a month."""
        shown = self._shown[place] if 0 <= place < len(self._shown) else None
        return shown if isinstance(shown, RegisterRow) else None

    def shown_rows(self) -> list[RegisterRow]:
        """Return the rows that are shown, in order."""
        return [one for one in self._shown if isinstance(one, RegisterRow)]

    def _arrange(self) -> None:
        """Filter and sort in the background; what changes meanwhile is done after that."""
        if self._is_arranging:
            self._is_outdated = True
            return
        self._is_arranging, self._is_outdated = True, False
        rows, view = tuple(self._every), self._view
        self._bridge.call(lambda: arranged(rows, view), self._take, self._fail)

    def _take(self, shown: list[Shown]) -> None:
        self._is_arranging = False
        if self._every or not shown:
            self.beginResetModel()
            self._shown = shown
            self.endResetModel()
            self.arranged.emit()
        if self._is_outdated:
            self._arrange()

    def _fail(self, _error: UserError) -> None:
        self._is_arranging = False

    def _recolour(self) -> None:
        if self._shown:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._shown) - 1, SENTENCE))

    def rowCount(self, parent: Index = ROOT) -> int:
        """Return the number of rows, those with names of months too."""
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, _parent: Index = ROOT) -> int:
        """Return the number of columns."""
        return SENTENCE + 1

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a column's title."""
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            titles = (self.tr("Value"), self.tr("About"), self.tr("Kind"), self.tr("File"), self.tr("Sentence"))
            return titles[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let only rows be chosen."""
        is_row = self.row(index.row()) is not None
        return Qt.ItemFlag.ItemIsEnabled | (Qt.ItemFlag.ItemIsSelectable if is_row else Qt.ItemFlag.NoItemFlags)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell."""
        shown = self._shown[index.row()]
        if isinstance(shown, str):
            if role == Qt.ItemDataRole.FontRole:
                return self._bold
            return shown if role == Qt.ItemDataRole.DisplayRole and index.column() == VALUE else None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return text(shown, index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(shown.written if index.column() == VALUE else text(shown, index.column()))
        if role == Qt.ItemDataRole.ForegroundRole and index.column() in (KIND, FILE):
            return self._appearance.theme.color("muted")
        return None


def text(row: RegisterRow, column: int) -> str:
    """Return a cell's words."""
    return _TEXTS[column](row)


def _sentence(row: RegisterRow) -> str:
    return on_one_line(row.sentence)


_TEXTS: dict[int, Callable[[RegisterRow], str]] = {
    VALUE: register_words.value,
    ABOUT: lambda row: row.about,
    KIND: register_words.kind_of,
    FILE: register_words.place,
    SENTENCE: _sentence,
}


def arranged(rows: Sequence[RegisterRow], view: RegisterView) -> list[Shown]:
    """Return what is shown of rows, on any thread."""
    wanted = view.words.casefold().split()
    kept = [row for row in rows if view.kind in (None, row.kind) and _has(row, wanted)]
    if view.timeline:
        return _timeline(kept)
    if view.column >= 0:
        kept.sort(key=_KEYS[view.column], reverse=view.descending)
    return list(kept)


def _has(row: RegisterRow, wanted: Sequence[str]) -> bool:
    said = f"{row.written}\n{row.about}\n{shown_name(row.file)}\n{row.sentence}".casefold() if wanted else ""
    return all(word in said for word in wanted)


def _timeline(rows: Sequence[RegisterRow]) -> list[Shown]:
    shown: list[Shown] = []
    month = ""
    for row in sorted((row for row in rows if row.day), key=lambda row: row.day):
        if row.day[:7] != month:
            month = row.day[:7]
            shown.append(register_words.month(month))
        shown.append(row)
    return shown


def _by_value(row: RegisterRow) -> tuple[str, str, Decimal, str]:
    """Sort days by time and amounts by worth, each kind by itself."""
    if row.kind is FactKind.AMOUNT:
        return "1", row.currency, Decimal(row.value), ""
    return ("0" if row.day else "2"), row.day, Decimal(0), row.written.casefold()


_KEYS: dict[int, Callable[[RegisterRow], tuple[object, ...]]] = {
    VALUE: _by_value,
    ABOUT: lambda row: (row.about.casefold(),),
    KIND: lambda row: (list(FactKind).index(row.kind),),
    FILE: lambda row: (shown_name(row.file).casefold(), row.file, row.page, row.start),
    SENTENCE: lambda row: (row.sentence.casefold(),),
}
