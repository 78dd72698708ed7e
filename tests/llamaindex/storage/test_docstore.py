"""Documents and nodes as LlamaIndex's programs keep them: one docstore, which they write to a file."""

import asyncio
import json
from pathlib import Path

import pytest

from desktop_rag.core.errors import UnusableInputError
from desktop_rag.core.schema import Document, ImageNode, IndexNode, NodeRelationship, RelatedNodeInfo, TextNode
from desktop_rag.llamaindex.storage.docstore.simple_docstore import SimpleDocumentStore
from desktop_rag.llamaindex.storage.docstore.values import doc_to_json, json_to_doc, legacy_json_to_doc
from desktop_rag.storage.kvstore import DATA_KEY, TYPE_KEY, SimpleKVStore
from desktop_rag.storage.storage_context import StorageContext


def of(doc_id: str, node_id: str) -> TextNode:
    return TextNode(f"text of {node_id}", node_id, relationships={NodeRelationship.SOURCE: RelatedNodeInfo(doc_id)})


@pytest.fixture
def docstore() -> SimpleDocumentStore:
    """Two nodes of the document D, which was not stored itself, and one on its own."""
    docstore = SimpleDocumentStore()
    docstore.add_documents([of("D", "a"), of("D", "b"), TextNode("alone", "c")])
    return docstore


def test_it_comes_back_from_a_file_of_any_name(docstore: SimpleDocumentStore, tmp_path: Path) -> None:
    path = tmp_path / "new" / "docstore.json"
    docstore.persist(path)
    again = SimpleDocumentStore.from_persist_path(str(path))
    assert again.docs == docstore.docs
    again.delete_document("c")
    assert list(SimpleDocumentStore.from_persist_path(path).docs) == ["a", "b", "c"], "nothing changes before persist"
    again.persist(path)
    assert list(SimpleDocumentStore.from_persist_path(path).docs) == ["a", "b"]


def test_it_comes_back_from_the_folder_of_an_index(docstore: SimpleDocumentStore, tmp_path: Path) -> None:
    StorageContext.from_defaults(docstore=docstore).persist(tmp_path)
    assert SimpleDocumentStore.from_persist_dir(tmp_path).docs == docstore.docs
    with pytest.raises(UnusableInputError):
        SimpleDocumentStore.from_persist_dir(tmp_path / "nothing")


def test_nodes_by_numbers_and_hashes_of_several(docstore: SimpleDocumentStore) -> None:
    assert {n: node.id_ for n, node in docstore.get_node_dict({2: "b", 0: "a"}).items()} == {2: "b", 0: "a"}
    assert asyncio.run(docstore.aget_node_dict({5: "c"}))[5].text == "alone"
    with pytest.raises(ValueError, match="nowhere"):
        docstore.get_node_dict({0: "nowhere"})
    docstore.add_documents([of("E", "e")])
    docstore.set_document_hashes({"D": "x", "E": "y"})
    asyncio.run(docstore.aset_document_hashes({"E": "z"}))
    assert [docstore.get_document_hash(one) for one in ("D", "E")] == ["x", "z"]


def test_what_is_stored_may_be_kept_from_changing(docstore: SimpleDocumentStore) -> None:
    with pytest.raises(ValueError, match="b is stored already"):
        docstore.add_documents([TextNode("new", "d"), of("D", "b")], allow_update=False)
    assert docstore.get_document("d", raise_error=False) is None
    docstore.add_documents([TextNode("new", "d")], allow_update=False)
    assert docstore.get_node("d")


def test_a_document_or_a_node_is_deleted_by_its_id(docstore: SimpleDocumentStore) -> None:
    docstore.delete_document("a")
    assert [docstore.document_exists(one) for one in ("a", "b", "D", "E")] == [False, True, True, False]
    assert list(docstore.docs) == ["b", "c"]
    info = docstore.get_ref_doc_info("D")
    assert info is not None
    assert info.node_ids == ["b"]
    docstore.delete_ref_doc("D")
    assert list(docstore.docs) == ["c"]
    assert docstore.get_ref_doc_info("D") is None
    for delete in (docstore.delete_document, docstore.delete_ref_doc):
        delete("D", raise_error=False)
        with pytest.raises(ValueError, match="D"):
            delete("D")
    with pytest.raises(ValueError, match="c"):
        docstore.delete_ref_doc("c")


