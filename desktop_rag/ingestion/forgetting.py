"""Taking files out of a library."""

from collections.abc import Iterable

from desktop_rag.storage.storage_context import StorageContext


def forget(storage: StorageContext, paths: Iterable[str]) -> None:
    """Remove files and what is in them; the caller holds the transaction.

    A file that was left out for being the same as one of them is to be read now, unless it goes as well.
    """
    twins: list[str] = []
    for path in paths:
        twins += storage.files.left_out_for(path)
        storage.documents.delete_files([path])
    storage.journal.queue(twins)
