"""What is read of a model file before it is loaded."""

import contextlib
import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.core.errors import UserError
from desktop_rag.llms.built_in.header import is_gguf, read_header
from tests.helpers.gguf_files import header_bytes, write_model


def test_a_header_tells_what_a_model_needs(tmp_path: Path) -> None:
    header = read_header(write_model(tmp_path / "tiny.gguf"))
    assert (header.architecture, header.name, header.context_length) == ("llama", "Tiny", 32_768)
    # 16 layers, 4 heads of 64 numbers for keys and as many for values, two bytes each
    assert header.cache_bytes == 16 * 4 * (64 + 64) * 2
    assert (header.embedding_length, header.vocabulary) == (1024, 2000)
    assert header.writes


def test_heads_of_their_own_width_and_number_in_each_layer_count(tmp_path: Path) -> None:
    path = write_model(
        tmp_path / "tiny.gguf",
        llama__attention__head_count_kv=[2, 2, 8, 8],
        llama__attention__key_length=128,
        llama__attention__value_length=96,
    )
    assert read_header(path).cache_bytes == 16 * 5 * (128 + 96) * 2


@pytest.mark.parametrize("architecture", ["bert", "nomic-bert", "clip"])
def test_models_that_write_nothing_are_told_apart(tmp_path: Path, architecture: str) -> None:
    path = write_model(tmp_path / "other.gguf", general__architecture=architecture)
    assert not read_header(path).writes


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "model.gguf is not a model file. Choose a file in the GGUF format."),
        (b"%PDF-1.7", "model.gguf is not a model file. Choose a file in the GGUF format."),
        (b"GGUF", "The model file model.gguf is damaged or incomplete. Download it again."),
        (header_bytes({"a": "b"})[:-1], "The model file model.gguf is damaged or incomplete. Download it again."),
        (
            b"GGUF" + struct.pack("<IQQQ", 3, 0, 1, 1 << 60),
            "The model file model.gguf is damaged or incomplete. Download it again.",
        ),
        (
            b"GGUF" + struct.pack("<IQQ", 3, 0, 1 << 50),
            "The model file model.gguf is damaged or incomplete. Download it again.",
        ),
        (
            b"GGUF" + struct.pack("<IQQ", 99, 0, 0),
            "The model file model.gguf has an unknown version (99). Choose another file.",
        ),
    ],
    ids=["empty", "pdf", "four bytes", "cut", "endless name", "endless fields", "later version"],
)
def test_what_is_no_model_gets_a_sentence(tmp_path: Path, data: bytes, sentence: str) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(data)
    with pytest.raises(UserError) as caught:
        read_header(path)
    assert str(caught.value) == sentence


def test_a_missing_file_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"There is no model file .*gone\.gguf"):
        read_header(tmp_path / "gone.gguf")


@given(st.binary(max_size=300))
def test_no_bytes_are_worse_than_a_sentence(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.gguf"
    path.write_bytes(b"GGUF\x03\x00\x00\x00" + data)
    with contextlib.suppress(UserError):
        read_header(path)


def test_only_the_beginning_tells_what_a_file_is(tmp_path: Path) -> None:
    path = write_model(tmp_path / "blob")
    assert is_gguf(path)
    path.write_bytes(b"GGU")
    assert not is_gguf(path)
    assert not is_gguf(tmp_path / "gone")
