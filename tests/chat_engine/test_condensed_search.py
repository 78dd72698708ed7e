"""A message is searched for as it stands and for what it means in the conversation; how good each match is counts."""

from desktop_rag.chat_engine.condense_plus_context import CondensePlusContextChatEngine
from desktop_rag.chat_engine.context import ContextOptions
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.response_synthesizers.factory import get_response_synthesizer
from desktop_rag.response_synthesizers.type import ResponseMode
from tests.helpers.fixed_retriever import FixedRetriever, hits, ids

_HISTORY = [ChatMessage(MessageRole.USER, "What is a lease?"), ChatMessage(MessageRole.ASSISTANT, "A contract.")]


def _engine(retriever: FixedRetriever) -> CondensePlusContextChatEngine:
    options = ContextOptions(synthesizer=get_response_synthesizer(response_mode=ResponseMode.NO_TEXT))
    return CondensePlusContextChatEngine(retriever, None, options=options, search_message_too=True)


def test_lists_are_fused_by_how_good_the_matches_are() -> None:
    together = "What is a lease?\nAnd the rent?"
    retriever = FixedRetriever(
        {together: hits(a=0.9, b=0.85, c=0.2, d=0.1), "And the rent?": hits(e=0.5, b=0.45, a=0.1, f=0.0)}
    )
    response = _engine(retriever).chat("And the rent?", _HISTORY)
    assert retriever.asked == [together, "And the rent?"]
    assert ids(response.source_nodes)[:3] == ["b", "a", "e"]  # a is ahead by rank in one list only
    assert all(0 <= found.get_score() <= 1 for found in response.source_nodes)


def test_the_first_message_is_searched_for_once() -> None:
    retriever = FixedRetriever(hits(a=0.9))
    _engine(retriever).chat("What is a lease?", [])
    assert retriever.asked == ["What is a lease?"]


def test_lists_without_scores_keep_their_order() -> None:
    retriever = FixedRetriever(hits(a=None, b=None))
    assert ids(_engine(retriever).chat("And the rent?", _HISTORY).source_nodes) == ["a", "b"]
