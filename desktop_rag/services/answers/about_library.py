"""Answers that need no passage: about the files of the library themselves, and to messages that ask for nothing."""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from pathlib import PurePath

from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.files import FileState, FileStatus
from desktop_rag.core.user_text import UserText, joined
from desktop_rag.readers.formats import of_name
from desktop_rag.retrievers.library_questions import LibraryFact, LibraryQuestion
from desktop_rag.storage.filters import matches
from desktop_rag.storage.sqlite.file_list import files_with_metadata
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.vector_stores.filters import parse_filters

_MOST_NAMES = 50
_MOST_REASONS = 5
_UNITS = ("bytes", "KB", "MB", "GB", "TB")
_READ = (FileState.READY, FileState.KEYWORD, FileState.OFFLINE)


@dataclass(frozen=True, slots=True)
class ToldAnswer:
    """A reply shown in place of quotations: ``text`` is a list in Markdown, or ""."""

    notice: UserText | str
    text: str = ""


@dataclass(frozen=True, slots=True)
class _File:
    """A file and when it was read, in seconds since 1970."""

    status: FileStatus
    read_at: float

    @property
    def name(self) -> str:
        return shown_name(self.status.path)


def asked_for_nothing(storages: Sequence[StorageContext], filters: str) -> ToldAnswer:
    """Return a reply with the kinds of questions that can be asked, and an example from the files in scope."""
    files = [one for one in _files(storages, filters) if one.status.state in _READ and one.status.pages]
    if not files:
        return ToldAnswer(UserText("Ask a question about the files in this library. It has none that can be read yet."))
    # the one with the most pages has most to tell; the name decides between equal ones, so that it stays the same
    example = min(files, key=lambda one: (-one.status.pages, one.name))
    question = UserText("What does “{file}” say about …?", file=PurePath(example.name).stem)
    return ToldAnswer(UserText("Ask a question about your files, for example: {question}", question=question))


def told_of_library(asked: LibraryQuestion, storages: Sequence[StorageContext], filters: str) -> ToldAnswer:
    """Return the answer to a question about the files that are asked, from the list of files."""
    every = _files(storages, filters)
    if asked.kind:
        every = [one for one in every if of_name(one.status.path).kind == asked.kind]
    kept = [one for one in every if one.status.state is not FileState.SKIPPED]
    if not kept and asked.fact is not LibraryFact.UNREAD:
        notice: UserText | str = UserText("There are no such files in what was asked.")
        notice = notice if asked.kind or filters.strip() else UserText("This library has no files yet.")
        return ToldAnswer(notice)
    answer = _ANSWERS[asked.fact](every if asked.fact is LibraryFact.UNREAD else kept)
    source = UserText("This comes from the list of files, not from their text.")
    return ToldAnswer(joined(answer.notice, source), answer.text)


def _files(storages: Sequence[StorageContext], filters: str) -> list[_File]:
    """Return the files of all libraries that are asked, as far as the conditions let them pass."""
    narrowed = parse_filters(filters) if filters.strip() else None
    found: list[_File] = []
    for storage in storages:
        for status, read_at, metadata in files_with_metadata(storage.connection):
            known = {"file_name": shown_name(status.path), **metadata, "file_path": status.path}
            if matches(narrowed, known):
                found.append(_File(status, read_at))
    return found


def _counted(files: Sequence[_File]) -> ToldAnswer:
    pages = sum(one.status.pages for one in files)
    failed = sum(one.status.state is FileState.FAILED for one in files)
    waiting = sum(one.status.state is FileState.WAITING for one in files)
    parts = [
        UserText("Number of files: {files}. Number of pages: {pages}.", files=f"{len(files):,}", pages=f"{pages:,}")
    ]
    if failed:
        parts.append(UserText("Not readable: {files}.", files=f"{failed:,}"))
    if waiting:
        parts.append(UserText("Still to be read: {files}.", files=f"{waiting:,}"))
    return ToldAnswer(reduce(joined, parts, ""))


def _named(files: Sequence[_File]) -> ToldAnswer:
    names = sorted((one.name for one in files), key=str.casefold)
    notice: UserText | str = UserText("Number of files: {files}.", files=f"{len(names):,}")
    if len(names) > _MOST_NAMES:
        first = UserText("The first {files} are listed. The page “Files” shows all of them.", files=_MOST_NAMES)
        notice = joined(notice, first)
    return ToldAnswer(notice, _as_list(names[:_MOST_NAMES]))


