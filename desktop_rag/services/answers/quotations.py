"""Answers made of quotations: what they cite, and how a question is asked for one in place of a model's answer."""

import re
from collections.abc import Sequence

from desktop_rag.citations.passages import citation_of
from desktop_rag.config import Config
from desktop_rag.config.options import CHAT_MODE, MODE, NODE_POSTPROCESSORS, QUERY_ENGINE, RESPONSE_MODE, RETRIEVER
from desktop_rag.core.errors import BugError
from desktop_rag.core.response import Quotation
from desktop_rag.core.results.answers import Citation, Source
from desktop_rag.core.schema import NodeWithScore
from desktop_rag.node_parser.page_breaks import passage_of
from desktop_rag.services.answers import modes

NEEDS_NO_MODEL = {
    MODE.key: "answer",
    CHAT_MODE.key: "auto",
    QUERY_ENGINE.key: "retriever",
    RESPONSE_MODE.key: "auto",
    RETRIEVER.key: "auto",
    NODE_POSTPROCESSORS.key: "",
}
"""Settings with which a question can be asked without a model."""
# Rows of tables are shown without their empty cells, and a label with its values as a line
_BETWEEN_WORDS = r"(?:[\s|·]|[:：](?=\s))+"
_QUOTED = "These are quotations from your files instead."
_LISTED = "These passages of your files come closest."


def without_model(config: Config) -> Config | None:
    """Return the settings for an answer made of quotations; None where no passages were wanted."""
    if modes.chat_mode(config) == "simple":
        return None
    return config.overridden(NEEDS_NO_MODEL)


def instead_of(failure: str, text: str) -> str:
    """Return the notice above quotations that stand for a model's answer, or above passages alone."""
    return f"{failure} {_QUOTED if text else _LISTED}"


def quoted_citations(
    text: str, sources: Sequence[Source], nodes: Sequence[NodeWithScore], quotations: Sequence[Quotation]
) -> list[Citation]:
    """Return the citations of a text made of quotations; their ranges are known exactly.

    One that several documents say is cited from each of them.
    """
    citations: list[Citation] = []
    position = 0
    for quotation in quotations:
        start, position = _place(_quote(quotation, nodes), text, position)
        for one in (quotation, *quotation.others):
            span, shown = (one.start, one.end), (start, position)
            citations.append(citation_of(sources[one.source], span, shown, one.score, _quote(one, nodes)))
    return citations


def _quote(quotation: Quotation, nodes: Sequence[NodeWithScore]) -> str:
    return " ".join(passage_of(nodes[quotation.source].node).told(quotation.start, quotation.end).split())


def _place(quote: str, text: str, position: int) -> tuple[int, int]:
    """Return the range of a quotation in the text that was made of it, from a position on."""
    words = filter(None, re.split(_BETWEEN_WORDS, quote))
    found = re.compile(_BETWEEN_WORDS.join(map(re.escape, words))).search(text, position)
    if found is None:
        raise BugError("A quotation does not stand in the answer made of it.")
    return found.span()
