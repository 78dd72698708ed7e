"""The process that takes the pictures of one size: languages, data folders, screens and themes one after the other."""

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtWidgets import QApplication

from desktop_rag.core.paths import APP_NAME
from desktop_rag.gui.shell.garbage import GarbageCollector
from tests.helpers.scripted_server import Reply, ScriptedServer
from tests.tools.screens.inspection import inspect, texts
from tests.tools.screens.screens import Screen, chosen_screens
from tests.tools.screens.stage import Stage, shown_windows
from tests.tools.screens.worlds import EMPTY, INCOMING, PAPERS, READING

_OLLAMA = 11434
_QUALITY = 92


def take_pictures(size: str, worlds: Path, out: Path, options: argparse.Namespace) -> None:
    """Photograph the chosen screens in the chosen languages and themes, and note what is to be looked at."""
    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication)
    application.setApplicationName(APP_NAME)
    application.setStyle("Fusion")
    garbage = GarbageCollector(application)
    chosen = chosen_screens(options.screens)
    found: list[dict[str, str]] = []
    for language in options.languages:
        for group in _groups(chosen):
            for screen, stage in _staged(group, worlds, language):
                for theme in options.themes:
                    target = out / language / size / theme / f"{screen.name}.webp"
                    target.parent.mkdir(parents=True, exist_ok=True)
                    picture = stage.in_theme(theme)
                    if screen.again is not None and _acts(screen, screen.again, stage):
                        picture = stage.picture()
                    picture.save(str(target), "WEBP", _QUALITY)
                found += _noted(screen, stage, language, size)
    (out / f"findings-{size}.json").write_text(json.dumps(found, ensure_ascii=False, indent=1), encoding="utf-8")
    garbage.close()


def _groups(screens: list[Screen]) -> list[list[Screen]]:
    """Put those together that can be seen in one window."""
    groups: dict[tuple[str, bool, bool], list[Screen]] = {}
    for screen in screens:
        groups.setdefault((screen.world, screen.model, screen.server), []).append(screen)
    return list(groups.values())


def _staged(screens: list[Screen], worlds: Path, language: str) -> Iterator[tuple[Screen, Stage]]:
    """Open a window on a copy of the data folder, and yield it at each screen."""
    first = screens[0]
    with tempfile.TemporaryDirectory() as folder, ScriptedServer(_OLLAMA if first.server else 0) as server:
        server.models = ["llama3.2:3b", "qwen2.5:7b"]
        server.default = Reply(tokens=["Lease and notice"])
        data = Path(folder) / "data"
        shutil.copytree(worlds / first.world, data)
        for files in (PAPERS, INCOMING) if first.world == READING else (PAPERS,):
            shutil.copytree(worlds / files, Path(folder) / files)
        stage = Stage(data, language, server, model=first.model)
        try:
            for screen in screens:
                stage.window._appearance.choose("light")
                if first.world != EMPTY:
                    stage.choose_library(screen.library)
                _acts(screen, screen.open, stage)
                yield screen, stage
                stage.clear()
        finally:
            stage.close()


def _acts(screen: Screen, act: Callable[[Stage], object], stage: Stage) -> bool:
    """Bring a screen about; return whether that went well. What did not is told, and the others are photographed."""
    try:
        act(stage)
        stage.rest()
    except (TimeoutError, AttributeError, StopIteration, RuntimeError) as error:
        print(f"{screen.name}: {error!r}", file=sys.stderr)
        return False
    return True


def _noted(screen: Screen, stage: Stage, language: str, size: str) -> Iterator[dict[str, str]]:
    where = {"screen": screen.name, "language": language, "size": size}
    for window in shown_windows(stage.window):
        for finding in sorted(set(inspect(window))):
            yield {**where, "kind": finding.kind, "widget": finding.widget, "text": finding.text}
        for widget, text in sorted(set(texts(window))):
            yield {**where, "kind": "text", "widget": widget, "text": text}
