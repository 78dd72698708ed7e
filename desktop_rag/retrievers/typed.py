"""Search by words while they are typed: the last word may be a beginning."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from desktop_rag.core.schema import QueryBundle
from desktop_rag.retrievers.bm25 import BM25Retriever, in_any_joint
from desktop_rag.storage.filters import TermColumn, TermQuery
from desktop_rag.storage.ports import Hit, Keywords
from desktop_rag.text.analyzer import (
    TERM_LETTERS,
    KeywordTerms,
    beginning,
    certain_terms,
    grams,
    is_unspaced,
    keyword_terms,
    token_spans,
    word_terms,
)
from desktop_rag.text.spellings import ungrouped

_COMPLETIONS = 12
_SHARE = 0.15  # of all passages: what the completions may bring, so that two letters do not rank the whole library
_LEAST_BUDGET = 2000
_WHOLE = 0.2  # of what begins so is the word itself: then it is taken as finished
_MANY_WORDS = 8
_SHORT_RUN = 4


@dataclass(frozen=True, slots=True)
class TypedWords:
    """A query's terms, with those of the library that complete its last word; ``known`` are those that carry it."""

    terms: KeywordTerms
    known: KeywordTerms


def typed_words(keywords: Keywords, text: str) -> TypedWords:
    """Return the terms of a text whose last word may not be finished."""
    text = ungrouped(text)
    exact = in_any_joint(keywords, text, keyword_terms(text))
    begun = beginning(text)
    # one letter begins nearly every word
    if not begun or (len(begun) == 1 and begun.isascii()):
        return TypedWords(exact, exact)
    column: TermColumn = "terms" if len(begun) <= TERM_LETTERS else "words"
    found = _completions(keywords, begun, column)
    if not found:
        return TypedWords(exact, exact)
    if column == "words":
        return TypedWords(KeywordTerms(exact.terms, (*exact.words, *found)), exact)
    # half a word is in no text: its likeliest completion stands for it
    sensible = exact.terms if begun in found else (*(term for term in exact.terms if term != begun), found[0])
    return TypedWords(KeywordTerms((*exact.terms, *found), exact.words), KeywordTerms(sensible, exact.words))


def is_one_run(text: str) -> bool:
    """Return True if a text is one short word of an unspaced script: a part of it means something else."""
    tokens = [token for _, _, token in token_spans(text)]
    return len(tokens) == 1 and is_unspaced(tokens[0]) and len(tokens[0]) <= _SHORT_RUN


def without_lone_characters(words: KeywordTerms, text: str) -> KeywordTerms:
    """Return terms without the single Chinese characters of longer runs: those find too much while somebody types."""
    alone = {token for _, _, token in token_spans(text) if len(token) == 1}
    kept = tuple(term for term in words.terms if len(term) > 1 or not is_unspaced(term) or term in alone)
    return KeywordTerms(kept, words.words)


def with_every_word(keywords: Keywords, text: str, most: int) -> list[Hit]:
    """Return (node key, score) of up to ``most`` passages that have every word of a text, the best first.

    The last word may be a beginning. Nothing for a single word or a text of many.
    """
    groups = [_group(token) for _, _, token in token_spans(text)]
    if not 1 < len(groups) <= _MANY_WORDS and not any(len(group) > 1 for group in groups):
        return []
    completions = _completed(keywords, text)
    if completions:
        groups.pop()  # another word may stand for it
    wanted = TermQuery(tuple(term for group in groups for term in group), any_of=(tuple(completions),))
    return keywords.matching(wanted, most)


def with_phrases(keywords: Keywords, phrases: Sequence[str], most: int) -> list[Hit]:
    """Return (node key, score) of passages that may have each phrase, the best first.

    First come those with the terms of each one after the other, where the words of the phrases have one spelling only.
    """
    found = [groups for phrase in phrases if (groups := certain_terms(phrase))]
    hits: list[Hit] = []
    if all(len(group) == 1 for groups in found for group in groups):
        in_order = tuple(tuple(term for (term,) in groups) for groups in found)
        hits = list(keywords.matching(TermQuery(phrases=in_order), most))
    if len(hits) < most:
        known = {key for key, _ in hits}
        others = keywords.matching(TermQuery(any_of=tuple(dict.fromkeys(chain.from_iterable(found)))), most)
        hits += [hit for hit in others if hit[0] not in known]
    return hits[:most]


def _completed(keywords: Keywords, text: str) -> list[str]:
    """Return the terms that the last word of a text may become; none when it is finished, or as long as terms are."""
    begun = beginning(text)
    if not begun or len(begun) > TERM_LETTERS:
        return []
    terms = typed_words(keywords, text).terms.terms
    return list(dict.fromkeys(term for term in terms if term.startswith(begun)))


def _group(token: str) -> tuple[str, ...]:
    """Return the terms that a passage with this word or run of characters has."""
    if not is_unspaced(token):
        return word_terms(token)[:1]
    return tuple(grams(token))


def _completions(keywords: Keywords, begun: str, column: TermColumn) -> list[str]:
    """Return the terms of the library that begin so, the most frequent first, not too many."""
    counts = keywords.terms_beginning_with(begun, column)
    if counts.get(begun, 0) >= _WHOLE * sum(counts.values()):
        return [begun]  # a word as it is: its compounds would count as further words of the query
    budget = max(_LEAST_BUDGET, _SHARE * keywords.node_count())
    kept = list[str]()
    for count, term in sorted(((count, term) for term, count in counts.items()), reverse=True):
        if count <= budget and len(kept) < _COMPLETIONS:
            kept.append(term)
            budget -= count
    return kept


class TypedRetriever(BM25Retriever):
    """The search by words whose last word may be a beginning."""

    def _terms(self, text: str) -> KeywordTerms:
        return typed_words(self._words, text).terms

    def confidence(self, query_bundle: QueryBundle) -> float:
        """Return the share of the words that occur in the index; one that is a beginning counts as its completion."""
        return self._words.known_share(typed_words(self._words, query_bundle.query_str).known)
