"""Turns one file into a record for the store. Runs in a child process: nothing here is imported by the window."""

import gc
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cache, reduce
from pathlib import Path
from typing import Literal

from desktop_rag.config.plugins import enabled_plugins, make_plugin, note_failure
from desktop_rag.core.characters import without_surrogates
from desktop_rag.core.disk_space import is_no_space
from desktop_rag.core.errors import UserError, only_errors, reason_of
from desktop_rag.core.file_paths import INSIDE, real_path
from desktop_rag.core.schema import Document, Metadata, TextNode
from desktop_rag.core.user_text import UserText, joined
from desktop_rag.embeddings.multilingual_e5 import token_offsets
from desktop_rag.ingestion.scanner import FoundFile, hash_file
from desktop_rag.ingestion.spool import SpoolWriter
from desktop_rag.node_parser.base import NodeParser
from desktop_rag.node_parser.factory import Splitting, make_node_parser
from desktop_rag.node_parser.page_breaks import BrokenPage, searched_texts, with_page_breaks
from desktop_rag.node_parser.passage import HEADING_KEY, is_prose
from desktop_rag.node_parser.table_passages import TablePassages
from desktop_rag.processes.child import ChildDiedError, too_large
from desktop_rag.processes.confinement.limits import Limits, apply_limits
from desktop_rag.readers.base import OWN_TIME, Member, NothingToRead, ReadOptions, missing_parts
from desktop_rag.readers.file import file_metadata, read_file
from desktop_rag.readers.office.sheet_cells import SheetPage
from desktop_rag.readers.pages.page_text import RecognisedPage, pack_words
from desktop_rag.readers.stamps import stamp_of
from desktop_rag.storage.records import NO_ROOM, DocumentRecord, MemberRecord, NodeRecord, PageRow, Piece
from desktop_rag.text import analyzer

_PIECE_NODES = 400
_PIECE_CHARS = 2_000_000
_ATTEMPTS = 2
_ALWAYS_TEXT, _TEXT_PER_BYTE = 20_000_000, 100  # characters: no document of its size has more, a bomb has
_ALWAYS_PAGES = 2_000  # slides, sheets, chapters: a file of a few kilobytes may name one of them any number of times
_BYTES_A_PAGE = 32  # of the file, beyond those: a page of a PDF file has more, also where it is packed
_DATES = ("creation_date", "last_modified_date")
_TICK_SECONDS = 1.0
# Objects made until Python looks for cycles, which parsers leave few of. As often as it does by itself (700, 10, 10)
# that is a twelfth of all reading.
_COLLECT_AFTER = 50_000, 20, 100
_OF_PAGE = frozenset({"page_label", HEADING_KEY})
Tick = Callable[[], None]
"""Called after each page: the reading goes on."""


@dataclass(frozen=True, slots=True)
class ParseTask:
    """A file to read and how. What a large one holds goes to the file ``spool``; without one it stays in memory."""

    file: FoundFile
    splitting: Splitting = field(default_factory=Splitting)
    options: ReadOptions = field(default_factory=ReadOptions)
    spool: Path | None = None

    @classmethod
    def of(cls, path: Path, splitting: Splitting | None = None) -> "ParseTask":
        """Return the task of reading a file on disk as it is now."""
        status = path.stat()
        return cls(FoundFile(str(path), status.st_size, status.st_mtime_ns), splitting or Splitting())

    @property
    def source(self) -> Path:
        """The path of the content."""
        return Path(self.file.source) if self.file.source else real_path(self.file.path)


@dataclass(frozen=True, slots=True)
class Part:
    """A message about a file: "begin" comes first, "record" with the result last.

    In between come "tick", as it goes on, with how many pages are done, and "bug" with the trace where the fault is
    ours.
    """

    event: Literal["begin", "tick", "bug", "record"]
    trace: str = ""
    record: DocumentRecord | None = None
    pages: int = 0


Tell = Callable[[Part], None]


def prepare_to_parse() -> None:
    """Do nothing: importing this module is the slow part."""


def parse_batch(tell: Tell, tasks: Sequence[ParseTask]) -> None:
    """Read files one after the other and send messages about each."""
    gc.set_threshold(*_COLLECT_AFTER)
    for task in tasks:
        limits = Limits.of_file(task.file.size)
        apply_limits(limits)
        tell(Part("begin"))
        tell(Part("record", record=_parsed(tell, task, limits)))


def _parsed(tell: Tell, task: ParseTask, limits: Limits) -> DocumentRecord:
    """Return the record of a file, also after an error."""
    told, pages = time.monotonic(), 0

    def tick() -> None:
        nonlocal told, pages
        pages += 1
        if time.monotonic() - told > _TICK_SECONDS:
            told = time.monotonic()
            apply_limits(limits)
            tell(Part("tick", pages=pages))

    try:
        with only_errors():
            return parse_file(task, tick)
    except MemoryError:
        return unread(task.file, "failed", too_large().message)
    except Exception as error:  # noqa: BLE001 - a bug of ours, or of a library; the other files must not suffer
        tell(Part("bug", "".join(traceback.format_exception(error))))
        return unread(task.file, "failed", ChildDiedError(None).as_user_error().message)


