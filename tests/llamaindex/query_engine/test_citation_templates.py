"""What a citation engine writes by, and the names of the wordings that are used unless a program says otherwise."""

import pytest

from desktop_rag.core.schema import NodeWithScore, QueryBundle, TextNode
from desktop_rag.llamaindex.llms.custom import MockLLM
from desktop_rag.llamaindex.prompts import default_prompts
from desktop_rag.llamaindex.query_engine import CitationQueryEngine
from desktop_rag.llamaindex.query_engine.citation_query_engine import CITATION_QA_TEMPLATE, CITATION_REFINE_TEMPLATE
from desktop_rag.prompts.base import PromptTemplate
from desktop_rag.response_synthesizers.factory import get_response_synthesizer
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.retrievers.query_fusion import QueryFusionRetriever
from tests.helpers.scripted_llm import ScriptedLLM


class Fixed(BaseRetriever):
    """Finds the same for every question."""

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return [NodeWithScore(TextNode("Cats sleep."), 0.5)]


def test_an_engine_made_of_a_retriever_asks_for_citations_too() -> None:
    llm = ScriptedLLM(["They sleep [1]."])
    engine = CitationQueryEngine(Fixed(), llm)
    prompts = engine.get_prompts()
    assert prompts["response_synthesizer:text_qa_template"] is CITATION_QA_TEMPLATE
    assert prompts["response_synthesizer:refine_template"] is CITATION_REFINE_TEMPLATE
    assert str(engine.query("What do cats do?")) == "They sleep [1]."
    expected = CITATION_QA_TEMPLATE.format(context_str="Source 1:\nCats sleep.", query_str="What do cats do?")
    assert llm.calls[0][-1].content.split() == expected.split()
    own = get_response_synthesizer(llm)
    assert (
        CitationQueryEngine(Fixed(), llm, own).get_prompts()["response_synthesizer:text_qa_template"]
        is (own.get_prompts()["text_qa_template"])
    )


@pytest.mark.parametrize(
    ("name", "prompt"),
    [("TEXT_QA", "text_qa_template"), ("REFINE", "refine_template"), ("TREE_SUMMARIZE", "summary_template")],
)
def test_what_is_used_unless_a_program_says_otherwise(name: str, prompt: str) -> None:
    mode = "tree_summarize" if name == "TREE_SUMMARIZE" else "compact"
    used = get_response_synthesizer(ScriptedLLM(), response_mode=mode).get_prompts()[prompt]
    assert used is getattr(default_prompts, f"DEFAULT_{name}_PROMPT")
    assert used is getattr(default_prompts, f"DEFAULT_{name}_PROMPT_SEL")


def test_the_wording_that_a_fusion_asks_for_is_a_text() -> None:
    fusion = QueryFusionRetriever([Fixed()], num_queries=1)
    fusion.query_gen_prompt = "Other words for {query}:"
    assert fusion.query_gen_prompt == "Other words for {query}:"
    fusion.update_prompts({"query_gen_prompt": PromptTemplate("Say {query} otherwise:")})
    assert fusion.query_gen_prompt == "Say {query} otherwise:"


def test_models_tell_what_they_are() -> None:
    assert MockLLM().class_name() == MockLLM.class_name() == "MockLLM"
