"""What ``core.schema`` is made of: import from there."""
