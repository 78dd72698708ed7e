"""The blocks of a stored text: headings, paragraphs, lists, quotations, tables and code, with their places.

Paragraphs are put together from parts of lines, each of which knows where in the text it stands.
"""

import html
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from desktop_rag.evidence.tables import BAR, is_row, is_rule
from desktop_rag.readers.shapes.model import Block, Kind, Run, Runs, Style

_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+|$)")
_CLOSING = re.compile(r"[ \t]+#+[ \t]*$")
_UNDERLINE = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_FENCE = re.compile(r" {0,3}(`{3,}+|~{3,}+)[ \t]*+([^\s`]*+)[^`]*+$")
_RULE = re.compile(r" {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_ITEM = re.compile(r"([ \t]*)([-*+•‣◦·▪●○■□◆◇]|\d{1,9}[.)])(?:[ \t]+|$)")
_TASK = re.compile(r"\[([ xX])\][ \t]+")
_QUOTE = re.compile(r" {0,3}>[ \t]?")
_INDENTED = re.compile(r"(?: {4}|\t)")
_DEEPEST = 8
_BULLETS = "•◦▪"
_LONGEST = 10_000  # characters of a paragraph in which marks are looked for
_WRAPPED = 60  # characters of the longest line of a paragraph that was cut to a width
_UNSPACED = "\u2e80"  # from here on, most scripts set no spaces between words
_TOKEN = re.compile(
    r"""(?P<escape>\\[!-/:-@\[-`{-~])
      | (?P<code>(?<!`)(?P<ticks>`+)(?!`)(?P<inner>.+?)(?<!`)(?P=ticks)(?!`))
      | (?P<image>!\[(?P<alt>(?:[^\[\]\\]|\\.|\[[^\[\]]*\])*)\](?:\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)|\[[^\[\]\n]*\]))
      | (?P<link>\[(?P<label>(?:[^\[\]\\]|\\.|!?\[[^\[\]]*\])+)\]
          (?:\(\s*<?(?P<target>[^()\s<>]*(?:\([^()\s]*\)[^()\s<>]*)*)>?(?:\s+["'(][^\n]*?["')])?\s*\)|\[[^\[\]\n]*\]))
      | (?P<address><(?P<url>(?:https?://|mailto:)[^<>\s]+|[\w.+-]+@[\w.-]+)>)
      | (?P<tag><!--.{0,5000}?-->|</?[a-zA-Z][^<>]{0,2000}>)
      | (?P<entity>&(?:\#\d{1,7}|\#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)
      | (?P<mark>\*+|_+|~~)
    """,
    re.VERBOSE | re.DOTALL,
)
_STYLES = {
    "*": Style.ITALIC, "_": Style.ITALIC, "**": Style.BOLD, "__": Style.BOLD, "~~": Style.STRUCK,
    "***": Style.BOLD | Style.ITALIC, "___": Style.BOLD | Style.ITALIC,
}  # fmt: skip
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_ALT = re.compile(r"""\balt\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_DEEPEST_LINKS = 3  # links in links


class Line(NamedTuple):
    """A part of one line of the page's text."""

    text: str
    start: int

    @property
    def end(self) -> int:
        """The end of the line in the page's text."""
        return self.start + len(self.text)

    def cut(self, characters: int) -> "Line":
        """Return the line without its first characters."""
        return Line(self.text[characters:], self.start + characters)

    def stripped(self) -> "Line":
        """Return the line without white space at its ends."""
        body = self.text.lstrip()
        return Line(body.rstrip(), self.start + len(self.text) - len(body))

    def dedented(self) -> "Line":
        """Return the line without white space before it."""
        return self.cut(len(self.text) - len(self.text.lstrip()))

    @property
    def is_blank(self) -> bool:
        """True if it shows nothing."""
        return not self.text.strip()


def row_cells(line: Line) -> list[Line]:
    """Return the cells of a row without the white space around them."""
    row = line.stripped()
    if row.text.startswith("|"):
        row = row.cut(1)
    if row.text.endswith("|") and not row.text.endswith("\\|"):
        row = Line(row.text[:-1], row.start)
    cells = []
    position = 0
    for bar in [*(match.start() for match in BAR.finditer(row.text)), len(row.text)]:
        cells.append(Line(row.text[position:bar], row.start + position).stripped())
        position = bar + 1
    return cells


@dataclass(frozen=True, slots=True)
class Dialect:
    """The part of Markdown that a reader wrote.

    Without ``structure`` and in messages, lines that were cut to a width are put together again.

    ``structure``: headings, lists, tables and fenced code; ``marks``: bold, links and the like; ``flows``: the lines
    of a paragraph are one; ``indented``: what is indented by four spaces is code.
    """

    structure: bool = True
    marks: bool = False
    flows: bool = False
    indented: bool = False


MARKDOWN = Dialect(marks=True, flows=True, indented=True)
MAIL = Dialect(marks=True)
DOCUMENT = Dialect()
FLOWING = Dialect(flows=True)
PLAIN = Dialect(structure=False)


def blocks_of(text: str, start: int, end: int, dialect: Dialect) -> tuple[Block, ...]:
    """Return the blocks of a range of whole lines."""
    return tuple(_Parser(dialect).parse(lines_of(text, start, end)))


class _Parser:
    """Reads lines from the top to the bottom."""

    def __init__(self, dialect: Dialect, quoted: int = 0) -> None:
        self._dialect = dialect
        self._quoted = quoted

    def parse(self, lines: Sequence[Line]) -> Iterator[Block]:
        """Yield the blocks of lines."""
        position = 0
        indents: list[int] = []
        while position < len(lines):
            line = lines[position]
            if line.is_blank:
                position += 1
                continue
            if self._dialect.structure:
                stop, found = self._structured(lines, position, indents)
            else:
                stop = self._end(lines, position)
                found = [self._block(Kind.PARAGRAPH, lines[position:stop])]
            yield from found
            position = stop

    def _structured(self, lines: Sequence[Line], at: int, indents: list[int]) -> tuple[int, list[Block]]:
        """Return the end of the block at a line, and its blocks."""
        line = lines[at]
        if not line.text.startswith((" ", "\t")) and not _ITEM.match(line.text):
            indents.clear()
        if _FENCE.match(line.text):
            return self._fenced(lines, at)
        if is_row(line.text) or (at + 1 < len(lines) and "|" in line.text and is_rule(lines[at + 1].text)):
            return self._table(lines, at)
        if _QUOTE.match(line.text) and self._quoted < _DEEPEST:
            return self._quotation(lines, at)
        if single := self._single_line(lines, at, indents):
            return single
        return self._unmarked(lines, at, indents)

    def _unmarked(self, lines: Sequence[Line], at: int, indents: list[int]) -> tuple[int, list[Block]]:
        """Return the block given by its indent only: a continued list item, code, a paragraph."""
        text = lines[at].text
        if indents and text.startswith((" ", "\t")):
            return self._item_continued(lines, at, indents)
        if self._dialect.indented and _INDENTED.match(text):
            return self._indented(lines, at)
        stop = self._end(lines, at)
        return stop, [self._block(Kind.PARAGRAPH, lines[at:stop])]

    def _single_line(self, lines: Sequence[Line], at: int, indents: list[int]) -> tuple[int, list[Block]] | None:
        """Return a heading, a rule or a list's item."""
        line = lines[at]
        if match := _HEADING.match(line.text):
            indents.clear()
            closed = _CLOSING.search(line.text, match.end()) if self._dialect.marks else None
            title = Line(line.text[match.end() : closed.start() if closed else None], line.start + match.end())
            return at + 1, [self._heading([title.stripped()], len(match.group(1)))]
        if self._dialect.marks and _RULE.match(line.text):
            return at + 1, [Block(Kind.RULE, line.start, line.end, quoted=self._quoted)]
        below = lines[at + 1].text if at + 1 < len(lines) else ""
        item = _ITEM.match(line.text)
        if self._dialect.flows and self._dialect.marks and not item and (under := _UNDERLINE.match(below)):
            indents.clear()
            return at + 2, [self._heading([line.stripped()], 1 if under.group(1)[0] == "=" else 2)]
        return self._item(lines, at, item, indents) if item else None

    def _heading(self, lines: Sequence[Line], level: int) -> Block:
        return self._block(Kind.HEADING, lines, level=level)

    def _item(
        self, lines: Sequence[Line], at: int, match: re.Match[str], indents: list[int]
    ) -> tuple[int, list[Block]]:
        indent = len(match.group(1).expandtabs(4))
        while indents and indents[-1] > indent:
            indents.pop()
        if not indents or indents[-1] < indent:
            indents.append(indent)
        depth = min(len(indents) - 1, _DEEPEST)
        first = lines[at].cut(match.end())
        marker = match.group(2)
        if task := _TASK.match(first.text):
            marker, first = "☐" if task.group(1) == " " else "☑", first.cut(task.end())
        elif not marker[0].isdigit():
            marker = _BULLETS[min(depth, len(_BULLETS) - 1)]
        stop = self._end(lines, at)
        body = [first, *map(Line.dedented, lines[at + 1 : stop])]
        return stop, [self._block(Kind.ITEM, body, level=depth, marker=marker)]

    def _item_continued(self, lines: Sequence[Line], at: int, indents: list[int]) -> tuple[int, list[Block]]:
        """Return a further paragraph of a list's item: an item without a mark."""
        stop = self._end(lines, at)
        depth = min(len(indents) - 1, _DEEPEST)
        return stop, [self._block(Kind.ITEM, [line.dedented() for line in lines[at:stop]], level=depth)]

    def _fenced(self, lines: Sequence[Line], at: int) -> tuple[int, list[Block]]:
        match = _FENCE.match(lines[at].text)
        fence, language = (match.group(1), match.group(2)) if match else ("", "")
        stop = at + 1
        while stop < len(lines) and not _closes(lines[stop].text, fence):
            stop += 1
        body = lines[at + 1 : stop] or [Line("", lines[at].end)]
        return stop + 1, [self._code(body, language)]

    def _indented(self, lines: Sequence[Line], at: int) -> tuple[int, list[Block]]:
        stop = at
        while stop < len(lines) and (lines[stop].is_blank or _INDENTED.match(lines[stop].text)):
            stop += 1
        while lines[stop - 1].is_blank:
            stop -= 1
        body = [line.cut(match.end() if (match := _INDENTED.match(line.text)) else 0) for line in lines[at:stop]]
        return stop, [self._code(body, "")]

    def _code(self, body: Sequence[Line], language: str) -> Block:
        runs = plain_runs(body)
        return Block(Kind.CODE, body[0].start, body[-1].end, runs, quoted=self._quoted, language=language)

    def _table(self, lines: Sequence[Line], at: int) -> tuple[int, list[Block]]:
        stop = at + 1
        while stop < len(lines) and not lines[stop].is_blank and "|" in lines[stop].text:
            stop += 1
        rows = tuple(
            tuple(self._cell(cell) for cell in row_cells(line)) for line in lines[at:stop] if not is_rule(line.text)
        )
        return stop, [Block(Kind.TABLE, lines[at].start, lines[stop - 1].end, quoted=self._quoted, rows=rows)]

    def _cell(self, cell: Line) -> Runs:
        return marked_runs([cell], soft=True) if self._dialect.marks or "\\" in cell.text else plain_runs([cell])

    def _quotation(self, lines: Sequence[Line], at: int) -> tuple[int, list[Block]]:
        stop = at
        body = []
        while stop < len(lines) and (match := _QUOTE.match(lines[stop].text)):
            body.append(lines[stop].cut(match.end()))
            stop += 1
        return stop, list(_Parser(self._dialect, self._quoted + 1).parse(body))

    def _end(self, lines: Sequence[Line], at: int) -> int:
        """Return the end of the paragraph at a line."""
        stop = at + 1
        while stop < len(lines) and not lines[stop].is_blank and not self._begins_block(lines, stop):
            stop += 1
        return stop

    def _begins_block(self, lines: Sequence[Line], at: int) -> bool:
        if not self._dialect.structure:
            return False
        text = lines[at].text
        below = lines[at + 1].text if at + 1 < len(lines) else ""
        return bool(
            _FENCE.match(text) or _HEADING.match(text) or _ITEM.match(text) or _QUOTE.match(text) or is_row(text)
        ) or ("|" in text and is_rule(below))

    def _block(self, kind: Kind, lines: Sequence[Line], *, level: int = 0, marker: str = "") -> Block:
        runs = self._runs([line.dedented() for line in lines] if self._dialect.flows else lines)
        return Block(kind, lines[0].start, lines[-1].end, runs, level, marker, self._quoted)

    def _runs(self, lines: Sequence[Line]) -> Runs:
        if self._dialect.marks:
            return marked_runs(lines, soft=self._dialect.flows)
        return flowing_runs(lines) if self._dialect.flows else plain_runs(lines, unwrap=not self._dialect.structure)


def _closes(text: str, fence: str) -> bool:
    stripped = text.strip()
    return stripped.startswith(fence) and not stripped.strip(fence[0])


@dataclass(frozen=True, slots=True)
class _Mark:
    """Stars or lines that may begin or end emphasis."""

    run: Run
    opens: bool
    closes: bool


def inline_runs(text: str) -> list[Run]:
    """Return the runs of a paragraph; what cannot be seen (marks, tags, addresses of links) is left out."""
    runs = _emphasised(list(_pieces(text, 0, len(text), 0)))
    if not runs and text.strip():
        return [Run(text, 0, len(text), Style.CODE)]  # only tags: better seen than lost
    return runs


def _pieces(text: str, start: int, end: int, depth: int) -> Iterator[Run | _Mark]:
    """Yield words and marks in order."""
    position = start
    for match in _TOKEN.finditer(text, start, end):
        if match.start() > position:
            yield Run(text[position : match.start()], position, match.start())
        yield from _token(text, match, depth)
        position = match.end()
    if position < end:
        yield Run(text[position:end], position, end)


def _token(text: str, match: re.Match[str], depth: int) -> Iterator[Run | _Mark]:
    start, end = match.span()
    kind = match.lastgroup if match.lastgroup in _MAKERS else next(name for name in _MAKERS if match[name] is not None)
    if kind == "link":
        yield from _link(text, match, depth)
    elif kind == "mark":
        yield _mark(text, match)
    else:
        maker = _MAKERS[kind or ""]
        run = maker(match, start, end) if maker is not None else None
        if run is not None:
            yield run


def _link(text: str, match: re.Match[str], depth: int) -> Iterator[Run]:
    label = match.span("label")
    target = match["target"] or ""
    inner: Sequence[Run] = (
        _emphasised(list(_pieces(text, *label, depth + 1))) if depth < _DEEPEST_LINKS else [Run(match["label"], *label)]
    )
    yield from (run._replace(link=run.link or target) for run in inner)


def _mark(text: str, match: re.Match[str]) -> _Mark:
    start, end = match.span()
    before, after = text[start - 1 : start], text[end : end + 1]
    opens, closes = bool(after.strip()), bool(before.strip())
    if match["mark"].startswith("_"):  # snake_case is no emphasis
        opens, closes = opens and not before.isalnum(), closes and not after.isalnum()
    return _Mark(Run(match["mark"], start, end), opens, closes)


def _escape(match: re.Match[str], start: int, end: int) -> Run:
    return Run(match["escape"][1:], start + 1, end)


def _code(match: re.Match[str], _start: int, _end: int) -> Run:
    inner = match["inner"]
    stripped = inner[1:-1] if inner.startswith(" ") and inner.endswith(" ") and inner.strip() else inner
    start = match.start("inner") + (inner != stripped)
    return Run(stripped, start, start + len(stripped), Style.CODE)


def _image(match: re.Match[str], _start: int, _end: int) -> Run | None:
    """Return the caption: nothing is loaded."""
    return Run(match["alt"], *match.span("alt"), Style.ITALIC) if match["alt"].strip() else None


def _address(match: re.Match[str], _start: int, _end: int) -> Run:
    url = match["url"]
    return Run(url, *match.span("url"), link=url if ":" in url else f"mailto:{url}")


def _tag(match: re.Match[str], start: int, end: int) -> Run | None:
    if _BREAK.fullmatch(match["tag"]):
        return Run("\n", start, end)
    alt = _ALT.search(match["tag"]) if match["tag"].lower().startswith("<img") else None
    group = next((number for number in (1, 2) if alt and alt.group(number)), 0)
    return (
        Run(alt.group(group), start + alt.start(group), start + alt.end(group), Style.ITALIC) if alt and group else None
    )


def _entity(match: re.Match[str], start: int, end: int) -> Run:
    return Run(html.unescape(match["entity"]), start, end)


_MAKERS = {
    "escape": _escape, "code": _code, "image": _image, "link": None, "address": _address, "tag": _tag,
    "entity": _entity, "mark": None,
}  # fmt: skip


def _emphasised(pieces: list[Run | _Mark]) -> list[Run]:
    """Return the words in their styles; marks without a counterpart stand as they are."""
    pairs = _pairs(pieces)
    ends = set(pairs.values())
    active: list[Style] = []
    runs: list[Run] = []
    for number, piece in enumerate(pieces):
        if number in pairs:
            active.append(_STYLES[_mark_text(piece)])
        elif number in ends:
            active.pop()
        else:
            run = piece.run if isinstance(piece, _Mark) else piece
            style = run.style
            for one in active:
                style |= one
            runs.append(run._replace(style=style))
    return runs


def _mark_text(piece: Run | _Mark) -> str:
    return piece.run.text if isinstance(piece, _Mark) else ""


def _pairs(pieces: list[Run | _Mark]) -> dict[int, int]:
    """Return the marks that begin an emphasis, with those that end it; pairs lie in or beside each other."""
    pairs: dict[int, int] = {}
    open_marks: list[int] = []
    for number, piece in enumerate(pieces):
        text = _mark_text(piece)
        if not isinstance(piece, _Mark) or text not in _STYLES:
            continue
        begun = next((at for at in reversed(open_marks) if _mark_text(pieces[at]) == text), None)
        if piece.closes and begun is not None:
            pairs[begun] = number
            del open_marks[open_marks.index(begun) :]
        elif piece.opens:
            open_marks.append(number)
    return pairs


def lines_of(text: str, start: int, end: int) -> list[Line]:
    """Return the lines of a range, without their ends."""
    lines = []
    position = start
    for part in text[start:end].split("\n"):
        lines.append(Line(part, position))
        position += len(part) + 1
    return lines


def plain_runs(lines: Sequence[Line], *, unwrap: bool = False) -> Runs:
    """Return lines as they stand, one below the other; with ``unwrap`` those that were cut to a width flow."""
    joints = _joints(lines) if unwrap else ["\n"] * (len(lines) - 1)
    runs = [Run(line.text, line.start, line.end) for line in lines]
    return tuple(_joined(runs, joints))


def marked_runs(lines: Sequence[Line], *, soft: bool) -> Runs:
    """Return the runs of a Markdown paragraph; with ``soft`` its lines flow into each other."""
    if not soft:
        joints = ["", *_joints(lines)]
        return tuple(run for number, joint in enumerate(joints) for run in _hard(lines, number, joint))
    content = "\n".join(line.text for line in lines)
    if len(content) > _LONGEST:
        return plain_runs(lines)
    starts, position = [], 0
    for line in lines:
        starts.append(position)
        position += len(line.text) + 1
    return tuple(placed for run in inline_runs(content) for placed in _placed(run, lines, starts))


def flowing_runs(lines: Sequence[Line]) -> Runs:
    """Return lines that flow into each other, without any marks."""
    runs = [Run(line.text, line.start, line.end) for line in map(Line.stripped, lines)]
    return tuple(_joined(runs, [_joint(one.text, other.text) for one, other in pairwise(runs)]))


def _hard(lines: Sequence[Line], number: int, joint: str) -> Iterator[Run]:
    if number:
        yield Run(joint, lines[number - 1].end, lines[number].start)
    yield from marked_runs([lines[number]], soft=True)


def _joined(runs: Sequence[Run], joints: Sequence[str]) -> Iterator[Run]:
    yield from runs[:1]
    for (one, other), joint in zip(pairwise(runs), joints, strict=True):
        yield Run(joint, one.end, other.start)
        yield other


def _joints(lines: Sequence[Line]) -> list[str]:
    """Return the joints between lines: a line was cut to a width if the next word would have made it the longest."""
    longest = max((len(line.text) for line in lines), default=0)
    joints = []
    for one, other in pairwise(lines):
        word = other.text.split(maxsplit=1)[0] if other.text[:1].strip() else ""
        cut = longest >= _WRAPPED and word[:1].isalnum() and len(one.text.rstrip()) + 1 + len(word) > longest
        joints.append(_joint(one.text, other.text) if cut else "\n")
    return joints


def _joint(before: str, after: str) -> str:
    """Return the joint between two lines that flow into each other."""
    return "" if _is_unspaced(before[-1:], after[:1]) else " "


def _placed(run: Run, lines: Sequence[Line], starts: Sequence[int]) -> Iterator[Run]:
    """Yield a run with its places in the page, its line ends as spaces, or as breaks after two spaces."""
    first = bisect_right(starts, run.start) - 1
    moved = lines[first].start - starts[first]
    if "\n" not in run.text or run.end - run.start != len(run.text):
        last = bisect_right(starts, max(run.start, run.end - 1)) - 1
        yield run._replace(start=run.start + moved, end=run.end + lines[last].start - starts[last])
        return
    position = run.start
    for number, part in enumerate(run.text.split("\n")):
        at = first + number
        moved = lines[at].start - starts[at]
        if number:
            ending = lines[at - 1].end
            breaks = lines[at - 1].text.endswith(("  ", "\\"))
            joint = "\n" if breaks else _joint(lines[at - 1].text, part)
            yield run._replace(text=joint, start=ending, end=lines[at].start)
        shown = part.rstrip("\\") if part and part.endswith("\\") and at + 1 < len(lines) else part
        if shown:
            yield run._replace(text=shown, start=position + moved, end=position + moved + len(shown))
        position += len(part) + 1


def _is_unspaced(before: str, after: str) -> bool:
    return bool(before and after) and min(before, after) >= _UNSPACED
