"""Templates that are filled in, and the objects that models make of them."""

import asyncio

import pytest
from pydantic import BaseModel

from desktop_rag.chat_engine.types import AgentChatResponse
from desktop_rag.core.errors import UserError
from desktop_rag.core.messages import ChatMessage, MessageRole, ToolCall
from desktop_rag.llamaindex.output_parsers import BaseOutputParser, PydanticOutputParser
from desktop_rag.llamaindex.program import (
    BasePydanticProgram,
    FunctionCallingProgram,
    LLMTextCompletionProgram,
    get_function_tool,
    get_program_for_llm,
)
from desktop_rag.llamaindex.settings import Settings
from desktop_rag.llms.base import ChatResponse, CompletionResponse, LLMMetadata
from desktop_rag.prompts.base import ChatPromptTemplate, PromptTemplate
from desktop_rag.tools.base import BaseTool
from tests.helpers.scripted_llm import ScriptedLLM

CALLING = LLMMetadata(is_function_calling_model=True)


class Recipe(BaseModel):
    """What to cook."""

    name: str
    eggs: int = 0


def calls(*arguments: str) -> ChatResponse:
    wanted = tuple(ToolCall(str(number), "Recipe", text) for number, text in enumerate(arguments))
    return ChatResponse(ChatMessage(MessageRole.ASSISTANT, "", tool_calls=wanted))


def test_a_model_that_writes_is_asked_for_json_and_corrected_once() -> None:
    llm = ScriptedLLM(['{"name": 3, "eggs": "many"}', '{"name": "omelette", "eggs": 3}'])
    program = LLMTextCompletionProgram.from_defaults(
        output_cls=Recipe, prompt_template_str="Something with {what}.", llm=llm
    )
    assert program(what="eggs") == Recipe(name="omelette", eggs=3)
    assert "Something with eggs." in llm.prompts[0]
    assert '"eggs"' in llm.prompts[0]
    program.prompt = PromptTemplate("Another: {what}")
    with pytest.raises(UserError, match="required form"):
        program(what="milk")
    assert "Another: milk" in llm.prompts[2]


def test_the_class_may_be_that_of_the_parser() -> None:
    parser = PydanticOutputParser(Recipe)
    prompt = ChatPromptTemplate([ChatMessage(MessageRole.USER, "Breakfast")])
    program = LLMTextCompletionProgram.from_defaults(parser, prompt=prompt, llm=ScriptedLLM(['{"name": "toast"}']))
    assert program.output_cls is Recipe
    assert asyncio.run(program.acall()) == Recipe(name="toast")


class Lines(BaseOutputParser):
    def parse(self, output: str) -> object:
        return Recipe(name=output) if output else []

    def format(self, query: str) -> str:
        return f"{query} In one line."


def test_a_parser_of_ones_own_says_what_is_told_and_reads_the_reply() -> None:
    llm = ScriptedLLM(["soup", ""])
    program = LLMTextCompletionProgram.from_defaults(Lines(), Recipe, prompt_template_str="Lunch?", llm=llm)
    assert program() == Recipe(name="soup")
    assert llm.prompts == ["Lunch? In one line."]
    with pytest.raises(ValueError, match="expected"):
        program()


def test_a_model_that_calls_functions_calls_one_for_the_object(monkeypatch: pytest.MonkeyPatch) -> None:
    llm = ScriptedLLM([calls('{"name": "omelette", "eggs": 3}', '{"name": "toast"}')] * 2, CALLING)
    monkeypatch.setattr(Settings, "llm", llm)
    one = FunctionCallingProgram.from_defaults(Recipe, prompt_template_str="With {what}.")
    assert one(what="eggs") == Recipe(name="omelette", eggs=3)
    (tool,) = llm.options[0].tools
    assert (tool.name, tool.description, llm.options[0].tool_choice) == ("Recipe", "What to cook.", "required")
    assert set(tool.parameters["properties"]) == {"name", "eggs"}  # type: ignore[call-overload]
    several = FunctionCallingProgram.from_defaults(
        Recipe, prompt=PromptTemplate("All."), allow_parallel_tool_calls=True, tool_required=False
    )
    assert several() == [Recipe(name="omelette", eggs=3), Recipe(name="toast")]
    assert llm.options[1].tool_choice == "auto"


