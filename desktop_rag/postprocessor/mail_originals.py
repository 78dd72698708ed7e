"""Put what a message says in place of what others quote of it: each is found once, and leads to who wrote it."""

from collections.abc import Sequence
from itertools import accumulate

from desktop_rag.core.mail import is_quoted_heading
from desktop_rag.core.schema import NodeWithScore, QueryBundle, TextNode
from desktop_rag.postprocessor.base import BaseNodePostprocessor
from desktop_rag.readers.formats import is_mail
from desktop_rag.storage.sqlite.threads import MailThreads
from desktop_rag.storage.storage_context import StorageContext

_SHORTEST = 12  # letters and digits of a quotation that is looked for: fewer stand anywhere
_HEAD = 8  # lines above a quotation that say whose it is
_MESSAGES = 50  # of a thread that are looked into
_LOOKED_AT = 20  # quotations of one search


class MailOriginalsPostprocessor(BaseNodePostprocessor):
    """Replaces quotations in mail by the passages they quote, as far as one of the libraries has those."""

    def __init__(self, storages: Sequence[StorageContext]) -> None:
        self._storages = storages

    def _postprocess_nodes(self, nodes: list[NodeWithScore], _query_bundle: QueryBundle | None) -> list[NodeWithScore]:
        """Return the nodes, quotations replaced; of what would be there twice the first stays."""
        quotations = [found for found in nodes if is_quotation(found.node)][:_LOOKED_AT]
        if not quotations:
            return nodes
        originals = [Originals(storage) for storage in self._storages]
        instead = {}
        for found in quotations:
            written = (one for one in (each.of(found.node) for each in originals) if one is not None)
            if (original := next(written, None)) is not None:
                instead[found.node.node_id] = NodeWithScore(original, found.score, found.found_by)
        replaced = [instead.get(found.node.node_id, found) for found in nodes]
        return list({found.node.node_id: found for found in reversed(replaced)}.values())[::-1]


class Originals:
    """The passages of a library that messages quote."""

    def __init__(self, storage: StorageContext) -> None:
        self._nodes = storage.nodes
        self._threads = MailThreads(storage.connection)
        self._known: dict[str, list[tuple[TextNode, str]]] = {}

    def of(self, quotation: TextNode) -> TextNode | None:
        """Return the passage that a quotation is from, None where the library has none."""
        wanted = _quoted(quotation.text)
        if not wanted:
            return None
        for doc_id in self._threads.others(str(quotation.metadata.get("file_path") or ""))[:_MESSAGES]:
            if (found := _passage_with(self._said(doc_id), wanted)) is not None:
                return found
        return None

    def _said(self, doc_id: str) -> list[tuple[TextNode, str]]:
        """Return the passages of a message that its sender wrote, with their letters and digits."""
        if doc_id not in self._known:
            nodes = [node for node in self._nodes.iter_nodes([doc_id]) if not is_quotation(node)]
            self._known[doc_id] = [(node, _letters(node.text)) for node in nodes]
        return self._known[doc_id]


def is_quotation(node: TextNode) -> bool:
    """Return True if a passage is what a message quotes."""
    heading = str(node.metadata.get("heading") or "").rpartition(" > ")[2]
    return is_quoted_heading(heading) and is_mail(str(node.metadata.get("file_path") or ""))


def _quoted(text: str) -> list[str]:
    """Return the letters and digits of a quotation, also without the lines above it that say whose it is."""
    lines = [line for line in text.split("\n") if line.strip() and not line.startswith("#")]
    found = (_letters("\n".join(lines[above:])) for above in range(min(_HEAD, len(lines))))
    return [one for one in found if len(one) >= _SHORTEST]


def _passage_with(said: Sequence[tuple[TextNode, str]], wanted: Sequence[str]) -> TextNode | None:
    """Return the passage in which most of the longest of some texts stands that a message has."""
    whole = "".join(letters for _, letters in said)
    start, end = next(((at, at + len(one)) for one in wanted if (at := whole.find(one)) >= 0), (0, 0))
    if start == end:
        return None
    ends = list(accumulate(len(letters) for _, letters in said))
    shares = [min(last, end) - max(last - len(letters), start) for last, (_, letters) in zip(ends, said, strict=True)]
    return said[shares.index(max(shares))][0]


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))
