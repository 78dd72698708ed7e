"""What messages and web pages claim about their letters, and what is true."""

from encodings.aliases import aliases

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_rag.core.errors import UserError
from desktop_rag.text.encodings import decode, in_charset, is_text

QUOTED = "“Größe” – 5 €"


@pytest.mark.parametrize(
    ("charset", "data", "text"),
    [
        ("utf-8", QUOTED.encode(), QUOTED),
        (' "UTF-8" ', QUOTED.encode(), QUOTED),
        ("'utf8mb4'", QUOTED.encode(), QUOTED),
        ("iso-8859-1", QUOTED.encode("cp1252"), QUOTED),
        ("us-ascii", QUOTED.encode(), QUOTED),
        ("utf-8", "Größe".encode("latin-1"), "Größe"),
        ("gb2312", "镕基与喆".encode("gb18030"), "镕基与喆"),
        ("ks_c_5601-1987", "똠방각하".encode("cp949"), "똠방각하"),
        ("x-sjis", "髙橋①".encode("cp932"), "髙橋①"),
        ("iso-8859-8-i", "שלום".encode("iso-8859-8"), "שלום"),
        ("unicode-1-1-utf-7", "Größe".encode("utf-7"), "Größe"),
        ("iso-2022-jp", "議事録".encode("iso-2022-jp"), "議事録"),
        ("no-such-thing", QUOTED.encode(), QUOTED),
        ("", "Größe".encode("cp1252"), "Größe"),
        ("hex", b"6162", "6162"),
        ("zlib", b"words", "words"),
        ("idna\0", b"words", "words"),
        ("\udc80", b"words", "words"),
        ("utf-16", "words".encode("utf-16"), "words"),
        ("", b"", ""),
    ],
)
def test_a_claim_is_believed_as_browsers_do_if_it_can_be(charset: str, data: bytes, text: str) -> None:
    assert in_charset(data, charset) == text


def test_bytes_that_are_no_text_are_something_all_the_same() -> None:
    assert in_charset(bytes(range(256)) * 4, "utf-8")


@settings(deadline=None)
@given(st.binary(max_size=60), st.one_of(st.sampled_from(sorted({*aliases.values()} - {"mbcs"})), st.text(max_size=12)))
def test_any_claim_about_any_bytes_gives_a_text(data: bytes, charset: str) -> None:
    assert isinstance(in_charset(data, charset), str)


@pytest.mark.parametrize("mark", [b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\xff\xfe\0\0", b"\0\0\xfe\xff"])
def test_a_byte_order_mark_decides_and_is_no_letter(mark: bytes) -> None:
    encodings = {b"\xef\xbb\xbf": "utf-8", b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be",
                 b"\xff\xfe\0\0": "utf-32-le", b"\0\0\xfe\xff": "utf-32-be"}  # fmt: skip
    data = mark + "Größe 議\n".encode(encodings[mark])
    assert decode(data) == "Größe 議\n"
    assert decode(data, declared=True) == "Größe 議\n"
    assert is_text(data)


@pytest.mark.parametrize(
    "declaration",
    [
        '<?xml version="1.0" encoding="{}"?>',
        "<?xml version='1.0' encoding = '{}' standalone='yes'?>",
        "<meta charset={}>",
        '<META http-equiv="Content-Type" content="text/html; charset={}">',
    ],
)
@pytest.mark.parametrize(("name", "word"), [("iso-8859-2", "Žďár"), ("windows-1251", "Да"), ("Shift_JIS", "議事録")])
def test_an_encoding_may_be_declared_in_any_of_the_usual_ways(declaration: str, name: str, word: str) -> None:
    page = f"{declaration.format(name)}<p>{word}</p>"
    assert decode(page.encode(name), declared=True) == page


@pytest.mark.parametrize(
    "declared",
    ["utf-16", "utf-32", "utf-8", "hex", "rot13", "zlib", "base64", "none", "iso-8859-99", "undefined", "punycode"],
)
def test_a_declaration_that_cannot_be_true_is_not_believed(declared: str) -> None:
    page = f'<meta charset="{declared}"><p>Größe in Köln</p>'
    assert decode(page.encode(), declared=True) == page
    assert decode(page.encode("cp1252"), declared=True) == page


def test_a_declaration_far_from_the_beginning_is_not_looked_for() -> None:
    page = "<p>" + "x" * 5000 + '<meta charset="koi8-r"><p>Größe in Köln'
    assert decode(page.encode("cp1252"), declared=True) == page


@pytest.mark.parametrize("data", [b"\0\1\2\3" * 20, bytes(100)], ids=["controls", "zeros"])
def test_what_is_no_text_is_refused(data: bytes) -> None:
    assert not is_text(data)
    with pytest.raises(UserError, match="text"):
        decode(data)


@pytest.mark.parametrize("cut", range(1, 4))
def test_the_beginning_of_a_text_may_end_inside_a_letter(cut: int) -> None:
    data = "Whales 🐋".encode()
    assert is_text(data[:-cut])
