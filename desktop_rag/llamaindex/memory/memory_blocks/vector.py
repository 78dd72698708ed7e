"""A memory block that finds again what was said about things like those at hand."""

from collections.abc import Mapping, Sequence
from typing import Any

from desktop_rag.core.messages import ChatMessage
from desktop_rag.core.parallel import asynchronous_function
from desktop_rag.core.schema import NodeWithScore, TextNode
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.llamaindex.memory.memory_blocks.static import BaseMemoryBlock
from desktop_rag.llamaindex.settings import Settings
from desktop_rag.postprocessor.base import BaseNodePostprocessor
from desktop_rag.prompts.base import BasePromptTemplate, PromptTemplate
from desktop_rag.storage.filters import MetadataFilter, MetadataFilters
from desktop_rag.storage.vector_queries import VectorStore, VectorStoreQuery

DEFAULT_RETRIEVED_TEXT_PROMPT = PromptTemplate("{text}")
_SESSION = "session_id"


class VectorMemoryBlock(BaseMemoryBlock[str]):
    """Keeps messages in ``vector_store`` and tells those that resemble the end of the conversation.

    Messages that come together are one node, of which ``session_id`` in the metadata says whose they are; a
    conversation is told its own only. The question is made of the last ``retrieval_context_window`` messages.
    ``query_kwargs`` are further fields of the ``VectorStoreQuery``, ``format_template`` has the variable ``text``.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - LlamaIndex's fields
        self,
        vector_store: VectorStore,
        embed_model: BaseEmbedding | None = None,
        similarity_top_k: int = 2,
        retrieval_context_window: int = 5,
        format_template: BasePromptTemplate | str = DEFAULT_RETRIEVED_TEXT_PROMPT,
        node_postprocessors: Sequence[BaseNodePostprocessor] = (),
        query_kwargs: Mapping[str, Any] | None = None,
        name: str = "RetrievedMessages",
        description: str | None = None,
        priority: int = 0,
        *,
        accept_short_term_memory: bool = True,
    ) -> None:
        super().__init__(
            name=name,
            description=description,
            priority=priority,
            accept_short_term_memory=accept_short_term_memory,
        )
        self.vector_store = vector_store
        self.embed_model = embed_model or Settings.embed_model
        self.similarity_top_k = similarity_top_k
        self.retrieval_context_window = retrieval_context_window
        self.format_template = PromptTemplate(format_template) if isinstance(format_template, str) else format_template
        self.node_postprocessors = list(node_postprocessors)
        self.query_kwargs = dict(query_kwargs or {})

    async def _aget(self, messages: Sequence[ChatMessage] | None = None, **block_kwargs: object) -> str:
        last = list(messages or [])[-self.retrieval_context_window :]
        asked = " ".join(message.content for message in last if message.content)
        return await asynchronous_function(self._recalled)(asked, block_kwargs.get(_SESSION))

    async def _aput(self, messages: Sequence[ChatMessage]) -> None:
        await self._aput_of(messages, None)

    async def _aput_of(self, messages: Sequence[ChatMessage], session_id: str | None) -> None:
        await asynchronous_function(self._keep)(_lines(messages), session_id)

    def _keep(self, text: str, session_id: str | None) -> None:
        if not text:
            return
        node = TextNode(
            text,
            metadata={_SESSION: session_id} if session_id else {},
            excluded_embed_metadata_keys=[_SESSION],
            excluded_llm_metadata_keys=[_SESSION],
            embedding=self.embed_model.get_text_embedding_batch([text])[0],
        )
        self.vector_store.add([node])

    def _recalled(self, text: str, session_id: object) -> str:
        """Return what was said about things like this text."""
        if not text:
            return ""
        found = self.vector_store.query(self._query(text, session_id))
        nodes = [NodeWithScore(node, score) for node, score in zip(found.nodes, found.similarities, strict=True)]
        for postprocessor in self.node_postprocessors:
            nodes = postprocessor.postprocess_nodes(nodes, query_str=text)
        told = "\n\n".join(node.get_content() for node in nodes)
        return self.format_template.format(text=told) if told else ""

    def _query(self, text: str, session_id: object) -> VectorStoreQuery:
        fields = {"similarity_top_k": self.similarity_top_k, "query_str": text, **self.query_kwargs}
        given: MetadataFilters | None = fields.get("filters")
        if session_id and not (given and any(getattr(one, "key", "") == _SESSION for one in given.filters)):
            own = MetadataFilter(_SESSION, str(session_id))
            fields["filters"] = MetadataFilters([own, given] if given else [own])
        return VectorStoreQuery(self.embed_model.get_query_embedding(text), **fields)


def _lines(messages: Sequence[ChatMessage]) -> str:
    """Return messages as a node tells them."""
    told = [one for one in messages if one.content]
    return "\n".join(f"<message role='{one.role.value}'>{one.content}</message>" for one in told)
