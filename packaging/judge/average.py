"""Average trained weights with those that the training began with.

The mean forgets less than the trained weights, of what the old ones knew and the new material does not say.
"""

import argparse
from pathlib import Path

from judge.weights import load_weights, save_weights


def main() -> None:
    """Write the mean of two folders' weights."""
    parser = argparse.ArgumentParser(description="Average trained weights with those that the training began with.")
    parser.add_argument("began", type=Path, help="folder of the weights that the training began with")
    parser.add_argument("trained", type=Path, help="folder of the trained weights")
    parser.add_argument("out", type=Path, help="folder for the mean")
    parser.add_argument(
        "--average-with",
        type=float,
        default=0.8,
        metavar="SHARE",
        help="share of the trained weights, 0 to 1 (default: %(default)s)",
    )
    options = parser.parse_args()
    share = options.average_with
    began, trained = load_weights(options.began), load_weights(options.trained)
    save_weights({name: (1 - share) * began[name] + share * trained[name] for name in trained}, options.out)
