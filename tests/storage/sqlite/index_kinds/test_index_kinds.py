"""What is made of nodes for the other kinds of index, and goes with them."""

from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from desktop_rag.llamaindex.storage.document_summaries import DocumentSummaryStore
from desktop_rag.storage.sqlite.index_kinds.graph import GraphStore, Triplet
from desktop_rag.storage.sqlite.index_kinds.keyword_table import KeywordTableStore
from desktop_rag.storage.sqlite.index_kinds.slots import BuiltNodes
from desktop_rag.storage.sqlite.index_kinds.tree import TreeItem, TreeStore
from desktop_rag.storage.storage_context import StorageContext
from tests.storage.conformance.conftest import file

ADA: Triplet = ("Ada", "leads", "Harbour")
BEN: Triplet = ("Ben", "lives in", "Harbour")
EVA: Triplet = ("Eva", "knows", "Ben")


@pytest.fixture
def storage() -> Iterator[StorageContext]:
    with StorageContext() as storage:
        yield storage


@pytest.fixture
def keys(storage: StorageContext) -> list[int]:
    """Six nodes of two files."""
    first = storage.documents.replace_file(file("/a", *(f"a{number}" for number in range(4))))
    return first + storage.documents.replace_file(file("/b", "b0", "b1"))


def lower(fact: Triplet) -> Triplet:
    return fact[0].lower(), fact[1].lower(), fact[2].lower()


def add(graph: GraphStore, fact: Triplet, *rows: int | None) -> int:
    return [graph.add(fact, lower(fact), row) for row in rows][-1]


def items(level: int, ids: Sequence[int]) -> list[TreeItem]:
    return [TreeItem(level, one) for one in ids]


def ids(found: Sequence[TreeItem]) -> list[int]:
    return [one.id for one in found]


# the graph


def test_a_fact_goes_with_the_last_node_that_supports_it(storage: StorageContext, keys: list[int]) -> None:
    graph = GraphStore(storage.connection)
    add(graph, ADA, keys[0], keys[4])
    add(graph, BEN, keys[0], None)
    add(graph, EVA, keys[1])
    storage.documents.delete_files(["/a"])
    assert graph.triplets() == [ADA, BEN], "one has another node, one was entered by hand"
    storage.documents.delete_files(["/b"])
    assert graph.triplets() == [BEN]
    graph.delete(lower(BEN))
    assert graph.triplets() == []


def test_a_fact_is_stored_once_as_it_was_written_first(storage: StorageContext, keys: list[int]) -> None:
    graph = GraphStore(storage.connection)
    first = add(graph, ADA, keys[0])
    assert graph.add(("ADA", "LEADS", "harbour"), lower(ADA), keys[1]) == first
    assert graph.add(ADA, lower(ADA), keys[1]) == first
    assert graph.triplets() == [ADA]
    assert graph.supporting([first, 999]) == [(first, keys[0]), (first, keys[1])]
    assert str(graph.facts_by_id([999, first])[0]) == "Ada → leads → Harbour"


def test_facts_about_entities(storage: StorageContext, keys: list[int]) -> None:
    graph = GraphStore(storage.connection)
    eva, ada, ben = add(graph, EVA, keys[0]), add(graph, ADA, keys[0]), add(graph, BEN, *keys[:3])
    assert [fact.id for fact in graph.facts_about(["harbour"], 9)] == [ben, ada], "those with most nodes first"
    assert [fact.id for fact in graph.facts_about(["ben", "eva", "ben"], 9)] == [ben, eva]
    assert [fact.id for fact in graph.facts_about(["harbour", "eva"], 2)] == [ben, eva]
    assert graph.facts_about([], 9) == graph.facts_about(["Harbour"], 9) == []
    assert [fact.id for fact in graph.facts_by_id([ben, eva])] == [ben, eva]
    assert graph.known_entities(["zoe", "eva", "harbour", "eva", "leads"]) == ["eva", "harbour"]


