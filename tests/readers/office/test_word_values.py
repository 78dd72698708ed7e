"""Values in Word files as people see them, though MuPDF draws other letters: in small files and in large ones."""

from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from desktop_rag.core.schema import Document
from desktop_rag.readers.file import load_file
from desktop_rag.readers.office.word_styles import Numbers, Styles
from desktop_rag.readers.office.xml_parts import parsed
from desktop_rag.readers.pages.page_text import PageText, RecognisedPage
from tests.helpers.office import package, relations, word_parts

_SPACES = (
    'xmlns:w="w" xmlns:m="m" xmlns:r="r" xmlns:w14="w14" xmlns:mc="mc" xmlns:wp="wp" xmlns:v="v" xmlns:wps="wps"'
).replace('xmlns:w="w"', 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"')
_FILLER = [f"Line {number} tells of rivers, mountains and of harbours in the north." for number in range(60)]


def run(text: str, *properties: str) -> str:
    look = f"<w:rPr>{''.join(f'<w:{one}/>' for one in properties)}</w:rPr>" if properties else ""
    return f'<w:r>{look}<w:t xml:space="preserve">{text}</w:t></w:r>'


def p(*runs: str, props: str = "") -> str:
    inner = "".join(one if one.startswith("<") else run(one) for one in runs)
    return f"<w:p><w:pPr>{props}</w:pPr>{inner}</w:p>"


def sup(text: str) -> str:
    return run(text, 'vertAlign w:val="superscript"')


def sub(text: str) -> str:
    return run(text, 'vertAlign w:val="subscript"')


def cell(*content: str, props: str = "") -> str:
    inner = "".join(one if one.startswith("<") else p(one) for one in content)
    return f"<w:tc><w:tcPr>{props}</w:tcPr>{inner}</w:tc>"


def row(*cells: str) -> str:
    return f"<w:tr>{''.join(one if one.startswith('<') else cell(one) for one in cells)}</w:tr>"


def table(*rows: str) -> str:
    return f"<w:tbl><w:tblPr/><w:tblGrid/>{''.join(rows)}</w:tbl>"


def ruby(base: str, reading: str) -> str:
    return f"<w:r><w:ruby><w:rt>{run(reading)}</w:rt><w:rubyBase>{run(base)}</w:rubyBase></w:ruby></w:r>"


def box(text: str) -> str:
    """A text box as Word writes it, with a copy for older programs."""
    content = f"<w:txbxContent>{p(text)}</w:txbxContent>"
    return (
        f"<w:r><mc:AlternateContent><mc:Choice><wps:txbx>{content}</wps:txbx></mc:Choice>"
        f"<mc:Fallback><v:textbox>{content}</v:textbox></mc:Fallback></mc:AlternateContent></w:r>"
    )


def sdt(content: str, properties: str = "") -> str:
    return f"<w:sdt><w:sdtPr>{properties}</w:sdtPr><w:sdtContent>{content}</w:sdtContent></w:sdt>"


def sign(kind: str, inner: str = "") -> str:
    return f'<w:r><w:fldChar w:fldCharType="{kind}">{inner}</w:fldChar></w:r>'


def code(text: str) -> str:
    return f'<w:r><w:instrText xml:space="preserve">{text}</w:instrText></w:r>'


def word(
    path: Path, body: str, others: Mapping[str, str] | None = None, links: Mapping[str, str] | None = None
) -> Path:
    """A Word file with parts beside it, and addresses that it refers to."""
    others = others or {}
    parts = word_parts("", {})
    targets = "".join(
        f'<Relationship Id="{name}" Type="hyperlink" Target="{target}" TargetMode="External"/>'
        for name, target in (links or {}).items()
    )
    beside = relations(*((kind, f"{kind}.xml") for kind in others))
    parts |= {
        "word/document.xml": f"<w:document {_SPACES}><w:body>{body}</w:body></w:document>",
        "word/_rels/document.xml.rels": beside.replace("</Relationships>", f"{targets}</Relationships>"),
    }
    return package(
        path, parts | {f"word/{kind}.xml": f"<w:{kind} {_SPACES}>{text}</w:{kind}>" for kind, text in others.items()}
    )


def read(pages: Iterable[Document]) -> str:
    return "\n".join(page.text for page in pages)


def sizes(body: str) -> tuple[str, str]:
    """A text alone, and in the middle of a long one."""
    return body, f"{''.join(map(p, _FILLER))}{body}{''.join(map(p, _FILLER))}"


CASES = {
    "a power": (p("It holds 3 × 10", sup("6"), " cells."), "It holds 3 × 10⁶ cells."),
    "a unit": (p("450 m", sup("2"), " and H", sub("2"), "O."), "450 m² and H₂O."),
    "a power in pieces": (p("x", sup("n"), sup("+1"), " grows."), "x^(n+1) grows."),
    "an ordinal": (p("The 21", sup("st"), " century."), "The 21st century."),
    "the mark of a note": (p("It was 1,250", sup("4"), " crowns."), "It was 1,250 ⁴ crowns."),
    "a shift by hand": (p("It holds 10", run("9", 'position w:val="8"'), " cells."), "It holds 10⁹ cells."),
    "a hyphen that does not break": (
        p("See pages 10", "<w:r><w:noBreakHyphen/></w:r>", "15 of it."),
        "See pages 10-15 of it.",
    ),
    "a sign": (
        p("It is 40 ", '<w:r><w:sym w:font="Symbol" w:char="F06D"/></w:r>', "m wide."),
        "It is 40 µm wide.",
    ),
    "letters of a symbol font": (
        p(run("\uf0fe", 'rFonts w:ascii="Wingdings" w:hAnsi="Wingdings"'), " smokes"),
        "☑ smokes",
    ),
    "plain letters in a symbol font": (p("a ", run("b", 'rFonts w:ascii="Symbol"'), "-decay"), "a β-decay"),
    "a fraction": (
        p("Half is ", "<m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f>"
          "</m:oMath>", " of it."),
        "Half is 1/2 of it.",
    ),
    "a formula of an old field": (
        p("It is ", sign("begin"), code("EQ \\f(3,4)"), sign("end"), " of it."),
        "It is 3/4 of it.",
    ),
    "a reading": (
        p(ruby("東", "とう"),
          ruby("京", "きょう"),
          "湾の船"),
        "東京湾の船",
    ),
    "a reading behind a word": (
        p(ruby("東京", "とうきょう"),
          "。船"),
        "東京（とうきょう）。船",
    ),
    "a box that is ticked": (
        p(sdt(run("✓"), '<w14:checkbox><w14:checked w14:val="1"/></w14:checkbox>'), " smoker"),
        "☒ smoker",
    ),
    "a box that is not ticked": (
        p(sdt(run("x"), '<w14:checkbox><w14:checked w14:val="0"/></w14:checkbox>'), " smoker"),
        "☐ smoker",
    ),
    "old boxes": (
        p(sign("begin", "<w:ffData><w:checkBox><w:default w:val='0'/><w:checked/></w:checkBox></w:ffData>"),
          code(" FORMCHECKBOX "), sign("separate"), sign("end"), " yes ",
          sign("begin", "<w:ffData><w:checkBox><w:default w:val='0'/></w:checkBox></w:ffData>"),
          code(" FORMCHECKBOX "), sign("end"), " no"),
        "☒ yes ☐ no",
    ),
    "an old list": (
        p("By ", sign("begin", "<w:ffData><w:ddList><w:result w:val='1'/><w:listEntry w:val='pigeon'/>"
                               "<w:listEntry w:val='steamboat'/></w:ddList></w:ffData>"),
          code(" FORMDROPDOWN "), sign("end"), " only."),
        "By steamboat only.",
    ),
    "numbers that are none": (
        p("x", run("2", "position w:val='--5'"), sign("begin", "<w:ffData><w:ddList>"
          f"<w:result w:val='{'9' * 5000}'/><w:listEntry w:val='pigeon'/></w:ddList></w:ffData>"),
          code(" FORMDROPDOWN "), sign("end"), " only."),
        "x2 only.",
    ),
    "a list that holds its value": (
        p("By ", sdt(run("2"), '<w:dropDownList><w:listItem w:displayText="steamboat" w:value="2"/></w:dropDownList>'),
          " only."),
        "By steamboat only.",
    ),
    "a list in a cell": (
        table(row("Way", "Box"), row(
            cell(sdt(p("b"), '<w:comboBox><w:listItem w:displayText="barge" w:value="b"/></w:comboBox>')),
            cell(p(sdt(run("☒"), '<w14:checkbox><w14:checked w14:val="true"/></w14:checkbox>'), " fast")),
        )),
        "| barge | ☒ fast |",
    ),
    "rows in controls": (
        table(row("Zone", "Fare"), sdt(sdt(row("Hills", "44"))), f"<w:customXml>{row('Moor', '45')}</w:customXml>",
              f"<w:ins>{row('Coast', '46')}</w:ins>"),
        "| Zone | Fare |\n| --- | --- |\n| Hills | 44 |\n| Moor | 45 |\n| Coast | 46 |",
    ),
    "merged cells": (
        table(row("Zone", "Class", "Fare"),
              row(cell("Hills", props='<w:vMerge w:val="restart"/>'), "adult", "20"),
              row(cell("", props="<w:vMerge/>"), "pram", "24"),
              row(cell("", props='<w:vMerge w:val="continue"/>'), "dog", ""),
              row("Moor", "dog", "42")),
        "| Hills | adult | 20 |\n| Hills | pram | 24 |\n| Hills | dog |  |\n| Moor | dog | 42 |",
    ),
    "merged cells behind wide ones": (
        table(row("Name", "A", "B", "C"),
              row(cell("wide", props='<w:gridSpan w:val="2"/>'), cell("7", props='<w:vMerge w:val="restart"/>'), "x"),
              row("n", "m", cell("", props="<w:vMerge/>"), "y")),
        "| wide |  | 7 | x |\n| n | m | 7 | y |",
    ),
    "moved text": (
        p("<w:moveFrom>" + run("Parking is free.") + "</w:moveFrom>") + p("Last.")
        + p("<w:moveTo>" + run("Parking is free.") + "</w:moveTo>"),
        "Last.\n\nParking is free.",
    ),
    "a text box": (
        p("Alpha ", box("in a box"), "omega."),
        "Alpha omega.\n\nin a box",
    ),
    "the description of a picture": (
        p("Look. ", '<w:r><w:drawing><wp:inline><wp:docPr name="Picture 1" descr="Map of the Quarnero islands"/>'
          "</wp:inline></w:drawing></w:r>"),
        "Look.\n\nMap of the Quarnero islands",
    ),
}  # fmt: skip


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("size", [0, 1], ids=["small", "large"])
def test_values_are_those_that_people_see(tmp_path: Path, name: str, size: int) -> None:
    body, text = CASES[name]
    pages = list(load_file(word(tmp_path / "a.docx", sizes(body)[size])))
    assert text in read(pages)
    assert (len(pages) > 1) == bool(size)
    assert read(pages).count(text) == 1
    if not size:  # nothing else stands there
        assert read(pages).endswith(text)


@pytest.mark.parametrize("ending", ["docx", "docm"])
def test_words_are_marked_where_they_are_drawn_though_they_are_written_otherwise(tmp_path: Path, ending: str) -> None:
    body = p("It holds 3 × 10", sup("6"), " cells in 450 m", sup("2"), ".") + p("Clause follows here.")
    (page,) = load_file(word(tmp_path / f"a.{ending}", body))
    assert isinstance(page, RecognisedPage)
    shown = {page.text[one.start : one.end]: one.box for one in page.words}
    assert {"10⁶", "m².", "cells", "here."} <= set(shown)
    (power,) = PageText(page.text, page.words).boxes(page.text.index("10⁶"), page.text.index("10⁶") + 3)
    assert power == shown["10⁶"]
    assert shown["cells"][0] > power[2] - 1
    assert abs(shown["cells"][1] - power[1]) < 8


def test_a_box_on_the_page_leads_to_its_words(tmp_path: Path) -> None:
    body, _ = CASES["a text box"]
    (page,) = load_file(word(tmp_path / "a.docx", body))
    assert isinstance(page, RecognisedPage)
    assert [page.text[one.start : one.end] for one in page.words] == ["Alpha", "omega.", "in", "a", "box"]


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (p('<w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r>'), "☑"),
        (p('<w:r><w:drawing><wp:inline><wp:docPr descr="Map of the harbour"/></wp:inline></w:drawing></w:r>'),
         "Map of the harbour"),
        (p(sdt(run("☒"), '<w14:checkbox><w14:checked w14:val="1"/></w14:checkbox>')), "☒"),
    ],
)  # fmt: skip
def test_what_is_not_drawn_at_all_is_read(tmp_path: Path, body: str, text: str) -> None:
    assert read(load_file(word(tmp_path / "a.docx", body))) == text


