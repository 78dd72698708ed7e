"""The tables of an index file.

Page texts are kept compressed (only the viewer reads them); nodes keep their own text because every
search returns some. The keyword table stores terms prepared by ``desktop_rag.text.analyzer``, so its
tokenizer only has to cut at spaces; ``words`` holds whole what ``terms`` holds cut short. Vectors live in
one ``vec0`` table per embedding space.

What the index kinds made hangs on nodes by foreign keys: what was made of a deleted node goes with it. A fact goes with
the last node that supports it; a summary above a deleted node becomes stale, and one of a document whose nodes change
goes, which the next build mends.
"""

from desktop_rag.core.user_text import UserText
from desktop_rag.storage.records import EMBEDDED, UNSEARCHED, WAITING
from desktop_rag.storage.sqlite.bibliography import BIBLIOGRAPHY
from desktop_rag.storage.sqlite.checked_sentences import CHECKED_SENTENCES
from desktop_rag.storage.sqlite.decided_sentences import DECIDED_SENTENCES
from desktop_rag.storage.sqlite.dismissals import DISMISSALS
from desktop_rag.storage.sqlite.earlier import EARLIER_STATES
from desktop_rag.storage.sqlite.migrations import Migration, Schema
from desktop_rag.storage.sqlite.pins import PINS
from desktop_rag.storage.sqlite.review import REVIEW_RUNS, REVIEW_SCOPES, REVIEW_TABLES
from desktop_rag.storage.sqlite.threads import THREADS

