"""The nodes of a library, read and written."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from desktop_rag.core.schema import Metadata, NodeRelationship, RelatedNodeInfo, TextNode
from desktop_rag.storage.records import BY_WORDS, LOOSE, UNSEARCHED, WAITING
from desktop_rag.storage.sqlite.connection import Connection, select
from desktop_rag.storage.sqlite.documents import SqliteDocuments
from desktop_rag.storage.sqlite.index_kinds.tree import summary_nodes
from desktop_rag.storage.sqlite.nodes import NodeReader
from desktop_rag.storage.sqlite.pages import page_text
from desktop_rag.storage.sqlite.writing import NodeWriter

BLOCK = 4
LEVELS = 2
_Page = tuple[int, int]  # row id of the document, number of the page


@dataclass(frozen=True, slots=True)
class _Passage:
    """A passage in its place."""

    rowid: int
    node_id: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Unit:
    """A passage or a block of them; ``children`` are empty for a passage."""

    node_id: str
    first: int
    last: int
    children: tuple[str, ...] = ()


class ParentReader(NodeReader):
    """Reads nodes and those above and below them."""

    def get_nodes(self, node_ids: Sequence[str], *, raise_error: bool = True) -> list[TextNode]:
        """Return nodes, also virtual parents and summaries, in the order of their ids (see ``NodeReader``).

        Raises:
            ValueError: one of the nodes is not stored (with ``raise_error``).

        """
        stored = {node.id_: node for node in super().get_nodes(node_ids, raise_error=False)}
        virtual = {node_id: self._virtual(node_id) for node_id in node_ids if node_id not in stored and "/" in node_id}
        found = stored | {node_id: node for node_id, node in virtual.items() if node is not None}
        found |= summary_nodes(self._db, [node_id for node_id in node_ids if node_id not in found])
        missing = [node_id for node_id in node_ids if node_id not in found]
        if missing and raise_error:
            raise ValueError(f"node {missing[0]} is not stored")
        return [found[node_id] for node_id in node_ids if node_id in found]

    def get_parents(self, node_ids: Sequence[str]) -> dict[str, TextNode]:
        """Return the parents of nodes by child id; nodes without one are left out."""
        sql = (
            "SELECT c.node_id, p.node_id FROM nodes c JOIN nodes p ON p.id = c.parent "
            "WHERE c.node_id IN (SELECT value FROM json_each(?))"
        )
        above: dict[str, str] = dict(select(self._db, sql, (json.dumps(list(node_ids)),)))
        pages = self._pages_of([node_id for node_id in node_ids if node_id not in above])
        for page in dict.fromkeys(pages.values()):
            up = {child: unit.node_id for unit in self._blocks(page).values() for child in unit.children}
            above |= {node_id: up[node_id] for node_id in node_ids if pages.get(node_id) == page and node_id in up}
        parents = {node.id_: node for node in self.get_nodes(list(dict.fromkeys(above.values())), raise_error=False)}
        return {node_id: parents[above[node_id]] for node_id in node_ids if above.get(node_id) in parents}

    def get_children(self, parent_ids: Sequence[str]) -> dict[str, list[str]]:
        """Return the ids of all children by parent id, in order; nodes without any are left out."""
        sql = (
            "SELECT p.node_id, c.node_id FROM nodes p JOIN nodes c ON c.parent = p.id "
            "WHERE p.node_id IN (SELECT value FROM json_each(?)) ORDER BY c.position"
        )
        children: dict[str, list[str]] = {}
        for parent, child in select(self._db, sql, (json.dumps(list(parent_ids)),)):
            children.setdefault(parent, []).append(child)
        for node_id in parent_ids:
            unit = self._unit(node_id) if node_id not in children and "/" in node_id else None
            if unit is not None:
                children[node_id] = list(unit.children)
        return children

    def _virtual(self, node_id: str) -> TextNode | None:
        """Build a virtual parent: a larger passage, with the metadata of its first."""
        unit = self._unit(node_id)
        page = self._pages_of([node_id]).get(node_id)
        if unit is None or page is None:
            return None
        members = self._passages(page)[unit.first : unit.last + 1]
        nodes = self.nodes_by_key([member.rowid for member in members])
        if len(nodes) != len(members):
            return None
        node = nodes[members[0].rowid]
        self._widen(node, page, members, [nodes[member.rowid].text for member in members])
        node.id_ = node_id
        source = node.source_node
        node.relationships = {NodeRelationship.CHILD: [RelatedNodeInfo(child) for child in unit.children]}
        if source is not None:
            node.relationships[NodeRelationship.SOURCE] = source
        return node

    def _widen(self, node: TextNode, page: _Page, members: Sequence[_Passage], texts: Sequence[str]) -> None:
        """Give the first passage the page's text up to the last one's end; where it is another now, all their texts."""
        start, end = members[0].start, max(member.end for member in members)
        text = page_text(self._db, *page) if start >= 0 else None
        if text is not None and text[start : start + len(texts[0])] == texts[0]:
            node.text, node.end_char_idx = text[start:end], end
        else:
            node.text, node.start_char_idx, node.end_char_idx = "\n\n".join(texts), None, None

    def _unit(self, node_id: str) -> _Unit | None:
        """Return a block by its id."""
        page = self._pages_of([node_id]).get(node_id)
        return self._blocks(page).get(node_id) if page is not None else None

    def _pages_of(self, node_ids: Sequence[str]) -> dict[str, _Page]:
        """Return the pages of passages and virtual parents, without parents and those with stored parents."""
        sql = (
            "SELECT node_id, document, page FROM nodes WHERE node_id IN (SELECT value FROM json_each(?)) "
            f"AND parent IS NULL AND embedded <> {UNSEARCHED}"
        )
        pages = {row[0]: (row[1], row[2]) for row in select(self._db, sql, (json.dumps(list(node_ids)),))}
        for node_id in node_ids:
            parts = node_id.rsplit("/", 3)
            if node_id not in pages and len(parts) == 4 and all(part.isdecimal() for part in parts[1:]):
                rows = select(self._db, "SELECT id FROM documents WHERE doc_id = ?", (parts[0],))
                if rows:
                    pages[node_id] = (rows[0][0], int(parts[1]))
        return pages

    def _passages(self, page: _Page) -> list[_Passage]:
        """Return the passages of a page that no parser gave a place in a hierarchy, in order."""
        sql = (
            "SELECT id, node_id, start, end FROM nodes n WHERE document = ? AND page = ? AND parent IS NULL "
            f"AND embedded <> {UNSEARCHED} AND NOT EXISTS (SELECT 1 FROM nodes c WHERE c.parent = n.id) "
            "ORDER BY position"
        )
        return [_Passage(*row) for row in select(self._db, sql, page)]

    def _blocks(self, page: _Page) -> dict[str, _Unit]:
        """Return the blocks of a page by their ids, smaller ones first."""
        rows = select(self._db, "SELECT doc_id FROM documents WHERE id = ?", (page[0],))
        if not rows or not rows[0][0]:  # nodes without a source have no neighbours
            return {}
        units = [_Unit(passage.node_id, place, place) for place, passage in enumerate(self._passages(page))]
        found: dict[str, _Unit] = {}
        for level in range(1, LEVELS + 1):
            above = []
            for number, start in enumerate(range(0, len(units), BLOCK)):
                block = units[start : start + BLOCK]
                if len(block) == 1:
                    above.append(block[0])
                    continue
                name = f"{rows[0][0]}/{page[1]}/{level}/{number}"
                unit = _Unit(name, block[0].first, block[-1].last, tuple(member.node_id for member in block))
                found[name] = unit
                above.append(unit)
            units = above
        return found


class SqliteNodes(ParentReader):
    """The nodes of one library (``storage.ports.Nodes``); the caller holds the transaction of writes."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self._documents = SqliteDocuments(connection)
        self._writer = NodeWriter(connection)

    def add(self, nodes: Sequence[TextNode], *, embed: bool = False) -> list[int]:
        """Store nodes with the documents they come from; return their row ids.

        Nodes that are stored already are replaced when they differ. With ``embed`` they wait for their vectors;
        without, they are found by their words, or not at all where they have children to be found in their place.
        """
        groups = [
            (self._documents.row_of(doc_id, _metadata_of(parts[0])), parts)
            for doc_id, parts in _by_document(nodes).items()
        ]
        rowids: dict[str, int] = {}
        for state in (WAITING,) if embed else (UNSEARCHED, BY_WORDS):
            wanted = [
                (row, [node for node in parts if embed or bool(node.child_nodes) == (state == UNSEARCHED)])
                for row, parts in groups
            ]
            ids = self._writer.insert_nodes(wanted, state)
            rowids |= dict(zip((node.id_ for _, parts in wanted for node in parts), ids, strict=True))
        self._writer.count([row for row, _ in groups])
        return [rowids[node.id_] for node in nodes]

    def delete(self, node_ids: Sequence[str]) -> list[int]:
        """Remove nodes with everything that was made of them; return the row ids of those there were.

        A document that was never stored itself, only named by nodes, goes with the last of them.
        """
        rowids = list(self.keys_of(node_ids).values())
        documents = self._writer.delete_rows(rowids)
        self._documents.forget_named(documents)
        return rowids


def _by_document(nodes: Sequence[TextNode]) -> dict[str, list[TextNode]]:
    """Return nodes by the document they come from; those without one by ``LOOSE``."""
    parts: dict[str, list[TextNode]] = {}
    for node in nodes:
        parts.setdefault(node.ref_doc_id or LOOSE, []).append(node)
    return parts


def _metadata_of(node: TextNode) -> Metadata:
    """Return the metadata of the document a node comes from."""
    return dict(node.source_node.metadata) if node.source_node is not None else {}
