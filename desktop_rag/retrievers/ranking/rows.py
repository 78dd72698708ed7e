"""How much of a question one row of a table holds, by itself and with what stands above it."""

from collections.abc import Sequence

import numpy as np

from desktop_rag.core.schema import NodeWithScore, TextNode
from desktop_rag.evidence.tables import is_row, is_rule, row_share
from desktop_rag.node_parser.passage import HEADING_KEY
from desktop_rag.retrievers.ranking.features import Asked, Numbers, terms_pattern
from desktop_rag.retrievers.subject import plain

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
