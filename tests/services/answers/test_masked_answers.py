"""A server that is not to see private values: none of them is in any request, and all are in the answer."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from desktop_rag.core.network.stand_ins import STAND_INS
from desktop_rag.core.results.answers import AnswerState, Verdict
from tests.helpers.asked import Question, answer_to
from tests.helpers.scripted_server import Reply, ScriptedServer
from tests.services.conftest import Services

LEASE = (
    "Lease between Harbour Homes Ltd (the Landlord) and Chiamaka Ezeudu (the Tenant)\n\n"
    "The monthly rent is £950. The deposit of Ezeudu is £1,900. Pay into GB33BUKB20201555555555.\n"
)
SECRETS = ("Harbour Homes", "Chiamaka", "Ezeudu", "950", "1,900", "GB33BUKB20201555555555")


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        server.default = quoting
        yield server


def quoting(body: dict[str, Any]) -> Reply:
    """Answer with the sentence about the rent, a letter at a time."""
    text = "\n".join(str(message["content"]) for message in body["messages"])
    sentence = re.search(r"The monthly rent is [^.\n]*\.", text)
    return Reply(tokens=list(sentence.group() if sentence else "I don't know."))


def test_no_private_value_leaves_and_the_answer_is_checked_with_all(
    services: Services, server: ScriptedServer, tmp_path: Path
) -> None:
    folder = tmp_path / "leases"
    folder.mkdir()
    (folder / "lease_ezeudu.txt").write_text(LEASE, encoding="utf-8")
    services.fill("Leases", folder)
    overrides = {
        "llm.provider": "openai",
        "llm.base_url": server.base_url,
        "llm.model": server.models[0],
        "llm.mask_private_values": True,
    }
    question = Question("Leases", "What rent does Ezeudu pay?", "", overrides)
    answer = answer_to(services.answers, question, services.call())
    assert answer.state is AnswerState.DONE
    assert answer.text == "The monthly rent is £950 [1]."
    assert [one.verdict for one in answer.sentences] == [Verdict.SUPPORTED]
    sent = "\n".join(str(message["content"]) for chat in server.chats for message in chat.body["messages"])
    assert "The monthly rent is AMOUNT_" in sent
    assert not [secret for secret in SECRETS if secret.casefold() in sent.casefold()]
    assert {"£950", "Chiamaka Ezeudu"} <= {one.value for one in STAND_INS.masked()}
