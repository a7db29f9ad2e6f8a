"""Private names of classes: what Python calls `__size` in a class `Tile` is `_Tile__size`."""
from numba import cuda


class Tile:
    __size = 4
    __all__ = 9

    def __init__(self, n):
        self.__n = n
        self.edge = self.__double(n)
        self.__kernel = self.__make()

    def __double(self, x):
        return 2 * x + self.__size

    def __make(self):
        n = self.__n

        @cuda.jit
        def kernel(out):
            out[0] = n + 0.5

        return kernel

    class __Inner:
        __depth = 6

        @classmethod
        def depth(cls):
            return cls.__depth

    @classmethod
    def depth(cls):
        return 10 * cls.__Inner.depth()

    @staticmethod
    @cuda.jit
    def __fill(out):
        i = cuda.grid(1)
        if i < out.size:
            out[i] = i + Tile.__size

    @staticmethod
    @cuda.jit
    def both(out):
        i = cuda.grid(1)
        if i < out.size:
            __mine = i * 2
            out[i] = __mine + Tile._Tile__size


class _Wide(Tile):
    __n = 100
    __size = 50

    def __init__(self):
        super().__init__(9)
        self.own = self.__n + self.__size


class __:
    __kept = 8


tile = Tile(7)
wide = _Wide()
N = tile._Tile__n
EDGE = tile.edge
SIZE = Tile._Tile__size
OWN = wide.own
DEPTH = Tile.depth()
ALL = Tile.__all__
KEPT = __.__kept
FOUND = getattr(_Wide, "_Wide__size")


@cuda.jit
def numbers(out):
    out[0] = N
    out[1] = EDGE
    out[2] = SIZE
    out[3] = OWN
    out[4] = DEPTH
    out[5] = ALL
    out[6] = KEPT
    out[7] = FOUND
