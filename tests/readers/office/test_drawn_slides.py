"""PowerPoint slides as a person sees them: merged cells, numbers of lists, raised figures, formulas, links."""

import zipfile
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as some

from desktop_rag.readers.file import load_file
from desktop_rag.readers.office.drawing_text import ShapeText
from tests.helpers.office import deck, package

_NAMES = (
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
)


def slide(*shapes: str) -> str:
    return f"<p:sld {_NAMES}><p:cSld><p:spTree>{''.join(shapes)}</p:spTree></p:cSld></p:sld>"


def box(*paragraphs: str, styles: str = "", place: str = "", about: str = "") -> str:
    mark = f"<p:nvSpPr>{about}<p:nvPr>{place}</p:nvPr></p:nvSpPr>"
    return f"<p:sp>{mark}<p:txBody><a:lstStyle>{styles}</a:lstStyle>{''.join(paragraphs)}</p:txBody></p:sp>"


def run(text: str, look: str = "", inside: str = "") -> str:
    return f"<a:r><a:rPr {look}>{inside}</a:rPr><a:t>{text}</a:t></a:r>"


def line(*runs: str, bullet: str = "", level: int = 0) -> str:
    words = "".join(one if one.startswith("<") else run(one) for one in runs)
    return f'<a:p><a:pPr lvl="{level}">{bullet}</a:pPr>{words}</a:p>'


def auto(form: str, start: int = 0) -> str:
    return f'<a:buAutoNum type="{form}"' + (f' startAt="{start}"' if start else "") + "/>"


def text_of(folder: Path, *shapes: str) -> str:
    return "\n\n".join(page.text for page in load_file(deck(folder / "a.pptx", [slide(*shapes)])))


def cell(text: str = "", spans: str = "") -> str:
    return f"<a:tc {spans}><a:txBody>{line(text) if text else '<a:p/>'}</a:txBody></a:tc>"


def table(*rows: tuple[str, ...]) -> str:
    lines = "".join(f"<a:tr>{''.join(row)}</a:tr>" for row in rows)
    return (
        f"<p:graphicFrame><a:graphic><a:graphicData><a:tbl>{lines}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>"
    )


def test_a_merged_cell_stands_in_each_row_that_it_covers(tmp_path: Path) -> None:
    rows = (
        tuple(map(cell, ("Zone", "Class", "Rider", "Fare"))),
        (cell("Hills", 'rowSpan="4"'), cell("first", 'rowSpan="2"'), cell("adult"), cell("48", 'rowSpan="2"')),
        (cell("", 'vMerge="1"'), cell("", 'vMerge="1"'), cell("pram"), cell("", 'vMerge="1"')),
        (cell("", 'vMerge="true"'), cell("any", 'gridSpan="2" rowSpan="2"'), cell("", 'hMerge="1"'), cell("7")),
        (cell("", 'vMerge="1"'), cell("", 'vMerge="1"'), cell("", 'hMerge="1" vMerge="1"'), cell("8")),
        (cell("Moor"), cell(), cell("dog"), cell("9")),
    )
    assert text_of(tmp_path, table(*rows)).split("\n")[2:] == [
        "| Hills | first | adult | 48 |",
        "| Hills | first | pram | 48 |",
        "| Hills | any |  | 7 |",
        "| Hills | any |  | 8 |",
        "| Moor |  | dog | 9 |",
    ]


def test_paragraphs_have_the_numbers_that_are_drawn_before_them(tmp_path: Path) -> None:
    numbers, letters = auto("arabicPeriod"), auto("alphaLcParenR")
    shape = box(
        line("Load", bullet=numbers),
        line("by crane", bullet=letters, level=1),
        line("by hand", bullet=letters, level=1),
        line("Lock", bullet=numbers),
        line("by key", bullet=letters, level=1),
        "<a:p><a:endParaRPr/></a:p>",
        line("A word"),
        line("Lift", bullet=numbers),
        line("Leave", bullet=auto("romanUcPeriod", 7)),
        line("Look back", bullet=auto("romanUcPeriod", 7)),
    )
    assert text_of(tmp_path, shape) == (
        "1. Load\na) by crane\nb) by hand\n2. Lock\na) by key\nA word\n1. Lift\nVII. Leave\nVIII. Look back"
    )


