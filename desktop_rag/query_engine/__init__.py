"""Query engines: they answer questions."""
