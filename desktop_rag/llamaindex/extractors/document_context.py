"""An extractor that tells where in its document a node stands."""

import logging
from collections.abc import Sequence
from typing import Any, ClassVar, Literal, get_args

from desktop_rag.core.errors import CancelledError
from desktop_rag.core.messages import ChatMessage
from desktop_rag.core.parallel import DEFAULT_WORKERS
from desktop_rag.core.schema import TextNode
from desktop_rag.llamaindex.extractors.interface import Metadata
from desktop_rag.llamaindex.extractors.metadata_extractors import LLMExtractor, positive
from desktop_rag.llamaindex.prompts import extractor_prompts
from desktop_rag.llamaindex.prompts.extractor_prompts import ORIGINAL_CONTEXT_PROMPT as ORIGINAL_CONTEXT_PROMPT
from desktop_rag.llamaindex.prompts.extractor_prompts import SUCCINCT_CONTEXT_PROMPT as SUCCINCT_CONTEXT_PROMPT
from desktop_rag.llamaindex.settings import Settings
from desktop_rag.llms.base import LLM, chosen_llm
from desktop_rag.storage.document_store import DocumentStore
from desktop_rag.text.shortening import beginning
from desktop_rag.text.tokenizer import Tokenizer, as_tokenizer

OversizeStrategy = Literal["warn", "error", "ignore"]
_LOG = logging.getLogger(__name__)


class DocumentContextExtractor(LLMExtractor):
    """Writes down what a node is about within its document, which ``docstore`` has (``key``, or else “context”).

    The model reads the whole document with each node, and ``prompt`` says what it is asked. Of a document of more than
    ``max_context_length`` tokens, this is done all the same (“ignore”), with a line in the log (“warn”), or is an error
    (“error”). Up to ``max_output_tokens`` tokens of the answer are kept. Nodes that have the key already, and nodes
    whose document is not stored, are passed over; so is, with a line in the log, one that the model fails about.

    Raises:
        ValueError: there is no such ``oversized_document_strategy``.

    """

    ORIGINAL_CONTEXT_PROMPT: ClassVar[str] = extractor_prompts.ORIGINAL_CONTEXT_PROMPT
    SUCCINCT_CONTEXT_PROMPT: ClassVar[str] = extractor_prompts.SUCCINCT_CONTEXT_PROMPT
    DEFAULT_KEY: ClassVar[str] = "context"

    def __init__(
        self,
        docstore: DocumentStore,
        llm: LLM | None = None,
        max_context_length: int | None = 1000,
        key: str = DEFAULT_KEY,
        prompt: str = ORIGINAL_CONTEXT_PROMPT,
        num_workers: int = DEFAULT_WORKERS,
        max_output_tokens: int = 512,
        oversized_document_strategy: OversizeStrategy = "warn",
        **fields: Any,  # noqa: ANN401 - those of every extractor
    ) -> None:
        super().__init__(llm=llm, num_workers=num_workers, **fields)
        if oversized_document_strategy not in get_args(OversizeStrategy):
            raise ValueError(f"Unknown oversized document strategy: {oversized_document_strategy}")
        self.docstore = docstore
        self.max_context_length = max_context_length
        self.key = key
        self.prompt = prompt
        self.max_output_tokens = positive("max_output_tokens", max_output_tokens)
        self.oversized_document_strategy = oversized_document_strategy

    def extract(self, nodes: Sequence[TextNode]) -> list[Metadata]:
        """Return the context of each node.

        Raises:
            UserError: there is no model.
            ValueError: a document is too long, and that is an error.

        """
        llm, tokenizer = chosen_llm(self.llm, "An extractor"), as_tokenizer(Settings.tokenizer)
        texts: dict[str, str | None] = {}
        for node in nodes:
            if node.ref_doc_id is not None and self.key not in node.metadata and node.ref_doc_id not in texts:
                texts[node.ref_doc_id] = self._document(node.ref_doc_id, tokenizer)

        def answer(place: int) -> str:
            said = self._context(llm, texts[nodes[place].ref_doc_id or ""] or "", nodes[place])
            return beginning(said, self.max_output_tokens, tokenizer.count)

        wanted = [
            i for i, node in enumerate(nodes) if self.key not in node.metadata and texts.get(node.ref_doc_id or "")
        ]
        # one document after the other, so that a server that remembers how a request began reads each once
        wanted.sort(key=lambda place: nodes[place].ref_doc_id or "")
        contexts = dict(zip(wanted, self._each(answer, wanted), strict=True))
        return [{self.key: contexts[i]} if contexts.get(i) else {} for i in range(len(nodes))]

    def _document(self, doc_id: str, tokenizer: Tokenizer) -> str | None:
        """Return the text of a document, None where it is not stored."""
        document = self.docstore.get_document(doc_id, raise_error=False)
        if document is None:
            _LOG.warning("document %s is not in the docstore: its nodes get no context", doc_id)
            return None
        if self.max_context_length is None or self.oversized_document_strategy == "ignore":
            return document.text
        tokens = tokenizer.count(document.text)
        if tokens > self.max_context_length:
            told = f"document {doc_id} has {tokens} tokens, more than max_context_length={self.max_context_length}"
            if self.oversized_document_strategy == "error":
                raise ValueError(f"{told}: raise it, or choose another oversized_document_strategy")
            _LOG.warning(told)
        return document.text

    def _context(self, llm: LLM, document: str, node: TextNode) -> str:
        """Return what the model says about a node, "" where it fails."""
        asked = extractor_prompts.CHUNK_TEMPLATE.format(chunk=node.text, task=self.prompt.strip())
        messages = [
            ChatMessage(content=extractor_prompts.DOCUMENT_TEMPLATE.format(document=document)),
            ChatMessage(content=asked),
        ]
        try:
            return llm.chat(messages).message.content.strip()
        except Exception as error:  # whatever a model of one's own raises
            if isinstance(error, CancelledError):
                raise
            _LOG.warning("node %s gets no context: %s", node.id_, error)
            return ""
