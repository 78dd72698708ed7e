"""Gives every passage that waits for it its vector, whatever the model's server does meanwhile.

Passages of similar length go together, so many that a batch takes as long as the model wants it to
(``batch_seconds``), each batch in a transaction: a run can be stopped or killed anywhere and goes on where it was.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import PurePath

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.disk_space import check_room
from desktop_rag.core.errors import UserError
from desktop_rag.core.instrumentation import running
from desktop_rag.core.schema import EmbeddingSpace
from desktop_rag.core.user_text import UserText, enumerated
from desktop_rag.embeddings.base import BaseEmbedding, TextRefusedError, count_tokens, limited, probe
from desktop_rag.ingestion.embedding_targets import ActiveVectors, VectorTarget
from desktop_rag.ingestion.progress import Progress, RateMeter
from desktop_rag.storage.records import NodeText
from desktop_rag.storage.sqlite.properties import get_notice, set_notice
from desktop_rag.storage.sqlite.vectors.spaces import passages_set_aside
from desktop_rag.storage.storage_context import StorageContext

_WINDOW = 256  # passages looked at together
_MOST_TOGETHER = 128
_LEAST_TOKENS, _MOST_TOKENS = 256, 65_536
_FIRST_TOKENS = 1024
_PROBE_SECONDS = 20.0
_NAMED = 3
_RATE_SECONDS, _WARM_UP_SECONDS = 120.0, 10.0  # a window has its short passages first: some windows are looked at


class EmbeddingQueue:
    """One run through the waiting nodes of an index; ``target`` is the space that is searched without it."""

    def __init__(
        self,
        storage: StorageContext,
        embed_model: BaseEmbedding,
        report: Callable[[Progress], None],
        token: CancelToken,
        target: VectorTarget | None = None,
    ) -> None:
        self._storage = storage
        self._model = embed_model
        self._report = report
        self._token = token
        self._target: VectorTarget = target or ActiveVectors(storage)
        self._budget = _Budget(embed_model)
        self._progress = Progress(self._target.stage)
        self._meter = RateMeter()
        self._characters = RateMeter(_RATE_SECONDS, _WARM_UP_SECONDS)
        self._written = 0

    def run(self) -> str:
        """Embed until nothing waits or the model cannot be used; returns the index's new notice, "" for none.

        It says in plain words why passages wait, and which ones no vector could be made of.

        Raises:
            CancelledError: stopped; what is finished is kept.
            NoSpaceError: the disk is full; the rest waits.
            UserError: the index cannot be written.

        """
        with running(self._token):
            try:
                self._drain()
            except _ModelDownError as down:
                return self._note(self._target.notice(down.error))
        return self._note("")

    def _drain(self) -> None:
        """Embed the waiting passages."""
        with _down_on_error(self._token):
            space = self._model.space
        self._target.prepare(space)
        self._note_address(space)
        done, total = self._target.totals()
        self._progress = replace(self._progress, nodes=total, nodes_embedded=done)
        self._report(self._progress)
        finished = 0
        while window := self._target.waiting(_WINDOW):
            length = self._target.mean_length()
            for batch in self._batches(window):
                self._token.raise_if_cancelled()
                if self._storage.path is not None:
                    check_room(self._storage.path.parent)
                if not self._embed(batch):
                    return
                self._storage.checkpoint()
                finished += len(batch)
                self._written += sum(len(heading) + len(text) for _, heading, text in batch)
                self._tell(done + finished, finished, length)
        self._target.finish()

    def _note_address(self, space: EmbeddingSpace) -> None:
        """Remember where the model is served, for when the settings name another one."""
        address = str(getattr(getattr(self._model, "model", self._model), "address", ""))
        if address and self._storage.permissions is not None:
            with self._storage.transaction():
                self._storage.permissions.note_address(space, address)

    def _batches(self, window: Sequence[NodeText]) -> Iterator[list[NodeText]]:
        """Yield batches of similar length from a window, sized by the time that earlier ones took."""
        with _down_on_error(self._token):
            lengths = count_tokens(self._model, [embed_text(heading, text) for _, heading, text in window])
        order = sorted(range(len(window)), key=lengths.__getitem__)
        start = 0
        while start < len(order):
            count = 1
            while (
                start + count < len(order)
                and count < _MOST_TOGETHER
                and lengths[order[start + count]] * (count + 1) <= self._budget.tokens
            ):
                count += 1
            places = order[start : start + count]
            began = time.monotonic()
            yield [window[place] for place in places]
            self._budget.took(lengths[places[-1]] * count, time.monotonic() - began)
            start += count

    def _embed(self, nodes: Sequence[NodeText]) -> bool:
        """Embed nodes and store their vectors; False when nobody wants them any more.

        When the model refuses them although it works, those it refuses are found and set aside.
        """
        try:
            with _down_on_error(self._token, TextRefusedError):
                vectors = self._model.get_text_embedding_batch(
                    [embed_text(heading, text) for _, heading, text in nodes]
                )
        except TextRefusedError as error:
            self._check_model(error)
            if len(nodes) == 1:
                self._target.set_aside(nodes[0][0])
                return True
            middle = len(nodes) // 2
            with limited(1):
                return self._embed(nodes[:middle]) and self._embed(nodes[middle:])
        return self._target.store([rowid for rowid, _, _ in nodes], vectors)

    def _check_model(self, error: UserError) -> None:
        """See whether the model works at all."""
        with limited(1, _PROBE_SECONDS):
            try:
                probe(self._model)
            except UserError as other:
                self._token.raise_if_cancelled()
                raise _ModelDownError(error) from other

    def _tell(self, done: int, finished: int, length: float) -> None:
        """Report the progress of the run, including nodes that others added meanwhile.

        The time left is that of the characters left: passages that wait have about this ``length``.
        """
        self._meter.update(finished)
        self._characters.update(self._written)
        total = self._progress.nodes
        if done > total:
            total = max(done, self._target.totals()[1])
        self._progress = replace(
            self._progress,
            nodes=total,
            nodes_embedded=done,
            per_second=self._meter.per_second,
            seconds_left=self._characters.seconds_left((total - done) * length),
        )
        self._report(self._progress)

    def _note(self, reason: str) -> str:
        """Note in the index why passages wait and which are left out."""
        notice = " ".join(part for part in (reason, left_out(self._storage)) if part)
        if notice != get_notice(self._storage.connection):
            with self._storage.transaction():
                set_notice(self._storage.connection, notice)
        return notice


class _ModelDownError(Exception):
    """The model cannot be used now."""

    def __init__(self, error: UserError) -> None:
        super().__init__(str(error))
        self.error = error


@contextmanager
def _down_on_error(token: CancelToken, but: type[UserError] | tuple[()] = ()) -> Iterator[None]:
    """Take an error inside for a model that cannot be used now, unless it is of the kind ``but``."""
    try:
        yield
    except UserError as error:
        token.raise_if_cancelled()
        if isinstance(error, but):
            raise
        raise _ModelDownError(error) from error


class _Budget:
    """The number of tokens in a batch, adapted so that it takes the seconds the model wants."""

    def __init__(self, model: BaseEmbedding) -> None:
        self._seconds: float = getattr(model, "batch_seconds", 2.0)
        self._most: int = getattr(model, "batch_tokens", 0) or _MOST_TOKENS
        self.tokens = min(_FIRST_TOKENS, self._most)

    def took(self, tokens: int, seconds: float) -> None:
        """Adapt to the time of a batch; texts from the cache shorten it, so steps up are small."""
        wanted = int(tokens / max(seconds, 1e-3) * self._seconds)
        self.tokens = max(_LEAST_TOKENS, min(wanted, self.tokens + self.tokens // 4, self._most))


def embed_text(heading: str, text: str) -> str:
    """Return the text to embed for a passage: its heading path adds the subject of a bare table or list."""
    return f"{heading}\n{text}" if heading else text


def left_out(storage: StorageContext) -> str:
    """Return a notice of files with passages that could not be embedded, "" when there are none."""
    files = passages_set_aside(storage.connection)
    if not files:
        return ""
    count = sum(number for _, number in files)
    names = enumerated([PurePath(path).name for path, _ in files], _NAMED)
    if count == 1:
        return UserText("1 passage is found by words only, because the model cannot read it ({names}).", names=names)
    return UserText(
        "{count} passages are found by words only, because the model cannot read them ({names}).",
        count=f"{count:,}",
        names=names,
    )
