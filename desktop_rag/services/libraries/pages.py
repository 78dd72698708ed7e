"""Show a source: its passage in place, its page drawn, the file it lies in."""

import contextlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import INSIDE, file_name, real_path
from desktop_rag.core.results.answers import Source
from desktop_rag.core.results.pages import (
    FileCondition,
    PageClip,
    PageHits,
    PageImage,
    PagePart,
    PageSizes,
    PageWords,
    Passage,
    ReferenceTexts,
)
from desktop_rag.core.user_text import Say, UserText
from desktop_rag.processes.pool import ChildProcesses
from desktop_rag.readers.formats import is_mail, is_verbatim
from desktop_rag.readers.pages.render import (
    find_words,
    measure_pages,
    read_words,
    render_clip,
    render_page,
    render_part,
)
from desktop_rag.readers.properties import DocumentProperties, document_properties
from desktop_rag.readers.section_headings import page_heading
from desktop_rag.readers.stamps import is_noted, stamp_of
from desktop_rag.services.calls import current_call
from desktop_rag.services.libraries.references import Reference, reference_of, reference_texts
from desktop_rag.services.libraries.unpacked_files import UnpackedFiles
from desktop_rag.services.operations import Service, reads
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.records import KnownFile
from desktop_rag.storage.sqlite.bibliography import Bibliography
from desktop_rag.storage.sqlite.connection import MissingFileError
from desktop_rag.storage.sqlite.earlier import EarlierState, EarlierTexts
from desktop_rag.storage.sqlite.stored_files import path_now
from desktop_rag.storage.sqlite.threads import MailThreads
from desktop_rag.storage.storage_context import StorageContext

RENDER_SECONDS = 60.0
_PAGE_ENDS = "\n\n"
_AHEAD = 100  # pages whose recognised words are read from a library at a time: more than a child reads in a moment
_MOST_QUOTED = 500  # words of a note that are looked for on a page
_MOST_PARTS, _LONGEST_MESSAGE = 500, 1_000_000  # pages and characters of a message that is shown as one
_CONTEXT = 1500  # characters shown before and after a passage


