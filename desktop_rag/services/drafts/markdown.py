"""Markdown drafts: their text, and remarks in them.

Remarks on doubtful sentences are HTML comments behind them: whoever edits the file sees them, and no reader of what is
made of it does. Citations are footnotes (``[^dr1]``), which are for readers.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from desktop_rag.services.drafts.plain_file import PlainFile
from desktop_rag.services.drafts.remark import Remark
from desktop_rag.services.exports.document import one_line

_LEFT_OUT = re.compile(
    r"\A\ufeff?---[ \t]*\r?\n.*?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)|\A\ufeff|<!--.*?(?:-->|\Z)|\r(?=\n)", re.DOTALL
)
_CODE = re.compile(r"^(?P<fence>```+|~~~+)[^\n]*\n.*?(?:^(?P=fence)|\Z)|(?P<tick>`+)(?!`).+?(?<!`)(?P=tick)(?!`)",
                   re.DOTALL | re.MULTILINE)  # fmt: skip
_SOURCE = r"(?:[ \t]?\[\^?[\w, –-]{1,12}\](?![(:]))*"
_END_MARKS = re.compile(rf"[*_~]*{_SOURCE}[.!?。！？…]*[\"”’»』」)）*_~]*[.!?。！？…]*{_SOURCE}")
_ROW_END = re.compile(r"(?:\s*\|)+\s*\Z")
_USED = re.compile(r"\[\^dr(\d{1,6})\]")


@dataclass(frozen=True)
class MarkdownDraft:
    """A Markdown draft: ``starts`` are the places in its text of stretches, which begin at ``sources`` of the file."""

    text: str
    starts: Sequence[int]
    sources: Sequence[int]

    def source(self, place: int) -> int:
        """Return the place in the file of one in the text."""
        number = max(0, bisect_right(self.starts, place) - 1)
        return self.sources[number] + place - self.starts[number]


def read_markdown(file: PlainFile) -> MarkdownDraft:
    """Return the text of a Markdown file: all but what heads it for programs (YAML) and comments outside of code."""
    source = file.source
    code = [match.span() for match in _CODE.finditer(source)]
    begins = [begin for begin, _ in code]
    starts, sources, pieces, at, length = [0], [0], list[str](), 0, 0
    for left_out in _LEFT_OUT.finditer(source):
        number = bisect_right(begins, left_out.start()) - 1
        is_code = number >= 0 and left_out.start() < code[number][1]
        if left_out.start() < at or (is_code and left_out.group() != "\r"):
            continue
        pieces.append(source[at : left_out.start()])
        length += len(pieces[-1])
        at = left_out.end()
        starts.append(length)
        sources.append(at)
    return MarkdownDraft("".join([*pieces, source[at:]]).replace("\r", "\n"), starts, sources)


def reviewed_markdown(file: PlainFile, read: MarkdownDraft, remarks: Sequence[Remark]) -> bytes:
    """Return a Markdown file with remarks."""
    used = max((int(one) for one in _USED.findall(file.source)), default=0)
    insertions, notes = list[tuple[int, str]](), list[str]()
    newline = "\r\n" if "\r\n" in file.source else "\n"
    for remark in remarks:
        place = read.source(_end_of(read.text, remark) - 1) + 1  # right behind it, before what is left out there
        if remark.is_citation:
            label = f"[^dr{used + len(notes) + 1}]"
            insertions.append((place, label))
            notes.append(f"{label}: {' '.join(map(one_line, remark.lines))}{newline}")
        else:
            insertions.append((place, f" <!-- {_commented(remark)} -->"))
    if notes:
        blank = "" if file.source.endswith("\n") else newline
        insertions.append((len(file.source), f"{blank}{newline}{''.join(notes)}"))
    return file.with_inserted(insertions)


def _end_of(text: str, remark: Remark) -> int:
    """Return where a remark is put: behind the marks that end its sentence, in a table inside of its last cell."""
    words = text[remark.start : remark.end]
    row = _ROW_END.search(words)
    if row is not None and words.lstrip().startswith("|"):
        return remark.start + row.start()
    marks = _END_MARKS.match(text, remark.end)
    return marks.end() if marks else remark.end


def _commented(remark: Remark) -> str:
    """Return a remark as a comment may have it: without two hyphens in a row and bars, which end comments and cells."""
    words = "Desktop RAG: " + " ".join(map(one_line, remark.lines))
    return re.sub("-(?=-)|-(?=>)|-$", "- ", words).replace("|", "&#124;")
