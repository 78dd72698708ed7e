"""``desktop-rag settings``: every setting with its value, its default and what it does; settings as a file."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from desktop_rag.cli.common import json_option, open_config, print_json, program_options, said, stdout
from desktop_rag.config import OPTION_GROUPS, AnyOption, OptionGroup, OptionValue
from desktop_rag.config.exchange import export_settings, import_settings
from desktop_rag.config.options import PROMPTS
from desktop_rag.core.errors import UserError
from desktop_rag.core.user_text import UserText

_SHOW = "show"


class _SettingsGroup(click.Group):
    """A group whose first words may also be keys: then settings are shown."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take arguments that are no command for the keys of settings."""
        if not (args and (args[0] in self.commands or args[0] in ctx.help_option_names)):
            args = [_SHOW, *args]
        return super().parse_args(ctx, args)


@click.group(cls=_SettingsGroup)
def settings() -> None:
    """Show the settings, or export and import them.

    “settings [KEY]...” shows keys for --set KEY=VALUE, values, defaults and choices; with --json for programs.
    """


@settings.command("export")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
@program_options
def export(file: Path, data_dir: Path, *, force: bool) -> None:
    """Write the settings and connections to FILE. Keys, passwords and values of HTTP headers are left out."""
    if file.exists() and not force:
        raise UserError(
            UserText("{file} exists already.", file=file), "Choose another name, or replace it with --force."
        )
    export_settings(open_config(data_dir), file)
    stdout().print(said(UserText("Wrote the settings to {file}, without keys and passwords.", file=file)))


@settings.command("import")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@program_options
def import_(file: Path, data_dir: Path) -> None:
    """Put the settings of FILE in the place of all settings. Keys and passwords stay as they are."""
    left_out = import_settings(open_config(data_dir), file)
    stdout().print(said(UserText("Took over the settings of {file}.", file=file)))
    for sentence in left_out.sentences():
        stdout().print(said(sentence))


@settings.command(_SHOW)
@click.argument("keys", nargs=-1, metavar="[KEY]...")
@program_options
@json_option
def show(keys: tuple[str, ...], data_dir: Path, *, as_json: bool) -> None:
    """Show the settings: keys for --set KEY=VALUE, values, defaults and choices.

    KEY is a setting or the beginning of some, such as llm or retrieval.alpha; without any, all are shown.
    """
    config = open_config(data_dir)
    shown = list(_shown(keys))
    if not shown:
        raise _unknown(keys)
    if as_json:
        print_json([_to_json(group, option, config.value(option)) for group, options in shown for option in options])
        return
    for group, options in shown:
        stdout().print(f"{group.title}\n")
        for option in options:
            _print(option, config.value(option), whole=group is not PROMPTS or option.key in keys)


def _shown(keys: Sequence[str]) -> Iterator[tuple[OptionGroup, list[AnyOption]]]:
    """Yield each group that has an option of these keys, with those options."""
    for group in OPTION_GROUPS:
        if options := [option for option in group.options if _is_wanted(option, keys)]:
            yield group, options


def _unknown(keys: Sequence[str]) -> UserError:
    known = ", ".join(sorted({option.key.partition(".")[0] for group in OPTION_GROUPS for option in group.options}))
    return UserError(
        UserText("There is no setting named {name}.", name=" or ".join(map(repr, keys))),
        UserText("Settings begin with: {known}.", known=known),
    )


def _is_wanted(option: AnyOption, keys: Sequence[str]) -> bool:
    return not keys or any(option.key == key or option.key.startswith(f"{key.rstrip('.')}.") for key in keys)


def _print(option: AnyOption, value: OptionValue, *, whole: bool) -> None:
    """Print one setting; of a prompt only whether it is the default, unless it is wanted ``whole``."""
    out = stdout()
    if whole:
        default = "" if value == option.default else f"  (default: {_written(option.default)})"
        out.print(f"  {option.key}={_written(value)}{default}")
    else:
        out.print(f"  {option.key}  ({'default' if value == option.default else 'changed'})")
    out.print(f"      {option.label}: {option.help}")
    if note := _note(option):
        out.print(f"      {note}")
    width = max((len(_written(value)) for value in option.values), default=0)
    for choice in option.choices:
        needs = " (needs a model)" if choice.needs_model else ""
        words = ": ".join(filter(None, (choice.label, choice.help)))
        out.print(f"      {_written(choice.value):{width}}  {words}{needs}")
    out.print("")


def _note(option: AnyOption) -> str:
    """Return an option's range, with its unit and what its least number stands for, or an example."""
    if option.example:
        return f"Example: {option.example}"
    if option.minimum is None:
        return ""
    least = f" ({option.minimum}: {option.minimum_label})" if option.minimum_label else ""
    return f"{option.minimum:,} to {option.maximum:,} {option.unit}".rstrip() + least


def _written(value: OptionValue) -> str:
    """Return a value as ``--set`` takes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _to_json(group: OptionGroup, option: AnyOption, value: OptionValue) -> dict[str, object]:
    return {
        "key": option.key,
        "value": value,
        "default": option.default,
        "group": group.title,
        "label": option.label,
        "help": option.help,
        "minimum": option.minimum,
        "maximum": option.maximum,
        "unit": option.unit,
        "example": option.example,
        "choices": [
            {"value": choice.value, "label": choice.label, "help": choice.help, "needs_model": choice.needs_model}
            for choice in option.choices
        ],
    }
