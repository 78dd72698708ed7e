"""ONNX Runtime, which runs the built-in models."""

from typing import Any


def load_runtime() -> Any:  # noqa: ANN401 - it has no types
    """Return the module ``onnxruntime``, with its reports to its maker switched off; the first call takes 0.1 s."""
    import onnxruntime

    onnxruntime.disable_telemetry_events()  # Windows: its own tracing does not heed the variable
    return onnxruntime
