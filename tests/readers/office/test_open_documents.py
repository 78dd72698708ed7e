"""OpenDocument texts and slides as a person sees them: merged cells, numbers of lists, raised figures, forms, links."""

import zipfile
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as some

from desktop_rag.readers.file import load_file
from desktop_rag.readers.office.opendocument_controls import Controls
from desktop_rag.readers.office.opendocument_text import OpenText, Styles

_NAMES = "".join(
    f' xmlns:{prefix}="{name}"'
    for prefix, name in {
        **{
            prefix: f"urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"
            for prefix, name in {
                "office": "office", "text": "text", "table": "table", "style": "style", "draw": "drawing",
                "fo": "xsl-fo-compatible", "svg": "svg-compatible", "form": "form", "presentation": "presentation",
                "chart": "chart",
            }.items()
        },
        "xlink": "http://www.w3.org/1999/xlink",
        "math": "http://www.w3.org/1998/Math/MathML",
        "loext": "urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0",
        "field": "urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0",
    }.items()
)  # fmt: skip


def root(name: str, inside: str) -> str:
    return f"<office:{name}{_NAMES}>{inside}</office:{name}>"


def packed(
    path: Path, body: str, automatic: str = "", common: str = "", parts: Mapping[str, str] | None = None
) -> Path:
    """An OpenDocument file with styles of its own and common ones."""
    kind = "presentation" if path.suffix == ".odp" else "text"
    inside = f"<office:automatic-styles>{automatic}</office:automatic-styles><office:body><office:{kind}>{body}"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", f"application/vnd.oasis.opendocument.{kind}")
        archive.writestr("content.xml", root("document-content", f"{inside}</office:{kind}></office:body>"))
        archive.writestr("styles.xml", root("document-styles", common))
        for name, text in (parts or {}).items():
            archive.writestr(name, text)
    return path


def flat(path: Path, body: str, automatic: str = "", common: str = "") -> Path:
    """The same file in one part."""
    styles = f"{common}<office:automatic-styles>{automatic}</office:automatic-styles>"
    inside = f"{styles}<office:body><office:text>{body}</office:text></office:body>"
    kind = f'office:mimetype="application/vnd.oasis.opendocument.text"{_NAMES}'
    path.write_text(f"<?xml version='1.0'?><office:document {kind}>{inside}</office:document>", encoding="utf-8")
    return path


def text_of(path: Path) -> str:
    return "\n\n".join(page.text for page in load_file(path))


def odt(folder: Path, body: str, automatic: str = "", common: str = "", parts: Mapping[str, str] | None = None) -> str:
    return text_of(packed(folder / "a.odt", body, automatic, common, parts))


def odp(folder: Path, slide: str, automatic: str = "", common: str = "", parts: Mapping[str, str] | None = None) -> str:
    page = f'<draw:page draw:name="one">{slide}</draw:page>'
    return text_of(packed(folder / "a.odp", page, automatic, common, parts))


def p(text: str, style: str = "") -> str:
    named = f' text:style-name="{style}"' if style else ""
    return f"<text:p{named}>{text}</text:p>"


def cell(text: str = "", *, down: int = 1, across: int = 1, times: int = 1) -> str:
    spans = f' table:number-rows-spanned="{down}" table:number-columns-spanned="{across}"' if down + across > 2 else ""
    repeated = f' table:number-columns-repeated="{times}"' if times > 1 else ""
    return f"<table:table-cell{spans}{repeated}>{p(text) if text else ''}</table:table-cell>"


def covered(times: int = 1) -> str:
    return f'<table:covered-table-cell table:number-columns-repeated="{times}"/>'


def row(*cells: str) -> str:
    return f"<table:table-row>{''.join(cells)}</table:table-row>"


# -- tables


def test_a_merged_cell_stands_in_each_row_that_it_covers(tmp_path: Path) -> None:
    rows = (
        row(*map(cell, ("Zone", "Rider", "Fare")))
        + row(cell("Hills", down=2), cell("adult"), cell("48", down=3))
        + row(covered(), cell("pram"), covered())
        + row(cell("Moor"), cell("dog"), covered())
        + row(cell("Islands"), cell(), cell("7"))
    )
    wanted = (
        "| Zone | Rider | Fare |\n| --- | --- | --- |\n| Hills | adult | 48 |\n| Hills | pram | 48 |\n"
        "| Moor | dog | 48 |\n| Islands |  | 7 |"
    )
    body = f"<table:table>{rows}</table:table>"
    assert odt(tmp_path, body) == wanted
    assert text_of(flat(tmp_path / "a.fodt", body)) == wanted
    assert odp(tmp_path, f"<draw:frame>{body}</draw:frame>") == wanted


