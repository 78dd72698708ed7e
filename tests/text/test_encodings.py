"""Texts in the encodings of their time."""

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.core.errors import UserError
from desktop_rag.readers.file import read_file
from desktop_rag.readers.plain import text
from desktop_rag.text.encodings import decode, find_encoding, is_text

RUSSIAN = "Все люди рождаются свободными и равными в своем достоинстве и правах. "
POLISH = "Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. "
CHINESE = "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心。"
TRADITIONAL = "人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心。"
JAPANESE = "すべての人間は、生れながらにして自由であり、かつ、尊厳と権利とについて平等である。"
KOREAN = "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. "
THAI = "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ "
GREEK = "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια. "
HEBREW = "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם. "
ARABIC = "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق، وقد وهبوا عقلا وضميرا. "


@pytest.mark.parametrize(
    ("words", "encoding"),
    [
        *((RUSSIAN, encoding) for encoding in ("cp1251", "koi8_r", "iso8859_5", "cp866", "mac_cyrillic")),
        *((POLISH, encoding) for encoding in ("cp1250", "iso8859_2")),
        *((JAPANESE, encoding) for encoding in ("cp932", "euc_jp", "iso2022_jp", "utf-16-le", "utf-16-be")),
        (CHINESE, "gb18030"),
        (CHINESE, "hz"),
        (TRADITIONAL, "big5"),
        (KOREAN, "cp949"),
        (THAI, "tis_620"),
        (GREEK, "cp1253"),
        (HEBREW, "cp1255"),
        (ARABIC, "cp1256"),
        (RUSSIAN, "utf-32-le"),
    ],
)
def test_encodings_are_found(words: str, encoding: str) -> None:
    assert decode((words * 3 + "\n").encode(encoding)) == words * 3 + "\n"


@pytest.mark.parametrize("words", ["Größe", "Grüße aus Köln", "Café crème 3,50 €", "50 °C ± 2", "§ 5 Abs. 2", "it’s"])
def test_a_few_western_letters_are_not_counted(words: str) -> None:
    assert decode(words.encode("cp1252")) == words


@pytest.mark.parametrize(
    "data",
    [
        b"key=value;key2=value2\0\xff\xfekey3=value3",
        b"First line of it\n\xff\xfea\0b\0c\0\nlast\n",
        b"Some notes\xff\xfe\0\0on whales\n",
        b"\n".join([b"12;34;56;78"] * 9) + b"\0\xfe\xff",
    ],
)
def test_a_mark_that_stands_inside_a_text_tells_nothing(data: bytes) -> None:
    with contextlib.suppress(UserError):  # it may be no text at all
        assert not find_encoding([data]).startswith("utf-16")


@pytest.mark.parametrize("name", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize(
    "words", ["ひらがなのことば", "カタカナノコトバ", "Walrus and seals\n", CHINESE, KOREAN, RUSSIAN]
)
def test_two_bytes_a_letter_need_no_mark(words: str, name: str) -> None:
    assert decode((words * 3 + "\n").encode(name)) == words * 3 + "\n"


def test_what_is_declared_is_believed_only_if_it_can_be() -> None:
    page = '<html><meta charset="{}"><p>Město Žďár</p></html>'
    assert "Žďár" in decode(page.format("iso-8859-2").encode("iso-8859-2"), declared=True)
    assert "Žďár" in decode(page.format("iso-8859-2").encode(), declared=True)
    assert "Žďár" in decode(page.format("no-such-thing").encode(), declared=True)
    xml = '<?xml version="1.0" encoding="koi8-r"?><a>Да</a>'
    assert decode(xml.encode("koi8-r"), declared=True) == xml


def test_utf8_stays_utf8_when_a_little_of_it_is_damaged() -> None:
    data = (RUSSIAN * 20).encode()
    assert decode(data[:501] + b"\xff" + data[502:]).count("\ufffd") < 4
    assert is_text(data[:65_535])  # cut inside a character


def test_the_telling_bytes_may_come_late() -> None:
    data = b"plain words " * 200_000 + (RUSSIAN * 5).encode("cp1251")
    blocks = [data[start : start + 1000] for start in range(0, len(data), 1000)]
    assert find_encoding(blocks).replace("_", "") in {"cp1251", "windows-1251"}


@given(st.text(min_size=1).filter(lambda words: "\0" not in words and "\x1b" not in words and "~{" not in words))
def test_utf8_is_always_itself(words: str) -> None:
    with contextlib.suppress(UnicodeEncodeError):
        assert decode(words.encode()) == words.removeprefix("\ufeff")


@given(st.binary(max_size=600))
def test_any_bytes_are_text_or_refused(data: bytes) -> None:
    for declared in (False, True):
        with contextlib.suppress(UserError):
            assert isinstance(decode(data, declared=declared), str)


def test_large_texts_are_cut_at_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "large.log"
    line = "Grüße from line number {}\r\n"
    path.write_bytes("".join(line.format(number) for number in range(120_000)).encode("cp1252"))
    pages = list(read_file(path).pages)
    assert [page.metadata["page_label"] for page in pages] == ["1", "2", "3", "4"][: len(pages)]
    assert len(pages) > 1
    assert all(page.text.endswith("\n") for page in pages)
    joined = "".join(page.text for page in pages)
    assert joined == "".join(line.format(number) for number in range(120_000)).replace("\r\n", "\n")


def test_a_line_without_end_is_cut_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    path.write_bytes(b'{"a":1},' * 400_000)
    pages = list(text.load_data(path))
    assert len(pages) > 1
    assert "".join(page.text for page in pages) == '{"a":1},' * 400_000


def test_what_is_added_while_a_file_is_read_waits(tmp_path: Path) -> None:
    path = tmp_path / "growing.log"
    path.write_text("first\n" * 300_000)
    pages = iter(read_file(path).pages)
    size = len(next(pages).text)
    with path.open("a") as file:
        file.write("second\n" * 100)
    rest = list(pages)
    assert size + sum(len(page.text) for page in rest) == 1_800_000
