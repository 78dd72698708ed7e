"""A remark on a place of a draft."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Remark:
    """What is said of ``start`` to ``end`` of a draft's text, a paragraph each in ``lines``.

    ``name`` is that of the verdict, for style sheets. A citation becomes a footnote, all else a comment.
    """

    start: int
    end: int
    lines: tuple[str, ...]
    name: str = ""
    is_citation: bool = False
