"""Summaries, of trees and of documents, as nodes: read by their ids, never found by a search for passages."""

import re
from collections.abc import Iterable

import apsw

from desktop_rag.core.schema import NodeRelationship, RelatedNodeInfo, TextNode
from desktop_rag.storage.sqlite.connection import select
from desktop_rag.storage.sqlite.index_kinds.slots import EVERYTHING

_IDS = re.compile(r"(?:summary-(\d{1,18})|document-summary-(\d{1,18})(?:-(\d{1,9}))?)")


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