def test_a_document_that_is_stored_with_its_nodes_goes_with_them(docstore: SimpleDocumentStore) -> None:
    docstore.add_documents([Document("all of D", "D")])
    found = docstore.get_document("D")
    assert found is not None
    assert found.text == "all of D"
    docstore.delete_ref_doc("D")
    assert list(docstore.docs) == ["c"]


def test_a_document_is_found_where_it_was_stored_itself(docstore: SimpleDocumentStore) -> None:
    assert docstore.get_document("D", raise_error=False) is None
    docstore.stores.documents.put_document(Document("", "E"), [])
    assert docstore.get_document("E") == Document("", "E")


def test_hashes_tell_which_documents_were_read(docstore: SimpleDocumentStore) -> None:
    first, second = Document("same", "1"), Document("same", "2")
    for document in (first, second):
        docstore.stores.documents.put_document(document, [])
    assert docstore.get_all_document_hashes() == {first.hash: "2"}
    assert docstore.ref_doc_exists("1")
    assert not docstore.ref_doc_exists("3")


def test_a_document_stored_by_hand_tells_its_hash() -> None:
    docstore, same = SimpleDocumentStore(), [Document("same", "1"), Document("same", "2")]
    docstore.add_documents([*same, of("1", "a")])
    assert docstore.get_all_document_hashes().keys() == {same[0].hash}
    assert docstore.get_document_hash("1") == same[0].hash
    assert docstore.get_document_hash("a") is None
    docstore.set_document_hash("1", "abcd")
    assert docstore.get_document_hash("1") == "abcd"
    assert docstore.get_all_document_hashes() == {same[0].hash: "2", "abcd": "1"}


def test_it_comes_back_from_a_dictionary(docstore: SimpleDocumentStore) -> None:
    again = SimpleDocumentStore.from_dict(json.loads(json.dumps(docstore.to_dict())))
    assert again.docs == docstore.docs
    again.add_documents([TextNode("one more", "d")])
    assert list(again.docs) == ["a", "b", "c", "d"]
    assert list(docstore.docs) == ["a", "b", "c"]


@pytest.mark.parametrize("described", [{}, {"sqlite": "!!"}, {"sqlite": "abcdefghij"}])
def test_a_dictionary_of_something_else_is_refused(described: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"docstore|the bytes of"):
        SimpleDocumentStore.from_dict(described)


def test_what_is_stored_together_comes_back_as_it_was() -> None:
    docstore = SimpleDocumentStore()
    alone = [Document("a text", "1", metadata={"by": "Ann"}), TextNode("a passage", "2"), TextNode("another", "3")]
    first, second = TextNode("first", "4"), TextNode("second", "5")
    first.relationships[NodeRelationship.NEXT] = RelatedNodeInfo("5")
    second.relationships[NodeRelationship.PREVIOUS] = RelatedNodeInfo("4")
    docstore.add_documents([*alone, first, second])
    assert docstore.get_nodes(["1", "2", "3", "4", "5"]) == [*alone, first, second]


def test_a_document_that_only_nodes_named_goes_with_the_last_of_them() -> None:
    docstore = SimpleDocumentStore()
    docstore.add_documents([Document("all of D", "D"), of("D", "a"), of("D", "b")])
    docstore.delete_document("a")
    info = docstore.get_ref_doc_info("D")
    assert info is not None
    assert info.node_ids == ["b"]
    assert docstore.document_exists("D")
    docstore.delete_document("b")
    assert docstore.get_ref_doc_info("D") is None
    assert not docstore.document_exists("D")


def test_a_document_that_was_stored_itself_stays_without_nodes(docstore: SimpleDocumentStore) -> None:
    docstore.stores.documents.put_document(Document("all of E", "E"), [of("E", "e")])
    docstore.delete_document("e")
    assert docstore.ref_doc_exists("E")


