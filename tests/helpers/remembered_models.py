"""What the built-in models said of an input is remembered, from test to test and by the children that tests start.

Hundreds of tests read the same few files and ask the same questions of them: of a run's processor time a tenth went to
answers of models that had been given before. Tests of the models themselves ask them.
"""

import hashlib
import os
import pickle
import struct
import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from desktop_rag.core.onnx import ModelDescription, ModelInput, Session
from desktop_rag.embeddings.session_choice import SessionChoice, SessionChooser
from desktop_rag.rerankers.judge import Judge

_GRAPH = SessionChoice("model-int8.onnx")  # of the built-in search model: measuring which is faster takes a second
_HEAD = struct.Struct("<32sQL")  # of what was said: the digest of what was asked, its own length and checksum


class Remembered:
    """A file that processes append what models said to, each after what it found there.

    It is opened before a child is confined: then no other file may be written.
    """

    def __init__(self, file: Path) -> None:
        self._written = os.open(file, os.O_CREAT | os.O_RDWR | os.O_APPEND)
        self._values: dict[bytes, bytes] = {}
        with file.open("rb") as records:
            while len(head := records.read(_HEAD.size)) == _HEAD.size:
                key, length, checksum = _HEAD.unpack(head)
                value = records.read(length)
                if zlib.crc32(value) != checksum:  # of a process that was killed while it wrote
                    break
                self._values[key] = value

    def get(self, key: bytes) -> bytes | None:
        """Return what was said; None where nobody asked yet."""
        return self._values.get(key)

    def put(self, key: bytes, value: bytes) -> None:
        """Keep what was said, for this process and for those that open the file later."""
        self._values[key] = value
        os.write(self._written, _HEAD.pack(key, len(value), zlib.crc32(value)) + value)


class RememberingSession:
    """A model that is loaded only when it is asked what nobody asked before."""

    def __init__(self, name: str, remembered: Remembered, load: Callable[[], Session]) -> None:
        self._name = name
        self._remembered = remembered
        self._load = cache(load)

    def run(self, output_names: Sequence[str] | None, inputs: Mapping[str, NDArray[Any]]) -> list[NDArray[np.float32]]:
        """Return what the model says of the inputs."""
        asked = (self._name, output_names, {name: (one.shape, one.tobytes()) for name, one in inputs.items()})
        key = hashlib.sha256(pickle.dumps(asked)).digest()
        value = self._remembered.get(key)
        if value is None:
            value = pickle.dumps(self._load().run(output_names, inputs))
            self._remembered.put(key, value)
        said: list[NDArray[np.float32]] = pickle.loads(value)
        return said

    def get_inputs(self) -> Sequence[ModelInput]:
        """Return the inputs of the model."""
        return self._load().get_inputs()

    def get_modelmeta(self) -> ModelDescription:
        """Return the description stored in the model's file."""
        return self._load().get_modelmeta()


def remember_models(patch: pytest.MonkeyPatch, remembered: Remembered) -> None:
    """Let the search model and the judge of this process answer from what is remembered where they can."""
    noted, choose, load_judge = SessionChooser.remembered, SessionChooser.choose, Judge._loaded

    def note(chooser: SessionChooser, graphs: Sequence[str], available: Sequence[str]) -> SessionChoice:
        return noted(chooser, graphs, available) or _GRAPH

    def chosen(chooser: SessionChooser, graphs: Sequence[str], available: Sequence[str]) -> Session:
        name = str(note(chooser, graphs, available))
        return RememberingSession(name, remembered, lambda: choose(chooser, graphs, available))

    def judge(self: Judge) -> Session:
        return RememberingSession("judge", remembered, lambda: load_judge(self))

    patch.setattr(SessionChooser, "remembered", note)
    patch.setattr(SessionChooser, "choose", chosen)
    patch.setattr(Judge, "_loaded", judge)