class Pages(Service):
    """Shows sources; ``painter`` draws in processes, which files may crash."""

    def __init__(self, files: IndexFiles, painter: ChildProcesses, unpacked: UnpackedFiles) -> None:
        self._files = files
        self._painter = painter
        self._unpacked = unpacked

    @reads
    def passage(self, name: str, source: Source) -> Passage:
        """Return a passage with the text around it; for a deleted library, the text stored with the answer."""
        try:
            library = self._files.open(name, read_only=True)
        except MissingFileError:
            return Passage(source, source.text, "", "", 0, _condition(source.file, None))
        with library as storage, storage.snapshot():
            if (state := EarlierTexts(storage.connection).at(source.file)) is not None:
                return _earlier_passage(storage, source, state)
            file = path_now(storage.connection, source.file)
            text = storage.documents.page_text(file, source.page) or source.text
            pages = storage.documents.page_count(file)
            before, after = text[: source.start], text[source.end :]
            if not before.strip() and (other := storage.documents.page_text(file, source.page - 1)):
                before = f"{other}{_PAGE_ENDS}"
            if not after.strip() and (other := storage.documents.page_text(file, source.page + 1)):
                after = f"{_PAGE_ENDS}{other}"
            stored = storage.files.known_file(file.partition(INSIDE)[0])
            members = tuple(storage.files.members(file))
            lines = _lines_before(storage, file, source.page) if is_verbatim(file) else 0
            whole = _around_page(storage, file, source.page) if is_mail(file) else ("", "")
            thread = MailThreads(storage.connection).thread(file)
            may_open = storage.may_open(file)
        condition = _condition(file, stored) if may_open else FileCondition.MISSING
        around = before[-_CONTEXT:], after[:_CONTEXT]
        return Passage(replace(source, file=file), text, *around, pages, condition, members, lines, whole, thread)

    @reads
    def render(
        self,
        name: str,
        source: Source,
        *,
        page: int,
        zoom: float,
        cited: tuple[int, int] | None = None,
        dark: bool = False,
    ) -> PageImage:
        """Draw a page of a paged file (zoom 1.0 = 72 dpi); the passage is highlighted on its own page.

        Words that were recognised in pictures are those that the library ``name`` has stored.

        Raises:
            UserError: the file is gone, or cannot be drawn within a minute.
            CancelledError: stopped.

        """
        token = current_call().token
        self._check(name, source.file)
        here = page == source.page
        passage = (source.start, source.end) if here and source.end > source.start else None
        span = cited if here else None
        recognised = self._recognised(name, source.file, page, page).get(page) if passage or span else None
        path = self._unpacked.to_show(source.file, token)
        arguments = (source.file, path, page, zoom, passage, span, recognised, dark)
        return self._painter.run(render_page, *arguments, seconds=RENDER_SECONDS, token=token)

    @reads
    def clip(self, name: str, file: str, *, page: int, span: tuple[int, int]) -> PageClip | None:
        """Draw what stands around a range of a page's text, with a box round it; None where the page has no such range.

        Errors as for ``render``.
        """
        self._check(name, file)
        token = current_call().token
        path, recognised = self._unpacked.to_show(file, token), self._recognised(name, file, page, page).get(page)
        return self._painter.run(render_clip, path, page, span, recognised, seconds=RENDER_SECONDS, token=token)

    @reads
    def render_part(self, file: str, *, page: int, zoom: float, rows: tuple[int, int], dark: bool = False) -> PagePart:
        """Draw some rows of pixels of a page: (the first, how many). UserError as for ``render``."""
        token = current_call().token
        path = self._unpacked.to_show(file, token)
        arguments = (path, page, zoom, *rows, dark)
        return self._painter.run(render_part, *arguments, seconds=RENDER_SECONDS, token=token)

    @reads
    def sizes(self, file: str, *, first: int = 1) -> PageSizes:
        """Return the sizes of the pages from ``first`` on, as many as can be read in a moment."""
        token = current_call().token
        path = self._unpacked.to_show(file, token)
        return self._painter.run(measure_pages, path, first, seconds=RENDER_SECONDS, token=token)

    @reads
    def words(self, name: str, file: str, *, page: int) -> PageWords:
        """Return the text of a page and where its words stand, as the library ``name`` has recognised them."""
        self._check(name, file)
        token = current_call().token
        path, recognised = self._unpacked.to_show(file, token), self._recognised(name, file, page, page).get(page)
        return self._painter.run(read_words, path, page, recognised, seconds=RENDER_SECONDS, token=token)

    @reads
    def find(self, name: str, file: str, *, sought: str, first: int = 1) -> PageHits:
        """Return the places of words on the pages from ``first`` on, as many pages as can be read in a moment."""
        self._check(name, file)
        token = current_call().token
        path, recognised = self._unpacked.to_show(file, token), self._recognised(name, file, first, first + _AHEAD - 1)
        arguments = (path, sought, first, first + _AHEAD - 1, recognised)
        return self._painter.run(find_words, *arguments, seconds=RENDER_SECONDS, token=token)

    @reads
    def export_member(self, file: str) -> Path:
        """Return a real file with the content of ``file``: itself, or one inside another under its own name.

        It is removed when the program ends.

        Raises:
            UserError: the container is gone or cannot be read any more.

        """
        return self._unpacked.to_open(file, current_call().token)

    @reads
    def reference(self, name: str, source: Source, *, say: Say = str) -> ReferenceTexts:
        """Return the citations of a source for use elsewhere, with its file's own metadata where that can be read.

        ``say`` speaks the language it is worded in.
        """
        return reference_texts(self._reference(name, source, current_call().token, say), say)

    @reads
    def noted_place(self, name: str, source: Source) -> Source | None:
        """Return the place in a file that a note is about, None where it is about none that the library has."""
        with self._files.open(name, read_only=True) as storage, storage.snapshot():
            bibliography = Bibliography(storage.connection)
            record = bibliography.of_file(source.file)
            heading = source.heading.rpartition(" > ")[2]
            mark = next((one for one in record.marks if one.heading == heading), None) if record is not None else None
            if record is None or mark is None:
                return None
            others = [path for path in bibliography.files_of(source.file) if not is_noted(path)]
            named = [path for path in others if file_name(path) == file_name(mark.file)]
            file = next(iter(named), "")
            pages = storage.documents.page_count(file)
            if not pages:
                return None
            page = min(max(mark.page, 1), pages)
            text = storage.documents.page_text(file, page) or ""
            start, end = _marked_words(source.text, text)
            place = record.zotero_place(file)
        label = "" if str(page) == heading.removeprefix(page_heading("")) else heading.removeprefix(page_heading(""))
        return replace(
            source, file=file, page=page, page_label=label, start=start, end=end, text=text[start:end], node_id="",
            heading="", zotero=place, runs_on=None, runs_from=None,
        )  # fmt: skip

    @reads
    def works(self, name: str, sources: Sequence[Source]) -> tuple[Reference, ...]:
        """Return the works that sources are from, each once, in their order."""
        token = current_call().token
        found: dict[tuple[object, ...], Reference] = {}
        files = {(source.library or name, source.file): source for source in sources}
        for (library, _), source in files.items():
            whole = replace(self._reference(library, source, token), place="", page="")
            record = whole.record
            # the files of one work, and what is noted about it
            found.setdefault((record.key, record.title) if record else (library, whole.file), whole)
        return tuple(found.values())

    def _reference(self, name: str, source: Source, token: CancelToken, say: Say = str) -> Reference:
        """Return the reference of a source: by its record, else by what its file says of itself."""
        with self._files.open(name, read_only=True) as storage:
            file = path_now(storage.connection, source.file)
            stored = storage.files.metadata(file)
            record = Bibliography(storage.connection).of_file(file)
        properties = DocumentProperties()
        if record is None:
            with contextlib.suppress(UserError):
                self._check(name, file)
                path = self._unpacked.to_show(file, token)
                properties = self._painter.run(document_properties, path, seconds=RENDER_SECONDS, token=token)
        return reference_of(replace(source, file=file), properties, stored, say, record)

    def _check(self, name: str, file: str) -> None:
        """Raise UserError when a library from elsewhere names a file in no folder that it may read."""
        may_open = True
        with contextlib.suppress(UserError), self._files.open(name, read_only=True) as storage:
            may_open = storage.may_open(file)
        if not may_open:
            raise UserError(
                UserText("“{name}” comes from elsewhere and may not open {file}.", name=name, file=file),
                UserText("Let the library read the folder first."),
            )

    def _recognised(self, name: str, file: str, first: int, last: int) -> dict[int, tuple[str, bytes]]:
        """Return the stored text of pages that are pictures, by page; empty if the library cannot be opened."""
        with contextlib.suppress(UserError), self._files.open(name, read_only=True) as storage:
            return storage.files.recognised_pages(file, first, last)
        return {}


