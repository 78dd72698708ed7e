"""The choice whose description means most nearly what the question asks; no language model is asked."""

from collections.abc import Sequence

from desktop_rag.core.similarity import similarity
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.llamaindex.settings import Settings
from desktop_rag.selectors.base import BaseSelector, Choice, SelectorResult, SingleSelection


class EmbeddingSingleSelector(BaseSelector):
    """Chooses the one whose description is nearest to the question; the last of those that are equally near."""

    def __init__(self, embed_model: BaseEmbedding) -> None:
        self._embed_model = embed_model

    @classmethod
    def from_defaults(cls, embed_model: BaseEmbedding | None = None) -> "EmbeddingSingleSelector":
        """Return a selector; without a model, that of ``Settings``."""
        return cls(embed_model or Settings.embed_model)

    def _select(self, choices: Sequence[Choice | str], query_str: str) -> SelectorResult:
        """Compare the question with each description."""
        question = self._embed_model.get_query_embedding(query_str)
        texts = [choice if isinstance(choice, str) else choice.description for choice in choices]
        vectors = self._embed_model.get_text_embedding_batch(texts)
        score, place = max((similarity(question, vector), place) for place, vector in enumerate(vectors))
        return SelectorResult([SingleSelection(place, f"Top similarity match: {score:.2f}, {texts[place]}")])
