"""Choose how much of a conversation a model sees."""
