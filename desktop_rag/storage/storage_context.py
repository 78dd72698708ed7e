"""One open index file with its stores (LlamaIndex's StorageContext over SQLite)."""

import base64
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from desktop_rag.core.errors import UnusableInputError, UserError, reason_of
from desktop_rag.core.file_paths import INSIDE, real_path
from desktop_rag.core.private_files import make_folders
from desktop_rag.core.schema import EmbeddingSpace
from desktop_rag.core.unfinished import unfinished_file
from desktop_rag.core.user_text import UserText
from desktop_rag.storage.data_structs import BaseIndexStore
from desktop_rag.storage.document_store import DocumentStore
from desktop_rag.storage.sqlite.catalogue import DocumentCatalogue
from desktop_rag.storage.sqlite.connection import (
    BUSY_TIMEOUT_MS,
    Connection,
    checkpoint,
    connect,
    create_database,
    is_database_error,
    is_interruption,
    missing_file,
    storage_errors,
)
from desktop_rag.storage.sqlite.documents import SqliteDocuments
from desktop_rag.storage.sqlite.files.database_files import copy_database, take_name
from desktop_rag.storage.sqlite.folders import FolderStore
from desktop_rag.storage.sqlite.foreign_files import DamagedFileError, check_is_file
from desktop_rag.storage.sqlite.index_schema import INDEX_SCHEMA
from desktop_rag.storage.sqlite.index_store import IndexStore
from desktop_rag.storage.sqlite.journal import Journal
from desktop_rag.storage.sqlite.library_nodes import SqliteNodes
from desktop_rag.storage.sqlite.migrations import is_current, is_empty, migrate, read_whole, whole_database
from desktop_rag.storage.sqlite.stored_files import StoredFiles

if TYPE_CHECKING:
    from desktop_rag.storage.permissions import LibraryPermissions
    from desktop_rag.storage.sqlite.keywords.keyword_store import KeywordStore
    from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache
    from desktop_rag.storage.sqlite.vectors.vector_store import SqliteVectors
    from desktop_rag.storage.vector_queries import VectorStore

SUFFIX = ".ragindex"
DEFAULT_PERSIST_DIR = "./storage"
_FILE = f"library{SUFFIX}"
DEFAULT_VECTOR_STORE = "default"
IMAGE_VECTOR_STORE_NAMESPACE = "image"
_UNREADABLE = (ValueError, TypeError, LookupError, ArithmeticError, RecursionError, MemoryError, BufferError)
VECTOR_STORE_SUFFIX = "__vector_store.json"  # LlamaIndex's names
_OWN_VECTORS = "desktop_rag.vector_stores.simple"  # it searches what is stored here, so it stands above
_WHOLE, _VECTORS = "sqlite", "vector_store"
_NO_PATH = Path("memory")


