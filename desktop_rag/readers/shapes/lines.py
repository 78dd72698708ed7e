"""Lines of a text with their places, and paragraphs put together from parts of lines."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from desktop_rag.readers.shapes.inline import inline_runs
from desktop_rag.readers.shapes.model import Run, Runs

_LONGEST = 10_000  # characters of a paragraph in which marks are looked for
_WRAPPED = 60  # characters of the longest line of a paragraph that was cut to a width
_UNSPACED = "\u2e80"  # from here on, most scripts set no spaces between words


class Line(NamedTuple):
    """A part of one line of the page's text."""

    text: str
    start: int

    @property
    def end(self) -> int:
        """Where it ends in the page's text."""
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
        """Whether it shows nothing."""
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
    """Return what stands between lines: a line was cut to a width if the next word would have made it the longest."""
    longest = max((len(line.text) for line in lines), default=0)
    joints = []
    for one, other in pairwise(lines):
        word = other.text.split(maxsplit=1)[0] if other.text[:1].strip() else ""
        cut = longest >= _WRAPPED and word[:1].isalnum() and len(one.text.rstrip()) + 1 + len(word) > longest
        joints.append(_joint(one.text, other.text) if cut else "\n")
    return joints


def _joint(before: str, after: str) -> str:
    """Return what stands between two lines that flow into each other."""
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
