"""Replacing and deleting: all of it or nothing, everywhere."""

from collections.abc import Iterator

import numpy as np
import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import Document, NodeRelationship, RelatedNodeInfo, TextNode
from desktop_rag.storage.ports import Stores
from desktop_rag.storage.records import Piece, doc_id_of
from tests.storage.conformance.conftest import SPACE, embed_all, file, passage, texts_found

PATH = "/folder/report.pdf"


def everything(stores: Stores) -> object:
    """Return all that can be told of a store."""
    nodes = list(stores.nodes.iter_nodes())
    keys = list(stores.nodes.keys_of([node.id_ for node in nodes]).values())
    vectors = stores.vectors(SPACE)
    return (
        list(stores.documents.iter_documents()),
        stores.documents.totals(),
        keys,
        [node.text for node in nodes],
        list(stores.documents.labelled_pages(PATH)),
        texts_found(stores, "whale sea ship"),
        {key: vector.tobytes() for key, vector in vectors.get(keys).items()},
        vectors.count(),
    )


def pieces_that_break() -> Iterator[Piece]:
    yield [("3", "more sea")], [passage("more sea", 3)]
    raise UserError("The rest got lost.")


def breaks() -> None:
    raise UserError("The journal cannot be written.")


@pytest.fixture
def filled(stores: Stores) -> Stores:
    with stores.transaction():
        stores.documents.replace_file(file(PATH, "a whale", "the sea"))
        stores.documents.replace_file(file("/folder/other.txt", "a ship at sea"))
    embed_all(stores)
    return stores


def test_the_new_version_takes_the_place_of_the_old_one_everywhere(filled: Stores) -> None:
    old = filled.nodes.keys_of([node.id_ for node in filled.nodes.iter_nodes([doc_id_of(PATH)])])
    new = filled.documents.replace_file(file(PATH, "a harbour"))
    assert [node.text for node in filled.nodes.iter_nodes([doc_id_of(PATH)])] == ["a harbour"]
    assert texts_found(filled, "whale") == []
    assert texts_found(filled, "harbour") == ["a harbour"]
    assert list(filled.documents.labelled_pages(PATH)) == [("1", "a harbour")]
    assert not filled.vectors(SPACE).get(set(old.values()) - set(new))
    assert filled.vectors(SPACE).count() == 1, "the other file's"
    assert [key for key, _, _ in filled.nodes.to_embed(10)] == new


def test_pieces_come_behind_those_of_the_record(stores: Stores) -> None:
    pieces: list[Piece] = [([("2", "two")], [passage("two", 2)]), ([("3", "three")], [passage("three", 3)])]
    keys = stores.documents.replace_file(file(PATH, "one"), iter(pieces))
    assert [node.text for node in stores.nodes.nodes_by_key(keys).values()] == ["one", "two", "three"]
    assert stores.documents.page_count(PATH) == 3
    assert stores.documents.totals().nodes == 3


@pytest.mark.parametrize("how", ["pieces", "finish", "later"])
def test_what_fails_half_way_changes_nothing(filled: Stores, how: str) -> None:
    before = everything(filled)
    new = file(PATH, "another whale", "the sea")

    def replace() -> None:
        with filled.transaction():
            if how == "pieces":
                filled.documents.replace_file(new, pieces_that_break())
            elif how == "finish":
                filled.documents.replace_file(new, finish=breaks)
            else:
                filled.documents.replace_file(new)
                breaks()

    with pytest.raises(UserError):
        replace()
    assert everything(filled) == before
    filled.documents.replace_file(new)
    assert texts_found(filled, "another") == ["another whale"]


@pytest.mark.parametrize("how", ["pieces", "finish"])
def test_it_needs_no_transaction_around_it(filled: Stores, how: str) -> None:
    before = everything(filled)
    with pytest.raises(UserError):
        filled.documents.replace_file(
            file(PATH, "x"), pieces_that_break() if how == "pieces" else (), finish=breaks if how == "finish" else None
        )
    assert everything(filled) == before


def test_finish_runs_inside_and_once(filled: Stores) -> None:
    seen: list[list[str]] = []
    filled.documents.replace_file(file(PATH, "a harbour"), finish=lambda: seen.append(texts_found(filled, "harbour")))
    assert seen == [["a harbour"]]


def test_what_says_the_same_keeps_its_vector(filled: Stores) -> None:
    by_text = {
        node.text: filled.vectors(SPACE).get([key])[key]
        for key, node in filled.nodes.nodes_by_key(
            list(filled.nodes.keys_of([node.id_ for node in filled.nodes.iter_nodes()]).values())
        ).items()
    }
    keys = filled.documents.replace_file(file(PATH, "a foreword", "a whale", "a ship at sea"))
    nodes = filled.nodes.nodes_by_key(keys)
    kept = filled.vectors(SPACE).get(keys)
    assert {nodes[key].text for key in kept} == {"a whale", "a ship at sea"}, "of its own, and of the other file"
    assert all(np.allclose(kept[key], by_text[nodes[key].text]) for key in kept)
    assert [text for _, _, text in filled.nodes.to_embed(10)] == ["a foreword"]


