"""What the stages of a job cost."""

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.instrumentation import StageRecorder, running
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.results.answers import Usage
from desktop_rag.llamaindex.callbacks.token_counting import TokenCountingHandler
from desktop_rag.llms.base import ChatResponse
from tests.helpers.mock_embedding import MockEmbedding
from tests.helpers.scripted_llm import ScriptedLLM


def test_what_the_server_counted_holds_and_the_rest_is_counted() -> None:
    counter, debug = TokenCountingHandler(str.split), StageRecorder()
    told = ChatResponse(ChatMessage(MessageRole.ASSISTANT, "three words long"), Usage(100, 20))
    llm, embedding = ScriptedLLM([told, "two words"]), MockEmbedding(4, 2)
    with running(handlers=[counter, debug]):
        llm.complete("one two three")
        llm.complete("one two three")
        embedding.get_text_embedding_batch(["one", "two three", "four five six"])
        embedding.get_query_embedding("seven")
    assert (counter.prompt_llm_token_count, counter.completion_llm_token_count) == (100 + 3 + 4, 20 + 2)
    assert counter.total_llm_token_count == sum(event.total_token_count for event in counter.llm_token_counts)
    assert [event.prompt_token_count for event in counter.embedding_token_counts] == [3, 3, 1]
    assert counter.total_embedding_token_count == 7
    assert not any(stage.texts for stage in debug.events), "nobody keeps the texts"
    counter.reset_counts()
    assert counter.total_llm_token_count == counter.total_embedding_token_count == 0


def test_the_request_that_uses_up_the_budget_ends_the_job() -> None:
    counter, llm = TokenCountingHandler(token_budget=10), ScriptedLLM(["Yes.", "a few words more than the limit"])
    with running(handlers=[counter]):
        llm.complete("Cats?")
        with pytest.raises(
            ValueError, match=r"Token budget exceeded: [0-9]+ tokens were used, 10 are allowed"
        ) as found:
            llm.complete("Dogs?")
        assert isinstance(found.value, UserError)
        assert found.value.next_step
        with pytest.raises(ValueError, match="Token budget exceeded"):
            llm.complete("another")
    assert len(llm.calls) == 2
    counter.reset_counts()
    with running(handlers=[counter]):
        llm.complete("Cats?")
