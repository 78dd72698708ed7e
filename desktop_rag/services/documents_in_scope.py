"""The documents of a library that a scope means: those that can be read, and why others cannot."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import shown_name, shown_path
from desktop_rag.core.results.files import FileState
from desktop_rag.core.results.register import UnreadFile
from desktop_rag.core.user_text import UserText
from desktop_rag.retrievers.query_syntax import ParsedQuery
from desktop_rag.storage.filters import matches, with_containers
from desktop_rag.storage.sqlite.file_list import files_with_metadata
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.text.language import LANGUAGE_KEY

_MISSING = UserText("The library does not have this file, or leaves it out.")
_READ = (FileState.READY, FileState.KEYWORD, FileState.OFFLINE)


@dataclass(slots=True)
class ScopedDocuments:
    """The files of a library that are asked: those to look through, with their languages, and those not readable."""

    readable: list[tuple[str, str]] = field(default_factory=list)
    unread: list[UnreadFile] = field(default_factory=list)


def documents_in(storage: StorageContext, parsed: ParsedQuery, files: Iterable[str] = ()) -> ScopedDocuments:
    """Return the files that meet the conditions of a scope, by path; of them only ``files`` where some are given.

    Of those, and of what lies inside them, none is passed over: one that the library does not have, or leaves out,
    cannot be read.
    """
    found, chosen = ScopedDocuments(), frozenset(files)
    missing = set(chosen)
    for status, _, metadata in files_with_metadata(storage.connection):
        if chosen:
            meant = chosen.intersection(with_containers(status.path))
            if not meant:
                continue
            if status.state is not FileState.SKIPPED:
                missing -= meant
        about = {"file_name": shown_name(status.path), **metadata, "file_path": status.path}
        if status.state is FileState.SKIPPED or not matches(parsed.filters, about):
            continue
        if status.state in _READ or status.pages:  # one that waits to be read again is as it was
            found.readable.append((status.path, str(metadata.get(LANGUAGE_KEY, ""))))
        else:
            reason = status.reason or UserText("It has not been read yet.")
            found.unread.append(UnreadFile(status.path, reason))
    found.unread += [UnreadFile(file, _MISSING) for file in missing]
    found.readable.sort()
    found.unread.sort(key=lambda one: one.file)
    return found


def path_named(named: str, paths: Collection[str], *, is_folder: bool = False) -> str:
    """Return the path of a file or folder of a library that is named by it, by the end of it, or by its name.

    Raises:
        UserError: there is no such one, or there are several.

    """
    if named in paths:
        return named
    wanted = named.replace("\\", "/").strip("/")
    found = [path for path in paths if f"/{shown_path(path)}".replace("\\", "/").endswith(f"/{wanted}")]
    found = found or [path for path in paths if shown_name(path).casefold() == named.casefold()]
    if len(found) == 1:
        return found[0]
    shown = ", ".join(sorted(found)[:5])
    if is_folder and found:
        message = UserText("Several folders are called “{folder}”: {folders}.", folder=named, folders=shown)
        raise UserError(message, "Give the whole path of the folder.")
    if is_folder:
        message = UserText("The library has no files in a folder “{folder}”.", folder=named)
        raise UserError(message, "Give its name, or the end of its path.")
    if found:
        message = UserText("Several files are called “{file}”: {files}.", file=named, files=shown)
        raise UserError(message, "Give the whole path of the file.")
    message = UserText("The library has no file “{file}”.", file=named)
    raise UserError(message, "Give its name, or the end of its path.")
