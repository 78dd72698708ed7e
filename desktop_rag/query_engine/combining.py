"""Put the answers of several engines together without mixing up whose passage ``[1]`` is."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from desktop_rag.core.response import AnyResponse, StreamingResponse
from desktop_rag.core.schema import NodeWithScore

_MARKER = re.compile(r"\[(\d{1,3})\]")


@dataclass(frozen=True, slots=True)
class Combined:
    """The answers as texts whose markers count through all ``source_nodes``."""

    texts: list[str]
    source_nodes: list[NodeWithScore]


def combined(responses: Sequence[AnyResponse]) -> Combined:
    """Return the answers and their sources; streams are drained."""
    texts: list[str] = []
    sources: list[NodeWithScore] = []
    for response in responses:
        whole = response.get_response() if isinstance(response, StreamingResponse) else response
        texts.append(_renumbered(str(whole), len(sources), len(whole.source_nodes)))
        sources += whole.source_nodes
    return Combined(texts, sources)


def _renumbered(text: str, before: int, own: int) -> str:
    """Return an answer with markers raised by ``before`` other sources; other numbers stay."""

    def marker(match: re.Match[str]) -> str:
        number = int(match.group(1))
        return f"[{number + before}]" if 0 < number <= own else match.group(0)

    return _MARKER.sub(marker, text) if before else text
