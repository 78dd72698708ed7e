"""Threads of mail: messages that answer one another, found when somebody asks, from what each says of itself.

A message names those before it by their ids; it belongs to all that share one with it. One that says it is an answer
and names none belongs to those with its subject that the same people wrote or got within half a year.
"""

import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import apsw

from desktop_rag.core.mail import MessagePlace, ThreadMessage, as_thread, is_quoted_heading, mailboxes
from desktop_rag.core.schema import Metadata
from desktop_rag.storage.filters import with_containers
from desktop_rag.storage.sqlite.connection import select

THREADS = """
CREATE TABLE messages (
    document INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
    message_id TEXT NOT NULL,
    subject TEXT NOT NULL,
    is_loose INTEGER NOT NULL
) STRICT;
CREATE INDEX messages_by_id ON messages (message_id);
CREATE INDEX messages_by_subject ON messages (subject);

CREATE TABLE answered_messages (
    document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    message_id TEXT NOT NULL,
    PRIMARY KEY (document, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX answered_messages_by_id ON answered_messages (message_id);
"""
_MOST = 200  # messages of a thread
_NEAR = 183 * 24 * 3600  # seconds between messages that only their subject and their people join


class _Message(NamedTuple):
    """A stored message."""

    document: int
    path: str
    metadata: Metadata
    message_id: str
    subject: str
    is_loose: bool

    @property
    def time(self) -> float:
        """When it was sent, in seconds since 1970; 0 where nobody knows."""
        when = self.metadata.get("own_time")
        return float(when) if isinstance(when, int | float) else 0.0


class MailThreads:
    """The threads of a library; the caller holds the transaction of writes."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._db = connection

    def put(self, document: int, message: MessagePlace) -> None:
        """Store the place of a message that was just stored itself."""
        is_loose = message.is_answer and not message.answers
        sql = "INSERT OR REPLACE INTO messages (document, message_id, subject, is_loose) VALUES (?, ?, ?, ?)"
        self._db.execute(sql, (document, message.message_id, message.subject, is_loose))
        sql = "INSERT OR IGNORE INTO answered_messages (document, message_id) VALUES (?, ?)"
        self._db.executemany(sql, ((document, one) for one in message.answers))

    def thread(self, path: str) -> tuple[ThreadMessage, ...]:
        """Return the thread that a message, or the one that a file is attached to, belongs to: the oldest first.

        Empty where it is of none, or alone.
        """
        found = self._thread(path)
        return tuple(as_thread((one.path, one.metadata) for one in found)) if len(found) > 1 else ()

    def others(self, path: str) -> list[str]:
        """Return the doc ids of the other messages of a thread, the oldest first."""
        rows = [one.document for one in self._thread(path) if one.path != path]
        sql = "SELECT doc_id FROM documents WHERE id = ?"
        return [doc_id for row in rows for (doc_id,) in select(self._db, sql, (row,))]

    def quoting(self, nodes: Sequence[int]) -> list[int]:
        """Return those of some nodes, by their rows, that are what a message quotes."""
        sql = (
            "SELECT n.id, n.heading FROM nodes n JOIN messages m ON m.document = n.document "
            "WHERE n.id IN (SELECT value FROM json_each(?)) AND n.heading LIKE '%Quoted%'"
        )
        found = select(self._db, sql, (json.dumps(list(nodes)),))
        return [row for row, heading in found if is_quoted_heading(heading.rpartition(" > ")[2])]

    def _thread(self, path: str) -> list[_Message]:
        """Return the messages of a thread by their time; of copies the one asked for, else the first."""
        start = next((one for outer in with_containers(path) for one in self._messages("d.path = ?", (outer,))), None)
        if start is None:
            return []
        found, waiting = {start.document: start}, [start]
        while waiting and len(found) < _MOST:
            for other in self._beside(waiting.pop()):
                if other.document not in found:
                    found[other.document] = other
                    waiting.append(other)
        different = {one.message_id or str(one.document): one for one in [*reversed(found.values()), start]}
        return sorted(different.values(), key=lambda one: (one.time, one.path))

    def _beside(self, message: _Message) -> Iterator[_Message]:
        """Yield the messages that one belongs to, or that belong to it."""
        sql = "SELECT message_id FROM answered_messages WHERE document = ?"
        ids = [row[0] for row in select(self._db, sql, (message.document,))]
        ids += [message.message_id] if message.message_id else []
        of_ids = "(SELECT value FROM json_each(?1))"
        condition = (
            f"m.document IN (SELECT document FROM messages WHERE message_id IN {of_ids} "
            f"UNION SELECT document FROM answered_messages WHERE message_id IN {of_ids})"
        )
        yield from self._messages(condition, (json.dumps(ids),))
        if not message.subject:
            return
        people = mailboxes(message.metadata)
        condition = "m.subject = ? AND (m.is_loose OR ?)"
        for other in self._messages(condition, (message.subject, message.is_loose)):
            near = not (message.time and other.time) or abs(message.time - other.time) <= _NEAR
            if near and people & mailboxes(other.metadata):
                yield other

    def _messages(self, condition: str, values: tuple[str | bool, ...]) -> list[_Message]:
        sql = (
            "SELECT m.document, d.path, d.metadata, m.message_id, m.subject, m.is_loose FROM messages m "
            f"JOIN documents d ON d.id = m.document WHERE {condition} LIMIT {_MOST}"
        )
        return [
            _Message(document, path, json.loads(metadata), message_id, subject, bool(is_loose))
            for document, path, metadata, message_id, subject, is_loose in select(self._db, sql, values)
        ]