def test_cells_merged_both_ways_and_on_several_levels(tmp_path: Path) -> None:
    rows = (
        row(cell("Line"), cell("Class"), cell("Guest"), cell("Toll"))
        + row(cell("Violet", down=4), cell("first", down=2), cell("mule"), cell("95"))
        + row(covered(2), cell("widow"), cell("73"))
        + row(covered(), cell("any", down=2, across=2), covered(), cell("12"))
        + row(covered(3), cell("13"))
    )
    assert odt(tmp_path, f"<table:table>{rows}</table:table>").split("\n")[2:] == [
        "| Violet | first | mule | 95 |",
        "| Violet | first | widow | 73 |",
        "| Violet | any |  | 12 |",
        "| Violet | any |  | 13 |",
    ]


def test_a_row_that_stands_for_several_is_covered_as_often(tmp_path: Path) -> None:
    again = row(covered(), cell("any"), cell("5")).replace(
        "<table:table-row>", '<table:table-row table:number-rows-repeated="2">'
    )
    last = row(cell(times=3)).replace("<table:table-row>", '<table:table-row table:number-rows-repeated="1048000">')
    rows = row(*map(cell, ("Zone", "Rider", "Fare"))) + row(cell("Hills", down=3), cell("adult"), cell("48")) + again
    assert odt(tmp_path, f"<table:table>{rows}{row(cell('Moor'), cell('dog'), cell('9'))}{last}</table:table>").split(
        "\n"
    )[2:] == [
        "| Hills | adult | 48 |",
        "| Hills | any | 5 |",
        "| Hills | any | 5 |",
        "| Moor | dog | 9 |",
    ]


def test_rows_in_groups_are_rows_of_their_table(tmp_path: Path) -> None:
    head = f"<table:table-header-rows>{row(cell('Berth'), cell('Holder'))}</table:table-header-rows>"
    inner = f"<table:table-row-group><text:soft-page-break/>{row(cell('9'), cell('Quill'))}</table:table-row-group>"
    group = f"<table:table-row-group>{row(cell('8'), cell('Marsh'))}{inner}</table:table-row-group>"
    rows = f"<table:table-rows>{group}{row(cell('10'), cell('Reed'))}</table:table-rows>"
    section = f"<text:section>{p('Moorings')}<table:table>{head}{rows}</table:table></text:section>"
    assert odt(tmp_path, section) == (
        "Moorings\n\n| Berth | Holder |\n| --- | --- |\n| 8 | Marsh |\n| 9 | Quill |\n| 10 | Reed |"
    )


def test_what_stands_in_cells_beside_their_words(tmp_path: Path) -> None:
    body = f"<text:note-body>{p('Gross.')}</text:note-body>"
    note = f"<text:note><text:note-citation>1</text:note-citation>{body}</text:note>"
    comment = "<office:annotation><text:p>Check!</text:p></office:annotation>"
    items = "".join(f"<text:list-item>{p(word)}</text:list-item>" for word in ("oak", "ash"))
    items = f"<text:list>{items}</text:list>"
    rows = row(cell("Wood"), cell("Price")) + row(
        f"<table:table-cell>{items}</table:table-cell>", cell(f"1250{note}{comment}")
    )
    assert odt(tmp_path, f"<table:table>{rows}</table:table>") == (
        "| Wood | Price |\n| --- | --- |\n| oak ash | 1250 ¹ |\n\n¹ Gross.\n\n## Comments\n\n- Check!"
    )


# -- numbers of lists and headings


def levels(name: str, *levels: str, kind: str = "number") -> str:
    inside = "".join(
        f'<text:list-level-style-{kind} text:level="{number}" {level}/>' for number, level in enumerate(levels, 1)
    )
    return f'<text:list-style style:name="{name}">{inside}</text:list-style>'


