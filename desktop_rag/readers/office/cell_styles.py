"""The styles of cells in workbooks: how a number or a text is shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from desktop_rag.readers import formulas
from desktop_rag.readers.office.number_formats import (
    NumberFormat,
    Shown,
    built_in_code,
    general,
    language_of_charset,
    number_format,
)
from desktop_rag.readers.office.sheet_cells import Cell

RAISED, LOWERED = 1, 2
"""Where the letters of a font stand, as binary workbooks say it."""


class Font(NamedTuple):
    """The properties of a font that affect the reading of a cell."""

    place: int = 0
    charset: int = 0

    @property
    def is_raised(self) -> bool:
        """True if its letters stand higher."""
        return self.place == RAISED


@dataclass(frozen=True, slots=True)
class CellStyle:
    """The display of cells of one style; ``format`` is None for numbers that are shown unchanged."""

    format: NumberFormat | None = None
    is_raised: bool = False

    @property
    def changes_texts(self) -> bool:
        """True if a text is shown as another one."""
        return self.is_raised or (self.format is not None and self.format.changes_texts)

    def text(self, text: str) -> Cell:
        """Return a text as it is shown."""
        if not text or not self.changes_texts:
            return text
        shown = self.format.of_text(text) if self.format is not None else text
        return Shown(formulas.raised(shown) if self.is_raised else shown, text if shown != text else "", text)

    def number(self, amount: float, plain: str = "") -> Shown:
        """Return a number as it is shown; ``plain`` is how the file has it."""
        shown = self.format.shown(amount, plain) if self.format is not None else Shown(general(amount), "", amount)
        return Shown(formulas.raised(shown.text), shown.exact, shown.value) if self.is_raised else shown


def cell_styles(
    uses: Sequence[tuple[int, int]], codes: Mapping[int, str], fonts: Sequence[Font], *, from_1904: bool
) -> dict[int, CellStyle]:
    """Return the styles that change what is shown, by their number.

    ``uses`` has the numbers of format and font of each; ``codes`` are the formats that the file has of its own.
    """
    language = next(filter(None, (language_of_charset(font.charset) for font in fonts)), "")
    found: dict[int, CellStyle] = {}
    for number, (code, font) in enumerate(uses):
        shown = number_format(codes.get(code) or built_in_code(code, language), from_1904=from_1904)
        is_raised = 0 <= font < len(fonts) and fonts[font].is_raised
        is_plain = shown.is_general and not shown.changes_texts
        if is_raised or not is_plain:
            found[number] = CellStyle(None if is_plain else shown, is_raised)
    return found


def written_runs(text: str, runs: Sequence[tuple[int, int]], fonts: Sequence[Font]) -> str:
    """Return a text with the signs of its runs that are raised or lowered.

    Each run has where it begins and the number of its font; what stands before the first has that of the cell.
    """
    starts = [(0, -1), *runs]
    written = ""
    for (start, font), (stop, _) in zip(starts, [*starts[1:], (len(text), 0)], strict=True):
        place = fonts[font].place if 0 <= font < len(fonts) else 0
        run = text[start:stop]
        if place == RAISED:
            run = formulas.raised(run, written)
        elif place == LOWERED:
            run = formulas.lowered(run, written)
        written += run
    return written
