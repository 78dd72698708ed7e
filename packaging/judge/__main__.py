"""Run one step of making the judge: ``PYTHONPATH=packaging python -m judge STEP …`` (see ``README.md``)."""

import importlib
import sys

STEPS = {
    "rows": "turn the written texts into rows: statements and questions with their evidence",
    "archive": "turn rows into token ids, all in one file",
    "start": "take the weights out of a shipped judge",
    "train": "train the weights on an archive",
    "average": "average trained weights with those that the training began with",
    "predict": "let weights judge the rows of an archive that were not trained on",
    "tables": "print what was predicted rightly, by set and kind",
    "export": "write weights as judge.onnx and judge.bin",
    "compare": "compare the logits of two judges on the written texts",
}  # each the name of a module here


def main() -> None:
    """Run the step that the first argument names; its module reads the other arguments."""
    if len(sys.argv) < 2 or sys.argv[1] not in STEPS:
        lines = "\n".join(f"  {step:8} {what}" for step, what in STEPS.items())
        sys.exit(f"usage: python -m judge STEP …\n\n{lines}\n\npython -m judge STEP --help says what a step takes.")
    step = sys.argv.pop(1)
    sys.argv[0] = f"python -m judge {step}"
    importlib.import_module(f"judge.{step}").main()


if __name__ == "__main__":
    main()
