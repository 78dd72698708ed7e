"""Web pages and messages with tags that are closed twice, never, or in the wrong place: browsers show their words."""

from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_rag.readers.base import ReadOptions
from desktop_rag.readers.containers.mail_message import html_text
from desktop_rag.readers.file import load_file, read_file
from desktop_rag.readers.plain.web_pages import html_markdown

TAGS = (
    "a abbr b blockquote body caption center code dd div dl dt em font form h1 head header html i iframe li main "
    "noscript object ol option p pre q s script section select small span strong style sub svg table tbody td "
    "template textarea th title tr u ul"
).split()
HIDING = "script style template noscript svg title".split()

Read = Callable[[str], str]
both = pytest.mark.parametrize("read", [html_markdown, html_text], ids=["page", "message"])


@both
@pytest.mark.parametrize("tag", TAGS)
def test_a_closing_tag_without_an_opening_one_hides_nothing(tag: str, read: Read) -> None:
    found = read(f"<p>Whales sing</p></{tag}><p>in winter</p></{tag.upper()} ><p>and in spring.</p>")
    assert [word for word in found.split() if word.isalpha() or word == "spring."] == [
        "Whales", "sing", "in", "winter", "and", "in", "spring."
    ]  # fmt: skip


@both
@pytest.mark.parametrize("tag", HIDING)
def test_what_is_hidden_ends_at_its_first_closing_tag(tag: str, read: Read) -> None:
    page = f"<p>Whales</p></{tag}><{tag}>x {{ hidden }}</{tag} id='1'><p>sing</p></{tag}><{tag} a=b>hidden</{tag}>loud"
    assert read(page).split() == ["Whales", "sing", "loud"]


@both
def test_a_head_that_is_never_closed_hides_nothing_but_what_heads_hold(read: Read) -> None:
    head = "<html><head><meta charset=utf-8><title>Title</title><style>p {}</style><script>f()</script>"
    assert read(f"{head}<p>Whales sing.</p>") == "Whales sing."
    assert read(f"{head}</head></head></style></script><p>Whales sing.</p>") == "Whales sing."


@both
def test_a_comment_hides_the_tags_in_it_and_nothing_else(read: Read) -> None:
    assert read("<p>Whales</p><!-- <style> --><p>sing</p><!-- </script> <p>not this</p> --><p>loud</p>").split() == [
        "Whales", "sing", "loud",
    ]  # fmt: skip


def test_words_behind_a_stray_tag_of_a_web_page_are_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        "<h1>Whales</h1></style><table><tr><td>Blue</td></script><td>30 m</td></tr></table>"
    )
    (page,) = load_file(tmp_path / "a.html")
    assert page.text.split("\n", 2)[0] == "# Whales"
    assert "Blue" in page.text
    assert "30 m" in page.text


def test_words_behind_a_stray_tag_of_a_message_are_found(tmp_path: Path) -> None:
    message = EmailMessage()
    message["From"], message["Subject"] = "ann@example.org", "Whales"
    message.set_content("<html></head></style><body><p>They sing</p></style></head><p>in winter.</p>", "html")
    (tmp_path / "a.eml").write_bytes(message.as_bytes())
    (page,) = read_file(tmp_path / "a.eml", ReadOptions(scratch=tmp_path / "scratch")).pages
    assert page.text.split("\n\n")[2:] == ["They sing", "in winter."]


@both
@settings(max_examples=150, deadline=None)
@given(
    marks=st.lists(
        st.one_of(
            st.sampled_from(TAGS).map("</{}>".format),
            st.sampled_from(sorted({*TAGS} - {*HIDING})).map("<{}>".format),
            st.sampled_from(["<br>", "<hr/>", "&nbsp;", "&#8201;", "<!-- -->", "<p", "\n", " ", "\u2028", "<", ">"]),
        ),
        max_size=12,
    )
)
def test_no_word_is_lost_among_tags_in_any_order(marks: list[str], read: Read) -> None:
    page = "".join(f"{mark}<div>word{number}</div>" for number, mark in enumerate(marks))
    found = read(page)
    places = [found.find(f"word{number}") for number in range(len(marks))]
    assert -1 not in places
    assert places == sorted(places)
