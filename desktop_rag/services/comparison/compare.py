"""Compare two files of a library, or one with its earlier state: what changed, moved, came and went."""

import datetime as dt
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_rag.config import Config
from desktop_rag.config.options import JUDGE, LLM_PROVIDER, LLM_TEMPERATURE
from desktop_rag.core.errors import UserError
from desktop_rag.core.events import ComparisonProgress
from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.instrumentation import running
from desktop_rag.core.jobs import JobKind, Lane
from desktop_rag.core.results.comparison import (
    ChangedFile,
    ComparedText,
    Comparison,
    ComparisonSummary,
    EarlierText,
    EarlierTexts,
    FileChange,
    FolderComparison,
)
from desktop_rag.core.results.files import FileStatus
from desktop_rag.core.user_text import Say, UserText
from desktop_rag.readers.formats import is_in_blocks, is_paged, is_verbatim, of_name
from desktop_rag.services.calls import current_call, layered, read_settings
from desktop_rag.services.comparison.differences import differences, worded
from desktop_rag.services.comparison.folders import between_folders, folders_of, since
from desktop_rag.services.comparison.parts import ComparedPages
from desktop_rag.services.comparison.report import ComparisonReport, write_comparison, write_folders
from desktop_rag.services.documents_in_scope import path_named
from desktop_rag.services.operations import Service, reads, runs
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.connection import interruptible
from desktop_rag.storage.sqlite.earlier import EarlierTexts as StoredEarlier
from desktop_rag.storage.sqlite.file_list import files_with_metadata
from desktop_rag.storage.storage_context import StorageContext

if TYPE_CHECKING:
    from desktop_rag.services.connected_models import ConnectedModels
    from desktop_rag.services.embedders import Embedders

_SPREADSHEET = "spreadsheet"