def _marked_words(note: str, page: str) -> tuple[int, int]:
    """Return where the words that a note quotes stand on a page; an empty range where they do not."""
    quoted = " ".join(line[1:].strip() for line in note.splitlines() if line.startswith(">"))
    words = quoted.split()
    found = re.search(r"\W+".join(map(re.escape, words)), page) if 0 < len(words) <= _MOST_QUOTED else None
    return found.span() if found else (0, 0)


def _earlier_passage(storage: StorageContext, source: Source, state: EarlierState) -> Passage:
    """Return a passage of a kept state: its page, and the lines before it where they are numbered."""
    earlier = EarlierTexts(storage.connection)
    text = earlier.page_text(state.id, source.page) or source.text
    lines = _line_count(earlier.pages(state.id), source.page) if is_verbatim(source.file) else 0
    before, after = text[: source.start][-_CONTEXT:], text[source.end :][:_CONTEXT]
    return Passage(source, text, before, after, state.pages, FileCondition.EARLIER, (), lines)


def _around_page(storage: StorageContext, file: str, page: int) -> tuple[str, str]:
    """Return the pages of a message before and behind one: its parts, of different people."""
    texts = [text for _, text in islice(storage.documents.labelled_pages(file), _MOST_PARTS)]
    if sum(map(len, texts)) > _LONGEST_MESSAGE:
        return "", ""
    return "".join(f"{one}{_PAGE_ENDS}" for one in texts[: page - 1]), "".join(
        f"{_PAGE_ENDS}{one}" for one in texts[page:]
    )


def _lines_before(storage: StorageContext, file: str, page: int) -> int:
    """Count the lines of a long text on the pages before one."""
    return _line_count(storage.documents.labelled_pages(file), page)


def _line_count(pages: Iterator[tuple[str, str]], page: int) -> int:
    texts = (text for _, text in islice(pages, page - 1))
    return sum(text.count("\n") + (not text.endswith("\n")) for text in texts)


def _condition(file: str, stored: KnownFile | None) -> FileCondition:
    """Return the condition of the file on disk (for one inside another, the outermost) against the one read."""
    try:
        status = real_path(file).stat()
    except OSError:
        return FileCondition.MISSING
    same = stored is None or stamp_of(str(real_path(file)), status) == (stored.size, stored.mtime_ns)
    return FileCondition.UNCHANGED if same else FileCondition.CHANGED
