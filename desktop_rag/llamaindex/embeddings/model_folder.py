"""Read the configuration of a sentence encoder from its folder (sentence-transformers, Hugging Face)."""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from desktop_rag.core.errors import UnusableInputError, UserError
from desktop_rag.core.user_text import UserText
from desktop_rag.embeddings.instructions import Instructions, instructions_for

_GRAPHS = ("onnx/model.onnx", "model.onnx", "onnx/model_quantized.onnx", "model_quantized.onnx")
_POOLINGS = {
    "pooling_mode_cls_token": "cls",
    "pooling_mode_mean_tokens": "mean",
    "pooling_mode_max_tokens": "max",
    "pooling_mode_lasttoken": "last",
}
_USUAL_TOKENS = 512
_ENDLESS = 1_000_000  # tokens; "no limit" is written as 10 to the 30
_PAD_BEFORE = 2  # positions that RoBERTa's family does not use for tokens
_TEXT_PROMPTS = ("passage", "document", "text")


@dataclass(frozen=True, slots=True)
class ModelFolder:
    """A sentence encoder on disk. ``pooling`` is "cls", "mean", "max" or "last"; ``max_tokens`` counts all marks."""

    name: str
    path: Path
    graph: Path
    dimensions: int
    max_tokens: int
    pooling: str
    instructions: Instructions
    pad_id: int
    has_dense: bool

    @classmethod
    def read(cls, model_name: str, cache_folder: str | Path | None = None) -> "ModelFolder":
        """Return what a folder says, given by its path or by the name of a model in Hugging Face's cache.

        Raises:
            UnusableInputError: there is none, or it holds no model in the ONNX format with its tokenizer.

        """
        path = _folder(model_name, cache_folder)
        graph = next((path / name for name in _GRAPHS if (path / name).is_file()), None)
        graph = graph or next(iter(sorted(path.glob("onnx/*.onnx"))), None)
        if graph is None or not (path / "tokenizer.json").is_file():
            raise UnusableInputError(
                UserText("{path} holds no model in the ONNX format with a tokenizer.json.", path=path),
                "Export it with “optimum-cli export onnx”, or download one that has a folder “onnx”.",
            )
        config = _json(path / "config.json")
        pooling = _json(path / "1_Pooling" / "config.json")
        modules = _json(path / "modules.json")
        return cls(
            name=model_name,
            path=path,
            graph=graph,
            dimensions=int(config.get("hidden_size") or pooling.get("word_embedding_dimension") or 0),
            max_tokens=_max_tokens(path, config),
            pooling=_pooling(pooling),
            instructions=_instructions(path, model_name),
            pad_id=int(config.get("pad_token_id") or 0),
            has_dense=any("Dense" in str(module) for module in modules.get("list", [])),
        )


def _folder(model_name: str, cache_folder: str | Path | None) -> Path:
    given = Path(model_name).expanduser()
    if given.is_dir():
        return given
    home = Path(os.environ.get("HF_HOME") or Path.home() / ".cache" / "huggingface")
    cache = Path(os.environ.get("HF_HUB_CACHE") or home / "hub") if cache_folder is None else Path(cache_folder)
    snapshots = cache / f"models--{model_name.replace('/', '--')}" / "snapshots"
    found = sorted(snapshots.glob("*"), key=lambda one: one.stat().st_mtime) if snapshots.is_dir() else []
    if not found:
        raise UnusableInputError(
            UserText(
                "There is no model “{model_name}” on this computer, and none is downloaded.", model_name=model_name
            ),
            UserText(
                "Download it once with “hf download {model_name}”, or give the folder it is in.", model_name=model_name
            ),
        )
    return found[-1]


def _json(path: Path) -> dict[str, Any]:
    """Return an object from a file, nothing when there is no such file; a list as its ``list``."""
    if not path.is_file():
        return {}
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UserError(
            UserText("{path} cannot be read: {reason}.", path=path, reason=error), "Download the model again."
        ) from error
    return found if isinstance(found, dict) else {"list": found}


def _pooling(config: dict[str, Any]) -> str:
    """Return how the vectors of the tokens become one; the mean, unless the folder says otherwise."""
    named = str(config.get("pooling_mode", "")).removesuffix("token")
    chosen = [pooling for key, pooling in _POOLINGS.items() if config.get(key) is True]
    if named in _POOLINGS.values() and not chosen:
        chosen = [named]
    if not chosen and not any(value is True for key, value in config.items() if key.startswith("pooling_mode")):
        return "mean"
    if len(chosen) != 1:
        raise UserError(
            "This model joins the vectors of its tokens in a way that is not known here.", "Choose another."
        )
    return chosen[0]


def _max_tokens(path: Path, config: dict[str, Any]) -> int:
    """Return how many tokens the model reads at a time."""
    limits = [
        _json(path / "sentence_bert_config.json").get("max_seq_length"),
        _json(path / "tokenizer_config.json").get("model_max_length"),
    ]
    positions = config.get("max_position_embeddings")
    if positions is not None:
        before = _PAD_BEFORE if "roberta" in str(config.get("model_type")) or positions % 256 == _PAD_BEFORE else 0
        limits.append(positions - before)
    known = [int(limit) for limit in limits if limit is not None and limit < _ENDLESS]
    return min(known, default=_USUAL_TOKENS)


def _instructions(path: Path, model_name: str) -> Instructions:
    """Return what the folder, or what is known of the name, puts before questions and passages."""
    prompts = _json(path / "config_sentence_transformers.json").get("prompts") or {}
    known = instructions_for(f"{model_name} {path.name}")
    texts = [prompts[name] for name in _TEXT_PROMPTS if prompts.get(name)]
    return Instructions(prompts.get("query") or known.query, texts[0] if texts else known.text)
