"""Makes the chat engine or agent that the settings name, with its retriever, postprocessors and synthesizer."""

import functools
from collections.abc import Mapping, MutableMapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Self

from desktop_rag.agent.function_agent import AGENT_MODES, create_agent
from desktop_rag.agent.react_agent import ReActAgent
from desktop_rag.chat_engine.condense_plus_context import CondensePlusContextChatEngine
from desktop_rag.chat_engine.condense_question import CondenseQuestionChatEngine
from desktop_rag.chat_engine.context import ContextChatEngine, ContextOptions
from desktop_rag.chat_engine.simple import SimpleChatEngine
from desktop_rag.chat_engine.types import BaseChatEngine, ChatMode
from desktop_rag.config import Config
from desktop_rag.config.options import (
    DOCUMENTS_ONLY,
    FILTERS,
    JUDGE,
    MODE,
    NODE_POSTPROCESSORS,
    PLUGINS_ENABLED,
    QUERY_ENGINE,
    RERANK_BASE_URL,
    RERANK_MODEL,
    STRUCTURED_ANSWER_FILTERING,
)
from desktop_rag.config.prompts import prompt
from desktop_rag.core.errors import UserError
from desktop_rag.core.user_text import UserText
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.llms.base import LLM, model_missing
from desktop_rag.memory.types import BaseMemory
from desktop_rag.postprocessor.base import BaseNodePostprocessor
from desktop_rag.postprocessor.endpoint_rerank import RerankFallback
from desktop_rag.postprocessor.factory import RerankSettings, make_postprocessors
from desktop_rag.postprocessor.join_neighbours import WidenBestPostprocessor
from desktop_rag.postprocessor.mail_originals import MailOriginalsPostprocessor
from desktop_rag.postprocessor.near_duplicates import NearDuplicatesPostprocessor, SpreadFilesPostprocessor
from desktop_rag.prompts.base import PromptTemplate
from desktop_rag.prompts.default_prompts import AGENT_SYSTEM_PROMPT, DOCUMENTS_ONLY_RULE, context_templates
from desktop_rag.query_engine.base import BaseQueryEngine
from desktop_rag.query_engine.retriever_query_engine import RetrieverQueryEngine
from desktop_rag.query_engine.router_query_engine import RouterQueryEngine
from desktop_rag.query_engine.sql import NLSQLTableQueryEngine
from desktop_rag.query_engine.sql_tables import holds_tables, open_tables
from desktop_rag.query_engine.sub_question_query_engine import SubQuestionQueryEngine
from desktop_rag.rerankers.judge import judge_of
from desktop_rag.response_synthesizers.base import BaseSynthesizer, numbered_passage
from desktop_rag.response_synthesizers.extractive import Extractive, PlaceQuotes
from desktop_rag.response_synthesizers.factory import get_response_synthesizer
from desktop_rag.response_synthesizers.prompt_helper import PromptHelper
from desktop_rag.response_synthesizers.type import ResponseMode
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.retrievers.identity import Identities
from desktop_rag.retrievers.replacements import LibraryReplacements
from desktop_rag.services.answers import modes
from desktop_rag.services.answers.library_tools import LibraryTools
from desktop_rag.services.answers.other_libraries import LibraryTexts, OpenLibrary
from desktop_rag.services.answers.places import FoundPlace, PlaceRetriever
from desktop_rag.services.answers.plugged import AnswerPlugins
from desktop_rag.services.answers.preferred import (
    PreferencePostprocessor,
    Preferred,
    PreferredQuotes,
    PreferredRetriever,
)
from desktop_rag.services.answers.retriever_factory import RetrieverFactory
from desktop_rag.storage.document_store import DocumentStore
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.tools.query_engine_tool import QueryEngineTool

_UNREAD = ("no_text", "context_only")  # response modes that show the passages themselves
_OF_PASSAGES = ("hybrid", "vector", "bm25", "query_fusion")  # retrievers that find the best passages one by one
_EXPANDING = ("long_context_reorder", "prev_next", "metadata_replacement", "join_neighbours")


