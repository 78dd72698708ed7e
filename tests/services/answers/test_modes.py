"""What the modes of the window mean, and what a choice of one's own changes."""

import pytest

from desktop_rag.config import Config, OptionValue
from desktop_rag.config.options import CHAT_MODE, MODE, RESPONSE_MODE, RETRIEVER
from desktop_rag.core.results.answers import AnswerMode
from desktop_rag.services.answers import modes


def config(**values: OptionValue) -> Config:
    return Config().overridden({key.replace("__", "."): value for key, value in values.items()})


@pytest.mark.parametrize(
    ("mode", "chat_mode", "retriever", "response_mode"),
    [
        ("answer", "condense_plus_context", "hybrid", "compact"),
        ("chat", "condense_plus_context", "hybrid", "compact"),
        ("agent", "best", "hybrid", "compact"),
        ("summarise", "condense_plus_context", "everything", "tree_summarize"),
        ("search", "context", "hybrid", "no_text"),
    ],
)
def test_each_mode_stands_for_a_way_to_answer(mode: str, chat_mode: str, retriever: str, response_mode: str) -> None:
    chosen = config(answer__mode=mode)
    assert (modes.chat_mode(chosen), modes.retriever(chosen), modes.response_mode(chosen)) == (
        chat_mode,
        retriever,
        response_mode,
    )


@pytest.mark.parametrize("mode", MODE.values)
def test_a_choice_of_ones_own_goes_before_the_mode(mode: str) -> None:
    for option, meaning in (
        (CHAT_MODE, modes.chat_mode),
        (RETRIEVER, modes.retriever),
        (RESPONSE_MODE, modes.response_mode),
    ):
        for value in option.values:
            if value != "auto":
                assert meaning(Config().overridden({MODE.key: mode, option.key: value})) == value


@pytest.mark.parametrize(
    ("values", "wanted"),
    [
        ({}, AnswerMode.ANSWER),
        ({"answer__mode": "search"}, AnswerMode.SEARCH),
        ({"answer__response_mode": "no_text"}, AnswerMode.SEARCH),
        ({"answer__mode": "search", "answer__response_mode": "refine"}, AnswerMode.SEARCH),
        ({"answer__mode": "chat", "answer__response_mode": "no_text"}, AnswerMode.CHAT),
        ({"answer__mode": "agent", "answer__response_mode": "no_text"}, AnswerMode.AGENT),
        ({"answer__mode": "summarise"}, AnswerMode.SUMMARISE),
        ({"answer__chat_mode": "react", "answer__response_mode": "no_text"}, AnswerMode.ANSWER),
    ],
    ids=str,
)
def test_an_answer_is_called_what_it_will_be(values: dict[str, OptionValue], wanted: AnswerMode) -> None:
    assert modes.answer_mode(config(**values)) is wanted


@pytest.mark.parametrize(
    ("values", "needed"),
    [
        ({}, True),
        ({"answer__mode": "search"}, True),
        ({"answer__mode": "summarise"}, True),
        ({"answer__mode": "chat"}, False),
        ({"answer__mode": "agent"}, False),
        ({"answer__chat_mode": "simple"}, False),
        ({"answer__chat_mode": "openai"}, False),
        ({"answer__chat_mode": "context"}, True),
        ({"answer__query_engine": "sql"}, False),
        ({"answer__query_engine": "router"}, False),
    ],
    ids=str,
)
def test_nothing_is_invented_where_no_passage_was_found(values: dict[str, OptionValue], needed: bool) -> None:
    assert modes.needs_passages(config(**values)) is needed


@pytest.mark.parametrize(
    ("values", "count"),
    [
        ({"answer__mode": "search"}, 20),
        ({"answer__mode": "search", "retrieval__similarity_top_k": 3}, 3),
        ({"answer__mode": "search", "retrieval__similarity_top_k": 50}, 50),
        ({"retrieval__similarity_top_k": 3}, 3),
    ],
    ids=str,
)
def test_who_only_searches_looks_through_more_unless_a_number_was_chosen(
    values: dict[str, OptionValue], count: int
) -> None:
    assert modes.similarity_top_k(config(**values)) == count
