"""What is to be said about an answer that is incomplete, empty, or not supported."""

from PySide6.QtCore import QCoreApplication

from desktop_rag.core.results.answers import LOW_SUPPORT, Answer, AnswerState


def _tr(text: str) -> str:
    return QCoreApplication.translate("AnswerCaveats", text)


def caveat(answer: Answer, *, has_text: bool) -> str:
    """Return a caveat for an answer that is incomplete, empty or without citations; "" for others.

    ``has_text`` tells whether there is anything to read, be it passages.
    """
    if answer.state is AnswerState.STOPPED:
        return stopped(has_text=has_text)
    if answer.state is AnswerState.FAILED:
        broken = _tr("The answer was interrupted. The part received so far was kept.")
        return broken if has_text else _tr("The answer was interrupted before the first word.")
    if not has_text:
        nothing = _tr("No passage in this library matches. Try fewer or different words.")
        return _tr("The model gave no answer.") if answer.model else nothing
    return _unsupported(answer)


def _unsupported(answer: Answer) -> str:
    if not answer.text or not answer.model or answer.citations:
        return ""
    if answer.sources:
        return _tr("No support for this answer was found in your files. Check it before you rely on it.")
    return _tr("This answer comes from the model alone, not from your files.")


def stopped(*, has_text: bool) -> str:
    """Return what is to be said when an answer was stopped."""
    return _tr("Stopped. The answer so far was kept.") if has_text else _tr("Stopped before the first word.")


def is_doubtful(answer: Answer) -> bool:
    """Whether a whole answer is to be read with doubt: the files support less than half of it, or nothing."""
    if answer.state is not AnswerState.DONE or not answer.text or not answer.model:
        return False
    return not answer.citations if answer.support is None else answer.support < LOW_SUPPORT
