"""ONNX Runtime, which runs the models that are built in: kept from reporting to its maker what it is used for.

Its packages do that unless told otherwise before they are imported: an identifier and a list of events are kept in the
person's home, and sent. So nothing may import it but this module.
"""

import os
from typing import Any


def load_runtime() -> Any:  # noqa: ANN401 - it has no types
    """Return the module ``onnxruntime``; importing it takes its time."""
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime

    onnxruntime.disable_telemetry_events()  # where the variable is not known: Windows' own tracing
    return onnxruntime
