"""How the values of postprocessors are written, and what is said about those that make no sense."""

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.postprocessor.factory import direction, number, share, text, texts, truth, whole


@pytest.mark.parametrize(
    ("read", "written", "expected"),
    [
        (whole, "1", 1), (whole, "1000", 1000), (whole, "007", 7),
        (number, "-2.5", -2.5), (number, "1e3", 1000.0), (number, " 4 ", 4.0),
        (share, "0", 0.0), (share, "1", 1.0), (share, "0.35", 0.35),
        (truth, "yes", True), (truth, "ON", True), (truth, "1", True),
        (truth, "no", False), (truth, "False", False), (truth, "0", False),
        (text, "  a b ", "a b"),
        (texts, "a", ("a",)), (texts, " a b ,, c,", ("a b", "c")),
        (direction, "next", "next"), (direction, "both", "both"),
    ],
)  # fmt: skip
def test_values_as_people_write_them(read: Callable[[str], object], written: str, expected: object) -> None:
    found = read(written)
    assert found == expected
    assert type(found) is type(expected)


@pytest.mark.parametrize(
    ("read", "written", "said"),
    [
        (whole, "0", "from 1 to 1000"), (whole, "1001", "from 1 to 1000"), (whole, "-1", "whole"),
        (whole, "1.5", "whole"), (whole, "", "whole"), (whole, "²", "whole"),
        (whole, "ten", "whole"),
        (number, "x", "a number"), (number, "", "a number"), (number, "nan", "a number"),
        (number, "inf", "a number"), (number, "-1e10", "a number"),
        (share, "1.01", "from 0 to 1"), (share, "-0.01", "from 0 to 1"), (share, "half", "0 to 1"),
        (share, "nan", "from 0 to 1"),
        (truth, "maybe", "yes or no"), (truth, "", "yes or no"), (truth, "2", "yes or no"),
        (text, "   ", "some text"), (texts, " , ,", "commas"), (texts, "", "commas"),
        (direction, "sideways", "next"), (direction, "", "previous"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_told_in_plain_words(read: Callable[[str], object], written: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read(written)


@pytest.mark.parametrize(("least", "written"), [(0, "0"), (2, "2"), (5, "1000")])
def test_the_least_that_makes_sense_is_taken(least: int, written: str) -> None:
    assert whole(written, at_least=least) == int(written)


@pytest.mark.parametrize(("least", "written"), [(1, "0"), (2, "1"), (5, "4")])
def test_less_is_refused(least: int, written: str) -> None:
    with pytest.raises(ValueError, match=f"from {least} to"):
        whole(written, at_least=least)


@given(
    st.lists(st.text(st.characters(exclude_characters=",", exclude_categories=["Cs"])).filter(str.strip), min_size=1)
)
def test_texts_come_back_as_they_were_written(items: list[str]) -> None:
    assert texts(",".join(items)) == tuple(item.strip() for item in items)


@given(st.text(max_size=20), st.sampled_from([whole, number, share, truth, texts]))
def test_no_value_fails_in_another_way(written: str, read: Callable[[str], object]) -> None:
    with suppress(ValueError):
        read(written)
