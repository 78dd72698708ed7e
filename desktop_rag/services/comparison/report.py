"""Differences for other people: a table, JSON for programs, or a web page with both sides beside each other."""

import datetime as dt
import html
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from desktop_rag import __version__
from desktop_rag.core.csv_files import write_csv
from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.file_paths import earlier_place, file_label, shown_path
from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.results.comparison import (
    CHANGE_WORDS,
    KIND_WORDS,
    PART_WORDS,
    ChangedFile,
    ComparedText,
    Comparison,
    Difference,
    FolderComparison,
    Side,
    folder_summary,
    summary,
)
from desktop_rag.core.text_files import write_pieces
from desktop_rag.core.unfinished import write_at_once
from desktop_rag.core.user_text import Say, UserText
from desktop_rag.services.comparison.alignment import differing
from desktop_rag.services.exports.document import one_line, writable
from desktop_rag.services.exports.docx_writer import packed, text_paragraph
from desktop_rag.services.exports.html_writer import PAGE_END, page_beginning
from desktop_rag.services.sources import source_place

SUFFIXES = (".html", ".docx", ".csv", ".json")
FOLDER_SUFFIXES = (".html", ".csv", ".json")
FILE_COLUMNS = ("Kind", "Before", "After", "Differences", "Reason")
COLUMNS = ("Kind", "Part", "Row", "Column", "Before", "Place before", "After", "Place after")
_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
_STYLE = """
body { max-width: 78rem; } .compared { width: 100%; table-layout: fixed; }
.compared td { overflow-wrap: anywhere; white-space: pre-wrap; width: 50%; }
del { background: #fbdedb; color: #7d1710; } ins { background: #d9f0de; color: #14532a; text-decoration: none; }
"""


@dataclass(frozen=True, slots=True)
class ComparisonReport:
    """What was compared, in which library and when."""

    library: str
    found: Comparison
    at: dt.datetime


def write_comparison(report: ComparisonReport, target: Path, notes: Path | None, say: Say) -> None:
    """Write differences in the format that the name ends in.

    Raises:
        UserError: the name has another ending, or the file cannot be written.

    """
    suffix = target.suffix.lower()
    if suffix == ".csv":
        write_csv(COLUMNS, (_row(one, say) for one in report.found.differences), target, notes)
    elif suffix == ".json":
        whole = comparison_json(report) | {"differences": [difference_json(one) for one in report.found.differences]}
        write_pieces([json.dumps(whole, ensure_ascii=False, indent=1), "\n"], target, notes)
    elif suffix == ".html":
        write_pieces(_html_pieces(report, say), target, notes)
    elif suffix == ".docx":
        _write_word(report, target, notes, say)
    else:
        raise _no_format(target, SUFFIXES)


def _no_format(target: Path, known: Sequence[str]) -> UserError:
    return UserError(
        UserText("“{name}” names no format to export to.", name=target.name),
        UserText("Let its name end in {known}.", known=f"{', '.join(known[:-1])} or {known[-1]}"),
    )


def write_folders(library: str, found: FolderComparison, target: Path, notes: Path | None, say: Say) -> None:
    """Write what became of the files of a folder in the format that the name ends in.

    Raises:
        UserError: the name has another ending, or the file cannot be written.

    """
    suffix = target.suffix.lower()
    if suffix == ".csv":
        write_csv(FILE_COLUMNS, (_file_row(one, say) for one in found.files), target, notes)
    elif suffix == ".json":
        write_pieces([json.dumps(folders_json(library, found), ensure_ascii=False, indent=1), "\n"], target, notes)
    elif suffix == ".html":
        write_pieces(_folder_pieces(library, found, say), target, notes)
    else:
        raise _no_format(target, FOLDER_SUFFIXES)


def folders_json(library: str, found: FolderComparison) -> dict[str, object]:
    """Return what became of the files of a folder as JSON values."""
    return {
        "library": library,
        "before": found.before,
        "after": found.after,
        "since": _moment(found.since),
        "known_since": _moment(found.known_since),
        "counts": {kind.value: count for kind, count in found.counts().items()},
        "same": found.same,
        "version": __version__,
        "seconds": round(found.seconds, 3),
        "files": [
            {
                "kind": one.kind.value,
                "before": one.before,
                "after": one.after,
                "differences": one.differences if one.differences >= 0 else None,
                "kept": _moment(one.kept),
                "reason": one.reason,
            }
            for one in found.files
        ],
    }


