"""Words of Persian and Urdu that a text may have joined or apart: “خوبصورت”, “خوب صورت”."""

from desktop_rag.storage.filters import TermQuery
from desktop_rag.storage.ports import Keywords
from desktop_rag.text.analyzer import KeywordTerms, joined_or_apart

_MOST_HALVES = 60  # ways to cut the words of a question that are looked up: some 20 ms


def in_any_joint(keywords: Keywords, text: str, terms: KeywordTerms) -> KeywordTerms:
    """Return the terms of a question with those of its words as the library has them, joined or apart."""
    joined, halves = joined_or_apart(text)
    if not joined and not halves:
        return terms
    counts = keywords.node_counts({*joined, *(half for two in halves[:_MOST_HALVES] for half in two)})
    found = [term for term in joined if counts[term]]
    for two in halves[:_MOST_HALVES]:
        if all(counts[half] for half in two) and keywords.matching(TermQuery(phrases=(two,)), 1):
            found += two
    return KeywordTerms(tuple(dict.fromkeys((*terms.terms, *found))), terms.words)
