"""Postprocessors that keep, drop, move or widen what was found, under the names of LlamaIndex's module."""

import logging
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from desktop_rag.callbacks.base import CallbackManager
from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.schema import NodeWithScore, QueryBundle, TextNode
from desktop_rag.postprocessor.base import BaseNodePostprocessor
from desktop_rag.text import analyzer

_JOINERS = re.compile(r"[._\-/@]+")
_LOG = logging.getLogger(__name__)

MODES = ("next", "previous", "both")


class Neighbours(Protocol):
    """A document store, as far as it knows what stands beside a node."""

    def nodes_around(self, node_id: str, before: int, after: int) -> tuple[list[TextNode], list[TextNode]]:
        """Return nodes before and after a node, in document order."""


class PrevNextNodePostprocessor(BaseNodePostprocessor):
    """Adds ``num_nodes`` nodes after each node ("next"), before it ("previous"), or both.

    Nodes that follow one another stand together, in the order of the document, where the best of them stood. A node
    that was found keeps its score; what is added has none.
    """

    def __init__(
        self,
        docstore: Neighbours,
        num_nodes: int = 1,
        mode: str = "next",
        *,
        callback_manager: CallbackManager | None = None,
    ) -> None:
        self._callback_manager = callback_manager
        if mode not in MODES:
            raise ValueError(f"mode must be one of {', '.join(MODES)}, not {mode!r}")
        self._docstore = docstore
        self.num_nodes = num_nodes
        self.mode = mode

    def _postprocess_nodes(self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None) -> list[NodeWithScore]:
        found = {node.node.node_id: node for node in reversed(nodes)}
        runs: list[list[TextNode]] = []
        for node_id in dict.fromkeys(node.node.node_id for node in nodes):
            current_token().raise_if_cancelled()
            mode = self._mode(found[node_id], query_bundle)
            before = self.num_nodes if mode in {"previous", "both"} else 0
            after = self.num_nodes if mode in {"next", "both"} else 0
            left, right = self._docstore.nodes_around(node_id, before, after)
            _add_run(runs, [*left, found[node_id].node, *right])
        return [found.get(node.node_id) or NodeWithScore(node) for run in runs for node in run]

    def _mode(self, _found: NodeWithScore, _query_bundle: QueryBundle | None) -> str:
        """Return the mode of finding neighbours of a node."""
        return self.mode


def _add_run(runs: list[list[TextNode]], run: list[TextNode]) -> None:
    """Add nodes that follow one another; they grow together with runs that they overlap or touch."""
    place = len(runs)
    for number in range(len(runs) - 1, -1, -1):
        together = _together(runs[number], run) or _together(run, runs[number])
        if together:
            run, place = together, number
            del runs[number]
    runs.insert(place, run)


def _together(one: Sequence[TextNode], other: Sequence[TextNode]) -> list[TextNode]:
    """Return both runs as one when the other begins inside the first or right behind it, else nothing."""
    ids = [node.node_id for node in one]
    begin = other[0].node_id
    if begin in ids:
        rest = other[len(ids) - ids.index(begin) :]
        return [*one, *rest]
    after, before = one[-1].next_node, other[0].prev_node
    follows = (after is not None and after.node_id == begin) or (before is not None and before.node_id == ids[-1])
    return [*one, *other] if follows else []


class LongContextReorder(BaseNodePostprocessor):
    """Moves the best nodes to both ends: models overlook the middle of long prompts (Liu et al. 2023)."""

    def _postprocess_nodes(self, nodes: list[NodeWithScore], _query_bundle: QueryBundle | None) -> list[NodeWithScore]:
        worst_first = sorted(nodes, key=NodeWithScore.get_score)
        return worst_first[::2][::-1] + worst_first[1::2]


class KeywordNodePostprocessor(BaseNodePostprocessor):
    """Keeps nodes that have one of ``required_keywords`` (when there are any) and none of ``exclude_keywords``.

    A keyword of several words is a phrase: they must stand in this order beside one another. Case, accents, hyphens
    and the width of characters make no difference; in scripts without spaces any part of the text can match.
    ``lang`` changes nothing: keywords are found in every language.
    """

    def __init__(
        self,
        required_keywords: Sequence[str] = (),
        exclude_keywords: Sequence[str] = (),
        lang: str = "en",
        *,
        callback_manager: CallbackManager | None = None,
    ) -> None:
        self._callback_manager = callback_manager
        self.required_keywords = tuple(required_keywords)
        self.exclude_keywords = tuple(exclude_keywords)
        self.lang = lang
        self._required = [_phrase(keyword) for keyword in self.required_keywords]
        self._excluded = [_phrase(keyword) for keyword in self.exclude_keywords]

    def _postprocess_nodes(self, nodes: list[NodeWithScore], _query_bundle: QueryBundle | None) -> list[NodeWithScore]:
        return [found for found in nodes if self._keeps(found.node.text)]

    def _keeps(self, text: str) -> bool:
        """Return True if a text has the right words."""
        read = _Text(_joined(_words(text)), _folded(text))
        if self._required and not any(phrase.occurs(read) for phrase in self._required):
            return False
        return not any(phrase.occurs(read) for phrase in self._excluded)


@dataclass(frozen=True, slots=True)
class _Text:
    """A text as phrases look for themselves in it."""

    words: str
    letters: str


@dataclass(frozen=True, slots=True)
class _Phrase:
    """A keyword: its words, or its bare letters where words cannot be separated."""

    words: str = ""
    letters: str = ""

    def occurs(self, text: _Text) -> bool:
        """Return True if the keyword stands in a text."""
        return self.words in text.words if self.words else bool(self.letters) and self.letters in text.letters


def _phrase(keyword: str) -> _Phrase:
    """Prepare a keyword. A single character of an unspaced script, or of none (“§”), is looked for as it is."""
    words = _words(keyword)
    alone = len(words) == 1 and len(words[0]) == 1 and len(analyzer.terms(words[0] * 3)) > 1
    return _Phrase(letters=_folded(keyword).strip()) if alone or not words else _Phrase(words=_joined(words))


def _words(text: str) -> list[str]:
    """Return the words and character pairs of a text in order; what joins words separates them here."""
    return analyzer.terms(_JOINERS.sub(" ", unicodedata.normalize("NFKC", text)))


def _joined(words: Sequence[str]) -> str:
    """Return words so that one phrase is part of another exactly when its words are."""
    return "\n".join(["", *words, ""]) if words else ""


def _folded(text: str) -> str:
    """Return a text without differences of case and width."""
    return unicodedata.normalize("NFKC", text).casefold()


class SimilarityPostprocessor(BaseNodePostprocessor):
    """Keeps nodes with a score of at least ``similarity_cutoff``; nodes without a score go."""

    def __init__(
        self,
        similarity_cutoff: float = 0.0,
        *,
        callback_manager: CallbackManager | None = None,
    ) -> None:
        self._callback_manager = callback_manager
        self.similarity_cutoff = similarity_cutoff

    def _postprocess_nodes(self, nodes: list[NodeWithScore], _query_bundle: QueryBundle | None) -> list[NodeWithScore]:
        return [found for found in nodes if found.score is not None and found.score >= self.similarity_cutoff]
