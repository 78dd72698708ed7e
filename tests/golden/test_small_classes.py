"""Small classes of LlamaIndex (0.14.14): what it gave for the same inputs, read off a run of it."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Annotated

import pytest
from pydantic import Field

from desktop_rag.core.media.blocks import ImageBlock, TextBlock
from desktop_rag.core.schema import Document, NodeWithScore, QueryBundle, TextNode
from desktop_rag.llamaindex.indices.kinds import EmptyIndex, SummaryIndex
from desktop_rag.llamaindex.indices.loading import load_index_from_storage
from desktop_rag.llamaindex.ingestion.pipeline import arun_transformations
from desktop_rag.llamaindex.postprocessor.node import AutoPrevNextNodePostprocessor
from desktop_rag.llamaindex.prompts.selecting import display_prompt_dict
from desktop_rag.llamaindex.query_engine import (
    CitationQueryEngine,
    CustomQueryEngine,
    DecomposeQueryTransform,
    HyDEQueryTransform,
    MultiStepQueryEngine,
    StepDecomposeQueryTransform,
    TransformQueryEngine,
)
from desktop_rag.llamaindex.query_engine.retrieved_tools import (
    RetrieverRouterQueryEngine,
    ToolRetrieverRouterQueryEngine,
)
from desktop_rag.llamaindex.retrievers import TransformRetriever
from desktop_rag.llamaindex.selectors import EmbeddingSingleSelector
from desktop_rag.llamaindex.storage import SimpleDocumentStore
from desktop_rag.llamaindex.tools import BaseToolSpec, acall_tool_with_selection, call_tool_with_selection
from desktop_rag.llamaindex.tools.asynchronous import AsyncBaseTool, adapt_to_async_tool
from desktop_rag.llms.types import ToolSelection
from desktop_rag.node_parser.sentence import SentenceSplitter
from desktop_rag.prompts.base import PromptTemplate
from desktop_rag.response_synthesizers.factory import get_response_synthesizer
from desktop_rag.selectors.base import MultiSelection, SingleSelection
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.tools.base import BaseTool, ToolMetadata, ToolOutput
from desktop_rag.tools.function_tool import FunctionTool
from desktop_rag.tools.query_engine_tool import QueryEngineTool
from tests.helpers.fixed_retriever import FixedRetriever, hits
from tests.helpers.hashed_embedding import HashedEmbedding
from tests.helpers.scripted_llm import ScriptedLLM


class Asked(CustomQueryEngine):
    """Counts its answers."""

    def __init__(self) -> None:
        super().__init__()
        self.questions: list[str] = []

    def custom_query(self, query_str: str) -> str:
        self.questions.append(query_str)
        return f"answer {len(self.questions)}"


def add(a: int, b: int = 2) -> int:
    """Add."""
    return a + b


def fail() -> None:
    raise ValueError("no")


def is_stop(facts: dict[str, object]) -> bool:
    return str(facts["query_bundle"]) == "stop"


TOOLS = [FunctionTool.from_defaults(add), FunctionTool.from_defaults(fail)]


def test_the_nearest_description_is_selected() -> None:
    selector = EmbeddingSingleSelector.from_defaults(HashedEmbedding())
    choices = [ToolMetadata("cats and dogs", "a"), ToolMetadata("ships at sea", "b"), ToolMetadata("tea", "c")]
    assert selector.select(choices, "ships at sea").ind == 1
    assert selector.select(choices, "ships at sea").reason == "Top similarity match: 1.00, ships at sea"
    assert selector.get_prompts() == {}


def test_several_selections() -> None:
    assert MultiSelection(selections=[SingleSelection(index=0, reason="x")]).ind == 0
    with pytest.raises(ValueError, match="0 selections"):
        MultiSelection(selections=[]).ind  # noqa: B018


def test_a_tool_that_was_selected_is_called(caplog: pytest.LogCaptureFixture) -> None:
    selection = ToolSelection(tool_id="1", tool_name="add", tool_kwargs={"a": 1})
    with caplog.at_level(logging.INFO):
        assert str(call_tool_with_selection(selection, TOOLS, verbose=True)) == "3"
    assert "add" in caplog.text
    assert asyncio.run(acall_tool_with_selection(selection, TOOLS)).raw_output == 3
    failed = call_tool_with_selection(ToolSelection("2", "fail", {}), TOOLS)
    assert (failed.content, failed.is_error) == ("Encountered error: no", True)
    with pytest.raises(KeyError, match="nope"):
        call_tool_with_selection(ToolSelection("3", "nope", {}), TOOLS)
    assert ToolSelection("4", "add", "nonsense").tool_kwargs == {}  # type: ignore[arg-type]


def test_a_tool_of_ones_own_as_in_llama_index() -> None:
    class Echo(BaseTool):
        metadata = ToolMetadata("Says it again.", "echo")  # type: ignore[assignment]

        def __call__(self, *args: object, **_kwargs: object) -> ToolOutput:
            return ToolOutput(content=str(args[0]), tool_name="echo", raw_input={}, raw_output=args[0])

    tool = adapt_to_async_tool(Echo())
    assert isinstance(tool, AsyncBaseTool)
    assert (str(tool("x")), str(tool.call("y")), str(asyncio.run(tool.acall("z")))) == ("x", "y", "z")

    class Nothing(BaseTool):
        metadata = ToolMetadata("Does nothing.", "nothing")  # type: ignore[assignment]

    with pytest.raises(NotImplementedError, match="Nothing implements neither"):
        Nothing()("x")


def test_templates_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    display_prompt_dict({"one": PromptTemplate("a {b}")})
    assert capsys.readouterr().out == "**Prompt Key**: one\n**Text:**\n\na {b}\n\n"


def test_transformations_are_awaited() -> None:
    nodes = asyncio.run(
        arun_transformations([Document("One. Two.")], [SentenceSplitter(chunk_size=3, chunk_overlap=0)])
    )
    assert [node.text for node in nodes] == ["One.", "Two."]


def test_an_index_without_passages() -> None:
    llm = ScriptedLLM(["hello"])
    index = EmptyIndex()
    assert str(index.as_query_engine(llm=llm).query("hello?")) == "hello"
    assert llm.prompts == ["hello?"]
    assert index.as_retriever().retrieve("x") == []
    for add_something in (lambda: index.insert(Document("x")), lambda: index.insert_nodes([TextNode("x")])):
        with pytest.raises(NotImplementedError, match="Cannot insert into an empty index"):
            add_something()
    with pytest.raises(ValueError, match="only supports response_mode=generation"):
        index.as_query_engine(llm=llm, response_mode="compact")
    assert isinstance(load_index_from_storage(index.storage_context), EmptyIndex)


@pytest.mark.parametrize(
    ("reply", "shown"),
    [
        ("NEXT", ["3", "4", "5"]),
        ("previous, please", ["1", "2", "3"]),
        ("None", ["3"]),
        ("NEXT or PREVIOUS", ["1", "2", "3"]),
    ],
)
def test_a_model_says_where_the_answer_goes_on(reply: str, shown: list[str]) -> None:
    storage = StorageContext()
    SummaryIndex([TextNode(f"text {i}", id_=str(i)) for i in range(7)], storage_context=storage)
    node = NodeWithScore(storage.docstore.get_node("3"), 0.5)
    postprocessor = AutoPrevNextNodePostprocessor(docstore=storage.docstore, llm=ScriptedLLM([reply]), num_nodes=2)
    found = postprocessor.postprocess_nodes([node], query_str="q")
    assert [one.node_id for one in found] == shown
    assert [one.score for one in found if one.score is not None] == [0.5]


def test_where_an_answer_goes_on_has_to_be_said() -> None:
    def postprocessor(llm: ScriptedLLM) -> AutoPrevNextNodePostprocessor:
        return AutoPrevNextNodePostprocessor(docstore=SimpleDocumentStore(), llm=llm)

    with pytest.raises(ValueError, match="Invalid prediction: gibberish"):
        postprocessor(ScriptedLLM(["gibberish"])).postprocess_nodes(hits(a=0.9), query_str="q")
    with pytest.raises(ValueError, match="Missing query bundle"):
        postprocessor(ScriptedLLM()).postprocess_nodes(hits(a=0.9))


def test_what_is_searched_for_in_place_of_the_question() -> None:
    def of(include_original: bool) -> QueryBundle:
        return HyDEQueryTransform(ScriptedLLM(["a passage"]), include_original=include_original).run("why?")

    assert of(include_original=True) == QueryBundle("why?", ("a passage", "why?"))
    assert of(include_original=False) == QueryBundle("why?", ("a passage",))
    llm = ScriptedLLM(["who?", "when?"])
    assert DecomposeQueryTransform(llm).run("why?", {"index_summary": "of ships"}).query_str == "who?"
    step = StepDecomposeQueryTransform(llm, verbose=True)
    assert step("why?", {"index_summary": "of ships", "prev_reasoning": "- who?\n- Ann"}).query_str == "when?"
    assert all("of ships" in prompt for prompt in llm.prompts)
    assert "- Ann" in llm.prompts[1]


def test_transformed_questions_are_asked() -> None:
    engine, retriever = Asked(), FixedRetriever(hits(a=0.9))
    transform = DecomposeQueryTransform(ScriptedLLM(["who?", "where?"]))
    assert str(TransformQueryEngine(engine, transform).query("why?")) == "answer 1"
    assert engine.questions == ["who?"]
    wrapped = TransformRetriever(retriever, transform)
    assert [found.node_id for found in wrapped.retrieve("why?")] == ["a"]
    assert retriever.asked == ["where?"]
    assert set(wrapped.get_prompts()) == {"query_transform:decompose_query_prompt"}


@pytest.mark.parametrize(
    ("replies", "options", "asked"),
    [
        (["s1?", "s2?", "s3?", "all"], {}, ["s1?", "s2?", "s3?"]),
        (["s1?", "None", "all"], {}, ["s1?"]),
        (["s1?", "s2?", "all"], {"num_steps": 2}, ["s1?", "s2?"]),
        (["s1?", "none of it", "all"], {"num_steps": 2, "early_stopping": False}, ["s1?", "none of it"]),
        (
            ["s1?", "stop", "all"],
            {"num_steps": None, "stop_fn": is_stop},
            ["s1?"],
        ),
    ],
)
def test_one_question_after_the_other(replies: list[str], options: dict[str, object], asked: list[str]) -> None:
    engine, llm = Asked(), ScriptedLLM(replies)
    multi = MultiStepQueryEngine(
        engine,
        StepDecomposeQueryTransform(llm),
        response_synthesizer=get_response_synthesizer(llm),
        index_summary="of ships",
        **options,  # type: ignore[arg-type]
    )
    response = multi.query("why?")
    assert str(response) == "all"
    assert engine.questions == asked
    answers = [f"answer {number}" for number in range(1, len(asked) + 1)]
    pairs: Sequence[tuple[str, object]] = response.metadata["sub_qa"]  # type: ignore[assignment]
    assert [(question, str(answer)) for question, answer in pairs] == list(zip(asked, answers, strict=True))
    texts = [f"\nQuestion: {one}\nAnswer: {answer}" for one, answer in zip(asked, answers, strict=True)]
    assert [found.node.text for found in response.source_nodes] == texts
    assert f"- {asked[0]}\n- answer 1\n" in llm.prompts[1] or len(asked) == len(llm.prompts)


def test_questions_that_would_never_end() -> None:
    llm = ScriptedLLM()
    with pytest.raises(ValueError, match="num_steps"):
        MultiStepQueryEngine(
            Asked(), StepDecomposeQueryTransform(llm), get_response_synthesizer(llm), None, early_stopping=False
        )


def test_answers_cite_numbered_pieces() -> None:
    text = "Sky is red in the evening. Water is wet. " * 3
    index = SummaryIndex(
        [TextNode(text, id_="n0", start_char_idx=5, end_char_idx=5 + len(text)), TextNode("Grass.", id_="n1")]
    )
    llm = ScriptedLLM(["Red [1]."])
    engine = CitationQueryEngine.from_args(index, llm=llm, citation_chunk_size=12, citation_chunk_overlap=0)
    response = engine.query("which colour?")
    assert str(response) == "Red [1]."
    pieces = [*(["Sky is red in the evening.", "Water is wet."] * 3), "Grass."]
    shown = [f"Source {number}:\n{piece}\n" for number, piece in enumerate(pieces, 1)]
    assert [found.node.text for found in response.source_nodes] == shown
    assert [found.node_id for found in response.source_nodes] == [*(["n0"] * 6), "n1"]
    assert all(one in llm.prompts[0] for one in shown)
    for found, piece in zip(response.source_nodes[:6], pieces, strict=False):
        assert found.node.start_char_idx is not None
        assert text[found.node.start_char_idx - 5 :].startswith(piece)
    assert set(engine.get_prompts()) == {
        "response_synthesizer:text_qa_template",
        "response_synthesizer:refine_template",
    }
    assert [found.node_id for found in engine.retrieve(QueryBundle("x"))] == ["n0", "n1"]


def test_the_engine_of_the_node_that_is_found() -> None:
    first, second = Asked(), Asked()
    one = RetrieverRouterQueryEngine(FixedRetriever(hits(b=0.9)), lambda node: first if node.node_id == "a" else second)
    assert str(one.query("?")) == "answer 1"
    assert (first.questions, second.questions) == ([], ["?"])
    with pytest.raises(ValueError, match="Retrieved 2 nodes"):
        RetrieverRouterQueryEngine(FixedRetriever(hits(a=0.9, b=0.9)), lambda _: first).query("?")


def test_the_engines_of_the_tools_that_are_found() -> None:
    engines = [Asked(), Asked()]
    tools = [QueryEngineTool.from_defaults(engine, f"t{i}", "d") for i, engine in enumerate(engines)]

    class Tools:
        def retrieve(self, str_or_query_bundle: QueryBundle) -> Sequence[QueryEngineTool]:
            return tools if str_or_query_bundle.query_str == "both" else tools[1:]

    router = ToolRetrieverRouterQueryEngine(Tools(), ScriptedLLM(["together"]))
    response = router.query("one")
    assert (str(response), response.metadata["retrieved_tools"]) == ("answer 1", tools[1:])
    assert str(router.query("both")) == "together"
    assert [len(engine.questions) for engine in engines] == [1, 2]


def measure(
    first: int = Field(description="the first"),
    second: Annotated[int, "the second"] = 3,
    third: Annotated[str, Field(description="the third")] = "x",
    json: int = Field(default=4, description="a number"),
    least: float = Field(2.5, gt=0),
) -> list[object]:
    """Measure.

    Args:
        least (float): what it is at least
    """
    return [first, second, third, json, least]


def test_what_fields_say_of_parameters() -> None:
    tool = FunctionTool.from_defaults(measure)
    assert tool.metadata.description.splitlines()[0] == (
        "measure(first: int, second: int = 3, third: str = 'x', json: int = 4, least: float = 2.5) -> list[object]"
    )
    assert tool.metadata.get_parameters_dict() == {
        "type": "object",
        "required": ["first"],
        "properties": {
            "first": {"description": "the first", "title": "First", "type": "integer"},
            "second": {"default": 3, "description": "the second", "title": "Second", "type": "integer"},
            "third": {"default": "x", "description": "the third", "title": "Third", "type": "string"},
            "json": {"default": 4, "description": "a number", "title": "Json", "type": "integer"},
            "least": {
                "default": 2.5,
                "description": "what it is at least",
                "exclusiveMinimum": 0,
                "title": "Least",
                "type": "number",
            },
        },
    }
    assert tool(first=1).raw_output == [1, 3, "x", 4, 2.5]
    assert tool(first=1, json=5).raw_output == [1, 3, "x", 5, 2.5]


def test_a_parameter_without_default_may_stand_behind_one_with_a_default() -> None:
    def late(first: int = 1, second: int = Field(description="later")) -> int:
        return first + second

    tool = FunctionTool.from_defaults(late)
    assert tool.metadata.description == "late(first: int = 1, second: int) -> int"
    assert tool.metadata.get_parameters_dict()["required"] == ["second"]
    assert tool(second=2).raw_output == 3


@pytest.mark.parametrize(
    ("result", "shown"),
    [
        (TextBlock("a text"), "a text"),
        ([TextBlock("one"), TextBlock("two")], "one\ntwo"),
        ([TextBlock("seen"), ImageBlock(image=b"x")], "seen"),
        ({"a": 1}, "{'a': 1}"),
    ],
)
def test_a_tool_may_return_blocks_of_a_message(result: object, shown: str) -> None:
    output = FunctionTool.from_defaults(lambda: result, name="look", description="Looks.")()
    assert (output.content, output.raw_output) == (shown, result)
    assert output.blocks == (result if isinstance(result, list) else [TextBlock(shown)])


def test_a_tool_spec_tells_of_its_tools_also_when_awaited() -> None:
    class Sums(BaseToolSpec):
        spec_functions = ["twice"]  # noqa: RUF012 - as programs write it

        def twice(self, number: int) -> int:
            """Double a number."""
            return 2 * number

    (tool,) = asyncio.run(Sums().to_tool_list_async())
    assert tool(number=4).raw_output == 8
    metadata = Sums().get_metadata_from_fn_name("twice")
    assert metadata is not None
    assert "Double a number." in metadata.description
    schema = Sums().get_fn_schema_from_fn_name("twice")
    assert schema is not None
    assert list(schema.model_fields) == ["number"]
    assert Sums().get_metadata_from_fn_name("thrice") is Sums().get_fn_schema_from_fn_name("thrice") is None
