"""Searching by words and by meaning, narrowed down in every way."""

import itertools
from collections.abc import Sequence

import numpy as np
import pytest

from desktop_rag.core.schema import Metadata, NodeRelationship, RelatedNodeInfo, TextNode
from desktop_rag.core.similarity import SimilarityMode, similarities
from desktop_rag.storage.filters import (
    FilterCondition,
    FilterOperator,
    MetadataFilter,
    MetadataFilters,
    NodeFilter,
    TermQuery,
    matches,
)
from desktop_rag.storage.ports import Stores
from desktop_rag.storage.records import NodeRecord, doc_id_of
from desktop_rag.text.analyzer import KeywordTerms, keyword_terms
from tests.storage.conformance.conftest import DIMENSIONS, SPACE, embed_all, file, random_vectors, space_of, texts_found

OP = FilterOperator
VALUES: dict[FilterOperator, tuple[str, Sequence[object]]] = {
    OP.EQ: ("year", [2023, "2023", 2023.0, None]), OP.NE: ("year", [2023, "x"]), OP.GT: ("year", [2022, "a"]),
    OP.LT: ("year", [2024]), OP.GTE: ("year", [2023]), OP.LTE: ("year", [2023]), OP.IN: ("year", [[2023, 2025], []]),
    OP.NIN: ("year", [[2023], []]), OP.ANY: ("tags", [["海", "b"], ["z"]]), OP.ALL: ("tags", [["海", "b"], ["海"]]),
    OP.TEXT_MATCH: ("author", ["Ann", "ann"]), OP.TEXT_MATCH_INSENSITIVE: ("author", ["ANN", "MÜ"]),
    OP.CONTAINS: ("tags", ["海", "b"]), OP.IS_EMPTY: ("author", [None]),
}  # fmt: skip


@pytest.fixture
def library(stores: Stores) -> Stores:
    """Files with years, authors and tags, and nodes of a program with metadata of their own."""
    abouts: list[Metadata] = [
        {"year": 2023, "author": "Ann Müller"},
        {"year": 2024, "tags": ["海", "b"]},
        {"year": "2023"},
        {},
    ]
    with stores.transaction():
        for number, about in enumerate(abouts):
            name = f"/f/{number}.txt"
            stores.documents.replace_file(
                file(name, "the sea one", "the sea two", metadata=about | {"file_name": name})
            )
        source = {NodeRelationship.SOURCE: RelatedNodeInfo("own")}
        stores.nodes.add(
            [
                TextNode(text="the sea of one", id_="own1", metadata={"year": 2025}, relationships=dict(source)),
                TextNode(text="the sea of two", id_="own2", metadata={"tags": ["海"]}, relationships=dict(source)),
            ],
            embed=True,
        )
    embed_all(stores)
    return stores


def found_with(stores: Stores, narrowing: NodeFilter) -> set[str]:
    """Return the ids of the nodes that pass; every way of searching finds the same."""
    ids = {node.id_ for node in stores.nodes.find(narrowing)}
    by_words = stores.keywords.query(keyword_terms("sea"), 100, narrowing)
    by_meaning = stores.vectors(SPACE).nearest(random_vectors(1)[0], 100, narrowing)
    wanted = stores.keywords.matching(TermQuery(("sea",)), 100, narrowing)
    for hits in (by_words, by_meaning, wanted):
        assert {node.id_ for node in stores.nodes.nodes_by_key([key for key, _ in hits]).values()} == ids
    assert stores.vectors(SPACE).count(narrowing) == len(ids)
    return ids


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("how", "key", "value"), [(how, key, v) for how, (key, vs) in VALUES.items() for v in vs])
def test_every_operator(library: Stores, how: FilterOperator, key: str, value: object) -> None:
    condition = MetadataFilter(key, value, how)  # type: ignore[arg-type]
    nodes = list(library.nodes.iter_nodes())
    for filters in (
        MetadataFilters([condition]),
        MetadataFilters([condition], FilterCondition.NOT),
        MetadataFilters([condition, MetadataFilter("page_number", 1)]),
        MetadataFilters([condition, MetadataFilter("year", 2024)], FilterCondition.OR),
    ):
        expected = {node.id_ for node in nodes if matches(filters, node.metadata)}
        assert found_with(library, NodeFilter(filters)) == expected


