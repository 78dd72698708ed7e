"""What vector stores are asked and what they answer (LlamaIndex's names)."""

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Union, cast

from desktop_rag.core.errors import BugError
from desktop_rag.core.schema import TextNode, Vector

FilterValue = str | int | float | Sequence[str | int | float] | None


class VectorStoreQueryMode(enum.StrEnum):
    """How nodes are compared with the question; ``sparse`` and ``text_search`` are the same: by words."""

    DEFAULT = "default"
    SPARSE = "sparse"
    HYBRID = "hybrid"
    TEXT_SEARCH = "text_search"
    SEMANTIC_HYBRID = "semantic_hybrid"
    SVM = "svm"
    LOGISTIC_REGRESSION = "logistic_regression"
    LINEAR_REGRESSION = "linear_regression"
    MMR = "mmr"


WORD_MODES = frozenset({VectorStoreQueryMode.SPARSE, VectorStoreQueryMode.TEXT_SEARCH})
"""Modes that need no embedding of the question."""


class FilterOperator(enum.StrEnum):
    """How a value of a node's metadata is compared with the filter's."""

    EQ = "=="
    GT = ">"
    LT = "<"
    NE = "!="
    GTE = ">="
    LTE = "<="
    IN = "in"
    NIN = "nin"
    ANY = "any"
    ALL = "all"
    TEXT_MATCH = "text_match"
    TEXT_MATCH_INSENSITIVE = "text_match_insensitive"
    CONTAINS = "contains"
    IS_EMPTY = "is_empty"


class FilterCondition(enum.StrEnum):
    """How several filters become one; ``NOT`` wants none of them to match."""

    AND = "and"
    OR = "or"
    NOT = "not"


@dataclass(frozen=True, slots=True)
class MetadataFilter:
    """A condition on one key of a node's metadata; ``desktop_rag.vector_stores.filters`` says what it means."""

    key: str
    value: FilterValue = None
    operator: FilterOperator = FilterOperator.EQ

    def __post_init__(self) -> None:
        """Let operators be told by their signs ("=="); ValueError for others."""
        object.__setattr__(self, "operator", FilterOperator(self.operator))

    @classmethod
    def from_dict(cls, filter_dict: Mapping[str, object]) -> "MetadataFilter":
        """Return the filter of ``{"key": ..., "value": ..., "operator": "=="}``.

        Raises:
            BugError: there is no such operator.

        """
        operator = str(filter_dict.get("operator", FilterOperator.EQ))
        if operator not in set(FilterOperator):
            raise BugError(f"unknown filter operator {operator!r}")
        return cls(str(filter_dict["key"]), cast("FilterValue", filter_dict.get("value")), FilterOperator(operator))


ExactMatchFilter = MetadataFilter


@dataclass(frozen=True, slots=True)
class MetadataFilters:
    """Several conditions, which may be such groups themselves. No conditions at all let every node pass."""

    filters: Sequence[Union[MetadataFilter, "MetadataFilters"]] = ()
    condition: FilterCondition = FilterCondition.AND

    def __post_init__(self) -> None:
        """Let conditions be told by their names ("or"); ValueError for others."""
        object.__setattr__(self, "condition", FilterCondition(self.condition))

    @classmethod
    def from_dicts(
        cls, filter_dicts: Sequence[Mapping[str, object]], condition: FilterCondition = FilterCondition.AND
    ) -> "MetadataFilters":
        """Return the group of filters given as dicts."""
        return cls([MetadataFilter.from_dict(one) for one in filter_dicts], condition)


@dataclass(frozen=True, slots=True)
class VectorStoreQuery:
    """A question to a vector store.

    ``node_ids``, ``doc_ids`` and ``filters`` narrow down in every mode; None does not narrow, an empty list leaves
    nothing. ``alpha`` (hybrid modes) goes from 0, words only, to 1, meaning only; None is 0.5. ``mmr_threshold``
    goes from 0, variety only, to 1, fit only; None is 0.5. In hybrid modes ``similarity_top_k`` nodes are returned
    unless ``hybrid_top_k`` says otherwise, and ``sparse_top_k`` is how many nodes found by words take part.
    """

    query_embedding: Vector | None = None
    similarity_top_k: int = 1
    doc_ids: Sequence[str] | None = None
    node_ids: Sequence[str] | None = None
    query_str: str | None = None
    mode: VectorStoreQueryMode = VectorStoreQueryMode.DEFAULT
    alpha: float | None = None
    filters: MetadataFilters | None = None
    mmr_threshold: float | None = None
    sparse_top_k: int | None = None
    hybrid_top_k: int | None = None

    def __post_init__(self) -> None:
        """Let modes be told by their names ("mmr"); ValueError for others."""
        object.__setattr__(self, "mode", VectorStoreQueryMode(self.mode))


@dataclass(frozen=True, slots=True)
class VectorStoreQueryResult:
    """What was found, best first: lists of the same length; ``similarities`` mean what the mode says.

    ``found_by`` tells whether each node was found by "words", by "meaning" or both.
    """

    nodes: list[TextNode] = field(default_factory=list)
    similarities: list[float] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    found_by: list[tuple[str, ...]] = field(default_factory=list)
