"""A knowledge graph: facts with the passages that support them, followed in both directions."""

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import TextNode
from desktop_rag.llamaindex.indices.kinds import KnowledgeGraphIndex
from desktop_rag.storage.sqlite.connection import select
from desktop_rag.storage.sqlite.index_kinds.graph import Triplet
from tests.helpers.scripted_llm import ScriptedLLM
from tests.indices.toys import ToyEmbedding

TEXTS = {
    "n0": "Ada leads the harbour office.",
    "n1": "The harbour office belongs to the city.",
    "n2": "The city has a mayor named Ben.",
    "n3": "Ada leads the harbour office since 2019.",
    "n4": "木村さんは東京に住んでいます。",
}
FACTS: dict[str, list[Triplet]] = {
    "n0": [("Ada", "leads", "harbour office")],
    "n1": [("harbour office", "belongs to", "city")],
    "n2": [("city", "has mayor", "Ben")],
    "n3": [("ADA", "leads", "Harbour Office")],
    "n4": [("木村", "住んでいる", "東京")],
}


def extract(text: str) -> list[Triplet]:
    return next((FACTS[node_id] for node_id, other in TEXTS.items() if other == text), [])


def nodes() -> list[TextNode]:
    return [TextNode(text, node_id) for node_id, text in TEXTS.items()]


def graph(**options: object) -> KnowledgeGraphIndex:
    return KnowledgeGraphIndex(nodes(), kg_triplet_extract_fn=extract, **options)


def found(index: KnowledgeGraphIndex, question: str, **options: object) -> list[str]:
    return [one.node.node_id for one in index.as_retriever(**options).retrieve(question)]


def test_equal_facts_are_one_with_two_supporters() -> None:
    index = graph()
    assert index.graph_store.triplets() == [FACTS[node_id][0] for node_id in ("n0", "n1", "n2", "n4")]
    assert found(index, "Who is Ada?", graph_store_query_depth=1) == ["n0", "n3"]
    index.delete_nodes(["n0"])
    assert FACTS["n0"][0] in index.graph_store.triplets()  # n3 still says so
    index.delete_nodes(["n3"])
    assert FACTS["n0"][0] not in index.graph_store.triplets()
    assert select(index.storage_context.connection, "SELECT count(*) FROM triplet_nodes") == [(3,)]


def test_facts_are_followed_both_ways_as_far_as_asked() -> None:
    index = graph()
    assert found(index, "Ada", graph_store_query_depth=2) == ["n0", "n3", "n1"]
    assert found(index, "Ada", graph_store_query_depth=3) == ["n0", "n3", "n1", "n2"]
    assert found(index, "Ben", graph_store_query_depth=2) == ["n2", "n1"]  # an object: against the arrow
    assert found(index, "Ada", max_knowledge_sequence=1) == ["n0", "n3"]
    assert found(index, "Ada", num_chunks_per_query=1) == ["n0"]
    assert found(index, "Zoe") == []


def test_names_are_found_by_their_parts_and_in_any_script() -> None:
    index = graph()
    assert found(index, "the harbour", graph_store_query_depth=1) == ["n0", "n1", "n3"]
    assert found(index, "東京に誰がいますか") == ["n4"]
    index = graph(llm=ScriptedLLM(["KEYWORDS: 木村さん"]))
    assert found(index, "誰？") == ["n4"]


def test_passages_carry_their_facts_and_facts_can_be_had_alone() -> None:
    index = graph()
    (first, *_) = index.as_retriever().retrieve("Ada")
    assert first.node.metadata["kg_rel_texts"] == "Ada → leads → harbour office"
    assert "Ada → leads" in first.node.get_content("llm")  # type: ignore[arg-type]
    (alone,) = index.as_retriever(include_text=False, graph_store_query_depth=1).retrieve("Ada")
    assert alone.node.text == "Ada → leads → harbour office"
    assert index.docstore.get_nodes(["n0"])[0].metadata == {}


