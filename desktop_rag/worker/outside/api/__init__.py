"""The local HTTP API: who may use it and how much of it, what its paths do, and the server."""
