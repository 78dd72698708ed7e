"""The results of readers, the reasons why a file has none, and notes of what a damaged file lacks."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from desktop_rag.core.bibliography import BibRecord
from desktop_rag.core.errors import UserError
from desktop_rag.core.mail import MessagePlace
from desktop_rag.core.parallel import asynchronous
from desktop_rag.core.schema import Document
from desktop_rag.core.user_text import UserText
from desktop_rag.readers.format import MAXIMUM_BYTES

READER_VERSION = "14"
"""Raised when files are read otherwise than before: all of them are read again then, what is the same is kept."""
OWN_TIME = "own_time"
"""In the metadata of what is dated by itself, not by its file: when that was, in seconds since 1970."""
Reader = Callable[[Path], list[Document]]
"""Reads one file into its pages: one document per page, in order, with ``page_label`` in the metadata.

Raises ``UserError`` with the reason in plain words when the file cannot be read, and ``NothingToRead``
when there is nothing wrong with it but it holds no text.
"""
_MOST_NOTES = 3  # sentences beside one file
_noted: ContextVar[dict[str, UserText] | None] = ContextVar("noted", default=None)


class BaseReader:
    """A base for custom readers (LlamaIndex's class): define ``load_data`` or ``lazy_load_data``, the other follows."""

    def lazy_load_data(self, *args: Any, **kwargs: Any) -> Iterable[Document]:  # noqa: ANN401 - those of the reader
        """Yield the documents of a source, one after the other."""
        if type(self).load_data is BaseReader.load_data:
            raise NotImplementedError(f"{type(self).__name__} has neither load_data nor lazy_load_data")
        yield from self.load_data(*args, **kwargs)

    def load_data(self, *args: Any, **kwargs: Any) -> list[Document]:  # noqa: ANN401 - those of the reader
        """Return the documents of a source."""
        return list(self.lazy_load_data(*args, **kwargs))

    aload_data = asynchronous(load_data)


class NothingToRead(UserError):  # noqa: N818 - not a failure of the file
    """The file is skipped, not failed: it is empty, or not a document."""


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """The options of reading. ``scratch`` is an empty folder for files inside a file; without one they stay packed.

    ``ocr`` recognises the text of pictures; ``ocr_languages`` are ISO 639-1 codes, the likeliest first, as far as
    the settings or the neighbours of the file tell. ``plugins`` is the setting of that name. ``most_members`` is how
    many files inside it are still taken, None for what a file of its size may bring
    (``readers.containers.unpacking``).
    """

    scratch: Path | None = None
    ocr: bool = True
    ocr_languages: tuple[str, ...] = ()
    maximum_bytes: int = MAXIMUM_BYTES
    plugins: str = ""
    most_members: int | None = None


@dataclass(frozen=True, slots=True)
class Member:
    """A file inside a file (of an archive, attached to a message), unpacked.

    ``name`` is its path inside, "/" between the folders, unique in its container; ``path`` is where it lies now.
    """

    name: str
    path: Path
    modified: float | None = None  # seconds since 1970


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a file: its own pages, made while they are read, and the files inside it.

    ``notice`` says in plain words what was left out, "" when nothing was; not of the ``left_out`` members that were
    too many. ``records`` are what it says of other files; ``message`` is its place among those that it answers.
    """

    pages: Iterable[Document]
    members: Iterable[Member] = ()
    notice: str = ""
    left_out: int = 0
    records: Sequence[BibRecord] = ()
    message: MessagePlace | None = None


def damaged(message: str = "The file is damaged.") -> UserError:
    """Return the reason why a damaged file, or ``what`` it is, cannot be read."""
    return UserError(
        message,
        "Open it in the app that created it and save it again, or download it again.",
    )


def misnamed() -> UserError:
    """Return the reason why a file cannot be read whose content is not what its name promises."""
    return UserError("The file is damaged, or its extension is wrong.", "Open it in the app that created it.")


def protected() -> UserError:
    """Return the reason why an encrypted file cannot be read."""
    return UserError("The file is protected by a password.", "Save a copy without the password and add that.")


def note_missing(text: UserText) -> None:
    """Record a part of the current file that could not be read; each sentence counts once."""
    noted = _noted.get()
    if noted is not None and len(noted) < _MOST_NOTES:
        noted.setdefault(text, text)


@contextmanager
def missing_parts() -> Iterator[dict[str, UserText]]:
    """Gather the notes of readers while pages are taken; the keys are sentences."""
    noted: dict[str, UserText] = {}
    token = _noted.set(noted)
    try:
        yield noted
    finally:
        _noted.reset(token)