def test_boxes_in_paragraphs_that_show_nothing_else_stand_once(tmp_path: Path) -> None:
    body = "".join(p(box(f"Step {number} of the procedure")) for number in range(12))
    pages = list(load_file(word(tmp_path / "a.docx", body)))
    steps = [f"Step {number} of the procedure" for number in range(12)]
    assert "\n\n".join(page.text for page in pages) == "\n\n".join(steps)
    assert sum(len(page.words) for page in pages if isinstance(page, RecognisedPage)) == 60


def test_words_that_only_the_page_shows_are_added(tmp_path: Path) -> None:
    unknown = "<w:del>" + run("Quillfeather holds it") + "</w:del>"  # Word leaves it out, MuPDF draws it
    grid = table(row("Mooring", "Holder"), row("1", "Gull"))
    body = grid + "".join(map(p, _FILLER[:20])) + p("Mooring 900. ", unknown) + "".join(map(p, _FILLER[20:]))
    text = read(load_file(word(tmp_path / "a.docx", body)))
    assert "Quillfeather holds it" in text
    assert all(line in text for line in _FILLER)


# -- numbers


def level(number: int, way: str, text: str, *more: str) -> str:
    inner = "".join(f"<w:{one}/>" for one in more)
    start = "" if any(one.startswith("start ") for one in more) else '<w:start w:val="1"/>'
    return f'<w:lvl w:ilvl="{number}">{start}<w:numFmt w:val="{way}"/>{inner}<w:lvlText w:val="{text}"/></w:lvl>'


