"""A summary tree: grown from the bottom, kept up to date, descended."""

import random
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.instrumentation import CBEventType, StageRecorder, running
from desktop_rag.core.schema import Document, QueryBundle, TextNode
from desktop_rag.indices.tree import TreeSelectLeafEmbeddingRetriever
from desktop_rag.llamaindex.indices.kinds import TreeIndex
from desktop_rag.storage.sqlite.index_kinds.tree import TreeItem
from desktop_rag.storage.storage_context import StorageContext
from tests.helpers.scripted_llm import ScriptedLLM
from tests.indices.toys import FunctionLLM, ToyEmbedding, counting_summary


def leaves(count: int, first: int = 0) -> list[TextNode]:
    return [TextNode(f"t{number}", f"n{number}") for number in range(first, first + count)]


def tree(count: int, llm: FunctionLLM | None = None, num_children: int = 3) -> TreeIndex:
    return TreeIndex(leaves(count), llm=llm or FunctionLLM(counting_summary), num_children=num_children)


def check(index: TreeIndex, expected: set[str]) -> None:
    """Every leaf is below exactly one root, no summary has too many children or tells of other leaves."""
    store = index.tree_store
    seen: list[str] = []

    def visit(item: TreeItem) -> set[str]:
        if item.level == 0:
            (node,) = index.docstore.stores.nodes.nodes_by_key([item.id]).values()
            seen.append(node.text)
            return {node.text}
        children = store.children(item.id)
        assert 1 <= len(children) <= index.num_children
        assert {child.level for child in children} == {item.level - 1}
        below = set().union(*(visit(child) for child in children))
        assert set(item.text.removeprefix("about ").split()) == below
        return below

    roots = store.roots()
    assert len(roots) <= index.num_children
    assert set().union(*map(visit, roots), set()) == expected
    assert len(seen) == len(expected)
    assert (index.pending(), store.count_stale()) == (0, 0)


def test_the_struct_tells_leaves_and_summaries() -> None:
    nodes = tree(4).index_struct.all_nodes
    assert list(nodes.values())[:4] == ["n0", "n1", "n2", "n3"]
    assert (len(nodes), len(set(nodes.values())), list(nodes)) == (6, 6, list(range(6)))
    assert tree(0).index_struct.all_nodes == {}


def test_the_struct_leads_from_the_roots_to_the_leaves() -> None:
    index = tree(4)
    struct = index.index_struct
    roots = index.docstore.get_nodes(list(struct.get_children(None).values()))
    assert [root.text for root in roots] == ["about t0 t1 t2", "about t3"]
    assert struct.get_children(roots[0]) == {0: "n0", 1: "n1", 2: "n2"}
    assert struct.get_children(index.docstore.get_nodes(["n3"])[0]) == {}
    assert (struct.size, struct.get_index(roots[1]), struct.node_id_to_index["n2"]) == (6, 5, 2)
    nodes = index.docstore.get_nodes(list(struct.all_nodes.values()))
    assert [nodes[place].text for place in (0, 4)] == ["t0", "about t0 t1 t2"]
    assert [node.id_ for node in index.docstore.iter_nodes()] == ["n0", "n1", "n2", "n3"]
    with pytest.raises(ValueError, match="summary-99 is not stored"):
        index.docstore.get_nodes(["summary-99"])


@pytest.mark.parametrize("count", [0, 1, 3, 4, 9, 10, 28, 100])
def test_trees_of_any_size(count: int) -> None:
    llm = FunctionLLM(counting_summary)
    index = tree(count, llm)
    check(index, {f"t{number}" for number in range(count)})
    if count <= 3:
        assert llm.prompts == []
    before = len(llm.prompts)
    index.build_pending()
    assert len(llm.prompts) == before


def test_summaries_are_written_several_at_once_and_told_of() -> None:
    handler = StageRecorder()
    told: list[tuple[int, int]] = []
    storage = StorageContext()
    with storage.transaction():
        storage.docstore.add_documents(leaves(30))
    index = TreeIndex(storage_context=storage, llm=FunctionLLM(counting_summary), num_children=3, use_async=True)
    assert index.pending() == 30
    with running(None, [handler]):
        index.build_pending(lambda done, total: told.append((done, total)))
    check(index, {f"t{number}" for number in range(30)})
    assert told == [(done, 16) for done in range(1, 17)]  # 10 + 4 + 2: six would be too many roots
    assert {event.payload["level"] for event in handler.get_events(CBEventType.TREE)} == {1, 2, 3}
    assert len(handler.get_events(CBEventType.LLM)) == 16


