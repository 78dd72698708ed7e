"""What the READMEs say is so."""

import re
from pathlib import Path

import pytest

from tests.helpers.scripted_server import Reply, ScriptedServer

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "desktop_rag"
_PATH = re.compile(r"[\w.]+(?:/[\w.-]+)+/?|\w+\.py|\w+/")


def test_every_path_in_the_map_is_there() -> None:
    quoted = re.findall(r"`([^`\n]+)`", (PACKAGE / "README.md").read_text(encoding="utf-8"))
    named = {word for text in quoted for word in text.split() if _PATH.fullmatch(word)}
    assert len(named) > 100
    assert not [name for name in sorted(named) if not ((PACKAGE / name).exists() or (ROOT / name).exists())]


def test_every_part_of_the_package_is_in_the_layers() -> None:
    text = (PACKAGE / "README.md").read_text(encoding="utf-8")
    parts = {path.name + "/" for path in PACKAGE.iterdir() if path.is_dir() and not path.name.startswith(("__", "."))}
    assert not [part for part in sorted(parts) if part not in text]


def test_the_example_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "papers" / "old").mkdir(parents=True)
    (tmp_path / "papers" / "old" / "lease.txt").write_text("The notice period is three months.")
    monkeypatch.chdir(tmp_path)
    with ScriptedServer() as server:
        server.default = Reply(tokens=["Three ", "months."])
        named = code.replace('Ollama("llama3.2")', f'Ollama("{server.models[0]}", base_url="{server.ollama_url}")')
        assert named != code
        exec(compile(named, "README.md", "exec"), {})
    printed = capsys.readouterr().out
    assert printed.count("Three months.") == 2
    assert str(Path("papers", "old", "lease.txt")) in printed
