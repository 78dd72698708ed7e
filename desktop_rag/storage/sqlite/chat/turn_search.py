"""Finds what was said in conversations."""

import re
from collections.abc import Mapping, Sequence

import apsw

from desktop_rag.core.results.conversations import ConversationInfo, FoundTurn
from desktop_rag.core.results.versions import one_of_each
from desktop_rag.storage.sqlite.connection import select

# the condition of a conversation whose question is still being edited
UNASKED = "fork >= 0 AND (SELECT count(*) FROM turns WHERE turns.conversation = conversations.id) <= fork"
_TRIGRAM = 3  # the index knows no shorter words
_BEFORE, _AFTER = 12, 90  # characters of an excerpt around the first word: a narrow list shows two dozen


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
    """Whether a turn of a version is found in the conversation that it was edited from."""
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
    """Return what stands around the first word, of the answer if it has one."""
    pattern = re.compile("|".join(map(re.escape, wanted)), re.IGNORECASE)
    text, place = next(
        ((text, match.start()) for text in (answer, question) if (match := pattern.search(text))), (question, 0)
    )
    start, end = max(0, text.find(" ", max(0, place - _BEFORE), place)) if place > _BEFORE else 0, place + _AFTER
    shown = " ".join(text[start:end].split())
    return f"{'…' if start else ''}{shown}{'…' if end < len(text) else ''}"
