"""Lines of a text with their places, and paragraphs put together from parts of lines."""

import html
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from desktop_rag.readers.shapes.model import Run, Runs, Style

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
_DEEPEST = 3  # links in links


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
        _emphasised(list(_pieces(text, *label, depth + 1))) if depth < _DEEPEST else [Run(match["label"], *label)]
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