def numbering(*levels: str, nums: str = "") -> str:
    first = '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    return f'<w:abstractNum w:abstractNumId="0">{"".join(levels)}</w:abstractNum>{first}{nums}'


def other_list(override: str) -> str:
    """A second list of the same kind that differs in its first level."""
    overridden = f'<w:lvlOverride w:ilvl="0">{override}</w:lvlOverride>'
    return f'<w:num w:numId="2"><w:abstractNumId w:val="0"/>{overridden}</w:num>'


def item(text: str, at: int = 0, number: int = 1) -> str:
    return p(text, props=f'<w:numPr><w:ilvl w:val="{at}"/><w:numId w:val="{number}"/></w:numPr>')


LEGAL = numbering(
    level(0, "decimal", "%1."), level(1, "decimal", "%1.%2"), level(2, "lowerLetter", "(%3)"),
    level(3, "upperRoman", "%4."),
)  # fmt: skip
CLAUSES = (
    item("Term") + item("It runs.", 1) + item("It renews.", 1) + item("Rent") + item("It is due.", 1)
    + item("Late payments.", 1) + item("tenants", 2) + item("companies", 2) + item("Keys") + item("Three keys.", 1)
)  # fmt: skip


@pytest.mark.parametrize("size", [0, 1], ids=["small", "large"])
def test_clauses_have_their_numbers(tmp_path: Path, size: int) -> None:
    text = read(load_file(word(tmp_path / "a.docx", sizes(CLAUSES)[size], {"numbering": LEGAL})))
    clauses = [
        *[
            "1. Term",
            "1.1 It runs.",
            "1.2 It renews.",
            "2. Rent",
            "2.1 It is due.",
            "2.2 Late payments.",
            "(a) tenants",
        ],
        *["(b) companies", "3. Keys", "3.1 Three keys."],
    ]
    assert [line for line in text.splitlines() if line and not line.startswith("Line")] == clauses