@dataclass(frozen=True, slots=True)
class AnswerResources:
    """A library, ``others`` that are asked too, the models, and the settings of one question.

    Of a question about a ``place`` the passages are known; ``preferred`` is what the person said of earlier answers.
    """

    storage: StorageContext
    embed_model: BaseEmbedding
    llm: LLM | None
    config: Config
    retrievers: RetrieverFactory
    rerank_key: str | None = None
    access_times: MutableMapping[str, float] | None = None
    reranking: RerankFallback | None = None
    others: tuple[OpenLibrary, ...] = ()
    place: FoundPlace | None = None
    preferred: Preferred | None = None

    @property
    def texts(self) -> DocumentStore | LibraryTexts:
        """The text around the passages of all libraries."""
        if not self.others:
            return self.storage.docstore
        return LibraryTexts([self.storage, *(other.storage for other in self.others)])


class EngineFactory:
    """Makes the engine of one question. Leave the ``with`` block only when the answer has been read to its end."""

    def __init__(self, resources: AnswerResources, memory: BaseMemory) -> None:
        self._resources = resources
        self._config = resources.config
        self._memory = memory
        self._plugins = AnswerPlugins(
            resources.config[PLUGINS_ENABLED],
            storage=resources.storage,
            llm=resources.llm,
            embed_model=resources.embed_model,
        )
        self._closing = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.close()

    @functools.cached_property
    def identities(self) -> Identities:
        """The weights of the documents of all libraries, by the parts of the question that name them."""
        return Identities(self._libraries)

    @functools.cached_property
    def replacements(self) -> LibraryReplacements:
        """The documents of all libraries that change or replace others."""
        return LibraryReplacements(self._libraries)

    @property
    def _libraries(self) -> list[StorageContext]:
        return [self._resources.storage, *(other.storage for other in self._resources.others)]

    @functools.cached_property
    def extractive(self) -> Extractive:
        """The extractor that quotes the sentences that answer a question, and judges whether any does."""
        judge = judge_of(self._resources.embed_model) if self._config[JUDGE] else None
        resources = self._resources
        known = self.identities, self.replacements
        if resources.preferred is not None:
            return PreferredQuotes(resources.embed_model, resources.texts, judge, resources.preferred, *known)
        return Extractive(resources.embed_model, resources.texts, judge, *known)

    def engine(self, output_schema: Mapping[str, object] | None = None) -> BaseChatEngine:
        """Return the engine of the settings; with ``output_schema`` answers are JSON of that form.

        Raises:
            UserError: the settings ask for a model and none is connected, or for something that does not exist.

        """
        llm, config = self._resources.llm, self._config
        mode = ChatMode(modes.chat_mode(config))
        if llm is None:
            self._refuse_without_model(mode, output_schema)
            return self._context_engine(ChatMode.CONDENSE_PLUS_CONTEXT)
        if output_schema is not None:
            return self._structured(llm, output_schema)
        if mode is ChatMode.SIMPLE:
            return SimpleChatEngine(llm, self._memory)
        if mode in AGENT_MODES:
            return self._agent(mode, llm)
        if mode is ChatMode.CONDENSE_QUESTION or config[QUERY_ENGINE] != "retriever":
            condense = prompt(config, "condense_prompt")
            return CondenseQuestionChatEngine(self._query_engine(llm), llm, self._memory, condense)
        return self._context_engine(mode)

    def postprocessors(self) -> list[BaseNodePostprocessor]:
        """Return the postprocessors in order: copies are dropped, and the best kept, before any passage is widened.

        Without own steps of the settings no file crowds out the others, and models read the best passage with what
        stands around it.
        """
        resources, config = self._resources, self._config
        rerank = RerankSettings(
            config.revealed(RERANK_BASE_URL), config[RERANK_MODEL], resources.rerank_key, resources.reranking
        )
        lines = [line for line in config[NODE_POSTPROCESSORS].splitlines() if line.strip()]
        wider = [line for line in lines if line.split()[0] in _EXPANDING]

        def make(chosen: Sequence[str]) -> list[BaseNodePostprocessor]:
            return make_postprocessors(
                "\n".join(chosen),
                storage=resources.storage,
                llm=resources.llm,
                embed_model=resources.embed_model,
                rerank=rerank,
                access_times=resources.access_times,
                choice_select_prompt=prompt(config, "choice_select_prompt"),
            )

        first = make([line for line in lines if line not in wider])
        last = make(wider)
        if not lines and modes.retriever(config) in _OF_PASSAGES:
            first = [SpreadFilesPostprocessor()]
            reads = resources.llm is not None and modes.response_mode(config) not in _UNREAD
            last = [WidenBestPostprocessor(resources.texts)] if reads else []
        copies = NearDuplicatesPostprocessor(top_n=resources.retrievers.passage_count())
        # what is asked of some files stays in them
        originals = [] if config[FILTERS] else [MailOriginalsPostprocessor(self._libraries)]
        said = [PreferencePostprocessor(resources.preferred)] if resources.preferred else []
        return [*originals, *first, copies, *last, *self._plugins.postprocessors(), *said]

    def _context_engine(self, mode: ChatMode) -> BaseChatEngine:
        """Return an engine that shows the model passages and the conversation."""
        llm, config = self._resources.llm, self._config
        chat = config[MODE] == "chat" and not config[DOCUMENTS_ONLY]
        options = ContextOptions(
            context_prompt=self._prompt("chat_context_prompt" if chat else "context_prompt"),
            context_refine_prompt=prompt(config, "refine_prompt"),
            summary_prompt=self._prompt("summary_template"),
            response_mode=ResponseMode(modes.response_mode(config)),
            structured_answer_filtering=config[STRUCTURED_ANSWER_FILTERING],
            format_node=numbered_passage,
            prompt_helper=self._prompt_helper(),
            history_first=True,
            synthesizer=self._instead_of_model(llm),
        )
        place = self._resources.place
        retriever = PlaceRetriever(place) if place else self._resources.retrievers.retriever()
        after = [] if place else self.postprocessors()
        if mode is ChatMode.CONTEXT:
            return ContextChatEngine(retriever, llm, self._memory, (), after, options)
        return CondensePlusContextChatEngine(
            retriever,
            llm,
            self._memory,
            (),
            after,
            options,
            condense_prompt=prompt(config, "condense_prompt"),
            search_message_too=True,
        )

    def _instead_of_model(self, llm: LLM | None) -> BaseSynthesizer | None:
        """Return the synthesizer that writes the answer in place of the model with the conversation, or None."""
        if llm is None:
            place = self._resources.place
            bare = place is not None and place.is_bare
            return PlaceQuotes(self._resources.embed_model, self._resources.texts) if bare else self.extractive
        wanted = self._plugins.has_synthesizer()
        return self._synthesizer(llm, ResponseMode(modes.response_mode(self._config))) if wanted else None

    def _agent(self, mode: ChatMode, llm: LLM) -> BaseChatEngine:
        """Return an agent that searches and reads by itself."""
        if mode is ChatMode.OPENAI and not llm.metadata.is_function_calling_model:
            raise UserError(
                UserText("The model {model_name} cannot call functions.", model_name=llm.metadata.model_name),
                "Choose the chat mode “react” instead.",
            )
        resources = self._resources
        library = LibraryTools(resources.storage, self._searched, llm)
        self._closing.callback(library.close)
        agent = create_agent(mode, [*library.tools(), *self._plugins.tools()], llm, self._memory)
        agent.first_tool = "search"  # small models answer from memory otherwise
        if isinstance(agent, ReActAgent):
            agent.update_prompts({"system_header": self._prompt("react_system_header")})
        else:
            agent.update_prompts({"system_prompt": self._strict(AGENT_SYSTEM_PROMPT)})
        return agent

    def _searched(self, filters: str) -> BaseRetriever:
        """Return the retriever an agent searches with; with conditions of its own it ignores earlier preferences."""
        retriever, said = self._resources.retrievers.filtered(filters), self._resources.preferred
        return retriever if said is None or filters else PreferredRetriever(retriever, said)

    def _prompt(self, name: str) -> PromptTemplate:
        """Return a template of the settings, with the instructions of “Documents only” where that is on."""
        return self._strict(prompt(self._config, name))

    def _strict(self, template: PromptTemplate) -> PromptTemplate:
        if not self._config[DOCUMENTS_ONLY]:
            return template
        return replace(template, template=f"{template.template}\n\n{DOCUMENTS_ONLY_RULE}")

    def _query_engine(self, llm: LLM) -> BaseQueryEngine:
        """Return the query engine that receives a condensed question."""
        kind = self._config[QUERY_ENGINE]
        if kind == "sql":
            return self._tables(llm)
        search = self._search_engine(llm)
        if kind == "retriever":
            return search
        tools = self._query_tools(llm, search)
        if kind == "sub_question":
            return SubQuestionQueryEngine.from_defaults(
                tools, llm, response_synthesizer=self._synthesizer(llm, ResponseMode.COMPACT)
            )
        return RouterQueryEngine.from_defaults(tools, llm)

    def _query_tools(self, llm: LLM, search: BaseQueryEngine) -> list[QueryEngineTool]:
        """Return the tools from which a router or a sub-question may choose."""
        everything = RetrieverQueryEngine(
            self._resources.retrievers.everything(), self._synthesizer(llm, ResponseMode.TREE_SUMMARIZE)
        )
        tools = [
            QueryEngineTool.from_defaults(search, "search", "Answers a question from the passages that fit it."),
            QueryEngineTool.from_defaults(everything, "summary", "Sums up everything there is about a subject."),
        ]
        if holds_tables(self._resources.storage.docstore):
            about = "Computes and counts over the tables of spreadsheets, CSV files and documents."
            tools.append(QueryEngineTool.from_defaults(self._tables(llm), "tables", about))
        return [*tools, *self._plugins.query_tools()]

    def _structured(self, llm: LLM, output_schema: Mapping[str, object]) -> BaseChatEngine:
        """Return the chat engine that answers in JSON."""
        mode = ResponseMode(modes.response_mode(self._config))
        synthesizer = self._synthesizer(llm, mode, dict(output_schema))
        search = RetrieverQueryEngine(self._resources.retrievers.retriever(), synthesizer, self.postprocessors())
        return CondenseQuestionChatEngine(search, llm, self._memory, prompt(self._config, "condense_prompt"))

    def _search_engine(self, llm: LLM) -> BaseQueryEngine:
        synthesizer = self._synthesizer(llm, ResponseMode(modes.response_mode(self._config)))
        return RetrieverQueryEngine(self._resources.retrievers.retriever(), synthesizer, self.postprocessors())

    def _tables(self, llm: LLM) -> BaseQueryEngine:
        database = open_tables(self._resources.storage.docstore)
        self._closing.callback(database.close)
        if not database.tables:
            raise UserError(
                "This library has no tables.",
                "Add spreadsheets, CSV files or documents with tables, or ask the passages instead.",
            )
        return NLSQLTableQueryEngine(database, llm, prompt(self._config, "text_to_sql_prompt"), streaming=True)

    def _synthesizer(
        self, llm: LLM, mode: ResponseMode, output_cls: dict[str, object] | None = None
    ) -> BaseSynthesizer:
        """Return the synthesizer for an answer without a conversation."""
        config = self._config
        cited, refine = context_templates((), self._prompt("context_prompt"), prompt(config, "refine_prompt"))
        usual = get_response_synthesizer(
            llm=llm,
            prompt_helper=self._prompt_helper(),
            response_mode=mode,
            use_async=True,
            text_qa_template=cited,
            refine_template=refine,
            summary_template=self._prompt("summary_template"),
            simple_template=prompt(config, "simple_template"),
            structured_answer_filtering=config[STRUCTURED_ANSWER_FILTERING],
            format_node=numbered_passage,
            output_cls=output_cls,
        )
        usual.streaming = True  # an answer that is filtered comes in one piece
        return usual if output_cls is not None else self._plugins.synthesizer(usual)

    def _prompt_helper(self) -> PromptHelper | None:
        """Return the helper that fits passages into the model's window."""
        llm = self._resources.llm
        return PromptHelper.for_llm(llm) if llm else None

    def _refuse_without_model(self, mode: ChatMode, output_schema: Mapping[str, object] | None) -> None:
        """Answers made of quotations know one mode only."""
        if output_schema is not None:
            raise model_missing("“JSON”")
        if mode in AGENT_MODES or mode is ChatMode.SIMPLE:
            chosen = self._config[MODE]
            raise model_missing(f"“{chosen if chosen in ('agent', 'chat') else mode.value}”")
        if self._config[QUERY_ENGINE] != "retriever":
            raise model_missing(f"“{self._config[QUERY_ENGINE]}”")
