"""What fits a model's window: counting tokens as the model does, and fitting requests."""
