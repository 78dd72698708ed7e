"""Review tables of libraries: every document is asked the questions of some columns, each by itself.

A cell is kept in the library by the content of its file, its question and who answers it: what is known is not looked
for again, and a run that was stopped or killed goes on where it was.
"""

import hashlib
import heapq
import logging
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

import msgspec

from desktop_rag.config import Config, OptionValue
from desktop_rag.config.options import JUDGE, LLM_MODEL
from desktop_rag.core.characters import without_surrogates
from desktop_rag.core.errors import UserError, contained
from desktop_rag.core.events import TableProgress
from desktop_rag.core.instrumentation import running
from desktop_rag.core.jobs import JobKind, Lane
from desktop_rag.core.messages import ChatMessage
from desktop_rag.core.parallel import run_parallel
from desktop_rag.core.results.review import (
    Cell,
    CellChange,
    CellEdit,
    CellState,
    OfferedTables,
    ReviewColumn,
    ReviewTable,
    TableAnswer,
    TableChanges,
    TableCheck,
    TableDefinition,
    TableEstimate,
    TableRow,
    TableScope,
)
from desktop_rag.core.text_files import write_pieces
from desktop_rag.core.user_text import Say, UserText
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.evidence.mentions import sought
from desktop_rag.llms.base import LLM
from desktop_rag.rerankers.judge import Judges, judge_of
from desktop_rag.retrievers.query_syntax import parse_query, phrases_apart
from desktop_rag.services.calls import ServiceCall, current_call, layered, read_settings
from desktop_rag.services.connected_models import ConnectedModels
from desktop_rag.services.documents_in_scope import ScopedDocuments, documents_in, path_named
from desktop_rag.services.embedders import Embedders
from desktop_rag.services.libraries.links import LibraryLinks
from desktop_rag.services.masking.library_names import library_names
from desktop_rag.services.model_runs import LETTERS_OF_TOKEN, REPEATING, Prices, at_once, prices_of, server_key
from desktop_rag.services.operations import Service, changes, reads, runs
from desktop_rag.services.review import asked, quoted
from desktop_rag.services.review.agreement import agreements, to_check
from desktop_rag.services.review.asked import Reply, ask, request
from desktop_rag.services.review.columns import load_columns, save_columns, templates
from desktop_rag.services.review.documents import PASSAGES, ReviewedDocument
from desktop_rag.services.review.export import write_table
from desktop_rag.services.review.question import answer
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.connection import interruptible
from desktop_rag.storage.sqlite.file_list import files_with_metadata
from desktop_rag.storage.sqlite.review import MOST_ROWS, CellKey, ReviewCells
from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache
from desktop_rag.storage.storage_context import StorageContext

_PROGRESS_SECONDS = 0.2
_CELL_SECONDS = 0.3  # without a model, on two cores
_QUESTION_TOKENS, _REPLY_TOKENS = 220, 80  # of the question with its instructions, and of the reply
# Whatever is longer than a megabyte makes a library look damaged (``storage.sqlite.inspection``)
_LONGEST_STORED = 500_000  # bytes of a table, of a cell, of a value set by hand
_LONGEST_WORDS = 4_000  # characters of what a model said; a quotation has 600
_LONGEST_SAID = 300  # characters of a cell as it was, to compare with the next run
_MOST_PLACES = 4
_CHOSEN = "\nfiles"  # behind the query of a run over chosen files
_FAULT = UserText("A fault in the program kept this cell from being filled.")
_log = logging.getLogger(__name__)
T = TypeVar("T")


@dataclass(slots=True)
class _Counts:
    """Cells that a run looked for, and those that were known; the tokens that a model got and gave."""

    made: int = 0
    kept: int = 0
    sent: int = 0
    received: int = 0


@dataclass(frozen=True, slots=True)
class _Reader:
    """What fills the cells of a run: a model, or none; ``key`` names it where its cells are kept."""

    key: str
    embed_model: BaseEmbedding
    judge: Judges | None
    llm: LLM | None = None
    at_once: int = 1  # requests
    model: str = ""
    prices: Prices | None = None


