"""Models that a program writes itself, as it would in LlamaIndex."""

from typing import Any

import pytest

from desktop_rag import MockEmbedding, PromptTemplate
from desktop_rag.callbacks.base import CallbackManager
from desktop_rag.core.errors import UserError
from desktop_rag.core.instrumentation import CBEventType, StageRecorder, running
from desktop_rag.core.media.blocks import AudioBlock
from desktop_rag.core.messages import ChatMessage, MessageRole, TextBlock
from desktop_rag.llamaindex.callbacks import LlamaDebugHandler
from desktop_rag.llamaindex.embeddings.ollama import OllamaEmbedding
from desktop_rag.llamaindex.embeddings.openai import OpenAIEmbedding
from desktop_rag.llamaindex.llms.custom import CompletionResponseGen, CustomLLM, MockLLM, llm_completion_callback
from desktop_rag.llamaindex.llms.openai import OpenAI
from desktop_rag.llms.types import CompletionResponse, LLMMetadata
from tests.helpers.embedding_server import EmbeddingServer
from tests.helpers.scripted_server import Reply, ScriptedServer


class OurLLM(CustomLLM):
    """Answers the same whatever it is asked; ``asked`` holds that."""

    model_name: str = "ours"
    answer: str = "Cats sleep a lot."
    asked: str = ""

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(context_window=3900, num_output=256, model_name=self.model_name)

    @llm_completion_callback()
    def complete(self, prompt: str, formatted: bool = False, **kwargs: object) -> CompletionResponse:
        self.asked = prompt
        return CompletionResponse(text=self.answer)

    @llm_completion_callback()
    def stream_complete(self, prompt: str, formatted: bool = False, **kwargs: object) -> CompletionResponseGen:
        self.asked = prompt
        said = ""
        for character in self.answer:
            said += character
            yield CompletionResponse(text=said, delta=character)


class WholeLLM(OurLLM):
    def stream_complete(self, prompt: str, formatted: bool = False, **kwargs: object) -> CompletionResponseGen:
        raise NotImplementedError


class ForgetsDeltas(OurLLM):
    def stream_complete(self, prompt: str, formatted: bool = False, **kwargs: object) -> CompletionResponseGen:
        for piece in super().stream_complete(prompt):
            yield CompletionResponse(piece.text)


@pytest.mark.parametrize("kind", [OurLLM, WholeLLM, ForgetsDeltas])
def test_what_completes_can_also_chat(kind: type[OurLLM]) -> None:
    llm = kind(answer="They purr.")
    messages = [ChatMessage(MessageRole.SYSTEM, "Be brief."), ChatMessage(MessageRole.USER, "Cats?")]
    assert llm.chat(messages).message.content == "They purr."
    assert llm.asked == "system: Be brief.\nuser: Cats?\nassistant: "
    assert "".join(delta.text for delta in llm.stream_chat(messages)) == "They purr."
    assert llm.predict(PromptTemplate("Of {what}:"), what="cats") == "They purr."
    assert llm.asked == "Of cats:"


@pytest.mark.parametrize("kind", [OurLLM, WholeLLM])
def test_each_answer_is_one_event(kind: type[OurLLM]) -> None:
    handler, llm = StageRecorder(), kind()
    with running(handlers=[handler]):
        llm.complete("first")
        llm.chat([ChatMessage(content="second")])
        if kind is OurLLM:
            *_, last = llm.stream_complete("third")
            assert last.text == llm.answer
    stages = handler.get_events(CBEventType.LLM)
    assert [stage.payload["messages"][0]["content"] for stage in stages] == ["first", "second", "third"][: len(stages)]  # type: ignore[index]
    assert {stage.payload["response"] for stage in stages} == {llm.answer}
    assert len(stages) == (3 if kind is OurLLM else 2)


def test_a_model_that_pretends() -> None:
    assert MockLLM().complete("a b").text == "a b"
    assert [piece.delta for piece in MockLLM().stream_complete("ab")] == ["a", "b"]
    assert MockLLM(max_tokens=3).complete("a").text == "text text text"
    *_, last = MockLLM(max_tokens=3).stream_complete("a")
    assert last.text == "text text text"
    assert MockLLM().chat([ChatMessage(content="Hi")]).message.content == "Hi"
    assert MockEmbedding(embed_dim=3).get_text_embedding("a").tolist() == [0.5, 0.5, 0.5]


def test_openai_is_where_the_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    with ScriptedServer() as server, EmbeddingServer() as embedding_server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-environment")
        server.models = ["gpt-4o"]
        server.script(Reply(tokens=["Yes."]))
        llm = OpenAI(model="gpt-4o", temperature=0.0)
        assert llm.complete("Sure?").text == "Yes."
        llm.close()
        (chat,) = server.chats
        assert chat.headers["authorization"] == "Bearer sk-environment"
        assert (chat.body["model"], chat.body["temperature"]) == ("gpt-4o", 0.0)
        monkeypatch.setenv("OPENAI_BASE_URL", embedding_server.address)
        assert OpenAIEmbedding().get_text_embedding("a").shape == (8,)
        embedding_server.requests.clear()
        for named in ({"model": "text-embedding-3-small"}, {"model_name": "text-embedding-3-small"}):
            given: Any = named | {"dimensions": 8, "max_retries": 0, "default_headers": {"X-Team": "a"}}
            assert OpenAIEmbedding(**given).get_text_embedding("a").shape == (8,)
            assert embedding_server.requests.pop()["model"] == "text-embedding-3-small"
            assert embedding_server.headers[-1]["x-team"] == "a"
        model = OllamaEmbedding("nomic-embed-text", embedding_server.address, query_instruction="query: ")
        assert model.get_query_embedding("a").shape == (8,)
        assert embedding_server.requests.pop()["input"] == ["query: a"]


def test_a_key_of_the_environment_goes_to_no_other_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-environment")
    with ScriptedServer() as server:
        server.models = ["gpt-3.5-turbo"]
        llm = OpenAI(api_base=server.base_url)
        llm.complete("Sure?")
        llm.close()
        assert "authorization" not in server.chats[0].headers


def test_what_no_model_is_told_is_refused() -> None:
    sound = ChatMessage([TextBlock("What is it?"), AudioBlock(audio=b"ID3\x03")])
    with pytest.raises(UserError, match="audio"):
        MockLLM().chat([sound])


def test_what_a_model_can_do_is_copied_with_other_values() -> None:
    known = MockLLM(max_tokens=5).metadata
    other = known.model_copy(update={"is_function_calling_model": True})
    assert (known.is_function_calling_model, other.is_function_calling_model) == (False, True)
    assert other.model_dump()["num_output"] == 5


def test_a_manager_of_its_own_hears_of_the_calls_of_a_model() -> None:
    handler = LlamaDebugHandler()
    OurLLM(callback_manager=CallbackManager([handler])).chat([ChatMessage("Hi.")])
    assert len(handler.get_llm_inputs_outputs()) == 1
    assert len(list(MockLLM(callback_manager=CallbackManager([handler])).stream_chat([ChatMessage("Hi.")]))) > 1
    assert len(handler.get_llm_inputs_outputs()) == 2


def test_nothing_is_repeated_as_nothing() -> None:
    assert [(piece.text, piece.delta) for piece in MockLLM().stream_complete("")] == [("", "")]
