"""Word drafts: the text that is checked, and the copy with comments and footnotes, of which nothing else is new."""

import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from desktop_rag.citations.align import sentences_of
from desktop_rag.core.errors import UserError
from desktop_rag.core.results.answers import Verdict
from desktop_rag.core.results.text_checks import (
    DecisionKind,
    EvidencePlace,
    FindingDecision,
    InnerFinding,
    InnerKind,
    TextCheck,
    TextSentence,
)
from tests.helpers.word_drafts import DRAFTS, STRICT, Made, W, para, run, word_draft
from tests.services.conftest import Services

PLACE = EvidencePlace("/files/lease.pdf", 3, "3", 0, 9, "The monthly rent is £980.")
GONE = {"del", "moveFrom", "Fallback", "instrText", "rPr", "pPr", "rt", "sdtPr"}
VERDICTS = (Verdict.CONTRADICTED, Verdict.SUPPORTED, Verdict.NOT_SAID, Verdict.PARTLY)


def check_of(text: str) -> TextCheck:
    """A check in which verdicts of all sorts take turns."""
    spans = [(start, end) for start, end, sentence in sentences_of(text) if sentence is not None]
    told = []
    for number, (start, end) in enumerate(spans):
        verdict = VERDICTS[number % len(VERDICTS)]
        place = None if verdict is Verdict.NOT_SAID else PLACE
        differs = ((start, start + 3),) if verdict is Verdict.CONTRADICTED else ()
        words = text[start:end]
        told.append(TextSentence(number + 1, start, end, words, verdict, ("The source says £980.",), differs, place))
    return TextCheck("Papers", text, tuple(told), 1)


def local(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]


def is_mark(element: ET.Element, known: set[str]) -> bool:
    """Whether an element is a mark of a comment or note that the draft did not have."""
    if local(element) == "r":
        inner = [one for one in element if local(one) != "rPr"]
        return len(inner) == 1 and is_mark(inner[0], known)
    names = ("commentRangeStart", "commentRangeEnd", "commentReference", "footnoteReference")
    number = next((value for key, value in element.items() if key.endswith("}id")), "")
    return local(element) in names and f"{local(element)} {number}" not in known


def without_marks(root: ET.Element, known: set[str]) -> str:
    """The XML without new marks, in which runs and texts that were parted are one again."""
    for parent in root.iter():
        for one in [one for one in parent if is_mark(one, known)]:
            parent.remove(one)
        for one in parent:
            one.tail = None  # white space between elements, which goes with one that is taken out
    for parent in root.iter():
        before: ET.Element | None = None
        for one in list(parent):
            if before is not None and local(one) == local(before) == "r" and look(one) == look(before):
                before.extend([part for part in one if local(part) != "rPr"])
                parent.remove(one)
            else:
                before = one
    for one in root.iter():
        if local(one) == "r":
            texts: ET.Element | None = None
            for part in list(one):
                part.attrib.pop("{http://www.w3.org/XML/1998/namespace}space", None)
                if texts is not None and local(part) == local(texts) == "t":
                    texts.text = (texts.text or "") + (part.text or "")
                    one.remove(part)
                else:
                    texts = part
    return ET.tostring(root, encoding="unicode")


def look(run_of: ET.Element) -> str:
    return "".join(ET.tostring(part, encoding="unicode") for part in run_of if local(part) == "rPr")


def marks_of(root: ET.Element) -> set[str]:
    return {
        f"{local(one)} {value}"
        for one in root.iter()
        for key, value in one.items()
        if key.endswith("}id") and local(one).startswith(("comment", "footnoteReference"))
    }


def commented(root: ET.Element) -> dict[str, str]:
    """The words that stand in the range of each comment."""
    opened: dict[str, list[str]] = {}
    done: dict[str, str] = {}

    def walk(element: ET.Element) -> None:
        name = local(element)
        number = next((value for key, value in element.items() if key.endswith("}id")), "")
        if name == "commentRangeStart":
            opened[number] = []
        elif name == "commentRangeEnd":
            done[number] = "".join(opened.pop(number))
        elif name == "t":
            for words in opened.values():
                words.append(element.text or "")
        if name not in GONE:
            for part in element:
                walk(part)

    walk(root)
    return done


def parts(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as package:
        assert package.testzip() is None
        return {name: package.read(name) for name in package.namelist()}


def letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))


