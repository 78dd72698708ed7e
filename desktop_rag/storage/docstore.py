"""The docstore that LlamaIndex's programs make for themselves."""

from pathlib import Path

from desktop_rag.storage.document_store import DocumentStore
from desktop_rag.storage.storage_context import DEFAULT_PERSIST_DIR, StorageContext

__all__ = ["DocumentStore", "SimpleDocumentStore"]


class SimpleDocumentStore(DocumentStore):
    """Documents and nodes in memory; the vectors and words of an index over them are there too."""

    def __init__(self, *, storage: StorageContext | None = None) -> None:
        self._storage = storage or StorageContext()
        super().__init__(self._storage)

    @classmethod
    def from_persist_dir(cls, persist_dir: str | Path = DEFAULT_PERSIST_DIR) -> "SimpleDocumentStore":
        """Return what ``StorageContext.persist`` wrote to a folder, as ``StorageContext.from_defaults`` opens it.

        Raises:
            UnusableInputError: nothing was stored there.

        """
        return cls(storage=StorageContext.from_defaults(persist_dir))

    @classmethod
    def from_persist_path(cls, persist_path: str | Path) -> "SimpleDocumentStore":
        """Return what ``persist`` wrote to a file; see ``from_persist_dir``."""
        return cls.from_persist_dir(persist_path)

    def persist(self, persist_path: str | Path) -> None:
        """Write everything to a file, whatever its name; what was there is replaced at once or not at all.

        Raises:
            UserError: the disk is full, or what is there cannot be replaced.

        """
        self._storage.write(Path(persist_path))
