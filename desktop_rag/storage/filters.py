"""Filters of a search: conditions on metadata (LlamaIndex's names), all of them as one object, and their evaluation.

A key that a node does not have (or has as None) matches only ``!=``, ``nin`` and ``is_empty``. Values of kinds that
cannot be compared do not match (LlamaIndex ends the whole search there). ``any``, ``all`` and ``contains`` look
into lists, and into texts for parts of them. A file is meant by its name, its whole path, or the end of its path;
what lies inside it is meant along with it.
"""

import enum
import operator
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Union

from desktop_rag.core.bibliography import COLLECTIONS_KEY, TAGS_KEY
from desktop_rag.core.errors import BugError
from desktop_rag.core.file_paths import INSIDE, shown_name

TermColumn = Literal["terms", "words"]
"""What the keyword index has of a word: cut short and in parts, so that it is found in other forms; or whole."""
FilterValue = str | int | float | Sequence[str | int | float] | None
FILE_KEYS = ("file_name", "file_path")
CONTAINER_KEY = "container_name"  # of what lies inside other files: their names
TAG_KEY = "tag"  # the tags of a file's record, as a list of small letters
COLLECTION_KEY = "collection"  # the collections its record is in, one on each line


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
    """A condition on one key of a node's metadata; ``matches`` defines its meaning."""

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


_ORDERS: dict[FilterOperator, Callable[[float, float], bool]] = {
    FilterOperator.GT: operator.gt,
    FilterOperator.LT: operator.lt,
    FilterOperator.GTE: operator.ge,
    FilterOperator.LTE: operator.le,
}
_LISTS = (FilterOperator.IN, FilterOperator.NIN)


def matches(filters: MetadataFilters | MetadataFilter | None, metadata: Mapping[str, object]) -> bool:
    """Return True if a node with this metadata passes."""
    if filters is None:
        return True
    if isinstance(filters, MetadataFilter):
        return _matches_one(filters, metadata)
    if not filters.filters:
        return True
    results = (matches(one, metadata) for one in filters.filters)
    if filters.condition is FilterCondition.AND:
        return all(results)
    return any(results) is (filters.condition is FilterCondition.OR)


def keys_of(filters: MetadataFilters | MetadataFilter) -> set[str]:
    """Return every key the conditions look at."""
    if isinstance(filters, MetadataFilter):
        return {filters.key}
    return {key for one in filters.filters for key in keys_of(one)}


def _matches_one(one: MetadataFilter, metadata: Mapping[str, object]) -> bool:
    """Return True if one condition holds."""
    actual = _value(one.key, metadata)
    if actual is None:
        return one.operator in (FilterOperator.NE, FilterOperator.NIN, FilterOperator.IS_EMPTY)
    if one.key in FILE_KEYS and one.operator in (*_LISTS, FilterOperator.EQ, FilterOperator.NE):
        meant = _means_file(one.value, actual, str(metadata.get("file_path") or actual))
        return meant is (one.operator in (FilterOperator.EQ, FilterOperator.IN))
    if one.key == "file_path" and isinstance(actual, str):
        actual = actual.replace(INSIDE, "/")
    return _holds(one.operator, actual, one.value)


def _value(key: str, metadata: Mapping[str, object]) -> object:
    """Return a node's value for a key; for its file's name and containers, from its path; None without it."""
    actual = metadata.get(key)
    if actual is None and key == CONTAINER_KEY:
        return _containers(metadata) or None
    if actual is None and key == TAG_KEY:
        return [folded(tag) for tag in _listed(metadata.get(TAGS_KEY))] or None
    if actual is None and key == COLLECTION_KEY:
        return "\n".join(_listed(metadata.get(COLLECTIONS_KEY))) or None
    path = metadata.get("file_path")
    if actual is None and key == "file_name" and isinstance(path, str):
        return _parts(path)[-1]
    return actual


def _listed(value: object) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


def _means_file(wanted: FilterValue, actual: object, path: str) -> bool:
    """Return True if one of the wanted values is a file's value, or the end of its or a container's path."""
    paths = with_containers(path)
    return any(value == actual or _is_end_of(value, path) for value in _as_list(wanted) for path in paths)


def with_containers(path: str) -> list[str]:
    """Return a path, and of a file inside others the paths of those."""
    parts = path.split(INSIDE)
    return [INSIDE.join(parts[:end]) for end in range(len(parts), 0, -1)]


def _containers(metadata: Mapping[str, object]) -> str:
    """Return the names of the files that a file lies in, one on each line."""
    path = metadata.get("file_path")
    return "\n".join(map(shown_name, with_containers(path)[1:])) if isinstance(path, str) else ""


def _holds(how: FilterOperator, actual: object, wanted: FilterValue) -> bool:
    """Compare a value that is there."""
    if how in _ORDERS:
        return _in_order(how, actual, wanted)
    if how in (FilterOperator.EQ, FilterOperator.NE):
        return (actual == wanted) is (how is FilterOperator.EQ)
    if how in (FilterOperator.IN, FilterOperator.NIN):
        return (actual in _as_list(wanted)) is (how is FilterOperator.IN)
    if how is FilterOperator.CONTAINS:
        return _has(actual, wanted)
    if how is FilterOperator.ALL:
        return all(_has(actual, value) for value in _as_list(wanted))
    if how is FilterOperator.ANY:
        return any(_has(actual, value) for value in _as_list(wanted))
    if how is FilterOperator.IS_EMPTY:
        return actual in ("", [])
    return _in_text(how, actual, wanted)


def _in_text(how: FilterOperator, actual: object, wanted: FilterValue) -> bool:
    """Return True if a text is part of another."""
    if not isinstance(actual, str) or not isinstance(wanted, str):
        return False
    if how is FilterOperator.TEXT_MATCH:
        return wanted in actual
    return folded(wanted) in folded(actual)


def _in_order(how: FilterOperator, actual: object, wanted: FilterValue) -> bool:
    """Compare two numbers or two texts."""
    if isinstance(actual, str) and isinstance(wanted, str):
        return _ORDERS[how]((actual > wanted) - (actual < wanted), 0)
    if isinstance(actual, int | float) and isinstance(wanted, int | float):
        return _ORDERS[how](actual, wanted)
    return False


def _has(actual: object, value: object) -> bool:
    """Return True if a list has a value or a text has a part."""
    if isinstance(actual, str):
        return isinstance(value, str) and value in actual
    return isinstance(actual, Sequence) and value in actual


def _as_list(value: FilterValue) -> Sequence[object]:
    """Return the value as a list."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        return value
    return [] if value is None else [value]


def folded(text: str) -> str:
    """Return a text for comparing without regard to case."""
    return unicodedata.normalize("NFC", text).casefold()


def _parts(path: str) -> list[str]:
    """Return the folders of a path and its file; names from macOS are composed differently."""
    return unicodedata.normalize("NFC", path).replace("\\", "/").replace(INSIDE, "/").split("/")


def _is_end_of(wanted: object, path: str) -> bool:
    """Return True if this names the file, with as many of its folders as the person gave."""
    if not isinstance(wanted, str) or not wanted:
        return False
    parts = _parts(wanted)
    return _parts(path)[-len(parts) :] == parts
