"""Opening the conversations file, whatever state it is in: a question can be asked without it."""

import logging
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Literal

from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.private_files import make_private_folder
from desktop_rag.core.shared_files import Values, update_json
from desktop_rag.core.user_text import UserText
from desktop_rag.storage.sqlite.connection import (
    CannotWriteError,
    Connection,
    connect,
    select,
    storage_errors,
)
from desktop_rag.storage.sqlite.files.database_files import copy_content, side_files
from desktop_rag.storage.sqlite.foreign_files import DamagedFileError
from desktop_rag.storage.sqlite.migrations import Migration, Schema, migrate

Loss = Literal["", "missing", "empty", "replaced"]
_FILES, _HAD, _LOST = "files", "had conversations", "lost"
_LOG = logging.getLogger(__name__)
_FIRST = """
CREATE TABLE conversations (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    index_name TEXT NOT NULL,
    created REAL NOT NULL,
    updated REAL NOT NULL
) STRICT;

CREATE TABLE turns (
    id INTEGER PRIMARY KEY,
    conversation TEXT NOT NULL REFERENCES conversations ON DELETE CASCADE,
    question TEXT NOT NULL,
    answer TEXT,
    asked_at REAL NOT NULL
) STRICT;
CREATE INDEX turns_by_conversation ON turns (conversation, id);
"""

# What a conversation is shown to models as (a summary may stand for its beginning), and its own settings.
_MESSAGES = """
CREATE TABLE messages (
    conversation TEXT NOT NULL,
    position INTEGER NOT NULL,
    message TEXT NOT NULL,
    PRIMARY KEY (conversation, position)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER messages_of_deleted AFTER DELETE ON conversations BEGIN
    DELETE FROM messages WHERE conversation = old.id;
END;

ALTER TABLE conversations ADD COLUMN settings TEXT NOT NULL DEFAULT '{}';
"""

# The files that a conversation's questions are about, as a JSON list; none means all.
_SCOPE = "ALTER TABLE conversations ADD COLUMN scope TEXT NOT NULL DEFAULT '[]';"

# Those that a person pinned stand first; one that was deleted waits for the end of the program, or to be taken back.
_LIFE = """
ALTER TABLE conversations ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE conversations ADD COLUMN deleted INTEGER NOT NULL DEFAULT 0;
"""

# What was said, to be found again by any three characters in a row, in any script.
_SEARCH = """
CREATE VIRTUAL TABLE turn_texts USING fts5(question, answer, tokenize = 'trigram remove_diacritics 1');
INSERT INTO turn_texts (rowid, question, answer)
    SELECT id, question, coalesce(json_extract(answer, '$.text'), '') FROM turns;
CREATE TRIGGER text_of_question AFTER INSERT ON turns BEGIN
    INSERT INTO turn_texts (rowid, question, answer)
        VALUES (new.id, new.question, coalesce(json_extract(new.answer, '$.text'), ''));
END;
CREATE TRIGGER text_of_answer AFTER UPDATE OF answer ON turns BEGIN
    UPDATE turn_texts SET answer = coalesce(json_extract(new.answer, '$.text'), '') WHERE rowid = new.id;
END;
CREATE TRIGGER text_of_deleted AFTER DELETE ON turns BEGIN
    DELETE FROM turn_texts WHERE rowid = old.id;
END;
"""

# What a conversation is asked of beside its library: {"libraries": [name, …], "attachments": [path, …]}.
_SOURCES = "ALTER TABLE conversations ADD COLUMN sources TEXT NOT NULL DEFAULT '{}';"

# A question that was edited goes on in a conversation of its own, a version of ``parent`` from turn ``fork`` on.
_VERSIONS = """
ALTER TABLE conversations ADD COLUMN parent TEXT NOT NULL DEFAULT '';
ALTER TABLE conversations ADD COLUMN fork INTEGER NOT NULL DEFAULT -1;
"""

CHAT_SCHEMA = Schema(
    UserText("conversations file"),
    0x44524348,
    (
        Migration("0001-conversations", _FIRST),
        Migration("0002-messages-and-settings", _MESSAGES),
        Migration("0003-scope", _SCOPE),
        Migration("0004-pinned-and-deleted", _LIFE),
        Migration("0005-search", _SEARCH),
        Migration("0006-sources", _SOURCES),
        Migration("0007-versions", _VERSIONS),
    ),
)