def unread(file: FoundFile, state: str, reason: str) -> DocumentRecord:
    """Return the record of a file that was not read."""
    return DocumentRecord(
        file.path, file.size, file.mtime_ns, b"", {}, state=state, reason=reason, container=file.container
    )


def parse_file(task: ParseTask, tick: Tick = lambda: None) -> DocumentRecord:
    """Read, split and analyse a file; one that cannot be read becomes a record with the reason.

    Where the disk is full, the file is not to blame: its state is ``NO_ROOM``.
    Pages are taken one after the other. A file that changes meanwhile is read once more, then left for the next run.
    """
    for _ in range(_ATTEMPTS):
        # the size and time from before the reading are stored: the next comparison sees a change in between
        before = _stamp(task.source)
        try:
            record = _parse(task, tick)
        except Exception as error:
            if is_no_space(error):
                return unread(task.file, NO_ROOM, str(error))
            if not isinstance(error, UserError):
                raise
            state = "skipped" if isinstance(error, NothingToRead) else "failed"
            record = unread(task.file, state, str(error))
        if before == _stamp(task.source):
            return replace(record, size=before[0], mtime_ns=before[1]) if before and not task.file.container else record
    return unread(task.file, "failed", "The file keeps changing. It will be read once it stops changing.")


def _stamp(path: Path) -> tuple[int, int] | None:
    """Return size and time of a file, None when there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return stamp_of(str(path), status)


def _parse(task: ParseTask, tick: Tick) -> DocumentRecord:
    """Read a file that stays as it is.

    Raises:
        UserError: it cannot be read.

    """
    file = task.file
    contents = read_file(task.source, task.options, file.path)
    try:
        metadata, content_hash = _metadata(task), hash_file(task.source)
    except OSError as error:
        raise UserError(
            UserText("The file cannot be read: {reason}.", reason=reason_of(error)), "Check its permissions."
        ) from error
    with ExitStack() as stack:
        missing = stack.enter_context(missing_parts())
        spool = stack.enter_context(SpoolWriter(task.spool)) if task.spool is not None else None
        pieces = _Pieces(spool, _ALWAYS_TEXT + _TEXT_PER_BYTE * file.size)
        tables = TablePassages()
        notice, most_pages = contents.notice, max(_ALWAYS_PAGES, file.size // _BYTES_A_PAGE)
        for broken in with_page_breaks(map(_storable, _ticking(contents.pages, tick))):
            page, number = broken.page, broken.number
            if number > most_pages:
                notice = joined(notice, UserText("Only the first {count} pages of it were read.", count=most_pages))
                break
            pieces.add(page, _split(broken, task, pieces.count, tables))
        pieces.finish()
        members = [_member_record(file, member) for member in contents.members]
    return DocumentRecord(
        file.path,
        file.size,
        file.mtime_ns,
        content_hash,
        pieces.shared | _with_own_dates(metadata, pieces.shared),
        pieces.pages,
        pieces.nodes,
        reason=reduce(joined, missing, notice),
        container=file.container,
        members=members,
        spool=str(task.spool) if spool is not None and spool.used else "",
        left_out=contents.left_out,
        records=tuple(contents.records),
        message=contents.message,
    )


def _ticking(pages: Iterable[Document], tick: Tick) -> Iterator[Document]:
    """Yield pages, and report progress after each: some are read before the first of them is cut."""
    for page in pages:
        yield page
        tick()


class _Pieces:
    """Collects pages and passages: the first ones to be handed over at once, the others in a spool file."""

    def __init__(self, spool: SpoolWriter | None, most_text: int) -> None:
        self.pages: list[PageRow] = []
        self.nodes: list[NodeRecord] = []
        self.count = 0
        self.shared: Metadata = {}
        self._spool = spool
        self._most_text = most_text
        self._more_pages: list[PageRow] = []
        self._more_nodes: list[NodeRecord] = []
        self._chars = 0
        self._total = 0
        self._first = True

    def add(self, page: Document, nodes: list[NodeRecord]) -> None:
        """Add a page with its passages.

        Raises:
            UserError: there is no end of text, or no room for it.

        """
        self._share(page.metadata)
        self._more_pages.append(_page_row(page))
        self._more_nodes += nodes
        self.count += len(nodes)
        self._chars += len(page.text)
        self._total += len(page.text)
        # a small file may unfold to any amount of text
        if self._total > self._most_text:
            raise UserError(
                "The file contains far more text than any document of its size.",
                "If you trust it, split it into smaller files.",
            )
        if self._spool is not None and (len(self._more_nodes) > _PIECE_NODES or self._chars > _PIECE_CHARS):
            self._flush()

    def finish(self) -> None:
        """Hand over the remaining pages."""
        if self._spool is None:
            self.pages, self.nodes = self._more_pages, self._more_nodes
        elif self._more_pages:
            self._flush()

    def _flush(self) -> None:
        # the first piece goes with the record; most files have no other
        if not self.pages:
            self.pages, self.nodes = self._more_pages, self._more_nodes
        elif self._spool is not None:
            self._spool.write(Piece(self._more_pages, self._more_nodes))
        self._more_pages, self._more_nodes, self._chars = [], [], 0

    def _share(self, metadata: Metadata) -> None:
        """Keep the metadata that every page so far shares."""
        if self._first:
            self._first = False
            self.shared = {key: value for key, value in metadata.items() if key not in _OF_PAGE}
        elif self.shared:
            self.shared = {key: value for key, value in self.shared.items() if metadata.get(key) == value}


def _storable(page: Document) -> Document:
    """Return a page without halves of characters, which cannot be written to a file."""
    page.text = without_surrogates(page.text)
    page.metadata = {
        key: without_surrogates(value) if isinstance(value, str) else value for key, value in page.metadata.items()
    }
    return page


def _page_row(page: Document) -> PageRow:
    """Return a page as it is stored."""
    label = str(page.metadata["page_label"])
    if isinstance(page, RecognisedPage):
        return PageRow(label, page.text, pack_words(page.words))
    return PageRow(label, page.text)


def _metadata(task: ParseTask) -> Metadata:
    """Return a file's metadata; a file inside another has the date it has there, not that of its copy."""
    metadata = file_metadata(task.source, task.file.path)
    if not task.file.container:
        return metadata
    day = datetime.fromtimestamp(task.file.mtime_ns / 1e9, UTC).strftime("%Y-%m-%d")
    return metadata | dict.fromkeys(_DATES, day)