@pytest.mark.parametrize("made", DRAFTS.values(), ids=DRAFTS)
def test_a_copy_has_remarks_and_all_else_as_it_was(services: Services, tmp_path: Path, made: Made) -> None:
    draft = word_draft(tmp_path / "draft.docx", made)
    bytes_before = draft.read_bytes()
    text = services.checks.text_of(draft)
    for sentence in made.says:
        assert sentence in text
    for words in made.says_not:
        assert words not in text
    check = check_of(text)
    target = services.checks.write_reviewed(draft, check, tmp_path / "reviewed.docx", footnotes=True)
    assert draft.read_bytes() == bytes_before

    before, after = parts(draft), parts(target)
    changed = {name for name in after if after[name] != before.get(name)}
    added = {"word/document.xml", "word/comments.xml", "word/footnotes.xml"}
    assert changed <= {*added, "[Content_Types].xml", "word/_rels/document.xml.rels"}
    assert set(before) <= set(after)
    was, now = ET.fromstring(before["word/document.xml"]), ET.fromstring(after["word/document.xml"])
    known = marks_of(was)
    ranges = commented(now)
    assert without_marks(now, known) == without_marks(was, known)

    doubtful = [one for one in check.sentences if one.verdict is not Verdict.SUPPORTED]
    comments = ET.fromstring(after["word/comments.xml"])
    new = [one for one in comments if any(value == "Desktop RAG" for value in one.attrib.values())]
    assert len(new) == len(doubtful)
    numbers = [next(value for key, value in one.items() if key.endswith("}id")) for one in comments]
    assert len(set(numbers)) == len(numbers) == len(ranges)
    for one, comment in zip(doubtful, new, strict=True):
        number = next(value for key, value in comment.items() if key.endswith("}id"))
        words = [part for part in one.text.split() if part.isalpha() and part.isascii()]
        if made is not DRAFTS["footnotes"] and made is not DRAFTS["boxes"] and made is not DRAFTS["equations"]:
            assert all(word in ranges[number] for word in words), (one.text, ranges[number])
    check_package(after)


def check_package(after: dict[str, bytes]) -> None:
    """Every relation leads to a part, each part has a type once, and each note and comment is referred to."""
    related = ET.fromstring(after["word/_rels/document.xml.rels"])
    ids = [one.get("Id") for one in related]
    assert len(set(ids)) == len(ids)
    for one in related:
        if one.get("TargetMode") != "External":
            assert f"word/{one.get('Target')}" in after
    types = [one.get("PartName") for one in ET.fromstring(after["[Content_Types].xml"]) if one.get("PartName")]
    assert len(set(types)) == len(types)
    root = ET.fromstring(after["word/document.xml"])
    for kind in ("comment", "footnote"):
        told = {value for one in root.iter() if local(one) == f"{kind}Reference" for value in ids_of(one)}
        if f"word/{kind}s.xml" in after:
            known = {value for one in ET.fromstring(after[f"word/{kind}s.xml"]) for value in ids_of(one)}
            assert told <= known
            assert f"/word/{kind}s.xml" in types


def ids_of(element: ET.Element) -> Iterator[str]:
    return (value for key, value in element.items() if key.endswith("}id"))


def comment_texts(path: Path) -> list[list[str]]:
    root = ET.fromstring(parts(path)["word/comments.xml"])
    return [["".join(part.itertext()) for part in one] for one in root]


def test_a_comment_says_the_verdict_what_differs_and_the_source(services: Services, tmp_path: Path) -> None:
    draft = word_draft(tmp_path / "draft.docx", DRAFTS["plain"])
    text = services.checks.text_of(draft)
    check = check_of(text)
    rent, key, gate = check.sentences
    rent = replace(rent, decision=FindingDecision(DecisionKind.ACCEPTED, "Ask Ann."))
    gate = replace(gate, decision=FindingDecision(DecisionKind.DISMISSED))
    inner = InnerFinding(InnerKind.FIGURE, 0, 5, "Earlier, the text says £9.", (6, 8))
    wrong = replace(inner, start=6, end=8, decision=FindingDecision(DecisionKind.DISMISSED))
    check = TextCheck("Papers", text, (rent, key, gate), 1, inner=(inner, wrong))
    target = services.checks.write_reviewed(draft, check, tmp_path / "reviewed.docx")
    assert comment_texts(target) == [
        ["Contradicted: The source says £980.", "Differs: “The”", "lease.pdf, page 3: “The monthly rent is £980.”",
         "Note: Ask Ann."],
        ["Earlier, the text says £9."],
    ]  # fmt: skip