def _moment(seconds: float) -> str:
    return dt.datetime.fromtimestamp(seconds, dt.UTC).isoformat(timespec="seconds") if seconds else ""


def _file_row(one: ChangedFile, say: Say) -> tuple[str, ...]:
    differences = str(one.differences) if one.can_be_compared else ""
    paths = (one_line(shown_path(path)) for path in (one.before, one.after))
    return (say(CHANGE_WORDS[one.kind]), *paths, differences, one_line(say(one.reason)))


def _folder_pieces(library: str, found: FolderComparison, say: Say) -> Iterator[str]:
    """Yield a list of files as a web page."""
    before = _moment(found.since)[:10] if found.since else shown_path(found.before)
    title = say(UserText("{before} and {after} compared", before=before, after=shown_path(found.after)))
    yield page_beginning(title)
    yield f"<h1>{html.escape(title)}</h1>\n<p>{html.escape(say(folder_summary(found)))}</p>\n"
    yield f'<p class="facts">{html.escape(library)} · Desktop RAG {__version__}</p>\n<table>\n<tr>'
    heads = (UserText("Kind"), UserText("Before"), UserText("After"), UserText("Differences"), UserText("Reason"))
    yield "".join(f"<th>{html.escape(say(head))}</th>" for head in heads)
    for one in found.files:
        yield "</tr>\n<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in _file_row(one, say))
    yield f"</tr>\n</table>{PAGE_END}"


def comparison_json(report: ComparisonReport) -> dict[str, object]:
    """Return all but the differences themselves as JSON values."""
    found = report.found
    return {
        "library": report.library,
        "before": _text_json(found.before),
        "after": _text_json(found.after),
        "counts": {kind.value: count for kind, count in found.counts().items()},
        "same": found.same,
        "at": report.at.isoformat(timespec="seconds"),
        "version": __version__,
        "seconds": round(found.seconds, 3),
    }


def difference_json(one: Difference) -> dict[str, object]:
    """Return a difference as JSON values; ``start`` and ``end`` are places in the text of the page."""
    return {
        "number": one.number,
        "kind": one.kind.value,
        "part": one.part.value,
        "changed": one.is_changed,
        "row": one.row,
        "column": one.column,
        "before": _side_json(one.before),
        "after": _side_json(one.after),
    }


def _text_json(text: ComparedText) -> dict[str, object]:
    kept = _moment(text.kept)
    return {"file": text.file, "pages": text.pages, "parts": text.parts, "notice": text.notice, "kept": kept}


def _side_json(side: Side | None) -> dict[str, object] | None:
    if side is None:
        return None
    return {
        "file": side.file,
        "heading": side.heading,
        "places": [
            {"page": one.page, "page_label": one.page_label, "start": one.start, "end": one.end} for one in side.places
        ],
        "text": side.text,
        "marks": [list(mark) for mark in side.marks],
    }


def _row(one: Difference, say: Say) -> tuple[str, ...]:
    sides = [
        text
        for side in (one.before, one.after)
        for text in (("", "") if side is None else (one_line(side.text), place_of(side, say)))
    ]
    return (say(KIND_WORDS[one.kind]), say(PART_WORDS[one.part]), one_line(one.row), one_line(one.column), *sides)


def place_of(side: Side, say: Say) -> str:
    """Return the file and the page, slide, sheet or heading of a side."""
    return source_place(side.source(), say)


def _html_pieces(report: ComparisonReport, say: Say) -> Iterator[str]:
    """Yield a report as a web page."""
    found = report.found
    title = _title(found, say)
    yield page_beginning(title, _STYLE)
    yield f"<h1>{html.escape(title)}</h1>\n<p>{html.escape(say(summary(found)))}</p>\n"
    at = report.at.astimezone().strftime("%Y-%m-%d %H:%M:%S %z")
    yield f'<p class="facts">{html.escape(report.library)} · {at} · Desktop RAG {__version__}</p>\n'
    for text in (found.before, found.after):
        if text.notice:
            yield f'<p class="notice">{html.escape(shown_path(text.file))}: {html.escape(say(text.notice))}</p>\n'
    heads = (html.escape(say(UserText("Before"))), html.escape(say(UserText("After"))))
    yield f'<table class="compared">\n<tr><th>{heads[0]}</th><th>{heads[1]}</th></tr>\n'
    for one in found.differences:
        about = _about(one, say)
        yield f'<tr><th colspan="2">{one.number}. {html.escape(about)}</th></tr>\n<tr>'
        for side, tag in ((one.before, "del"), (one.after, "ins")):
            yield f"<td>{_side_html(side, tag, say)}</td>"
        yield "</tr>\n"
    yield f"</table>{PAGE_END}"


