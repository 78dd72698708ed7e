"""What stands beside the text of Office files: comments, notes, headers, charts, text boxes."""

import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from desktop_rag.readers.base import NothingToRead
from desktop_rag.readers.file import load_file

_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
_CHART = (
    '<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart><c:title><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:title><c:ser>'
    "<c:tx><c:strRef><c:f>Sheet1!$B$1</c:f><c:strCache><c:pt idx='0'><c:v>2024</c:v></c:pt></c:strCache></c:strRef>"
    "</c:tx><c:cat><c:pt idx='0'><c:v>North</c:v></c:pt><c:pt idx='1'><c:v>South</c:v></c:pt></c:cat>"
    "<c:val><c:pt idx='0'><c:v>12.5</c:v></c:pt></c:val></c:ser></c:chart></c:chartSpace>"
)


def relations(*targets: tuple[str, str]) -> str:
    rows = "".join(
        f'<Relationship Id="r{number}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(targets, 1)
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{rows}</Relationships>'


def package(path: Path, parts: Mapping[str, str]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return path


def word_file(path: Path, body: str, beside_it: Mapping[str, str]) -> Path:
    """A Word file; ``beside_it`` are its other parts by the kind of the relation to them."""
    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    types = (
        f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.'
        f'openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="{_TYPE}"/>'
        "</Types>"
    )
    parts = {
        "[Content_Types].xml": types,
        "_rels/.rels": relations(("officeDocument", "word/document.xml")),
        "word/_rels/document.xml.rels": relations(*((kind, f"{kind}.xml") for kind in beside_it)),
        "word/document.xml": f"<w:document {space}><w:body>{body}</w:body></w:document>",
    }
    others = {f"word/{kind}.xml": f"<w:{kind} {space}>{text}</w:{kind}>" for kind, text in beside_it.items()}
    return package(path, parts | others)


def words(text: str) -> str:
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def deck(path: Path, slides: Sequence[str], *beside_it: tuple[str, str, str]) -> Path:
    """A presentation; ``beside_it`` are the kind, the name and the text of the parts that the first slide refers to."""
    order = "".join(f'<p:sldId id="{255 + number}" r:id="r{number}"/>' for number in range(1, len(slides) + 1))
    names = [f"slides/slide{number}.xml" for number in range(len(slides), 0, -1)]  # shown in another order than stored
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"/>',
        "ppt/presentation.xml": f'<p:main xmlns:p="p" xmlns:r="r">{order}</p:main>',
        "ppt/_rels/presentation.xml.rels": relations(*(("slide", name) for name in names)),
        f"ppt/slides/_rels/{names[0][7:]}.rels": relations(*((kind, f"../{name}") for kind, name, _ in beside_it)),
    }
    parts |= {f"ppt/{name}": slide for name, slide in zip(names, slides, strict=True)}
    return package(path, parts | {f"ppt/{name}": text for _, name, text in beside_it})


def test_comments_and_headers_are_below_a_word_file(tmp_path: Path) -> None:
    comment = f'<w:comment w:id="0" w:author="Anna">{words("Is that so?")}</w:comment>'
    others = {"comments": comment, "header": words("Contract 4711") + words("Seite 7") + words("7"), "footer": ""}
    path = word_file(tmp_path / "a.docx", words("The price is fixed."), others)
    (page,) = load_file(path)
    assert page.text == (
        "The price is fixed.\n\n## Comments\n\n- Anna: Is that so?\n\n## Header and footer\n\nContract 4711\nSeite 7"
    )


def test_a_header_that_repeats_the_text_is_left_out(tmp_path: Path) -> None:
    (page,) = load_file(word_file(tmp_path / "a.docx", words("Annual report"), {"header": words("Annual  report")}))
    assert page.text == "Annual report"


def test_a_word_file_of_nothing_but_a_letterhead_is_read(tmp_path: Path) -> None:
    (page,) = load_file(word_file(tmp_path / "a.docx", "<w:p/>", {"header": words("Miller and Sons")}))
    assert page.text == "## Header and footer\n\nMiller and Sons"


def test_a_damaged_part_beside_the_text_does_not_hide_the_text(tmp_path: Path) -> None:
    path = word_file(tmp_path / "a.docx", words("The price is fixed."), {"header": "<w:broken>"})
    (page,) = load_file(path)
    assert page.text == "The price is fixed."


def test_notes_stand_where_they_are_referred_to(tmp_path: Path) -> None:
    body = '<w:p><w:r><w:t>Whales sing</w:t></w:r><w:r><w:{}Reference w:id="2"/></w:r></w:p>'
    rest = "".join(words(f"Line {number} tells of rivers, mountains and northern harbours.") for number in range(20))
    others = {
        f"{kind}s": f'<w:{kind} w:id="0"><w:p/></w:{kind}><w:{kind} w:id="2">{words(text)}</w:{kind}>'
        for kind, text in (("footnote", "Mostly humpbacks."), ("endnote", "Recorded in winter."))
    }
    path = word_file(tmp_path / "a.docx", body.format("footnote") + rest + body.format("endnote"), others)
    text = "\n".join(page.text for page in load_file(path))
    assert text.startswith("Whales sing [* Mostly humpbacks.]\n")
    assert text.endswith("\n\nWhales sing [* Recorded in winter.]")
    assert text.count("Mostly") == text.count("Recorded") == 1


def test_speaker_notes_comments_charts_and_diagrams_of_a_slide(tmp_path: Path) -> None:
    shapes = shape("Say this.") + shape("7", "sldNum")
    comments = '<p:cmLst xmlns:p="p"><p:cm idx="1"><p:text>Too long</p:text></p:cm></p:cmLst>'
    diagram = '<d:data xmlns:d="d" xmlns:a="a"><d:t><a:p><a:r><a:t>First step</a:t></a:r></a:p></d:t></d:data>'
    path = deck(
        tmp_path / "a.pptx", ['<p:sld xmlns:p="p"/>'],
        ("notesSlide", "notes.xml", f'<p:notes xmlns:p="p" xmlns:a="a">{shapes}</p:notes>'),
        ("comments", "comments.xml", comments), ("chart", "chart.xml", _CHART), ("diagramData", "data.xml", diagram),
        ("slideLayout", "missing.xml", ""),
    )  # fmt: skip
    (page,) = load_file(path)
    assert page.text == (
        "## Sales\n\n|  | 2024 |\n| --- | --- |\n| North | 12.5 |\n| South |  |\n\n## Diagram\n\nFirst step"
        "\n\n## Comments\n\n- Too long\n\n## Notes\n\nSay this."
    )


def test_a_damaged_chart_hides_neither_its_slide_nor_the_comments(tmp_path: Path) -> None:
    comment = '<p:cmLst xmlns:p="p"><p:cm><p:text>Check this</p:text></p:cm></p:cmLst>'
    beside_it = (("chart", "chart.xml", "<damaged"), ("comments", "comments.xml", comment))
    (page,) = load_file(deck(tmp_path / "a.pptx", [slide_of(shape("Whales sing"))], *beside_it))
    assert page.text == "Whales sing\n\n## Comments\n\n- Check this"


def shape(text: str, place: str = "body") -> str:
    return f'<p:sp><p:nvPr><p:ph type="{place}"/></p:nvPr><a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:sp>'


def slide_of(*shapes: str) -> str:
    return f'<p:sld xmlns:p="p" xmlns:a="a"><p:spTree>{"".join(shapes)}</p:spTree></p:sld>'


def test_each_slide_is_a_page_of_its_own(tmp_path: Path) -> None:
    cells = "".join(f"<a:tc><a:p><a:r><a:t>{word}</a:t></a:r></a:p></a:tc>" for word in ("City", "Size"))
    table = f"<p:graphicFrame><a:tbl><a:tr>{cells}</a:tr></a:tbl></p:graphicFrame>"
    first = slide_of(shape("Few words"), shape("Whales", "ctrTitle"), shape("7", "sldNum"))
    second = slide_of(f"<p:grpSp>{shape('In a group')}</p:grpSp>", table)
    pages = load_file(deck(tmp_path / "a.pptx", [first, second, "<damaged", slide_of()]))
    assert [page.text for page in pages] == [
        "# Whales\n\nFew words",
        "In a group\n\n| City | Size |\n| --- | --- |",
        "",
        "",
    ]
    assert [page.metadata["page_label"] for page in pages] == ["1", "2", "3", "4"]


def test_slides_without_text_say_so(tmp_path: Path) -> None:
    with pytest.raises(NothingToRead, match="no text"):
        load_file(deck(tmp_path / "a.pptx", [slide_of()]))
    with pytest.raises(NothingToRead, match="only pictures"):
        load_file(deck(tmp_path / "b.pptx", [slide_of()], ("image", "media/a.png", "x")))


_OLD_COMMENTS = (
    '<comments><comment ref="B2"><text><r><t>Ask </t></r><r><t>Tom</t></r></text></comment>'
    '<comment ref="B3"><text>[Threaded comment] Your version</text></comment></comments>'
)
_COMMENTS = '<a><threadedComment ref="B2"><text>Ask Tom</text></threadedComment></a>'


@pytest.mark.parametrize(("kind", "text"), [("comments", _OLD_COMMENTS), ("threadedComment", _COMMENTS)])
def test_comments_of_cells_name_the_cell(tmp_path: Path, kind: str, text: str) -> None:
    path = workbook(tmp_path / "a.xlsx", (kind, f"{kind}.xml", text))
    (page,) = load_file(path)
    assert page.text == "| City |\n| --- |\n\n## Comments\n\n- B2: Ask Tom"


def test_text_boxes_and_the_titles_of_charts_are_below_the_cells(tmp_path: Path) -> None:
    drawing = '<x:wsDr xmlns:x="x" xmlns:a="a"><x:sp><a:p><a:r><a:t>Unaudited</a:t></a:r></a:p></x:sp></x:wsDr>'
    path = workbook(
        tmp_path / "a.xlsx", ("drawing", "drawings/drawing1.xml", drawing),
        ("", "drawings/_rels/drawing1.xml.rels", relations(("chart", "../charts/chart1.xml"))),
        ("", "charts/chart1.xml", _CHART),
    )  # fmt: skip
    (page,) = load_file(path)
    assert page.text == "| City |\n| --- |\n\n## Text boxes\n\nUnaudited\n\n## Charts\n\nSales"


def workbook(path: Path, *beside_it: tuple[str, str, str]) -> Path:
    """A workbook of one cell; ``beside_it`` are kind, name and text of other parts, no kind when the sheet has none."""
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    content = f"{_PACKAGE}/content-types"
    spreadsheet = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    named = [(kind, f"../{name}") for kind, name, _ in beside_it if kind]
    parts = {
        "[Content_Types].xml": (
            f'<Types xmlns="{content}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.'
            f'relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="{spreadsheet}.sheet.main+xml"/>'
            f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{spreadsheet}.worksheet+xml"/></Types>'
        ),
        "_rels/.rels": relations(("officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": (
            f'<workbook xmlns="{main}" xmlns:r="{_OFFICE}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets>'
            "</workbook>"
        ),
        "xl/_rels/workbook.xml.rels": relations(("worksheet", "worksheets/sheet1.xml")),
        "xl/worksheets/sheet1.xml": (
            f'<worksheet xmlns="{main}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>City</t></is></c></row>'
            "</sheetData></worksheet>"
        ),
        "xl/worksheets/_rels/sheet1.xml.rels": relations(*named),
    }
    return package(path, parts | {f"xl/{name}": text for _, name, text in beside_it})