def listed(*items: str, style: str = "", more: str = "") -> str:
    inside = "".join(
        item if item.startswith("<text:list-") else f"<text:list-item>{item}</text:list-item>" for item in items
    )
    named = f' text:style-name="{style}"' if style else ""
    return f"<text:list{named}{more}>{inside}</text:list>"


CLAUSES = levels(
    "C",
    'style:num-format="1" style:num-suffix="."',
    'style:num-format="1" text:display-levels="2"',
    'style:num-format="a" style:num-prefix="(" style:num-suffix=")"',
)


def test_items_have_the_numbers_that_are_drawn_before_them(tmp_path: Path) -> None:
    inner = listed(p("Late payments") + listed(p("for tenants"), p("for firms")), p("Deposit"))
    assert odt(tmp_path, listed(p("Term"), p("Rent") + inner, p("Keys"), style="C"), CLAUSES) == (
        "1. Term\n\n2. Rent\n\n2.1 Late payments\n\n(a) for tenants\n\n(b) for firms\n\n2.2 Deposit\n\n3. Keys"
    )


def test_lists_go_on_or_begin_again_as_they_say(tmp_path: Path) -> None:
    roman = levels("R", 'style:num-format="I" style:num-prefix="Article " style:num-suffix="." text:start-value="4"')
    body = (
        listed(p("four"), style="R", more=' xml:id="one"')
        + p("Between.")
        + listed(p("five"), style="R", more=' text:continue-numbering="true"')
        + listed(p("alone"), style="C")
        + listed(p("six"), style="R", more=' text:continue-list="one"')
        + listed(p("again"), '<text:list-item text:start-value="9">' + p("nine") + "</text:list-item>", style="R")
    )
    lines = odt(tmp_path, body, roman + CLAUSES).split()
    assert " ".join(lines) == (
        "Article IV. four Between. Article V. five 1. alone Article VI. six Article IV. again Article IX. nine"
    )


def test_bullets_stay_lines_of_one_list(tmp_path: Path) -> None:
    bullets = levels("B", 'text:bullet-char="•"', 'text:bullet-char="–"', kind="bullet")
    inner = listed(p("ash"), p("oak") + p("or elm"))
    numbered = listed(p("Wood") + listed(p("dry"), p("wet"), style="B"), p("Stone"), style="C")
    assert odt(tmp_path, listed(p("Trees") + inner, p("Stones"), style="B") + numbered, bullets + CLAUSES) == (
        "- Trees\n  - ash\n  - oak\n    or elm\n- Stones\n\n1. Wood\n\n- dry\n- wet\n\n2. Stone"
    )


def test_parts_of_items_that_have_no_number(tmp_path: Path) -> None:
    body = listed(
        f"<text:list-header>{p('Head')}</text:list-header>",
        p("one") + p("goes on"),
        listed(p("inside")),
        p("two"),
        style="C",
    )
    assert odt(tmp_path, body, CLAUSES) == "Head\n\n1. one\n\ngoes on\n\n1.1 inside\n\n2. two"


def test_inner_items_of_a_continued_list(tmp_path: Path) -> None:
    body = (
        listed(p("one"), p("two") + listed(p("first")), style="C")
        + p("Between.")
        + listed(listed(p("second")), p("three"), style="C", more=' text:continue-numbering="true"')
    )
    assert odt(tmp_path, body, CLAUSES) == "1. one\n\n2. two\n\n2.1 first\n\nBetween.\n\n2.2 second\n\n3. three"


def test_inner_lists_that_go_on_and_paragraphs_that_name_their_list(tmp_path: Path) -> None:
    more = ' text:continue-numbering="true"'
    inner = listed(
        p("one") + listed(p("a"), p("b")), p("two") + listed(p("c"), more=more), p("three") + listed(p("d")), style="C"
    )
    assert odt(tmp_path, inner, CLAUSES) == "1. one\n\n1.1 a\n\n1.2 b\n\n2. two\n\n2.3 c\n\n3. three\n\n3.1 d"
    style = '<style:style style:name="{}" style:family="paragraph" style:parent-style-name="{}"{}/>'
    styles = CLAUSES + style.format("Base", "", ' style:list-style-name="C"') + style.format("Child", "Base", "")
    assert odt(tmp_path, listed(p("one", "Child"), p("two", "Child")), styles) == "1. one\n\n2. two"
    alone = '<text:numbered-paragraph text:list-id="x" text:level="{}" text:style-name="C">{}</text:numbered-paragraph>'
    body = alone.format(1, p("one")) + alone.format(2, p("deeper")) + alone.format(1, p("two"))
    assert odt(tmp_path, body, CLAUSES) == "1. one\n\n1.1 deeper\n\n2. two"


