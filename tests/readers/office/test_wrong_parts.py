"""One wrong index, one missing or torn part costs itself: the rest is read, and what is missing is said."""

import re
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from desktop_rag.ingestion.parse import ParseTask, parse_file
from desktop_rag.query_engine.sql_tables import has_table
from desktop_rag.storage.records import DocumentRecord
from tests.helpers.office import deck, package, relations, shape, slide_of, word_parts, words
from tests.helpers.smallest_files import odf

Change = bytes | None | Callable[[bytes], bytes]
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_REFERS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_NAMES = f'xmlns="{_MAIN}" xmlns:r="{_REFERS}"'
TEXTS = ("name", "song", "Blue", "low", "Grey", "high", "kind", "day", "Harp", "They", "cry")
BOOK, RELATIONS = "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
WHALES, SEALS, GULLS = (f"xl/worksheets/sheet{number}.xml" for number in (1, 2, 3))
SHEETS = {
    "Whales": "| name | song |\n| --- | --- |\n| Blue | low |\n| Grey | high |",
    "Seals": "| kind | day |\n| --- | --- |\n| Harp | 2024-05-03 |",
    "Gulls": "| They | cry |\n| --- | --- |",
}


def text(place: str, number: int) -> str:
    return f'<c r="{place}" t="s"><v>{number}</v></c>'


def sheet(*rows: str) -> str:
    inside = "".join(f'<row r="{number}">{cells}</row>' for number, cells in enumerate(rows, 1))
    return f'<worksheet {_NAMES}><dimension ref="A1:B3"/><sheetData>{inside}</sheetData></worksheet>'


