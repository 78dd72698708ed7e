"""A pipeline from documents to stored, embedded nodes, for programs that use this package as a library."""

import enum
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from desktop_rag.core.errors import UnusableInputError
from desktop_rag.core.parallel import asynchronous, asynchronous_function
from desktop_rag.core.schema import Document, Matrix, TextNode
from desktop_rag.ingestion.transformations import (
    DEFAULT_CACHE_NAME,
    IngestionCache,
    Transformation,
    run_transformations,
)
from desktop_rag.ingestion.transformations import get_transformation_hash as get_transformation_hash
from desktop_rag.llamaindex.readers.base import ReaderConfig
from desktop_rag.llamaindex.settings import Settings
from desktop_rag.storage.document_store import DocumentStore
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.storage.vector_queries import VectorStore
from desktop_rag.vector_stores.sqlite_vec import SqliteVecVectorStore

DEFAULT_PERSIST_DIR = "./pipeline_storage"
DEFAULT_PIPELINE_NAME = "default"
DEFAULT_PROJECT_NAME = "Default"


class DocstoreStrategy(enum.StrEnum):
    """Which documents are worked on when the store holds others already."""

    UPSERTS = "upserts"
    """Those that are new or changed, by id and hash."""
    DUPLICATES_ONLY = "duplicates_only"
    """Those whose content is nowhere in the store, whatever their id."""
    UPSERTS_AND_DELETE = "upserts_and_delete"
    """As ``UPSERTS``; documents that were not given are deleted."""


