"""The models that can be downloaded (``resources/models.toml``), and their files: continued, checked, one at a time.

A download goes on where it stopped, is made by one program at a time, and is held to its size and checksum.
"""

import contextlib
import glob
import hashlib
import os
import re
import secrets
import sys
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO
from urllib.parse import urljoin, urlsplit

import httpx

from desktop_rag.core import net
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.disk_space import LEAST_FREE, check_room, is_no_space, no_space
from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.file_lock import FileLock, try_lock
from desktop_rag.core.paths import resource_path
from desktop_rag.core.private_files import make_private_folder
from desktop_rag.core.user_text import UserText
from desktop_rag.llms.failures import BusyError, plain_errors
from desktop_rag.llms.json_values import number_in

PART = ".part"
_LOCK = ".lock"
_ABANDONED = 86_400.0  # seconds without a byte, after which nobody writes a part of another program
_BLOCK = 1 << 20
_TIMEOUT = 30.0  # seconds of silence
_TRIES = 5  # without a byte between them
_PAUSE = 1.0
_LOOK = 0.5  # seconds between two looks at what another program downloads
_MOST_REDIRECTS = 5
_SHA256 = re.compile(r"[0-9a-f]{64}")
_PARTIAL, _WHOLE, _PAST_THE_END = 206, 200, 416
Tell = Callable[[int, int], None]
"""Hears how many bytes of how many are there."""


@dataclass(frozen=True, slots=True)
class _Place:
    """The address of the bytes, after redirects, and the size and hash of the whole file; 0 and "" if unknown."""

    address: str
    size: int = 0
    sha256: str = ""


@dataclass(frozen=True, slots=True)
class CatalogueModel:
    """A model and where its file is. ``size`` and ``memory`` (with a window of 8,192 tokens) are in bytes."""

    name: str
    title: str
    file: str
    address: str
    size: int
    sha256: str
    memory: int
    licence: str
    languages: str
    note: str


def download_model(model: CatalogueModel, folder: Path, cancel: CancelToken, tell: Tell) -> Path:
    """Return the model's file in ``folder``, downloaded if need be; a stopped download is continued.

    While another program downloads it, this one waits, and tells how far that is.

    Raises:
        UserError: offline, no room, the server fails again and again, or sends something else than it should.
        CancelledError: ``cancel`` was set; what came so far stays.

    """
    target = folder / model.file
    try:
        make_private_folder(folder)
        with _turn(target, model.size, cancel, tell) as part:
            if not (target.is_file() and target.stat().st_size == model.size):
                _Download(model, part, cancel, tell).run()
                part.replace(target)
    except OSError as error:
        if is_no_space(error):
            raise no_space(folder) from error
        raise UserError(
            UserText("{path} cannot be written: {reason}.", path=folder, reason=reason_of(error)),
            "Check its permissions.",
        ) from error
    return target


def try_downloading_lock(target: Path) -> FileLock | None:
    """Return the lock that a program holds while it downloads a file; None while another one does.

    Raises:
        OSError: the folder cannot be written.

    """
    return try_lock(target.with_name(target.name + _LOCK), alone=True)


def release_downloading_lock(lock: FileLock, target: Path) -> None:
    """Let another program have the lock, and leave nothing of it behind."""
    file = target.with_name(target.name + _LOCK)
    if sys.platform == "win32":  # what is open cannot be deleted there
        lock.release()
    with contextlib.suppress(OSError):
        file.unlink()
    lock.release()


@contextmanager
def _turn(target: Path, size: int, cancel: CancelToken, tell: Tell) -> Iterator[Path]:
    """Give the file to download into, once no other program does."""
    shared = target.with_name(target.name + PART)
    while (lock := try_downloading_lock(target)) is None:
        with contextlib.suppress(OSError):
            tell(min(shared.stat().st_size, size), size)
        if cancel.wait(_LOOK):
            cancel.raise_if_cancelled()
    try:
        if lock.is_sure:
            yield shared
            return
        # a drive that knows no locks: each program writes a file of its own, and nothing is continued
        _sweep(target)
        own = target.with_name(f"{target.name}.{secrets.token_hex(4)}{PART}")
        try:
            yield own
        finally:
            own.unlink(missing_ok=True)
    finally:
        release_downloading_lock(lock, target)


def _sweep(target: Path) -> None:
    """Remove the parts that killed programs left where there are no locks."""
    for left in target.parent.glob(f"{glob.escape(target.name)}.*{PART}"):
        with contextlib.suppress(OSError):
            if time.time() - left.stat().st_mtime > _ABANDONED:
                left.unlink()


