"""The summary tree: leaves are nodes, each summary stands for a few children below it.

Level 0 are the leaves. A row without parent is a root, or not yet summarised. Order is that of the documents for
leaves and that of creation for summaries; a build resumes with the same groups. Summaries, also those of documents, are
nodes: read by their ids, never found by a search for passages.
"""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import apsw

from desktop_rag.core.schema import NodeRelationship, RelatedNodeInfo, TextNode
from desktop_rag.storage.records import UNSEARCHED
from desktop_rag.storage.sqlite.connection import select
from desktop_rag.storage.sqlite.index_kinds.slots import EVERYTHING, of_slot, searched_nodes

_PARENT_IS_THERE = "parent IS NULL AND EXISTS (SELECT 1 FROM tree_summaries WHERE id = ?1 AND level = ?3 + 1)"
_ADOPT_LEAVES = (
    f"UPDATE tree_leaves SET parent = ?1 WHERE slot = ?4 AND {_PARENT_IS_THERE} AND node IN "
    "(SELECT n.id FROM json_each(?2) w JOIN nodes n ON n.id = w.value ->> 0 WHERE w.value ->> 1 IN ('', n.node_id))"
)
_ADOPT_SUMMARIES = (
    f"UPDATE tree_summaries SET parent = ?1 WHERE slot = ?4 AND {_PARENT_IS_THERE} AND level = ?3 AND id IN "
    "(SELECT s.id FROM json_each(?2) w JOIN tree_summaries s ON s.id = w.value ->> 0 "
    "WHERE w.value ->> 1 IN ('', s.text))"
)
_IDS = re.compile(r"(?:summary-(\d{1,18})|document-summary-(\d{1,18})(?:-(\d{1,9}))?)")


@dataclass(frozen=True, slots=True)
class TreeItem:
    """A leaf (level 0; ``id`` is the node's row id) or a summary.

    A row that is gone leaves its id to another one: ``node_id`` of a leaf and ``text`` of a summary tell them apart.
    """

    level: int
    id: int
    text: str = ""
    node_id: str = field(default="", compare=False)


