"""Stand-ins in place of private values: nothing leaves that was found, everything comes back, however it is cut."""

import json
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.core.answer_pieces import AnswerStart, joined_pieces
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.messages import ChatMessage, ImageBlock, MessageRole, ToolCall
from desktop_rag.core.network.stand_ins import StandIns
from desktop_rag.core.results.network import MaskedValue
from desktop_rag.llms.base import LLM, ChatDelta, ChatOptions, LLMMetadata, ToolSchema
from desktop_rag.llms.private_values import MaskedLLM, PrivateValue, restored

SECRETS = ("Anna Becker", "Becker", "€950", "12 High Street")
KINDS = {"Anna Becker": "person", "Becker": "person", "€950": "amount", "12 High Street": "address"}


def find(texts: Sequence[str]) -> list[list[PrivateValue]]:
    """Find the secrets of these tests."""
    return [list(_found(text)) for text in texts]


def _found(text: str) -> Iterator[PrivateValue]:
    place = 0
    while place < len(text):
        secret = next((one for one in SECRETS if text.startswith(one, place)), "")
        if secret:
            whole = "Anna Becker" if secret == "Becker" else ""
            yield PrivateValue(place, place + len(secret), KINDS[secret], whole)  # type: ignore[arg-type]
        place += len(secret) or 1


class Recorder(LLM):
    """Keeps what it is sent, and replies with some pieces, or with the question."""

    def __init__(self, *pieces: ChatDelta) -> None:
        self.pieces = pieces
        self.messages: list[ChatMessage] = []
        self.options = ChatOptions()

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(100_000, 1_000, "recorder", sees_images=True)

    def _stream_chat(
        self, messages: Sequence[ChatMessage], cancel: CancelToken, options: ChatOptions
    ) -> Iterator[ChatDelta]:
        self.messages, self.options = list(messages), options
        yield from self.pieces or (ChatDelta(messages[-1].content), ChatDelta("", finish_reason="stop"))

    @property
    def sent(self) -> str:
        return "\n".join(message.content for message in self.messages)


def answer(llm: LLM, question: str, options: ChatOptions | None = None) -> str:
    deltas = llm.stream_chat([ChatMessage(MessageRole.USER, question)], options=options or ChatOptions())
    return joined_pieces(delta.text for delta in deltas)


def test_values_leave_as_stand_ins_and_come_back() -> None:
    model, stand_ins = Recorder(), StandIns()
    question = "Anna Becker of 12 High Street pays €950. Becker pays late."
    assert answer(MaskedLLM(model, find, stand_ins), question) == question
    assert model.messages[-1].content == "PERSON_1 of ADDRESS_1 pays AMOUNT_1. PERSON_1B pays late."
    assert "stand for values" in model.messages[0].content
    assert stand_ins.masked() == (
        MaskedValue("person", "Anna Becker", "PERSON_1", 1),
        MaskedValue("address", "12 High Street", "ADDRESS_1", 1),
        MaskedValue("amount", "€950", "AMOUNT_1", 1),
        MaskedValue("person", "Becker", "PERSON_1B", 1),
    )
    assert answer(MaskedLLM(model, find, stand_ins), "Who is Becker?") == "Who is Becker?"
    assert model.messages[-1].content == "Who is PERSON_1B?"  # the same one in each request


@given(
    st.lists(
        st.sampled_from([*SECRETS, "PERSON_1", "amount_2 ", "x", "7", " ", "_", "のは", "PERS", "\\", "s"]), max_size=12
    )
)
def test_any_text_comes_back_as_it_was(pieces: list[str]) -> None:
    question = "".join(pieces)
    model = Recorder()
    assert answer(MaskedLLM(model, find, StandIns()), question) == question
    assert not [secret for secret in SECRETS if secret in model.messages[-1].content]


@given(st.integers(1, 9), st.booleans())
def test_stand_ins_are_known_wherever_a_stream_cuts_them(size: int, as_thought: bool) -> None:
    stand_ins = StandIns()
    stand_ins.of("person", "Anna Becker"), stand_ins.of("amount", "€950")
    said = "Persons: **PERSON_1**, person\\_1, PERSON_1's AMOUNT_1; PERSON_77, AMOUNTS, PERSON_1s PERSON"
    pieces = [said[place : place + size] for place in range(0, len(said), size)]
    deltas = [ChatDelta("", thought=one) if as_thought else ChatDelta(one) for one in pieces]
    got = list(restored(iter(deltas), stand_ins))
    text = "".join(one.thought if as_thought else one.text for one in got)
    assert text == "Persons: **Anna Becker**, Anna Becker, Anna Becker's €950; PERSON_77, AMOUNTS, Anna Beckers PERSON"


def test_an_answer_that_begins_anew_loses_what_waited() -> None:
    stand_ins = StandIns()
    stand_ins.of("person", "Anna Becker")
    deltas = [
        ChatDelta("It is PERS"),
        ChatDelta(AnswerStart("")),
        ChatDelta("PERSON_1."),
        ChatDelta("", finish_reason="stop"),
    ]
    assert joined_pieces(one.text for one in restored(iter(deltas), stand_ins)) == "Anna Becker."


def test_tools_and_forms_get_stand_ins_and_calls_the_values() -> None:
    call = ToolCall("1", "search", json.dumps({"for": 'rent of PERSON_1, "AMOUNT_1"'}))
    model, stand_ins = Recorder(ChatDelta("", finish_reason="tool_calls", tool_calls=(call,))), StandIns()
    stand_ins.of("person", 'Anna "Becky" Becker')
    stand_ins.of("amount", "€950")
    llm = MaskedLLM(model, find, stand_ins)
    tool = ToolSchema("search", "Files of Anna Becker", {"type": "object", "properties": {"for": {"type": "string"}}})
    form = {"type": "object", "properties": {"who": {"enum": ["Anna Becker"]}}, "required": ["who"]}
    before = ChatMessage(MessageRole.ASSISTANT, "", [ToolCall("0", "search", '{"for": "Anna Becker"}')])
    deltas = list(
        llm.stream_chat([before, ChatMessage(MessageRole.USER, "Go")], options=ChatOptions((tool,), json_schema=form))
    )
    assert json.loads(deltas[-1].tool_calls[0].arguments) == {"for": 'rent of Anna "Becky" Becker, "€950"'}
    assert model.messages[1].tool_calls[0].arguments == '{"for": "PERSON_2"}'
    assert model.options.tools[0].description == "Files of PERSON_2"
    assert model.options.json_schema == form | {"properties": {"who": {"enum": ["PERSON_2"]}}}


def test_pictures_are_not_sent() -> None:
    model = Recorder()
    llm = MaskedLLM(model, find, StandIns())
    picture = ImageBlock(image=b"\x89PNG\r\n", image_mimetype="image/png")
    list(llm.stream_chat([ChatMessage(MessageRole.USER, "What is it?", images=[picture])]))
    assert not llm.metadata.sees_images
    assert not any(message.images for message in model.messages)


@pytest.mark.parametrize("kind", ["person", "number"])
def test_names_of_one_person_are_told_apart_also_when_letters_run_out(kind: str) -> None:
    stand_ins = StandIns()
    made = [stand_ins.of(kind, f"form {number}", "whole") for number in range(40)]  # type: ignore[arg-type]
    assert made[:2] == [f"{kind.upper()}_1B", f"{kind.upper()}_1C"]
    assert len(set(made)) == 40
