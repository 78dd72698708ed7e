"""What came of checking an evidence pack: whether it is whole, who signed it, and what became of each sentence."""

from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop_rag.core.file_paths import shown_path
from desktop_rag.core.results.evidence_items import ItemLook
from desktop_rag.core.results.packs import PackCheck
from desktop_rag.core.results.text_checks import VERDICTS
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import Notice, button, button_row, label, plain_tip, set_up_rows
from desktop_rag.gui.widgets.theme import scaled
from desktop_rag.services.packs.wording import STATES, summary

_SIZE, _MARGIN = QSize(820, 560), QSize(40, 80)


class PackDialog(QDialog):
    """Lists the sentences of a pack with their states; what is known of the chosen one stands below."""

    def __init__(self, found: PackCheck, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._found = found
        self.setObjectName("pack_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Evidence pack"))
        self.resize(_SIZE if parent is None else _SIZE.boundedTo(parent.window().size() - _MARGIN))
        self.notice = Notice("info" if found.is_fine else "failure")
        self.notice.setObjectName("pack_notice")
        self.notice.tell(words.sentence(summary(found)), words.sentences(*found.notices))
        self.table = self._make_table()
        self.detail = label("", "muted", wrap=True)
        self.detail.setObjectName("pack_detail")
        close = button(self.tr("Close"), "pack_close_button", "primary")
        close.setDefault(True)
        close.clicked.connect(self.accept)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 20, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(label(found.title or Path(found.file).name, "title", wrap=True))
        facts = (found.library, found.made_at, found.program)
        layout.addWidget(label(" · ".join(one for one in facts if one), "muted", wrap=True))
        layout.addWidget(self.notice)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.detail)
        layout.addLayout(button_row(close))
        self.table.setVisible(bool(found.items))
        self.table.currentCellChanged.connect(self._show_detail)
        if found.items:
            self.table.setCurrentCell(0, 0)

    def _make_table(self) -> QTableWidget:
        items = self._found.items
        table = QTableWidget(len(items), 2)
        table.setObjectName("pack_table")
        table.setAccessibleName(self.tr("Sentences of the pack"))
        table.setHorizontalHeaderLabels([self.tr("Sentence"), self.tr("State")])
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setShowGrid(False)
        table.setWordWrap(False)
        table.setTabKeyNavigation(False)
        set_up_rows(table, scaled(34))
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        for row, look in enumerate(items):
            for column, text in enumerate((_sentence(look), words.sentence(STATES[look.state]))):
                cell = QTableWidgetItem(text)
                cell.setToolTip(plain_tip(text))
                table.setItem(row, column, cell)
        return table

    def _show_detail(self, row: int, *_others: int) -> None:
        self.detail.setText("\n".join(_details(self._found.items[row])) if row >= 0 else "")


def _sentence(look: ItemLook) -> str:
    item = look.item
    return f"{item.number}. {item.label}: {item.text}" if item.label else f"{item.number}. {item.text}"


def _details(look: ItemLook) -> list[str]:
    """Return what is known of a sentence: of each source its file, its state, and why."""
    lines = []
    for source in look.sources:
        told = [f"{shown_path(source.file)}: {words.sentence(STATES[source.state])}."]
        if source.verdict is not None:
            before, now = words.sentence(VERDICTS[look.item.verdict]), words.sentence(VERDICTS[source.verdict])
            told.append(f"{before} → {now}.")
        told += [words.sentence(reason) for reason in (source.reason, *source.reasons) if reason]
        lines.append(" ".join(told))
    return lines