def test_the_shortest_entities_with_a_word_come_first(storage: StorageContext) -> None:
    graph = GraphStore(storage.connection)
    for name in ("harbour office", "harbour", "東京港", "old harbour", "100%"):
        add(graph, (name, "is", "place"), None)
    assert graph.entities_like("harbour", 2) == ["harbour", "old harbour"]
    assert graph.entities_like("港", 9) == ["東京港"]
    assert graph.entities_like("%", 9) == ["100%"]
    assert graph.entities_like("_", 9) == []


def test_the_facts_nearest_to_a_vector(storage: StorageContext, keys: list[int]) -> None:
    graph = GraphStore(storage.connection)
    facts = [add(graph, fact, keys[0]) for fact in (ADA, BEN, EVA)]
    assert not graph.has_embeddings("s")
    graph.embed("s", [*facts, 999], np.eye(4, dtype=np.float32))
    graph.embed("t", facts[:1], np.ones((1, 2), np.float32))
    assert graph.has_embeddings("s")
    assert [fact.id for fact in graph.without_embedding("t", 9)] == facts[1:]
    query = np.array([0.0, 1, 1, 1.4142135], np.float32)  # its length makes no difference
    assert graph.nearest("s", query, 2) == [(facts[1], pytest.approx(0.5)), (facts[2], pytest.approx(0.5))]
    assert graph.nearest("s", query, 0) == graph.nearest("u", query, 2) == []
    graph.delete(lower(BEN))
    assert [fact for fact, _ in graph.nearest("s", query, 9)] == [facts[2], facts[0]]


# the keyword table


def test_nodes_by_their_keywords(storage: StorageContext, keys: list[int]) -> None:
    table, other = (KeywordTableStore(storage.connection, kind) for kind in ("simple", "rake"))
    table.add(keys[0], ["sea", "whale", "sea"])
    table.add(keys[1], ["sea"])
    table.add(keys[2], ["sea", "鯨"])
    table.add(keys[4], ["ship"])
    other.add(keys[5], ["sea"])
    assert table.query(["sea", "whale", "zebra", "sea"], 9) == [(keys[0], 2), (keys[1], 1), (keys[2], 1)]
    assert table.query(["ship", "sea"], 2) == [(keys[4], 1), (keys[0], 1)], "the rarer keyword first"
    assert table.query([], 9) == []
    assert table.table()["鯨"] == [node.id_ for node in storage.nodes.nodes_by_key([keys[2]]).values()]
    storage.documents.delete_files(["/a"])
    assert list(table.table()) == ["ship"]
    table.clear()
    assert (table.table(), list(other.table())) == ({}, ["sea"])


def test_common_words_only_in_a_library_that_is_large_enough(storage: StorageContext, keys: list[int]) -> None:
    table = KeywordTableStore(storage.connection, "simple")
    storage.documents.replace_file(file("/c", "whale one", "whale two", "whale three", "quokka"))
    assert len(keys) == 6
    assert table.common_words(0.25, 10) == {"whale"}
    assert table.common_words(0.3, 10) == frozenset(), "more than that share"
    assert table.common_words(0.25, 11) == frozenset()


# how far a build is


def test_a_build_goes_on_where_it_was(storage: StorageContext, keys: list[int]) -> None:
    progress, other = BuiltNodes(storage.connection, "graph"), BuiltNodes(storage.connection, "table")
    assert (progress.pending(), progress.any_done()) == (6, False)
    (first, first_id), (second, second_id) = progress.next_nodes(2)
    assert [first, second] == keys[:2]
    assert progress.note(first, first_id)
    assert not progress.note(first, first_id), "somebody did it already"
    assert not progress.note(second, "another node"), "it was replaced meanwhile"
    assert not progress.note(999, second_id)
    assert (progress.is_done(first), progress.is_done(second), other.is_done(first)) == (True, False, False)
    assert [row for row, _ in progress.next_nodes(9, after=keys[2])] == keys[3:]
    assert (progress.pending(), other.pending(), progress.any_done()) == (5, 6, True)
    storage.documents.replace_file(file("/a", "anew"))
    assert progress.pending() == 3
    progress.forget()
    assert not progress.any_done()


# the tree


