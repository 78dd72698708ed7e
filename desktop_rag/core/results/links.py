"""A place that a link leads to."""

from dataclasses import dataclass

from desktop_rag.core.results.answers import Citation, Source


@dataclass(frozen=True, slots=True)
class LinkedPlace:
    """A place in a library: ``source`` has the quoted words, or no text where the page alone is meant.

    ``citation`` has them where they go over a page break. ``notice`` says what of the link was not found ("": all was).
    """

    library: str
    source: Source
    citation: Citation | None = None
    notice: str = ""
