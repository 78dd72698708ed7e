"""Conversations in a database of their own; an answer is stored whole, as JSON, so that its citations reopen.

It is also the chat store behind the memories (``storage.chat_store.BaseChatStore``): keys are conversations.
"""

import itertools
import json
import re
import time
import uuid
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import apsw

from desktop_rag.config import OptionValue
from desktop_rag.config.store import known_values
from desktop_rag.core.errors import UserError
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.page_breaks import RunOn
from desktop_rag.core.results.answers import (
    AgentStep,
    AllDocumentsOffer,
    Answer,
    AnswerMode,
    AnswerState,
    CheckedSentence,
    Citation,
    Source,
    TraceEvent,
    Usage,
    Verdict,
)
from desktop_rag.core.results.conversations import (
    ConversationInfo,
    ConversationSources,
    FoundTurn,
    Turn,
    one_of_each,
    parent_of_edit,
)
from desktop_rag.storage.sqlite.chat.chat_file import ChatFile
from desktop_rag.storage.sqlite.connection import Connection, select

# the condition of a conversation whose question is still being edited
UNASKED = "fork >= 0 AND (SELECT count(*) FROM turns WHERE turns.conversation = conversations.id) <= fork"
_TRIGRAM = 3  # the index knows no shorter words
_BEFORE, _AFTER = 12, 90  # characters of an excerpt around the first word: a narrow list shows two dozen
_TITLE_LENGTH = 80
_KEPT_UNASKED = 7 * 86_400.0  # seconds that an edited question may wait to be asked
# the ids of all versions of the conversation ?1, however they follow from one another
_FAMILY = """(
    WITH RECURSIVE family (id) AS (
        SELECT ?1
        UNION SELECT conversations.id FROM conversations JOIN family ON conversations.parent = family.id
        UNION SELECT conversations.parent FROM conversations JOIN family ON conversations.id = family.id
            WHERE conversations.parent <> ''
    ) SELECT id FROM family
)"""
_NUMBERED = re.compile(r" \(\d+\)\Z")


def all_conversations(db: apsw.Connection, *, unasked: bool = False) -> tuple[ConversationInfo, ...]:
    """Return every conversation that is not deleted, the latest first; edited ones not yet asked only if wanted."""
    hidden = "FALSE" if unasked else UNASKED
    rows = select(
        db,
        f"""
        SELECT id, title, index_name, updated, pinned, created, parent, fork FROM conversations
        WHERE NOT deleted AND NOT ({hidden}) ORDER BY updated DESC, id
        """,
    )
    return tuple(
        ConversationInfo(id_, title, name, updated, bool(pinned), created, parent, fork)
        for id_, title, name, updated, pinned, created, parent, fork in rows
    )


def find_turns(db: apsw.Connection, query: str, most: int) -> tuple[FoundTurn, ...]:
    """Return the turns that have all words of ``query``, and titles that have them, the latest first."""
    wanted = query.split()
    if not wanted:
        return ()
    known = {info.id: info for info in all_conversations(db)}
    found = [
        FoundTurn(known[conversation], place, _excerpt(question, answer, wanted))
        for conversation, place, question, answer in _matching(db, wanted, most)
        if conversation in known and not _is_parents(known, known[conversation], place)
    ]
    said = {one.conversation.id for one in found}
    others = one_of_each([info for info in known.values() if info.id not in said])
    titled = [FoundTurn(info, 0, "") for info in others if _has(info.title, wanted)]
    return tuple(sorted((*titled, *found), key=lambda one: one.conversation.updated, reverse=True)[:most])


def _is_parents(known: Mapping[str, ConversationInfo], info: ConversationInfo, place: int) -> bool:
    """Return True if a turn of a version is found in the conversation that it was edited from."""
    return place < info.fork and info.parent in known


def _matching(db: apsw.Connection, wanted: Sequence[str], most: int) -> list[tuple[str, int, str, str]]:
    """Return conversation, place, question and answer of the turns with all words, the latest first."""
    conditions, values = ["NOT deleted"], []
    for word in wanted:
        if len(word) >= _TRIGRAM:
            conditions.append("turn_texts MATCH ?")
            values.append('"{}"'.format(word.replace('"', '""')))
        else:
            conditions.append("instr(lower(turn_texts.question || char(10) || turn_texts.answer), lower(?))")
            values.append(word)
    before = "SELECT count(*) FROM turns AS other WHERE other.conversation = turns.conversation AND other.id < turns.id"
    statement = f"""
        SELECT turns.conversation, ({before}), turn_texts.question, turn_texts.answer
        FROM turn_texts JOIN turns ON turns.id = turn_texts.rowid
        JOIN conversations ON conversations.id = turns.conversation
        WHERE {" AND ".join(conditions)} ORDER BY turns.id DESC LIMIT ?
    """
    return select(db, statement, (*values, most))


