"""What holds for every text cut by LlamaIndex's splitters, however strange."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import gigatoken
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_rag.core.characters import without_surrogates
from desktop_rag.core.schema import Document
from desktop_rag.node_parser.sentence import SentenceSplitter
from desktop_rag.node_parser.text_splitter import MetadataAwareTextSplitter
from desktop_rag.node_parser.token import TokenTextSplitter
from desktop_rag.text.character_kinds import Characters
from desktop_rag.text.token_cuts import Cuts, TextSizer
from desktop_rag.text.tokenizer import Encoding, get_tokenizer

PIECES = [
    "word ", "it's ", "we'll. ", "Dr. Smith ", "3.14 ", "12345678", "foo., bar ", "a.) ", "...", ". . . ",
    "?! ", "--", "これは。", "長い文です！", "한국어 ", "\u3000", "\xa0", "\n", "\n\n\n", "\r\n", "  ",
    "x" * 60,
    "漢字", "的，", "！」他", "字5字", "(字", "しています。", "\n字",
    "👩‍👩", "e\u0301", "\ud800", "<|endoftext|>", "\x1c", "'", "“Why?” ",
]  # fmt: skip
TEXTS = st.one_of(st.text(st.characters(), max_size=200), st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
SPLITTERS = st.sampled_from(
    [SentenceSplitter(8, 3), SentenceSplitter(40, 20), SentenceSplitter(), TokenTextSplitter(8, 2)]
)


@settings(max_examples=300, deadline=None)
@given(TEXTS, SPLITTERS)
def test_every_text(text: str, splitter: MetadataAwareTextSplitter) -> None:
    nodes = splitter.get_nodes_from_documents([Document(text=text)])
    covered = 0
    for node in nodes:
        assert node.start_char_idx is not None
        assert node.end_char_idx is not None
        assert text[node.start_char_idx : node.end_char_idx] == node.text
        assert not text[covered : node.start_char_idx].strip()
        covered = max(covered, node.end_char_idx)
    assert not text[covered:].strip()
    assert [node.text for node in nodes] == splitter.split_text_metadata_aware(text, "")


@pytest.mark.parametrize("kind", [SentenceSplitter, TokenTextSplitter])
def test_a_function_counts_tokens(kind: type[SentenceSplitter] | type[TokenTextSplitter]) -> None:
    text = "One two three. Four five six. Seven eight nine. " * 3
    chunks = kind(6, 0, tokenizer=str.split).split_text(text)
    assert all(len(chunk.split()) <= 6 for chunk in chunks)
    assert " ".join(chunks).split() == text.split()
    encoding = get_tokenizer()
    assert kind(40, 20, tokenizer=encoding.encode).split_text(text) == kind(40, 20).split_text(text)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(TEXTS, st.sampled_from(["cl100k_base", "o200k_base"]), st.randoms())
def test_counts_are_those_of_the_encoding(text: str, name: str, random: Random) -> None:
    tokenizer = get_tokenizer(name)
    clean = without_surrogates(text)
    assert tokenizer.count(clean) == len(tokenizer.encode(clean)) == len(tokenizer.token_places(clean).starts)
    bounds = sorted({0, len(clean), *(random.randint(0, len(clean)) for _ in range(5))})
    parts = [len(tokenizer.encode(clean[a:b])) for a, b in pairwise(bounds)]
    assert sizes(clean, tokenizer, bounds) == parts
    if clean and tokenizer.is_additive(clean):
        assert sizes(clean, tokenizer, bounds, Cuts(Characters(clean), tokenizer)) == parts


def sizes(text: str, tokenizer: Encoding, bounds: list[int], cuts: Cuts | None = None) -> list[int]:
    """The tokens of every part; from these cuts, which are not looked for in short texts."""
    sizer = TextSizer(Characters(text), tokenizer)
    if cuts is not None:
        sizer._cuts = cuts
    return sizer.sizes(np.array(bounds[:-1]), np.array(bounds[1:])).tolist()


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize("filler", ["漢字。", "word ", "a" * 40 + " ", "漢" * 40 + " ", "字\n", "  ", "한국어"])
def test_blocks_of_long_texts_join_without_a_seam(filler: str) -> None:
    text = filler * (1_200_000 // len(filler))
    bounds = [0, 7, 100_000, 300_001, len(text)]
    parts = [get_tokenizer().count(text[a:b]) for a, b in pairwise(bounds)]
    assert sizes(text, get_tokenizer(), bounds) == parts


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize("filler", ["a", " ", "\n", "漢", "a.", '?"', "ab c", ".", "…", "a'", "- "])
def test_endless_lines_take_linear_time(filler: str) -> None:
    text = filler * (300_000 // len(filler)) + "x"
    for splitter in (SentenceSplitter(), TokenTextSplitter()):
        nodes = splitter.get_nodes_from_documents([Document(text=text)])
        assert nodes[-1].end_char_idx == len(text)


def plain_chunks(splitter: SentenceSplitter, text: str) -> list[str]:
    """LlamaIndex's way: every part counted by itself, chunks filled one part after the other."""
    count = get_tokenizer().count

    def splits(part: str) -> Iterator[tuple[str, int]]:
        if (size := count(part)) <= splitter.chunk_size:
            yield part, size
        elif (inner := splitter._cut(Characters(part))(0, len(part))) is None:
            yield from ((character, count(character)) for character in part)
        else:
            for start, end in pairwise(inner.tolist()):
                yield from splits(part[start:end])

    chunks: list[str] = []
    chunk: list[tuple[str, int]] = []
    fresh = True
    for piece, size in splits(text):
        if sum(length for _, length in chunk) + size > splitter.chunk_size and not fresh:
            chunks.append("".join(part for part, _ in chunk))
            while chunk and sum(length for _, length in chunk) > splitter.chunk_overlap:
                chunk.pop(0)
            fresh = True
        while chunk and sum(length for _, length in chunk) + size > splitter.chunk_size:
            chunk.pop(0)
        chunk.append((piece, size))
        fresh = False
    chunks.append("".join(part for part, _ in chunk))
    return [stripped for one in chunks if (stripped := one.strip())]


