"""Plain words for states, times and places: what the lists and lines of the window say."""

import datetime as dt
import re
from collections.abc import Iterable
from functools import cache

from PySide6.QtCore import QCoreApplication, QDate, QDateTime, QLocale

from desktop_rag.core.bibliography import zotero_address as of_zotero
from desktop_rag.core.errors import UserError
from desktop_rag.core.events import BuildProgress, IngestProgress
from desktop_rag.core.file_paths import file_name
from desktop_rag.core.results.answers import SHOWN, Answer, Source
from desktop_rag.core.results.conversations import ConversationInfo
from desktop_rag.core.results.files import FileState
from desktop_rag.core.results.libraries import ATTACHED, IndexInfo
from desktop_rag.gui.widgets.basics import fitting
from desktop_rag.readers.formats import has_slides, is_paged, of_name
from desktop_rag.readers.section_headings import heading_text
from desktop_rag.readers.stamps import is_noted
from desktop_rag.text.translations import ENGLISH, Sentences, gap_after, messages

_LONG_FILE = 5.0  # seconds after which a file is said to take its time
_WEEK, _MONTH = 7, 30  # days
_USUAL = "Try again."  # every language but English translates it
_MARKS = re.compile(r"(?m)^#{1,6}\s+|^\s*[|>]\s?|\*\*|`|[-:|]{3,}|\s\|")
_WEEKDAY = re.compile(r"[\s,،、]*dddd(?:ที่)?[\s,،、]*")
_PART = re.compile(r"y+|M+|d+|(?:'[^']*'|[^'yMd])+")  # a field, or what stands between two


def written(date: dt.date, *, short: bool = False, year: bool = True, day: bool = True) -> str:
    """Return a date with the name of its month, ``short`` with the short one, on request without year or day."""
    pattern = _pattern(QLocale().name(), year=year, day=day)
    shown = pattern.replace("MMMM", "MMM") if short else pattern
    return QLocale().toString(QDate(date.year, date.month, date.day), shown)


@cache
def _pattern(locale: str, *, year: bool, day: bool) -> str:
    """Return the long format of a country without the day of the week and what else is not wanted."""
    parts = _PART.findall(_WEEKDAY.sub("", QLocale(locale).dateFormat(QLocale.FormatType.LongFormat)))
    for field, wanted in (("y", year), ("d", day)):
        if not wanted:
            parts = _without(parts, field)
    return "".join(parts).strip()


def _without(parts: list[str], field: str) -> list[str]:
    """Leave a field out, with what follows it; with what precedes it, where it comes last or nothing else does."""
    place = next((place for place, part in enumerate(parts) if part[0] == field), None)
    if place is None:
        return parts
    before, after = parts[:place], parts[place + 1 :]
    if not after or len(before) == 1:
        before = before[:-1]
    return before + after[1:]


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("Words", text, None, count)


def option_text(text: str) -> str:
    """Return a label or a help of the table of options in the person's language."""
    return QCoreApplication.translate("Options", text)


def sentence(text: str) -> str:
    """Return a text from below the window (errors, reasons, notices) in the person's language."""
    if _message(_USUAL) == _USUAL:  # English, as it is
        return text
    return _sentences().translated(text)


def sentences(*texts: str) -> str:
    """Return texts from below the window in the person's language, one after the other; empty ones count for nothing.

    Between two Chinese or Japanese sentences there is no space.
    """
    said = [sentence(text) for text in texts if text]
    return "".join([*(f"{one}{gap_after(one)}" for one in said[:-1]), *said[-1:]])


def error_text(error: UserError) -> str:
    """Return an error and what to do about it in the person's language."""
    return sentences(error.message, error.next_step)


def _message(text: str) -> str:
    return QCoreApplication.translate("Messages", text)


@cache
def _sentences() -> Sentences:
    return Sentences(messages(ENGLISH), _message)


def number(value: int) -> str:
    """Return a whole number with the separators of the person's language."""
    return QLocale().toString(value)


def listed(names: Iterable[str]) -> str:
    """Return names one after the other as the person's language separates them: “a, b”, “a、b”."""
    return _tr(", ").join(names)


