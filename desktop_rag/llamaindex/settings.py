"""Defaults that programs set once for every index, engine and pipeline (LlamaIndex's ``Settings``).

Parts that the application has too ask for it by name (``core/program.py``).
"""

import os
from typing import TYPE_CHECKING, Any

from desktop_rag.callbacks.base import CallbackManager, program_manager, set_program_manager
from desktop_rag.core.program import let_choose

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence, Sized

    from desktop_rag.embeddings.base import BaseEmbedding
    from desktop_rag.llms.base import LLM
    from desktop_rag.node_parser.base import NodeParser
    from desktop_rag.text.tokenizer import Tokenizer

_TEST_DIMENSIONS = 8


class LibrarySettings:
    """Defaults of a program. Without them: no language model, the built-in search model, a ``SentenceSplitter``.

    ``chunk_size`` and ``chunk_overlap`` (tokens of ``tokenizer``) are those of the usual splitter; they change nothing
    about a ``node_parser`` or ``transformations`` that were set. ``context_window`` and ``num_output`` (tokens), unless
    they are set, are those of the model; they change nothing about a ``prompt_helper``. Where the environment has
    ``IS_TESTING``, models that only pretend (``MockLLM``, ``MockEmbedding``) stand in for those that were not set.
    ``callback_manager`` hears of every call of the program. ``embed_model`` may be named (``resolve_embed_model``).

    Raises:
        AttributeError: something is set that nothing here reads.

    """

    chunk_size: int | None
    chunk_overlap: int | None
    context_window: int | None
    num_output: int | None
    _tokenizer: "Tokenizer | Callable[[str], Sized] | None"
    _prompt_helper: Any  # a PromptHelper, whose module reads this one
    _llm: "LLM | None"
    _embed_model: "BaseEmbedding | None"
    _node_parser: "NodeParser | None"
    _transformations: "Sequence[NodeParser] | None"

    def __init__(self) -> None:
        for name in LibrarySettings.__annotations__:
            setattr(self, name, None)

    def __setattr__(self, name: str, value: object) -> None:
        """Set what is read somewhere: a name that nothing reads would stay without effect, and unseen."""
        if name not in LibrarySettings.__annotations__ and not hasattr(LibrarySettings, name):
            raise AttributeError(f"Settings has no {name!r}")
        super().__setattr__(name, value)

    @property
    def llm(self) -> "LLM | None":
        """What answers, None where nothing was set."""
        if self._llm is None and _is_testing():
            from desktop_rag.llamaindex.llms.custom import MockLLM

            return MockLLM()
        return self._llm

    @llm.setter
    def llm(self, llm: "LLM | None") -> None:
        self._llm = llm

    @property
    def tokenizer(self) -> "Tokenizer | Callable[[str], Sized] | None":
        """What counts the tokens of texts that are cut; None: cl100k_base."""
        return self._tokenizer

    @tokenizer.setter
    def tokenizer(self, tokenizer: "Tokenizer | Callable[[str], Sized] | None") -> None:
        self._tokenizer = tokenizer

    @property
    def prompt_helper(self) -> Any:  # noqa: ANN401 - see above
        """What fits texts into the model's window; None: what suits the model."""
        return self._prompt_helper

    @prompt_helper.setter
    def prompt_helper(self, prompt_helper: Any) -> None:  # noqa: ANN401
        self._prompt_helper = prompt_helper

    @property
    def callback_manager(self) -> CallbackManager:
        """What hears of every call of this program."""
        return program_manager()

    @callback_manager.setter
    def callback_manager(self, callback_manager: CallbackManager | None) -> None:
        set_program_manager(callback_manager)

    _callback_manager = callback_manager

    @property
    def embed_model(self) -> "BaseEmbedding":
        """What makes vectors; the built-in model loads with the first text."""
        if self._embed_model is None and _is_testing():
            from desktop_rag.llamaindex.embeddings.mock_embed_model import MockEmbedding

            return MockEmbedding(_TEST_DIMENSIONS)
        if self._embed_model is None:
            from desktop_rag.embeddings.multilingual_e5 import built_in

            self._embed_model = built_in()
        return self._embed_model

    @embed_model.setter
    def embed_model(self, embed_model: "BaseEmbedding | str | None") -> None:
        if isinstance(embed_model, str):
            from desktop_rag.llamaindex.embeddings.utils import resolve_embed_model

            embed_model = resolve_embed_model(embed_model)
        self._embed_model = embed_model

    @property
    def node_parser(self) -> "NodeParser":
        """What cuts documents into nodes."""
        if self._node_parser is not None:
            return self._node_parser
        from desktop_rag.node_parser.sentence import DEFAULT_CHUNK_SIZE, SENTENCE_CHUNK_OVERLAP, SentenceSplitter

        size = self.chunk_size or DEFAULT_CHUNK_SIZE
        overlap = min(SENTENCE_CHUNK_OVERLAP, size // 2) if self.chunk_overlap is None else self.chunk_overlap
        return SentenceSplitter(size, overlap, tokenizer=self.tokenizer)

    @node_parser.setter
    def node_parser(self, node_parser: "NodeParser | None") -> None:
        self._node_parser = node_parser

    text_splitter = node_parser

    @property
    def transformations(self) -> "Sequence[NodeParser]":
        """The steps from documents to nodes."""
        return [self.node_parser] if self._transformations is None else self._transformations

    @transformations.setter
    def transformations(self, transformations: "Sequence[NodeParser] | None") -> None:
        self._transformations = transformations


def _is_testing() -> bool:
    """Whether a program is being tested, as LlamaIndex is told."""
    return bool(os.environ.get("IS_TESTING"))


Settings = LibrarySettings()
let_choose(lambda name: getattr(Settings, name))
