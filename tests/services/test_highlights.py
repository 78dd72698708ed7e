"""Copies with highlights: each stands on its words, says why, and the original stays as it is."""

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pymupdf
import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.page_breaks import RunOn
from desktop_rag.core.results.answers import Answer, Citation
from desktop_rag.core.results.highlights import Highlight
from desktop_rag.services.calls import calling
from desktop_rag.services.highlights import answer_highlights
from tests.helpers.pages import pdf_of, scan_of
from tests.services.conftest import Services

QUOTE = "The notice period is thirty days and begins when the letter has come."
TEXT = f"Before it all else is said here. {QUOTE} After it nothing more."
AGAIN = "Nothing of this page says so."


@pytest.fixture
def said(services: Services, tmp_path: Path) -> Iterator[Services]:
    (tmp_path / "leases").mkdir()
    with calling(services.call()):
        services.libraries.create("Leases")
        yield services


def added(services: Services, path: Path) -> str:
    services.ingestion.add("Leases", [path], services.call())
    return str(path)


def highlight(services: Services, file: str, words: str = QUOTE, note: str = "") -> Highlight:
    """Return the highlight of some words, where the library has them."""
    with services.index_files.open("Leases", read_only=True) as storage:
        for number, (_, text) in enumerate(storage.documents.labelled_pages(file), 1):
            flat = text.replace("\n", " ").replace("ﬁ", "fi")
            if words in flat and len(flat) == len(text):
                start = flat.index(words)
                return Highlight(number, start, start + len(words), text[start : start + len(words)], note)
    raise AssertionError(words)


def marked(path: Path) -> list[tuple[int, str, dict[str, str]]]:
    """Return the page, the words under the quads, and what each highlight says."""
    found = []
    with pymupdf.open(path) as document:
        for number, page in enumerate(document, 1):
            words = page.get_text("words")
            for one in page.annots(types=[pymupdf.PDF_ANNOT_HIGHLIGHT]):
                corners = one.vertices
                boxes = [pymupdf.Quad(corners[place : place + 4]).rect for place in range(0, len(corners), 4)]
                inside = [
                    word[4]
                    for box in boxes
                    for word in words
                    if box.contains(pymupdf.Point((word[0] + word[2]) / 2, (word[1] + word[3]) / 2))
                ]
                found.append((number, " ".join(inside).replace("ﬁ", "fi"), one.info))
    return found


