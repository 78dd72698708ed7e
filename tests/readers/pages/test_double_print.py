"""Text that is drawn twice for its looks."""

import pymupdf
import pytest

from desktop_rag.readers.pages.page_text import read_page

LINE = "Notice period: nine weeks"


@pytest.mark.parametrize(("across", "down"), [(0.3, 0), (0.5, 0.5), (1.5, 1.5), (-2, 2), (0, 0)])
def test_a_line_printed_over_or_with_a_shadow_stands_once(across: float, down: float) -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_text((72 + across, 100 + down), LINE, fontsize=16, color=(0.7, 0.7, 0.7))
        page.insert_text((72, 100), LINE, fontsize=16)
        page.insert_text((72, 130), "The rest is drawn once.", fontsize=11)
        read = read_page(page)
    assert read.text.split("\n\n") == [LINE, "The rest is drawn once."]
    assert len(read.boxes(0, len(LINE))) == 1


def test_letters_filled_and_outlined_and_printed_three_times() -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        for mode in (0, 1, 2):
            page.insert_text((72, 100), LINE, fontsize=16, render_mode=mode)
        page.insert_text((72, 400), "Between.", fontsize=16)
        page.insert_text((72.4, 100), LINE, fontsize=16)
        assert read_page(page).text.count("nine weeks") == 1


def test_a_bold_word_inside_a_line_stands_once() -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        writer, font = pymupdf.TextWriter(page.rect), pymupdf.Font("helv")
        _, begin = writer.append((72, 100), "The notice ", font=font)
        _, end = writer.append(begin, "period", font=font)
        writer.append((begin[0] + 0.4, begin[1]), "period", font=font)
        writer.append(end, ": nine weeks", font=font)
        writer.write_text(page)
        said = read_page(page).text
    assert " ".join(said.split()) == "The notice period: nine weeks"


def test_what_stands_twice_on_purpose_stays() -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        for number in range(2):
            page.insert_text((72, 100 + 12 * number), "Heave away, my lads.", fontsize=11)
        page.insert_text((72, 140), "no no no, ha ha ha . . . . . .", fontsize=11)
        page.insert_text((72, 160), "5 5 5 11 11", fontsize=11)
        said = read_page(page).text
    assert said.count("Heave away, my lads.") == 2
    assert "no no no, ha ha ha . . . . . ." in said
    assert "5 5 5 11 11" in said
