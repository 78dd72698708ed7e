"""Sentence encoders from a folder: small graphs written here, and the built-in model, laid out as Hugging Face does."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace

from desktop_rag.core.errors import UnusableInputError, UserError
from desktop_rag.core.paths import resource_path
from desktop_rag.embeddings.multilingual_e5 import MODEL, MultilingualE5Embedding
from desktop_rag.llamaindex.embeddings.huggingface import HuggingFaceEmbedding

WORDS = {"[UNK]": 0, "red": 1, "green": 2, "blue": 3, "find": 4, ":": 5}
TABLE = np.array([[0, 0, 1], [4, 0, 0], [0, 2, 0], [0, 0, 6], [1, 1, 1], [0, 0, 0]], np.float32)


def varint(number: int) -> bytes:
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


def field(number: int, value: bytes | str | int) -> bytes:
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def value_info(name: str, kind: int, rank: int) -> bytes:
    shape = b"".join(field(1, field(2, f"{name}{axis}")) for axis in range(rank))
    return field(1, name) + field(2, field(1, field(1, kind) + field(2, shape)))


def graph(output: str = "last_hidden_state") -> bytes:
    """A model in the ONNX format that looks up the row of each token."""
    node = field(1, "table") + field(1, "input_ids") + field(2, output) + field(4, "Gather")
    table = field(1, 6) + field(1, 3) + field(2, 1) + field(8, "table") + field(9, TABLE.tobytes())
    whole = field(1, node) + field(2, "lookup") + field(5, table)
    whole += field(11, value_info("input_ids", 7, 2)) + field(12, value_info(output, 1, 3))
    return field(1, 8) + field(7, whole) + field(8, field(1, "") + field(2, 13))


def write_model(folder: Path, **files: object) -> Path:
    (folder / "onnx").mkdir(parents=True)
    (folder / "onnx" / "model.onnx").write_bytes(graph())
    tokenizer = Tokenizer(WordLevel(WORDS, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.enable_truncation(2)  # as some tokenizers come: the model's own limit counts
    tokenizer.save(str(folder / "tokenizer.json"))
    for name, content in {"config": {"hidden_size": 3}, **files}.items():
        path = folder / f"{name.replace('__', '/')}.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(content))
    return folder


@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        ({"pooling_mode_mean_tokens": True, "pooling_mode_cls_token": False}, [2, 1, 0]),
        ({"pooling_mode_cls_token": True}, [4, 0, 0]),
        ({"pooling_mode_max_tokens": True}, [4, 2, 0]),
        ({"pooling_mode_lasttoken": True}, [0, 2, 0]),
        ({"pooling_mode": "cls"}, [4, 0, 0]),
        ({}, [2, 1, 0]),
    ],
    ids=["mean", "first", "largest", "last", "by name", "not said"],
)
def test_tokens_become_one_vector_as_the_folder_says(
    tmp_path: Path, mode: dict[str, object], expected: list[float]
) -> None:
    folder = write_model(tmp_path / "colours", **{"1_Pooling__config": mode})
    raw = HuggingFaceEmbedding(folder, normalize=False)
    together = raw.get_text_embedding_batch(["red green", "blue"])
    assert np.allclose(together, [expected, [0, 0, 6]]), "the padding of the shorter one counts for nothing"
    assert np.allclose(
        HuggingFaceEmbedding(folder).get_text_embedding("red green"), expected / np.linalg.norm(expected)
    )
    assert raw.space.dimensions == 3
    assert HuggingFaceEmbedding(folder, backend="onnx", device="cpu").space.dimensions == 3
    for other in ({"backend": "openvino"}, {"device": "cuda"}):
        with pytest.raises(ValueError, match=next(iter(other.values()))):
            HuggingFaceEmbedding(folder, **other)  # type: ignore[arg-type]


def test_what_stands_before_questions_is_what_the_folder_says(tmp_path: Path) -> None:
    prompts = {"prompts": {"query": "find: ", "document": ""}}
    folder = write_model(tmp_path / "colours", config_sentence_transformers=prompts)
    model = HuggingFaceEmbedding(folder, normalize=False)
    assert (model.query_instruction, model.text_instruction) == ("find: ", "")
    assert np.allclose(model.get_query_embedding("red"), [5 / 3, 1 / 3, 1 / 3])
    assert np.allclose(model.get_text_embedding("red"), [4, 0, 0])
    own = HuggingFaceEmbedding(folder, query_instruction="", text_instruction="find: ")
    assert np.allclose(own.get_query_embedding("red"), [1, 0, 0])
    assert own.space != model.space
    assert HuggingFaceEmbedding(write_model(tmp_path / "e5-colours")).query_instruction == "query: "


def test_long_texts_are_cut_where_the_model_ends(tmp_path: Path) -> None:
    folder = write_model(
        tmp_path / "colours",
        config={"hidden_size": 3, "max_position_embeddings": 514, "model_type": "xlm-roberta"},
        tokenizer_config={"model_max_length": 10**30},
    )
    assert HuggingFaceEmbedding(folder).max_tokens == 512
    assert HuggingFaceEmbedding(folder, max_length=64).max_tokens == 64
    halves = HuggingFaceEmbedding(folder, max_length=64).get_text_embedding("red " * 100 + "green " * 100)
    assert halves[0] > 0.1
    assert halves[1] > 0.1, "what comes late counts too"
    (folder / "sentence_bert_config.json").write_text('{"max_seq_length": 128}')
    assert HuggingFaceEmbedding(folder).max_tokens == 128


def test_a_name_is_looked_up_in_the_cache_and_nothing_is_downloaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    monkeypatch.delenv("HF_HUB_CACHE", raising=False)
    with pytest.raises(UnusableInputError, match="hf download me/colours"):
        HuggingFaceEmbedding("me/colours")
    write_model(tmp_path / "hub" / "models--me--colours" / "snapshots" / "abc")
    assert HuggingFaceEmbedding("me/colours").model_name == "me/colours"


def test_folders_that_cannot_be_used_say_why(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(ValueError, match="no model in the ONNX format"):
        HuggingFaceEmbedding(tmp_path / "empty")
    both = {"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": True}
    with pytest.raises(UserError, match="not known here"):
        HuggingFaceEmbedding(write_model(tmp_path / "both", **{"1_Pooling__config": both}))
    dense = write_model(tmp_path / "dense", modules=[{"type": "sentence_transformers.models.Dense"}])
    with pytest.raises(UserError, match="ONNX file lacks"):
        HuggingFaceEmbedding(dense).get_text_embedding("red")
    broken = write_model(tmp_path / "broken")
    (broken / "onnx" / "model.onnx").write_bytes(b"nothing")
    with pytest.raises(UserError, match="cannot be loaded"):
        HuggingFaceEmbedding(broken).get_text_embedding("red")
    (broken / "config.json").write_text("{")
    with pytest.raises(UserError, match="cannot be read"):
        HuggingFaceEmbedding(broken)


@pytest.mark.slow
def test_the_built_in_model_gives_the_same_vectors_from_a_folder(tmp_path: Path) -> None:
    source = resource_path("models", MODEL)
    for name in ("model.onnx", "weights.bin", "tokenizer.json"):
        shutil.copy(source / name, tmp_path / name)
    texts = ["Cats sleep all day.", "Tee wird heiß getrunken."]
    model = HuggingFaceEmbedding(tmp_path, 512, "query: ", "passage: ")
    own = MultilingualE5Embedding(processor_only=True)
    same = (model.get_text_embedding_batch(texts) * own.get_text_embedding_batch(texts)).sum(axis=1)
    assert same.min() > 0.99  # the built-in one may run with weights of 8 bits
    assert float(model.get_query_embedding("Who sleeps?") @ own.get_query_embedding("Who sleeps?")) > 0.99
    assert model.space.dimensions == 384
