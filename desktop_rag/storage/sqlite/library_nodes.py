"""The nodes of a library, read and written."""

from collections.abc import Sequence

from desktop_rag.core.schema import Metadata, TextNode
from desktop_rag.storage.records import LOOSE
from desktop_rag.storage.sqlite.connection import Connection
from desktop_rag.storage.sqlite.documents import SqliteDocuments
from desktop_rag.storage.sqlite.parents import ParentReader
from desktop_rag.storage.sqlite.states import BY_WORDS, UNSEARCHED, WAITING
from desktop_rag.storage.sqlite.writing import NodeWriter


class SqliteNodes(ParentReader):
    """The nodes of one library (``storage.ports.Nodes``); the caller holds the transaction of what writes."""

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
