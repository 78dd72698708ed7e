"""Summaries by a model: each sentence rests on the side that it speaks of, and what no side says is left out."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.results.answers import Verdict
from desktop_rag.core.results.comparison import Comparison, summary_note
from tests.helpers.scripted_server import Reply, ScriptedServer
from tests.services.conftest import Services

BEFORE = "The rent is 900 euros a month.\n\nPets are not allowed.\n\nThe flat has 3 rooms.\n"
AFTER = "The rent is 950 euros a month.\n\nThe flat has 3 rooms.\n\nThe landlord repairs the heating within two days.\n"


@pytest.fixture
def found(services: Services, tmp_path: Path) -> Comparison:
    for name, text in (("a.txt", BEFORE), ("b.txt", AFTER)):
        (tmp_path / name).write_text(text)
    services.libraries.create("Lib")
    services.ingestion.add("Lib", [tmp_path / "a.txt", tmp_path / "b.txt"], services.call())
    return services.comparisons.files("Lib", "a.txt", "b.txt")


def connect(
    services: Services, server: ScriptedServer, *points: tuple[int, str, str], replies: Sequence[str] = ()
) -> None:
    services.config.update(
        {
            "llm.provider": "openai",
            "llm.base_url": server.base_url,
            "llm.max_retries": 0,
            "llm.model": "scripted-model",
        }
    )
    named = [{"difference": number, "before": before, "after": after} for number, before, after in points]
    server.script(*(Reply(reply) for reply in replies or [json.dumps({"points": named})]))


def test_each_sentence_is_checked_against_its_own_side(services: Services, found: Comparison) -> None:
    kinds = {one.kind.value: one.number for one in found.differences}
    assert set(kinds) == {"changed", "gone", "new"}
    with ScriptedServer() as server:
        connect(
            services,
            server,
            (kinds["changed"], "The rent is 900 euros a month.", "The rent is 950 euros a month."),
            (kinds["gone"], "Pets are not allowed.", ""),
            (kinds["changed"], "The rent is 950 euros a month.", "The rent is 900 euros a month."),  # the wrong way
            (kinds["new"], "", "The landlord repairs the heating within two weeks of the notice."),
            (kinds["new"], "The landlord did nothing.", "The landlord repairs the heating within two days."),
            (99, "", "The tenant may sublet the flat."),
        )
        summed = services.comparisons.summarise("Lib", found)
        assert summed is not None
        asked = json.dumps(server.chats[-1].body)
    assert "<passage>" in asked
    told = [tuple(one and one.text for one in (point.before, point.after)) for point in summed.points]
    assert told[:2] == [
        ("The rent is 900 euros a month.", "The rent is 950 euros a month."),
        ("Pets are not allowed.", None),
    ]
    for point in summed.points[:2]:
        for one in (point.before, point.after):
            assert one is None or one.verdict is Verdict.SUPPORTED
    changed = summed.points[0]
    assert changed.before is not None
    assert changed.before.side.file.endswith("a.txt")
    for point in summed.points[2:]:  # what is wrong is left out, or marked as in answers
        doubtful = [one for one in (point.before, point.after) if one is not None and one.verdict.is_doubt]
        assert doubtful
        assert all(one.reasons for one in doubtful)
    assert summed.left_out == 6 - len(summed.points)
    assert summed.left_out >= 2
    assert f"{summed.left_out}" in summary_note(summed)


def test_without_a_model_there_is_none_and_nothing_is_sent(services: Services, found: Comparison) -> None:
    with ScriptedServer() as server:
        assert services.comparisons.summarise("Lib", found) is None
        assert server.chats == []


def test_offline_nothing_leaves_this_computer(services: Services, found: Comparison) -> None:
    services.config.update(
        {"llm.provider": "openai", "llm.base_url": "http://203.0.113.9/v1", "llm.model": "m", "network.offline": True}
    )
    with pytest.raises(UserError):
        services.comparisons.summarise("Lib", found)


@pytest.mark.parametrize("reply", ["Well …", '{"points": 7}', '{"points": [{"difference": 1e999}]}', '["points"]'])
def test_a_reply_of_another_form_is_none(services: Services, found: Comparison, reply: str) -> None:
    with ScriptedServer() as server:
        connect(services, server, replies=[reply])
        with pytest.raises(UserError, match="required form"):
            services.comparisons.summarise("Lib", found)


def test_the_row_of_a_cell_speaks_for_its_sentence(services: Services, tmp_path: Path) -> None:
    for name, price in (("a.csv", 90), ("b.csv", 120)):
        (tmp_path / name).write_text(f"Item,Price\nHeating,{price}\nWater,40\nLight,15\n")
    services.libraries.create("Lib")
    services.ingestion.add("Lib", [tmp_path / "a.csv", tmp_path / "b.csv"], services.call())
    found = services.comparisons.files("Lib", "a.csv", "b.csv")
    with ScriptedServer() as server:
        connect(services, server, (1, "The price of heating is 90.", "The price of heating is 120."))
        summed = services.comparisons.summarise("Lib", found)
    assert summed is not None
    (point,) = summed.points
    assert point.before is not None
    assert point.before.verdict in (Verdict.SUPPORTED, Verdict.PARTLY)
