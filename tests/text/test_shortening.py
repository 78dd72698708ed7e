"""The beginning of a text, or both its ends, by any way of counting."""

from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.text.shortening import GAP, beginning, both_ends


@given(st.text(max_size=300), st.integers(0, 80))
def test_parts_have_at_most_so_many_tokens(text: str, limit: int) -> None:
    def count(part: str) -> int:
        return len(part.encode())

    kept, ends = beginning(text, limit, count), both_ends(text, limit, count)
    assert count(kept) <= limit
    assert count(ends) <= limit
    assert text.startswith(kept)
    if count(text) <= limit:
        assert kept == ends == text


def test_as_much_is_kept_as_fits() -> None:
    assert beginning("abcdefghij", 4, len) == "abcd"
    assert both_ends("abcdefghijklmnop", 9, len) == f"abc{GAP}nop"
    assert both_ends("abcdefghij", 2, len) == ""
