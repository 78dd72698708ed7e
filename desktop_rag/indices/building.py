"""What the kinds share that make something of every node: they are built bit by bit and carry on where they were.

An index is over everything its library holds. What was not made yet is pending: after an insertion it is made at
once, in a library that the window or command line filled when ``build_pending`` is called.
"""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from desktop_rag.core.errors import BugError, UserError
from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.parallel import DEFAULT_WORKERS, run_parallel
from desktop_rag.core.schema import MetadataMode, TextNode
from desktop_rag.indices.base import BaseIndex
from desktop_rag.llms.base import LLM
from desktop_rag.storage.sqlite.index_kinds.progress import BuildProgress

T = TypeVar("T")
OnProgress = Callable[[int, int], None]
_AT_ONCE = 64


class BuiltIndex(BaseIndex):
    """An index with something to build."""

    @abstractmethod
    def pending(self) -> int:
        """Return how many nodes wait to be processed; cheap."""

    @abstractmethod
    def build_pending(self, on_progress: OnProgress | None = None) -> None:
        """Process what waits; ``on_progress`` hears (done, total).

        Each step is kept as soon as it is done: a build that is cancelled, fails or is killed goes on from there.

        Raises:
            UserError: there is no model, or it fails.
            CancelledError: the job was told to stop.

        """

    @abstractmethod
    def any_built(self) -> bool:
        """Whether anything can be searched yet."""

    def check_built(self) -> None:
        """Make sure that searching makes sense; a library without nodes is searched in vain, not in error.

        Raises:
            UserError: there are nodes, but nothing was made of them yet.

        """
        if not self.any_built() and self.docstore.node_count():
            raise UserError(
                "This library was not prepared for this way of searching yet.",
                f"Prepare it with: desktop-rag build NAME {self.kind}",
            )

    def _index(self, nodes: Sequence[TextNode]) -> None:  # noqa: ARG002 - whatever waits, these among it
        """Process what waits after an insertion."""
        self.build_pending()


class NodewiseIndex(BuiltIndex, Generic[T]):
    """An index that makes something of each node by itself: keywords, facts."""

    def __init__(
        self,
        nodes: Sequence[TextNode] | None = None,
        *,
        use_async: bool = False,
        **options: Any,  # noqa: ANN401 - those of BaseIndex
    ) -> None:
        self._workers = DEFAULT_WORKERS if use_async else 1
        super().__init__(nodes, **options)

    @property
    def progress(self) -> BuildProgress:
        """Which nodes are done."""
        return BuildProgress(self.storage_context.connection, self.kind)

    def pending(self) -> int:
        """Return how many nodes wait to be processed."""
        return self.progress.pending()

    def any_built(self) -> bool:
        """Whether any node was processed."""
        return self.progress.any_done()

    def build_pending(self, on_progress: OnProgress | None = None) -> None:
        """Process the nodes that wait, each kept in a transaction of its own; see ``BuiltIndex``."""
        total, finished, last = self.pending(), 0, 0
        if total:
            self._prepare()
        while batch := self.progress.next_nodes(_AT_ONCE, last):
            current_token().raise_if_cancelled()
            self._process(batch, finished, total, on_progress)
            finished += len(batch)
            last = batch[-1][0]
        if finished:
            self._finish()

    def _process(
        self, batch: Sequence[tuple[int, str]], finished: int, total: int, on_progress: OnProgress | None
    ) -> None:
        """Process some nodes, several at once; each is kept as soon as it and those before it are done."""
        nodes = self.docstore.nodes_by_key([rowid for rowid, _ in batch])
        made: dict[int, T] = {}

        def make(place: int) -> None:
            current_token().raise_if_cancelled()
            node = nodes.get(batch[place][0])
            if node is not None:
                made[place] = self._extract(node)

        def keep(done: int, _: int) -> None:
            rowid, node_id = batch[done - 1]
            if done - 1 in made:
                with self.storage_context.transaction():
                    if self.progress.note(rowid, node_id):
                        self._keep(rowid, made.pop(done - 1))
            if on_progress is not None:
                on_progress(finished + done, max(total, finished + done))

        run_parallel(make, range(len(batch)), max_workers=self._workers, on_done=keep)

    def _prepare(self) -> None:
        """Do what must be done before the first node; raise ``UserError`` when it cannot be done."""

    def _finish(self) -> None:
        """Do what must be done after the last node."""

    @abstractmethod
    def _extract(self, node: TextNode) -> T:
        """Make something of a node; called from several threads, must not write to the storage."""

    @abstractmethod
    def _keep(self, rowid: int, made: T) -> None:
        """Store what was made of a node (inside a transaction)."""


def content(node: TextNode) -> str:
    """Return a node's text as models read it."""
    return node.get_content(MetadataMode.LLM)


def required(llm: LLM | None) -> LLM:
    """Return the model.

    Raises:
        UserError: there is none.

    """
    if llm is None:
        raise UserError(
            "This needs a language model.", "Choose one in the settings, or with --provider on the command line."
        )
    return llm


def required_embedding(model: T | None) -> T:
    """Return the embedding model; a way of searching that compares meanings cannot do without."""
    if model is None:
        raise BugError("this retriever mode needs an embed_model")
    return model
