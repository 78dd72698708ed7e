"""What is said of files that an answer cannot rest on, because they were not read, or not yet."""

from collections import Counter
from collections.abc import Sequence
from functools import reduce

from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.files import FileState
from desktop_rag.core.results.libraries import ATTACHED
from desktop_rag.core.schema import Metadata
from desktop_rag.core.user_text import UserText, joined
from desktop_rag.services.answers.other_libraries import OpenLibrary
from desktop_rag.storage.filters import MetadataFilters
from desktop_rag.storage.matching import FILE_KEYS, keys_of, matches
from desktop_rag.storage.sqlite.file_list import files_with_metadata
from desktop_rag.storage.sqlite.gaps import Gap, count_files, count_gaps, files_with_gaps
from desktop_rag.storage.sqlite.properties import is_paused
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.vector_stores.filters import parse_filters

_PAUSED = UserText("Reading is paused.")
_NEW_FOLDERS = UserText("The files of a new folder are still being listed, so there may be more.")


def missing_files(asked: Sequence[OpenLibrary], filters: str) -> str:
    """Return how many of the files that are asked cannot be found, or not by everything they say; "" for none.

    ``filters`` are the conditions that files must meet. An attached file that could not be read is told of by its name
    elsewhere.
    """
    narrowed = parse_filters(filters) if filters.strip() else None
    gaps: Counter[Gap] = Counter()
    files, is_waiting = 0, False
    for library in asked:
        found = _gaps(library.storage, narrowed)
        if library.name.startswith(ATTACHED):
            del found[Gap.FAILED]
        gaps += found
        files += _files(library.storage, narrowed)
        is_waiting |= bool(found[Gap.UNREAD] or found[Gap.CHANGED]) and is_paused(library.storage.connection)
    told = [_told(gap, gaps[gap], f"{files:,}") for gap in Gap if gaps[gap]]
    told += [_PAUSED] if is_waiting else []
    return joined(reduce(joined, told, ""), unlisted_files([library.storage for library in asked]))


def unlisted_files(storages: Sequence[StorageContext]) -> str:
    """Say so where nobody knows yet what is in a folder that was added."""
    return _NEW_FOLDERS if any(storage.folders.not_compared() for storage in storages) else ""


def _told(gap: Gap, count: int, files: str) -> UserText:
    """Return what is said of some of the files that are asked."""
    some = f"{count:,}"
    match gap:
        case Gap.UNREAD if count == 1:
            return UserText("1 of {files} files is not read yet.", files=files)
        case Gap.UNREAD:
            return UserText("{count} of {files} files are not read yet.", count=some, files=files)
        case Gap.CHANGED if count == 1:
            return UserText("1 of {files} files has changed and is not read again yet.", files=files)
        case Gap.CHANGED:
            return UserText(
                "{count} of {files} files have changed and are not read again yet.", count=some, files=files
            )
        case Gap.FAILED if count == 1:
            return UserText("1 of {files} files could not be read.", files=files)
        case Gap.FAILED:
            return UserText("{count} of {files} files could not be read.", count=some, files=files)
        case Gap.WORDS_ONLY if count == 1:
            return UserText("1 of {files} files is found by its words only so far, not by meaning.", files=files)
        case Gap.WORDS_ONLY:
            return UserText(
                "{count} of {files} files are found by their words only so far, not by meaning.",
                count=some,
                files=files,
            )


def _gaps(storage: StorageContext, narrowed: MetadataFilters | None) -> Counter[Gap]:
    """Return how many files that meet the conditions are not searched as they are."""
    if narrowed is None:
        return count_gaps(storage.connection)
    # of what a file that was not read is about, nothing is known: it may meet the other conditions
    by_name = keys_of(narrowed) <= set(FILE_KEYS)
    return Counter(
        gap
        for path, gap, metadata in files_with_gaps(storage.connection)
        if _meets(path, metadata, narrowed) or (not metadata and not by_name)
    )


def _files(storage: StorageContext, narrowed: MetadataFilters | None) -> int:
    """Return how many files there are that meet the conditions, read or not."""
    if narrowed is None:
        return count_files(storage.connection)
    every = files_with_metadata(storage.connection)
    return sum(
        status.state is not FileState.SKIPPED and _meets(status.path, metadata, narrowed)
        for status, _, metadata in every
    )


def _meets(path: str, metadata: Metadata, narrowed: MetadataFilters) -> bool:
    return matches(narrowed, {"file_name": shown_name(path), **metadata, "file_path": path})
