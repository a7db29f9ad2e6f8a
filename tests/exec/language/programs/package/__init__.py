"""A package that imports its own modules and changes them where there is no GPU."""
from numba import cuda

from . import settings

settings.defaults["extra"] = len(settings.defaults)

if not cuda.is_available():
    from . import search

    search.count_below = search.without_gpu
