"""Extractors that ask a model about each node, or about the beginning of each document."""

from collections.abc import Sequence
from typing import Any

from desktop_rag.core.parallel import DEFAULT_WORKERS
from desktop_rag.core.schema import TextNode
from desktop_rag.llamaindex.extractors.interface import BaseExtractor, Metadata
from desktop_rag.llamaindex.program.base import BasePydanticProgram
from desktop_rag.llamaindex.prompts.extractor_prompts import (
    DEFAULT_EXTRACT_TEMPLATE_STR,
    DEFAULT_KEYWORD_EXTRACT_TEMPLATE,
    DEFAULT_QUESTION_GEN_TMPL,
    DEFAULT_SUMMARY_EXTRACT_TEMPLATE,
    DEFAULT_TITLE_COMBINE_TEMPLATE,
    DEFAULT_TITLE_NODE_TEMPLATE,
)
from desktop_rag.llms.base import LLM, chosen_llm
from desktop_rag.prompts.base import PromptTemplate

OWN, PREVIOUS, NEXT = "self", "prev", "next"


class LLMExtractor(BaseExtractor):
    """Asks ``llm`` (None: that of ``Settings``)."""

    llm: LLM | None = None

    def _answers(self, template: str, texts: Sequence[str], **values: object) -> list[str]:
        """Return what the model says of each text."""
        llm, prompt = chosen_llm(self.llm, "An extractor"), PromptTemplate(template)
        given = {name: str(value) for name, value in values.items()}

        def answer(text: str) -> str:
            return llm.predict(prompt, context_str=text, **given).strip()

        return self._each(answer, texts)

    def _told(self, nodes: Sequence[TextNode]) -> list[str]:
        return [node.get_content(self.metadata_mode) for node in nodes]


class TitleExtractor(LLMExtractor):
    """Gives each document a title (``document_title``), made of titles of its first ``nodes`` nodes."""

    def __init__(
        self,
        llm: LLM | None = None,
        nodes: int = 5,
        node_template: str = DEFAULT_TITLE_NODE_TEMPLATE,
        combine_template: str = DEFAULT_TITLE_COMBINE_TEMPLATE,
        num_workers: int = DEFAULT_WORKERS,
        **fields: Any,  # noqa: ANN401 - those of every extractor
    ) -> None:
        super().__init__(llm=llm, num_workers=num_workers, **fields)
        self.nodes = positive("nodes", nodes)
        self.node_template = node_template
        self.combine_template = combine_template

    def extract(self, nodes: Sequence[TextNode]) -> list[Metadata]:
        """Return the title of the document of each node."""
        beginnings: dict[str | None, list[str]] = {}
        for node in nodes:
            beginnings.setdefault(node.ref_doc_id, []).append(node.text)
        parts = [self._answers(self.node_template, texts[: self.nodes]) for texts in beginnings.values()]
        titles = self._answers(self.combine_template, [", ".join(part) for part in parts])
        title_of = dict(zip(beginnings, titles, strict=True))
        return [{"document_title": title_of[node.ref_doc_id]} for node in nodes]


class KeywordExtractor(LLMExtractor):
    """Writes down ``keywords`` keywords of each node (``excerpt_keywords``)."""

    def __init__(
        self,
        llm: LLM | None = None,
        keywords: int = 5,
        prompt_template: str = DEFAULT_KEYWORD_EXTRACT_TEMPLATE,
        num_workers: int = DEFAULT_WORKERS,
        **fields: Any,  # noqa: ANN401 - those of every extractor
    ) -> None:
        super().__init__(llm=llm, num_workers=num_workers, **fields)
        self.keywords = positive("keywords", keywords)
        self.prompt_template = prompt_template

    def extract(self, nodes: Sequence[TextNode]) -> list[Metadata]:
        """Return the keywords of each node."""
        found = self._answers(self.prompt_template, self._told(nodes), keywords=self.keywords)
        return [{"excerpt_keywords": keywords} for keywords in found]


