"""Language models: one file per kind of server, one interface for all."""