@pytest.mark.parametrize("reply", ["I would rather not.", calls('{"eggs": 2}')])
def test_a_function_that_is_not_called_or_called_wrongly_is_told(reply: str | ChatResponse) -> None:
    program = FunctionCallingProgram.from_defaults(Recipe, "With eggs.", llm=ScriptedLLM([reply], CALLING))
    with pytest.raises(UserError, match="required form"):
        program()


def test_the_program_follows_from_the_model() -> None:
    def program(metadata: LLMMetadata) -> BasePydanticProgram:
        return get_program_for_llm(Recipe, PromptTemplate("Eggs?"), ScriptedLLM(metadata=metadata))

    assert isinstance(program(CALLING), FunctionCallingProgram)
    assert isinstance(program(LLMMetadata()), LLMTextCompletionProgram)
    assert get_function_tool(Recipe)(name="toast").raw_output == Recipe(name="toast")


def test_what_a_program_needs_is_told() -> None:
    llm = ScriptedLLM()
    with pytest.raises(ValueError, match="calls no functions"):
        FunctionCallingProgram.from_defaults(Recipe, "Eggs?", llm=llm)
    with pytest.raises(ValueError, match="either prompt or"):
        LLMTextCompletionProgram.from_defaults(output_cls=Recipe, llm=llm)
    with pytest.raises(ValueError, match="either prompt or"):
        FunctionCallingProgram.from_defaults(Recipe, "Eggs?", PromptTemplate("Milk?"), ScriptedLLM([], CALLING))
    with pytest.raises(ValueError, match="give output_cls"):
        LLMTextCompletionProgram.from_defaults(Lines(), prompt_template_str="Eggs?", llm=llm)
    with pytest.raises(UserError, match="needs a language model"):
        LLMTextCompletionProgram.from_defaults(output_cls=Recipe, prompt_template_str="Eggs?")


class Foreign:
    """Not a model of this library, but one with LlamaIndex's methods."""

    def __init__(self, **abilities: bool) -> None:
        self.metadata = LLMMetadata(**abilities)  # type: ignore[arg-type]
        self.asked: list[object] = []

    def complete(self, prompt: str) -> CompletionResponse:
        self.asked.append(prompt)
        return CompletionResponse('{"name": "completed"}')

    def chat(self, messages: list[ChatMessage]) -> ChatResponse:
        self.asked.append(messages)
        return ChatResponse(ChatMessage("assistant", '{"name": "chatted"}'))

    def predict_and_call(self, tools: list[BaseTool], **given: object) -> AgentChatResponse:
        self.asked.append(given["chat_history"])
        return AgentChatResponse("", [tools[0](name=name) for name in ("first", "second")])


def test_models_of_others_are_asked_by_their_methods() -> None:
    for abilities, name in (({"is_chat_model": False}, "completed"), ({}, "chatted")):
        llm = Foreign(**abilities)
        program = LLMTextCompletionProgram.from_defaults(
            output_cls=Recipe,
            prompt_template_str="Cook {what}.",
            llm=llm,  # type: ignore[arg-type]
        )
        assert program(what="eggs") == Recipe(name=name)
        assert "Cook eggs." in str(llm.asked)
    llm = Foreign(is_function_calling_model=True)
    for many, made in ((False, Recipe(name="first")), (True, [Recipe(name="first"), Recipe(name="second")])):
        calling = FunctionCallingProgram.from_defaults(
            Recipe,
            "Cook {what}.",
            llm=llm,  # type: ignore[arg-type]
            allow_parallel_tool_calls=many,
        )
        assert calling(what="eggs") == made


@pytest.mark.parametrize("kind", [FunctionCallingProgram, LLMTextCompletionProgram])
def test_a_program_may_tell_what_came_back(
    kind: type[FunctionCallingProgram] | type[LLMTextCompletionProgram], caplog: pytest.LogCaptureFixture
) -> None:
    said = {FunctionCallingProgram: calls('{"name": "Omelette"}'), LLMTextCompletionProgram: '{"name": "Omelette"}'}
    caplog.set_level("INFO")
    for verbose in (False, True):
        llm = ScriptedLLM([said[kind]], CALLING)
        program = kind.from_defaults(output_cls=Recipe, prompt_template_str="{x}", llm=llm, verbose=verbose)
        assert program(x="What?").name == "Omelette"
        assert ("Omelette" in caplog.text) is verbose
