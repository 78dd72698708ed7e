"""What an export says is found again when the file is read, in every format, and nothing in it can act."""

import re
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pymupdf
import pytest
from markdown_it import MarkdownIt

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError
from desktop_rag.core.instrumentation import running
from desktop_rag.core.results.answers import Answer, AnswerMode, AnswerState
from desktop_rag.core.results.conversations import Turn
from desktop_rag.processes.pool import ChildProcesses
from desktop_rag.processes.scratch import Scratch
from desktop_rag.services.exports.build import answer_document, conversation_document
from desktop_rag.services.exports.document import ExportDocument
from desktop_rag.services.exports.docx_writer import write_docx
from desktop_rag.services.exports.exports import SUFFIXES, Exports
from desktop_rag.services.exports.html_writer import html_parts, write_html
from desktop_rag.services.exports.pdf_writer import write_pdf
from desktop_rag.services.exports.text_writer import write_markdown, write_plain
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore
from tests.helpers.lanes import rest_at_night
from tests.services.exports.exported import ANSWER, ASKED, INFO, PLACES, QUESTION, QUOTES, SAID, TURNS, read_back

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
VERDICT = "Partly supported. The source says 2.7 million."


@pytest.fixture
def chats(tmp_path: Path) -> ChatStore:
    return ChatStore(tmp_path / "conversations.sqlite")


@pytest.fixture
def exports(chats: ChatStore, tmp_path: Path) -> Iterator[Exports]:
    scratch = Scratch(tmp_path / "data")
    children = ChildProcesses(1, scratch=scratch)
    yield Exports(chats, children, scratch, lambda *_: ())
    children.close()
    scratch.close()


def export(exports: Exports, target: Path, answer: Answer = ANSWER, *, full_paths: bool = False) -> Path:
    return exports.answer(answer, "Finance", target, asked_at=ASKED, full_paths=full_paths)


@pytest.mark.slow
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_sentences_quotations_places_and_verdicts_are_read_back(exports: Exports, tmp_path: Path, suffix: str) -> None:
    text = bare(read_back(export(exports, tmp_path / f"answer{suffix}")))
    wanted = (QUESTION, *SAID, *PLACES, *QUOTES.values(), VERDICT, "Supported.", "Library: Finance", "qwen3:4b")
    wanted += ("2025-11-2", ANSWER.notice, "no support in the documents")
    missing = [words for words in wanted if bare(words) not in text]
    if suffix == ".pdf":  # joined Arabic letters are drawn right, but not all of their glyphs tell what they are
        missing = [words for words in missing if not re.search("[\u0600-\u06ff]", words)]
    assert missing == []
    assert "anna" not in text


def bare(text: str) -> str:
    """Words alone, without blanks and without what Markdown and marks put around them."""
    return "".join(char for char in text if not char.isspace() and char not in "*`\\⟦⟧")


@pytest.mark.parametrize("suffix", [".md", ".html", ".docx"])
def test_where_the_files_lie_is_told_when_wanted_only(exports: Exports, tmp_path: Path, suffix: str) -> None:
    found = bare(read_back(export(exports, tmp_path / f"answer{suffix}", full_paths=True)))
    assert "/home/anna/private/report.pdf,pageiii" in found
    assert "/home/anna/Archive.zip›docs/deck.pptx,slide2" in found


def test_word_has_footnotes_of_its_own_and_dotted_lines_under_what_lacks_support(
    exports: Exports, tmp_path: Path
) -> None:
    with zipfile.ZipFile(export(exports, tmp_path / "a.docx")) as package:
        assert package.testzip() is None
        trees = {name: ET.fromstring(package.read(name)) for name in package.namelist()}
    notes = {note.get(f"{W}id"): "".join(note.itertext()) for note in trees["word/footnotes.xml"]}
    body = trees["word/document.xml"]
    assert [one.get(f"{W}id") for one in body.iter(f"{W}footnoteReference")] == ["1", "2", "3", "4", "5", "6"]
    assert (
        notes["1"]
        == " report.pdf, page iii: “Revenue rose to 2.7 million.” Partly supported. The source says 2.7 million."
    )
    dotted = ["".join(run.itertext()) for run in body.iter(f"{W}r") if run.find(f"{W}rPr/{W}u") is not None]
    assert dotted == ["7.2 million", "It was founded by ", "Jane Doe", "."]
    right_to_left = [p for p in body.iter(f"{W}p") if p.find(f"{W}pPr/{W}bidi") is not None]
    assert ["النص" in "".join(p.itertext()) for p in right_to_left] == [True]
    assert any(table.iter(f"{W}tblHeader") for table in body.iter(f"{W}tbl"))


