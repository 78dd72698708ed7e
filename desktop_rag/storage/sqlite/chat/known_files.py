"""Notices that the conversations file is gone, emptied, or another one than before.

Beside it lies a note of which files were used and whether the last one held conversations. A file is known by the
moment at which it was first made, which copies and backups keep: one that was restored is no other file.
"""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from desktop_rag.core.errors import UserError
from desktop_rag.core.shared_files import Values, update_json
from desktop_rag.core.user_text import UserText
from desktop_rag.storage.sqlite.connection import Connection, select

Loss = Literal["", "missing", "empty", "replaced"]
_LOG = logging.getLogger(__name__)
_FILES, _HAD, _LOST = "files", "had conversations", "lost"


class KnownFiles:
    """Compares the file at ``path`` with what was noted of it; ``told`` hears of a loss, once."""

    def __init__(self, path: Path, told: Callable[[UserError], object]) -> None:
        self._path = path
        self._note = path.with_suffix(".json")
        self._told = told
        self._compared: tuple[int, int] | None = None  # which file was last compared
        self._last_told: Loss = ""

    def before_opening(self) -> Loss:
        """Return what can be seen of the file before opening makes a new one in its place."""
        try:
            size = self._path.stat().st_size
        except OSError:
            return "missing"
        return "" if size else "empty"

    def compare(self, connection: Connection, before: Loss) -> None:
        """Tell when the file that is open now is not the one that had the conversations."""
        status = self._path.stat()
        if not before and self._compared == (status.st_dev, status.st_ino):
            return
        self._compared = status.st_dev, status.st_ino
        made, has = _state(connection)

        def change(note: Values) -> Values:
            files = _names(note)
            if made in files or not note.get(_HAD):
                return _noted([*files, made], had=has)
            lost: Loss = before or ("replaced" if has else _loss(note.get(_LOST)))
            self._tell(lost)
            # a new file without conversations: told again until there are some
            return _noted([*files, made], had=True) if has else {**_noted(files, had=True), _LOST: lost}

        self._update(change)

    def note(self, connection: Connection) -> None:
        """Note whether the file holds conversations, after one was made or deleted for good."""
        made, has = _state(connection)
        self._update(lambda note: _noted([*_names(note), made], had=has))

    def note_set_aside(self) -> None:
        """Note that the person was told that the file is damaged, and that another one begins."""
        self._update(lambda note: _noted(_names(note), had=False))

    def _update(self, change: Callable[[Values], Values]) -> None:
        try:
            update_json(self._note, change)
        except (OSError, UserError) as error:
            _LOG.warning("It cannot be noted which conversations file is used: %s", error)

    def _tell(self, lost: Loss) -> None:
        if lost == self._last_told:
            return
        self._last_told = lost
        messages = {
            "missing": UserText("The file with your conversations is gone: {file}.", file=self._path),
            "empty": UserText("The file with your conversations was emptied: {file}.", file=self._path),
            "replaced": UserText("Another file has taken the place of your conversations: {file}.", file=self._path),
        }
        step = UserText(
            "To get them back, close the program and put a backup in its place. Pictures and attached files are kept "
            "for thirty days."
        )
        self._told(UserError(messages[lost or "replaced"], step))


def _state(connection: Connection) -> tuple[str, bool]:
    """Return the moment at which a file was first made, and whether it holds conversations."""
    ((made,),) = select(connection, "SELECT min(applied_at) FROM migrations")
    return repr(made), bool(select(connection, "SELECT 1 FROM conversations LIMIT 1"))


def _noted(files: list[str], *, had: bool) -> Values:
    return {_FILES: list(dict.fromkeys(files)), _HAD: had}


def _names(note: Values) -> list[str]:
    files = note.get(_FILES)
    return [str(file) for file in files] if isinstance(files, list) else []


def _loss(noted: object) -> Loss:
    return noted if noted in ("missing", "empty") else "replaced"