@dataclass(slots=True)
class _Filling:
    """A run over the documents of a library."""

    storage: StorageContext
    definition: TableDefinition
    reader: _Reader
    vectors: VectorCache
    edits: Mapping[tuple[str, str], CellEdit]
    is_retried: bool = False
    most_tokens: int = 0
    most_cost: float = 0.0
    counts: _Counts = field(default_factory=_Counts)

    def row(self, file: str, language: str) -> TableRow:
        """Return the row of a document; what was not known is looked for, and kept."""
        cells = ReviewCells(self.storage.connection)
        content = cells.contents(file)
        if content is None:  # it was forgotten meanwhile
            return TableRow(file, tuple(Cell(CellState.WAITING) for _ in self.definition.columns))
        reader, known = self.reader, cells.cells(content, self.reader.key)
        if self.is_retried:
            known = {key: text for key, text in known.items() if (cell := _stored(text)) and not _has_failed(cell)}
        document = ReviewedDocument(self.storage, file, language, reader.embed_model, reader.judge, self.vectors)
        ready: dict[bytes, Cell] = {}
        edits = [self.edits.get((file, one.name), CellEdit()) for one in self.definition.columns]
        free = [
            one
            for one, edit in zip(self.definition.columns, edits, strict=True)
            if one.only_if is None and not edit.locked and question_key(one) not in known
        ]
        for column, cell in self._looked(document, content, free):
            ready[question_key(column)] = cell
        row: list[Cell] = []
        for column, edit in zip(self.definition.columns, edits, strict=True):
            key = question_key(column)
            if not _is_asked(column, self.definition, row):
                cell = Cell(CellState.NOT_ASKED)
            elif key in ready:
                cell = ready[key]
            elif (kept := _stored(known.get(key, ""))) is not None:
                self.counts.kept += 1
                cell = kept
            elif edit.locked:
                cell = Cell(CellState.WAITING)
            else:
                ((_, cell),) = self._looked(document, content, [column])
            row.append(_edited(cell, edit))
        return TableRow(file, tuple(row))

    def _looked(
        self, document: ReviewedDocument, content: CellKey, columns: Sequence[ReviewColumn]
    ) -> Iterator[tuple[ReviewColumn, Cell]]:
        """Yield new cells of a document, each kept at once; a model is asked several questions at a time."""
        for start in range(0, len(columns), self.reader.at_once):
            some = columns[start : start + self.reader.at_once]
            current_call().token.raise_if_cancelled()
            if self._is_spent():
                yield from ((column, Cell(CellState.WAITING)) for column in some)
                continue
            replies = self._replies(document, some)
            for column, reply in zip(some, replies, strict=True):
                cell, is_final = self._look(document, column, reply)
                self.counts.made += 1
                if is_final:
                    self._keep(content, column, cell)
                yield column, cell

    def cost(self) -> float | None:
        """Return what the model has cost so far, None where its prices are not known."""
        prices, counts = self.reader.prices, self.counts
        return prices.cost(counts.sent, counts.received) if prices is not None else None

    def _is_spent(self) -> bool:
        """Return True if the model has taken what it may."""
        tokens, cost = self.counts.sent + self.counts.received, self.cost()
        return bool(self.most_tokens and tokens >= self.most_tokens) or bool(
            self.most_cost and cost is not None and cost >= self.most_cost
        )

    def _replies(self, document: ReviewedDocument, columns: Sequence[ReviewColumn]) -> list[Reply | Cell | None]:
        """Return what the model says of some cells; the failed cell where it could not be asked."""
        llm = self.reader.llm
        if llm is None:
            return [None] * len(columns)
        requests = [request(one, document.title, document.passages_asked(one)) for one in columns]

        def reply(messages: Sequence[ChatMessage]) -> Reply | Cell:
            try:
                return ask(llm, messages)
            except UserError as error:
                return Cell(CellState.FAILED, reason=str(error))

        replies = run_parallel(reply, requests, max_workers=self.reader.at_once)
        for messages, one in zip(requests, replies, strict=True):
            if isinstance(one, Reply):
                self.counts.sent += one.usage.prompt_tokens or llm.count_tokens(messages)
                self.counts.received += one.usage.completion_tokens or llm.tokenizer.count(one.text)
        return [*replies]

    def _look(self, document: ReviewedDocument, column: ReviewColumn, reply: Reply | Cell | None) -> tuple[Cell, bool]:
        """Return a new cell, and whether it is kept: what failed for a reason that may pass is tried again.

        One that cannot be filled stops no other.
        """
        if isinstance(reply, Cell):
            return reply, False
        cell = Cell(CellState.FAILED, reason=_FAULT)
        with contained(_log, "a cell of a table could not be filled"):
            try:
                found = document.quoted.cell(column) if reply is None else document.asked.cell(column, reply)
                return _shortened(found), True
            except UserError as error:
                cell = Cell(CellState.FAILED, reason=str(error))
        current_call().token.raise_if_cancelled()
        return cell, False

    def _keep(self, content: CellKey, column: ReviewColumn, cell: Cell) -> None:
        with self.storage.transaction():
            text = _encoded(cell, column.name)
            ReviewCells(self.storage.connection).put_cell(content, question_key(column), self.reader.key, text)


