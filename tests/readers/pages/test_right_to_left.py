"""Arabic in PDFs: fonts may have lam and alef in one glyph, and tell it in either order, as letters or as shapes."""

import unicodedata
from pathlib import Path

import pymupdf
import pytest

from desktop_rag.readers.file import load_file
from desktop_rag.readers.pages.page_text import read_page
from tests.readers.pages.test_bounded_pages import raw_pdf, stream

GLYPHS = "\ufeb3 \ufefc \u0645 \u0627 \ufef9 \ufefb \ufee3 \ufe91 \ufeb2 \u062f \u0644 \u06f5 A".split()
WORDS = ["سلام", "الإسلام", "لا", "ملابس", "بلاد", "ال", "مال"]
WRITTEN = [[0, 1, 2], [3, 4, 0, 1, 2], [5], [6, 1, 7, 8], [7, 1, 9], [3, 10], [2, 3, 10]]
BLANK = len(GLYPHS)


def hexadecimal(text: str) -> str:
    return "".join(f"{ord(letter):04X}" for letter in text)


def arabic_pdf(path: Path, *, visual: bool, shapes: bool, swapped: bool) -> Path:
    """A line of Arabic words; ``visual``: the leftmost glyph comes first, ``swapped``: alef before lam in a glyph."""
    meanings = []
    for glyph in GLYPHS:
        letters = unicodedata.normalize("NFKC", glyph)
        plain = letters[::-1] if swapped else letters
        meanings.append(plain if len(letters) > 1 or not shapes else glyph)
    rows = "".join(f"<{number:04X}> <{hexadecimal(text)}>\n" for number, text in enumerate([*meanings, " "]))
    table = f"1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n{BLANK + 1} beginbfchar\n{rows}endbfchar"
    line = [glyph for word in WRITTEN for glyph in (*word, BLANK)][:-1]
    if visual:
        shown = f"1 0 0 1 60 700 Tm <{''.join(f'{glyph:04X}' for glyph in reversed(line))}> Tj"
    else:
        shown = "\n".join(f"1 0 0 1 {500 - 8 * at} 700 Tm <{glyph:04X}> Tj" for at, glyph in enumerate(line))
    return raw_pdf(
        path,
        [
            b"<</Type/Catalog/Pages 2 0 R>>",
            b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
            stream(f"BT /F 16 Tf\n{shown}\nET".encode()),
            b"<</Type/Font/Subtype/Type0/BaseFont/Arabic/Encoding/Identity-H/DescendantFonts[6 0 R]/ToUnicode 7 0 R>>",
            b"<</Type/Font/Subtype/CIDFontType2/BaseFont/Arabic/CIDSystemInfo 9 0 R/DW 500/FontDescriptor 8 0 R>>",
            stream(f"/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n{table}\nendcmap end end".encode()),
            b"<</Type/FontDescriptor/FontName/Arabic/Flags 4/FontBBox[0 -200 1000 800]/Ascent 800/Descent -200>>",
            b"<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>",
        ],
    )


@pytest.mark.parametrize("swapped", [False, True], ids=["lam first", "alef first"])
@pytest.mark.parametrize("shapes", [False, True], ids=["letters", "shapes"])
@pytest.mark.parametrize("visual", [False, True], ids=["as read", "from the left"])
def test_words_are_whole_and_their_letters_in_order(
    tmp_path: Path, *, visual: bool, shapes: bool, swapped: bool
) -> None:
    (page,) = load_file(arabic_pdf(tmp_path / "a.pdf", visual=visual, shapes=shapes, swapped=swapped))
    assert page.text.split() == WORDS


def test_the_words_have_their_places(tmp_path: Path) -> None:
    with pymupdf.open(arabic_pdf(tmp_path / "a.pdf", visual=True, shapes=True, swapped=False)) as document:
        text = read_page(document[0])
    lefts = [word.box[0] for word in text.words]
    assert lefts == sorted(lefts, reverse=True)
    assert [text.text[word.start : word.end] for word in text.words] == WORDS
    assert [round(word.box[2] - word.box[0]) for word in text.words] == [8 * len(glyphs) for glyphs in WRITTEN]


def test_other_words_of_the_page_stay_as_they_are(tmp_path: Path) -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_text((72, 72), "The quick brown fox\njumps (over) 12 dogs")
        before = read_page(page)
        page.insert_htmlbox((72, 300, 400, 400), "<p>\u05e9\u05dc\u05d5\u05dd</p>")
        after = read_page(page)
    assert after.text == f"{before.text}\n\n\u05e9\u05dc\u05d5\u05dd"
    assert after.words[: len(before.words)] == before.words
