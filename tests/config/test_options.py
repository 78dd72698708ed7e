"""The table of options holds everything that forms, commands and documentation say."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_rag.config import OPTION_GROUPS, OPTIONS, OPTIONS_BY_KEY, AnyOption, Config, OptionValue
from desktop_rag.config.options import (
    ALPHA,
    ANSWERS,
    EMBEDDING_MODEL,
    LLM_API_VERSION,
    LLM_DEFAULT_HEADERS,
    LLM_SEED,
    LLM_STOP,
    LLM_STRICT,
    LLM_TEMPERATURE,
    RERANK_MODEL,
    RETRIEVER,
    SEARCH,
    VECTOR_STORE_QUERY_MODE,
)
from desktop_rag.core.errors import UserError

_CODE = re.compile(r"\b[a-z]+_[a-z_]+\b")


def texts(option: AnyOption) -> Iterator[str]:
    yield from (option.label, option.help, option.minimum_label, option.unit)
    for choice in option.choices:
        yield from (choice.label, choice.help)


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.key)
def test_an_option_has_words_and_a_default_that_it_accepts(option: AnyOption) -> None:
    assert option.check(option.default) == option.default
    assert option.label
    assert option.help.endswith(".")
    assert OPTIONS_BY_KEY[option.key] is option
    labels = [choice.label for choice in option.choices]
    assert all(labels)
    assert len(set(labels)) == len(labels)
    if not option.key.startswith("prompts."):
        assert not [text for text in texts(option) if _CODE.search(text)]


def test_conditions_name_choices_that_there_are() -> None:
    for option in OPTIONS:
        for condition in option.shown_when:
            assert set(condition.values) <= set(OPTIONS_BY_KEY[condition.key].values), option.key


def test_every_option_stands_in_one_group() -> None:
    assert len(OPTIONS) == len(OPTIONS_BY_KEY) == sum(len(group.options) for group in OPTION_GROUPS)
    own = {option for option in OPTIONS if option.per_conversation}
    assert own < {*SEARCH.options, *ANSWERS.options}
    assert RERANK_MODEL not in own


@pytest.mark.parametrize(
    ("option", "values", "relevant"),
    [
        (ALPHA, {RETRIEVER.key: "hybrid", VECTOR_STORE_QUERY_MODE.key: "hybrid"}, True),
        (ALPHA, {RETRIEVER.key: "bm25", VECTOR_STORE_QUERY_MODE.key: "hybrid"}, False),
        (ALPHA, {RETRIEVER.key: "hybrid", VECTOR_STORE_QUERY_MODE.key: "mmr"}, False),
        (ALPHA, {}, True),
        (EMBEDDING_MODEL, {"embedding.provider": "built-in"}, False),
        (EMBEDDING_MODEL, {"embedding.provider": "openai"}, True),
        (LLM_API_VERSION, {"llm.provider": "ollama"}, False),
    ],
)
def test_an_option_is_relevant_beside_some_values(
    option: AnyOption, values: dict[str, OptionValue], *, relevant: bool
) -> None:
    assert option.is_relevant(values) is relevant


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [
        (LLM_SEED, "7", 7),
        (LLM_TEMPERATURE, "1", 1.0),
        (LLM_STRICT, "YES", True),
        (LLM_STRICT, "off", False),
        (RETRIEVER, "bm25", "bm25"),
        (LLM_STOP, "END", "END"),
    ],
)
def test_a_value_is_read_from_text(option: AnyOption, text: str, value: OptionValue) -> None:
    assert option.parse(text) == value
    assert type(option.parse(text)) is type(value)


@pytest.mark.parametrize(
    ("option", "text", "message"),
    [
        (LLM_SEED, "seven", "a whole number"),
        (LLM_SEED, "-2", "Choose -1 to"),
        (LLM_STRICT, "perhaps", "true or false"),
        (RETRIEVER, "guess", "Choose one of auto, hybrid"),
        (LLM_TEMPERATURE, "hot", "a number"),
    ],
)
def test_a_wrong_value_is_refused_with_what_is_right(option: AnyOption, text: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        option.parse(text)


def test_the_options_with_lines() -> None:
    lines = {option.key for option in OPTIONS if option.lines and not option.key.startswith("prompts.")}
    assert lines == {
        LLM_STOP.key,
        LLM_DEFAULT_HEADERS.key,
        "retrieval.filters",
        "retrieval.node_postprocessors",
        "plugins.enabled",
        "window.shortcuts",
    }


def test_settings_of_every_option_survive_on_disk(tmp_path: Path) -> None:
    changed: dict[str, OptionValue] = {"llm.seed": 7, "llm.strict": True, "retrieval.retriever": "tree"}
    Config(tmp_path / "settings.json").update(changed)
    config = Config(tmp_path / "settings.json")
    assert {key: config.value(OPTIONS_BY_KEY[key]) for key in changed} == changed
