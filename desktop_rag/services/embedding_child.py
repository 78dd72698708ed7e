"""The built-in embedding model in a child process of its own.

Loading its tokenizer holds Python's global lock for most of a second, which a window would show as a freeze.
A round trip to the child costs half a millisecond.
"""

import contextlib
import functools
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError, UserError, reason_of
from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.private_files import make_folders
from desktop_rag.core.schema import EmbeddingSpace, Matrix, Vector
from desktop_rag.core.shared_files import BusyFileError, read_json
from desktop_rag.core.user_text import UserText
from desktop_rag.embeddings.base import EmbeddingModel, TextRefusedError
from desktop_rag.embeddings.late_interaction import QuestionTokens, TokenSimilarities
from desktop_rag.embeddings.multilingual_e5 import (
    MAXIMUM_TOKENS,
    QUERY_PREFIX,
    SPACE,
    TEXT_PREFIX,
    MultilingualE5Embedding,
)
from desktop_rag.embeddings.session_choice import CHOICE_DAMAGED
from desktop_rag.processes.pool import ChildProcesses
from desktop_rag.rerankers.judge import Pair, built_in_judge

T = TypeVar("T")
_Model = tuple[Path, bool]  # the note of what it runs on, and whether that may be the processor alone
_SECONDS = 300.0
_NICENESS = 5
_BATCH_TEXTS = 64
_GRACE = 0.5  # a stopped job lets a running batch end: a child that is killed has to load the model again


@dataclass(frozen=True, slots=True)
class _DataFolder:
    """The folder of the note that says which graph is faster: the only one that the child may write to."""

    place: Path

    @property
    def folder(self) -> Path:
        """The folder, which exists; UserError when it cannot be made."""
        try:
            make_folders(self.place)
        except OSError as error:
            raise UserError(
                UserText("{place} cannot be made: {reason}.", place=self.place, reason=reason_of(error)),
                "Check its permissions.",
            ) from error
        return self.place


class ChildEmbedding(EmbeddingModel):
    """The child starts with the first text. Calls from several threads take turns, a short batch each."""

    batch_tokens = 2048  # larger batches gain nothing on a processor
    batch_seconds = 0.2
    pads = True

    def __init__(self, graph_choice: Path, *, processor_only: bool = False) -> None:
        super().__init__(_BATCH_TEXTS, QUERY_PREFIX, TEXT_PREFIX)
        self._which: _Model = (graph_choice, processor_only)
        with contextlib.suppress(OSError, BusyFileError):  # here: the child has nobody to tell of a damaged one
            read_json(graph_choice, next_step=CHOICE_DAMAGED)
        self._children = ChildProcesses(1, niceness=_NICENESS, scratch=_DataFolder(graph_choice.parent))

    @property
    def space(self) -> EmbeddingSpace:
        """The space of the built-in model."""
        return SPACE

    @property
    def max_tokens(self) -> int:
        """The maximum length of a text in tokens, for which the model was made."""
        return MAXIMUM_TOKENS

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return the number of tokens the model reads of each text."""
        return self._run(_count, list(texts))

    def compare_tokens(self, text: str, sources: Sequence[str]) -> TokenSimilarities:
        """Compare a text with sources token by token, in the child, which keeps their vectors."""
        return self._run(_compare_tokens, [text, *sources])

    def prepare_tokens(self, texts: Sequence[str]) -> None:
        """Make the vectors of the tokens of texts, in the child, which keeps them."""
        self._run(_prepare_tokens, list(texts))

    def compare_question(self, question: str, passages: Sequence[str]) -> list[QuestionTokens]:
        """Compare a question with passages token by token, in the child, which keeps their vectors."""
        return self._run(_compare_question, [question, *passages])

    def nearness(self, questions: Sequence[str], passages: Sequence[str]) -> Matrix:
        """Return the nearness of passages to questions token by token, computed in the child."""
        return self._run(_nearness, list(questions), list(passages))

    def support(self, pairs: Sequence[Pair]) -> Matrix:
        """Have the judge read statements with evidence, in the child, where the word table is that it shares."""
        return self._run(_support, list(pairs))

    def answers(self, pairs: Sequence[Pair]) -> Vector:
        """Have the judge read questions with passages, in the child."""
        return self._run(_answers, list(pairs))

    def warm_up(self) -> None:
        """Load the model now rather than at the first question."""
        self.get_query_embedding("")

    def close(self) -> None:
        """End the child; idempotent."""
        self._children.close()

    def _embed(self, texts: Sequence[str]) -> Matrix:
        """Embed texts that already have their prefixes."""
        return self._run(_embed_prepared, list(texts))

    def _run(self, function: Callable[..., T], *arguments: object) -> T:
        """Run something in the child.

        Raises:
            CancelledError: the job was stopped; the child is killed when it does not get done soon.
            TextRefusedError: the child died of it, or the program is closing.

        """
        token = _LateToken(current_token())
        try:
            return self._children.run(function, self._which, *arguments, seconds=_SECONDS, token=token)
        except UserError as error:
            token.job.raise_if_cancelled()
            raise TextRefusedError("The built-in model stopped working.", "Try again.") from error


class _LateToken(CancelToken):
    """A cancel token that reports the job's end a moment later."""

    def __init__(self, job: CancelToken) -> None:
        super().__init__()
        job.raise_if_cancelled()
        self.job = job
        self._since: float | None = None

    def raise_if_cancelled(self) -> None:
        """Raise when the job was cancelled some time ago."""
        if self.job.cancelled:
            self._since = self._since or time.monotonic()
            if time.monotonic() - self._since > _GRACE:
                raise CancelledError


@functools.cache
def _model(graph_choice: Path, processor_only: bool) -> MultilingualE5Embedding:  # noqa: FBT001 - of a tuple
    """Return the child's one model."""
    return MultilingualE5Embedding(graph_choice, processor_only=processor_only)


def _embed_prepared(model: _Model, texts: list[str]) -> Matrix:
    """Run in the child: the parent added the prefixes and cut long texts."""
    return _model(*model).embed_prepared(texts)


def _compare_tokens(model: _Model, texts: list[str]) -> TokenSimilarities:
    """Run in the child: the first text with the others."""
    return _model(*model).compare_tokens(texts[0], texts[1:])


def _compare_question(model: _Model, texts: list[str]) -> list[QuestionTokens]:
    """Run in the child: the first text is the question."""
    return _model(*model).compare_question(texts[0], texts[1:])


def _nearness(model: _Model, questions: list[str], passages: list[str]) -> Matrix:
    """Run in the child."""
    return _model(*model).nearness(questions, passages)


def _count(model: _Model, texts: list[str]) -> list[int]:
    """Run in the child."""
    return _model(*model).count_tokens(texts)


def _prepare_tokens(model: _Model, texts: list[str]) -> None:
    """Run in the child."""
    _model(*model).prepare_tokens(texts)


def _support(_model: _Model, pairs: list[Pair]) -> Matrix:
    """Run in the child."""
    return built_in_judge().support(pairs)


def _answers(_model: _Model, pairs: list[Pair]) -> Vector:
    """Run in the child."""
    return built_in_judge().answers(pairs)
