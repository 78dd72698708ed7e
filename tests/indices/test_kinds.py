"""What holds for every kind: documents come, change and go; a build carries on; two may write at once."""

import pickle
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import BugError, CancelledError, UserError
from desktop_rag.core.instrumentation import running
from desktop_rag.core.schema import Document, TextNode
from desktop_rag.indices.building import BuiltIndex
from desktop_rag.indices.loading import INDEX_KINDS, needs_model, open_index, require_model
from desktop_rag.llamaindex.indices.base import BaseIndex
from desktop_rag.llamaindex.indices.classes import index_class
from desktop_rag.llamaindex.indices.document_summary import DocumentSummaryIndex
from desktop_rag.llamaindex.indices.kinds import (
    EmptyIndex,
    KnowledgeGraphIndex,
    SimpleKeywordTableIndex,
    SummaryIndex,
    TreeIndex,
)
from desktop_rag.llamaindex.indices.loading import load_index_from_storage
from desktop_rag.llamaindex.indices.property_graph import PropertyGraphIndex
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from desktop_rag.storage import data_structs
from desktop_rag.storage.sqlite.connection import connect, select
from desktop_rag.storage.storage_context import StorageContext
from tests.helpers.scripted_llm import ScriptedLLM
from tests.indices.toys import FunctionLLM, ToyEmbedding

TEXTS = {
    "whale": "The whale sings songs in the deep sea.",
    "tea": "Green tea is brewed at eighty degrees.",
    "東京": "日本の首都は東京です。",
    "北京": "中国的首都是北京。",
}
BUILT = [kind for kind in INDEX_KINDS if kind != "summary"]


def reply(prompt: str) -> str:
    """Answer any of the prompts from the text in it."""
    if "facts" in prompt.lower():
        text = prompt.rsplit("Text: ", 1)[1]
        return "\n".join(f"({name}, is, {name} thing)" for name in TEXTS if name in text.lower())
    if "KEYWORDS:" in prompt:
        return "KEYWORDS: " + ", ".join(name for name in TEXTS if name in prompt.lower())
    if "Question: " in prompt:
        return "1"
    return "about " + " ".join(prompt.split()[1:9])


def slowly(prompt: str) -> str:
    time.sleep(0.01)
    return reply(prompt)


def documents() -> list[Document]:
    return [Document(text, name) for name, text in TEXTS.items()]


def opened(kind: str, storage: StorageContext, llm: FunctionLLM | ScriptedLLM | None = None) -> BuiltIndex:
    return open_index(kind, storage, llm or FunctionLLM(reply), ToyEmbedding())


def filled(path: Path | None = None) -> StorageContext:
    """A library whose passages are there already."""
    storage = StorageContext(path)
    with storage.transaction():
        storage.docstore.add_documents([TextNode(text, f"node-{name}") for name, text in TEXTS.items()])
    return storage


def leftovers(storage: StorageContext) -> dict[str, int]:
    tables = ("built_nodes", "table_keywords", "triplets", "triplet_nodes", "tree_leaves")
    return {table: select(storage.connection, f"SELECT count(*) FROM {table}")[0][0] for table in tables}


def found(index: BaseIndex, query: str) -> list[str]:
    return [one.node.text for one in index.as_retriever().retrieve(query)]


@pytest.mark.parametrize("kind", INDEX_KINDS)
@pytest.mark.parametrize("name", TEXTS)
def test_builds_over_a_library_and_finds(kind: str, name: str) -> None:
    with filled() as storage:
        index = opened(kind, storage)
        told: list[tuple[int, int]] = []
        if kind != "summary":
            assert index.pending() == 4
            with pytest.raises(UserError, match="has no index"):
                index.as_retriever().retrieve(name)
        index.build_pending(lambda done, total: told.append((done, total)))
        assert index.pending() == 0
        assert told == ([] if kind in {"summary", "tree"} else [(1, 4), (2, 4), (3, 4), (4, 4)])
        texts = found(index, name)
        if kind == "summary":
            assert texts == list(TEXTS.values())
        elif kind == "tree":
            assert len(texts) == 1  # the model's choice
        else:
            assert texts == [TEXTS[name]]


