"""What every command has in common: help, exit codes, wrong usage, and what is said when something is not there."""

from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from desktop_rag import __version__
from desktop_rag.cli import main as program
from desktop_rag.cli.main import commands, main
from desktop_rag.core.errors import BugError, CancelledError, UserError
from tests.helpers.command_line import CommandLine

NEEDS_LIBRARY = (
    ("add", "nowhere", "."),
    ("add", "nowhere", "--dry-run"),
    ("status", "nowhere"),
    ("retry", "nowhere"),
    ("exclude", "nowhere", "x"),
    ("pause", "nowhere"),
    ("resume", "nowhere"),
    ("search", "nowhere", "x"),
    ("ask", "nowhere", "x"),
    ("chat", "nowhere"),
    ("eval", "nowhere"),
    ("embedder", "nowhere"),
    ("embedder", "nowhere", "--cancel"),
    ("build", "nowhere", "keyword_table"),
    ("index", "delete", "nowhere"),
    ("index", "export", "nowhere", "copy"),
)
WRONG_USAGE = (
    ("frobnicate",),
    ("--frobnicate",),
    ("index",),
    ("index", "frobnicate"),
    ("index", "create"),
    ("index", "export", "lib"),
    ("index", "import"),
    ("index", "create", "lib", "--node-parser", "guess"),
    ("index", "create", "lib", "--chunk-size", "many"),
    ("add",),
    ("add", "lib", "--max-size", "0"),
    ("status", "lib", "--state", "unheard-of"),
    ("exclude", "lib"),
    ("search", "lib"),
    ("search", "lib", "x", "--top-k", "0"),
    ("search", "lib", "x", "--top-k", "1001"),
    ("search", "lib", "x", "--mode", "guess"),
    ("search", "lib", "--queries", "/no/such/file"),
    ("ask", "lib"),
    ("ask", "lib", "x", "--top-k", "ten"),
    ("ask", "lib", "x", "--retriever", "guess"),
    ("ask", "lib", "x", "--output-schema", "/no/such/file"),
    ("build", "lib", "guess"),
    ("eval", "lib", "/no/such/file"),
    ("eval", "lib", "--top-k", "0"),
    ("embedder", "lib", "--provider", "guess"),
    ("sample", "--language", "xx"),
    ("doctor", "now"),
)


def every_command(group: click.Group = commands, *before: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield (*before, name), command
        if isinstance(command, click.Group):
            yield from every_command(command, *before, name)


@pytest.mark.parametrize("path", [" ".join(path) for path, _ in every_command()])
@pytest.mark.usefixtures("cli")
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_is_printed_and_nothing_is_made(
    path: str, option: str, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*path.split(), option]) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith("Usage: ")
    assert printed.err == ""
    assert not data.exists()


def test_every_option_and_command_says_what_it_is_for() -> None:
    for path, command in every_command():
        assert command.help, path
        for option in command.params:
            if isinstance(option, click.Option) and option.name != "mode":
                assert option.help, (path, option.name)


@pytest.mark.parametrize("arguments", WRONG_USAGE, ids=" ".join)
def test_wrong_usage_ends_with_2_and_says_how_it_is_used(
    arguments: tuple[str, ...], cli: CommandLine, data: Path
) -> None:
    done = cli(*arguments)
    assert done.code == 2
    assert done.out == ""
    assert "Usage: " in done.err
    assert not data.exists(), "nothing is made on the way"


@pytest.mark.parametrize("arguments", NEEDS_LIBRARY, ids=" ".join)
def test_a_library_that_is_not_there_ends_with_1_and_names_those_that_are(
    arguments: tuple[str, ...], cli: CommandLine
) -> None:
    cli("index", "create", "研究")
    done = cli(*arguments)
    assert done.code == 1
    assert done.out == ""
    assert done.err == "Error: There is no library called “nowhere”. Libraries: 研究.\n"


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"desktop-rag, version {__version__}\n"


def test_without_a_command_it_says_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    code = main([])
    printed = capsys.readouterr()
    assert code in (0, 2)
    assert "search" in printed.out + printed.err


@pytest.mark.parametrize(
    ("raised", "code", "said"),
    [
        (UserError("The disk is full.", "Free some space."), 1, "Error: The disk is full. Free some space.\n"),
        (BugError("no such lane"), 1, "no such lane"),
        (CancelledError(), 130, "Stopped."),
        (KeyboardInterrupt(), 130, "Stopped."),
        (click.Abort(), 130, "Stopped."),
        (click.UsageError("too many"), 2, "too many"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else "",
)
def test_each_end_has_its_exit_code_and_a_sentence(
    raised: BaseException, code: int, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    @click.command()
    def failing() -> None:
        raise raised

    monkeypatch.setattr(program, "commands", failing)
    assert main([]) == code
    printed = capsys.readouterr()
    assert said in printed.err
    assert printed.out == ""
    assert "Traceback" not in printed.err


@pytest.mark.usefixtures("cli")
def test_the_data_folder_may_stand_before_the_command_and_the_one_behind_it_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    assert main(["--data-dir", str(first), "index", "create", "a"]) == 0
    assert main(["--data-dir", str(first), "index", "create", "b", "--data-dir", str(second)]) == 0
    assert [path.name for path in (first / "libraries").glob("*.ragindex")] == ["a.ragindex"]
    assert [path.name for path in (second / "libraries").glob("*.ragindex")] == ["b.ragindex"]


def test_a_file_where_the_data_folder_should_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    assert main(["index", "list", "--data-dir", str(tmp_path / "file")]) == 2
    assert "is a file" in capsys.readouterr().err
