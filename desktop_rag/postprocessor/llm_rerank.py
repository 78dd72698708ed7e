"""Have a language model judge what was found."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from desktop_rag.callbacks.base import CallbackManager
from desktop_rag.core.output_parsers import parse_json, parse_lines, parse_numbers
from desktop_rag.core.parallel import run_parallel
from desktop_rag.core.schema import MetadataMode, NodeWithScore, QueryBundle, TextNode
from desktop_rag.llms.base import LLM, chosen_llm, request_room
from desktop_rag.postprocessor.base import BaseNodePostprocessor
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.prompts.default_prompts import CHOICE_SELECT_PROMPT
from desktop_rag.prompts.mixin import PromptMixin
from desktop_rag.text.shortening import beginning

FormatNodeBatch = Callable[[list[TextNode]], str]
ParseChoices = Callable[[str, int], tuple[list[int], list[float]]]
MOST_RELEVANT = 10.0
_UNKNOWN = MOST_RELEVANT / 2  # where nodes stand that nobody judged
_PROMPT = "choice_select_prompt"
_PER_PASSAGE = 8  # tokens around each passage, and of its line in the reply
_SHORTEST = 32
_NONE = re.compile(r"\W*(?:answer\W*)?(?:none|no (?:passage|document)s?\b)", re.IGNORECASE)
_RELEVANCE = r"\W{0,6}(?:answer_)?(?:relevance|relevancy|score|rating)\W{0,6}(\d{1,3}(?:\.\d+)?)"
_CHOICE = re.compile(
    rf"(?:doc(?:ument)?|passage|choice)\W{{0,6}}(\d{{1,4}})\b(?:{_RELEVANCE})?|\b(\d{{1,4}})\b{_RELEVANCE}",
    re.IGNORECASE,
)
_ONLY_NUMBERS = re.compile(r"[\d\s,;>#()\[\].*-]+")
_NUMBER_KEYS = ("doc", "document", "passage", "choice", "number", "index", "id")
_SCORE_KEYS = ("relevance", "score", "relevance_score", "rating")
_Choices = list[tuple[int, float | None]]


@dataclass(frozen=True, slots=True)
class _Judged:
    """A node, and where it belongs: what the model said of it, or in the middle when it said nothing of use."""

    found: NodeWithScore
    relevance: float


class LLMRerank(PromptMixin, BaseNodePostprocessor):
    """Asks the model which of ``choice_batch_size`` passages at a time help, and how much; keeps the ``top_n`` best.

    Passages it leaves out go. Batches are asked at once, smaller ones where the model's window is small. A batch
    whose reply is of no use keeps its order and stays in the middle; if that is so of all, nothing changes.
    ``format_node_batch_fn`` writes the passages of a request, which are not shortened then;
    ``parse_choice_select_answer_fn`` reads a reply to so many passages: numbers from 1, and how relevant each is.
    """

    def __init__(
        self,
        llm: LLM | None = None,
        choice_select_prompt: BasePromptTemplate | None = None,
        choice_batch_size: int = 10,
        format_node_batch_fn: FormatNodeBatch | None = None,
        parse_choice_select_answer_fn: ParseChoices | None = None,
        top_n: int = 10,
        *,
        callback_manager: CallbackManager | None = None,
    ) -> None:
        self._callback_manager = callback_manager
        if choice_batch_size < 1:
            raise ValueError("choice_batch_size must be at least 1")
        self._llm = chosen_llm(llm, "Reranking")
        self.choice_batch_size = choice_batch_size
        self.top_n = top_n
        self._format, self._parse = format_node_batch_fn, parse_choice_select_answer_fn
        self._declare_prompts({_PROMPT: CHOICE_SELECT_PROMPT}, {_PROMPT: choice_select_prompt})

    def _postprocess_nodes(self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None) -> list[NodeWithScore]:
        if query_bundle is None:
            raise ValueError("reranking needs the question")
        question = query_bundle.query_str
        texts = [found.node.get_content(MetadataMode.LLM) for found in nodes]
        batches = self._batches(texts, question)

        def ask(batch: Sequence[tuple[int, str]]) -> str:
            shown = numbered_texts([text for _, text in batch])
            if self._format is not None:
                shown = self._format([nodes[place].node for place, _ in batch])
            return self._llm.predict(self._prompt(_PROMPT), context_str=shown, query_str=question)

        asked = zip(batches, run_parallel(ask, batches), strict=True)
        replies = [self._choices(reply, len(batch)) for batch, reply in asked]
        if all(choices is None for choices in replies):
            return nodes[: self.top_n]
        judged = [
            one
            for batch, choices in zip(batches, replies, strict=True)
            for one in _judge([nodes[place] for place, _ in batch], choices)
        ]
        return [one.found for one in sorted(judged, key=_negative_relevance)][: self.top_n]

    def _choices(self, reply: str, count: int) -> _Choices | None:
        """Return the choices of a reply to ``count`` passages, None where it is of no use."""
        if self._parse is None:
            return parse_choices(reply, count)
        return list(zip(*self._parse(reply, count), strict=True))

    def _batches(self, texts: Sequence[str], question: str) -> list[list[tuple[int, str]]]:
        """Return places and texts for each request, so that it fits into the model's window."""
        tokenizer = self._llm.tokenizer
        empty = self._prompt(_PROMPT).format_messages(context_str="", query_str=question)
        room = max(_SHORTEST, request_room(self._llm.metadata) - self._llm.count_tokens(empty))
        batches: list[list[tuple[int, str]]] = []
        left = 0
        for place, text in enumerate(texts):
            size = tokenizer.count(text) + _PER_PASSAGE
            if size > room:
                text, size = beginning(text, room - _PER_PASSAGE, tokenizer.count), room  # noqa: PLW2901 - shortened
            if not batches or size > left or len(batches[-1]) == self.choice_batch_size:
                batches.append([])
                left = room
            batches[-1].append((place, text))
            left -= size
        return batches


