"""Taking files out of a library."""

import os
from collections.abc import Iterable
from itertools import islice

from desktop_rag.storage.storage_context import StorageContext

_TOGETHER = 500  # files, however many there are


def forget(storage: StorageContext, paths: Iterable[str]) -> None:
    """Remove files and those in them; the caller holds the transaction.

    A file that was left out for being the same as one of them is to be read now, unless it goes as well.
    """
    going = iter(paths)
    while piece := list(islice(going, _TOGETHER)):
        twins = storage.files.left_out_for(piece)
        storage.documents.delete_files(piece)
        storage.journal.take_out(piece)  # an earlier piece may have queued them
        storage.journal.queue(twins)


def forget_root(storage: StorageContext, path: str) -> None:
    """Forget an added folder or file with all that was read of it; the caller holds the transaction."""
    forget(storage, storage.files.files_at(path, os.sep))
    storage.journal.drop(path, os.sep)
    storage.folders.remove(path)
