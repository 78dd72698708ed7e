"""Notices about an answer: whether it is whole, whether the model saw everything, which files are missing."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import reduce

from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.payloads import LeftOut, LLMPayload
from desktop_rag.core.results.files import FileState
from desktop_rag.core.results.libraries import ATTACHED
from desktop_rag.core.schema import Metadata
from desktop_rag.core.user_text import UserText, joined
from desktop_rag.services.answers.other_libraries import OpenLibrary
from desktop_rag.storage.filters import FILE_KEYS, MetadataFilters, keys_of, matches
from desktop_rag.storage.sqlite.file_list import Gap, count_files, count_gaps, files_with_gaps, files_with_metadata
from desktop_rag.storage.sqlite.properties import is_paused
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.vector_stores.filters import parse_filters

NOTHING = LeftOut()
_CUT_REASONS = frozenset({"length", "max_tokens", "model_length"})
_FAILED_REASONS = frozenset({"error", "timeout"})
_FILTER_REASONS = frozenset(
    {"content_filter", "content-filter", "safety", "recitation", "blocklist", "prohibited_content", "spii", "refusal"}
)
_CUT = "The answer was cut off: it reached the limit for one answer. Continue it, or raise “Longest answer”."
_FAILED = "The answer was cut off: the model's server failed in the middle of it. Continue it, or ask again."
_FILTERED = "The provider's content filter ended this answer."
BLOCKED = "The provider's content filter blocked the answer. Ask in other words, or choose another model."
_PAUSED = UserText("Reading is paused.")
_NEW_FOLDERS = UserText("The files of a new folder are still being listed, so there may be more.")


def missing_files(asked: Sequence[OpenLibrary], filters: str) -> str:
    """Return a notice with the number of files in scope that cannot be found, or only in part; "" for none.

    ``filters`` are the conditions that files must meet. An attached file that could not be read is named
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
    notices = [_notice_of(gap, gaps[gap], f"{files:,}") for gap in Gap if gaps[gap]]
    notices += [_PAUSED] if is_waiting else []
    return joined(reduce(joined, notices, ""), unlisted_files([library.storage for library in asked]))


def unlisted_files(storages: Sequence[StorageContext]) -> str:
    """Return a notice if an added folder has not been listed yet, "" otherwise."""
    return _NEW_FOLDERS if any(storage.folders.not_compared() for storage in storages) else ""


def _notice_of(gap: Gap, count: int, files: str) -> UserText:
    """Return the notice for a gap of some of the files in scope."""
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
    """Return the number of files, by gap, that meet the conditions and cannot be searched fully."""
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
    """Return the number of files that meet the conditions, read or not."""
    if narrowed is None:
        return count_files(storage.connection)
    every = files_with_metadata(storage.connection)
    return sum(
        status.state is not FileState.SKIPPED and _meets(status.path, metadata, narrowed)
        for status, _, metadata in every
    )


def _meets(path: str, metadata: Metadata, narrowed: MetadataFilters) -> bool:
    return matches(narrowed, {"file_name": shown_name(path), **metadata, "file_path": path})


def is_cut(calls: Sequence[LLMPayload]) -> bool:
    """Return True if the last of an answer's calls ended before the model had said everything."""
    return bool(calls) and calls[-1].finish_reason.lower() in _CUT_REASONS | _FAILED_REASONS


def is_filtered(calls: Sequence[LLMPayload]) -> bool:
    """Return True if a provider's filter ended the last of an answer's calls."""
    return bool(calls) and calls[-1].finish_reason.lower() in _FILTER_REASONS


def ending_notice(calls: Sequence[LLMPayload], left_out: LeftOut = NOTHING) -> str:
    """Return a notice of how an answer's model calls ended, "" when all is well.

    ``left_out`` is what was left out before there was any call.
    """
    notices: list[str] = [_FILTERED] if is_filtered(calls) else []
    if is_cut(calls):
        notices.append(_FAILED if calls[-1].finish_reason.lower() in _FAILED_REASONS else _CUT)
    unread = next((call for call in calls if call.unread), None)
    if unread is not None:
        notices.append(
            UserText(
                "The model did not see everything: its server read only {read} of about {sent} tokens. "
                "Start the server with a larger context, or use fewer passages per answer.",
                read=f"{unread.prompt_tokens or 0:,}",
                sent=f"{unread.sent_tokens or 0:,}",
            )
        )
    notices += _not_sent([left_out, *(call.left_out for call in calls if call.left_out)])
    return reduce(joined, notices, "")


def _not_sent(every: Sequence[LeftOut]) -> Iterator[str]:
    """Yield a sentence for each kind of content that did not fit; parts dropped by the memory do not count."""
    passages, messages = (max((getattr(one, name) for one in every), default=0) for name in ("passages", "messages"))
    if passages == 1:
        yield "1 passage did not fit into the model's window."
    elif passages:
        yield UserText("{count} passages did not fit into the model's window.", count=passages)
    if messages == 1:
        yield "1 earlier message did not fit into the model's window."
    elif messages:
        yield UserText("{count} earlier messages did not fit into the model's window.", count=messages)
    if any(one.question for one in every):
        yield "The middle of the question did not fit into the model's window."
    if any(one.ends for one in every):
        yield "The end of a passage did not fit into the model's window."
