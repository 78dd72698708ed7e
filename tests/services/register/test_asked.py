"""The register with a model: what it names has to stand in a sentence, rules come first, what is known is not asked."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.register import FactKind, ModelReading, Register
from desktop_rag.services.register import asked
from tests.helpers.scripted_server import Reply, ScriptedServer
from tests.services.conftest import Services

TEXT = (
    "Agreement\n\nThe deposit of £1,250 is paid to Ada Lane before the keys are handed over.\n\n"
    "Repairs are made within a fortnight of the complaint. We met at Mill Cottage on the Green, 4 Upton.\n\n"
    "Bo Quist looks after the heating. His card is K 77.\n"
)
DEADLINE = ("deadline", "within a fortnight of the complaint", "repairs", "Repairs are made within a fortnight")


def reply(*facts: tuple[str, str, str, str], finish_reason: str = "stop") -> Reply:
    named = [dict(zip(("kind", "written", "about", "sentence"), one, strict=True)) for one in facts]
    return Reply(tokens=[json.dumps({"facts": named}, ensure_ascii=False)], finish_reason=finish_reason)


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        yield server


@pytest.fixture
def library(services: Services, server: ScriptedServer, tmp_path: Path) -> str:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "agreement.txt").write_text(TEXT, encoding="utf-8")
    services.fill("Papers", folder)
    services.config.update({
        "llm.provider": "openai", "llm.base_url": server.base_url, "llm.max_retries": 0, "llm.model": "scripted-model",
    })  # fmt: skip
    return "Papers"


def of_model(found: Register) -> list[tuple[str, str, str, str]]:
    return [(row.kind.value, row.written, row.value, row.about) for row in found.rows if row.by_model]


def test_what_a_model_names_stands_in_its_sentence(services: Services, library: str, server: ScriptedServer) -> None:
    by_rules = services.register.rows(library).rows
    assert not [row for row in by_rules if row.by_model]
    server.script(
        reply(
            DEADLINE,
            ("party", "bo quist", "the janitor", "Bo Quist looks after the heating."),
            ("number", "K 77", "card", "His card is K 77."),
            ("address", "Mill Cottage on the Green, 4 Upton", "", "We met at Mill Cottage on the Green, 4 Upton."),
        )
    )
    found = services.register.rows_with_model(library)
    assert of_model(found) == [
        ("deadline", "within a fortnight of the complaint", "", "repairs"),
        ("address", "Mill Cottage on the Green, 4 Upton", "Mill Cottage on the Green, 4 Upton", "We met"),
        ("party", "Bo Quist", "Bo Quist", ""),
        ("number", "K 77", "K 77", "card"),
    ]
    assert [row for row in found.rows if not row.by_model] == list(by_rules)
    for row in found.rows:
        assert " ".join(TEXT[row.start : row.end].split()) == row.written
    assert found.reading is not None
    assert (found.reading.parts, found.reading.answered, found.reading.refused) == (1, 1, 0)


def test_what_stands_nowhere_is_no_row(services: Services, library: str, server: ScriptedServer) -> None:
    server.script(
        reply(
            ("amount", "£9,999", "rent", "The rent is £9,999."),  # invented
            ("amount", "£250", "deposit", "The deposit of £1,250 is paid"),  # a part of another
            ("party", "Bo Quist", "tenant", "The tenant Bo Quist lives in Upton with two dogs."),  # another sentence
            ("deadline", "looks after the heating", "", "Bo Quist looks after the heating."),  # no time
            ("date", "a fortnight", "", "Repairs are made within a fortnight of the complaint."),  # no day
            ("amount", "£1,250", "deposit", "The deposit of £1,250 is paid to Ada Lane"),  # known by the rules
            ("joke", "K 77", "", "His card is K 77."),
        )
    )
    found = services.register.rows_with_model(library)
    assert of_model(found) == []
    assert found.reading == ModelReading("scripted-model", 1, 1, 5, found.reading.tokens if found.reading else 0)


def test_what_is_known_is_not_asked_again(services: Services, library: str, server: ScriptedServer) -> None:
    work = services.register.estimate(library)
    assert (work.documents, work.parts, work.known, work.model) == (1, 1, 0, "scripted-model")
    assert work.tokens > 300
    server.script(reply(DEADLINE))
    first = services.register.rows_with_model(library)
    again = services.register.rows_with_model(library, kinds=[FactKind.DEADLINE])
    assert of_model(again) == of_model(first)
    assert len(server.chats) == 1
    assert again.reading is not None
    assert again.reading.tokens == 0
    assert (services.register.estimate(library).parts, services.register.estimate(library).tokens) == (0, 0)


def test_a_table_has_what_the_model_found(
    services: Services, library: str, server: ScriptedServer, tmp_path: Path
) -> None:
    target = tmp_path / "register.csv"
    services.register.export_csv(library, target, with_model=True)
    assert ",model" not in target.read_text(encoding="utf-8-sig")
    server.script(reply(DEADLINE))
    services.register.rows_with_model(library)
    services.register.export_csv(library, target, with_model=True)
    lines = target.read_text(encoding="utf-8-sig").splitlines()
    assert [line for line in lines if line.endswith(",model")] == [
        line for line in lines if "fortnight," in line or "fortnight of the complaint," in line
    ]
    services.register.export_csv(library, target)
    assert ",model" not in target.read_text(encoding="utf-8-sig")
    assert len(server.chats) == 1


@pytest.mark.parametrize(
    "bad", [Reply(tokens=["no JSON"]), Reply(tokens=['{"facts": "none"}']), reply(DEADLINE, finish_reason="length")]
)
def test_an_answer_that_is_none_is_asked_for_again(
    services: Services, library: str, server: ScriptedServer, bad: Reply
) -> None:
    server.script(bad, reply(DEADLINE))
    found = services.register.rows_with_model(library)
    assert of_model(found) == []
    assert found.reading is not None
    assert (found.reading.parts, found.reading.answered) == (1, 0)
    assert len(of_model(services.register.rows_with_model(library))) == 1


def test_who_cannot_be_asked_is_told_of(services: Services, library: str, server: ScriptedServer) -> None:
    server.script(Reply(status=500, error="broken"))
    with pytest.raises(UserError):
        services.register.rows_with_model(library)
    with pytest.raises(UserError, match="No model"):
        services.register.rows_with_model(library, overrides={"llm.provider": "none"})
    assert services.register.estimate(library, overrides={"llm.provider": "none"}).model == ""


def test_one_failure_stops_nothing(services: Services, library: str, server: ScriptedServer, tmp_path: Path) -> None:
    long = "".join(f"Paragraph {number} tells of the weather and of nothing else.\n\n" for number in range(200))
    (tmp_path / "papers" / "weather.txt").write_text(long, encoding="utf-8")
    services.fill(library := "Weather", tmp_path / "papers")
    asked_of: list[str] = []

    def answer(body: Mapping[str, Any]) -> Reply:
        asked_of.append(str(body["messages"][-1]["content"]))
        return Reply(status=500, error="broken") if len(asked_of) == 2 else reply(DEADLINE)

    server.default = answer
    found = services.register.rows_with_model(library)
    assert found.reading is not None
    assert found.reading.parts == len(asked_of) > 3
    assert found.reading.answered == found.reading.parts - 1
    assert len(of_model(found)) == 1  # the weather has no fortnight


def test_parts_are_whole_lines() -> None:
    text = "".join(f"{number} {'word ' * 20}\n" for number in range(300)) + "x" * 9_000
    parts = list(asked.parts_of(text))
    assert "".join(part for _, part in parts) == text
    assert all(text[start : start + len(part)] == part for start, part in parts)
    assert max(len(part) for _, part in parts) <= 4_000
    assert all(part.endswith("\n") for _, part in parts[:-4])