class ReviewTables(Service):
    """Fills, reads and keeps the tables of libraries; each is asked of the documents in its scope."""

    def __init__(
        self,
        files: IndexFiles,
        embed_models: Embedders,
        vectors: VectorCache,
        config: Config,
        models: ConnectedModels,
        notes: Path | None = None,
    ) -> None:
        self._models = models
        self._files = files
        self._notes = notes
        self._embed_models = embed_models
        self._vectors = vectors
        self._config = config

    @runs(Lane.BUILD, JobKind.TABLE)
    def fill(
        self,
        name: str,
        definition: TableDefinition,
        *,
        most: int = 0,
        most_tokens: int = 0,
        most_cost: float = 0.0,
        retry: bool = False,
        overrides: Mapping[str, OptionValue] | None = None,
        is_kept: bool = True,
    ) -> ReviewTable:
        """Ask every document of a library, the first ``most`` of them for a pilot; ``TableProgress`` tells the rows.

        What was found before is kept, and what is found is kept at once: who stops a run continues it by another. With
        ``most_tokens`` a model is asked until it took so many, with ``most_cost`` until it cost so much at the prices
        in the settings; the cells then left wait. With ``retry`` cells that failed are tried again. A run over all
        documents of the table's scope tells what its rows say differently since the last such run.
        ``overrides`` go before the settings of the person and the library. A table that is not ``is_kept`` is none of
        the library's: only its cells are remembered.

        Raises:
            UserError: there is no such library, it cannot be written, or there is a limit of cost without prices.
            CancelledError: stopped.

        """
        call, path, started = current_call(), self._files.existing(name), time.monotonic()
        with (
            self._files.open(path) as storage,
            interruptible(call.token, storage.connection),
            running(call.token),
            self._reader(path, overrides) as reader,
        ):
            if most_cost and reader.model and reader.prices is None:
                raise UserError(
                    UserText("The prices of {model} are not known.", model=reader.model),
                    "Enter what a million tokens cost under “Model” in the settings.",
                )
            if is_kept:
                with storage.transaction():
                    _keep_definition(storage, definition)
            edits = _edits(storage, definition.name)
            filling = _Filling(storage, definition, reader, self._vectors, edits, retry, most_tokens, most_cost)
            documents = _documents(storage, definition.scope)
            asked = documents.readable[:most] if most else documents.readable
            rows = _told(call, name, definition.name, len(asked), (filling.row(*one) for one in asked))
            table = _table(name, definition, rows, documents)
            if is_kept and not most and not any(cell.state is CellState.WAITING for row in rows for cell in row.cells):
                with storage.transaction():
                    table = replace(table, changes=_changes_kept(storage, table))
        call.changed(name, "tables")
        counts, prices = filling.counts, reader.prices
        return replace(
            table,
            model=reader.model,
            made=counts.made,
            kept=counts.kept,
            tokens=counts.sent + counts.received,
            seconds=time.monotonic() - started,
            cost=filling.cost(),
            currency=prices.currency if prices is not None else "",
        )

    @reads
    def read(
        self,
        name: str,
        definition: TableDefinition,
        *,
        overrides: Mapping[str, OptionValue] | None = None,
    ) -> ReviewTable:
        """Return a table as far as its cells are known; nothing is looked for."""
        path = self._files.existing(name)
        with (
            self._files.open(path, read_only=True) as storage,
            storage.snapshot(),
            self._reader(path, overrides) as reader,
        ):
            documents, edits = _documents(storage, definition.scope), _edits(storage, definition.name)
            rows = (_known_row(storage, definition, reader.key, file, edits) for file, _ in documents.readable)
            return replace(_table(name, definition, rows, documents), model=reader.model)

    @changes("tables")
    def edit(
        self,
        name: str,
        table: str,
        file: str,
        column: str,
        value: str | None = None,
        *,
        locked: bool = False,
        overrides: Mapping[str, OptionValue] | None = None,
    ) -> None:
        """Set the value of a cell by hand, "" for not stated; what was found is kept beside it.

        A ``locked`` cell is as it is whatever later runs find. With neither a value nor a lock, what was set before is
        forgotten.

        Raises:
            UserError: there is no such table, column or file.

        """
        with self._files.open(self._files.existing(name)) as storage, storage.transaction():
            cells = ReviewCells(storage.connection)
            definition = _decoded(cells.definitions().get(table, ""), TableDefinition)
            if definition is None or column not in [one.name for one in definition.columns]:
                raise UserError(
                    UserText("“{table}” has no column “{column}”.", table=table, column=column),
                    "Fill the table first, or check the spelling.",
                )
            if cells.contents(file) is None:
                raise UserError(UserText("“{name}” has no file {file}.", name=name, file=file), "Check the spelling.")
            text = ""
            if value is not None or locked:
                kept = None
                if value is None:
                    with self._reader(self._files.existing(name), overrides) as reader:
                        place = [one.name for one in definition.columns].index(column)
                        kept = _known_row(storage, definition, reader.key, file, {}).cells[place]
                text = _encoded(CellEdit(value, locked, kept), column)
            cells.put_edit(table, file, column, text)

    @runs(Lane.LONG, JobKind.READ)
    def export(
        self,
        name: str,
        definition: TableDefinition,
        target: Path,
        *,
        overrides: Mapping[str, OptionValue] | None = None,
        say: Say = str,
    ) -> int:
        """Write a table as far as its cells are known, as ``target`` ends; return the number of its rows.

        What stood in ``target`` stays until everything is written.

        Raises:
            UserError: the file cannot be written, or its format holds no table so long.

        """
        path = self._files.existing(name)
        with (
            self._files.open(path, read_only=True) as storage,
            storage.snapshot(),
            self._reader(path, overrides) as reader,
            running(current_call().token),
        ):
            documents, edits = _documents(storage, definition.scope), _edits(storage, definition.name)
            known = (_known_row(storage, definition, reader.key, file, edits) for file, _ in documents.readable)
            rows = _with_unread(known, definition, documents)
            read = len(documents.readable)
            files, unread = read + len(documents.unread), tuple(documents.unread)
            table = ReviewTable(name, definition, (), read, files, unread, reader.model)
            link_of = partial(LibraryLinks(storage, name).url, folders=False)
            return write_table(table, target, self._notes, say, rows, link_of)

    @runs(Lane.LONG, JobKind.READ)
    def estimate(
        self,
        name: str,
        definition: TableDefinition,
        *,
        overrides: Mapping[str, OptionValue] | None = None,
    ) -> TableEstimate:
        """Return how much work a run would be; nothing is looked for, and no model is asked."""
        table = self.read(name, definition, overrides=overrides)
        states = Counter(cell.state for row in table.rows for cell in row.cells)
        waiting = states[CellState.WAITING]
        known = states.total() - waiting - states[CellState.UNREADABLE] - states[CellState.NOT_ASKED]
        if not table.model:
            return TableEstimate(table.read, waiting, known, seconds=waiting * _CELL_SECONDS)
        path = self._files.existing(name)
        with self._files.open(path, read_only=True) as storage:
            letters = ReviewCells(storage.connection).mean_length(PASSAGES)
        sent, received = waiting * (letters / LETTERS_OF_TOKEN + _QUESTION_TOKENS), waiting * _REPLY_TOKENS
        work = TableEstimate(table.read, waiting, known, table.model, round(sent + received))
        prices = prices_of(self._config_of(path, overrides))
        if prices is None:
            return work
        return replace(work, cost=prices.cost(sent, received), currency=prices.currency)

    @runs(Lane.LONG, JobKind.READ)
    def answer(
        self,
        name: str,
        definition: TableDefinition,
        question: str,
        *,
        overrides: Mapping[str, OptionValue] | None = None,
    ) -> TableAnswer:
        """Return the rows of a table that answer a question, in words or in SQL; no document is looked into.

        Raises:
            UserError: it is in words and no model is connected, or no statement that answers it could be run.
            CancelledError: stopped.

        """
        table = self.read(name, definition, overrides=overrides)
        path = self._files.existing(name)
        with running(current_call().token), self._reader(path, overrides) as reader:
            return answer(table, question, reader.llm)

    @reads
    def checked(self, table: ReviewTable) -> TableCheck:
        """Return how often the columns of a table agree with what a person set, and the cell to set next."""
        return TableCheck(tuple(agreements(table)), next(iter(to_check(table, 1)), None))

    @reads
    def offered(self, name: str, language: str) -> OfferedTables:
        """Return the tables of a library, and those that come with the program in a language."""
        own = tuple(self.definitions(name))
        known = {one.name for one in own}
        return OfferedTables(own, tuple(one for one in templates(language) if one.name not in known))

    @reads
    def columns(self, file: Path) -> TableDefinition:
        """Return the table that a file defines.

        Raises:
            UserError: the file cannot be read, or defines no columns.

        """
        return load_columns(file)

    @runs(Lane.LONG, JobKind.READ)
    def save_columns(self, definition: TableDefinition, target: Path) -> None:
        """Write the columns of a table to a file that ``columns`` reads; which documents are asked is left out.

        Raises:
            UserError: the file cannot be written.

        """
        write_pieces([save_columns(definition)], target, self._notes)

    @changes("tables")
    def keep(self, name: str, definition: TableDefinition) -> None:
        """Keep the columns and the scope of a table in a library, in place of the table of that name.

        Cells of columns that stay as they are stay filled.

        Raises:
            UserError: there is no such library, the table is too long, or too many files were chosen.

        """
        with self._files.open(self._files.existing(name)) as storage, storage.transaction():
            _keep_definition(storage, definition)

    @changes("tables")
    def remove(self, name: str, table: str) -> None:
        """Forget a table of a library with what was set in it by hand; what was found of documents is kept.

        Raises:
            UserError: there is no such library, or no such table in it.

        """
        with self._files.open(self._files.existing(name)) as storage, storage.transaction():
            if not ReviewCells(storage.connection).remove(table):
                raise UserError(UserText("There is no table “{name}”.", name=table), "Check the spelling.")

    @reads
    def definitions(self, name: str) -> list[TableDefinition]:
        """Return the tables of a library, the one that was changed last first."""
        with self._files.open(self._files.existing(name), read_only=True) as storage:
            cells = ReviewCells(storage.connection)
            kept = [_decoded(text, TableDefinition) for text in cells.definitions().values()]
            return [
                replace(one, scope=replace(one.scope, files=cells.chosen_files(one.name)))
                for one in kept
                if one is not None
            ]

    @reads
    def files_named(self, name: str, named: Sequence[str]) -> tuple[str, ...]:
        """Return the files of a library that are named by their paths, the ends of them, or their names.

        Raises:
            UserError: there is no such file, or there are several.

        """
        with self._files.open(self._files.existing(name), read_only=True) as storage:
            paths = {status.path for status, _, _ in files_with_metadata(storage.connection)}
        return tuple(path_named(one, paths) for one in named)

    @contextmanager
    def _reader(self, path: Path, overrides: Mapping[str, OptionValue] | None) -> Iterator[_Reader]:
        """Connect to what fills the cells while the block runs: the model of the settings, repeating itself, or none.

        Raises:
            UserError: no model is chosen, or its address is wrong.

        """
        config = self._config_of(path, overrides)
        embed_model = self._embed_models.of(path)
        judge = judge_of(embed_model) if self._config[JUDGE] else None
        space = embed_model.space
        reading = f"{space.provider}/{space.model}/{judge is not None}"
        with self._models.connected(config, partial(library_names, self._files, path)) as llm:
            if llm is None:
                yield _Reader(f"quoted/{quoted.VERSION}/{reading}", embed_model, judge)
                return
            key = f"asked/{asked.VERSION}/{server_key(config)}/{reading}"
            yield _Reader(key, embed_model, judge, llm, at_once(config), config[LLM_MODEL], prices_of(config))

    def _config_of(self, path: Path, overrides: Mapping[str, OptionValue] | None) -> Config:
        """Return the settings that hold for the tables of a library: a model repeats itself."""
        return layered(self._config, (read_settings(self._files, path), overrides or {}, REPEATING))


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


