"""``desktop-rag connection``: list, add, choose and remove the saved connections to models."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

import click

from desktop_rag.cli.common import json_option, open_config, print_json, program_options, said, stdout
from desktop_rag.cli.overrides import MODEL_FLAGS, overrides_of, setting_option
from desktop_rag.config import Config, OptionValue
from desktop_rag.config.connections import Connection, find_connection, new_connection
from desktop_rag.config.masking import header_names
from desktop_rag.config.options import LLM_BASE_URL, LLM_CONNECTION, LLM_MODEL, LLM_PROVIDER
from desktop_rag.config.presets import Preset, preset_named, presets
from desktop_rag.core.errors import UserError
from desktop_rag.core.user_text import UserText
from desktop_rag.llms.resolve import parse_fields, parse_headers

_SET_HELP = "Any other setting of the model, for example llm.context_window=8192. May be repeated."


@click.group()
def connection() -> None:
    """List, add, choose and remove saved connections to models."""


@connection.command("list")
@program_options
@json_option
def list_(data_dir: Path, *, as_json: bool) -> None:
    """List the connections; the one that is asked has a star."""
    config = open_config(data_dir)
    if as_json:
        print_json([_to_json(one, config) for one in config.connections])
        return
    for one in config.connections:
        mark = "*" if one.id == config[LLM_CONNECTION] else " "
        where = one.address or "usual address"
        stdout().print(f"{mark} {one.name}  {one.provider}  {where}  {one.model or 'no model chosen'}")
    if not config.connections:
        stdout().print("No connections yet. Add one with: desktop-rag connection add NAME")


@connection.command("add")
@click.argument("name")
@click.option("--preset", default="", metavar="SERVICE", help="Take provider and address of a known service.")
@setting_option("provider", LLM_PROVIDER)
@setting_option("base-url", LLM_BASE_URL)
@setting_option("model", LLM_MODEL)
@click.option("--set", "others", multiple=True, metavar="KEY=VALUE", help=_SET_HELP)
@program_options
def add(name: str, preset: str, data_dir: Path, **given: object) -> None:
    """Save the connection NAME. If NAME is a known service, such as Ollama or Groq, its address is used.

    The first connection is the one that is asked from now on; “connection use” chooses another.
    """
    config = open_config(data_dir)
    known = _preset(preset) if preset else preset_named(name)
    values: dict[str, OptionValue] = {}
    if known is not None:
        values = {LLM_PROVIDER.key: known.provider, LLM_BASE_URL.key: known.address}
    values |= overrides_of({**dict.fromkeys(MODEL_FLAGS), **given})
    if values.get(LLM_PROVIDER.key, "none") == "none":
        raise UserError(
            "A connection needs a provider.",
            UserText("Add --provider, or --preset with one of: {names}.", names=_names()),
        )
    parse_headers(str(values.get("llm.default_headers", "")))
    parse_fields(str(values.get("llm.additional_kwargs", "")))
    name = name.strip()
    config.change_connections(partial(_with_new, config.keep_secrets(values), name))
    stdout().print(said(UserText("Saved the connection “{name}”.", name=name)))
    if known is not None and known.help:
        stdout().print(known.help)
    if known is not None and known.key_page:
        stdout().print(f"It needs an API key. Get one at {known.key_page}")


@connection.command("use")
@click.argument("name")
@program_options
def use(name: str, data_dir: Path) -> None:
    """Ask the connection NAME from now on, unless a conversation has chosen another; “none” asks no model."""
    config = open_config(data_dir)
    if name == "none" and find_connection(config.connections, name) is None:
        config.change_connections(lambda now, _: (now, ""))
        stdout().print(said("Answers are now quotations from your files."))
        return
    chosen = _named(config, name)
    config.change_connections(lambda now, _: (now, chosen.id))
    stdout().print(said(UserText("“{name}” is now asked.", name=chosen.name)))


@connection.command("remove")
@click.argument("name")
@program_options
def remove(name: str, data_dir: Path) -> None:
    """Remove the connection NAME. Conversations that use it ask the model of the settings from then on."""
    config = open_config(data_dir)
    gone = _named(config, name)
    config.change_connections(partial(_without, gone))
    stdout().print(said(UserText("Removed the connection “{name}”.", name=gone.name)))


def _with_new(
    values: Mapping[str, OptionValue], name: str, now: Sequence[Connection], in_use: str
) -> tuple[Sequence[Connection], str]:
    added = new_connection(values, now, name)
    return [*now, added], in_use or added.id


def _without(gone: Connection, now: Sequence[Connection], in_use: str) -> tuple[Sequence[Connection], str]:
    rest = [one for one in now if one.id != gone.id]
    if in_use == gone.id:
        in_use = rest[0].id if rest else ""
    return rest, in_use


def _named(config: Config, name: str) -> Connection:
    found = find_connection(config.connections, name)
    if found is None:
        raise UserError(
            UserText("There is no connection named “{name}”.", name=name), "List them with: desktop-rag connection list"
        )
    return found


def _preset(name: str) -> Preset:
    found = preset_named(name)
    if found is None:
        raise UserError(
            UserText("There is no known service named “{name}”.", name=name),
            UserText("Known: {names}.", names=_names()),
        )
    return found


def _names() -> str:
    return ", ".join(one.name for one in presets())


def _to_json(one: Connection, config: Config) -> dict[str, object]:
    """Return a connection for programs; headers may hold keys, so only their names are shown."""
    shown = {key: value for key, value in one.values.items() if key != "llm.default_headers"}
    headers = header_names(str(one.values.get("llm.default_headers", "")))
    return {"name": one.name, "in_use": one.id == config[LLM_CONNECTION], "values": shown, "headers": headers}
