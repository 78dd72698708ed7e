"""Asks several libraries one question: each is searched by itself, and the lists are fused by rank."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from desktop_rag.core.schema import NodeWithScore, QueryBundle, TextNode
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.retrievers.fusion_modes import reciprocal_rank_fusion
from desktop_rag.services.sources import LIBRARY_KEY
from desktop_rag.storage.storage_context import StorageContext


@dataclass(frozen=True, slots=True)
class OtherLibrary:
    """A library that is asked beside the first one, and the model it is searched with."""

    name: str
    path: Path
    embed_model: BaseEmbedding


@dataclass(frozen=True, slots=True)
class OpenLibrary:
    """The same, open."""

    name: str
    storage: StorageContext
    embed_model: BaseEmbedding


@contextmanager
def opened(libraries: Sequence[OtherLibrary], *, read_only: bool) -> Iterator[tuple[OpenLibrary, ...]]:
    """Open libraries for as long as the block runs.

    Raises:
        UserError: one of them cannot be read.

    """
    with ExitStack() as stack:
        yield tuple(
            OpenLibrary(
                one.name,
                stack.enter_context(StorageContext(one.path, read_only=read_only, create=False)),
                one.embed_model,
            )
            for one in libraries
        )


class LibrariesRetriever(BaseRetriever):
    """Puts the same question to the retriever of each library, by the library's name ("": the first one).

    Scores of one library say nothing about another's: the lists are fused by reciprocal rank. Each node found tells in
    its metadata which library it is of; one that several have is the first one's.
    """

    def __init__(self, retrievers: Mapping[str, BaseRetriever]) -> None:
        self._retrievers = dict(retrievers)

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        lists = [
            [marked(name, found) for found in retriever.retrieve(query_bundle)]
            for name, retriever in self._retrievers.items()
        ]
        return reciprocal_rank_fusion(lists)


class LibraryTexts:
    """The text around the passages of several libraries, read from the library that has them."""

    def __init__(self, storages: Sequence[StorageContext]) -> None:
        self._docstores = [storage.docstore for storage in storages]

    def nodes_around(self, node_id: str, before: int, after: int) -> tuple[list[TextNode], list[TextNode]]:
        """Return nodes before and after a node, in document order."""
        for docstore in self._docstores:
            if docstore.stores.nodes.keys_of([node_id]):
                return docstore.nodes_around(node_id, before, after)
        return [], []

    def document_text(self, doc_id: str, first_page: int = 1, last_page: int | None = None) -> str:
        """Return the text of a document's pages, "" where no library has it."""
        for docstore in self._docstores:
            if docstore.document_exists(doc_id):
                return docstore.document_text(doc_id, first_page, last_page)
        return ""


def passages_of(library: str, nodes: Sequence[NodeWithScore]) -> list[NodeWithScore]:
    """Return those of the nodes that are of a library."""
    return [found for found in nodes if found.node.metadata.get(LIBRARY_KEY, "") == library]


def marked(library: str, found: NodeWithScore) -> NodeWithScore:
    """Return a passage marked with the name of its library; "" is the one that was asked first."""
    if not library:
        return found
    node = found.node
    marked = replace(
        node,
        metadata={**node.metadata, LIBRARY_KEY: library},
        excluded_embed_metadata_keys=[*node.excluded_embed_metadata_keys, LIBRARY_KEY],
        excluded_llm_metadata_keys=[*node.excluded_llm_metadata_keys, LIBRARY_KEY],
    )
    return replace(found, node=marked)
