"""Two files beside each other, or one with its earlier state: what moved, changed, came and went."""
