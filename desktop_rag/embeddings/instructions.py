"""Prefixes that well-known models expect before a question and before a passage, by model name on any server.

Searching without it works, but clearly worse. Names are compared in lower case, without what servers add to them.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Instructions:
    """The texts put before a question and before a passage."""

    query: str = ""
    text: str = ""


_PASSAGES_QUERY = "Represent this sentence for searching relevant passages: "
_KNOWN = (
    (("e5-", "instruct"), Instructions("Instruct: Given a question, retrieve passages that answer it\nQuery: ")),
    (("e5-",), Instructions("query: ", "passage: ")),
    (("nomic-embed",), Instructions("search_query: ", "search_document: ")),
    (("embeddinggemma",), Instructions("task: search result | query: ", "title: none | text: ")),
    (("embedding-gemma",), Instructions("task: search result | query: ", "title: none | text: ")),
    (("qwen3-embedding",), Instructions("Instruct: Given a question, retrieve passages that answer it\nQuery:")),
    (("mxbai-embed",), Instructions(_PASSAGES_QUERY)),
    (("arctic-embed", "v2"), Instructions("query: ")),
    (("arctic-embed2",), Instructions("query: ")),
    (("arctic-embed",), Instructions(_PASSAGES_QUERY)),
    (("bge-", "-en"), Instructions(_PASSAGES_QUERY)),
)


def instructions_for(model_name: str) -> Instructions:
    """Return the instructions of a model; empty ones for unknown models."""
    name = model_name.lower().replace("_", "-")
    for parts, instructions in _KNOWN:
        if all(part in name for part in parts):
            return instructions
    return Instructions()
