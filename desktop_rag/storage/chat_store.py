"""Conversations in a database of their own; an answer is stored whole, as JSON, so that its citations reopen."""

import json
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import apsw

from desktop_rag.results import Answer, AnswerState, Citation, ConversationInfo, Source, Turn, Usage
from desktop_rag.storage.chat_schema import CHAT_SCHEMA
from desktop_rag.storage.connection import connect, select, storage_errors
from desktop_rag.storage.migrations import migrate

_TITLE_LENGTH = 80


class ChatStore:
    """Opens the file for each call, so it may be used from any thread."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def conversations(self) -> tuple[ConversationInfo, ...]:
        """Return every conversation, the latest first."""
        with self._open() as db:
            rows = select(db, "SELECT id, title, index_name, updated FROM conversations ORDER BY updated DESC, id")
        return tuple(ConversationInfo(*row) for row in rows)

    def create(self, index_name: str, title: str = "") -> str:
        """Start a conversation and return its id; without a title the first question becomes it."""
        conversation, now = uuid.uuid4().hex, time.time()
        with self._open() as db, db:
            db.execute("INSERT INTO conversations VALUES (?, ?, ?, ?, ?)", (conversation, title, index_name, now, now))
        return conversation

    def delete(self, conversation: str) -> None:
        """Delete a conversation with its turns."""
        with self._open() as db, db:
            db.execute("DELETE FROM conversations WHERE id = ?", (conversation,))

    def rename_index(self, name: str, new_name: str) -> None:
        """Follow an index to its new name."""
        with self._open() as db, db:
            db.execute("UPDATE conversations SET index_name = ? WHERE index_name = ?", (new_name, name))

    def turns(self, conversation: str) -> tuple[Turn, ...]:
        """Return the turns of a conversation, the first one first."""
        with self._open() as db:
            rows = select(db, "SELECT question, answer FROM turns WHERE conversation = ? ORDER BY id", (conversation,))
        return tuple(Turn(question, _from_json(answer) if answer else None) for question, answer in rows)

    def ask(self, conversation: str, question: str) -> int:
        """Store a question before its answer exists (so that it is never lost) and return the turn's id."""
        now = time.time()
        with self._open() as db, db:
            db.execute(
                "UPDATE conversations SET updated = ?, title = iif(title = '', ?, title) WHERE id = ?",
                (now, " ".join(question.split())[:_TITLE_LENGTH], conversation),
            )
            db.execute(
                "INSERT INTO turns (conversation, question, asked_at) VALUES (?, ?, ?)", (conversation, question, now)
            )
            turn = db.last_insert_rowid()
        return turn  # noqa: RET504 - a with block may swallow exceptions for all a type checker knows

    def answer(self, turn: int, answer: Answer) -> None:
        """Store the answer of a turn, stopped and failed ones too."""
        with self._open() as db, db:
            db.execute("UPDATE turns SET answer = ? WHERE id = ?", (json.dumps(asdict(answer)), turn))

    @contextmanager
    def _open(self) -> Iterator[apsw.Connection]:
        """Open the file, bringing it up to date when needed."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        connection = connect(self._path)
        try:
            with storage_errors(self._path):
                migrate(connection, CHAT_SCHEMA, self._path)
                yield connection
        finally:
            connection.close()


def _from_json(stored: str) -> Answer:
    """Rebuild a stored answer."""
    values: dict[str, Any] = json.loads(stored)
    values["citations"] = tuple(Citation(**citation) for citation in values["citations"])
    values["sources"] = tuple(
        Source(**{**source, "found_by": tuple(source["found_by"])}) for source in values["sources"]
    )
    values["state"] = AnswerState(values["state"])
    values["usage"] = Usage(**values["usage"])
    return Answer(**values)
