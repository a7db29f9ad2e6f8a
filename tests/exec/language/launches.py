"""Functions that Numba calls on the host for whole arrays: a launch makes a kernel of them."""
import numba
from numba import cuda, float32, float64, guvectorize, int32, vectorize


@vectorize(["int64(int64, int64)", "float32(float32, float32)", "float64(float64, float64)"], target="cuda")
def axpy(x, y):
    """Twice x and y."""
    return 2 * x + y


@vectorize([float64(float64), float32(float32)], target="cuda")
def clipped(x):
    if x < 0:
        return 0
    return min(x, 1.5)


# A parameter has the name that the result would have.
@numba.vectorize(["int32(int32, int32, int32)"], target="cuda")
def middle(a, out, b):
    return a + b + out - max(a, b, out) - min(a, b, out)


@cuda.jit(device=True)
def weight(k):
    return 1 + k % 2


@guvectorize(["void(float32[:], float32, float32[:])"], "(n),()->(n)", target="cuda")
def running(x, scale, res):
    total = 0.0
    for i in range(x.shape[0]):
        total += x[i] * scale * weight(i)
        res[i] = total


@guvectorize([(float64[:, :], float64[:, :], float64[:, :])], "(m,n),(n,p)->(m,p)", target="cuda")
def matmul(a, b, c):
    for i in range(c.shape[0]):
        for j in range(c.shape[1]):
            total = 0.0
            for k in range(a.shape[1]):
                total += a[i, k] * b[k, j]
            c[i, j] = total


@guvectorize(["void(int32[:], int32[:], int32[:])"], " (n) -> (), () ", target="cuda")
def extremes(x, low, high):
    low[0] = x[0]
    high[0] = x[0]
    for i in range(1, x.shape[0]):
        low[0] = min(low[0], x[i])
        high[0] = max(high[0], x[i])


# A number of each call as an array of one, and an option that changes nothing here.
@guvectorize(["void(float32[:], float32[:], float32[:])"], "(n),()->(n)", target="cuda", writable_args=(0,))
def scaled(x, factor, res):
    for i in range(x.shape[0]):
        res[i] = x[i] * factor[0]


@cuda.reduce
def total(a, b):
    return a + b


@cuda.Reduce
def product(a, b):
    return a * b


greatest = cuda.reduce(lambda a, b: a if a > b else b)


# Kernels call them for single values.
@cuda.jit
def calls(x, res):
    i = cuda.grid(1)
    if i < x.size:
        res[i] = axpy(x[i], total(x[i], int32(1)))


@guvectorize(["void(float32[:], float32[:])"], "(n)->(n),(n)", target="cuda")
def other_layout(x, res):
    res[0] = x[0]


@guvectorize(["void(float32[:], float32[:])"], "n->n", target="cuda")
def no_layout(x, res):
    res[0] = x[0]


@vectorize(["int32(int32)", "float32(float32)"], target="cuda")
def weigh(x):
    return 2 * x


@cuda.jit
def narrowed(a):
    a[0] = weigh(a[1])


@cuda.reduce
def three(a, b, c):
    return a + b + c


@vectorize(target="cuda")
def star(*values):
    return values[0]
