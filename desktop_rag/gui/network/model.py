"""The rows of the network page: a host, why it was contacted, when, and how much went out and came in."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QDate, QDateTime, QLocale, Qt

from desktop_rag.core.network.traffic import HostTraffic, Purpose
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import plain_tip
from desktop_rag.gui.widgets.model_index import ROOT, Index

HOST, WHY, FIRST, LAST, REQUESTS, SENT, RECEIVED = range(7)
_NUMBERS = frozenset({REQUESTS, SENT, RECEIVED})


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("Network", text, None, count)


def _titles() -> tuple[str, ...]:
    return _tr("Computer"), _tr("Why"), _tr("First"), _tr("Last"), _tr("Requests"), _tr("Sent"), _tr("Received")


class TrafficModel(QAbstractTableModel):
    """One row for each host and reason, the latest first."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[HostTraffic, ...] = ()

    def show_rows(self, rows: Sequence[HostTraffic]) -> None:
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
        return 7

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a column's title."""
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return _titles()[section]
        return _side(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell."""
        row, column = self.rows[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return _text(row, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _side(column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(_text(row, column))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self.headerData(column, Qt.Orientation.Horizontal)}: {_text(row, column)}"
        return None


def summary(rows: Sequence[HostTraffic]) -> str:
    """Return in one sentence how many other computers were contacted, and how much they were sent."""
    away = [row for row in rows if not row.is_this_computer]
    if not away:
        return _tr("Nothing has left this machine.")
    hosts = len({row.host for row in away})
    since = _moment(min(row.first for row in away))
    sent = _size(sum(row.bytes_out for row in away))
    template = _tr("%Ln other computers were contacted since {since}; {sent} were sent.", hosts)
    return template.format(since=since, sent=sent)


def _side(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column in _NUMBERS else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


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
    }.get(purpose, _tr("Other"))


def _moment(seconds: float) -> str:
    """Return a time, with its day unless that is today: small windows have no room for more."""
    moment = QDateTime.fromSecsSinceEpoch(int(seconds))
    shown = moment.time() if moment.date() == QDate.currentDate() else moment
    return QLocale().toString(shown, QLocale.FormatType.ShortFormat)


def _size(count: int) -> str:
    return QLocale().formattedDataSize(count, 1, QLocale.DataSizeFormat.DataSizeSIFormat)
