"""What programs import from the packages is there, and costs nothing before it is used."""

import importlib
import subprocess
import sys

import pytest

PACKAGES = (
    "agent chat_engine embeddings indices ingestion llms memory node_parser postprocessor prompts query_engine readers "
    "response_synthesizers retrievers selectors storage tools vector_stores"
).split()


@pytest.mark.parametrize("name", PACKAGES)
def test_every_name_is_there(name: str) -> None:
    package = importlib.import_module(f"desktop_rag.{name}")
    assert all(getattr(package, one) is not None for one in package.__all__)
    with pytest.raises(AttributeError, match="Nonsense"):
        package.Nonsense  # noqa: B018


def test_the_packages_themselves_are_light() -> None:
    lines = [f"import desktop_rag.{name}" for name in PACKAGES]
    code = "import sys\n" + "\n".join(lines) + "\nassert 'numpy' not in sys.modules and 'apsw' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
