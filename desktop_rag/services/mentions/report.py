"""Mentions for other people: a table, JSON for programs, or a web page that says how and where they were looked for."""

import datetime as dt
import html
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from desktop_rag import __version__
from desktop_rag.core.csv_files import write_csv
from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import shown_name, shown_path
from desktop_rag.core.results.mentions import Mention, MentionCounts, once_each, summary
from desktop_rag.core.text_files import write_pieces
from desktop_rag.core.user_text import Say, UserText
from desktop_rag.services.exports.document import one_line
from desktop_rag.services.exports.html_writer import PAGE_END, page_beginning
from desktop_rag.services.libraries.links import LibraryLinks
from desktop_rag.services.sources import source_place

SUFFIXES = (".csv", ".json", ".html")
MENTION_COLUMNS = ("File", "Place", "Mention", "Context", "Page", "Start", "End", "Path", "Link")
FILE_COLUMNS = ("File", "Mentions", "State", "Reason", "Path")
_MOST_SPELLINGS = 20  # named on the page


@dataclass(frozen=True, slots=True)
class Report:
    """What was counted, in which library and when; ``links`` lead to its places."""

    library: str
    counts: MentionCounts
    at: dt.datetime
    links: LibraryLinks | None = None

    def link_to(self, mention: Mention) -> str:
        """Return the link to the sentence of a mention, "" where there is none."""
        source = mention.source
        return self.links.url(source.file, source.page, source.text) if self.links is not None else ""


def write_report(report: Report, mentions: Iterable[Mention], target: Path, notes: Path | None, say: Say) -> None:
    """Write a report in the format that the name ends in; without ``mentions`` a statement about the files.

    Raises:
        UserError: the name has another ending, or the file cannot be written.

    """
    suffix = target.suffix.lower()
    is_statement = mentions == ()
    if suffix == ".csv":
        if is_statement:
            write_csv(FILE_COLUMNS, _file_rows(report.counts, say), target, notes)
        else:
            write_csv(MENTION_COLUMNS, (_mention_row(report, one, say) for one in mentions), target, notes)
    elif suffix == ".json":
        write_pieces(_json_pieces(report, None if is_statement else mentions), target, notes)
    elif suffix == ".html":
        write_pieces(_html_pieces(report, mentions, say), target, notes)
    else:
        raise UserError(
            UserText("“{name}” names no format to export to.", name=target.name),
            UserText("Let its name end in {known}.", known=f"{', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}"),
        )


def report_json(report: Report) -> dict[str, object]:
    """Return all but the mentions themselves as JSON values."""
    counts = report.counts
    return {
        "library": report.library,
        "words": counts.query.words,
        "within": counts.query.within,
        "exact": counts.query.exact,
        "method": "condition" if counts.by_condition else "words",
        "complete": not (counts.by_condition or counts.unreadable or counts.waiting or counts.partly),
        "sought": list(counts.sought),
        "written": dict(counts.written),
        "count": counts.count,
        "counts": {
            "files": counts.total,
            "read": counts.read,
            "with": len(counts.files),
            "without": len(counts.without),
            "unreadable": len(counts.unreadable),
            "waiting": len(counts.waiting),
        },
        "files": [{"file": one.file, "count": one.count} for one in counts.files],
        "without": list(counts.without),
        "unreadable": [{"file": one.file, "reason": one.reason} for one in counts.unreadable],
        "waiting": list(counts.waiting),
        "partly": [{"file": one.file, "reason": one.reason} for one in counts.partly],
        "nearest": [{"word": word, "passages": number} for word, number in counts.nearest],
        "at": report.at.isoformat(timespec="seconds"),
        "version": __version__,
        "seconds": round(counts.seconds, 3),
    }


def mention_json(mention: Mention) -> dict[str, object]:
    """Return a mention as JSON values; ``start`` and ``end`` are places in the text of the page."""
    source = mention.source
    return {
        "file": source.file,
        "page": source.page,
        "page_label": source.page_label,
        "start": mention.start,
        "end": mention.end,
        "text": source.text[slice(*mention.ranges[0])],
        "context": source.text,
    }


def _mention_row(report: Report, mention: Mention, say: Say) -> tuple[str | int, ...]:
    source = mention.source
    words = source.text[slice(*mention.ranges[0])]
    return (
        shown_name(source.file),
        source_place(source, say),
        one_line(words),
        one_line(source.text),
        source.page,
        mention.start,
        mention.end,
        shown_path(source.file),
        report.link_to(mention),
    )


def _file_rows(counts: MentionCounts, say: Say) -> Iterator[tuple[str | int, ...]]:
    """Yield every file of the scope once: how many mentions it has, or why it was not looked through."""
    partly = {one.file: one.reason for one in counts.partly}
    waiting, with_mentions = set(counts.waiting), set()
    for one in counts.files:
        state = say(UserText("is read again")) if one.file in waiting else _state_of(one.file, partly, say)
        with_mentions.add(one.file)
        yield shown_name(one.file), one.count, state, say(partly.get(one.file, "")), shown_path(one.file)
    for file in counts.without:
        yield shown_name(file), 0, _state_of(file, partly, say), say(partly.get(file, "")), shown_path(file)
    for gap in counts.unreadable:
        yield shown_name(gap.file), "", say(UserText("could not be read")), say(gap.reason), shown_path(gap.file)
    for file in counts.waiting:
        if file not in with_mentions:
            yield shown_name(file), "", say(UserText("is still being read")), "", shown_path(file)


