"""VectorStoreIndex: making, changing, deleting, loading, asking."""

import asyncio
import logging
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import BugError, CancelledError, UserError
from desktop_rag.core.instrumentation import CBEventType, StageRecorder, running
from desktop_rag.core.schema import Document, IndexNode, NodeRelationship, RelatedNodeInfo, TextNode
from desktop_rag.llamaindex.embeddings.custom import CustomEmbedding
from desktop_rag.llamaindex.indices.base import BaseIndex
from desktop_rag.llamaindex.indices.loading import load_index_from_storage, load_indices_from_storage
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from desktop_rag.llamaindex.node_parser.relational.hierarchical import get_leaf_nodes
from desktop_rag.llamaindex.storage.docstore.simple_docstore import SimpleDocumentStore
from desktop_rag.node_parser.hierarchical import HierarchicalNodeParser
from desktop_rag.node_parser.sentence import SentenceSplitter
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.retrievers.bm25 import BM25Retriever
from desktop_rag.storage.records import DocumentRecord, NodeRecord
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.vector_stores.types import MetadataFilter, MetadataFilters
from tests.helpers.hashed_embedding import DIMENSIONS, HashedEmbedding
from tests.helpers.scripted_llm import ScriptedLLM

CATS = Document(text="Cats sleep all day.", id_="cats", metadata={"author": "Ann"})
TEA = Document(text="Tea is brewed hot.", id_="tea")


class EveryNode(BaseIndex):
    """An index of another kind: finds everything."""

    kind = "test-every-node"

    def as_retriever(self, **options: object) -> BaseRetriever:
        raise NotImplementedError


def texts(index: BaseIndex) -> list[str]:
    return [node.text for node in index.docstore.iter_nodes()]


def nodes_of(doc_id: str, count: int) -> list[TextNode]:
    source = {NodeRelationship.SOURCE: RelatedNodeInfo(doc_id)}
    return [
        TextNode(text=f"{doc_id} {number}", id_=f"{doc_id}-{number}", relationships=dict(source))
        for number in range(count)
    ]


def test_an_index_is_made_of_nodes_or_of_a_storage() -> None:
    with pytest.raises(ValueError, match="needs nodes, or the storage"):
        VectorStoreIndex(embed_model=HashedEmbedding())
    with pytest.raises(ValueError, match="insert_batch_size"):
        VectorStoreIndex([], insert_batch_size=0)
    assert texts(VectorStoreIndex([], embed_model=HashedEmbedding())) == []


@pytest.mark.parametrize("made", ["of nodes", "without cutting"])
def test_a_document_that_is_a_node_of_its_own_goes_with_itself(made: str) -> None:
    documents = [CATS, Document(text="Dogs bark.", id_="dogs")]
    if made == "of nodes":
        index = VectorStoreIndex(documents, embed_model=HashedEmbedding())
    else:
        index = VectorStoreIndex.from_documents(documents, embed_model=HashedEmbedding(), transformations=[])
    nodes = {doc_id: info.node_ids for doc_id, info in index.ref_doc_info.items()}
    assert nodes == {"cats": ["cats"], "dogs": ["dogs"]}
    index.insert_nodes([CATS])
    index.delete_ref_doc("cats")
    assert texts(index) == ["Dogs bark."]
    assert [found.node.ref_doc_id for found in index.as_retriever().retrieve("cats")] == ["dogs"]


def test_nodes_are_embedded_with_their_metadata_in_batches() -> None:
    model = HashedEmbedding()
    index = VectorStoreIndex.from_documents([CATS], embed_model=model)
    assert model.embedded == ["author: Ann\n\nCats sleep all day."]
    VectorStoreIndex(nodes_of("d", 5), embed_model=model, insert_batch_size=2)
    assert [len(call) for call in model.calls[1:]] == [2, 2, 1]
    assert index.ref_doc_info["cats"].metadata == {"author": "Ann"}


