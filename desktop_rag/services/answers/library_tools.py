"""The tools an agent has for one open library: search, read, list, summarise, ask tables."""

import difflib
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING

from desktop_rag.core.response import AnyResponse
from desktop_rag.core.schema import NodeWithScore
from desktop_rag.llms.base import LLM
from desktop_rag.prompts.document_words import as_data, framed, on_one_line
from desktop_rag.query_engine.sql import NLSQLTableQueryEngine
from desktop_rag.query_engine.sql_tables import holds_tables, open_tables
from desktop_rag.response_synthesizers.base import framed_passage, numbered_passage
from desktop_rag.response_synthesizers.factory import get_response_synthesizer
from desktop_rag.response_synthesizers.type import ResponseMode
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.storage.filters import matches
from desktop_rag.storage.records import RefDocInfo
from desktop_rag.storage.sqlite.tables import SQLError
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.tools.base import BaseTool, ToolArgumentError
from desktop_rag.tools.function_tool import FunctionTool
from desktop_rag.vector_stores.filters import parse_filters

if TYPE_CHECKING:
    from desktop_rag.query_engine.sql_tables import SQLDatabase

LISTED = 200
SUMMARISED = 200  # passages
ROW_GROUPS = 5  # shown of what is behind a result
SEARCH = (
    "Find passages in the user's documents that fit a question or a few words. filters is optional, one condition on "
    "each line, like file_name=report.pdf or page_number<=10."
)
QUERY_TABLE = (
    "Ask the library's spreadsheets and CSV files: a question about numbers, sums, counts, the largest or smallest, or "
    "a SELECT statement. The question “tables” lists tables and columns."
)
MakeRetriever = Callable[[str], BaseRetriever]


@dataclass(frozen=True, slots=True)
class Shown:
    """A text for the model with the nodes in it; citations lead back to them."""

    text: str
    source_nodes: tuple[NodeWithScore, ...] = ()

    def __str__(self) -> str:
        """Return the text."""
        return self.text