def _has(title: str, wanted: Sequence[str]) -> bool:
    folded = title.casefold()
    return all(word.casefold() in folded for word in wanted)


def _excerpt(question: str, answer: str, wanted: Sequence[str]) -> str:
    """Return the text around the first word, of the answer if it has one."""
    pattern = re.compile("|".join(map(re.escape, wanted)), re.IGNORECASE)
    text, place = next(
        ((text, match.start()) for text in (answer, question) if (match := pattern.search(text))), (question, 0)
    )
    start, end = max(0, text.find(" ", max(0, place - _BEFORE), place)) if place > _BEFORE else 0, place + _AFTER
    shown = " ".join(text[start:end].split())
    return f"{'…' if start else ''}{shown}{'…' if end < len(text) else ''}"


class ChatStore:
    """Opens the file for each call, so it may be used from any thread; ``report`` receives the loss of the file."""

    def __init__(self, path: Path, report: Callable[[UserError], object] = lambda _: None) -> None:
        self._file = ChatFile(path, report)

    def conversations(self) -> tuple[ConversationInfo, ...]:
        """Return every conversation, the latest first."""
        with self._file.open() as db:
            return all_conversations(db)

    def search(self, query: str, most: int = 100) -> tuple[FoundTurn, ...]:
        """Return the turns with the words of ``query`` in any conversation, the latest first, at most ``most``."""
        with self._file.open() as db:
            return find_turns(db, query, most)

    def create(self, index_name: str, title: str = "") -> str:
        """Start a conversation and return its id; without a title the first question becomes it."""
        conversation, now = uuid.uuid4().hex, time.time()
        with self._file.open() as db, db:
            db.execute(
                "INSERT INTO conversations (id, title, index_name, created, updated) VALUES (?, ?, ?, ?, ?)",
                (conversation, title, index_name, now, now),
            )
            self._file.note(db)
        return conversation

    def rename(self, conversation: str, title: str, *, instead_of: str | None = None) -> bool:
        """Give a conversation another title; with ``instead_of`` only while it has that one. Return whether it did."""
        with self._file.open() as db, db:
            db.execute(
                f"UPDATE conversations SET title = ?2 WHERE id IN {_FAMILY} AND title = coalesce(?3, title)",
                (conversation, title, instead_of),
            )
            changed = db.changes() > 0
        return changed  # noqa: RET504 - a with block may swallow exceptions for all a type checker knows

    def set_pinned(self, conversation: str, *, pinned: bool) -> None:
        """Let a conversation stand before those that are not pinned, or no longer."""
        with self._file.open() as db, db:
            db.execute(f"UPDATE conversations SET pinned = ?2 WHERE id IN {_FAMILY}", (conversation, pinned))

    def branch(self, conversation: str, turns: int, *, edited: bool = False) -> ConversationInfo:
        """Start a conversation with the first ``turns`` of another, its settings, its scope and its sources.

        With ``edited`` it becomes a version of the other (``core.results.conversations``), once it is asked something.

        Raises:
            UserError: the other was deleted.

        """
        branch, now = uuid.uuid4().hex, time.time()
        with self._file.open() as db, db:
            # who thinks better of a question to edit is in a version that was not asked yet
            known = {info.id: info for info in all_conversations(db, unasked=True)}
            if conversation not in known:
                raise UserError("This conversation was deleted.", "Start a new one.")
            old, parent, fork = known[conversation], "", -1
            title = old.title
            if edited:
                parent, fork = parent_of_edit(known, conversation, turns), turns
            else:
                title = _numbered(title, {info.title for info in known.values()})
            db.execute(
                "INSERT INTO conversations "
                "(id, title, index_name, created, updated, settings, scope, sources, pinned, parent, fork) "
                "SELECT ?1, ?2, index_name, ?3, ?3, settings, scope, sources, iif(?4 >= 0, pinned, 0), ?5, ?4 "
                "FROM conversations WHERE id = ?6",
                (branch, title, now, fork, parent, conversation),
            )
            db.execute(
                "INSERT INTO turns (conversation, question, answer, asked_at) SELECT ?, question, answer, asked_at "
                "FROM turns WHERE conversation = ? ORDER BY id LIMIT ?",
                (branch, conversation, turns),
            )
        # what models saw of the other one may end with a summary of later turns
        self.set_messages(branch, [message for turn in self.turns(branch) for message in _messages(turn)])
        return ConversationInfo(branch, title, old.index_name, now, edited and old.pinned, now, parent, fork)

    def delete(self, conversation: str) -> dict[str, ConversationSources]:
        """Take a conversation away, with all its versions; until the next is deleted, ``restore`` brings it back.

        Return the sources of those that were deleted before and are gone for good now, by id.
        """
        with self._file.open() as db, db:
            gone = _purge(db)
            db.execute(f"UPDATE conversations SET deleted = 1 WHERE id IN {_FAMILY}", (conversation,))
        return gone

    def restore(self, conversation: str) -> None:
        """Bring back the conversation that was deleted last; nothing happens when it is gone for good."""
        with self._file.open() as db, db:
            db.execute(f"UPDATE conversations SET deleted = 0 WHERE id IN {_FAMILY}", (conversation,))

    def forget_deleted(self) -> dict[str, ConversationSources]:
        """Purge deleted conversations, and old edits that were never asked; return their sources by id."""
        with self._file.open() as db, db:
            before = time.time() - _KEPT_UNASKED
            db.execute(f"UPDATE conversations SET deleted = 1 WHERE updated < ? AND {UNASKED}", (before,))
            gone = _purge(db)
            self._file.note(db)
        return gone

    def rename_index(self, name: str, new_name: str) -> None:
        """Follow an index to its new name."""
        with self._file.open() as db, db:
            db.execute("UPDATE conversations SET index_name = ? WHERE index_name = ?", (new_name, name))
            for conversation, stored in select(db, "SELECT id, sources FROM conversations WHERE sources <> '{}'"):
                sources = _to_sources(stored)
                if name in sources.libraries:
                    renamed = tuple(new_name if one == name else one for one in sources.libraries)
                    _store_sources(db, conversation, replace(sources, libraries=renamed))

    def sources(self, conversation: str) -> ConversationSources:
        """Return the sources of this conversation beside its library."""
        with self._file.open() as db:
            rows = select(db, "SELECT sources FROM conversations WHERE id = ?", (conversation,))
        return _to_sources(rows[0][0]) if rows else ConversationSources()

    def set_sources(self, conversation: str, sources: ConversationSources) -> None:
        """Ask something else beside its library in this conversation from now on."""
        with self._file.open() as db, db:
            _store_sources(db, conversation, sources)

    def settings(self, conversation: str) -> dict[str, OptionValue]:
        """Return the options that are set for this conversation alone, as far as this version knows them."""
        with self._file.open() as db:
            rows = select(db, "SELECT settings FROM conversations WHERE id = ?", (conversation,))
        return known_values(json.loads(rows[0][0])) if rows else {}

    def set_settings(self, conversation: str, values: Mapping[str, OptionValue]) -> None:
        """Put other options in the place of all that were set for this conversation."""
        with self._file.open() as db, db:
            db.execute("UPDATE conversations SET settings = ? WHERE id = ?", (json.dumps(dict(values)), conversation))

    def scope(self, conversation: str) -> tuple[str, ...]:
        """Return the files that this conversation's questions are about; none means all."""
        with self._file.open() as db:
            rows = select(db, "SELECT scope FROM conversations WHERE id = ?", (conversation,))
        return tuple(json.loads(rows[0][0])) if rows else ()

    def set_scope(self, conversation: str, files: Sequence[str]) -> None:
        """Ask only these files in this conversation from now on."""
        with self._file.open() as db, db:
            db.execute("UPDATE conversations SET scope = ? WHERE id = ?", (json.dumps(list(files)), conversation))

    def all_sources(self) -> dict[str, ConversationSources]:
        """Return the sources of each conversation, also of one that can still be brought back."""
        with self._file.open() as db:
            return {name: _to_sources(stored) for name, stored in select(db, "SELECT id, sources FROM conversations")}

    def get_messages(self, key: str) -> list[ChatMessage]:
        """Return the messages of a conversation that models are shown, the first one first."""
        with self._file.open() as db:
            rows = select(db, "SELECT message FROM messages WHERE conversation = ? ORDER BY position", (key,))
        return [ChatMessage.from_row(json.loads(row[0])) for row in rows]

    def set_messages(self, key: str, messages: Sequence[ChatMessage]) -> None:
        """Put other messages in the place of all that were."""
        with self._file.open() as db, db:
            db.execute("DELETE FROM messages WHERE conversation = ?", (key,))
            rows = ((key, position, json.dumps(message.to_row())) for position, message in enumerate(messages))
            db.executemany("INSERT INTO messages VALUES (?, ?, ?)", rows)

    def add_message(self, key: str, message: ChatMessage) -> None:
        """Add a message at the end."""
        with self._file.open() as db, db:
            db.execute(
                "INSERT INTO messages SELECT ?, coalesce(max(position) + 1, 0), ? FROM messages WHERE conversation = ?",
                (key, json.dumps(message.to_row()), key),
            )

    def delete_messages(self, key: str) -> None:
        """Delete the messages for models of a conversation."""
        self.set_messages(key, ())

    def turns(self, conversation: str, last: int | None = None) -> tuple[Turn, ...]:
        """Return the turns of a conversation, all or the ``last`` ones, the first one first."""
        return tuple(turn for _, turn in self.numbered_turns(conversation, last))

    def numbered_turns(
        self, conversation: str, last: int | None = None, until: int | None = None
    ) -> tuple[tuple[int, Turn], ...]:
        """Return turns, each with the id that ``answer`` and ``replace_answer`` take; of the first ``until`` alone."""
        first = "SELECT id, question, answer, asked_at FROM turns WHERE conversation = ? ORDER BY id LIMIT ?"
        statement = f"SELECT * FROM ({first}) ORDER BY id DESC LIMIT ?"
        values = (conversation, -1 if until is None else until, -1 if last is None else last)
        with self._file.open() as db:
            rows = select(db, statement, values)[::-1]
        return tuple(
            (turn, Turn(question, _from_json(answer) if answer else None, asked))
            for turn, question, answer, asked in rows
        )

    def ask(self, conversation: str, question: str) -> int:
        """Store a question before its answer exists (so that it is never lost) and return the turn's id.

        Raises:
            UserError: the conversation was deleted.

        """
        now = time.time()
        with self._file.open() as db, db:
            db.execute(
                "UPDATE conversations SET updated = ?, title = iif(title = '', ?, title) WHERE id = ? AND NOT deleted",
                (now, " ".join(question.split())[:_TITLE_LENGTH], conversation),
            )
            if not db.changes():
                raise UserError("This conversation was deleted.", "Start a new one.")
            db.execute(
                "INSERT INTO turns (conversation, question, asked_at) VALUES (?, ?, ?)", (conversation, question, now)
            )
            turn = db.last_insert_rowid()
        return turn  # noqa: RET504 - a with block may swallow exceptions for all a type checker knows

    def answer(self, turn: int, answer: Answer) -> None:
        """Store the answer of a turn, stopped and failed ones too."""
        with self._file.open() as db, db:
            db.execute("UPDATE turns SET answer = ? WHERE id = ?", (_to_json(answer), turn))

    def replace_answer(self, turn: int, answer: Answer) -> None:
        """Replace a turn's answer, also in the models' messages; all of it or nothing.

        Raises:
            UserError: the conversation was deleted.

        """
        with self._file.open() as db, db:
            rows = select(db, "SELECT conversation, question FROM turns WHERE id = ?", (turn,))
            if not rows:
                raise UserError("This conversation was deleted.", "Start a new one.")
            ((conversation, question),) = rows
            db.execute("UPDATE turns SET answer = ? WHERE id = ?", (_to_json(answer), turn))
            again = "SELECT count(answer) FROM turns WHERE conversation = ? AND question = ? AND id > ?"
            ((asked_again,),) = select(db, again, (conversation, question, turn))
            place = _message_of(db, conversation, question, asked_again)
            if place is not None:
                message = json.dumps(ChatMessage(MessageRole.ASSISTANT, answer.text).to_row())
                db.execute(
                    "UPDATE messages SET message = ? WHERE conversation = ? AND position = ?",
                    (message, conversation, place),
                )


