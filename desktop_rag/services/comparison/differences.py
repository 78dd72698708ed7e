"""All differences of two texts: of parts that share words, of what moved; the rest is new or gone."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from desktop_rag.core.results.comparison import Difference, DifferenceKind, DifferentPart, Place, Side
from desktop_rag.services.comparison.alignment import Gap, aligned, gaps
from desktop_rag.services.comparison.found import Found, Region, pair_of, region
from desktop_rag.services.comparison.moves import moved_parts, moved_sentences
from desktop_rag.services.comparison.pairing import groups
from desktop_rag.services.comparison.parts import ComparedPages, Part, Span
from desktop_rag.services.comparison.rows import cells_between, compare_rows

_SAME_SHEET = 0.3  # of the rows of the smaller one
_LABEL = re.compile(
    r"(?:(?i:section|article|clause|chapter|part|annex|appendix|schedule|exhibit|table|figure|no|nr|art|abschnitt|artikel"
    r"|kapitel|teil|anlage|anhang|ziffer|tabelle|abbildung|punkt)\.?[ \t]+|§+[ \t]*|第[ \t]*)?[(（]?"
    r"(?:\d{1,3}(?:\.\d{1,3})*|[A-Za-z]|[ivxlcIVXLC]{1,6}|[一二三四五六七八九十百]{1,4})"
    r"(?P<end>[.)）]|[ \t]*[条條章节節款項项])?(?=[\s:：]|$)"
)
_PLAIN_NUMBER = re.compile(r"\d+\Z")


@dataclass
class _Findings:
    """Differences so far, and the parts that only one side has."""

    found: list[Found] = field(default_factory=list)
    gone: list[Part] = field(default_factory=list)
    new: list[Part] = field(default_factory=list)
    same: int = 0
    partners: dict[int, int] = field(default_factory=dict)  # of parts that are alike: after, by before


def differences(before: ComparedPages, after: ComparedPages, *, sheets: bool = False) -> tuple[list[Found], int]:
    """Return how two texts differ, in the order in which they stand, and how many parts are alike.

    The pages of workbooks are ``sheets``, each compared with its own; else where a page ends tells nothing.

    Raises:
        CancelledError: the current token was cancelled.

    """
    findings = _Findings()
    if sheets:
        _compare_sheets(before, after, findings)
    else:
        _compare_parts(before.parts, after.parts, findings)
    moved = moved_parts(findings.gone, findings.new)
    lone = [*_lone(findings.gone, DifferenceKind.GONE), *_lone(findings.new, DifferenceKind.NEW)]
    found = [_named(one) for one in moved_sentences([*findings.found, *moved, *lone])]
    return sorted(found, key=_Order(findings.partners)), findings.same


def _compare_parts(before: Sequence[Part], after: Sequence[Part], findings: _Findings) -> None:
    """Compare parts of two texts, or of two sheets."""
    pairs = aligned([part.key for part in before], [part.key for part in after], anchored=True)
    findings.same += len(pairs)
    findings.partners.update((before[one].number, after[other].number) for one, other in pairs)
    for gap in gaps(pairs, Gap(0, len(before), 0, len(after))):
        ours, theirs = list(before[gap.first : gap.first_end]), list(after[gap.second : gap.second_end])
        if ours and theirs:
            _compare_gap(ours, theirs, findings)
        else:
            findings.gone += ours
            findings.new += theirs


def _compare_gap(before: list[Part], after: list[Part], findings: _Findings) -> None:
    """Compare parts between those that are alike: first those that differ in the number they begin with alone."""
    pairs = aligned(_bare_keys(before), _bare_keys(after), anchored=True)
    for one, other in pairs:
        findings.found += _pair([before[one]], [after[other]], findings)
    for gap in gaps(pairs, Gap(0, len(before), 0, len(after))):
        ours, theirs = before[gap.first : gap.first_end], after[gap.second : gap.second_end]
        if ours and theirs:
            _compare_others(ours, theirs, findings)
        else:
            findings.gone += ours
            findings.new += theirs
    findings.gone.sort(key=lambda part: part.number)
    findings.new.sort(key=lambda part: part.number)


def _bare_keys(parts: Sequence[Part]) -> list[str]:
    """Return what each part says behind its number; nothing that another says where that is no word."""
    found = []
    for part in parts:
        label = None if part.cells else _LABEL.match(part.key)
        bare = part.key[label.end() :] if label else part.key
        found.append(bare if any(map(str.isalpha, bare)) else f"{part.number} {id(part)}")
    return found


def _compare_others(before: list[Part], after: list[Part], findings: _Findings) -> None:
    """Compare parts between those that are alike but for their numbers."""
    if before[0].text.strict_tables:
        rows, others = [_rows(side) for side in (before, after)], [_others(side) for side in (before, after)]
    else:
        rows, others = [[], []], [before, after]
    for ours, theirs in groups(*others):
        if ours and theirs:
            findings.found += _pair(ours, theirs, findings)
            continue
        findings.gone += _others(ours)
        findings.new += _others(theirs)
        rows[0] += _rows(ours)
        rows[1] += _rows(theirs)
    tables = compare_rows(*(sorted(some, key=lambda row: row.number) for some in rows))
    findings.found += tables.found
    findings.gone += tables.gone
    findings.new += tables.new


def _rows(parts: Sequence[Part]) -> list[Part]:
    return [part for part in parts if part.cells]


def _others(parts: Sequence[Part]) -> list[Part]:
    return [part for part in parts if not part.cells]


def _pair(before: Sequence[Part], after: Sequence[Part], findings: _Findings) -> Iterator[Found]:
    """Yield how parts that belong together differ: cell by cell where each is one row."""
    one, other = before[0], after[0]
    if len(before) == len(after) == 1 and one.cells and len(one.cells) == len(other.cells):
        cells = list(cells_between(one, other, [(at, at) for at in range(len(one.cells))]))
        words = [word.key for word in one.words], [word.key for word in other.words]
        if words[0] != words[1]:
            yield from cells
            return
    found = pair_of(before, after)
    if found is None:
        findings.same += min(len(before), len(after))
        findings.partners[one.number] = other.number
    else:
        yield found


def _compare_sheets(before: ComparedPages, after: ComparedPages, findings: _Findings) -> None:
    """Compare the sheets of workbooks: each with that of its name, else with the one that holds most of its rows."""
    ours, theirs = _sheets(before), _sheets(after)
    pairs = _sheet_pairs(ours, theirs, before, after)
    for page, other in sorted(pairs.items()):
        names = before.pages[page - 1][0], after.pages[other - 1][0]
        if names[0] != names[1]:
            findings.found.append(
                Found(
                    DifferenceKind.CHANGED,
                    DifferentPart.SHEET,
                    _whole_sheet(ours[page]),
                    _whole_sheet(theirs[other]),
                )
            )
        _compare_parts(ours[page], theirs[other], findings)
    for page, parts in ours.items():
        if page not in pairs:
            sheet = _whole_sheet(parts)
            findings.found.append(Found(DifferenceKind.GONE, DifferentPart.SHEET, sheet, None))
    for page, parts in theirs.items():
        if page not in pairs.values():
            sheet = _whole_sheet(parts)
            findings.found.append(Found(DifferenceKind.NEW, DifferentPart.SHEET, None, sheet))


def _sheets(text: ComparedPages) -> dict[int, list[Part]]:
    return {page: list(parts) for page, parts in groupby(text.parts, key=lambda part: part.span.page)}


def _sheet_pairs(
    ours: dict[int, list[Part]], theirs: dict[int, list[Part]], before: ComparedPages, after: ComparedPages
) -> dict[int, int]:
    names = {after.pages[page - 1][0]: page for page in theirs}
    found = {page: names[name] for page in ours if (name := before.pages[page - 1][0]) in names}
    scores = []
    for page, parts in ours.items():
        for other, others in theirs.items():
            if page not in found and other not in found.values():
                keys, held = {part.key for part in parts}, {part.key for part in others}
                share = len(keys & held) / max(1, min(len(keys), len(held)))
                if share >= _SAME_SHEET or len(ours) == len(theirs) == 1:
                    scores.append((-share, page, other))
    for _, page, other in sorted(scores):
        if page not in found and other not in found.values():
            found[page] = other
    return found


def _whole_sheet(parts: Sequence[Part]) -> Region:
    """Return a sheet as a region; what is said of it is its name."""
    held = Region(parts, (parts[0].span,))
    held.marks = list(held.spans)
    return held


def _lone(parts: Sequence[Part], kind: DifferenceKind) -> Iterator[Found]:
    """Yield what only one side has: whole tables and paragraphs as one, all else by itself."""
    for _, some in groupby(enumerate(parts), key=lambda one: (one[1].block, one[1].number - one[0])):
        block = [part for _, part in some]
        first = block[0]
        is_table = bool(first.cells) and len(block) > 1 and _is_whole(block)
        is_paragraph = first.kind is DifferentPart.SENTENCE and len(block) > 1
        if is_table or is_paragraph:
            yield _alone(block, kind, DifferentPart.TABLE if is_table else DifferentPart.PARAGRAPH)
        else:
            for part in block:
                yield _alone([part], kind, part.kind)


def _is_whole(rows: Sequence[Part]) -> bool:
    """Return True if rows are all of their table."""
    parts, after = rows[0].text.parts, rows[-1].number + 1
    is_last = after == len(parts) or parts[after].block != rows[0].block
    return rows[0].text.first_of_block(rows[0].block) is rows[0] and is_last


def _alone(parts: Sequence[Part], kind: DifferenceKind, part: DifferentPart) -> Found:
    held = region(parts)
    held.marks = list(held.spans)
    gone = kind is DifferenceKind.GONE
    return Found(kind, part, held if gone else None, None if gone else held)


def _named(found: Found) -> Found:
    """Call what differs in its number alone renumbered."""
    before, after = found.before, found.after
    if found.kind is not DifferenceKind.CHANGED or before is None or after is None or found.row or found.column:
        return found
    if all(_is_in_label(side) for side in (before, after)) and (before.marks or after.marks):
        found.kind = DifferenceKind.RENUMBERED
    return found


def _is_in_label(side: Region) -> bool:
    """Return True if everything that is marked is the number that a heading, clause or item begins with."""
    part = side.parts[0]
    words = part.words
    if not words or part.cells:
        return False
    text, start = part.text.text_of(part.span), words[0].start - part.span.start
    label = _LABEL.match(text, start)
    if label is None:
        return False
    is_heading = part.kind is DifferentPart.HEADING
    is_quantity = not is_heading and not label["end"] and _PLAIN_NUMBER.match(label.group()) is not None
    if not is_heading and not text[label.end() :].strip():
        return False
    end = part.span.start + label.end()
    return not is_quantity and all(
        mark.page == part.span.page and mark.start >= part.span.start and mark.end <= end for mark in side.marks
    )


class _Order:
    """Sorts differences as a reader meets them: what is gone stands where it was, behind what is still there."""

    def __init__(self, partners: dict[int, int]) -> None:
        self._before = sorted(partners)
        self._partners = partners

    def __call__(self, found: Found) -> tuple[float, int, int]:
        side = found.after
        if side is not None:
            first = side.spans[0]
            return side.number, first.page, first.start
        number = found.before.number if found.before is not None else 0
        return self._place_of(number), number, 0

    def _place_of(self, number: int) -> float:
        at = bisect_left(self._before, number) - 1
        return self._partners[self._before[at]] + 0.5 if at >= 0 else -0.5


def worded(found: Sequence[Found], files: tuple[str, str]) -> Iterator[Difference]:
    """Yield differences with their words and places, numbered."""
    for number, one in enumerate(found, 1):
        before = None if one.before is None else _side(one.before, files[0], one.part)
        after = None if one.after is None else _side(one.after, files[1], one.part)
        yield Difference(number, one.kind, one.part, before, after, one.row, one.column)


def _side(held: Region, file: str, part: DifferentPart) -> Side:
    text = held.parts[0].text
    places = tuple(_place(text, span) for span in held.spans)
    if part is DifferentPart.SHEET:
        name = places[0].page_label
        return Side(file, places, name, ((0, len(name)),))
    whole = "\n".join(text.text_of(span) for span in held.spans)
    marks: list[tuple[int, int]] = []
    begun = 0
    for span in held.spans:
        marks += [
            (begun + mark.start - span.start, begun + mark.end - span.start)
            for mark in held.marks
            if mark.page == span.page and span.start <= mark.start and mark.end <= span.end
        ]
        begun += span.end - span.start + 1
    around = None if held.around is None else _place(text, held.around)
    return Side(file, places, whole, tuple(sorted(marks)), held.parts[0].heading, around)


def _place(text: ComparedPages, span: Span) -> Place:
    return Place(span.page, text.pages[span.page - 1][0], span.start, span.end)
