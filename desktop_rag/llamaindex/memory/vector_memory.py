"""A memory that recalls what resembles the message at hand, however long ago it was said."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.schema import TextNode
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.ingestion.node_vectors import NodeVectors, PluggedVectors
from desktop_rag.memory.types import DEFAULT_CHAT_STORE_KEY, DEFAULT_TOKEN_LIMIT, BaseMemory
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.retrievers.vector import VectorIndexRetriever
from desktop_rag.storage.records import BATCH_SIZE
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.storage.vector_queries import VectorStore

_MESSAGES = "messages"
_BEGINS = (MessageRole.USER, MessageRole.SYSTEM)


class MessageIndex(Protocol):
    """What messages are kept in: a ``VectorStoreIndex``, or less."""

    @property
    def storage_context(self) -> StorageContext:
        """Where the nodes are."""

    def as_retriever(self, **options: Any) -> BaseRetriever:  # noqa: ANN401 - those of the retriever
        """Return a retriever of the nodes."""

    def insert_nodes(self, nodes: Sequence[TextNode]) -> None:
        """Add nodes, or put them in place of those with their ids."""

    def delete_nodes(self, node_ids: Sequence[str]) -> None:
        """Remove nodes."""


class _StoredMessages:
    """Nodes of a storage that holds nothing else, with their vectors."""

    def __init__(self, storage_context: StorageContext, embed_model: BaseEmbedding | None) -> None:
        self.storage_context = storage_context
        self._plugged = plugged = storage_context.plugged_vectors
        self._vectors = (
            NodeVectors(storage_context, embed_model)
            if plugged is None
            else PluggedVectors(storage_context, plugged, embed_model, BATCH_SIZE)
        )

    def as_retriever(self, **options: Any) -> BaseRetriever:  # noqa: ANN401 - those of the retriever
        return VectorIndexRetriever(self.storage_context, self._vectors.embed_model, **options)

    def insert_nodes(self, nodes: Sequence[TextNode]) -> None:
        if self._plugged is not None:
            self._plugged.delete_nodes([node.id_ for node in nodes])
        with self.storage_context.transaction():
            self.storage_context.nodes.add(nodes, embed=self._plugged is None)
        self._vectors.update(nodes)

    def delete_nodes(self, node_ids: Sequence[str]) -> None:
        if self._plugged is not None:
            self._plugged.delete_nodes(node_ids)
        with self.storage_context.transaction():
            self.storage_context.nodes.delete(node_ids)


class VectorMemory(BaseMemory):
    """Keeps a message of the person with what followed it as one node of ``vector_index``, which holds nothing else.

    What is shown are the nodes that ``retriever_kwargs`` find for the message at hand (without one: nothing).
    """

    def __init__(self, vector_index: MessageIndex, retriever_kwargs: Mapping[str, Any] | None = None) -> None:
        super().__init__(None, DEFAULT_CHAT_STORE_KEY, DEFAULT_TOKEN_LIMIT)
        self.vector_index = vector_index
        self.retriever_kwargs = dict(retriever_kwargs or {})
        self._open: list[ChatMessage] = []
        self._node_id = ""

    @classmethod
    def from_defaults(
        cls,
        vector_store: VectorStore | None = None,
        embed_model: BaseEmbedding | None = None,
        retriever_kwargs: Mapping[str, Any] | None = None,
        storage_context: StorageContext | None = None,
    ) -> "VectorMemory":
        """Make a memory in memory, or in a storage of its own; ``vector_store`` then has the vectors."""
        storage = storage_context or StorageContext()
        storage.vector_store = vector_store or storage.plugged_vectors
        return cls(_StoredMessages(storage, embed_model), retriever_kwargs)

    def get(self, input: str | None = None, initial_token_count: int = 0) -> list[ChatMessage]:  # noqa: A002, ARG002
        """Return earlier messages about things like ``input``, the closest first."""
        if not input or not self.vector_index.storage_context.nodes.node_count():
            return []
        found = self.vector_index.as_retriever(**self.retriever_kwargs).retrieve(input)
        return [message for hit in found for message in _messages(hit.node)]

    def get_all(self) -> list[ChatMessage]:
        """Return everything that is remembered, in the order in which it was said."""
        return [
            message for node in self.vector_index.storage_context.docstore.iter_nodes() for message in _messages(node)
        ]

    def put(self, message: ChatMessage) -> None:
        """Remember one more message, with those since the person spoke last."""
        self._open = [message] if message.role in _BEGINS else [*self._open, message]
        text = " ".join(one.content for one in self._open if one.content)
        node = TextNode(
            text=text,
            metadata={_MESSAGES: json.dumps([one.to_row() for one in self._open], ensure_ascii=False)},
            excluded_embed_metadata_keys=[_MESSAGES],
            excluded_llm_metadata_keys=[_MESSAGES],
        )
        # in the place of the node that lacks this message
        if len(self._open) > 1 and self._node_id:
            node.id_ = self._node_id
        self._node_id = node.id_ if text else ""
        if text:
            self.vector_index.insert_nodes([node])

    def set(self, messages: Sequence[ChatMessage]) -> None:
        """Remember these messages and no others."""
        self.reset()
        self.put_messages(messages)

    def reset(self) -> None:
        """Forget everything."""
        self._open, self._node_id = [], ""
        self.vector_index.delete_nodes([node.id_ for node in self.vector_index.storage_context.docstore.iter_nodes()])


def _messages(node: TextNode) -> list[ChatMessage]:
    rows = json.loads(str(node.metadata[_MESSAGES]))
    return [ChatMessage.from_row(row) for row in rows]
