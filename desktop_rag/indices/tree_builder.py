"""Builds the summary tree from the bottom up, a level at a time, each summary in a transaction of its own.

What is stored tells what is left to do: whatever has no parent below the top, and whatever is stale. So a build that
was killed continues where it was, and later additions and deletions cost the summaries above them only.
"""

import math
from collections.abc import Callable, Sequence

from desktop_rag.core.instrumentation import CBEventType, event
from desktop_rag.core.schema import TextNode
from desktop_rag.indices.building import BatchRun, OnProgress, content, required
from desktop_rag.indices.tree_retrievers import numbered_text, parse_selection
from desktop_rag.indices.truncation import available_tokens, truncated
from desktop_rag.llms.base import LLM
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.storage.sqlite.index_kinds.slots import EVERYTHING
from desktop_rag.storage.sqlite.index_kinds.tree import TreeItem, TreeStore
from desktop_rag.storage.storage_context import StorageContext

_GROUPS_AT_ONCE = 16
_SHOWN = 200  # characters of a summary in a trace
_FALLBACK = 1000  # characters of the texts themselves, for a model that says nothing


class TreeBuilder:
    """Brings the tree of a library, or of an index with a slot, up to date; without ``build_tree`` the leaves alone."""

    def __init__(
        self,
        storage_context: StorageContext,
        llm: LLM | None,
        summary_template: BasePromptTemplate,
        num_children: int = 10,
        *,
        slot: int = EVERYTHING,
        build_tree: bool = True,
        use_async: bool = False,
    ) -> None:
        self._storage = storage_context
        self._slot = slot
        self._store = TreeStore(storage_context.connection, slot)
        self._llm = llm
        self._template = summary_template
        self._num_children = num_children
        self._build_tree = build_tree
        self._use_async = use_async
        self._run = BatchRun(storage_context, 0)

    def pending(self) -> int:
        """Return how many nodes are not in the tree, and how many of its summaries are missing a parent or stale."""
        unfinished = self._store.unfinished(self._num_children) if self._build_tree else 0
        return self._store.pending_nodes() + unfinished

    def build(self, on_progress: OnProgress | None = None) -> None:
        """Write every summary that is missing or stale; ``on_progress`` hears (summaries written, to write)."""
        if not self.pending():
            return
        if not self._build_tree or (self._llm is None and self._needs_no_summary()):
            with self._storage.transaction():
                self._store.add_all_leaves()
            return
        required(self._llm)
        self._run = BatchRun(self._storage, self._steps(), on_progress, use_async=self._use_async)
        level = 0
        while not self._is_top(level):
            self._renew_stale(level)
            if not self._is_top(level):
                self._place(level)
                level += 1
        self._renew_stale(level)
        if level == 0:
            self._enter_leaves()

    def _needs_no_summary(self) -> bool:
        """Whether the nodes are too few to be summarised."""
        return self._storage.nodes.node_count(self._slot) <= self._num_children and not self._store.top_level()

    def _texts_of(self, items: Sequence[TreeItem]) -> list[str]:
        """Return the texts of items as models read them; those that are gone are empty."""
        rowids = [item.id for item in items if item.level == 0]
        nodes = self._storage.nodes.nodes_by_key(rowids) if rowids else {}
        texts = {rowid: content(node) for rowid, node in nodes.items()}
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
                self._run.total = max(self._run.total, self._run.done + 1)

    def _unplaced(self, level: int, limit: int) -> list[TreeItem]:
        """Return the first items of a level without parent."""
        return self._store.unplaced_leaves(limit) if level == 0 else self._store.unplaced_summaries(level, limit)

    def _renew_stale(self, level: int) -> None:
        """Replace the stale summaries of a level."""
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
        llm, summaries = required(self._llm), [""] * len(groups)

        def write(place: int) -> str:
            summaries[place] = llm.predict(self._template, context_str=contexts[place]).strip()
            return summaries[place] or contexts[place][:_FALLBACK]

        with event(CBEventType.TREE, level=level, groups=len(groups)) as stage:
            self._run.process(range(len(groups)), write, keep)
            stage.payload["summaries"] = [summary[:_SHOWN] for summary in summaries]

    def _context(self, items: Sequence[TreeItem]) -> str:
        """Return what a summary is made of, cut to the model's window."""
        texts = [text for text in self._texts_of(items) if text.strip()]
        llm = required(self._llm)
        return "\n".join(truncated(texts, available_tokens(llm, self._template) - len(texts), llm.tokenizer))

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


class TreeInserter:
    """Puts a few new nodes where the model says they belong in a tree that is there."""

    def __init__(
        self,
        storage_context: StorageContext,
        llm: LLM,
        insert_prompt: BasePromptTemplate,
        num_children: int,
        slot: int = EVERYTHING,
    ) -> None:
        self._storage = storage_context
        self._store = TreeStore(storage_context.connection, slot)
        self._llm = llm
        self._template = insert_prompt
        self._num_children = num_children

    def insert(self, nodes: Sequence[TextNode]) -> None:
        """Put nodes that are stored into the tree; what is left out of it waits for the next build.

        That is all of them when they are more than ``num_children`` or there is no tree yet.
        """
        rowids = self._storage.nodes.keys_of([node.id_ for node in nodes])
        new = [node for node in nodes if node.id_ in rowids and not self._store.is_leaf(rowids[node.id_])]
        if len(new) <= self._num_children and self._store.top_level():
            for node in new:
                self._insert_node(node, rowids[node.id_])

    def _insert_node(self, node: TextNode, rowid: int) -> None:
        """Let the model choose, level by level, where a node belongs; a full parent is halved.

        A reply that names no place leaves the node to the next build.
        """
        items: Sequence[TreeItem] = self._store.roots()
        parent: TreeItem | None = None
        while items and items[0].level > 0:
            parent = self._place_for(node, items)
            if parent is None:
                return
            items = self._store.children(parent.id)
        if parent is not None:
            with self._storage.transaction():
                self._store.adopt(parent.id, [TreeItem(0, rowid)])
                self._store.mark_stale(parent.id)
                self._store.split(parent.id, self._num_children)

    def _place_for(self, node: TextNode, items: Sequence[TreeItem]) -> TreeItem | None:
        """Return the summary a node belongs under."""
        if len(items) == 1:
            return items[0]
        free = available_tokens(self._llm, self._template, num_chunks=str(len(items)))
        (text,) = truncated([content(node)], free // 2, self._llm.tokenizer)
        texts = numbered_text([" ".join(item.text.split()) for item in items], free // 2, self._llm.tokenizer)
        reply = self._llm.predict(self._template, context_list=texts, new_chunk_text=text, num_chunks=str(len(items)))
        numbers = parse_selection(reply, len(items), 1)
        return items[numbers[0] - 1] if numbers else None
