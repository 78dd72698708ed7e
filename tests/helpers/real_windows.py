"""Real models with small windows: what is sent to them in every way of asking, counted by the model itself."""

import contextlib
import tempfile
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from desktop_rag.agent.function_agent import FunctionAgent
from desktop_rag.agent.react_agent import ReActAgent
from desktop_rag.chat_engine.condense_plus_context import CondensePlusContextChatEngine
from desktop_rag.chat_engine.condense_question import CondenseQuestionChatEngine
from desktop_rag.chat_engine.context import ContextChatEngine, ContextOptions
from desktop_rag.chat_engine.simple import SimpleChatEngine
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.schema import NodeWithScore, TextNode
from desktop_rag.llms.base import LLM, ChatDelta, ChatOptions
from desktop_rag.llms.built_in.engine import ModelOrder
from desktop_rag.llms.built_in.language_models import LanguageModels
from desktop_rag.llms.built_in.model import BuiltIn
from desktop_rag.llms.openai_like import OpenAILike
from desktop_rag.llms.tool_calls import openai_messages, tool_schemas
from desktop_rag.processes.scratch import Scratch
from desktop_rag.query_engine.retriever_query_engine import RetrieverQueryEngine
from desktop_rag.response_synthesizers.base import numbered_passage
from desktop_rag.response_synthesizers.factory import get_response_synthesizer
from desktop_rag.response_synthesizers.prompt_helper import PromptHelper
from desktop_rag.response_synthesizers.type import ResponseMode
from desktop_rag.tools.function_tool import FunctionTool
from tests.helpers.fixed_retriever import FixedRetriever
from tests.helpers.languages import TEXTS
from tests.helpers.llama_server import LlamaServer

if TYPE_CHECKING:
    from desktop_rag.core.results.answers import Usage

LANGUAGES = ("English", "Japanese", "Chinese", "Thai", "Digits")
WINDOWS = (512, 2048, 8192)
ANSWER = 3  # tokens: what is said does not matter here


class Watching(OpenAILike):
    """Keeps what is sent; unless it ``reads``, it answers by itself: reading 80 tokens takes a second."""

    sent: list[tuple[list[ChatMessage], ChatOptions]]
    usages: "list[Usage]"
    reads: bool

    def _stream_chat(
        self, messages: Sequence[ChatMessage], cancel: CancelToken, options: ChatOptions
    ) -> Generator[ChatDelta]:
        self.sent.append((list(messages), options))
        if not self.reads:
            yield from (ChatDelta("Thought: words."), ChatDelta("", None, "stop"))
            return
        for delta in super()._stream_chat(messages, cancel, options):
            if delta.usage is not None:
                self.usages.append(delta.usage)
            yield delta

    def watch(self, *, reads: bool) -> None:
        """Forget what was sent before; from now on the model reads what is sent, or does not."""
        self.sent, self.usages, self.reads = [], [], reads

    def true_tokens(self) -> list[int]:
        """Count what was sent as the model's own template and vocabulary have it."""
        found = []
        for messages, options in self.sent:
            request: dict[str, object] = {"messages": openai_messages(messages)}
            if options.tools:
                request["tools"] = tool_schemas(options.tools, strict=False)
            with self._asking_client() as client:
                root = self.address.removesuffix("/v1")
                prompt = client.post(f"{root}/apply-template", json=request, timeout=60).json()["prompt"]
                reply = client.post(f"{root}/tokenize", json={"content": prompt, "add_special": True}, timeout=60)
            found.append(len(reply.json()["tokens"]))
        return found


class WatchedServed(Watching):
    """The model behind llama.cpp's server."""


class WatchedBuiltIn(BuiltIn, Watching):
    """The model that the program runs itself."""


class Engine(Protocol):
    """Runs the model with a window."""

    def __call__(self, window: int) -> "contextlib.AbstractContextManager[Watching]":
        """Give the model while it runs."""


def served(file: Path | None = None) -> Engine:
    """Return what runs a file, SmolLM2 without one, in llama.cpp's own server."""

    @contextmanager
    def run(window: int) -> Iterator[Watching]:
        limits: dict[str, object] = {"max_tokens": ANSWER, "temperature": 0.0}
        with LlamaServer(context_window=window, file=file) as server:
            llm = WatchedServed(server.model, server.base_url, max_retries=0, additional_kwargs=limits, timeout=900)
            llm.watch(reads=False)
            yield llm

    return run


