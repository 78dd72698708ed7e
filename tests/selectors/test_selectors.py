"""Whatever a model replies, something usable is chosen."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.core.errors import UserError
from desktop_rag.core.messages import ChatMessage, MessageRole, ToolCall
from desktop_rag.core.schema import QueryBundle
from desktop_rag.llamaindex.llms.custom import MockFunctionCallingLLM, MockLLM
from desktop_rag.llamaindex.settings import Settings
from desktop_rag.llms.base import ChatResponse, LLMMetadata
from desktop_rag.prompts.base import PromptTemplate
from desktop_rag.selectors.base import BaseSelector, SelectorResult
from desktop_rag.selectors.llm_selectors import (
    NOTHING_NAMED,
    LLMMultiSelector,
    LLMSingleSelector,
    PydanticMultiSelector,
    PydanticSingleSelector,
    get_selector_from_llm,
    selection_of,
)
from desktop_rag.tools.base import ToolMetadata
from tests.helpers.scripted_llm import ScriptedLLM

CHOICES = [
    ToolMetadata("Leases and\npurchase contracts", "contracts"),
    ToolMetadata("Notes of journeys", "travel_notes"),
    ToolMetadata("What to cook", "recipes"),
]
NAMES = [choice.name for choice in CHOICES]
CALLING = LLMMetadata(3900, 256, "scripted", is_function_calling_model=True)


def called(*arguments: str) -> ChatResponse:
    calls = tuple(ToolCall(str(i), "select", text) for i, text in enumerate(arguments))
    return ChatResponse(ChatMessage(MessageRole.ASSISTANT, "", calls))


@pytest.mark.parametrize(
    ("reply", "index", "reason"),
    [
        ('{"choice": 2, "reason": "journeys"}', 1, "journeys"),
        ('[{"choice": 2, "reason": "journeys"}, {"choice": 1, "reason": "no"}]', 1, "journeys"),
        ('```json\n[\n {"choice": 3, "reason": "food"}\n]\n```\nHope this helps!', 2, "food"),
        ("{'choice': '2', 'reason': 'quotes'}", 1, "quotes"),
        ('{"Choice": "(2)", "Reason": "case"}', 1, "case"),
        ('{"choice": "travel notes", "reason": "by name"}', 1, "by name"),
        ('{"name": "Recipes", "reason": "by name"}', 2, "by name"),
        ('{"answer": {"choice": 3, "reason": "nested"}}', 2, "nested"),
        ('{"choice": 2, "reason": "cut o', 1, "cut o"),
        ("2", 1, ""),
        ("(2)", 1, ""),
        ("Choice 2, because it has journeys.", 1, ""),
        ("2. travel_notes", 1, ""),
        ("The recipes will help.", 2, ""),
        ("I would take the recipes, for 2 reasons.", 2, ""),
        ("選択肢は 3 です。", 2, ""),
    ],
)
def test_one_of_three(reply: str, index: int, reason: str) -> None:
    result = LLMSingleSelector.from_defaults(ScriptedLLM([reply])).select(CHOICES, "Where did we go?")
    assert result.ind == index
    assert result.reason == reason
    assert result.note == ""


@pytest.mark.parametrize(
    "reply", ["", "I cannot say.", '{"choice": 7, "reason": "?"}', "0", "[]", "{}", "null", '{"choice": true}']
)
def test_nothing_usable(reply: str) -> None:
    one = LLMSingleSelector(ScriptedLLM([reply])).select(CHOICES, "Q")
    assert (one.inds, one.note) == ([0], NOTHING_NAMED)
    several = LLMMultiSelector(ScriptedLLM([reply])).select(CHOICES, "Q")
    assert (several.inds, several.note) == ([0, 1, 2], NOTHING_NAMED)


@pytest.mark.parametrize(
    ("reply", "indices"),
    [
        ('[{"choice": 3, "reason": "a"}, {"choice": 1, "reason": "b"}]', [2, 0]),
        ('{"selections": [{"choice": 3, "reason": "a"}, {"choice": 1, "reason": "b"}]}', [2, 0]),
        ("[3, 1, 3]", [2, 0]),
        ("3, 1", [2, 0]),
        ("- recipes\n- contracts", [2, 0]),
        ("1. recipes\n2. contracts", [2, 0]),
        ('[{"choice": 3, "reason": "a"}, {"choice": 9, "reason": "b"}]', [2]),
        ('{"choice": 3, "reason": "a"}\n{"choice": 1, "reason": "b"}', [2]),
    ],
)
def test_several(reply: str, indices: list[int]) -> None:
    result = LLMMultiSelector(ScriptedLLM([reply])).select(CHOICES, QueryBundle("Q"))
    assert result.inds[: len(indices)] == indices


def test_at_most() -> None:
    llm = ScriptedLLM(["[3, 1, 2]"])
    assert LLMMultiSelector.from_defaults(llm, max_outputs=2).select(CHOICES, "Q").inds == [2, 0]
    assert "at most 2" in llm.prompts[0]


def test_what_the_model_reads() -> None:
    llm = ScriptedLLM(["1"])
    LLMSingleSelector(llm).select([*CHOICES, "a text of its own"], "Where to?")
    prompt = llm.prompts[0]
    assert "(1) contracts: Leases and purchase contracts" in prompt
    assert "(4) a text of its own" in prompt
    assert "Where to?" in prompt


def test_function_calls() -> None:
    llm = ScriptedLLM([called('{"choice": 2, "reason": "r"}')], CALLING)
    result = PydanticSingleSelector.from_defaults(llm).select(CHOICES, "Q")
    assert (result.ind, result.reason) == (1, "r")
    assert llm.options[0].tool_choice == "select"
    assert llm.options[0].tools[0].name == "select"


def test_several_by_function_call() -> None:
    together = called('{"selections": [{"choice": 2, "reason": "a"}, {"choice": 3, "reason": "b"}]}')
    apart = called('{"choice": 2, "reason": "a"}', '{"choice": 3, "reason": "b"}')
    for reply in (together, apart):
        result = PydanticMultiSelector.from_defaults(ScriptedLLM([reply], CALLING)).select(CHOICES, "Q")
        assert result.inds == [1, 2]
        assert result.reasons == ["a", "b"]


def test_a_model_that_calls_nothing() -> None:
    for metadata in (CALLING, None):
        llm = ScriptedLLM(["I choose (2)."], metadata)
        assert PydanticSingleSelector(llm).select(CHOICES, "Q").ind == 1
    assert llm.options[0].json_schema is not None


def test_no_choices_and_no_single_result() -> None:
    with pytest.raises(ValueError, match="nothing to choose"):
        LLMSingleSelector(ScriptedLLM()).select([], "Q")
    with pytest.raises(ValueError, match="0 selections"):
        _ = SelectorResult().ind


@pytest.mark.parametrize(
    "selector", [LLMSingleSelector, LLMMultiSelector, PydanticSingleSelector, PydanticMultiSelector]
)
def test_the_prompt_can_be_replaced(selector: type[BaseSelector]) -> None:
    llm = ScriptedLLM(["1"])
    made = selector(llm)  # type: ignore[call-arg]
    made.update_prompts({"prompt": PromptTemplate("{context_list} | {query_str}")})
    made.select(CHOICES, "Q")
    assert llm.prompts[0].endswith("| Q")
    with pytest.raises(UserError, match="context_list"):
        made.update_prompts({"prompt": PromptTemplate("{query_str}")})


@given(st.text(max_size=200))
def test_any_reply(reply: str) -> None:
    result = selection_of(reply, NAMES, 2, fall_back_on_all=True)
    assert 1 <= len(result.inds) <= 2
    assert len(set(result.inds)) == len(result.inds)
    assert all(0 <= index < 3 for index in result.inds)


@pytest.mark.parametrize(
    ("reply", "names", "index"),
    [
        ("Ich nehme die Bänder.", ["Bänder", "Ränder"], 0),
        ("Die Umlaufbänder drehen sich, also Ränder.", ["bänder", "Ränder"], 1),
        ("The recipe is in the notebook, so: note", ["book", "note"], 1),
        ("私は旅行記を選びます。", ["契約", "旅行記"], 1),
    ],
)
def test_a_name_inside_another_word_is_not_meant(reply: str, names: list[str], index: int) -> None:
    assert selection_of(reply, names, 1, fall_back_on_all=False).inds == [index]


@pytest.mark.parametrize("selector", [LLMSingleSelector, LLMMultiSelector, PydanticSingleSelector])
def test_the_model_of_the_settings_chooses(selector: type[BaseSelector], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Settings, "llm", None)
    with pytest.raises(UserError, match="language model"):
        selector.from_defaults()  # type: ignore[attr-defined]
    monkeypatch.setattr(Settings, "llm", ScriptedLLM(["2"]))
    chosen = asyncio.run(selector.from_defaults().aselect(["apple", "pear"], "Which?"))  # type: ignore[attr-defined]
    assert chosen.inds == [1]


def test_the_selector_that_suits_a_model() -> None:
    found = [
        type(get_selector_from_llm(llm, is_multi))
        for llm in (MockLLM(), MockFunctionCallingLLM())
        for is_multi in (False, True)
    ]
    assert found == [LLMSingleSelector, LLMMultiSelector, PydanticSingleSelector, PydanticMultiSelector]
