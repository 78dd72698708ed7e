"""What holds for every text, however strange."""

import sys
import unicodedata
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from desktop_rag.core.characters import without_surrogates
from desktop_rag.core.paths import resource_path
from desktop_rag.core.schema import Document, TextNode
from desktop_rag.node_parser import token_map
from desktop_rag.node_parser.passage import PassageSplitter
from desktop_rag.node_parser.token_map import Offsets, hugging_face_offsets, most_tokens
from desktop_rag.text.tokenizer import get_tokenizer
from tests.helpers.lanes import rest_at_night

PIECES = [
    "# Title\n", "## Limits\n\n", "1. one\n", "- item\n", "| a | b |\n", "|---|---|\n", "```\n", "~~~\n",
    "a\tb\n", "\n\n", "\n", " ", "   ", "\r\n", "Dr. Smith left. ", "e.g. this; that, ", "これは文です。",
    "「はい。」", "中文句子！", "3.14 ", "word " * 40, "長" * 90, "x" * 300, "....", "?!", "LOUD HEADING\n",
    "2.1 Limits\n", "===\n", "---\n", "第3章 終\n", "👩‍👩‍👧", "e\u0301", "\ud800", "\u200b", "\x00",
    "<s></s>", "ﷺ" * 30,
]  # fmt: skip
TEXTS = st.one_of(st.text(st.characters(), max_size=300), st.lists(st.sampled_from(PIECES), max_size=40).map("".join))


@cache
def offsets() -> Offsets:
    path = resource_path("models", "multilingual-e5-small-q4", "tokenizer.json")
    return hugging_face_offsets(Tokenizer.from_file(str(path)))


def split(text: str, size: int, overlap: int) -> list[TextNode]:
    splitter = PassageSplitter(size, overlap, tokenizer=offsets(), id_func=lambda i, doc: f"{doc.id_}-{i}")
    return splitter.get_nodes_from_documents([Document(text=text, id_="d")])


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(TEXTS, st.sampled_from([(16, 0), (16, 8), (32, 8), (64, 10), (256, 32)]))
def test_every_text(text: str, sizes: tuple[int, int]) -> None:
    nodes = split(text, *sizes)
    covered = 0
    for node in nodes:
        assert node.start_char_idx is not None
        assert node.end_char_idx is not None
        assert text[node.start_char_idx : node.end_char_idx] == node.text
        assert node.text
        assert node.text == node.text.strip()
        assert len(offsets()(without_surrogates(node.text))) <= sizes[0]
        assert not text[covered : node.start_char_idx].strip()
        assert node.end_char_idx > covered
        covered = node.end_char_idx
    assert not text[covered:].strip()
    assert split(text, *sizes) == nodes


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_no_text_has_more_tokens_than_its_length_allows(text: str) -> None:
    clean = without_surrogates(text)
    tokenizer = get_tokenizer()
    assert len(offsets()(clean)) <= most_tokens(clean)
    assert len(tokenizer.encode(unicodedata.normalize("NFKC", clean))) <= most_tokens(clean)


@settings(max_examples=200, deadline=None)
@given(TEXTS, st.sampled_from([(16, 8), (64, 10), (256, 32)]))
def test_estimating_short_texts_changes_no_passage(text: str, sizes: tuple[int, int]) -> None:
    estimated = split(text, *sizes)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(token_map, "most_tokens", lambda text: sys.maxsize)
        assert split(text, *sizes) == estimated


def test_a_note_is_split_without_a_tokenizer() -> None:
    def refuse(text: str) -> list[tuple[int, int]]:
        raise AssertionError(f"tokenised: {text}")

    note = Document(text="# Tea\n\nPour hot water over the leaves.\n\nWait for three minutes.\n\n- Green\n- Black")
    (node,) = PassageSplitter(tokenizer=refuse).get_nodes_from_documents([note])
    assert node.text == note.text


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize(
    "filler",
    rest_at_night(
        ["a", " ", "\n", "漢", "a.", '?"', "ab c", ".", "…", "- ", "```\n\n", "# a\n", "。", "| a "],
        {"a", "漢", '?"', "ab c", "# a\n", "| a "},
    ),
)
def test_endless_lines_take_linear_time(filler: str) -> None:
    text = filler * (200_000 // len(filler)) + "x"
    assert split(text, 256, 32)[-1].end_char_idx == len(text)
