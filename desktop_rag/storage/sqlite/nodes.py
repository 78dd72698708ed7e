"""Reading nodes."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import apsw

from desktop_rag.core.bibliography import CITED_KEY, RECORD_KEYS, TITLE_KEY
from desktop_rag.core.file_paths import INSIDE
from desktop_rag.core.schema import (
    DEFAULT_METADATA_SEPARATOR,
    DEFAULT_METADATA_TEMPLATE,
    DEFAULT_TEXT_TEMPLATE,
    KINDS,
    MEDIA,
    Document,
    ImageNode,
    IndexNode,
    Metadata,
    MetadataMode,
    Node,
    NodeRelationship,
    ObjectType,
    RelatedNodeInfo,
    TextNode,
)
from desktop_rag.evidence.tables import TABLE_ROWS_KEY, labels_of
from desktop_rag.storage.filters import NodeFilter
from desktop_rag.storage.records import HIDDEN_METADATA, UNSEARCHED, WAITING, NodeText, hash_as_text
from desktop_rag.storage.sqlite.connection import select
from desktop_rag.storage.sqlite.index_kinds.slots import EVERYTHING, of_slot, searched_nodes

_AT_ONCE = 500
_FOUND_AT_ONCE = 50
APART = "apart"
"""The neighbours that a program's node did not name: it has none there, whatever was stored beside it."""
_TOLD = (CITED_KEY, TITLE_KEY)  # of a record, to a model: who says it, and where
_MOST_LABELS = 1_000  # bytes of a whole table that are embedded, some 250 tokens
_BESIDE = (
    "(SELECT s.node_id FROM nodes s WHERE {same} AND s.position {sign} n.position ORDER BY s.position {order} LIMIT 1)"
)
_SIBLING = "CASE WHEN n.parent IS NULL THEN {} ELSE {} END".format(
    _BESIDE.replace("{same}", "s.document = n.document AND s.parent IS NULL"),
    _BESIDE.replace("{same}", "s.parent = n.parent"),
)


class _StoredNode(NamedTuple):
    """A node as ``_SELECT_NODES`` reads it, with what its document and neighbours say of it."""

    rowid: int
    node_id: str
    type: str
    page: int
    start: int
    end: int
    heading: str
    text: str
    metadata: str
    extra: str
    doc_id: str
    path: str
    document_metadata: str
    content_hash: bytes
    page_label: str | None
    parent: str | None
    previous: str | None
    next: str | None


_EXPRESSIONS = {
    "rowid": "n.id",
    "doc_id": "d.doc_id",
    "path": "d.path",
    "document_metadata": "d.metadata",
    "content_hash": "d.content_hash",
    "page_label": "(SELECT label FROM pages p WHERE p.document = n.document AND p.page = n.page)",
    "parent": "(SELECT u.node_id FROM nodes u WHERE u.id = n.parent)",
    "previous": _SIBLING.format(sign="<", order="DESC"),
    "next": _SIBLING.format(sign=">", order="ASC"),
}
"""What fields are read from; the others are columns of ``nodes`` of the same name."""
_SELECT_NODES = (
    f"SELECT {', '.join(_EXPRESSIONS.get(name, f'n.{name}') for name in _StoredNode._fields)} "
    "FROM nodes n JOIN documents d ON d.id = n.document "
)

# of a file in a file, the outermost counts: container//path inside
_FILES_TO_EMBED = f"""
WITH waiting AS (SELECT document, count(*) AS passages FROM nodes WHERE embedded = {WAITING} GROUP BY document),
files AS (
    SELECT document, mtime_ns, sum(passages) OVER (
        PARTITION BY iif(container IS NULL, path, substr(container, 1, instr(container || '{INSIDE}', '{INSIDE}') - 1))
    ) AS together FROM waiting JOIN documents ON id = document
)
SELECT document FROM files ORDER BY cast(log(4, together) AS INTEGER), mtime_ns DESC, document LIMIT ?
"""
_SAMPLE = 500


