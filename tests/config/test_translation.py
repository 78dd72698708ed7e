"""The texts of the tables of options can be extracted for translators."""

import runpy
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

from desktop_rag.config.options import LLM_MAX_TOKENS, MODE, RETRIEVER

_SCRIPT = Path(__file__).resolve().parents[2] / "packaging" / "option_texts.py"


def test_lupdate_finds_every_text(tmp_path: Path) -> None:
    source, found = tmp_path / "options.py", tmp_path / "options.ts"
    subprocess.run([sys.executable, _SCRIPT, source], check=True, timeout=60)
    lupdate = Path(sys.executable).with_name("pyside6-lupdate")
    subprocess.run([lupdate, source, "-ts", found], check=True, timeout=60, capture_output=True)
    sources = {message.text for message in ET.parse(found).iter("source")}
    assert sources == set(runpy.run_path(str(_SCRIPT))["texts"]())
    assert {RETRIEVER.label, MODE.choices[0].help, LLM_MAX_TOKENS.minimum_label, "Search model"} <= sources