def test_ids_and_paths(library: Stores) -> None:
    of_file = {node.id_ for node in library.nodes.iter_nodes([doc_id_of("/f/1.txt")])}
    assert found_with(library, NodeFilter(paths=["/f/1.txt", "/nowhere"])) == of_file
    assert found_with(library, NodeFilter(doc_ids=[doc_id_of("/f/1.txt")])) == of_file
    assert found_with(library, NodeFilter(node_ids=["own1", "nobody"])) == {"own1"}
    year = MetadataFilters([MetadataFilter("year", 2024)])
    assert found_with(library, NodeFilter(year, paths=["/f/1.txt"])) == of_file
    assert found_with(library, NodeFilter(year, doc_ids=["own"])) == set()
    of_own = MetadataFilters([MetadataFilter("doc_id", "own")])
    assert found_with(library, NodeFilter(of_own)) == {"own1", "own2"}
    for nothing in (NodeFilter(node_ids=[]), NodeFilter(doc_ids=[]), NodeFilter(paths=[])):
        assert found_with(library, nothing) == set()
    everything = {node.id_ for node in library.nodes.iter_nodes()}
    assert found_with(library, NodeFilter()) == found_with(library, NodeFilter(MetadataFilters())) == everything


def test_what_passes_follows_every_change(library: Stores) -> None:
    year = NodeFilter(MetadataFilters([MetadataFilter("year", 2030)]))
    assert found_with(library, year) == set()
    library.documents.replace_file(file("/f/9.txt", "the sea nine", metadata={"year": 2030}))
    embed_all(library)
    assert len(found_with(library, year)) == 1
    library.documents.delete_files(["/f/9.txt"])
    assert found_with(library, year) == set()


def test_rare_words_and_many_of_them_come_first(stores: Stores) -> None:
    with stores.transaction():
        stores.documents.replace_file(file("/common", *(f"the whale number {n}" for n in range(20))))
        stores.documents.replace_file(
            file("/a", "quokka", "whale whale quokka quokka quokka", "a long text of quokka and much besides it")
        )
    assert texts_found(stores, "whale quokka")[0] == "whale whale quokka quokka quokka"
    found = texts_found(stores, "whale quokka")
    assert (
        found.index("quokka")
        < found.index("a long text of quokka and much besides it")
        < found.index("the whale number 3")
    )
    assert len(stores.keywords.query(keyword_terms("whale"), 5)) == 5
    assert stores.keywords.query(keyword_terms("zebra"), 5) == stores.keywords.query(KeywordTerms(), 5) == []
    scores = [score for _, score in stores.keywords.query(keyword_terms("whale quokka"), 50)]
    assert scores == sorted(scores, reverse=True)
    assert all(score > 0 for score in scores)


def test_narrowing_down_leaves_the_scores_as_they_are(library: Stores) -> None:
    every = dict(library.keywords.query(keyword_terms("sea two"), 100))
    some = library.keywords.query(keyword_terms("sea two"), 100, NodeFilter(paths=["/f/0.txt", "/f/2.txt"]))
    assert len(some) == 4
    assert all(score == pytest.approx(every[key]) for key, score in some)


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (TermQuery(("blue", "whale")), {"a blue whale", "whale of blue"}),
        (TermQuery(phrases=(("blue", "whale"),)), {"a blue whale"}),
        (TermQuery(("whale",), any_of=(("of", "red", "blue"),)), {"a blue whale", "whale of blue", "red whale"}),
        (TermQuery(("whale",), phrases=(("red", "whale"),)), {"red whale"}),
        (TermQuery(phrases=(("鯨", "は"),)), set()),
        (TermQuery(("zebra",)), set()),
        (TermQuery(), set()),
    ],
)
def test_all_that_is_wanted(stores: Stores, wanted: TermQuery, expected: set[str]) -> None:
    stores.documents.replace_file(file("/a", "a blue whale", "whale of blue", "red whale", "red ship", "鯨の海"))
    hits = stores.keywords.matching(wanted, 10)
    assert {node.text for node in stores.nodes.nodes_by_key([key for key, _ in hits]).values()} == expected
    assert len(stores.keywords.matching(wanted, 1)) == min(1, len(expected))


