"""Markdown and HTML drafts: the text that is checked, and the copy with remarks, of which nothing else is new."""

import re
from pathlib import Path

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.answers import Verdict
from desktop_rag.core.results.text_checks import EvidencePlace, TextCheck, TextSentence
from tests.services.conftest import Services

PLACE = EvidencePlace("/files/lease.txt", 1, "", 0, 9, "The rent is £980 -- or more.")
MARKDOWN = (
    "---\ntitle: A draft\n---\n# Rent\n\nThe rent is **£950**. <!-- ask Ann --> The deposit is £1,900 [1].\n\n"
    "| Item | Cost |\n| --- | --- |\n| The gate | £20 |\n\n```\n<!-- The code is here. -->\n```\n\n[1] lease.txt\n"
)
PAGE = (
    "<!DOCTYPE html>\n<html><head><title>No text</title><style>p { color: red }</style></head><body>\n"
    "<h1>Rent</h1>\n<p>The rent is <b>£950</b> &amp; more.\n  The <del>old</del> deposit is &pound;1,900.</p>\n"
    "<ul><li>The gate is blue.</li><li>The wall is <a href='#x'>red.</a></li></ul><script>var x = 'code';</script>\n"
    "<table><tr><th>Item</th><th>Cost</th></tr><tr><td>The gate</td><td>£20</td></tr></table>\n"
    "<p hidden>Nobody sees this.</p></body></html>\n"
)


def check_of(text: str, **verdicts: Verdict) -> TextCheck:
    """A check in which sentences, named by their words with “_”, have verdicts."""
    told = []
    for number, (name, verdict) in enumerate(verdicts.items(), 1):
        words = name.replace("_", " ").strip()
        match = re.search(words.replace(" ", r"\W+"), text)
        assert match is not None, (words, text)
        place = None if verdict is Verdict.NOT_SAID else PLACE
        told.append(TextSentence(number, *match.span(), match.group(), verdict, ("It differs -->.",), (), place))
    return TextCheck("Papers", text, tuple(told), 1)


def test_markdown_gets_comments_for_writers_and_footnotes_for_readers(services: Services, tmp_path: Path) -> None:
    draft = tmp_path / "draft.md"
    draft.write_bytes(MARKDOWN.replace("\n", "\r\n").encode("utf-8-sig"))
    text = services.checks.text_of(draft)
    assert text.startswith("# Rent\n\nThe rent is **£950**.  The deposit")
    assert "ask Ann" not in text
    assert "The code is here" in text
    check = check_of(
        text, The_rent_is_950=Verdict.CONTRADICTED, The_deposit_is_1_900=Verdict.SUPPORTED,
        _The_gate_20_=Verdict.NOT_SAID,
    )  # fmt: skip
    target = services.checks.write_reviewed(draft, check, tmp_path / "reviewed.md", footnotes=True)
    written = target.read_bytes().decode("utf-8")
    remarks = {
        "**£950**.": " <!-- Desktop RAG: Contradicted: It differs - - >. lease.txt: "
        "“The rent is £980 - - or more.” -->",
        "£1,900 [1].": "[^dr1]",
        "£20": " <!-- Desktop RAG: Nothing found: It differs - - >. -->",
    }
    expected = MARKDOWN + "\n[^dr1]: lease.txt: “The rent is £980 -- or more.”\n"
    for words, remark in remarks.items():
        expected = expected.replace(words, words + remark)
    assert written == "\ufeff" + expected.replace("\n", "\r\n")


def test_a_page_gets_marks_and_a_list_and_keeps_the_rest(services: Services, tmp_path: Path) -> None:
    draft = tmp_path / "draft.html"
    draft.write_text(PAGE, encoding="utf-8")
    text = services.checks.text_of(draft)
    assert text == (
        "# Rent\n\nThe rent is £950 & more. The deposit is £1,900.\n\n- The gate is blue.\n- The wall is red.\n\n"
        "| Item | Cost |\n| --- | --- |\n| The gate | £20 |"
    )
    check = check_of(
        text, The_rent_is_950_more=Verdict.CONTRADICTED, The_deposit_is_1_900=Verdict.SUPPORTED,
        The_wall_is_red=Verdict.PARTLY, The_gate_20=Verdict.NOT_SAID,
    )  # fmt: skip
    target = services.checks.write_reviewed(draft, check, tmp_path / "reviewed.html", footnotes=True)
    written = target.read_text(encoding="utf-8")
    mark = '<mark class="desktop-rag contradicted" title="Contradicted: It differs --&gt;.">'
    assert f"<p>{mark}The rent is </mark><b>{mark}£950</mark></b>" in written
    assert '&pound;1,900.<sup><a href="#desktop-rag-2">[2]</a></sup></p>' in written
    assert "red</mark>.<sup>[3]</sup></a>" in written  # no link inside of a link
    assert written.count("<li id=") == 4
    aside = re.compile(r'<aside id="desktop-rag">.*</aside>\n(?=</body>)', re.DOTALL)
    marks = re.compile(r"</?mark[^>]*>|<sup>.*?</sup>")
    assert marks.sub("", aside.sub("", written)) == PAGE


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252", "shift_jis"])
def test_a_page_keeps_its_encoding_and_what_that_lacks_is_spelt_out(
    services: Services, tmp_path: Path, encoding: str
) -> None:
    page = f"<html><head><meta charset='{encoding}'></head><body><p>The rent is 950. It is paid now.</p></body></html>"
    draft = tmp_path / "draft.htm"
    draft.write_bytes(page.encode(encoding))
    check = check_of(services.checks.text_of(draft), The_rent_is_950=Verdict.CONTRADICTED)
    target = services.checks.write_reviewed(draft, check, tmp_path / "reviewed.htm")
    written = target.read_bytes().decode(encoding)
    aside = re.sub(r"<aside.*</aside>\n", "", written, flags=re.DOTALL)
    assert re.sub(r"</?mark[^>]*>|<sup>.*?</sup>", "", aside) == page
    assert ("£980" if encoding == "utf-16" else "&#163;980") in written


def test_bytes_that_no_encoding_has_stay_as_they_are(services: Services, tmp_path: Path) -> None:
    draft = tmp_path / "draft.md"
    data = b"The rent is 950. " + "Größe ".encode() * 200 + b"\xff broken.\n"
    draft.write_bytes(data)
    check = check_of(services.checks.text_of(draft), The_rent_is_950=Verdict.NOT_SAID)
    target = services.checks.write_reviewed(draft, check, tmp_path / "reviewed.md")
    comment = b" <!-- Desktop RAG: Nothing found: It differs - - >. -->"
    assert target.read_bytes() == data.replace(b"950.", b"950." + comment)
    draft.write_bytes(data + b"And more.")
    with pytest.raises(UserError, match="has changed"):
        services.checks.write_reviewed(draft, check, tmp_path / "again.md")
