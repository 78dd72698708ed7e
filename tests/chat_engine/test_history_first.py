"""What is the same from one question to the next stands first where that is wanted."""

import pytest

from desktop_rag.chat_engine.context import ContextChatEngine, ContextOptions
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.schema import NodeWithScore, TextNode
from desktop_rag.prompts.base import PromptTemplate
from desktop_rag.prompts.default_prompts import CONTEXT_SYSTEM_PROMPT
from tests.helpers.fixed_retriever import FixedRetriever
from tests.helpers.scripted_llm import ScriptedLLM

PASSAGES = {
    "First?": [NodeWithScore(TextNode(text="Tea is green."), 1.0)],
    "Second?": [NodeWithScore(TextNode(text="Cats {purr}."), 1.0)],
    "Third?": [],
}
ONE_PARAGRAPH = PromptTemplate("Read this: {context_str}", required=frozenset({"context_str"}))


def asked(prompt: PromptTemplate, *, history_first: bool) -> list[list[ChatMessage]]:
    """Return what three questions of one conversation sent."""
    llm = ScriptedLLM(["One.", "Two.", "Three."])
    options = ContextOptions(context_prompt=prompt, history_first=history_first)
    engine = ContextChatEngine(FixedRetriever(PASSAGES), llm, options=options)
    for question in PASSAGES:
        engine.chat(question)
    return llm.calls


def test_the_passages_stand_behind_the_conversation_once_there_is_one() -> None:
    first, second, third = asked(CONTEXT_SYSTEM_PROMPT, history_first=True)
    assert [message.role.value for message in first] == ["system", "user"]
    assert "Tea is green." in first[0].content
    assert [message.role.value for message in second] == ["system", "user", "assistant", "user"]
    assert "Passages" not in second[0].content
    assert second[0].content.startswith("You answer questions about the reader's own documents.")
    assert second[-1].content.startswith("Passages:\n")
    assert "Cats {purr}." in second[-1].content
    assert second[-1].content.endswith("\n\nSecond?")
    assert third[:3] == second[:3], "all but the latest turn is as it was"
    assert third[3] == ChatMessage(MessageRole.USER, "Second?")
    assert third[-1].content == "Passages:\n(nothing was found)\n\nThird?"


@pytest.mark.parametrize(
    ("prompt", "history_first"), [(CONTEXT_SYSTEM_PROMPT, False), (ONE_PARAGRAPH, True)], ids=["usual", "one paragraph"]
)
def test_else_they_stand_in_the_system_message(prompt: PromptTemplate, history_first: bool) -> None:
    _, second, _ = asked(prompt, history_first=history_first)
    assert "Cats {purr}." in second[0].content
    assert [message.content for message in second[1:]] == ["First?", "One.", "Second?"]


def test_what_is_asked_of_the_model_behind_the_passages_stays_in_the_system_message() -> None:
    ruled = PromptTemplate("Be brief.\n\nPassages:\n{context_str}\n\nSay nothing else.")
    _, second, _ = asked(ruled, history_first=True)
    assert second[0].content == "Be brief.\n\nSay nothing else."
