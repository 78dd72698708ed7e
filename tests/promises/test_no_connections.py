"""“There is no telemetry … The program contacts only the model servers you choose”, and writes into its folder alone.

Programs and their children run with an audit hook that writes down every connection and every look-up of a name, and,
where Linux lets them, in a network of their own that leads nowhere and counts what is sent, by native code too.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path

import pytest

from tests.helpers.embedding_server import EmbeddingServer
from tests.helpers.fresh_home import IN_THE_DATA_FOLDER, FreshHome
from tests.helpers.lanes import rest_at_night
from tests.helpers.scripted_server import Reply, ScriptedServer

SECONDS = 170
HOOK = """
import os, sys

_ASKED = {"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr", "socket.getnameinfo"}
_SENT = {"socket.connect", "socket.sendto", "socket.sendmsg", "socket.bind"}

def _note(event, arguments):
    if event in _ASKED:
        place = repr(arguments[0])
    elif event in _SENT and int(arguments[0].family) != 1:  # not between programs of this computer
        place = repr(arguments[1])
    else:
        return
    line = f"{event} {place}\\n".encode()
    file = os.open(os.environ["CONNECTIONS_FILE"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.write(file, line)
    os.close(file)

sys.addaudithook(_note)
"""
COUNTERS = """
import json
from pathlib import Path

def counters(file):
    for names, values in zip(*[iter(Path(file).read_text().splitlines())] * 2):
        kind = names.partition(":")[0]
        yield from ((f"{kind} {name}", int(value)) for name, value in list(zip(names.split(), values.split()))[1:])

found = dict(counters("/proc/net/snmp"))
found |= dict(line.split() for line in Path("/proc/net/snmp6").read_text().splitlines())
wanted = ("Ip OutRequests", "Ip OutNoRoutes", "Ip6OutRequests", "Ip6OutNoRoutes", "Tcp ActiveOpens", "Udp OutDatagrams")
print(json.dumps({name: int(found[name]) for name in wanted}))
"""
WORK = """
import sys
from pathlib import Path
from desktop_rag.worker.worker import Worker

if __name__ == "__main__":
    worker = Worker(Path(sys.argv[1]))
    worker.libraries.create("lib").result(30)
    worker.files.add("lib", [Path(sys.argv[2])]).result(120)
    worker.watch()
    for mode in ("hybrid", "vector", "bm25"):
        assert worker.search.passages("lib", "How long do cats sleep?", mode=mode).result(60)
    found = worker.search.passages("lib", "Whales").result(60)
    worker.pages.render("lib", next(one for one in found if one.file.endswith(".pdf")), page=1, zoom=0.5).result(60)
    answer = worker.answers.ask("lib", "How long do cats sleep?").result(60)
    assert answer.citations and not answer.model
    worker.close()
"""
COMMANDS = """
import json, sys
from desktop_rag.cli.main import main

if __name__ == "__main__":
    for arguments in json.loads(sys.argv[1]):
        assert main([*arguments, "--data-dir", sys.argv[2]]) == 0, arguments
"""
CHILD = """
import multiprocessing, socket

def ask():
    try:
        socket.create_connection(("203.0.113.1", 9), timeout=0.2)
    except OSError:
        pass

if __name__ == "__main__":
    process = multiprocessing.get_context("spawn").Process(target=ask)
    process.start()
    process.join()
"""


WINDOW = "tests.helpers.window_program"
WHALES = ("When do whales sing?", "Whales sing at night.")


class Watched:
    """Runs programs and keeps what they connect to."""

    def __init__(self, folder: Path) -> None:
        self.fresh = FreshHome(folder)
        self.folder = folder
        self._noted = folder / "connections.txt"
        (folder / "hook").mkdir()
        (folder / "hook" / "sitecustomize.py").write_text(HOOK)

    def run(self, *arguments: str | Path, inside: tuple[str, ...] = ()) -> str:
        """Run Python with some arguments, to a good end; return what it printed."""
        environment = self.fresh.environment(self.folder / "hook", CONNECTIONS_FILE=str(self._noted))
        program = [*inside, sys.executable, *map(str, arguments)]
        done = subprocess.run(
            program, env=environment, timeout=SECONDS, check=False, cwd=self.folder, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def run_commands(self, *commands: tuple[str | Path, ...]) -> str:
        """Run commands of ``desktop-rag`` one after the other in one program; return what they printed."""
        arguments = json.dumps([[str(one) for one in command] for command in commands])
        return self.run(self.script("commands.py", COMMANDS), arguments, self.folder / "data")

    def script(self, name: str, code: str) -> Path:
        path = self.folder / name
        path.write_text(code, encoding="utf-8")
        return path

    def has_written_into_its_folder_alone(self, more: Collection[str] = ()) -> None:
        """Check that nothing is new in the home or among the temporary files, nor odd in the data folder."""
        assert self.fresh.left() == []
        assert {path.name for path in (self.folder / "data").iterdir()} <= IN_THE_DATA_FOLDER | set(more)

    @property
    def connections(self) -> list[str]:
        """Every connection and look-up so far, in order."""
        return self._noted.read_text().splitlines() if self._noted.exists() else []


@pytest.fixture
def watched(tmp_path: Path) -> Watched:
    (tmp_path / "watched").mkdir()
    return Watched(tmp_path / "watched")


@pytest.fixture
def papers(folder: Path) -> Path:
    from tests.helpers.pages import pdf_of

    pdf_of(folder / "whales.pdf", "Whales sing at night.")
    (folder / "page.html").write_text(
        '<p>Whales <img src="http://tracker.example.com/pixel.png"></p>'
        '<link rel="stylesheet" href="https://fonts.example.com/a.css"><script src="//cdn.example.com/a.js"></script>'
    )
    (folder / "entities.xml").write_text(
        '<!DOCTYPE a [<!ENTITY e SYSTEM "http://tracker.example.com/dtd">]><a>Whales &e; entity</a>'
    )
    return folder


@pytest.mark.slow
def test_the_command_line_contacts_nobody(watched: Watched, papers: Path) -> None:
    watched.run_commands(
        ("index", "create", "lib"),
        ("add", "lib", papers),
        ("search", "lib", "cats"),
        ("ask", "lib", "How long do cats sleep?"),
        ("status", "lib"),
        ("settings",),
    )
    assert watched.connections == []
    watched.has_written_into_its_folder_alone()


def is_local(line: str) -> bool:
    """Whether a connection or a look-up is one of this computer itself."""
    return line.partition(" ")[2].lstrip("('").startswith("127.0.0.1'")


@pytest.mark.slow
def test_with_a_model_only_its_server_is_contacted(watched: Watched, folder: Path) -> None:
    with ScriptedServer() as server, EmbeddingServer() as embedding:
        settings = {
            "embedding.provider": "openai",
            "embedding.base_url": embedding.address,
            "embedding.model": "double",
        }
        (watched.folder / "data").mkdir()
        (watched.folder / "data" / "settings.json").write_text(json.dumps(settings))
        server.default = Reply(tokens=["Cats sleep sixteen hours a day."])
        model = ("--provider", "openai", "--base-url", server.base_url, "--model", server.models[0])
        asking = ("ask", "lib", "How long do cats sleep?", *model)
        printed = watched.run_commands(("index", "create", "lib"), ("add", "lib", folder), asking)
        assert "Cats sleep sixteen hours a day." in printed
        chosen = {str(embedding.port), server.base_url.removesuffix("/v1").rpartition(":")[2]}
        connected = [line for line in watched.connections if line.startswith("socket.connect ")]
        assert {line.rpartition(", ")[2].rstrip(")") for line in connected} == chosen
        assert {line.partition(" ")[2].partition(",")[0].strip("('") for line in connected} == {"127.0.0.1"}
        assert {line.partition(" ")[2].strip("'b") for line in watched.connections if "addr" in line} <= {"127.0.0.1"}


def own_network() -> tuple[str, ...]:
    """Return the command that runs a program in a network of its own, without any way out; empty where none does."""
    tool = shutil.which("unshare")
    command = (tool or "", "-r", "-n")
    if tool is None or subprocess.run([*command, "true"], check=False, capture_output=True).returncode:
        return ()
    return command


def counted_sends(watched: Watched, *program: str | Path) -> dict[str, int]:
    """Run a program of Python in a network of its own; return what that network counted. Skip where there is none."""
    inside = own_network()
    if not inside:
        pytest.skip("this system does not give programs a network of their own")
    both = watched.script(
        "both.py",
        "import subprocess, sys\nsubprocess.run([sys.executable, *sys.argv[2:]], check=True)\n"
        "sys.stdout.flush()\nsubprocess.run([sys.executable, sys.argv[1]], check=True)\n",
    )
    counters = watched.script("counters.py", COUNTERS)
    printed = watched.run(both, counters, *program, inside=inside)
    found: dict[str, int] = json.loads(printed.splitlines()[-1])
    return found


@pytest.mark.sampled(2)
@pytest.mark.slow
@pytest.mark.parametrize("skin", rest_at_night(["worker", "window"], {"window"}))
@pytest.mark.parametrize(
    "network", ["none, where the system allows it", pytest.param("the usual", marks=pytest.mark.nightly)]
)
def test_adding_searching_asking_and_drawing_contact_nobody_else(
    watched: Watched, papers: Path, skin: str, network: str
) -> None:
    """The window looks for model servers on this computer; in a network of its own there is no way to them either."""
    program: tuple[str | Path, ...] = ("-m", WINDOW, watched.folder / "data", papers, *WHALES)
    if skin == "worker":
        program = (watched.script("work.py", WORK), watched.folder / "data", papers)
    sent: dict[str, int] = {}
    if network == "the usual" or not own_network():
        watched.run(*program)
    else:
        sent = counted_sends(watched, *program)
    watched.has_written_into_its_folder_alone({"window.ini"} if skin == "window" else set())
    local = [line for line in watched.connections if is_local(line)]
    assert watched.connections == local
    assert skin == "window" or not local
    if sent:
        looked = sum(line.startswith("socket.connect ") for line in local)
        assert sent.pop("Ip OutNoRoutes") == looked
        assert {name: count for name, count in sent.items() if count and name.startswith(("Ip ", "Tcp", "Udp"))} == {}
        assert sent["Ip6OutNoRoutes"] == 0


def test_a_connection_of_a_child_would_be_noticed(watched: Watched) -> None:
    watched.run(watched.script("child.py", CHILD))
    assert "socket.connect ('203.0.113.1', 9)" in watched.connections


def test_the_network_counts_what_is_tried(watched: Watched) -> None:
    assert counted_sends(watched, watched.script("child.py", CHILD))["Ip OutNoRoutes"] >= 1
