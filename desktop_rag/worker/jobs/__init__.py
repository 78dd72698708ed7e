"""The jobs: services, run on lanes and told as events."""