def _newest(files: Sequence[_File]) -> ToldAnswer:
    best = max(files, key=lambda one: one.status.modified)
    return ToldAnswer(
        UserText("The newest file is “{file}”, last changed on {date}.", file=best.name, date=_date(best))
    )


def _oldest(files: Sequence[_File]) -> ToldAnswer:
    best = min(files, key=lambda one: one.status.modified)
    return ToldAnswer(
        UserText("The oldest file is “{file}”, last changed on {date}.", file=best.name, date=_date(best))
    )


def _largest(files: Sequence[_File]) -> ToldAnswer:
    best, longest = max(files, key=lambda one: one.status.size), max(files, key=lambda one: one.status.pages)
    size = UserText("The largest file is “{file}” ({size}).", file=best.name, size=_size(best.status.size))
    pages = UserText(
        "The file with the most pages is “{file}” ({pages}).", file=longest.name, pages=longest.status.pages
    )
    return ToldAnswer(joined(size, pages) if longest.status.pages > 1 else size)


def _smallest(files: Sequence[_File]) -> ToldAnswer:
    best = min(files, key=lambda one: one.status.size)
    return ToldAnswer(UserText("The smallest file is “{file}” ({size}).", file=best.name, size=_size(best.status.size)))


def _unread(files: Sequence[_File]) -> ToldAnswer:
    wrong = (FileState.FAILED, FileState.SKIPPED)
    missed = sorted((one for one in files if one.status.state in wrong), key=lambda one: one.status.state.value)
    waiting = sum(one.status.state is FileState.WAITING for one in files)
    parts: list[UserText] = []
    if not missed:
        parts.append(UserText("Every file that was looked at could be read."))
    else:
        parts.append(UserText("Number of files that were not read: {files}.", files=f"{len(missed):,}"))
    for one in missed[:_MOST_REASONS]:
        reason = one.status.reason or UserText("No reason is known.")
        parts.append(UserText("“{file}”: {reason}", file=one.name, reason=reason))
    if len(missed) > _MOST_REASONS:
        parts.append(UserText("The page “Files” shows the other ones with their reasons."))
    if waiting:
        parts.append(UserText("Still to be read: {files}.", files=f"{waiting:,}"))
    return ToldAnswer(reduce(joined, parts, ""))


def _formats(files: Sequence[_File]) -> ToldAnswer:
    counts = Counter(of_name(one.status.path).name for one in files)
    notice = UserText("Number of formats: {formats}.", formats=len(counts))
    return ToldAnswer(notice, _as_list([f"{name}: {count:,}" for name, count in counts.most_common()]))


def _last_read(files: Sequence[_File]) -> ToldAnswer:
    read_at = max(one.read_at for one in files)
    if not read_at:
        return ToldAnswer(UserText("No file has been read yet."))
    moment = time.strftime("%Y-%m-%d %H:%M", time.localtime(read_at))
    return ToldAnswer(UserText("A file was last read on {date}.", date=moment))


_ANSWERS: dict[LibraryFact, Callable[[Sequence[_File]], ToldAnswer]] = {
    LibraryFact.COUNT: _counted,
    LibraryFact.PAGES: _counted,
    LibraryFact.NAMES: _named,
    LibraryFact.NEWEST: _newest,
    LibraryFact.OLDEST: _oldest,
    LibraryFact.LARGEST: _largest,
    LibraryFact.SMALLEST: _smallest,
    LibraryFact.UNREAD: _unread,
    LibraryFact.FORMATS: _formats,
    LibraryFact.LAST_READ: _last_read,
}


def _as_list(lines: Sequence[str]) -> str:
    """Return lines as a list in Markdown; its signs in names are escaped."""
    return "\n".join(f"- {_escaped(line)}" for line in lines)


def _escaped(text: str) -> str:
    return "".join(f"\\{letter}" if letter in "\\`*_[]<>#|~$" else letter for letter in " ".join(text.split()))


def _date(file: _File) -> str:
    return time.strftime("%Y-%m-%d", time.localtime(file.status.modified))


def _size(count: int) -> str:
    """Return a number of bytes as people read it."""
    size, unit = float(count), 0
    while size >= 1000 and unit < len(_UNITS) - 1:
        size, unit = size / 1000, unit + 1
    return f"{size:,.0f} {_UNITS[unit]}" if size >= 10 or not unit else f"{size:,.1f} {_UNITS[unit]}"
