"""How other programs of this computer reach a worker: a socket in the data folder, and what speaks MCP to them."""
