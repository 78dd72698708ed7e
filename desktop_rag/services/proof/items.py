"""Makes evidence items of an answer, a review table and a checked text: each sentence with what its sources say now."""

import hashlib
import os
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.file_paths import INSIDE, is_earlier, real_path, shown_name
from desktop_rag.core.results.answers import Answer, Source, Verdict
from desktop_rag.core.results.evidence_items import EvidenceItem, EvidenceSource
from desktop_rag.core.results.review import Cell, CellState, ReviewTable
from desktop_rag.core.results.text_checks import DecisionKind, TextCheck
from desktop_rag.core.user_text import UserText
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.storage_context import StorageContext

AROUND = 300  # characters of a page's text before and behind the quoted words
_BLOCK = 1 << 20
_MOST_CONTEXT = 2  # sentences before one that it may rest on
_FILLED = (CellState.FOUND, CellState.DISAGREES, CellState.BY_HAND)


class FileHashes(NamedTuple):
    """The SHA-256 of a file, and the hash that libraries keep of it."""

    sha256: str
    content: str


def file_hashes(path: Path, token: CancelToken) -> FileHashes:
    """Return both hashes of a file on disk, read once, a block in memory.

    Raises:
        OSError: it cannot be read.
        CancelledError: stopped.

    """
    sha256, content = hashlib.sha256(), hashlib.blake2b(digest_size=16)
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            token.raise_if_cancelled()
            sha256.update(block)
            content.update(block)
    return FileHashes(sha256.hexdigest(), content.hexdigest())


def bare(text: str) -> str:
    """Return the letters and digits of a text alone: line ends, blanks and marks may be written in another way."""
    return "".join(char for char in text.casefold() if char.isalnum())


