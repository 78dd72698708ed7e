"""Documents that answer a question alike: look-alikes between which the question does not decide.

There is nothing to decide between those that say the very same words: they are named together.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, islice

from desktop_rag.core.response import Quotation
from desktop_rag.core.schema import NodeWithScore
from desktop_rag.evidence.units import Kind, Unit, stems_without_figures
from desktop_rag.response_synthesizers.quoting.ranking import RankedSentence
from desktop_rag.retrievers.replacements import Replaced

_AS_GOOD = 2.5  # log odds by which the sentence of another document may be worse
_ALIKE = 0.5  # of the words of the shorter of two sentences, without figures, stand in the other
_DEFICIT = 0.3  # nats: so much speaks alike for two documents
_ANSWERS = 0.0  # log odds of answering the question that each of them has at least
_MOST_OTHERS = 2  # documents that are named besides the one that is quoted
_WORD = re.compile(r"\w+")


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


def naming_others(
    quotations: Sequence[Quotation],
    every: Sequence[Unit],
    nodes: Sequence[NodeWithScore],
    deficits: Sequence[float],
    newer: Replaced,
) -> list[Quotation]:
    """Return the quotations, each with where other documents that the question may mean say the very same words.

    ``every`` holds all sentences of the passages. A row of a table says nothing without its heads; a document that
    another one of them changes is not named.
    """
    units = {source: list(group) for source, group in groupby(every, lambda one: one.source)}
    documents = [found.node.ref_doc_id or "" for found in nodes]
    named = []
    for one in quotations:
        others: dict[str, Quotation] = {}
        for other in _saying_the_same(one, units):
            is_meant = abs(deficits[other.source] - deficits[one.source]) <= _DEFICIT
            if is_meant and documents[other.source] != documents[one.source]:
                others.setdefault(documents[other.source], other)
        together = {documents[one.source], *others}
        holding = (
            other
            for document, other in others.items()
            if not any(changing.doc_id in together for changing in newer.get(document, ()))
        )
        named.append(replace(one, others=tuple(islice(holding, _MOST_OTHERS))))
    return named


def _saying_the_same(one: Quotation, units: dict[int, list[Unit]]) -> Iterator[Quotation]:
    """Yield where the sentences of a quotation stand word for word in other passages."""
    quoted = [unit for unit in units.get(one.source, ()) if unit.start < one.end and one.start < unit.end]
    words = [word for unit in quoted for word in _words(unit)]
    if not words or any(unit.kind is Kind.ROW for unit in quoted):
        return
    for source, sentences in units.items():
        found = _place(words, sentences) if source != one.source else None
        if found is not None:
            yield Quotation(source, *found, one.score)


def _place(words: Sequence[str], sentences: Sequence[Unit]) -> tuple[int, int] | None:
    """Return the range of the sentences that have exactly these words, one after the other."""
    for place, first in enumerate(sentences):
        said: list[str] = []
        for last in islice(sentences, place, None):
            if last.kind is Kind.ROW or len(said) >= len(words):
                break
            said += _words(last)
            if said == words:
                return first.start, last.end
    return None


def _words(unit: Unit) -> list[str]:
    return _WORD.findall(unit.text.casefold())


def _are_alike(one: RankedSentence, other: RankedSentence) -> bool:
    """Return True if two sentences say something else in mostly the same words."""
    if one.sentence.terms == other.sentence.terms:
        return False
    first, second = (stems_without_figures(each.sentence.text) for each in (one, other))
    shorter = min(len(first), len(second))
    return shorter > 0 and len(first & second) >= _ALIKE * shorter
