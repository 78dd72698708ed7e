"""What is taken from a child that read a file: a record of that file alone, and nothing outside its own folder."""

import contextlib
import os
from pathlib import Path

from desktop_rag.core.file_paths import INSIDE
from desktop_rag.ingestion.parse import ParseTask
from desktop_rag.storage.records import DocumentRecord, MemberRecord
from desktop_rag.worker.processes.child import ChildDiedError


def admit(record: DocumentRecord, task: ParseTask) -> None:
    """Take a record as the answer to a task; the files that were unpacked get their dates, which a child cannot set.

    Raises:
        ChildDiedError: it tells of another file, or of files elsewhere: code in the child is not ours any more.

    """
    same = (record.path, record.container) == (task.file.path, task.file.container)
    if not same or record.spool not in {"", str(task.spool or "")}:
        raise ChildDiedError(None)
    for member in record.members:
        if not (member.path.startswith(f"{record.path}{INSIDE}") and _is_below(member.source, task.options.scratch)):
            raise ChildDiedError(None)
    for member in record.members:
        _set_date(member)


def _is_below(path: str, folder: Path | None) -> bool:
    place = Path(path)
    return folder is not None and place.is_relative_to(folder) and ".." not in place.parts


def _set_date(member: MemberRecord) -> None:
    """Give an unpacked file the date it has in its container: what lies in it without a date has the same."""
    followed = os.utime not in os.supports_follow_symlinks
    with contextlib.suppress(OSError, OverflowError):
        os.utime(member.source, ns=(member.mtime_ns, member.mtime_ns), follow_symlinks=followed)
