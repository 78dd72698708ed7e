"""The encodings that come along, and tiktoken's own names for them."""

import subprocess
import sys

import pytest

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


@pytest.mark.parametrize(
    ("name", "model", "size"), [("cl100k_base", "gpt-4", 100277), ("o200k_base", "gpt-4o", 200019)]
)
def test_a_program_that_asks_tiktoken_downloads_nothing(name: str, model: str, size: int) -> None:
    called = [sys.executable, "-c", ASKING, name, model]
    said = subprocess.run(called, check=True, capture_output=True, text=True, timeout=60).stdout.split()
    assert said == ["True", str(size), name]
