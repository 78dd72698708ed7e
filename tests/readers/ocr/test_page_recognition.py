"""Text recognition: pictures of real sentences, the right way up or not, and where each word stands."""

import struct
import zlib
from collections.abc import Sequence
from pathlib import Path

import pymupdf
import pytest
from hypothesis import given
from hypothesis import strategies as some

from desktop_rag.core.errors import UserError
from desktop_rag.readers.base import NothingToRead, ReadOptions
from desktop_rag.readers.ocr import engine, page_recognition, tesseract
from desktop_rag.readers.pages import pdf, pictures
from desktop_rag.readers.pages.page_text import PageText, PlacedWord, RecognisedPage, pack_words, unpack_words
from desktop_rag.readers.pages.render import render_page
from tests.helpers.lanes import rest_at_night
from tests.helpers.pages import pdf_of, picture_of, scan_of

ENGLISH = (
    "The lighthouse keeper wrote down the weather every evening. In March the barometer fell to 968 millibars, and "
    "two fishing boats did not return before midnight. Nobody in the harbour slept that night."
)
JAPANESE = "灯台の管理人は毎晩の天気を記録していた。三月には気圧が下がり、二隻の漁船が真夜中まで戻らなかった。"
CHINESE = "灯塔管理员每天晚上都记录天气。三月份气压下降，两艘渔船直到午夜才返回港口。"
GERMAN = "Der Leuchtturmwärter schrieb jeden Abend das Wetter auf. Über Nacht fiel der Luftdruck größtenteils schnell."
TEXTS = {"en": ENGLISH, "ja": JAPANESE, "zh": CHINESE, "de": GERMAN}

USUAL = ReadOptions()
LOW = 240  # points: a page with room for a few lines


def only_page(path: Path, options: ReadOptions = USUAL) -> RecognisedPage:
    (page,) = pdf.load_data(path, options)
    assert isinstance(page, RecognisedPage)
    return page


def plain(text: str) -> str:
    return "".join(text.split())


@pytest.mark.slow
@pytest.mark.parametrize("language", rest_at_night(TEXTS, {"ja"}))
def test_a_scan_is_read_in_several_languages(tmp_path: Path, language: str) -> None:
    text = TEXTS[language]
    source = pdf_of(tmp_path / "text.pdf", f"<p>{text}</p>", size=13, height=LOW)
    page = only_page(scan_of(tmp_path / "scan.pdf", source))
    assert plain(page.text).replace(",", "，").replace("（", "(") == plain(text).replace(",", "，")
    assert page.metadata["page_label"] == "1"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rotation", "turned"),
    [(90, 0), pytest.param(180, 0, marks=pytest.mark.nightly), pytest.param(0, 2, marks=pytest.mark.nightly)],
)
def test_pages_on_their_side_upside_down_or_skewed(tmp_path: Path, rotation: int, turned: float) -> None:
    source = pdf_of(tmp_path / "text.pdf", f"<p>{ENGLISH}</p>", size=13, height=LOW)
    page = only_page(scan_of(tmp_path / "scan.pdf", source, rotation=rotation, turned=turned))
    words = page.text.split()
    known = ENGLISH.split()
    assert [word for word in words if word in known][:5] == known[:5]
    assert len(set(words) & set(known)) > 0.9 * len(set(known))


@pytest.mark.nightly(by_day="test_a_scan_is_read_in_several_languages")
@pytest.mark.slow
def test_a_picture_that_stands_on_its_head_without_telling(tmp_path: Path) -> None:
    source = pdf_of(tmp_path / "text.pdf", f"<p>{ENGLISH}</p>", size=13, height=LOW)
    scan = pymupdf.open()
    page = scan.new_page(height=LOW)
    page.insert_image(page.rect, pixmap=picture_of(source), rotate=180)
    scan.save(tmp_path / "scan.pdf")
    assert "lighthouse keeper wrote" in only_page(tmp_path / "scan.pdf").text


@pytest.mark.slow
def test_a_recognised_word_is_marked_where_it_stands(tmp_path: Path) -> None:
    source = pdf_of(tmp_path / "text.pdf", f"<p>{ENGLISH}</p>", size=13, height=LOW)
    scan = scan_of(tmp_path / "scan.pdf", source)
    page = only_page(scan)
    start = page.text.index("barometer")
    with pymupdf.open(source) as document:
        truth = document[0].search_for("barometer")[0] * pymupdf.Matrix(2, 2)
    span = (start, start + len("barometer"))
    image = render_page(str(scan), scan, 1, 2.0, (0, len(page.text)), span, (page.text, pack_words(page.words)))
    (box,) = image.cited
    found = pymupdf.Rect(box)
    assert (found & truth).get_area() > 0.75 * truth.get_area()
    assert found.get_area() < 1.7 * truth.get_area()
    assert len(image.boxes) == len(page.text.splitlines())
    assert not render_page(str(scan), scan, 1, 2.0, None, span).cited


