"""The contradictions of a library: figures, dates, parties and negations that disagree between its files."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path

from desktop_rag.core.characters import without_surrogates
from desktop_rag.core.events import ContradictionProgress
from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.instrumentation import running
from desktop_rag.core.jobs import JobKind, Lane
from desktop_rag.core.results.contradictions import Contradiction, Contradictions, Quotation
from desktop_rag.core.results.register import UnreadFile
from desktop_rag.core.user_text import Say, UserText
from desktop_rag.readers.formats import is_in_blocks, is_verbatim
from desktop_rag.retrievers.query_syntax import ParsedQuery, parse_query
from desktop_rag.services.calls import current_call
from desktop_rag.services.contradictions.comparing import Comparison, Difference, key_of
from desktop_rag.services.contradictions.export import write_contradictions
from desktop_rag.services.contradictions.statements import stands_in, statements
from desktop_rag.services.contradictions.subjects import BEGINNING, is_draft, subject_of
from desktop_rag.services.documents_in_scope import documents_in
from desktop_rag.services.operations import Service, changes, runs
from desktop_rag.services.register.documents import Page
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.connection import interruptible
from desktop_rag.storage.sqlite.dismissals import Dismissals
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.text.analyzer import folded

_PROGRESS_SECONDS = 0.2
_FIRST_PAGES = 3  # in which a document says what it is
_DRAFT = UserText("It is a template, a sample or a draft.")
_DATA = UserText("It is data, a log or source code.")


class LibraryContradictions(Service):
    """Finds what disagrees between the documents of libraries, and keeps what a person dismissed.

    A ``scope`` is a query as the search has it: its conditions (``type:pdf``, ``folder:contracts``, ``after:2024``)
    choose files, its words what is shown.
    """

    def __init__(self, files: IndexFiles, notes: Path | None = None) -> None:
        self._files = files
        self._notes = notes

    @runs(Lane.LONG, JobKind.SEARCH)
    def find(self, name: str, scope: str = "") -> Contradictions:
        """Return what disagrees, with what is dismissed and what is newer; ``ContradictionProgress`` tells the files.

        Raises:
            CancelledError: stopped.

        """
        path, token = self._files.existing(name), current_call().token
        with (
            self._files.open(path, read_only=True) as storage,
            interruptible(token, storage.connection),
            running(token),
            storage.snapshot(),
        ):
            return _found(storage, name, parse_query(without_surrogates(scope)))

    @changes("contradictions")
    def dismiss(self, name: str, one: Contradiction) -> None:
        """Dismiss a contradiction: it stays so as long as neither quotation changes."""
        with self._changed(name) as dismissals:
            dismissals.put(one.key, one.one.file, one.other.file)

    @changes("contradictions")
    def restore(self, name: str, one: Contradiction) -> None:
        """Show a contradiction again that was dismissed."""
        with self._changed(name) as dismissals:
            dismissals.forget(one.key, one.one.file, one.other.file)

    @runs(Lane.LONG, JobKind.READ)
    def export(self, name: str, found: Contradictions, target: Path, say: Say = str) -> int:
        """Write what was found as CSV or JSON, as the name ends; return how many contradictions there are.

        What stood in ``target`` stays until everything is written. ``say`` words it; JSON is in English.

        Raises:
            UserError: the file cannot be written.

        """
        return write_contradictions(name, found, target, self._notes, say)

    @contextmanager
    def _changed(self, name: str) -> Iterator[Dismissals]:
        with self._files.open(self._files.existing(name)) as storage, storage.transaction():
            yield Dismissals(storage.connection)


def _found(storage: StorageContext, name: str, parsed: ParsedQuery) -> Contradictions:
    """Read every document once, one page in memory at a time, then compare those about the same."""
    call, files = current_call(), documents_in(storage, parsed)
    comparison, total, last = Comparison(), len(files.readable), time.monotonic()
    set_aside: list[UnreadFile] = []
    for done, (file, language) in enumerate(files.readable, 1):
        call.token.raise_if_cancelled()
        if reason := _take(storage, comparison, file, language):
            set_aside.append(UnreadFile(file, reason))
        if time.monotonic() - last >= _PROGRESS_SECONDS:
            call.emit(ContradictionProgress(call.id, name, done, total))
            last = time.monotonic()
    call.emit(ContradictionProgress(call.id, name, total, total))
    dismissed = Dismissals(storage.connection).every()
    found = []
    for one in comparison.differences():
        quoted = _quoted(storage, comparison, one)
        if quoted is not None and _is_asked(quoted, parsed):
            is_dismissed = (quoted.key, frozenset((quoted.one.file, quoted.other.file))) in dismissed
            found.append(replace(quoted, is_dismissed=is_dismissed))
    found.sort(key=_order)
    compared = total - len(set_aside)
    return Contradictions(tuple(found), compared, total + len(files.unread), tuple(files.unread), tuple(set_aside))


def _take(storage: StorageContext, comparison: Comparison, file: str, language: str) -> str:
    """Take the statements of a document, or return why it has none to compare."""
    if is_verbatim(file):
        return _DATA
    beginning = "\n".join(text for _, text in islice(storage.documents.labelled_pages(file), _FIRST_PAGES))[:BEGINNING]
    if is_draft(beginning, file):
        return _DRAFT
    pages = (
        Page(number, label, text) for number, (label, text) in enumerate(storage.documents.labelled_pages(file), 1)
    )
    comparison.add(subject_of(beginning, file), statements(pages, language, in_blocks=is_in_blocks(file)))
    return ""


def _quoted(storage: StorageContext, comparison: Comparison, found: Difference) -> Contradiction | None:
    """Return a contradiction with both quotations as they are stored; None if one of them does not stand there."""
    ranges = found.ranges()
    quotations = []
    for place, stated, (start, end) in zip(
        (found.one, found.other), (found.stated, found.against), ranges, strict=True
    ):
        file = comparison.path(place)
        label, text = next(islice(storage.documents.labelled_pages(file), stated.page - 1, None), ("", ""))
        if not stands_in(text, stated):
            return None
        quotations.append(
            Quotation(file, stated.page, label, stated.start, stated.end, text[stated.start : stated.end], start, end)
        )
    one, other = quotations
    newer = "" if found.newer is None else comparison.path(found.newer)
    says_so = found.says_so or (one.quote if newer == one.file else other.quote if newer else "")
    key = key_of(found.kind, one.quote, other.quote, one.value, other.value)
    return Contradiction(key, found.kind, found.stated.about, one, other, newer, " ".join(says_so.split()))


def _order(one: Contradiction) -> tuple[object, ...]:
    return one.is_dismissed, one.is_newer, one.one.file, one.other.file, one.one.page, one.one.value_start


def _is_asked(one: Contradiction, parsed: ParsedQuery) -> bool:
    """Return True if a contradiction has the words, phrases and nothing of the exclusions of a scope."""
    wanted = [folded(word) for word in parsed.text.split()]
    if parsed.is_plain and not wanted:
        return True
    texts = (one.about, one.one.quote, one.other.quote, shown_name(one.one.file), shown_name(one.other.file))
    said = folded(" ".join(texts))
    return all(word in said for word in wanted) and parsed.accepts(*texts)
