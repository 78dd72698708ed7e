"""Links to places in libraries: what is built is understood again, and everything else is refused with words."""

import string
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from desktop_rag.core.errors import UserError
from desktop_rag.core.links import LONGEST_LINK, Link, parse_link

ID, HASH = "0c" * 16, "5f" * 16
HEAD = f"desktop-rag://{ID}/"
PIECES = [
    "desktop-rag:", "DESKTOP-RAG://", "//", "/", "..", ".", "%2e%2e", "%2F", "%5C", "\\", "C:", "c%3A", "%00", "%0a",
    "\n", "\x1b", "#page=7", "?", "&", "=", "page=", "page=9", "quote=", "&content=", HASH, ID, "library", "&name=",
    "@", ":80", "~", " ", "%", "%zz", "%ff", "%ed%a0%80", "é", "文書", "\u202e", "\ud800", "\u2028", "a.pdf", "b", "c",
    "javascript:", "file:///etc/passwd", "x" * 700, "%20", "+", "'\"", "$(id)", "`id`", "-", "--data-dir=/",
]  # fmt: skip
NAMES = st.text(min_size=1, max_size=300)


def test_a_place_has_a_link_that_people_can_read() -> None:
    link = Link(ID, "Leases", "contracts/2024/all.zip//annex (2).pdf", 7, "The rent is 5 €.", content=HASH)
    assert link.url == (
        f"{HEAD}contracts/2024/all.zip//annex%20%282%29.pdf"
        f"#page=7&quote=The%20rent%20is%205%20%E2%82%AC.&content={HASH}&name=Leases"
    )
    assert parse_link(f" {link.url}\n") == link


@pytest.mark.parametrize("word", ["rent and costs ", "賃料と費用"])
def test_a_long_quotation_is_named_by_its_beginning_and_its_end(word: str) -> None:
    said = " ".join(f"It begins. {word * 200} it ends.".split())
    link = parse_link(Link(ID, file="a.pdf", quote=said).url)
    assert said.startswith(link.quote)
    assert said.endswith(link.until)
    assert link.quote
    assert link.until


def test_what_is_too_long_for_a_link_is_found_by_its_name_or_its_hash() -> None:
    deep = parse_link(Link(ID, "文" * 120, f"{'文/' * 300}契約.pdf", 7, "賃料" * 300, content=HASH).url)
    assert (deep.file, deep.page, deep.content) == ("契約.pdf", 7, HASH)
    endless = parse_link(Link(ID, file="文" * 700, quote="rent", content=HASH).url)
    assert (endless.file, endless.content) == ("", HASH)


@pytest.mark.parametrize(
    "name", ["a\nb.pdf", "a\\b.pdf", "..", "a/../b.pdf", "/etc/passwd", "C:/a.pdf", "a///b", "\ud800"]
)
def test_a_file_whose_path_cannot_be_linked_to_is_named_by_its_hash(name: str) -> None:
    assert parse_link(Link(ID, file=name, content=HASH).url) == Link(ID, content=HASH)
    assert not Link(ID, file=name).url


@pytest.mark.parametrize(
    ("link", "reason"),
    [
        ("https://example.org/a.pdf", "isn't a link to a place"),
        ("file:///etc/passwd", "isn't a link to a place"),
        ("desktop-rag:a.pdf", "isn't a link to a place"),
        ("", "isn't a link to a place"),
        (f"{HEAD}../a.pdf", "leads out of its library"),
        (f"{HEAD}a/%2e%2E/b.pdf", "leads out of its library"),
        (f"{HEAD}/etc/passwd", "leads out of its library"),
        (f"{HEAD}%2Fetc%2Fpasswd", "leads out of its library"),
        (f"{HEAD}C:/a.pdf", "leads out of its library"),
        (f"{HEAD}a%5C..%5Cb.pdf", "leads out of its library"),
        (f"{HEAD}a.zip//../b.pdf", "leads out of its library"),
        (f"{HEAD}a.pdf%00.txt", "is damaged"),
        (f"{HEAD}a\x1b[2J.pdf", "is damaged"),
        (f"{HEAD}a.pdf?page=7", "is damaged"),
        (f"{HEAD}a.pdf#page=-1", "is damaged"),
        (f"{HEAD}a.pdf#page=٧", "is damaged"),
        (f"{HEAD}a.pdf#page=7&page=8", "is damaged"),
        (f"{HEAD}a.pdf#content=..", "is damaged"),
        (f"{HEAD}a%ff.pdf", "is damaged"),
        (f"{HEAD}a%2.pdf", "is damaged"),
        (f"desktop-rag://me@{ID}/a.pdf", "is damaged"),
        (f"desktop-rag://{ID}:80/a.pdf", "is damaged"),
        (HEAD, "is damaged"),
        (f"{HEAD}{'a' * LONGEST_LINK}", "is longer than 2000 characters"),
    ],
)
def test_everything_else_is_refused_with_words(link: str, reason: str) -> None:
    with pytest.raises(UserError, match=reason) as refused:
        parse_link(link)
    assert refused.value.next_step


def test_values_of_later_versions_are_left_alone() -> None:
    assert parse_link(f"{HEAD}a.pdf#zoom=2&page=7") == Link(ID, file="a.pdf", page=7)


@given(NAMES, NAMES, st.integers(-5, 10**9), st.text(max_size=2000), NAMES)
@example("a.zip//b.pdf", "Papers", 1, "x" * 5000, ID)
def test_whatever_a_place_is_called_its_link_is_short_and_leads_to_it(
    file: str, name: str, page: int, quote: str, library: str
) -> None:
    url = Link(library, name, file, page, quote, content=HASH).url
    assert url.isascii()
    assert url.isprintable()
    assert " " not in url
    assert len(url) <= LONGEST_LINK
    link = parse_link(url)
    assert link.content == HASH
    assert link.file in ("", file, file.rpartition("/")[2])
    assert link.url == url


def test_ten_thousand_texts_are_refused_or_name_places_within_a_library() -> None:
    random = Random(41)
    refused = 0
    for _ in range(10_000):
        text = "".join(random.choices(PIECES, k=random.randint(0, 12)))
        try:
            link = parse_link(HEAD + text if random.random() < 0.8 else text)
        except UserError as error:
            refused += 1
            assert error.next_step, text  # noqa: PT017 - most are refused, each with words
            continue
        parts = link.file.replace("//", "/").split("/")
        assert link.content or all(part not in ("", ".", "..") for part in parts)
        assert not link.file.startswith(("/", "\\"))
        assert "\\" not in link.file
        assert not (link.file[1:2] == ":" and link.file[0] in string.ascii_letters)
        assert all(char.isprintable() or char > "~" for char in link.file + link.quote + link.name)
    assert 5000 < refused < 9900