@pytest.mark.parametrize(
    ("form", "label"),
    [
        ("alphaUcParenBoth", "(C)"), ("arabicParenR", "3)"), ("arabicPlain", "3"), ("romanLcParenBoth", "(iii)"),
        ("circleNumDbPlain", "③"), ("circleNumWdBlackPlain", "❸"), ("ea1JpnKorPeriod", "三."), ("ea1ChsPlain", "三"),
        ("arabicDbPeriod", "３．"), ("ea1JpnChsDbPeriod", "三．"), ("thaiNumPeriod", "๓."), ("hebrew2Minus", "ג-"),
    ],
)  # fmt: skip
def test_forms_of_numbers(tmp_path: Path, form: str, label: str) -> None:
    assert text_of(tmp_path, box(line("Third", bullet=auto(form, 3)))) == f"{label} Third"


def test_numbers_of_list_styles_layouts_and_masters(tmp_path: Path) -> None:
    def level(bullet: str, number: int = 1) -> str:
        return f"<a:lvl{number}pPr>{bullet}</a:lvl{number}pPr>"

    body = '<p:ph type="body" idx="{}"/>'
    styles = (
        f"<p:titleStyle>{level('<a:buNone/>')}</p:titleStyle>"
        f"<p:bodyStyle>{level(auto('alphaLcPeriod'))}{level(auto('arabicParenBoth'), 2)}</p:bodyStyle>"
    )
    path = deck(
        tmp_path / "a.pptx",
        [
            slide(
                box(line("own"), line("none", bullet="<a:buNone/>"), styles=level(auto("arabicParenR"))),
                box(line("layout"), line("deeper", level=1), place=body.format(3)),
                box(line("master"), place=body.format(4)),
                box(line("Head"), place='<p:ph type="title"/>'),
            )
        ],
        (
            "slideLayout",
            "slideLayouts/slideLayout1.xml",
            slide(box(styles=level(auto("romanLcPeriod")), place=body.format(3))),
        ),
        ("", "slideLayouts/_rels/slideLayout1.xml.rels", _relation("slideMaster", "../slideMasters/slideMaster1.xml")),
        (
            "",
            "slideMasters/slideMaster1.xml",
            f"<p:sldMaster {_NAMES}><p:txStyles>{styles}</p:txStyles></p:sldMaster>",
        ),
    )
    (page,) = load_file(path)
    assert page.text == "# Head\n\n1) own\nnone\n\ni. layout\n(1) deeper\n\na. master"


def _relation(kind: str, target: str, more: str = "") -> str:
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    return (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        f'<Relationship Id="r1" Type="{office}/{kind}" Target="{target}" {more}/></Relationships>'
    )


@pytest.mark.parametrize(
    ("runs", "shown"),
    [
        (("3 × 10", run("6", 'baseline="30000"'), " cells"), "3 × 10⁶ cells"),
        (("10", run("-", 'baseline="30%"'), run("12", 'baseline="30%"'), " m"), "10⁻¹² m"),
        (("1,250", run("4", 'baseline="30000"'), " crowns"), "1,250 ⁴ crowns"),
        (("CO", run("2", 'baseline="-25000"'), " of 9 m", run("3", 'baseline="30000"')), "CO₂ of 9 m³"),
        (("the 21", run("st", 'baseline="30000"')), "the 21st"),
        (("plain", run("2", 'baseline="0"')), "plain2"),
    ],
)
def test_raised_and_lowered_figures_stay_apart(tmp_path: Path, runs: tuple[str, ...], shown: str) -> None:
    assert text_of(tmp_path, box(line(*runs))) == shown
    rows = (cell("Amount"), f"<a:tc><a:txBody>{line(*runs)}</a:txBody></a:tc>")
    assert text_of(tmp_path, table(rows)).startswith(f"| Amount | {shown} |")


def test_signs_of_symbol_fonts(tmp_path: Path) -> None:
    def font(name: str, kind: str = "sym") -> str:
        return f'<a:{kind} typeface="{name}"/>'

    shape = box(
        line("40 ", run("\uf06d", inside=font("Symbol")), run("m wide", inside=font("Symbol"))),
        line(
            "5 ",
            run("\u00b0", inside=font("Symbol", "latin")),
            "C ",
            run("\u00fe", inside=font("Wingdings", "latin")),
            " yes",
        ),
        line("dog", bullet='<a:buFont typeface="Wingdings"/><a:buChar char="\u00a8"/>'),
        line("cat", bullet='<a:buFont typeface="Wingdings"/><a:buChar char="\uf0fe"/>'),
        line("dot", bullet='<a:buFont typeface="Arial"/><a:buChar char="•"/>'),
    )
    assert text_of(tmp_path, shape) == "40 µm wide\n5 °C ☑ yes\n☐ dog\n☑ cat\ndot"