class StorageContext:
    """The stores of one index file, or of one in memory (``path`` None); opening is instant whatever its size.

    ``plugged_vectors`` keeps the vectors of programs that want them elsewhere; without it they are in the file.
    A storage that is pickled comes back in memory, with all that it held.

    ``permissions`` say what a library of a data folder may read and where its models are (``IndexFiles.open``), and
    what goes wrong with values of one that ``is_foreign`` is its own fault. ``inspect`` is called before anything in
    the file is used, and may raise; ``patience_ms`` is how long one waits for a file that another program has.
    ``doubt`` is called when something went wrong that nobody foresaw, and raises if that is the file's fault.

    A writer makes the file where there is none, unless it is not to ``create`` it, and migrates it when needed; readers
    see the state of the last commit and never block. Threads may share a storage: they take turns, and a transaction is
    its thread's alone.
    """

    def __init__(
        self,
        path: Path | None = None,
        *,
        read_only: bool = False,
        create: bool = True,
        inspect: Callable[[Connection], None] | None = None,
        patience_ms: int = BUSY_TIMEOUT_MS,
    ) -> None:
        self.path = path
        self._inspect = inspect
        self._patience_ms = patience_ms
        self._plugged: dict[str, VectorStore] = {}
        self._own_vectors: VectorStore | None = None
        if path is not None and not path.exists():
            if read_only or not create:
                raise missing_file(path)
            with suppress(FileExistsError):  # somebody else just did
                create_index(path)
        if path is not None:
            check_is_file(path)
        if path is not None and _size_of(path) == 0:  # SQLite would throw away the log beside it
            raise _emptied(path)
        self.connection = self._connect(read_only=read_only and path is not None)
        self.documents = SqliteDocuments(self.connection)
        self.nodes = SqliteNodes(self.connection)
        self.docstore = DocumentStore(self)
        self.catalogue = DocumentCatalogue(self.connection)
        self.files = StoredFiles(self.connection)
        self.folders = FolderStore(self.connection)
        self.journal = Journal(self.connection)
        self.index_store = IndexStore(self.connection)
        self.permissions: LibraryPermissions | None = None
        self.is_foreign = False
        self.doubt: Callable[[], None] | None = None

    @classmethod
    def from_defaults(
        cls,
        persist_dir: str | Path | None = None,
        *,
        docstore: DocumentStore | None = None,
        index_store: BaseIndexStore | None = None,
        vector_store: "VectorStore | None" = None,
        image_store: "VectorStore | None" = None,
        vector_stores: "Mapping[str, VectorStore] | None" = None,
        read_only: bool = False,
    ) -> "StorageContext":
        """Return a storage in memory, the one of a docstore, or the one that ``persist`` wrote to a folder (or file).

        ``vector_store`` takes the vectors of its indices from then on, unless it is those of this very file; so does
        the “default” of ``vector_stores``. What ``index_store`` lists is written down, where it is not known. What is
        changed later is on disk only after ``persist``, to the same place or another one; closing undoes the rest. From
        the first change until then nobody else can write there. (``StorageContext(path)`` works in place.)

        Raises:
            UnusableInputError: nothing was stored there, or the docstore is of another kind of storage.

        """
        storage = cls._opened(persist_dir, docstore, read_only=read_only)
        chosen = {DEFAULT_VECTOR_STORE: vector_store, IMAGE_VECTOR_STORE_NAMESPACE: image_store}
        named = {namespace: store for namespace, store in chosen.items() if store is not None}
        storage._plugged = {}  # noqa: SLF001 - its own
        for namespace, store in (dict(vector_stores or {}) | named).items():
            storage.add_vector_store(store, namespace)
        known = {entry.index_id for entry in storage.index_store.entries()}
        for struct in index_store.index_structs() if index_store is not None else ():
            if struct.index_id not in known:
                storage.index_store.add_index_struct(struct)
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
                UserText("There is no library at {path}.", path=path),
                "Store one there first, or choose another folder.",
            )
        storage = cls(path, read_only=read_only)
        if not read_only:
            storage.connection.hold()
        return storage

    @cached_property
    def keywords(self) -> "KeywordStore":
        """The keyword terms of nodes; who lists libraries imports nothing for them."""
        from desktop_rag.storage.sqlite.keywords.keyword_store import KeywordStore

        return KeywordStore(self.connection)

    @property
    def plugged_vectors(self) -> "VectorStore | None":
        """The vector store that has the vectors in place of the file, if any."""
        return self._plugged.get(DEFAULT_VECTOR_STORE)

    @property
    def vector_store(self) -> "VectorStore":
        """The vectors, with the nodes they belong to: those in the file unless others are plugged in."""
        if (plugged := self.plugged_vectors) is not None:
            return plugged
        if self._own_vectors is None:
            self._own_vectors = _simple_vectors()(self)
        return self._own_vectors

    @vector_store.setter
    def vector_store(self, store: "VectorStore | None") -> None:
        if store is not None:
            self.add_vector_store(store)
        else:
            self._plugged.pop(DEFAULT_VECTOR_STORE, None)

    @property
    def vector_stores(self) -> "dict[str, VectorStore]":
        """All vector stores by their names; indices use “default”."""
        return {DEFAULT_VECTOR_STORE: self.vector_store} | self._plugged

    def add_vector_store(self, vector_store: "VectorStore", namespace: str = DEFAULT_VECTOR_STORE) -> None:
        """Plug a vector store in under a name; ``persist`` writes all of them.

        The vectors of this very file are those that it has without any.
        """
        if _are_of(self, vector_store):
            self._plugged.pop(namespace, None)
        else:
            self._plugged[namespace] = vector_store

    def to_dict(self) -> dict[str, Any]:
        """Return the whole storage as JSON values, for ``from_dict``: the content of ``persist``, as text.

        Raises:
            ValueError: a vector store of another kind than ``SimpleVectorStore`` is plugged in.

        """
        kept: dict[str, Any] = {}
        for namespace, store in self._plugged.items():
            if not isinstance(store, _simple_vectors()):
                raise ValueError(f"a {type(store).__name__} cannot be described: use persist")  # noqa: TRY004 - LlamaIndex's
            kept[namespace] = store.to_dict()
        return described(self) | {_VECTORS: kept}

    @classmethod
    def from_dict(cls, save_dict: Mapping[str, Any]) -> "StorageContext":
        """Return a storage in memory from the dict of ``to_dict``.

        Raises:
            ValueError: it describes something else, or another version of the program described it.

        """
        made = cls()
        try:
            whole = base64.b85decode(save_dict[_WHOLE])
        except (KeyError, ValueError) as error:
            raise ValueError("this does not describe a docstore: use what to_dict returned") from error
        read_whole(made.connection, whole, INDEX_SCHEMA)
        for namespace, kept in save_dict.get(_VECTORS, {}).items():
            made.add_vector_store(_simple_vectors().from_dict(kept), namespace)
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (described(self), self._plugged)

    def persist(self, persist_dir: str | Path = DEFAULT_PERSIST_DIR) -> None:
        """Write everything to a folder (or an index file); old content is replaced at once or not at all.

        Raises:
            UserError: the disk is full, or what is there cannot be replaced.

        """
        target = _file_at(persist_dir)
        for namespace, store in self._plugged.items():
            store.persist(str(target.with_name(namespace + VECTOR_STORE_SUFFIX)))
        self.write(target)

    def write(self, target: Path) -> None:
        """Write the content of the storage itself to an index file, whatever its name; see ``persist``."""
        if self.path is not None and target.exists() and target.samefile(self.path):
            with storage_errors(self.path):
                self.connection.commit()
            return
        with storage_errors(target):
            try:
                make_folders(target.parent)
            except OSError as error:
                raise UserError(
                    UserText("{path} cannot be created: {reason}.", path=target.parent, reason=reason_of(error)),
                    "Choose another folder.",
                ) from error
            with unfinished_file(target) as copy:
                with self.connection.lock:
                    copy_database(self.connection, copy)
                try:
                    take_name(copy, target, replace=True)
                except OSError as error:
                    raise UserError(
                        UserText("{file} cannot be replaced: {reason}.", file=target, reason=reason_of(error)),
                        UserText("Close other programs that use it."),
                    ) from error

    def _connect(self, *, read_only: bool) -> Connection:
        """Open the file, check its kind and bring an older one up to date."""
        path = self.path or _NO_PATH
        with ExitStack() as opened, storage_errors(self.path):
            connection = opened.enter_context(closing(self._connection(read_only=read_only)))
            if self.path is not None and is_empty(connection):
                raise _emptied(path)
            if self._inspect is not None:
                self._inspect(connection)
            if not read_only:
                from desktop_rag.storage.sqlite.keywords.keyword_store import register_analyzer

                register_analyzer(connection)
                migrate(connection, INDEX_SCHEMA, path)
            elif not is_current(connection, INDEX_SCHEMA):
                connection.close()
                StorageContext(self.path, create=False).close()  # a reader cannot migrate: a writer does it first
                return self._connection(read_only=True)
            opened.pop_all()
        return connection

    def _connection(self, *, read_only: bool) -> Connection:
        return connect(self.path, INDEX_SCHEMA, read_only=read_only, must_exist=True, patience_ms=self._patience_ms)

    def vectors(self, space: EmbeddingSpace, cache: "VectorCache | None" = None) -> "SqliteVectors":
        """Return the vectors of one embedding space; ``cache`` makes the next search of a large file fast."""
        from desktop_rag.storage.sqlite.vectors.vector_store import SqliteVectors

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

    def may_open(self, file: str) -> bool:
        """Return True if the library may have a file opened: a foreign one, only in folders it may read."""
        if not self.is_foreign:
            return True
        real = str(real_path(file))
        return os.path.normpath(real) == real and self.folders.of(file.partition(INSIDE)[0], os.sep) is not None

    def checkpoint(self) -> None:
        """Fold the committed data into the file itself, so that a copy of that file alone has it.

        Nobody is waited for: with another program in the way, or on a full disk, it is done another time.
        """
        with storage_errors(self.path):
            checkpoint(self.connection)

    def close(self) -> None:
        """Close the connection; idempotent.

        Raises:
            UserError: the disk fails while what is committed is folded into the file; it is done another time.

        """
        with storage_errors(self.path):
            self.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
        if error is None or isinstance(error, UserError) or not is_unreadable(error):
            return
        with suppress(type(error)):
            self._tell(error)
        if is_interruption(error):
            return
        if self.is_foreign:
            raise unreadable(self.path) from error
        if self.doubt is not None:
            self.doubt()

    def _tell(self, error: BaseException) -> None:
        """Raise the person's error for SQLite's: also a reader may find the file damaged; else itself."""
        with storage_errors(self.path):
            raise error