_FIRST = f"""
CREATE TABLE properties (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

CREATE TABLE roots (path TEXT PRIMARY KEY, is_folder INTEGER NOT NULL, added_at REAL NOT NULL) STRICT;

CREATE TABLE documents (
    id INTEGER PRIMARY KEY,
    doc_id TEXT NOT NULL UNIQUE,
    path TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL CHECK (state IN ('parsed', 'failed', 'skipped', 'offline')),
    reason TEXT NOT NULL DEFAULT '',
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    content_hash BLOB NOT NULL,
    pages INTEGER NOT NULL DEFAULT 0,
    nodes INTEGER NOT NULL DEFAULT 0,
    metadata TEXT NOT NULL DEFAULT '{{}}',
    indexed_at REAL NOT NULL
) STRICT;

CREATE TABLE pages (
    document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    page INTEGER NOT NULL,
    label TEXT NOT NULL,
    text BLOB NOT NULL,
    PRIMARY KEY (document, page)
) STRICT, WITHOUT ROWID;

CREATE TABLE nodes (
    id INTEGER PRIMARY KEY,
    node_id TEXT NOT NULL UNIQUE,
    document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    position INTEGER NOT NULL,
    page INTEGER NOT NULL,
    start INTEGER NOT NULL,
    end INTEGER NOT NULL,
    heading TEXT NOT NULL,
    text TEXT NOT NULL,
    text_hash BLOB NOT NULL,
    embedded INTEGER NOT NULL DEFAULT {WAITING}
) STRICT;
CREATE INDEX nodes_by_document ON nodes (document, position);
CREATE INDEX nodes_to_embed ON nodes (id, document) WHERE embedded = {WAITING};
CREATE INDEX nodes_by_text ON nodes (text_hash) WHERE embedded = {EMBEDDED};

CREATE VIRTUAL TABLE keywords USING fts5(
    terms, content = '', contentless_delete = 1, detail = 'full', tokenize = "ascii tokenchars '_'"
);

CREATE TABLE embedding_spaces (
    id INTEGER PRIMARY KEY,
    provider TEXT NOT NULL,
    model TEXT NOT NULL,
    dimensions INTEGER NOT NULL,
    rules TEXT NOT NULL,
    active INTEGER NOT NULL,
    UNIQUE (provider, model, dimensions, rules)
) STRICT;
"""
# keyword_terms() is ours (keyword_store.register_analyzer); what the words are cut to may change with it.
_BEGINNINGS = """
DROP TABLE keywords;
CREATE VIRTUAL TABLE keywords USING fts5(
    terms, words, content = '', contentless_delete = 1, detail = 'full', tokenize = "ascii tokenchars '_'"
);
INSERT INTO keywords (rowid, terms, words)
SELECT id, keyword_terms(heading, text, 'terms'), keyword_terms(heading, text, 'words') FROM nodes;
"""
# Compact codes of large embedding spaces: desktop_rag.storage.sqlite.vectors.codes
_VECTOR_CODES = """
CREATE TABLE code_spaces (
    space INTEGER PRIMARY KEY REFERENCES embedding_spaces ON DELETE CASCADE,
    book BLOB NOT NULL,
    stamp BLOB NOT NULL
) STRICT;

CREATE TABLE code_books (
    space INTEGER PRIMARY KEY REFERENCES embedding_spaces ON DELETE CASCADE,
    mean BLOB NOT NULL,
    rotation BLOB NOT NULL
) STRICT;

CREATE TABLE code_blocks (
    id INTEGER PRIMARY KEY,
    space INTEGER NOT NULL REFERENCES embedding_spaces ON DELETE CASCADE,
    stamp BLOB NOT NULL,
    low INTEGER NOT NULL,
    high INTEGER NOT NULL,
    rowids BLOB NOT NULL,
    signs BLOB NOT NULL,
    magnitudes BLOB NOT NULL,
    factors BLOB NOT NULL
) STRICT;
CREATE INDEX code_blocks_by_space ON code_blocks (space, id, stamp, low, high);
"""
# How many nodes have a term, as the keyword table knows it already.
_COUNTS = "CREATE VIRTUAL TABLE IF NOT EXISTS keyword_counts USING fts5vocab(keywords, 'col')"
# What programs store beside files' passages. ``parent`` is the row of the larger node a node is a part of;
# ``embedded`` is a ``VectorState``.
# A node of type 'passage' has its file's metadata with its own on top; the others have exactly their own.
_NODES_OF_PROGRAMS = """
ALTER TABLE nodes ADD COLUMN type TEXT NOT NULL DEFAULT 'passage';
ALTER TABLE nodes ADD COLUMN metadata TEXT NOT NULL DEFAULT '{}';
ALTER TABLE nodes ADD COLUMN extra TEXT NOT NULL DEFAULT '{}';
ALTER TABLE nodes ADD COLUMN parent INTEGER;
CREATE INDEX nodes_by_parent ON nodes (parent, position) WHERE parent IS NOT NULL;

ALTER TABLE documents ADD COLUMN extra TEXT NOT NULL DEFAULT '{}';

CREATE TABLE indices (
    index_id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    summary TEXT,
    created REAL NOT NULL
) STRICT;
"""
# What waits to be read (the journal of a run: a row goes in the transaction that stores its file), what each folder's
# rules are, and files inside files: their path is "container//path inside". ``words`` of a page that was recognised
# in a picture: where its words stand (readers.page_text). ``moved`` has the old path of files that were moved.
_FILES = f"""
CREATE TABLE pending (
    path TEXT PRIMARY KEY,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    priority INTEGER NOT NULL DEFAULT 0,
    number INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX nodes_waiting ON nodes (document) WHERE embedded = {WAITING};
CREATE INDEX pending_in_order ON pending (priority DESC, number);
CREATE INDEX nodes_special ON nodes (document) WHERE type <> 'passage' OR metadata <> '{{}}' OR embedded = {UNSEARCHED};

ALTER TABLE roots ADD COLUMN rules TEXT NOT NULL DEFAULT '{{}}';
ALTER TABLE roots ADD COLUMN offline INTEGER NOT NULL DEFAULT 0;

ALTER TABLE documents ADD COLUMN container TEXT;
CREATE INDEX documents_by_container ON documents (container) WHERE container IS NOT NULL;
CREATE INDEX documents_by_content ON documents (content_hash, state) WHERE length(content_hash) > 0;

ALTER TABLE pages ADD COLUMN words BLOB;

CREATE TABLE moved (path TEXT PRIMARY KEY, document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE) STRICT;
CREATE INDEX moved_documents ON moved (document);
"""
# Thai, Lao, Khmer and Burmese are kept by threes of characters now.
_THREES = f"""
INSERT OR REPLACE INTO keywords (rowid, terms, words)
SELECT id, keyword_terms(heading, text, 'terms'), keyword_terms(heading, text, 'words') FROM nodes
WHERE type = 'passage' AND embedded <> {UNSEARCHED}
AND heading || text GLOB '*[' || char(0x0e00) || '-' || char(0x0eff) || char(0x1000) || '-' || char(0x109f)
|| char(0x1780) || '-' || char(0x17ff) || ']*';
"""
# How many files of an added folder were forgotten one shortly after the other, and when the last of them.
_FORGOTTEN = """
ALTER TABLE roots ADD COLUMN forgotten INTEGER NOT NULL DEFAULT 0;
ALTER TABLE roots ADD COLUMN forgotten_at REAL NOT NULL DEFAULT 0;
"""
# How many terms each node has (storage.sqlite.keywords.lengths); keyword_lengths_block() is ours.
_LENGTHS = """
CREATE TABLE keyword_lengths (block INTEGER PRIMARY KEY, lengths BLOB NOT NULL) STRICT;
INSERT INTO keyword_lengths (block, lengths)
SELECT id / 4096, keyword_lengths_block(id, sz) FROM keywords_docsize GROUP BY id / 4096;
"""
INDEX_KINDS = """
CREATE TABLE built_nodes (
    kind TEXT NOT NULL,
    node INTEGER NOT NULL REFERENCES nodes ON DELETE CASCADE,
    PRIMARY KEY (kind, node)
) STRICT, WITHOUT ROWID;
CREATE INDEX built_nodes_by_node ON built_nodes (node);

CREATE TABLE table_keywords (
    kind TEXT NOT NULL,
    keyword TEXT NOT NULL,
    node INTEGER NOT NULL REFERENCES nodes ON DELETE CASCADE,
    PRIMARY KEY (kind, keyword, node)
) STRICT, WITHOUT ROWID;
CREATE INDEX table_keywords_by_node ON table_keywords (node);

CREATE TABLE triplets (
    id INTEGER PRIMARY KEY,
    subject TEXT NOT NULL,
    relation TEXT NOT NULL,
    object TEXT NOT NULL,
    subject_key TEXT NOT NULL,
    relation_key TEXT NOT NULL,
    object_key TEXT NOT NULL,
    by_hand INTEGER NOT NULL DEFAULT 0,
    UNIQUE (subject_key, relation_key, object_key)
) STRICT;
CREATE INDEX triplets_by_object ON triplets (object_key);

CREATE TABLE triplet_nodes (
    triplet INTEGER NOT NULL REFERENCES triplets ON DELETE CASCADE,
    node INTEGER NOT NULL REFERENCES nodes ON DELETE CASCADE,
    PRIMARY KEY (triplet, node)
) STRICT, WITHOUT ROWID;
CREATE INDEX triplet_nodes_by_node ON triplet_nodes (node);

CREATE TABLE triplet_embeddings (
    space TEXT NOT NULL,
    triplet INTEGER NOT NULL REFERENCES triplets ON DELETE CASCADE,
    embedding BLOB NOT NULL,
    PRIMARY KEY (space, triplet)
) STRICT, WITHOUT ROWID;
CREATE INDEX triplet_embeddings_by_triplet ON triplet_embeddings (triplet);

CREATE TRIGGER triplets_without_support AFTER DELETE ON triplet_nodes BEGIN
    DELETE FROM triplets WHERE id = old.triplet AND by_hand = 0
    AND NOT EXISTS (SELECT 1 FROM triplet_nodes WHERE triplet = old.triplet);
END;

CREATE TABLE tree_summaries (
    id INTEGER PRIMARY KEY,
    level INTEGER NOT NULL,
    parent INTEGER REFERENCES tree_summaries ON DELETE SET NULL,
    text TEXT NOT NULL,
    stale INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX tree_summaries_by_parent ON tree_summaries (parent, level);
CREATE INDEX tree_summaries_stale ON tree_summaries (level) WHERE stale = 1;

CREATE TABLE tree_leaves (
    node INTEGER PRIMARY KEY REFERENCES nodes ON DELETE CASCADE,
    parent INTEGER REFERENCES tree_summaries ON DELETE SET NULL
) STRICT;
CREATE INDEX tree_leaves_by_parent ON tree_leaves (parent);

CREATE TRIGGER tree_leaf_gone AFTER DELETE ON tree_leaves WHEN old.parent IS NOT NULL BEGIN
    UPDATE tree_summaries SET stale = 1 WHERE id = old.parent;
END;

CREATE TABLE document_summaries (
    document INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
    summary TEXT NOT NULL,
    space TEXT NOT NULL DEFAULT '',
    embedding BLOB
) STRICT;

CREATE TRIGGER document_lost_node AFTER DELETE ON nodes BEGIN
    DELETE FROM document_summaries WHERE document = old.document;
END;

CREATE TRIGGER document_got_node AFTER INSERT ON nodes BEGIN
    DELETE FROM document_summaries WHERE document = new.document;
END;
"""
# Indices with nodes of their own: ``slots.py``. A slot's kind in tables of several kinds is "kind/slot"; its facts are
# told apart by their relation_key, which begins with the slot. The two tables whose key a slot joins are filled again
# with the same rows.
INDICES_APART = """
ALTER TABLE indices ADD COLUMN slot INTEGER NOT NULL DEFAULT 0;

CREATE TABLE index_nodes (
    slot INTEGER NOT NULL,
    node INTEGER NOT NULL REFERENCES nodes ON DELETE CASCADE,
    PRIMARY KEY (slot, node)
) STRICT, WITHOUT ROWID;
CREATE INDEX index_nodes_by_node ON index_nodes (node);

CREATE TABLE index_documents (
    slot INTEGER NOT NULL,
    document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    content_hash BLOB NOT NULL,
    PRIMARY KEY (slot, document)
) STRICT, WITHOUT ROWID;
CREATE INDEX index_documents_by_document ON index_documents (document);

ALTER TABLE triplets ADD COLUMN slot INTEGER NOT NULL DEFAULT 0;
CREATE INDEX triplets_of_slots ON triplets (slot) WHERE slot <> 0;

ALTER TABLE tree_summaries ADD COLUMN slot INTEGER NOT NULL DEFAULT 0;
CREATE INDEX tree_summaries_of_slots ON tree_summaries (slot) WHERE slot <> 0;
CREATE TABLE slot_leaves (
    node INTEGER NOT NULL REFERENCES nodes ON DELETE CASCADE,
    slot INTEGER NOT NULL DEFAULT 0,
    parent INTEGER REFERENCES tree_summaries ON DELETE SET NULL,
    PRIMARY KEY (node, slot)
) STRICT, WITHOUT ROWID;
INSERT INTO slot_leaves (node, parent) SELECT node, parent FROM tree_leaves;
DROP TABLE tree_leaves;
ALTER TABLE slot_leaves RENAME TO tree_leaves;
CREATE INDEX tree_leaves_by_parent ON tree_leaves (parent);
CREATE TRIGGER tree_leaf_gone AFTER DELETE ON tree_leaves WHEN old.parent IS NOT NULL BEGIN
    UPDATE tree_summaries SET stale = 1 WHERE id = old.parent;
END;

DROP TRIGGER document_lost_node;
DROP TRIGGER document_got_node;
CREATE TABLE slot_summaries (
    document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    slot INTEGER NOT NULL DEFAULT 0,
    summary TEXT NOT NULL,
    space TEXT NOT NULL DEFAULT '',
    embedding BLOB,
    PRIMARY KEY (document, slot)
) STRICT;
INSERT INTO slot_summaries (document, summary, space, embedding)
SELECT document, summary, space, embedding FROM document_summaries;
DROP TABLE document_summaries;
ALTER TABLE slot_summaries RENAME TO document_summaries;
CREATE TRIGGER document_lost_node AFTER DELETE ON nodes BEGIN
    DELETE FROM document_summaries WHERE document = old.document AND slot = 0;
END;
CREATE TRIGGER document_loses_node BEFORE DELETE ON nodes BEGIN
    DELETE FROM document_summaries WHERE document = old.document AND slot IN
    (SELECT slot FROM index_nodes WHERE node = old.id);
END;
CREATE TRIGGER document_got_node AFTER INSERT ON nodes BEGIN
    DELETE FROM document_summaries WHERE document = new.document AND slot = 0;
END;

CREATE TRIGGER index_got_node AFTER INSERT ON index_nodes BEGIN
    DELETE FROM document_summaries WHERE slot = new.slot
    AND document = (SELECT document FROM nodes WHERE id = new.node);
END;
CREATE TRIGGER index_lost_node AFTER DELETE ON index_nodes BEGIN
    DELETE FROM built_nodes WHERE node = old.node
    AND kind IN (SELECT kind || '/' || slot FROM indices WHERE slot = old.slot);
    DELETE FROM table_keywords WHERE node = old.node
    AND kind IN (SELECT kind || '/' || slot FROM indices WHERE slot = old.slot);
    DELETE FROM triplet_nodes WHERE node = old.node
    AND EXISTS (SELECT 1 FROM triplets t WHERE t.id = triplet AND t.slot = old.slot);
    DELETE FROM tree_leaves WHERE node = old.node AND slot = old.slot;
    DELETE FROM document_summaries WHERE slot = old.slot
    AND document = (SELECT document FROM nodes WHERE id = old.node);
END;
"""
INDEX_SCHEMA = Schema(
    UserText("library"),
    0x44524147,
    (
        Migration("0001-documents-nodes-vectors", _FIRST),
        Migration("0002-beginnings-of-words", _BEGINNINGS),
        Migration("0003-vector-codes", _VECTOR_CODES),
        Migration("0004-counts-of-words", _COUNTS),
        Migration("0005-nodes-of-programs", _NODES_OF_PROGRAMS),
        Migration("0006-index-kinds", INDEX_KINDS),
        Migration("0007-files", _FILES + _THREES),
        Migration("0008-forgotten", _FORGOTTEN),
        Migration("0009-lengths", _LENGTHS, only_adds=True),
        Migration("0010-indices-apart", INDICES_APART, only_adds=True),
        Migration("0011-review-tables", REVIEW_TABLES, only_adds=True),
        Migration("0012-review-runs", REVIEW_RUNS, only_adds=True),
        Migration("0013-dismissed-contradictions", DISMISSALS, only_adds=True),
        Migration("0014-earlier-states", EARLIER_STATES, only_adds=True),
        Migration("0015-review-scopes", REVIEW_SCOPES, only_adds=True),
        Migration("0016-checked-sentences", CHECKED_SENTENCES, only_adds=True),
        Migration("0017-decided-sentences", DECIDED_SENTENCES, only_adds=True),
        Migration("0018-pins", PINS, only_adds=True),
        Migration("0019-bibliography", BIBLIOGRAPHY, only_adds=True),
        Migration("0020-threads", THREADS, only_adds=True),
    ),
    travels=True,
)