class NodeReader:
    """Finds nodes by their ids, row ids and places; missing ids are left out."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._db = connection

    def nodes_by_key(self, rowids: Sequence[int]) -> dict[int, TextNode]:
        """Return nodes by row id."""
        return self._read("WHERE n.id IN (SELECT value FROM json_each(?))", json.dumps(list(rowids)))

    def get_nodes(self, node_ids: Sequence[str], *, raise_error: bool = True) -> list[TextNode]:
        """Return nodes in the order of their ids.

        Raises:
            ValueError: one of them is missing and ``raise_error`` is set.

        """
        found = self._read("WHERE n.node_id IN (SELECT value FROM json_each(?))", _json(node_ids))
        nodes = {node.id_: node for node in found.values()}
        missing = [node_id for node_id in node_ids if node_id not in nodes]
        if missing and raise_error:
            raise ValueError(f"node {missing[0]} is not stored")
        return [nodes[node_id] for node_id in node_ids if node_id in nodes]

    def keys_of(self, node_ids: Sequence[str]) -> dict[str, int]:
        """Return the row ids of nodes by node id, in the order of the ids."""
        sql = "SELECT node_id, id FROM nodes WHERE node_id IN (SELECT value FROM json_each(?))"
        found = dict(select(self._db, sql, (_json(node_ids),)))
        return {node_id: found[node_id] for node_id in node_ids if node_id in found}

    def iter_nodes(self, doc_ids: Sequence[str] | None = None, *, slot: int = EVERYTHING) -> Iterator[TextNode]:
        """Yield every node that is searched for itself, in document order; reads a few at a time.

        With a ``slot``, these are the nodes of one index.
        """
        own = "" if slot == EVERYTHING else f"{of_slot(slot)} AND "
        if doc_ids is None:
            yield from self._iterate(own, ())
            return
        for doc_id in dict.fromkeys(doc_ids):
            yield from self._iterate(f"{own}d.doc_id = ? AND ", (doc_id,))

    def node_count(self, slot: int = EVERYTHING) -> int:
        """Return the number of searched nodes, of all or of one index, without reading them."""
        ((count,),) = select(self._db, f"SELECT {searched_nodes(slot)}")
        return int(count)

    def nodes_around(self, node_id: str, before: int, after: int) -> tuple[list[TextNode], list[TextNode]]:
        """Return up to ``before`` and ``after`` nodes on both sides of a node, of the same document.

        Around a node that is searched these are others that are; around a parent, its siblings.
        """
        sql = "SELECT document, position, embedded, parent FROM nodes WHERE node_id = ?"
        rows = select(self._db, sql, (node_id,))
        if not rows:
            return [], []
        document, position, embedded, parent = rows[0]
        alike = f"embedded <> {UNSEARCHED}" if embedded != UNSEARCHED else f"embedded = {UNSEARCHED} AND parent IS ?4"
        sides: list[list[TextNode]] = []
        for sign, order, count in (("<", "DESC", before), (">", "ASC", after)):
            sql = (
                f"SELECT id FROM nodes WHERE document = ?1 AND position {sign} ?2 AND {alike} "
                f"ORDER BY position {order} LIMIT ?3"
            )
            values = (document, position, max(0, count)) + ((parent,) if embedded == UNSEARCHED else ())
            rowids = [row[0] for row in select(self._db, sql, values)]
            nodes = self.nodes_by_key(rowids)
            sides.append([nodes[rowid] for rowid in (reversed(rowids) if sign == "<" else rowids) if rowid in nodes])
        return sides[0], sides[1]

    def to_embed(self, limit: int) -> list[NodeText]:
        """Return nodes that wait for a vector: of small files first, and of files about as large the latest first.

        Sixty letters that somebody wrote are searched by meaning before an archive of a hundred thousand files.
        """
        rowids = list[int]()
        for (document,) in select(self._db, _FILES_TO_EMBED, (limit,)):
            sql = f"SELECT id FROM nodes WHERE embedded = {WAITING} AND document = ? ORDER BY id LIMIT ?"
            rowids += [row[0] for row in select(self._db, sql, (document, limit - len(rowids)))]
            if len(rowids) >= limit:
                break
        return self.texts_to_embed(rowids)

    def mean_length_to_embed(self) -> float:
        """Return the mean length, in characters, of nodes that wait for a vector, from a sample of them."""
        ((count,),) = select(self._db, f"SELECT count(*) FROM nodes WHERE embedded = {WAITING}")
        sample = f"SELECT id FROM nodes WHERE embedded = {WAITING} AND id % ? = 0 LIMIT {_SAMPLE}"
        sql = f"SELECT coalesce(avg(length(heading) + length(text)), 0.0) FROM nodes WHERE id IN ({sample})"
        ((mean,),) = select(self._db, sql, (max(1, count // _SAMPLE),))
        return float(mean)

    def texts_to_embed(self, rowids: Sequence[int]) -> list[NodeText]:
        """Return row, heading and text of nodes to embed, in their order; those that are gone are left out.

        Of whole tables these are the labels: figures would take the room, and mean nothing to a model.
        """
        sql = (
            "SELECT n.id, n.heading, n.text, n.type, n.metadata FROM json_each(?) AS wanted "
            "JOIN nodes n ON n.id = wanted.value ORDER BY wanted.key"
        )
        rows = select(self._db, sql, (json.dumps(list(rowids)),))
        others = [rowid for rowid, _, _, kind, _ in rows if kind != "passage"]
        nodes = self.nodes_by_key(others) if others else {}
        return [
            (rowid, "", nodes[rowid].get_content(MetadataMode.EMBED))
            if rowid in nodes
            else (rowid, heading, labels_of(text, _MOST_LABELS) if TABLE_ROWS_KEY in metadata else text)
            for rowid, heading, text, _, metadata in rows
        ]

    def find(self, narrowing: NodeFilter) -> Iterator[TextNode]:
        """Yield the nodes that pass a filter, the oldest first; reads a few at a time."""
        from desktop_rag.storage.sqlite.narrowing import allowed_rowids

        allowed = allowed_rowids(self._db, narrowing)
        if allowed is None:
            yield from self.iter_nodes()
            return
        for start in range(0, len(allowed), _FOUND_AT_ONCE):
            found = self.nodes_by_key(allowed[start : start + _FOUND_AT_ONCE].tolist())
            yield from (node for _, node in sorted(found.items()))

    def _iterate(self, condition: str, values: tuple[str, ...]) -> Iterator[TextNode]:
        """Yield searched nodes, one read for some hundreds."""
        last = (-1, -1)
        while True:
            rows = select(
                self._db,
                "SELECT n.document, n.position, n.id FROM nodes n JOIN documents d ON d.id = n.document "
                f"WHERE {condition}(n.document, n.position) > (?, ?) AND n.embedded <> {UNSEARCHED} "
                f"ORDER BY n.document, n.position LIMIT {_AT_ONCE}",
                (*values, *last),
            )
            nodes = self.nodes_by_key([row[2] for row in rows])
            yield from (nodes[row[2]] for row in rows if row[2] in nodes)
            if len(rows) < _AT_ONCE:
                return
            last = (rows[-1][0], rows[-1][1])

    def _read(self, condition: str, value: str) -> dict[int, TextNode]:
        """Return the nodes of a condition with one value, with their children."""
        rows = select(self._db, _SELECT_NODES + condition, (value,))
        nodes = {row.rowid: _to_node(row) for row in map(_StoredNode._make, rows)}
        sql = "SELECT parent, node_id FROM nodes WHERE parent IN (SELECT value FROM json_each(?)) ORDER BY position"
        children: dict[int, list[RelatedNodeInfo]] = {}
        for parent, node_id in select(self._db, sql, (json.dumps(list(nodes)),)):
            children.setdefault(parent, []).append(RelatedNodeInfo(node_id))
        for parent, infos in children.items():
            nodes[parent].relationships[NodeRelationship.CHILD] = list(infos)
        return nodes


def _to_node(row: _StoredNode) -> TextNode:
    """Return the node of a row."""
    more = json.loads(row.extra)
    if row.type == "passage":
        node = _passage(row.text, row.metadata, row.heading)
        place = {"file_path": row.path, "page_number": row.page, "page_label": row.page_label or str(row.page)}
        node.metadata = json.loads(row.document_metadata) | place | node.metadata
    else:
        node = _own(row.type, row.text, row.metadata, more)
    node.id_ = row.node_id
    node.start_char_idx, node.end_char_idx = (row.start, row.end) if row.start >= 0 else (None, None)
    if row.doc_id:
        node.relationships[NodeRelationship.SOURCE] = RelatedNodeInfo(
            row.doc_id, hash_as_text(row.content_hash), ObjectType.DOCUMENT
        )
    relations = {
        NodeRelationship.PREVIOUS: row.previous,
        NodeRelationship.NEXT: row.next,
        NodeRelationship.PARENT: row.parent,
    }
    apart = more.get(APART, ())
    node.relationships |= {
        relation: RelatedNodeInfo(other) for relation, other in relations.items() if other and relation not in apart
    }
    return node


def _passage(text: str, metadata: str, heading: str) -> TextNode:
    """Build a passage of a file, still without the file's metadata."""
    own: Metadata = ({"heading": heading} if heading else {}) | json.loads(metadata)
    return TextNode(
        text=text,
        metadata=own,
        # what a record says comes and goes while the passage stays: its vector must not depend on it
        excluded_embed_metadata_keys=[*HIDDEN_METADATA, *RECORD_KEYS],
        excluded_llm_metadata_keys=[*HIDDEN_METADATA, *(key for key in RECORD_KEYS if key not in _TOLD)],
    )


