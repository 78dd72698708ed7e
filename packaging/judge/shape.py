"""How large the judge is: the encoder of multilingual-e5-small."""

WIDTH, LAYERS, HEADS, INNER = 384, 12, 12, 1536
POSITIONS = 512
EPSILON = 1e-12  # of its norms
