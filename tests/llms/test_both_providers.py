"""What OpenAI-compatible servers and Ollama have in common: stopping, sending again, settings, tools, given forms."""

import dataclasses
import socket
import threading
import time

import pydantic
import pytest

from desktop_rag.config import Config
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.messages import ChatMessage, MessageRole, ToolCall
from desktop_rag.core.results.answers import Usage
from desktop_rag.llms import resolve
from desktop_rag.llms.base import ChatDelta, ChatOptions
from desktop_rag.llms.served import ToolsUnsupportedError
from desktop_rag.llms.structured import structured_predict
from desktop_rag.llms.tool_calls import ToolCallReader
from desktop_rag.prompts.base import PromptTemplate
from tests.helpers.scripted_server import Reply, ScriptedServer
from tests.llms.asking import PROVIDERS, WEATHER, WITH_TOOLS, ask, failure, make

both = pytest.mark.parametrize("provider", PROVIDERS)


@both
def test_chat_joins_the_stream(server: ScriptedServer, provider: str) -> None:
    assert ask(make(provider, server)) == ("Hello from the model.", ChatDelta("", Usage(11, 7), "stop"))
    assert str(make(provider, server).complete("Hi")) == "Hello from the model."


@pytest.mark.slow
@both
def test_the_first_words_are_seen_when_they_are_sent(server: ScriptedServer, provider: str) -> None:
    server.script(Reply(tokens=["first", "second"], delay=1))
    for delta in make(provider, server).stream_chat([ChatMessage(content="x")], CancelToken()):
        if delta.text:
            assert len(server.sent_at) == 1
            break


@both
def test_what_is_for_the_system_is_sent_in_front_as_one_message(server: ScriptedServer, provider: str) -> None:
    system, user = MessageRole.SYSTEM, MessageRole.USER
    messages = [ChatMessage(system, "A"), ChatMessage(user, "x"), ChatMessage(system, "B"), ChatMessage(user, "y")]
    make(provider, server).chat(messages)
    sent = [(message["role"], message["content"]) for message in server.chats[0].body["messages"]]
    assert sent == [("system", "A\n\nB"), ("user", "x"), ("user", "y")]


@both
@pytest.mark.parametrize("retries", [0, 1, 3])
def test_no_more_requests_than_allowed(server: ScriptedServer, provider: str, retries: int) -> None:
    # the reference sends 12 for max_retries=3
    server.default = Reply(status=503, error="Too busy", headers={"Retry-After": "0"})
    with pytest.raises(UserError, match="It said: “Too busy”") as caught:
        ask(make(provider, server, max_retries=retries))
    assert caught.value.retryable
    assert len(server.chats) == 1 + retries


@both
@pytest.mark.parametrize("ending", [{"cut_after": 2}, {"end_after": 2}])
def test_cut_off_in_mid_answer(server: ScriptedServer, provider: str, ending: dict[str, int]) -> None:
    error = failure(make(provider, server, max_retries=3), server, Reply(**ending))  # type: ignore[arg-type]
    assert error.message == "The connection to the model was lost."
    assert error.retryable
    assert len(server.chats) == 1


@pytest.mark.slow
@both
def test_tried_again_before_the_first_word(server: ScriptedServer, provider: str) -> None:
    server.script(Reply(status=503, headers={"Retry-After": "0"}), Reply(cut_after=0), Reply(tokens=["ok"]))
    assert ask(make(provider, server, max_retries=2))[0] == "ok"
    assert len(server.chats) == 3


@both
@pytest.mark.parametrize("reply", [Reply(hang=True), Reply(silent_after=2)], ids=["before", "between"])
def test_stopping_takes_no_time_while_the_server_is_silent(server: ScriptedServer, provider: str, reply: Reply) -> None:
    server.script(reply)
    cancel = CancelToken()
    cancelled_at: list[float] = []

    def stop() -> None:
        cancelled_at.append(time.monotonic())
        cancel.cancel()

    timer = threading.Timer(0.3, stop)
    timer.start()
    with pytest.raises(CancelledError):
        ask(make(provider, server), cancel)
    assert time.monotonic() - cancelled_at[0] < 2
    timer.join()