def _message_of(db: Connection, conversation: str, question: str, asked_again: int) -> int | None:
    """Return the position of a question's answer in the models' messages, None where a summary replaced it.

    Of a question that was ``asked_again`` so many times the answer is as many places before the last.
    """
    statement = "SELECT position, message FROM messages WHERE conversation = ? ORDER BY position"
    rows = select(db, statement, (conversation,))
    messages = [(position, ChatMessage.from_row(json.loads(message))) for position, message in rows]
    places = [
        position
        for (_, before), (position, after) in itertools.pairwise(messages)
        if (before.role, after.role) == (MessageRole.USER, MessageRole.ASSISTANT) and before.content == question
    ]
    return places[-1 - asked_again] if asked_again < len(places) else None


def _purge(db: Connection) -> dict[str, ConversationSources]:
    """Purge deleted conversations; return their sources by conversation."""
    rows = select(db, "SELECT id, sources FROM conversations WHERE deleted")
    gone = {conversation: _to_sources(sources) for conversation, sources in rows}
    db.execute("DELETE FROM conversations WHERE deleted")
    return gone


def _to_sources(stored: str) -> ConversationSources:
    values: dict[str, list[str]] = json.loads(stored)
    return ConversationSources(tuple(values.get("libraries", ())), tuple(values.get("attachments", ())))


