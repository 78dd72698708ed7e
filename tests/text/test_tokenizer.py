"""The encodings that come along, and tiktoken's own names for them."""

import pickle
import subprocess
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path

import gigatoken
import pytest
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_rag.text import tokenizer
from desktop_rag.text.tokenizer import get_tokenizer
from tests.helpers.lanes import rest_at_night

NAMES = ["cl100k_base", "o200k_base"]
# a version of Unicode that one of the libraries does not know yet has letters that are none for it
ASSIGNED = st.characters(exclude_categories=["Cn", "Cs"])
PIECES = [
    "word ",
    "it'LL ",
    " don't",
    "1234567",
    "a\u0301",
    "漢字かな",
    "ที่นี่",
    "मैं",
    "  \n\n ",
    "\r\n",
    "\xa0",
    "#!/",
    "👩‍👩",
]
# no test may reach the network: tiktoken would fetch what it does not know
ASKING = """
import socket, sys, tiktoken
from desktop_rag.text.tokenizer import get_tokenizer

def refused(*_):
    raise OSError("no network")

socket.socket.connect = socket.getaddrinfo = refused
ours = get_tokenizer(sys.argv[1])
text = "Tea, 茶 and ~milk~ <|endoftext|>"
tokens = ours.encode(text)
named = tiktoken.get_encoding(sys.argv[1])
print(named.encode(text, allowed_special="all") == tokens, named.n_vocab, tiktoken.encoding_name_for_model(sys.argv[2]))
"""


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("name", "model", "size"), [("cl100k_base", "gpt-4", 100277), ("o200k_base", "gpt-4o", 200019)]
)
def test_a_program_that_asks_tiktoken_downloads_nothing(name: str, model: str, size: int) -> None:
    called = [sys.executable, "-c", ASKING, name, model]
    said = subprocess.run(called, check=True, capture_output=True, text=True, timeout=60).stdout.split()
    assert said == ["True", str(size), name]


def reference(name: str = NAMES[0]) -> Callable[[str], list[int]]:
    """How tiktoken encodes text; it knows the encoding by name, without downloading it, since ours was loaded."""
    get_tokenizer(name).encode("a")
    return tiktoken.get_encoding(name).encode_ordinary


@pytest.mark.nightly(by_day="test_the_tokens_of_any_text_are_those_of_tiktoken")
@pytest.mark.parametrize("name", rest_at_night(NAMES, {"cl100k_base"}))
def test_the_tokens_of_every_character_are_those_of_tiktoken(name: str) -> None:
    characters = [one for one in map(chr, range(sys.maxunicode + 1)) if unicodedata.category(one) not in {"Cn", "Cs"}]
    for context in ("{} ", "a{}b ", "\n{}1 "):
        text = "".join(map(context.format, characters))
        assert get_tokenizer(name).encode(text) == reference(name)(text)


@settings(max_examples=500, deadline=None)
@given(st.lists(st.sampled_from(PIECES) | ASSIGNED, max_size=60).map("".join), st.sampled_from(NAMES))
def test_the_tokens_of_any_text_are_those_of_tiktoken(text: str, name: str) -> None:
    assert get_tokenizer(name).encode(text) == reference(name)(text)


@pytest.mark.parametrize("unit", [" ", "a", "\n", "漢", "ACGT", "9", "-", "e\u0301"])
def test_lines_without_an_end_have_the_tokens_of_tiktoken(unit: str) -> None:
    text = unit * 20_000
    assert get_tokenizer().encode(text) == reference()(text)


def test_what_is_remembered_of_texts_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokenizer, "_REMEMBERED", 500)
    tokenizer._shared.cache_clear()
    made = 0
    from_tiktoken = gigatoken.Tokenizer.from_tiktoken

    def counted(path: Path, pretokenizer: str, special_tokens: dict[str, int]) -> gigatoken.Tokenizer:
        nonlocal made
        made += 1
        return from_tiktoken(path, pretokenizer, special_tokens)

    monkeypatch.setattr(gigatoken.Tokenizer, "from_tiktoken", counted)
    encode = reference()
    for start in range(0, 4000, 500):
        text = " ".join(f"word{number}" for number in range(start, start + 500))
        assert get_tokenizer().encode(text) == encode(text)
    assert made == 8
    tokenizer._shared.cache_clear()


def test_there_is_one_of_each() -> None:
    assert get_tokenizer() is get_tokenizer("cl100k_base") is pickle.loads(pickle.dumps(get_tokenizer()))