@pytest.mark.slow
def test_a_pdf_shows_every_script_and_leads_from_sentence_to_reference_and_back(
    exports: Exports, tmp_path: Path
) -> None:
    with pymupdf.open(export(exports, tmp_path / "a.pdf")) as pdf:
        page = pdf[0]
        assert [entry[1] for entry in pdf.get_toc()] == [QUESTION, "Summary"]
        assert pdf.metadata["title"] == QUESTION
        assert len(page.get_links()) == 2 * len(ANSWER.citations)
        notes = page.search_for("References")[0].y0
        to = [link["to"].y for link in page.get_links() if link["from"].y0 < notes]
        assert all(y > notes for y in to)
        assert page.search_for("first point"), "ligatures are found as letters"
        fonts = {font[3] for font in page.get_fonts()}
        assert any("Droid" in font for font in fonts), "Japanese"
        assert any("Arabic" in font for font in fonts)
        lacking = [span for span in spans(page) if "\ufffd" in span["text"] or "\x00" in span["text"]]
        assert lacking == []
    assert (tmp_path / "a.pdf").stat().st_size < 400_000, "fonts hold the letters that are used"


def spans(page: pymupdf.Page) -> list[dict[str, str]]:
    return [span for block in page.get_text("dict")["blocks"] for line in block["lines"] for span in line["spans"]]


def test_a_conversation_numbers_its_references_through_and_says_when(tmp_path: Path) -> None:
    turns = (*TURNS, Turn("Again?", replace(ANSWER, model="other"), ASKED + 90_060))
    document = conversation_document(INFO, turns)
    assert [one.number for exchange in document.exchanges for one in exchange.references] == list(range(1, 13))
    assert document.title == "Money & more"
    assert "Models: qwen3:4b, other" in document.facts
    assert re.search(r"2025-11-2\d – 2025-11-2\d", " ".join(document.facts))
    text = write_plain(document)
    assert "There is no answer to this question." in text
    assert "[12] Archive.zip › deck.pptx, slide 2" in text
    assert write_html(document).count('id="note-') == 12


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (replace(ANSWER, state=AnswerState.STOPPED), "The answer was stopped."),
        (replace(ANSWER, state=AnswerState.FAILED), "The answer was interrupted."),
        (replace(ANSWER, extractive=True, model=""), "no model wrote this answer"),
        (replace(ANSWER, text="", citations=(), sentences=(), notice=""), "There is no answer to this question."),
        (
            replace(ANSWER, text="", citations=(), extractive=True, model="", mode=AnswerMode.SEARCH),
            "Revenue rose to 2.7 million.",
        ),
    ],
    ids=["stopped", "failed", "quotations", "empty", "passages"],
)
def test_how_an_answer_ended_is_told(answer: Answer, said: str) -> None:
    assert said in write_plain(answer_document(answer, "Finance"))


HOSTILE = (
    "<script>alert(1)</script> <img src=http://evil.example/x.png onerror=alert(2)> ![pic](http://evil.example/p.png) "
    "[click](http://evil.example/?q=secret) [run](javascript:alert(3)) <http://evil.example/auto> "
    "http://evil.example/y www.evil.example a@evil.example &lt;b&gt; ]]> --> \x00\x08\ufffe\ud800 \ue001\ue100 [9] "
    "[1](http://evil.example/m)"
    "\n\n    <style>body{}</style>"
    "\n\n# <svg onload=alert(4)>\n\n| <td>|b |\n|---|---|\n| `|` | [x](data:text/html,1) |\n"
)


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def hostile() -> Answer:
    quote = 'x” <b onclick="x">&amp;</b> \x1b[31m'
    source = replace(ANSWER.sources[0], file='/d/<img src="x">\x07 "><script>.pdf', page_label="<i>")
    citation = replace(ANSWER.citations[0], quote=quote, answer_start=0, answer_end=5)
    return replace(
        ANSWER,
        question="</title><script>alert(5)</script>",
        text=HOSTILE + "End. [1]",
        sources=(source,),
        citations=(citation,),
        sentences=(),
        notice="<b>notice</b>",
        model="<u>m</u>",
    )


def test_a_web_page_has_no_element_that_loads_leads_or_runs() -> None:
    tags = _Tags()
    tags.feed(write_html(answer_document(hostile(), "<lib>")))
    assert {tag for tag, _ in tags.found} <= set(
        "html head meta title style body h1 h2 p div b i sup a pre table tr th td code span hr".split()
    )
    assert all(str(attributes["href"]).startswith("#") for tag, attributes in tags.found if tag == "a")
    assert not {name for _, attributes in tags.found for name in attributes if name.startswith("on") or name == "src"}
    policy = [attributes["content"] for tag, attributes in tags.found if "http-equiv" in attributes]
    assert policy == ["default-src 'none'; style-src 'unsafe-inline'"]


