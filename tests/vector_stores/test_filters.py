"""Conditions on metadata: what they mean, how they are written, and that SQL gives what a naive loop gives."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_rag.core.errors import BugError, UserError
from desktop_rag.core.schema import Metadata, NodeRelationship, RelatedNodeInfo, TextNode
from desktop_rag.llamaindex.vector_stores.utils import build_metadata_filter_fn
from desktop_rag.storage.filters import NodeFilter, matches
from desktop_rag.storage.records import DocumentRecord, NodeRecord
from desktop_rag.storage.sqlite.narrowing import allowed_rowids
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.vector_stores.filters import parse_filters
from desktop_rag.vector_stores.types import FilterCondition, FilterOperator, MetadataFilter, MetadataFilters

OP = FilterOperator
SIMPLE = {
    OP.EQ: lambda a, b: a == b, OP.NE: lambda a, b: a != b, OP.GT: lambda a, b: a > b, OP.LT: lambda a, b: a < b,
    OP.GTE: lambda a, b: a >= b, OP.LTE: lambda a, b: a <= b, OP.IN: lambda a, b: a in b,
    OP.NIN: lambda a, b: a not in b, OP.CONTAINS: lambda a, b: b in a, OP.ANY: lambda a, b: any(x in a for x in b),
    OP.ALL: lambda a, b: all(x in a for x in b), OP.TEXT_MATCH: lambda a, b: b in a,
    OP.TEXT_MATCH_INSENSITIVE: lambda a, b: b.lower() in a.lower(), OP.IS_EMPTY: lambda a, b: a in ("", []),
}  # fmt: skip
TEXT_ONLY = (OP.TEXT_MATCH, OP.TEXT_MATCH_INSENSITIVE)
PAGES = 4
FILES = {
    "/home/a/report.pdf": {"file_name": "report.pdf", "year": 2023, "author": "Ann"},
    "/home/b/report.pdf": {"file_name": "report.pdf", "year": 2024},
    "/home/b/notes.txt": {"file_name": "notes.txt", "author": "", "score": 0.5},
}


def naive_one(one: MetadataFilter, metadata: Mapping[str, Any]) -> bool:
    """What LlamaIndex does, but False where it raises."""
    actual = metadata.get(one.key)
    if one.operator is OP.IS_EMPTY:
        return actual is None or actual in ("", [])
    if actual is None:
        return one.operator in (OP.NE, OP.NIN)
    if one.operator in TEXT_ONLY and not (isinstance(actual, str) and isinstance(one.value, str)):
        return False
    try:
        return bool(SIMPLE[one.operator](actual, one.value))
    except TypeError:
        return False


def naive(filters: MetadataFilters | MetadataFilter, metadata: Mapping[str, Any]) -> bool:
    if isinstance(filters, MetadataFilter):
        return naive_one(filters, metadata)
    results = [naive(one, metadata) for one in filters.filters]
    if not results:
        return True
    if filters.condition is FilterCondition.NOT:
        return not any(results)
    return all(results) if filters.condition is FilterCondition.AND else any(results)


SCALARS = st.sampled_from(["a", "b", "ab", "A", "", "Ann", "report.pdf", 0, 1, 2, 2023, 2024, 0.5, 2.0])
LISTS = st.lists(st.sampled_from(["a", "b", "Ann"]), max_size=2) | st.lists(
    st.integers(0, 4) | st.just(2023), max_size=2
)
KEYS = ["year", "author", "score", "tags", "page_number", "heading", "missing"]


@st.composite
def conditions(draw: st.DrawFn, keys: Sequence[str] = tuple(KEYS)) -> MetadataFilter:
    how = draw(st.sampled_from(list(OP)))
    value = LISTS if how in (OP.IN, OP.NIN, OP.ANY, OP.ALL) else SCALARS
    return MetadataFilter(draw(st.sampled_from(keys)), draw(value), how)


TREES = st.recursive(
    conditions(),
    lambda inner: st.builds(MetadataFilters, st.lists(inner, max_size=3), st.sampled_from(list(FilterCondition))),
    max_leaves=5,
)
GROUPS = st.builds(MetadataFilters, st.lists(TREES, min_size=1, max_size=3), st.sampled_from(list(FilterCondition)))
METADATA = st.dictionaries(st.sampled_from(KEYS), SCALARS | LISTS | st.none())


@given(TREES, METADATA)
def test_as_a_naive_evaluator(tree: MetadataFilters | MetadataFilter, metadata: dict[str, Any]) -> None:
    assert matches(tree, metadata) == naive(tree, metadata)


@pytest.mark.parametrize(
    ("value", "meant"),
    [
        ("report.pdf", True),
        ("b/report.pdf", True),
        ("/home/b/report.pdf", True),
        (r"b\report.pdf", True),
        ("a/report.pdf", False),
        ("port.pdf", False),
        ("/report.pdf", False),
        ("Report.pdf", False),
        ("", False),
    ],
)
@pytest.mark.parametrize("key", ["file_name", "file_path"])
def test_a_file_with_or_without_folders(key: str, value: str, meant: bool) -> None:
    metadata = {"file_path": "/home/b/report.pdf"}
    assert matches(MetadataFilter(key, value), metadata) is meant
    assert matches(MetadataFilter(key, value, OP.NE), metadata) is not meant
    assert matches(MetadataFilter(key, ["x", value], OP.IN), metadata) is meant
    assert matches(MetadataFilter(key, ["x", value], OP.NIN), metadata) is not meant


def test_a_name_composed_otherwise_is_the_same_file() -> None:
    assert matches(MetadataFilter("file_name", "Caf\u00e9.txt"), {"file_path": "/x/Cafe\u0301.txt"})


@pytest.fixture(scope="module")
def storage() -> Iterator[StorageContext]:
    """Files with pages and headings, passages and nodes with metadata of their own."""
    with StorageContext() as storage:
        with storage.transaction():
            for path, metadata in FILES.items():
                nodes = [record(page, heading) for page in range(1, PAGES + 1) for heading in ("", "a", "Ann")]
                nodes.append(record(1, "", {"year": 1, "tags": ["a"], "page_number": 2}))  # type: ignore[list-item]
                storage.documents.replace_file(
                    DocumentRecord(path, 0, 0, path.encode(), metadata, [("i", "x")] * PAGES, nodes)
                )
            source = {NodeRelationship.SOURCE: RelatedNodeInfo("own")}
            own: list[Metadata] = [
                {"year": 2023, "tags": ["a", "b"]},
                {"tags": [1]},
                {},
                {"page_number": 1, "heading": "a"},
            ]  # type: ignore[list-item]
            storage.docstore.add_documents(
                [
                    TextNode(text=f"t{i}", id_=f"own{i}", metadata=m, relationships=dict(source))
                    for i, m in enumerate(own)
                ]
            )
        yield storage


def record(page: int, heading: str, metadata: Metadata | None = None) -> NodeRecord:
    return NodeRecord(page, page, page + 1, heading, "text", "text", metadata=metadata or {})


def expected(storage: StorageContext, keep: Callable[[TextNode], bool]) -> list[int]:
    nodes = list(storage.docstore.iter_nodes())
    rowids = storage.nodes.keys_of([node.node_id for node in nodes])
    return sorted(rowids[node.node_id] for node in nodes if keep(node))


@pytest.mark.slow
@given(GROUPS)
@settings(max_examples=150, deadline=None)
def test_sql_finds_what_a_loop_finds(storage: StorageContext, tree: MetadataFilters) -> None:
    allowed = allowed_rowids(storage.connection, NodeFilter(tree))
    assert allowed is not None
    assert allowed.tolist() == expected(storage, lambda node: matches(tree, node.metadata))


def test_documents_and_ids(storage: StorageContext) -> None:
    docs = [info.doc_id for info in storage.docstore.documents()]
    some = allowed_rowids(storage.connection, NodeFilter(doc_ids=docs[:2]))
    assert some is not None
    assert some.tolist() == expected(storage, lambda node: node.ref_doc_id in docs[:2])
    by_key = MetadataFilters([MetadataFilter("doc_id", list(docs[:2]), OP.IN)])
    assert allowed_rowids(storage.connection, NodeFilter(by_key)).tolist() == some.tolist()  # type: ignore[union-attr]
    both = allowed_rowids(storage.connection, NodeFilter(by_key, node_ids=["own1", "nobody"], doc_ids=["own"]))
    assert both is not None
    assert len(both) == (1 if "own" in docs[:2] else 0)
    own = allowed_rowids(storage.connection, NodeFilter(parse_filters("doc_id=own\nyear=2023")))
    assert own is not None
    assert len(own) == 1
    assert allowed_rowids(storage.connection, None) is None
    assert allowed_rowids(storage.connection, NodeFilter(MetadataFilters())) is None
    for nothing in (NodeFilter(node_ids=[]), NodeFilter(doc_ids=[]), NodeFilter(paths=["nowhere"])):
        assert len(allowed_rowids(storage.connection, nothing)) == 0  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    ["page_label=i", "file_name=report.pdf\npage_number<=2", "b/report.pdf", "heading in a, Ann\nyear=2023"],
)
def test_written_conditions_find_what_a_loop_finds(storage: StorageContext, text: str) -> None:
    if "=" not in text and " in " not in text:
        with pytest.raises(UserError):
            parse_filters(text)
        return
    filters = parse_filters(text)
    allowed = allowed_rowids(storage.connection, NodeFilter(filters))
    assert allowed is not None
    assert allowed.tolist() == expected(storage, lambda node: matches(filters, node.metadata))
    assert len(allowed)


@pytest.mark.parametrize(
    ("text", "metadata", "meant"),
    [
        ("year=2023", {"year": 2023}, True), ("year=2023", {"year": "2023"}, True),
        ("year = 2023", {"year": 2024}, False),
        ('year="2023"', {"year": 2023}, False), ("year!=2023", {"year": "2023"}, False), ("year!=2023", {}, True),
        ("year==2023", {"year": 2023.0}, True), ("n<=-1.5", {"n": -2}, True), ("n>.5", {"n": 1}, True),
        ("author~SMI", {"author": "Ann Smith"}, True), ("author !~ smi", {"author": "Ann Smith"}, False),
        ("year in 2022, 2023", {"year": 2023}, True), ("year not in 2022,2023", {"year": "2023"}, False),
        ('name in "a, b", c', {"name": "a, b"}, True), ("tags contains a b", {"tags": ["a b"]}, True),
        ("tags any a,b", {"tags": ["b"]}, True), ("tags all a,b", {"tags": ["b"]}, False), ("x is empty", {}, True),
        ("x is  not empty", {"x": ""}, False), ('"my key"=1', {"my key": 1}, True),
        ("\n\n a=b \n\nc=d", {"a": "b"}, False),
        ("date>=2024-01-01", {"date": "2024-05-03"}, True), ("title=A = B", {"title": "A = B"}, True),
        ("title=inside", {"title": "inside"}, True), ("x nin 1", {"x": 1}, False), ("", {}, True),
    ],
)  # fmt: skip
def test_what_people_write(text: str, metadata: dict[str, Any], meant: bool) -> None:
    assert matches(parse_filters(text), metadata) is meant


@pytest.mark.parametrize("text", ["nonsense", "=3", "year=", "key in", "a=1\nwhat is this"])
def test_what_cannot_be_read(text: str) -> None:
    with pytest.raises(UserError) as caught:
        parse_filters(text)
    assert caught.value.next_step


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        filters = parse_filters(text)
    except UserError:
        return
    matches(filters, {"a": 1})


def test_from_dicts() -> None:
    filters = MetadataFilters.from_dicts([{"key": "a", "value": 1}, {"key": "b", "value": 2, "operator": ">="}])
    assert matches(filters, {"a": 1, "b": 2})
    with pytest.raises(BugError):
        MetadataFilter.from_dict({"key": "a", "value": 1, "operator": "~"})


def test_fast_in_a_large_library() -> None:
    with StorageContext() as storage:
        with storage.transaction():
            for number in range(100):
                nodes = [NodeRecord(page, 0, 1, "", "word " * 100, "word") for page in range(1, 201)]
                path = f"/f/{number % 10}/{number}.pdf"
                storage.documents.replace_file(DocumentRecord(path, 0, 0, b"", {"year": number}, [], nodes))
        for text, count in (("year<50", 10_000), ("page_number<=10", 1_000), ("file_name~7.pdf\npage_number=1", 10)):
            started = time.perf_counter()
            allowed = allowed_rowids(storage.connection, NodeFilter(parse_filters(text)))
            assert allowed is not None
            assert len(allowed) == count
            assert time.perf_counter() - started < 3


def test_signs_and_names_do_for_operators_and_conditions() -> None:
    """A program that writes "or" must not be given "and not" in its place."""
    written: Any = {"key": "a", "value": [1, 2], "operator": "in"}
    nested: Any = {"filters": [MetadataFilter(**written), MetadataFilter("b", 3)], "condition": "or"}
    filters = MetadataFilters([MetadataFilters(**nested)], FilterCondition.NOT)
    assert [matches(filters, metadata) for metadata in ({"a": 1}, {"b": 3}, {"a": 3, "b": 1})] == [False, False, True]
    unsaid: Any = {"filters": nested["filters"], "condition": None}  # as LlamaIndex's functions hand it on
    assert MetadataFilters(**unsaid) == MetadataFilters(nested["filters"])
    for wrong in ("=", "or else"):
        with pytest.raises(ValueError, match=wrong):
            MetadataFilter(**written | {"operator": wrong})


INSIDE = "/home/docs/Archive.zip//sub/letter.eml//report.pdf"
MEMBER = {"file_path": INSIDE, "file_name": "report.pdf", "file_type": "application/pdf"}


@pytest.mark.parametrize(
    ("line", "fits"),
    [
        ("file_name=report.pdf", True), ("file_name=Archive.zip", True), ("file_name=letter.eml", True),
        ("file_name=sub/letter.eml", True), ("file_name=Archive.zip/sub/letter.eml", True), ("file_name=zip", False),
        (f"file_path={INSIDE}", True), ("file_path=/home/docs/Archive.zip", True), ("file_name=docs", False),
        ("file_name~archive", False), ("container_name~archive", True), ("container_name~letter", True),
        ("container_name~report", False), ("file_path~/docs/archive.zip/sub/", True), ("file_name!=Archive.zip", False),
        ("file_name in other.pdf, letter.eml", True), ("file_name not in Archive.zip", False),
    ],
)  # fmt: skip
def test_files_inside_files_are_meant_along_with_those(line: str, fits: bool) -> None:
    assert matches(parse_filters(line), MEMBER) is fits
    outside = {"file_path": "/home/docs/other.pdf", "file_name": "other.pdf"}
    assert not matches(parse_filters("container_name~other"), outside)


def test_filters_of_a_dict_want_each_value() -> None:
    made = MetadataFilters.from_dict({"shelf": 3, "author": "Ann"})
    assert made == MetadataFilters([MetadataFilter("shelf", 3), MetadataFilter("author", "Ann")])


def test_a_function_that_knows_nodes_by_their_ids() -> None:
    known = {"1": {"rank": "a"}, "2": {"rank": "b"}, "3": {}}
    passes = build_metadata_filter_fn(known.__getitem__, MetadataFilters([MetadataFilter("rank", "a", OP.NE)]))
    assert [node_id for node_id in known if passes(node_id)] == ["2", "3"]
    assert all(map(build_metadata_filter_fn(known.__getitem__), known))
