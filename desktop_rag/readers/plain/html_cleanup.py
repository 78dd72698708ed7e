"""Web pages and messages as the converter to Markdown needs them: what it does not know of, it runs together."""

import html
import re

import html2text

_MARK = re.compile(r"<[^<>]{1,2000}>")
_UNSEEN = "script style template noscript svg title".split()
_HIDES = re.compile(rf"<(?:({'|'.join(_UNSEEN)})\b|!--)", re.IGNORECASE)
_ENDS = {name: re.compile(rf"</{name}(?=[\s/>])[^<>]{{0,200}}>", re.IGNORECASE) for name in _UNSEEN}
_COMMENT_ENDS = re.compile("-->")
_SECTIONS = re.compile(
    r"<(/?)(?:section|article|aside|nav|main|header|footer|figure|figcaption|address|details|summary|fieldset|legend|"
    r"center|form|caption|hgroup|dialog|menu|search|optgroup)(?=[\s>/])",
    re.IGNORECASE,
)
_DIVIDING = re.compile(
    r"<(?=/?(?:div|p|br|h[1-6]|li|t[dhr]|dd|dt|button|option|select|label|textarea|output|img|input)[\s>/])"
    r"|(?<=</a>)<(?=a\s)",
    re.IGNORECASE,
)
_CELL = re.compile(r"<t[dh](?=[\s>])[^<]*(?:<(?!/?t[dhr][\s>]|/?table[\s>])[^<]*)*", re.IGNORECASE)
_BREAK = re.compile(r"</?(?:br|p|div)(?=[\s>/])[^<>]*>", re.IGNORECASE)
_BLANK_LINES = re.compile(r"\n\s*\n")
_SPANS = re.compile(r"<t[dh]\b[^<>]*\b(?:col|row)span", re.IGNORECASE)
_TABLE = re.compile(r"<table\b(?:(?!<table\b).)*?</table>", re.IGNORECASE | re.DOTALL)
_ROW = re.compile(r"(?=<tr[\s>])", re.IGNORECASE)
_ROW_END = re.compile(r"</(?:tr|table|tbody|thead)\s*>", re.IGNORECASE)
_CELL_BEGIN = re.compile(r"(?=<t[dh][\s>])", re.IGNORECASE)
_BLANK_CELL = re.compile(r"(<t[dh](?:\s[^<>]*)?>)(?:\s|&nbsp;|&#160;)*(?=</t[dh]\s*>)", re.IGNORECASE)
EMPTY_CELL = "\u2060"
"""Stands in an empty cell until rows are told apart: white space would go, and the cells behind move up."""
_EMPTY = f"<td>{EMPTY_CELL}</td>"
_WIDEST = 60  # columns or rows that a cell may reach over
_LONGEST_CELL = 1_000  # characters; longer ones hold more than a value


class MarkdownConverter(html2text.HTML2Text):
    """Turns web pages into Markdown without links, pictures and emphasis, in lines of any length.

    As in browsers, a closing tag without its opening one hides nothing, nor does a head that never ends.
    """

    def __init__(self) -> None:
        super().__init__(bodywidth=0)
        self.ignore_links = self.ignore_images = self.ignore_emphasis = True
        self.unicode_snob = True

    def handle_tag(self, tag: str, attrs: dict[str, str | None], start: bool) -> None:  # noqa: FBT001 - html2text's
        """Handle an opening or a closing tag."""
        if tag == "head":
            return
        super().handle_tag(tag, attrs, start)
        self.quiet, self.style = max(0, self.quiet), max(0, self.style)


def set_apart(source: str) -> str:
    """Return a web page whose sections are blocks, and whose cells, buttons and links do not run together.

    What begins marks that never end, and thousands of blank lines, would keep the converter busy for minutes: the one
    is text, the others are one.
    """
    source = _BLANK_LINES.sub("\n\n", source)
    last = source.rfind(">") + 1
    return _DIVIDING.sub(" <", _SECTIONS.sub(r"<\1div", source[:last])) + source[last:].replace("<", "&lt;")


def keep_rows(source: str) -> str:
    """Return a web page without breaks in the cells of its tables: a row of a Markdown table is one line."""
    return _CELL.sub(_in_one_line, source)


def spread_cells(source: str) -> str:
    """Return a web page whose cells that reach over columns or rows have empty ones beside and below them."""
    source = _BLANK_CELL.sub(rf"\1{EMPTY_CELL}", source)
    return _TABLE.sub(_spread, source) if _SPANS.search(source) else source


def _spread(table: re.Match[str]) -> str:
    """Put the empty cells into the rows of a table."""
    if not _SPANS.search(table.group()):
        return table.group()
    waiting: dict[int, int] = {}  # column -> rows that a cell above still reaches over
    begin, *rows = _ROW.split(table.group())
    return begin + "".join(_spread_row(row, waiting) for row in rows)


def _spread_row(row: str, waiting: dict[int, int]) -> str:
    end = _ROW_END.search(row)
    rest = row[end.start() :] if end else ""
    begin, *cells = _CELL_BEGIN.split(row[: len(row) - len(rest)])
    filled, column = [begin], 0
    for cell in cells:
        column = _pass_covered(filled, column, waiting)
        wide, tall = (min(_WIDEST, max(1, _span(name, cell))) for name in ("colspan", "rowspan"))
        filled += [cell, _EMPTY * (wide - 1)]
        if tall > 1:
            waiting |= dict.fromkeys(range(column, column + wide), tall - 1)
        column += wide
    _pass_covered(filled, column, waiting)
    return "".join(filled) + rest


def _pass_covered(filled: list[str], column: int, waiting: dict[int, int]) -> int:
    """Fill the columns from this one on that a cell above covers; return the next free one."""
    while waiting.get(column):
        waiting[column] -= 1
        filled.append(_EMPTY)
        column += 1
    return column


def _span(name: str, cell: str) -> int:
    mark = re.match(rf"[^>]*\b{name}\s*=\s*[\"']?(\d{{1,3}})", cell, re.IGNORECASE)
    return int(mark.group(1)) if mark else 1


def _in_one_line(cell: re.Match[str]) -> str:
    return _BREAK.sub(" ", cell.group()) if len(cell.group()) <= _LONGEST_CELL else cell.group()


def without_scripts(source: str) -> str:
    """Return a page without scripts, comments and their like; what never ends is left, and looked for once only."""
    kept: list[str] = []
    at = 0
    endless = set[str]()
    for match in _HIDES.finditer(source):
        name = (match.group(1) or "").lower()
        if match.start() < at or name in endless:
            continue
        end = _ENDS.get(name, _COMMENT_ENDS).search(source, match.end())
        if end is None:
            endless.add(name)
            continue
        kept.append(source[at : match.start()])
        at = end.end()
    rest = source[at:]
    return " ".join([*kept, rest.replace("<!--", " ") if "" in endless else rest])


def without_marks(source: str) -> str:
    """Return a page that is too large for the converter as words."""
    return html.unescape(_MARK.sub(" ", source))
