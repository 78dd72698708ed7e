"""Arrays of numbers by name.

NumPy takes a tenth of a second to import, and starts threads: what only names arrays does not wait for it, and what
calculates imports it where it does.
"""

from typing import TYPE_CHECKING, Any, TypeGuard

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector = NDArray[np.float32]
    Matrix = NDArray[np.float32]
else:

    class _OfNumPy(type):
        def __instancecheck__(cls, value: object) -> bool:
            return is_array(value)

    class Vector(metaclass=_OfNumPy):
        """Stands for NumPy's arrays in annotations, which ``core.codec`` reads; they are instances of it."""

    Matrix = Vector


def is_array(value: object) -> "TypeGuard[NDArray[Any]]":
    """Return True if a value is a NumPy array."""
    return type(value).__module__ == "numpy" and type(value).__name__ == "ndarray"
