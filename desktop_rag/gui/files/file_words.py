"""Describe a file in plain words: its state, kind, size and day."""

import datetime as dt
from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLocale

from desktop_rag.core.file_paths import INSIDE, is_inside, real_path, shown_name
from desktop_rag.core.results.files import FileState, FileStatus, FolderPreview
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.words import written

STATES = (
    FileState.READY,
    FileState.KEYWORD,
    FileState.WAITING,
    FileState.FAILED,
    FileState.SKIPPED,
    FileState.OFFLINE,
)
_SHORT = 50  # seconds: what is rounded to a minute is said so
# The colours of a state's chip: of its words and of its ground.
TONES: dict[FileState, tuple[str, str]] = {
    FileState.READY: ("ok", "accent_soft"),
    FileState.KEYWORD: ("muted", "hover"),
    FileState.WAITING: ("muted", "hover"),
    FileState.FAILED: ("error", "error_soft"),
    FileState.SKIPPED: ("muted", "hover"),
    FileState.OFFLINE: ("warning", "warning_soft"),
}


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("FilesWords", text, None, count)


def state_reason(state: FileState) -> str:
    """Return the tool tip of a state: its meaning in a sentence."""
    return {
        FileState.READY: _tr("Searchable by words and meaning."),
        FileState.KEYWORD: _tr("Searchable by words only for now."),
        FileState.WAITING: _tr("Waiting to be read."),
        FileState.FAILED: _tr("Could not be read. See the reason."),
        FileState.SKIPPED: _tr("Left out. See the reason."),
        FileState.OFFLINE: _tr("Can't be reached right now. It stays searchable."),
    }[state]


def being_read() -> str:
    """Return the state of a file that waits no more: a child process reads it at this moment."""
    return _tr("Being read")


def size(count: int) -> str:
    """Return a size in bytes as people write it: “3.2 MB”."""
    digits = 0 if count < 1024 * 1024 else 1
    return QLocale().formattedDataSize(count, digits, QLocale.DataSizeFormat.DataSizeTraditionalFormat)


def changed(timestamp: float, today: dt.date) -> str:
    """Return the day of a file's last change: “Today”, “Yesterday” or “2 May 2024”; "" when it is not known."""
    if timestamp <= 0:
        return ""
    date = dt.datetime.fromtimestamp(timestamp, dt.UTC).astimezone().date()
    if (today - date).days in (0, 1):
        return words.day(timestamp, today)
    return written(date, short=True)


def folder(file: FileStatus) -> str:
    """Return the folder of a file; of one inside another file, the folder of that."""
    return str(real_path(file.path).parent)


@lru_cache(maxsize=4096)  # a table asks for each row whenever it is painted
def folder_below(path: str, roots: tuple[str, ...]) -> str:
    """Return the folder of a file as it is seen from the added folders: “Reports/2023” rather than the whole path."""
    whole = real_path(path).parent
    for root in sorted(map(Path, roots), key=_depth, reverse=True):
        if whole.is_relative_to(root) and root.name:
            return str(whole.relative_to(root.parent))
    return str(whole)


def place_below(path: str, roots: tuple[str, ...]) -> str:
    """Return a file's place, as ``folder_below``; for one inside others with these: “Reports › archive.zip”."""
    on_disk, *inside = path.split(INSIDE)
    containers = [on_disk, *inside[:-1]] if inside else []
    return " › ".join([folder_below(path, roots), *map(shown_name, containers)])


def _depth(path: Path) -> int:
    """Sort key: the number of folders that a folder lies in."""
    return len(path.parts)


def container(file: FileStatus) -> str:
    """Return “in archive.zip” for a file inside another one, "" for the others."""
    if not file.container and not is_inside(file.path):
        return ""
    return _tr("in {name}").format(name=shown_name(file.container or str(real_path(file.path))))


def pages(file: FileStatus) -> str:
    """Return the number of pages, "" when there are none."""
    return words.number(file.pages) if file.pages else ""


def spoken(file: FileStatus, state: str) -> str:
    """Return a row as a screen reader says it."""
    parts = (shown_name(file.path), container(file), state, words.sentence(file.reason))
    return words.listed(part for part in parts if part)


def found_line(preview: FolderPreview) -> str:
    """Return the number of files found as a text: “Found 1,204 files; 312 left out.”."""
    files = words.file_count(preview.files)
    if not preview.skipped:
        return _tr("Found {files}.").format(files=files)
    return _tr("Found {files}; {count} left out.").format(files=files, count=words.number(preview.skipped))


def preview_line(preview: FolderPreview) -> str:
    """Return the files to be read as a text: “1,204 files (3.2 GB) will be read; 312 are left out.”."""
    if not preview.files and not preview.skipped:
        return _tr("This folder contains no files.")
    read = _tr("%Ln files ({size}) will be read", preview.files).format(size=size(preview.size))
    if not preview.skipped:
        return _tr("{read}.").format(read=read)
    return _tr("{read}; %Ln are left out.", preview.skipped).format(read=read)


def reading_time(preview: FolderPreview) -> str:
    """Return the estimated time until words find the files, as a text; "" where it is unknown."""
    if preview.seconds is None or not preview.files:
        return ""
    if preview.seconds < _SHORT:
        return _tr("Searchable by words in less than a minute.")
    return _tr("Searchable by words in about {time}.").format(time=words.duration(max(preview.seconds, 60.0)))


def types_line(preview: FolderPreview, most: int = 6) -> str:
    """Return “812 .pdf · 240 .docx · 90 others”."""
    listed = list(preview.by_type.items())
    parts = [f"{words.number(count)} {ending or _tr('without extension')}" for ending, count in listed[:most]]
    others = sum(count for _, count in listed[most:])
    if others:
        parts.append(_tr("%Ln others", others))
    return " · ".join(parts)
