"""Answers that keep to the documents: without what no passage supports, and plain when the documents do not answer."""

from dataclasses import replace

from desktop_rag.citations.striking import is_answered, strike
from desktop_rag.citations.wording import TELLING, are_of_one_language
from desktop_rag.core.results.answers import Answer, AnswerState, CheckedSentence, Verdict
from desktop_rag.core.user_text import UserText, joined
from desktop_rag.text.language import detect_language

NOT_ANSWERED = "Your files don't seem to answer this question. These passages come closest."
_NOTHING_CLOSE = "Your files don't seem to answer this question."
_ONE_LEFT_OUT = "1 sentence was left out because no passage supports it."
_FEWEST_LETTERS = 60  # that tell a language: a sentence of ten words, twenty characters of Chinese
_WIDE, _LETTERS_OF_WIDE = "\u3000", 3
_NOT_SAID = "No passage says this."


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
    """Return an answer without its unsupported sentences, or a refusal when too little is left of it.

    Of one that was stopped or interrupted, nobody knows how much would have been supported: what is left is kept.
    """
    if any(map(_is_foreign, answer.sentences)) and not _is_in_another_language(answer):
        answer = replace(answer, sentences=tuple(map(_refused_if_foreign, answer.sentences)))
    is_done = answer.state is AnswerState.DONE
    if is_done and not is_answered(answer.sentences):
        return refused(answer)
    struck = strike(answer.text, answer.citations, answer.sentences)
    count = len(struck.left_out)
    if not count:
        return answer
    told = (
        _ONE_LEFT_OUT
        if count == 1
        else UserText("{count} sentences were left out because no passage supports them.", count=count)
    )
    return replace(
        answer,
        text=struck.text,
        citations=struck.citations,
        sentences=struck.sentences,
        left_out=struck.left_out,
        notice=told if is_done else joined(answer.notice, told),  # of one that failed, the reason must stay
    )


def _is_foreign(sentence: CheckedSentence) -> bool:
    """Return True if a sentence was not checked since it seems to be in another language than the passages."""
    return sentence.verdict is Verdict.UNCHECKED and bool(sentence.reasons)


def _refused_if_foreign(sentence: CheckedSentence) -> CheckedSentence:
    """Return the sentence as one that no passage says where it only seemed to be in another language."""
    if not _is_foreign(sentence):
        return sentence
    whole = ((sentence.start, sentence.end),)
    return replace(sentence, verdict=Verdict.NOT_SAID, reasons=(_NOT_SAID,), unsupported=whole)


def _is_in_another_language(answer: Answer) -> bool:
    """Return True if the answer as a whole is in another language than all of its passages.

    Single sentences are too short to tell: words of a name that are common in another language mislead, and Japanese
    without kana looks Chinese. So two ways of telling must agree on all of the text, and it must have some length.
    """
    if sum(_LETTERS_OF_WIDE if char >= _WIDE else 1 for char in answer.text if char.isalpha()) < _FEWEST_LETTERS:
        return False
    if any(are_of_one_language(answer.text, source.text[:TELLING]) for source in answer.sources):
        return False
    language = detect_language(answer.text)
    return bool(language) and all(language != detect_language(source.text) for source in answer.sources)