def test_headings_have_the_numbers_of_the_outline(tmp_path: Path) -> None:
    outline = "".join(
        f'<text:outline-level-style text:level="{level}" style:num-format="{form}" {more}/>'
        for level, form, more in (
            (1, "A", 'style:num-prefix="Part "'),
            (2, "1", 'text:display-levels="2" text:start-value="3"'),
            (3, "", ""),
        )
    )
    common = f"<office:styles><text:outline-style>{outline}</text:outline-style></office:styles>"
    heads = (
        '<text:h text:outline-level="1">Scope</text:h><text:h text:outline-level="2">Words</text:h>'
        '<text:h text:outline-level="3">Small</text:h><text:h text:outline-level="2">Rules</text:h>'
        '<text:h text:outline-level="1" text:is-list-header="true">Preface</text:h>'
        '<text:h text:outline-level="1">Fees</text:h><text:h text:outline-level="2">Late</text:h>'
        '<text:h text:outline-level="1" text:restart-numbering="true" text:start-value="7">Annex</text:h>'
    )
    wanted = (
        "# Part A Scope\n\n## A.3 Words\n\n### Small\n\n## A.4 Rules\n\n# Preface\n\n# Part B Fees\n\n## B.3 Late\n\n"
        "# Part G Annex"
    )
    assert odt(tmp_path, heads, common=common) == wanted
    assert text_of(flat(tmp_path / "a.fodt", heads, common=common)) == wanted


def test_numbers_in_other_scripts_and_by_a_template(tmp_path: Path) -> None:
    styles = (
        levels("J", 'style:num-format="一, 二, 三, ..." style:num-prefix="第" style:num-suffix="条"')
        + levels("K", 'style:num-format="1" loext:num-list-format="§ %1%"')
        + levels("L", 'style:num-format="a" style:num-letter-sync="true" text:start-value="27" style:num-suffix=")"')
    )
    body = listed(p("目的"), p("定義"), style="J") + listed(p("Zweck"), style="K") + listed(p("last"), style="L")
    assert odt(tmp_path, body, styles) == "第一条 目的\n\n第二条 定義\n\n§ 1 Zweck\n\naa) last"


def test_lists_of_a_slide_go_on_from_one_to_the_next(tmp_path: Path) -> None:
    lists = "".join(listed(p(word), style="C") for word in ("Load", "Lock"))
    box = f"<draw:frame><draw:text-box>{lists}{p('Rest')}{listed(p('Lift'), style='C')}</draw:text-box></draw:frame>"
    assert odp(tmp_path, box, CLAUSES) == "1. Load\n\n2. Lock\n\nRest\n\n1. Lift"


def test_headings_that_are_items_and_numbers_kept_for_other_programs(tmp_path: Path) -> None:
    head = '<text:h text:outline-level="2"><text:number>1.</text:number>Term</text:h>'
    assert odt(tmp_path, listed(head, p("Rent"), style="C"), CLAUSES) == "## 1. Term\n\n2. Rent"


# -- raised and lowered figures, formulas, signs


def look(name: str, properties: str, parent: str = "") -> str:
    return (
        f'<style:style style:name="{name}" style:family="text" style:parent-style-name="{parent}">'
        f"<style:text-properties {properties}/></style:style>"
    )


POSITIONS = (
    look("Up", 'style:text-position="super 58%"')
    + look("Child", "", "Up")
    + look("Down", 'style:text-position="-33% 58%"')
    + look("Flat", 'style:text-position="0% 100%"')
)


