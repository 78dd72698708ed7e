"""One open index file with its stores (LlamaIndex's StorageContext over SQLite)."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

import apsw

from desktop_rag.errors import UserError
from desktop_rag.storage.connection import connect, storage_errors
from desktop_rag.storage.docstore import DocumentStore
from desktop_rag.storage.index_schema import INDEX_SCHEMA
from desktop_rag.storage.keyword_store import KeywordStore, register_analyzer
from desktop_rag.storage.migrations import check, is_current, migrate


class StorageContext:
    """The stores of one index file; opening is instant whatever its size.

    A writer migrates the file when needed; readers see the state of the last commit and never block.
    """

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self.path = path
        if read_only and not path.exists():
            raise UserError(f"There is no library at {path}.", "Create it first.")
        self.connection: apsw.Connection = connect(path, read_only=read_only)
        try:
            self._prepare(read_only=read_only)
        except (UserError, apsw.Error):
            self.connection.close()
            raise
        self.docstore = DocumentStore(self.connection)
        self.keyword_store = KeywordStore(self.connection)

    def _prepare(self, *, read_only: bool) -> None:
        """Check what kind of file it is; bring an older one up to date."""
        with storage_errors(self.path):
            check(self.connection, INDEX_SCHEMA, self.path)
            if read_only and not is_current(self.connection, INDEX_SCHEMA):
                self.connection.close()
                StorageContext(self.path).close()
                self.connection = connect(self.path, read_only=True)
            elif not read_only:
                register_analyzer(self.connection)
                migrate(self.connection, INDEX_SCHEMA, self.path)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All changes inside become visible together or not at all."""
        with storage_errors(self.path), self.connection:
            yield

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Let several reads inside see one and the same state of the file."""
        with storage_errors(self.path):
            self.connection.execute("BEGIN")
            try:
                yield
            finally:
                if self.connection.in_transaction:
                    self.connection.execute("COMMIT")

    def close(self) -> None:
        """Close the connection; idempotent."""
        self.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