@pytest.mark.slow
def test_words_are_stored_small_and_come_back(tmp_path: Path) -> None:
    source = pdf_of(tmp_path / "text.pdf", f"<p>{ENGLISH}</p>", height=LOW)
    page = only_page(scan_of(tmp_path / "scan.pdf", source))
    packed = pack_words(page.words)
    assert len(packed) < 16 * len(page.words)
    for word, again in zip(page.words, unpack_words(packed), strict=True):
        assert page.text[word.start : word.end].strip()
        assert (again.start, again.end) == (word.start, word.end)
        assert again.box == pytest.approx(word.box, abs=0.07)
    assert unpack_words(b"damaged") == ()


@pytest.mark.nightly(by_day="test_a_scan_is_read_in_several_languages")
@pytest.mark.slow
def test_columns_are_read_one_after_the_other(tmp_path: Path) -> None:
    half = "Words of the {0} column that go on for several lines, so that they are running text. " * 2
    source = pymupdf.open()
    page = source.new_page()
    page.insert_textbox((60, 100, 285, 700), half.format("left"), fontsize=11)
    page.insert_textbox((310, 100, 535, 700), half.format("right"), fontsize=11)
    source.save(tmp_path / "text.pdf")
    text = only_page(scan_of(tmp_path / "scan.pdf", tmp_path / "text.pdf")).text
    assert text.rindex("left") < text.index("right")


@pytest.mark.slow
def test_pages_with_text_stay_text_beside_scanned_ones(tmp_path: Path) -> None:
    source = pdf_of(tmp_path / "text.pdf", "<p>A page of text.</p>", f"<p>{ENGLISH}</p>", "")
    with pymupdf.open(source) as document:
        document[1].clean_contents()
        picture = picture_of(source, 1)
        document.delete_page(1)
        document.new_page(1).insert_image((0, 0, 595, 842), pixmap=picture)
        document.save(tmp_path / "mixed.pdf")
    first, second, third = pdf.load_data(tmp_path / "mixed.pdf")
    assert not isinstance(first, RecognisedPage)
    assert first.text == "A page of text."
    assert isinstance(second, RecognisedPage)
    assert "barometer" in second.text
    assert (third.text, third.metadata["page_label"]) == ("", "3")


@pytest.mark.nightly(by_day="test_a_scan_is_read_in_several_languages")
@pytest.mark.slow
def test_a_large_picture_on_a_page_with_text_is_read_too(tmp_path: Path) -> None:
    source = pdf_of(tmp_path / "text.pdf", f"<p>{ENGLISH}</p>", size=13, height=LOW)
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((72, 60), "Figure 1: the diary")
    page.insert_image((0, 100, 595, 742), pixmap=picture_of(source))
    document.save(tmp_path / "figure.pdf")
    read = only_page(tmp_path / "figure.pdf")
    assert read.text.startswith("Figure 1: the diary\n\n")
    assert "lighthouse keeper" in read.text
    (box,) = PageText(read.text, read.words).boxes(0, 6)
    assert box[1] < 62 < box[3] + 5


def test_a_scan_with_a_text_layer_is_text(tmp_path: Path) -> None:
    source = pdf_of(tmp_path / "text.pdf", f"<p>{ENGLISH}</p>", size=13)
    document = pymupdf.open()
    page = document.new_page()
    page.insert_image(page.rect, pixmap=picture_of(source))
    page.insert_textbox((50, 50, 545, 300), ENGLISH, render_mode=3)
    document.save(tmp_path / "layer.pdf")
    (read,) = pdf.load_data(tmp_path / "layer.pdf")
    assert not isinstance(read, RecognisedPage)


@pytest.mark.parametrize(
    ("text", "garbled"),
    [
        (ENGLISH, False),
        (GERMAN, False),
        (JAPANESE, False),
        ("Strč prst skrz krk. Vlk zmrzl, zhltl hrst zrn. Příliš žluťoučký kůň úpěl ďábelské ódy v noci. " * 3, False),
        ("1 234 (56) 7.8 % — 9,012 " * 40, False),
        ("", False),
        ("".join(chr(ord(letter) - 29) if letter.isalpha() else letter for letter in ENGLISH), True),
        (
            "".join(chr((ord(letter.lower()) - 97 + 3) % 26 + 97) if letter.isalpha() else " " for letter in ENGLISH),
            True,
        ),
        ("\ufffd\ufffd \ufffd\ue001\ue002 a", True),
    ],
)
def test_what_is_no_language_is_told_from_what_is(text: str, garbled: bool) -> None:
    assert page_recognition.is_garbled(text) is garbled


