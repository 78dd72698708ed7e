"""Opens the other indexes of a library the way the settings word their prompts."""

from dataclasses import dataclass

from desktop_rag.config import Config
from desktop_rag.config.prompts import changed_prompts
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.indices.building import BuiltIndex
from desktop_rag.indices.loading import open_index
from desktop_rag.llms.base import LLM
from desktop_rag.prompts.mixin import PromptMixin
from desktop_rag.storage.storage_context import StorageContext


@dataclass(frozen=True, slots=True)
class IndexOpener:
    """The parts an index is opened with: a model (None where none is needed), an embedder, and the prompts."""

    llm: LLM | None
    embed_model: BaseEmbedding
    config: Config

    def open(self, kind: str, storage: StorageContext) -> BuiltIndex:
        """Return the index of a kind over everything in a storage; nothing is built by this."""
        index = open_index(kind, storage, self.llm, self.embed_model)
        if isinstance(index, PromptMixin):
            index.update_prompts(changed_prompts(self.config, index.get_prompts()))
        return index