def decimal(value: float, places: int) -> str:
    """Return a number with ``places`` decimal places, in the format of the person's language."""
    return QLocale().toString(value, "f", places)


def file_count(count: int) -> str:
    """Return “1 file” or “1,204 files”."""
    return _tr("%Ln files", count)


def passage_count(count: int) -> str:
    """Return “1 passage” or “1,204 passages”."""
    return _tr("%Ln passages", count)


def model_count(count: int) -> str:
    """Return “1 model” or “12 models”."""
    return _tr("%Ln models", count)


def duration(seconds: float) -> str:
    """Return a short length of time: “20 s”, “6 min”, “2 h”."""
    if seconds < 60:
        return _tr("{count} s").format(count=max(1, round(seconds)))
    if seconds < 5400:
        return _tr("{count} min").format(count=round(seconds / 60))
    return _tr("{count} h").format(count=round(seconds / 3600))


def narrow_library_line(info: IndexInfo, progress: IngestProgress | None) -> str:
    """Return ``library_line`` for a narrow row, which may be shown without its beginning or end (``fitting``).

    The time left stands elsewhere in the row.
    """
    return fitting(library_line(info, progress, with_time=False), "" if info.error else _short_line(info, progress))


def _short_line(info: IndexInfo, progress: IngestProgress | None) -> str:
    """Return a short line of the progress, "" where there is none."""
    if progress is None:
        is_preparing = not _halted_line(info) and not info.need_attention and info.nodes_embedded < info.nodes
        return _meaning_line(info.nodes_embedded, info.nodes) if is_preparing else ""
    if progress.stage == "reading":
        return _reading_line(progress)
    if progress.stage == "switching":
        share = percent(progress.nodes_embedded, progress.nodes)
        return _tr("Changing search model, {percent}%").format(percent=share)
    return _meaning_line(progress.nodes_embedded, progress.nodes) if progress.stage == "embedding" else ""


def _meaning_line(done: int, total: int) -> str:
    return _tr("Meaning search {percent}% ready").format(percent=percent(done, total))


def _reading_line(progress: IngestProgress) -> str:
    return _tr("Reading {done} of {total}").format(
        done=number(progress.files_done), total=file_count(progress.files_total)
    )


def library_line(info: IndexInfo, progress: IngestProgress | None, *, with_time: bool = True) -> str:
    """Return the line under a library's name; without the time left where that stands elsewhere."""
    if info.error:
        return sentence(info.error)
    if progress is not None:
        return _progress_line(progress, with_time=with_time)
    if line := _halted_line(info):
        return line
    return _resting_line(info)


def _resting_line(info: IndexInfo) -> str:
    if not info.files:
        return _tr("No files yet")
    if info.need_attention:
        return _attention_line(info)
    if info.nodes_embedded < info.nodes:
        return _tr("{files} · meaning search {percent}% ready").format(
            files=file_count(info.files), percent=percent(info.nodes_embedded, info.nodes)
        )
    return _tr("{files} · ready").format(files=file_count(info.files))


def _halted_line(info: IndexInfo) -> str:
    """Return the line of a library that waits for the person, a drive, or its turn; "" when it does not."""
    waiting = _tr("%Ln waiting", info.waiting)
    if info.missing:
        gone = sum(missing.gone for missing in info.missing)
        return _tr("%Ln files are gone", gone)
    if info.paused:
        return _tr("Paused · {waiting}").format(waiting=waiting) if info.waiting else _tr("Paused")
    if info.offline and info.files:
        return _tr("Offline · still searchable")
    return _tr("{files} · {waiting}").format(files=file_count(info.files), waiting=waiting) if info.waiting else ""


def waiting_line(info: IndexInfo) -> str:
    """Return the line of a library that will be worked on when another is done."""
    if not info.files:
        return _tr("Waiting for its turn")
    return _tr("{files} · waiting for its turn").format(files=file_count(info.files))


def building_line(progress: BuildProgress) -> str:
    """Return the line of a library of which another index is being built."""
    if progress.total <= 0:
        return _tr("Building…")
    return _tr("Building · {done} of {total}").format(done=number(progress.done), total=passage_count(progress.total))


