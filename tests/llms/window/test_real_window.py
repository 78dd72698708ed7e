"""No prompt is longer than the window, by the count of the model itself, in any language and any way of asking."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import httpx
import pytest

from desktop_rag.agent.react_agent import ReActAgent
from desktop_rag.chat_engine.condense_plus_context import CondensePlusContextChatEngine
from desktop_rag.chat_engine.context import ContextOptions
from desktop_rag.chat_engine.simple import SimpleChatEngine
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.schema import NodeWithScore, TextNode
from desktop_rag.llms.base import ChatDelta, ChatOptions
from desktop_rag.llms.openai_like import OpenAILike
from desktop_rag.llms.tool_calls import openai_messages
from desktop_rag.response_synthesizers.factory import get_response_synthesizer
from desktop_rag.response_synthesizers.passages import numbered_passage
from desktop_rag.response_synthesizers.prompt_helper import PromptHelper
from desktop_rag.response_synthesizers.type import ResponseMode
from desktop_rag.tools.function_tool import FunctionTool
from tests.helpers.fixed_retriever import FixedRetriever
from tests.helpers.languages import TEXTS
from tests.helpers.llama_server import LlamaServer, available

if TYPE_CHECKING:
    from desktop_rag.core.results.answers import Usage

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not available(), reason="xllamacpp or the model is not installed"),
]
LANGUAGES = ("English", "Japanese", "Chinese", "Thai", "Digits")
ANSWER = 3  # tokens: what is said does not matter here


class Watched(OpenAILike):
    """Keeps what is sent; only with ``reads`` does the model read it, which takes a second for 80 tokens."""

    def __init__(self, server: LlamaServer, *, reads: bool = False) -> None:
        limits = {"max_tokens": ANSWER, "temperature": 0.0}
        super().__init__(server.model, server.base_url, max_retries=0, additional_kwargs=limits)
        self.sent: list[list[ChatMessage]] = []
        self.usages: list[Usage] = []
        self._reads = reads

    def _stream_chat(
        self, messages: Sequence[ChatMessage], cancel: CancelToken, options: ChatOptions
    ) -> Iterator[ChatDelta]:
        self.sent.append(list(messages))
        if not self._reads:
            yield from (ChatDelta("Thought: words."), ChatDelta("", None, "stop"))
            return
        for delta in super()._stream_chat(messages, cancel, options):
            if delta.usage is not None:
                self.usages.append(delta.usage)
            yield delta


@pytest.fixture(scope="module", params=[512, 2048, 8192])
def server(request: pytest.FixtureRequest) -> Iterator[LlamaServer]:
    with LlamaServer(context_window=request.param) as running:
        yield running


def true_tokens(server: LlamaServer, messages: Sequence[ChatMessage]) -> int:
    """Count a request as the model's own template and vocabulary have it."""
    root = server.base_url.removesuffix("/v1")
    with httpx.Client(trust_env=False, timeout=30) as client:
        prompt = client.post(f"{root}/apply-template", json={"messages": openai_messages(messages)}).json()["prompt"]
        reply = client.post(f"{root}/tokenize", json={"content": prompt, "add_special": True})
    return len(reply.json()["tokens"])


def assert_fits(server: LlamaServer, llm: Watched) -> None:
    assert llm.sent
    true = [true_tokens(server, messages) for messages in llm.sent]
    room = server.context_window - llm.metadata.num_output
    assert llm.metadata.num_output >= server.context_window // 8
    assert max(true) <= room, f"{max(true)} tokens of {server.context_window}, {room} beside the answer"


def passages(language: str, count: int, repeated: int = 3) -> list[NodeWithScore]:
    return [NodeWithScore(TextNode(text=f"{n}. {TEXTS[language] * repeated}"), 1.0 - n / 100) for n in range(count)]


def question(language: str) -> str:
    return f"{TEXTS[language][:40]} ?"


def history(language: str, turns: int) -> list[ChatMessage]:
    said = TEXTS[language]
    return [
        message
        for _ in range(turns)
        for message in (ChatMessage(MessageRole.USER, said[:60]), ChatMessage(MessageRole.ASSISTANT, said))
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mode", ["compact", "refine", "tree_summarize", "simple_summarize", "accumulate"])
def test_synthesizers(server: LlamaServer, language: str, mode: str) -> None:
    llm = Watched(server)
    count = 3 if mode in ("refine", "accumulate") else 1 + server.context_window // 500
    get_response_synthesizer(
        llm, PromptHelper.for_llm(llm), response_mode=ResponseMode(mode), format_node=numbered_passage
    ).synthesize(question(language), passages(language, count))
    assert_fits(server, llm)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_conversation_with_passages(server: LlamaServer, language: str) -> None:
    llm = Watched(server)
    options = ContextOptions(format_node=numbered_passage, prompt_helper=PromptHelper.for_llm(llm))
    retriever = FixedRetriever(passages(language, 2))
    engine = CondensePlusContextChatEngine(retriever, llm, options=options)
    engine.memory.token_limit = server.context_window // 4
    engine.chat(question(language), history(language, 2 + server.context_window // 500))
    assert len(llm.sent) >= 2, "the question was condensed, and answered"
    assert_fits(server, llm)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_long_question_and_a_long_conversation(server: LlamaServer, language: str) -> None:
    llm = Watched(server)
    times = 1 + server.context_window // len(TEXTS[language].encode())
    SimpleChatEngine(llm).chat(TEXTS[language] * times, history(language, times))
    assert_fits(server, llm)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_agent(server: LlamaServer, language: str) -> None:
    def search(query: str) -> str:
        """Search."""
        return f"{query} {TEXTS[language] * (1 + server.context_window // 200)}"

    llm = Watched(server)
    agent = ReActAgent([FunctionTool.from_defaults(search)], llm, max_iterations=2)
    agent.first_tool = "search"
    agent.chat(TEXTS[language] * 3, history(language, 2))
    assert_fits(server, llm)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_model_reads_all_that_is_sent_and_answers(language: str) -> None:
    with LlamaServer(context_window=512) as server:
        llm = Watched(server, reads=True)
        synthesizer = get_response_synthesizer(llm, PromptHelper.for_llm(llm), format_node=numbered_passage)
        synthesizer.synthesize(question(language), passages(language, 1, repeated=1))
        assert_fits(server, llm)
        assert [usage.prompt_tokens for usage in llm.usages] == [true_tokens(server, sent) for sent in llm.sent]
        assert all(usage.completion_tokens == ANSWER for usage in llm.usages)
