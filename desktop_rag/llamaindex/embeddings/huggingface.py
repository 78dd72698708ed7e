"""Sentence encoders in the ONNX format, from a folder of this computer (LlamaIndex's ``HuggingFaceEmbedding``)."""

import threading
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from desktop_rag.core.errors import UserError
from desktop_rag.core.onnx import Session, load_runtime
from desktop_rag.core.schema import EmbeddingSpace, Matrix
from desktop_rag.core.user_text import UserText
from desktop_rag.embeddings.base import DEFAULT_EMBED_BATCH_SIZE, EmbeddingModel
from desktop_rag.embeddings.session_choice import PROCESSOR
from desktop_rag.llamaindex.embeddings.model_folder import ModelFolder

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_BATCH_TOKENS = 2048  # padded tokens per run: larger batches gain nothing on a processor
_POOLED = ("sentence_embedding", "embedding", "text_embeds")  # outputs that are vectors of whole texts
Hidden = NDArray[np.float32]


class HuggingFaceEmbedding(EmbeddingModel):
    """Runs a sentence encoder without PyTorch; ``model_name`` is its folder, or its name in Hugging Face's cache.

    Nothing is downloaded. How tokens become one vector, what stands before questions and passages, and how long texts
    may be is what the folder says, unless arguments say otherwise. Longer texts are cut and their vectors averaged.
    With ``normalize`` vectors have unit length. Safe to use from several threads; loads on first use. ``backend`` and
    ``device`` may say what is so anyway.

    Raises:
        UnusableInputError: there is no such folder, or no model in the ONNX format in it.
        ValueError: the model is to run otherwise than in the ONNX format on the processor.

    """

    batch_tokens = _BATCH_TOKENS
    pads = True

    def __init__(  # noqa: PLR0913 - the settings of LlamaIndex's class
        self,
        model_name: str | Path,
        max_length: int | None = None,
        query_instruction: str | None = None,
        text_instruction: str | None = None,
        *,
        normalize: bool = True,
        embed_batch_size: int = DEFAULT_EMBED_BATCH_SIZE,
        cache_folder: str | Path | None = None,
        backend: str = "onnx",
        device: str | None = None,
    ) -> None:
        if backend != "onnx" or device not in {None, "cpu"}:
            raise ValueError(
                f'models run in the ONNX format on the processor (backend="onnx", device="cpu"), '
                f"not {backend!r} on {device or 'cpu'!r}"
            )
        self.folder = ModelFolder.read(str(model_name), cache_folder)
        usual = self.folder.instructions
        super().__init__(
            embed_batch_size,
            usual.query if query_instruction is None else query_instruction,
            usual.text if text_instruction is None else text_instruction,
        )
        self.model_name = self.folder.name
        self.normalize = normalize
        self._max_tokens = min(max_length or self.folder.max_tokens, self.folder.max_tokens)
        self._lock = threading.Lock()
        self._loaded: Session | None = None

    @property
    def space(self) -> EmbeddingSpace:
        """The model with its pooling and instructions."""
        rules = f"{self.query_instruction}|{self.text_instruction}|{self.folder.pooling}"
        return EmbeddingSpace("huggingface", self.folder.path.resolve().name, self._dimensions, rules)

    @property
    def max_tokens(self) -> int:
        """How long a text may be with its instruction and the marks of beginning and end."""
        return self._max_tokens

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return how many tokens the model reads of each text."""
        return [len(encoding.ids) for encoding in self._tokenizer.encode_batch(list(texts))]

    def _embed(self, texts: Sequence[str]) -> Matrix:
        rows = [encoding.ids[: self._max_tokens] for encoding in self._tokenizer.encode_batch(list(texts))]
        width = max(1, *map(len, rows))
        ids = np.full((len(rows), width), self.folder.pad_id, np.int64)
        mask = np.zeros((len(rows), width), np.int64)
        for number, row in enumerate(rows):
            ids[number, : len(row)] = row
            mask[number, : len(row)] = 1
        vectors = self._run(ids, mask)
        if self.normalize:
            vectors = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), np.float32(1e-12))
        return np.asarray(vectors, np.float32)

    def _run(self, ids: NDArray[np.int64], mask: NDArray[np.int64]) -> Matrix:
        """Return the vectors of token ids."""
        session = self._session
        known = {
            "input_ids": ids,
            "attention_mask": mask,
            "token_type_ids": np.zeros_like(ids),
            "position_ids": np.broadcast_to(np.arange(ids.shape[1]), ids.shape).copy(),
        }
        inputs = {taken.name: known[taken.name] for taken in session.get_inputs() if taken.name in known}
        names = [output.name for output in session.get_outputs()]
        pooled = next((name for name in _POOLED if name in names), None)
        if pooled is None and self.folder.has_dense:
            raise UserError(
                "This model has a layer after its tokens that the ONNX file lacks.",
                "Export it with the task “sentence-similarity”, or choose another model.",
            )
        (found,) = session.run([pooled or names[0]], inputs)
        return found if found.ndim == 2 else _POOLINGS[self.folder.pooling](found, mask)

    @cached_property
    def _dimensions(self) -> int:
        """How long vectors are; of a folder that does not say, the model tells."""
        return self.folder.dimensions or int(self._embed(["size"]).shape[1])

    @cached_property
    def _tokenizer(self) -> "Tokenizer":
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(self.folder.path / "tokenizer.json"))
        tokenizer.no_padding()
        tokenizer.no_truncation()
        return tokenizer

    @property
    def _session(self) -> Any:  # noqa: ANN401 - ONNX Runtime has no types
        with self._lock:
            if self._loaded is None:
                onnxruntime = load_runtime()
                options = onnxruntime.SessionOptions()
                options.add_session_config_entry("session.intra_op.allow_spinning", "0")
                try:
                    self._loaded = onnxruntime.InferenceSession(str(self.folder.graph), options, providers=[PROCESSOR])
                except Exception as error:
                    raise UserError(
                        UserText("{graph} cannot be loaded: {error}", graph=self.folder.graph, error=error),
                        "Download or export the model again.",
                    ) from error
            return self._loaded


def _mean(hidden: Hidden, mask: NDArray[np.int64]) -> Matrix:
    weights = mask[:, :, None].astype(np.float32)
    total: Matrix = (hidden * weights).sum(axis=1) / np.maximum(weights.sum(axis=1), np.float32(1e-9))
    return total


def _maximum(hidden: Hidden, mask: NDArray[np.int64]) -> Matrix:
    most: Matrix = np.where(mask[:, :, None] > 0, hidden, -np.inf).max(axis=1)
    return most


def _last(hidden: Hidden, mask: NDArray[np.int64]) -> Matrix:
    last: Matrix = hidden[np.arange(len(hidden)), np.maximum(mask.sum(axis=1) - 1, 0)]
    return last


_POOLINGS: dict[str, Callable[[Hidden, NDArray[np.int64]], Matrix]] = {
    "cls": lambda hidden, _: hidden[:, 0],
    "mean": _mean,
    "max": _maximum,
    "last": _last,
}