def span(text: str, style: str) -> str:
    return f'<text:span text:style-name="{style}">{text}</text:span>'


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (f"3 × 10{span('6', 'Up')} cells", "3 × 10⁶ cells"),
        (f"10{span('-', 'Up')}{span('12', 'Up')} m", "10⁻¹² m"),
        (f"1,250{span('4', 'Up')} crowns", "1,250 ⁴ crowns"),
        (f"40 m{span('2', 'Child')} of H{span('2', 'Down')}O", "40 m² of H₂O"),
        (f"the 21{span('st', 'Up')} of May", "the 21st of May"),
        (span(f"up{span('down', 'Flat')}", "Up"), "updown"),
        (f"x{span('n+1', 'Up')}", "x^(n+1)"),
    ],
)
def test_raised_and_lowered_figures_stay_apart(tmp_path: Path, words: str, shown: str) -> None:
    assert odt(tmp_path, p(words), POSITIONS) == shown
    assert odt(tmp_path, p(words), common=f"<office:styles>{POSITIONS}</office:styles>") == shown
    assert text_of(flat(tmp_path / "a.fodt", p(words), POSITIONS)) == shown
    box = f"<draw:frame><draw:text-box>{p(words)}</draw:text-box></draw:frame>"
    assert odp(tmp_path, box, POSITIONS) == shown


def test_headers_have_styles_of_their_own(tmp_path: Path) -> None:
    plain = POSITIONS.replace("super 58%", "0% 100%")
    header = f"<style:master-page><style:header>{p('Flow 5 m' + span('3', 'Up'))}</style:header></style:master-page>"
    masters = f"<office:master-styles>{header}</office:master-styles>"
    common = f"<office:automatic-styles>{POSITIONS}</office:automatic-styles>{masters}"
    text = odt(tmp_path, p(f"Room 7{span('3', 'Up')}"), plain, common)
    assert text == "Room 73\n\n## Header and footer\n\nFlow 5 m³"


def test_signs_of_symbol_fonts(tmp_path: Path) -> None:
    greek = look("Greek", 'style:font-name="F1"') + look("Below", "", "Greek")
    styles = greek + look("Ding", 'fo:font-family="Wingdings"')
    face = '<style:font-face style:name="F1" svg:font-family="\'Symbol\'"/>'
    fonts = f"<office:font-face-decls>{face}</office:font-face-decls>"
    boxes = f"{span(chr(0xF0FE), 'Ding')} Smoker {span(chr(0xF0A8), 'Ding')} Dog"
    words = f"40 {span('m', 'Below')}m at 5 {span(chr(0xF0B0), 'Greek')}C {boxes}"
    wanted = "40 µm at 5 °C ☑ Smoker ☐ Dog"
    assert odt(tmp_path, p(words), styles, fonts) == wanted
    assert text_of(flat(tmp_path / "a.fodt", p(words), styles, fonts)) == wanted
    box = f"<draw:frame><draw:text-box>{p(words)}</draw:text-box></draw:frame>"
    assert odp(tmp_path, box, styles, fonts) == wanted


def test_bullets_that_are_boxes(tmp_path: Path) -> None:
    def style(name: str, sign: str, properties: str) -> str:
        level = f'<text:list-level-style-bullet text:level="1" text:bullet-char="{sign}">{properties}'
        return f'<text:list-style style:name="{name}">{level}</text:list-level-style-bullet></text:list-style>'

    dings = '<style:text-properties fo:font-family="Wingdings"/>'
    styles = style("No", "\uf0a8", dings) + style("Yes", "\uf0fe", dings) + style("Dot", "•", "")
    body = listed(p("dog"), style="No") + listed(p("cat"), style="Yes") + listed(p("none"), style="Dot")
    assert odt(tmp_path, body, styles) == "- ☐ dog\n\n- ☑ cat\n\n- none"


FRACTION = "<{0}mfrac><{0}mn>3</{0}mn><{0}mn>4</{0}mn></{0}mfrac>"


def test_formulas_stand_in_their_line(tmp_path: Path) -> None:
    frame = '<draw:frame><draw:object xlink:href="./Object 1"/><svg:desc>formula</svg:desc></draw:frame>'
    root = (
        '<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><msqrt><mn>81</mn></msqrt><mo>=</mo>'
        f"{FRACTION.format('')}</mrow><annotation>sqrt 81 = 3 over 4</annotation></semantics></math>"
    )
    assert odt(tmp_path, p(f"The ratio is {frame} of it."), parts={"Object 1/content.xml": root}) == (
        "The ratio is √81 = 3/4 of it."
    )
    assert odp(tmp_path, frame, parts={"Object 1/content.xml": root}) == "√81 = 3/4"
    inside = f"<draw:frame><draw:object><math:math>{FRACTION.format('math:')}</math:math></draw:object></draw:frame>"
    assert text_of(flat(tmp_path / "a.fodt", p(f"Mix 2{inside}cups."))) == "Mix 2 3/4 cups."


