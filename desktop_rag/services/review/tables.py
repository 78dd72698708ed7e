"""Review tables of libraries: every document is asked the questions of some columns, each by itself.

A cell is kept in the library by the content of its file, its question and who answers it: what is known is not looked
for again, and a run that was stopped or killed goes on where it was.
"""

import hashlib
import logging
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

import msgspec

from desktop_rag.config import Config
from desktop_rag.config.options import JUDGE
from desktop_rag.core.characters import without_surrogates
from desktop_rag.core.errors import UserError, contained
from desktop_rag.core.events import TableProgress
from desktop_rag.core.instrumentation import running
from desktop_rag.core.jobs import JobKind, Lane
from desktop_rag.core.results.review import (
    Cell,
    CellState,
    ReviewColumn,
    ReviewTable,
    TableDefinition,
    TableRow,
)
from desktop_rag.core.user_text import Say, UserText
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.evidence.mentions import sought
from desktop_rag.rerankers.judge import Judges, judge_of
from desktop_rag.retrievers.query_syntax import ParsedQuery, parse_query, phrases_apart
from desktop_rag.services.calls import ServiceCall, current_call
from desktop_rag.services.documents_in_scope import ScopedDocuments, documents_in
from desktop_rag.services.embedders import Embedders
from desktop_rag.services.operations import Service, reads, runs
from desktop_rag.services.review.documents import ReviewedDocument
from desktop_rag.services.review.export import write_table
from desktop_rag.services.review.quoted import VERSION
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.connection import interruptible
from desktop_rag.storage.sqlite.review import CellKey, ReviewCells
from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache
from desktop_rag.storage.storage_context import StorageContext

_PROGRESS_SECONDS = 0.2
_FAULT = UserText("A fault in the program kept this cell from being filled.")
_log = logging.getLogger(__name__)
T = TypeVar("T")


@dataclass(slots=True)
class _Counts:
    """Cells that a run looked for, and those that were known."""

    made: int = 0
    kept: int = 0


@dataclass(frozen=True, slots=True)
class _Reader:
    """What fills the cells of a run; ``key`` names it where its cells are kept."""

    key: str
    embed_model: BaseEmbedding
    judge: Judges | None


@dataclass(slots=True)
class _Filling:
    """A run over the documents of a library."""

    storage: StorageContext
    definition: TableDefinition
    reader: _Reader
    vectors: VectorCache
    counts: _Counts = field(default_factory=_Counts)

    def row(self, file: str, language: str) -> TableRow:
        """Return the row of a document; what was not known is looked for, and kept."""
        cells = ReviewCells(self.storage.connection)
        content = cells.contents(file)
        if content is None:  # it was forgotten meanwhile
            return TableRow(file, tuple(Cell(CellState.WAITING) for _ in self.definition.columns))
        known = cells.cells(content, self.reader.key)
        reader = self.reader
        document = ReviewedDocument(self.storage, file, language, reader.embed_model, reader.judge, self.vectors)
        row: list[Cell] = []
        for column in self.definition.columns:
            current_call().token.raise_if_cancelled()
            if not _is_asked(column, self.definition, row):
                row.append(Cell(CellState.NOT_ASKED))
                continue
            cell = _stored(known.get(question_key(column), ""))
            if cell is not None:
                self.counts.kept += 1
            else:
                cell = self._look(document, column)
                self.counts.made += 1
                if cell.state is not CellState.FAILED:
                    self._keep(content, column, cell)
            row.append(cell)
        return TableRow(file, tuple(row))

    def _look(self, document: ReviewedDocument, column: ReviewColumn) -> Cell:
        """Return a new cell; one that cannot be filled stops no other."""
        cell = Cell(CellState.FAILED, reason=_FAULT)
        with contained(_log, "a cell of a table could not be filled"):
            try:
                cell = document.quoted.cell(column)
            except UserError as error:
                cell = Cell(CellState.FAILED, reason=str(error))
        current_call().token.raise_if_cancelled()
        return cell

    def _keep(self, content: CellKey, column: ReviewColumn, cell: Cell) -> None:
        with self.storage.transaction():
            text = msgspec.json.encode(cell).decode()
            ReviewCells(self.storage.connection).put_cell(content, question_key(column), self.reader.key, text)


