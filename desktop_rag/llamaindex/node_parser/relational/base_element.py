"""The base of parsers that build nodes from texts and from tables."""

from abc import abstractmethod
from collections.abc import Callable, Sequence

from desktop_rag.core.errors import UserError
from desktop_rag.core.parallel import DEFAULT_WORKERS, run_parallel
from desktop_rag.core.schema import IndexNode, NodeRelationship, TextNode, new_id
from desktop_rag.llamaindex.node_parser.relational.elements import Element, TableOutput, with_captions
from desktop_rag.llamaindex.node_parser.relational.elements import TableColumnOutput as TableColumnOutput
from desktop_rag.llamaindex.prompts.extractor_prompts import DEFAULT_SUMMARY_QUERY_STR, TABLE_TEMPLATE
from desktop_rag.llamaindex.settings import Settings
from desktop_rag.llms.base import LLM
from desktop_rag.llms.structured import structured_predict
from desktop_rag.node_parser.base import FromDefaults, NodeParser
from desktop_rag.node_parser.sentence import SentenceSplitter
from desktop_rag.prompts.base import PromptTemplate


class BaseElementNodeParser(FromDefaults, NodeParser):
    """Makes of each table two nodes, an ``IndexNode`` with what the table is about and one with the table itself.

    What stands between tables is cut by ``nested_node_parser`` (a ``SentenceSplitter`` without one). ``llm`` is asked
    ``summary_query_str`` about each table, ``num_workers`` at a time (that of ``Settings`` without one); where there is
    neither, a table is about its columns. An
    index over ``get_nodes_and_objects(nodes)`` finds tables by what they are about and returns the tables.
    """

    llm: LLM | None = None
    summary_query_str: str = DEFAULT_SUMMARY_QUERY_STR
    num_workers: int = DEFAULT_WORKERS
    nested_node_parser: NodeParser | None = None

    @abstractmethod
    def extract_elements(
        self,
        text: str,
        node_id: str | None = None,
        table_filters: Sequence[Callable[[Element], bool]] | None = None,
        **kwargs: object,
    ) -> list[Element]:
        """Return the texts and tables of a text in order; a table that a filter turns down is text."""

    def get_nodes_from_node(self, node: TextNode) -> list[TextNode]:
        """Return the nodes of one document or node; raises as the model does."""
        elements = self.extract_elements(node.text, node_id=node.id_)
        self.extract_table_summaries(elements)
        nodes = self.get_nodes_from_elements(elements, node, node.text)
        source = node.source_node or node.as_related_node_info()
        for made in nodes:
            made.relationships[NodeRelationship.SOURCE] = source
        return nodes

    def _parse_nodes(self, nodes: Sequence[TextNode], show_progress: bool = False, **kwargs: object) -> list[TextNode]:  # noqa: ARG002, FBT001, FBT002 - LlamaIndex's
        return [made for node in nodes for made in self.get_nodes_from_node(node)]

    def get_table_elements(self, elements: Sequence[Element]) -> list[Element]:
        """Return the tables."""
        return [element for element in elements if element.is_table]

    def get_text_elements(self, elements: Sequence[Element]) -> list[Element]:
        """Return what is no table."""
        return [element for element in elements if not element.is_table]

    def extract_table_summaries(self, elements: Sequence[Element]) -> None:
        """Find out what each of the tables is about; raises as the model does."""
        places = [i for i, element in enumerate(elements) if element.is_table]
        llm = self.llm or Settings.llm
        outputs = run_parallel(
            lambda place: self._output(llm, elements, place), places, max_workers=self.num_workers if llm else 1
        )
        for place, output in zip(places, outputs, strict=True):
            elements[place].table_output = output

    def _output(self, llm: LLM | None, elements: Sequence[Element], place: int) -> TableOutput:
        told = with_captions(elements, place)
        if llm is None:
            return TableOutput(
                f"{told.removesuffix(elements[place].element).strip()}\n{_names(elements[place])}".strip()
            )
        prompt = PromptTemplate(TABLE_TEMPLATE)
        try:
            output: TableOutput = structured_predict(
                llm, TableOutput, prompt, table=told, question=self.summary_query_str
            )
        except UserError:  # not every model writes what has a form
            return TableOutput(llm.predict(prompt, table=told, question=self.summary_query_str))
        return output

    def get_nodes_from_elements(
        self, elements: Sequence[Element], node_inherited: TextNode | None = None, ref_doc_text: str | None = None
    ) -> list[TextNode]:
        """Return the nodes of texts and of tables, whose ``table_output`` is known.

        They have the metadata of ``node_inherited``. ``ref_doc_text`` is where tables are looked for that do not know
        their place.
        """
        nodes: list[TextNode] = []
        texts: list[str] = []
        position = 0  # behind the last table: one that stands there twice is not found again
        for element in elements:
            if not element.is_table:
                texts.append(element.element)
                continue
            nodes += self._text_nodes(texts)
            texts = []
            place = _place_of(element, ref_doc_text or "", position)
            position = max(position, place + len(element.element)) if place >= 0 else position
            nodes += _table_nodes(element, place, (node_inherited and node_inherited.start_char_idx) or 0)
        nodes += self._text_nodes(texts)
        for node in nodes:
            if node_inherited is not None:
                node.metadata |= node_inherited.metadata
                node.excluded_embed_metadata_keys += node_inherited.excluded_embed_metadata_keys
                node.excluded_llm_metadata_keys += node_inherited.excluded_llm_metadata_keys
        return [node for node in nodes if node.text]

    def _text_nodes(self, texts: Sequence[str]) -> list[TextNode]:
        """Return what texts are cut into; where that stands in the document is not known yet."""
        if not texts:
            return []
        parser = self.nested_node_parser or SentenceSplitter()
        made = parser.get_nodes_from_documents([TextNode(text="\n\n".join(texts))])
        for node in made:
            node.start_char_idx = node.end_char_idx = None
        return made

    def get_base_nodes_and_mappings(self, nodes: Sequence[TextNode]) -> tuple[list[TextNode], dict[str, TextNode]]:
        """Return the nodes but for those that an index node stands for, and these by their ids."""
        by_id = {node.id_: node for node in nodes}
        mappings = {node.index_id: by_id[node.index_id] for node in nodes if isinstance(node, IndexNode)}
        return [node for node in nodes if node.id_ not in mappings], mappings

    def get_nodes_and_objects(self, nodes: Sequence[TextNode]) -> tuple[list[TextNode], list[IndexNode]]:
        """Return the nodes of texts, and the index nodes, which know the tables that they stand for (``obj``)."""
        base, mappings = self.get_base_nodes_and_mappings(nodes)
        objects = [node for node in base if isinstance(node, IndexNode)]
        for node in objects:
            node.obj = mappings[node.index_id]
        return [node for node in base if not isinstance(node, IndexNode)], objects

    def __call__(self, nodes: Sequence[TextNode], show_progress: bool = False) -> list[TextNode]:  # noqa: FBT001, FBT002 - LlamaIndex's
        """Return the nodes of texts, then the index nodes with the tables that they stand for."""
        texts, objects = self.get_nodes_and_objects(super().__call__(nodes, show_progress))
        return [*texts, *objects]