def test_insertions_of_every_size() -> None:
    index = tree(10)
    index.insert_nodes(leaves(1, 10))
    index.insert_nodes(leaves(2, 11))
    index.insert_nodes(leaves(40, 13))
    check(index, {f"t{number}" for number in range(53)})


def test_a_new_node_goes_where_the_model_says() -> None:
    def answer(prompt: str) -> str:
        return "2" if "New text" in prompt else counting_summary(prompt)

    index = tree(6, FunctionLLM(answer))
    index.insert_nodes(leaves(1, 6))
    check(index, {f"t{number}" for number in range(7)})
    # the second summary was full: it was halved
    assert [root.text for root in index.tree_store.roots()] == ["about t0 t1 t2", "about t3 t4", "about t5 t6"]


@pytest.mark.parametrize("seed", range(6))
def test_any_sequence_of_changes(seed: int) -> None:
    chance = random.Random(seed)

    def answer(prompt: str) -> str:
        return chance.choice(["1", "2", "3", "what?"]) if "New text" in prompt else counting_summary(prompt)

    index = tree(chance.randrange(30), FunctionLLM(answer), num_children=chance.choice([2, 3, 5]))
    here = {found.node.text for found in index.as_retriever("all_leaf").retrieve("x")}
    for step in range(12):
        if chance.random() < 0.5:
            new = leaves(chance.randrange(8), 100 * (step + 1))
            index.insert_nodes(new)
            here |= {node.text for node in new}
        else:
            gone = chance.sample(sorted(here), min(len(here), chance.randrange(12)))
            index.delete_nodes([f"n{text[1:]}" for text in gone])
            here -= set(gone)
            if chance.random() < 0.6:
                index.build_pending()
    index.build_pending()
    check(index, here)


def test_a_placement_nobody_understands_is_no_harm() -> None:
    def answer(prompt: str) -> str:
        return "hm" if "New text" in prompt else counting_summary(prompt)

    index = tree(6, FunctionLLM(answer))
    index.insert_nodes(leaves(2, 6))
    check(index, {f"t{number}" for number in range(8)})


def test_deletions_leave_stale_summaries_until_the_next_build() -> None:
    llm = FunctionLLM(counting_summary)
    index = tree(27, llm)
    before = len(llm.prompts)
    index.delete_nodes(["n0"])
    assert index.tree_store.count_stale() == 1
    assert index.as_retriever("all_leaf").retrieve("x")[0].node.id_ == "n1"
    index.build_pending()
    check(index, {f"t{number}" for number in range(1, 27)})
    assert len(llm.prompts) - before == 2  # those above it and no others
    index.delete_nodes([f"n{number}" for number in range(1, 26)])
    index.build_pending()
    check(index, {"t26"})
    index.delete_nodes(["n26"])
    index.build_pending()
    check(index, set())
    index.insert_nodes(leaves(10))
    check(index, {f"t{number}" for number in range(10)})


def test_documents_come_change_and_go() -> None:
    def document(doc_id: str, text: str) -> Document:
        return Document(text, doc_id)

    documents = [document(f"d{number}", f"t{number}") for number in range(8)]
    index = TreeIndex.from_documents(documents, llm=FunctionLLM(counting_summary), num_children=3)
    check(index, {f"t{number}" for number in range(8)})
    documents[2] = document("d2", "t99")
    assert index.refresh_ref_docs(documents) == [number == 2 for number in range(8)]
    index.delete_ref_doc("d7")
    index.build_pending()
    check(index, {"t0", "t1", "t99", "t3", "t4", "t5", "t6"})


def test_a_failed_build_keeps_what_was_done_and_continues() -> None:
    failing = ScriptedLLM(["about t0 t1 t2", "about t3 t4 t5", UserError("The model is gone.")])
    storage = StorageContext()
    with pytest.raises(UserError, match="gone"):
        TreeIndex(leaves(12), llm=failing, num_children=3, storage_context=storage)
    llm = FunctionLLM(counting_summary)
    index = TreeIndex(storage_context=storage, llm=llm, num_children=3)
    assert index.pending() == 6
    index.build_pending()
    check(index, {f"t{number}" for number in range(12)})
    assert len(llm.prompts) == 2 + 2


def test_cancelled_between_two_summaries() -> None:
    token = CancelToken()
    storage = StorageContext()
    with storage.transaction():
        storage.docstore.add_documents(leaves(30))
    index = TreeIndex(storage_context=storage, llm=FunctionLLM(counting_summary), num_children=3)

    def stop(done: int, _: int) -> None:
        if done == 4:
            token.cancel()

    with running(token), pytest.raises(CancelledError):
        index.build_pending(stop)
    assert index.pending() == 30 - 4 * 3 + 4  # four summaries are too many roots
    # what is there can be searched: four groups of three are chosen from in batches
    found = index.as_retriever("select_leaf_embedding", embed_model=ToyEmbedding()).retrieve("t7")
    assert [one.node.text for one in found] == ["t7"]
    index.build_pending()
    check(index, {f"t{number}" for number in range(30)})