def _attention_line(info: IndexInfo) -> str:
    """Return the line of a library some of whose files could not be read."""
    if info.need_attention >= info.files:
        return _tr("%Ln files need attention", info.need_attention)
    return _tr("{files} · %Ln need attention", info.need_attention).format(files=file_count(info.files))


def _progress_line(progress: IngestProgress, *, with_time: bool) -> str:
    if progress.stage == "scanning":
        return _tr("Looking for files…")
    if progress.stage == "reading":
        line = _reading_line(progress)
        if far := long_file(progress):
            line = f"{line} · {far}"
    elif progress.stage == "switching":
        line = _tr("Searchable · changing search model, {percent}%").format(
            percent=percent(progress.nodes_embedded, progress.nodes)
        )
    else:
        line = _tr("Searchable by words; meaning search {percent}% ready").format(
            percent=percent(progress.nodes_embedded, progress.nodes)
        )
    left = time_left(progress)
    return f"{line} · {left}" if with_time and left else line


def long_file(progress: IngestProgress) -> str:
    """Return the progress of the file that takes longest, and its time so far; "" when none takes long."""
    if progress.stage != "reading" or not progress.running or progress.running_seconds < _LONG_FILE:
        return ""
    time = duration(progress.running_seconds)
    if not progress.running_pages:
        return time
    return _tr("page {number} · {time}").format(number=number(progress.running_pages), time=time)


def time_left(progress: IngestProgress | None) -> str:
    """Return “6 min left”, or nothing when that is not known."""
    if progress is None or progress.seconds_left is None:
        return ""
    return _tr("{time} left").format(time=duration(progress.seconds_left))


