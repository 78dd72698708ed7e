"""Templates of a pipeline's parts can be read, and replaced when they can be used."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.prompts.base import (
    BasePromptTemplate,
    ChatPromptTemplate,
    FixedMessage,
    MessageTemplate,
    PromptTemplate,
)
from desktop_rag.prompts.mixin import PromptMixin, required_of, variables_of

ASK = PromptTemplate("{context_str} {query_str}", frozenset({"context_str", "query_str"}))
REFINE = PromptTemplate("{query_str} {existing_answer}", frozenset({"existing_answer"}))


class Writer(PromptMixin):
    prompt_aliases: Mapping[str, str] = MappingProxyType({"existing_answer": "answer_so_far"})

    def __init__(self, given: BasePromptTemplate | None = None) -> None:
        self._declare_prompts({"ask": ASK, "refine": REFINE}, {"ask": given})


class Engine(PromptMixin):
    def __init__(self) -> None:
        self.writer = Writer()
        self._declare_prompts({"condense": REFINE})

    def _get_prompt_modules(self) -> dict[str, PromptMixin]:
        return {"writer": self.writer}


class Outer(PromptMixin):
    def __init__(self) -> None:
        self.engine = Engine()

    def _get_prompt_modules(self) -> dict[str, PromptMixin]:
        return {"engine": self.engine}


def test_templates_of_parts_are_named_after_them_however_deep() -> None:
    assert Outer().get_prompts() == {
        "engine:condense": REFINE,
        "engine:writer:ask": ASK,
        "engine:writer:refine": REFINE,
    }


def test_one_is_replaced_and_the_others_stay() -> None:
    outer, other = Outer(), Outer()
    mine = PromptTemplate("{query_str}: {context_str}")
    outer.update_prompts({"engine:writer:ask": mine})
    assert outer.engine.writer.get_prompts() == {"ask": mine, "refine": REFINE}
    assert outer.get_prompts()["engine:condense"] is REFINE
    assert other.get_prompts()["engine:writer:ask"] is ASK, "templates belong to one object"


def test_one_that_is_given_at_the_start_takes_the_place_of_the_default() -> None:
    mine = PromptTemplate("{query_str}: {context_str}")
    assert Writer(mine).get_prompts()["ask"] is mine
    assert Writer().get_prompts()["ask"] is ASK
    with pytest.raises(UserError, match=r"\{context_str\}"):
        Writer(PromptTemplate("{query_str}"))


@pytest.mark.parametrize("name", ["nothing", "engine", "engine:nothing", "writer:ask", "engine:writer", "", ":"])
def test_a_name_that_there_is_not_is_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(UserError, match="no prompt named") as refused:
        Outer().update_prompts({name: ASK})
    assert "The names are: " in refused.value.next_step


def test_what_has_no_templates_says_so() -> None:
    with pytest.raises(UserError, match="The names are: none"):
        PromptMixin().update_prompts({"ask": ASK})


def test_nothing_changes_when_one_of_them_cannot_be_used() -> None:
    outer = Outer()
    with pytest.raises(UserError, match=r"\{query_str\}"):
        outer.update_prompts(
            {
                "engine:condense": PromptTemplate("{existing_answer}!"),
                "engine:writer:ask": PromptTemplate("{context_str}"),
            }
        )
    assert outer.get_prompts() == Outer().get_prompts()


@pytest.mark.parametrize(
    "template",
    [
        PromptTemplate("{existing_answer}"),
        PromptTemplate("{answer_so_far}"),
        PromptTemplate("{mine}", template_var_mappings={"existing_answer": "mine"}),
        PromptTemplate("{shout}", function_mappings={"existing_answer": lambda **_: "", "shout": lambda **_: ""}),
        ChatPromptTemplate([ChatMessage(MessageRole.SYSTEM, "x"), MessageTemplate(MessageRole.USER, REFINE)]),
        ChatPromptTemplate.from_messages([("system", "{existing_answer}"), ("user", "Go on.")]),
    ],
    ids=["the variable", "its alias", "a mapped one", "a computed one", "in a message", "in the first message"],
)
def test_a_variable_may_stand_anywhere_under_any_name_it_has(template: BasePromptTemplate) -> None:
    writer = Writer()
    writer.update_prompts({"refine": template})
    assert writer.get_prompts()["refine"] is template


def test_braces_in_a_conversation_are_no_variables() -> None:
    template = ChatPromptTemplate([FixedMessage(ChatMessage(MessageRole.USER, "{existing_answer}"))])
    with pytest.raises(UserError, match=r"must contain \{existing_answer\}"):
        Writer().update_prompts({"refine": template})
    assert variables_of(template) == frozenset()


def test_a_chat_template_needs_what_its_messages_need() -> None:
    template = ChatPromptTemplate(
        [
            MessageTemplate(MessageRole.SYSTEM, ASK),
            ChatMessage(MessageRole.USER, "{x}"),
            MessageTemplate(MessageRole.USER, REFINE),
        ]
    )
    assert required_of(template) == {"context_str", "query_str", "existing_answer"}


def test_another_wording_keeps_everything_else() -> None:
    default = PromptTemplate("{q}", frozenset({"query_str"}), {"query_str": "x"}, {"query_str": "q"})
    mine = replace(default, template="Please: {q}").validated()
    assert mine.format() == "Please: x"
    with pytest.raises(UserError, match=r"\{query_str\}"):
        replace(default, template="Please!").validated()


class Own(PromptMixin):
    """A component as LlamaIndex's users write them: it keeps its templates itself."""

    def __init__(self) -> None:
        self.ask: BasePromptTemplate = ASK

    def _get_prompts(self) -> dict[str, BasePromptTemplate]:
        return {"ask": self.ask}

    def _update_prompts(self, prompts: Mapping[str, BasePromptTemplate]) -> None:
        self.ask = prompts.get("ask", self.ask)


def test_a_component_of_ones_own_is_asked_for_its_templates() -> None:
    own, mine = Own(), PromptTemplate("Reply with {json} to {query_str} from {context_str}.")
    assert own.get_prompts() == {"ask": ASK}
    own.update_prompts({"ask": mine})
    assert own.ask is mine
    with pytest.raises(UserError, match="The names are: ask"):
        own.update_prompts({"other": mine})


def test_a_template_is_replaced_by_its_wording_too() -> None:
    writer = Writer()
    writer.update_prompts({"ask": "{context_str}: {query_str}?"})
    assert writer.get_prompts()["ask"].format(context_str="a", query_str="b") == "a: b?"


def test_templates_are_attributes_for_a_programs_own_subclass() -> None:
    writer, other = Writer(), PromptTemplate("Say it: {context_str} {query_str}")
    assert writer._ask is ASK  # type: ignore[attr-defined]
    writer._ask = other  # type: ignore[attr-defined]
    assert writer.get_prompts() == {"ask": other, "refine": REFINE}
    assert Writer()._ask is ASK  # type: ignore[attr-defined]
    with pytest.raises(UserError, match="must contain"):
        writer._ask = PromptTemplate("Say it.")  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match="_answer"):
        writer._answer  # type: ignore[attr-defined]  # noqa: B018
