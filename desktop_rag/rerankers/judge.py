"""The built-in judge: whether evidence supports a statement, and whether a passage answers a question.

A cross-encoder with two heads that was made for this project (``resources/models/README.md``). It reads a statement or
a question together with evidence, in about 100 languages, and shares its word table with the built-in embedder. It
cannot compute, compare numbers or tell the cells of a table apart: that is left to rules.
"""

import functools
import json
import re
import threading
from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.onnx import Session, load_runtime
from desktop_rag.core.paths import resource_path
from desktop_rag.core.schema import Matrix, Vector
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.embeddings.multilingual_e5 import MODEL, MultilingualE5Embedding, load_tokenizer, token_batches

LONGEST = 224  # tokens of a pair: it saw no more in training
_LONGEST_FIRST = 96  # tokens of the statement or question
_LONGEST_UNIT = 200  # tokens of one unit of evidence
_BEGIN, _PAD, _END = 0, 1, 2
_REMEMBERED = 4096  # units of evidence whose tokens are kept
_EXTENSION = re.compile(r"\.\w{1,5}$")
_CJK = "\u2e7f"  # Chinese and Japanese characters are above
Pair = tuple[str, Sequence[str]]  # a statement or question, and units of evidence in their own order


@runtime_checkable
class Judges(Protocol):
    """Judges statements and questions by evidence: the judge, here or in a child process."""

    def support(self, pairs: Sequence[Pair]) -> Matrix:
        """Return the logits of supported, contradicted and not said, shape ``(len(pairs), 3)``."""

    def answers(self, pairs: Sequence[Pair]) -> Vector:
        """Return the logits of passages answering questions, shape ``(len(pairs),)``."""


class Judge:
    """See the module. Safe to use from several threads; loads on first use, in some 30 ms after the embedder."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._session: Session | None = None

    def support(self, pairs: Sequence[Pair]) -> Matrix:
        """Return the logits of supported, contradicted and not said of statements, shape ``(len(pairs), 3)``.

        Evidence that is too long is cut to the units that share the rarest words with the statement.
        """
        return self._run("nli", pairs, np.zeros((len(pairs), 3), np.float32))

    def answers(self, pairs: Sequence[Pair]) -> Vector:
        """Return the logits of passages answering questions, shape ``(len(pairs),)``."""
        return self._run("qa", pairs, np.zeros(len(pairs), np.float32))

    def _run(self, head: str, pairs: Sequence[Pair], found: NDArray[np.float32]) -> NDArray[np.float32]:
        session, token = self._loaded(), current_token()
        rows = [_row(first, units) for first, units in pairs]
        for batch in token_batches([len(ids) for ids, _ in rows]):
            token.raise_if_cancelled()
            found[batch] = session.run([head], _inputs([rows[place] for place in batch]))[0]
        return found

    def _loaded(self) -> Session:
        with self._lock:
            if self._session is None:
                runtime = load_runtime()
                options = runtime.SessionOptions()
                # idle threads sleep rather than spin: the window needs the processor too
                options.add_session_config_entry("session.intra_op.allow_spinning", "0")
                # beside the embedder's weights, whose word table it takes
                path = str(resource_path("models", MODEL, "judge.onnx"))
                session: Session = runtime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
                self._session = session
            return self._session


@functools.cache
def built_in_judge() -> Judge:
    """Return the judge of this process."""
    return Judge()


def judge_of(embed_model: BaseEmbedding | None) -> Judges | None:
    """Return the judge that comes with the built-in search model, where that runs; None with any other model."""
    inner = getattr(embed_model, "model", embed_model)
    if isinstance(inner, MultilingualE5Embedding):
        return built_in_judge()
    return inner if isinstance(inner, Judges) else None


def title_above(file: str, heading: str) -> str:
    """Return the line above evidence from a file, as in training: its name without folders and ending, and the heading.

    Names of folders are no evidence, and differ from computer to computer.
    """
    name = _EXTENSION.sub("", shown_name(file)).replace("_", " ")
    return f"{name} {heading}".replace("\n", " ").strip()


def log_odds(logits: Matrix) -> Vector:
    """Return the log odds that statements are supported, from the logits of ``Judge.support``."""
    odds: Vector = logits[:, 0] - np.logaddexp(logits[:, 1], logits[:, 2])
    return odds


def _row(first: str, units: Sequence[str]) -> tuple[list[int], int]:
    """Return the token ids of a pair, and how many of them belong to the first text."""
    asked = _tokens(first)
    head = [_BEGIN, *asked[:_LONGEST_FIRST], _END]
    room = LONGEST - len(head) - 2
    told = [one for unit in _chosen(asked, [_tokens(unit) for unit in units], room) for one in unit]
    return [*head, _END, *told[:room], _END], len(head)


@lru_cache(_REMEMBERED)
def _tokens(text: str) -> tuple[int, ...]:
    """Return the token ids of a unit by itself, as the judge was trained with them."""
    text = text.strip()
    encoding = load_tokenizer().encode(text, add_special_tokens=False)
    ids: list[int] = encoding.ids
    if len(ids) > 1 and encoding.tokens[0] == "▁" and text[0] > _CJK:
        ids = ids[1:]  # the lone sign of a blank, which stands nowhere in such a text
    return tuple(ids[:_LONGEST_UNIT])


def _chosen(asked: Sequence[int], units: Sequence[Sequence[int]], room: int) -> list[Sequence[int]]:
    """Return the units that fit: those with the rarest tokens of the first text, the best two with their neighbours.

    They stay in their order. This is how evidence was cut for training.
    """
    if sum(map(len, units)) <= room:
        return list(units)
    wanted, rarity = set(asked), _rarity()
    scores = [sum(float(rarity[one]) for one in wanted & set(unit)) / (8 + len(unit)) ** 0.35 for unit in units]
    chosen: set[int] = set()
    used = 0
    for rank, best in enumerate(sorted(range(len(units)), key=lambda place: -scores[place])):
        for place in (best, best - 1, best + 1) if rank < 2 else (best,):
            if 0 <= place < len(units) and place not in chosen and used + len(units[place]) <= room:
                chosen.add(place)
                used += len(units[place])
        if not chosen:
            return [units[best]]  # longer than the room: it is cut
        if used > room - 8:
            break
    return [units[place] for place in sorted(chosen)]


@functools.cache
def _rarity() -> Vector:
    """Return the rarity of each token, from the tokenizer's own logarithms of frequencies."""
    path = resource_path("models", MODEL, "tokenizer.json")
    vocabulary = json.loads(path.read_text(encoding="utf-8"))["model"]["vocab"]
    return np.maximum(0.2, -np.array([score for _, score in vocabulary]) - 3.2)


def _inputs(rows: Sequence[tuple[list[int], int]]) -> dict[str, NDArray[np.int64]]:
    """Return rows as the graph takes them, padded to the longest."""
    width = max(len(ids) for ids, _ in rows)
    tokens = np.full((len(rows), width), _PAD, np.int64)
    mask, segment = np.zeros_like(tokens), np.zeros_like(tokens)
    for number, (ids, first) in enumerate(rows):
        tokens[number, : len(ids)] = ids
        mask[number, : len(ids)] = 1
        segment[number, first : len(ids)] = 1
    return {"input_ids": tokens, "attention_mask": mask, "segment": segment}
