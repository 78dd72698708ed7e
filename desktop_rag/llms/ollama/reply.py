"""Reads the replies of Ollama's own interface, a JSON object a line."""

from collections.abc import Generator, Iterator

import httpx

from desktop_rag.core.results.answers import Usage
from desktop_rag.llms.failures import Refusal, broken_error, cut_error, garbled_error, nonsense_error, refusal_error
from desktop_rag.llms.json_values import count_at, dig, items_at, parsed, text_at
from desktop_rag.llms.think_filter import ThinkFilter, both_pieces
from desktop_rag.llms.tool_calls import ToolCallReader
from desktop_rag.llms.types import ChatDelta


class OllamaReply:
    """One reply of the ``model`` at an ``address``."""

    def __init__(self, address: str, model: str) -> None:
        self._address = address
        self._model = model

    def read(self, lines: Iterator[bytes]) -> Generator[ChatDelta]:
        """Turn the reply's lines into deltas.

        Raises:
            UserError: the reply is cut short, is no JSON, or tells of a failure.

        """
        thoughts, calls = ThinkFilter(), ToolCallReader()
        begun = is_reply = False
        try:
            for value in self._values(lines):
                is_reply = is_reply or isinstance(dig(value, "message"), dict)
                calls.feed(items_at(value, "message", "tool_calls"))
                text = thoughts.feed(text_at(value, "message", "content"))
                thought = text_at(value, "message", "thinking") + thoughts.thought
                if dig(value, "done"):
                    usage = Usage(count_at(value, "prompt_eval_count"), count_at(value, "eval_count"))
                    reason = text_at(value, "done_reason") or "stop"
                    text = both_pieces(text, thoughts.finish())
                    yield ChatDelta(text, usage, reason, calls.finish(), thought + thoughts.thought)
                    return
                if text or thought or not begun:
                    begun = True
                    yield ChatDelta(text, thought=thought)
        except (httpx.NetworkError, httpx.RemoteProtocolError) as error:
            raise broken_error(error, self._address) from error
        # the last line says "done": without it the connection ended too soon
        raise cut_error() if is_reply or not begun else nonsense_error(self._address)

    def _values(self, lines: Iterator[bytes]) -> Iterator[object]:
        """Yield what the lines of a reply say.

        Raises:
            UserError: one is no JSON object, or tells of a failure, as one in mid-answer does.

        """
        begun = False
        for line in lines:
            if not line.strip():
                continue
            value = parsed(line)
            if not isinstance(value, dict):
                raise garbled_error(self._address) if begun else nonsense_error(self._address)
            if value.get("error"):
                raise refusal_error(Refusal(500, line.decode(errors="replace"), self._address, self._model))
            begun = True
            yield value