@both
def test_what_is_set_is_what_is_sent(server: ScriptedServer, provider: str) -> None:
    config = Config().overridden(
        {
            "llm.provider": provider, "llm.base_url": server.ollama_url, "llm.model": "scripted-model",
            "llm.seed": 7, "llm.stop": "END\n\\n\\n", "llm.default_headers": "X-Team: cats\nX-Two:2",
            "llm.temperature": 0.5, "llm.max_tokens": 99, "llm.reasoning_effort": "low", "llm.api_version": "2026-01",
        }
    )  # fmt: skip
    llm = resolve.resolve_llm(config, "key")
    assert llm is not None
    ask(llm)
    [request] = server.chats
    sent = request.body["options"] if provider == "ollama" else request.body
    assert (sent["seed"], sent["stop"], sent["temperature"]) == (7, ["END", "\n\n"], 0.5)
    assert sent["num_predict" if provider == "ollama" else "max_tokens"] == 99
    assert all(each.headers["x-team"] == "cats" and each.headers["x-two"] == "2" for each in server.requests)
    if provider == "ollama":
        assert request.body["think"] == "low"
        return
    assert request.body["reasoning_effort"] == "low"
    assert {each.query for each in server.requests} == {"api-version=2026-01"}
    assert request.headers["api-key"] == "key"


@both
def test_what_is_not_set_is_not_sent(server: ScriptedServer, provider: str) -> None:
    llm = resolve.resolve_llm(
        Config().overridden(
            {"llm.provider": provider, "llm.base_url": server.ollama_url, "llm.model": "scripted-model"}
        ),
        None,
    )
    assert llm is not None
    ask(llm)
    [request] = server.chats
    fields = {"seed", "stop", "max_tokens", "think", "reasoning_effort", "tools", "tool_choice", "response_format"}
    assert not fields & (set(request.body) | set(request.body.get("options", {})))
    assert request.query == ""
    assert "api-key" not in request.headers


def test_headers_that_are_none() -> None:
    assert resolve.parse_headers("\nA: b:c\n") == {"A": "b:c"}
    for text in ("nonsense", "a b: c", ": x", "A: \x00", "A: é"):
        with pytest.raises(UserError, match="is not a header"):
            resolve.parse_headers(text)


@both
def test_tools_are_offered_and_calls_understood(server: ScriptedServer, provider: str) -> None:
    server.script(Reply(tokens=[], tool_calls=[("weather", '{"city": "Köln"}'), ("weather", "{}")]))
    llm = make(provider, server)
    assert llm.metadata.is_function_calling_model
    _, last = ask(llm, options=WITH_TOOLS)
    assert [(call.name, call.arguments) for call in last.tool_calls] == [
        ("weather", '{"city": "Köln"}'),
        ("weather", "{}"),
    ]
    assert len({call.id for call in last.tool_calls}) == 2
    [tool] = server.chats[0].body["tools"]
    assert tool["function"] == {
        "name": "weather", "description": "Tells the weather.", "parameters": dict(WEATHER.parameters),
    }  # fmt: skip
    assert "tool_choice" not in server.chats[0].body


@both
def test_what_tools_gave_is_sent_back(server: ScriptedServer, provider: str) -> None:
    calls = (ToolCall("c1", "weather", '{"city": "Bonn"'),)
    messages = [
        ChatMessage(MessageRole.USER, "?"), ChatMessage(MessageRole.ASSISTANT, "", calls),
        ChatMessage(MessageRole.TOOL, "rain", tool_call_id="c1"),
    ]  # fmt: skip
    ask(make(provider, server), options=WITH_TOOLS, messages=messages)
    _, assistant, tool = server.chats[0].body["messages"]
    if provider == "openai":
        function = {"name": "weather", "arguments": '{"city": "Bonn"'}
        assert assistant["tool_calls"] == [{"id": "c1", "type": "function", "function": function}]
        assert tool == {"role": "tool", "content": "rain", "tool_call_id": "c1"}
    else:
        assert assistant["tool_calls"] == [{"function": {"name": "weather", "arguments": {"city": "Bonn"}}}]
        assert tool == {"role": "tool", "content": "rain", "tool_name": "weather"}


