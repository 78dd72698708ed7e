"""Files of certain days, in a storage that is searched by words and meaning."""

import os
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.ingestion.parse import ParseTask, parse_file
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.vector_stores.sqlite_vec import SqliteVecVectorStore


def fill(
    storage: StorageContext, folder: Path, files: Mapping[str, tuple[str, str]], embed_model: BaseEmbedding
) -> None:
    """Write files into a folder, each a text with its day ("2024-05-31") by its name, and read and embed them."""
    with storage.transaction():
        for name, (text, day) in files.items():
            path = folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
            seconds = datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()
            os.utime(path, (seconds, seconds))
            storage.documents.replace_file(parse_file(ParseTask.of(path)))
        vectors = SqliteVecVectorStore(storage.connection, embed_model.space)
        vectors.create()
        waiting = storage.nodes.to_embed(100)
        texts = [text for *_, text in waiting]
        vectors.add([row for row, *_ in waiting], embed_model.get_text_embedding_batch(texts))
