"""What the documents say is so: paths, links, commands, layers and figures."""

import importlib.util
import json
import re
import runpy
from pathlib import Path

import click
import pytest

from desktop_rag.cli.main import commands
from desktop_rag.llamaindex.settings import Settings
from tests.bench.retrieval.__main__ import TOLERANCE
from tests.helpers.scripted_server import Reply, ScriptedServer
from tests.test_layers import LAYERS

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "desktop_rag"
DOCUMENTS = (
    *(
        ROOT / name
        for name in (
            "README.md",
            ".github/CONTRIBUTING.md",
            ".github/SECURITY.md",
            ".github/CODE_OF_CONDUCT.md",
            ".github/PULL_REQUEST_TEMPLATE.md",
            ".github/RELEASING.md",
            "tests/README.md",
            "tests/bench/README.md",
            "tests/legacy/README.md",
        )
    ),
    *(PACKAGE / name for name in ("README.md", "LLAMAINDEX.md")),
    *sorted((PACKAGE / "decisions").glob("*.md")),
)
MAP_LINES = 200
_PATH = re.compile(r"[\w.]+(?:/[\w.-]+)+/?|\w+\.py|\w+/")
_LINK = re.compile(r"\]\(([^()\s]+)\)")
_NAMES_IN = re.compile(r"`([\w./]+\.py)` \(((?:[^()`]|`[^`\n]*`)*)\)")
_MODULE = re.compile(r"python -m (tests(?:\.\w+)+)")
_SETS = {
    "XQuAD, English": "xquad-en",
    "XQuAD, Chinese": "xquad-zh",
    "XQuAD, Spanish": "xquad-es",
    "JSQuAD, Japanese": "jsquad",
    "CMRC 2018, Chinese": "cmrc2018",
    "SciFact, claims": "scifact",
    "Spanish to English": "es>en",
    "English to Spanish": "en>es",
    "English to Chinese": "en>zh",
    "mtrag-mini, conversations (nDCG@5)": "mtrag-mini",
    "financebench, reports (page hit@5)": "financebench",
    "financebench, all 33 reports (page hit@5; held out below)": "reports",
}
_MEASURES = {"mtrag-mini": "fused nDCG@5", "financebench": "hit@5", "reports": "hit@5"}


def text_of(document: Path) -> str:
    return document.read_text(encoding="utf-8")


def anchors(document: Path) -> set[str]:
    """The anchors of a document's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", re.sub(r"```.*?```", "", text_of(document), flags=re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def rows(document: Path) -> list[list[str]]:
    """The cells of all table rows."""
    lines = text_of(document).splitlines()
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if line.startswith("|")]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_path_in_the_map_is_there(document: Path) -> None:
    quoted = re.findall(r"`([^`\n]+)`", text_of(document))
    named = {word for text in quoted for word in text.split() if _PATH.fullmatch(word)}
    places = (PACKAGE, ROOT, document.parent)
    assert not [name for name in sorted(named) if not any((place / name).exists() for place in places)]
    for link in _LINK.findall(text_of(document)):
        path, _, anchor = link.partition("#")
        if not link.startswith("https://"):
            target = (document.parent / path).resolve() if path else document
            assert target.exists(), link
            assert not anchor or anchor in anchors(target), link
    for module in _MODULE.findall(text_of(document)):
        assert importlib.util.find_spec(module), module


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_names_behind_a_path_are_defined_there(document: Path) -> None:
    missing = []
    for path, behind in _NAMES_IN.findall(text_of(document)):
        (source,) = [(place / path).read_text("utf-8") for place in (PACKAGE, ROOT) if (place / path).is_file()]
        names = re.findall(r"`([A-Za-z_]\w*)`", behind)
        definition = r"^[ \t]*(?:async def |def |class ){0}\b|^{0}\b[^=\n]*= "
        missing += [f"{path}: {name}" for name in names if not re.search(definition.format(name), source, re.MULTILINE)]
    assert missing == []


def test_the_map_stays_short() -> None:
    assert len(text_of(PACKAGE / "README.md").splitlines()) <= MAP_LINES


def test_the_map_has_the_layers_that_are_kept() -> None:
    mapped: list[set[str]] = []
    for cells in rows(PACKAGE / "README.md"):
        if len(cells) == 3 and (packages := set(re.findall(r"`(\w+)`", cells[1]))):
            mapped += [set()] * (cells[0] != "")
            mapped[-1] = mapped[-1] | packages
    assert mapped == [names - {"__init__", "__main__"} for names in LAYERS]


def test_the_figures_of_searching_are_those_of_the_baseline() -> None:
    baseline = json.loads((ROOT / "tests/bench/retrieval/baseline.json").read_text(encoding="utf-8"))
    told = {_SETS[cells[0]]: cells[1:] for cells in rows(ROOT / "tests/bench/README.md") if cells[0] in _SETS}
    assert set(told) == set(baseline)
    for name, cells in told.items():
        for mode, cell in zip(("keyword", "vector", "hybrid", "reranked"), cells, strict=True):
            figure = baseline[name].get(mode, {}).get(_MEASURES.get(name, "nDCG@10"))
            assert (float(cell) if cell else None) == pytest.approx(figure, abs=TOLERANCE), (name, mode)


def test_every_command_is_in_the_readme() -> None:
    told = " ".join(re.findall(r"`([^`\n]+)`", text_of(ROOT / "README.md"))).split()
    assert not [name for name in commands.list_commands(click.Context(commands)) if name not in told]


@pytest.mark.slow
def test_the_example_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "papers" / "old").mkdir(parents=True)
    (tmp_path / "papers" / "old" / "lease.txt").write_text("The notice period is three months.")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Settings, "llm", None)  # what the example sets is undone
    with ScriptedServer() as server:
        server.default = Reply(tokens=["Three ", "months."])
        named = code.replace('Ollama("llama3.2")', f'Ollama("{server.models[0]}", base_url="{server.ollama_url}")')
        assert named != code
        exec(compile(named, "README.md", "exec"), {})
    printed = capsys.readouterr().out
    assert printed.count("Three months.") == 2
    assert str(Path("papers", "old", "lease.txt")) in printed


def test_the_readme_and_the_menu_entry_say_what_the_tables_say() -> None:
    generator = runpy.run_path(str(ROOT / "packaging" / "readme.py"))
    generated = {generator["README"]: generator["with_parts"], generator["MENU_ENTRY"]: generator["with_media_types"]}
    for path, written in generated.items():
        text = path.read_text(encoding="utf-8")
        assert written(text) == text, "run: python packaging/readme.py"
