"""``desktop-rag settings`` and the options of commands that stand for settings."""

from pathlib import Path

import click
import pytest

from desktop_rag.cli.ask import ask
from desktop_rag.cli.chat import chat
from desktop_rag.cli.overrides import MODEL_FLAGS, QUESTION_FLAGS
from desktop_rag.config import OPTIONS, Config
from desktop_rag.config.store import SETTINGS_FILE
from tests.helpers.command_line import run, run_json


@pytest.mark.slow
def test_every_key_is_listed_with_its_value_and_its_choices(tmp_path: Path) -> None:
    Config(tmp_path / SETTINGS_FILE).update({"llm.seed": 7, "retrieval.retriever": "bm25"})
    listed = {row["key"]: row for row in run_json("settings", data_dir=tmp_path)}
    assert list(listed) == [option.key for option in OPTIONS]
    assert (listed["llm.seed"]["value"], listed["llm.seed"]["default"]) == (7, -1)
    choices = {choice["value"]: choice for choice in listed["retrieval.retriever"]["choices"]}
    assert choices["bm25"]["label"] == "Words only"
    assert choices["tree"]["needs_model"]


@pytest.mark.slow
def test_some_keys_are_printed_for_people(tmp_path: Path) -> None:
    Config(tmp_path / SETTINGS_FILE).update({"retrieval.retriever": "bm25"})
    printed = run("settings", "retrieval", "llm.max_tokens", data_dir=tmp_path)
    assert "retrieval.retriever=bm25  (default: auto)" in printed
    assert "0 to 1,000,000 tokens (0: No limit)" in printed
    assert "llm.seed" not in printed
    assert "Settings begin with: answer, embedding, llm" in run("settings", "lm", data_dir=tmp_path, code=1)


@pytest.mark.slow
def test_a_prompt_is_printed_when_it_is_asked_for(tmp_path: Path) -> None:
    assert "{context_str}" not in run("settings", "prompts", data_dir=tmp_path)
    assert "{context_str}" in run("settings", "prompts.context_prompt", data_dir=tmp_path)


@pytest.mark.parametrize("command", [ask, chat], ids=["ask", "chat"])
def test_options_that_stand_for_settings_are_those_of_the_table(command: click.Command) -> None:
    by_name = {param.opts[0].removeprefix("--"): param for param in command.params if isinstance(param, click.Option)}
    for flag, option in (MODEL_FLAGS | QUESTION_FLAGS).items():
        param = by_name[flag]
        assert param.help is not None
        assert param.help.startswith(option.help)
        assert param.multiple is option.lines
        for choice in option.choices:
            assert f"{choice.value}: {choice.label}" in param.help
        if option.choices:
            assert isinstance(param.type, click.Choice)
            assert tuple(param.type.choices) == option.values
