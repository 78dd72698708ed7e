"""Node parsers for the source text of one format (LlamaIndex's place for them)."""