def test_summaries_stand_above_what_has_no_parent_yet(storage: StorageContext, keys: list[int]) -> None:
    tree = TreeStore(storage.connection)
    assert (tree.pending_nodes(), tree.top_level(), ids(tree.unplaced_leaves(9))) == (6, 0, keys)
    low = [tree.add_summary(f"s{start}", items(0, keys[start : start + 3])) for start in (0, 3)]
    assert None not in low
    top = tree.add_summary("all", items(1, [one for one in low if one is not None]))
    assert tree.roots() == [TreeItem(2, top or 0, "all")]
    assert [tree.count_unplaced(level) for level in range(4)] == [0, 0, 1, 0]
    assert (tree.top_level(), tree.count_stale(), tree.unfinished(3)) == (2, 0, 0)
    assert tree.parent_of(TreeItem(0, keys[4])) == low[1]
    assert tree.parent_of(TreeItem(2, top or 0)) is None
    assert tree.parent_of(TreeItem(0, 999)) is None
    assert ids(tree.children(low[0] or 0)) == keys[:3]
    tree.clear()
    assert (tree.roots(), tree.pending_nodes(), tree.is_leaf(keys[0])) == ([], 6, False)


def test_what_got_a_parent_or_went_meanwhile_is_passed_over(storage: StorageContext, keys: list[int]) -> None:
    tree = TreeStore(storage.connection)
    first = tree.add_summary("first", items(0, keys[:2])) or 0
    second = tree.add_summary("second", items(0, [keys[1], keys[2], 999])) or 0
    assert (ids(tree.children(first)), ids(tree.children(second))) == (keys[:2], [keys[2]])
    assert ids(tree.stale(1, 9)) == [second], "it says more than what is below it"
    assert tree.add_summary("nobody", items(0, [keys[0], 999])) is None
    assert ids(tree.unplaced_summaries(1)) == [first, second]


def test_what_is_above_a_deleted_node_is_stale_until_it_is_renewed(storage: StorageContext, keys: list[int]) -> None:
    tree = TreeStore(storage.connection)
    low = [tree.add_summary(f"s{start}", items(0, keys[start : start + 2])) or 0 for start in (0, 2, 4)]
    top = tree.add_summary("all", items(1, low)) or 0
    storage.documents.replace_file(file("/b", "b0"))
    assert (ids(tree.stale(1, 9)), tree.stale(2, 9)) == ([low[2]], [])
    storage.nodes.delete([node.id_ for node in storage.nodes.nodes_by_key([keys[0]]).values()])
    assert ids(tree.stale(1, 9)) == [low[0], low[2]]
    assert tree.remove_empty() == 1
    assert ids(tree.stale(2, 9)) == [top]
    assert ids(tree.children(top)) == low[:2]
    tree.renew(low[0], "new", tree.children(low[0]))
    tree.renew(top, "all anew", items(1, low))
    assert [(one.id, one.text) for one in tree.stale(2, 9)] == [(top, "all anew")], "its children changed again"
    tree.renew(top, "all anew", tree.children(top))
    assert tree.count_stale() == 0
    storage.documents.delete_files(["/a"])
    assert tree.remove_empty() == 3
    assert tree.roots() == []


def test_a_full_summary_is_halved_and_those_above_it(storage: StorageContext, keys: list[int]) -> None:
    tree = TreeStore(storage.connection)
    summary = tree.add_summary("all", items(0, keys[:4])) or 0
    assert tree.parent_with_room(0, 5) == (summary, 1)
    assert tree.parent_with_room(0, 4) is None
    assert tree.parent_with_room(1, 4) is None
    assert tree.adopt(summary, items(0, keys[3:])) == 2
    tree.split(summary, 6)
    assert ids(tree.unplaced_summaries(1)) == [summary], "there was room"
    tree.split(summary, 3)
    left, right = tree.unplaced_summaries(1)
    assert (ids(tree.children(left.id)), ids(tree.children(right.id))) == (keys[:3], keys[3:])
    assert ids(tree.stale(1, 9)) == [left.id, right.id]
    assert tree.unfinished(1) == 4, "two are stale, and two need a parent"