def test_everything_can_be_awaited() -> None:
    async def use() -> None:
        docstore = SimpleDocumentStore()
        await docstore.async_add_documents([of("D", "a"), TextNode("alone", "c")])
        assert [node.id_ for node in await docstore.aget_nodes(["c", "a"])] == ["c", "a"]
        assert await docstore.aref_doc_exists("D")
        assert (await docstore.aget_all_ref_doc_info()).keys() == {"D"}
        await docstore.adelete_ref_doc("D")
        assert not await docstore.adocument_exists("a")
        with pytest.raises(ValueError, match="a is not stored"):
            await docstore.aget_node("a")

    asyncio.run(use())


@pytest.mark.parametrize(
    "node",
    [
        Document("text", "1", metadata={"a": 1}),
        TextNode("text", "1", embedding=[1.0, 2.0]),  # type: ignore[arg-type]
        ImageNode("text", "1", image="aGk="),
        IndexNode("text", "1", index_id="more"),
    ],
)
def test_nodes_become_values_and_nodes_again(node: TextNode) -> None:
    assert json_to_doc(json.loads(json.dumps(doc_to_json(node)))) == node


def test_nodes_of_a_key_value_store_are_taken_over(docstore: SimpleDocumentStore) -> None:
    kept = SimpleKVStore()
    for collection in ("docstore/data", "docstore/metadata", "docstore/ref_doc_info"):
        kept.put_all(list(docstore._kvstore.get_all(collection).items()), collection)
    assert kept.get("D", "docstore/ref_doc_info") == {"node_ids": ["a", "b"], "metadata": {}}
    assert kept.get_all("docstore/metadata")["a"]["ref_doc_id"] == "D"
    again = SimpleDocumentStore(kept)
    assert again.docs == docstore.docs
    assert again.get_all_ref_doc_info().keys() == {"D"}
    kept.put("D", {"doc_hash": "abcd"}, "docstore/metadata")
    assert SimpleDocumentStore(kept).get_document_hash("D") == "abcd"


def test_a_docstore_is_changed_by_its_keys(docstore: SimpleDocumentStore) -> None:
    values = docstore._kvstore
    values.put("d", doc_to_json(TextNode("put", "d")), "docstore/data")
    assert docstore.get_document("d") == TextNode("put", "d")
    assert values.delete("d", "docstore/data")
    assert not values.delete("d", "docstore/data")
    assert values.delete("D", "docstore/ref_doc_info")
    assert list(docstore.docs) == ["c"]
    assert values.get("c", "others") is None
    for change in (lambda: values.put("c", {}, "others"), lambda: values.delete("c", "docstore/metadata")):
        with pytest.raises(NotImplementedError, match="docstore"):
            change()


@pytest.mark.parametrize(
    ("kind", "more", "expected"),
    [
        ("1", {}, TextNode("hi", "x", {"a": 1})),
        ("document", {}, Document("hi", "x", {"a": 1})),
        ("2", {"image": "aGk="}, ImageNode("hi", "x", {"a": 1}, image="aGk=")),
        ("3", {"index_id": "more"}, IndexNode("hi", "x", {"a": 1}, index_id="more")),
    ],
)
def test_nodes_of_early_versions_are_read(kind: str, more: dict[str, object], expected: TextNode) -> None:
    data = {"text": "hi", "extra_info": {"a": 1}, "doc_id": "x", "relationships": {"source": "D"}} | more
    expected.relationships[NodeRelationship.SOURCE] = RelatedNodeInfo("D")
    assert json_to_doc({DATA_KEY: data, TYPE_KEY: kind}) == expected


def test_a_node_of_an_unknown_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="no kind of node"):
        legacy_json_to_doc({DATA_KEY: {"text": "hi"}, TYPE_KEY: "poem"})


@pytest.mark.parametrize("doc_hash", ["00ff", "ABCD", "v2 of Müller", "\ud800", "0 1"])
def test_a_hash_may_be_any_text(doc_hash: str) -> None:
    docstore = SimpleDocumentStore()
    docstore.stores.documents.put_document(Document("text", "D"), [of("D", "a")])
    docstore.set_document_hash("D", doc_hash)
    assert docstore.get_document_hash("D") == doc_hash
    assert docstore.get_all_document_hashes() == {doc_hash: "D"}
    node = docstore.get_node("a")
    assert node is not None
    assert node.source_node is not None
    assert node.source_node.hash == doc_hash
    docstore.set_document_hash("D", "")
    assert docstore.get_document_hash("D") is None
