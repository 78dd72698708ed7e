"""What stands beside the text of Office files: comments, notes, headers, charts, text boxes."""

from pathlib import Path

import pytest

from desktop_rag.readers.base import NothingToRead
from desktop_rag.readers.file import load_file
from tests.helpers.office import deck, relations, shape, slide_of, word_file, words, workbook

_CHART = (
    '<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart><c:title><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:title><c:ser>'
    "<c:tx><c:strRef><c:f>Sheet1!$B$1</c:f><c:strCache><c:pt idx='0'><c:v>2024</c:v></c:pt></c:strCache></c:strRef>"
    "</c:tx><c:cat><c:pt idx='0'><c:v>North</c:v></c:pt><c:pt idx='1'><c:v>South</c:v></c:pt></c:cat>"
    "<c:val><c:pt idx='0'><c:v>12.5</c:v></c:pt></c:val></c:ser></c:chart></c:chartSpace>"
)


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
        tmp_path / "a.pptx",
        ['<p:sld xmlns:p="p"/>'],
        ("notesSlide", "notes.xml", f'<p:notes xmlns:p="p" xmlns:a="a">{shapes}</p:notes>'),
        ("comments", "comments.xml", comments),
        ("chart", "chart.xml", _CHART),
        ("diagramData", "data.xml", diagram),
        ("slideLayout", "missing.xml", ""),
    )
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
        tmp_path / "a.xlsx",
        ("drawing", "drawings/drawing1.xml", drawing),
        ("", "drawings/_rels/drawing1.xml.rels", relations(("chart", "../charts/chart1.xml"))),
        ("", "charts/chart1.xml", _CHART),
    )
    (page,) = load_file(path)
    assert page.text == "| City |\n| --- |\n\n## Text boxes\n\nUnaudited\n\n## Charts\n\nSales"
