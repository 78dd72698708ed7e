"""Other spellings of a query that found nothing, from the words of the library."""

import difflib

from desktop_rag.storage.filters import TermColumn
from desktop_rag.storage.ports import Keywords
from desktop_rag.text.analyzer import TERM_LETTERS, folded, is_unspaced, token_spans

_SHORTEST = 4
_LIKE = 0.74
_COLUMNS: tuple[TermColumn, ...] = ("words", "terms")


def other_spellings(keywords: Keywords, query: str, text: str) -> tuple[str, ...]:
    """Return the query with the nearest known words in the place of unknown ones; nothing when there are none near.

    ``text`` is the query's words without its conditions.
    """
    changed = query
    for start, end, token in token_spans(text):
        word = text[start:end]
        if is_unspaced(token) or len(token) < _SHORTEST or not token.isalpha():
            continue
        nearest = _nearest(keywords, folded(token))
        if nearest:
            changed = changed.replace(word, nearest)
    return (changed,) if changed != query else ()


def _nearest(keywords: Keywords, word: str) -> str:
    """Return the most similar word of the library that begins alike; "" when the word is known or none is similar."""
    whole, cut = (keywords.terms_beginning_with(word[0], column) for column in _COLUMNS)
    counts = whole | {term: count for term, count in cut.items() if len(term) <= TERM_LETTERS}
    if word in counts or word[:TERM_LETTERS] in counts:
        return ""
    near = [term for term in counts if abs(len(term) - len(word)) <= 2 and term.isalpha()]
    similar = difflib.get_close_matches(word, near, n=3, cutoff=_LIKE)
    return similar[0] if similar else ""