def built_in(file: Path) -> Engine:
    """Return what runs a file in the program's own child process."""

    @contextmanager
    def run(window: int) -> Iterator[Watching]:
        limits: dict[str, object] = {"max_tokens": ANSWER, "temperature": 0.0}
        with tempfile.TemporaryDirectory() as folder:
            scratch = Scratch(Path(folder))
            engine = LanguageModels(scratch, Path(folder), lambda: 600.0)
            try:
                llm = WatchedBuiltIn(ModelOrder(file, window), engine, max_retries=0, additional_kwargs=limits)
                llm.watch(reads=False)
                yield llm
            finally:
                engine.close()
                scratch.close()

    return run


def question(language: str) -> str:
    """Return a short question."""
    return f"{TEXTS[language][:40]} ?"


def passages(language: str, count: int, repeated: int = 3) -> list[NodeWithScore]:
    """Return what a search finds."""
    return [NodeWithScore(TextNode(text=f"{n}. {TEXTS[language] * repeated}"), 1.0 - n / 100) for n in range(count)]


def history(language: str, turns: int) -> list[ChatMessage]:
    """Return what was said before."""
    said = TEXTS[language]
    return [
        message
        for _ in range(turns)
        for message in (ChatMessage(MessageRole.USER, said[:60]), ChatMessage(MessageRole.ASSISTANT, said))
    ]


Way = Callable[[LLM, int, str], object]
"""Asks a model with a window something in a language, with more than it can read."""


def _synthesize(mode: ResponseMode) -> Way:
    def ask(llm: LLM, window: int, language: str) -> None:
        count = 3 if mode in (ResponseMode.REFINE, ResponseMode.ACCUMULATE) else 1 + window // 500
        get_response_synthesizer(
            llm, PromptHelper.for_llm(llm), response_mode=mode, format_node=numbered_passage
        ).synthesize(question(language), passages(language, count))

    return ask


def _condense_plus_context(llm: LLM, window: int, language: str) -> None:
    options = ContextOptions(format_node=numbered_passage, prompt_helper=PromptHelper.for_llm(llm), history_first=True)
    engine = CondensePlusContextChatEngine(FixedRetriever(passages(language, 2)), llm, options=options)
    engine.memory.token_limit = window // 4
    engine.chat(question(language), history(language, 2 + window // 500))


def _context(llm: LLM, window: int, language: str) -> None:
    options = ContextOptions(format_node=numbered_passage, prompt_helper=PromptHelper.for_llm(llm))
    found = FixedRetriever(passages(language, 1 + window // 300))
    engine = ContextChatEngine(found, llm, options=options)
    engine.memory.token_limit = window // 4
    engine.chat(question(language), history(language, 1 + window // 900))


def _condense_question(llm: LLM, window: int, language: str) -> None:
    query_engine = RetrieverQueryEngine.from_args(FixedRetriever(passages(language, 1 + window // 300)), llm)
    engine = CondenseQuestionChatEngine(query_engine, llm)
    engine.memory.token_limit = window // 4
    engine.chat(question(language), history(language, 1 + window // 300))


def _simple(llm: LLM, window: int, language: str) -> None:
    times = 1 + window // len(TEXTS[language].encode())
    SimpleChatEngine(llm).chat(TEXTS[language] * times, history(language, times))


def _agent(kind: type[ReActAgent] | type[FunctionAgent]) -> Way:
    def ask(llm: LLM, window: int, language: str) -> None:
        def search(query: str) -> str:
            """Search."""
            return f"{query} {TEXTS[language] * (1 + window // 200)}"

        agent = kind([FunctionTool.from_defaults(search)], llm, max_iterations=2)
        agent.first_tool = "search"
        agent.chat(TEXTS[language] * 3, history(language, 2))

    return ask


WAYS: dict[str, Way] = {
    **{
        mode.value: _synthesize(mode)
        for mode in ResponseMode
        if mode not in (ResponseMode.NO_TEXT, ResponseMode.CONTEXT_ONLY)  # these send nothing
    },
    "chat simple": _simple,
    "chat context": _context,
    "chat condense_question": _condense_question,
    "chat condense_plus_context": _condense_plus_context,
    "chat react": _agent(ReActAgent),
    "chat openai": _agent(FunctionAgent),
}


def read_full(llm: Watching, window: int, language: str) -> None:
    """Have the model really read a prompt that fills its window, and answer."""
    llm.watch(reads=True)
    texts = TEXTS[language] * (2 + 4 * window // len(TEXTS[language].encode()))
    node = NodeWithScore(TextNode(text=texts), 1.0)
    get_response_synthesizer(llm, response_mode=ResponseMode.SIMPLE_SUMMARIZE, format_node=numbered_passage).synthesize(
        question(language), [node]
    )
