"""A library as jobs return it: its totals, what keeps it from going on, its files."""

from dataclasses import dataclass

from desktop_rag.core.results.files import FileStatus

ATTACHED = "//attached/"
"""Before the id of a conversation: the name of the library of what is attached to it."""


@dataclass(frozen=True, slots=True)
class MissingFiles:
    """Files that would disappear all at once: ``gone`` of the ``files`` known below ``folder``."""

    folder: str
    gone: int
    files: int


@dataclass(frozen=True, slots=True)
class IndexInfo:
    """A library in the list: totals only, cheap to read."""

    name: str
    path: str
    files: int
    nodes: int
    nodes_embedded: int
    need_attention: int  # files failed
    folders: tuple[str, ...] = ()
    error: str = ""  # why the library cannot be opened, in plain words
    waiting: int = 0  # files in the queue, still to be read
    paused: bool = False
    notice: str = ""  # why it does not go on by itself, in plain words: the model's server does not answer, ...
    offline: tuple[str, ...] = ()  # folders that cannot be reached
    missing: tuple[MissingFiles, ...] = ()  # folders of which so much is gone that the person is asked
    keeps_earlier: bool = False  # the text of what it replaces
    earlier_states: int = 0  # of files, that are kept
    earlier_bytes: int = 0
    shared: bool = False  # with other programs of this computer
    folders_to_allow: tuple[str, ...] = ()  # that the file of somebody else lists: not read until the person allows it


@dataclass(frozen=True, slots=True)
class IndexStatus:
    """A library with how much there is of its files, by state, and the first of them, as many as were asked for."""

    info: IndexInfo
    files: tuple[FileStatus, ...]
    counts: dict[str, int]