class IngestionPipeline:
    """Runs documents, its own and what ``readers`` read each time, through ``transformations``.

    Without ``transformations``, these are those of ``Settings``, and its model.

    With ``docstore``, documents that it holds unchanged are passed over, changed ones take the place of their older
    version, and everything is stored, a transaction a document: one that failed is worked on again by the next run.
    ``vector_store`` takes the nodes with their vectors: one of any kind, or the vectors of the docstore's own file.
    There, nodes that no transformation embedded wait for theirs until an index over the file embeds them. Nodes that
    are handed in are stored too, but never passed over.

    Raises:
        ValueError: there are the vectors of a file without its docstore.

    """

    def __init__(  # noqa: PLR0913 - LlamaIndex's
        self,
        transformations: Sequence[Transformation] | None = None,
        *,
        docstore: DocumentStore | None = None,
        vector_store: SqliteVecVectorStore | VectorStore | None = None,
        cache: IngestionCache | None = None,
        docstore_strategy: DocstoreStrategy | str = DocstoreStrategy.UPSERTS,
        documents: Sequence[Document] | None = None,
        readers: Sequence[ReaderConfig] | None = None,
        name: str = DEFAULT_PIPELINE_NAME,
        project_name: str = DEFAULT_PROJECT_NAME,
        disable_cache: bool = False,
    ) -> None:
        if isinstance(vector_store, SqliteVecVectorStore) and docstore is None:
            raise ValueError("the vectors of a file need its docstore")
        self.transformations = list(transformations) if transformations is not None else _default_transformations()
        self.docstore = docstore
        self.vector_store = vector_store
        self._vectors = vector_store if isinstance(vector_store, SqliteVecVectorStore) else None
        self._elsewhere = None if isinstance(vector_store, SqliteVecVectorStore) else vector_store
        self.cache = cache
        self.docstore_strategy = DocstoreStrategy(docstore_strategy)
        if docstore is not None:
            docstore.of_documents = True
        self.documents = list(documents or ())
        self.readers = list(readers or ())
        self.name = name
        self.project_name = project_name
        self.disable_cache = disable_cache

    def run(
        self,
        show_progress: bool = False,  # noqa: FBT001, FBT002 - LlamaIndex's
        documents: Sequence[Document] | None = None,
        nodes: Sequence[TextNode] | None = None,
        cache_collection: str | None = None,
        in_place: bool = True,  # noqa: FBT001, FBT002
        num_workers: int | None = None,  # noqa: ARG002 - LlamaIndex's
    ) -> list[TextNode]:
        """Return the nodes that were made of what is new; ``show_progress`` draws bars on the terminal.

        ``cache_collection`` and ``in_place`` are those of ``run_transformations``. ``num_workers`` changes nothing:
        splitting is faster than handing texts to other processes.

        Raises:
            CancelledError: the job was told to stop.
            UserError: the embedding model failed, or the store cannot be written.

        """
        read = (document for reader in self.readers for document in reader.read())
        given = [*self.documents, *(documents or ()), *read]
        if self.docstore is not None:
            given = list({document.id_: document for document in given}.values())
        wanted = self._wanted(self.docstore, given) if self.docstore is not None else given
        made = run_transformations(
            [*wanted, *(nodes or ())],
            self.transformations,
            in_place,
            None if self.disable_cache else self.cache,
            cache_collection,
            show_progress,
        )
        if self.docstore is not None:
            self._store(self.docstore, wanted, made)
            if self.docstore_strategy is DocstoreStrategy.UPSERTS_AND_DELETE:
                self._delete_others(self.docstore, given)
        elif self._elsewhere is not None:
            self._elsewhere.add([node for node in made if node.embedding is not None])
        return made

    arun = asynchronous(run)

    def persist(self, persist_dir: str | Path = DEFAULT_PERSIST_DIR, *, cache_name: str = DEFAULT_CACHE_NAME) -> None:
        """Write the docstore and the cache to a folder, so that another pipeline knows what was worked on.

        Without either, that is a cache that remembers nothing yet.

        Raises:
            ValueError: the docstore is of another kind of storage.

        """
        if self.docstore is not None:
            if not isinstance(self.docstore.stores, StorageContext):
                raise ValueError("this docstore is a file already: make the pipeline with SimpleDocumentStore()")
            self.docstore.stores.persist(persist_dir)
        cache = IngestionCache() if self.docstore is None and self.cache is None else self.cache
        if cache is not None:
            cache.persist(Path(persist_dir, cache_name))

    def load(self, persist_dir: str | Path = DEFAULT_PERSIST_DIR, *, cache_name: str = DEFAULT_CACHE_NAME) -> None:
        """Take the docstore and the cache that ``persist`` wrote in place of one's own.

        Raises:
            ValueError: nothing was stored there (a ``UserError`` too), or the vectors are those of the docstore.

        """
        if self._vectors is not None:
            raise ValueError("the vectors of a file need its docstore; make a pipeline with both")
        cache = Path(persist_dir, cache_name)
        try:
            self.docstore = StorageContext.from_defaults(persist_dir).docstore
            self.docstore.of_documents = True
        except UnusableInputError:
            # the pipeline that was written may have had a cache alone
            if not cache.exists():
                raise
        if cache.exists():
            self.cache = IngestionCache.from_persist_path(cache)

    def _wanted(self, docstore: DocumentStore, given: Sequence[Document]) -> list[Document]:
        """Return the documents that must be worked on."""
        if self.docstore_strategy is not DocstoreStrategy.DUPLICATES_ONLY:
            return [document for document in given if docstore.get_document_hash(document.id_) != document.hash]
        known = {docstore.get_document_hash(info.doc_id) for info in docstore.documents()}
        new = {document.hash: document for document in reversed(given) if document.hash not in known}
        return list(reversed(new.values()))

    def _store(self, docstore: DocumentStore, documents: Sequence[Document], nodes: Sequence[TextNode]) -> None:
        """Store documents with their nodes, then nodes of other origin."""
        parts: dict[str, list[TextNode]] = {document.id_: [] for document in documents}
        rest: list[TextNode] = []
        for node in nodes:
            parts.get(node.ref_doc_id or node.id_, rest).append(node)  # a document is its own node where nothing cut it
        embed = self._vectors is not None
        for document in documents:
            if self._elsewhere is not None:
                self._elsewhere.delete(document.id_)
            with docstore.stores.transaction():
                docstore.stores.documents.put_document(document, parts[document.id_], embed=embed)
                self._add_vectors(docstore, parts[document.id_])
        if rest:
            with docstore.stores.transaction():
                docstore.stores.nodes.add(rest, embed=embed)
                self._add_vectors(docstore, rest)

    def _add_vectors(self, docstore: DocumentStore, nodes: Sequence[TextNode]) -> None:
        """Store the vectors of nodes (inside a transaction)."""
        vectors = {node.id_: node.embedding for node in nodes if node.embedding is not None}
        if self._vectors is not None and vectors:
            self._vectors.create()
            rowids = docstore.stores.nodes.keys_of(list(vectors))
            matrix: Matrix = np.stack([vectors[node_id] for node_id in rowids]).astype(np.float32)
            self._vectors.add(list(rowids.values()), matrix)
        if self._elsewhere is not None:
            self._elsewhere.add([node for node in nodes if node.embedding is not None])

    def _delete_others(self, docstore: DocumentStore, given: Sequence[Document]) -> None:
        """Delete the documents that were not given."""
        kept = {document.id_ for document in given}
        with docstore.stores.transaction():
            for info in docstore.documents():
                if info.doc_id not in kept:
                    docstore.stores.documents.delete_document(info.doc_id)
                    if self._elsewhere is not None:
                        self._elsewhere.delete(info.doc_id)


def _default_transformations() -> list[Transformation]:
    """Return the steps of those who name none."""
    return [*Settings.transformations, Settings.embed_model]


arun_transformations = asynchronous_function(run_transformations)