class TreeStore:
    """The tree of a library, or of the index with a slot; the caller holds the transaction."""

    def __init__(self, connection: apsw.Connection, slot: int = EVERYTHING) -> None:
        self._db = connection
        self._slot = int(slot)

    def pending_nodes(self) -> int:
        """Return the number of nodes that are no leaves yet."""
        leaves = f"(SELECT count(*) FROM tree_leaves WHERE slot = {self._slot})"
        ((count,),) = select(self._db, f"SELECT {searched_nodes(self._slot)} - {leaves}")
        return int(count)

    def top_level(self) -> int:
        """Return the highest level that has anything; 0 for a tree of leaves only."""
        ((level,),) = select(
            self._db, "SELECT coalesce(max(level), 0) FROM tree_summaries WHERE slot = ?", (self._slot,)
        )
        return int(level)

    def unplaced_leaves(self, limit: int) -> list[TreeItem]:
        """Return the first nodes in document order that no summary stands for, whether they are leaves yet or not."""
        rows = select(
            self._db,
            "SELECT n.id, n.node_id FROM nodes n LEFT JOIN tree_leaves l ON l.node = n.id AND l.slot = ? "
            f"WHERE l.parent IS NULL AND n.embedded <> {UNSEARCHED} AND {of_slot(self._slot)} "
            "ORDER BY n.document, n.position, n.id LIMIT ?",
            (self._slot, limit),
        )
        return [TreeItem(0, row, node_id=node_id) for row, node_id in rows]

    def unplaced_summaries(self, level: int, limit: int = -1) -> list[TreeItem]:
        """Return the first summaries of a level without parent."""
        rows = select(
            self._db,
            "SELECT id, text FROM tree_summaries WHERE parent IS NULL AND level = ? AND slot = ? ORDER BY id LIMIT ?",
            (level, self._slot, limit),
        )
        return [TreeItem(level, *row) for row in rows]

    def count_unplaced(self, level: int) -> int:
        """Return the number of items of a level without a parent; level 0 includes nodes that are no leaves yet."""
        if level == 0:
            placed = f"(SELECT count(*) FROM tree_leaves WHERE parent IS NOT NULL AND slot = {self._slot})"
            ((count,),) = select(self._db, f"SELECT {searched_nodes(self._slot)} - {placed}")
        else:
            sql = "SELECT count(*) FROM tree_summaries WHERE parent IS NULL AND level = ? AND slot = ?"
            ((count,),) = select(self._db, sql, (level, self._slot))
        return int(count)

    def children(self, summary: int) -> list[TreeItem]:
        """Return the items that a summary stands for, in order; leaves without text."""
        rows = select(self._db, "SELECT level, id, text FROM tree_summaries WHERE parent = ? ORDER BY id", (summary,))
        leaves = select(
            self._db,
            "SELECT n.id FROM tree_leaves l JOIN nodes n ON n.id = l.node WHERE l.parent = ? "
            "ORDER BY n.document, n.position, n.id",
            (summary,),
        )
        return [TreeItem(0, row[0]) for row in leaves] + [TreeItem(*row) for row in rows]

    def add_leaves(self, rowids: Sequence[int]) -> None:
        """Make nodes leaves that no summary stands for."""
        self._db.execute(
            "INSERT OR IGNORE INTO tree_leaves (node, slot) SELECT id, ? FROM nodes WHERE id IN "
            "(SELECT value FROM json_each(?))",
            (self._slot, json.dumps(list(rowids))),
        )

    def add_summary(self, text: str, children: Sequence[TreeItem]) -> int | None:
        """Put a summary above items of one level that have no parent; return its id.

        Children that are gone, or that got another parent in the meantime, are passed over and leave the summary
        stale; without any left there is no summary: None.
        """
        level = children[0].level
        self._db.execute(
            "INSERT INTO tree_summaries (level, text, slot) VALUES (?, ?, ?)", (level + 1, text, self._slot)
        )
        summary = self._db.last_insert_rowid()
        adopted = self.adopt(summary, children)
        if adopted < len(children):
            self.mark_stale(summary)
        if not adopted:
            self._db.execute("DELETE FROM tree_summaries WHERE id = ?", (summary,))
        return summary if adopted else None

    def adopt(self, summary: int, children: Sequence[TreeItem]) -> int:
        """Give items of one level without parent this one, unless it is gone; return how many."""
        level = children[0].level
        if level == 0:
            self.add_leaves([child.id for child in children])
        wanted = json.dumps([[child.id, child.text if level else child.node_id] for child in children])
        self._db.execute(_ADOPT_SUMMARIES if level else _ADOPT_LEAVES, (summary, wanted, level, self._slot))
        return self._db.changes()

    def mark_stale(self, summary: int) -> None:
        """Mark a summary as out of date."""
        self._db.execute("UPDATE tree_summaries SET stale = 1 WHERE id = ?", (summary,))

    def renew(self, summary: int, text: str, children: Sequence[TreeItem]) -> None:
        """Give a summary its new text; its parent becomes stale. It stays stale when its children changed again."""
        self._db.execute("UPDATE tree_summaries SET text = ?, stale = 0 WHERE id = ?", (text, summary))
        self._db.execute(
            "UPDATE tree_summaries SET stale = 1 WHERE id = (SELECT parent FROM tree_summaries WHERE id = ?)",
            (summary,),
        )
        if [(child.level, child.id) for child in self.children(summary)] != [(c.level, c.id) for c in children]:
            self.mark_stale(summary)

    def stale(self, level: int, limit: int) -> list[TreeItem]:
        """Return stale summaries of a level."""
        sql = (
            "SELECT level, id, text FROM tree_summaries WHERE stale = 1 AND level = ? AND slot = ? ORDER BY id LIMIT ?"
        )
        return [TreeItem(*row) for row in select(self._db, sql, (level, self._slot, limit))]

    def count_stale(self) -> int:
        """Return the number of stale summaries."""
        ((count,),) = select(
            self._db, "SELECT count(*) FROM tree_summaries WHERE stale = 1 AND slot = ?", (self._slot,)
        )
        return int(count)

    def remove_empty(self) -> int:
        """Remove summaries without children, and those above that become so; return how many were removed."""
        removed = 0
        empty = (
            f"SELECT id FROM tree_summaries s WHERE stale = 1 AND slot = {self._slot} "
            "AND NOT EXISTS (SELECT 1 FROM tree_leaves WHERE parent = s.id) "
            "AND NOT EXISTS (SELECT 1 FROM tree_summaries c WHERE c.parent = s.id)"
        )
        while True:
            self._db.execute(
                "UPDATE tree_summaries SET stale = 1 WHERE id IN "
                f"(SELECT parent FROM tree_summaries WHERE id IN ({empty}))"
            )
            self._db.execute(f"DELETE FROM tree_summaries WHERE id IN ({empty})")
            if not self._db.changes():
                return removed
            removed += self._db.changes()

    def parent_with_room(self, level: int, num_children: int) -> tuple[int, int] | None:
        """Return the last parent above a level with room for more children, and how many; None without one."""
        table = "tree_leaves" if level == 0 else "tree_summaries"
        rows = select(
            self._db,
            f"SELECT s.id, (SELECT count(*) FROM {table} c WHERE c.parent = s.id) "
            "FROM tree_summaries s WHERE s.level = ? AND s.slot = ? ORDER BY s.id DESC LIMIT 1",
            (level + 1, self._slot),
        )
        if not rows or rows[0][1] >= num_children:
            return None
        return int(rows[0][0]), num_children - int(rows[0][1])

    def roots(self, limit: int = -1) -> list[TreeItem]:
        """Return the summaries without parent, the highest first; of a tree without summaries its leaves."""
        rows = select(
            self._db,
            "SELECT level, id, text FROM tree_summaries WHERE parent IS NULL AND slot = ? "
            "ORDER BY level DESC, id LIMIT ?",
            (self._slot, limit),
        )
        if rows:
            return [TreeItem(*row) for row in rows]
        leaves = select(
            self._db,
            "SELECT n.id FROM tree_leaves l JOIN nodes n ON n.id = l.node WHERE l.slot = ? "
            "ORDER BY n.document, n.position LIMIT ?",
            (self._slot, limit),
        )
        return [TreeItem(0, row[0]) for row in leaves]

    def items(self, *, roots: bool = False) -> list[TreeItem]:
        """Return the leaves in document order, then the summaries, the lowest first; or those without parent only."""
        wanted = f"WHERE t.slot = {self._slot}{' AND t.parent IS NULL' if roots else ''}"
        leaves = select(
            self._db,
            f"SELECT 0, n.id, '', n.node_id FROM tree_leaves t JOIN nodes n ON n.id = t.node {wanted} "
            "ORDER BY n.document, n.position, n.id",
        )
        summaries = select(self._db, f"SELECT level, id, text FROM tree_summaries t {wanted} ORDER BY level, id")
        return [TreeItem(*row) for row in [*leaves, *summaries]]

    def is_leaf(self, rowid: int) -> bool:
        """Return True if a node is in the tree."""
        return bool(select(self._db, "SELECT 1 FROM tree_leaves WHERE node = ? AND slot = ?", (rowid, self._slot)))

    def add_all_leaves(self) -> None:
        """Make every searched node a leaf."""
        self._db.execute(
            f"INSERT OR IGNORE INTO tree_leaves (node, slot) SELECT id, {self._slot} FROM nodes n "
            f"WHERE embedded <> {UNSEARCHED} AND {of_slot(self._slot)}"
        )

    def unfinished(self, num_children: int) -> int:
        """Return the number of stale summaries and of items of the tree without a parent."""
        top = self.top_level()
        below = "SELECT count(*) FROM tree_summaries WHERE parent IS NULL AND level < ?1 AND slot = ?2"
        ((stale, leaves, summaries),) = select(
            self._db,
            "SELECT (SELECT count(*) FROM tree_summaries WHERE stale = 1 AND slot = ?2), "
            f"(SELECT count(*) FROM tree_leaves WHERE parent IS NULL AND slot = ?2), ({below})",
            (top, self._slot),
        )
        roots = leaves if top == 0 else self.count_unplaced(top)
        unplaced = roots if roots > num_children else 0
        return int(stale + (leaves if top else 0) + summaries + unplaced)

    def split(self, summary: int, num_children: int) -> None:
        """Halve a summary with too many children, and those above it that get too many by this."""
        current: int | None = summary
        while current is not None:
            children = self.children(current)
            if len(children) <= num_children:
                return
            self._db.execute(
                "INSERT INTO tree_summaries (level, parent, text, stale, slot) SELECT level, parent, text, 1, slot "
                "FROM tree_summaries WHERE id = ?",
                (current,),
            )
            sibling = self._db.last_insert_rowid()
            moved = json.dumps([child.id for child in children[len(children) // 2 :]])
            table, column = ("tree_leaves", "node") if children[0].level == 0 else ("tree_summaries", "id")
            self._db.execute(
                f"UPDATE {table} SET parent = ? WHERE slot = ? AND {column} IN (SELECT value FROM json_each(?))",
                (sibling, self._slot, moved),
            )
            self.mark_stale(current)
            current = self.parent_of(TreeItem(children[0].level + 1, current))

    def parent_of(self, item: TreeItem) -> int | None:
        """Return the summary above an item."""
        sql = (
            "SELECT parent FROM tree_leaves WHERE node = ? AND slot = ?"
            if item.level == 0
            else "SELECT parent FROM tree_summaries WHERE id = ? AND slot = ?"
        )
        rows = select(self._db, sql, (item.id, self._slot))
        return rows[0][0] if rows else None

    def clear(self) -> None:
        """Forget the whole tree."""
        self._db.execute("DELETE FROM tree_leaves WHERE slot = ?", (self._slot,))
        self._db.execute("DELETE FROM tree_summaries WHERE slot = ?", (self._slot,))


def summary_id(rowid: int) -> str:
    """Return the node id of a tree's summary."""
    return f"summary-{rowid}"


def summary_nodes(connection: apsw.Connection, node_ids: Iterable[str]) -> dict[str, TextNode]:
    """Return the summaries among node ids as nodes, by their ids.

    Those of trees have what they stand for as children, those of documents the document as their source.
    """
    found: dict[str, TextNode] = {}
    for node_id in node_ids:
        if (match := _IDS.fullmatch(node_id)) is None:
            continue
        summary, document, slot = (None if number is None else int(number) for number in match.groups())
        if summary is not None:
            node = _of_tree(connection, summary, node_id)
        else:
            node = _of_document(connection, document or 0, slot or EVERYTHING, node_id)
        if node is not None:
            found[node_id] = node
    return found


def _of_tree(connection: apsw.Connection, rowid: int, node_id: str) -> TextNode | None:
    rows = select(connection, "SELECT text FROM tree_summaries WHERE id = ?", (rowid,))
    if not rows:
        return None
    leaves = select(
        connection,
        "SELECT n.node_id FROM tree_leaves l JOIN nodes n ON n.id = l.node WHERE l.parent = ? "
        "ORDER BY n.document, n.position, n.id",
        (rowid,),
    )
    summaries = select(connection, "SELECT id FROM tree_summaries WHERE parent = ? ORDER BY id", (rowid,))
    below = [*(row[0] for row in leaves), *(summary_id(row[0]) for row in summaries)]
    children = [RelatedNodeInfo(child) for child in below]
    return TextNode(rows[0][0], node_id, relationships={NodeRelationship.CHILD: children})


def _of_document(connection: apsw.Connection, rowid: int, slot: int, node_id: str) -> TextNode | None:
    rows = select(
        connection,
        "SELECT s.summary, d.doc_id FROM document_summaries s JOIN documents d ON d.id = s.document "
        "WHERE s.document = ? AND s.slot = ?",
        (rowid, slot),
    )
    if not rows:
        return None
    summary, doc_id = rows[0]
    return TextNode(summary, node_id, relationships={NodeRelationship.SOURCE: RelatedNodeInfo(doc_id)})
