"""Node parsers for texts, and functions that cut them (LlamaIndex's place for them)."""
