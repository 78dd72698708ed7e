"""The whole way with a real, small model."""

import time

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.llms.openai_like import OpenAILike
from tests.helpers.llama_server import LlamaServer, available


@pytest.mark.slow
@pytest.mark.skipif(not available(), reason="xllamacpp or the model is not installed")
def test_a_real_model_streams_an_answer() -> None:
    with LlamaServer(context_window=2048) as server:
        llm = OpenAILike(server.model, server.base_url, max_tokens=24, temperature=0.0)
        assert llm.metadata.context_window == 2048
        question = ChatMessage(MessageRole.USER, "The capital of France is Paris. What is the capital of France?")
        deltas = [(time.monotonic(), delta) for delta in llm.stream_chat([question], CancelToken())]
        text = "".join(delta.text for _, delta in deltas)
        assert "Paris" in text
        assert len([delta for _, delta in deltas if delta.text]) > 3
        last = deltas[-1][1]
        assert last.finish_reason in ("stop", "length")
        assert last.usage is not None
        assert (last.usage.prompt_tokens or 0) > 5
        assert 0 < (last.usage.completion_tokens or 0) <= 24