def _own(kind: str, text: str, metadata: str, extra: dict[str, Any]) -> TextNode:
    """Build a node that a program stored, as it was."""
    node: TextNode
    if kind == ObjectType.INDEX:
        node = IndexNode(text=text, index_id=extra.get("index_id", ""))
    elif kind == ObjectType.IMAGE:
        node = ImageNode(
            text=text,
            image=extra.get("image"),
            image_path=extra.get("image_path"),
            image_url=extra.get("image_url"),
            image_mimetype=extra.get("image_mimetype"),
        )
    elif kind in (ObjectType.DOCUMENT, ObjectType.MULTIMODAL):
        node = _of_media(kind, text, extra.get("media", {}))
    else:
        node = TextNode(text=text)
    node.metadata = json.loads(metadata)
    node.excluded_embed_metadata_keys = extra.get("excluded_embed", [])
    node.excluded_llm_metadata_keys = extra.get("excluded_llm", [])
    node.text_template = extra.get("text_template", DEFAULT_TEXT_TEMPLATE)
    node.metadata_template = extra.get("metadata_template", DEFAULT_METADATA_TEMPLATE)
    node.metadata_separator = extra.get("metadata_separator", DEFAULT_METADATA_SEPARATOR)
    if "parent" in extra:
        node.relationships[NodeRelationship.PARENT] = RelatedNodeInfo(extra["parent"])
    return node


