"""How an evidence pack is bound together, and whether one is whole: with Python's standard library alone.

A pack is an HTML page or a PDF with two lines of JSON in it, one of each kind: the manifest, which says all that the
pack shows, and behind it the seal. In HTML each is the content of a ``<script type="application/json">``, in PDF that
of an attached file, stored as it is.

- The manifest's ``parts`` are the SHA-256 of what stands before it, between it and the seal, and behind the seal. So
  every byte outside both lines is bound to the manifest, and neither line can move.
- The seal has the SHA-256 of the manifest's bytes, and the Ed25519 signature of these bytes where the manifest names a
  ``signer``. So every byte of the manifest is bound to the seal.
- Both lines are canonical: ``canonical`` of what they say is what they are. So each byte of the seal counts as well.

Whoever changes a byte must compute all of this anew. Nothing hinders them in a pack without a signature: it guards
against damage and careless changes. A signature shows whose pack it is to those who know the key's fingerprint from
elsewhere. What a page shows is further bound to the manifest's words by drawing it again (``page.page_parts``).

``resources/verify_pack.py`` has these functions, letter for letter, for who does not have the program.
"""

# What follows stands in resources/verify_pack.py as well; tests/services/packs/test_script.py compares both.
import hashlib
import json
import re
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
