"""The tables of the conversations file."""

from desktop_rag.core.user_text import UserText
from desktop_rag.storage.sqlite.migrations import Migration, Schema

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
