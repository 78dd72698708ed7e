"""One open index file with its stores (LlamaIndex's StorageContext over SQLite)."""

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from desktop_rag.core.errors import UnusableInputError, UserError
from desktop_rag.core.schema import EmbeddingSpace
from desktop_rag.storage.document_store import DocumentStore
from desktop_rag.storage.sqlite.catalogue import DocumentCatalogue
from desktop_rag.storage.sqlite.connection import (
    Connection,
    checkpoint,
    connect,
    create_database,
    is_database_error,
    storage_errors,
)
from desktop_rag.storage.sqlite.documents import SqliteDocuments
from desktop_rag.storage.sqlite.files.database_files import copy_database, remove_database, unfinished
from desktop_rag.storage.sqlite.folders import FolderStore
from desktop_rag.storage.sqlite.index_schema import INDEX_SCHEMA
from desktop_rag.storage.sqlite.index_store import IndexStore
from desktop_rag.storage.sqlite.journal import Journal
from desktop_rag.storage.sqlite.keywords.keyword_store import KeywordStore, register_analyzer
from desktop_rag.storage.sqlite.library_nodes import SqliteNodes
from desktop_rag.storage.sqlite.migrations import is_current, is_empty, migrate
from desktop_rag.storage.sqlite.stored_files import StoredFiles
from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache
from desktop_rag.storage.sqlite.vectors.vector_store import SqliteVectors
from desktop_rag.storage.vector_queries import VectorStore

SUFFIX = ".ragindex"
DEFAULT_PERSIST_DIR = "./storage"
_FILE = f"library{SUFFIX}"
PLUGGED_VECTORS = "default__vector_store.json"  # LlamaIndex's name
_NO_PATH = Path("memory")