def test_one_sentence_is_parted_from_its_run_which_keeps_its_looks(services: Services, tmp_path: Path) -> None:
    draft = word_draft(tmp_path / "draft.docx", Made(para(run("One is. Two are. Three be.", "<w:b/>")), ()))
    text = services.checks.text_of(draft)
    start = text.index("Two are")
    check = TextCheck("P", text, (TextSentence(1, start, start + 7, "Two are", Verdict.NOT_SAID),), 1)
    target = services.checks.write_reviewed(draft, check, tmp_path / "reviewed.docx")
    space = ' xml:space="preserve"'
    assert parts(target)["word/document.xml"].decode().partition("<w:body>")[2] == (
        f"<w:p><w:r><w:rPr><w:b/></w:rPr><w:t{space}>One is. </w:t></w:r>"
        f'<w:commentRangeStart w:id="0"/><w:r><w:rPr><w:b/></w:rPr><w:t{space}>Two are</w:t></w:r>'
        '<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>'
        f"<w:r><w:rPr><w:b/></w:rPr><w:t{space}>. Three be.</w:t></w:r></w:p></w:body></w:document>"
    )


def test_new_comments_go_behind_those_that_are_there(services: Services, tmp_path: Path) -> None:
    draft = word_draft(tmp_path / "draft.docx", DRAFTS["comments"])
    check = check_of(services.checks.text_of(draft))
    first = services.checks.write_reviewed(draft, check, tmp_path / "once.docx")
    assert services.checks.text_of(first) == check.text  # comments are no text of the draft
    second = services.checks.write_reviewed(first, check, tmp_path / "twice.docx")
    root = ET.fromstring(parts(second)["word/comments.xml"])
    assert [one.get(f"{{{W}}}id") for one in root] == ["4", "5", "6"]
    assert comment_texts(first)[0] == ["Is that so?"]


def test_strict_files_keep_their_names(services: Services, tmp_path: Path) -> None:
    draft = word_draft(tmp_path / "draft.docx", DRAFTS["strict"])
    check = check_of(services.checks.text_of(draft))
    after = parts(services.checks.write_reviewed(draft, check, tmp_path / "reviewed.docx"))
    assert ET.fromstring(after["word/comments.xml"]).tag == f"{{{STRICT}}}comments"
    kinds = [one.get("Type", "") for one in ET.fromstring(after["word/_rels/document.xml.rels"])]
    assert "http://purl.oclc.org/ooxml/officeDocument/relationships/comments" in kinds


def test_nothing_is_written_over_and_no_other_text_is_marked(services: Services, tmp_path: Path) -> None:
    draft = word_draft(tmp_path / "draft.docx", DRAFTS["plain"])
    check = check_of(services.checks.text_of(draft))
    other = tmp_path / "other.docx"
    other.write_bytes(b"mine")
    (tmp_path / "link.docx").symlink_to(draft)
    for target, words in (
        (draft, "never written over"), (tmp_path / "link.docx", "never written over"), (other, "already a file"),
        (tmp_path / "reviewed.pdf", "another format"), (tmp_path, "another format"),
    ):  # fmt: skip
        with pytest.raises(UserError, match=words):
            services.checks.write_reviewed(draft, check, target, replace=target != other)
    assert other.read_bytes() == b"mine"
    services.checks.write_reviewed(draft, check, other, replace=True)
    assert comment_texts(other)

    word_draft(draft, DRAFTS["lists"])
    with pytest.raises(UserError, match="changed since it was checked"):
        services.checks.write_reviewed(draft, check, tmp_path / "reviewed.docx")
    plain = tmp_path / "draft.txt"
    plain.write_text(check.text, encoding="utf-8")
    with pytest.raises(UserError, match=r"can't be written into “draft.txt”.*\.docx"):
        services.checks.write_reviewed(plain, check, tmp_path / "reviewed.txt")
    assert not list(tmp_path.glob(".new-*"))


def test_a_file_that_is_none_of_word_is_read_by_what_it_is(services: Services, tmp_path: Path) -> None:
    draft = tmp_path / "draft.docx"
    draft.write_bytes(b"{\\rtf1\\ansi The rent is 950.}")
    text = services.checks.text_of(draft)
    assert "The rent is 950." in text
    with pytest.raises(UserError, match="damaged"):
        services.checks.write_reviewed(draft, check_of(text), tmp_path / "reviewed.docx")
