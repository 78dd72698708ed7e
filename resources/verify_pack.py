#!/usr/bin/env python3
"""Check an evidence pack of Desktop RAG without Desktop RAG: with Python 3.11 or later, and openssl for signatures.

    python verify_pack.py PACK [FOLDER] [--fingerprint FINGERPRINT]

PACK is an HTML page or a PDF. It is whole if no byte of it was changed since it was made; the text at its beginning
tells how that is known. FOLDER has the original files, also in folders below: each is looked for by its name, and its
SHA-256 compared. With --fingerprint the pack must be signed by that key.

Exit code: 0 the pack is whole, its signature is right and the files in FOLDER are the same; 1 something is not so;
2 it could not be checked.

Desktop RAG makes a pack of two lines of JSON, one of each kind: the manifest, which says all that the pack shows, and
behind it the seal. In HTML each is the content of a ``<script type="application/json">``, in PDF that of an attached
file, stored as it is. The manifest's ``parts`` are the SHA-256 of what stands before it, between it and the seal, and
behind the seal; the seal has the SHA-256 of the manifest, and the signature of the manifest's bytes. Without a
signature this shows damage and careless changes alone: whoever knows how can compute all of it anew.
"""

import argparse
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

VERSION = 1
MOST_BYTES = 256 << 20  # of a pack
_MOST_MANIFEST = 32 << 20  # bytes
_MOST_SEAL = 4096  # bytes
_MOST_NESTED, _MOST_VALUES = 1_000_000, 4_000_000  # brackets and commas: each may take a hundred bytes of memory
_ESCAPED = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\x7f": "\\u007f"})
_MANIFEST, _SEAL = b'{"_":"desktop-rag evidence manifest ', b'{"_":"desktop-rag evidence seal '
_REST_OF_LINE = re.compile(rb'([0-9]{1,6})"[^\r\n]*')
_PICTURE = re.compile(rb'src="data:image/png;base64,([A-Za-z0-9+/=]*)"')


class PackError(Exception):
    """A pack that is not whole; the first argument names the reason in one or two words."""


@dataclass(frozen=True)
class Opened:
    """A whole pack, apart from its signature: the ``manifest`` as it was written and as it was read.

    ``signature`` and ``public_key`` have 64 and 32 bytes, none where the pack is not signed.
    """

    manifest: bytes
    read: dict[str, object]
    parts: tuple[bytes, bytes, bytes]
    signature: bytes = b""
    public_key: bytes = b""


def canonical(value: object) -> bytes:
    """Return JSON in the one form that packs have: sorted keys, no blanks, ASCII without “<”, “>” and “&”."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return text.translate(_ESCAPED).encode("ascii")


def sha256(data: bytes) -> str:
    """Return the SHA-256 of bytes in hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def read_bounded(path: Path) -> bytes:
    """Return the bytes of a pack; PackError where they are too many, OSError where they cannot be read."""
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise PackError("too large")
    return data


def opened(data: bytes) -> Opened:
    """Return what is in a pack, once every byte of it is known to be as it was sealed; the signature is not looked at.

    Raises:
        PackError: it is no pack, was changed, or a later version made it.

    """
    manifests, seals = _lines(data, _MANIFEST), _lines(data, _SEAL)
    if not manifests and not seals:
        raise PackError("no pack")
    if len(manifests) != 1 or len(seals) != 1 or seals[0].start < manifests[0].stop:
        raise PackError("changed")
    if max(_version(data, line) for line in (manifests[0], seals[0])) > VERSION:
        raise PackError("newer")
    manifest, seal = data[manifests[0]], _read(data[seals[0]], _MOST_SEAL)
    if seal.get("manifest_sha256") != sha256(manifest):
        raise PackError("changed")
    read = _read(manifest, _MOST_MANIFEST)
    parts = (data[: manifests[0].start], data[manifests[0].stop : seals[0].start], data[seals[0].stop :])
    if read.get("parts") != [sha256(part) for part in parts]:
        raise PackError("changed")
    signer = read.get("signer")
    public_key = _bytes(signer.get("public_key"), 32) if isinstance(signer, dict) else b""
    signature = _bytes(seal.get("signature"), 64) if "signature" in seal else b""
    if bool(public_key) != bool(signature) or (signer is not None and not public_key):
        raise PackError("signature")
    if seal != sealed(manifest, signature):
        raise PackError("changed")
    return Opened(manifest, read, parts, signature, public_key)


def sealed(manifest: bytes, signature: bytes = b"") -> dict[str, object]:
    """Return the seal of a manifest."""
    seal: dict[str, object] = {"_": f"desktop-rag evidence seal {VERSION}", "manifest_sha256": sha256(manifest)}
    return {**seal, "signature": signature.hex()} if signature else seal


def pictures(page: bytes) -> list[bytes]:
    """Return the pictures of an HTML page in Base64, in their order."""
    return [found[1] for found in _PICTURE.finditer(page)]


def fingerprint(public_key: bytes) -> str:
    """Return the SHA-256 of a key as ``openssl pkey -pubin -outform DER`` writes it, in groups of four digits."""
    digits = sha256(PUBLIC_KEY_DER + public_key)
    return " ".join(digits[place : place + 4] for place in range(0, len(digits), 4))


PUBLIC_KEY_DER = bytes.fromhex("302a300506032b6570032100")  # what stands before the 32 bytes of an Ed25519 key


