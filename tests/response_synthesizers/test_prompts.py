"""Templates can be read and replaced; wrong ones are refused before anything changes."""

from collections.abc import Mapping

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.schema import NodeWithScore, TextNode
from desktop_rag.prompts import default_prompts
from desktop_rag.prompts.base import ChatPromptTemplate, MessageTemplate, PromptTemplate
from desktop_rag.prompts.default_prompts import TEXT_QA_PROMPT, context_templates
from desktop_rag.prompts.mixin import PromptMixin
from desktop_rag.response_synthesizers.base import numbered_passage
from desktop_rag.response_synthesizers.factory import get_response_synthesizer
from desktop_rag.response_synthesizers.type import ResponseMode
from tests.helpers.scripted_llm import ScriptedLLM

NAMES = {
    "refine": {"text_qa_template", "refine_template"},
    "compact": {"text_qa_template", "refine_template"},
    "simple_summarize": {"text_qa_template"},
    "tree_summarize": {"summary_template"},
    "generation": {"simple_template"},
    "no_text": set(),
    "context_only": set(),
    "accumulate": {"text_qa_template"},
    "compact_accumulate": {"text_qa_template"},
}


class Engine(PromptMixin):
    def __init__(self) -> None:
        self.part = get_response_synthesizer(ScriptedLLM())

    def _get_prompt_modules(self) -> Mapping[str, PromptMixin]:
        return {"response_synthesizer": self.part}


@pytest.mark.parametrize("mode", ResponseMode)
def test_names(mode: ResponseMode) -> None:
    assert set(get_response_synthesizer(ScriptedLLM(), response_mode=mode).get_prompts()) == NAMES[mode.value]


def test_replacing() -> None:
    engine = Engine()
    prompt = PromptTemplate("{query_str} / {context_str}")
    engine.update_prompts({"response_synthesizer:text_qa_template": prompt})
    assert engine.get_prompts()["response_synthesizer:text_qa_template"] is prompt
    llm = engine.part.llm
    assert isinstance(llm, ScriptedLLM)
    engine.part.synthesize("why", [NodeWithScore(TextNode(text="because {x}"))])
    assert llm.prompts == ["why / because {x}"]


@pytest.mark.parametrize(
    ("name", "prompt", "complaint"),
    [
        ("text_qa_template", PromptTemplate("{context_str}"), "query_str"),
        ("refine_template", PromptTemplate("{query_str} {existing_answer}"), "context_msg"),
        ("qa", TEXT_QA_PROMPT, "no prompt named “qa”"),
        ("other:text_qa_template", TEXT_QA_PROMPT, "no prompt named"),
        (
            "text_qa_template",
            ChatPromptTemplate((MessageTemplate(MessageRole.USER, PromptTemplate("{query_str}")),)),
            "context_str",
        ),
    ],
)
def test_wrong_templates(name: str, prompt: PromptTemplate, complaint: str) -> None:
    synthesizer = get_response_synthesizer(ScriptedLLM())
    before = synthesizer.get_prompts()
    with pytest.raises(UserError, match=complaint) as caught:
        synthesizer.update_prompts({"text_qa_template": TEXT_QA_PROMPT, name: prompt})
    assert caught.value.next_step
    assert synthesizer.get_prompts() == before


def test_other_names_of_variables() -> None:
    synthesizer = get_response_synthesizer(ScriptedLLM())
    synthesizer.update_prompts(
        {
            "text_qa_template": PromptTemplate("{q} {c}", template_var_mappings={"query_str": "q", "context_str": "c"}),
            "refine_template": PromptTemplate("{query_str} {existing_answer} {context_str}"),
        }
    )


def test_the_defaults_ask_for_the_language_of_the_question() -> None:
    names = ("CONTEXT_SYSTEM", "REFINE", "CONDENSE", "TEXT_QA", "TEXT_REFINE", "TREE_SUMMARIZE", "CONTEXT_SUMMARY")
    for name in names:
        assert "language" in getattr(default_prompts, f"{name}_PROMPT").template, name


def test_numbered_passages_are_asked_to_be_cited() -> None:
    for mode in (ResponseMode.COMPACT, ResponseMode.TREE_SUMMARIZE, ResponseMode.ACCUMULATE):
        llm = ScriptedLLM()
        synthesizer = get_response_synthesizer(llm, response_mode=mode, format_node=numbered_passage)
        node = TextNode(text="It rains.", metadata={"file_name": "a.pdf", "page_label": "3", "heading": "Weather"})
        synthesizer.synthesize("Does it rain?", [NodeWithScore(node), NodeWithScore(TextNode(text="x"))])
        assert "[1] <passage>\n(a.pdf, page 3: Weather)\nIt rains.\n</passage>" in llm.prompts[0]
        assert "like [1]" in llm.prompts[0]


def test_context_templates_suit_the_synthesizers() -> None:
    text_qa, refine = context_templates()
    synthesizer = get_response_synthesizer(ScriptedLLM(), text_qa_template=text_qa, refine_template=refine)
    assert synthesizer.get_prompts() == {"text_qa_template": text_qa, "refine_template": refine}


def test_a_chat_template_of_roles_and_texts() -> None:
    template = ChatPromptTemplate.from_messages([("system", "Be {tone}."), ChatMessage(MessageRole.USER, "{question}")])
    assert set(template.template_vars) == {"tone", "question"}
    assert template.partial_format(tone="kind").format_messages(question="{x}?") == [
        ChatMessage(MessageRole.SYSTEM, "Be kind."),
        ChatMessage(MessageRole.USER, "{x}?"),
    ]
    with pytest.raises(ValueError, match="poet"):
        ChatPromptTemplate.from_messages([("poet", "{x}")])


@pytest.mark.parametrize("mode", ["refine", "compact", "simple_summarize", "accumulate", "tree_summarize"])
def test_other_variables_of_a_template_have_their_values(mode: str) -> None:
    template = PromptTemplate("{context_str} {query_str} {existing_answer} Be {tone}.")
    llm = ScriptedLLM(["Cats."])
    name = "summary_template" if mode == "tree_summarize" else "text_qa_template"
    synthesizer = get_response_synthesizer(llm, response_mode=mode, **{name: template})  # type: ignore[arg-type]
    assert "Cats." in str(synthesizer.get_response("Who?", ["Cats sleep."], tone="kind"))
    assert "Be kind." in llm.prompts[0]
    with pytest.raises(TypeError, match="'tune'"):
        synthesizer.get_response("Who?", ["Cats sleep."], tune="kind")