def test_deleting_a_file_takes_along_what_is_in_it(filled: Stores) -> None:
    filled.documents.replace_file(file("/mail.eml", "a letter"))
    filled.documents.replace_file(file("/mail.eml//note.txt", "a note", container="/mail.eml"))
    before = filled.documents.totals().nodes
    gone = filled.documents.delete_files(["/mail.eml", "/nowhere"])
    assert len(gone) == 2
    assert filled.documents.totals().nodes == before - 2
    assert texts_found(filled, "letter note") == []
    assert filled.nodes.nodes_by_key(gone) == {}
    assert filled.documents.ref_doc_info(doc_id_of("/mail.eml//note.txt")) is None


def test_documents_and_nodes_of_programs(stores: Stores) -> None:
    source = {NodeRelationship.SOURCE: RelatedNodeInfo("doc")}
    nodes = [TextNode(text=text, id_=f"n{n}", relationships=dict(source)) for n, text in enumerate(["tea", "coffee"])]
    document = Document(text="tea and coffee", id_="doc", metadata={"year": 2024})
    keys = stores.documents.put_document(document, nodes)
    assert stores.documents.get_document("doc") == document
    assert stores.documents.get_document_hash("doc") == document.hash
    info = stores.documents.ref_doc_info("doc")
    assert info is not None
    assert (info.node_ids, info.nodes, info.metadata) == (["n0", "n1"], 2, {"year": 2024})
    assert stores.nodes.delete(["n0", "nobody"]) == keys[:1]
    assert texts_found(stores, "tea") == []
    assert stores.documents.delete_document("doc") == keys[1:]
    assert not stores.documents.document_exists("doc")
    assert stores.documents.delete_document("doc") == []
    with pytest.raises(ValueError, match="n1"):
        stores.nodes.get_nodes(["n1"])


def test_documents_that_come_together_are_as_if_each_had_come_by_itself(stores: Stores) -> None:
    def named(doc_id: str, *texts: str) -> tuple[Document, list[TextNode]]:
        source = {NodeRelationship.SOURCE: RelatedNodeInfo(doc_id)}
        nodes = [TextNode(text=text, id_=f"{doc_id}{n}", relationships=dict(source)) for n, text in enumerate(texts)]
        # two of them name one file
        return Document(text=" ".join(texts), id_=doc_id, metadata={"file_path": "/tea.txt"}), nodes

    stores.documents.put_document(*named("b", "old", "older"))
    keys = stores.documents.put_documents(
        [named("a", "tea"), named("b", "coffee"), named("c"), named("d", "milk", "oil")]
    )
    assert [node.text for node in stores.nodes.nodes_by_key(keys).values()] == ["tea", "coffee", "milk", "oil"]
    infos = [(info.doc_id, info.nodes) for info in stores.documents.iter_documents()]
    assert sorted(infos) == [("a", 1), ("b", 1), ("c", 0), ("d", 2)]
    assert stores.documents.existing(["a", "c", "nobody", ""]) == {"a", "c"}
    info = stores.documents.ref_doc_info("d")
    assert info is not None
    assert info.node_ids == ["d0", "d1"]
    assert texts_found(stores, "old older") == []
    assert texts_found(stores, "milk") == ["milk"]
    twins = [(Document(text="", id_=name), [TextNode(text=f"of {name}", id_="twin")]) for name in ("e", "f")]
    first, second = stores.documents.put_documents(twins)
    assert first == second
    assert stores.nodes.get_nodes(["twin"])[0].text == "of f", "the last counts, as where it comes later"


def test_very_many_documents_are_read_a_few_at_a_time(stores: Stores) -> None:
    with stores.transaction():
        for number in range(1203):
            stores.documents.replace_file(file(f"/f/{number}", "x"))
    assert [info.path for info in stores.documents.iter_documents()] == [f"/f/{number}" for number in range(1203)]
    assert len(stores.documents.searched(1203)) == 1203
    assert stores.documents.searched(1202) == []
    assert len(list(stores.nodes.iter_nodes())) == stores.nodes.node_count() == 1203


@pytest.mark.parametrize(
    "path",
    [
        "/資料/報告 2024年.pdf",
        "/Über/naïve café.txt",
        '/a/it\'s "quoted" 100%_.md',
        "C:\\Users\\Ána\\d.txt",
        "/📚/🐳.txt",
    ],
)
def test_any_path(stores: Stores, path: str) -> None:
    stores.documents.replace_file(file(path, "鯨は海に住む whale"))
    stores.documents.replace_file(file(path, "鯨は海に住む whale", "二"))
    (info,) = stores.documents.iter_documents()
    assert (info.path, info.pages) == (path, 2)
    assert stores.documents.page_text(path, 2) == "二"
    assert texts_found(stores, "鯨") == ["鯨は海に住む whale"]
    assert len(stores.documents.delete_files([path])) == 2


@pytest.mark.parametrize("node_id", ["節-1", "n'1\"", "🐳", "ａ", "x" * 500])
def test_any_id(stores: Stores, node_id: str) -> None:
    source = {NodeRelationship.SOURCE: RelatedNodeInfo(f"doc {node_id}")}
    (key,) = stores.nodes.add([TextNode(text="海", id_=node_id, relationships=source)])
    assert stores.nodes.keys_of([node_id]) == {node_id: key}
    assert [node.id_ for node in stores.nodes.get_nodes([node_id])] == [node_id]
    assert [node.id_ for node in stores.nodes.iter_nodes([f"doc {node_id}"])] == [node_id]
