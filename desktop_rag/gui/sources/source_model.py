"""The passages of an answer: in the order in which it uses them, then those it does not use, behind a fold."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, Qt

from desktop_rag.core.file_paths import shown_path
from desktop_rag.core.results.answers import Source
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.basics import plain_tip
from desktop_rag.gui.widgets.model_index import ROOT, Index

SOURCE_ROLE = Qt.ItemDataRole.UserRole + 1
FOLD_ROLE = SOURCE_ROLE + 1


@dataclass(frozen=True, slots=True)
class Fold:
    """The row above the sources that were found but are not used: how many, and whether they are hidden."""

    count: int
    is_closed: bool


class SourceModel(QAbstractListModel):
    """Sources, best first; once it is known which are used, those in the order of use, the others behind a fold."""

    def __init__(self) -> None:
        super().__init__()
        self._sources: tuple[Source, ...] = ()
        self._used: tuple[int, ...] | None = None
        self._is_closed = False
        self._rows: list[Source | Fold] = []

    def set_sources(self, sources: Sequence[Source], used: Sequence[int] | None = None) -> None:
        """Show these sources; ``used`` are the ranks of those that the answer cites, None before that is known."""
        self._sources, self._used = tuple(sources), None if used is None else tuple(used)
        self._is_closed = bool(used)
        self._arrange()

    def sources(self) -> tuple[Source, ...]:
        """Return all sources, best first."""
        return self._sources

    def used(self) -> tuple[int, ...] | None:
        """Return the ranks of the sources that are used, None before that is known."""
        return self._used

    def toggle(self) -> None:
        """Show or hide the sources that are not used."""
        self._is_closed = not self._is_closed
        self._arrange()

    def row_of(self, source: Source) -> int:
        """Return the row of a source, -1 while it is hidden."""
        ranks = [one.rank if isinstance(one, Source) else None for one in self._rows]
        return ranks.index(source.rank) if source.rank in ranks else -1

    def rowCount(self, parent: Index = ROOT) -> int:
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what the delegate paints and what a screen reader says."""
        row = self._rows[index.row()] if 0 <= index.row() < len(self._rows) else None
        if isinstance(row, Fold):
            return self._fold_data(row, role)
        return None if row is None else _source_data(row, role)

    def _fold_data(self, fold: Fold, role: int) -> object:
        if role == FOLD_ROLE:
            return fold
        text = self.tr("Found but not used · {count}").format(count=words.number(fold.count))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{text}. {self.tr('Folded') if fold.is_closed else self.tr('Unfolded')}"
        return text if role == Qt.ItemDataRole.DisplayRole else None

    def _arrange(self) -> None:
        self.beginResetModel()
        by_rank = {source.rank: source for source in self._sources}
        order = [rank for rank in self._used or () if rank in by_rank]
        rest = [source for source in self._sources if source.rank not in order]
        self._rows = [by_rank[rank] for rank in order]
        if self._used is not None and rest:
            self._rows.append(Fold(len(rest), self._is_closed))
        if not (self._used is not None and rest and self._is_closed):
            self._rows += rest
        self.endResetModel()


def _source_data(source: Source, role: int) -> object:
    if role == SOURCE_ROLE:
        return source
    if role == Qt.ItemDataRole.DisplayRole:
        return words.place(source)
    if role == Qt.ItemDataRole.ToolTipRole:
        return plain_tip(f"{shown_path(source.file)}\n{words.found_by(source)}".strip())
    if role == Qt.ItemDataRole.AccessibleTextRole:
        return f"{source.rank}. {words.place(source)}. {words.excerpt(source.text, 160)}. {words.found_by(source)}"
    return None