def test_words_of_a_library(stores: Stores) -> None:
    stores.documents.replace_file(file("/a", "blue whale", "blue whistle", "blue"))
    stores.documents.replace_file(file("/b", "whale"))
    assert stores.keywords.terms_beginning_with("whal") == {"whale": 2}
    assert stores.keywords.terms_beginning_with("zz") == {}
    assert stores.keywords.known_share(keyword_terms("blue zebra")) == 0.5
    assert stores.keywords.node_counts(["blue", "whale", "zebra"]) == {"blue": 3, "whale": 2, "zebra": 0}
    assert stores.keywords.count_by_document(["blue"], 10) == {doc_id_of("/a"): 3}
    assert stores.keywords.count_by_document(["blue", "whale"], 10) == {doc_id_of("/a"): 1}
    assert stores.keywords.count_by_document(["blue"], 2) == {}
    assert stores.keywords.node_count() == 4


@pytest.mark.parametrize(
    "text", ["鯨は海に住んでいる", "고래는 바다에 산다", "ปลาวาฬอาศัยอยู่ในทะเล", "Киты живут в море"]
)
def test_words_of_any_script(stores: Stores, text: str) -> None:
    stores.documents.replace_file(file("/a", text, "something else"))
    assert texts_found(stores, text) == [text]


@pytest.mark.parametrize("mode", list(SimilarityMode))
def test_the_nearest_vectors(stores: Stores, mode: SimilarityMode) -> None:
    space = space_of(mode)
    stores.documents.replace_file(file("/a", *(f"text {n}" for n in range(300))))
    stored = embed_all(stores, space)
    vectors = stores.vectors(space)
    assert (vectors.exists, vectors.count(), vectors.similarity_mode) == (True, 300, mode)
    keys = np.array(list(stored))
    for query in random_vectors(5, 9):
        scores = similarities(query, np.stack(list(stored.values())), mode)
        order = np.argsort(-scores)
        hits = vectors.nearest(query, 10)
        assert [key for key, _ in hits] == keys[order[:10]].tolist()
        assert [score for _, score in hits] == pytest.approx(scores[order[:10]].tolist(), abs=1e-4)
        some = keys[order[:200:20]].tolist()
        assert [key for key, _ in vectors.compare(query, some)] == some
    assert vectors.nearest(random_vectors(1)[0], 0) == []
    assert vectors.compare(random_vectors(1)[0], []) == vectors.compare(random_vectors(1)[0], [10**9]) == []
    assert len(vectors.nearest(random_vectors(1)[0], 1000)) == 300
    keys = sorted(key for key, _ in vectors.nearest(random_vectors(1)[0], 1000))
    some = vectors.spread(30)
    assert vectors.spread(30) == some
    assert 25 <= len(set(some) & set(keys)) == len(some) <= 30
    assert max(keys.index(other) - keys.index(one) for one, other in itertools.pairwise(some)) <= 20
    assert sorted(vectors.spread(1000)) == keys


def test_the_states_of_vectors(stores: Stores) -> None:
    source = {NodeRelationship.SOURCE: RelatedNodeInfo("d")}
    child = {NodeRelationship.CHILD: [RelatedNodeInfo("c")]}
    waits = TextNode(text="waits", id_="w", relationships=dict(source))
    by_words = TextNode(text="words", id_="b", relationships=dict(source))
    above = TextNode(text="above", id_="a", relationships=source | child)  # type: ignore[operator]
    with stores.transaction():
        (waiting,) = stores.nodes.add([waits], embed=True)
        stores.nodes.add([by_words, above])
        parent = NodeRecord(1, 0, 1, "", "whole", "", searchable=False)
        stores.documents.replace_file(file("/p"))
        below = file("/q", "part")
        stores.documents.replace_file(type(below)(below.path, 1, 1, b"", {}, below.pages, [parent, *below.nodes]))
    assert {text for _, _, text in stores.nodes.to_embed(10)} == {"waits", "part"}
    assert {node.text for node in stores.nodes.iter_nodes()} == {"waits", "words", "part"}
    assert texts_found(stores, "words") == ["words"]
    assert texts_found(stores, "above whole") == []
    assert stores.documents.totals().nodes_embedded == stores.documents.totals().nodes - 2
    vectors = stores.vectors(SPACE)
    assert not vectors.exists
    assert vectors.nearest(random_vectors(1)[0], 5) == []
    embed_all(stores)
    assert stores.nodes.to_embed(10) == []
    assert stores.documents.totals().nodes_embedded == stores.documents.totals().nodes
    with stores.transaction():
        again = stores.vectors(SPACE)
        again.add([waiting, 10**9], np.ones((2, DIMENSIONS), np.float32))
    assert again.count() == 2, "what has a vector keeps it, what is gone is passed over"
