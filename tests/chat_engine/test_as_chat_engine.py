"""``index.as_chat_engine``: what is the engine's, the query engine's and the retriever's finds its way there."""

from typing import Any

import pytest

from desktop_rag.core.messages import MessageRole
from desktop_rag.core.schema import Document, IndexNode, TextNode
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from tests.helpers.hashed_embedding import HashedEmbedding
from tests.helpers.scripted_llm import ScriptedLLM


@pytest.fixture
def index() -> VectorStoreIndex:
    documents = [Document("Cats sleep all day.", "cats"), Document("Tea is brewed hot.", "tea")]
    return VectorStoreIndex.from_documents(documents, embed_model=HashedEmbedding())


@pytest.mark.parametrize("mode", ["simple", "condense_question", "context", "condense_plus_context", "react", "best"])
def test_every_mode_by_its_name(index: VectorStoreIndex, mode: str) -> None:
    engine = index.as_chat_engine(chat_mode=mode, llm=ScriptedLLM(), verbose=True)
    assert engine.chat("Hello").response == "ANSWER1"
    assert [message.role for message in engine.chat_history] == [MessageRole.USER, MessageRole.ASSISTANT]


@pytest.mark.parametrize(
    ("mode", "options", "said"),
    [
        ("simple", {"system_prompt": "Be brief."}, "Be brief."),
        ("context", {"context_template": "Look: {context_str}", "similarity_top_k": 1}, "Look: Tea"),
        ("condense_plus_context", {"context_prompt": "Look: {context_str}", "skip_condense": True}, "Look: Tea"),
        ("condense_plus_context", {"condense_prompt": "{chat_history} + {question}"}, "+ Tea is brewed hot."),
        ("condense_question", {"response_mode": "tree_summarize", "similarity_top_k": 1}, "Tea is brewed hot."),
        ("react", {"context": "Tools are sharp.", "similarity_top_k": 1}, "Tools are sharp."),
    ],
)
def test_options_reach_whoever_takes_them(
    index: VectorStoreIndex, mode: str, options: dict[str, Any], said: str
) -> None:
    llm = ScriptedLLM()
    engine = index.as_chat_engine(mode, llm, **options)
    engine.chat("Tea is brewed hot.")
    engine.chat("Tea is brewed hot.")
    assert any(said in prompt for prompt in llm.prompts), llm.prompts


def test_an_unknown_option_is_an_error(index: VectorStoreIndex) -> None:
    with pytest.raises(TypeError, match="similarity_top_n"):
        index.as_chat_engine("context", ScriptedLLM(), similarity_top_n=3)


def test_objects_of_an_index_are_asked_in_its_place() -> None:
    obj = IndexNode(text="About whales", index_id="w", obj=TextNode(text="Whales sing.", id_="song"))
    index = VectorStoreIndex(objects=[obj], embed_model=HashedEmbedding())
    assert [found.node.node_id for found in index.as_retriever().retrieve("About whales")] == ["song"]
