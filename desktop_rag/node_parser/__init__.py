"""Node parsers: they cut documents into the nodes that are stored, searched and cited."""