def test_a_tree_of_leaves_only(storage: StorageContext, keys: list[int]) -> None:
    tree = TreeStore(storage.connection)
    tree.add_leaves([keys[5], keys[0], 999])
    assert ids(tree.roots()) == [keys[0], keys[5]]
    assert (tree.pending_nodes(), tree.count_unplaced(0)) == (4, 6)
    tree.add_all_leaves()
    assert ids(tree.roots(limit=2)) == keys[:2]
    assert (tree.unfinished(6), tree.unfinished(5), tree.pending_nodes()) == (0, 6, 0)


# summaries of documents


def test_a_summary_of_what_changed_meanwhile_is_not_stored(storage: StorageContext, keys: list[int]) -> None:
    store = DocumentSummaryStore(storage.connection)
    assert store.pending() == (2, len(keys))
    (first, stamp), (second, other) = store.missing(0, 9)
    assert store.missing(first, 9) == [(second, other)]
    store.put(first, stamp, "about a")
    storage.documents.replace_file(file("/b", "b0", "b2"))
    store.put(second, other, "about what was in b")
    assert [one.summary for one in store.summaries()] == ["about a"]
    assert store.pending() == (1, 2)
    assert store.nodes_of(first) == keys[:4]
    storage.nodes.delete([node.id_ for node in storage.nodes.nodes_by_key(keys[:1]).values()])
    assert store.summaries() == [], "a document with other nodes is summarised anew"


def test_the_summaries_nearest_to_a_vector(storage: StorageContext, keys: list[int]) -> None:
    store = DocumentSummaryStore(storage.connection)
    assert len(keys) == 6
    stamps = dict(store.missing(0, 9))
    for row, stamp in stamps.items():
        store.put(row, stamp, f"about {row}")
    first, second = store.without_embedding("s", 9)
    store.embed("s", [first, second], np.eye(2, dtype=np.float32))
    query = np.array([3, 4], np.float32)  # its length makes no difference
    assert store.nearest("s", query, 9) == [(second.document, pytest.approx(0.8)), (first.document, pytest.approx(0.6))]
    assert [row for row, _ in store.nearest("s", query, 1)] == [second.document]
    assert store.nearest("s", query, 0) == store.nearest("t", query, 9) == []
    assert store.without_embedding("t", 1) == [first], "a vector of another space is none"
    store.put(second.document, stamps[second.document], "something else")
    store.embed("s", [second], np.ones((1, 2), np.float32))
    assert [row for row, _ in store.nearest("s", query, 9)] == [first.document]


def test_a_summary_does_not_adopt_what_took_the_place_of_its_child(storage: StorageContext, keys: list[int]) -> None:
    tree = TreeStore(storage.connection)
    leaves = tree.unplaced_leaves(9)
    storage.documents.replace_file(file("/b", "another text", "b1"))  # its rows have the ids of the old ones
    assert [item.id for item in tree.unplaced_leaves(9)] == keys
    low = tree.add_summary("of a and b", leaves[:5]) or 0
    assert ids(tree.children(low)) == keys[:4]
    assert ids(tree.stale(1, 9)) == [low]
    gone = tree.add_summary("gone", tree.unplaced_leaves(1)) or 0
    (_, read) = tree.unplaced_summaries(1)
    storage.documents.replace_file(file("/b", "c0", "c1"))
    tree.remove_empty()
    other = tree.add_summary("other", tree.unplaced_leaves(2)) or 0
    assert other == gone == read.id, "the id is used again"
    assert tree.add_summary("of what is gone", [read]) is None
    assert tree.parent_of(TreeItem(1, other)) is None


def test_what_is_above_is_a_level_above(storage: StorageContext, keys: list[int]) -> None:
    tree = TreeStore(storage.connection)
    low = tree.add_summary("low", items(0, keys[:2])) or 0
    top = tree.add_summary("top", items(1, [low])) or 0
    assert tree.adopt(top, items(0, keys[2:3])) == 0, "it took the id of the summary that was meant"
    assert tree.adopt(999, items(0, keys[2:3])) == 0, "it is gone"
    assert tree.adopt(low, items(0, keys[2:3])) == 1
