"""Values under keys are kept as they were given, in a mapping or a file."""

import asyncio
import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.storage.kvstore import BaseKVStore, MutableMappingKVStore, SimpleKVStore

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**40), 2**40) | st.text(string.printable + "é漢"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
)
VALUES = st.dictionaries(st.text("abc"), st.dictionaries(st.text(max_size=3), JSON, max_size=3), max_size=4)


@given(st.dictionaries(st.text("xyz"), VALUES, max_size=3))
def test_what_is_described_is_the_same_again(data: dict[str, dict[str, dict[str, object]]]) -> None:
    kept = {collection: values for collection, values in data.items() if values}
    assert SimpleKVStore.from_dict(SimpleKVStore(data).to_dict()).to_dict() == kept


def test_what_is_kept_is_found_in_its_collection() -> None:
    store: BaseKVStore = MutableMappingKVStore(dict)
    store.put("tea", {"cups": [2]})
    store.put_all([("tea", {"cups": [3]}), ("milk", {})], "other")
    found = store.get("tea")
    assert found == {"cups": [2]}
    found["cups"].append(9)
    store.get_all()["tea"]["cups"].append(9)
    assert store.get("tea") == {"cups": [2]}, "what was handed out may be changed"
    assert (store.get_all("other"), store.get("milk")) == ({"tea": {"cups": [3]}, "milk": {}}, None)
    assert (store.delete("milk", "other"), store.delete("milk", "other"), store.delete("tea", "none")) == (
        True,
        False,
        False,
    )


def test_a_store_is_awaited() -> None:
    async def use(store: BaseKVStore) -> None:
        await store.aput("a", {"b": 1})
        await store.aput_all([("c", {"d": 2})])
        assert await store.aget("a") == {"b": 1}
        assert await store.adelete("a")
        assert await store.aget_all() == {"c": {"d": 2}}

    asyncio.run(use(SimpleKVStore()))


def test_a_store_is_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "store.json"
    SimpleKVStore({"data": {"é": {"漢": None}}}).persist(path)
    assert SimpleKVStore.from_persist_path(path).get("é") == {"漢": None}
    assert [one.name for one in path.parent.iterdir()] == ["store.json"]
    path.write_text("[]")
    with pytest.raises(ValueError, match="object"):
        SimpleKVStore.from_persist_path(path)
    with pytest.raises(FileNotFoundError):
        SimpleKVStore.from_persist_path(tmp_path / "none")