@both
@pytest.mark.parametrize(
    ("status", "words"),
    [
        (400, "scripted-model does not support tools"),
        (500, "tools param requires --jinja flag"),
        (400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'),
        (404, "No endpoints found that support tool use"),
        (422, "Unexpected field: tools"),
    ],
)
def test_a_refusal_of_tools_is_learnt_from(server: ScriptedServer, provider: str, status: int, words: str) -> None:
    server.script(Reply(status=status, error=words))
    llm = make(provider, server, max_retries=3)
    with pytest.raises(ToolsUnsupportedError, match="cannot use tools"):
        ask(llm, options=WITH_TOOLS)
    assert len(server.chats) == 1
    assert not llm.metadata.is_function_calling_model
    told = make(provider, server, is_function_calling_model=False)
    assert not told.metadata.is_function_calling_model


def test_ollama_tells_what_its_models_can_do(server: ScriptedServer) -> None:
    server.capabilities = ["completion"]
    assert not make("ollama", server).metadata.is_function_calling_model
    server.capabilities = ["completion", "tools"]
    assert make("ollama", server).metadata.is_function_calling_model
    ask(make("ollama", server), options=ChatOptions((WEATHER,), "none"))
    assert "tools" not in server.chats[0].body


def test_llama_cpp_tells_whether_its_template_knows_tools(server: ScriptedServer) -> None:
    for told in (False, True):
        server.pages["/props"] = {"chat_template_caps": {"supports_tools": told}}
        assert make("openai", server).metadata.is_function_calling_model is told
        assert make("openai", server, is_function_calling_model=True).metadata.is_function_calling_model


def test_choices_and_strictness(server: ScriptedServer) -> None:
    llm = make("openai", server, strict=True)
    schema = {"type": "object", "title": "A b", "properties": {"x": {"type": "object", "properties": {}}}}
    ask(llm, options=ChatOptions((WEATHER,), "weather", schema))
    body = server.chats[0].body
    assert body["tool_choice"] == {"type": "function", "function": {"name": "weather"}}
    assert body["tools"][0]["function"]["strict"] is True
    held = body["response_format"]["json_schema"]
    assert (held["name"], held["strict"], held["schema"]["required"]) == ("Ab", True, ["x"])
    assert held["schema"]["properties"]["x"]["additionalProperties"] is False


def test_a_model_that_only_completes(server: ScriptedServer) -> None:
    llm = make("openai", server, is_chat_model=False)
    assert (llm.metadata.is_chat_model, llm.metadata.is_function_calling_model) == (False, False)
    assert ask(llm)[0] == "Hello from the model."
    [request] = server.chats
    assert request.path == "/v1/completions"
    assert request.body["prompt"] == "system: Be brief.\nuser: Où ça ? 東京\nassistant: "


def _piece(name: str, arguments: object, **more: object) -> dict[str, object]:
    return {"function": {"name": name, "arguments": arguments}, **more}


@pytest.mark.parametrize(
    "pieces",
    [
        [_piece("f", {"x": 1}, id="a"), _piece("g", None, id="b")],
        [_piece("f", '{"x"', index=0, id="a"), _piece("", ": 1}", index=0), _piece("g", "", index=0, id="b")],
        [_piece("f", '{"x": 1'), _piece("", "}"), _piece("g", "")],
        [
            _piece("f", '{"x"', index=0, id="a"),
            _piece("", ": 1}", index=0, id="other"),
            _piece("g", "", index=1, id="b"),
        ],
        [_piece("f", '{"x"', index=0), _piece("f", ": 1}", index=0), _piece("g", "", index=0)],
        [_piece("f", "", index=0, id="a"), _piece("g", "", index=1, id="b"), _piece("", '{"x": 1}', index=0)],
    ],
)
def test_pieces_of_calls_however_they_are_numbered(pieces: list[object]) -> None:
    reader = ToolCallReader()
    for piece in [None, {"function": 3}, *pieces]:
        reader.feed([piece])
    assert [(call.name, call.arguments.replace(" ", "")) for call in reader.finish()] == [("f", '{"x":1}'), ("g", "")]


def test_thinking_that_a_model_does_not_know(server: ScriptedServer) -> None:
    server.script(Reply(status=400, error='think value "low" is not supported for this model'))
    llm = make("ollama", server, thinking="low", max_retries=1)
    assert ask(llm)[0]
    assert ["think" in request.body for request in server.chats] == [True, False]


class City(pydantic.BaseModel):
    """A place."""

    name: str
    people: int


@dataclasses.dataclass
class Town:
    """A place."""

    name: str
    people: int


SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}, "people": {"type": "integer"}},
          "required": ["name", "people"]}  # fmt: skip