def _of_media(kind: str, text: str, media: dict[str, Any]) -> TextNode:
    """Build a node whose media, beside its text, stand in ``media``, with its ``class_name`` where that is unusual."""
    usual = Document if kind == ObjectType.DOCUMENT else Node
    return KINDS.get(str(media.get("class_name")), usual)(text, **media)


def extra_of(node: TextNode) -> dict[str, object]:
    """Return the values ``_own`` needs besides text and metadata; defaults are left out."""
    values: dict[str, object] = {
        "excluded_embed": node.excluded_embed_metadata_keys,
        "excluded_llm": node.excluded_llm_metadata_keys,
    }
    usual = (
        ("text_template", node.text_template, DEFAULT_TEXT_TEMPLATE),
        ("metadata_template", node.metadata_template, DEFAULT_METADATA_TEMPLATE),
        ("metadata_separator", node.metadata_separator, DEFAULT_METADATA_SEPARATOR),
    )
    values |= {name: value for name, value, default in usual if value != default}
    if type(node) is TextNode:  # most are, and to ask abstract classes takes longer than the rest
        pass
    elif isinstance(node, IndexNode):
        values["index_id"] = node.index_id
    elif isinstance(node, ImageNode):
        values |= {
            "image": node.image,
            "image_path": str(node.image_path) if node.image_path else None,
            "image_url": node.image_url,
            "image_mimetype": node.image_mimetype,
        }
    elif isinstance(node, Node):
        values["media"] = _media_of(node)
    return {name: value for name, value in values.items() if value}


def _media_of(node: Node) -> dict[str, object]:
    """Return the values ``_of_media`` needs; defaults are left out."""
    told = {name: value for name, value in node.to_dict().items() if name in MEDIA and value is not None}
    unusual = {} if type(node) in (Node, Document) else {"class_name": node.class_name()}
    return told | unusual


def _json(values: Sequence[str]) -> str:
    """Return strings as a JSON array; identifiers have no characters that SQLite cannot store."""
    return json.dumps(list(values))