def numbered_texts(texts: Sequence[str]) -> str:
    """Return passages as the prompt shows them."""
    return "\n\n".join(f"Document {number}:\n{text}" for number, text in enumerate(texts, 1))


def parse_choices(reply: str, count: int) -> _Choices | None:
    """Return (number from 1, relevance) of each chosen passage in a reply, best first as the model wrote them.

    Numbers that are no passage's or come again are left out. [] means that none helps, None that the reply
    is of no use.
    """
    found = _from_json(reply) or choices_from_words(reply)
    first: dict[int, float | None] = {}
    for number, relevance in found:
        if 1 <= number <= count:
            first.setdefault(number, relevance)
    if first:
        return list(first.items())
    return [] if _NONE.match(reply) else None


def _from_json(reply: str) -> _Choices:
    """Read a reply that is JSON although it was not asked for."""
    value = parse_json(reply) if "{" in reply or reply.count("[") == 1 else None
    choices: _Choices = []
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, int) and not isinstance(item, bool):
            choices.append((item, None))
        elif isinstance(item, dict):
            number, score = _value(item, _NUMBER_KEYS), _value(item, _SCORE_KEYS)
            if number is not None:
                choices.append((int(number), score))
    return choices


def _value(item: dict[str, object], keys: Sequence[str]) -> float | None:
    """Return the number under one of the keys."""
    lower = {key.casefold(): value for key, value in item.items()}
    for key in keys:
        numbers = parse_numbers(str(lower.get(key, "")))
        if numbers:
            return float(numbers[0])
    return None


def choices_from_words(reply: str) -> _Choices:
    """Return the choices in the requested form, and in the usual variants; else from lines of only numbers."""
    choices: _Choices = []
    for named, its, bare, told in _CHOICE.findall(reply):
        relevance = its or told
        choices.append((int(named or bare), float(relevance) if relevance else None))
    if choices:
        return choices
    lines = [line for line in parse_lines(reply) or reply.splitlines() if _ONLY_NUMBERS.fullmatch(line)]
    return [(number, None) for line in lines for number in parse_numbers(line)]


def _judge(nodes: Sequence[NodeWithScore], choices: _Choices | None) -> list[_Judged]:
    """Return the nodes of a batch with what the model said of them; those it did not choose are left out."""
    if choices is None:
        return [_Judged(found.with_score(None), _UNKNOWN) for found in nodes]
    judged = []
    for rank, (number, told) in enumerate(choices):
        relevance = max(1.0, MOST_RELEVANT - rank) if told is None else min(told, MOST_RELEVANT)
        judged.append(_Judged(nodes[number - 1].with_score(relevance), relevance))
    return judged


def _negative_relevance(judged: _Judged) -> float:
    """Return the sort key that puts the best first."""
    return -judged.relevance
