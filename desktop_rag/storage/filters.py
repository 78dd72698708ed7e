"""Filters of a search: conditions on metadata (LlamaIndex's names), and all of them as one object."""

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Union

from desktop_rag.core.errors import BugError

TermColumn = Literal["terms", "words"]
"""What the keyword index has of a word: cut short and in parts, so that it is found in other forms; or whole."""
FilterValue = str | int | float | Sequence[str | int | float] | None


class FilterOperator(enum.StrEnum):
    """The operators that compare a value of a node's metadata with the filter's."""

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
    """The ways to combine several filters; ``NOT`` wants none of them to match."""

    AND = "and"
    OR = "or"
    NOT = "not"


@dataclass(frozen=True, slots=True)
class MetadataFilter:
    """A condition on one key of a node's metadata; ``desktop_rag.storage.matching`` defines its meaning."""

    key: str
    value: FilterValue = None
    operator: FilterOperator = FilterOperator.EQ

    def __post_init__(self) -> None:
        """Accept operators by their signs ("=="); ValueError for others."""
        object.__setattr__(self, "operator", FilterOperator(self.operator))

    @classmethod
    def from_dict(cls, filter_dict: Mapping[str, Any]) -> "MetadataFilter":
        """Return the filter of ``{"key": ..., "value": ..., "operator": "=="}``.

        Raises:
            BugError: there is no such operator.

        """
        operator = str(filter_dict.get("operator", FilterOperator.EQ))
        if operator not in set(FilterOperator):
            raise BugError(f"unknown filter operator {operator!r}")
        return cls(str(filter_dict["key"]), filter_dict.get("value"), FilterOperator(operator))


@dataclass(frozen=True, slots=True)
class MetadataFilters:
    """Several conditions, which may be such groups themselves. No conditions at all let every node pass."""

    filters: Sequence[Union[MetadataFilter, "MetadataFilters"]] = ()
    condition: FilterCondition = FilterCondition.AND

    def __post_init__(self) -> None:
        """Accept conditions by their names ("or"), None as AND; ValueError for others."""
        condition = FilterCondition.AND if self.condition is None else self.condition
        object.__setattr__(self, "condition", FilterCondition(condition))

    @classmethod
    def from_dicts(
        cls, filter_dicts: Sequence[Mapping[str, object]], condition: FilterCondition = FilterCondition.AND
    ) -> "MetadataFilters":
        """Return the group of filters given as dicts."""
        return cls([MetadataFilter.from_dict(one) for one in filter_dicts], condition)

    @classmethod
    def from_dict(cls, filter_dict: Mapping[str, FilterValue]) -> "MetadataFilters":
        """Return a group of filters: each key must have its value."""
        return cls([MetadataFilter(key, value) for key, value in filter_dict.items()])


@dataclass(frozen=True, slots=True)
class NodeFilter:
    """The conditions on the nodes a search may find: a node must meet all that are given.

    None does not narrow down, an empty sequence leaves nothing. ``paths`` are those of whole documents. In
    ``metadata``, ``doc_id`` is a key as well, whatever a node's own metadata holds. ``slot`` is that of an index with
    nodes of its own.
    """

    metadata: MetadataFilters | None = None
    node_ids: Sequence[str] | None = None
    doc_ids: Sequence[str] | None = None
    paths: Sequence[str] | None = None
    slot: int = 0

    @property
    def is_open(self) -> bool:
        """True if every node passes."""
        conditions = self.metadata is not None and bool(self.metadata.filters)
        given = (self.node_ids, self.doc_ids, self.paths)
        return not conditions and not self.slot and all(one is None for one in given)


@dataclass(frozen=True, slots=True)
class TermQuery:
    """The keyword terms (``text.analyzer``) a node must have: all of them, and at least one of each ``any_of`` group.

    The terms of a phrase stand one after the other.
    """

    terms: tuple[str, ...] = ()
    phrases: tuple[tuple[str, ...], ...] = ()
    any_of: tuple[tuple[str, ...], ...] = ()
