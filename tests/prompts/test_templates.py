"""Templates are filled as they say, and nothing in braces is touched that is no variable."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.core.errors import BugError, UserError
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.output_parsers import BaseOutputParser
from desktop_rag.prompts.base import ChatPromptTemplate, FixedMessage, MessageTemplate, PromptTemplate, PromptType
from desktop_rag.prompts.default_prompts import TEXT_QA_PROMPT, context_templates

QUESTION = PromptTemplate("Q: {query_str}", required=frozenset({"query_str"}))


@pytest.mark.parametrize(
    ("template", "names"),
    [
        ("", set()),
        ("no variables", set()),
        ("{a}{b} {a}", {"a", "b"}),
        ("{_x1}", {"_x1"}),
        ("{1x} {} { a } {a b} {a.b} {a!r} {a:>10}", set()),
        ("{{a}}", {"a"}),
        ("{a", set()),
        ("{ä}", set()),
        ('{"json": {"key": [1, 2]}}', set()),
    ],
)
def test_variables_are_names_in_braces_and_nothing_else(template: str, names: set[str]) -> None:
    assert set(PromptTemplate(template).template_vars) == names


def test_other_braces_stay_as_they_are() -> None:
    template = PromptTemplate('Reply with {"answer": [{}]} to {query_str}. {0} {{query_str}}')
    assert template.format(query_str="why?") == 'Reply with {"answer": [{}]} to why?. {0} {why?}'


@given(st.text())
def test_a_value_is_put_in_as_it_is(value: str) -> None:
    assert QUESTION.format(query_str=value) == f"Q: {value}"
    assert QUESTION.format_messages(query_str=value) == [ChatMessage(MessageRole.USER, f"Q: {value}")]


def test_a_value_that_looks_like_a_variable_is_not_filled_again() -> None:
    template = PromptTemplate("{a} and {b}")
    assert template.format(a="{b}", b="{a}") == "{b} and {a}"
    assert template.format(a=r"\1\g<0>", b="\\") == r"\1\g<0> and " + "\\"


def test_a_value_that_is_missing_is_a_fault_and_one_too_many_is_not() -> None:
    with pytest.raises(BugError, match="'query_str'"):
        QUESTION.format(other="x")
    assert QUESTION.format(query_str="a", other="x") == "Q: a"


def test_braces_that_no_value_is_given_for_stay() -> None:
    template = PromptTemplate("Return {json} for {text}")
    assert template.format(text="cats") == "Return {json} for cats"
    assert template.format(text="cats", json="{}") == "Return {} for cats"
    assert (
        ChatPromptTemplate.from_messages([("user", "{json} {text}")]).format_messages(text=1)[0].content == "{json} 1"
    )


def test_some_values_can_be_given_beforehand_and_others_go_before_them() -> None:
    template = PromptTemplate("{a}-{b}")
    partly = template.partial_format(a="1").partial_format(b="2")
    assert partly.format() == "1-2"
    assert partly.format(a="3") == "3-2"
    assert template.partial == {}, "the template itself stays as it was"
    assert partly.template_vars == ["a", "b"]


def test_a_variable_may_have_another_name_in_the_template() -> None:
    template = PromptTemplate(
        "{my_context}|{query_str}",
        required=frozenset({"context_str", "query_str"}),
        template_var_mappings={"context_str": "my_context"},
    )
    assert template.validated() is template
    assert template.format(context_str="C", query_str="Q") == "C|Q"


def test_a_value_can_be_computed_from_the_others() -> None:
    def numbered(context_str: str, **_: str) -> str:
        return "\n".join(f"{number}. {line}" for number, line in enumerate(context_str.splitlines(), 1))

    template = PromptTemplate("{context_str}", function_mappings={"context_str": numbered})
    assert template.format(context_str="a\nb") == "1. a\n2. b"
    assert template.partial_format(context_str="x").format() == "1. x"


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("", "context_str"),
        ("{query_str}", "context_str"),
        ("{context_str} {query}", "query_str"),
        ("{Context_Str}", "context_str"),
    ],
)
def test_an_edited_template_that_lacks_a_variable_is_refused(text: str, missing: str) -> None:
    with pytest.raises(UserError, match=rf"\{{{missing}\}}") as refused:
        PromptTemplate(text, frozenset({"context_str", "query_str"})).validated()
    assert refused.value.next_step


class TestChat:
    def test_messages_keep_their_roles_and_a_conversation_its_braces(self) -> None:
        template = ChatPromptTemplate(
            [
                MessageTemplate(MessageRole.SYSTEM, PromptTemplate("You know {context_str}.")),
                FixedMessage(ChatMessage(MessageRole.ASSISTANT, "Write {query_str} in braces.")),
                MessageTemplate(MessageRole.USER, QUESTION),
            ]
        )
        assert set(template.template_vars) == {"context_str", "query_str"}
        messages = template.partial_format(context_str="cats").format_messages(query_str="why?")
        assert [(message.role, message.content) for message in messages] == [
            (MessageRole.SYSTEM, "You know cats."),
            (MessageRole.ASSISTANT, "Write {query_str} in braces."),
            (MessageRole.USER, "Q: why?"),
        ]
        with pytest.raises(BugError, match="query_str"):
            template.format_messages(context_str="cats")

    def test_as_one_text_it_ends_where_the_model_goes_on(self) -> None:
        template = ChatPromptTemplate.from_messages([("system", "Be brief."), ("user", "{query_str}")])
        assert template.format(query_str="why?") == "system: Be brief.\nuser: why?\nassistant: "

    def test_given_as_messages_braces_are_variables(self) -> None:
        template = ChatPromptTemplate.from_messages(
            [ChatMessage(MessageRole.USER, "About {topic}"), ("assistant", "{a}")]
        )
        assert template.template_vars == ["topic", "a"]
        assert [one.role for one in template.format_messages(topic="x", a="y")] == ["user", "assistant"]

    def test_messages_themselves_may_be_templates_with_mappings(self) -> None:
        template = ChatPromptTemplate(
            message_templates=[ChatMessage(content="About {my_topic}: {text}")],
            template_var_mappings={"topic": "my_topic"},
            function_mappings={"text": lambda topic, **_: topic.upper()},
        )
        assert [one.content for one in template.format_messages(topic="cats")] == ["About cats: CATS"]
        assert template.partial_format(topic="dogs").format_messages()[0].content == "About dogs: DOGS"

    def test_a_role_that_there_is_not_is_refused(self) -> None:
        with pytest.raises(ValueError, match="wizard"):
            ChatPromptTemplate.from_messages([("wizard", "Abracadabra")])

    def test_no_messages_have_no_variables(self) -> None:
        assert ChatPromptTemplate(()).template_vars == []
        assert ChatPromptTemplate(()).format_messages() == []


def test_a_conversation_stands_between_the_passages_and_the_question() -> None:
    history = [ChatMessage(MessageRole.USER, "{context_str}?"), ChatMessage(MessageRole.ASSISTANT, "Yes.")]
    asking, refining = context_templates(history)
    sent = asking.format_messages(context_str="[1] Cats sleep.", query_str="And dogs?")
    assert [message.role.value for message in sent] == ["system", "user", "assistant", "user"]
    assert "[1] Cats sleep." in sent[0].content
    assert (sent[1].content, sent[3].content) == ("{context_str}?", "And dogs?")
    sent = refining.format_messages(context_str="[2] Dogs.", query_str="And dogs?", existing_answer="So far.")
    assert "So far." in sent[-1].content


class Shouts(BaseOutputParser):
    def parse(self, output: str) -> object:
        return output.upper()

    def format(self, query: str) -> str:
        return f"{query}\nShout."


def test_a_parser_says_how_to_reply() -> None:
    assert PromptTemplate("Hello {name}", output_parser=Shouts()).format(name="you") == "Hello you\nShout."
    system = ChatMessage(MessageRole.SYSTEM, "Be {how}.")
    asked = ChatMessage(MessageRole.USER, "Hello {name}")
    for messages, told in (([system, asked], ["Be kind.\nShout.", "Hello you"]), ([asked], ["Hello you\nShout."])):
        template = ChatPromptTemplate(messages, output_parser=Shouts())
        filled = template.format_messages(how="kind", name="you")
        assert [message.content for message in filled] == told


def test_templates_carry_what_they_are_for() -> None:
    template = PromptTemplate("{a}", prompt_type=PromptType.REFINE, metadata={"by": "me"})
    told = {"by": "me", "prompt_type": "refine"}
    assert (template.prompt_type, template.metadata, template.get_template()) == ("refine", told, "{a}")
    filled = template.partial_format(a="x")
    assert (filled.metadata, filled.kwargs) == (told, {"a": "x"})
    assert PromptTemplate("{a}").prompt_type == "custom"
    chat = ChatPromptTemplate.from_messages([("user", "{a}")])
    assert chat.metadata == {"prompt_type": "custom"}
    assert TEXT_QA_PROMPT.metadata["prompt_type"] is PromptType.QUESTION_ANSWER
