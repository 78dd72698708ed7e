"""Objects found by what is said of them: texts, tools, what a program's own functions tell."""

import asyncio
from pathlib import Path

import pytest

from desktop_rag.core.schema import TextNode
from desktop_rag.llamaindex.indices.kinds import SummaryIndex
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from desktop_rag.llamaindex.objects import (
    ObjectIndex,
    SimpleObjectNodeMapping,
    SimpleQueryToolNodeMapping,
    SimpleToolNodeMapping,
    get_object_mapping,
)
from desktop_rag.postprocessor.node import SimilarityPostprocessor
from desktop_rag.tools.function_tool import FunctionTool
from desktop_rag.tools.query_engine_tool import QueryEngineTool
from tests.helpers.hashed_embedding import HashedEmbedding
from tests.helpers.mock_embedding import VocabularyEmbedding
from tests.helpers.scripted_llm import ScriptedLLM


def weather(city: str) -> str:
    """Tell the weather of a city."""
    return f"sunny in {city}"


def stocks(name: str) -> str:
    """Tell what shares cost."""
    return f"{name}: 12"


def tools() -> list[FunctionTool]:
    return [FunctionTool.from_defaults(weather), FunctionTool.from_defaults(stocks)]


def test_tools_are_found_by_what_they_are_for() -> None:
    words = VocabularyEmbedding(["weather", "shares"])
    index = ObjectIndex.from_objects(tools(), index_cls=VectorStoreIndex, embed_model=words)
    retriever = index.as_retriever(similarity_top_k=1)
    (found,) = retriever.retrieve("What do shares cost?")
    assert found("Ann").raw_output == "Ann: 12"
    assert [tool.metadata.name for tool in asyncio.run(retriever.aretrieve("the weather"))] == ["weather"]
    only = index.as_retriever(node_postprocessors=[SimilarityPostprocessor(similarity_cutoff=0.5)], similarity_top_k=2)
    assert [tool.metadata.name for tool in only.retrieve("the weather")] == ["weather"]


def test_objects_that_are_put_in_later_are_found_too() -> None:
    index = ObjectIndex.from_objects(["tea", "milk"], index_cls=SummaryIndex)
    index.insert_object("salt")
    assert index.as_retriever().retrieve("what is there?") == ["tea", "milk", "salt"]
    assert [found.node.text for found in index.as_node_retriever().retrieve("?")] == ["tea", "milk", "salt"]


def test_functions_of_a_program_say_what_stands_for_an_object() -> None:
    ages = {"Ann": 7, "Bo": 5}
    index = ObjectIndex.from_objects(
        [7, 5],
        index_cls=SummaryIndex,
        to_node_fn=lambda age: TextNode(text=f"age {age}", id_=next(name for name in ages if ages[name] == age)),
        from_node_fn=lambda node: ages[node.id_],
    )
    assert index.as_retriever().retrieve("all") == [7, 5]
    with pytest.raises(ValueError, match="go together"):
        get_object_mapping([7], to_node_fn=lambda age: TextNode(text=str(age)))


def test_a_written_index_finds_the_objects_that_are_there_again(tmp_path: Path) -> None:
    index = ObjectIndex.from_objects(tools(), index_cls=SummaryIndex)
    index.persist(tmp_path)
    again = tools()
    loaded = ObjectIndex.from_persist_dir(tmp_path, object_node_mapping=SimpleToolNodeMapping.from_objects(again))
    assert loaded.as_retriever().retrieve("all") == again
    assert loaded.index.index_id == index.index.index_id
    over = ObjectIndex.from_objects_and_index(again, loaded.index)
    assert over.as_retriever().retrieve("all") == again


def test_what_stands_for_an_object_follows_from_what_it_is() -> None:
    engine = VectorStoreIndex([TextNode(text="tea")], embed_model=HashedEmbedding()).as_query_engine(ScriptedLLM([]))
    asking = QueryEngineTool.from_defaults(engine, name="drinks", description="About drinks.")
    assert isinstance(get_object_mapping([asking]), SimpleQueryToolNodeMapping)
    assert isinstance(get_object_mapping([asking, *tools()]), SimpleToolNodeMapping)
    assert isinstance(get_object_mapping([asking, "tea"]), SimpleObjectNodeMapping)
    mapping = SimpleToolNodeMapping(tools())
    node = mapping.to_node(mapping.from_node(mapping.to_node(tools()[0])))
    assert node.text.startswith("Tool name: weather\nTool description: ")
    assert node.metadata == {"name": "weather"}
    assert set(mapping.obj_node_mapping) == {found.id_ for found in mapping.to_nodes(tools())}


@pytest.mark.parametrize(("mapping", "obj"), [(SimpleToolNodeMapping, "tea"), (SimpleQueryToolNodeMapping, tools()[0])])
def test_objects_of_another_kind_are_refused(mapping: type[SimpleToolNodeMapping], obj: FunctionTool) -> None:
    with pytest.raises(ValueError, match="must be of type"):
        mapping.from_objects([obj])