class SourceReader:
    """Reads what sources say, and the hashes of their files; each library is opened once, and each file read once."""

    def __init__(self, files: IndexFiles, library: str, token: CancelToken) -> None:
        self._files = files
        self._library = library
        self._token = token
        self._stack = ExitStack()
        self._opened: dict[str, StorageContext | None] = {}
        self._facts: dict[tuple[str, str], tuple[FileHashes, str]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def source(self, library: str, source: EvidenceSource, text: str = "") -> EvidenceSource:
        """Return a source with its passage and hashes; ``text`` is the passage as it was kept elsewhere, "" for none.

        ``library`` is "" for the one that was asked first.
        """
        name = library or self._library
        storage = self.storage(name)
        passage, mark = self._passage(storage, source, text)
        hashes, note = self._file(name, storage, source.file)
        if not note and storage is not None and not self.is_current(source, name):
            note = UserText("The library has read another state of the file since.")
            hashes = FileHashes("", "")
        return replace(
            source,
            library=name,
            passage=passage,
            mark=mark,
            file_sha256=hashes.sha256,
            content=hashes.content,
            note=note,
        )

    def is_current(self, source: EvidenceSource, library: str) -> bool:
        """Return True if the words stand at their place in the library's text."""
        storage = self.storage(library)
        page = storage.documents.page_text(source.file, source.page) if storage is not None else None
        said = bare(page[source.start : source.end]) if page else ""
        return bool(said) and (said in bare(source.quote) or bare(source.quote) in said)

    def words_at(self, library: str, file: str, page: int, start: int, end: int) -> str:
        """Return the words of a page of a file, "" where they are not stored."""
        storage = self.storage(library or self._library)
        text = storage.documents.page_text(file, page) if storage is not None else None
        return text[start:end] if text else ""

    def storage(self, name: str) -> StorageContext | None:
        """Return a library, None where it cannot be opened."""
        if name not in self._opened:
            try:
                opened = self._stack.enter_context(self._files.open(name, read_only=True))
                self._stack.enter_context(opened.snapshot())
            except UserError:
                self._opened[name] = None
            else:
                self._opened[name] = opened
        return self._opened[name]

    def below_folder(self, library: str, file: str) -> str:
        """Return a path as it is told to others: from the folder of the library on that it lies in."""
        outside, *inside = file.split(INSIDE)
        storage = self.storage(library)
        root = storage.folders.of(outside, os.sep) if storage is not None else None
        if root is not None and root.path != outside:
            parent = str(Path(root.path).parent)
            outside = outside.removeprefix(parent).lstrip("/\\")
        else:
            outside = Path(outside).name
        return INSIDE.join([outside.replace("\\", "/"), *inside])

    def _passage(
        self, storage: StorageContext | None, source: EvidenceSource, text: str
    ) -> tuple[str, tuple[int, int]]:
        """Return what stands around the words, with their range in it."""
        page = storage.documents.page_text(source.file, source.page) if storage is not None else None
        if page and bare(page[source.start : source.end]) and self.is_current(source, source.library or self._library):
            first, last = max(0, source.start - AROUND), min(len(page), source.end + AROUND)
            return page[first:last], (source.start - first, min(source.end, last) - first)
        place = text.find(source.quote)
        if place >= 0 and source.quote:
            first = max(0, place - AROUND)
            end = place + len(source.quote)
            return text[first : end + AROUND], (place - first, end - first)
        return source.quote, (0, len(source.quote))

    def _file(self, library: str, storage: StorageContext | None, file: str) -> tuple[FileHashes, str]:
        """Return the hashes of a file, or why there are none."""
        key = (library, file.partition(INSIDE)[0])
        if is_earlier(file):
            return FileHashes("", ""), UserText(
                "The library keeps this earlier state of the file; its text alone is left."
            )
        if storage is None:
            return FileHashes("", ""), UserText("The library cannot be opened.")
        if not storage.may_open(file):
            return FileHashes("", ""), UserText("The library may not open this file.")
        if key not in self._facts:
            self._facts[key] = self._read(storage, file)
        return self._facts[key]

    def _read(self, storage: StorageContext, file: str) -> tuple[FileHashes, str]:
        try:
            found = file_hashes(real_path(file), self._token)
        except OSError as error:
            return FileHashes("", ""), UserText("The file cannot be read: {reason}.", reason=reason_of(error))
        known = storage.files.known_file(file.partition(INSIDE)[0])
        if known is not None and known.content_hash and known.content_hash.hex() != found.content:
            return FileHashes("", ""), UserText("The file has changed since the library read it.")
        return found, ""


class AnswerItems:
    """The items of an answer."""

    def __init__(self, answer: Answer, reader: SourceReader) -> None:
        self._answer = answer
        self._reader = reader

    def items(self) -> Iterator[EvidenceItem]:
        """Yield the sentences; quotations where no model wrote it, passages where they stand for an answer."""
        answer = self._answer
        if answer.is_passage_list:
            yield from self._passages()
        elif answer.sentences:
            yield from self._sentences()
        else:
            for number, (start, end) in enumerate(dict.fromkeys(self._cited), 1):
                sources = tuple(self._cited_by(start, end))
                yield EvidenceItem(number, answer.text[start:end], Verdict.UNCHECKED, (), sources, by_quotation=True)

    @cached_property
    def _cited(self) -> list[tuple[int, int]]:
        return sorted((one.answer_start, one.answer_end) for one in self._answer.citations)

    def _sentences(self) -> Iterator[EvidenceItem]:
        before = [self._answer.question]
        for number, one in enumerate(self._answer.sentences, 1):
            text = self._answer.text[one.start : one.end]
            sources = tuple(self._cited_by(one.start, one.end))
            context = tuple(before[-_MOST_CONTEXT:])
            by_quotation = self._answer.extractive
            yield EvidenceItem(number, text, one.verdict, one.reasons, sources, "", context, by_quotation)
            before.append(text)

    def _cited_by(self, start: int, end: int) -> Iterator[EvidenceSource]:
        by_rank = {source.rank: source for source in self._answer.sources}
        for one in self._answer.citations:
            source = by_rank.get(one.marker)
            if source is None or one.answer_start >= end or one.answer_end <= start:
                continue
            label = source.page_label if one.page == source.page else ""
            whole = self._reader.words_at(source.library, one.file, one.page, one.start, one.end)
            is_cut = one.runs_on is not None and bool(whole.strip())
            first = EvidenceSource(one.file, one.page, label, one.start, one.end, whole if is_cut else one.quote)
            yield self._reader.source(source.library, first, source.text)
            if is_cut and one.runs_on is not None:
                rest = one.runs_on
                words = self._reader.words_at(source.library, one.file, rest.page, rest.start, rest.end)
                more = EvidenceSource(one.file, rest.page, "", rest.start, rest.end, words)
                yield self._reader.source(source.library, more)

    def _passages(self) -> Iterator[EvidenceItem]:
        for number, source in enumerate(self._answer.sources, 1):
            shown = self._answer.shown_of(source)
            found = self._reader.source(source.library, _whole(source, shown), source.text)
            yield EvidenceItem(number, shown, Verdict.UNCHECKED, (), (found,), by_quotation=True)


def _whole(source: Source, shown: str) -> EvidenceSource:
    """Return a passage, or one sentence of it, as the words that are quoted."""
    place = source.text.find(shown)
    is_part = place >= 0 and shown != source.text
    start, end = (source.start + place, source.start + place + len(shown)) if is_part else (source.start, source.end)
    return EvidenceSource(source.file, source.page, source.page_label, start, end, shown)


def table_items(table: ReviewTable, reader: SourceReader) -> Iterator[EvidenceItem]:
    """Yield the cells of a table that were found, by their rows; one set by hand with what was found below it."""
    number = 0
    for row in table.rows:
        for column, cell in zip(table.definition.columns, row.cells, strict=True):
            if cell.state not in _FILLED:
                continue
            number += 1
            found = cell if cell.found is None else cell.found
            sources = tuple(
                reader.source("", EvidenceSource(row.file, one.page, one.page_label, one.start, one.end, one.quote))
                for one in found.places
            )
            label = f"{shown_name(row.file)} · {column.name}"
            reasons = tuple(_cell_reasons(cell))
            yield EvidenceItem(number, cell.value, found.verdict, reasons, sources, label, (), by_quotation=True)


def _cell_reasons(cell: Cell) -> Iterator[str]:
    if cell.reason:
        yield cell.reason
    if cell.state is CellState.BY_HAND:
        yield UserText("A person set this value.")
    if cell.state is CellState.DISAGREES:
        yield UserText("The document says two things.")
    if cell.found is not None and cell.found.value:
        yield UserText("Found in the document: {value}", value=cell.found.value)


def text_items(found: TextCheck, reader: SourceReader) -> Iterator[EvidenceItem]:
    """Yield the sentences of a checked text with what they rest on, and with the sources that they name themselves.

    What does not fit within the text itself is among the reasons, unless the person dismissed it.
    """
    within = [one for one in found.inner if one.decision is None or one.decision.kind is not DecisionKind.DISMISSED]
    before: list[str] = []
    for one in found.sentences:
        places = [] if one.place is None else [one.place]
        places += [own.place for own in one.own if own.place is not None and own.place != one.place]
        sources = tuple(
            reader.source(
                place.library,
                EvidenceSource(place.file, place.page, place.page_label, place.start, place.end, place.quote),
            )
            for place in places
        )
        inner = tuple(each.reason for each in within if each.start < one.end and each.end > one.start)
        reasons, context = (*one.reasons, *inner), tuple(before[-_MOST_CONTEXT:])
        yield EvidenceItem(one.number, one.text, one.verdict, reasons, sources, "", context)
        before.append(one.text)
