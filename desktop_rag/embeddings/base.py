"""The interface of embedding models, and the parts that most of them share.

Texts that are longer than a model can read are cut, and the parts' vectors become one: a model that gets too much
refuses it or, worse, leaves out the rest without a word. Time limits for requests are shorter for a person's question
than for a run in the background.
"""

import itertools
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

import numpy as np

from desktop_rag.core.characters import without_surrogates
from desktop_rag.core.errors import UserError
from desktop_rag.core.instrumentation import CBEventType, current_token, event
from desktop_rag.core.parallel import asynchronous
from desktop_rag.core.payloads import EmbeddingPayload
from desktop_rag.core.schema import EmbeddingSpace, Matrix, MetadataMode, TextNode, Vector
from desktop_rag.core.similarity import SimilarityMode, similarity, unit

__all__ = [
    "DEFAULT_EMBED_BATCH_SIZE",
    "BaseEmbedding",
    "EmbeddingModel",
    "SimilarityMode",
    "embed_nodes",
    "get_agg_embedding_from_queries",
    "get_query_embeddings",
    "mean_agg",
    "similarity",
    "unit",
]
DEFAULT_EMBED_BATCH_SIZE = 10
MAXIMUM_BATCH_SIZE = 2048
_SURELY_FITS = 256  # bytes of a text: no token is less than one, and no model reads less
_BYTES_PER_TOKEN = 3  # few languages and tables need more
_PROBE = "size"
T = TypeVar("T")
Aggregate = Callable[[Matrix], Vector]
_TINY = 1e-30


class BaseEmbedding(Protocol):
    """An embedding model, as its users see it; vectors are float32 of unit length."""

    @property
    def space(self) -> EmbeddingSpace:
        """The space in which this model's vectors can be compared; cheap, loads nothing."""

    def get_query_embedding(self, query: str) -> Vector:
        """Return the vector of a question, shape ``(dimensions,)``."""

    def get_text_embedding_batch(self, texts: Sequence[str]) -> Matrix:
        """Return the vectors of passages, shape ``(len(texts), dimensions)``."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A text, or a part of one: ``owner`` is its place among the texts, ``tokens`` about how long it is."""

    owner: int
    text: str
    tokens: int = 0