class LibraryTools:
    """Makes the tools. Passages are numbered through all calls, so make a new object for each answer.

    ``retriever`` may be a function that makes one for a text of filters; otherwise filters sort out what was found.
    """

    def __init__(self, storage: StorageContext, retriever: BaseRetriever | MakeRetriever, llm: LLM) -> None:
        self._docstore = storage.docstore
        self._retriever = retriever
        self._llm = llm
        self._count = llm.tokenizer.count
        self._numbers: dict[str, int] = {}
        self._database: SQLDatabase | None = None

    def tools(self) -> list[BaseTool]:
        """Return the tools; the one for tables only where there are files that hold some."""
        functions: list[tuple[Callable[..., object], str]] = [
            (self.search, SEARCH),
            (self.read_document, "Read a document of the library from one page to another, by its name."),
            (self.list_documents, "List the names of the documents in the library with their numbers of pages."),
            (self.summarise_document, "Summarise one document of the library, by its name."),
        ]
        if holds_tables(self._docstore):
            functions.append((self.query_table, QUERY_TABLE))
        return [FunctionTool.from_defaults(function, description=words) for function, words in functions]

    def close(self) -> None:
        """Close the tables in memory."""
        if self._database is not None:
            self._database.close()
            self._database = None

    def search(self, query: str, filters: str = "") -> Shown:
        """Find passages; filters are conditions, one on each line."""
        if isinstance(self._retriever, BaseRetriever):
            found = self._retriever.retrieve(query)
            if filters.strip():
                wanted = parse_filters(filters)
                found = [node for node in found if matches(wanted, node.node.metadata)]
        else:
            found = self._retriever(filters.strip()).retrieve(query)
        return self._numbered(found) if found else Shown("Nothing was found. Try other words.")

    def read_document(self, name: str, first_page: int = 1, last_page: int | None = None) -> Shown:
        """Read pages of a document."""
        document = self._document(name)
        first = min(max(first_page, 1), max(document.pages, 1))
        last = document.pages if last_page is None else min(max(last_page, first), document.pages)
        kept: list[NodeWithScore] = []
        room = self._room()
        for node in self._docstore.iter_nodes([document.doc_id]):
            page = node.metadata.get("page_number")
            if not isinstance(page, int) or not first <= page <= last:
                continue
            room -= self._count(node.text) + 30
            if room < 0 and kept:
                shown = self._numbered(kept)
                return Shown(f"{shown.text}\n\nThe rest did not fit; read on from page {page}.", shown.source_nodes)
            kept.append(NodeWithScore(node, None, ("read",)))
        return self._numbered(kept) if kept else Shown(f"{_name(document)} has no text on these pages.")

    def list_documents(self) -> str:
        """List the documents."""
        documents = self._docstore.documents()
        lines = [
            f"{on_one_line(_name(document))} ({document.pages} {_pages(document.pages)})"
            for document in documents[:LISTED]
        ]
        if len(documents) > LISTED:
            lines.append(f"… and {len(documents) - LISTED} more; search finds them too.")
        return "\n".join(lines) or "The library is empty."

    def summarise_document(self, name: str) -> Shown:
        """Summarise a document."""
        document = self._document(name)
        nodes = [NodeWithScore(node, None, ("read",)) for node in self._docstore.iter_nodes([document.doc_id])]
        if not nodes:
            return Shown(f"{_name(document)} has no text.")
        step = max(1, -(-len(nodes) // SUMMARISED))
        chosen = nodes[::step]
        synthesizer = get_response_synthesizer(
            self._llm, response_mode=ResponseMode.TREE_SUMMARIZE, format_node=framed_passage
        )
        summary = synthesizer.synthesize(f"What does {_name(document)} say? Summarise it.", chosen)
        self._number(chosen)
        note = "" if step == 1 else f"\n\n(Made from {len(chosen)} of its {len(nodes)} passages.)"
        return Shown(f"{framed(str(summary))}{note}", tuple(chosen))

    def query_table(self, question: str) -> Shown:
        """Ask the tables."""
        if self._database is None:
            self._database = open_tables(self._docstore)
        if question.strip().lower() in ("tables", "schema"):
            return Shown(framed(self._database.schema()))
        engine = NLSQLTableQueryEngine(self._database, self._llm, synthesize_response=False)
        if question.lstrip().lower().startswith(("select ", "select\n", "with ")):
            response = self._run_sql(engine, question)
        else:
            response = engine.query(question)
        rows = self._numbered(response.source_nodes[:ROW_GROUPS])
        notes = "".join(f"\nNote: {note}" for note in self._database.notes[:5])
        result = f"{response.metadata['sql_query']}\n\n{framed(str(response))}{as_data(notes)}"
        told = f"{result}\n\nThe rows behind this:\n{rows.text}"
        return Shown(told, rows.source_nodes)

    def _run_sql(self, engine: NLSQLTableQueryEngine, sql: str) -> AnyResponse:
        """Run the agent's own statement; a wrong one is answered with the tables."""
        try:
            return engine.run_sql(sql)
        except SQLError as error:
            raise ToolArgumentError(f"{error}. The tables are:\n{engine.sql_database.schema()}") from error

    def _number(self, found: Sequence[NodeWithScore]) -> list[int]:
        """Return the numbers of passages; one that was shown before keeps its own."""
        return [self._numbers.setdefault(node.node.node_id, len(self._numbers) + 1) for node in found]

    def _numbered(self, found: Sequence[NodeWithScore]) -> Shown:
        """Return as many passages as fit, with their numbers."""
        texts: list[str] = []
        kept: list[NodeWithScore] = []
        room = self._room()
        for node in found:
            room -= self._count(node.node.text) + 30
            if room < 0 and kept:
                break
            texts.append(numbered_passage(self._number([node])[0], node))
            kept.append(node)
        return Shown("\n\n".join(texts), tuple(kept))

    def _document(self, name: str) -> RefDocInfo:
        """Return the document that is meant by a name."""
        documents = self._docstore.documents()
        wanted = _folded(name.strip().strip("\"'“”`"))
        names = [_folded(_name(document)) for document in documents]
        fits = [max((_fit(wanted, known), -i) for i, known in enumerate(names))] if names and wanted else []
        if fits and fits[0][0]:
            return documents[-fits[0][1]]
        close = difflib.get_close_matches(wanted, names, n=1, cutoff=0.6)
        if close:
            return documents[names.index(close[0])]
        some = ", ".join(_name(document) for document in documents[:20]) or "none"
        raise ToolArgumentError(f"There is no document named “{name}”. The documents are: {some}.")

    def _room(self) -> int:
        """Return the number of tokens one tool may fill."""
        metadata = self._llm.metadata
        return max((metadata.context_window - metadata.num_output) * 2 // 5, 200)


def _fit(wanted: str, known: str) -> int:
    """Return the degree to which a document's name fits the one asked for; 0 for none."""
    stem = PurePath(known).stem
    if known in (wanted, PurePath(wanted).name):
        return 3
    if wanted == stem:
        return 2
    return int(wanted in known or stem in wanted)


def _name(document: RefDocInfo) -> str:
    """Return the name a person knows a document by."""
    return str(document.metadata.get("file_name") or PurePath(document.path).name or document.doc_id)


def _pages(count: int) -> str:
    """Return the word for a number of pages."""
    return "page" if count == 1 else "pages"


def _folded(text: str) -> str:
    """Return a name without case and forms."""
    return unicodedata.normalize("NFKC", text).casefold()