def test_without_recognition_scans_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scan = scan_of(tmp_path / "scan.pdf", pdf_of(tmp_path / "text.pdf", f"<p>{ENGLISH}</p>"))
    with pytest.raises(UserError, match="pictures without text"):
        list(pdf.load_data(scan, ReadOptions(ocr=False)))
    monkeypatch.setattr(engine, "_models", lambda: None)
    with pytest.raises(UserError, match="pictures without text"):
        list(pdf.load_data(scan))
    picture_of(tmp_path / "text.pdf").save(tmp_path / "scan.png")
    with pytest.raises(UserError, match="not installed"):
        list(pictures.load_data(tmp_path / "scan.png"))


@pytest.mark.sampled(4)
@pytest.mark.slow
@pytest.mark.parametrize(
    "ending",
    rest_at_night(["png", "jpg", "webp", "tiff", "bmp", "gif", "avif", "heic"], {"png", "tiff", "gif", "heic"}),
)
def test_every_kind_of_picture_is_read_and_shown(tmp_path: Path, ending: str) -> None:
    import pillow_heif
    from PIL import Image

    pillow_heif.register_heif_opener()  # the program itself only reads these
    source = pdf_of(tmp_path / "text.pdf", "<p>The barometer fell to 968 millibars.</p>", size=20)
    pixmap = picture_of(source, dpi=100)
    picture = Image.frombytes("RGB", (pixmap.width, pixmap.height), pixmap.samples).crop((0, 0, 800, 200))
    path = tmp_path / f"photo.{ending}"
    picture.save(path)
    (page,) = pictures.load_data(path)
    assert "barometer fell to 968 millibars" in page.text
    assert isinstance(page, RecognisedPage)
    image = render_page(str(path), path, 1, 1.0, None, (0, 3), (page.text, pack_words(page.words)))
    assert len(image.cited) == 1
    assert image.cited[0][2] < image.width / 2


@pytest.mark.slow
def test_photographs_know_which_side_is_up(tmp_path: Path) -> None:
    from PIL import Image

    source = pdf_of(tmp_path / "text.pdf", "<p>The lighthouse keeper wrote down the weather.</p>", size=20)
    pixmap = picture_of(source, dpi=80)
    picture = Image.frombytes("RGB", (pixmap.width, pixmap.height), pixmap.samples).crop((0, 0, pixmap.width, 200))
    turned = Image.Exif()
    turned[0x0112] = 6  # the camera was turned
    for ending in ("jpg", "webp", "avif"):
        path = tmp_path / f"turned.{ending}"
        picture.rotate(90, expand=True).save(path, exif=turned)
        (page,) = pictures.load_data(path)
        assert "lighthouse keeper" in page.text
        image = render_page(str(path), path, 1, 0.5, None, None)
        assert image.height < image.width


@pytest.mark.nightly(by_day="test_a_scan_is_read_in_several_languages")
@pytest.mark.slow
def test_pictures_of_many_pages(tmp_path: Path) -> None:
    from PIL import Image

    pages = ("<p>First of the two pages</p>", "<p>Second of the two pages</p>")
    source = pdf_of(tmp_path / "text.pdf", *pages, size=20, height=LOW)
    drawn = [picture_of(source, number, dpi=80) for number in (0, 1)]
    first, second = (Image.frombytes("RGB", (one.width, one.height), one.samples) for one in drawn)
    first.save(tmp_path / "fax.tiff", save_all=True, append_images=[second])
    read = [page.text for page in pictures.load_data(tmp_path / "fax.tiff")]
    assert ["First" in read[0], "Second" in read[1]] == [True, True]


def test_pictures_that_are_not_read_say_why(tmp_path: Path) -> None:
    from PIL import Image

    Image.new("RGB", (300, 200), "navy").save(tmp_path / "plain.png")
    Image.new("RGB", (16, 16), "white").save(tmp_path / "icon.png")
    Image.effect_noise((400, 300), 90).save(tmp_path / "noise.png")
    (tmp_path / "broken.jpg").write_bytes(b"\xff\xd8\xff\xe0 no picture")
    (tmp_path / "bomb.png").write_bytes(_bomb())
    for name, reason in [("plain.png", "shows no text"), ("icon.png", "too small"), ("noise.png", "shows no text")]:
        with pytest.raises(NothingToRead, match=reason):
            list(pictures.load_data(tmp_path / name))
    with pytest.raises(NothingToRead, match="switched off"):
        list(pictures.load_data(tmp_path / "plain.png", ReadOptions(ocr=False)))
    for name, reason in [("broken.jpg", "damaged"), ("bomb.png", "too large")]:
        with pytest.raises(UserError, match=reason):
            list(pictures.load_data(tmp_path / name))