def _keep_definition(storage: StorageContext, definition: TableDefinition) -> None:
    """Keep a table with its scope.

    Raises:
        UserError: it is too long, or too many files were chosen.

    """
    name, files = definition.name, definition.scope.files
    if len(files) > MOST_ROWS:
        raise UserError(
            UserText("A table can be made of {most} chosen files at most.", most=f"{MOST_ROWS:,}"),
            "Choose a folder, or make the table of all documents.",
        )
    text = _encoded(replace(definition, scope=TableScope(definition.scope.query)), name)
    ReviewCells(storage.connection).put_definition(name, text, files)


def _documents(storage: StorageContext, scope: TableScope) -> ScopedDocuments:
    """Return the files of a scope; its words choose those that have them all."""
    parsed = parse_query(without_surrogates(scope.query))
    documents = documents_in(storage, parsed, scope.files)
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
    rows: Iterable[TableRow],
    documents: ScopedDocuments,
) -> ReviewTable:
    """Return a table with the rows of documents that cannot be read."""
    every = tuple(_with_unread(rows, definition, documents))
    read, files = len(every) - len(documents.unread), len(documents.readable) + len(documents.unread)
    return ReviewTable(library, definition, every, read, files, tuple(documents.unread))


def _with_unread(
    rows: Iterable[TableRow], definition: TableDefinition, documents: ScopedDocuments
) -> Iterator[TableRow]:
    """Yield rows, which are in the order of their files, and among them those of documents that cannot be read."""
    # hundreds of thousands of files may wait for the same reason: they share its cells
    cells = {
        reason: (Cell(CellState.UNREADABLE, reason=reason),) * len(definition.columns)
        for reason in {one.reason for one in documents.unread}
    }
    unread = (TableRow(one.file, cells[one.reason]) for one in documents.unread)
    return heapq.merge(rows, unread, key=lambda row: row.file)


