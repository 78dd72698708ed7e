"""Documents that answer a question alike: look-alikes between which the question does not decide."""

from collections.abc import Sequence

from desktop_rag.core.schema import NodeWithScore
from desktop_rag.evidence.units import stems_without_figures
from desktop_rag.response_synthesizers.quoting.ranking import RankedSentence
from desktop_rag.retrievers.replacements import Replaced

_AS_GOOD = 2.5  # log odds by which the sentence of another document may be worse
_ALIKE = 0.5  # of the words of the shorter of two sentences, without figures, stand in the other
_DEFICIT = 0.3  # nats: so much speaks alike for two documents
_ANSWERS = 0.0  # log odds of answering the question that each of them has at least


def competing(
    ranked: Sequence[RankedSentence], nodes: Sequence[NodeWithScore], deficits: Sequence[float], newer: Replaced
) -> list[RankedSentence]:
    """Return the best sentence of each document that answers as the best one does, best first; [] if that is alone.

    Such sentences say the same of something else: most of their words are the same, and not all. ``deficits`` has for
    each of ``nodes`` by how much less the question speaks for its document, in nats: only those of the documents for
    which nothing more speaks compete; and none with the ``newer`` ones that change it.
    """
    order = sorted(ranked, key=lambda one: -one.score)
    if not order:
        return []
    best = order[0]
    least = deficits[best.sentence.source]
    found: dict[str, RankedSentence] = {}
    for one in order:
        document = nodes[one.sentence.source].node.ref_doc_id or ""
        if document in found or one.score < best.score - _AS_GOOD:
            continue
        is_meant = abs(deficits[one.sentence.source] - least) <= _DEFICIT
        answers = one.answers is not None and one.answers >= _ANSWERS
        if one is best or (is_meant and answers and _are_alike(one, best)):
            found[document] = one
    holding = [
        one for document, one in found.items() if not any(other.doc_id in found for other in newer.get(document, ()))
    ]
    return holding if len(holding) > 1 else []


def _are_alike(one: RankedSentence, other: RankedSentence) -> bool:
    """Whether two sentences say something else in mostly the same words."""
    first, second = (stems_without_figures(each.sentence.text) for each in (one, other))
    if one.sentence.terms == other.sentence.terms:
        return False
    shorter = min(len(first), len(second))
    return shorter > 0 and len(first & second) >= _ALIKE * shorter
