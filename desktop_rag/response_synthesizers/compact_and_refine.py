"""The default synthesizer: as many passages as fit into one prompt; what is left refines the answer.

Every passage is tokenised once. Only the last call is streamed; a question whose passages fit the model's
window takes one call.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from desktop_rag.cancel import CancelToken
from desktop_rag.errors import UserError
from desktop_rag.llms.base import LLM, ChatDelta
from desktop_rag.messages import ChatMessage, MessageRole
from desktop_rag.prompts.base import PromptTemplate
from desktop_rag.prompts.default_prompts import CONTEXT_SYSTEM_PROMPT, REFINE_PROMPT
from desktop_rag.response_synthesizers.base import BaseSynthesizer, SynthesisInput
from desktop_rag.response_synthesizers.repetition import without_loops
from desktop_rag.schema import MetadataMode, NodeWithScore, StreamingResponse

CountTokens = Callable[[str], int]
_PER_MESSAGE = 8  # tokens of a chat template around each message
_SAFETY = 1.1  # other models cut text into other tokens than the counter does
_SMALLEST_CONTEXT = 64


@dataclass(frozen=True, slots=True)
class _Passage:
    """A passage as the prompt shows it, and its size in tokens."""

    text: str
    tokens: int


class CompactAndRefine(BaseSynthesizer):
    """Packs passages into the model's window, answers from the first pack, refines with the others."""

    def __init__(
        self,
        llm: LLM,
        count_tokens: CountTokens,
        context_prompt: PromptTemplate = CONTEXT_SYSTEM_PROMPT,
        refine_prompt: PromptTemplate = REFINE_PROMPT,
    ) -> None:
        self._llm = llm
        self._count = count_tokens
        self._context_prompt = context_prompt.validated()
        self._refine_prompt = refine_prompt.validated()

    def synthesize(self, question: SynthesisInput, cancel: CancelToken) -> StreamingResponse:
        """Return the answer as a stream; see ``BaseSynthesizer``.

        Raises:
            UserError: the question leaves no room for any passage, or the model fails.

        """
        passages = [self._passage(number, node) for number, node in enumerate(question.nodes, 1)]
        packs = self._pack(passages, self._room(question))
        response = StreamingResponse(iter(()), list(question.nodes))
        response.metadata["calls"] = len(packs)
        response.response_gen = self._answer(question, packs, cancel, response.metadata)
        return response

    def _answer(
        self, question: SynthesisInput, packs: Sequence[str], cancel: CancelToken, metadata: dict[str, object]
    ) -> Iterator[str]:
        """Run the calls; only the text of the last is yielded."""
        answer = ""
        *earlier, last = packs
        for pack in earlier:
            answer = str(self._llm.chat(self._messages(question, pack, answer), cancel))
        deltas = self._llm.stream_chat(self._messages(question, last, answer), cancel)
        yield from without_loops(_texts(deltas, metadata))

    def _messages(self, question: SynthesisInput, pack: str, answer: str) -> list[ChatMessage]:
        """Return the messages of one call."""
        system = ChatMessage(MessageRole.SYSTEM, self._context_prompt.format(context_str=pack))
        text = question.query.query_str
        if answer:
            text = self._refine_prompt.format(query_str=text, existing_answer=answer)
        return [system, *question.chat_history, ChatMessage(MessageRole.USER, text)]

    def _passage(self, number: int, node: NodeWithScore) -> _Passage:
        """Return a numbered passage with where it comes from."""
        metadata = node.node.metadata
        place = f"{metadata.get('file_name', '')}, page {metadata.get('page_label', '')}"
        text = f"[{number}] ({place})\n{node.node.get_content(MetadataMode.NONE)}"
        heading = metadata.get("heading")
        if heading:
            text = f"[{number}] ({place}: {heading})\n{node.node.text}"
        return _Passage(text, self._count(text) + 2)

    def _room(self, question: SynthesisInput) -> int:
        """Return how many tokens of passages fit into one prompt."""
        metadata = self._llm.metadata
        fixed = self._context_prompt.format(context_str="") + question.query.query_str
        history = sum(self._count(message.content) + _PER_MESSAGE for message in question.chat_history)
        used = (self._count(fixed) + history + 2 * _PER_MESSAGE) * _SAFETY
        room = int((metadata.context_window - metadata.num_output - used) / _SAFETY)
        if room < _SMALLEST_CONTEXT:
            raise UserError(
                f"The model's window of {metadata.context_window:,} tokens leaves no room for your documents.",
                "Choose a model with a larger window, or shorten the question.",
            )
        return room

    def _pack(self, passages: Sequence[_Passage], room: int) -> list[str]:
        """Join passages, in order, into prompts of at most ``room`` tokens; one that is larger alone is cut."""
        packs: list[list[str]] = [[]]
        left = room
        for passage in passages:
            text, tokens = passage.text, passage.tokens
            if tokens > room:
                text, tokens = text[: len(text) * room // tokens], room
            if tokens > left and packs[-1]:
                packs.append([])
                left = room
            packs[-1].append(text)
            left -= tokens
        return ["\n\n".join(pack) for pack in packs]


def _texts(deltas: Iterator[ChatDelta], metadata: dict[str, object]) -> Iterator[str]:
    """Yield the words; what the server counted goes into ``metadata["usage"]``."""
    for delta in deltas:
        if delta.usage is not None:
            metadata["usage"] = delta.usage
        if delta.text:
            yield delta.text