def test_formulas_stand_in_their_line(tmp_path: Path) -> None:
    half = "<m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f>"
    square = "<m:sSup><m:e><m:r><m:t>v</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup>"
    maths = f"<a14:m><m:oMathPara><m:oMath>{half}{square}</m:oMath></m:oMathPara></a14:m>"
    shape = box(f"<a:p>{run('Energy is ')}{maths}{run(' each.')}</a:p>")
    older = box(line("Energy is a picture each."))
    both = f'<mc:Choice Requires="a14">{shape}</mc:Choice><mc:Fallback>{older}</mc:Fallback>'
    assert text_of(tmp_path, f"<mc:AlternateContent>{both}</mc:AlternateContent>") == "Energy is 1/2 v² each."


def test_addresses_behind_links_are_below_the_slide(tmp_path: Path) -> None:
    click = '<a:hlinkClick r:id="r1"/>'
    about = f'<p:cNvPr id="2" name="Button">{click}</p:cNvPr>'
    parts = {
        "word": box(line("See ", run("the ", inside=click), run("ordinance", inside=click), ".")),
        "shape": box(line("Press"), about=about),
    }
    target = _relation("hyperlink", "https://ordinance.example.org/a-17", 'TargetMode="External"')
    shown = {}
    for name, shape in parts.items():
        path = deck(tmp_path / f"{name}.pptx", [slide(shape)])
        package_with(path, "ppt/slides/_rels/slide1.xml.rels", target)
        shown[name] = "".join(page.text for page in load_file(path))
    assert shown == {
        "word": "See the ordinance.\n\n## Links\n\nthe ordinance: https://ordinance.example.org/a-17",
        "shape": "Press\n\n## Links\n\nPress: https://ordinance.example.org/a-17",
    }


def package_with(path: Path, name: str, text: str) -> None:
    """Replace a part of a file."""
    with zipfile.ZipFile(path) as archive:
        parts: dict[str, str | bytes] = {one: archive.read(one) for one in archive.namelist()}
    package(path, parts | {name: text})


def test_descriptions_of_pictures_stand_where_they_stand(tmp_path: Path) -> None:
    def picture(about: str) -> str:
        return f"<p:pic><p:nvPicPr><p:cNvPr {about}/></p:nvPicPr><p:blipFill/></p:pic>"

    shapes = (
        box(line("Routes")),
        picture('name="Picture 2" descr="Ferries of the Quarnero"'),
        picture('name="Picture 3" descr="image1.png"'),
        f"<p:grpSp>{picture('descr=&quot;&quot; title=&quot;Five locks&quot;'.replace('&quot;', chr(34)))}</p:grpSp>",
        box(line("Said"), about='<p:cNvPr id="9" descr="A yellow box"/>'),
    )
    assert text_of(tmp_path, *shapes) == "Routes\n\nFerries of the Quarnero\n\nFive locks\n\nSaid"


def test_speaker_notes_are_read_as_they_are_drawn(tmp_path: Path) -> None:
    notes = slide(
        box(
            line("Say 10", run("6", 'baseline="30000"')),
            line("Go on", bullet=auto("arabicPeriod")),
            place='<p:ph type="body"/>',
        )
    )
    path = deck(tmp_path / "a.pptx", [slide(box(line("Shown")))], ("notesSlide", "notes.xml", notes))
    (page,) = load_file(path)
    assert page.text == "Shown\n\n## Notes\n\nSay 10⁶\n1. Go on"


@given(some.lists(some.sampled_from(["Tea ", " and", "10", "²", "\uf0b7", " ", "", "x\x0by", "é"]), max_size=5))
def test_runs_that_look_alike_say_the_same_as_others(words: list[str]) -> None:
    """A baseline of nothing is one to look at; without any, words are taken as they stand."""
    lines = []
    for look in ({}, {"baseline": "0"}):
        paragraph = ET.Element("p")
        for word in words:
            run = ET.SubElement(paragraph, "r")
            ET.SubElement(run, "rPr", look)
            ET.SubElement(run, "t").text = word
        lines.append(ShapeText().lines([paragraph]))
    assert lines[0] == lines[1]
