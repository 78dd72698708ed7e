"""The tables of the conversations file."""

from desktop_rag.storage.migrations import Migration, Schema

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

CHAT_SCHEMA = Schema("conversations file", 0x44524348, (Migration("0001-conversations", _FIRST),))
