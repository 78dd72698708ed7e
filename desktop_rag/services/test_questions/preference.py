"""Apply a person's verdicts on earlier answers: prefer the words that answer, avoid those that don't.

It is kept with the test questions of a library, names nothing but what is in it, and goes with the test question. The
question is compared on this computer alone: by its words, and by the built-in model where that searches the library.
"""

import functools
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.instrumentation import current_token, running
from desktop_rag.core.results.test_questions import QuotedWords, SavedQuestion
from desktop_rag.core.schema import MetadataValue, Vector
from desktop_rag.embeddings.base import BaseEmbedding, get_query_embeddings
from desktop_rag.embeddings.multilingual_e5 import SPACE
from desktop_rag.services.test_questions.question_set import question_set_from, shown_words
from desktop_rag.services.test_questions.quoted_words import FoundWords, find_words
from desktop_rag.services.test_questions.same_question import NEAR, may_mean_the_same, standing_alone, wording_of
from desktop_rag.storage.filters import matches
from desktop_rag.storage.sqlite.properties import get_test_questions
from desktop_rag.storage.sqlite.stored_files import path_now
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.vector_stores.filters import parse_filters

_REMEMBERED = 1_000  # questions whose vectors are kept, 1.5 KB each


@dataclass(frozen=True, slots=True)
class Preference:
    """A person's judgement of a question in a library: the words that answer it, their places, and those refused.

    ``said_of`` is the question of which the person said it.
    """

    said_of: str
    chosen: tuple[FoundWords, ...] = ()
    refused: tuple[QuotedWords, ...] = ()


def find_preference(
    storage: StorageContext, embed_model: BaseEmbedding, question: str, before: str, filters: str
) -> Preference | None:
    """Return a person's judgement of this question, or of one that means the same; None if there is none.

    ``before`` is the question that it may go on with, "" for none. Words in files that ``filters`` leave out do not
    count, nor do those that stand nowhere any more.
    """
    kept = question_set_from(get_test_questions(storage.connection)).questions
    told = [one for one in kept if shown_words(one) or one.refused]
    one = _meant(standing_alone(question, before), told, embed_model) if told else None
    if one is None:
        return None
    wanted = parse_filters(filters) if filters.strip() else None
    found = (places[0] for words in shown_words(one) if (places := find_words(storage, words)))
    chosen = tuple(place for place in found if matches(wanted, _file_metadata(place)))
    refused = tuple(replace(words, file=path_now(storage.connection, words.file)) for words in one.refused)
    return Preference(one.text, chosen, refused) if chosen or refused else None


def _meant(question: str, told: Sequence[SavedQuestion], embed_model: BaseEmbedding) -> SavedQuestion | None:
    """Return the question of these that is asked: in the same words, else the nearest that means the same."""
    wording = wording_of(question)
    same = next((one for one in told if wording_of(one.text) == wording), None)
    if same is not None or embed_model.space != SPACE:
        return same
    alike = [one for one in told if may_mean_the_same(question, one.text)]
    if not alike:
        return None
    try:
        with running(current_token()):  # no part of how the answer comes about
            asked, *others = _vectors().of([question, *(one.text for one in alike)], embed_model)
    except UserError:
        return None
    nearness, best = max((float(asked @ other), -place) for place, other in enumerate(others))
    return alike[-best] if nearness >= NEAR else None


def _file_metadata(found: FoundWords) -> dict[str, MetadataValue]:
    return {"file_name": shown_name(found.words.file), **found.node.metadata}


class _QuestionVectors:
    """The built-in model's vectors of the last questions. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, Vector] = OrderedDict()

    def of(self, questions: Sequence[str], embed_model: BaseEmbedding) -> list[Vector]:
        with self._lock:
            known = {one: self._kept[one] for one in questions if one in self._kept}
        fresh = [one for one in dict.fromkeys(questions) if one not in known]
        if fresh:
            known |= zip(fresh, get_query_embeddings(embed_model, fresh), strict=True)
        with self._lock:
            self._kept.update(known)
            while len(self._kept) > _REMEMBERED:
                self._kept.popitem(last=False)
        return [known[one] for one in questions]


@functools.cache
def _vectors() -> _QuestionVectors:
    """Return those of this process."""
    return _QuestionVectors()
