"""Every option takes the values it says it takes, in every way of writing them, and no others."""

import json
import math
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.config import OPTIONS, OPTIONS_BY_KEY, AnyOption, Option, OptionValue
from desktop_rag.config.options import LLM_MODEL, LLM_SEED, LLM_STRICT, LLM_TEMPERATURE, RETRIEVER
from desktop_rag.core.errors import UserError

WITH_RANGE = [option for option in OPTIONS if option.minimum is not None]
PROMPTS = [option for option in OPTIONS if option.key.startswith("prompts.")]


def key_of(option: AnyOption) -> str:
    return option.key


def written(value: OptionValue) -> str:
    """Return a value as the command line prints and takes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def allowed(option: AnyOption) -> list[OptionValue]:
    """Return the default, every choice and both ends of the range."""
    kind = type(option.default)
    ends = [kind(end) for end in (option.minimum, option.maximum) if end is not None]
    return [option.default, *option.values, *ends]


@pytest.mark.parametrize("option", OPTIONS, ids=key_of)
def test_a_value_that_is_allowed_is_the_same_after_being_written_down(option: AnyOption) -> None:
    for value in allowed(option):
        assert option.parse(written(value)) == value
        from_disk = option.check(json.loads(json.dumps(value)))
        assert (from_disk, type(from_disk)) == (value, type(option.default))


@pytest.mark.parametrize("option", OPTIONS, ids=key_of)
@pytest.mark.parametrize("wrong", [None, [], {}, ["auto"], b"auto"], ids=repr)
def test_what_is_no_single_value_is_refused(option: AnyOption, wrong: object) -> None:
    with pytest.raises(UserError, match="cannot be") as refused:
        option.check(wrong)
    assert refused.value.message.startswith(f"“{option.label}”")
    assert refused.value.next_step.startswith("It must be ")


@pytest.mark.parametrize("option", WITH_RANGE, ids=key_of)
def test_a_number_beside_the_range_is_refused_with_the_range(option: AnyOption) -> None:
    assert option.minimum is not None
    assert option.maximum is not None
    assert option.minimum <= float(option.default) <= option.maximum
    step = 1 if isinstance(option.default, int) else 0.001
    for value in (option.minimum - step, option.maximum + step):
        wrong = type(option.default)(value)
        for refuse in (lambda wrong=wrong: option.check(wrong), lambda wrong=wrong: option.parse(str(wrong))):
            with pytest.raises(UserError) as refused:
                refuse()
            assert refused.value.next_step == f"Choose {option.minimum} to {option.maximum}."


@pytest.mark.parametrize("text", ["nan", "inf", "-inf", "1e999"])
@pytest.mark.parametrize("option", [option for option in OPTIONS if isinstance(option.default, float)], ids=key_of)
def test_a_number_that_is_none_is_refused(option: AnyOption, text: str) -> None:
    with pytest.raises(UserError, match="cannot be"):
        option.parse(text)


@pytest.mark.parametrize("option", [option for option in OPTIONS if option.choices], ids=key_of)
def test_a_value_beside_the_choices_is_refused_with_the_choices(option: AnyOption) -> None:
    with pytest.raises(UserError) as refused:
        option.parse("no such choice") if isinstance(option.default, str) else option.parse("7777777")
    assert all(str(value) in refused.value.next_step for value in option.values)
    for choice in option.choices:
        assert option.choice(choice.value) is choice
    with pytest.raises(KeyError):
        option.choice("no such choice")


@pytest.mark.parametrize(
    ("option", "wrong"),
    [
        (LLM_SEED, True),
        (LLM_SEED, 7.0),
        (LLM_SEED, "7"),
        (LLM_STRICT, 1),
        (LLM_STRICT, "true"),
        (LLM_TEMPERATURE, True),
        (LLM_TEMPERATURE, "0.5"),
        (RETRIEVER, 1),
        (RETRIEVER, "BM25"),
        (LLM_MODEL, False),
    ],
    ids=lambda value: getattr(value, "key", repr(value)),
)
def test_kinds_are_not_taken_for_one_another(option: AnyOption, wrong: object) -> None:
    with pytest.raises(UserError, match="cannot be"):
        option.check(wrong)


@pytest.mark.parametrize("value", [True, False])
def test_yes_and_no_may_be_written_in_many_ways(*, value: bool) -> None:
    for word in ("true", "yes", "on", "1") if value else ("false", "no", "off", "0"):
        for text in (word, word.upper(), word.capitalize()):
            assert LLM_STRICT.parse(text) is value


@given(st.text(max_size=60))
def test_any_text_is_a_value_or_is_refused(text: str) -> None:
    for option in (LLM_SEED, LLM_STRICT, LLM_TEMPERATURE, RETRIEVER, LLM_MODEL):
        with suppress(UserError):
            value = option.parse(text)
            assert not isinstance(value, float) or math.isfinite(value)
            assert option.check(value) == value


@pytest.mark.parametrize("text", ["half \ud83d", "\udcff"])
def test_half_characters_are_refused_because_they_cannot_be_saved(text: str) -> None:
    with pytest.raises(UserError, match="cannot be"):
        LLM_MODEL.check(text)


@pytest.mark.parametrize("option", PROMPTS, ids=key_of)
def test_a_prompt_must_keep_its_variables(option: AnyOption) -> None:
    required = getattr(option, "required", frozenset())
    assert isinstance(option, Option)
    assert option.check(f"Other words. {' '.join(f'{{{name}}}' for name in sorted(required))}")
    for name in sorted(required):
        others = " ".join(f"{{{other}}}" for other in sorted(required - {name}))
        with pytest.raises(UserError, match=rf"must contain \{{{name}\}}"):
            option.check(f"Without one. {others}")


def test_a_key_names_one_option_and_none_is_the_beginning_of_another() -> None:
    keys = sorted(OPTIONS_BY_KEY)
    assert all(key.count(".") == 1 for key in keys)
    assert not [key for key in keys if any(other.startswith(f"{key}.") for other in keys)]