def test_items_of_lists_stay_items(tmp_path: Path) -> None:
    parts = numbering(level(0, "decimal", "%1)"), level(1, "bullet", "\uf0b7"))
    body = item("one") + item("a", 1) + item("b", 1) + item("two") + item("three")
    assert (
        read(load_file(word(tmp_path / "a.docx", body, {"numbering": parts}))) == "1) one\n- a\n- b\n2) two\n3) three"
    )


def test_headings_have_the_numbers_of_their_styles(tmp_path: Path) -> None:
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="H{at + 1}"><w:name w:val="heading {at + 1}"/>'
        f'<w:basedOn w:val="Base{at}"/></w:style><w:style w:type="paragraph" w:styleId="Base{at}"><w:pPr><w:numPr>'
        f'<w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
        for at in range(2)
    )
    parts = numbering(
        level(0, "upperRoman", "Article %1.", 'pStyle w:val="H1"'), level(1, "decimal", "§ %2", 'pStyle w:val="H2"')
    )

    def heading(at: int, text: str, more: str = "") -> str:
        return p(text, props=f'<w:pStyle w:val="H{at}"/>{more}')

    body = heading(1, "Duties") + heading(2, "Care") + heading(2, "Loyalty") + heading(1, "Rights") + heading(2, "Pay")
    body += heading(2, "Annex", '<w:numPr><w:numId w:val="0"/></w:numPr>')
    text = read(load_file(word(tmp_path / "a.docx", body, {"numbering": parts, "styles": styles})))
    assert text == (
        "# Article I. Duties\n\n## § 1 Care\n\n## § 2 Loyalty\n\n# Article II. Rights\n\n## § 1 Pay\n\n## Annex"
    )


