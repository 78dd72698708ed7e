"""Values of cells in words: what a person reads in place of what is compared."""

import pytest

from desktop_rag.core.results.review import Cell, CellState, ColumnType, ReviewColumn, TableRow
from desktop_rag.services.review.wording import said_value, worded
from desktop_rag.text.translations import Sentences

GERMAN = {"yes": "ja", "no": "nein", "{number} months": "{number} Monate", "{number} month": "{number} Monat"}


@pytest.mark.parametrize(
    ("kind", "value", "said"),
    [
        (ColumnType.YES_NO, "yes", "ja"),
        (ColumnType.YES_NO, "yes | no", "ja | nein"),
        (ColumnType.YES_NO, "perhaps", "perhaps"),
        (ColumnType.NUMBER, "3 months", "3 Monate"),
        (ColumnType.NUMBER, "1 months", "1 Monat"),
        (ColumnType.NUMBER, "1.5 months | 2 months", "1.5 Monate | 2 Monate"),
        (ColumnType.NUMBER, "85 m²", "85 m²"),
        (ColumnType.NUMBER, "some months", "some months"),
        (ColumnType.TEXT, "yes", "yes"),
    ],
)
def test_a_value_is_said_in_the_language_of_the_interface(kind: ColumnType, value: str, said: str) -> None:
    assert said_value(value, kind, Sentences(GERMAN, lambda text: GERMAN.get(text, text)).translated) == said


def test_what_was_found_below_a_value_set_by_hand_is_said_as_well() -> None:
    cell = Cell(CellState.BY_HAND, "no", found=Cell(CellState.FOUND, "yes"))
    column = ReviewColumn("Pets", ColumnType.YES_NO)
    (row,) = worded([TableRow("/a.pdf", (cell,))], [column], lambda text: GERMAN.get(text, text))
    (said,) = row.cells
    assert said.found is not None
    assert (said.value, said.found.value) == ("nein", "ja")


def test_english_has_the_singular() -> None:
    assert said_value("1 months", ColumnType.NUMBER, str) == "1 month"