def percent(done: int, total: int) -> int:
    """Return whole percent, 100 only when everything is done."""
    return 100 if total <= 0 else min(100 * done // total, 100)


def progress_fraction(progress: IngestProgress) -> float:
    """Return the fill of the thin bar, 0 to 1."""
    done, total = (
        (progress.nodes_embedded, progress.nodes)
        if progress.stage in ("embedding", "switching")
        else (progress.files_done, progress.files_total)
    )
    return min(1.0, done / total) if total > 0 else 0.0


def day(timestamp: float, today: dt.date) -> str:
    """Return “Today”, “Yesterday” or the date."""
    date = dt.datetime.fromtimestamp(timestamp, dt.UTC).astimezone().date()
    if date >= today:
        return _tr("Today")
    if date == today - dt.timedelta(days=1):
        return _tr("Yesterday")
    return written(date, year=date.year != today.year)


def moment(timestamp: float) -> str:
    """Return a date with its time, in the short form of the country."""
    return QLocale().toString(QDateTime.fromSecsSinceEpoch(int(timestamp)), QLocale.FormatType.ShortFormat)


def conversation_group(info: ConversationInfo, today: dt.date) -> str:
    """Return the heading that a conversation stands below: “Pinned”, “Today”, “Last 7 days”, “March”."""
    if info.pinned:
        return _tr("Pinned")
    date = dt.datetime.fromtimestamp(info.updated, dt.UTC).astimezone().date()
    days = (today - date).days
    if days <= 1:
        return day(info.updated, today)
    if days < _WEEK:
        return _tr("Last 7 days")
    if days < _MONTH:
        return _tr("Last 30 days")
    return QLocale().standaloneMonthName(date.month) if date.year == today.year else written(date, day=False)


def place(source: Source) -> str:
    """Return the place of a source: “report.pdf · page 60”, with its library where that is another one.

    Of a file with a bibliographic record “Miller 2021 · page 60”.
    """
    name = source_name(source)
    inside = page(source) or heading(source).rsplit(" > ", 1)[-1]
    parts = (name, inside if inside != name else "", library(source))
    return " · ".join(part for part in parts if part)


def source_name(source: Source) -> str:
    """Return what a source is called: as a text cites it where it has a record, else by the name of its file."""
    if not source.cited_as:
        return file_name(source.file)
    return _tr("Notes on {work}").format(work=source.cited_as) if is_noted(source.file) else source.cited_as


def zotero_address(source: Source) -> str:
    """Return the address by which Zotero opens a source, at its page where it is a PDF; "" where it is not there."""
    return of_zotero(source.zotero, source.page if of_name(source.file).kind == "pdf" else 0)


def heading(source: Source) -> str:
    """Return the headings that a passage stands below: “Part > Chapter”, what a reader wrote in the person's words."""
    *above, last = source.heading.split(" > ")
    return " > ".join([*above, sentence(heading_text(last))])


def library(source: Source) -> str:
    """Return the name of the library of a source where that is another than the conversation's, or “attached”."""
    return _tr("attached") if source.library.startswith(ATTACHED) else source.library


def page(source: Source) -> str:
    """Return “page 60” or “slide 3”, nothing when the file has neither."""
    label = source.page_label or source.page
    if has_slides(source.file):
        return _tr("slide {page}").format(page=label)
    return _tr("page {page}").format(page=label) if is_paged(source.file) else ""


def found_by(source: Source, *, short: bool = False) -> str:
    """Return the way a passage was found; ``short`` leaves “found by” to the context."""
    if SHOWN in source.found_by:
        return _tr("shown by you") if short else _tr("You said that this answers it")
    long_and_short = {
        ("words",): (_tr("found by words"), _tr("words")),
        ("meaning",): (_tr("found by meaning"), _tr("meaning")),
        ("meaning", "words"): (_tr("found by words and meaning"), _tr("words and meaning")),
    }
    return long_and_short.get(tuple(sorted(set(source.found_by))), ("", ""))[short]


def file_state(state: FileState) -> str:
    """Return the state of a file in the table of files."""
    return {
        FileState.READY: _tr("Ready"),
        FileState.KEYWORD: _tr("Words only"),
        FileState.WAITING: _tr("Waiting"),
        FileState.FAILED: _tr("Not readable"),
        FileState.SKIPPED: _tr("Left out"),
        FileState.OFFLINE: _tr("Offline"),
    }[state]


def answer_line(answer: Answer) -> str:
    """Return the quiet line under an answer: passages used, time, model."""
    parts = []
    if answer.is_passage_list:
        parts.append(passage_count(len(answer.sources)))
    elif answer.sources:
        used = len({citation.marker for citation in answer.citations})
        parts.append(_tr("{used} of {all} passages used").format(used=used, all=len(answer.sources)))
    seconds = answer.timings.get("total") or sum(answer.timings.values())
    if seconds >= 0.05:
        parts.append(_tr("{time} s").format(time=QLocale().toString(seconds, "f", 1)))
    if answer.model:
        parts.append(answer.model)
    return " · ".join(parts)


def stage(name: str, detail: str = "") -> str:
    """Return the text of a stage before the first word of an answer; an unknown stage is shown as it is."""
    known = {
        "searching": _tr("Searching your files…"),
        "connecting": _tr("Connecting to the model…"),
        "loading": _tr("Loading the model…"),
        "reading": _tr("Reading the passages…"),
        "thinking": _tr("The model is thinking…"),
        "writing": _tr("Writing the answer…"),
        "writing queries": _tr("Writing variations of the question…"),
        "building": _tr("Building the index for this way of searching…"),
    }
    plain_name = " ".join(name.replace("_", " ").split())
    text = known.get(name) or (f"{plain_name[:1].upper()}{plain_name[1:]}…" if plain_name else _tr("Working…"))
    return f"{text} {detail.rpartition(': ')[2]}".rstrip()  # “tree: 12 of 340”: the kind is for the log


def plain(text: str) -> str:
    """Return text without the marks of Markdown, for a line that shows a passage's beginning."""
    return _MARKS.sub("", text)


def quoted(text: str) -> str:
    """Return ``text`` in the quotation marks of the window's language."""
    return _tr("“{text}”").format(text=text)


def excerpt(text: str, length: int) -> str:
    """Return the beginning of ``text`` on one line, cut at a word where there are words."""
    flat = " ".join(text[: length * 4].split())
    if len(flat) <= length:
        return flat
    cut = flat[:length]
    at_word = cut.rsplit(" ", 1)[0]
    kept = at_word if len(at_word) > length * 0.5 else cut
    return f"{kept.rstrip('.,;: ')}…"
