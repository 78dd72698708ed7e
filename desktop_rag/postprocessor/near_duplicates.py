"""Make room for what says something else: of copies only one passage stays, and long files leave places to others."""

from collections import Counter

from desktop_rag.core.schema import NodeWithScore, QueryBundle
from desktop_rag.postprocessor.base import BaseNodePostprocessor
from desktop_rag.text import analyzer

_SAME = 0.8
_UNREAD = 0.02  # of the terms of one copy may be missing in the other: a word that is cut or read otherwise there
_FREE = 2  # passages of a file that count in full
_SHARE = 0.95  # of the one before, for each further one; 0.9 costs answers that a long file alone has


class NearDuplicatesPostprocessor(BaseNodePostprocessor):
    """Drops a passage whose terms are mostly (Jaccard index 0.8) those of a better one; keeps ``top_n``.

    When a passage is cut differently in another format, most of the shorter one inside the longer counts too.
    """

    def __init__(self, top_n: int) -> None:
        self._top_n = top_n

    def _postprocess_nodes(self, nodes: list[NodeWithScore], _query_bundle: QueryBundle | None) -> list[NodeWithScore]:
        """Return the first ``top_n`` different passages."""
        kept: list[NodeWithScore] = []
        seen: list[frozenset[str]] = []
        for node in nodes:
            if len(kept) == self._top_n:
                break
            terms = frozenset(analyzer.terms(node.node.text))
            if not any(same_text(terms, other) for other in seen):
                kept.append(node)
                seen.append(terms)
        return kept


def same_text(one: frozenset[str], other: frozenset[str]) -> bool:
    """Return True if two sets of terms are the same text, rather than records differing in a value or name."""
    common = len(one & other)
    fewer, more = sorted((one, other), key=len)
    missing = fewer - more
    if len(missing) > _UNREAD * len(fewer) or any(any(map(str.isdigit, term)) for term in missing):
        return False
    smaller = len(fewer)
    return smaller > 0 and (common >= _SAME * len(one | other) or (smaller > 20 and common >= 0.95 * smaller))


class SpreadFilesPostprocessor(BaseNodePostprocessor):
    """Puts the third and each further passage of a file behind those of others that fit nearly as well.

    "Nearly" is a share of the range of all scores, so it does not matter how they were made; they stay as they are.
    """

    def _postprocess_nodes(self, nodes: list[NodeWithScore], _query_bundle: QueryBundle | None) -> list[NodeWithScore]:
        lowest = min((found.get_score() for found in nodes), default=0.0)
        seen = Counter[str | None]()
        placed: list[tuple[float, int]] = []
        for place, found in enumerate(nodes):
            doc_id = found.node.ref_doc_id
            seen[doc_id] += 1
            further = max(0, seen[doc_id] - _FREE) if doc_id is not None else 0
            placed.append((-(found.get_score() - lowest) * _SHARE**further, place))
        return [nodes[place] for _, place in sorted(placed)]