def test_a_long_document_is_cut_as_usual() -> None:
    document = Document(text="All work and no play makes a dull boy. " * 400, id_="long")
    index = VectorStoreIndex.from_documents([document], embed_model=HashedEmbedding())
    expected = [node.text for node in SentenceSplitter().get_nodes_from_documents([document])]
    assert texts(index) == expected
    assert len(expected) > 1
    assert index.docstore.document_text("long") == document.text


def test_transformations_are_a_parser_and_functions() -> None:
    def shout(nodes: list[TextNode]) -> list[TextNode]:
        for node in nodes:
            node.text = node.text.upper()
        return nodes

    index = VectorStoreIndex.from_documents(
        [TEA, CATS], embed_model=HashedEmbedding(), transformations=[SentenceSplitter(), shout]
    )
    index.insert(Document(text="More.", id_="more"))
    assert texts(index) == ["TEA IS BREWED HOT.", "CATS SLEEP ALL DAY.", "MORE."]


def test_vectors_that_nodes_bring_are_used() -> None:
    model = HashedEmbedding()
    node = TextNode(text="a", id_="a", embedding=np.ones(DIMENSIONS, np.float32))
    index = VectorStoreIndex([node, TextNode(text="b", id_="b")], embed_model=model)
    assert model.embedded == ["b"]
    assert np.allclose(index.vector_store.get("a"), DIMENSIONS**-0.5)


