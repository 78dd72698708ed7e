"""How the values of postprocessors are written, and what is said about those that make no sense."""

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.postprocessor import values


@pytest.mark.parametrize(
    ("read", "written", "expected"),
    [
        (values.whole, "1", 1), (values.whole, "1000", 1000), (values.whole, "007", 7),
        (values.number, "-2.5", -2.5), (values.number, "1e3", 1000.0), (values.number, " 4 ", 4.0),
        (values.share, "0", 0.0), (values.share, "1", 1.0), (values.share, "0.35", 0.35),
        (values.truth, "yes", True), (values.truth, "ON", True), (values.truth, "1", True),
        (values.truth, "no", False), (values.truth, "False", False), (values.truth, "0", False),
        (values.text, "  a b ", "a b"),
        (values.texts, "a", ("a",)), (values.texts, " a b ,, c,", ("a b", "c")),
        (values.direction, "next", "next"), (values.direction, "both", "both"),
    ],
)  # fmt: skip
def test_values_as_people_write_them(read: Callable[[str], object], written: str, expected: object) -> None:
    found = read(written)
    assert found == expected
    assert type(found) is type(expected)


@pytest.mark.parametrize(
    ("read", "written", "said"),
    [
        (values.whole, "0", "from 1 to 1000"), (values.whole, "1001", "from 1 to 1000"), (values.whole, "-1", "whole"),
        (values.whole, "1.5", "whole"), (values.whole, "", "whole"), (values.whole, "²", "whole"),
        (values.whole, "ten", "whole"),
        (values.number, "x", "a number"), (values.number, "", "a number"), (values.number, "nan", "a number"),
        (values.number, "inf", "a number"), (values.number, "-1e10", "a number"),
        (values.share, "1.01", "from 0 to 1"), (values.share, "-0.01", "from 0 to 1"), (values.share, "half", "0 to 1"),
        (values.share, "nan", "from 0 to 1"),
        (values.truth, "maybe", "yes or no"), (values.truth, "", "yes or no"), (values.truth, "2", "yes or no"),
        (values.text, "   ", "some text"), (values.texts, " , ,", "commas"), (values.texts, "", "commas"),
        (values.direction, "sideways", "next"), (values.direction, "", "previous"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_told_in_plain_words(read: Callable[[str], object], written: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read(written)


@pytest.mark.parametrize(("least", "written"), [(0, "0"), (2, "2"), (5, "1000")])
def test_the_least_that_makes_sense_is_taken(least: int, written: str) -> None:
    assert values.whole(written, at_least=least) == int(written)


@pytest.mark.parametrize(("least", "written"), [(1, "0"), (2, "1"), (5, "4")])
def test_less_is_refused(least: int, written: str) -> None:
    with pytest.raises(ValueError, match=f"from {least} to"):
        values.whole(written, at_least=least)


@given(
    st.lists(st.text(st.characters(exclude_characters=",", exclude_categories=["Cs"])).filter(str.strip), min_size=1)
)
def test_texts_come_back_as_they_were_written(items: list[str]) -> None:
    assert values.texts(",".join(items)) == tuple(item.strip() for item in items)


@given(st.text(max_size=20), st.sampled_from([values.whole, values.number, values.share, values.truth, values.texts]))
def test_no_value_fails_in_another_way(written: str, read: Callable[[str], object]) -> None:
    with suppress(ValueError):
        read(written)