def test_a_damaged_formula_does_not_hide_its_sentence(tmp_path: Path) -> None:
    frame = '<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>'
    assert odt(tmp_path, p(f"The ratio is {frame}."), parts={"Object 1/content.xml": "<math"}) == "The ratio is ."


def ruby(base: str, reading: str) -> str:
    return f"<text:ruby><text:ruby-base>{base}</text:ruby-base><text:ruby-text>{reading}</text:ruby-text></text:ruby>"


def test_readings_do_not_tear_words_apart(tmp_path: Path) -> None:
    tokyo = ruby("東", "とう") + ruby("京", "きょう")
    assert odt(tmp_path, p(f"{tokyo}湾の船")) == "東京湾の船"
    assert odt(tmp_path, p(f"船は{ruby('東京湾', 'とうきょうわん')}。{tokyo}")) == (
        "船は東京湾（とうきょうわん）。東京（とうきょう）"
    )
    assert odt(tmp_path, p(f"{ruby('食', 'た')}べる")) == "食べる"
    assert odt(tmp_path, p(f"{ruby('漢字', 'ㄏㄢˋ')}, {ruby('京', '')}")) == "漢字（ㄏㄢˋ）, 京"


# -- forms


def form(*controls: str) -> str:
    return f"<office:forms><form:form>{''.join(controls)}</form:form></office:forms>"


def control(name: str) -> str:
    return f'<draw:control text:anchor-type="as-char" draw:control="{name}"/>'


def test_form_controls_show_what_was_chosen(tmp_path: Path) -> None:
    options = (
        '<form:option form:label="pigeon" form:selected="true" form:current-selected="false"/>'
        '<form:option form:label="steamboat" form:current-selected="true"/>'
    )
    forms = form(
        '<form:checkbox form:id="c1" form:current-state="checked"/>',
        '<form:checkbox form:id="c2" form:label="Has a dog" form:state="unchecked"/>',
        '<form:radio xml:id="r1" form:label="cash"/>',
        '<form:radio xml:id="r2" form:label="cheque" form:current-selected="true"/>',
        f'<form:listbox form:id="l1">{options}</form:listbox>',
        '<form:combobox form:id="b1" form:current-value="Tuesday"><form:item form:label="Monday"/></form:combobox>',
        '<form:text form:id="t1" form:value="old" form:current-value="Odo Tarn"/>',
    )
    body = (
        p(f"{control('c1')}Smoker {control('c2')}")
        + p(f"Payment: {control('r1')} {control('r2')}")
        + p(f"Delivery by:{control('l1')} on {control('b1')}")
        + f"<table:table>{row(cell('Name'), cell(control('t1')))}</table:table>"
    )
    wanted = (
        "☒ Smoker ☐ Has a dog\n\nPayment: ○ cash ◉ cheque\n\nDelivery by: steamboat on Tuesday\n\n"
        "| Name | Odo Tarn |\n| --- | --- |"
    )
    assert odt(tmp_path, forms + body) == wanted
    assert text_of(flat(tmp_path / "a.fodt", forms + body)) == wanted


def test_controls_of_slides_and_those_that_stand_nowhere(tmp_path: Path) -> None:
    forms = form(
        '<form:checkbox form:id="c1" form:label="Paid" form:current-state="checked"/>',
        '<form:text form:id="t1" form:name="Boat" form:current-value="Gull"/>',
    )
    assert odp(tmp_path, forms + control("c1")) == "☒ Paid\n\n## Form entries\n\nBoat: Gull"


def field(kind: str, *parameters: tuple[str, str]) -> str:
    inside = "".join(f'<field:param field:name="{name}" field:value="{value}"/>' for name, value in parameters)
    return f'<field:fieldmark field:type="vnd.oasis.opendocument.field.{kind}">{inside}</field:fieldmark>'


DAY = '<text:label text:value="day" text:current-selected="{}"/>'
ENTRIES = (("Dropdown_ListEntry", "rail"), ("Dropdown_ListEntry", "road"), ("Dropdown_Selected", "1"))


