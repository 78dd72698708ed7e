"""``desktop-rag serve``: the local API, and the tokens of the programs that may use it."""

from pathlib import Path

import click

from desktop_rag.cli.common import open_worker, said, stderr, stdout, wait_for
from desktop_rag.cli.serve.clients import allow, list_, revoke
from desktop_rag.config.data_folder import current_data_dir
from desktop_rag.core.errors import UserError
from desktop_rag.core.paths import portable_data_dir
from desktop_rag.core.user_text import UserText
from desktop_rag.services.outside.clients import DEFAULT_PORT


@click.group("serve", invoke_without_command=True)
@click.option(
    "--port", type=click.IntRange(1, 65535), default=DEFAULT_PORT, show_default=True, help="Port to serve on."
)
@click.option(
    "--origin",
    "origins",
    multiple=True,
    metavar="ADDRESS",
    help="Also answer a web page from this address, such as http://localhost:3000. May be repeated.",
)
@click.option("--data-dir", type=click.Path(file_okay=False, path_type=Path), help="Folder of libraries and settings.")
@click.option("--portable", is_flag=True, help="Use the folder beside the program.")
@click.pass_context
def serve(
    context: click.Context, data_dir: Path | None, port: int, origins: tuple[str, ...], *, portable: bool
) -> None:
    """Serve shared libraries to programs of this computer over HTTP, until Ctrl+C.

    Share libraries with “mcp share NAME”, and give each program a token with “serve allow NAME”. Chat clients
    that take OpenAI's API find the libraries as models; /openapi.json describes the rest.
    """
    if portable or data_dir is not None:
        context.obj = portable_data_dir() if portable else data_dir
    if context.invoked_subcommand is not None:
        return
    try:
        from desktop_rag.worker.outside.api.server import ApiServer
    except ModuleNotFoundError as error:
        raise UserError(
            UserText("The local API needs {library}, which is not installed.", library=error.name or "uvicorn"),
            UserText('Install it with: pip install "desktop-rag[serve]"'),
        ) from error
    folder = context.find_object(Path) or current_data_dir()
    with open_worker(folder) as worker:
        if not wait_for(worker.sharing.shared()):
            stderr().print(UserText("Share a library next: desktop-rag mcp share NAME"))
        if not wait_for(worker.api_clients.listed()):
            stderr().print(UserText("Make a token next: desktop-rag serve allow NAME"))
        api = ApiServer(worker, port, origins=origins)
        api.run(lambda: stdout().print(f"{api.address}/v1"))
    stderr().print(said(UserText("Stopped.")))


for one in (allow, list_, revoke):
    serve.add_command(one)
