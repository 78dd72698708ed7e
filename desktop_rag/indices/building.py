"""Indexes that make something of every node (a summary, keywords, facts): built bit by bit, resumed where they stopped.

What was not made yet is pending: after an insertion it is made at
once, in a library that the window or command line filled when ``build_pending`` is called.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Generic, Protocol, TypeVar, Unpack

from desktop_rag.core.errors import UserError
from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.parallel import DEFAULT_WORKERS, run_parallel
from desktop_rag.core.program import program_choice
from desktop_rag.core.schema import MetadataMode, TextNode
from desktop_rag.core.user_text import UserText
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.embeddings.multilingual_e5 import chosen_embed_model
from desktop_rag.indices.base import BaseIndex, IndexOptions
from desktop_rag.llms.base import LLM, chosen_llm
from desktop_rag.storage.sqlite.index_kinds.slots import EVERYTHING, BuiltNodes
from desktop_rag.storage.storage_context import StorageContext

S = TypeVar("S")
T = TypeVar("T")
OnProgress = Callable[[int, int], None]
_AT_ONCE = 64


class IndexBuilder(Protocol):
    """Builds the missing parts of an index."""

    def pending(self) -> int:
        """Return the number of nodes that wait to be processed; cheap."""

    def build(self, on_progress: OnProgress | None = None) -> None:
        """Process the waiting nodes; see ``BuiltIndex.build_pending``."""


class BuildOptions(IndexOptions, total=False):
    """The options of every index with something to build."""

    use_async: bool


class BuiltIndex(BaseIndex):
    """An index with something to build; with ``use_async`` several requests are under way at once."""

    def __init__(
        self,
        nodes: Sequence[TextNode] | None = None,
        *,
        use_async: bool = False,
        **options: Unpack[IndexOptions],
    ) -> None:
        self._use_async = use_async
        super().__init__(nodes, **options)

    @property
    @abstractmethod
    def _builder(self) -> IndexBuilder:
        """The builder of the index."""

    def pending(self) -> int:
        """Return the number of nodes that wait to be processed; cheap."""
        return self._builder.pending()

    def build_pending(self, on_progress: OnProgress | None = None) -> None:
        """Process the waiting nodes; ``on_progress`` receives (done, total).

        Each step is kept as soon as it is done: a build that is cancelled, fails or is killed continues from there.

        Raises:
            UserError: there is no model, or it fails.
            CancelledError: the job was told to stop.

        """
        self._builder.build(on_progress)

    def _index(self, _nodes: Sequence[TextNode]) -> None:
        self.build_pending()


def require_built(storage: StorageContext, kind: str, *, built: bool, slot: int = EVERYTHING) -> None:
    """Make sure that searching makes sense; a library without nodes is searched in vain, not in error.

    Raises:
        UserError: there are nodes, but nothing was ``built`` of them yet.

    """
    if not built and storage.nodes.node_count(slot):
        raise UserError(
            "This library has no index for this way of searching yet.",
            UserText("Build it with: desktop-rag build NAME {kind}", kind=kind),
        )


class BatchRun:
    """One build: several things are made at once, and each is kept as soon as it and those before it are done."""

    def __init__(
        self, storage: StorageContext, total: int, on_progress: OnProgress | None = None, *, use_async: bool = False
    ) -> None:
        self._storage = storage
        self._on_progress = on_progress
        self._workers = DEFAULT_WORKERS if use_async else 1
        self.total = total
        self.done = 0

    def process(self, batch: Sequence[S], make: Callable[[S], T | None], keep: Callable[[S, T], None]) -> None:
        """Keep the result of ``make`` for each item, in a separate transaction; None is not kept.

        ``make`` is called from several threads and must not write to the storage.
        """
        made: dict[int, T | None] = {}
        before = self.done

        def make_one(place: int) -> None:
            current_token().raise_if_cancelled()
            made[place] = make(batch[place])

        def keep_one(done: int, _: int) -> None:
            found = made.pop(done - 1)
            if found is not None:
                with self._storage.transaction():
                    keep(batch[done - 1], found)
            self.done = before + done
            if self._on_progress is not None:
                self._on_progress(self.done, max(self.total, self.done))

        run_parallel(make_one, range(len(batch)), max_workers=self._workers, on_done=keep_one)


class NodewiseBuilder(Generic[T]):
    """Makes something of each node by itself: keywords, facts.

    ``make_extractor`` returns what makes it of a text; it is called when there is anything to do, and raises
    ``UserError`` when that cannot be done. ``keep`` stores what was made for a row id, inside a transaction. ``slot``
    is that of the index.
    """

    def __init__(
        self,
        storage: StorageContext,
        kind: str,
        make_extractor: Callable[[], Callable[[str], T]],
        keep: Callable[[int, T], None],
        *,
        slot: int = EVERYTHING,
        use_async: bool = False,
    ) -> None:
        self._storage = storage
        self._progress = BuiltNodes(storage.connection, kind, slot)
        self._make_extractor = make_extractor
        self._keep = keep
        self._use_async = use_async

    def pending(self) -> int:
        """Return the number of nodes that wait to be processed."""
        return self._progress.pending()

    def build(self, on_progress: OnProgress | None = None) -> None:
        """Process the nodes that wait, keeping each in a separate transaction; see ``BuiltIndex``."""
        total, last = self.pending(), 0
        if not total:
            return
        run = BatchRun(self._storage, total, on_progress, use_async=self._use_async)
        extract = self._make_extractor()
        while batch := self._progress.next_nodes(_AT_ONCE, last):
            current_token().raise_if_cancelled()
            nodes = self._storage.nodes.nodes_by_key([rowid for rowid, _ in batch])
            texts = {rowid: content(node) for rowid, node in nodes.items()}
            run.process(batch, partial(_extracted, extract, texts), self._note)
            last = batch[-1][0]

    def _note(self, item: tuple[int, str], made: T) -> None:
        rowid, node_id = item
        if self._progress.note(rowid, node_id):
            self._keep(rowid, made)


def _extracted(extract: Callable[[str], T], texts: Mapping[int, str], item: tuple[int, str]) -> T | None:
    """Return the result for a node's text, None when the node is gone."""
    text = texts.get(item[0])
    return None if text is None else extract(text)


def content(node: TextNode) -> str:
    """Return a node's text as models read it."""
    return node.get_content(MetadataMode.LLM)


def required(llm: LLM | None) -> LLM:
    """Return the model that a build needs.

    Raises:
        UserError: there is none.

    """
    return chosen_llm(llm, "This index")


def available(llm: LLM | None) -> LLM | None:
    """Return the model that is given, or that of ``Settings``; None where there is neither."""
    return llm or program_choice("llm")


def required_embedding(model: BaseEmbedding | None) -> BaseEmbedding:
    """Return the embedding model, or that of ``Settings``: meanings are not compared without one."""
    return chosen_embed_model(model)
