"""The parts of a Word file that are the same in every export: styles, numbering, relations."""

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_OFFICE = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_PARTS = {"document": "document.main", "styles": "styles", "numbering": "numbering", "footnotes": "footnotes",
          "settings": "settings"}  # fmt: skip

CONTENT_TYPES = (
    f'{DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    + "".join(
        f'<Override PartName="/word/{name}.xml" ContentType="{_OFFICE}.{kind}+xml"/>' for name, kind in _PARTS.items()
    )
    + '<Override PartName="/docProps/core.xml" '
    'ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>'
)
PACKAGE_RELATIONS = (
    f'{DECLARATION}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    f'<Relationship Id="rId1" Type="{R}/officeDocument" Target="word/document.xml"/>'
    '<Relationship Id="rId2" '
    'Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" '
    'Target="docProps/core.xml"/></Relationships>'
)
DOCUMENT_RELATIONS = (
    f'{DECLARATION}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    + "".join(
        f'<Relationship Id="rId{number}" Type="{R}/{name}" Target="{name}.xml"/>'
        for number, name in enumerate(("styles", "numbering", "footnotes", "settings"), 1)
    )
    + "</Relationships>"
)
SETTINGS = (
    f'{DECLARATION}<w:settings xmlns:w="{W}"><w:footnotePr><w:footnote w:id="-1"/><w:footnote w:id="0"/></w:footnotePr>'
    '<w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" '
    'w:val="15"/></w:compat></w:settings>'
)


def _style(name: str, based: str, paragraph: str, run: str, kind: str = "paragraph", shown: str = "") -> str:
    base = f'<w:basedOn w:val="{based}"/>' if based else ""
    default = ' w:default="1"' if name == "Normal" else ""
    paragraphs = f"<w:pPr>{paragraph}</w:pPr>" if paragraph else ""
    return (
        f'<w:style w:type="{kind}"{default} w:styleId="{name}"><w:name w:val="{shown or name}"/>{base}'
        f"{paragraphs}<w:rPr>{run}</w:rPr></w:style>"
    )


def _heading(level: int, size: int) -> str:
    paragraph = f'<w:keepNext/><w:spacing w:before="240" w:after="80"/><w:outlineLvl w:val="{level - 1}"/>'
    run = f'<w:b/><w:bCs/><w:sz w:val="{size}"/><w:szCs w:val="{size}"/>'
    return _style(f"Heading{level}", "Normal", paragraph, run, shown=f"heading {level}")


_BORDER = '<w:left w:val="single" w:sz="18" w:space="8" w:color="{color}"/>'
STYLES = (
    f'{DECLARATION}<w:styles xmlns:w="{W}"><w:docDefaults><w:rPrDefault><w:rPr>'
    '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Arial"/><w:sz w:val="21"/><w:szCs w:val="21"/></w:rPr>'
    '</w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="300" w:lineRule="auto"/></w:pPr>'
    "</w:pPrDefault></w:docDefaults>"
    + _style("Normal", "", "", "")
    + _style("Title", "Normal", '<w:spacing w:after="80"/>', '<w:b/><w:bCs/><w:sz w:val="38"/><w:szCs w:val="38"/>')
    + "".join(_heading(level, size) for level, size in ((1, 28), (2, 24), (3, 22), (4, 21), (5, 21), (6, 21)))
    + _style("Facts", "Normal", "", '<w:color w:val="5F5B54"/><w:sz w:val="18"/><w:szCs w:val="18"/>')
    + _style("QuotedFrom", "Facts", '<w:keepNext/><w:spacing w:after="40"/>', "")
    + _style(
        "Notice",
        "Normal",
        f'<w:pBdr>{_BORDER.format(color="B3261E")}</w:pBdr><w:shd w:val="clear" w:color="auto" w:fill="FBEEED"/>',
        "",
    )
    + _style("Quote", "Normal", f'<w:pBdr>{_BORDER.format(color="DEDAD2")}</w:pBdr><w:ind w:left="360"/>', "")
    + _style(
        "Code",
        "Normal",
        '<w:shd w:val="clear" w:color="auto" w:fill="F5F3EF"/><w:spacing w:after="0"/>',
        '<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:cs="Consolas"/><w:sz w:val="19"/>',
    )
    + _style(
        "FootnoteText", "Normal", '<w:spacing w:after="40" w:line="240" w:lineRule="auto"/>',
        '<w:sz w:val="18"/><w:szCs w:val="18"/>', shown="footnote text",
    )
    + _style(
        "FootnoteReference", "", "", '<w:vertAlign w:val="superscript"/>', kind="character", shown="footnote reference"
    )
    + "</w:styles>"
)  # fmt: skip


def numbering(starts: list[int]) -> str:
    """Return the part that numbers lists: number 1 stands for bullets, the next ones for lists that begin so."""
    bullets = "".join(_level(level, "bullet", "•◦▪"[level % 3]) for level in range(9))
    decimals = "".join(_level(level, "decimal", f"%{level + 1}.") for level in range(9))
    overrides = "".join(
        f'<w:num w:numId="{number}"><w:abstractNumId w:val="1"/>'
        + "".join(
            f'<w:lvlOverride w:ilvl="{level}"><w:startOverride w:val="{start}"/></w:lvlOverride>' for level in range(9)
        )
        + "</w:num>"
        for number, start in enumerate(starts, 2)
    )
    return (
        f'{DECLARATION}<w:numbering xmlns:w="{W}"><w:abstractNum w:abstractNumId="0">{bullets}</w:abstractNum>'
        f'<w:abstractNum w:abstractNumId="1">{decimals}</w:abstractNum>'
        f'<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>{overrides}</w:numbering>'
    )


def _level(level: int, kind: str, text: str) -> str:
    left = 360 * (level + 1)
    return (
        f'<w:lvl w:ilvl="{level}"><w:start w:val="1"/><w:numFmt w:val="{kind}"/><w:lvlText w:val="{text}"/>'
        f'<w:pPr><w:ind w:left="{left}" w:hanging="360"/></w:pPr></w:lvl>'
    )


def core_properties(title: str, created: str) -> str:
    """Return the part with title (escaped already) and time."""
    return (
        f'{DECLARATION}<cp:coreProperties '
        'xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" '
        f'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>{title}</dc:title>'
        f'<dc:creator>Desktop RAG</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">{created}</dcterms:created>'
        "</cp:coreProperties>"
    )  # fmt: skip
