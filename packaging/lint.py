"""What lintian, rpmlint and the validators of desktops say of packages, and why some of it stays.

Both checkers expect programs that are compiled against the system they are installed on. Ours brings Python and its
libraries along: that explains nearly all they say. What is not explained here fails the check.
"""

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

_OWN_COPIES = "Python's wheels bring their own copies of libraries, which are tested together"
LINTIAN = {
    "dir-or-file-in-opt": "what comes from outside Debian lies in /opt, as the hierarchy standard says",
    "embedded-library": _OWN_COPIES,
    "custom-library-search-path": "libraries of wheels and of Python look beside themselves, and where they were built",
    "shared-library-lacks-prerequisites": "modules of Python are loaded by a program that has what they need",
    "library-not-linked-against-libc": "modules of Python are loaded by a program that has what they need",
    "unstripped-binary-or-object": "what wheels keep in NAME.libs was rewritten, and breaks when it is stripped",
    "hardening-no-pie": "PyInstaller links its programs so; what they load can lie anywhere",
    "duplicate-font-file": "formulas are measured with this very font, whichever the system has",
    "script-not-executable": "verify_pack.py is a file for a person to copy; Python is named when it is run",
    "bogus-mail-host": "the developers publish no address",
    "bogus-mail-host-in-debian-changelog": "the developers publish no address",
}
_NO_LIBRARY = "rpmlint takes this for a package of a library, and for documents; it is one program in one folder"
RPMLINT = {
    "dir-or-file-in-opt": LINTIAN["dir-or-file-in-opt"],
    "non-versioned-file-in-library-package": _NO_LIBRARY,
    "(library-without-ldconfig-post(in|un)|postun-without-ldconfig)": _NO_LIBRARY,
    "no-dependency-on locales-rag": _NO_LIBRARY,
    "binary-or-shlib-defines-rpath": LINTIAN["custom-library-search-path"],
    "shared-library-without-dependency-information": LINTIAN["shared-library-lacks-prerequisites"],
    "shared-library-not-executable": "they are loaded and never run",
    "missing-hash-section": "wheels are linked for glibc, which reads the newer table alone",
    "unstripped-binary-or-object": LINTIAN["unstripped-binary-or-object"],
    "position-independent-executable-suggested": LINTIAN["hardening-no-pie"],
    "non-executable-script .*verify_pack.py": LINTIAN["script-not-executable"],
    "binary-or-shlib-calls-gethostbyname": "Python and Rust offer it; the program asks for addresses of both kinds",
    "missing-call-to-setgroups-before-setuid .*libQt6Core": "of QProcess; the program changes no user",
    "files-duplicate": "licences of libraries repeat one another",
    "uncompressed-zip .*base_library.zip": "Python starts sooner from it; the package compresses it",
    "manpage-not-compressed": "gzip is what every system reads",
    "no-manual-page-for-binary desktop-rag(-gui)?$": "they are there, as desktop-rag.1.gz and desktop-rag-gui.1.gz",
    "desktopfile-without-binary .*desktop-rag-gui": "the command is a link to the program in /opt",
    "symlink-should-be-relative": "Debian wants links between top folders absolute; both packages hold the same",
    "invalid-license AGPL-3.0-or-later": "its name in the list of SPDX, which Fedora uses",
    "use-of-home-in-%postun": "what it prints names the folder; nothing is done there",
    "no-url-tag": LINTIAN["bogus-mail-host"].replace("address", "page"),
    "no-signature": "whoever publishes it signs it",
}


def overrides() -> str:
    """Return what lintian reads from the package: what stays, each with its reason."""
    return "".join(f"# {reason}\ndesktop-rag: {tag} *\n" for tag, reason in LINTIAN.items())


def filters() -> str:
    """Return the same for rpmlint, which is given it beside the package."""
    return "".join(f"# {reason}\naddFilter(r'{tag}')\n" for tag, reason in RPMLINT.items())


def run(paths: Sequence[Path], root: Path) -> int:
    """Check packages, and what desktops read of the sources; return 1 when a checker finds something new."""
    found = [_said("desktop-file-validate", *sorted((root / "packaging").glob("*.desktop")))]
    with tempfile.TemporaryDirectory() as folder:
        explained = Path(folder) / "rpmlintrc"
        explained.write_text(filters(), encoding="utf-8")
        for path in paths:
            if path.suffix == ".deb":
                found.append(_said("lintian", "--allow-root", "--fail-on=error,warning", "--tag-display-limit=0", path))
            elif path.suffix == ".rpm":
                found.append(_said("rpmlint", "--strict", "--rpmlintrc", explained, path))
            else:
                sys.exit(f"{path.name} is neither a .deb nor a .rpm.")
    if all(found):
        print("Nothing is found that is not explained.")
    return 0 if all(found) else 1


def _said(*command: "str | Path") -> bool:
    """Run a checker and print what it says; return False where it is not content."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    said = f"{done.stdout}{done.stderr}".strip()
    print(f"{Path(command[0]).name}: {'clean' if done.returncode == 0 else said}", flush=True)
    return done.returncode == 0
