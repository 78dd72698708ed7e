"""The rows of the search page: a file, its best passages, and what else there is."""

import enum
from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QCoreApplication, Qt

from desktop_rag.core.results.answers import Source
from desktop_rag.core.results.search import FileHits, FoundPassage, SearchResults
from desktop_rag.gui.search import search_words
from desktop_rag.gui.widgets.model_index import Index
from desktop_rag.gui.widgets.row_list import ROW_ROLE, RowModel


class RowKind(enum.Enum):
    """The kinds of rows."""

    FILE = "file"
    PASSAGE = "passage"
    MORE = "more"  # in this file
    FURTHER = "further"  # files


@dataclass(frozen=True, slots=True)
class Row:
    """A row; passages have theirs, all but the last one their file."""

    kind: RowKind
    hits: FileHits | None = None
    passage: FoundPassage | None = None

    @property
    def selectable(self) -> bool:
        """True if the keyboard stops here."""
        return self.kind is not RowKind.FILE

    @property
    def key(self) -> tuple[str, str]:
        """The identity of the row across results."""
        file = self.hits.file if self.hits else ""
        return file, self.passage.source.node_id if self.passage else self.kind.value


class ResultModel(RowModel[Row]):
    """Shows results; those that follow for the same query do not move what is above the chosen row."""

    def __init__(self) -> None:
        super().__init__(_spoken, _tool_tip)
        self._files: tuple[FileHits, ...] = ()
        self._further = False

    def show_results(self, results: SearchResults, keep_to: int = -1) -> None:
        """Show results; the files up to that of row ``keep_to`` stay as and where they are."""
        kept = self._kept_files(keep_to)
        names = {hits.file for hits in kept}
        files = (*kept, *(hits for hits in results.files if hits.file not in names))
        self._set(files, further=results.total_files > len(results.files))

    def show_all_of(self, file: str, passages: Sequence[FoundPassage]) -> None:
        """Show everything that was found in a file."""
        changed = tuple(
            replace(hits, passages=_shown_first(hits.passages, passages), more=0) if hits.file == file else hits
            for hits in self._files
        )
        self._set(changed, further=self._further)

    def clear(self) -> None:
        """Show nothing."""
        self._set((), further=False)

    def files(self) -> tuple[FileHits, ...]:
        """Return the files that are shown."""
        return self._files

    def row_of(self, key: tuple[str, str]) -> int:
        """Return the present number of a row, -1 when it is gone."""
        return next((number for number, row in enumerate(self._rows) if row.key == key), -1)

    def next_row(self, number: int, step: int) -> int:
        """Return the next row in a direction that can be chosen; the same one where there is none."""
        place = number + step
        while 0 <= place < len(self._rows):
            if self._rows[place].selectable:
                return place
            place += 1 if step > 0 else -1
        return number

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let passages be selected, not the names of their files."""
        row = self.row(index.row())
        if row is None:
            return Qt.ItemFlag.NoItemFlags
        if not row.selectable:
            return Qt.ItemFlag.ItemIsEnabled
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def _kept_files(self, keep_to: int) -> tuple[FileHits, ...]:
        row = self.row(keep_to)
        if row is None or row.hits is None:
            return self._files if row is not None else ()
        names = [hits.file for hits in self._files]
        return self._files[: names.index(row.hits.file) + 1]

    def _set(self, files: tuple[FileHits, ...], *, further: bool) -> None:
        """Replace the rows, unless nothing changed: a reset loses the selection."""
        rows: list[Row] = []
        for hits in files:
            rows.append(Row(RowKind.FILE, hits))
            rows += [Row(RowKind.PASSAGE, hits, passage) for passage in hits.passages]
            if hits.more:
                rows.append(Row(RowKind.MORE, hits))
        if further:
            rows.append(Row(RowKind.FURTHER))
        self._files, self._further = files, further
        if rows != self._rows:
            self.show(rows)


def source_of(index: Index) -> Source | None:
    """Return the passage of a row."""
    row = index.data(ROW_ROLE)
    return row.passage.source if isinstance(row, Row) and row.passage is not None else None


def _shown_first(shown: Sequence[FoundPassage], passages: Sequence[FoundPassage]) -> tuple[FoundPassage, ...]:
    """Return passages with those that are shown already in front, as they are."""
    ids = {passage.source.node_id for passage in shown}
    return (*shown, *(passage for passage in passages if passage.source.node_id not in ids))


def _spoken(row: Row) -> str:
    if row.hits is None:
        return QCoreApplication.translate("Search", "Show more files")
    if row.kind is RowKind.MORE:
        return search_words.more(row.hits.more)
    if row.passage is None:
        return search_words.accessible_file(row.hits)
    source = row.passage.source
    parts = (
        search_words.accessible_file(row.hits),
        search_words.place(source),
        row.passage.snippet.text,
        search_words.found_by(source),
    )
    return ". ".join(part for part in parts if part)


def _tool_tip(row: Row) -> str:
    if row.hits is None:
        return ""
    if row.passage is not None and row.passage.copies:
        return "\n".join((row.hits.file, search_words.copies(len(row.passage.copies)) + ":", *row.passage.copies[:10]))
    return row.hits.file
