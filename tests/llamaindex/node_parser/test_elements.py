"""Tables are taken out of Markdown, and found by what they are about."""

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import Document, IndexNode, TextNode
from desktop_rag.ingestion.transformations import run_transformations
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from desktop_rag.llamaindex.node_parser.relational import Element
from desktop_rag.llamaindex.node_parser.relational.markdown_element import MarkdownElementNodeParser
from desktop_rag.llamaindex.settings import Settings
from desktop_rag.node_parser.sentence import SentenceSplitter
from tests.helpers.hashed_embedding import HashedEmbedding
from tests.helpers.scripted_llm import ScriptedLLM

PRICES = "| Fruit | Price |\n| --- | ---: |\n| Plum | 2 |\n| Fig | 9 |"
TEXT = f"# Market\n\nTable 1: what fruit costs\n\n{PRICES}\n\nOpen until noon.\n"
REPLY = (
    '{"summary": "Prices of fruit", "table_title": "what fruit costs", "table_id": "1", "columns": '
    '[{"col_name": "Fruit", "col_type": "text", "summary": "its name"}]}'
)


def parts(text: str) -> list[tuple[str, str]]:
    return [(element.type, element.element) for element in MarkdownElementNodeParser().extract_elements(text)]


def parsed(text: str, parser: MarkdownElementNodeParser | None = None) -> list[TextNode]:
    document = Document(text, metadata={"file": "market.md"})
    nodes = (parser or MarkdownElementNodeParser()).get_nodes_from_documents([document])
    assert all(node.ref_doc_id == document.id_ and node.metadata["file"] == "market.md" for node in nodes)
    return nodes


def test_texts_and_tables_in_order() -> None:
    assert parts(TEXT) == [
        ("text", "Market\n\nTable 1: what fruit costs"),
        ("table", PRICES),
        ("text", "Open until noon."),
    ]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("| a | b |\n| - | - |\n| 1 | 2 | 3 |", ["table_text"]),
        ("| a | b |\n| - | - |", ["text"]),
        ("| a |\n| - |\n| 1 |", ["text"]),
        ("| a | b |", ["text"]),
        ("x <table><tr><td>1</td></tr></table> y", ["text", "table_text", "text"]),
        ("<table>", ["text"]),
        ("```x``` yes\n| a | b |\n| - | - |\n| 1 | 2 |\n```", ["text"]),
        ("\n \n", []),
    ],
)
def test_what_counts_as_a_table(text: str, kinds: list[str]) -> None:
    assert [kind for kind, _ in parts(text)] == kinds


def test_a_filter_turns_a_table_down() -> None:
    found = MarkdownElementNodeParser().extract_elements(TEXT, table_filters=[lambda table: "Pear" in table.element])
    assert [element.type for element in found] == ["text"]


def test_a_table_is_two_nodes_that_stand_in_the_document() -> None:
    before, about, table, after = parsed(TEXT, MarkdownElementNodeParser(llm=ScriptedLLM([REPLY])))
    assert isinstance(about, IndexNode)
    assert about.index_id == table.id_
    assert about.text == (
        "Prices of fruit,\nwith the following table title:\nwhat fruit costs,\nwith the following columns:\n"
        "- Fruit: its name\n"
    )
    assert table.text == f"{about.text}\n|Fruit|Price|\n|---|---|\n|Plum|2|\n|Fig|9|\n"
    assert table.metadata["table_df"] == "{'Fruit': {0: 'Plum', 1: 'Fig'}, 'Price': {0: '2', 1: '9'}}"
    assert about.metadata["col_schema"] == "Column: Fruit\nType: text\nSummary: its name"
    assert "table_df" in table.excluded_llm_metadata_keys
    for node in (about, table):
        assert TEXT[node.start_char_idx : node.end_char_idx] == PRICES
    assert TEXT[after.start_char_idx : after.end_char_idx] == after.text == "Open until noon."
    assert before.next_node is not None
    assert before.next_node.node_id == about.id_