def _write_word(report: ComparisonReport, target: Path, notes: Path | None, say: Say) -> None:
    """Write a Word file in which what differs is inserted and deleted, to be accepted or rejected one by one."""
    found = report.found
    title, at = _title(found, say), report.at.astimezone()
    facts = " · ".join((report.library, f"{at:%Y-%m-%d %H:%M}", f"Desktop RAG {__version__}"))
    body = [text_paragraph(writable(title), "Title"), text_paragraph(writable(say(summary(found))), "Facts")]
    body.append(text_paragraph(writable(facts), "Facts"))
    edits = _Edits(report.at)
    for one in found.differences:
        current_token().raise_if_cancelled()
        body.append(text_paragraph(f"{one.number}. {one_line(_about(one, say))}", "Heading3"))
        places = (one_line(place_of(side, say)) for side in (one.before, one.after) if side is not None)
        body.append(text_paragraph(" → ".join(places), "Facts"))
        body.append(edits.paragraph(one.before.text if one.before else "", one.after.text if one.after else ""))
    try:
        write_at_once(target, packed(title, "".join(body)), notes)
    except OSError as error:
        raise UserError(
            UserText("“{name}” cannot be written: {reason}.", name=target.name, reason=reason_of(error)),
            "Close the file if another program has it open, or choose another folder.",
        ) from error


class _Edits:
    """Makes paragraphs of Word with what was deleted and inserted; each edit has a number and a time."""

    def __init__(self, at: dt.datetime) -> None:
        self._by = f'w:author="Desktop RAG" w:date="{at.astimezone(dt.UTC):%Y-%m-%dT%H:%M:%SZ}"'
        self._count = 0

    def paragraph(self, before: str, after: str) -> str:
        """Return the paragraph that has the words of both texts, once where they are alike."""
        first, second = (_TOKEN.findall(one_line(text)) for text in (before, after))
        pieces, end = [], 0
        for gap in differing(first, second):
            pieces.append(_run(second[end : gap.second], "t"))
            pieces.append(self._edit("del", _run(first[gap.first : gap.first_end], "delText")))
            pieces.append(self._edit("ins", _run(second[gap.second : gap.second_end], "t")))
            end = gap.second_end
        pieces.append(_run(second[end:], "t"))
        return f"<w:p>{''.join(pieces)}</w:p>"

    def _edit(self, kind: str, run: str) -> str:
        if not run:
            return ""
        self._count += 1
        return f'<w:{kind} w:id="{self._count}" {self._by}>{run}</w:{kind}>'


def _run(tokens: Sequence[str], tag: str) -> str:
    text = html.escape("".join(tokens), quote=False)
    return f'<w:r><w:{tag} xml:space="preserve">{text}</w:{tag}></w:r>' if text else ""


def _about(one: Difference, say: Say) -> str:
    """Return what differs: the kind, the part, and the names of a cell's row and column."""
    return " · ".join(filter(None, (say(KIND_WORDS[one.kind]), say(PART_WORDS[one.part]), one.row, one.column)))


def _title(found: Comparison, say: Say) -> str:
    """Return the title, with the names of the files, or with their paths where both have the same name."""
    files = [earlier_place(text.file, text.kept) if text.kept else text.file for text in _texts(found)]
    before, after = map(file_label, files)
    if before == after:
        before, after = map(shown_path, files)
    return say(UserText("{before} and {after} compared", before=before, after=after))


def _texts(found: Comparison) -> tuple[ComparedText, ComparedText]:
    return found.before, found.after


def _side_html(side: Side | None, tag: str, say: Say) -> str:
    if side is None:
        return "–"
    pieces, end = [], 0
    for start, stop in side.marks:
        pieces += [html.escape(side.text[end:start]), f"<{tag}>{html.escape(side.text[start:stop])}</{tag}>"]
        end = stop
    pieces.append(html.escape(side.text[end:]))
    return f'<span class="facts">{html.escape(place_of(side, say))}</span><br>{"".join(pieces)}'
