"""Values on their way between processes: they arrive as they were, and nothing else arrives."""

import pickle
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.core.codec import UndecodableError, decode, encode
from desktop_rag.core.schema import Matrix, Metadata
from desktop_rag.core.user_text import UserText
from desktop_rag.storage.records import DocumentRecord, MemberRecord, NodeRecord, PageRow

texts = st.text(st.characters(codec=None, exclude_categories=[]), max_size=20)
numbers = st.integers(-(2**63), 2**63 - 1)
metadata = st.dictionaries(texts, texts | numbers | st.floats(allow_nan=False) | st.booleans() | st.none(), max_size=4)
pages = st.builds(PageRow, texts, texts, st.none() | st.binary(max_size=20))
nodes = st.builds(NodeRecord, numbers, numbers, numbers, texts, texts, texts, texts, metadata, st.none() | numbers)
members = st.builds(MemberRecord, texts, texts, numbers, numbers)
records = st.builds(
    DocumentRecord,
    texts,
    numbers,
    numbers,
    st.binary(max_size=20),
    metadata,
    st.lists(pages, max_size=3),
    st.lists(nodes, max_size=3),
    texts,
    texts,
    texts,
    st.lists(members, max_size=3),
    texts,
)


@dataclass(frozen=True)
class Holder:
    place: Path
    array: Matrix


@given(records)
def test_records_arrive_as_they_were_whatever_their_text(record: DocumentRecord) -> None:
    assert decode(encode(record), DocumentRecord) == record


@given(metadata)
def test_plain_values_need_no_type(value: Metadata) -> None:
    found: Metadata = decode(encode(value), Any)
    assert found == value
    assert [type(one) for one in found.values()] == [type(one) for one in value.values()]


@pytest.mark.parametrize("place", ["/docs/whales.txt", "/docs/\udcffwhales.txt", "鯨/\\x"])
def test_arrays_and_paths_arrive(place: str) -> None:
    sent = Holder(Path(place), np.random.default_rng(1).random((3, 384), dtype=np.float32))
    found = decode(encode(sent), Holder)
    assert found.place == sent.place
    assert found.array.dtype == np.float32
    assert np.array_equal(found.array, sent.array)
    found.array[0] = 0  # it belongs to who got it


@given(st.binary(max_size=200))
def test_any_bytes_are_a_record_or_are_refused(data: bytes) -> None:
    for start in (b"", b"p", b"e"):
        with pytest.raises(UndecodableError):
            decode(start + data, DocumentRecord)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(pickle.dumps(DocumentRecord("/a", 1, 1, b"", {})), id="a pickle"),
        pytest.param(b"p" + b"\x91" * 1_000_000, id="nested without end"),
        pytest.param(b"e" + b"\x91" * 1_000_000, id="nested without end, escaped"),
        pytest.param(encode("text")[:-1], id="cut off"),
        pytest.param(encode({"path": 3}), id="other types"),
        pytest.param(b"e" + encode({"path": "\\x"})[1:], id="an escape without its end"),
    ],
)
def test_what_is_not_a_record_is_refused(data: bytes) -> None:
    with pytest.raises(UndecodableError):
        decode(data, DocumentRecord)


@pytest.mark.parametrize("dtype", ["O", "|V8", "<M8[s]", "nonsense", ","])
def test_arrays_are_of_numbers(dtype: str) -> None:
    with pytest.raises(UndecodableError):
        decode(encode([dtype, [1], b"x" * 8]), Matrix)  # type: ignore[type-abstract]


@pytest.mark.parametrize(
    "value",
    [object(), open, np.array([object()]), {1: {2: open}}],
    ids=["object", "function", "array of objects", "inside"],
)
def test_what_is_no_plain_value_is_not_sent(value: object) -> None:
    with pytest.raises(TypeError):
        encode(value)


def test_a_user_text_arrives_as_its_sentence() -> None:
    text = UserText("{name} is full.", name="x\udc80")
    assert decode(encode(("a", text)), tuple[str, str]) == ("a", "x\udc80 is full.")
    assert decode(encode(UserText("Full.")), str) == "Full."
