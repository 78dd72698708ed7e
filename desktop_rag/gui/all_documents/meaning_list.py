"""Sentences found by meaning: the surest first, a cut, and those just below it; a person's decisions move the cut."""

from PySide6.QtCore import QAbstractTableModel, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QHeaderView, QTableView, QVBoxLayout, QWidget

from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.mentions import BELOW, MeaningHit, MeaningHits, moved_cut
from desktop_rag.evidence.tables import on_one_line
from desktop_rag.gui.widgets.basics import button, plain_tip, set_up_rows
from desktop_rag.gui.widgets.model_index import ROOT, Index
from desktop_rag.gui.widgets.theme import Appearance, scaled

_ROW, _MARK_WIDTH, _FILE_WIDTH = 34, 34, 190
_MARK, _SENTENCE, _FILE = range(3)


class MeaningModel(QAbstractTableModel):
    """The sentences above the cut, the cut as a row, and the sentences just below it."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self._found: MeaningHits | None = None
        self._decided: dict[MeaningHit, bool] = {}
        self._rows: tuple[MeaningHit | None, ...] = ()  # None is the cut
        self.cut = 0.0
        self._bold, self._struck = QFont(), QFont()
        self._bold.setBold(True)
        self._struck.setStrikeOut(True)

    def show(self, found: MeaningHits | None) -> None:
        """Show what was found, without decisions."""
        self._found, self._decided = found, {}
        self._arrange()

    def decide(self, hit: MeaningHit, *, belongs: bool) -> None:
        """Take a sentence into the result or out of it, and move the cut; the same once more takes it back."""
        if self._decided.get(hit) is belongs:
            del self._decided[hit]
        else:
            self._decided[hit] = belongs
        self._arrange()

    def result(self) -> list[MeaningHit]:
        """Return the sentences that belong to the result: those above the cut, as the person decided."""
        hits = self._found.hits if self._found is not None else ()
        return [one for one in hits if self._decided.get(one, one.score >= self.cut)]

    def hit(self, row: int) -> MeaningHit | None:
        """Return the sentence in a row, None for the cut."""
        return self._rows[row] if 0 <= row < len(self._rows) else None

    def row_of(self, hit: MeaningHit) -> int:
        """Return the row of a sentence, -1 if it is not in sight."""
        return next((row for row, one in enumerate(self._rows) if one is hit), -1)

    def _arrange(self) -> None:
        found = self._found
        self.beginResetModel()
        if found is None:
            self._rows = ()
        else:
            accepted = [one.score for one, belongs in self._decided.items() if belongs]
            rejected = [one.score for one, belongs in self._decided.items() if not belongs]
            self.cut = moved_cut(found.cut, accepted, rejected)
            above = found.above(self.cut)
            self._rows = (*found.hits[:above], None, *found.hits[above : above + BELOW])
        self.endResetModel()

    def rowCount(self, parent: Index = ROOT) -> int:
        """Return the number of sentences shown, and one for the cut."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, _parent: Index = ROOT) -> int:
        """Return the number of columns: the decision, the sentence, its file."""
        return 3

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a column's title."""
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return ("", self.tr("Sentence"), self.tr("Document"))[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell."""
        hit, column = self._rows[index.row()], index.column()
        if hit is None:
            return self._of_cut(column, role)
        decided = self._decided.get(hit)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return ("", on_one_line(hit.source.text), shown_name(hit.source.file))[column]
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(("", hit.source.text, hit.source.file)[column])
        if role == Qt.ItemDataRole.DecorationRole and column == _MARK and decided is not None:
            return self._appearance.icon("check" if decided else "wrong", "ok" if decided else "muted")
        if role == Qt.ItemDataRole.FontRole and decided is False and column == _SENTENCE:
            return self._struck
        if role == Qt.ItemDataRole.ForegroundRole and not (hit.score >= self.cut if decided is None else decided):
            return self._appearance.theme.color("muted")
        return None

    def _of_cut(self, column: int, role: int) -> object:
        if role == Qt.ItemDataRole.FontRole:
            return self._bold
        is_text = role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole) and column == _SENTENCE
        return self.tr("Cut here. Just below it:") if is_text else None


class MeaningList(QWidget):
    """The table of sentences, with buttons that decide about the current one."""

    chosen = Signal(object)  # MeaningHit: the current one
    opened = Signal(object)  # MeaningHit
    decided = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self.model = MeaningModel(appearance)
        self.table = _HitTable(self.model)
        self.belongs = button(self.tr("Belongs"), "meaning_belongs_button")
        self.belongs.setToolTip(self.tr("Take the sentence into the result (+); the cut moves"))
        self.belongs.clicked.connect(lambda: self._decide(belongs=True))
        self.not_meant = button(self.tr("Doesn't belong"), "meaning_not_meant_button")
        self.not_meant.setToolTip(self.tr("Take the sentence out of the result (−); the cut moves"))
        self.not_meant.clicked.connect(lambda: self._decide(belongs=False))
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.belongs)
        buttons.addWidget(self.not_meant)
        buttons.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.table, 1)
        layout.addLayout(buttons)
        self.table.decided.connect(lambda belongs: self._decide(belongs=belongs))
        self.table.opened.connect(self._open)
        self.table.selectionModel().currentRowChanged.connect(self._choose)
        self._choose()

    def show_hits(self, found: MeaningHits | None) -> None:
        """Show what was found."""
        self.model.show(found)
        self._choose()

    def _decide(self, *, belongs: bool) -> None:
        hit = self.model.hit(self.table.currentIndex().row())
        if hit is not None:
            self.model.decide(hit, belongs=belongs)
            # stay where the person was: the next decision is about the next sentence
            self.table.setCurrentIndex(self.model.index(max(0, self.model.row_of(hit)), _SENTENCE))
            self.decided.emit()

    def _choose(self, *_changed: object) -> None:
        hit = self.model.hit(self.table.currentIndex().row())
        for push in (self.belongs, self.not_meant):
            push.setEnabled(hit is not None)
        if hit is not None:
            self.chosen.emit(hit)

    def _open(self) -> None:
        hit = self.model.hit(self.table.currentIndex().row())
        if hit is not None:
            self.opened.emit(hit)


class _HitTable(QTableView):
    """Rows of one height; Return or a click opens a sentence, + and − decide about it."""

    opened = Signal()
    decided = Signal(bool)

    def __init__(self, model: MeaningModel) -> None:
        super().__init__()
        self.setObjectName("meaning_table")
        self.setAccessibleName(self.tr("Sentences found by meaning"))
        self.setModel(model)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        set_up_rows(self, _ROW)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(scaled(_MARK_WIDTH))
        header.setSectionResizeMode(_SENTENCE, QHeaderView.ResizeMode.Stretch)
        self.setColumnWidth(_MARK, scaled(_MARK_WIDTH))
        self.setColumnWidth(_FILE, scaled(_FILE_WIDTH))
        self.clicked.connect(lambda _index: self.opened.emit())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Return, decide with + and −."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit()
        elif event.text() in ("+", "-"):
            self.decided.emit(event.text() == "+")
        else:
            super().keyPressEvent(event)
