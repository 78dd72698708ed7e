"""Make the judge: the model that tells whether evidence supports a statement and whether it answers a question.

``README.md`` beside this file says how. PyTorch and onnx, which only this package takes, are imported by the modules
that compute; those that read and turn the texts are free of them.
"""
