"""Methods of indices for programs: building from documents, and query and chat engines."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

import desktop_rag.llamaindex.settings  # noqa: F401 - what is not handed on is asked for there
from desktop_rag.core.parallel import asynchronous
from desktop_rag.core.schema import Document
from desktop_rag.indices import base
from desktop_rag.storage.storage_context import StorageContext

if TYPE_CHECKING:
    from desktop_rag.chat_engine.types import BaseChatEngine, ChatMode
    from desktop_rag.llms.base import LLM
    from desktop_rag.query_engine.retriever_query_engine import RetrieverQueryEngine


class BaseIndex(base.BaseIndex):
    """An index as programs have it."""

    @classmethod
    def from_documents(
        cls,
        documents: Sequence[Document],
        storage_context: StorageContext | None = None,
        **options: Any,  # noqa: ANN401 - those of the class
    ) -> Self:
        """Cut documents into nodes (sentence by sentence, unless ``transformations`` say otherwise) and index them.

        A document that the storage holds under the same id is replaced; other indices keep the nodes they have of it.
        """
        index = cls(storage_context=storage_context or StorageContext(), **options)
        index._record.begin()
        index._put(documents)
        return index

    def set_index_id(self, index_id: str) -> None:
        """Give the index another identifier."""
        self._record.rename(index_id)

    def delete(self, doc_id: str) -> None:
        """Do what ``delete_ref_doc`` does: LlamaIndex's older name."""
        self.delete_ref_doc(doc_id)

    def update(self, document: Document, **update_kwargs: Any) -> None:  # noqa: ANN401 - those of update_ref_doc
        """Do what ``update_ref_doc`` does: LlamaIndex's older name."""
        self.update_ref_doc(document, **update_kwargs)

    def refresh(self, documents: Sequence[Document], **update_kwargs: Any) -> list[bool]:  # noqa: ANN401
        """Do what ``refresh_ref_docs`` does: LlamaIndex's older name."""
        return self.refresh_ref_docs(documents, **update_kwargs)

    ainsert = asynchronous(base.BaseIndex.insert)
    ainsert_nodes = asynchronous(base.BaseIndex.insert_nodes)
    adelete_nodes = asynchronous(base.BaseIndex.delete_nodes)
    adelete_ref_doc = asynchronous(base.BaseIndex.delete_ref_doc)
    aupdate_ref_doc = asynchronous(base.BaseIndex.update_ref_doc)
    arefresh_ref_docs = asynchronous(base.BaseIndex.refresh_ref_docs)

    def as_query_engine(self, llm: "LLM | None" = None, **options: Any) -> "RetrieverQueryEngine":  # noqa: ANN401
        """Return a query engine over this index; takes its options and those of ``as_retriever``."""
        from desktop_rag.llamaindex.indices.engines import create_query_engine

        if self._callback_manager is not None:
            options.setdefault("callback_manager", self._callback_manager)
        return create_query_engine(self, llm, **options)

    def as_chat_engine(
        self,
        chat_mode: "ChatMode | str" = "best",
        llm: "LLM | None" = None,
        **options: Any,  # noqa: ANN401 - those of the engine
    ) -> "BaseChatEngine":
        """Return a chat engine over this index; takes its options and those of ``as_retriever``.

        Raises:
            UserError: there is no model.

        """
        from desktop_rag.llamaindex.indices.engines import create_chat_engine

        return create_chat_engine(self, chat_mode, llm, **options)