def test_by_meaning_and_both() -> None:
    model = ToyEmbedding()
    index = graph(include_embeddings=True, embed_model=model)
    assert len(model.texts) == 4
    assert found(index, "mayor Ben", retriever_mode="embedding", similarity_top_k=1) == ["n2"]
    assert set(found(index, "Ada mayor")) == {"n0", "n1", "n2", "n3"}  # hybrid: usual once there are vectors
    assert index.as_retriever().retriever_mode == "hybrid"  # type: ignore[attr-defined]
    assert graph().as_retriever().retriever_mode == "keyword"  # type: ignore[attr-defined]
    index.insert_nodes([TextNode("nothing", "n9")])
    assert len(model.texts) == 4


def test_facts_entered_by_hand_stay() -> None:
    index = KnowledgeGraphIndex(nodes()[:1], llm=ScriptedLLM(["-"]))
    index.upsert_triplet(("Eva", "knows", "Ada"))
    index.upsert_triplet_and_node(("Eva", "lives in", "Rome"), TextNode("Eva lives in Rome.", "eva"))
    assert index.pending() == 0
    assert found(index, "Eva") == ["eva"]  # the model's keywords lead nowhere, the question's own do
    index.delete_nodes(["eva", "n0"])
    assert index.graph_store.triplets() == [("Eva", "knows", "Ada")]
    index.delete_triplet(("EVA", "knows", "ada"))
    index.delete_triplet(("never", "was", "there"))
    assert index.graph_store.triplets() == []


def test_the_models_example_is_not_taken_for_a_fact() -> None:
    echo = "(Mira Solano, runs, bakery in Hall Street)\n(Ada, leads, office)"
    index = KnowledgeGraphIndex(nodes()[:1], llm=ScriptedLLM([echo]))
    assert index.graph_store.triplets() == [("Ada", "leads", "office")]


def test_no_more_facts_than_wanted() -> None:
    reply = "\n".join(f"(Ada, does, thing {number})" for number in range(30))
    assert len(KnowledgeGraphIndex(nodes()[:1], llm=ScriptedLLM([reply])).graph_store.triplets()) == 10
    index = KnowledgeGraphIndex(nodes()[:1], llm=ScriptedLLM([reply]), max_triplets_per_chunk=3, max_object_length=7)
    assert index.graph_store.triplets() == [("Ada", "does", f"thing {number}") for number in range(3)]


def test_without_a_model() -> None:
    with pytest.raises(UserError, match="language model"):
        KnowledgeGraphIndex(nodes())


def test_nodes_are_found_by_the_names_they_were_given() -> None:
    index = KnowledgeGraphIndex([])
    index.add_node(["Eva", "Green Tea"], TextNode("Eva drinks it.", "eva"))
    index.add_node(["Bob"], TextNode("Bob does not.", "bob"))
    index.upsert_triplet(("Eva", "drinks", "green tea"))
    index.upsert_triplet_and_node(("Ada", "knows", "Bob"), TextNode("Ada knows Bob.", "ada"))
    assert {one.node.node_id for one in index.as_retriever().retrieve("What about Eva?")} == {"eva"}
    assert {one.node.node_id for one in index.as_retriever().retrieve("green tea")} == {"eva"}
    assert {one.node.node_id for one in index.as_retriever().retrieve("Bob?")} == {"bob", "ada"}
    struct = index.index_struct
    assert struct.table["Bob"] == {"ada", "bob"}
    assert struct.table.keys() == {"Eva", "Green Tea", "Bob", "Ada"}
    assert struct.node_ids == {"eva", "ada", "bob"}
    assert (sorted(struct.search_node_by_keyword("Bob")), struct.search_node_by_keyword("x")) == (["ada", "bob"], [])
    assert index.pending() == 0


def test_a_program_may_find_facts_in_ways_of_its_own() -> None:
    class FirstWords(KnowledgeGraphIndex):
        def _extract_triplets(self, text: str) -> list[tuple[str, str, str]]:
            one, how, other, *_ = text.split()
            return [(one, how, other)]

    index = FirstWords([TextNode("Ada knows Bob well", "a")])
    assert index.graph_store.triplets() == [("Ada", "knows", "Bob")]
    assert index._parse_triplet_response("1. (ada, knows, bob)\n2. (eva, likes, ada)") == [
        ("Ada", "Knows", "Bob"),
        ("Eva", "Likes", "Ada"),
    ]
