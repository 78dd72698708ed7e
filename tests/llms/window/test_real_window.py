"""No prompt is longer than the window, by the count of the model itself, in any language and any way of asking."""

from collections.abc import Iterator

import pytest

from tests.helpers.lanes import rest_at_night
from tests.helpers.llama_server import available, model_file
from tests.helpers.real_windows import ANSWER, LANGUAGES, WAYS, WINDOWS, Watching, built_in, read_full, served

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not available(), reason="xllamacpp or the model is not installed"),
]


@pytest.fixture(scope="module", params=rest_at_night(WINDOWS, {"512"}))
def llm(request: pytest.FixtureRequest) -> Iterator[Watching]:
    with served()(request.param) as running:
        yield running


def assert_fits(llm: Watching) -> None:
    window = llm.metadata.context_window
    assert llm.sent
    true = llm.true_tokens()
    room = window - llm.metadata.num_output
    assert llm.metadata.num_output >= window // 8
    assert max(true) <= room, f"{max(true)} tokens of {window}, {room} beside the answer"


@pytest.mark.sampled(5)
@pytest.mark.parametrize("language", rest_at_night(LANGUAGES, {"English", "Thai"}))
@pytest.mark.parametrize("way", WAYS)
def test_no_prompt_is_longer_than_the_window(llm: Watching, way: str, language: str) -> None:
    llm.watch(reads=False)
    WAYS[way](llm, llm.metadata.context_window, language)
    assert_fits(llm)


def assert_reads_all(llm: Watching, window: int, language: str) -> None:
    read_full(llm, window, language)
    assert llm.metadata.context_window == window
    assert_fits(llm)
    [true], [usage] = llm.true_tokens(), llm.usages
    assert usage.prompt_tokens == true, "all that was sent has been read"
    # whole sentences are kept: the next one of Thai, which has few, would not fit
    assert true > 0.5 * (window - llm.metadata.num_output), "the prompt fills the window"
    assert usage.completion_tokens == ANSWER


@pytest.mark.parametrize("language", rest_at_night(LANGUAGES, {"Japanese"}))
def test_the_model_reads_all_that_is_sent_and_answers(language: str) -> None:
    with served()(512) as llm:
        assert_reads_all(llm, 512, language)


@pytest.mark.nightly(by_day="test_no_prompt_to_the_built_in_model_is_longer_than_the_window")
@pytest.mark.parametrize("language", ["English", "Japanese"])
def test_the_built_in_model_reads_all_that_is_sent_and_answers(language: str) -> None:
    file = model_file()
    assert file is not None
    with built_in(file)(512) as llm:
        assert_reads_all(llm, 512, language)


@pytest.mark.parametrize("way", rest_at_night(["compact", "chat context", "chat react"], {"chat context"}))
def test_no_prompt_to_the_built_in_model_is_longer_than_the_window(way: str) -> None:
    file = model_file()
    assert file is not None
    with built_in(file)(2048) as llm:
        WAYS[way](llm, 2048, "Thai")
        assert_fits(llm)
