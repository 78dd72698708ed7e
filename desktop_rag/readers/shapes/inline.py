"""The words of a Markdown paragraph: what is bold, code or a link, each with its place in the text."""

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from desktop_rag.readers.shapes.model import Run, Style

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
    """Return which marks begin an emphasis, with those that end it; pairs lie in or beside each other."""
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