def test_markdown_has_no_link_picture_or_html() -> None:
    written = write_markdown(answer_document(hostile(), "<lib>"))
    parser = MarkdownIt("commonmark", {"html": True, "linkify": False}).enable(["table", "strikethrough"])
    kinds = set()
    for token in parser.parse(written):
        kinds |= {token.type, *(child.type for child in token.children or ())}
    assert not kinds & {"link_open", "image", "html_inline", "html_block"}
    for address in re.findall(r"(?:http://|www\.|@)\S*evil\.example", written):
        at = written.index(address)
        assert written[:at].count("`") % 2 == 1, "what readers make links of stands as code"


def test_a_word_file_of_hostile_text_is_well_formed_and_has_no_relation_to_the_outside(
    exports: Exports, tmp_path: Path
) -> None:
    with zipfile.ZipFile(export(exports, tmp_path / "h.docx", hostile())) as package:
        texts = {name: package.read(name).decode() for name in package.namelist()}
    for text in texts.values():
        ET.fromstring(text)
    assert not any("TargetMode" in text for text in texts.values())
    assert "hyperlink" not in texts["word/document.xml"]
    assert "alert(1)" in texts["word/document.xml"]


@pytest.mark.slow
def test_a_pdf_of_hostile_text_has_no_link_to_the_outside(exports: Exports, tmp_path: Path) -> None:
    with pymupdf.open(export(exports, tmp_path / "h.pdf", hostile())) as pdf:
        assert {link["kind"] for page in pdf for link in page.get_links()} == {pymupdf.LINK_GOTO}
        assert "alert(1)" in pdf[0].get_text()
        assert not pdf[0].get_images()


def test_nothing_is_replaced_without_being_asked(exports: Exports, tmp_path: Path) -> None:
    target = tmp_path / "a.md"
    target.write_text("mine", encoding="utf-8")
    with pytest.raises(UserError, match="already a file"):
        export(exports, target)
    assert target.read_text(encoding="utf-8") == "mine"
    exports.answer(ANSWER, "Finance", target, replace=True)
    assert "Jane Doe" in target.read_text(encoding="utf-8")
    with pytest.raises(UserError, match="no format"):
        export(exports, tmp_path / "a.odt")
    (tmp_path / "folder.md").mkdir()
    with pytest.raises(UserError, match="already a file"):
        exports.answer(ANSWER, "Finance", tmp_path / "folder.md", replace=True)
    with pytest.raises(UserError, match="cannot be written"):
        export(exports, tmp_path / "missing" / "a.md")
    assert sorted(path.name for path in tmp_path.iterdir() if path.suffix == ".part") == []


def test_a_cancelled_export_leaves_the_file_as_it_was(exports: Exports, chats: ChatStore, tmp_path: Path) -> None:
    conversation = chats.create("Finance", "Title")
    token = CancelToken()
    token.cancel()
    with running(token), pytest.raises(CancelledError):
        exports.conversation(conversation, tmp_path / "c.md")
    assert [path for path in tmp_path.iterdir() if path.suffix in (".md", ".part")] == []
    with pytest.raises(UserError, match="deleted"):
        exports.conversation("unknown", tmp_path / "c.md")


def test_a_stored_conversation_is_exported_with_the_time_of_each_question(
    exports: Exports, chats: ChatStore, tmp_path: Path
) -> None:
    conversation = chats.create("Finance")
    before = time.time()
    chats.answer(chats.ask(conversation, QUESTION), ANSWER)
    (turn,) = chats.turns(conversation)
    assert before <= turn.asked_at <= time.time()
    written = exports.conversation(conversation, tmp_path / "c.md")
    assert f"# {QUESTION}\n" in written.read_text(encoding="utf-8")


def _write_pdf(document: ExportDocument) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "long.pdf"
        assert write_pdf(list(html_parts(document)), document.title, target) > len(document.exchanges) // 5  # pages
        return target.read_bytes()


@pytest.mark.sampled(4)
@pytest.mark.slow
@pytest.mark.parametrize("count", rest_at_night([100, 500], {"100"}))
@pytest.mark.parametrize("write", [write_markdown, write_html, write_docx, _write_pdf])
def test_very_many_turns_take_seconds(write: Callable[[ExportDocument], str | bytes], count: int) -> None:
    turns = [Turn(f"Question {number}?", ANSWER, ASKED + number) for number in range(count)]
    started = time.process_time()
    written = write(conversation_document(INFO, turns))
    assert time.process_time() - started < count / 25
    assert len(written) > 40 * count