@pytest.mark.parametrize("mode", ["select_leaf", "select_leaf_embedding"])
@pytest.mark.parametrize("factor", [1, 2])
def test_the_way_down(mode: str, factor: int) -> None:
    def answer(prompt: str) -> str:
        if "Question: " not in prompt:
            return counting_summary(prompt)
        choices = [line for line in prompt.splitlines() if line.startswith("(")]
        best = [str(number) for number, line in enumerate(choices, 1) if "t17" in line.split()]
        return f"ANSWER: {', '.join(best) or 'none'}, because"

    index = TreeIndex(leaves(40), llm=FunctionLLM(answer), num_children=4, embed_model=ToyEmbedding())
    found = index.as_retriever(mode, child_branch_factor=factor).retrieve("where is t17")
    assert found[0].node.text == "t17"
    assert found[0].score is None
    assert len(found) <= factor**3


def test_a_model_that_chooses_nothing_is_replaced_by_words() -> None:
    def answer(prompt: str) -> str:
        return "I cannot say" if "Question: " in prompt else counting_summary(prompt)

    index = tree(20, FunctionLLM(answer))
    assert [found.node.text for found in index.as_retriever().retrieve("t13?")] == ["t13"]


def test_small_windows_and_long_texts() -> None:
    nodes = [TextNode(f"t{number} " + "word " * 2000, f"n{number}") for number in range(7)]
    llm = FunctionLLM(counting_summary, context_window=512)
    index = TreeIndex(nodes, llm=llm, num_children=3)
    assert index.pending() == 0
    assert max(len(prompt.split()) for prompt in llm.prompts) < 512
    assert index.as_retriever().retrieve("t3")[0].node.id_ == "n3"


def test_without_a_tree_and_without_a_model() -> None:
    index = TreeIndex(leaves(20), build_tree=False)
    assert index.pending() == 0
    assert len(index.as_retriever("all_leaf").retrieve("x")) == 20
    with pytest.raises(ValueError, match="build_tree"):
        index.as_retriever("root")
    with pytest.raises(UserError, match="language model"):
        TreeIndex(leaves(20))
    with pytest.raises(ValueError, match="two"):
        TreeIndex(leaves(2), num_children=1)


def test_an_unbuilt_library_says_so_and_an_empty_one_does_not(tmp_path: Path) -> None:
    with StorageContext(tmp_path / "a.ragindex") as storage:
        index = TreeIndex(storage_context=storage, llm=ScriptedLLM())
        assert index.as_retriever().retrieve("x") == []
        with storage.transaction():
            storage.docstore.add_documents(leaves(3))
        with pytest.raises(UserError, match="has no index"):
            index.as_retriever().retrieve("x")
        index.build_pending()
    with StorageContext(tmp_path / "a.ragindex", read_only=True) as storage:
        index = TreeIndex(storage_context=storage, llm=ScriptedLLM(["2"]))
        assert [found.node.id_ for found in index.as_retriever().retrieve("x")] == ["n1"]


def test_two_may_build_at_once(tmp_path: Path) -> None:
    path = tmp_path / "a.ragindex"
    with StorageContext(path) as storage, storage.transaction():
        storage.docstore.add_documents(leaves(80))

    def slowly(prompt: str) -> str:
        time.sleep(random.random() / 200)
        return counting_summary(prompt)

    def build(_: int) -> None:
        with StorageContext(path) as storage:
            llm = FunctionLLM(slowly)
            TreeIndex(storage_context=storage, llm=llm, num_children=3, use_async=True).build_pending()

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(build, range(3)))
    with StorageContext(path) as storage:
        index = TreeIndex(storage_context=storage, llm=FunctionLLM(counting_summary), num_children=3)
        index.build_pending()
        check(index, {f"t{number}" for number in range(80)})


def test_a_program_may_compare_by_measures_of_its_own() -> None:
    class LastFirst(TreeSelectLeafEmbeddingRetriever):
        def _get_query_text_embedding_similarities(
            self, query_bundle: QueryBundle, nodes: Sequence[TextNode]
        ) -> Sequence[float]:
            return [float(node.text[-1]) for node in nodes]

    (found,) = LastFirst(tree(4), ToyEmbedding()).retrieve("which?")
    assert found.node.id_ == "n3"
