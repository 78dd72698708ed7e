"""The space that new vectors go to: the one that is searched, or one that is being built beside it."""

from typing import TYPE_CHECKING, Protocol

from desktop_rag.core.errors import UserError
from desktop_rag.core.events import IngestStage
from desktop_rag.core.schema import EmbeddingSpace, Matrix
from desktop_rag.core.user_text import UserText
from desktop_rag.storage.records import NodeText
from desktop_rag.storage.sqlite.vectors.spaces import (
    active_space,
    begin_space,
    begun_space,
    pending_nodes,
    set_aside,
    space_progress,
    switch_to,
)
from desktop_rag.storage.storage_context import StorageContext

if TYPE_CHECKING:
    from desktop_rag.storage.ports import Vectors

_SAMPLE = 500  # nodes


class VectorTarget(Protocol):
    """Nodes that wait for a vector, and where it goes."""

    stage: IngestStage

    def notice(self, error: UserError) -> UserText:
        """Return the reason nodes wait while the model cannot be used."""

    def prepare(self, space: EmbeddingSpace) -> None:
        """Make the missing parts of the space; called once, before the rest."""

    def totals(self) -> tuple[int, int]:
        """Return (nodes that are done, all)."""

    def waiting(self, count: int) -> list[NodeText]:
        """Return the next nodes that wait; each time others than those returned before, unless they are changed."""

    def mean_length(self) -> float:
        """Return about how many characters a node that waits has."""

    def store(self, rowids: list[int], vectors: Matrix) -> bool:
        """Store vectors in one transaction; False when nobody wants vectors of this space any more."""

    def set_aside(self, rowid: int) -> None:
        """Give a node up: no vector can be made of it."""

    def finish(self) -> None:
        """Do the remaining work when nothing waits any more."""


class ActiveVectors:
    """The space that is searched: its waiting nodes are embedded for the first time."""

    stage: IngestStage = "embedding"

    def __init__(self, storage: StorageContext) -> None:
        self._storage = storage
        self._space: EmbeddingSpace | None = None
        self._store: Vectors | None = None

    def notice(self, error: UserError) -> UserText:
        """Return the reason nodes wait while the model cannot be used."""
        return UserText(
            "New passages are found by words only for now: {error} The program tries again automatically.",
            error=error,
        )

    def prepare(self, space: EmbeddingSpace) -> None:
        """Make the space of a file that has none."""
        self._space = space
        self._store = self._storage.vectors(space)
        with self._storage.transaction():
            self._store.create()

    def totals(self) -> tuple[int, int]:
        """Return (nodes that are done, all)."""
        totals = self._storage.documents.totals()
        return totals.nodes_embedded, totals.nodes

    def waiting(self, count: int) -> list[NodeText]:
        """Return the next nodes without a vector, small and recent files first."""
        return self._storage.nodes.to_embed(count)

    def mean_length(self) -> float:
        """Return about how many characters a node without a vector has."""
        return self._storage.nodes.mean_length_to_embed()

    def store(self, rowids: list[int], vectors: Matrix) -> bool:
        """Store vectors, unless the file has another space by now."""
        assert self._store is not None  # noqa: S101 - prepared
        with self._storage.transaction():
            if active_space(self._storage.connection) != self._space:
                return False
            self._store.add(rowids, vectors)
        return True

    def set_aside(self, rowid: int) -> None:
        """Let a node be found by its words only."""
        with self._storage.transaction():
            set_aside(self._storage.connection, [rowid])

    def finish(self) -> None:
        """Do nothing: everything is where it belongs."""


class NewVectors:
    """A space beside the one that is searched; it takes over when every node has its vector there."""

    stage: IngestStage = "switching"

    def __init__(self, storage: StorageContext) -> None:
        self._storage = storage
        self._space = EmbeddingSpace("", "", 0, "")
        self._store: Vectors | None = None
        self._after = -1
        self._given_up: list[int] = []

    def notice(self, error: UserError) -> UserText:
        """Return the reason nodes wait while the model cannot be used."""
        return UserText(
            "The change of search model is waiting, and the library is searched as before: {error} "
            "The program tries again automatically.",
            error=error,
        )

    def prepare(self, space: EmbeddingSpace) -> None:
        """Begin the space, or continue it."""
        self._space = space
        with self._storage.transaction():
            begin_space(self._storage.connection, space)
            self._store = self._storage.vectors(space)
            self._store.create()

    def totals(self) -> tuple[int, int]:
        """Return (nodes that are done, all)."""
        return space_progress(self._storage.connection, self._space)

    def waiting(self, count: int) -> list[NodeText]:
        """Return the next nodes; at the end, those that others added meanwhile."""
        rowids = self._pending(count)
        if not rowids and self._after >= 0:
            self._after = -1
            rowids = self._pending(count)
        if rowids:
            self._after = rowids[-1]
        return self._storage.nodes.texts_to_embed(rowids)

    def mean_length(self) -> float:
        """Return about how many characters the next nodes have."""
        following = self._storage.nodes.texts_to_embed(self._pending(_SAMPLE))
        return sum(len(heading) + len(text) for _, heading, text in following) / max(1, len(following))

    def store(self, rowids: list[int], vectors: Matrix) -> bool:
        """Store vectors, unless the change was given up."""
        assert self._store is not None  # noqa: S101 - prepared
        with self._storage.transaction():
            if begun_space(self._storage.connection) != self._space:
                return False
            self._store.add(rowids, vectors)
        return True

    def set_aside(self, rowid: int) -> None:
        """Remember a node that will be found by its words only."""
        self._given_up.append(rowid)

    def finish(self) -> None:
        """Let the new space be searched from now on: all at once or not at all.

        What was added in the last moment waits for its vector.
        """
        with self._storage.transaction():
            if begun_space(self._storage.connection) == self._space:
                switch_to(self._storage.connection, self._space, self._given_up)

    def _pending(self, count: int) -> list[int]:
        """Return nodes behind the last ones."""
        given_up = set(self._given_up)
        while True:
            rowids = pending_nodes(self._storage.connection, self._space, self._after, count)
            wanted = [rowid for rowid in rowids if rowid not in given_up]
            if wanted or not rowids:
                return wanted
            self._after = rowids[-1]
