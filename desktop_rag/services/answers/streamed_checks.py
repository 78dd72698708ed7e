"""Tells while an answer is being written what its sentences rest on."""

import logging
import time
from dataclasses import replace
from types import TracebackType
from typing import Self

from desktop_rag.citations.align import Aligned, Alignment
from desktop_rag.citations.owners import Owners
from desktop_rag.citations.settled import settled_length
from desktop_rag.core.errors import CancelledError, UserError, contained
from desktop_rag.core.events import AnswerChecked
from desktop_rag.core.parallel import Follower
from desktop_rag.core.results.answers import Source
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.rerankers.judge import Judges
from desktop_rag.services.calls import ServiceCall

_LONGEST_CHECKED = 100_000  # characters, 50 pages: a longer answer is one that a model cannot end
_STOPPED_SECONDS = 0.3
_log = logging.getLogger(__name__)
_Heard = tuple[str, tuple[Source, ...]]


class StreamedChecks:
    """Aligns the sentences of an answer as they are completed, beside the stream, which never waits for it.

    What it found is kept: ``aligned`` judges the whole answer, and of it only what was not judged before. A fault of
    ours is logged and ends the checking beside the stream, never the stream.
    """

    def __init__(self, call: ServiceCall, embed_model: BaseEmbedding, judge: Judges | None = None) -> None:
        self._call = call
        self._embed_model = embed_model
        self._judge = judge
        self._owners: Owners | None = None
        self._alignment = Alignment(())
        self._settled = ""
        self._is_faulty = False
        self._follower: Follower[_Heard] = Follower(self._check, "desktop-rag-checks")

    def __enter__(self) -> Self:
        self._follower.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._follower.__exit__(kind, error, trace)

    def compare_owners(self, owners: Owners) -> None:
        """Hold sentences from now on against the documents that they and the question mean."""
        self._owners = owners

    def hear(self, text: str, sources: tuple[Source, ...]) -> None:
        """Take the answer as far as it has come, and its passages; returns at once."""
        self._follower.hand((text, sources))

    def aligned(self, text: str, sources: tuple[Source, ...], *, is_complete: bool) -> Aligned:
        """Return the answer with our citations; by words alone where meaning can no longer be compared.

        To be called when nothing is heard any more. Of an endless answer the beginning is checked; of one that the
        person stopped, what a third of a second allows.
        """
        alignment = self._alignment_with(sources)
        checked = _beginning(text)
        ends_at = time.monotonic() + _STOPPED_SECONDS

        def is_over() -> bool:
            return self._call.token.cancelled and time.monotonic() > ends_at

        def align() -> Aligned:
            return alignment.aligned(checked, is_complete=is_complete, is_over=is_over)

        try:
            aligned = align()
        except (CancelledError, UserError):
            alignment.compare_words_only()
            aligned = align()
        return replace(aligned, text=aligned.text + text[len(checked) :])

    def _check(self, heard: _Heard) -> None:
        if self._is_faulty:
            return
        self._is_faulty = True
        with contained(_log, "an answer cannot be checked while it is written"):
            self._tell_checked(*heard)
            self._is_faulty = False
        if self._is_faulty:
            self._alignment = Alignment(())  # what it knows is half done: the end begins anew

    def _tell_checked(self, text: str, sources: tuple[Source, ...]) -> None:
        alignment = self._alignment_with(sources)
        if not text.startswith(self._settled):  # the answer began anew
            self._settled = ""
        settled = settled_length(_beginning(text), len(self._settled))
        if settled == len(self._settled) or self._call.token.cancelled:
            return
        try:
            aligned = alignment.aligned(text[:settled], is_over=lambda: self._call.token.cancelled)
        except (CancelledError, UserError):
            return
        self._settled = text[:settled]
        if aligned.sentences:
            checked = AnswerChecked(self._call.id, settled, aligned.text, aligned.citations, aligned.sentences)
            self._call.emit(checked)

    def _alignment_with(self, sources: tuple[Source, ...]) -> Alignment:
        """Return the alignment with these passages; a new one if an agent has found others on the way."""
        if self._alignment.sources != sources:
            self._alignment = Alignment(sources, self._embed_model, self._judge, self._owners)
            self._settled = ""
        return self._alignment


def _beginning(text: str) -> str:
    """Return as much of an answer as is checked, up to the end of a line."""
    if len(text) <= _LONGEST_CHECKED:
        return text
    end = text.rfind("\n", 0, _LONGEST_CHECKED)
    return text[: end + 1 if end > 0 else _LONGEST_CHECKED]