def _store_sources(db: Connection, conversation: str, sources: ConversationSources) -> None:
    db.execute("UPDATE conversations SET sources = ? WHERE id = ?", (json.dumps(asdict(sources)), conversation))


def _numbered(title: str, taken: Collection[str]) -> str:
    """Return a title with the next free number: “Lease” -> “Lease (2)” -> “Lease (3)”."""
    name = _NUMBERED.sub("", title)
    return next(numbered for number in itertools.count(2) if (numbered := f"{name} ({number})") not in taken)


def _messages(turn: Turn) -> Iterator[ChatMessage]:
    """Yield the messages for a model of a turn that has an answer in words."""
    if turn.answer is not None and turn.answer.text:
        yield ChatMessage(MessageRole.USER, turn.question)
        yield ChatMessage(MessageRole.ASSISTANT, turn.answer.text)


def _to_json(answer: Answer) -> str:
    """Return an answer as it is stored; ValueError where it has numbers that JSON has not."""
    return json.dumps(asdict(answer), allow_nan=False)


def _from_json(stored: str) -> Answer:
    """Rebuild a stored answer; those of earlier versions have neither steps nor trace nor mode nor verdicts."""
    values: dict[str, Any] = json.loads(stored)
    values["citations"] = tuple(
        Citation(**{**citation, "runs_on": RunOn.of(citation.get("runs_on"))}) for citation in values["citations"]
    )
    values["sources"] = tuple(map(_to_source, values["sources"]))
    values["state"] = AnswerState(values["state"])
    values["usage"] = Usage(**values["usage"])
    values["steps"] = tuple(AgentStep(**step) for step in values.get("steps", ()))
    values["trace"] = tuple(TraceEvent(**event) for event in values.get("trace", ()))
    values["mode"] = AnswerMode(values["mode"]) if "mode" in values else _mode_before(values)
    values["sentences"] = tuple(map(_to_sentence, values.get("sentences", ())))
    values["left_out"] = tuple(values.get("left_out", ()))
    values["nearest"] = tuple(values.get("nearest", ()))
    offer = values.get("offer")
    values["offer"] = AllDocumentsOffer(**offer) if offer else None
    return Answer(**values)


def _to_source(values: dict[str, Any]) -> Source:
    """Rebuild a source; those of earlier versions know nothing of page breaks."""
    parts = {key: RunOn.of(values.get(key)) for key in ("runs_on", "runs_from")}
    return Source(**{**values, "found_by": tuple(values["found_by"]), **parts})


def _to_sentence(values: dict[str, Any]) -> CheckedSentence:
    """Rebuild a checked sentence."""
    spans = tuple((start, end) for start, end in values["unsupported"])
    read = {"verdict": Verdict(values["verdict"]), "reasons": tuple(values["reasons"]), "unsupported": spans}
    return CheckedSentence(**{**values, **read})


def _mode_before(values: dict[str, Any]) -> AnswerMode:
    """Return the mode of an answer of version 0.1, which did not store it: a search had no text to be written."""
    asked = any(event.kind == "llm" and event.payload.get("response") == "" for event in values["trace"])
    silent = values["state"] is AnswerState.DONE and not values["text"] and not asked
    return AnswerMode.SEARCH if silent and values["sources"] else AnswerMode.ANSWER
