"""References that models write by themselves: found, taken out, and used as hints.

Known are ``[1]``, ``[1, 3]``, ``[1-3]``, ``[^1]``, ``[Source 2]``, ``[cite: 2]``, ``[出典2]``, ``(Source 2)``,
``(page 12)``, ``[report.pdf, p. 3]``, ``【2†L4】``, ``［1］``, ``〔1〕``, superscripts such as ``¹``, links to them
(``[1](#source-1)``, ``[[1]](…)``), what stands around them (``(see [1])``, ``Source: [1]``), and lists of them at the
end. Links to addresses, footnotes of content, code and years are left alone.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from desktop_rag.citations import marker_grammar as grammar

_CODE = re.compile(r"^(```|~~~).*?(?:^\1[^\n]*$|\Z)", re.MULTILINE | re.DOTALL)  # unclosed it goes on to the end
_INLINE_CODE = re.compile(r"`[^`\n]+`")
_MOST_DIGITS = 2  # of a source's number, as in the grammar
_LONGEST_MEASURE = 12
_LONGEST_EMPHASIS = 500
_NEAR = 60  # characters around a marker that may belong to it


@dataclass(frozen=True, slots=True)
class Hint:
    """The model named source ``number`` at ``position`` of the text without markers."""

    position: int
    number: int


@dataclass(frozen=True, slots=True)
class Edit:
    """A replacement of ``start`` to ``end`` of an answer by ``text``, mostly ""; ``numbers``: the sources it named."""

    start: int
    end: int
    numbers: tuple[int, ...] = ()
    text: str = ""


def code_ranges(text: str) -> list[tuple[int, int]]:
    """Return the ranges of code, in blocks and within lines."""
    return [match.span() for kind in (_CODE, _INLINE_CODE) for match in kind.finditer(text)]


def code_blocks(text: str) -> list[tuple[int, int]]:
    """Return the ranges of code blocks."""
    return [match.span() for match in _CODE.finditer(text)]


def without_markers(answer: str) -> tuple[str, list[Hint]]:
    """Remove the model's markers, but none in code, and return the text and the hints they gave.

    One that stands for a word (“according to [1]”) becomes a word, “source 1”.
    """
    hints: list[Hint] = []
    pieces: list[str] = []
    position = length = 0
    for edit in marker_edits(answer):
        pieces += [answer[position : edit.start], edit.text]
        length += edit.start - position + len(edit.text)
        hints += [Hint(length, number) for number in edit.numbers]
        position = edit.end
    return "".join([*pieces, answer[position:]]), hints


def marker_edits(answer: str) -> list[Edit]:
    """Return the edits of ``without_markers``, in order."""
    code = code_ranges(answer)
    kept, removed = _definitions(answer, code)
    listed = _list_at_end(answer)
    found = [
        Edit(match.start(), match.end(), tuple(_numbers(match)), match["words"] or "")
        for match in grammar.MARKER.finditer(answer)
        if not any(start <= match.start() < end for start, end in [*code, *removed, *listed])
        and not _is_content(answer, match, kept)
    ]
    edits = [_with_surroundings(answer, edit) for edit in _joined(answer, found)]
    return sorted([*edits, *(Edit(*span) for span in (removed + listed))], key=lambda edit: edit.start)


def _is_content(text: str, match: re.Match[str], kept: frozenset[str]) -> bool:
    """Return True if a marker's look-alike is content: a power, an array element, a footnote."""
    start, end = match.span()
    if match["raised_word"] or match["sup"]:
        return bool(grammar.MEASURE.search(text[max(0, start - _LONGEST_MEASURE) : start]))
    if not match["bracket"]:
        return False
    before = text[max(0, start - _NEAR) : start]
    label = match.group().strip("[] \\")
    if label in kept or grammar.INTERVAL.search(before) or 0 in _numbers(match):
        return True
    name = grammar.IDENTIFIER.search(before)
    if name is None or not match.group().startswith("["):
        return False
    return bool(grammar.CODE_NAME.match(name.group()) or grammar.CODE_GOES_ON.match(text, end))


