"""Which messages a memory shows, against the recorded behaviour of the reference.

Deviations: the recordings of ``Memory`` (which forgets what it flushes) have no counterpart: ``ChatMemoryBuffer`` and
``ChatSummaryMemoryBuffer`` take its place. A last message that is over the limit alone was shown when this was recorded
(0.14.25) and is not by 0.14.14, nor here unless the memory ``keeps_last``.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.memory.chat_memory_buffer import ChatMemoryBuffer

GOLDEN = json.loads((Path(__file__).parent / "memory.json").read_text(encoding="utf-8"))
MESSAGES = [ChatMessage(MessageRole(message["role"]), message["content"]) for message in GOLDEN["messages"]]
CASES = [case for case in GOLDEN["cases"] if case["cls"] == "ChatMemoryBuffer"]


@pytest.mark.parametrize("case", [case for case in CASES if "kept" in case], ids=str)
def test_shows_what_the_reference_shows(case: dict[str, Any]) -> None:
    memory = ChatMemoryBuffer(case["token_limit"], keeps_last=True)
    memory.set(MESSAGES)
    shown = memory.get(initial_token_count=case["initial_token_count"])
    assert [str(MESSAGES.index(message)) for message in shown] == case["kept"]
    assert memory.get_all() == MESSAGES


@pytest.mark.parametrize("case", [case for case in CASES if "kept" in case], ids=str)
def test_keeps_the_limit_as_earlier_versions_do(case: dict[str, Any]) -> None:
    memory = ChatMemoryBuffer.from_defaults(MESSAGES, token_limit=case["token_limit"])
    shown = memory.get(initial_token_count=case["initial_token_count"])
    alone = [] if case["kept"] == ["11"] else case["kept"]
    assert [str(MESSAGES.index(message)) for message in shown] == alone


@pytest.mark.parametrize("case", [case for case in CASES if "error" in case], ids=str)
def test_a_limit_without_room_is_refused(case: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="token_limit"):
        ChatMemoryBuffer.from_defaults(MESSAGES, token_limit=case["token_limit"])
