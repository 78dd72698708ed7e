"""The list of contradictions: both quotations beside each other, below each other where there is little room."""

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtWidgets import QListView

from desktop_rag.core.results.contradictions import Contradiction, Quotation
from desktop_rag.gui.all_documents import contradiction_words
from desktop_rag.gui.widgets.quotation_pair import PairDelegate, QuotationPair, Quoted, is_at_other
from desktop_rag.gui.widgets.row_list import ENTER_KEYS, RowList, RowModel
from desktop_rag.gui.widgets.theme import Appearance

_BATCH = 40  # rows that are laid out in one turn


class _Delegate(PairDelegate[Contradiction]):
    """Paints a contradiction: what it is about, and both quotations with what disagrees marked."""

    def quotes(self, row: Contradiction) -> tuple[str, str]:
        """Return both quotations."""
        return row.one.quote, row.other.quote

    def note(self, row: Contradiction) -> str:
        """Return what a document says that is newer."""
        return contradiction_words.note(row)

    def pair(self, row: Contradiction) -> QuotationPair:
        """Return what it is about, and both quotations."""
        kind = contradiction_words.kind(row.kind)
        return QuotationPair(contradiction_words.title(row), kind, (_side(row.one), _side(row.other)))


def _side(of: Quotation) -> Quoted:
    text, marked = contradiction_words.line_of(of)
    return Quoted(contradiction_words.place(of), text, (marked,))


class ContradictionList(RowList[Contradiction]):
    """Enter shows both pages, Left and Right one of them, Delete dismisses."""

    side_wanted = Signal(object)  # Quotation: the person wants to read it
    both_wanted = Signal()  # pages of the chosen one
    dismissal_wanted = Signal()
    own_keys = (Qt.Key.Key_Delete,)

    def __init__(self, appearance: Appearance) -> None:
        rows = RowModel(contradiction_words.spoken, contradiction_words.tool_tip)
        super().__init__(rows, _Delegate(appearance), appearance)
        self.setObjectName("contradiction_list")
        self.setAccessibleName(self.tr("Contradictions"))
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setBatchSize(_BATCH)
        self.doubleClicked.connect(lambda _index: self.both_wanted.emit())

    def act(self, row: Contradiction, key: int) -> bool:
        """Show both pages or one, or dismiss."""
        if key in ENTER_KEYS:
            self.both_wanted.emit()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.side_wanted.emit(row.one if key == Qt.Key.Key_Left else row.other)
        elif key == Qt.Key.Key_Delete:
            self.dismissal_wanted.emit()
        else:
            return False
        return True

    def click(self, row: Contradiction, box: QRect, place: QPoint) -> None:
        """Show the page of the quotation that is clicked."""
        is_other = is_at_other(box, (row.one.quote, row.other.quote), place)
        self.side_wanted.emit(row.other if is_other else row.one)
