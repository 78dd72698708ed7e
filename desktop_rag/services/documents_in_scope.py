"""The documents of a library that a scope means: those that can be read, and why others cannot."""

from dataclasses import dataclass, field

from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.files import FileState
from desktop_rag.core.results.register import UnreadFile
from desktop_rag.core.user_text import UserText
from desktop_rag.retrievers.query_syntax import ParsedQuery
from desktop_rag.storage.filters import matches
from desktop_rag.storage.sqlite.file_list import files_with_metadata
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.text.language import LANGUAGE_KEY

_READ = (FileState.READY, FileState.KEYWORD, FileState.OFFLINE)


@dataclass(slots=True)
class ScopedDocuments:
    """The files of a library that are asked: those to look through, with their languages, and those not readable."""

    readable: list[tuple[str, str]] = field(default_factory=list)
    unread: list[UnreadFile] = field(default_factory=list)


def documents_in(storage: StorageContext, parsed: ParsedQuery) -> ScopedDocuments:
    """Return the files that meet the conditions of a scope, by path."""
    found = ScopedDocuments()
    for status, _, metadata in files_with_metadata(storage.connection):
        about = {"file_name": shown_name(status.path), **metadata, "file_path": status.path}
        if status.state is FileState.SKIPPED or not matches(parsed.filters, about):
            continue
        if status.state in _READ or status.pages:  # one that waits to be read again is as it was
            found.readable.append((status.path, str(metadata.get(LANGUAGE_KEY, ""))))
        else:
            reason = status.reason or UserText("It has not been read yet.")
            found.unread.append(UnreadFile(status.path, reason))
    found.readable.sort()
    found.unread.sort(key=lambda one: one.file)
    return found
