"""The tables of the index kinds.

Everything hangs on nodes by foreign keys: what was made of a deleted node goes with it. A fact goes with the last node
that supports it; a summary above a deleted node becomes stale, and one of a document whose nodes change goes, which the
next build mends.
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
