"""Nodes of programs and of files: what is stored comes back, neighbours, parents, deletion."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from desktop_rag.core.schema import (
    Document,
    EmbeddingSpace,
    ImageNode,
    IndexNode,
    NodeRelationship,
    ObjectType,
    RelatedNodeInfo,
    TextNode,
)
from desktop_rag.llamaindex.node_parser.relational.hierarchical import get_leaf_nodes, get_root_nodes
from desktop_rag.node_parser.hierarchical import HierarchicalNodeParser
from desktop_rag.node_parser.sentence import SentenceSplitter
from desktop_rag.storage.records import DocumentRecord, NodeRecord, doc_id_of
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.text.analyzer import keyword_terms
from desktop_rag.vector_stores.sqlite_vec import SqliteVecVectorStore

TEXT = "One fish swims. Two fish swim. " * 300


@pytest.fixture(params=["memory", "file"])
def storage(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[StorageContext]:
    with StorageContext(tmp_path / "test.ragindex" if request.param == "file" else None) as storage:
        yield storage


def put_file(storage: StorageContext, path: str, *pages: int) -> str:
    """Store a file with so many passages on each page and return its id."""
    texts = [" ".join(f"p{page}n{number}" for number in range(count)) for page, count in enumerate(pages, 1)]
    nodes = [
        NodeRecord(page, text.index(word), text.index(word) + len(word), "", word, word)
        for page, text in enumerate(texts, 1)
        for word in text.split()
    ]
    with storage.transaction():
        storage.documents.replace_file(
            DocumentRecord(path, 1, 1, b"h", {"a": 1}, [(str(n), t) for n, t in enumerate(texts, 1)], nodes)
        )
    return doc_id_of(path)


def add(storage: StorageContext, *nodes: TextNode, embed: bool = False) -> None:
    with storage.transaction():
        storage.docstore.add_documents(nodes, embed=embed)


def test_nodes_of_every_type_come_back_as_they_were(storage: StorageContext) -> None:
    metadata = {"author": "Müller", "year": 2020, "rating": 4.5, "draft": False, "note": None}
    nodes = [
        TextNode(
            text="Text",
            id_="t",
            metadata=dict(metadata),
            excluded_embed_metadata_keys=["year"],
            excluded_llm_metadata_keys=["note"],
            text_template="{content} | {metadata_str}",
            metadata_separator="; ",
            metadata_template="{key}={value}",
            start_char_idx=3,
            end_char_idx=7,
        ),
        IndexNode(text="Stands for more", id_="i", index_id="table-1"),
        ImageNode(text="A cat", id_="p", image="aGk=", image_path=Path("cat.png"), image_mimetype="image/png"),
    ]
    add(storage, *nodes)
    found = storage.docstore.get_nodes(["p", "t", "i"])
    for node in found:
        node.relationships = {}
    assert found == [nodes[2], nodes[0], nodes[1]]
    assert [node.hash for node in found] == [nodes[2].hash, nodes[0].hash, nodes[1].hash]


def test_a_node_keeps_its_id_and_place_when_its_text_changes(storage: StorageContext) -> None:
    nodes = SentenceSplitter(64, 0).get_nodes_from_documents([Document(text=TEXT, id_="d")])
    add(storage, *nodes)
    nodes[1].text = "Three elephants."
    add(storage, nodes[1])
    assert [node.id_ for node in storage.docstore.iter_nodes()] == [node.id_ for node in nodes]
    assert storage.docstore.get_nodes([nodes[1].id_])[0].text == "Three elephants."
    assert len(storage.keywords.query(keyword_terms("elephants"), 5)) == 1
    assert storage.nodes.node_count() == len(nodes)


def test_nodes_know_their_document_and_their_neighbours(storage: StorageContext) -> None:
    nodes = SentenceSplitter(64, 0).get_nodes_from_documents([Document(text=TEXT, id_="d", metadata={"k": "v"})])
    add(storage, *nodes)
    for stored, node in zip(storage.docstore.get_nodes([node.id_ for node in nodes]), nodes, strict=True):
        assert stored.ref_doc_id == "d"
        for relation in (NodeRelationship.PREVIOUS, NodeRelationship.NEXT):
            assert bool(stored.relationships.get(relation)) == bool(node.relationships.get(relation))
        assert stored.prev_node is None or stored.prev_node.node_id == node.prev_node.node_id  # type: ignore[union-attr]
    before, after = storage.docstore.nodes_around(nodes[2].id_, 5, 2)
    assert [node.id_ for node in before] == [node.id_ for node in nodes[:2]]
    assert [node.id_ for node in after] == [node.id_ for node in nodes[3:5]]
    (info,) = storage.docstore.documents()
    assert (info.doc_id, info.nodes, info.metadata) == ("d", len(nodes), {"k": "v"})


def test_missing_nodes_are_left_out_or_told(storage: StorageContext) -> None:
    add(storage, TextNode(text="a", id_="a"))
    assert [node.id_ for node in storage.docstore.get_nodes(["x", "a"], raise_error=False)] == ["a"]
    assert storage.docstore.get_node("x", raise_error=False) is None
    with pytest.raises(ValueError, match="x is not stored"):
        storage.docstore.get_nodes(["a", "x"])
    assert storage.nodes.keys_of(["x", "a"]).keys() == {"a"}
    assert storage.docstore.nodes_around("x", 1, 1) == ([], [])


def test_nodes_without_a_source_belong_to_no_document(storage: StorageContext) -> None:
    add(storage, TextNode(text="alone", id_="a"), TextNode(text="too", id_="b"))
    assert storage.docstore.documents() == []
    assert storage.documents.totals().files == 0
    assert storage.nodes.node_count() == 2
    assert storage.docstore.get_nodes(["a"])[0].source_node is None
    assert storage.docstore.get_parents(["a"]) == {}


def test_every_searched_node_is_read_in_document_order(storage: StorageContext) -> None:
    first = put_file(storage, "/a", 700)
    second = put_file(storage, "/b", 600)
    texts = [node.text for node in storage.docstore.iter_nodes()]
    assert texts == [f"p1n{number}" for number in range(700)] + [f"p1n{number}" for number in range(600)]
    assert len(list(storage.docstore.iter_nodes([second]))) == 600
    assert next(storage.docstore.iter_nodes([second, first])).ref_doc_id == second
    assert list(storage.docstore.iter_nodes([])) == []


def test_deleting_while_reading_leaves_out_what_is_gone(storage: StorageContext) -> None:
    put_file(storage, "/a", 600)
    second = put_file(storage, "/b", 600)
    nodes = storage.docstore.iter_nodes()
    next(nodes)
    with storage.transaction():
        storage.docstore.delete_document(second)
    assert len(list(nodes)) == 599


def test_stored_parents_are_found_and_never_searched(storage: StorageContext) -> None:
    parser = HierarchicalNodeParser.from_defaults([512, 256, 64])
    nodes = parser.get_nodes_from_documents([Document(text=TEXT, id_="d")])
    leaves, roots = get_leaf_nodes(nodes), get_root_nodes(nodes)
    add(storage, *nodes)
    docstore = storage.docstore
    assert docstore.stores.nodes.node_count() == len(leaves)
    assert [node.id_ for node in docstore.iter_nodes()] == [node.id_ for node in leaves]
    parents = docstore.get_parents([leaf.id_ for leaf in leaves])
    assert {child: parent.id_ for child, parent in parents.items()} == {
        leaf.id_: leaf.parent_node.node_id for leaf in leaves if leaf.parent_node
    }
    children = docstore.get_children([root.id_ for root in roots])
    assert children == {root.id_: [child.node_id for child in root.child_nodes] for root in roots}
    stored = docstore.get_nodes([node.id_ for node in nodes])
    assert [node.id_ for node in get_leaf_nodes(stored)] == [leaf.id_ for leaf in leaves]
    for one, other in zip(stored, nodes, strict=True):
        for relation in (NodeRelationship.PREVIOUS, NodeRelationship.NEXT, NodeRelationship.PARENT):
            mine, theirs = one.relationships.get(relation), other.relationships.get(relation)
            assert isinstance(mine, RelatedNodeInfo) == isinstance(theirs, RelatedNodeInfo)
            assert not isinstance(mine, RelatedNodeInfo) or mine.node_id == theirs.node_id  # type: ignore[union-attr]
    before, after = docstore.nodes_around(leaves[-1].id_, 3, 3)
    assert ([node.id_ for node in before], after) == ([leaf.id_ for leaf in leaves[-4:-1]], [])


def test_children_find_parents_that_came_later(storage: StorageContext) -> None:
    nodes = HierarchicalNodeParser.from_defaults([256, 64]).get_nodes_from_documents([Document(text=TEXT, id_="d")])
    leaves = get_leaf_nodes(nodes)
    add(storage, *leaves, embed=True)
    above = leaves[0].parent_node
    assert above is not None
    assert storage.docstore.get_nodes([leaves[0].id_])[0].parent_node == RelatedNodeInfo(above.node_id)
    add(storage, *nodes)
    assert storage.docstore.get_parents([leaves[0].id_])[leaves[0].id_].id_ == above.node_id
    assert len(storage.nodes.to_embed(1000)) == len(leaves)


def test_a_parser_may_hand_over_parents_of_a_file(storage: StorageContext) -> None:
    records = [
        NodeRecord(1, 0, 9, "", "alpha beta", "", searchable=False),
        NodeRecord(1, 0, 5, "", "alpha", "alpha", parent=0, metadata={"window": "alpha beta"}),
        NodeRecord(1, 6, 10, "", "beta", "beta", parent=0),
    ]
    with storage.transaction():
        rowids = storage.documents.replace_file(DocumentRecord("/a", 1, 1, b"", {}, [("1", "alpha beta")], records))
    docstore = storage.docstore
    nodes = docstore.stores.nodes.nodes_by_key(rowids)
    parent, alpha, beta = (nodes[rowid] for rowid in rowids)
    assert docstore.stores.documents.totals().nodes == docstore.stores.nodes.node_count() == 2
    assert [rowid for rowid, _, _ in storage.nodes.to_embed(10)] == rowids[1:]
    assert docstore.get_parents([alpha.id_, beta.id_])[beta.id_].text == parent.text
    assert docstore.get_children([parent.id_]) == {parent.id_: [alpha.id_, beta.id_]}
    assert alpha.metadata["window"] == "alpha beta"
    assert "window" in alpha.excluded_llm_metadata_keys
    assert storage.keywords.query(keyword_terms("alpha"), 5)[0][0] == rowids[1]


def test_neighbouring_passages_of_a_page_have_a_parent_in_common(storage: StorageContext) -> None:
    doc_id = put_file(storage, "/a", 9, 1)
    docstore = storage.docstore
    nodes = list(docstore.iter_nodes())
    ids = [node.id_ for node in nodes]
    parents = docstore.get_parents(ids)
    names = {child: parent.id_ for child, parent in parents.items()}
    assert [names.get(node_id) for node_id in ids] == (
        [f"{doc_id}/1/1/0"] * 4 + [f"{doc_id}/1/1/1"] * 4 + [f"{doc_id}/1/2/0"] + [None]
    )
    block = parents[ids[5]]
    assert block.text == "p1n4 p1n5 p1n6 p1n7"
    assert block.text == storage.documents.page_text("/a", 1)[block.start_char_idx : block.end_char_idx]  # type: ignore[index]
    assert (block.metadata["file_path"], block.metadata["page_number"], block.ref_doc_id) == ("/a", 1, doc_id)
    assert docstore.get_children([block.id_]) == {block.id_: ids[4:8]}
    above = docstore.get_parents([block.id_])[block.id_]
    assert above.text == storage.documents.page_text("/a", 1)
    assert docstore.get_children([above.id_]) == {above.id_: [f"{doc_id}/1/1/0", f"{doc_id}/1/1/1", ids[8]]}
    assert docstore.get_parents([above.id_]) == {}
    assert docstore.get_nodes([above.id_, ids[0]])[0] == above


def test_no_parents_where_there_is_nothing_to_put_together(storage: StorageContext) -> None:
    doc_id = put_file(storage, "/a", 1)
    (node,) = storage.docstore.iter_nodes()
    assert storage.docstore.get_parents([node.id_, "nowhere/1/1/0", "x"]) == {}
    assert storage.docstore.get_children([node.id_, f"{doc_id}/1/1/0", f"{doc_id}/7/1/0"]) == {}
    assert storage.docstore.get_nodes([f"{doc_id}/1/1/0"], raise_error=False) == []


def test_parents_without_a_page_are_put_together_from_their_passages(storage: StorageContext) -> None:
    source = {NodeRelationship.SOURCE: RelatedNodeInfo("a/b", None, ObjectType.DOCUMENT)}
    add(storage, *(TextNode(text=f"t{n}", id_=f"n{n}", relationships=dict(source)) for n in range(3)))
    parent = storage.docstore.get_parents(["n1"])["n1"]
    assert (parent.id_, parent.text, parent.start_char_idx) == ("a/b/1/1/0", "t0\n\nt1\n\nt2", None)


def test_documents_of_programs_come_back_and_are_replaced(storage: StorageContext) -> None:
    document = Document(text="Tea is hot.", id_="d", metadata={"file_path": "/x/tea.md"}, text_template="{content}")
    other = Document(text="Tea is cold.", id_="e", metadata={"file_path": "/x/tea.md"})
    with storage.transaction():
        storage.documents.put_document(document, [])
        storage.documents.put_document(other, [])
    docstore = storage.docstore
    assert docstore.get_document("d") == document
    assert [info.path for info in docstore.documents()] == ["/x/tea.md", "e"]
    assert docstore.get_document_hash("d") == document.hash
    assert (docstore.document_exists("d"), docstore.document_exists("x"), docstore.document_exists("")) == (1, 0, 0)
    with storage.transaction():
        docstore.stores.documents.put_document(Document(text="Tea is gone.", id_="d"), [])
    assert docstore.document_text("d") == "Tea is gone."
    assert docstore.get_document_hash("x") is None


def test_the_text_of_some_pages(storage: StorageContext) -> None:
    doc_id = put_file(storage, "/a", 1, 1, 1)
    docstore = storage.docstore
    assert docstore.document_text(doc_id) == "p1n0\n\np2n0\n\np3n0"
    assert docstore.document_text(doc_id, 2) == "p2n0\n\np3n0"
    assert docstore.document_text(doc_id, 2, 2) == "p2n0"
    assert docstore.document_text("nothing") == ""


def test_what_is_deleted_is_gone_everywhere(storage: StorageContext) -> None:
    space = EmbeddingSpace("test", "t", 8, "")
    nodes = [
        TextNode(text=f"word{n}", id_=f"n{n}", relationships={NodeRelationship.SOURCE: RelatedNodeInfo(f"d{n % 2}")})
        for n in range(40)
    ]
    with storage.transaction():
        rowids = storage.docstore.add_documents(nodes, embed=True)
        store = SqliteVecVectorStore(storage.connection, space, codes_from=10)
        store.create()
        store.add(rowids, np.random.default_rng(1).standard_normal((40, 8)).astype(np.float32))
    with storage.transaction():
        assert storage.docstore.delete_document("d0") == rowids[::2]
        assert storage.nodes.delete(["n1", "n2", "x"]) == [rowids[1]]
    left = rowids[3::2]
    assert storage.nodes.node_count() == 19
    assert sorted(store.get(rowids)) == left
    for table in ("nodes", "vectors_1_rowids"):
        assert storage.connection.execute(f"SELECT count(*) FROM {table}").fetchall() == [(19,)]
    blocks = storage.connection.execute("SELECT rowids FROM code_blocks").fetchall()
    assert sorted(np.concatenate([np.frombuffer(row[0], np.int64) for row in blocks]).tolist()) == left  # type: ignore[arg-type]
    for word in ("word0", "word1"):
        assert storage.keywords.query(keyword_terms(word), 5) == []
    assert storage.docstore.get_document_hash("d0") is None


def test_texts_no_file_can_hold_are_stored_all_the_same(storage: StorageContext) -> None:
    add(
        storage,
        TextNode(text="half \ud83d of it", id_="a", metadata={"k\ud83d": "\udc00"}),
        TextNode(text="\0", id_="b"),
    )
    assert [node.text for node in storage.docstore.get_nodes(["a", "b"])] == ["half ? of it", "\0"]


def test_documents_and_nodes_are_found_under_one_name(storage: StorageContext) -> None:
    document = Document(text="Tea is hot.", id_="d")
    node = TextNode(text="Tea", id_="n", relationships={NodeRelationship.SOURCE: document.as_related_node_info()})
    with storage.transaction():
        storage.documents.put_document(document, [node])
    docstore = storage.docstore
    found = docstore.get_document("n")
    assert (docstore.get_document("d"), found.text if found else "") == (document, "Tea")
    assert docstore.get_document("x", raise_error=False) is None
    with pytest.raises(ValueError, match="x"):
        docstore.get_document("x")


def test_docs_has_every_node_with_its_parents(storage: StorageContext) -> None:
    text = "Cats sleep all day. Dogs bark at night. " * 20
    nodes = HierarchicalNodeParser.from_defaults([64, 32, 16], chunk_overlap=2).get_nodes_from_documents(
        [Document(text, "D")]
    )
    assert storage.docstore.docs == {}
    add(storage, *nodes)
    docs = storage.docstore.docs
    assert {key: node.text for key, node in docs.items()} == {node.node_id: node.text for node in nodes}
    assert len(docs) > storage.nodes.node_count() > 0
