"""Learn how fast files of each kind are read and stored on this computer, across runs."""

import contextlib
import logging
import math
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from desktop_rag.core.shared_files import BusyFileError, peek_json, update_json
from desktop_rag.core.user_text import UserText
from desktop_rag.readers.formats import of_name
from desktop_rag.storage.records import DocumentRecord

RATES_FILE = "reading_rates.json"
_LEAST_FILES, _LEAST_SECONDS = 3, 0.1  # of a kind: less is the luck of a moment
_MOST_SECONDS = 1800.0  # then everything counts half: the computer and the readers change
_ALIKE = 8.0  # files so many times larger or smaller than those that were measured tell nothing of them
_UNKNOWN_SHARE = 0.1  # of the files or bytes: with more of unknown kinds nothing is said
_IF_DAMAGED = UserText(
    "It stored how fast files are read on this computer. The program measures that again as it reads."
)
_LOG = logging.getLogger(__name__)

Amounts = Mapping[str, tuple[int, int]]
"""Files and bytes by their kind (``readers.format.KINDS``)."""


class _Read(msgspec.Struct):
    files: int = 0
    size: int = 0
    seconds: float = 0.0


class ReadingRates:
    """The reading speeds of earlier runs, in the file at ``path``; without a path, as long as this object lives.

    What cannot be read counts as unknown, what cannot be written is measured again. Safe to use from several threads.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._read = self._stored()
        self._unsaved: dict[str, _Read] = {}

    def took(self, records: Sequence[DocumentRecord], seconds: float) -> None:
        """Note how long it took until some files, or members of files, were stored after those before them."""
        outer = [record for record in records if not record.container]
        with self._lock:
            for into in (self._read, self._unsaved):
                for record in records:
                    read = into.setdefault(of_name(record.container or record.path).kind, _Read())
                    read.seconds += seconds / len(records)
                for record in outer:
                    read = into[of_name(record.path).kind]
                    read.files += 1
                    read.size += record.size
            self._read = {kind: _halved(read) for kind, read in self._read.items()}

    def seconds_for(self, amounts: Amounts) -> float | None:
        """Return the estimated seconds for reading; None where too few such files were read before."""
        files, size = (sum(one[place] for one in amounts.values()) for place in (0, 1))
        unknown_files = unknown_size = 0
        total = 0.0
        with self._lock:
            for kind, (count, amount) in amounts.items():
                seconds = _seconds(self._read.get(kind, _Read()), count, amount)
                if seconds is None:
                    unknown_files += count
                    unknown_size += amount
                else:
                    total += seconds
        if not files or unknown_files > files * _UNKNOWN_SHARE or unknown_size > size * _UNKNOWN_SHARE:
            return None
        return total * files / (files - unknown_files)

    def save(self) -> None:
        """Write the measurements, at once or not at all."""
        if self._path is None:
            return
        with self._lock:
            try:
                held = update_json(self._path, self._added, next_step=_IF_DAMAGED)
            except (OSError, BusyFileError) as error:
                _LOG.info("the rates of reading could not be kept: %s", error)
            else:
                self._read, self._unsaved = _from_json(held), {}

    def _added(self, held: dict[str, object]) -> dict[str, object]:
        """Return the measurements of other programs and this one, added up."""
        sums = _from_json(held)
        for kind, new in self._unsaved.items():
            old = sums.get(kind, _Read())
            sums[kind] = _halved(_Read(old.files + new.files, old.size + new.size, old.seconds + new.seconds))
        return {kind: msgspec.to_builtins(read) for kind, read in sums.items()}

    def _stored(self) -> dict[str, _Read]:
        if self._path is None:
            return {}
        try:
            return _from_json(peek_json(self._path) or {})
        except OSError as error:
            _LOG.info("the rates of reading could not be read: %s", error)
            return {}


def _from_json(held: Mapping[str, object]) -> dict[str, _Read]:
    found = {}
    for kind, read in held.items():
        with contextlib.suppress(ValueError):
            found[kind] = msgspec.convert(read, _Read)
    return found


def _halved(read: _Read) -> _Read:
    """Return a sum of many runs as one that counts half."""
    if read.seconds <= _MOST_SECONDS:
        return read
    return _Read(read.files // 2, read.size // 2, read.seconds / 2)


def _seconds(read: _Read, files: int, size: int) -> float | None:
    """Return the seconds that files of a kind take, between the estimates by number and by size."""
    if not files:
        return 0.0
    if read.files < _LEAST_FILES or read.seconds < _LEAST_SECONDS:
        return None
    by_files = read.seconds / read.files * files
    by_size = read.seconds / max(read.size, 1) * max(size, 1)
    return math.sqrt(by_files * by_size) if 1 / _ALIKE <= by_files / by_size <= _ALIKE else None