class ReviewTables(Service):
    """Fills, reads and keeps the tables of libraries.

    A ``scope`` is a query as the search has it: its conditions (``type:pdf``, ``folder:contracts``) choose files, and
    its words those that have them all.
    """

    def __init__(
        self,
        files: IndexFiles,
        embed_models: Embedders,
        vectors: VectorCache,
        config: Config,
        notes: Path | None = None,
    ) -> None:
        self._files = files
        self._notes = notes
        self._embed_models = embed_models
        self._vectors = vectors
        self._config = config

    @runs(Lane.BUILD, JobKind.TABLE)
    def fill(self, name: str, definition: TableDefinition, scope: str = "", *, most: int = 0) -> ReviewTable:
        """Ask every document of a library, the first ``most`` of them for a pilot; ``TableProgress`` tells the rows.

        What was found before is kept, and what is found is kept at once: who stops a run continues it by another.

        Raises:
            UserError: there is no such library, or it cannot be written.
            CancelledError: stopped.

        """
        call, path, started = current_call(), self._files.existing(name), time.monotonic()
        parsed = parse_query(without_surrogates(scope))
        with (
            self._files.open(path) as storage,
            interruptible(call.token, storage.connection),
            running(call.token),
        ):
            with storage.transaction():
                ReviewCells(storage.connection).put_definition(
                    definition.name, msgspec.json.encode(definition).decode()
                )
            filling = _Filling(storage, definition, self._reader(path), self._vectors)
            documents = _documents(storage, parsed)
            asked = documents.readable[:most] if most else documents.readable
            rows = _told(call, name, definition.name, len(asked), (filling.row(*one) for one in asked))
            table = _table(name, definition, rows, documents)
        call.changed(name, "tables")
        return replace(table, made=filling.counts.made, kept=filling.counts.kept, seconds=time.monotonic() - started)

    @reads
    def read(self, name: str, definition: TableDefinition, scope: str = "") -> ReviewTable:
        """Return a table as far as its cells are known; nothing is looked for."""
        path = self._files.existing(name)
        parsed = parse_query(without_surrogates(scope))
        reader = self._reader(path)
        with self._files.open(path, read_only=True) as storage, storage.snapshot():
            documents = _documents(storage, parsed)
            rows = [_known_row(storage, definition, reader.key, file) for file, _ in documents.readable]
            return _table(name, definition, rows, documents)

    @runs(Lane.LONG, JobKind.READ)
    def export(
        self, name: str, definition: TableDefinition, target: Path, scope: str = "", *, say: Say = str
    ) -> ReviewTable:
        """Write a table as far as its cells are known; what stood in ``target`` stays until everything is written.

        Raises:
            UserError: the file cannot be written.

        """
        table = self.read(name, definition, scope)
        with running(current_call().token):
            write_table(table, target, self._notes, say)
        return table

    @reads
    def definitions(self, name: str) -> list[TableDefinition]:
        """Return the tables of a library, the one that was changed last first."""
        with self._files.open(self._files.existing(name), read_only=True) as storage:
            kept = ReviewCells(storage.connection).definitions()
        return [one for text in kept.values() if (one := _decoded(text, TableDefinition)) is not None]

    def _reader(self, path: Path) -> _Reader:
        embed_model = self._embed_models.of(path)
        judge = judge_of(embed_model) if self._config[JUDGE] else None
        space = embed_model.space
        return _Reader(f"quoted/{VERSION}/{space.provider}/{space.model}/{judge is not None}", embed_model, judge)


def question_key(column: ReviewColumn) -> bytes:
    """Return what identifies the question of a column, wherever it stands and whatever it is called otherwise."""
    asked = (
        column.type.value,
        column.name,
        column.question,
        column.instructions,
        column.examples,
        column.unit,
        column.choices,
    )
    return hashlib.blake2b(msgspec.json.encode(asked), digest_size=16).digest()


def _documents(storage: StorageContext, parsed: ParsedQuery) -> ScopedDocuments:
    """Return the files of a scope; its words choose those that have them all."""
    documents = documents_in(storage, parsed)
    wanted = [one for one in map(sought, phrases_apart(parsed.text)) if one is not None] if parsed.text else []
    for one in wanted:
        having = storage.keywords.paths_with(one.terms)
        documents.readable = [found for found in documents.readable if found[0] in having]
    if wanted:
        documents.unread = []
    return documents


def _told(call: ServiceCall, library: str, table: str, total: int, rows: Iterator[TableRow]) -> list[TableRow]:
    """Return all rows; tell of those that are complete a few times a second."""
    every: list[TableRow] = []
    told, last = 0, time.monotonic()
    for row in rows:
        every.append(row)
        if time.monotonic() - last >= _PROGRESS_SECONDS:
            call.emit(TableProgress(call.id, library, table, len(every), total, tuple(every[told:])))
            told, last = len(every), time.monotonic()
    call.emit(TableProgress(call.id, library, table, total, total, tuple(every[told:])))
    return every


def _table(
    library: str,
    definition: TableDefinition,
    rows: Sequence[TableRow],
    documents: ScopedDocuments,
) -> ReviewTable:
    """Return a table with the rows of documents that cannot be read, and with what a person set."""
    unread = [
        TableRow(one.file, tuple(Cell(CellState.UNREADABLE, reason=one.reason) for _ in definition.columns))
        for one in documents.unread
    ]
    read, files = len(rows), len(documents.readable) + len(documents.unread)
    every = sorted([*rows, *unread], key=lambda row: row.file)
    return ReviewTable(library, definition, tuple(every), read, files, tuple(documents.unread))


def _known_row(storage: StorageContext, definition: TableDefinition, reader: str, file: str) -> TableRow:
    cells = ReviewCells(storage.connection)
    content = cells.contents(file)
    known = cells.cells(content, reader) if content is not None else {}
    row: list[Cell] = []
    for column in definition.columns:
        if not _is_asked(column, definition, row):
            row.append(Cell(CellState.NOT_ASKED))
        else:
            row.append(_stored(known.get(question_key(column), "")) or Cell(CellState.WAITING))
    return TableRow(file, tuple(row))


def _is_asked(column: ReviewColumn, definition: TableDefinition, row: Sequence[Cell]) -> bool:
    """Return True if the cell before, on which a column depends, has its value."""
    if column.only_if is None:
        return True
    wanted = column.only_if.column.casefold()
    place = next((place for place, one in enumerate(definition.columns) if one.name.casefold() == wanted), len(row))
    return place < len(row) and row[place].value.casefold() == column.only_if.value.casefold()


def _stored(text: str) -> Cell | None:
    """Return a cell as it was kept, None where there is none or another version of the program wrote it."""
    return _decoded(text, Cell) if text else None


def _decoded(text: str, kind: type[T]) -> T | None:
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.MsgspecError:
        return None
