"""JSON as text for programs: by its lines, or a line for each value with the keys that lead to it."""

import json
import re
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path

from desktop_rag.core.schema import Document, MetadataValue
from desktop_rag.readers.base import BaseReader

_ONLY_BRACKETS = re.compile(r"[{}\[\],]*")


class JSONReader(BaseReader):
    """Makes a document of a file, or of each of its lines (``is_jsonl``).

    With ``levels_back``, each value is a line after that many of its keys (0: all of them); what is no longer than
    ``collapse_length`` characters of JSON stays together. Without, the text is the JSON itself: indented, lines with
    nothing but brackets left out, or (``clean_json=False``) as one line. ``ensure_ascii`` escapes other letters.
    """

    def __init__(
        self,
        levels_back: int | None = None,
        collapse_length: int | None = None,
        ensure_ascii: bool = False,  # noqa: FBT001, FBT002 - LlamaIndex's
        is_jsonl: bool = False,  # noqa: FBT001, FBT002
        clean_json: bool = True,  # noqa: FBT001, FBT002
    ) -> None:
        self.levels_back = levels_back
        self.collapse_length = collapse_length
        self.ensure_ascii = ensure_ascii
        self.is_jsonl = is_jsonl
        self.clean_json = clean_json

    def load_data(
        self, input_file: str | Path, extra_info: Mapping[str, MetadataValue] | None = None
    ) -> list[Document]:
        """Return the documents of a file; ``extra_info`` is their metadata.

        What is nested more deeply than Python's limit of recursion is left out, with a warning.

        Raises:
            OSError: the file cannot be read.
            ValueError: it is not JSON.

        """
        text = Path(input_file).read_text(encoding="utf-8")
        parts = [line for line in text.splitlines() if line.strip()] if self.is_jsonl else [text]
        documents = []
        for part in parts:
            try:
                documents.append(Document(self._text_of(json.loads(part)), metadata=dict(extra_info or {})))
            except RecursionError:
                warnings.warn(f"{input_file} is nested too deeply, and left out", UserWarning, stacklevel=2)
        return documents

    def _text_of(self, value: object) -> str:
        if self.levels_back is not None:
            return "\n".join(self._lines(value, [], self.levels_back))
        if not self.clean_json:
            return self._json(value)
        lines = json.dumps(value, indent=0, ensure_ascii=self.ensure_ascii).split("\n")
        return "\n".join(line for line in lines if not _ONLY_BRACKETS.fullmatch(line))

    def _lines(self, value: object, keys: list[str], levels_back: int) -> Iterator[str]:
        """Yield a line for each value below ``keys``."""
        whole = self._json(value) if isinstance(value, dict | list) else str(value)
        is_short = self.collapse_length is not None and len(whole) <= self.collapse_length
        if not isinstance(value, dict | list) or is_short:
            yield " ".join([*keys[-levels_back:], whole])
        elif isinstance(value, dict):
            for key, below in value.items():
                yield from self._lines(below, [*keys, key], levels_back)
        else:
            for below in value:
                yield from self._lines(below, keys, levels_back)

    def _json(self, value: object) -> str:
        return json.dumps(value, ensure_ascii=self.ensure_ascii)