def create_index(path: Path, fill: Callable[[Connection], object] = lambda _: None) -> None:
    """Make an empty index file, into which ``fill`` puts its first content.

    Raises:
        FileExistsError: there is a file of that name; it stays.
        UserError: it cannot be made there, or the disk is full.

    """
    from desktop_rag.storage.sqlite.keywords.keyword_store import register_analyzer

    create_database(path, INDEX_SCHEMA, register_analyzer, fill)


def described(storage: StorageContext) -> dict[str, str]:
    """Return the content of a storage itself as JSON values, for ``StorageContext.from_dict``."""
    with storage.connection.lock:
        return {_WHOLE: base64.b85encode(whole_database(storage.connection)).decode("ascii")}


def _unpickled(kept: Mapping[str, str], plugged: "Mapping[str, VectorStore]") -> StorageContext:
    """Return a storage that was pickled."""
    made = StorageContext.from_dict(kept)
    for namespace, store in plugged.items():
        made.add_vector_store(store, namespace)
    return made


def _simple_vectors() -> Any:  # noqa: ANN401 - a class of a layer above
    """Return the class that searches the stored vectors."""
    return import_module(_OWN_VECTORS).SimpleVectorStore


def _are_of(storage: StorageContext, vectors: "VectorStore") -> bool:
    """Return True if these are the vectors of a storage's own file: its two connections would wait for each other."""
    other = getattr(vectors, "client", None)
    if not isinstance(other, StorageContext) or storage.path is None or other.path is None:
        return other is storage
    return storage.path.samefile(other.path)


def _file_at(place: str | Path) -> Path:
    """Return the index file of a folder, or the place itself when it is named like one."""
    path = Path(place)
    return path if path.suffix == SUFFIX else path / _FILE


def _size_of(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError as error:
        raise missing_file(path) from error


def is_unreadable(error: BaseException) -> bool:
    """Return True if code raises such an error that meets values in a file that this program would not have written."""
    return isinstance(error, _UNREADABLE) or is_database_error(error)


def unreadable(path: Path | None) -> DamagedFileError:
    """Return the error for a foreign library with unreadable content."""
    return DamagedFileError(
        UserText("{file} holds values that cannot be read.", file=path or _NO_PATH),
        UserText("Copy it again, or ask whoever gave it to you for another copy."),
    )


def _emptied(path: Path) -> UserError:
    """Return the error that a file holds nothing: a new library has its tables from the first moment on."""
    return UserError(
        UserText("{path} is empty: what it held is lost.", path=path), "Restore it from a backup or delete it."
    )