class Comparisons(Service):
    """Compares files of libraries by their stored texts; nothing is kept, and a model is asked for summaries alone."""

    def __init__(
        self,
        files: IndexFiles,
        notes: Path | None = None,
        config: Config | None = None,
        embed_models: "Callable[[], Embedders] | None" = None,
        models: "Callable[[], ConnectedModels] | None" = None,
    ) -> None:
        """Take the libraries, and the folder that remembers what is written elsewhere until it is complete.

        With ``models``, those of the settings summarise; they are made when they are first asked.
        """
        self._files = files
        self._notes = notes
        self._config = config or Config()
        self._embed_models = embed_models
        self._models = models

    @runs(Lane.LONG, JobKind.SEARCH)
    def files(self, name: str, before: str, after: str, *, kept: float = 0.0) -> Comparison:
        """Return how two files of a library differ; each is named by its path, or by the end of it.

        With ``kept``, the file ``before`` is taken as it was until that time. Lines and pages that end elsewhere are no
        differences, nor is what moved a deletion.

        Raises:
            UserError: there is no such file or state, there are several files, or its text was not read.
            CancelledError: stopped.

        """
        with self._opened(name) as storage:
            return _compared(*_sides(storage, before, after, kept))

    @runs(Lane.LONG, JobKind.SEARCH)
    def folders(self, name: str, before: str, after: str, *, since: float = 0.0) -> FolderComparison:
        """Return which files are new, gone, renamed or changed between two folders, named as files are.

        With ``since``, the folder ``after`` is compared with what it held at that time, as far as the library keeps
        that. The differences of changed files are counted; ``ComparisonProgress`` tells how many.

        Raises:
            UserError: there is no such folder, or there are several.
            CancelledError: stopped.

        """
        with self._opened(name) as storage:
            return _compared_folders(storage, name, before, after, since)

    @reads
    def folder_names(self, name: str) -> tuple[str, ...]:
        """Return the folders of a library that have files, and the files that hold others, in order."""
        with self._files.open(self._files.existing(name), read_only=True) as storage:
            return tuple(sorted(folders_of(_every(storage))))

    @reads
    def earlier(self, name: str, file: str) -> EarlierTexts:
        """Return the states of a file that the library keeps.

        Raises:
            UserError: there is no such file, or there are several.

        """
        with self._files.open(self._files.existing(name), read_only=True) as storage, storage.snapshot():
            path, kept = path_named(file, list(_every(storage))), StoredEarlier(storage.connection)
            states = (EarlierText(path, one.kept_at, one.read_at, one.pages, one.size) for one in kept.states(path))
            return EarlierTexts(kept.since, tuple(states))

    @runs(Lane.LONG, JobKind.READ)
    def export(
        self, name: str, before: str, after: str, target: Path, *, kept: float = 0.0, say: Say = str
    ) -> Comparison:
        """Write how two files differ, as ``files`` finds it; return it.

        The name of the file ends in .html, .docx, .csv or .json; what stood there stays until everything is written.
        ``say`` words it in the person's language; JSON is in English.

        Raises:
            UserError: as ``files`` tells; the name has another ending, or the file cannot be written.
            CancelledError: stopped.

        """
        with self._opened(name) as storage:
            found = _compared(*_sides(storage, before, after, kept))
        write_comparison(ComparisonReport(name, found, dt.datetime.now(dt.UTC)), target, self._notes, say)
        return found

    @runs(Lane.LONG, JobKind.SEARCH)
    def summarise(self, name: str, found: Comparison) -> ComparisonSummary | None:
        """Return what the model of the settings finds important in a comparison; None without a model.

        Every sentence is checked against the side that it speaks of.

        Raises:
            UserError: the model cannot be asked, or its reply has another form.
            CancelledError: stopped.

        """
        path = self._files.existing(name)
        if self._models is None:
            return None
        config = layered(self._config, (read_settings(self._files, path), {LLM_TEMPERATURE.key: 0.0}))
        if config[LLM_PROVIDER] == "none":
            return None
        from desktop_rag.rerankers.judge import judge_of
        from desktop_rag.services.comparison.summary import summarised
        from desktop_rag.services.masking.library_names import library_names

        embed_model = self._embed_models().of(path) if self._embed_models is not None else None
        judge = judge_of(embed_model) if embed_model is not None and self._config[JUDGE] else None
        names = partial(library_names, self._files, path)
        with running(current_call().token), self._models().connected(config, names) as llm:
            return summarised(llm, found, embed_model, judge) if llm is not None else None

    @runs(Lane.LONG, JobKind.READ)
    def export_folders(self, name: str, found: FolderComparison, target: Path, *, say: Say = str) -> None:
        """Write what became of the files of a folder, as the name ends: .html, .docx, .csv or .json.

        Raises:
            UserError: the name has another ending, or the file cannot be written.

        """
        write_folders(name, found, target, self._notes, say)

    @contextmanager
    def _opened(self, name: str) -> Iterator[StorageContext]:
        token = current_call().token
        with (
            self._files.open(self._files.existing(name), read_only=True) as storage,
            interruptible(token, storage.connection),
            running(token),
            storage.snapshot(),
        ):
            yield storage


class _StoredText:
    """A text to compare, with what is said of it; a copy of a file is stored once, as ``held_by``."""

    def __init__(
        self, file: str, held_by: str, pages: list[tuple[str, str]], notice: str = "", kept: float = 0.0
    ) -> None:
        self.file = file
        self.held_by = held_by
        self.pages = pages
        self.notice = notice
        self.kept = kept

    @property
    def is_workbook(self) -> bool:
        """True if its pages are the sheets of a workbook."""
        return of_name(self.file).kind == _SPREADSHEET

    def compared(self, *, strict_tables: bool) -> ComparedPages:
        """Return its pages, taken apart."""
        return ComparedPages(self.pages, is_verbatim(self.file), is_in_blocks(self.file), strict_tables)

    def told(self, text: ComparedPages) -> ComparedText:
        """Return what a comparison says of it."""
        return ComparedText(self.file, len(self.pages), len(text.parts), self.notice, self.kept)


