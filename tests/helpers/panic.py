"""A library written in Rust that panics: what it raises derives from BaseException alone."""

import tiktoken

_BACK = r"(a+)+\1b|\s+(?!\S)|\s+"  # followed back for each blank


def panic() -> None:
    """Let tiktoken panic, for real."""
    ranks = {bytes([byte]): byte for byte in range(256)}
    encoding = tiktoken.Encoding("panics", pat_str=_BACK, mergeable_ranks=ranks, special_tokens={})
    encoding._core_bpe.encode_ordinary(" " * 1_000_000)
