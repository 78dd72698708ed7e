"""The script that checks packs without the program: the same functions, run as a process of its own."""

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from desktop_rag.core.paths import resource_path
from desktop_rag.services.packs import sealing
from tests.services.packs.conftest import Contracts

SCRIPT = resource_path("verify_pack.py")
openssl = pytest.mark.skipif(shutil.which("openssl") is None, reason="there is no openssl here")


def run(*arguments: str | Path) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-I", SCRIPT, *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout


def test_the_script_has_the_functions_of_the_program_and_imports_only_what_python_has() -> None:
    script, program = SCRIPT.read_text(encoding="utf-8"), Path(sealing.__file__).read_text(encoding="utf-8")
    begin = "\nVERSION = 1\n"
    assert program[program.index(begin) :].rstrip() in script
    nodes = list(ast.walk(ast.parse(script)))
    imported = {one.name for node in nodes if isinstance(node, ast.Import) for one in node.names}
    imported |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    assert len(imported) > 5
    assert imported <= sys.stdlib_module_names


@pytest.mark.parametrize("suffix", [".html", ".pdf"])
def test_whole_packs_changed_ones_and_their_files(made: Contracts, tmp_path: Path, suffix: str) -> None:
    code, said = run(made.packs[suffix], made.folder)
    assert code == 0, said
    assert "Whole" in said
    assert "1. The monthly rent is £980 [contradicted]" in said
    assert "same: Contracts/lease.txt" in said
    data = made.packs[suffix].read_bytes()
    (tmp_path / "changed").write_bytes(data.replace(b"Contracts", b"Kontracts", 1) if suffix == ".html" else data[:-1])
    code, said = run(tmp_path / "changed")
    assert (code, said) == (1, "CHANGED: this pack is not as it was made.\n")
    (tmp_path / "lease.txt").write_text("Another lease.")
    code, said = run(made.packs[suffix], tmp_path)
    assert code == 1
    assert "CHANGED: Contracts/lease.txt" in said
    assert "NOT THERE: Contracts/old/service.pdf" in said


@openssl
@pytest.mark.parametrize("suffix", [".html", ".pdf"])
def test_openssl_tells_the_key_of_a_signature_and_a_wrong_one(made: Contracts, tmp_path: Path, suffix: str) -> None:
    key = made.services.packs.key()
    code, said = run(made.signed[suffix], "--fingerprint", key.fingerprint)
    assert code == 0, said
    assert f"Signed by the key with the fingerprint {key.fingerprint}" in said
    assert run(made.signed[suffix], "--fingerprint", "0" * 64)[0] == 1
    assert run(made.packs[suffix], "--fingerprint", key.fingerprint)[0] == 1
    found = sealing.opened(made.signed[suffix].read_bytes())
    wrong = sealing.canonical(sealing.sealed(found.manifest, bytes(63) + b"\1"))
    right = sealing.canonical(sealing.sealed(found.manifest, found.signature))
    (tmp_path / "wrong").write_bytes(made.signed[suffix].read_bytes().replace(right, wrong))
    code, said = run(tmp_path / "wrong")
    assert code == 1
    assert "signature is not that of the key" in said
    (tmp_path / "key.pem").write_text(key.pem)
    shown = subprocess.run(
        ["openssl", "pkey", "-pubin", "-in", tmp_path / "key.pem", "-outform", "DER"], capture_output=True, check=True
    )
    assert sealing.sha256(shown.stdout) == key.fingerprint.replace(" ", "")
