"""Every path can be stored and shown, and leads back to its file; files inside files have paths as well."""

import os
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.core.file_paths import inner_parts, is_inside, real_path, shown_name, shown_path, stored_path


@given(st.binary(min_size=1, max_size=40).filter(lambda name: b"/" not in name and b"\0" not in name))
@pytest.mark.skipif(sys.platform != "linux", reason="there names are any bytes")
def test_any_bytes_can_be_stored_and_lead_back(name: bytes) -> None:
    path = os.fsdecode(b"/folder/" + name)
    stored = stored_path(path)
    assert stored.encode("utf-8")
    assert os.fsencode(real_path(stored)) == os.fsencode(Path(path))


@pytest.mark.skipif(sys.platform != "linux", reason="there names are any bytes")
def test_two_names_that_are_no_text_stay_two() -> None:
    names = [stored_path(os.fsdecode(bytes([byte]))) for byte in range(0x80, 0x100)]
    assert len(set(names)) == 128
    assert [os.fsencode(str(real_path(name))) for name in names] == [bytes([byte]) for byte in range(0x80, 0x100)]


@pytest.mark.parametrize(
    ("path", "inside", "real", "parts", "name", "shown"),
    [
        ("/x/a.txt", False, "/x/a.txt", [], "a.txt", "/x/a.txt"),
        ("/x/a.zip//b/c.txt", True, "/x/a.zip", ["b/c.txt"], "c.txt", "/x/a.zip › b/c.txt"),
        ("/x/a.zip//b.zip//c.txt", True, "/x/a.zip", ["b.zip", "c.txt"], "c.txt", "/x/a.zip › b.zip › c.txt"),
        ("/x/日本.eml//添付.pdf", True, "/x/日本.eml", ["添付.pdf"], "添付.pdf", "/x/日本.eml › 添付.pdf"),
    ],
)
def test_the_path_of_a_file_in_a_file(
    path: str, *, inside: bool, real: str, parts: list[str], name: str, shown: str
) -> None:
    assert is_inside(path) is inside
    assert real_path(path) == Path(real)
    assert inner_parts(path) == parts
    assert (shown_name(path), shown_path(path)) == (name, shown)