@pytest.mark.parametrize("kind", INDEX_KINDS)
def test_documents_come_change_and_go(kind: str) -> None:
    with StorageContext() as storage:
        index = opened(kind, storage)
        for document in documents():
            index.insert(document)
        assert index.pending() == 0
        changed = [Document("Black tea is brewed hot.", "tea"), *documents()[2:]]
        assert index.refresh_ref_docs(changed) == [True, False, False]
        assert index.pending() == 0
        assert not any("Green" in text for text in found(index, "green tea"))
        index.update_ref_doc(Document("White tea.", "tea"))
        index.insert_nodes([TextNode("A loose whale.", "loose")])
        assert index.pending() == 0
        index.delete_nodes(["loose", "unknown"])
        for document in documents():
            index.delete_ref_doc(document.id_)
        index.delete_ref_doc("unknown")
        assert set(leftovers(storage).values()) == {0}
        assert found(index, "tea") == []


@pytest.mark.parametrize("kind", INDEX_KINDS)
def test_it_is_found_again_by_its_id(kind: str, tmp_path: Path) -> None:
    with StorageContext(tmp_path / "a.ragindex") as storage:
        options = {} if "simple" in kind or "rake" in kind else {"llm": FunctionLLM(reply)}
        made = index_class(kind)
        assert made is not None
        index = made(storage_context=storage, **options)
        index.insert(documents()[1])
        index.set_index_id("mine")
        expected = found(index, "tea")
    with StorageContext(tmp_path / "a.ragindex") as storage:
        again = load_index_from_storage(storage, "mine", **options)
        assert type(again) is type(index)
        assert found(again, "tea") == expected != []


def test_several_kinds_share_one_library() -> None:
    with filled() as storage:
        indices = [opened(kind, storage) for kind in INDEX_KINDS]
        for index in indices:
            index.build_pending()
        vector = VectorStoreIndex(storage_context=storage, embed_model=ToyEmbedding())
        vector.insert(Document("More about tea.", "more"))
        assert {index.kind: index.pending() for index in indices} == {
            kind: int(kind != "summary") for kind in INDEX_KINDS
        }
        vector.delete_nodes(["node-tea"])
        for index in indices:
            index.build_pending()
            assert TEXTS["tea"] not in found(index, "tea"), index.kind


@pytest.mark.parametrize("kind", BUILT)
def test_cancelled_and_continued(kind: str) -> None:
    with StorageContext() as storage:
        with storage.transaction():
            storage.docstore.add_documents([TextNode(f"passage {n} of tea", f"n{n}") for n in range(120)])
        index = opened(kind, storage, FunctionLLM(slowly))
        token = CancelToken()
        steps: list[tuple[int, int]] = []

        def stop(done: int, total: int) -> None:
            steps.append((done, total))
            if done == 3:
                token.cancel()

        with running(token), pytest.raises(CancelledError):
            index.build_pending(stop)
        assert 3 <= steps[-1][0] < 60  # those that were being asked may still end: of 120 or 130
        assert 0 < index.pending() < 130
        assert found(index, "tea") != []  # what is there can be searched
        again: list[tuple[int, int]] = []
        index.build_pending(lambda done, total: again.append((done, total)))
        assert index.pending() == 0
        assert len(again) + len(steps) == steps[-1][1]  # nothing was done twice


@pytest.mark.parametrize("kind", ["keyword_table", "knowledge_graph"])
def test_a_model_that_fails_in_the_middle(kind: str) -> None:
    with filled() as storage:
        index = opened(kind, storage, ScriptedLLM(["tea", "tea", UserError("The model is gone."), "tea", "tea"]))
        with pytest.raises(UserError, match="gone"):
            index.build_pending()
        assert index.pending() in {1, 2, 3}  # several are asked at once
        opened(kind, storage).build_pending()
        assert index.pending() == 0


@pytest.mark.parametrize("nonsense", ["", "???", "{", "I am a model and cannot do this for you, sorry.", "1" * 5000])
@pytest.mark.parametrize("kind", BUILT)
def test_nonsense_from_the_model_is_survived(kind: str, nonsense: str) -> None:
    with filled() as storage:
        index = opened(kind, storage, ScriptedLLM([nonsense] * 60))
        index.build_pending()
        assert index.pending() == 0
        if kind != "knowledge_graph":
            assert TEXTS["tea"] in found(index, "green tea")
        else:
            assert found(index, "green tea") == []


