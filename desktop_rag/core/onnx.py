"""ONNX Runtime, which runs the built-in models."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray


class ModelInput(Protocol):
    """One of the values that a model takes."""

    name: str


class ModelDescription(Protocol):
    """The description stored in a model's file."""

    custom_metadata_map: Mapping[str, str]


class Session(Protocol):
    """A loaded model, as far as it is used here: ONNX Runtime itself has no types."""

    def run(self, output_names: Sequence[str] | None, inputs: Mapping[str, NDArray[Any]]) -> list[NDArray[np.float32]]:
        """Return the values of the named outputs; of all for None."""

    def get_inputs(self) -> Sequence[ModelInput]:
        """Return the inputs of the model."""

    def get_modelmeta(self) -> ModelDescription:
        """Return the description stored in the model's file."""


def load_runtime() -> Any:  # noqa: ANN401 - it has no types
    """Return the module ``onnxruntime``, with its reports to its maker switched off; the first call takes 0.1 s."""
    import onnxruntime

    onnxruntime.disable_telemetry_events()  # Windows: its own tracing does not heed the variable
    return onnxruntime