class EmbeddingModel(ABC):
    """A ``BaseEmbedding`` that embeds in batches, each of them an ``EMBEDDING`` stage.

    Subclasses implement ``space`` and ``_embed``; ``query_instruction`` and ``text_instruction`` are put before each
    question and passage. Texts of more than ``max_tokens`` are cut, and their parts' vectors joined (``long_texts``).

    A batch has at most ``embed_batch_size`` texts, and ``batch_tokens`` tokens where that is not 0, as if each were
    as long as its longest (``pads``: texts of similar length then go together). ``batch_seconds`` is how long one
    should take.
    """

    batch_tokens = 0
    batch_seconds = 2.0
    pads = False

    def __init__(
        self,
        embed_batch_size: int = DEFAULT_EMBED_BATCH_SIZE,
        query_instruction: str = "",
        text_instruction: str = "",
    ) -> None:
        if not 1 <= embed_batch_size <= MAXIMUM_BATCH_SIZE:
            raise ValueError(f"embed_batch_size is {embed_batch_size}, not 1 to {MAXIMUM_BATCH_SIZE}")
        self.embed_batch_size = embed_batch_size
        self.query_instruction = query_instruction
        self.text_instruction = text_instruction

    @property
    @abstractmethod
    def space(self) -> EmbeddingSpace:
        """The space in which this model's vectors can be compared."""

    @abstractmethod
    def _embed(self, texts: Sequence[str]) -> Matrix:
        """Return one vector for each text, instructions included; at least one and at most a batch of them."""

    @property
    def max_tokens(self) -> int | None:
        """The maximum length of a text with its instruction, in ``count_tokens``; None for no limit."""
        return None

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return about how many tokens texts have, rather too many than too few."""
        return [estimated_tokens(text) for text in texts]

    def probe(self) -> None:
        """Embed a word: UserError says why the model cannot be used at all."""
        self._stage([self.text_instruction + _PROBE])

    def get_query_embedding(self, query: str) -> Vector:
        """Return the vector of a question, shape ``(dimensions,)``."""
        vector: Vector = self.get_query_embedding_batch([query])[0]
        return vector

    def get_query_embedding_batch(self, queries: Sequence[str]) -> Matrix:
        """Return the vectors of questions, shape ``(len(queries), dimensions)``."""
        return self._in_batches(self.query_instruction, queries, show_progress=False)

    def get_text_embedding(self, text: str) -> Vector:
        """Return the vector of a passage, shape ``(dimensions,)``."""
        vector: Vector = self.get_text_embedding_batch([text])[0]
        return vector

    def get_text_embedding_batch(self, texts: Sequence[str], show_progress: bool = False) -> Matrix:  # noqa: FBT001, FBT002
        """Return the vectors of passages in their order; ``show_progress`` draws a bar on a terminal."""
        return self._in_batches(self.text_instruction, texts, show_progress=show_progress)

    aget_query_embedding = asynchronous(get_query_embedding)
    aget_text_embedding = asynchronous(get_text_embedding)
    aget_text_embedding_batch = asynchronous(get_text_embedding_batch)

    @staticmethod
    def similarity(embedding1: Vector, embedding2: Vector, mode: SimilarityMode = SimilarityMode.COSINE) -> float:
        """Return the similarity of two vectors, higher is closer."""
        return similarity(embedding1, embedding2, mode)

    def get_agg_embedding_from_queries(self, queries: Sequence[str], agg_fn: Aggregate | None = None) -> Vector:
        """Return one vector for several wordings of a question, which are embedded together."""
        return get_agg_embedding_from_queries(self, queries, agg_fn)

    def _in_batches(self, instruction: str, texts: Sequence[str], *, show_progress: bool) -> Matrix:
        """Embed a batch at a time. Stops between batches when the job is cancelled."""
        if not texts:
            return np.zeros((0, self.space.dimensions), np.float32)
        pieces = self._pieces(instruction, [without_surrogates(text) for text in texts])
        batches = self._batches(pieces)
        made: list[Matrix] = []
        for batch in _shown(batches, show_progress=show_progress):
            current_token().raise_if_cancelled()
            made.append(self._stage([instruction + pieces[place].text for place in batch]))
        vectors = np.concatenate(made)
        order = np.array([place for batch in batches for place in batch])
        return joined(vectors[np.argsort(order)], pieces, len(texts))

    def _pieces(self, instruction: str, texts: Sequence[str]) -> list[Piece]:
        """Return the texts, those that are too long in parts, with their lengths."""
        sizes = [len(text.encode()) for text in texts]
        limit = None if max(sizes) <= _SURELY_FITS else self.max_tokens
        if limit is None:
            return [
                Piece(place, text, -(-size // _BYTES_PER_TOKEN))
                for place, (text, size) in enumerate(zip(texts, sizes, strict=True))
            ]

        def count(parts: Sequence[str]) -> list[int]:
            return self.count_tokens([instruction + part for part in parts])

        return cut(texts, limit, count)

    def _batches(self, pieces: Sequence[Piece]) -> list[list[int]]:
        """Return the places of the pieces, a list for each batch."""
        places = range(len(pieces))
        order = sorted(places, key=[piece.tokens for piece in pieces].__getitem__) if self.pads else list(places)
        batches: list[list[int]] = []
        longest = 0
        for place in order:
            longest = max(longest, pieces[place].tokens)
            too_many = self.batch_tokens and batches and longest * (len(batches[-1]) + 1) > self.batch_tokens
            if not batches or too_many or len(batches[-1]) == self.embed_batch_size:
                batches.append([])
                longest = pieces[place].tokens
            batches[-1].append(place)
        return batches

    def _stage(self, batch: Sequence[str], embed: Callable[[Sequence[str]], Matrix] | None = None) -> Matrix:
        """Embed one batch, with ``_embed`` by default."""
        told = EmbeddingPayload(type(self).__name__, len(batch))
        with event(CBEventType.EMBEDDING, **told.to_payload()) as stage:
            stage.texts = batch
            vectors = (embed or self._embed)(batch)
            stage.objects["vectors"] = vectors
            stage.payload |= replace(told, dimensions=vectors.shape[1]).to_payload()
        return vectors


def estimated_tokens(text: str) -> int:
    """Return about how many tokens a text has, from its bytes: in most languages one is 4 or more."""
    return -(-len(text.encode("utf-8", "replace")) // _BYTES_PER_TOKEN)


def count_tokens(model: BaseEmbedding, texts: Sequence[str]) -> list[int]:
    """Return about how many tokens texts have for a model."""
    count: Callable[[Sequence[str]], list[int]] | None = getattr(model, "count_tokens", None)
    return [estimated_tokens(text) for text in texts] if count is None else count(texts)


def probe(model: BaseEmbedding) -> None:
    """Embed a word: UserError says why a model cannot be used at all."""
    own: Callable[[], None] | None = getattr(model, "probe", None)
    if own is None:
        model.get_text_embedding_batch([_PROBE])
    else:
        own()


def mean_agg(embeddings: Matrix) -> Vector:
    """Return the mean of several vectors.

    Raises:
        ValueError: there are none.

    """
    if not len(embeddings):
        raise ValueError("there are no embeddings to take the mean of")
    mean: Vector = np.asarray(embeddings).mean(axis=0, dtype=np.float32)
    return mean


def get_query_embeddings(model: BaseEmbedding, queries: Sequence[str]) -> Matrix:
    """Return the vectors of questions: in one batch where the model can."""
    batch: Callable[[Sequence[str]], Matrix] | None = getattr(model, "get_query_embedding_batch", None)
    if batch is not None:
        return batch(queries)
    told = EmbeddingPayload(type(model).__name__, len(queries))
    with event(CBEventType.EMBEDDING, **told.to_payload()) as stage:
        stage.texts = queries
        vectors: Matrix = np.stack([model.get_query_embedding(query) for query in queries])
        stage.objects["vectors"] = vectors
        stage.payload |= replace(told, dimensions=vectors.shape[1]).to_payload()
    return vectors


def get_agg_embedding_from_queries(
    model: BaseEmbedding, queries: Sequence[str], agg_fn: Aggregate | None = None
) -> Vector:
    """Return one vector for several wordings of a question: their mean direction, of unit length.

    ``agg_fn`` replaces the mean; what it returns is made of unit length as well.
    """
    if len(queries) == 1 and agg_fn is None:
        vector: Vector = get_query_embeddings(model, queries)[0]
        return vector
    return unit((agg_fn or mean_agg)(get_query_embeddings(model, queries)))


def embed_nodes(
    nodes: Sequence[TextNode],
    embed_model: BaseEmbedding,
    show_progress: bool = False,  # noqa: FBT001, FBT002
) -> dict[str, Vector]:
    """Return the vector of every node by its id; nodes that have one keep it, the others are embedded in batches."""
    waiting = [node for node in nodes if node.embedding is None]
    vectors = {node.node_id: node.embedding for node in nodes if node.embedding is not None}
    size = getattr(embed_model, "embed_batch_size", DEFAULT_EMBED_BATCH_SIZE)
    batches = [waiting[start : start + size] for start in range(0, len(waiting), size)]
    for batch in _shown(batches, show_progress=show_progress):
        matrix = embed_model.get_text_embedding_batch([node.get_content(MetadataMode.EMBED) for node in batch])
        vectors |= {node.node_id: vector for node, vector in zip(batch, matrix, strict=True)}
    return vectors


def _shown(batches: Sequence[T], *, show_progress: bool) -> Iterable[T]:
    """Go through the batches, with a bar if wanted."""
    if not show_progress:
        return batches
    from rich.console import Console
    from rich.progress import track

    return track(batches, "Generating embeddings", console=Console(stderr=True))


class TextRefusedError(UserError):
    """It may be about the texts that were sent: others may work. ``retry_after``: see ``BusyError``."""

    def __init__(
        self, message: str, next_step: str = "", *, retryable: bool = False, retry_after: float | None = None
    ) -> None:
        super().__init__(message, next_step, retryable=retryable)
        self.retry_after = retry_after


def cut(texts: Sequence[str], limit: int, count: Callable[[Sequence[str]], Sequence[int]]) -> list[Piece]:
    """Return texts of at most ``limit`` tokens, in their order; ``count`` counts those of some texts.

    Longer ones are cut into parts of about the same size, between words where there are any.
    """
    fitting: list[Piece] = []
    waiting = [Piece(place, text) for place, text in enumerate(texts)]
    while waiting:
        parts: list[Piece] = []
        for piece, tokens in zip(waiting, count([piece.text for piece in waiting]), strict=True):
            if tokens <= limit or len(piece.text) < 2:
                fitting.append(Piece(piece.owner, piece.text, tokens))
            else:
                parts += [Piece(piece.owner, part) for part in in_parts(piece.text, -(-tokens // max(1, limit)))]
        waiting = parts
    return sorted(fitting, key=_owner)


def in_parts(text: str, count: int) -> list[str]:
    """Cut a text of at least two characters into ``count`` parts of about the same size (2 at least)."""
    count = min(max(2, count), len(text))
    size = len(text) / count
    places = [0]
    for number in range(1, count):
        place = int(number * size)
        # looked for in the last quarter only: parts must stay of about one size, or one is too long again
        blank = max(text.rfind(" ", place - int(size / 4), place), text.rfind("\n", place - int(size / 4), place))
        places.append(max(blank + 1 if blank >= 0 else place, places[-1] + 1))
    places.append(len(text))
    return [text[start:end] for start, end in itertools.pairwise(places) if end > start]


def joined(vectors: Matrix, pieces: Sequence[Piece], count: int) -> Matrix:
    """Return the vectors of ``count`` texts from those of their pieces (in order).

    That of a text in parts is the mean direction of its parts, weighted by their lengths, of unit length.
    """
    if len(pieces) == count:
        return vectors
    owners = np.array([piece.owner for piece in pieces])
    whole = np.zeros((count, vectors.shape[1]), np.float32)
    for owner in range(count):
        places = np.flatnonzero(owners == owner).tolist()
        if len(places) == 1:
            whole[owner] = vectors[places[0]]
        else:
            whole[owner] = mean_direction(vectors[places], [len(pieces[place].text) for place in places])
    return whole


def mean_direction(vectors: Matrix, weights: Sequence[int]) -> Matrix:
    """Return the weighted mean of directions, of unit length."""
    directions = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), _TINY)
    return unit(np.average(directions, axis=0, weights=weights))


def _owner(piece: Piece) -> int:
    """Return the number of the text a piece belongs to."""
    return piece.owner


@dataclass(frozen=True, slots=True)
class RequestLimits:
    """The maximum of further tries, and of seconds for each; None leaves it to the model."""

    retries: int | None = None
    seconds: float | None = None


_NO_LIMITS = RequestLimits()
_LIMITS: ContextVar[RequestLimits] = ContextVar("request_limits", default=_NO_LIMITS)


def request_limits() -> RequestLimits:
    """Return the limits that hold here."""
    return _LIMITS.get()


@contextmanager
def limited(retries: int, seconds: float | None = None) -> Iterator[None]:
    """Limit the waiting of models inside; stricter limits stay."""
    outer = _LIMITS.get()
    if outer.retries is not None:
        retries = min(retries, outer.retries)
    if outer.seconds is not None:
        seconds = outer.seconds if seconds is None else min(seconds, outer.seconds)
    token = _LIMITS.set(RequestLimits(retries, seconds))
    try:
        yield
    finally:
        _LIMITS.reset(token)