def test_nodes_without_content_are_left_out_with_a_word(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        index = VectorStoreIndex([TextNode(text=""), TextNode(text="a")], embed_model=HashedEmbedding())
    assert texts(index) == ["a"]
    assert "1 nodes without any content" in caplog.text
    empty = VectorStoreIndex.from_documents([Document(text="", id_="e")], embed_model=HashedEmbedding())
    assert empty.refresh_ref_docs([Document(text="", id_="e")]) == [False]


def test_texts_that_stay_keep_their_vectors() -> None:
    model = HashedEmbedding()
    splitter = SentenceSplitter(32, 0)
    index = VectorStoreIndex.from_documents(
        [Document(text="A" * 80 + ". " + "B" * 80 + ".", id_="d")], embed_model=model, transformations=[splitter]
    )
    before = set(model.embedded)
    index.update_ref_doc(Document(text="A" * 80 + ". " + "C" * 80 + ".", id_="d"))
    again = model.embedded[len(before) :]
    assert 0 < len(again) < len(before)
    assert not before & set(again)
    assert index.storage_context.nodes.to_embed(10) == []


def test_a_batch_that_failed_is_embedded_by_the_next_run() -> None:
    model = HashedEmbedding(fails_at=2)
    storage = StorageContext()
    with pytest.raises(RuntimeError, match="rate limit"):
        VectorStoreIndex(nodes_of("d", 6), storage_context=storage, embed_model=model, insert_batch_size=2)
    assert len(storage.nodes.to_embed(10)) == 4
    VectorStoreIndex(nodes_of("d", 6), storage_context=storage, embed_model=model)
    assert storage.nodes.to_embed(10) == []
    assert sorted(model.calls[2]) == ["d 2", "d 3", "d 4", "d 5"]


def test_embedding_can_be_cancelled_and_tells_of_itself() -> None:
    token, handler = CancelToken(), StageRecorder()
    with running(token, [handler]):
        VectorStoreIndex(nodes_of("d", 2), embed_model=HashedEmbedding())
        assert [found.payload for found in handler.get_events(CBEventType.EMBEDDING)] == [{"nodes": 2, "done": 2}]
        token.cancel()
        with pytest.raises(CancelledError):
            VectorStoreIndex(nodes_of("e", 2), embed_model=HashedEmbedding())


def test_several_indices_live_in_one_file(tmp_path: Path) -> None:
    with StorageContext(tmp_path / "i.ragindex") as storage:
        index = VectorStoreIndex.from_documents([CATS], storage, embed_model=HashedEmbedding())
        index.set_index_id("animals")
        index.summary = "About animals"
        other = EveryNode(storage_context=storage)
        other.insert(TEA)
        assert storage.nodes.to_embed(5) == []  # it is none of the first index's
        assert len(index.index_struct.nodes) == 1
        VectorStoreIndex(storage_context=storage, embed_model=HashedEmbedding(), index_id="all").insert(CATS)
        other.insert(Document("Tea is green.", "tea"))
        assert len(storage.nodes.to_embed(5)) == 1  # one over everything is to find it
        storage.index_store.delete_index_struct("all")
    with StorageContext(tmp_path / "i.ragindex") as storage:
        with pytest.raises(ValueError, match="Expected to load a single index, but got 2"):
            load_index_from_storage(storage)
        options = {"embed_model": HashedEmbedding()}
        loaded = load_index_from_storage(storage, "animals", **options)
        assert (type(loaded), loaded.index_id, loaded.summary) == (VectorStoreIndex, "animals", "About animals")
        assert [type(found) for found in load_indices_from_storage(storage, [other.index_id])] == [EveryNode]
        loaded.refresh_ref_docs([])
        assert storage.nodes.to_embed(5) == []
        with pytest.raises(ValueError, match="Failed to load index with ID nothing"):
            load_index_from_storage(storage, "nothing")


def test_an_empty_storage_has_no_index_and_one_filled_by_the_window_has_one(tmp_path: Path) -> None:
    path = tmp_path / "l.ragindex"
    with StorageContext(path) as storage:
        with pytest.raises(ValueError, match="No index in storage context"):
            load_index_from_storage(storage)
        with storage.transaction():
            nodes = [NodeRecord(1, 0, 3, "", "Tea", "tea")]
            storage.documents.replace_file(DocumentRecord("/a.txt", 1, 1, b"", {}, [("1", "Tea")], nodes))
    with StorageContext(path, read_only=True) as storage:
        index = load_index_from_storage(storage, embed_model=HashedEmbedding())
        assert isinstance(index, VectorStoreIndex)
        assert texts(index) == ["Tea"]


def test_the_classic_way_with_one_docstore_for_all() -> None:
    document = Document(text="One fish swims. Two fish swim. " * 100, id_="d")
    nodes = HierarchicalNodeParser.from_defaults([256, 64]).get_nodes_from_documents([document])
    storage = StorageContext.from_defaults()
    with storage.transaction():
        storage.docstore.add_documents(nodes)
    leaves = get_leaf_nodes(nodes)
    index = VectorStoreIndex(leaves, storage_context=storage, embed_model=HashedEmbedding())
    assert index.docstore.stores.nodes.node_count() == len(leaves)
    assert index.storage_context.nodes.to_embed(5) == []
    assert set(index.docstore.get_parents([leaf.id_ for leaf in leaves])) == {leaf.id_ for leaf in leaves}
    assert len(BM25Retriever(storage, 5).retrieve("fish")) == 5


@pytest.mark.parametrize("mode", ["vector", "bm25", "hybrid"])
def test_what_is_inserted_later_is_found_by_retrievers_made_before(mode: str) -> None:
    # LlamaIndex's see what was there when they were made
    index = VectorStoreIndex.from_documents([CATS], embed_model=HashedEmbedding())
    retriever = index.as_retriever(5, mode)
    index.insert(TEA)
    found = retriever.retrieve("Tea is brewed hot.")
    assert found[0].node.text == TEA.text
    index.delete_ref_doc("tea")
    assert TEA.text not in [hit.node.text for hit in retriever.retrieve("Tea is brewed hot.")]


def test_questions_and_conversations_take_options_of_the_engine_and_of_the_search() -> None:
    index = VectorStoreIndex.from_documents([CATS, TEA], embed_model=HashedEmbedding())
    filters = MetadataFilters([MetadataFilter("author", "Ann")])
    llm = ScriptedLLM(["All day."])
    engine = index.as_query_engine(llm, similarity_top_k=2, filters=filters, response_mode="simple_summarize")
    response = engine.query("How long do cats sleep?")
    assert str(response) == "All day."
    assert [found.node.ref_doc_id for found in response.source_nodes] == ["cats"]
    chat = index.as_chat_engine("context", llm, mode="hybrid", filters=filters)
    assert str(chat.chat("Hello")) == "ANSWER2"
    assert "Cats sleep" in llm.prompts[1]
    assert "Tea" not in llm.prompts[1]
    with pytest.raises(UserError, match="language model"):
        index.as_chat_engine()


def test_an_unknown_mode_is_a_bug() -> None:
    index = VectorStoreIndex([], embed_model=HashedEmbedding())
    with pytest.raises(BugError, match="telepathy"):
        index.as_retriever(2, "telepathy")


@pytest.mark.slow
def test_thousands_of_nodes_of_one_document_take_seconds() -> None:
    model = HashedEmbedding()
    seconds = []
    for count in (2000, 8000):
        nodes = nodes_of("d", count)
        for node in nodes:
            node.embedding = np.ones(DIMENSIONS, np.float32)
        started = time.perf_counter()
        index = VectorStoreIndex(nodes, embed_model=model)
        seconds.append(time.perf_counter() - started)
    assert index.docstore.stores.nodes.node_count() == 8000
    assert seconds[1] < 10 * seconds[0], "time grows faster than the number of nodes"
    started = time.perf_counter()
    index.insert_nodes([TextNode(text="one more")])
    assert time.perf_counter() - started < 5


def test_many_small_documents_go_in_with_few_transactions() -> None:
    documents = [Document(text=f"Note {number} is about tea.", id_=f"d{number}") for number in range(600)]
    begun = []
    with StorageContext() as storage:
        storage.connection.exec_trace = lambda _, sql, __: (
            (sql.startswith("BEGIN IMMEDIATE") and begun.append(sql)) or True
        )
        index = VectorStoreIndex.from_documents(documents, storage_context=storage, embed_model=HashedEmbedding())
        assert len(begun) < 10, "one each takes longer than all the rest"
        assert [info.nodes for info in index.ref_doc_info.values()] == [1] * 600
        index.refresh_ref_docs([*documents[1:], Document(text="Note 0 is about milk.", id_="d0")])
        assert index.ref_doc_info["d0"].nodes == 1
        assert index.docstore.get_document("d0").text == "Note 0 is about milk."


def test_nothing_heavy_is_loaded_before_it_is_needed(tmp_path: Path) -> None:
    path = tmp_path / "i.ragindex"
    with StorageContext(path) as storage:
        VectorStoreIndex.from_documents([CATS], storage, embed_model=HashedEmbedding())
    code = (
        "import sys\nfrom pathlib import Path\n"
        "from desktop_rag import load_index_from_storage\n"
        "from desktop_rag.storage.storage_context import StorageContext\n"
        f"index = load_index_from_storage(StorageContext(Path({str(path)!r})))\n"
        "index.as_retriever()\n"
        "assert not {'onnxruntime', 'tokenizers', 'gigatoken', 'tiktoken', 'openai'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_the_struct_shows_what_the_index_holds_now() -> None:
    documents = [Document("Cats sleep all day. Then they eat.", "cats"), Document("Tea is hot.", "tea")]
    index = VectorStoreIndex.from_documents(
        documents, embed_model=HashedEmbedding(), transformations=[SentenceSplitter(8, 0)], index_id="zoo"
    )
    struct = index.index_struct
    assert struct.index_id == "zoo"
    assert {doc_id: len(ids) for doc_id, ids in struct.doc_id_dict.items()} == {"cats": 2, "tea": 1}
    assert list(struct.nodes_dict) == struct.nodes
    with pytest.raises(TypeError):
        struct.nodes_dict["more"] = "more"
    index.delete_ref_doc("cats")
    assert [index.docstore.get_node(node_id).text for node_id in struct.nodes] == ["Tea is hot."]
    with pytest.raises(ValueError, match="no summary"):
        struct.get_summary()
    index.summary = "Animals and drinks."
    assert struct.get_summary() == struct.summary == "Animals and drinks."


@pytest.mark.parametrize("ask", ["retriever", "query engine", "chosen by name"])
def test_a_graph_of_indices_is_asked_through_index_nodes(ask: str) -> None:
    model = HashedEmbedding()
    below = {
        name: VectorStoreIndex.from_documents([Document(text, name)], embed_model=model)
        for name, text in {"cats": "Cats sleep all day.", "tea": "Tea is brewed hot."}.items()
    }
    if ask == "query engine":
        llm = ScriptedLLM(["All day.", "Cats sleep all day, it says."])
        targets: dict[str, object] = {name: index.as_query_engine(llm) for name, index in below.items()}
    else:
        targets = {name: index.as_retriever(1) for name, index in below.items()}
    pointers = [IndexNode(f"All about {name}.", index_id=name) for name in below]
    if ask == "chosen by name":
        root = VectorStoreIndex(pointers, embed_model=model)
        found = root.as_retriever(1, object_map=targets).retrieve("All about cats.")
    else:
        for pointer in pointers:
            pointer.obj = targets[pointer.index_id]
        found = VectorStoreIndex(objects=pointers, embed_model=model).as_retriever(1).retrieve("All about cats.")
    assert [one.node.text for one in found] == ["All day." if ask == "query engine" else "Cats sleep all day."]


def test_a_store_of_documents_in_memory() -> None:
    docstore = SimpleDocumentStore()
    storage = StorageContext.from_defaults(docstore=docstore)
    VectorStoreIndex.from_documents([Document("one", "1")], storage_context=storage, embed_model=HashedEmbedding())
    (info,) = docstore.get_all_ref_doc_info().values()
    assert docstore.get_ref_doc_info("1") == info
    assert len(info.node_ids) == 1
    assert docstore.get_ref_doc_info("2") is None


def test_an_index_changes_where_it_is_awaited() -> None:
    async def change(index: VectorStoreIndex) -> list[bool]:
        await index.ainsert(TEA)
        await index.ainsert_nodes([TextNode("Dogs bark.", "dogs")])
        await index.aupdate_ref_doc(Document(text="Tea is green.", id_="tea"))
        changed = await index.arefresh_ref_docs([CATS, Document(text="Tea is black.", id_="tea")])
        await index.adelete_ref_doc("cats")
        await index.adelete_nodes(["dogs"])
        return changed

    index = VectorStoreIndex.from_documents([CATS], embed_model=HashedEmbedding())
    assert asyncio.run(change(index)) == [False, True]
    assert texts(index) == ["Tea is black."]


class _KnowsItsTexts(CustomEmbedding):
    """Refuses every text and question but its own."""

    def _get_query_embedding(self, query: str) -> list[float]:
        return {"Which one?": [1.0, 0.0]}[query]

    def _get_text_embedding(self, text: str) -> list[float]:
        return {"One.": [1.0, 0.0], "Two.": [0.0, 1.0]}[text]


def test_a_model_is_asked_about_nothing_but_the_texts_and_the_question() -> None:
    index = VectorStoreIndex.from_documents(
        [Document("One.", "1"), Document("Two.", "2")], embed_model=_KnowsItsTexts()
    )
    assert [found.node.ref_doc_id for found in index.as_retriever(similarity_top_k=1).retrieve("Which one?")] == ["1"]
    index.insert(Document("Two.", "1"))
    assert [found.node.text for found in index.as_retriever().retrieve("Which one?")] == ["Two.", "Two."]


def test_nodes_are_deleted_everywhere() -> None:
    index = VectorStoreIndex([TextNode(text=text, id_=text) for text in "abc"], embed_model=HashedEmbedding())
    index.delete_nodes(["a"], delete_from_docstore=True)
    assert texts(index) == ["b", "c"]
    with pytest.raises(ValueError, match="everywhere"):
        index.delete_nodes(["b"], delete_from_docstore=False)
    assert texts(index) == ["b", "c"]