def _compared(before: _StoredText, after: _StoredText) -> Comparison:
    """Return how two texts differ."""
    started = time.perf_counter()
    strict = not (is_paged(before.file) or is_paged(after.file))
    ours, theirs = (one.compared(strict_tables=strict) for one in (before, after))
    ours.compounds = theirs.compounds = ours.with_compounds() | theirs.with_compounds()
    sheets = before.is_workbook and after.is_workbook
    found, same = differences(ours, theirs, sheets=sheets)
    return Comparison(
        before.told(ours),
        after.told(theirs),
        tuple(worded(found, (before.held_by, after.held_by))),
        same,
        time.perf_counter() - started,
    )


def _compared_folders(
    storage: StorageContext, name: str, before: str, after: str, since_when: float
) -> FolderComparison:
    """Return what became of the files of a folder, with the differences of those that changed counted."""
    started, call, every = time.perf_counter(), current_call(), _every(storage)
    folders = sorted(folders_of(every))
    then, now = (path_named(named, folders, is_folder=True) for named in (before, after))
    if since_when:
        found, known = since(storage, now, since_when), StoredEarlier(storage.connection).since
    else:
        found, known = between_folders(storage, then, now, partial(_page_texts, storage)), 0.0
    files = [one for one in found.files if one.differences >= 0]
    changed = [one for one in found.files if one.differences < 0]
    for done, one in enumerate(changed, 1):
        call.token.raise_if_cancelled()
        files.append(_counted(storage, every, one))
        call.emit(ComparisonProgress(call.id, name, done, len(changed)))
    order = list(FileChange)
    files.sort(key=lambda one: (order.index(one.kind), one.file))
    seconds = time.perf_counter() - started
    return FolderComparison(
        then, now, tuple(files), found.same, since_when, known if known > since_when else 0.0, seconds
    )


def _page_texts(storage: StorageContext, path: str) -> Iterator[str]:
    return (text for _, text in storage.documents.labelled_pages(path))


def _counted(storage: StorageContext, every: Mapping[str, FileStatus], one: ChangedFile) -> ChangedFile:
    """Return a changed file with the number of differences of its texts, or the reason that there is none."""
    if one.before == one.after and not one.kept:
        return replace(one, reason=UserText("The text that it had before was not kept."))
    try:
        before = _earlier_text(storage, one.after, one.kept) if one.kept else _text(storage, every, one.before)
        found = _compared(before, _text(storage, every, one.after))
    except UserError as error:
        return replace(one, reason=error.message)
    return replace(one, differences=len(found.differences))


def _every(storage: StorageContext) -> dict[str, FileStatus]:
    """Return the files of a library by their paths."""
    return {status.path: status for status, _, _ in files_with_metadata(storage.connection)}


def _sides(storage: StorageContext, before: str, after: str, kept: float) -> tuple[_StoredText, _StoredText]:
    """Return the texts of two files that are named by their paths, or by the ends of them; the first as it was."""
    every = _every(storage)
    first = _earlier_text(storage, path_named(before, list(every)), kept) if kept else _text(storage, every, before)
    return first, _text(storage, every, after)


def _earlier_text(storage: StorageContext, file: str, kept: float) -> _StoredText:
    """Return the text that a file had until some time.

    Raises:
        UserError: the library keeps no such state.

    """
    earlier = StoredEarlier(storage.connection)
    state = next((state for state in earlier.states(file) if state.kept_at == kept), None)
    if state is None:
        raise UserError(UserText("The library does not keep this state of {file} any more.", file=shown_name(file)))
    return _StoredText(file, state.place, list(earlier.pages(state.id)), kept=kept)


def _text(storage: StorageContext, every: Mapping[str, FileStatus], named: str) -> _StoredText:
    """Return the text of a file that is named by its path, or by the end of it.

    Raises:
        UserError: there is no such file, there are several, or its text was not read.

    """
    file = path_named(named, list(every))
    status, held_by = every[file], file
    if not status.pages:
        known = storage.files.known_file(file)
        held_by = storage.files.same_content(known.content_hash, file) if known is not None else ""
        if not held_by:
            reason = status.reason or UserText("It has not been read yet.")
            raise UserError(UserText("{file} cannot be compared: {reason}", file=shown_name(file), reason=reason))
    return _StoredText(file, held_by, list(storage.documents.labelled_pages(held_by)), every[held_by].reason)
