"""Builds the summary tree from the bottom up, a level at a time, each summary in a transaction of its own.

What is stored tells what is left to do: whatever has no parent below the top, and whatever is stale. So a build that
was killed goes on where it was, and later additions and deletions cost the summaries above them only.
"""

import math
from collections.abc import Callable, Sequence

from desktop_rag.core.instrumentation import CBEventType, current_token, event
from desktop_rag.core.parallel import DEFAULT_WORKERS, run_parallel
from desktop_rag.core.schema import MetadataMode
from desktop_rag.indices.fitting import fitted, room
from desktop_rag.llms.base import LLM
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.storage.sqlite.index_kinds.tree import TreeItem, TreeStore
from desktop_rag.storage.storage_context import StorageContext

OnProgress = Callable[[int, int], None]
_GROUPS_AT_ONCE = 16
_SHOWN = 200  # characters of a summary in a trace
_FALLBACK = 1000  # characters of the texts themselves, for a model that says nothing


class TreeBuilder:
    """Brings the tree of a library up to date."""

    def __init__(
        self,
        storage_context: StorageContext,
        llm: LLM,
        summary_template: BasePromptTemplate,
        num_children: int = 10,
        *,
        use_async: bool = False,
    ) -> None:
        self._storage = storage_context
        self._store = TreeStore(storage_context.connection)
        self._llm = llm
        self._template = summary_template
        self._num_children = num_children
        self._workers = DEFAULT_WORKERS if use_async else 1
        self._on_progress: OnProgress | None = None
        self._done = 0
        self._total = 0

    def build(self, on_progress: OnProgress | None = None) -> None:
        """Write every summary that is missing or stale; ``on_progress`` hears (summaries written, to write)."""
        self._on_progress = on_progress
        self._done, self._total = 0, self._steps()
        level = 0
        while not self._is_top(level):
            self._renew_stale(level)
            if not self._is_top(level):
                self._place(level)
                level += 1
        self._renew_stale(level)
        if level == 0:
            self._enter_leaves()

    def texts_of(self, items: Sequence[TreeItem]) -> list[str]:
        """Return the texts of items as models read them; those that are gone are empty."""
        rowids = [item.id for item in items if item.level == 0]
        nodes = self._storage.docstore.nodes_by_key(rowids) if rowids else {}
        texts = {rowid: node.get_content(MetadataMode.LLM) for rowid, node in nodes.items()}
        return [texts.get(item.id, "") if item.level == 0 else item.text for item in items]

    def _is_top(self, level: int) -> bool:
        """Whether nothing is or belongs above a level."""
        return level >= self._store.top_level() and self._store.count_unplaced(level) <= self._num_children

    def _enter_leaves(self) -> None:
        """Make a few nodes leaves, too few to be summarised."""
        with self._storage.transaction():
            self._store.add_leaves([item.id for item in self._store.unplaced_leaves(self._num_children)])

    def _place(self, level: int) -> None:
        """Put everything of a level that has no parent under one."""
        self._fill_last(level)
        while items := self._unplaced(level, _GROUPS_AT_ONCE * self._num_children):
            groups = [items[at : at + self._num_children] for at in range(0, len(items), self._num_children)]

            def keep(place: int, text: str, groups: Sequence[Sequence[TreeItem]] = groups) -> None:
                self._store.add_summary(text, groups[place])

            self._summarise(level + 1, groups, keep)

    def _fill_last(self, level: int) -> None:
        """Let the last parent take what it has room for; its summary becomes stale."""
        place = self._store.parent_with_room(level, self._num_children)
        if place is not None:
            parent, free = place
            items = self._unplaced(level, free)
            if items:
                with self._storage.transaction():
                    self._store.adopt(parent, items)
                    self._store.mark_stale(parent)
                self._total = max(self._total, self._done + 1)

    def _unplaced(self, level: int, limit: int) -> list[TreeItem]:
        """Return the first items of a level without parent."""
        return self._store.unplaced_leaves(limit) if level == 0 else self._store.unplaced_summaries(level, limit)

    def _renew_stale(self, level: int) -> None:
        """Write the stale summaries of a level anew."""
        while True:
            with self._storage.transaction():
                self._store.remove_empty()
            stale = self._store.stale(level, _GROUPS_AT_ONCE)
            if not stale:
                return
            groups = [self._store.children(summary.id) for summary in stale]

            def keep(
                place: int,
                text: str,
                stale: Sequence[TreeItem] = stale,
                groups: Sequence[Sequence[TreeItem]] = groups,
            ) -> None:
                self._store.renew(stale[place].id, text, groups[place])

            self._summarise(level, groups, keep)

    def _summarise(self, level: int, groups: Sequence[Sequence[TreeItem]], keep: Callable[[int, str], None]) -> None:
        """Have a summary written of each group, several at once; each is kept as soon as it is there."""
        contexts = [self._context(group) for group in groups]
        summaries: dict[int, str] = {}

        def write(place: int) -> None:
            current_token().raise_if_cancelled()
            summaries[place] = self._llm.predict(self._template, context_str=contexts[place]).strip()

        def stored(done: int, _: int) -> None:
            with self._storage.transaction():
                keep(done - 1, summaries[done - 1] or contexts[done - 1][:_FALLBACK])
            self._done += 1
            if self._on_progress is not None:
                self._on_progress(self._done, max(self._total, self._done))

        with event(CBEventType.TREE, level=level, groups=len(groups)) as stage:
            run_parallel(write, range(len(groups)), max_workers=self._workers, on_done=stored)
            stage.payload["summaries"] = [summaries[place][:_SHOWN] for place in range(len(groups))]

    def _context(self, items: Sequence[TreeItem]) -> str:
        """Return what a summary is made of, cut to the model's window."""
        texts = [text for text in self.texts_of(items) if text.strip()]
        return "\n".join(fitted(texts, room(self._llm.metadata, self._template)))

    def _steps(self) -> int:
        """Return how many summaries a build writes, as far as can be told before."""
        total, above, level = self._store.count_stale(), 0, 0
        while True:
            count = self._store.count_unplaced(level) + above
            if level >= self._store.top_level() and count <= self._num_children:
                return total
            above = math.ceil(count / self._num_children)
            total += above
            level += 1