def _state_of(file: str, partly: dict[str, str], say: Say) -> str:
    return say(UserText("read in part")) if file in partly else say(UserText("read"))


def _json_pieces(report: Report, mentions: Iterable[Mention] | None) -> Iterator[str]:
    """Yield a report as JSON, one mention in memory."""
    whole = report_json(report) | ({"mentions": []} if mentions is not None else {})
    text = json.dumps(whole, ensure_ascii=False, indent=1)
    if mentions is None:
        yield text + "\n"
        return
    beginning, _, end = text.rpartition("[]")
    yield beginning + "["
    for number, one in enumerate(mentions):
        yield (
            ("," if number else "")
            + "\n  "
            + json.dumps(mention_json(one) | {"link": report.link_to(one)}, ensure_ascii=False)
        )
    yield "\n ]" + end + "\n"


def _html_pieces(report: Report, mentions: Iterable[Mention], say: Say) -> Iterator[str]:
    """Yield a report as a web page."""
    counts = report.counts
    title = say(UserText("Every mention of {words}", words=" · ".join(counts.sought)))
    yield page_beginning(title)
    yield f"<h1>{html.escape(title)}</h1>\n<p>{html.escape(say(summary(counts)))}</p>\n<table>\n"
    for label, text in _statement(report, say):
        yield f"<tr><th>{html.escape(label)}</th><td>{html.escape(text)}</td></tr>\n"
    yield "</table>\n"
    file = ""
    for mention in once_each(mentions):
        if mention.source.file != file:
            file = mention.source.file
            yield f"<h3>{html.escape(shown_path(file))}</h3>\n"
        yield _mention_html(mention, report.link_to(mention), say)
    if mentions == () and counts.files:
        rows = ((shown_path(one.file), f"{one.count:,}") for one in counts.files)
        yield from _file_table(say(UserText("Files with mentions")), rows)
    lists = (
        (UserText("Files that were read and have none"), ((file, "") for file in counts.without)),
        (UserText("Files that could not be read"), ((one.file, one.reason) for one in counts.unreadable)),
        (UserText("Files that are still being read"), ((file, "") for file in counts.waiting)),
        (UserText("Files that were read in part"), ((one.file, one.reason) for one in counts.partly)),
    )
    for heading, files in lists:
        yield from _file_table(say(heading), ((shown_path(one), say(reason)) for one, reason in files))
    yield PAGE_END


def _statement(report: Report, say: Say) -> Iterator[tuple[str, str]]:
    """Yield how, where and when it was looked for, a label and a text each."""
    counts, query = report.counts, report.counts.query
    yield say(UserText("Looked for")), " · ".join(counts.sought)
    if query.exact:
        how: str = UserText("Words: complete. Only as written: case, accents, hyphens, forms of numbers and dates.")
    elif counts.by_condition:
        how = counts.method
    else:
        how = UserText(
            "Words: complete. Case and accents don't count, nor do hyphens, words cut at the end of a line, "
            "and what groups the figures of numbers."
        )
    yield say(UserText("Method")), say(how)
    scope = " ".join(filter(None, (query.words, query.within)))
    yield say(UserText("Library")), report.library
    yield say(UserText("Query")), scope
    yield say(UserText("Files")), f"{counts.total:,}"
    yield say(UserText("Files read")), f"{counts.read:,}"
    yield say(UserText("Could not be read")), f"{len(counts.unreadable):,}"
    if counts.written:
        shown = [f"{text} ({number:,})" for text, number in counts.written[:_MOST_SPELLINGS]]
        more = ["…"] if len(counts.written) > _MOST_SPELLINGS else []
        yield say(UserText("Spellings found")), ", ".join(shown + more)
    if counts.nearest:
        yield say(UserText("Words spelt alike")), ", ".join(f"{word} ({number:,})" for word, number in counts.nearest)
    yield say(UserText("When")), report.at.astimezone().strftime("%Y-%m-%d %H:%M:%S %z")
    yield say(UserText("Program")), f"Desktop RAG {__version__}"


def _mention_html(mention: Mention, link: str, say: Say) -> str:
    text, pieces, end = mention.source.text, [], 0
    for start, stop in sorted(mention.ranges):
        pieces += [html.escape(text[end:start]), f"<mark>{html.escape(text[start:stop])}</mark>"]
        end = stop
    pieces.append(html.escape(text[end:]))
    place = html.escape(source_place(mention.source, say))
    place = f'<a href="{html.escape(link)}">{place}</a>' if link else place
    return f'<p><span class="facts">{place}</span><br>{"".join(pieces)}</p>\n'


def _file_table(heading: str, rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield a heading and a table of files, nothing where there are none."""
    is_begun = False
    for file, more in rows:
        if not is_begun:
            yield f"<h3>{html.escape(heading)}</h3>\n<table>\n"
            is_begun = True
        yield f"<tr><td>{html.escape(file)}</td><td>{html.escape(more)}</td></tr>\n"
    if is_begun:
        yield "</table>\n"
