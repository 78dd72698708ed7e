"""Settings of the person, of a library, of a conversation."""