class QuestionsAnsweredExtractor(LLMExtractor):
    """Writes down ``questions`` questions that each node answers (``questions_this_excerpt_can_answer``).

    With ``embedding_only`` they help to find the node, and are not told to the model that answers.
    """

    def __init__(
        self,
        llm: LLM | None = None,
        questions: int = 5,
        prompt_template: str = DEFAULT_QUESTION_GEN_TMPL,
        num_workers: int = DEFAULT_WORKERS,
        *,
        embedding_only: bool = True,
        **fields: Any,  # noqa: ANN401 - those of every extractor
    ) -> None:
        super().__init__(llm=llm, num_workers=num_workers, **fields)
        self.questions = positive("questions", questions)
        self.prompt_template = prompt_template
        self.embedding_only = embedding_only

    def extract(self, nodes: Sequence[TextNode]) -> list[Metadata]:
        """Return the questions that each node answers."""
        found = self._answers(self.prompt_template, self._told(nodes), num_questions=self.questions)
        return [{_QUESTIONS: questions} for questions in found]

    def process_nodes(
        self,
        nodes: Sequence[TextNode],
        excluded_embed_metadata_keys: Sequence[str] | None = None,
        excluded_llm_metadata_keys: Sequence[str] | None = None,
    ) -> list[TextNode]:
        """Return the nodes with their new metadata; see the base class."""
        hidden = [*(excluded_llm_metadata_keys or ()), *([_QUESTIONS] if self.embedding_only else ())]
        return super().process_nodes(nodes, excluded_embed_metadata_keys, hidden)


class SummaryExtractor(LLMExtractor):
    """Sums up nodes: each itself, and those beside it, as far as ``summaries`` has “self”, “prev” and “next”.

    The metadata are ``section_summary``, ``prev_section_summary`` and ``next_section_summary``.
    """

    def __init__(
        self,
        llm: LLM | None = None,
        summaries: Sequence[str] = (OWN,),
        prompt_template: str = DEFAULT_SUMMARY_EXTRACT_TEMPLATE,
        num_workers: int = DEFAULT_WORKERS,
        **fields: Any,  # noqa: ANN401 - those of every extractor
    ) -> None:
        if not {OWN, PREVIOUS, NEXT}.issuperset(summaries):
            raise ValueError("summaries must be one of ['self', 'prev', 'next']")
        super().__init__(llm=llm, num_workers=num_workers, **fields)
        self.summaries = list(summaries)
        self.prompt_template = prompt_template

    def extract(self, nodes: Sequence[TextNode]) -> list[Metadata]:
        """Return the summaries for each node."""
        found = self._answers(self.prompt_template, self._told(nodes))
        places = [
            ("prev_section_summary", PREVIOUS, -1),
            ("next_section_summary", NEXT, 1),
            ("section_summary", OWN, 0),
        ]
        wanted = [(name, step) for name, which, step in places if which in self.summaries]
        known = dict(enumerate(found))
        return [
            {name: known[place + step] for name, step in wanted if known.get(place + step)}
            for place in range(len(nodes))
        ]


_SUMMARIES = (("prev_section_summary", PREVIOUS, -1), ("next_section_summary", NEXT, 1), ("section_summary", OWN, 0))
_QUESTIONS = "questions_this_excerpt_can_answer"


class PydanticProgramExtractor(BaseExtractor):
    """Writes down what a program finds in each node: an object of pydantic's, field by field.

    ``program`` is called with ``extract_template_str`` under the name ``input_key``, which its template has to have.
    """

    program: BasePydanticProgram[Any]
    input_key: str = "input"
    extract_template_str: str = DEFAULT_EXTRACT_TEMPLATE_STR

    def extract(self, nodes: Sequence[TextNode]) -> list[Metadata]:
        """Return the fields of the object of each node; raises as the program does."""
        return self._each(self._fields, nodes)

    def _fields(self, node: TextNode) -> Metadata:
        told = self.extract_template_str.format(
            context_str=node.get_content(self.metadata_mode), class_name=self.program.output_cls.__name__
        )
        found: Metadata = self.program(**{self.input_key: told}).model_dump()
        return found


def positive(name: str, number: int) -> int:
    """Return a number of things that an extractor is asked for; ValueError when it is less than one."""
    if number < 1:
        raise ValueError(f"{name} must be at least 1, got {number}")
    return number
