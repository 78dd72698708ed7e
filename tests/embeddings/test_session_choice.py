"""What the built-in model runs on: the fastest that gives the same vectors, tried once."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from desktop_rag.core.schema import Matrix
from desktop_rag.embeddings.session_choice import PROCESSOR, SessionChoice, SessionChooser

GRAPHS = ("small.onnx", "whole.onnx")
CORE_ML, DIRECT_ML, AZURE = "CoreMLExecutionProvider", "DmlExecutionProvider", "AzureExecutionProvider"
RIGHT = np.eye(4, dtype=np.float32)
WRONG = (RIGHT + 0.1 * np.roll(RIGHT, 1, axis=0)) / np.float32(np.sqrt(1.01))  # a cosine of .995


class BrokenDriverError(Exception):
    """What a driver raises."""


@dataclass
class Computer:
    """A computer on which a session takes so many seconds on each provider; ``bad`` ones give other vectors."""

    seconds: Mapping[str, float]
    bad: frozenset[str] = frozenset()
    loaded: list[SessionChoice] = field(default_factory=list)

    def load(self, choice: SessionChoice) -> SessionChoice:
        self.loaded.append(choice)
        if choice.provider not in (PROCESSOR, *self.seconds):
            raise BrokenDriverError(choice.provider)
        return choice

    def measure(self, session: SessionChoice, _texts: int) -> tuple[Matrix, float]:
        vectors = WRONG if session.provider in self.bad else RIGHT
        return vectors, self.seconds[session.graph if session.provider == PROCESSOR else session.provider]

    def chosen(self, available: list[str], note: Path | None = None) -> object:
        return SessionChooser(self.load, self.measure, note).choose(GRAPHS, available)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("seconds", "bad", "chosen"),
    [
        ({}, (), SessionChoice("small.onnx")),
        ({"whole.onnx": 0.1}, (), SessionChoice("whole.onnx")),
        ({CORE_ML: 0.1}, (), SessionChoice("whole.onnx", CORE_ML)),
        ({CORE_ML: 0.1, DIRECT_ML: 0.05}, (), SessionChoice("whole.onnx", DIRECT_ML)),
        ({CORE_ML: 0.19}, (), SessionChoice("small.onnx")),  # a hair faster is chance
        ({CORE_ML: 0.5}, (), SessionChoice("small.onnx")),
        ({CORE_ML: 0.01}, (CORE_ML,), SessionChoice("small.onnx")),  # quick and wrong
        ({CORE_ML: 0.01, DIRECT_ML: 0.1}, (CORE_ML,), SessionChoice("whole.onnx", DIRECT_ML)),
    ],
)
def test_the_fastest_that_gives_the_same_vectors_is_kept(
    tmp_path: Path, seconds: dict[str, float], bad: tuple[str, ...], chosen: SessionChoice
) -> None:
    computer = Computer({"small.onnx": 0.2, "whole.onnx": 0.3} | seconds, frozenset(bad))
    note = tmp_path / "data" / "note.json"
    available = [AZURE, CORE_ML, DIRECT_ML, PROCESSOR]
    assert computer.chosen(available, note) == chosen
    assert AZURE not in {one.provider for one in computer.loaded}, "a computer elsewhere"
    computer.loaded.clear()
    assert computer.chosen(available, note) == chosen
    assert computer.loaded == [chosen], "measured once"


def test_what_is_not_there_is_not_tried() -> None:
    computer = Computer({"small.onnx": 0.2, "whole.onnx": 0.3, CORE_ML: 0.01})
    assert computer.chosen([PROCESSOR]) == SessionChoice("small.onnx")
    assert {one.provider for one in computer.loaded} == {PROCESSOR}


def test_an_accelerator_that_is_gone_is_replaced(tmp_path: Path) -> None:
    computer, note = Computer({"small.onnx": 0.2, "whole.onnx": 0.3, CORE_ML: 0.01}), tmp_path / "note.json"
    assert computer.chosen([CORE_ML], note) == SessionChoice("whole.onnx", CORE_ML)
    assert computer.chosen([], note) == SessionChoice("small.onnx")


def test_a_driver_that_brings_the_process_down_is_not_tried_again(tmp_path: Path) -> None:
    class Crashing(Computer):
        def load(self, choice: SessionChoice) -> SessionChoice:
            if choice.provider != PROCESSOR:
                raise KeyboardInterrupt
            return super().load(choice)

    computer, note = Crashing({"small.onnx": 0.2, "whole.onnx": 0.3}), tmp_path / "note.json"
    with pytest.raises(KeyboardInterrupt):
        computer.chosen([CORE_ML], note)
    assert computer.chosen([CORE_ML], note) == SessionChoice("small.onnx")
