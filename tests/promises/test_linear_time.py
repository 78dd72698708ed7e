"""Text of any length and of any kind takes time in proportion to its length: nothing hangs on one long word."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from desktop_rag.citations import align
from desktop_rag.citations.checks import names
from desktop_rag.citations.checks.negation import is_negated
from desktop_rag.citations.checks.quantities import quantities
from desktop_rag.citations.checks.quotations import quoted_ranges
from desktop_rag.citations.markers import without_markers
from desktop_rag.citations.own_citations import cited_text
from desktop_rag.citations.settled import settled_length
from desktop_rag.citations.tagged_markers import addresses_of, visible_parts
from desktop_rag.citations.wording import wording
from desktop_rag.core.log import redact
from desktop_rag.core.output_parsers import parse_json, parse_lines
from desktop_rag.core.results.answers import Answer
from desktop_rag.core.terminal import terminal_text
from desktop_rag.evidence.blocks import blocks
from desktop_rag.evidence.records import data_spans
from desktop_rag.evidence.sentences import sentence_spans
from desktop_rag.evidence.tables import labels_of, rows_of
from desktop_rag.evidence.units import Passage, sentence_ranges, unit_spans
from desktop_rag.gui.chat.markdown import items_length, paragraph_ends, restore_markers, to_html
from desktop_rag.gui.chat.markdown import stable_length as stable_markdown
from desktop_rag.gui.widgets.theme import load_theme
from desktop_rag.llamaindex.indices.utils import default_parse_triplets_fn
from desktop_rag.node_parser.sentence_tokenizer import sentence_starts
from desktop_rag.prompts.document_words import as_data, closed_passages, without_control_tokens
from desktop_rag.readers.containers.mail_message import html_text
from desktop_rag.readers.containers.names import clean_name
from desktop_rag.readers.pages.render import pattern_of
from desktop_rag.readers.plain.html_tree import without_marks, without_scripts
from desktop_rag.readers.plain.text import without_data
from desktop_rag.readers.plain.web_pages import html_markdown
from desktop_rag.readers.shapes.blocks import inline_runs
from desktop_rag.readers.shapes.shape import shape_of
from desktop_rag.response_synthesizers.quoting.readable import is_noise
from desktop_rag.retrievers.query_syntax import parse_query
from desktop_rag.services.exports.build import answer_copy, answer_document
from desktop_rag.services.exports.document import ExportDocument
from desktop_rag.services.exports.docx_writer import write_docx
from desktop_rag.services.exports.text_writer import write_markdown_answer
from desktop_rag.services.masking.names import names_in
from desktop_rag.services.register.documents import Page, register_rows
from desktop_rag.services.search.result_files import Highlighter
from desktop_rag.text import analyzer
from desktop_rag.text.dates import date_ranges
from desktop_rag.text.translations import Sentences

LENGTH = 40_000  # characters: with time that grows by the square, some seconds
MOST_SECONDS = 3.0  # of the processor, on a slow machine; usual are .01 to .5
TWOFOLD = 3.0  # times as long for twice the text: 2 with time that grows in proportion, 4 by the square
FOURFOLD = 6.0  # likewise for four times the text: 4 and 16
LITTLE = 1.0  # seconds: less is mostly noise on a machine that is busy
MOST_TIMES = 3.0  # longer for twice the text
EIGHTH_SECONDS = 0.02  # for an eighth of the text; with time that grows by the square 1.3 s for the whole
FILE_LENGTH, FILE_SECONDS = 50_000, 2.5
FILE_EIGHTH_SECONDS = 0.04  # likewise: 2.6 s for the whole
UNITS = (
    *"a \n\\*_[(<|&7\"'`$~#>-=!.,:@/{]%\t\r^+;?",
    *("\u0301", "👨\u200d", "漢", "あ", "한", "ש", "ก", "«", "“", "\xa0", "\u3000", "é", "。", "ß"),
    *("a*", "a_", "![", "[a](", "](", "<a", "<!--", "http://a.", "a@", "a.", "1. ", "1,", "\n ", " \n", "> ", "- "),
    *("| a ", "a\n\n", "a ", "A. ", "a=", "&amp;", "(a ", "[1]", "[1", "$a$ ", "\\(", "**a", "Aa", "a-", "a'", "<p>"),
    *("<div>", "</p>", "<td>", "~~~\n", "```\n", "\n#", "a|b\n", "|-", "-\n", "a\n", "a\\\n", "0x1", "a--b ", "www."),
    *(
        "“”",
        "““”",
        "[]",
        "a:b ",
        '"a" ',
        "{ ",
        "[1] [2]",
        "`a` ",
        "1.5 %",
        "- [ ] a\n",
        "| - |\n",
        "Ab. ",
        "\\[a\n",
        "$$a\n",
        "\n\n",
        ". ",
    ),
)
# a letter, blanks, lines, each kind of mark, bracket and quotation mark, and what once took time by the square
BY_DAY = (
    *("a", " ", "\n", "*", "[", "(", '"', "`", "$", "-", ".", "{", "漢", "“", "👨\u200d"),
    *("a*", "[a](", "<!--", "http://a.", "a@", "1,", "| a ", "A. ", "&amp;", "[1]", "\\(", "<div>", "```\n", "a|b\n"),
    *("““”", '"a" ', "$$a\n", "\n\n"),
)
LANES = [
    pytest.param(BY_DAY, id="by day"),
    pytest.param([unit for unit in UNITS if unit not in BY_DAY], id="at night", marks=pytest.mark.nightly),
]
TEMPLATES = ("{a} of {b} were {c}.", "“{name}” is damaged: {reason}.", "{count} files, {more} more.", "Done.")
THEME = load_theme("light")


def answer(text: str) -> Answer:
    return Answer("Why?", text, (), (), "", extractive=False)


def looked_for(text: str) -> None:
    Highlighter("whale song").snippet(text)


def shown(ending: str) -> Callable[[str], object]:
    return lambda text: shape_of(f"/a{ending}", text, (0, min(100, len(text))))


@cache
def document(text: str) -> ExportDocument:
    return answer_document(answer(text), "Library")


@dataclass(frozen=True)
class Writing:
    """Writes the document of an answer, which was made before: to parse its Markdown takes much longer."""

    write: Callable[[ExportDocument], object]

    def __call__(self, text: str) -> object:
        return self.write(document(text))


@pytest.fixture(autouse=True, scope="module")
def documents_are_forgotten() -> Iterator[None]:
    yield
    document.cache_clear()


FUNCTIONS: dict[str, Callable[[str], object]] = {
    "export: copy": lambda text: answer_copy(answer(text)),  # with the making of the document
    "export: markdown": Writing(lambda document: write_markdown_answer(document.exchanges[0])),
    "export: word": Writing(write_docx),
    "window: html": lambda text: to_html(text, THEME),
    "window: stable": stable_markdown,
    "window: paragraphs": paragraph_ends,
    "window: items": lambda text: items_length(text, len(text)),
    "window: markers": restore_markers,
    "shapes: inline": inline_runs,
    "shapes: markdown": shown(".md"),
    "shapes: text": shown(".txt"),
    "shapes: sheet": shown(".csv"),
    "shapes: mail": shown(".eml"),
    "citations: sentences": align.sentences_of,
    "citations: own sources": lambda text: cited_text(text, lambda _: True),
    "citations: lines": sentence_ranges,
    "evidence: units": lambda text: unit_spans(Passage(text)),
    "evidence: data": data_spans,
    "citations: settled": settled_length,
    "citations: markers": without_markers,
    "citations: quotations": quoted_ranges,
    "citations: dates": date_ranges,
    "citations: quantities": quantities,
    "citations: negation": is_negated,
    "citations: names": names._folded_words.__wrapped__,
    "citations: wording": wording,
    "citations: addresses": addresses_of,
    "citations: visible": lambda text: visible_parts(text, 0, len(text), ()),
    "log": redact,
    "terminal": terminal_text,
    "replies: json": parse_json,
    "replies: lines": parse_lines,
    "replies: facts": default_parse_triplets_fn,
    "splitting: blocks": blocks,
    "splitting: sentences": lambda text: sentence_spans(text, 0, len(text)),
    "splitting: starts": sentence_starts,
    "prompts: data": lambda text: closed_passages(without_control_tokens(as_data(text))),
    "mail: html": html_text,
    "names": clean_name,
    "finding on a page": pattern_of,
    "html: page": html_markdown,
    "html: scripts": without_scripts,
    "html: words": without_marks,
    "markdown: data": without_data,
    "quoting: noise": is_noise,
    "masking: names": names_in,
    "register: rows": lambda text: register_rows("a.txt", [Page(1, "", text)]),
    "search: syntax": parse_query,
    "search: snippet": looked_for,
    "words: terms": analyzer.keyword_terms,
    "tables: rows": rows_of,
    "tables: labels": lambda text: labels_of(text, 50),
    "translations": Sentences(TEMPLATES, str).translated,
}


def seconds(function: Callable[[str], object], text: str) -> float:
    """Return how long a function takes, with all that it yields."""
    if isinstance(function, Writing):
        document(text)
    begun = time.process_time()
    result = function(text)
    if isinstance(result, Iterable) and not isinstance(result, str | bytes):
        for _ in result:
            pass
    return time.process_time() - begun


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("units", LANES)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_time_grows_with_the_length_of_a_text_alone(name: str, units: Sequence[str]) -> None:
    function = FUNCTIONS[name]
    seconds(function, "A first text, for what is loaded once. ")
    slow = []
    for unit in units:
        whole = (unit * LENGTH)[:LENGTH]
        if (eighth := seconds(function, whole[: LENGTH // 8])) < EIGHTH_SECONDS:
            continue
        if seconds(function, whole[: LENGTH // 4]) < TWOFOLD * eighth:
            continue
        half = seconds(function, whole[: LENGTH // 2])
        if half < min(FOURFOLD * eighth, MOST_SECONDS / MOST_TIMES):
            continue
        if half > MOST_SECONDS:
            slow.append(f"{unit!r}: {half:.1f} s for half of it")
            continue
        taken = seconds(function, whole)
        # a pause of the machine is no growth: then both are taken again
        if taken > LITTLE and taken > MOST_TIMES * half:
            half = max(half, min(seconds(function, whole[: LENGTH // 2]) for _ in range(2)))
            taken = min(taken, seconds(function, whole))
        if taken > MOST_SECONDS or (taken > LITTLE and taken > MOST_TIMES * half):
            slow.append(f"{unit!r}: {half:.2f} s, {taken:.2f} s for twice as much")
    assert not slow


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize("units", LANES)
@pytest.mark.parametrize(
    "ending", ["txt", "md", "html", "csv", "json", "tex", "org", "eml", "srt", "xml", "ics", "ipynb"]
)
def test_files_of_one_long_word_are_read(ending: str, units: Sequence[str], tmp_path: Path) -> None:
    from desktop_rag.ingestion.parse import ParseTask, parse_file

    def taken(text: str) -> float:
        path = tmp_path / f"{time.monotonic_ns()}.{ending}"
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        begun = time.process_time()
        parse_file(ParseTask.of(path))
        return time.process_time() - begun

    taken("A first text, for what is loaded once. ")
    slow = []
    for unit in units:
        whole = (unit * FILE_LENGTH)[:FILE_LENGTH]
        if taken(whole[: FILE_LENGTH // 8]) > FILE_EIGHTH_SECONDS and (longest := taken(whole)) > FILE_SECONDS:
            slow.append(f"{unit!r}: {longest:.1f} s")
    assert not slow