def _changes_kept(storage: StorageContext, table: ReviewTable) -> TableChanges | None:
    """Return what a table says differently since the last whole run, and keep what it says for the next one.

    Runs over the same query are compared, and those over files that were chosen, whichever they were.
    """
    scope = table.definition.scope.query + (_CHOSEN if table.definition.scope.files else "")
    cells, heads, name = ReviewCells(storage.connection), table.definition.columns, table.definition.name
    before = cells.last_run(name, scope)
    changed: list[CellChange] = []
    every: list[tuple[str, str]] = []
    for row in table.rows:
        now = {head.name: _said_in_short(cell) for head, cell in zip(heads, row.cells, strict=True)}
        was = _decoded(cells.said(name, scope, row.file) or "", dict[str, str]) or {}
        changed += [
            CellChange(row.file, head, was[head], now[head]) for head in now if was.get(head, now[head]) != now[head]
        ]
        every.append((row.file, _encoded(now, name)))
    cells.put_run(name, scope, every)
    if not before:
        return None
    known, files = set(before), {row.file for row in table.rows}
    new = [row.file for row in table.rows if row.file not in known]
    return TableChanges(tuple(new), tuple(file for file in before if file not in files), tuple(changed))


def _said_in_short(cell: Cell) -> str:
    """Return what was found in a cell, whatever a person has set in it: its value, its state where it has none."""
    found = cell if cell.found is None else cell.found
    return found.value[:_LONGEST_SAID] or found.state.value


