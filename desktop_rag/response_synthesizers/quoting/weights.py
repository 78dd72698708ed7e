"""Weights of a sentence's features, learnt from questions with known answers."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from desktop_rag.response_synthesizers.quoting.answer_kinds import AnswerKind

KINDS = tuple(AnswerKind)
FEATURES = (
    "words",
    "parts of words",
    "words beside new ones",
    "pairs of words",
    "rest in the sentence before",
    "rest in the sentence after",
    "rest in the heading",
    "meaning",
    "passage's score",
    "passage's rank",
    "is short",
    "length",
    *(f"holds a {kind.value}" for kind in KINDS),
    "is a row",
    "row's name in the question",
    "row's name is asked for",
    "year of a column",
    "another year",
    "rest in the table's heading",
    "tokens",
    "passage's tokens",
)
WORDS = FEATURES.index("words")
ASKED_YEAR = FEATURES.index("year of a column")
OTHER_YEAR = FEATURES.index("another year")
MEANING = FEATURES.index("meaning")
TOKENS = FEATURES.index("tokens")
"""How near the sentence's tokens, read within its passage, come to the question's; after it, the whole passage's."""
ROW_FEATURES = TOKENS - FEATURES.index("is a row")


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of ``FEATURES`` for passages in the question's language, and for those in another one."""

    in_one_language: Mapping[str, float]
    across_languages: Mapping[str, float]

    def chosen(self, is_across_languages: bool) -> NDArray[np.float64]:  # noqa: FBT001
        """Return the weights in the order of ``FEATURES``."""
        weights = self.across_languages if is_across_languages else self.in_one_language
        return np.array([weights.get(name, 0.0) for name in FEATURES])


LEARNT = Weights(
    {
        "words": 3.19,
        "parts of words": 2.25,
        "words beside new ones": -2.45,
        "pairs of words": 0.23,
        "rest in the sentence before": 2.1,
        "rest in the sentence after": 1.01,
        "rest in the heading": 1.2,
        "meaning": 18.3,
        "passage's score": 2.42,
        "passage's rank": 0.06,
        "is short": 0.67,
        "length": -0.61,
        "holds a name": 2.12,
        "holds a date": 2.08,
        "holds a number": 1.31,
        "holds a place": 0.51,
        "holds a reason": 0.28,
        "holds a definition": 0.94,
        "is a row": -1.0,
        "row's name in the question": 4.0,
        "row's name is asked for": 1.5,
        "year of a column": 1.0,
        "another year": -6.0,
        "rest in the table's heading": 2.0,
        "tokens": 18.58,
        "passage's tokens": 23.05,
    },
    {
        "words": 1.12,
        "parts of words": -0.99,
        "words beside new ones": -2.86,
        "pairs of words": -1.77,
        "rest in the sentence before": 0.62,
        "rest in the sentence after": -0.42,
        "rest in the heading": 0.0,
        "meaning": 62.03,
        "passage's score": 5.77,
        "passage's rank": -0.01,
        "is short": 0.84,
        "length": -0.15,
        "holds a name": 1.74,
        "holds a date": 1.94,
        "holds a number": 1.32,
        "holds a place": 0.63,
        "holds a reason": 0.0,
        "holds a definition": 0.07,
        "is a row": -1.0,
        "row's name in the question": 4.0,
        "row's name is asked for": 1.5,
        "year of a column": 1.0,
        "another year": -6.0,
        "rest in the table's heading": 2.0,
        "tokens": 42.69,
        "passage's tokens": 0.68,
    },
)
"""With the built-in model. Questions to files in several languages were learnt from, too, where these do not count."""

WITHOUT_TOKENS = Weights(
    {
        "words": 3.71,
        "parts of words": 2.83,
        "words beside new ones": -2.45,
        "pairs of words": 0.24,
        "rest in the sentence before": 2.55,
        "rest in the sentence after": 1.51,
        "rest in the heading": 1.2,
        "meaning": 24.03,
        "passage's score": 4.44,
        "passage's rank": 0.69,
        "is short": 0.54,
        "length": -0.41,
        "holds a name": 2.0,
        "holds a date": 1.9,
        "holds a number": 1.28,
        "holds a place": 0.59,
        "holds a reason": 0.26,
        "holds a definition": 1.03,
        "is a row": -1.0,
        "row's name in the question": 4.0,
        "row's name is asked for": 1.5,
        "year of a column": 1.0,
        "another year": -6.0,
        "rest in the table's heading": 2.0,
    },
    {
        "words": 0.42,
        "parts of words": 0.33,
        "words beside new ones": 1.28,
        "pairs of words": -0.89,
        "rest in the sentence before": 1.01,
        "rest in the sentence after": -0.11,
        "rest in the heading": 0.0,
        "meaning": 81.42,
        "passage's score": 9.35,
        "passage's rank": -0.19,
        "is short": 0.47,
        "length": 0.22,
        "holds a name": 1.17,
        "holds a date": 1.77,
        "holds a number": 1.26,
        "holds a place": 0.33,
        "holds a reason": 0.01,
        "holds a definition": 0,
        "is a row": -1.0,
        "row's name in the question": 4.0,
        "row's name is asked for": 1.5,
        "year of a column": 1.0,
        "another year": -6.0,
        "rest in the table's heading": 2.0,
    },
)
"""For search models that compare whole texts only: learnt without the two features of tokens."""
