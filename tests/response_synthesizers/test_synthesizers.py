"""What a person sees of each mode: order, streams, small windows, odd replies, events, cancelling."""

import asyncio
import re
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest
from pydantic import BaseModel

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.instrumentation import CBEventType, StageRecorder, running
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.response import PydanticResponse, Response, StreamingResponse
from desktop_rag.core.results.answers import Usage
from desktop_rag.core.schema import NodeWithScore, TextNode
from desktop_rag.llamaindex.settings import Settings
from desktop_rag.llms.base import ChatDelta, ChatOptions, LLMMetadata
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.default_prompts import context_templates
from desktop_rag.response_synthesizers.base import BaseSynthesizer, numbered_passage
from desktop_rag.response_synthesizers.factory import CompactAndRefine, get_response_synthesizer
from desktop_rag.response_synthesizers.prompt_helper import PromptHelper
from desktop_rag.response_synthesizers.refine import Program, StructuredRefineResponse
from desktop_rag.response_synthesizers.type import ResponseMode
from desktop_rag.text.tokenizer import Tokenizer, get_tokenizer
from tests.helpers.scripted_llm import ScriptedLLM

WITH_MODEL = [mode for mode in ResponseMode if mode not in {ResponseMode.NO_TEXT, ResponseMode.CONTEXT_ONLY}]
FINAL = {
    "refine": "ANSWER4",
    "compact": "ANSWER1",
    "simple_summarize": "ANSWER1",
    "tree_summarize": "ANSWER1",
    "generation": "ANSWER1",
    "no_text": "",
    "context_only": "Text 0.\n\nText 1.\n\nText 2.\n\nText 3.",
    "accumulate": "\n---------------------\n".join(f"Response {i}: ANSWER{i}" for i in range(1, 5)),
    "compact_accumulate": "Response 1: ANSWER1",
}


class City(BaseModel):
    name: str
    people: int


@dataclass
class Town:
    name: str


def nodes(count: int = 4, words: int = 0) -> list[NodeWithScore]:
    return [NodeWithScore(TextNode(text=f"Text {i}.{' word' * words}", id_=f"n{i}")) for i in range(count)]


def window(size: int, num_output: int = 64) -> LLMMetadata:
    return LLMMetadata(size, num_output, "scripted")


def drained(response: object) -> Response:
    assert isinstance(response, StreamingResponse)
    return response.get_response()


def assert_fits(llm: ScriptedLLM) -> None:
    room = llm.metadata.context_window - llm.metadata.num_output
    count = get_tokenizer().count
    assert all(sum(count(message.content) for message in call) <= room for call in llm.calls)


@pytest.mark.parametrize("mode", ResponseMode)
@pytest.mark.parametrize("streaming", [False, True])
def test_every_mode_with_and_without_a_stream(mode: ResponseMode, streaming: bool) -> None:
    llm = ScriptedLLM()
    response = get_response_synthesizer(llm, response_mode=mode, streaming=streaming).synthesize("Q", nodes())
    if streaming:
        assert llm.calls == [], "a stream works while it is drained"
        response = drained(response)
    assert response.response == FINAL[mode.value]
    assert [found.node.node_id for found in response.source_nodes] == ["n0", "n1", "n2", "n3"]
    assert response.metadata["n0"] == {}
    assert response.outcome.calls == len(llm.calls)


@pytest.mark.parametrize("mode", ResponseMode)
@pytest.mark.parametrize("streaming", [False, True])
def test_without_nodes(mode: ResponseMode, streaming: bool) -> None:
    llm = ScriptedLLM()
    response = get_response_synthesizer(llm, response_mode=mode).synthesize("Q", [], streaming=streaming)
    answer = drained(response).response if streaming else response.response
    expected = {"generation": "ANSWER1", "no_text": ""}.get(mode.value, "Empty Response")
    assert answer == expected
    asked = mode is ResponseMode.GENERATION
    assert len(llm.calls) == asked
    assert (response.outcome.nothing_found, response.outcome.is_empty) == (
        (False, not answer) if asked or mode is ResponseMode.NO_TEXT else (True, True)
    )