@pytest.mark.parametrize(
    ("levels", "nums", "items", "labels"),
    [
        ([level(0, "decimal", "%1.", 'start w:val="5"')], "", [(0, 1), (0, 1)], ["5.", "6."]),
        (
            [level(0, "decimal", "%1"), level(1, "decimal", "%1.%2", 'lvlRestart w:val="0"')], "",
            [(0, 1), (1, 1), (0, 1), (1, 1)], ["1", "1.1", "2", "2.2"],
        ),
        (
            [level(0, "upperRoman", "%1"), level(1, "decimal", "%1.%2", "isLgl")], "",
            [(0, 1), (0, 1), (1, 1)], ["I", "II", "2.1"],
        ),
        (
            [level(0, "decimal", "%1.")],
            other_list('<w:startOverride w:val="1"/>'),
            [(0, 1), (0, 1), (0, 2), (0, 2)], ["1.", "2.", "1.", "2."],
        ),
        (
            [level(0, "decimal", "%1.")],
            '<w:num w:numId="2"><w:abstractNumId w:val="0"/></w:num>',
            [(0, 1), (0, 2), (0, 1)], ["1.", "2.", "3."],
        ),
        (
            [level(0, "decimal", "%1.")],
            other_list(level(0, "lowerRoman", "%1)")),
            [(0, 2), (0, 2)], ["i)", "ii)"],
        ),
        ([level(0, "decimalZero", "Art. %1")], "", [(0, 1)] * 10, [f"Art. {n:02}" for n in range(1, 11)]),
        (
            [level(0, "japaneseCounting", "第%1条", 'start w:val="9"')], "",
            [(0, 1)] * 3, ["第九条", "第十条", "第十一条"],
        ),
        ([level(0, "chineseCountingThousand", "（%1）")], "", [(0, 1)] * 2, ["（一）", "（二）"]),
        ([level(0, "ordinal", "%1")], "", [(0, 1)] * 4, ["1st", "2nd", "3rd", "4th"]),
        ([level(0, "none", ""), level(1, "lowerLetter", "%2)")], "", [(0, 1), (1, 1), (1, 1)], ["", "a)", "b)"]),
        ([level(0, "decimal", "%1"), level(1, "decimal", "%1.%2")], "", [(1, 1), (0, 1), (1, 1)], ["1.1", "1", "1.1"]),
        ([level(0, "decimalEnclosedCircle", "%1")], "", [(0, 1)] * 2, ["①", "②"]),
    ],
)  # fmt: skip
def test_numbers_are_counted_as_word_counts(
    levels: list[str], nums: str, items: list[tuple[int, int]], labels: list[str]
) -> None:
    root = parsed(f'<w:numbering xmlns:w="w">{numbering(*levels, nums=nums)}</w:numbering>'.encode())
    numbers = Numbers(root, Styles(parsed(b"<none/>")))
    found = [
        numbers.label(parsed(f'<pPr><numPr><ilvl val="{at}"/><numId val="{number}"/></numPr></pPr>'.encode()), "")
        for at, number in items
    ]
    assert found == labels


