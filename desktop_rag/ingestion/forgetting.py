"""Taking files out of a library."""

from collections.abc import Iterable

from desktop_rag.storage.sqlite.connection import select
from desktop_rag.storage.storage_context import StorageContext


def forget(storage: StorageContext, paths: Iterable[str]) -> None:
    """Remove files and what is in them; the caller holds the transaction.

    A file that was left out for being the same as one of them is to be read now.
    """
    for path in paths:
        twins = twins_of(storage, path)
        storage.docstore.delete([path])
        storage.journal.queue(twins)


def twins_of(storage: StorageContext, path: str) -> list[str]:
    """Return the files that were left out for being the same as ``path``."""
    sql = (
        "SELECT t.path FROM documents d JOIN documents t ON t.content_hash = d.content_hash AND t.state = 'skipped' "
        "WHERE d.path = ? AND d.state = 'parsed' AND d.container IS NULL AND length(t.content_hash) > 0"
    )
    return [row[0] for row in select(storage.connection, sql, (path,))]