def _lines(data: bytes, beginning: bytes) -> list[slice]:
    """Return the places of the lines that begin so, and go on with a version."""
    found, place = [], data.find(beginning)
    while place >= 0:
        rest = _REST_OF_LINE.match(data, place + len(beginning))
        if rest and (not place or data[place - 1] in b"\r\n"):
            found.append(slice(place, rest.end()))
        place = data.find(beginning, place + 1)
    return found


def _version(data: bytes, line: slice) -> int:
    """Return the version in a line."""
    return int(data[line].split(b'"', 5)[3].rpartition(b" ")[2])


def _read(line: bytes, most: int) -> dict[str, object]:
    """Return what a line says; PackError where it is not canonical, or would take too much memory."""
    nested, values = line.count(b"[") + line.count(b"{"), line.count(b",")
    if len(line) > most or nested > _MOST_NESTED or values > _MOST_VALUES:
        raise PackError("too large")
    try:
        value = json.loads(line)
        is_canonical = canonical(value) == line
    except (ValueError, RecursionError) as error:
        raise PackError("changed") from error
    if not isinstance(value, dict) or not is_canonical:
        raise PackError("changed")
    return value


def _bytes(digits: object, length: int) -> bytes:
    """Return the bytes of hexadecimal digits; PackError where there are others than so many."""
    try:
        found = bytes.fromhex(digits) if isinstance(digits, str) else b""
    except ValueError:
        found = b""
    if len(found) != length or found.hex() != digits:
        raise PackError("signature")
    return found


# What stands above from VERSION on is desktop_rag/services/packs/sealing.py, letter for letter.
_SAID = {
    "no pack": "This is no evidence pack, or its proof was removed.",
    "changed": "CHANGED: this pack is not as it was made.",
    "signature": "CHANGED: the signature is not that of the key that the pack names.",
    "newer": "A later version of Desktop RAG made this pack: get a later version of this script.",
    "too large": "This is too large for an evidence pack.",
}


def main(arguments: list[str] | None = None) -> int:
    """Check a pack, print what came of it, and return the exit code."""
    parser = argparse.ArgumentParser(description="Check an evidence pack of Desktop RAG without Desktop RAG.")
    parser.add_argument("pack", type=Path, metavar="PACK")
    parser.add_argument("folder", type=Path, nargs="?", metavar="FOLDER", help="the original files")
    parser.add_argument("--fingerprint", help="of the key that must have signed the pack")
    given = parser.parse_args(arguments)
    try:
        found = opened(read_bounded(given.pack))
    except PackError as error:
        _say(_SAID[error.args[0]])
        return 1
    except OSError as error:
        _say(f"The pack cannot be read: {error}")
        return 2
    _say("Whole: no byte of this pack was changed since it was made.")
    for key in ("title", "library", "made_at", "program"):
        _say(f"{key}: {found.read.get(key)}")
    code = max(_signature(found, given.fingerprint), _items(found, given.folder))
    if not found.signature:
        _say("Not signed: it shows careless changes, not who made it.")
    return code


def _signature(found: Opened, wanted: str | None) -> int:
    """Check who signed a pack, and return the exit code."""
    plain = "".join((wanted or "").split()).lower()
    if not found.signature:
        if plain:
            _say("CHANGED: the pack is not signed, and ought to be.")
        return int(bool(plain))
    told = fingerprint(found.public_key)
    openssl = shutil.which("openssl")
    if openssl is None:
        _say(f"It names the key {told}, but its signature cannot be checked without openssl.")
        return 2
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / name for name in ("key.der", "signature", "manifest")]
        for file, data in zip(files, (PUBLIC_KEY_DER + found.public_key, found.signature, found.manifest), strict=True):
            file.write_bytes(data)
        key, signature, manifest = map(str, files)
        command = [openssl, "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", key, "-rawin"]
        done = subprocess.run([*command, "-in", manifest, "-sigfile", signature], capture_output=True, check=False)
    if b"Verification Failure" in done.stdout + done.stderr:
        _say(_SAID["signature"])
        return 1
    if done.returncode:
        _say(f"It names the key {told}, but this openssl cannot check its signature.")
        return 2
    _say(f"Signed by the key with the fingerprint {told}")
    if plain and plain != told.replace(" ", ""):
        _say("CHANGED: that is not the key that ought to have signed it.")
        return 1
    return 0


def _items(found: Opened, folder: Path | None) -> int:
    """Print the sentences of a pack, compare the files in a folder, and return the exit code."""
    files: dict[str, str] = {}
    for item in _list(found.read.get("items")):
        label = f"{item.get('label')}: " if item.get("label") else ""
        _say(f"{item.get('number')}. {label}{item.get('text')} [{item.get('verdict')}]")
        for source in _list(item.get("sources")):
            _say(f"     {source.get('place')}: {source.get('quote')}")
            if source.get("file_sha256"):
                files[str(source.get("file")).partition("//")[0]] = str(source.get("file_sha256"))
    if folder is None:
        return 0
    below = [path for path in folder.rglob("*") if path.is_file()]
    code = 0
    for file, wanted in sorted(files.items()):
        name = file.replace("\\", "/").rpartition("/")[2]
        alike = [path for path in below if path.name == name]
        is_same = any(_file_sha256(path) == wanted for path in alike)
        _say(f"{'same' if is_same else 'CHANGED' if alike else 'NOT THERE'}: {file}")
        code = max(code, int(not is_same))
    return code


def _list(value: object) -> list[dict[str, object]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _file_sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _say(text: str) -> None:
    """Print a line without what terminals obey."""
    line = "".join(char if char.isprintable() else "\ufffd" for char in text)
    sys.stdout.buffer.write(f"{line}\n".encode("utf-8", "replace"))


if __name__ == "__main__":
    sys.exit(main())
