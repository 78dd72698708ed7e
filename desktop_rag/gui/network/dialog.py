"""The network page: who was contacted, when, why and how much, and the offline switch."""

from collections.abc import Callable, Collection, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QDate, QDateTime, QLocale, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QAbstractItemView, QDialog, QHeaderView, QTableView, QVBoxLayout, QWidget

from desktop_rag.core.errors import UserError
from desktop_rag.core.network.traffic import HostTraffic, Purpose
from desktop_rag.core.results.network import MaskedKind, MaskedValue
from desktop_rag.gui.shell.bridge import Bridge
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import CheckBox, Notice, button, button_row, label, plain_tip
from desktop_rag.gui.widgets.model_index import ROOT, Index
from desktop_rag.gui.widgets.theme import Appearance, scaled

_REFRESH_MS = 2000
_SIZE, _MARGIN = QSize(1060, 480), QSize(40, 80)
HOST, WHY, FIRST, LAST, REQUESTS, SENT, RECEIVED = range(7)
_NUMBERS = frozenset({REQUESTS, SENT, RECEIVED})

Row = TypeVar("Row")


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("Network", text, None, count)


def _titles() -> tuple[str, ...]:
    return _tr("Computer"), _tr("Why"), _tr("First"), _tr("Last"), _tr("Requests"), _tr("Sent"), _tr("Received")