def book() -> dict[str, str | bytes]:
    """The parts of a workbook with three sheets, one of them with a day."""
    targets = [(f"worksheets/sheet{number}.xml", "worksheet") for number in (1, 2, 3)]
    targets += [("sharedStrings.xml", "sharedStrings"), ("styles.xml", "styles")]
    listed = "".join(f'<sheet name="{name}" sheetId="{n}" r:id="r{n}"/>' for n, name in enumerate(SHEETS, 1))
    return {
        "[Content_Types].xml": "<Types/>",
        "_rels/.rels": relations(("officeDocument", BOOK)),
        BOOK: f"<workbook {_NAMES}><sheets>{listed}</sheets></workbook>",
        RELATIONS: relations(*((kind, target) for target, kind in targets)),
        WHALES: sheet(text("A1", 0) + text("B1", 1), text("A2", 2) + text("B2", 3), text("A3", 4) + text("B3", 5)),
        SEALS: sheet(text("A1", 6) + text("B1", 7), text("A2", 8) + '<c r="B2" s="1"><v>45415</v></c>'),
        GULLS: sheet(text("A1", 9) + text("B1", 10)),
        "xl/sharedStrings.xml": f"<sst {_NAMES}>{''.join(f'<si><t>{one}</t></si>' for one in TEXTS)}</sst>",
        "xl/styles.xml": f'<styleSheet {_NAMES}><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    }


def changed(path: Path, parts: Mapping[str, str | bytes], changes: Mapping[str, Change]) -> Path:
    made = {name: part.encode() if isinstance(part, str) else part for name, part in parts.items()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, part in made.items():
            change = changes.get(name, part)
            if change is not None:
                archive.writestr(name, change(part) if callable(change) else change)
    return path


def read(path: Path) -> DocumentRecord:
    record = parse_file(ParseTask.of(path))
    assert record.state == "parsed", record.reason
    return record


def swap(old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    def change(part: bytes) -> bytes:
        assert old in part
        return part.replace(old, new, 1)

    return change


def half(part: bytes) -> bytes:
    return part[: len(part) * 2 // 3]


NO_BLUE = {"Whales": SHEETS["Whales"].replace("Blue", "")}
TEXTS_MISSING = "Cells of the sheet “Whales” refer to texts that are not in the file."
DAMAGED = "The sheet “{}” is damaged; only what could be read of it is here."
CASES: dict[str, tuple[dict[str, Change], dict[str, str | None], str]] = {
    "nothing": ({}, {}, ""),
    "a text out of range": ({WHALES: swap(b"<v>2</v>", b"<v>9999</v>")}, NO_BLUE, TEXTS_MISSING),
    **{
        f"a text that is number {wrong}": (
            {WHALES: swap(b"<v>2</v>", f"<v>{wrong}</v>".encode())},
            NO_BLUE,
            TEXTS_MISSING,
        )
        for wrong in ("-1", "abc", "2.5", "99999999999999999999", "\N{ARABIC-INDIC DIGIT TWO}")
    },
    "a wrong number of a text behind a formula": (
        {WHALES: swap(b"<v>2</v>", b"<f>A1</f><v>-1</v>")},
        NO_BLUE,
        TEXTS_MISSING,
    ),
    "a number of a text with spaces": ({WHALES: swap(b"<v>2</v>", b"<v> 2 </v>")}, {}, ""),
    "a number of a text in signs": ({WHALES: swap(b"<v>2</v>", b"<v>&#50;</v>")}, {}, ""),
    "a text without a number": ({WHALES: swap(b"<v>2</v>", b"<v></v>")}, NO_BLUE, ""),
    **{
        f"a style that is number {wrong}": (
            {
                SEALS: swap(b's="1"', f's="{wrong}"'.encode()),
                "xl/styles.xml": swap(b'numFmtId="0"', b'numFmtId="14"'),  # the first one is a day
            },
            {"Seals": SHEETS["Seals"].replace("2024-05-03", "45415")},
            "",
        )
        for wrong in ("-1", "abc", "")
    },
    "a style out of range": (
        {SEALS: swap(b's="1"', b's="999"')},
        {"Seals": SHEETS["Seals"].replace("2024-05-03", "45415")},
        "",
    ),
    "a relation that is not there": ({BOOK: swap(b'r:id="r1"', b'r:id="r99"')}, {}, ""),
    "a target that is not there": ({RELATIONS: swap(b"sheet1.xml", b"sheet77.xml")}, {}, ""),
    "no relations": ({RELATIONS: None}, {}, ""),
    "a sheet without its part": ({WHALES: None}, {"Whales": None}, "The sheet “Whales” is missing from the file."),
    "a torn sheet": (
        {WHALES: lambda part: part[:-60]},
        {"Whales": SHEETS["Whales"].replace("\n| Grey | high |", "")},
        DAMAGED.format("Whales"),
    ),
    "a sheet that is none": ({SEALS: b"\0\1rubbish"}, {"Seals": ""}, DAMAGED.format("Seals")),
    "a cell that stands nowhere": ({WHALES: swap(b'r="A2"', b'r="??"')}, {}, ""),
    "a row without a number": ({WHALES: swap(b'<row r="2">', b'<row r="x">')}, {}, ""),
    "an unheard-of kind of cell": (
        {WHALES: swap(b't="s"><v>2', b't="zz"><v>2')},
        {"Whales": SHEETS["Whales"].replace("Blue", "2")},
        "",
    ),
    "merged cells that stand nowhere": (
        {WHALES: swap(b"</sheetData>", b'</sheetData><mergeCells><mergeCell ref="A1:??"/></mergeCells>')},
        {},
        "",
    ),
    "an extent that is none": ({WHALES: swap(b"A1:B3", b"A1:??")}, {}, ""),
    "a name that refers to nothing": (
        {
            BOOK: swap(
                b"</workbook>", b'<definedNames><definedName name="q">No!A1</definedName></definedNames></workbook>'
            )
        },
        {},
        "",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_workbook_with_one_fault_is_read_apart_from_it(case: str, tmp_path: Path) -> None:
    changes, other, reason = CASES[case]
    record = read(changed(tmp_path / "a.xlsx", book(), changes))
    expected = {name: shown for name, shown in (SHEETS | other).items() if shown is not None}
    assert {page.label: page.text for page in record.pages} == expected
    assert record.reason == reason


@pytest.mark.timeout(20)
def test_a_cell_of_very_many_marks_is_looked_at_in_no_time(tmp_path: Path) -> None:
    marks = b'<c r="A2" t="s" ' + b" ".join(b'a%d=""' % number for number in range(150_000))
    record = read(changed(tmp_path / "a.xlsx", book(), {WHALES: swap(b'<c r="A2" t="s"', marks)}))
    assert {page.label: page.text for page in record.pages} == SHEETS


def test_a_workbook_of_which_nothing_is_left_is_damaged(tmp_path: Path) -> None:
    rubbish = dict.fromkeys((WHALES, SEALS, GULLS), b"\0\1rubbish")
    record = parse_file(ParseTask.of(changed(tmp_path / "a.xlsx", book(), rubbish)))
    assert record.state == "failed"
    assert "damaged" in record.reason


def test_the_tables_of_a_workbook_with_a_fault_are_there_as_well(tmp_path: Path) -> None:
    whole, wrong = (changed(tmp_path / name, book(), {}) for name in ("whole.xlsx", "wrong.xlsx"))
    changed(wrong, book(), {WHALES: swap(b"<v>2</v>", b"<v>9999</v>")})
    assert has_table(str(whole)) == has_table(str(wrong))


BESIDE = "Something beside the text, as comments or charts, is damaged and was left out."
SLIDES = ("Whales sing", "Seals bark", "Gulls cry")
ORDER = "The list of slides is damaged, so their order may be wrong."
TORN = "The file is damaged; only what comes before the damage was read."


@pytest.mark.parametrize(
    ("part", "change", "texts", "reason"),
    [
        ("ppt/slides/slide2.xml", None, ("Whales sing", "", "Gulls cry"), "Slide 2 is damaged and was left out."),
        ("ppt/slides/slide2.xml", lambda part: part[:-9], SLIDES, TORN),
        ("ppt/presentation.xml", swap(b'r:id="r2"', b'r:id="r77"'), ("Whales sing", "Gulls cry", "Seals bark"), ORDER),
        ("ppt/presentation.xml", lambda part: part[:-9], SLIDES[::-1], f"{TORN} {ORDER}"),
        ("ppt/presentation.xml", None, SLIDES[::-1], ORDER),
        ("ppt/_rels/presentation.xml.rels", None, SLIDES[::-1], ORDER),
    ],
)
def test_a_presentation_with_one_fault_is_read_apart_from_it(
    part: str, change: Change, texts: tuple[str, ...], reason: str, tmp_path: Path
) -> None:
    path = deck(tmp_path / "a.pptx", [slide_of(shape(one)) for one in SLIDES])
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    record = read(changed(path, parts, {part: change}))
    assert tuple(page.text for page in record.pages) == texts
    assert record.reason == reason


@pytest.mark.parametrize(("ending", "kind"), [("odt", "text"), ("ods", "spreadsheet"), ("odp", "presentation")])
def test_an_open_document_is_read_up_to_where_it_is_torn(ending: str, kind: str, tmp_path: Path) -> None:
    path = package(tmp_path / f"a.{ending}", odf(kind))
    (whole,) = read(path).pages
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    record = read(changed(path, parts, {"content.xml": lambda part: part[: part.rindex(b"</")]}))
    assert [page.text for page in record.pages] == [whole.text]
    assert record.reason == TORN


def test_a_text_is_read_up_to_where_it_is_torn_and_without_comments_that_are(tmp_path: Path) -> None:
    comments = '<w:comments xmlns:w="w"><w:comment><w:p><w:r><w:t>Indeed</w:t></w:r></w:p></w:comment></w:comments>'
    parts = word_parts(words("Whales sing") + words("Seals bark"), {"comments": comments})
    whole = read(changed(tmp_path / "whole.docx", parts, {}))
    assert "Indeed" in whole.pages[0].text
    torn = read(changed(tmp_path / "torn.docx", parts, {"word/document.xml": lambda part: part[:-30]}))
    assert "Whales sing" in torn.pages[0].text
    assert torn.reason == TORN
    end = b"</w:t></w:r></w:p>"
    quiet = read(changed(tmp_path / "quiet.docx", parts, {"word/document.xml": lambda part: part[: part.rindex(end)]}))
    assert "Whales sing" in quiet.pages[0].text  # it can be drawn as it is
    assert quiet.reason == TORN
    beside = read(changed(tmp_path / "beside.docx", parts, {"word/comments.xml": half}))
    assert re.sub(r"\s+", " ", beside.pages[0].text) == "Whales sing Seals bark"
    assert beside.reason == BESIDE


def test_a_text_that_is_not_as_it_was_packed_is_drawn_and_called_damaged(tmp_path: Path) -> None:
    path = changed(tmp_path / "a.docx", word_parts(words("Whales sing") + words("Seals bark"), {}), {})
    path.write_bytes(path.read_bytes().replace(b"bark", b"burk"))
    record = read(path)
    assert "Whales sing" in record.pages[0].text
    assert record.reason == "The file is damaged, so parts of it may be missing."


@pytest.mark.parametrize("kind", ["styles", "footnotes"])
def test_a_text_is_whole_where_a_part_beside_it_is_torn(kind: str, tmp_path: Path) -> None:
    reference = '<w:p><w:r><w:t>Seals bark</w:t></w:r><w:r><w:footnoteReference w:id="1"/></w:r></w:p>'
    listed = "<w:p><w:pPr><w:numPr/></w:pPr><w:r><w:t>Gulls cry</w:t></w:r></w:p>"
    parts = word_parts(words("Whales sing") + reference + listed, {kind: "<w:p/>"})
    record = read(changed(tmp_path / "a.docx", parts, {f"word/{kind}.xml": half}))
    assert record.pages[0].text == "Whales sing\n\nSeals bark\n\n- Gulls cry"
    assert record.reason == BESIDE
