"""What the pages of a document tell without any question: which of their figures the other pages repeat."""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence

_FIGURE = re.compile(r"\d\d*(?:[.,]\d+)*")  # with a digit that is not repeated first, re skips to one: twice as fast
_YEAR = re.compile(r"(?:19|20)\d\d\Z")
_SHORTEST = 3  # characters; shorter ones are repeated by chance
_LEADING = 30  # pages that count, the first most


def repeated_figures(texts: Sequence[str]) -> Mapping[int, float]:
    """Return how far the figures of the leading pages are repeated on others, 0 to 1, by page number from 1 on.

    Statements, overviews and the tables of a price list hold what the rest of a document comes back to. Which pages
    these are is told by their figures alone, in any language and for any kind of document.
    """
    figures = [_figures(text) for text in texts]
    pages_with = Counter(figure for on_page in figures for figure in on_page)
    # added up in order: a set of texts has another one in each process
    strengths = [sum(math.log(pages_with[figure]) for figure in sorted(on_page)) for on_page in figures]
    order = sorted((place for place, one in enumerate(strengths) if one > 0), key=lambda place: -strengths[place])
    least = math.log1p(_LEADING)
    return {place + 1: 1 - math.log1p(rank) / least for rank, place in enumerate(order[:_LEADING])}


def density(text: str) -> float:
    """Return the share of figures among the words of a text, 0 to 1."""
    return min(1.0, len(_FIGURE.findall(text)) / max(1, len(text.split())))


def _figures(text: str) -> set[str]:
    """Return the figures of a text that are not repeated by chance: no short ones, no years."""
    return {one for one in _FIGURE.findall(text) if len(one) >= _SHORTEST and not _YEAR.match(one)}