@pytest.mark.parametrize("kind", BUILT)
def test_somebody_else_deletes_while_it_builds(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "a.ragindex"
    filled(path).close()
    with StorageContext(path) as storage, StorageContext(path) as other:
        storage.connection.set_busy_timeout(2000)

        def delete() -> None:
            with other.transaction():
                other.nodes.delete(["node-tea", "node-東京"])

        index = opened(kind, storage, FunctionLLM(_once(delete)))
        index.build_pending()
        delete()
        index.build_pending()
        assert index.pending() == 0
        assert not any("tea" in text for text in found(index, "tea"))
    db = connect(path)
    assert select(db, "PRAGMA foreign_key_check") == []
    db.close()


def _once(action: Callable[[], None]) -> Callable[[str], str]:
    """Answer as ``reply``, after doing something before the first answer."""
    left = [action]

    def answer(prompt: str) -> str:
        if left:
            left.pop()()
        return reply(prompt)

    return answer


def test_kinds_without_a_model() -> None:
    with filled() as storage:
        assert open_index("keyword_table", storage, None, None).kind == "simple_keyword_table"
        for kind in ("tree", "knowledge_graph"):
            assert needs_model(kind)
            with pytest.raises(UserError, match="language model"):
                require_model(kind, None)
        with pytest.raises(UserError, match="language model"):
            open_index("knowledge_graph", storage, None, None).build_pending()
        with pytest.raises(BugError):
            open_index("nothing", storage, None, None)
        opened("keyword_table", storage).build_pending()
        index = open_index("keyword_table", storage, None, None)  # what a model built needs none to be searched
        assert (index.kind, found(index, "tea")) == ("keyword_table", [TEXTS["tea"]])


def test_an_index_opens_whose_class_nobody_imported(tmp_path: Path) -> None:
    llm = ScriptedLLM(["about whales", "(whale, sings, songs)"])
    storage = StorageContext(tmp_path / "lib.ragindex")
    DocumentSummaryIndex.from_documents(documents()[:1], storage, llm=llm, index_id="summaries")
    PropertyGraphIndex(storage_context=storage, llm=llm, index_id="graph").insert(documents()[1])
    storage.close()
    code = (
        "import sys\nfrom pathlib import Path\nfrom desktop_rag import load_index_from_storage\n"
        "from desktop_rag import StorageContext\nstorage = StorageContext(Path(sys.argv[1]))\n"
        "print(*[type(load_index_from_storage(storage, name)).__name__ for name in ('summaries', 'graph')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "lib.ragindex")], capture_output=True, check=True, timeout=60
    )
    assert done.stdout.split() == [b"DocumentSummaryIndex", b"PropertyGraphIndex"]


def test_what_an_index_holds_is_of_llama_index_s_kind() -> None:
    nodes = [TextNode("Cats sleep.", "a")]
    made = {
        VectorStoreIndex(nodes, embed_model=ToyEmbedding()): data_structs.IndexDict,
        SummaryIndex(nodes): data_structs.IndexList,
        EmptyIndex(): data_structs.EmptyIndexStruct,
        SimpleKeywordTableIndex(nodes): data_structs.KeywordTable,
        TreeIndex(nodes): data_structs.IndexGraph,
        KnowledgeGraphIndex([]): data_structs.KG,
        PropertyGraphIndex([], embed_kg_nodes=False): data_structs.IndexLPG,
        DocumentSummaryIndex([], embed_model=ToyEmbedding()): data_structs.IndexDocumentSummary,
    }
    for index, kind in made.items():
        others = {other for other in made.values() if isinstance(index.index_struct, other)}
        assert others == {kind}
        assert isinstance(index.index_struct, data_structs.IndexStruct)
    renamed = SummaryIndex(nodes)
    renamed.index_struct.index_id = "mine"
    assert renamed.index_id == "mine"


@pytest.mark.parametrize("made", [SummaryIndex, SimpleKeywordTableIndex, TreeIndex, KnowledgeGraphIndex])
def test_an_index_of_any_kind_is_pickled_with_what_it_holds(made: type[BuiltIndex]) -> None:
    index = made([])
    if isinstance(index, KnowledgeGraphIndex):
        index.upsert_triplet_and_node(("cats", "like", "fish"), TextNode("Cats like fish.", "a"))
    else:
        index.insert_nodes([TextNode("Cats like fish.", "a")])
    again = pickle.loads(pickle.dumps(index))
    assert (again.index_id, again.index_struct.nodes) == (index.index_id, ["a"])
    assert [one.node.id_ for one in again.as_retriever().retrieve("cats")] == ["a"]
