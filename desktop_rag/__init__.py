"""Desktop RAG: ask questions of your own documents and see where each answer comes from."""

import os

# ONNX Runtime reads this once, when it is imported, and PyMuPDF imports it too: unless it is set before either,
# an identifier and a list of events are kept in the person's home and sent to its maker. Children inherit it.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

__version__ = "0.1.0"
