"""What children load before their first task; imported by the server that ``warm_children`` forks children from.

Nothing here may start a thread: forked processes have only the one that forks.
"""

import tempfile
from pathlib import Path

import desktop_rag.cli.files
import desktop_rag.ingestion.parse
import desktop_rag.readers.pages.render
import desktop_rag.services.embedding_child
import desktop_rag.worker.worker  # noqa: F401 - for whole programs, as ``warm_programs`` starts them
from desktop_rag.core.onnx import load_runtime
from desktop_rag.embeddings.multilingual_e5 import load_tokenizer
from desktop_rag.ingestion.parse import ParseTask, parse_file
from desktop_rag.ingestion.scanner import FoundFile

load_runtime()
load_tokenizer()
with tempfile.TemporaryDirectory() as folder:
    file = Path(folder) / "a.txt"
    file.write_text("Cats sleep sixteen hours a day.", encoding="utf-8")
    parse_file(ParseTask(FoundFile(str(file), file.stat().st_size, 0)), lambda: None)