def _edits(storage: StorageContext, table: str) -> dict[tuple[str, str], CellEdit]:
    """Return what a person set in a table, by file and column."""
    kept = ReviewCells(storage.connection).edits(table)
    return {key: edit for key, text in kept.items() if (edit := _decoded(text, CellEdit)) is not None}


def _edited(cell: Cell, edit: CellEdit) -> Cell:
    """Return a cell with what a person set in it; what was found stays below."""
    if edit.value is not None:
        return Cell(CellState.BY_HAND, edit.value, found=cell, locked=edit.locked)
    if edit.kept is not None:
        return replace(edit.kept, locked=edit.locked)
    return replace(cell, locked=True) if edit.locked else cell


def _known_row(
    storage: StorageContext,
    definition: TableDefinition,
    reader: str,
    file: str,
    edits: Mapping[tuple[str, str], CellEdit],
) -> TableRow:
    cells = ReviewCells(storage.connection)
    content = cells.contents(file)
    known = cells.cells(content, reader) if content is not None else {}
    row: list[Cell] = []
    for column in definition.columns:
        if not _is_asked(column, definition, row):
            cell = Cell(CellState.NOT_ASKED)
        else:
            cell = _stored(known.get(question_key(column), "")) or Cell(CellState.WAITING)
        row.append(_edited(cell, edits.get((file, column.name), CellEdit())))
    return TableRow(file, tuple(row))