class CellModel(QAbstractTableModel, Generic[Row]):
    """A table of rows, which have no more than their cells."""

    def __init__(self, titles: Sequence[str], cell: Callable[[Row, int], str], numbers: Collection[int] = ()) -> None:
        """Take the titles of the columns, what returns the text of a cell, and the columns with numbers."""
        super().__init__()
        self.rows: tuple[Row, ...] = ()
        self._titles = titles
        self._cell = cell
        self._numbers = numbers

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show these rows; the same ones change nothing, so that what is chosen stays."""
        if tuple(rows) != self.rows:
            self.beginResetModel()
            self.rows = tuple(rows)
            self.endResetModel()

    def rowCount(self, parent: Index = ROOT) -> int:
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, _parent: Index = ROOT) -> int:
        """Return the number of columns."""
        return len(self._titles)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a column's title."""
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._titles[section]
        return self._side(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell."""
        column = index.column()
        shown = self._cell(self.rows[index.row()], column)
        if role == Qt.ItemDataRole.DisplayRole:
            return shown.replace("\n", " ")  # an address has several lines
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._side(column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(shown)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self._titles[column]}: {shown}"
        return None

    def _side(self, column: int) -> Qt.AlignmentFlag:
        side = Qt.AlignmentFlag.AlignRight if column in self._numbers else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter


def _masked_titles() -> tuple[str, ...]:
    return _tr("Kept here"), _tr("What"), _tr("Sent instead"), _tr("Requests")


def _masked_text(row: MaskedValue, column: int) -> str:
    return (row.value, _kind(row.kind), row.stand_in, words.number(row.requests))[column]


def _kind(kind: MaskedKind) -> str:
    return {
        "person": _tr("Name"),
        "address": _tr("Address"),
        "amount": _tr("Amount"),
        "account": _tr("Account"),
        "number": _tr("Number of a document"),
        "phone": _tr("Telephone"),
        "email": _tr("E-mail"),
    }[kind]


def summary(rows: Sequence[HostTraffic]) -> str:
    """Return in one sentence how many other computers were contacted, and how much they were sent."""
    away = [row for row in rows if not row.is_this_computer]
    if not away:
        if any(row.purpose == "asked" for row in rows):
            return _tr("Desktop RAG has contacted no other computer. Other programs have read shared libraries.")
        return _tr("Nothing has left this machine.")
    hosts = len({row.host for row in away})
    since = _moment(min(row.first for row in away))
    sent = _size(sum(row.bytes_out for row in away))
    template = _tr("%Ln other computers were contacted since {since}; {sent} were sent.", hosts)
    return template.format(since=since, sent=sent)


def _text(row: HostTraffic, column: int) -> str:
    if column == HOST:
        return _tr("{host} (this computer)").format(host=row.host) if row.is_this_computer else row.host
    if column == WHY:
        return _purpose(row.purpose)
    if column in (FIRST, LAST):
        return _moment(row.first if column == FIRST else row.last)
    if column == REQUESTS:
        return words.number(row.requests)
    return _size(row.bytes_out if column == SENT else row.bytes_in)


def _purpose(purpose: Purpose) -> str:
    return {
        "chat": _tr("Answers"),
        "embedding": _tr("Meaning search"),
        "reranking": _tr("Reranking"),
        "models": _tr("Lists of models"),
        "download": _tr("Downloads"),
        "asked": _tr("Asked from this computer"),
    }.get(purpose, _tr("Other"))


def _moment(seconds: float) -> str:
    """Return a time, with its day unless that is today: small windows have no room for more."""
    moment = QDateTime.fromSecsSinceEpoch(int(seconds))
    shown = moment.time() if moment.date() == QDate.currentDate() else moment
    return QLocale().toString(shown, QLocale.FormatType.ShortFormat)


def _size(count: int) -> str:
    return QLocale().formattedDataSize(count, 1, QLocale.DataSizeFormat.DataSizeSIFormat)


class NetworkDialog(QDialog):
    """Lists the traffic; it follows new requests while it is open."""

    offline_wanted = Signal(bool)

    def __init__(self, bridge: Bridge, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.setObjectName("network_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Network"))
        self.resize(_SIZE if parent is None else _SIZE.boundedTo(parent.window().size() - _MARGIN))
        self.model = CellModel[HostTraffic](_titles(), _text, _NUMBERS)
        self.masked_model = CellModel[MaskedValue](_masked_titles(), _masked_text)
        self.masked_table = _table(self.masked_model, "network_masked_table", self.tr("Values that were kept here"), 0)
        self.masked_summary = label("", "muted", wrap=True)
        self.masked_summary.setObjectName("network_masked_summary")
        self.summary = label("", "title", wrap=True)
        self.summary.setObjectName("network_summary")
        self.offline = CheckBox(self.tr("Work offline"), appearance)
        self.offline.setObjectName("network_offline")
        self.offline.setToolTip(self.tr("Contact nothing but programs on this computer"))
        self.offline.setChecked(bridge.worker.network.is_offline)
        self.offline.clicked.connect(self.offline_wanted)
        self._clear = button(self.tr("Clear list"), "network_clear_button")
        self._clear.clicked.connect(self._clear_list)
        self._notice = Notice("failure")
        self._notice.hide()
        self._lay_out()
        timer = QTimer(self)
        timer.timeout.connect(self.refresh)
        timer.start(_REFRESH_MS)
        self.refresh()

    def refresh(self) -> None:
        """Read the list again, off this thread."""
        self._bridge.call(self._bridge.worker.network.rows, self._show, self.fail)
        self._bridge.call(self._bridge.worker.network.masked, self._show_masked, self.fail)

    def show_offline(self, *, offline: bool) -> None:
        """Show whether the network is switched off."""
        self.offline.setChecked(offline)

    def fail(self, error: UserError) -> None:
        """Show the error."""
        self._notice.tell(error.message, error.next_step)
        self._notice.show()

    def _lay_out(self) -> None:
        lead = self.tr(
            "Every request of Desktop RAG goes through one place, which keeps this list. Sizes include headers. "
            "Contents, paths and keys are not kept."
        )
        close = button(self.tr("Close"), "network_close_button", "primary")
        close.setDefault(True)
        close.clicked.connect(self.accept)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 20, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(self.summary)
        layout.addWidget(label(lead, "muted", wrap=True))
        room = QWidget()  # stays when the table is hidden
        inner = QVBoxLayout(room)
        inner.setContentsMargins(0, 0, 0, 0)
        self.table = _table(self.model, "network_table", self.tr("Computers that were contacted"), HOST)
        inner.addWidget(self.table)
        layout.addWidget(room, 1)
        layout.addWidget(self.masked_summary)
        layout.addWidget(self.masked_table, 1)
        layout.addWidget(self._notice)
        layout.addLayout(button_row(self._clear, close, start=self.offline))

    def _show(self, rows: tuple[HostTraffic, ...]) -> None:
        self.model.show_rows(rows)
        self.summary.setText(summary(rows))
        self.table.setVisible(bool(rows))
        self._clear.setEnabled(bool(rows))

    def _show_masked(self, rows: tuple[MaskedValue, ...]) -> None:
        self.masked_model.show_rows(rows)
        told = self.tr("%Ln private values were kept from servers of models since the start.", "", len(rows))
        beside = self.tr("What no rule recognised was sent as it is. This list is not stored.")
        self.masked_summary.setText(f"{told} {beside}")
        for one in (self.masked_summary, self.masked_table):
            one.setVisible(bool(rows))

    def _clear_list(self) -> None:
        self._bridge.call(self._bridge.worker.network.clear, lambda _: self.refresh(), self.fail)


def _table(model: QAbstractTableModel, name: str, spoken: str, widest: int) -> QTableView:
    """Return the view of a table whose ``widest`` column takes the room that is left."""
    table = QTableView()
    table.setObjectName(name)
    table.setAccessibleName(spoken)
    table.setModel(model)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setTabKeyNavigation(False)
    table.verticalHeader().hide()
    table.verticalHeader().setDefaultSectionSize(scaled(34))
    header = table.horizontalHeader()
    header.setHighlightSections(False)
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    header.setSectionResizeMode(widest, QHeaderView.ResizeMode.Stretch)
    return table
