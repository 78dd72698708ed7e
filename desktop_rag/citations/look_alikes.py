"""Documents that look alike, and what each calls itself: leases, invoices, payslips, reports of several years."""

import functools
import re
from collections.abc import Sequence
from itertools import combinations, pairwise

from desktop_rag.citations.wording import common_terms
from desktop_rag.text.analyzer import keyword_terms

HEAD = 600  # letters of a document's first page: title, parties, date, number
_WIDE = 2.5  # letters that a Chinese or Japanese character counts for
# Share of the words of the shorter of two passages that the other has where their documents look alike, and how many
# such a passage has at least
_LOOK_ALIKE, _FEWEST_WORDS = 0.5, 8
# And of its pairs of words, one after the other: texts about one subject share words, two of one form share wording,
# an amendment and its contract .35. Of pairs of passages of one family of bench/lookalikes (open half) that share the
# words .996 have as much; of SciFact's one of four, of mtrag-mini's .8, nearly all of them parts of one page.
_SAME_WORDING = 0.3
_ENDING = re.compile(r"\.\w{1,5}$")


def alike(texts: Sequence[str], documents: Sequence[str | None]) -> list[list[int]]:
    """Return for each passage the places of those from look-alike documents, its own first.

    Documents look alike where the shorter of two passages of theirs has most of its words, figures apart, in the other,
    many of them one after the other.
    """
    terms = list(map(telling_words, texts))
    pairs = {
        frozenset((documents[one], documents[other]))
        for one, other in combinations(range(len(texts)), 2)
        if documents[one] != documents[other]
        and _share_words(terms[one], terms[other])
        and _share_wording(texts[one], texts[other])
    }
    return [
        [place, *(other for other in range(len(texts)) if frozenset((document, documents[other])) in pairs)]
        for place, document in enumerate(documents)
    ]


@functools.lru_cache(1024)
def telling_words(text: str) -> frozenset[str]:
    """Return the terms of a text that are neither figures nor among the commonest words."""
    terms = frozenset(keyword_terms(text).terms) - common_terms()
    return frozenset(term for term in terms if not any(map(str.isdigit, term)))


def _share_words(one: frozenset[str], other: frozenset[str]) -> bool:
    fewer = min(len(one), len(other))
    return fewer >= _FEWEST_WORDS and len(one & other) >= _LOOK_ALIKE * fewer


def _share_wording(text: str, other: str) -> bool:
    pairs, others = _word_pairs(text), _word_pairs(other)
    return len(pairs & others) >= _SAME_WORDING * min(len(pairs), len(others))


@functools.lru_cache(1024)
def _word_pairs(text: str) -> frozenset[tuple[str, str]]:
    """Return the terms of a text, figures apart, that stand one after the other."""
    return frozenset(pairwise(term for term in keyword_terms(text).terms if not any(map(str.isdigit, term))))


@functools.lru_cache(1024)
def head_terms(text: str, path: str) -> frozenset[str]:
    """Return the terms of a file's name and of its text's beginning."""
    return frozenset(keyword_terms(head(text, path)).terms)


def head(text: str, path: str) -> str:
    """Return the name of a file and the beginning of its text, which tell what it is and whose."""
    beginning = text[:HEAD]
    share = sum(char > "\u2fff" for char in beginning) / max(1, len(beginning))
    return f"{name_of_document(path)}\n{beginning[: round(HEAD / (1 + (_WIDE - 1) * share))]}"


def name_of_document(path: str) -> str:
    """Return the name of a file as words: without folders and ending."""
    return _ENDING.sub("", path.replace("\\", "/").rpartition("/")[2]).replace("_", " ")