def _is_asked(column: ReviewColumn, definition: TableDefinition, row: Sequence[Cell]) -> bool:
    """Return True if the cell before, on which a column depends, has its value."""
    if column.only_if is None:
        return True
    wanted = column.only_if.column.casefold()
    place = next((place for place, one in enumerate(definition.columns) if one.name.casefold() == wanted), len(row))
    return place < len(row) and row[place].value.casefold() == column.only_if.value.casefold()


def _encoded(value: object, name: str) -> str:
    """Return a part of a table as it is stored.

    Raises:
        UserError: it is too long.

    """
    text = msgspec.json.encode(value, enc_hook=str)
    if len(text) > _LONGEST_STORED:
        raise UserError(UserText("“{name}” is too long to be kept.", name=name), "Shorten it.")
    return text.decode()


def _shortened(cell: Cell) -> Cell:
    """Return a cell in which a model's words are no longer than anybody reads."""
    places = tuple(replace(place, value=place.value[:_LONGEST_WORDS]) for place in cell.places[:_MOST_PLACES])
    reason = cell.reason if len(cell.reason) <= _LONGEST_WORDS else cell.reason[:_LONGEST_WORDS]
    return replace(cell, value=cell.value[:_LONGEST_WORDS], places=places, reason=reason)


def _has_failed(cell: Cell) -> bool:
    return cell.state is CellState.FAILED


def _stored(text: str) -> Cell | None:
    """Return a cell as it was kept, None where there is none or another version of the program wrote it."""
    return _decoded(text, Cell) if text else None


def _decoded(text: str, kind: type[T]) -> T | None:
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.MsgspecError, RecursionError):  # cells hold cells, of which somebody may have made very many
        return None
