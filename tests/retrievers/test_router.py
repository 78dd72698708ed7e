"""A model chooses retrievers."""

import pytest

from desktop_rag.postprocessor.node import SimilarityPostprocessor
from desktop_rag.prompts.base import PromptTemplate
from desktop_rag.retrievers.router import RouterRetriever
from desktop_rag.tools.base import ToolArgumentError
from desktop_rag.tools.retriever_tool import NOTHING_FOUND, RetrieverTool
from tests.helpers.fixed_retriever import FixedRetriever, hits, ids
from tests.helpers.scripted_llm import ScriptedLLM


def test_a_node_that_two_find_comes_once_with_both_names() -> None:
    tools = [
        RetrieverTool.from_defaults(FixedRetriever(hits("words", a=0.1, b=0.2)), name="one", description="words"),
        RetrieverTool.from_defaults(FixedRetriever(hits("meaning", a=0.7)), name="two", description="meaning"),
    ]
    llm = ScriptedLLM(['[{"choice": 1, "reason": ""}, {"choice": 2, "reason": ""}]'])
    found = RouterRetriever.from_defaults(tools, llm, select_multi=True).retrieve("x")
    assert ids(found) == ["a", "b"]
    assert (found[0].score, found[0].found_by) == (0.7, ("words", "meaning"))


def test_the_selectors_prompt_can_be_edited() -> None:
    llm = ScriptedLLM(["1"])
    router = RouterRetriever.from_defaults([RetrieverTool.from_defaults(FixedRetriever([]), name="one")], llm)
    (name,) = router.get_prompts()
    router.update_prompts({name: PromptTemplate("{context_list} {query_str} {num_choices} MINE")})
    router.retrieve("x")
    assert llm.prompts[0].endswith("x 1 MINE")


def test_the_tool() -> None:
    tool = RetrieverTool.from_defaults(
        FixedRetriever(hits(a=0.9, b=0.1)), [SimilarityPostprocessor(0.5)], "files", "about files"
    )
    output = tool.call(input="what?")
    assert (output.content, output.tool_name, output.raw_input) == ("text of a\n\n", "files", {"input": "what?"})
    assert tool.call(question="what?").raw_input == {"input": "what?"}
    assert RetrieverTool.from_defaults(FixedRetriever([])).call(input="x").content == NOTHING_FOUND
    with pytest.raises(ToolArgumentError):
        tool.call(one="1", two="2")