@pytest.mark.parametrize(
    ("element", "shown"),
    [
        (f"<text:drop-down>{DAY.format('false')}night</text:drop-down>", "night"),
        (f"<text:drop-down>{DAY.format('true')}</text:drop-down>", "day"),
        (field("FORMCHECKBOX", ("Checkbox_Checked", "true")), "☒"),
        (field("FORMCHECKBOX"), "☐"),
        (field("FORMDROPDOWN", *ENTRIES), "road"),
        ('<loext:content-control loext:checkbox="true"><text:span>☒</text:span></loext:content-control>', "☒"),
    ],
)
def test_fields_of_forms_in_a_line(tmp_path: Path, element: str, shown: str) -> None:
    assert odt(tmp_path, p(f"Shift: {element} only")) == f"Shift: {shown} only"


# -- links, descriptions, changes, what stands beside the words


def test_addresses_behind_links_are_below_the_text(tmp_path: Path) -> None:
    link = '<text:a xlink:href="https://ordinance.example.org/a-17">the ordinance</text:a>'
    mail = '<text:a xlink:href="mailto:clerk@example.org?subject=x">the clerk</text:a>'
    shown = '<text:a xlink:href="https://example.org/">https://example.org</text:a>'
    inner = '<text:a xlink:href="#Heading">above</text:a>'
    text = odt(tmp_path, p(f"See {link}, {shown}, {inner} or ask {mail}."))
    assert text == (
        "See the ordinance, https://example.org, above or ask the clerk.\n\n## Links\n\n"
        "the ordinance: https://ordinance.example.org/a-17\nthe clerk: clerk@example.org"
    )


def test_links_of_slides_are_on_their_slide(tmp_path: Path) -> None:
    box = "<draw:frame><draw:text-box>{}</draw:text-box></draw:frame>"
    one = box.format(p('<text:a xlink:href="https://one.example.org/x">One</text:a>'))
    click = '<office:event-listeners><presentation:event-listener xlink:href="https://two.example.org/y"/></office:event-listeners>'
    two = f"<draw:custom-shape>{click}{p('Press')}</draw:custom-shape>"
    three = f'<draw:a xlink:href="https://three.example.org/z">{box.format(p("Frame"))}</draw:a>'
    path = packed(tmp_path / "a.odp", "".join(f"<draw:page>{slide}</draw:page>" for slide in (one, two, three)))
    assert [page.text for page in load_file(path)] == [
        "One\n\n## Links\n\nOne: https://one.example.org/x",
        "Press\n\n## Links\n\nPress: https://two.example.org/y",
        "Frame\n\n## Links\n\nFrame: https://three.example.org/z",
    ]


def test_descriptions_of_pictures_stand_where_they_stand(tmp_path: Path) -> None:
    image = '<draw:image xlink:href="Pictures/1.png"/>'
    map_ = f"<draw:frame>{image}<svg:title>Map</svg:title><svg:desc>Ferries of the Quarnero</svg:desc></draw:frame>"
    nothing = f"<draw:frame>{image}<svg:title>image1.png</svg:title></draw:frame>"
    wanted = "Before here.\n\nMap: Ferries of the Quarnero\n\nAfter."
    assert odt(tmp_path, p(f"Before {map_}here.{nothing}") + p("After.")) == wanted
    assert odp(tmp_path, f"<draw:g><svg:desc>A chain of five locks</svg:desc>{nothing}</draw:g>{map_}") == (
        "A chain of five locks\n\nMap: Ferries of the Quarnero"
    )


def test_fields_are_words_of_their_line(tmp_path: Path) -> None:
    title, about = "<text:title>Lease</text:title>", "<text:description>all</text:description>"
    fields = f"{title}, <text:page-number>7</text:page-number> of {about}"
    assert odt(tmp_path, p(f"See {fields}.")) == "See Lease, 7 of all."


def test_deleted_words_are_not_shown_and_moved_ones_once(tmp_path: Path) -> None:
    deleted = (
        "<text:tracked-changes><text:changed-region><text:deletion><text:p>Parking is free.</text:p></text:deletion>"
        "</text:changed-region></text:tracked-changes>"
    )
    body = f"{p('First' + '<text:change/>' + '.')}{p('<text:change-start/>Parking is free.<text:change-end/>')}"
    assert odt(tmp_path, deleted + body) == "First.\n\nParking is free."
    header = f"<office:master-styles><style:header>{deleted}{p('Lease')}</style:header></office:master-styles>"
    assert odt(tmp_path, p("Words"), common=header) == "Words\n\n## Header and footer\n\nLease"


