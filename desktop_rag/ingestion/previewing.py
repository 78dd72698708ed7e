"""What adding a folder would do, before it is done."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.results.files import FileState, FileStatus, FolderPreview
from desktop_rag.ingestion.rules import FolderRules
from desktop_rag.ingestion.scanner import FoundFile, nothing_at, scan, split_roots
from desktop_rag.readers.formats import of_name

_SHOWN = 5000


def preview(
    paths: Sequence[Path],
    rules: FolderRules,
    token: CancelToken,
    seconds_for: Callable[[Mapping[str, tuple[int, int]]], float | None] = lambda _: None,
) -> FolderPreview:
    """Return how many files would be read, and what is left out and why; what is in files is not looked at.

    ``seconds_for`` tells how long files of some kinds take, from their number and bytes.

    Raises:
        CancelledError: stopped.
        UserError: there is nothing at any of the paths.

    """
    types: Counter[str] = Counter()
    skipped = 0
    kinds: dict[str, tuple[int, int]] = {}
    left_out: list[FileStatus] = []
    roots, missing = split_roots(paths)
    if missing and not roots:
        raise nothing_at(missing[0])
    for file in (file for root in roots for file in scan(root, rules)):
        token.raise_if_cancelled()
        if not file.reason:
            types[Path(file.path).suffix.lower()] += 1
            kind = of_name(file.path).kind
            count, size = kinds.get(kind, (0, 0))
            kinds[kind] = count + 1, size + file.size
            continue
        skipped += 1
        if len(left_out) < _SHOWN:
            left_out.append(_status(file))
    total = sum(size for _, size in kinds.values())
    by_type, seconds = dict(types.most_common()), seconds_for(kinds)
    return FolderPreview(types.total(), total, by_type, skipped, tuple(left_out), seconds)


def _status(file: FoundFile) -> FileStatus:
    """Return what is left out as a row."""
    return FileStatus(file.path, FileState(file.state), file.reason, 0, 0, file.size, file.mtime_ns / 1e9)