CODE = 'def f(x):\n        return [x, -x]  # a.b; c\n\n\nclass A(B):\n    """It\'s one."""\n\tx = {1: 2}\n'
THAI = "กรุงเทพมหานครเป็นเมืองหลวง ตั้งอยู่บนแม่น้ำเจ้าพระยา และมีประชากรมาก\n"
SCRIPTS = [CODE, THAI, THAI.replace(" ", ""), "Это предложение. ", "यह एक वाक्य है। ", "これは文です。漢字"]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from([*SCRIPTS, *PIECES[:24]]), min_size=1, max_size=40).map("".join),
    st.integers(1, 6),
    st.sampled_from([SentenceSplitter(30, 8), SentenceSplitter(100, 99), SentenceSplitter(200, 0)]),
)
def test_chunks_are_those_of_the_plain_way(piece: str, times: int, splitter: SentenceSplitter) -> None:
    text = piece * times
    assert splitter.split_text(text) == plain_chunks(splitter, text)


@pytest.mark.parametrize("filler", SCRIPTS)
def test_a_text_is_tokenised_about_once(filler: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # numbers make every line another one: nothing is known from a line before
    text = "".join(f"{filler}{number}" for number in range(600))
    lengths = list[int]()
    encode = gigatoken.Tokenizer.encode

    def counted(self: gigatoken.Tokenizer, part: str) -> object:
        lengths.append(len(part))
        return encode(self, part)

    monkeypatch.setattr(gigatoken.Tokenizer, "encode", counted)
    SentenceSplitter(256, 20).split_text(text)
    assert len(text) <= sum(lengths) < 1.5 * len(text)


FIRST_CALL = """
import sys
from desktop_rag.node_parser.sentence import SentenceSplitter
from desktop_rag.text.tokenizer import get_tokenizer
get_tokenizer().encode("a")
splitter = SentenceSplitter(256, 20)
text = "".join(f"{sys.argv[1]}{number}" for number in range(600))
loaded = set(sys.modules)
splitter.split_text(text)
assert set(sys.modules) == loaded, set(sys.modules) - loaded
"""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("filler", SCRIPTS)
def test_the_first_text_waits_for_no_module(filler: str) -> None:
    subprocess.run([sys.executable, "-c", FIRST_CALL, filler], check=True, timeout=60)


MARKS_AND_LETTERS = [
    ".foo",
    ",bar;",
    "self.x",
    ")(",
    "'s",
    "'",
    "’s",
    "9",
    "a",
    "。今",
    "「京",
    "ก",
    "ำ",
    "ุ",
    "मैं",
    " ",
    "\n",
]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(MARKS_AND_LETTERS), min_size=1, max_size=30).map("".join), st.randoms())
def test_parts_that_begin_or_end_between_two_tokens_have_their_own_sizes(text: str, random: Random) -> None:
    tokenizer = get_tokenizer()
    cuts = Cuts(Characters(text), tokenizer)
    edges = np.flatnonzero(cuts.are_edges(np.arange(len(text)))).tolist()
    bounds = sorted({0, len(text), *random.sample(edges, len(edges) // 2), random.randint(0, len(text))})
    assert sizes(text, tokenizer, bounds, cuts) == [len(tokenizer.encode(text[a:b])) for a, b in pairwise(bounds)]


def test_a_part_can_begin_between_a_mark_and_a_letter_that_are_two_tokens() -> None:
    text = "self.x。今「京ก,bar"
    cuts = Cuts(Characters(text), get_tokenizer())
    assert np.flatnonzero(cuts.are_edges(np.arange(len(text)))).tolist() == [7, 9, 12]


def test_an_empty_separator_is_refused() -> None:
    with pytest.raises(ValueError, match="empty separator"):
        SentenceSplitter(8, 0, paragraph_separator="").split_text("One two three four five six seven eight nine.")


@pytest.mark.parametrize("newlines", range(1, 9))
def test_separators_that_overlap_cut_as_they_are_found(newlines: int) -> None:
    text = "\n".join(["one two three" + "\n" * newlines, "four. five" + "\n" * (newlines + 1)] * 4)
    splitter = SentenceSplitter(6, 2)
    assert splitter.split_text(text) == plain_chunks(splitter, text)


@pytest.mark.parametrize(
    ("text", "trimmed", "kept"),
    [
        ("  one two three\n", ["one", "two", "three"], [" ", " one", " two", " three\n"]),
        (" ", [], [" "]),
        ("", [""], [""]),
        ("one", ["one"], ["one"]),
    ],
)
def test_white_space_at_the_ends_of_chunks_is_kept_when_asked_for(
    text: str, trimmed: list[str], kept: list[str]
) -> None:
    def count(part: str) -> list[str]:
        return part.split() or [part] * bool(part)

    assert TokenTextSplitter(1, 0, tokenizer=count).split_text(text) == trimmed
    splitter = TokenTextSplitter(1, 0, tokenizer=count, keep_whitespaces=True, include_metadata=False)
    assert splitter.split_text(text) == kept
    assert "".join(kept) == text
    nodes = splitter.get_nodes_from_documents([Document(text)])
    assert [text[node.start_char_idx : node.end_char_idx] for node in nodes] == kept


def test_a_parser_is_called_and_awaited_like_every_transformation() -> None:
    splitter = TokenTextSplitter(3, 0, id_func=lambda i, document: f"{document.id_}-{i}")
    document = Document("Cats sleep all day. Dogs bark.", "D")
    nodes = splitter.get_nodes_from_documents([document])
    assert len(nodes) > 1
    assert splitter([document]) == asyncio.run(splitter.acall([document])) == nodes
