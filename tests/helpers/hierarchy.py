"""A document store of a few nodes, with parents and neighbours."""

from collections.abc import Mapping, Sequence

from desktop_rag.core.schema import NodeRelationship, RelatedNodeInfo, TextNode


class FakeStorage:
    """Knows the children of each parent, by id; children of one parent are neighbours in that order."""

    def __init__(self, children: Mapping[str, Sequence[str]]) -> None:
        self.children = {parent: list(names) for parent, names in children.items()}
        self.nodes: dict[str, TextNode] = {}
        self.texts: dict[str, str] = {}
        for parent, names in self.children.items():
            self._add(parent)
            for before, name, after in zip([None, *names[:-1]], names, [*names[1:], None], strict=True):
                node = self._add(name)
                if before:
                    node.relationships[NodeRelationship.PREVIOUS] = RelatedNodeInfo(before)
                if after:
                    node.relationships[NodeRelationship.NEXT] = RelatedNodeInfo(after)

    @property
    def docstore(self) -> "FakeStorage":
        return self

    def get_nodes(self, node_ids: Sequence[str], *, raise_error: bool = True) -> list[TextNode]:
        return [self.nodes[node_id] for node_id in node_ids if raise_error or node_id in self.nodes]

    def get_parents(self, node_ids: Sequence[str]) -> dict[str, TextNode]:
        up = {child: parent for parent, names in self.children.items() for child in names}
        return {node_id: self.nodes[up[node_id]] for node_id in node_ids if node_id in up}

    def get_children(self, parent_ids: Sequence[str]) -> dict[str, list[str]]:
        return {parent: self.children[parent] for parent in parent_ids if parent in self.children}

    def nodes_around(self, node_id: str, before: int, after: int) -> tuple[list[TextNode], list[TextNode]]:
        row = next((names for names in self.children.values() if node_id in names), [node_id])
        place = row.index(node_id)
        left, right = row[max(0, place - before) : place], row[place + 1 : place + 1 + after]
        return [self.nodes[name] for name in left], [self.nodes[name] for name in right]

    def document_text(self, doc_id: str, first_page: int = 1, last_page: int | None = None) -> str:
        return self.texts[doc_id]

    def _add(self, name: str) -> TextNode:
        return self.nodes.setdefault(name, TextNode(text=f"text of {name}", id_=name))
