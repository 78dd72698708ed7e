"""Words and tokens in any language."""
