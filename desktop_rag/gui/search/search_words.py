"""Plain words of the search page: kinds of files, languages, times, and how something was found."""

import datetime as dt

from PySide6.QtCore import QCoreApplication, QLocale

from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.answers import Source
from desktop_rag.core.results.search import FileHits, SearchResults
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.words import written

ANY, WEEK, MONTH, YEAR, RANGE = "", "week", "month", "year", "range"
_DAYS = {WEEK: 7, MONTH: 31, YEAR: 366}


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("Search", text, None, count)


def kind(name: str) -> str:
    """Return the name of a kind of files."""
    known = {
        "pdf": _tr("PDF"), "word": _tr("Word"), "spreadsheet": _tr("Spreadsheet"),
        "presentation": _tr("Presentation"), "mail": _tr("Mail"), "picture": _tr("Picture"), "web": _tr("Web page"),
        "book": _tr("Book"), "text": _tr("Text"), "data": _tr("Data"), "code": _tr("Code"), "archive": _tr("Archive"),
        "other": _tr("Other"),
    }  # fmt: skip
    return known.get(name, name)


def language(code: str) -> str:
    """Return the name of a language, in its own words where the system knows them."""
    locale = QLocale(code)
    name = locale.nativeLanguageName()
    return f"{name[:1].upper()}{name[1:]}" if name and locale.language() is not QLocale.Language.C else code


def badge(path: str) -> str:
    """Return the short letters for a file's type."""
    name, _, ending = shown_name(path).rpartition(".")
    return ending.upper() if name and 0 < len(ending) <= 5 else "…"


def place(source: Source) -> str:
    """Return the place of a passage in its file: page and headings."""
    page, heading = words.page(source), words.heading(source).replace(" > ", " › ")
    return " · ".join(part for part in (f"{page[:1].upper()}{page[1:]}", heading) if part)


def found_by(source: Source) -> str:
    """Return the way a passage was found, in a word."""
    if source.found_by == ("name",):
        return _tr("file name")
    if source.found_by == ("words",) and not place(source):
        return ""  # goes without saying: no line for that alone
    return words.found_by(source, short=True)


def date(text: str) -> str:
    """Return a date as the person writes it; nothing for none."""
    try:
        return written(dt.date.fromisoformat(text), short=True)
    except ValueError:
        return ""


def period(name: str, first: str = "", last: str = "") -> str:
    """Return the name of a choice of dates."""
    if name == RANGE:
        return f"{date(first) or '…'} – {date(last) or '…'}"
    return {
        ANY: _tr("Any time"),
        WEEK: _tr("Last 7 days"),
        MONTH: _tr("Last month"),
        YEAR: _tr("Last year"),
    }.get(name, name)


def since(name: str, today: dt.date) -> str:
    """Return the first day of a choice of dates; "" for any time."""
    return (today - dt.timedelta(days=_DAYS[name])).isoformat() if name in _DAYS else ""


def summary(results: SearchResults) -> str:
    """Return the line above the results."""
    count = len(results.files)
    if not count:
        return ""
    files = words.file_count(max(count, results.total_files))
    found = {how for file in results.files for passage in file.passages for how in passage.source.found_by}
    if not found & {"words", "name"} and "meaning" in found:
        return _tr("No passage contains these words · {files} close in meaning").format(files=files)
    return files


def accessible_file(hits: FileHits) -> str:
    """Return a file's text for screen readers."""
    return words.listed(part for part in (shown_name(hits.file), kind(hits.kind), date(hits.modified)) if part)


def more(count: int) -> str:
    """Return the row that shows what else a file has."""
    return _tr("%Ln more in this file", count)


def copies(count: int) -> str:
    """Return the words for other files that say the same."""
    return _tr("also in %Ln other files", count)
