"""What programs import from the packages is there, and costs nothing before it is used."""

import importlib
import subprocess
import sys

import pytest

PACKAGES = (
    "agent agent.workflow callbacks chat_engine embeddings evaluation extractors indices indices.vector_store "
    "ingestion instrumentation llms memory memory.memory_blocks node_parser node_parser.file node_parser.text objects "
    "postprocessor program prompts query_engine readers readers.file response response_synthesizers retrievers "
    "selectors storage storage.chat_store storage.docstore storage.index_store tools vector_stores workflow"
).split()


@pytest.mark.parametrize("name", PACKAGES)
def test_every_name_is_there(name: str) -> None:
    package = importlib.import_module(f"desktop_rag.llamaindex.{name}")
    assert all(getattr(package, one) is not None for one in package.__all__)
    with pytest.raises(AttributeError, match="Nonsense"):
        package.Nonsense  # noqa: B018


def test_the_packages_themselves_are_light() -> None:
    lines = [f"import desktop_rag.llamaindex.{name}" for name in PACKAGES]
    code = "import sys\n" + "\n".join(lines) + "\nassert 'numpy' not in sys.modules and 'apsw' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_older_names_are_the_same_classes() -> None:
    from desktop_rag.llamaindex import indices, node_parser, retrievers

    for name in (one for one in indices.__all__ if one.startswith("GPT") and one != "GPTListIndex"):
        assert getattr(indices, name) is getattr(indices, name.removeprefix("GPT"))
    assert indices.GPTListIndex is indices.ListIndex is indices.SummaryIndex
    assert node_parser.SimpleNodeParser is node_parser.SentenceSplitter
    assert retrievers.ListIndexRetriever is retrievers.SummaryIndexRetriever


def test_names_stand_where_llama_index_has_them() -> None:
    places = {
        "retrievers": "SummaryIndexEmbeddingRetriever TreeRootRetriever PGRetriever KGTableRetriever",
        "schema": "TextNode NodeWithScore QueryBundle TransformComponent",
        "output_parsers": (
            "BaseOutputParser PydanticOutputParser SelectionOutputParser extract_json_str parse_code_markdown"
            " parse_json_markdown"
        ),
        "node_parser.file": "HTMLNodeParser JSONNodeParser",
        "embeddings": "SimilarityMode similarity",
        "indices": "ListRetrieverMode",
        "agent": "AgentChatResponse ReActChatFormatter ReActOutputParser ToolCall",
    }
    for package, names in places.items():
        module = importlib.import_module(f"desktop_rag.llamaindex.{package}")
        assert all(getattr(module, name) is not None for name in names.split())
