"""Shorten what was found to the sentences that are about the question."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from desktop_rag.callbacks.base import CallbackManager
from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.schema import MetadataMode, NodeWithScore, QueryBundle, Vector
from desktop_rag.core.similarity import similarities
from desktop_rag.embeddings.base import BaseEmbedding, get_agg_embedding_from_queries
from desktop_rag.llamaindex.settings import Settings
from desktop_rag.node_parser.sentence_tokenizer import sentence_starts
from desktop_rag.postprocessor.base import BaseNodePostprocessor

SplitSentences = Callable[[str], Sequence[str]]


class SentenceEmbeddingOptimizer(BaseNodePostprocessor):
    """Puts the sentences that are nearest to the question in the place of a node's text, the nearest first.

    Those are the best ``percentile_cutoff`` (0 to 1) of its sentences and those nearer than ``threshold_cutoff``; with
    both, what is both; with neither, all. Each comes with ``context_before`` and ``context_after`` sentences around it
    (None: 1). ``tokenizer_fn`` finds the sentences. What is returned are copies, without places in the document: their
    texts do not stand there. Without a question nothing changes.

    Raises:
        ValueError: no sentence of a node is near enough.

    """

    def __init__(
        self,
        embed_model: BaseEmbedding | None = None,
        percentile_cutoff: float | None = None,
        threshold_cutoff: float | None = None,
        tokenizer_fn: SplitSentences | None = None,
        context_before: int | None = None,
        context_after: int | None = None,
        *,
        callback_manager: CallbackManager | None = None,
    ) -> None:
        self._callback_manager = callback_manager
        self._embed_model = embed_model or Settings.embed_model
        self._sentences = tokenizer_fn or _sentences
        self.percentile_cutoff = percentile_cutoff
        self.threshold_cutoff = threshold_cutoff
        self.context_before = 1 if context_before is None else context_before
        self.context_after = 1 if context_after is None else context_after

    def _postprocess_nodes(self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None) -> list[NodeWithScore]:
        if query_bundle is None:
            return nodes
        asked = query_bundle.embedding
        if asked is None:
            asked = get_agg_embedding_from_queries(self._embed_model, query_bundle.embedding_strs)
        return [self._shortened(found, asked) for found in nodes]

    def _shortened(self, found: NodeWithScore, asked: Vector) -> NodeWithScore:
        """Return a copy with the sentences that are about the question."""
        current_token().raise_if_cancelled()
        sentences = self._sentences(found.node.get_content(MetadataMode.LLM))
        near = similarities(asked, np.asarray(self._embed_model.get_text_embedding_batch(sentences)))
        best = [int(place) for place in np.argsort(-near, kind="stable")]
        if self.percentile_cutoff is not None:
            best = best[: int(len(best) * self.percentile_cutoff) or None]
        if self.threshold_cutoff is not None:
            best = [place for place in best if near[place] > self.threshold_cutoff]
        if not best:
            raise ValueError("No sentence of a node is near enough to the question; lower threshold_cutoff.")
        parts = [sentences[max(0, place - self.context_before) : place + self.context_after + 1] for place in best]
        text = " ".join(" ".join(part) for part in parts)
        return replace(found, node=replace(found.node, text=text, start_char_idx=None, end_char_idx=None))


def _sentences(text: str) -> list[str]:
    """Return the sentences of a text."""
    return [text[start:end].strip() for start, end in pairwise([*sentence_starts(text), len(text)])]
