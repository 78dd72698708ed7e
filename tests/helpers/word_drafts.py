"""Word drafts with everything that people and programs put into them, made for a test."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.helpers.office import package, relations

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/wordprocessingml/main"
_R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_M = "http://schemas.openxmlformats.org/officeDocument/2006/math"
_MC = "http://schemas.openxmlformats.org/markup-compatibility/2006"
_WPS = "http://schemas.microsoft.com/office/word/2010/wordprocessingShape"
_WP = "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"
_A = "http://schemas.openxmlformats.org/drawingml/2006/main"
_V = "urn:schemas-microsoft-com:vml"
_NAMES = (
    f'xmlns:r="{_R}" xmlns:m="{_M}" xmlns:mc="{_MC}" xmlns:wps="{_WPS}" xmlns:wp="{_WP}" xmlns:a="{_A}" xmlns:v="{_V}"'
)
_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_KINDS = {"document": "document.main"}
_STYLES = (
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/>'
    '<w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>'
)
_LISTS = (
    '<w:abstractNum w:abstractNumId="0"><w:multiLevelType w:val="multilevel"/>'
    '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>'
    '<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%2)"/></w:lvl>'
    "</w:abstractNum>"
    '<w:abstractNum w:abstractNumId="1"><w:multiLevelType w:val="hybridMultilevel"/>'
    '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/></w:lvl></w:abstractNum>'
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>'
)


@dataclass(frozen=True)
class Made:
    """A draft: the paragraphs of its body, its other parts by their kind, and sentences that its text must have."""

    body: str
    says: tuple[str, ...]
    beside: Mapping[str, str] = field(default_factory=dict)
    says_not: tuple[str, ...] = ()
    root: str = ""
    encoding: str = "utf-8"
    links: tuple[str, ...] = ()


def run(text: str, look: str = "", *, kept: bool = True) -> str:
    space = ' xml:space="preserve"' if kept else ""
    return f"<w:r>{f'<w:rPr>{look}</w:rPr>' if look else ''}<w:t{space}>{text}</w:t></w:r>"


def para(*runs: str, look: str = "") -> str:
    return f"<w:p>{f'<w:pPr>{look}</w:pPr>' if look else ''}{''.join(runs)}</w:p>"


def moved(kind: str, words: str) -> str:
    return f'<w:{kind} w:id="1" w:author="B">{run(words)}</w:{kind}>'


def made_field(code: str, result: str) -> str:
    def sign(kind: str) -> str:
        return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'

    instruction = f'<w:r><w:instrText xml:space="preserve"> {code} </w:instrText></w:r>'
    return f"{sign('begin')}{instruction}{sign('separate')}{result}{sign('end')}"


def table(*rows: tuple[str, ...]) -> str:
    cells = ("".join(f"<w:tc><w:tcPr/>{para(run(cell))}</w:tc>" for cell in row) for row in rows)
    grid = "<w:gridCol/>" * len(rows[0])
    return f"<w:tbl><w:tblPr/><w:tblGrid>{grid}</w:tblGrid>{''.join(f'<w:tr>{row}</w:tr>' for row in cells)}</w:tbl>"


def item(text: str, number: int = 1, level: int = 0) -> str:
    return para(run(text), look=f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr>')


def _box(inner: str) -> str:
    return (
        '<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor><wp:docPr id="1" name="Box"/>'
        f'<a:graphic><a:graphicData uri="{_WPS}"><wps:wsp><wps:txbx><w:txbxContent>{inner}</w:txbxContent></wps:txbx>'
        "</wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape>"
        f"<v:textbox><w:txbxContent>{inner}</w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback>"
        "</mc:AlternateContent></w:r>"
    )


def _comment(number: int, text: str) -> str:
    return f'<w:comment w:id="{number}" w:author="Ann" w:date="2024-01-01T00:00:00Z" w:initials="A">{text}</w:comment>'


def _sdt(properties: str, inner: str) -> str:
    return f"<w:sdt><w:sdtPr>{properties}</w:sdtPr><w:sdtContent>{inner}</w:sdtContent></w:sdt>"


_RENT = run("The monthly rent is £950. The deposit is £1,900 &amp; is paid once. The gate closes at 20:00.")
_TWO = ("The monthly rent is £950", "The gate closes at 20:00")
_NOTE = '<w:footnote w:type="separator" w:id="-1"><w:p/></w:footnote><w:footnote w:id="{}">{}</w:footnote>'

DRAFTS: dict[str, Made] = {
    "plain": Made(para(_RENT), _TWO),
    "looks": Made(
        para(
            run("The monthly "),
            run("rent is", "<w:b/><w:i/>"),
            run(" £9"),
            run("50. The de", '<w:color w:val="FF0000"/>'),
            run("posit is £1,900. It is paid once.", "<w:b/>"),
        ),
        ("The monthly rent is £950", "The deposit is £1,900"),
    ),
    "not kept": Made(
        para(
            run("The monthly rent is £950. The deposit is £1,900.", kept=False), run("  The gate is blue. ", kept=False)
        ),
        ("The monthly rent is £950", "The deposit is £1,900"),
    ),
    "entities": Made(
        para(
            "<w:r><w:t>Smith &amp; Son pay £950. A &lt; B holds for &#x20AC;5.</w:t>"
            "<w:t><![CDATA[The gate is blue.]]></w:t></w:r>"
        ),
        ("Smith & Son pay £950", "A < B holds for €5"),
    ),
    "table": Made(
        para(_RENT)
        + table(("Item", "Cost"), ("The rent of the flat", "£950"), ("A | B", "£20"))
        + para(run("The end is near.")),
        (*_TWO, "| The rent of the flat | £950 |", "A \\| B"),
    ),
    "nested table": Made(
        "<w:tbl><w:tblPr/><w:tblGrid><w:gridCol/></w:tblGrid><w:tr><w:tc>"
        + para(_RENT)
        + table(("Item", "Cost"), ("Rent", "£950"))
        + para()
        + "</w:tc></w:tr></w:tbl>"
        + para(),
        (*_TWO, "| Rent | £950 |"),
    ),
    "footnotes": Made(
        para(
            run("The monthly rent is £950."),
            '<w:r><w:footnoteReference w:id="1"/></w:r>',
            run(" The gate closes at 20:00."),
            '<w:r><w:footnoteReference w:id="2"/></w:r>',
        ),
        ("The monthly rent is £950. [* Miller, Houses, 2021, p. 7.]", "The old gate was always left open at night."),
        {
            "footnotes": _NOTE.format(1, para(run("Miller, Houses, 2021, p. 7.")))
            + f'<w:footnote w:id="2">{para(run("The old gate was always left open at night."))}</w:footnote>'
        },
    ),
    "comments": Made(
        para(
            '<w:commentRangeStart w:id="4"/>',
            run("The monthly rent is "),
            '<w:commentRangeEnd w:id="4"/>',
            '<w:r><w:commentReference w:id="4"/></w:r>',
            run("£950. The gate closes at 20:00."),
        ),
        _TWO,
        {"comments": _comment(4, para(run("Is that so?")))},
        ("Is that so",),
    ),
    "tracked": Made(
        para(
            run("The monthly rent is "),
            '<w:del w:id="1" w:author="B"><w:r><w:delText>£900</w:delText></w:r></w:del>',
            f'<w:ins w:id="2" w:author="B">{run("£950. The gate closes")}</w:ins>',
            run(" at 20:00."),
        ),
        _TWO,
        {},
        ("£900",),
    ),
    "moved": Made(
        para(moved("moveFrom", "An old sentence was here."))
        + para(run("The monthly rent is £950. "), moved("moveTo", "The gate closes at 20:00.")),
        _TWO,
        {},
        ("An old sentence",),
    ),
    "joined": Made(
        para(run("The monthly rent is"), look='<w:rPr><w:del w:id="1" w:author="B"/></w:rPr>')
        + para(run("£950. The gate closes at 20:00.")),
        _TWO,
    ),
    "fields": Made(
        para(
            run("The rent follows from "),
            made_field("REF _Ref1 \\h", run("Table 3", "<w:i/>")),
            run(". The gate closes at "),
            f'<w:fldSimple w:instr="TIME">{run("20:00")}</w:fldSimple>',
            run("."),
        ),
        ("The rent follows from Table 3", "The gate closes at 20:00"),
        {},
        ("_Ref1", "TIME"),
    ),
    "contents": Made(
        _sdt('<w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj>', para(run("Money page nine")))
        + para(made_field('TOC \\o "1-3"', run("Rent ..... 3")))
        + para(run("Money"), look='<w:pStyle w:val="Heading1"/>')
        + para(_RENT),
        ("# Money", *_TWO),
        {},
        ("page nine", "....."),
    ),
    "lists": Made(
        para(run("There are two reasons:"))
        + item("The rent is too high.")
        + item("It rose by £50.", 1, 1)
        + item("The gate is shut.")
        + item("A point stands alone.", 2),
        ("1. The rent is too high.", "a) It rose by £50.", "2. The gate is shut.", "- A point stands alone."),
    ),
    "right to left": Made(
        para(run("الإيجار الشهري هو 950 جنيها. تغلق البوابة في الساعة 20:00.", "<w:rtl/>"), look="<w:bidi/>")
        + para(run("שכר הדירה הוא 950 לירות. השער נסגר בשעה 20:00.", "<w:rtl/>"), look="<w:bidi/>"),
        ("الإيجار الشهري هو 950 جنيها", "השער נסגר בשעה 20:00"),
    ),
    "equations": Made(
        para(
            run("The area is "),
            "<m:oMath><m:r><m:t>A=</m:t></m:r><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num>"
            "<m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath>",
            run(" of the whole. The room has 12 m"),
            run("2", '<w:vertAlign w:val="superscript"/>'),
            run(" of floor."),
        ),
        ("The area is A=1/2 of the whole", "The room has 12 m² of floor"),
    ),
    "links": Made(
        para(
            f'<w:hyperlink r:id="rId90">{run("The monthly rent is £950. The gate")}</w:hyperlink>',
            run(" closes at 20:00."),
        ),
        _TWO,
        links=("https://example.org",),
    ),
    "controls": Made(
        para(
            run("The tenant is "),
            _sdt("<w:text/>", run("Ann Smith")),
            run(". The town is "),
            _sdt('<w:dropDownList><w:listItem w:displayText="Ludlow" w:value="L"/></w:dropDownList>', run("L")),
            run(". "),
            _sdt('<w:alias w:val="x"/>', run("The gate is blue. The wall is red.")),
        )
        + _sdt('<w:alias w:val="block"/>', para(_RENT)),
        ("The tenant is Ann Smith", "The town is Ludlow", "The gate is blue", *_TWO),
    ),
    "headers": Made(
        para(_RENT) + '<w:sectPr><w:headerReference w:type="default" r:id="r1"/></w:sectPr>',
        _TWO,
        {"header": para(run("Draft of Monday"))},
        ("Monday",),
    ),
    "boxes": Made(
        para(
            run("The monthly rent is £950."),
            _box(para(run("The gate closes at 20:00. It is blue."))),
            run(" It is paid in May."),
        ),
        _TWO,
    ),
    "signs": Made(
        para(
            "<w:r><w:t>The rent is</w:t><w:tab/><w:t>£950.</w:t><w:br/><w:t>The e</w:t><w:noBreakHyphen/>"
            "<w:t>gate is blue.</w:t>"
            '<w:sym w:font="Wingdings" w:char="F0FC"/><w:t xml:space="preserve"> It was seen today.</w:t></w:r>'
        ),
        ("The rent is\t£950.", "The e-gate is blue.", "It was seen today."),
    ),
    "ruby": Made(
        para(
            run("家賃は月額九万円である。"),
            "<w:r><w:ruby><w:rt><w:r><w:t>もん</w:t></w:r></w:rt><w:rubyBase>"
            + run("門")
            + "</w:rubyBase></w:ruby></w:r>",
            run("は午後八時に閉まる。"),
        ),
        ("家賃は月額九万円である。", "門は午後八時に閉まる。"),
        {},
        ("もん",),
    ),
    "other names": Made(para(_RENT, run(" It ends now.", "<w:b/>")), _TWO, root="x"),
    "no prefix": Made(para(_RENT, run(" It ends now.", "<w:b/>")), _TWO, root="default"),
    "strict": Made(para(_RENT), _TWO, root="strict"),
    "utf-16": Made(para(_RENT, run(" Ω ist größer als 5.")), (*_TWO, "Ω ist größer als 5"), encoding="utf-16"),
    "hidden": Made(
        para(
            _RENT,
            run(" Nobody sees this sentence.", "<w:vanish/>"),
            '<w:bookmarkStart w:id="0" w:name="b"/>',
            run(" It ends now."),
            '<w:bookmarkEnd w:id="0"/>',
        ),
        (*_TWO, "It ends now"),
        {},
        ("Nobody sees",),
    ),
}


def word_draft(path: Path, made: Made) -> Path:
    """Write a draft as a Word file."""
    space = STRICT if made.root == "strict" else W
    whole = f'<w:document xmlns:w="{space}" {_NAMES}><w:body>{made.body}</w:body></w:document>'
    if made.root == "x":
        for before in ("xmlns:", "<", "</", " "):
            sign = "=" if before == "xmlns:" else ":"
            whole = whole.replace(f"{before}w{sign}", f"{before}x{sign}")
    elif made.root == "default":  # elements without a prefix; attributes need one
        whole = whole.replace("<w:", "<").replace("</w:", "</").replace("<document ", f'<document xmlns="{space}" ')
    declared = f'<?xml version="1.0" encoding="{made.encoding}" standalone="yes"?>\n'
    beside = {"styles": _STYLES, "numbering": _LISTS, **made.beside}
    kinds = [*beside, "document"]
    types = "".join(
        f'<Override PartName="/word/{kind}.xml" ContentType="{_TYPE}.{_KINDS.get(kind, kind)}+xml"/>' for kind in kinds
    )
    related = relations(*((kind, f"{kind}.xml") for kind in reversed(beside)))
    links = "".join(
        f'<Relationship Id="rId{90 + place}" Type="{_R}/hyperlink" Target="{link}" TargetMode="External"/>'
        for place, link in enumerate(made.links)
    )
    roots = {"footnotes": "footnotes", "comments": "comments", "header": "hdr"}
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default '
        'Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default '
        f'Extension="xml" ContentType="application/xml"/>{types}</Types>',
        "_rels/.rels": relations(("officeDocument", "word/document.xml")),
        "word/document.xml": (declared + whole).encode(made.encoding),
        "word/_rels/document.xml.rels": related.replace("</Relationships>", f"{links}</Relationships>"),
        "word/media/image1.png": b"\x89PNG not looked at",
    }
    for kind, text in beside.items():
        name = roots.get(kind, kind)
        parts[f"word/{kind}.xml"] = f'<w:{name} xmlns:w="{W}">{text}</w:{name}>'
    return package(path, parts)
