"""Chat engines and agents as programs make them."""

import asyncio
from collections.abc import Callable

import pytest

from desktop_rag.agent.react_agent import ReActAgent
from desktop_rag.chat_engine.condense_plus_context import CondensePlusContextChatEngine
from desktop_rag.chat_engine.condense_question import CondenseQuestionChatEngine
from desktop_rag.chat_engine.context import ContextChatEngine
from desktop_rag.chat_engine.simple import SimpleChatEngine
from desktop_rag.chat_engine.types import BaseChatEngine
from desktop_rag.core.errors import UserError
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.response import StreamingResponse
from desktop_rag.core.schema import Document, NodeWithScore, QueryBundle, TextNode
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from desktop_rag.llamaindex.ingestion import IngestionPipeline
from desktop_rag.llamaindex.llms.custom import MockLLM
from desktop_rag.llms.base import LLM
from desktop_rag.llms.types import ChatResponse, CompletionResponse
from desktop_rag.node_parser.sentence import SentenceSplitter
from desktop_rag.query_engine.retriever_query_engine import RetrieverQueryEngine
from desktop_rag.tools.query_engine_tool import QueryEngineTool
from tests.helpers.fixed_retriever import FixedRetriever
from tests.helpers.hashed_embedding import HashedEmbedding
from tests.helpers.scripted_llm import ScriptedLLM

HISTORY = [ChatMessage(MessageRole.USER, "I like cats."), ChatMessage(MessageRole.ASSISTANT, "Me too.")]


def retriever() -> FixedRetriever:
    return FixedRetriever([NodeWithScore(TextNode("Cats sleep."), 0.9)])


MAKERS: dict[str, Callable[[LLM], BaseChatEngine]] = {
    "simple": lambda llm: SimpleChatEngine.from_defaults(llm=llm, chat_history=HISTORY),
    "context": lambda llm: ContextChatEngine.from_defaults(retriever=retriever(), llm=llm, chat_history=HISTORY),
    "condense_plus_context": lambda llm: CondensePlusContextChatEngine.from_defaults(
        retriever=retriever(), llm=llm, chat_history=HISTORY
    ),
    "condense_question": lambda llm: CondenseQuestionChatEngine.from_defaults(
        query_engine=RetrieverQueryEngine.from_args(retriever(), llm=llm), llm=llm, chat_history=HISTORY
    ),
    "agent": lambda llm: ReActAgent.from_tools([], llm=llm, chat_history=HISTORY),
}


@pytest.mark.parametrize("name", MAKERS)
def test_a_conversation_begins_with_the_history_that_is_given(name: str) -> None:
    llm = ScriptedLLM(["Answer: Yes."] * 3)
    engine = MAKERS[name](llm)
    assert engine.chat_history == HISTORY
    engine.chat("Why?")
    assert any("I like cats." in message.content for message in llm.calls[0])
    assert [message.content for message in engine.chat_history[:3]] == ["I like cats.", "Me too.", "Why?"]


@pytest.mark.parametrize("name", MAKERS)
def test_a_message_may_be_a_query_bundle(name: str) -> None:
    engine = MAKERS[name](ScriptedLLM(["Answer: Yes."] * 3))
    engine.chat(QueryBundle("Why?"))
    assert engine.chat_history[2].content == "Why?"
    if isinstance(engine, ContextChatEngine):
        assert str(engine.stream_chat(QueryBundle("And?")))
        assert engine.chat_history[4].content == "And?"


def test_a_streamed_answer_can_be_printed_and_read_again(capsys: pytest.CaptureFixture[str]) -> None:
    response = SimpleChatEngine.from_defaults(llm=ScriptedLLM(["Cats sleep a lot."])).stream_chat("What?")
    response.print_response_stream()
    assert capsys.readouterr().out == str(response) == response.response == "Cats sleep a lot."


class TestAgents:
    def test_a_function_is_a_tool(self) -> None:
        def multiply(a: int, b: int) -> int:
            """Multiply two numbers."""
            return a * b

        llm = ScriptedLLM(
            ['Thought: I need a tool.\nAction: multiply\nAction Input: {"a": 6, "b": 7}', "Answer: It is 42."]
        )
        agent = ReActAgent(tools=[multiply], llm=llm)
        answer = agent.chat("What is 6 x 7?")
        assert (str(answer), answer.sources[0].content) == ("It is 42.", "42")

    def test_a_question_outside_of_a_conversation(self) -> None:
        llm = ScriptedLLM(["Answer: One.", "Answer: Two."])
        agent = ReActAgent.from_tools([], llm=llm, chat_history=HISTORY)
        assert str(agent.query("Why?")) == "One."
        assert not any("I like cats." in message.content for message in llm.calls[0])


