"""Prefer what is new."""

import math
import time
from collections.abc import MutableMapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

import numpy as np

from desktop_rag.callbacks.base import CallbackManager
from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.schema import Matrix, MetadataMode, MetadataValue, NodeWithScore, QueryBundle, TextNode
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.embeddings.multilingual_e5 import chosen_embed_model
from desktop_rag.postprocessor.base import BaseNodePostprocessor
from desktop_rag.prompts.base import PromptTemplate

FILE_DATE_KEY = "last_modified_date"
_HOUR = 3600.0


class TimeWeightedPostprocessor(BaseNodePostprocessor):
    """Adds ``(1 - time_decay) ** hours`` to the scores, hours since a node was last used; keeps the ``top_k`` best.

    When that was is kept in ``access_times`` by node id, which ``time_access_refresh`` brings up to date: give the
    same mapping again and again. A node it does not know has the time of its metadata ``last_accessed_key``, else
    the day its file was changed, else now. The new time is told in the metadata of the nodes, too; models do not see it
    in what is returned.
    """

    def __init__(
        self,
        time_decay: float = 0.99,
        last_accessed_key: str = "__last_accessed__",
        time_access_refresh: bool = True,  # noqa: FBT001, FBT002 - LlamaIndex's parameter
        now: float | None = None,
        top_k: int = 1,
        access_times: MutableMapping[str, float] | None = None,
        *,
        callback_manager: CallbackManager | None = None,
    ) -> None:
        self._callback_manager = callback_manager
        if not 0 <= time_decay <= 1:
            raise ValueError("time_decay must be between 0 and 1")
        self.time_decay = time_decay
        self.last_accessed_key = last_accessed_key
        self.time_access_refresh = time_access_refresh
        self.now = now
        self.top_k = top_k
        self.access_times: MutableMapping[str, float] = {} if access_times is None else access_times

    def _postprocess_nodes(self, nodes: list[NodeWithScore], _query_bundle: QueryBundle | None) -> list[NodeWithScore]:
        now = time.time() if self.now is None else self.now
        weighted = [found.with_score(self._score(found, now)) for found in nodes]
        best = sorted(weighted, key=NodeWithScore.get_score, reverse=True)[: self.top_k]
        if self.time_access_refresh:
            self.access_times.update({found.node.node_id: now for found in best})
            for found in best:
                found.node.metadata[self.last_accessed_key] = now
        return [self._hidden(found) for found in best]

    def _score(self, found: NodeWithScore, now: float) -> float:
        """Return a score that fades with the time since the node was used."""
        used = self.access_times.get(found.node.node_id)
        if used is None:
            used = node_timestamp(found.node, self.last_accessed_key)
        hours = max(0.0, (now - used) / _HOUR) if used is not None else 0.0
        score = 1.0 if found.score is None else found.score
        return float(score + (1 - self.time_decay) ** hours)

    def _hidden(self, found: NodeWithScore) -> NodeWithScore:
        """Keep a time that came with the metadata out of what models see."""
        node, key = found.node, self.last_accessed_key
        if key not in node.metadata:
            return found
        return replace(
            found,
            node=replace(
                node,
                excluded_llm_metadata_keys=[*node.excluded_llm_metadata_keys, key],
                excluded_embed_metadata_keys=[*node.excluded_embed_metadata_keys, key],
            ),
        )


class FixedRecencyPostprocessor(BaseNodePostprocessor):
    """Keeps the ``top_k`` newest nodes by the metadata ``date_key``, else by the day their file was changed.

    Nodes of the same time keep their order; those without any date come last.
    """

    def __init__(
        self,
        top_k: int = 1,
        date_key: str = "date",
        *,
        callback_manager: CallbackManager | None = None,
    ) -> None:
        self._callback_manager = callback_manager
        self.top_k = top_k
        self.date_key = date_key

    def _postprocess_nodes(self, nodes: list[NodeWithScore], _query_bundle: QueryBundle | None) -> list[NodeWithScore]:
        return newest_first(nodes, self.date_key)[: self.top_k]


class EmbeddingRecencyPostprocessor(BaseNodePostprocessor):
    """Drops older versions: of nodes nearer in meaning than ``similarity_cutoff`` only the newest stays.

    Dates are found as in ``FixedRecencyPostprocessor``; the newest come first. With ``query_embedding_tmpl``, a text
    with ``{context_str}``, older nodes are compared with that question about the newer one instead of with itself.
    """

    def __init__(
        self,
        embed_model: BaseEmbedding | None = None,
        date_key: str = "date",
        similarity_cutoff: float = 0.7,
        query_embedding_tmpl: str | None = None,
        *,
        callback_manager: CallbackManager | None = None,
    ) -> None:
        self._callback_manager = callback_manager
        self._embed_model = chosen_embed_model(embed_model)
        self.date_key = date_key
        self.similarity_cutoff = similarity_cutoff
        self._template = None if query_embedding_tmpl is None else PromptTemplate(query_embedding_tmpl)

    def _postprocess_nodes(self, nodes: list[NodeWithScore], _query_bundle: QueryBundle | None) -> list[NodeWithScore]:
        ordered = newest_first(nodes, self.date_key)
        if len(ordered) < 2:
            return ordered
        texts = [found.node.get_content(MetadataMode.EMBED) for found in ordered]
        vectors = self._embed_model.get_text_embedding_batch(texts)
        kept = np.ones(len(ordered), dtype=bool)
        for place in range(len(ordered)):
            current_token().raise_if_cancelled()
            if kept[place]:
                kept[place + 1 :] &= self._similarities(texts, vectors, place) <= self.similarity_cutoff
        return [found for found, stays in zip(ordered, kept, strict=True) if stays]

    def _similarities(self, texts: Sequence[str], vectors: Matrix, place: int) -> Matrix:
        """Return the similarity of each older node to the one at ``place``."""
        vector = vectors[place]
        if self._template is not None:
            vector = self._embed_model.get_query_embedding(self._template.format(context_str=texts[place]))
        near: Matrix = vectors[place + 1 :] @ vector
        return near


def newest_first(nodes: Sequence[NodeWithScore], date_key: str) -> list[NodeWithScore]:
    """Return nodes by date, newest first, those without one last; nodes of one date keep their order."""

    def date(found: NodeWithScore) -> float:
        known = node_timestamp(found.node, date_key)
        return -math.inf if known is None else known

    return sorted(nodes, key=date, reverse=True)


def timestamp(value: MetadataValue) -> float | None:
    """Return a date as seconds since 1970: a number is that already, a text is a date as in 2026-11-21T14:00."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return float(value)
    try:
        date = datetime.fromisoformat(str(value).strip())
    except ValueError:
        return None
    return (date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp()


def node_timestamp(node: TextNode, date_key: str) -> float | None:
    """Return the date a node's metadata give under ``date_key``, else the day its file was changed."""
    found = timestamp(node.metadata.get(date_key))
    return timestamp(node.metadata.get(FILE_DATE_KEY)) if found is None else found