@pytest.mark.parametrize("streaming", [False, True])
@pytest.mark.parametrize(("said", "is_empty"), [("", True), ("Empty Response", False)])
def test_a_silent_model_is_told_apart_from_one_that_says_so(said: str, is_empty: bool, streaming: bool) -> None:
    response = get_response_synthesizer(ScriptedLLM([said])).synthesize("Q", nodes(1), streaming=streaming)
    drained(response) if streaming else response
    assert (response.outcome.nothing_found, response.outcome.is_empty) == (False, is_empty)


@pytest.mark.parametrize("mode", WITH_MODEL)
@pytest.mark.parametrize("size", [512, 640, 800])
def test_small_windows_work(mode: ResponseMode, size: int) -> None:
    """The reference keeps 500 tokens free for an answer that may come, and fails."""
    llm = ScriptedLLM(metadata=window(size, 128))
    response = get_response_synthesizer(llm, response_mode=mode).synthesize("What?", nodes(5, words=300))
    assert response.response
    assert_fits(llm)


@pytest.mark.parametrize("mode", WITH_MODEL)
def test_a_long_question_does_not_overflow(mode: ResponseMode) -> None:
    """The reference packs passages without regard to the question."""
    if mode is ResponseMode.GENERATION:
        return
    llm = ScriptedLLM(metadata=window(1000))
    get_response_synthesizer(llm, response_mode=mode).synthesize("long query " * 600, nodes(3, words=500))
    assert_fits(llm)
    assert all("Text" in prompt or "word" in prompt for prompt in llm.prompts)


def test_pieces_come_in_reading_order() -> None:
    """The reference puts the pieces of a long passage back the other way round."""
    text = " ".join(f"w{i}" for i in range(900))
    llm = ScriptedLLM(metadata=window(900))
    synthesizer = get_response_synthesizer(llm, response_mode=ResponseMode.REFINE)
    synthesizer.synthesize("Q", [NodeWithScore(TextNode(text=text))])
    spans = [[int(word) for word in re.findall(r"\bw(\d+)\b", prompt)] for prompt in llm.prompts]
    assert len(spans) > 2
    assert [span[0] for span in spans] == sorted(span[0] for span in spans)
    assert sorted({word for span in spans for word in span}) == list(range(900))


def test_an_answer_longer_than_the_window_does_not_end_the_query() -> None:
    """The reference gives up there."""
    llm = ScriptedLLM([f"A{i} " + "very long answer " * 400 for i in range(3)] + ["short"], window(800))
    response = get_response_synthesizer(llm, response_mode=ResponseMode.REFINE).synthesize("Q", nodes())
    assert len(llm.calls) == 4
    assert response.response == "short"
    assert_fits(llm)


def test_summaries_that_do_not_shrink() -> None:
    """The reference never ends then."""
    llm = ScriptedLLM(["a summary that is as long as before " * 60] * 40, window(700))
    response = get_response_synthesizer(llm, response_mode=ResponseMode.TREE_SUMMARIZE).synthesize(
        "Q", nodes(6, words=450)
    )
    assert response.response
    assert 2 < len(llm.calls) < 20
    assert_fits(llm)