class _Download:
    """One download into a part file."""

    def __init__(self, model: CatalogueModel, part: Path, cancel: CancelToken, tell: Tell) -> None:
        self._model = model
        self._part = part
        self._cancel = cancel
        self._tell = tell
        self._done = 0

    def run(self) -> None:
        """Fetch all missing bytes, trying again after interruptions, and compare the checksum of the file."""
        self._take_part()
        failures = 0
        while self._done < self._model.size:
            before = self._done
            try:
                self._fetch()
            except UserError as error:
                failures = 0 if self._done > before else failures + 1
                if not error.retryable or failures >= _TRIES:
                    raise self._interrupted(error) from error
                if self._cancel.wait(_PAUSE * failures):
                    self._cancel.raise_if_cancelled()
        if not self._is_right():
            self._part.unlink(missing_ok=True)
            raise _other_file(self._model)

    def _take_part(self) -> None:
        """Begin with the bytes of an earlier download."""
        if not self._part.is_file():
            return
        if self._part.stat().st_size > self._model.size:
            self._part.unlink()
            return
        self._add(self._part.stat().st_size)

    def _is_right(self) -> bool:
        """Return True if the file, as it is on the disk, is the one that was checked."""
        found = hashlib.sha256()
        with self._part.open("rb+") as file:
            while block := file.read(_BLOCK):
                self._cancel.raise_if_cancelled()
                found.update(block)
            os.fsync(file.fileno())
            return file.tell() == self._model.size and found.hexdigest() == self._model.sha256

    def _fetch(self) -> None:
        """Append bytes until the connection ends."""
        check_room(self._part.parent, self._model.size - self._done + LEAST_FREE)
        place = self._locate()
        with self._part.open("ab") as file, self._request("GET", place.address, self._done) as response:
            if response.status_code == _WHOLE and self._done:  # the server does not continue: from the beginning
                file.truncate(0)
                self._done = 0
            elif response.status_code not in (_WHOLE, _PARTIAL):
                raise self._refused(response)
            self._receive(response, file)

    def _receive(self, response: httpx.Response, file: BinaryIO) -> None:
        for block in response.iter_raw():
            self._cancel.raise_if_cancelled()
            if self._done + len(block) > self._model.size:
                file.truncate(0)
                raise _other_file(self._model)
            file.write(block)
            self._add(len(block))
        if self._done < self._model.size:
            raise UserError("The download was interrupted.", retryable=True)

    def _add(self, size: int) -> None:
        self._done += size
        self._tell(self._done, self._model.size)

    def _locate(self) -> _Place:
        """Follow redirects by hand: nothing is sent to plain http from https.

        Raises:
            UserError: they do not end, or the file is another one by what the server says.

        """
        place = _Place(self._model.address)
        for _ in range(_MOST_REDIRECTS):
            with self._request("HEAD", place.address) as response:
                size = number_in(response.headers.get("x-linked-size", "")) or place.size
                tag = response.headers.get("x-linked-etag", "").strip('"').lower()
                place = _Place(place.address, size, tag if _SHA256.fullmatch(tag) else place.sha256)
                if not response.is_redirect:
                    break
                target = urljoin(place.address, response.headers.get("location", ""))
            if not _is_as_safe(place.address, target):
                raise UserError("The server leads to an unsafe address.", "Try again later.")
            place = _Place(target, place.size, place.sha256)
        else:
            raise UserError("The server leads from address to address.", "Try again later.")
        if (place.size or self._model.size) != self._model.size:
            raise _other_file(self._model)
        if (place.sha256 or self._model.sha256) != self._model.sha256:
            raise _other_file(self._model)
        return place

    @contextmanager
    def _request(self, method: str, address: str, start: int = 0) -> Iterator[httpx.Response]:
        headers = {"Accept-Encoding": "identity", **({"Range": f"bytes={start}-"} if start else {})}
        with (
            plain_errors(self._cancel, address),
            net.cancellable_client(
                address, self._cancel, timeout=_TIMEOUT, headers=headers, purpose="download"
            ) as client,
            client.stream(method, address) as response,
        ):
            yield response

    def _refused(self, response: httpx.Response) -> UserError:
        if response.status_code == _PAST_THE_END:
            self._part.unlink(missing_ok=True)
            return _other_file(self._model)
        host = urlsplit(str(response.url)).hostname
        busy = response.status_code >= 500 or response.status_code == 429
        return UserError(
            UserText(
                "{host} does not send the file (code {status_code}).", host=host, status_code=response.status_code
            ),
            "Try again later.",
            retryable=busy,
        )

    def _interrupted(self, error: UserError) -> UserError:
        """Return the error; the bytes received stay, so the next download continues."""
        if not self._done or not error.retryable:
            return error
        message = "The download was interrupted." if isinstance(error, BusyError) else error.message
        return UserError(message, "Download it again to continue where it stopped.", retryable=True)


def _other_file(model: CatalogueModel) -> UserError:
    return UserError(
        UserText(
            "What was downloaded is not the file of {title} that was checked, so it was deleted.", title=model.title
        ),
        "Try again later, or choose another model.",
    )


def _is_as_safe(address: str, target: str) -> bool:
    schemes = urlsplit(address).scheme, urlsplit(target).scheme
    return schemes[1] == "https" or schemes == ("http", "http")


class PacedTeller:
    """Passes on how far a download is, five times a second at most, and at its end."""

    def __init__(self, tell: Callable[[int, int, float], None]) -> None:
        self._tell = tell
        self._started: tuple[float, int] | None = None
        self._last = float("-inf")

    def __call__(self, done: int, total: int) -> None:
        """Pass on ``done`` of ``total`` bytes, and how many come a second."""
        now = time.monotonic()
        if self._started is None:
            self._started = now, done
        if now - self._last >= 0.2 or done == total:
            self._last = now
            seconds = max(now - self._started[0], 1e-3)
            self._tell(done, total, (done - self._started[1]) / seconds)


def read_catalogue() -> tuple[CatalogueModel, ...]:
    """Return the models, smallest first."""
    text = resource_path("models.toml").read_text(encoding="utf-8")
    return tuple(CatalogueModel(**row) for row in tomllib.loads(text)["model"])


def catalogue_model(name: str, models: Sequence[CatalogueModel]) -> CatalogueModel:
    """Return the model of a name, whatever its case.

    Raises:
        UserError: there is none.

    """
    found = next((one for one in models if one.name == name.strip().lower()), None)
    if found is None:
        raise UserError(
            UserText("There is no model named “{name}” to download.", name=name),
            UserText("Choose one of {names}.", names=", ".join(one.name for one in models)),
        )
    return found
