"""Photographs every screen of the window in every language, theme and size, and says what looks wrong.

usage: python -m tests.tools.screens --out FOLDER [--screens NAME ...] [--languages de ja] [--sizes 900x600]
                                     [--themes dark] [--sheets resources/screenshots] [--taken] [--files 10000]

FOLDER then has a picture of each (``de/900x600/dark/palette.webp``) and ``report.md``, the table of findings. With
``--sheets`` a contact sheet of each screen is written, too; with ``--taken`` of the pictures that are in FOLDER, so
that sizes can be photographed one after the other. With Xvfb and openbox each size has a screen and a window manager of
its own; without them Qt draws the screens by itself.
"""

import argparse
import itertools
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.tools.screens.display import display
from tests.tools.screens.report import write_report

LANGUAGES = ("en", "de", "ja", "zh_CN")
THEMES = ("light", "dark", "contrast")
SIZES = {
    "1280x800": (1280, 800, 1),
    "900x600": (900, 600, 1),
    "1366x768": (1366, 768, 1),
    "2560x1440@200%": (2560, 1440, 2),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Take the pictures; one process for each size, which cannot change while Qt runs."""
    options = _parse(argv)
    if options.child:
        from tests.tools.screens.child import take_pictures

        take_pictures(options.child, options.worlds, options.out, options)
        return 0
    options.out.mkdir(parents=True, exist_ok=True)
    if not options.taken:
        _take_all(options)
    write_report(options.out)
    if options.sheets:
        _write_sheets(options)
    return 0


def _take_all(options: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder:
        from tests.tools.screens.screens import chosen_screens
        from tests.tools.screens.worlds import make_worlds

        worlds = options.worlds or Path(folder) / "worlds"
        make_worlds(worlds, {screen.world for screen in chosen_screens(options.screens)}, options.files)
        for size in options.sizes:
            _run_child(size, worlds, options)


def _parse(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--screens", nargs="*", default=[])
    parser.add_argument("--languages", nargs="*", default=list(LANGUAGES), choices=LANGUAGES)
    parser.add_argument("--sizes", nargs="*", default=list(SIZES), choices=list(SIZES))
    parser.add_argument("--themes", nargs="*", default=list(THEMES), choices=THEMES)
    parser.add_argument("--sheets", type=Path)
    parser.add_argument("--taken", action="store_true", help="take no pictures: those in FOLDER are there already")
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--worlds", type=Path, help="data folders that were made before, or where to keep them")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    return parser.parse_args(argv)


def _run_child(size: str, worlds: Path, options: argparse.Namespace) -> None:
    width, height, scale = SIZES[size]
    chosen = ["--languages", *options.languages, "--themes", *options.themes, "--screens", *options.screens]
    command = [sys.executable, "-m", "tests.tools.screens", "--out", str(options.out), "--worlds", str(worlds)]
    with display(width, height, scale) as environment:
        subprocess.run([*command, *chosen, "--child", size], env={**os.environ, **environment}, check=True)


def _write_sheets(options: argparse.Namespace) -> None:
    from PySide6.QtGui import QGuiApplication

    from tests.tools.screens.screens import SCREENS
    from tests.tools.screens.sheets import make_sheet

    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    application = QGuiApplication.instance() or QGuiApplication([])
    options.sheets.mkdir(parents=True, exist_ok=True)
    for screen in SCREENS:
        rows = []
        for size, theme in itertools.product(options.sizes, options.themes):
            pictures = [options.out / language / size / theme / f"{screen.name}.webp" for language in options.languages]
            if all(picture.exists() for picture in pictures):
                rows.append((f"{size}, {theme}", pictures))
        if rows:
            make_sheet(screen.name, options.languages, rows, options.sheets / f"{screen.name}.webp")
    del application


if __name__ == "__main__":
    sys.exit(main())