class TestModels:
    def test_completing(self) -> None:
        llm = ScriptedLLM(["It is so.", "It is so."])
        whole = llm.complete("Is it?")
        assert isinstance(whole, CompletionResponse)
        assert (whole.text, str(whole)) == ("It is so.", "It is so.")
        pieces = list(llm.stream_complete("Is it?"))
        assert pieces[-1].text == "".join(piece.delta for piece in pieces) == "It is so."

    def test_a_reply_is_printed_with_its_role(self) -> None:
        assert str(ChatResponse(ChatMessage(MessageRole.ASSISTANT, "Hi."))) == "assistant: Hi."
        assert "".join(delta.delta for delta in ScriptedLLM(["Hi there."]).stream_chat(HISTORY)) == "Hi there."

    def test_without_one_a_program_is_told_what_to_write(self) -> None:
        index = VectorStoreIndex([TextNode("Cats sleep.")], embed_model=HashedEmbedding())
        for make in (lambda: index.as_query_engine().query("Who?"), index.as_chat_engine):
            with pytest.raises(UserError) as missing:
                make()
            assert "llm=Ollama(" in missing.value.next_step


class TestAsynchronously:
    def test_a_question_from_files_to_the_answer(self) -> None:
        async def answers() -> list[str]:
            model, llm = HashedEmbedding(), ScriptedLLM()
            nodes = await SentenceSplitter(5, 0).aget_nodes_from_documents([Document("Cats sleep. Dogs bark loudly.")])
            await IngestionPipeline([model]).arun(nodes=nodes)
            index = VectorStoreIndex(nodes, embed_model=model)
            found = await index.as_retriever(similarity_top_k=1).aretrieve("Cats sleep.")
            engine = index.as_query_engine(llm=llm)
            tool = QueryEngineTool.from_defaults(engine)
            chat = index.as_chat_engine("context", llm=llm)
            return [
                found[0].text,
                str(await engine.aquery("Who?")),
                (await tool.acall(input="Who?")).content,
                (await llm.acomplete("Who?")).text,
                (await llm.achat([ChatMessage(content="Who?")])).message.content,
                (await chat.achat("Who?")).response,
                "".join([piece async for piece in (await chat.astream_chat("Who?")).async_response_gen()]),
                "".join([delta.delta async for delta in await llm.astream_chat([ChatMessage(content="Who?")])]),
                [piece.text async for piece in await llm.astream_complete("Who?")][-1],
            ]

        answered = asyncio.run(answers())
        assert answered[0] == "Cats sleep."
        assert answered[1:] == [f"ANSWER{number}" for number in range(1, 9)]

    def test_an_engine_that_streams(self) -> None:
        async def streamed() -> str:
            index = VectorStoreIndex([TextNode("Cats sleep.")], embed_model=HashedEmbedding())
            response = await index.as_query_engine(llm=ScriptedLLM(["They do."]), streaming=True).aquery("Do they?")
            assert isinstance(response, StreamingResponse)
            return "".join([piece async for piece in response.async_response_gen()])

        assert asyncio.run(streamed()) == "They do."


def test_the_text_of_an_answer_that_somebody_else_read() -> None:
    engine = SimpleChatEngine.from_defaults(llm=ScriptedLLM(["  Cats sleep.\n"]))
    response = engine.stream_chat("What do cats do?")
    pieces = list(response.response_gen)
    assert str(response) == response.response == "Cats sleep."
    assert response.unformatted_response == "".join(pieces) == "  Cats sleep.\n"


def test_an_answer_that_is_stopped_keeps_what_came() -> None:
    engine = SimpleChatEngine.from_defaults(llm=MockLLM())
    response = engine.stream_chat("Hello!")
    assert next(response.response_gen) == "u"
    response.response_gen.close()  # type: ignore[attr-defined]
    assert str(response) == "u"
    assert [turn.content for turn in engine.chat_history] == ["Hello!", "u"]


def test_what_completes_texts_is_shown_whose_turn_it_is() -> None:
    engine = SimpleChatEngine.from_defaults(llm=MockLLM())
    assert str(engine.chat("Hello!")) == "user: Hello!\nassistant: "
    assert str(engine.chat("Again!")).endswith("\nuser: Again!\nassistant: ")