def test_a_column_of_automatic_numbers_is_read(tmp_path: Path) -> None:
    number = p(props='<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>')
    body = table(row("No.", "Boat"), row(cell(number), "Gull"), row(cell(number), "Tern"))
    text = read(load_file(word(tmp_path / "a.docx", body, {"numbering": LEGAL})))
    assert "| 1. | Gull |\n| 2. | Tern |" in text


def test_raised_by_a_style(tmp_path: Path) -> None:
    styles = (
        '<w:style w:type="character" w:styleId="Up"><w:name w:val="Up"/><w:basedOn w:val="Base"/></w:style>'
        '<w:style w:type="character" w:styleId="Base"><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style>'
    )
    raised = run("6", 'rStyle w:val="Up"')
    plain = run("6", 'rStyle w:val="Up"', 'vertAlign w:val="baseline"')
    body = p("It holds 10", raised, " cells, not 10", plain, ".")
    assert read(load_file(word(tmp_path / "a.docx", body, {"styles": styles}))) == "It holds 10⁶ cells, not 106."


def test_what_stands_beside_the_text_is_written_like_it(tmp_path: Path) -> None:
    reference = '<w:r><w:footnoteReference w:id="2"/></w:r>'
    others = {
        "footnotes": f'<w:footnote w:id="2">{p("It holds 3 × 10", sup("6"), " cells.")}</w:footnote>',
        "header": p("Pages 10", "<w:r><w:noBreakHyphen/></w:r>", "15 of 450 m", sup("2")),
    }
    text = read(load_file(word(tmp_path / "a.docx", p("The culture", reference, " grows."), others)))
    assert text == ("The culture [* It holds 3 × 10⁶ cells.] grows.\n\n## Header and footer\n\nPages 10-15 of 450 m²")


# -- links


def test_addresses_behind_links_are_below_the_text(tmp_path: Path) -> None:
    body = p(
        f'<w:hyperlink r:id="a">{run("the ordinance")}</w:hyperlink>',
        " and ",
        sign("begin"), code(' HYPERLINK "https://example.org/b" \\o "tip" '), sign("separate"), run("another"),
        sign("end"),
        f'<w:fldSimple w:instr="HYPERLINK &quot;mailto:inn@example.org&quot;">{run(" mail")}</w:fldSimple>',
        f'<w:hyperlink w:anchor="here">{run(" inside")}</w:hyperlink>',
        f'<w:hyperlink r:id="c">{run(" https://example.org/c")}</w:hyperlink>',
    )  # fmt: skip
    links = {"a": "https://ordinance.example.org/a-17", "c": "https://example.org/c"}
    text = read(load_file(word(tmp_path / "a.docx", body, links=links)))
    assert text == (
        "the ordinance and another mail inside https://example.org/c\n\n## Links\n\n"
        "the ordinance: https://ordinance.example.org/a-17\nanother: https://example.org/b\nmail: inn@example.org"
    )