def test_words_of_shapes_do_not_run_into_the_line(tmp_path: Path) -> None:
    shape = f"<draw:custom-shape>{p('In the box')}</draw:custom-shape>"
    frame = f"<draw:frame><draw:text-box>{p('Framed')}{p('Twice')}</draw:text-box></draw:frame>"
    assert odt(tmp_path, p(f"The tide{shape} turns{frame} late.")) == (
        "The tide turns late.\n\nIn the box\n\nFramed\n\nTwice"
    )


def test_footnotes_have_the_mark_that_leads_to_them(tmp_path: Path) -> None:
    def note(mark: str, text: str) -> str:
        body = f"<text:note-body>{p(text)}</text:note-body>"
        return f"<text:note><text:note-citation>{mark}</text:note-citation>{body}</text:note>"

    text = odt(tmp_path, p(f"Herring{note('1', 'Salted.')} cost 310{note('2', 'Gross.')} then{note('iv', 'Later.')}."))
    assert text == "Herring ¹ cost 310 ² then [iv].\n\n¹ Salted.\n\n² Gross.\n\n[iv] Later."


def test_charts_are_tables(tmp_path: Path) -> None:
    rows = (
        f"<table:table-header-rows>{row(cell(), cell('2023'), cell('2024'))}</table:table-header-rows>"
        f"<table:table-rows>{row(cell('North'), cell('9.5'), cell('12'))}</table:table-rows>"
    )
    chart = root(
        "document-content",
        f"<office:body><office:chart><chart:chart><chart:title>{p('Catch by port')}</chart:title><chart:plot-area/>"
        f'<table:table table:name="local-table">{rows}</table:table></chart:chart></office:chart></office:body>',
    )
    frame = '<draw:frame><draw:object xlink:href="./Object 2"/><draw:image xlink:href="x.png"/></draw:frame>'
    wanted = "Catch by port\n\n|  | 2023 | 2024 |\n| --- | --- | --- |\n| North | 9.5 | 12 |"
    assert odt(tmp_path, p(frame), parts={"Object 2/content.xml": chart}) == wanted
    assert odp(tmp_path, frame, parts={"Object 2/content.xml": chart}) == wanted


def test_sheets_and_texts_in_a_text(tmp_path: Path) -> None:
    def inserted(kind: str, inside: str) -> str:
        return root("document-content", f"<office:body><office:{kind}>{inside}</office:{kind}></office:body>")

    sheet = inserted(
        "spreadsheet", f"<table:table>{row(cell('Port'), cell('Catch'))}{row(cell('Rab'), cell('12'))}</table:table>"
    )
    parts = {"Object 1/content.xml": sheet, "Object 2/content.xml": inserted("text", p("Set apart"))}
    frames = "".join(f'<draw:frame><draw:object xlink:href="./Object {number}"/></draw:frame>' for number in (1, 2, 3))
    assert odt(tmp_path, p(f"Before{frames}."), parts=parts) == (
        "Before.\n\n| Port | Catch |\n| --- | --- |\n| Rab | 12 |\n\nSet apart"
    )


def test_comments_and_titles_of_slides(tmp_path: Path) -> None:
    title = f'<draw:frame presentation:class="title"><draw:text-box>{p("Harbour")}</draw:text-box></draw:frame>'
    comment = (
        "<office:annotation><dc:creator xmlns:dc='d'>Anna</dc:creator><text:p>Too long</text:p></office:annotation>"
    )
    assert odp(tmp_path, title + comment) == "# Harbour\n\n## Comments\n\n- Anna: Too long"


@given(some.text("ab \n\t\r\uf0b7é2²", max_size=12))
def test_words_of_a_paragraph_are_the_same_within_a_span(words: str) -> None:
    blocks = []
    for within in (False, True):
        body = ET.Element("text")
        paragraph = ET.SubElement(body, "p")
        (ET.SubElement(paragraph, "span") if within else paragraph).text = words
        blocks.append(list(OpenText(Styles(), Controls(body), lambda _: None).blocks(body)))
    assert blocks[0] == blocks[1]
