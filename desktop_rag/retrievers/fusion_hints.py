"""Hints of a retriever to those who fuse its list with others; LlamaIndex's retrievers have none."""

from collections.abc import Callable, Sequence

from desktop_rag.core.schema import NodeWithScore, QueryBundle, TextNode
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.retrievers.subject import Subject


def every_node(_node: TextNode) -> bool:
    """Return True if scores say anything of a node: those of most retrievers do of each."""
    return True


class FusionHints:
    """A retriever's hints for ``HybridRetriever`` beside its nodes; these defaults fit any retriever."""

    weight_inside: float = 1.0
    """How much it counts, beside others, in questions about files that they name."""

    def confidence(self, query_bundle: QueryBundle) -> float:  # noqa: ARG002 - others look at it
        """Return the share of the question that this retriever can use, 0 to 1."""
        return 1.0

    def unlisted_score(self, found: Sequence[NodeWithScore]) -> float:
        """Return a score that no node has passed which ``retrieve`` left out of ``found``."""
        return found[-1].get_score() if found else 0.0

    def judging(self, query_bundle: QueryBundle) -> Callable[[TextNode], bool]:  # noqa: ARG002 - others look at it
        """Return a predicate for the nodes on which this retriever's scores have a bearing."""
        return every_node

    def subject(self, query_bundle: QueryBundle) -> Subject | None:  # noqa: ARG002 - others look at it
        """Return the files that the question names, None when it names none that this retriever knows."""
        return None

    def narrowed(self, doc_ids: Sequence[str]) -> BaseRetriever | None:  # noqa: ARG002 - others look at it
        """Return the same search in some documents only, None when it cannot be narrowed down."""
        return None


_ANY = FusionHints()


def hints_of(retriever: BaseRetriever) -> FusionHints:
    """Return the hints of a retriever; for one without any, the neutral ones."""
    return retriever if isinstance(retriever, FusionHints) else _ANY


def common_ids(allowed: Sequence[str] | None, wanted: Sequence[str]) -> list[str]:
    """Return the wanted ids that are allowed, for ``narrowed``; None allows all."""
    if allowed is None:
        return list(wanted)
    known = set(allowed)
    return [one for one in wanted if one in known]
