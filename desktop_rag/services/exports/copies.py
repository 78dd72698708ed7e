"""An answer as it is copied: as text and as a web page, with numbered references or without."""

import re
from dataclasses import dataclass, replace

from desktop_rag.core.results.answers import Answer
from desktop_rag.core.user_text import Say
from desktop_rag.services.exports.build import answer_document
from desktop_rag.services.exports.html_writer import answer_html
from desktop_rag.services.exports.text_writer import write_markdown_answer, write_plain_answer

_OWN_LINK = re.compile(r"<a [^>]*>([^<]*)</a>")  # the writer makes no others


@dataclass(frozen=True, slots=True)
class AnswerCopy:
    """The clipboard's content; programs take the richer of both formats."""

    text: str
    html: str


def answer_copy(answer: Answer, *, say: Say = str, references: bool = True) -> AnswerCopy:
    """Return an answer's words; with references, unsupported ones are marked. ``say`` words the parts around it."""
    shown = answer if references else replace(answer, sentences=(), notice="", missing="")
    (exchange,) = answer_document(shown, "", say=say, with_references=references).exchanges
    exchange = exchange if references else replace(exchange, notices=())
    page = _OWN_LINK.sub(lambda match: "" if match[1] == "↑" else f"[{match[1]}]", answer_html(exchange))
    return AnswerCopy(write_plain_answer(exchange), page)


def answer_markdown(answer: Answer, *, say: Say = str) -> str:
    """Return an answer as Markdown with footnotes."""
    return write_markdown_answer(answer_document(answer, "", say=say).exchanges[0])