def test_the_model_reads_captions_too() -> None:
    asked = ScriptedLLM([REPLY])
    parsed(TEXT, MarkdownElementNodeParser(llm=asked, summary_query_str="What is it?"))
    assert "Table 1: what fruit costs\n| Fruit" in asked.prompts[0]
    assert "What is it?" in asked.prompts[0]
    assert "Open until noon" not in asked.prompts[0]


def test_a_model_that_writes_no_forms_sums_up() -> None:
    nodes = parsed(TEXT, MarkdownElementNodeParser(llm=ScriptedLLM(["no", "no", "Fruit is dear."])))
    assert nodes[1].text.startswith("Fruit is dear.,\nwith the following columns:\n")
    failing = MarkdownElementNodeParser(llm=ScriptedLLM([UserError("Gone.", "Start it.")] * 3))
    with pytest.raises(UserError, match="Gone"):
        parsed(TEXT, failing)


def test_without_a_model_a_table_is_about_its_caption_and_columns() -> None:
    assert parsed(TEXT)[1].text.startswith("Market\n\nTable 1: what fruit costs\nFruit, Price,\n")


def test_texts_are_cut_by_the_parser_inside() -> None:
    parser = MarkdownElementNodeParser(nested_node_parser=SentenceSplitter(chunk_size=2, chunk_overlap=0))
    assert [node.text for node in parsed("one two three", parser)] == ["one two", "three"]


def test_tables_stand_for_themselves_when_they_are_found() -> None:
    model = HashedEmbedding()
    nodes = run_transformations([Document(TEXT)], [MarkdownElementNodeParser(llm=ScriptedLLM([REPLY]))])
    assert [type(node) for node in nodes] == [TextNode, TextNode, IndexNode]
    parser = MarkdownElementNodeParser(llm=ScriptedLLM([REPLY]))
    for index in (
        VectorStoreIndex(nodes[:2], objects=nodes[2:], embed_model=model),  # type: ignore[arg-type]
        VectorStoreIndex(nodes, embed_model=model),
        VectorStoreIndex.from_documents([Document(TEXT)], transformations=[parser], embed_model=model),
    ):
        (found,) = index.as_retriever(similarity_top_k=1).retrieve(nodes[2].text)
        assert "|Plum|2|" in found.text


def test_what_an_index_node_stands_for_is_kept_apart() -> None:
    parser = MarkdownElementNodeParser()
    nodes = parsed(TEXT, parser)
    texts, tables = parser.get_base_nodes_and_mappings(nodes)
    assert [node.id_ for node in texts] == [nodes[0].id_, nodes[1].id_, nodes[3].id_]
    assert tables == {nodes[2].id_: nodes[2]}
    elements = parser.extract_elements(TEXT)
    assert [one.type for one in parser.get_table_elements(elements)] == ["table"]
    assert [one.type for one in parser.get_text_elements(elements)] == ["text", "text"]


def test_tables_without_a_place_are_looked_for() -> None:
    element = Element("1", "table_text", PRICES)
    made = MarkdownElementNodeParser().get_nodes_from_elements([element], ref_doc_text=TEXT)
    assert [node.start_char_idx for node in made] == [TEXT.index("| Fruit")] * 2
    apart = MarkdownElementNodeParser().get_nodes_from_elements([element])
    assert [node.start_char_idx for node in apart] == [None, None]


def test_a_table_that_stands_there_twice_has_two_places() -> None:
    table = "<table><tr><td>1</td></tr></table>"
    text = f"Before.\n\n{table}\n\nBetween.\n\n{table}\n\nAfter."
    made = MarkdownElementNodeParser(llm=ScriptedLLM([REPLY, REPLY])).get_nodes_from_documents([Document(text)])
    starts = [node.start_char_idx for node in made if not isinstance(node, IndexNode)]
    assert starts == [0, text.index(table), text.index("Between"), text.rindex(table), text.index("After")]


def test_tables_that_never_end_take_no_longer_each() -> None:
    assert parts("<table>" * 30_000) == [("text", "<table>" * 30_000)]


def test_the_model_of_settings_tells_what_tables_are_about(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Settings, "_llm", ScriptedLLM([REPLY]))
    (about,) = [node for node in parsed(TEXT) if isinstance(node, IndexNode)]
    assert "Prices of fruit" in about.text
