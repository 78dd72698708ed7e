"""Puts passages first whose pages, documents and rows of tables speak for them as well.

How much each kind of evidence counts beside the score of the passage itself was learnt from questions to reports;
the weights are in ``resources/ranking``, with their origin, and ``tests.bench.retrieval.train_ranking`` makes them.
"""

import functools
import json
from collections.abc import Sequence

import numpy as np

from desktop_rag.core.paths import resource_path
from desktop_rag.core.schema import NodeWithScore, QueryBundle, TextNode
from desktop_rag.evidence.tables import is_row, is_rule, row_share
from desktop_rag.node_parser.passage import HEADING_KEY
from desktop_rag.postprocessor.base import BaseNodePostprocessor
from desktop_rag.retrievers.ranking.features import FEATURES, Asked, Numbers, PageFeatures, terms_pattern
from desktop_rag.retrievers.subject import Subject, plain
from desktop_rag.storage.ports import Stores

# Chosen on 27 questions to tables and 67 to reports; figures: decisions/0046
_HELD = 0.3
_LESS = 1.0
_MOST = 50  # passages that are looked at, the best ones
_MOSTLY = 0.5  # of the lines of a passage are rows: else it is running text, whose score says enough


def row_evidence(found: Sequence[NodeWithScore], asked: Asked) -> Numbers:
    """Return what the rows of each passage say for it, 0 for running text; ``found`` has the best first.

    All rows of a table have the words of its head, and many have one of two words of a name: what stands above counts
    once, and the rest has to stand in one row. Of two passages of a document, the one whose best row holds less of the
    question falls back.
    """
    pattern = terms_pattern(asked.weights)

    def terms_in(text: str) -> set[str]:
        return set(pattern.findall(plain(text)))

    evidence = np.zeros(len(found))
    alone: dict[int, float] = {}
    for place, one in enumerate(found[:_MOST]):
        rows = [terms_in(row) for row in _rows(one.node)]
        if rows:
            above = terms_in(str(one.node.metadata.get(HEADING_KEY, "")))
            evidence[place] = _HELD * max(asked.share_of(above | row) for row in rows)
            alone[place] = max(map(asked.share_of, rows))
    best: dict[str | None, float] = {}
    for place, share in alone.items():
        doc_id = found[place].node.ref_doc_id
        best[doc_id] = max(share, best.get(doc_id, 0.0))
    for place, share in alone.items():
        evidence[place] -= _LESS * (best[found[place].node.ref_doc_id] - share)
    return evidence


def _rows(node: TextNode) -> list[str]:
    """Return the rows of a passage that is mostly rows."""
    if "|" not in node.text or row_share(node.text) <= _MOSTLY:
        return []
    return [line for line in node.text.splitlines() if is_row(line) and not is_rule(line)]


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
