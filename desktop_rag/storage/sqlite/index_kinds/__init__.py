"""The tables of the index kinds beside vectors: what was made of which node, and goes when the node goes."""
