"""What a stored text is shown as, by the format it was read from."""

import pytest

from desktop_rag.readers.shapes.colouring import language_colours
from desktop_rag.readers.shapes.model import Code, Prose
from desktop_rag.readers.shapes.shape import Grid, message_head, shape_of, sheet_grid

TABLE = "| name | sum |\n| --- | --- |\n| a\\|b | 1 |\n| c | 2 |"


@pytest.mark.parametrize(
    ("file", "text", "kind"),
    [
        ("a.xlsx", TABLE, Grid),
        ("a.numbers", f"## Sheet\n\n{TABLE}", Prose),
        ("a.csv", TABLE, Grid),
        ("a.py", "x = 1", Code),
        ("a.log", "started", Code),
        ("a.json", "{}", Code),
        ("a.md", "# a", Prose),
        ("a.eml", "# Subject\n\nFrom: a", Prose),
        ("a.pptx", "# Title", Prose),
        ("a.pdf", "text", Prose),
        ("a", "unknown", Prose),
    ],
)
def test_each_format_has_its_shape(file: str, text: str, kind: type) -> None:
    assert isinstance(shape_of(file, text, (0, 1)), kind)


def rows(grid: Grid | None) -> list[list[str]]:
    assert grid is not None
    return [[cell.text for cell in row] for row in (grid.heading, *grid.rows)]


def test_a_sheet_has_heading_rows_and_what_stands_below() -> None:
    text = f"{TABLE}\n\n## Comments\n\n- Ann: why?"
    grid = sheet_grid(text)
    assert rows(grid) == [["name", "sum"], ["a|b", "1"], ["c", "2"]]
    assert grid is not None
    cell = grid.rows[0][0]
    assert text[cell.start : cell.end] == "a\\|b"
    assert [one.runs[0].text for one in grid.notes] == ["Comments", "Ann: why?"]


def by_reader(shape: object) -> list[str]:
    assert isinstance(shape, Prose)
    return [block.text for block in shape.blocks if block.by_reader]


def test_headings_that_a_reader_wrote_are_known_and_the_same_words_of_the_file_are_not() -> None:
    text = "# Plan\n\n## Notes\n\nown\n\n## Costs\n\nmuch\n\n## Footnotes\n\n- 1\n\n## Comments\n\n- Ann: why?"
    assert by_reader(shape_of("a.docx", text, (0, 1))) == ["Footnotes", "Comments"]
    assert by_reader(shape_of("a.md", text, (0, 1))) == [], "readers add nothing to Markdown"
    assert by_reader(shape_of("a.pptx", "# Title\n\n## Notes\n\nsay this", (0, 1))) == ["Notes"]
    grid = sheet_grid(f"{TABLE}\n\n## Charts\n\nSales")
    assert grid is not None
    assert [block.by_reader for block in grid.notes] == [True, False]


def test_a_sheet_of_its_heading_alone_is_one_row() -> None:
    assert rows(sheet_grid("| only | this |\n| --- | --- |"))[1:] == [["only", "this"]]


@pytest.mark.parametrize("text", ["", "no table", "# Head\n| a |", "| a | b |\n| c | d |"])
def test_what_is_no_sheet_is_told(text: str) -> None:
    assert sheet_grid(text) is None


@pytest.mark.parametrize(
    ("text", "subject", "labels", "body"),
    [
        ("# Hi\n\nFrom: a\nTo: b\n\nText: no", "Hi", ["From", "To"], "\nText: no"),
        ("From: a\n\nBody", "", ["From"], "\nBody"),
        ("# Only", "Only", [], ""),
        ("Dear all,\n\nFrom: no", "", [], "Dear all,\n\nFrom: no"),
    ],
)
def test_a_message_has_a_head(text: str, subject: str, labels: list[str], body: str) -> None:
    found, fields, start = message_head(text)
    assert "".join(run.text for run in found) == subject
    assert [field.label.text for field in fields] == labels
    assert all(text[field.value.start : field.value.end] == field.value.text for field in fields)
    assert text[start:] == body


def test_of_a_long_text_the_paragraphs_around_the_passage_are_laid_out() -> None:
    text = "".join(f"Paragraph {number}\nof two lines.\n\n" for number in range(5000))
    at = text.index("Paragraph 2500")
    shape = shape_of("a.txt", text, (at, at + 20), reach=1000)
    assert isinstance(shape, Prose)
    part = text[shape.extract.start : shape.extract.end]
    assert part.startswith("Paragraph")
    assert part.endswith("lines.")
    assert len(part) <= 2020
    assert shape.extract.has_more_before
    assert shape.extract.has_more_after
    whole = shape_of("a.txt", text, (at, at + 20), reach=len(text))
    assert isinstance(whole, Prose)
    assert (whole.extract.start, whole.extract.end) == (0, len(text))


def test_code_is_coloured_by_its_file_name() -> None:
    code = shape_of("a.py", "def go():\n    return 'x'  # why\n", (0, 5))
    assert isinstance(code, Code)
    named = {code.text[one.start : one.end].strip(): one.role for one in code.colours}
    assert {"def": "keyword", "go": "name", "# why": "comment"}.items() <= named.items()
    assert not shape_of("a.log", "def go(): pass", (0, 5)).colours  # type: ignore[union-attr]


def test_of_code_in_very_long_lines_the_part_around_the_passage_is_shown() -> None:
    text = "first\n" + ",".join(map(str, range(50_000)))
    at = text.index("25000,")
    code = shape_of("a.json", text, (at, at + 5))
    assert isinstance(code, Code)
    assert code.has_long_lines
    assert code.first_line == 2
    assert len(code.text) <= 40_005
    assert code.text[at - code.start :].startswith("25000,")
    assert {code.text[one.start : one.end] for one in code.colours if one.start == at - code.start} == {"25000"}


def test_an_unknown_language_has_no_colours() -> None:
    assert list(language_colours("x", "no such language")) == []
    assert list(language_colours("x", "")) == []


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("a.html", "# Fares\n\nWords.\n\n## Links\n\n- tide table: https://example.org/tides"),
        ("a.eml", "# Fares\n\nFrom: Odo\n\nWords.\n\n## Links\n\n- tide table: https://example.org/tides"),
        ("a.docx", "Fares\n\nWords.\n\n## Links\n\n- tide table: https://example.org/tides"),
    ],
)
def test_a_heading_that_the_reader_added_is_known_as_such(file: str, text: str) -> None:
    shape = shape_of(file, text, (0, 1))
    assert isinstance(shape, Prose)
    assert [block.text for block in shape.blocks if block.by_reader] == ["Links"]