def test_summaries_that_shrink_take_several_levels() -> None:
    llm = ScriptedLLM([f"S{i} " + "part " * 200 for i in range(40)], window(700))
    get_response_synthesizer(llm, response_mode=ResponseMode.TREE_SUMMARIZE).synthesize("Q", nodes(8, words=450))
    assert [f"S{i} " in llm.prompts[8 + i // 2] for i in range(8)] == [True] * 8
    assert_fits(llm)


class SlowLLM(ScriptedLLM):
    """Notes how many requests run at once."""

    def __init__(self, metadata: LLMMetadata) -> None:
        super().__init__(metadata=metadata)
        self.now = self.most = 0
        self.gate = threading.Lock()

    def _stream_chat(
        self, messages: Sequence[ChatMessage], cancel: CancelToken, options: ChatOptions
    ) -> Iterator[ChatDelta]:
        with self.gate:
            self.now += 1
            self.most = max(self.most, self.now)
        time.sleep(0.05)
        with self.gate:
            self.now -= 1
        yield from super()._stream_chat(messages, cancel, options)


@pytest.mark.parametrize("mode", [ResponseMode.TREE_SUMMARIZE, ResponseMode.ACCUMULATE])
def test_calls_of_a_level_run_at_once(mode: ResponseMode) -> None:
    for use_async in (False, True):
        llm = SlowLLM(window(700))
        synthesizer = get_response_synthesizer(llm, response_mode=mode, use_async=use_async)
        response = synthesizer.synthesize("Q", nodes(4, words=450))
        assert (llm.most > 1) is use_async
        if mode is ResponseMode.ACCUMULATE:
            assert str(response).count("Response ") == 4


def test_accumulate_streams_piece_by_piece() -> None:
    llm = ScriptedLLM(["one two", "", "three"])
    response = get_response_synthesizer(llm, response_mode=ResponseMode.ACCUMULATE, streaming=True)
    stream = response.synthesize("Q", nodes(3))
    assert isinstance(stream, StreamingResponse)
    pieces = stream.response_gen
    assert [next(pieces), next(pieces), next(pieces)] == ["Response 1: ", "one ", "two"]
    assert len(llm.calls) == 1
    rest = "".join(pieces)
    assert rest.endswith("Response 2: Empty Response\n---------------------\nResponse 3: three")


def test_answers_are_separated_as_is_wished() -> None:
    synthesizer = get_response_synthesizer(ScriptedLLM(["one", "two"]), response_mode=ResponseMode.ACCUMULATE)
    assert synthesizer.get_response("Q", ["a", "b"], separator=" + ") == "Response 1: one + Response 2: two"
    with pytest.raises(TypeError, match="separator"):
        get_response_synthesizer(ScriptedLLM()).get_response("Q", ["a"], separator=" + ")


def test_simple_summarize_shows_text() -> None:
    llm = ScriptedLLM()
    get_response_synthesizer(llm, response_mode=ResponseMode.SIMPLE_SUMMARIZE).synthesize("Q", nodes(2))
    assert "Text 0.\nText 1." in llm.prompts[0]
    assert "['" not in llm.prompts[0]


def test_only_the_last_call_is_streamed_and_an_empty_one_keeps_the_answer() -> None:
    for last, expected in (("final words", ["final ", "words"]), ("", ["second"])):
        llm = ScriptedLLM(["first", "second", last])
        response = get_response_synthesizer(llm, response_mode="refine", streaming=True).synthesize("Q", nodes(3))
        assert isinstance(response, StreamingResponse)
        assert list(response.response_gen) == expected


@pytest.mark.parametrize("streaming", [False, True])
def test_a_model_that_fails_halfway(streaming: bool) -> None:
    llm = ScriptedLLM(["first", UserError("Gone.")])
    synthesizer = get_response_synthesizer(llm, response_mode="refine", streaming=streaming)
    said: list[str] = []
    with pytest.raises(UserError, match="Gone"):
        collect(synthesizer, said)
    assert said == (["first"] if streaming else [])


def collect(synthesizer: BaseSynthesizer, said: list[str]) -> None:
    response = synthesizer.synthesize("Q", nodes(3))
    assert isinstance(response, StreamingResponse)
    for text in response.response_gen:
        said.append(text)  # noqa: PERF402 - what came before a failure is kept


def test_a_conversation_is_sent_as_it_is() -> None:
    history = [
        ChatMessage(MessageRole.USER, "{context_str}"),
        ChatMessage(MessageRole.ASSISTANT, "{existing_answer} {"),
    ]
    text_qa, refine = context_templates(history)
    for mode in (ResponseMode.COMPACT, ResponseMode.REFINE, ResponseMode.SIMPLE_SUMMARIZE, ResponseMode.ACCUMULATE):
        llm = ScriptedLLM()
        synthesizer = get_response_synthesizer(
            llm, text_qa_template=text_qa, refine_template=refine, response_mode=mode, format_node=numbered_passage
        )
        synthesizer.synthesize("And then?", nodes(2))
        for call in llm.calls:
            assert call[1:3] == history
            assert call[0].role is MessageRole.SYSTEM
        assert llm.calls[0][3].content == "And then?"


def test_a_conversation_takes_room() -> None:
    talk = [ChatMessage(MessageRole.USER, "blah " * 800)]
    llms = []
    for history in ([], talk):
        text_qa, refine = context_templates(history)
        llms.append(ScriptedLLM(metadata=window(2000)))
        CompactAndRefine(llms[-1], text_qa, refine, format_node=numbered_passage).synthesize("Q", nodes(6, words=280))
        assert_fits(llms[-1])
    assert len(llms[0].calls) < len(llms[1].calls)


class _TwoTokensAWord:
    name = "two tokens a word"

    def count(self, text: str) -> int:
        return 2 * len(text.split())


class _OwnCount(ScriptedLLM):
    """A model that makes two tokens of each word."""

    own = _TwoTokensAWord()

    @property
    def tokenizer(self) -> Tokenizer:
        return self.own


def test_passages_are_packed_by_the_models_own_count() -> None:
    llm = _OwnCount(metadata=window(1000))
    text_qa, refine = context_templates()
    CompactAndRefine(llm, text_qa, refine, format_node=numbered_passage).synthesize("Q", nodes(6, words=150))
    assert len(llm.calls) > 1
    for call in llm.calls:
        assert 500 <= llm.count_tokens(call) <= 1000 - 64
    said = "".join(llm.prompts)
    assert all(f"[{number}] <passage>" in said for number in range(1, 7)), "no passage was left out"


def test_numbers_stay_with_their_passages() -> None:
    llm = ScriptedLLM(metadata=window(800))
    synthesizer = get_response_synthesizer(llm, format_node=numbered_passage)
    synthesizer.synthesize("Q", nodes(6, words=200))
    assert len(llm.calls) > 1
    assert [int(number) for prompt in llm.prompts for number in re.findall(r"(?m)^\[(\d)\] <passage>$", prompt)] == [
        1,
        2,
        3,
        4,
        5,
        6,
    ]


# ---- filtering ----

YES, NO = '{"query_satisfied": true, "answer": "%s"}', '{"query_satisfied": false, "answer": "no"}'


@pytest.mark.parametrize("streaming", [False, True])
@pytest.mark.parametrize(
    ("replies", "answer", "satisfied"),
    [
        ([NO, YES % "Tokyo", NO, YES % "Tokyo!"], "Tokyo!", True),
        ([NO, YES % "Tokyo", NO, NO], "Tokyo", True),
        ([NO, NO, NO, NO], "", False),
        ([f"```json\n{YES % 'fenced'}\n```", NO, NO, NO], "fenced", True),
        (["{'query_satisfied': True, 'answer': 'single'}", NO, NO, NO], "single", True),
        (["not json", "still not", YES % "ok", "???", "??", NO], "ok", True),
        (["not json"] * 8, "", False),
    ],
)
def test_filtering(replies: list[str], answer: str, satisfied: bool, streaming: bool) -> None:
    llm = ScriptedLLM(replies)
    synthesizer = get_response_synthesizer(llm, response_mode="refine", structured_answer_filtering=True)
    response = synthesizer.synthesize("Q", nodes(), streaming=streaming)
    response = drained(response) if streaming else response
    assert response.response == (answer or ("" if streaming else "Empty Response"))
    assert response.outcome.query_satisfied is satisfied


def test_what_filters_is_not_made_to_stream() -> None:
    with pytest.raises(ValueError, match="not streamed"):
        get_response_synthesizer(ScriptedLLM(), structured_answer_filtering=True, streaming=True)
    with pytest.raises(ValueError, match="program_factory"):
        get_response_synthesizer(ScriptedLLM(), program_factory=lambda _prompt: lambda: StructuredRefineResponse(True))


def test_a_subclass_reads_its_model_and_what_fits_texts_into_its_window(monkeypatch: pytest.MonkeyPatch) -> None:
    llm, other = ScriptedLLM(), ScriptedLLM()
    synthesizer = get_response_synthesizer(llm)
    assert synthesizer._llm is llm
    assert synthesizer._prompt_helper.context_window == llm.metadata.context_window
    monkeypatch.setattr(Settings, "llm", other)
    monkeypatch.setattr(Settings, "prompt_helper", PromptHelper(context_window=777))
    assert get_response_synthesizer()._llm is other
    assert get_response_synthesizer()._prompt_helper.context_window == 777
    given = PromptHelper(context_window=555)
    assert get_response_synthesizer(prompt_helper=given)._prompt_helper is given


def test_filtering_passes_failures_on() -> None:
    llm = ScriptedLLM([UserError("No connection.")])
    with pytest.raises(UserError, match="No connection"):
        get_response_synthesizer(llm, structured_answer_filtering=True).synthesize("Q", nodes())


def test_a_program_of_ones_own() -> None:
    seen: list[dict[str, str]] = []

    def factory(prompt: BasePromptTemplate) -> Program:
        def program(**values: str) -> StructuredRefineResponse:
            seen.append(values)
            assert "Q" in prompt.format(**values)
            return StructuredRefineResponse(query_satisfied=len(seen) < 3, answer=f"A{len(seen)}")

        return program

    synthesizer = get_response_synthesizer(
        ScriptedLLM(), response_mode="refine", structured_answer_filtering=True, program_factory=factory
    )
    assert synthesizer.synthesize("Q", nodes()).response == "A2"
    assert [values["context_str"] for values in seen] == ["Text 0.", "Text 1.", "Text 2.", "Text 3."]
    with pytest.raises(ValueError, match="program_factory"):
        get_response_synthesizer(ScriptedLLM(), program_factory=factory)


# ---- objects ----

OBJECT_MODES = ["refine", "compact", "tree_summarize", "simple_summarize", "generation"]


@pytest.mark.parametrize("mode", OBJECT_MODES)
@pytest.mark.parametrize(
    "reply", ['{"name": "Tokyo", "people": 14}', "Sure:\n```json\n{'name': 'Tokyo', 'people': '14',}\n```"]
)
def test_objects(mode: str, reply: str) -> None:
    llm = ScriptedLLM([reply] * 4)
    response = get_response_synthesizer(llm, response_mode=mode, output_cls=City).synthesize("Q", nodes())
    assert isinstance(response, PydanticResponse)
    assert response.response == City(name="Tokyo", people=14)
    assert len(llm.calls) == (4 if mode == "refine" else 1)
    assert [found.node.node_id for found in response.source_nodes] == ["n0", "n1", "n2", "n3"]
    if mode == "refine":
        assert '{"name":"Tokyo","people":14}' in llm.prompts[1]


def test_objects_of_other_kinds() -> None:
    for output_cls, expected in (
        (Town, Town("Tokyo")),
        ({"type": "object", "properties": {"name": {"type": "string"}}}, {"name": "Tokyo"}),
    ):
        response = get_response_synthesizer(ScriptedLLM(['{"name": "Tokyo"}']), output_cls=output_cls).synthesize(
            "Q", nodes()
        )
        assert isinstance(response, PydanticResponse)
        assert response.response == expected


def test_objects_below_each_other() -> None:
    llm = ScriptedLLM(['{"name": "A"}', '{"name": "B"}'])
    response = get_response_synthesizer(llm, response_mode="accumulate", output_cls=Town).synthesize("Q", nodes(2))
    assert str(response.response).startswith("Response 1: Town(name='A')")


@pytest.mark.parametrize("mode", OBJECT_MODES)
def test_no_object_at_all_is_an_error(mode: str) -> None:
    """The reference answers "Empty Response" or raises ValueError, depending on the mode."""
    with pytest.raises(UserError):
        get_response_synthesizer(ScriptedLLM(["nope"] * 20), response_mode=mode, output_cls=City).synthesize(
            "Q", nodes()
        )


def test_one_unreadable_object_is_passed_over() -> None:
    llm = ScriptedLLM(["nope", "nope", '{"name": "Tokyo"}', "nope", "nope"])
    response = get_response_synthesizer(llm, response_mode="refine", output_cls=Town).synthesize("Q", nodes(3))
    assert response.response == Town("Tokyo")


# ---- what is told, stopping, failing ----


@pytest.mark.parametrize("streaming", [False, True])
def test_the_event(streaming: bool) -> None:
    handler = StageRecorder()
    llm = ScriptedLLM(metadata=window(800))
    with running(handlers=[handler]):
        response = get_response_synthesizer(llm).synthesize("Q", nodes(4, words=250), streaming=streaming)
        drained(response) if streaming else response
    (stage,) = handler.get_events(CBEventType.SYNTHESIZE)
    assert stage.payload["mode"] == "compact"
    assert stage.payload["calls"] == len(llm.calls) > 1
    assert stage.payload["response"] == f"ANSWER{len(llm.calls)}"
    tokens = stage.payload["tokens"]
    assert isinstance(tokens, dict)
    assert tokens["window"] == 800
    assert len(tokens["prompts"]) == len(llm.calls)
    true = [sum(get_tokenizer().count(message.content) for message in call) for call in llm.calls]
    assert all(0 <= told - size <= 10 for told, size in zip(tokens["prompts"], true, strict=True))
    assert stage.seconds is not None
    assert len(handler.get_events(CBEventType.LLM)) == len(llm.calls)
    if not streaming:
        assert {inner.parent_id for inner in handler.get_events(CBEventType.LLM)} == {stage.id}


def test_usage_is_added_up() -> None:
    class Metered(ScriptedLLM):
        def _stream_chat(
            self, messages: Sequence[ChatMessage], cancel: CancelToken, options: ChatOptions
        ) -> Iterator[ChatDelta]:
            yield from super()._stream_chat(messages, cancel, options)
            yield ChatDelta("", Usage(100, 7), "stop")

    response = get_response_synthesizer(Metered(), response_mode="refine").synthesize("Q", nodes(3))
    assert response.outcome.usage == Usage(300, 21)


def test_stopping_between_calls() -> None:
    token = CancelToken()
    llm = ScriptedLLM()
    with running(token):
        response = get_response_synthesizer(llm, response_mode="accumulate", streaming=True).synthesize("Q", nodes())
        assert isinstance(response, StreamingResponse)
        next(response.response_gen)
        token.cancel()
        with pytest.raises(CancelledError):
            list(response.response_gen)
    assert len(llm.calls) <= 1


def test_a_model_that_runs_in_circles_is_stopped_while_streaming() -> None:
    llm = ScriptedLLM(["again and " * 400])
    response = get_response_synthesizer(llm, streaming=True).synthesize("Q", nodes())
    with pytest.raises(UserError, match="repeat"):
        drained(response)


def test_no_model() -> None:
    with pytest.raises(UserError, match="needs a language model"):
        get_response_synthesizer().synthesize("Q", nodes())
    assert get_response_synthesizer(response_mode="context_only").synthesize("Q", nodes(1)).response == "Text 0."


def test_get_response() -> None:
    assert get_response_synthesizer(ScriptedLLM()).get_response("Q", ["a", "b"]) == "ANSWER1"
    pieces = get_response_synthesizer(ScriptedLLM(["a b"])).get_response("Q", ["a"], streaming=True)
    assert isinstance(pieces, Iterator)
    assert list(pieces) == ["a ", "b"]


def test_accumulate_yields_no_number_before_its_answer_begins() -> None:
    synthesizer = get_response_synthesizer(
        ScriptedLLM([UserError("gone")]), response_mode=ResponseMode.ACCUMULATE, streaming=True
    )
    response = synthesizer.synthesize("q", [NodeWithScore(TextNode(text="a"))])
    assert isinstance(response, StreamingResponse)
    with pytest.raises(UserError, match="gone"):
        next(response.response_gen)


def test_a_response_to_texts_is_awaited_too() -> None:
    synthesizer = get_response_synthesizer(ScriptedLLM(["Cats sleep."]))
    assert asyncio.run(synthesizer.aget_response("Who sleeps?", ["My cats sleep."])) == "Cats sleep."


class Shouts(BaseSynthesizer):
    """A synthesizer as programs write it: by ``get_response``."""

    def get_response(self, query_str: str, text_chunks: Sequence[str], **_: object) -> str:  # type: ignore[override]
        return f"{query_str} {' '.join(text_chunks)}".upper()


class Polite(CompactAndRefine):
    """One that adds to what another says."""

    def get_response(self, query_str: str, text_chunks: Sequence[str], **_: object) -> City:  # type: ignore[override]
        return City(name=str(super().get_response(query_str, text_chunks)), people=1)


@pytest.mark.parametrize("streaming", [False, True])
def test_one_of_a_programs_own(streaming: bool) -> None:
    response = Shouts(streaming=streaming).synthesize("who?", nodes(2))
    assert isinstance(response, StreamingResponse if streaming else Response)
    assert (str(response), len(response.source_nodes)) == ("WHO? TEXT 0. TEXT 1.", 2)
    built = Polite(ScriptedLLM(["Hello."]), streaming=False).synthesize("who?", nodes(2))
    assert isinstance(built, PydanticResponse)
    assert built.response == City(name="Hello.", people=1)


@pytest.mark.parametrize("mode", [ResponseMode.COMPACT, ResponseMode.TREE_SUMMARIZE, ResponseMode.GENERATION])
@pytest.mark.parametrize("streaming", [False, True])
def test_the_metadata_are_those_of_the_nodes_alone(mode: ResponseMode, streaming: bool) -> None:
    found = nodes(2)
    response = get_response_synthesizer(ScriptedLLM(), response_mode=mode).synthesize("Q", found, streaming=streaming)
    str(response)
    assert response.metadata == {one.node.node_id: one.node.metadata for one in found}
    assert response.outcome.calls == 1


def test_an_object_is_shown_as_json() -> None:
    class Answer(BaseModel):
        """An answer."""

        text: str

    response = get_response_synthesizer(ScriptedLLM(['{"text": "Yes"}']), output_cls=Answer).synthesize("Q", nodes(1))
    assert isinstance(response, PydanticResponse)
    assert (str(response), response.get_response().response) == ('{"text":"Yes"}', '{"text":"Yes"}')
    assert (response.text, response.outcome.calls) == ("Yes", 1)


class _Bio(BaseModel):
    name: str


@pytest.mark.parametrize("mode", ["compact", "tree_summarize", "simple_summarize", "refine"])
@pytest.mark.parametrize("is_chosen", [False, True])
def test_a_model_that_answers_in_a_form_gives_objects(
    mode: str, monkeypatch: pytest.MonkeyPatch, *, is_chosen: bool
) -> None:
    formed = ScriptedLLM(['{"name": "Ada"}']).as_structured_llm(_Bio)
    if is_chosen:
        monkeypatch.setattr(Settings, "llm", formed)
    synthesizer = get_response_synthesizer(None if is_chosen else formed, response_mode=mode)
    response = synthesizer.synthesize("Who?", [NodeWithScore(TextNode("Ada was here."), 1.0)])
    assert isinstance(response, PydanticResponse)
    assert response.response == _Bio(name="Ada")
