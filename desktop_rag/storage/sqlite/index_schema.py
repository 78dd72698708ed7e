"""The tables of an index file.

Page texts are kept compressed (only the viewer reads them); nodes keep their own text because every
search returns some. The keyword table stores terms prepared by ``desktop_rag.text.analyzer``, so its
tokenizer only has to cut at spaces; ``words`` holds whole what ``terms`` holds cut short. Vectors live in
one ``vec0`` table per embedding space.
"""

from desktop_rag.core.user_text import UserText
from desktop_rag.storage.sqlite.index_kinds.schema import INDEX_KINDS, INDICES_APART
from desktop_rag.storage.sqlite.migrations import Migration, Schema
from desktop_rag.storage.sqlite.states import EMBEDDED, UNSEARCHED, WAITING

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

# Compact codes of large embedding spaces: desktop_rag.storage.sqlite.vectors.code_blocks
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
    ),
    travels=True,
)