def hashed(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize("crop", [None, (20, 30, 400, 500)])
def test_a_sentence_over_lines_is_highlighted_on_turned_and_cropped_pages(
    said: Services, tmp_path: Path, rotation: int, crop: tuple[int, ...] | None
) -> None:
    plain, path = tmp_path / "plain.pdf", tmp_path / "leases" / "lease.pdf"
    with pymupdf.open(pdf_of(plain, "", f'<div style="width: 220px">{TEXT}</div>')) as document:
        for page in document:
            page.set_rotation(rotation)
            if crop is not None:
                page.set_cropbox(pymupdf.Rect(*crop))
        document.save(path)
    before = hashed(path)
    file, target = added(said, path), tmp_path / "copy.pdf"
    one = highlight(said, file, note="How long?\n\nThirty days.")
    copy = said.highlights.save("Leases", file, [one], target)
    assert (copy.highlights, copy.notice) == (1, "")
    ((number, words, info),) = marked(target)
    assert (number, words) == (2, QUOTE)
    assert (info["title"], info["content"]) == ("Desktop RAG", "How long?\n\nThirty days.")
    assert hashed(path) == before
    assert target.read_bytes().startswith(path.read_bytes()), "what is written comes behind the file"
    with pymupdf.open(target) as document:
        page = document[1]
        box = next(page.annots()).rect * page.rotation_matrix
        pixels = page.get_pixmap(clip=box)
        yellow = sum(blue < 120 < red for red, blue in zip(pixels.samples[::3], pixels.samples[2::3], strict=True))
        assert yellow > pixels.width * pixels.height / 3, "it is drawn where the page shows the words"


def test_cited_words_over_a_page_break_have_the_question_and_the_sentence_beside_them(
    said: Services, tmp_path: Path
) -> None:
    path = pdf_of(tmp_path / "leases" / "lease.pdf", "The deposit is two", "months of rent. The gate is green.")
    file = added(said, path)
    first, rest = "The deposit is two", "months of rent."
    text = "The deposit is two months' rent [1]. The gate is green [1]."
    whole = Citation(1, 0, 36, file, 1, 0, len(first), f"{first} {rest}", 1.0, "", RunOn(18, rest, 2, 0, len(rest)))
    gate = Citation(1, 37, len(text), file, 2, 16, 34, "The gate is green.", 1.0, "")
    other = Citation(2, 0, 5, "/other.pdf", 1, 0, 5, "other", 1.0, "")
    answer = Answer("How much is the deposit?", text, (whole, gate, other), (), "", extractive=False)
    said.highlights.save("Leases", file, answer_highlights(answer, file), tmp_path / "copy.pdf")
    told = {(number, words): info["content"] for number, words, info in marked(tmp_path / "copy.pdf")}
    note = "How much is the deposit?\n\nThe deposit is two months' rent."
    assert told == {
        (1, first): note,
        (2, rest): note,
        (2, "The gate is green."): "How much is the deposit?\n\nThe gate is green.",
    }


def test_words_of_a_scan_are_highlighted_where_they_were_recognised(said: Services, tmp_path: Path) -> None:
    printed = pdf_of(tmp_path / "printed.pdf", f"{TEXT} {AGAIN}", size=14, height=220)
    file = added(said, scan_of(tmp_path / "leases" / "scan.pdf", printed, rotation=0))
    one = highlight(said, file, "thirty days")
    said.highlights.save("Leases", file, [one], tmp_path / "copy.pdf")
    with pymupdf.open(tmp_path / "copy.pdf") as copy, pymupdf.open(printed) as document:
        page = copy[0]
        box = next(page.annots()).rect
        assert "thirty days" in " ".join(document[0].get_text(clip=box).split())


def test_a_changed_file_has_what_still_stands_in_it_highlighted(said: Services, tmp_path: Path) -> None:
    path = pdf_of(tmp_path / "leases" / "lease.pdf", f"{TEXT} {AGAIN}")
    file = added(said, path)
    both = [highlight(said, file), highlight(said, file, AGAIN), Highlight(9, 0, 5, "far off")]
    pdf_of(path, f"Something new stands before it now. {TEXT}")
    copy = said.highlights.save("Leases", file, both, tmp_path / "copy.pdf")
    assert copy.highlights == 1
    assert copy.notice == "Places not found in the file as it is now: 2."
    assert [words for _, words, _ in marked(tmp_path / "copy.pdf")] == [QUOTE]
    with pytest.raises(UserError, match="None of the words stand in “lease"):
        said.highlights.save("Leases", file, both[1:], tmp_path / "none.pdf")
    assert not (tmp_path / "none.pdf").exists()


def test_the_original_is_never_written(said: Services, tmp_path: Path) -> None:
    path = pdf_of(tmp_path / "leases" / "lease.pdf", TEXT)
    file, before = added(said, path), hashed(path)
    one = highlight(said, file)
    (tmp_path / "link.pdf").symlink_to(path)
    (tmp_path / "hard.pdf").hardlink_to(path)
    for target in (path, path.parent / ".." / "leases" / "lease.pdf", tmp_path / "link.pdf", tmp_path / "hard.pdf"):
        with pytest.raises(UserError, match="is the original, which is never changed"):
            said.highlights.save("Leases", file, [one], target, replace=True)
    for target, message in (
        (tmp_path / "copy.txt", "A copy with highlights is a PDF"),
        (tmp_path / "leases", "A copy with highlights is a PDF"),
        (tmp_path / "no" / "copy.pdf", "cannot be written"),
    ):
        with pytest.raises(UserError, match=message):
            said.highlights.save("Leases", file, [one], target)
    (tmp_path / "there.pdf").write_bytes(b"mine")
    with pytest.raises(UserError, match="There is already a file"):
        said.highlights.save("Leases", file, [one], tmp_path / "there.pdf")
    assert (tmp_path / "there.pdf").read_bytes() == b"mine"
    said.highlights.save("Leases", file, [one], tmp_path / "there.pdf", replace=True)
    assert len(marked(tmp_path / "there.pdf")) == 1
    assert hashed(path) == before
    assert not list(said.scratch.folder.glob("highlights*"))


def _protected(permissions: int, user: str = "") -> Callable[[Path, Path], None]:
    def save(plain: Path, path: Path) -> None:
        with pymupdf.open(plain) as document:
            document.save(
                path, encryption=pymupdf.PDF_ENCRYPT_AES_256, owner_pw="owner", user_pw=user, permissions=permissions
            )

    return save


def test_a_pdf_that_allows_no_comments_is_left_alone_and_one_that_does_stays_encrypted(
    said: Services, tmp_path: Path
) -> None:
    plain = pdf_of(tmp_path / "plain.pdf", TEXT)
    locked, open_ = tmp_path / "leases" / "locked.pdf", tmp_path / "leases" / "open.pdf"
    _protected(int(pymupdf.PDF_PERM_PRINT | pymupdf.PDF_PERM_COPY))(plain, locked)
    _protected(int(pymupdf.PDF_PERM_PRINT | pymupdf.PDF_PERM_COPY | pymupdf.PDF_PERM_ANNOTATE))(plain, open_)
    file = added(said, locked)
    one = highlight(said, file)
    with pytest.raises(UserError, match="does not allow comments"):
        said.highlights.save("Leases", file, [one], tmp_path / "a.pdf")
    file = added(said, open_)
    said.highlights.save("Leases", file, [highlight(said, file)], tmp_path / "b.pdf")
    assert [words for _, words, _ in marked(tmp_path / "b.pdf")] == [QUOTE]
    with pymupdf.open(tmp_path / "b.pdf") as copy:
        assert copy.metadata is not None
        assert "AES" in copy.metadata["encryption"]
    _protected(-1, user="secret")(plain, open_)
    with pytest.raises(UserError, match="password"):
        said.highlights.save("Leases", file, [Highlight(1, 0, 9, QUOTE)], tmp_path / "c.pdf")


def test_a_signed_pdf_keeps_its_signed_bytes_and_the_person_is_told(said: Services, tmp_path: Path) -> None:
    path = pdf_of(tmp_path / "leases" / "signed.pdf", TEXT)
    with pymupdf.open(path) as document:
        document.xref_set_key(document.pdf_catalog(), "AcroForm", "<</Fields[]/SigFlags 3>>")
        document.saveIncr()
    file = added(said, path)
    copy = said.highlights.save("Leases", file, [highlight(said, file)], tmp_path / "copy.pdf")
    assert copy.notice == "The file is signed. In the copy, programs show that it was changed after it was signed."
    assert copy.file.read_bytes().startswith(path.read_bytes())


def test_a_damaged_pdf_is_written_anew_and_no_pdf_is_refused(said: Services, tmp_path: Path) -> None:
    whole = pdf_of(tmp_path / "whole.pdf", TEXT).read_bytes()
    damaged = tmp_path / "leases" / "damaged.pdf"
    damaged.write_bytes(whole.replace(b"startxref", b"startxxxx"))
    file = added(said, damaged)
    said.highlights.save("Leases", file, [highlight(said, file)], tmp_path / "copy.pdf")
    assert [words for _, words, _ in marked(tmp_path / "copy.pdf")] == [QUOTE]
    (tmp_path / "leases" / "a.txt").write_text(TEXT, encoding="utf-8")
    for name in ("a.txt", "fake.pdf"):
        (tmp_path / "leases" / name).write_text(TEXT, encoding="utf-8")
        with pytest.raises(UserError) as refused:
            said.highlights.save(
                "Leases", str(tmp_path / "leases" / name), [Highlight(1, 0, 9, QUOTE)], tmp_path / "b.pdf"
            )
        assert refused.value.next_step
    assert not (tmp_path / "b.pdf").exists()
