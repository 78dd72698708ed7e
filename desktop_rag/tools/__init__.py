"""Tools that agents and routers use."""