@pytest.mark.parametrize("share", [0.3, 0.6])
def test_a_damaged_picture_is_not_taken_for_one_without_text(tmp_path: Path, share: float) -> None:
    from PIL import Image

    path = tmp_path / "a.png"
    Image.effect_noise((600, 400), 90).convert("RGB").save(path)
    path.write_bytes(path.read_bytes()[: int(share * path.stat().st_size)])
    with pytest.raises(UserError, match="The picture is damaged") as caught:
        list(pictures.load_data(path))
    assert not isinstance(caught.value, NothingToRead)


def test_huge_pictures_inside_a_document_are_left_alone(tmp_path: Path) -> None:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_image(page.rect, pixmap=pymupdf.Pixmap(pymupdf.csGRAY, pymupdf.IRect(0, 0, 64, 64)))
    xref = page.get_images()[0][0]
    document.xref_set_key(xref, "Width", "50000")
    document.xref_set_key(xref, "Height", "50000")
    document.save(tmp_path / "bomb.pdf")
    with pytest.raises(NothingToRead, match="show no text"):
        list(pdf.load_data(tmp_path / "bomb.pdf"))


def test_languages_of_other_scripts_need_tesseract(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not engine.reads_language("ko")
    assert engine.reads_language("ja")
    tesseract.data_folder.cache_clear()
    (tmp_path / "kor.traineddata").touch()
    (tmp_path / "eng.traineddata").touch()
    monkeypatch.setenv("TESSDATA_PREFIX", str(tmp_path))
    assert tesseract.languages_for(["ko"]) == "kor+eng"
    assert tesseract.languages_for(["ru", "ko"]) == ""
    assert tesseract.languages_for([]) == ""
    asked = []

    def words(page: object, languages: str) -> Sequence[tuple[float, float, float, float, str, int, int]]:
        asked.append(languages)
        return [(10.0, 10.0, 60.0, 22.0, "안녕하세요", 0, 0)]

    monkeypatch.setattr(tesseract, "words", words)
    scan = scan_of(tmp_path / "scan.pdf", pdf_of(tmp_path / "text.pdf", f"<p>{ENGLISH}</p>"))
    assert only_page(scan, ReadOptions(ocr_languages=("ko",))).text == "안녕하세요"
    assert asked == ["kor+eng"]
    tesseract.data_folder.cache_clear()


def _bomb() -> bytes:
    """A picture of a few bytes that says it is 50,000 pixels wide and high."""
    header = struct.pack(">IIBBBBB", 50_000, 50_000, 8, 2, 0, 0, 0)
    parts = [(b"IHDR", header), (b"IDAT", zlib.compress(b"\0" * 1000)), (b"IEND", b"")]
    chunks = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


@pytest.mark.nightly(by_day="test_a_scan_is_read_in_several_languages")
@pytest.mark.slow
def test_a_long_picture_is_read_in_parts(tmp_path: Path) -> None:
    document = pymupdf.open()
    page = document.new_page(width=300, height=1400)
    heights = (40, 640, 690, 702, 714, 1380)  # the first part ends in the middle of a line
    for number, height in enumerate(heights):
        page.insert_text(
            (20, height), f"Line number {number + 100} of the receipt", fontsize=6
        )  # too small for one part
    page.get_pixmap(dpi=220).save(tmp_path / "long.png")
    (read,) = pictures.load_data(tmp_path / "long.png")
    numbers = [int(word) for word in read.text.split() if word.isdigit()]
    assert numbers == list(range(100, 106))


_SIDE = some.floats(-1e4, 1e4) | some.integers(0, 9_999).map(lambda number: number / 16)


@given(some.lists(some.tuples(some.integers(0, 10**6), some.tuples(_SIDE, _SIDE, _SIDE, _SIDE)), max_size=9))
def test_places_are_packed_in_eighths_of_a_point(words: list[tuple[int, tuple[float, float, float, float]]]) -> None:
    packed = unpack_words(pack_words([PlacedWord(start, start + 3, box) for start, box in words]))
    assert [(word.start, word.end) for word in packed] == [(start, start + 3) for start, _ in words]
    assert [word.box for word in packed] == [tuple(round(side * 8) / 8 for side in box) for _, box in words]
