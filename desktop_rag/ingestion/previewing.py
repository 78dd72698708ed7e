"""What adding a folder would do, before it is done."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.results.files import FileState, FileStatus, FolderPreview
from desktop_rag.ingestion.rules import FolderRules
from desktop_rag.ingestion.scanner import FoundFile, nothing_at, scan, split_roots

_SHOWN = 5000


def preview(paths: Sequence[Path], rules: FolderRules, token: CancelToken) -> FolderPreview:
    """Return how many files would be read, and what is left out and why; what is in files is not looked at.

    Raises:
        CancelledError: stopped.
        UserError: there is nothing at any of the paths.

    """
    types: Counter[str] = Counter()
    size = skipped = 0
    left_out: list[FileStatus] = []
    roots, missing = split_roots(paths)
    if missing and not roots:
        raise nothing_at(missing[0])
    for file in (file for root in roots for file in scan(root, rules)):
        token.raise_if_cancelled()
        if not file.reason:
            types[Path(file.path).suffix.lower()] += 1
            size += file.size
            continue
        skipped += 1
        if len(left_out) < _SHOWN:
            left_out.append(_status(file))
    return FolderPreview(types.total(), size, dict(types.most_common()), skipped, tuple(left_out))


def _status(file: FoundFile) -> FileStatus:
    """Return what is left out as a row."""
    return FileStatus(file.path, FileState(file.state), file.reason, 0, 0, file.size, file.mtime_ns / 1e9)
