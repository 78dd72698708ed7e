"""Puts passages first whose pages, documents and rows of tables speak for them as well.

How much each kind of evidence counts beside the score of the passage itself was learnt from questions to reports;
the weights are in ``resources/ranking``, with their origin, and ``tests.bench.retrieval.train_ranking`` makes them.
"""

import functools
import json

import numpy as np

from desktop_rag.core.paths import resource_path
from desktop_rag.core.schema import NodeWithScore, QueryBundle
from desktop_rag.postprocessor.base import BaseNodePostprocessor
from desktop_rag.retrievers.ranking.features import FEATURES, Asked, Numbers, PageFeatures
from desktop_rag.retrievers.ranking.rows import row_evidence
from desktop_rag.retrievers.subject import Subject
from desktop_rag.storage.ports import Stores


@functools.cache
def learnt_weights() -> Numbers:
    """Return the weight of each of ``FEATURES`` beside a passage's own score."""
    weights = json.loads(resource_path("ranking", "weights.json").read_text(encoding="utf-8"))
    return np.array([weights[name] for name in FEATURES])


class PageEvidence(BaseNodePostprocessor):
    """Adds what pages, documents and rows of tables say to the scores of passages, for one question.

    Scores without any such evidence stay as they are; otherwise all are scaled so that none is above 1.
    """

    def __init__(self, stores: Stores, subject: Subject | None) -> None:
        self._stores = stores
        self._subject = subject

    def _postprocess_nodes(self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None) -> list[NodeWithScore]:
        if query_bundle is None or not nodes:
            return nodes
        with self._stores.snapshot():
            asked = Asked.of(query_bundle.query_str, self._subject, self._stores.keywords)
            evidence = PageFeatures(self._stores.documents, asked).of(nodes) @ learnt_weights()
            evidence += row_evidence(nodes, asked)
        if not evidence.any():
            return nodes
        scores = np.array([found.get_score() for found in nodes]) + evidence
        scores /= max(1.0, scores.max())
        order = np.argsort(-scores, kind="stable")
        return [nodes[place].with_score(float(scores[place])) for place in order]