PROMPT = PromptTemplate("Which city is {what}?")


@both
@pytest.mark.parametrize(
    ("wanted", "value"),
    [(City, City(name="Bonn", people=3)), (Town, Town("Bonn", 3)), (SCHEMA, {"name": "Bonn", "people": 3})],
)
def test_answers_of_a_given_form(server: ScriptedServer, provider: str, wanted: type, value: object) -> None:
    server.script(Reply(tokens=['Sure: ```json\n{"name": "Bonn", ', '"people": 3}\n```']))
    assert structured_predict(make(provider, server), wanted, PROMPT, what="small") == value
    [request] = server.chats
    held = request.body["format"] if provider == "ollama" else request.body["response_format"]["json_schema"]["schema"]
    assert set(held["properties"]) == {"name", "people"}
    words = request.body["messages"][-1]["content"]
    assert words.startswith("Which city is small?")
    assert '"people"' in words


@both
def test_a_server_that_cannot_be_held_to_a_form(server: ScriptedServer, provider: str) -> None:
    field = "format" if provider == "ollama" else "response_format"

    def reply(body: dict[str, object]) -> Reply:
        if field in body:
            return Reply(status=400, error=f"{field} json_schema is not supported")
        return Reply(tokens=['[{"name": "Bonn", "people": "3"}]'])

    server.default = reply
    llm = make(provider, server, max_retries=1)
    for _ in range(2):
        assert structured_predict(llm, City, PROMPT, what="small") == City(name="Bonn", people=3)
    assert [field in request.body for request in server.chats] == [True, False, False]


@both
def test_a_wrong_form_is_corrected_once(server: ScriptedServer, provider: str) -> None:
    server.script(Reply(tokens=["I think Bonn."]), Reply(tokens=['{"city": {"name": "Bonn", "people": 3}}']))
    assert structured_predict(make(provider, server), SCHEMA, PROMPT, what="x") == {"name": "Bonn", "people": 3}
    assert [message["role"] for message in server.chats[1].body["messages"]] == ["user", "assistant", "user"]
    server.default = Reply(tokens=['{"name": 1}'])
    with pytest.raises(UserError, match="in the required form"):
        structured_predict(make(provider, server), City, PROMPT, what="x")
    assert len(server.chats) == 4


@both
def test_silence(server: ScriptedServer, provider: str) -> None:
    patience = "request_timeout" if provider == "ollama" else "timeout"
    for reply in (Reply(hang=True), Reply(silent_after=1)):
        error = failure(make(provider, server, **{patience: 0.2}), server, reply)
        assert "did not answer in time" in error.message


@both
def test_a_port_without_a_server(provider: str) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
    config = Config().overridden({"llm.provider": provider, "llm.base_url": address, "llm.model": "m"})
    with pytest.raises(UserError, match=r"No server responds at|is not running at"):
        resolve.test_connection(config, None)
