"""Keep or drop passages by the words in them, in any language."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from desktop_rag.callbacks.base import CallbackManager
from desktop_rag.core.schema import NodeWithScore, QueryBundle
from desktop_rag.postprocessor.base import BaseNodePostprocessor
from desktop_rag.text import analyzer

_JOINERS = re.compile(r"[._\-/@]+")


class KeywordNodePostprocessor(BaseNodePostprocessor):
    """Keeps nodes that have one of ``required_keywords`` (when there are any) and none of ``exclude_keywords``.

    A keyword of several words is a phrase: they must stand in this order beside one another. Case, accents, hyphens
    and the width of characters make no difference; in scripts without spaces any part of the text can match.
    ``lang`` changes nothing: keywords are found in every language.
    """

    def __init__(
        self,
        required_keywords: Sequence[str] = (),
        exclude_keywords: Sequence[str] = (),
        lang: str = "en",
        *,
        callback_manager: CallbackManager | None = None,
    ) -> None:
        self._callback_manager = callback_manager
        self.required_keywords = tuple(required_keywords)
        self.exclude_keywords = tuple(exclude_keywords)
        self.lang = lang
        self._required = [_phrase(keyword) for keyword in self.required_keywords]
        self._excluded = [_phrase(keyword) for keyword in self.exclude_keywords]

    def _postprocess_nodes(self, nodes: list[NodeWithScore], _query_bundle: QueryBundle | None) -> list[NodeWithScore]:
        return [found for found in nodes if self._keeps(found.node.text)]

    def _keeps(self, text: str) -> bool:
        """Whether a text has the right words."""
        read = _Text(_joined(_words(text)), _folded(text))
        if self._required and not any(phrase.occurs(read) for phrase in self._required):
            return False
        return not any(phrase.occurs(read) for phrase in self._excluded)


@dataclass(frozen=True, slots=True)
class _Text:
    """A text as phrases look for themselves in it."""

    words: str
    letters: str


@dataclass(frozen=True, slots=True)
class _Phrase:
    """A keyword: its words, or its bare letters where they cannot be told apart by words."""

    words: str = ""
    letters: str = ""

    def occurs(self, text: _Text) -> bool:
        """Whether the keyword stands in a text."""
        return self.words in text.words if self.words else bool(self.letters) and self.letters in text.letters


def _phrase(keyword: str) -> _Phrase:
    """Prepare a keyword. A single character of an unspaced script, or of none (“§”), is looked for as it is."""
    words = _words(keyword)
    alone = len(words) == 1 and len(words[0]) == 1 and len(analyzer.terms(words[0] * 3)) > 1
    return _Phrase(letters=_folded(keyword).strip()) if alone or not words else _Phrase(words=_joined(words))


def _words(text: str) -> list[str]:
    """Return the words and character pairs of a text in order; what joins words separates them here."""
    return analyzer.terms(_JOINERS.sub(" ", unicodedata.normalize("NFKC", text)))


def _joined(words: Sequence[str]) -> str:
    """Return words so that one phrase is part of another exactly when its words are."""
    return "\n".join(["", *words, ""]) if words else ""


def _folded(text: str) -> str:
    """Return a text without differences of case and width."""
    return unicodedata.normalize("NFKC", text).casefold()
