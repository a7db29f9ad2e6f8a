DEPTH = 7
# Python runs this after DEPTH is there, so that the cycle does no harm.
from .sub import leaf
