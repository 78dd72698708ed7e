"""Takes out of a checked answer what no passage says or one contradicts, and says whether enough is left of it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from desktop_rag.core.results.answers import CheckedSentence, Citation, Verdict

LEAST_SHARE = 1 / 3  # of the checked sentences that must have support for the rest to be an answer
_Range = tuple[int, int]
_ENDS = re.compile(r"[.!?。！？…؟।]+")
_CLOSERS = {
    "**": "**",
    "__": "__",
    "*": "*",
    "_": "_",
    '"': '"',
    ")": "(",
    "）": "（",
    "”": "“",
    "“": "„",
    "’": "‘",
    "」": "「",
    "』": "『",
    "»": "«",
}
_MARKER = re.compile(r" ?\[\d+\]")
_LEAD = re.compile(r"[ \t>]*(?:(?:[-*+•·▪]|\(?\d{1,3}[.)])[ \t]+)?")
_BLANKS = " \t\u3000"
_HEADS = re.compile(r"#|.*[:：]\W*\Z", re.DOTALL)  # a heading, or a sentence that leads over to what follows


@dataclass(frozen=True, slots=True)
class StruckAnswer:
    """An answer without its unsupported sentences, which ``left_out`` holds in order; all ranges are of ``text``."""

    text: str
    citations: tuple[Citation, ...]
    sentences: tuple[CheckedSentence, ...]
    left_out: tuple[str, ...]


def strike(text: str, citations: Sequence[Citation], sentences: Sequence[CheckedSentence]) -> StruckAnswer:
    """Return the answer without sentences that are refused, and without headings below which nothing is left."""
    struck = [one.verdict.is_refused for one in sentences]
    left_out = tuple(text[one.start : one.end] for one, is_struck in zip(sentences, struck, strict=True) if is_struck)
    if not left_out:
        return StruckAnswer(text, tuple(citations), tuple(sentences), ())
    _strike_heads(text, sentences, struck)
    kept = [one for one, is_struck in zip(sentences, struck, strict=True) if not is_struck]
    removed = (one for one, is_struck in zip(sentences, struck, strict=True) if is_struck)
    cuts = _Cuts(text, [_widened(text, one, kept) for one in removed])
    return StruckAnswer(
        cuts.rest(),
        tuple(_moved_citation(one, cuts) for one in citations if not cuts.hold(one.answer_start, one.answer_end)),
        tuple(_moved_sentence(one, cuts) for one in kept),
        left_out,
    )


def is_answered(sentences: Sequence[CheckedSentence]) -> bool:
    """Return True if passages support enough of an answer: a third of the sentences checked, at least in part.

    Where none could be checked, it is not answered, unless that was for the language of the passages.
    """
    checked = [one for one in sentences if one.verdict is not Verdict.UNCHECKED]
    if not checked:
        return any(one.reasons for one in sentences)
    supported = sum(not one.verdict.is_refused for one in checked)
    return supported >= LEAST_SHARE * len(checked)


def _strike_heads(text: str, sentences: Sequence[CheckedSentence], struck: list[bool]) -> None:
    """Strike headings, and sentences that lead over, when all is struck that stands between them and the next one."""
    nothing_left, follows = True, False
    for place in range(len(sentences) - 1, -1, -1):
        one = sentences[place]
        line = text[text.rfind("\n", 0, one.start) + 1 : one.end]
        is_head = one.verdict is Verdict.UNCHECKED and _HEADS.match(line)
        if not is_head:
            nothing_left, follows = nothing_left and struck[place], True
            continue
        struck[place] = nothing_left and follows
        nothing_left, follows = True, False


class _Cuts:
    """Ranges that are taken out of a text."""

    def __init__(self, text: str, ranges: Sequence[_Range]) -> None:
        self._text = text
        spaced = [self._with_space(start, end) for start, end in sorted(ranges)]
        self._ranges = [self._with_empty_lines(start, end) for start, end in _joined(text, spaced)]

    def rest(self) -> str:
        """Return the text without them."""
        pieces, position = [], 0
        for start, end in self._ranges:
            pieces.append(self._text[position:start])
            position = end
        return "".join([*pieces, self._text[position:]])

    def hold(self, start: int, end: int) -> bool:
        """Return True if all of a range is taken out."""
        return start < end and self.moved(start) == self.moved(end)

    def moved(self, position: int) -> int:
        """Return the position in the rest for a position of the text."""
        return position - sum(min(end, position) - start for start, end in self._ranges if start < position)

    def _with_space(self, start: int, end: int) -> _Range:
        """Return a range with the blanks after it; where nothing is left of a line, with all of that line."""
        text = self._text
        while end < len(text) and text[end] in _BLANKS:
            end += 1
        line = text.rfind("\n", 0, start) + 1
        at_end = end == len(text) or text[end] == "\n"
        if at_end and not _LEAD.sub("", text[line:start], count=1).strip():
            return line, min(end + 1, len(text))
        while at_end and start > line and text[start - 1] in _BLANKS:
            start -= 1
        return start, end

    def _with_empty_lines(self, start: int, end: int) -> _Range:
        """Return whole lines with the empty ones that would separate nothing any more."""
        text = self._text
        if (start and text[start - 1] != "\n") or (end < len(text) and text[end - 1] != "\n"):
            return start, end
        if start == 0 or text[:start].endswith("\n\n"):
            while end < len(text) and text[end] == "\n":
                end += 1
        return (len(text[:start].rstrip()), end) if end == len(text) else (start, end)


def _widened(text: str, sentence: CheckedSentence, kept: Sequence[CheckedSentence]) -> _Range:
    """Return a sentence's range widened by its end marks and brackets, or to a table's whole row or a heading."""
    line, stop = text.rfind("\n", 0, sentence.start) + 1, text.find("\n", sentence.end)
    stop = len(text) if stop < 0 else stop
    is_whole = text[line:stop].lstrip().startswith(("|", "#"))
    if is_whole and not any(line <= one.start < stop for one in kept):
        return line, stop
    start, end = sentence.start, sentence.end
    if sentence.citation is not None and (marker := _MARKER.match(text, end)):
        end = marker.end()
    while end < stop:
        if ends := _ENDS.match(text, end):
            end = ends.end()
            continue
        closer = next((one for one in _CLOSERS if text.startswith(one, end)), "")
        opener = _CLOSERS.get(closer, "")
        if not closer:
            break
        if not _is_open(text[start:end], opener, closer):
            if not text[line:start].endswith(opener):
                break
            start -= len(opener)
        end += len(closer)
    return start, end


def _is_open(text: str, opener: str, closer: str) -> bool:
    """Return True if something is opened in a text and not closed again."""
    if opener == closer:
        return text.count(opener) % 2 == 1
    return text.count(opener) > text.count(closer)


def _joined(text: str, ranges: Sequence[_Range]) -> Iterator[_Range]:
    """Yield ranges in order, those put together that have nothing but white space between them."""
    current: _Range | None = None
    for start, end in ranges:
        if current is not None and not text[current[1] : start].strip():
            current = current[0], max(end, current[1])
            continue
        if current is not None:
            yield current
        current = start, end
    if current is not None:
        yield current


def _moved_citation(citation: Citation, cuts: _Cuts) -> Citation:
    start, end = cuts.moved(citation.answer_start), cuts.moved(citation.answer_end)
    return replace(citation, answer_start=start, answer_end=end)


def _moved_sentence(sentence: CheckedSentence, cuts: _Cuts) -> CheckedSentence:
    spans = tuple((cuts.moved(start), cuts.moved(end)) for start, end in sentence.unsupported)
    return replace(sentence, start=cuts.moved(sentence.start), end=cuts.moved(sentence.end), unsupported=spans)
