"""Small GGUF files: headers as models have them, with no model behind."""

import struct
from collections.abc import Mapping, Sequence
from pathlib import Path

Value = str | int | float | bool | Sequence[str] | Sequence[int]


def header_bytes(fields: Mapping[str, Value], version: int = 3) -> bytes:
    """Return a header with these fields and no tensors."""
    return b"GGUF" + struct.pack("<IQQ", version, 0, len(fields)) + b"".join(map(_field, fields.items()))


def write_model(path: Path, size: int = 0, **changes: Value) -> Path:
    """Write the header of a small llama with other fields (dots as two underscores), as a sparse file of ``size``."""
    fields: dict[str, Value] = {
        "general.architecture": "llama",
        "general.name": "Tiny",
        "llama.context_length": 32_768,
        "llama.block_count": 16,
        "llama.embedding_length": 1024,
        "llama.attention.head_count": 16,
        "llama.attention.head_count_kv": 4,
        "tokenizer.ggml.tokens": [f"token {number}" for number in range(2000)],
    }
    fields |= {key.replace("__", "."): value for key, value in changes.items()}
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        file.write(header_bytes(fields))
        if size:
            file.truncate(size)
    return path


def _field(item: tuple[str, Value]) -> bytes:
    name, value = item
    kind, data = _typed(value)
    return _text(name) + struct.pack("<I", kind) + data


def _typed(value: Value) -> tuple[int, bytes]:
    if isinstance(value, bool):
        return 7, struct.pack("<?", value)
    if isinstance(value, int):
        return 4, struct.pack("<I", value)
    if isinstance(value, float):
        return 6, struct.pack("<f", value)
    if isinstance(value, str):
        return 8, _text(value)
    kind = _typed(value[0])[0] if value else 4
    return 9, struct.pack("<IQ", kind, len(value)) + b"".join(_typed(one)[1] for one in value)


def _text(text: str) -> bytes:
    data = text.encode()
    return struct.pack("<Q", len(data)) + data
