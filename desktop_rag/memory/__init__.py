"""How much of a conversation a model is shown."""
