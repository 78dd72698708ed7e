"""The list of what is watched: each thing with its state, below it the statements that a person should know of."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QListView, QStyleOptionViewItem

from desktop_rag.core.results.pins import NewsKind, Pin, PinFinding, PinOverview
from desktop_rag.gui.watched import watched_words
from desktop_rag.gui.widgets.list_delegate import option_rect, option_state
from desktop_rag.gui.widgets.model_index import Index
from desktop_rag.gui.widgets.quotation_pair import PairDelegate, QuotationPair, is_at_other
from desktop_rag.gui.widgets.row_list import ENTER_KEYS, ROW_ROLE, RowList, RowModel
from desktop_rag.gui.widgets.theme import BODY, SMALL, TEXT, Appearance, scaled

_SIDE, _TOP, _LINE = 10, 8, 20  # pixels
_BATCH = 20  # rows that are laid out in one turn
_ORDER = (NewsKind.BROKEN, NewsKind.NEW_FILE, NewsKind.HOLDS_AGAIN)
Key = tuple[int, int, NewsKind, str]


@dataclass(frozen=True, slots=True)
class ThingRow:
    """A watched thing; ``counts`` are its statements with news, by kind, and ``gone`` those whose file is gone."""

    pin: Pin
    counts: watched_words.Counts
    gone: int


@dataclass(frozen=True, slots=True)
class FindingRow:
    """What became of a statement of a watched thing; ``is_fresh``: the person was not told before this visit."""

    pin: Pin
    finding: PinFinding
    is_fresh: bool


Row = ThingRow | FindingRow


class _Delegate(PairDelegate[Row]):
    """Paints a thing in three lines, and a statement with its old words and the new ones."""

    def quotes(self, row: Row) -> tuple[str, str] | None:
        """Return the old words and the new ones of a statement."""
        return watched_words.quotes(row.finding) if isinstance(row, FindingRow) else None

    def note(self, row: Row) -> str:
        """Return why a statement no longer holds."""
        return watched_words.note(row.finding) if isinstance(row, FindingRow) else ""

    def pair(self, row: Row) -> QuotationPair:
        """Return what is painted of a statement."""
        assert isinstance(row, FindingRow)  # noqa: S101 - it has quotes
        return watched_words.pair(row.finding, is_fresh=row.is_fresh)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return a row's size."""
        if isinstance(index.data(ROW_ROLE), ThingRow):
            return QSize(option_rect(option).width(), scaled(2 * _TOP + 3 * _LINE))
        return super().sizeHint(option, index)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        row = index.data(ROW_ROLE)
        if not isinstance(row, ThingRow):
            super().paint(painter, option, index)
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = option_rect(option)
        self._paint_ground(painter, box, option_state(option))
        inner = box.adjusted(_SIDE, scaled(_TOP), -_SIDE, -scaled(_TOP))
        lines = (
            (row.pin.title, TEXT, "text", True),
            (_state(row), BODY, "error" if row.pin.broken else "ok", False),
            (watched_words.about(row.pin), SMALL, "muted", False),
        )
        for number, (text, size, role, bold) in enumerate(lines):
            line = QRect(inner.left(), inner.top() + number * scaled(_LINE), inner.width(), scaled(_LINE))
            self._write(painter, line, text, size, role, bold=bold)
        painter.restore()


class WatchedList(RowList[Row]):
    """Enter opens a thing or the page of a statement, Delete stops watching."""

    finding_wanted = Signal(object, bool)  # PinFinding; whether its old words are wanted rather than the new ones
    thing_wanted = Signal(object)  # Pin
    removal_wanted = Signal(object)  # Pin
    own_keys = (Qt.Key.Key_Delete,)

    def __init__(self, appearance: Appearance) -> None:
        rows = RowModel[Row](_spoken, _tool_tip)
        super().__init__(rows, _Delegate(appearance), appearance)
        self.setObjectName("watched_list")
        self.setAccessibleName(self.tr("Watched answers and texts"))
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setBatchSize(_BATCH)
        self.doubleClicked.connect(self._open_thing)

    def act(self, row: Row, key: int) -> bool:
        """Open, or stop watching."""
        if key in ENTER_KEYS and isinstance(row, ThingRow):
            self.thing_wanted.emit(row.pin)
        elif isinstance(row, FindingRow) and key in (*ENTER_KEYS, Qt.Key.Key_Right):
            self.finding_wanted.emit(row.finding, False)  # noqa: FBT003 - of the signal
        elif isinstance(row, FindingRow) and key == Qt.Key.Key_Left:
            self.finding_wanted.emit(row.finding, True)  # noqa: FBT003 - of the signal
        elif key == Qt.Key.Key_Delete:
            self.removal_wanted.emit(row.pin)
        else:
            return False
        return True

    def click(self, row: Row, box: QRect, place: QPoint) -> None:
        """Show the page of the words that are clicked."""
        if isinstance(row, FindingRow):
            is_before = not is_at_other(box, watched_words.quotes(row.finding), place)
            self.finding_wanted.emit(row.finding, is_before)

    def _open_thing(self, index: Index) -> None:
        row = self.rows.row(index.row())
        if isinstance(row, ThingRow):
            self.thing_wanted.emit(row.pin)


@dataclass(frozen=True, slots=True)
class Arranged:
    """What is shown of an overview: the rows, and of the findings those that nobody was told of before."""

    rows: list[Row]
    untold: list[PinFinding]


def arranged(found: PinOverview, fresh: Collection[Key], again: Sequence[PinFinding]) -> Arranged:
    """Return the rows of an overview: each thing, first those with findings, and below it these, the worst first.

    ``fresh`` are those that count as new although they were told; ``again`` hold again, and were told so since.
    """
    untold = [one for one in found.findings if not one.is_told]
    new = {*fresh, *map(key_of, untold)}
    now = {(one.news.pin, one.news.number) for one in found.findings if one.news.kind is not NewsKind.NEW_FILE}
    still = [one for one in again if (one.news.pin, one.news.number) not in now]
    by_pin: dict[int, list[PinFinding]] = {}
    for one in (*found.findings, *still):
        by_pin.setdefault(one.news.pin, []).append(one)
    rows: list[Row] = []
    for pin in sorted(found.pins, key=lambda one: one.id not in by_pin):
        own = sorted(by_pin.get(pin.id, ()), key=lambda one: (_ORDER.index(one.news.kind), one.news.number))
        counts = watched_words.counted(one.news for one in own)
        rows.append(ThingRow(pin, counts, sum(map(watched_words.is_gone, own))))
        rows += [FindingRow(pin, replace(one, is_told=True), is_fresh=key_of(one) in new) for one in own]
    return Arranged(rows, untold)


def key_of(finding: PinFinding) -> Key:
    """Return what tells one finding from another."""
    news = finding.news
    return news.pin, news.number, news.kind, news.file


def _spoken(row: Row) -> str:
    if isinstance(row, FindingRow):
        return watched_words.spoken(row.finding, is_fresh=row.is_fresh)
    return " · ".join((row.pin.title, watched_words.about(row.pin), _state(row)))


def _state(row: ThingRow) -> str:
    return watched_words.state(row.pin, row.counts, row.gone)


def _tool_tip(row: Row) -> str:
    return watched_words.tool_tip(row.finding) if isinstance(row, FindingRow) else row.pin.title