class KnownFiles:
    """Compares the file at ``path`` with its recorded state; ``report`` is called once for a loss."""

    def __init__(self, path: Path, report: Callable[[UserError], object]) -> None:
        self._path = path
        self._note = path.with_suffix(".json")
        self._report = report
        self._compared: tuple[int, int] | None = None  # which file was last compared
        self._last_reported: Loss = ""

    def before_opening(self) -> Loss:
        """Return the loss that is visible before opening makes a new file in place of the old one."""
        try:
            size = self._path.stat().st_size
        except OSError:
            return "missing"
        return "" if size else "empty"

    def compare(self, connection: Connection, before: Loss) -> None:
        """Report when the open file is not the one that had the conversations."""
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
            # a new file without conversations: reported again until there are some
            return _noted([*files, made], had=True) if has else {**_noted(files, had=True), _LOST: lost}

        self._update(change)

    def note(self, connection: Connection) -> None:
        """Note whether the file holds conversations, after one was made or deleted for good."""
        made, has = _state(connection)
        self._update(lambda note: _noted([*_names(note), made], had=has))

    def note_set_aside(self) -> None:
        """Record that the person was informed that the file is damaged, and that another one begins."""
        self._update(lambda note: _noted(_names(note), had=False))

    def _update(self, change: Callable[[Values], Values]) -> None:
        try:
            update_json(self._note, change)
        except (OSError, UserError) as error:
            _LOG.warning("It cannot be noted which conversations file is used: %s", error)

    def _tell(self, lost: Loss) -> None:
        if lost == self._last_reported:
            return
        self._last_reported = lost
        messages = {
            "missing": UserText("The file with your conversations is gone: {file}.", file=self._path),
            "empty": UserText("The file with your conversations was emptied: {file}.", file=self._path),
            "replaced": UserText("Another file has taken the place of your conversations: {file}.", file=self._path),
        }
        step = UserText(
            "To get them back, close the program and put a backup in its place. Pictures and attached files are kept "
            "for thirty days."
        )
        self._report(UserError(messages[lost or "replaced"], step))


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


class ChatFile:
    """Opens the file at ``path`` for each use, from any thread.

    Where it cannot be written, conversations live in memory as long as this object: those of the file, and new ones.
    ``report`` receives the loss of the file as an error: it is gone, was emptied, or is another one.
    """

    def __init__(self, path: Path, report: Callable[[UserError], object]) -> None:
        self._path = path
        self._known = KnownFiles(path, report)
        self._lock = threading.Lock()
        self._unsaved: Connection | None = None

    @contextmanager
    def open(self) -> Iterator[Connection]:
        """Give a connection to the conversations, brought up to date when needed.

        Raises:
            UserError: they are damaged, cannot be read, or the disk fails.

        """
        with self._lock:
            connection = self._unsaved or self._connect()
        try:
            with storage_errors(self._path, CHAT_SCHEMA.kind):
                yield connection
        finally:
            if connection is not self._unsaved:
                connection.close()

    def note(self, connection: Connection) -> None:
        """Note whether there are conversations, so that their loss is noticed."""
        if connection is not self._unsaved:
            self._known.note(connection)

    def _connect(self) -> Connection:
        """Open the file, or its copy in memory."""
        try:
            return self._to_write()
        except CannotWriteError as error:
            if not self._is_locked():
                raise
            self._unsaved = self._copy()
            _LOG.warning("Conversations are not saved: %s", error)
            return self._unsaved
        except DamagedFileError as error:
            place = self._set_aside(error)
            raise UserError(
                UserText("The conversations file was damaged. It is now called {name}.", name=place.name),
                "Restore it from a backup, or try again to start with a new one. Libraries are not affected.",
                retryable=True,
            ) from error

    def _to_write(self) -> Connection:
        """Open the file to be changed."""
        try:
            make_private_folder(self._path.parent)
        except OSError as error:
            raise CannotWriteError(
                UserText("{path} cannot be created: {reason}.", path=self._path.parent, reason=reason_of(error))
            ) from error
        before = self._known.before_opening()
        connection = connect(self._path, CHAT_SCHEMA)
        try:
            with storage_errors(self._path, CHAT_SCHEMA.kind):
                migrate(connection, CHAT_SCHEMA, self._path)
                self._known.compare(connection, before)
        except BaseException:
            connection.close()
            raise
        return connection

    def _is_locked(self) -> bool:
        """Return True if the file or its folder cannot be written, now and later."""
        places = [place for place in (self._path.parent, self._path) if place.exists()]
        return not all(os.access(place, os.W_OK) for place in places)

    def _copy(self) -> Connection:
        """Return a copy of the file in memory, empty if there is no file."""
        with ExitStack() as opened, storage_errors(self._path, CHAT_SCHEMA.kind):
            copy = opened.enter_context(closing(connect(None)))
            if self._path.exists():
                with closing(connect(self._path, CHAT_SCHEMA, read_only=True)) as stored:
                    copy_content(stored, copy)
            migrate(copy, CHAT_SCHEMA, self._path)
            opened.pop_all()
        return copy

    def _set_aside(self, error: DamagedFileError) -> Path:
        """Rename a damaged file, and SQLite's files beside it."""
        place = self._path.with_name(f"{self._path.stem}.damaged-{time.strftime('%Y%m%d-%H%M%S')}{self._path.suffix}")
        try:
            for part in (*side_files(self._path), self._path):
                if part.exists():
                    part.replace(place.with_name(part.name.replace(self._path.name, place.name, 1)))
        except OSError:
            raise error from None
        self._known.note_set_aside()
        return place
