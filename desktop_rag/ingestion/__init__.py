"""From folders to searchable, understood passages."""