def _numbers(match: re.Match[str]) -> list[int]:
    """Return the sources that a marker names; of a range all of them."""
    named = unicodedata.normalize("NFKC", next((match[group] for group in grammar.NUMBERED if match[group]), ""))
    found: list[int] = []
    for first, last in grammar.RANGE.findall(named):
        if max(len(first), len(last)) <= _MOST_DIGITS:  # \cite{1-99999999} names no sources
            found += range(int(first), int(last or first) + 1)
    return found


def _joined(text: str, edits: Sequence[Edit]) -> Iterator[Edit]:
    """Put markers together that stand one after the other, with the commas between them."""
    run: Edit | None = None
    for edit in edits:
        if run is not None and grammar.BETWEEN_MARKERS.fullmatch(text, run.end, edit.start):
            run = Edit(run.start, edit.end, run.numbers + edit.numbers)
            continue
        if run is not None:
            yield run
        run = edit
    if run is not None:
        yield run


def _with_surroundings(text: str, edit: Edit) -> Edit:
    """Widen an edit by brackets left empty around a marker, or write a word where the marker stands for one."""
    edit = _without_emphasis(text, edit)
    before = text[max(0, edit.start - _NEAR) : edit.start]
    opening, closing = grammar.BRACKET_BEFORE.search(before), grammar.BRACKET_AFTER.match(text, edit.end)
    if opening and closing:
        edit = _without_emphasis(text, replace(edit, start=edit.start - len(opening.group()), end=closing.end()))
        return _without_blanks(text, edit)
    line, line_end = grammar.SOURCE_LINE.search(before), grammar.LINE_ENDS.match(text, edit.end)
    if line and line_end:
        return _without_blanks(text, replace(edit, start=edit.start - len(line.group()), end=line_end.end()))
    word = _word_for(text, edit, before)
    return replace(edit, text=word) if word else _without_blanks(text, edit)


def _without_emphasis(text: str, edit: Edit) -> Edit:
    begin = max(0, edit.start - _LONGEST_EMPHASIS)
    line = text[text.rfind("\n", begin, edit.start) + 1 or begin : edit.start]
    mark = grammar.EMPHASIS.search(line)
    # after an odd number of them it closes what stands before the marker
    if mark is None or not text.startswith(mark[1], edit.end) or line[: mark.start()].count(mark[1]) % 2:
        return edit
    return replace(edit, start=edit.start - len(mark[1]), end=edit.end + len(mark[1]))


def _without_blanks(text: str, edit: Edit) -> Edit:
    start = edit.start
    while start and text[start - 1] in " \t":
        start -= 1
    return replace(edit, start=start, text="")


def _word_for(text: str, edit: Edit, before: str) -> str:
    """Return the words for a marker that a sentence needs, “source 1”; "" for others."""
    if not edit.numbers:
        return ""
    named = ", ".join(map(str, edit.numbers))
    if grammar.NOUN_BEFORE.search(before):
        return named
    begins = grammar.SENTENCE_BEGINS.search(before)
    objects = [word for word, pattern in grammar.BEFORE_NOUN.items() if pattern.search(before)]
    subjects = [word for word, pattern in grammar.AFTER_NOUN.items() if begins and pattern.match(text, edit.end)]
    written = "" if edit.text.lower().startswith("cite") else edit.text
    return next((written or f"{word} {named}" for word in [*objects, *subjects]), "")


def _definitions(text: str, code: Sequence[tuple[int, int]]) -> tuple[frozenset[str], list[tuple[int, int]]]:
    """Return the labels of footnotes and links that are content, and the ranges of those that only name a source."""
    kept: set[str] = set()
    removed: list[tuple[int, int]] = []
    for match in grammar.DEFINITION.finditer(text):
        if any(start <= match.start() < end for start, end in code):
            continue
        is_address = bool(grammar.ADDRESS.match(match["text"]))
        if not is_address and (grammar.CITATION.search(match["text"]) or not match["label"].startswith("^")):
            removed.append(match.span())
        else:
            kept.add(match["label"])
    return frozenset(kept), removed


def _list_at_end(text: str) -> list[tuple[int, int]]:
    """Return the range of a list of sources at the end of an answer, none for anything else that stands there."""
    for heading in grammar.LIST_HEADING.finditer(text):
        lines = [line for line in text[heading.end() :].splitlines() if line.strip()]
        if lines and all(grammar.LIST_ITEM.match(line) for line in lines):
            return [(heading.start(), len(text))]
    return []
