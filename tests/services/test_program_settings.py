"""What programs choose in ``Settings`` is nothing to the application."""

from pathlib import Path

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.llamaindex.settings import Settings
from tests.helpers.asked import Question, answer_to
from tests.services.conftest import Services


class Forbidden:
    """Whoever touches it fails."""

    def __getattribute__(self, name: str) -> object:
        raise AssertionError(f"the application asked for {name}")


def test_the_application_reads_none_of_them(services: Services, notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in vars(Settings):
        monkeypatch.setattr(Settings, name, Forbidden())
    services.fill("lib", notes)
    answer = answer_to(services.answers, Question("lib", "How is green tea brewed?", "", {}), services.call())
    assert answer.extractive
    with pytest.raises(UserError, match="needs a language model"):
        answer_to(services.answers, Question("lib", "Tea?", "", {"retrieval.retriever": "tree"}), services.call())
