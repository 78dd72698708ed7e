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
