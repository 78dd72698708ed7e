"""Other spellings of a query that found nothing, from the words of the library."""

import difflib

import apsw

from desktop_rag.storage.sqlite.connection import select
from desktop_rag.text.analyzer import folded, is_unspaced, token_spans

_SHORTEST = 4
_LIKE = 0.74
_CUT = 6
_LAST = "\U0010ffff"


def other_spellings(connection: apsw.Connection, query: str, text: str) -> tuple[str, ...]:
    """Return the query with the nearest known words in the place of unknown ones; nothing when there are none near.

    ``text`` is the query's words without its conditions.
    """
    changed = query
    for start, end, token in token_spans(text):
        word = text[start:end]
        if is_unspaced(token) or len(token) < _SHORTEST or not token.isalpha():
            continue
        nearest = _nearest(connection, folded(token))
        if nearest:
            changed = changed.replace(word, nearest)
    return (changed,) if changed != query else ()


def _nearest(connection: apsw.Connection, word: str) -> str:
    """Return the most similar word of the library that begins alike; "" when the word is known or none is similar."""
    first = word[0]
    sql = "SELECT term, col, doc FROM keyword_counts WHERE term >= ? AND term <= ?"
    rows = select(connection, sql, (first, first + _LAST))
    counts = {term: count for term, column, count in rows if column == "words" or len(term) < _CUT}
    counts |= {term: count for term, column, count in rows if column == "terms" and len(term) == _CUT}
    if word in counts or word[:_CUT] in counts:
        return ""
    near = [term for term in counts if abs(len(term) - len(word)) <= 2 and term.isalpha()]
    similar = difflib.get_close_matches(word, near, n=3, cutoff=_LIKE)
    return similar[0] if similar else ""