def _names(element: Element) -> str:
    """Return what a table says of itself: the names of its columns, or its first line."""
    return ", ".join(element.table[0]) if element.table else element.element.split("\n", 1)[0]


def _place_of(element: Element, document: str, position: int) -> int:
    """Return where a table stands in a document, looked for from ``position``; -1 where that is unknown."""
    if not document:
        return -1
    return document.find(element.element, position) if element.start is None else element.start


def _table_nodes(element: Element, place: int, offset: int) -> list[TextNode]:
    """Return the node with what a table is about, and the one with the table."""
    output = element.table_output or TableOutput(_names(element))
    about, table = str(output), element.table_markdown()
    start = offset + place if place >= 0 else None
    end = None if start is None else start + len(element.element)
    index_node = IndexNode(
        text=about,
        metadata={"col_schema": "\n\n".join(str(column) for column in output.columns)},
        excluded_embed_metadata_keys=["col_schema"],
        index_id=new_id(),
        start_char_idx=start,
        end_char_idx=end,
    )
    hidden = ["table_df", "table_summary"]
    table_node = TextNode(
        text=f"{about}\n{table}",
        id_=index_node.index_id,
        metadata={"table_df": str(element.columns()) if element.table else table, "table_summary": about},
        excluded_embed_metadata_keys=list(hidden),
        excluded_llm_metadata_keys=list(hidden),
        start_char_idx=start,
        end_char_idx=end,
    )
    return [index_node, table_node]