class StorageContext:
    """The stores of one index file, or of one in memory (``path`` None); opening is instant whatever its size.

    ``vector_store`` keeps the vectors of programs that want them elsewhere; without it they are in the file.

    A writer migrates the file when needed; readers see the state of the last commit and never block. Threads may
    share a storage: they take turns, and a transaction is its thread's alone.
    """

    def __init__(self, path: Path | None = None, *, read_only: bool = False) -> None:
        self.path = path
        self.vector_store: VectorStore | None = None
        if path is not None and not path.exists():
            if read_only:
                raise UserError(f"There is no library at {path}.", "Create it first.")
            create_database(path, INDEX_SCHEMA, register_analyzer)
        if path is not None and not path.stat().st_size:
            raise _emptied(path)
        self.connection = self._connect(read_only=read_only and path is not None)
        self.documents = SqliteDocuments(self.connection)
        self.nodes = SqliteNodes(self.connection)
        self.keywords = KeywordStore(self.connection)
        self.docstore = DocumentStore(self)
        self.catalogue = DocumentCatalogue(self.connection)
        self.files = StoredFiles(self.connection)
        self.folders = FolderStore(self.connection)
        self.journal = Journal(self.connection)
        self.index_store = IndexStore(self.connection)

    @classmethod
    def from_defaults(
        cls,
        persist_dir: str | Path | None = None,
        *,
        docstore: DocumentStore | None = None,
        vector_store: VectorStore | None = None,
        read_only: bool = False,
    ) -> "StorageContext":
        """Return a storage in memory, the one of a docstore, or the one that ``persist`` wrote to a folder (or file).

        ``vector_store`` takes the vectors of its indices from then on, unless it is those of this very file. What is
        changed later is on disk only after ``persist``, to the same place or another one; closing undoes the rest. From
        the first change until then nobody else can write there. (``StorageContext(path)`` works in place.)

        Raises:
            UnusableInputError: nothing was stored there, or the docstore is of another kind of storage.

        """
        storage = cls._opened(persist_dir, docstore, read_only=read_only)
        storage.vector_store = None if _are_of(storage, vector_store) else vector_store
        return storage

    @classmethod
    def _opened(
        cls, persist_dir: str | Path | None, docstore: DocumentStore | None, *, read_only: bool
    ) -> "StorageContext":
        if docstore is not None:
            if not isinstance(docstore.stores, StorageContext):
                raise UnusableInputError(
                    "This docstore has no storage of its own.", "Make one with SimpleDocumentStore()."
                )
            return docstore.stores
        if persist_dir is None:
            return cls()
        path = Path(persist_dir)
        path = path if path.is_file() else _file_at(path)
        if not path.exists():
            raise UnusableInputError(
                f"There is no library at {path}.", "Store one there first, or choose another folder."
            )
        storage = cls(path, read_only=read_only)
        if not read_only:
            storage.connection.hold()
        return storage

    def persist(self, persist_dir: str | Path = DEFAULT_PERSIST_DIR) -> None:
        """Write everything to a folder (or an index file); what was there is replaced at once or not at all.

        Raises:
            UserError: the disk is full, or what is there cannot be replaced.

        """
        target = _file_at(persist_dir)
        if self.vector_store is not None:
            self.vector_store.persist(str(target.with_name(PLUGGED_VECTORS)))
        self.write(target)

    def write(self, target: Path) -> None:
        """Write what is in the storage itself to an index file, whatever its name; see ``persist``."""
        if self.path is not None and target.exists() and target.samefile(self.path):
            with storage_errors(self.path):
                self.connection.commit()
            return
        with storage_errors(target):
            try:
                target.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise UserError(
                    f"{target.parent} cannot be created: {error.strerror}.", "Choose another folder."
                ) from error
            _close_log(target)
            copy = unfinished(target)
            try:
                with self.connection.lock:
                    copy_database(self.connection, copy)
                copy.replace(target)
            finally:
                remove_database(copy)

    def _connect(self, *, read_only: bool) -> Connection:
        """Open the file, check what kind it is and bring an older one up to date."""
        path = self.path or _NO_PATH
        with ExitStack() as opened, storage_errors(self.path):
            connection = opened.enter_context(closing(connect(self.path, INDEX_SCHEMA, read_only=read_only)))
            if self.path is not None and is_empty(connection):
                raise _emptied(path)
            if not read_only:
                register_analyzer(connection)
                migrate(connection, INDEX_SCHEMA, path)
            elif not is_current(connection, INDEX_SCHEMA):
                connection.close()
                StorageContext(self.path).close()  # a reader cannot migrate: a writer does it first
                return connect(self.path, INDEX_SCHEMA, read_only=True)
            opened.pop_all()
        return connection

    def vectors(self, space: EmbeddingSpace, cache: VectorCache | None = None) -> SqliteVectors:
        """Return the vectors of one embedding space; ``cache`` makes the next search of a large file fast."""
        return SqliteVectors(self.connection, space, cache)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Make all changes inside visible together or not at all; other threads wait meanwhile."""
        with storage_errors(self.path), self.connection:
            yield

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Let several reads inside, of any thread, see one and the same state of the file."""
        with storage_errors(self.path), self.connection.snapshot():
            yield

    def checkpoint(self) -> None:
        """Fold what is committed into the file itself, so that a copy of that file alone has it.

        Nobody is waited for: with another program in the way, or on a full disk, it is done another time.
        """
        with storage_errors(self.path):
            checkpoint(self.connection)

    def close(self) -> None:
        """Close the connection; idempotent."""
        self.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
        if is_database_error(error):  # also what only reads may find the file damaged, or its drive gone
            with storage_errors(self.path):
                raise error


def _are_of(storage: StorageContext, vectors: VectorStore | None) -> bool:
    """Whether these are the vectors of a storage's own file: its two connections would wait for each other."""
    other = getattr(vectors, "client", None)
    if not isinstance(other, StorageContext) or storage.path is None or other.path is None:
        return other is storage
    return storage.path.samefile(other.path)


def _file_at(place: str | Path) -> Path:
    """Return the index file of a folder, or the place itself when it is named like one."""
    path = Path(place)
    return path if path.suffix == SUFFIX else path / _FILE


def _emptied(path: Path) -> UserError:
    """Return the error that a file holds nothing: a new library has its tables from the first moment on."""
    return UserError(f"{path} is empty: what it held is lost.", "Restore it from a backup or delete it.")


def _close_log(target: Path) -> None:
    """Fold the write-ahead log of a file that is to be replaced into it: beside another file it would do harm.

    Raises:
        UserError: another program has it open.

    """
    log = Path(f"{target}-wal")
    if target.exists():
        connect(target).close()
    if log.exists():
        raise UserError(
            f"{target} is in use by another program.", "Close the other window and try again.", retryable=True
        )
