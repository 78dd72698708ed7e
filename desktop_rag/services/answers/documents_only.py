"""Answers that keep to the documents: without what no passage supports, and plain when the documents do not answer."""

from dataclasses import replace

from desktop_rag.citations.striking import is_answered, strike
from desktop_rag.core.results.answers import Answer

NOT_ANSWERED = "Your files don't seem to answer this question. These passages come closest."
_NOTHING_CLOSE = "Your files don't seem to answer this question."
_ONE_LEFT_OUT = "1 sentence was left out because no passage supports it."
_SOME_LEFT_OUT = "{count} sentences were left out because no passage supports them."


def refused(answer: Answer) -> Answer:
    """Return an answer that says that the documents do not answer, with the closest passages and no text."""
    left_out = tuple(answer.text[one.start : one.end] for one in answer.sentences) or answer.left_out
    return replace(
        answer,
        text="",
        citations=(),
        sentences=(),
        answered=False,
        left_out=left_out,
        notice=NOT_ANSWERED if answer.sources else _NOTHING_CLOSE,
    )


def kept_to_documents(answer: Answer) -> Answer:
    """Return an answer without its unsupported sentences, or a refusal when too little is left of it."""
    if not is_answered(answer.sentences):
        return refused(answer)
    struck = strike(answer.text, answer.citations, answer.sentences)
    count = len(struck.left_out)
    if not count:
        return answer
    return replace(
        answer,
        text=struck.text,
        citations=struck.citations,
        sentences=struck.sentences,
        left_out=struck.left_out,
        notice=_ONE_LEFT_OUT if count == 1 else _SOME_LEFT_OUT.format(count=count),
    )