def _with_own_dates(metadata: Metadata, shared: Metadata) -> Metadata:
    """Return a file's metadata, with the dates of its content where that has dates, as mail does."""
    return metadata | {key: shared[key] for key in (*_DATES, OWN_TIME) if OWN_TIME in shared and key in shared}


def _member_record(file: FoundFile, member: Member) -> MemberRecord:
    """Return the record of a file inside this one; without a date, it has its container's."""
    modified = file.mtime_ns if member.modified is None else int(member.modified * 1e9)
    size = member.path.stat().st_size
    return MemberRecord(f"{file.path}{INSIDE}{member.name}", str(member.path), size, modified)


@cache
def _node_parser(splitting: Splitting) -> NodeParser:
    """Return the node parser of a library."""
    parser = make_node_parser(
        splitting.node_parser, splitting.chunk_size, splitting.chunk_overlap, tokenizer=token_offsets
    )
    parser.include_prev_next_rel = False  # the store knows them by their order
    return parser


def _plugged_nodes(page: Document, plugins: str) -> Sequence[TextNode] | None:
    """Return a plug-in's nodes of a page, None when there is no plug-in or it fails."""
    for plugin in enabled_plugins(plugins, "node_parsers"):
        parser = make_plugin(plugin)
        try:
            with only_errors():
                return parser.get_nodes_from_documents([page]) if parser is not None else None
        except Exception as error:  # noqa: BLE001 - whatever their code raises
            note_failure(plugin, error)
    return None


def _split(broken: BrokenPage, task: ParseTask, position: int, tables: TablePassages) -> list[NodeRecord]:
    """Cut a page into passages with their keyword terms; the first has ``position`` in the file."""
    page, number = broken.page, broken.number
    if not page.text.strip():
        return []
    nodes = _plugged_nodes(page, task.options.plugins)
    if nodes is None:
        nodes = _node_parser(task.splitting).get_nodes_from_documents([page])
        if task.splitting.cuts_passages and is_prose(page):
            nodes = broken.completed(tables.completed(page, nodes))
    positions = {node.id_: place for place, node in enumerate(nodes, position)}
    return [_record(node, page, number, positions) for node in nodes]


def _more_words(node: TextNode, page: Document) -> str:
    """Return the words by which a passage is found although they do not stand in it."""
    if not isinstance(page, SheetPage) or node.start_char_idx is None or node.end_char_idx is None:
        return ""
    words = page.exact_words(node.start_char_idx, node.end_char_idx)
    return f"\n{words}" if words else ""


def _record(node: TextNode, page: Document, number: int, positions: Mapping[str, int]) -> NodeRecord:
    """Return a node in its stored form; one with children is read but not searched."""
    heading, words = searched_texts(node)
    own = {key: value for key, value in node.metadata.items() if key not in page.metadata and key != HEADING_KEY}
    searchable = not node.child_nodes
    found = analyzer.keyword_terms(f"{heading}\n{words}{_more_words(node, page)}" if searchable else "")
    return NodeRecord(
        page=number,
        start=node.start_char_idx or 0,
        end=node.end_char_idx or 0,
        heading=heading,
        text=node.text,
        terms=" ".join(found.terms),
        words=" ".join(found.words),
        metadata=own,
        parent=positions[node.parent_node.node_id] if node.parent_node else None,
        searchable=searchable,
    )
