"""Every decision is a short file of one form, with a state, and stands in the table of all of them."""

import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "desktop_rag"
FOLDER = PACKAGE / "decisions"
DECISIONS = sorted(path for path in FOLDER.glob("*.md") if path.name != "README.md")
MOST_LINES = 80
_NAME = re.compile(r"(\d{4})-[a-z0-9]+(?:-[a-z0-9]+)*\.md")
_HEAD = re.compile(
    r"# (?P<number>\d{4})\. (?P<title>[^\n]{5,70})\n\n"
    r"- State: (?P<state>accepted|rejected|replaced by \[(?P<by>\d{4})\]\(\d{4}-[\w-]+\.md\))\n"
    r"- Date: \d{4}-\d\d-\d\d(?: and \d{4}-\d\d-\d\d)*\n"
)
_PARTS = ["Question", "Decision", "Figures", "Consequences"]
_MENTION = re.compile(r"decisions/(\d{4})\b")


def head_of(path: Path) -> re.Match[str]:
    head = _HEAD.match(path.read_text(encoding="utf-8"))
    assert head, f"{path.name} does not begin with its number, title, state and date"
    return head


def test_numbers_are_given_once_and_without_a_gap() -> None:
    names = [_NAME.fullmatch(path.name) for path in DECISIONS]
    assert [int(name[1]) for name in names if name] == list(range(1, len(DECISIONS) + 1))


@pytest.mark.parametrize("path", DECISIONS, ids=lambda path: path.stem)
def test_a_decision_is_short_and_has_its_parts(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert head_of(path)["number"] == path.name[:4]
    parts = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert parts == [part for part in _PARTS if part in parts]
    assert {"Question", "Decision", "Consequences"} <= set(parts)
    assert all(block.strip() for block in re.split(r"^## .+$", text, flags=re.MULTILINE))
    assert len(text.splitlines()) <= MOST_LINES


def test_what_replaces_a_decision_holds() -> None:
    state_of = {path.name[:4]: head_of(path) for path in DECISIONS}
    replaced = {number: head["by"] for number, head in state_of.items() if head["by"]}
    assert {state_of[by]["state"] for by in replaced.values()} == {"accepted"}
    assert all(by > number for number, by in replaced.items())


def test_the_table_has_every_decision_with_its_state() -> None:
    rows = re.findall(
        r"^\| \[(\d{4}\. .+?)\]\(([\w-]+\.md)\) \| (.+) \|$", (FOLDER / "README.md").read_text("utf-8"), re.MULTILINE
    )
    heads = [(head_of(path), path.name) for path in DECISIONS]
    assert rows == [(f"{head['number']}. {head['title']}", name, head["state"]) for head, name in heads]


def test_what_the_code_refers_to_is_there() -> None:
    mentions = {
        (str(path), number)
        for folder in (PACKAGE, PACKAGE.parent / "tests")
        for path in folder.rglob("*.py")
        for number in _MENTION.findall(path.read_text(encoding="utf-8"))
    }
    numbers = {path.name[:4] for path in DECISIONS}
    assert mentions
    assert not [mention for mention in sorted(mentions) if mention[1] not in numbers]
