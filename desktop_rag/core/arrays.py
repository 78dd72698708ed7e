"""Arrays of numbers by name.

NumPy takes a tenth of a second to import, and starts threads: what only names arrays does not wait for it, and what
calculates imports it where it does.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector = NDArray[np.float32]
    Matrix = NDArray[np.float32]
else:

    class Vector:
        """Stands for NumPy's arrays in annotations, which ``core.codec`` reads."""

    Matrix = Vector
