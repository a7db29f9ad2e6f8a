"""Arrays that a file computes with NumPy, and flags that depend on modules."""
import math

import numpy as np
from numba import cuda

try:
    import numpy
    HAVE_NUMPY = True
except ImportError:
    HAVE_NUMPY = False
try:
    from another_missing_module import special
except ImportError:
    special = None

A = np.array([[1.0, 2.0], [3.0, 4.0]])
B = np.array([[0.5, 0.0], [0.0, 2.0]])
C01 = np.dot(A, B)
C02 = np.sqrt(A)
C03 = A.T
C04 = np.linspace(0, 1, 5)
C05 = np.outer(np.arange(3), np.arange(2))
C06 = np.concatenate([np.arange(3), np.arange(2)])
C07 = np.vstack((A, B))
C08 = np.hstack((A, B))
C09 = np.stack([A, B])
C10 = A @ B
C11 = np.full((2, 2), 7)
C12 = np.tile(np.arange(2), 3)
C13 = np.repeat(np.arange(2), 2)
C14 = np.flip(np.arange(3))
C15 = np.diag(np.array([1.0, 2.0]))
C16 = np.sin(np.linspace(0, np.pi, 4))
C17 = np.arange(6).reshape(2, 3).T
C18 = np.exp(-np.arange(4) ** 2 / 2.0)
C19 = C18 / C18.sum()
C20 = np.array([math.cos(i) for i in range(4)])
C22 = np.eye(3)[1]
C24 = np.array([[1, 2], [3, 4]], dtype=np.int32)[::-1, 0]
C25 = np.cumsum(np.arange(5))
C26 = np.power(2, np.arange(4))
C27 = np.float32([1, 2, 3])
C28 = np.ones(3) * 2 + 1
C29 = np.linalg.norm(np.array([3.0, 4.0]))
C31 = np.roll(np.arange(4), 1)
C32 = np.max(A) - np.min(A)
C34 = np.int64(np.ceil(7 / 2))
C37 = np.trace(A)
C38 = np.sort(np.array([3, 1, 2]))
C39 = np.prod(np.array(A.shape))
C40 = len(np.unique(np.array([1, 1, 2])))
C41 = np.maximum(A, 2)
C42 = np.clip(A, 2, 3)
C45 = np.asarray(A, dtype=np.float32)
C46 = np.squeeze(np.ones((1, 3)))
C47 = A.flatten()
C48 = np.abs(-A)
C49 = np.add(A, B)
C54 = math.factorial(5)
C57 = np.triu(A)
C58 = np.mean(A, axis=0)
C59 = A.sum(axis=1)
C63 = np.zeros_like(A)
C65 = np.bitwise_xor(np.arange(4), 1)
C71 = np.std(A)
C74 = np.argmax(A)
C75 = np.diff(np.arange(4) ** 2)
C76 = A[:, 1]
C77 = np.arange(10)[2:8:2]
C78 = np.arange(12).reshape(3, 4)[::-1, 1:3]
C79 = np.arange(6).max() - np.arange(6).argmax()
C80 = np.dot(np.arange(3), np.arange(3))
C81 = np.dot(A, np.array([1.0, 2.0]))
C82 = (A @ B).T[0]
C83 = np.arange(6).reshape(2, 3).sum(axis=0)
C84 = np.max(np.arange(6).reshape(2, 3), axis=1)
C85 = np.full(3, 2.5).std()


@cuda.jit
def sums0(out):
    for i, v in enumerate(C01.flat):
        out[0] += (i + 1) * v
    for i, v in enumerate(C02.flat):
        out[1] += (i + 1) * v
    for i, v in enumerate(C03.flat):
        out[2] += (i + 1) * v
    for i, v in enumerate(C04.flat):
        out[3] += (i + 1) * v
    for i, v in enumerate(C05.flat):
        out[4] += (i + 1) * v
    for i, v in enumerate(C06.flat):
        out[5] += (i + 1) * v
    for i, v in enumerate(C07.flat):
        out[6] += (i + 1) * v
    for i, v in enumerate(C08.flat):
        out[7] += (i + 1) * v


@cuda.jit
def sums1(out):
    for i, v in enumerate(C09.flat):
        out[0] += (i + 1) * v
    for i, v in enumerate(C10.flat):
        out[1] += (i + 1) * v
    for i, v in enumerate(C11.flat):
        out[2] += (i + 1) * v
    for i, v in enumerate(C12.flat):
        out[3] += (i + 1) * v
    for i, v in enumerate(C13.flat):
        out[4] += (i + 1) * v
    for i, v in enumerate(C14.flat):
        out[5] += (i + 1) * v
    for i, v in enumerate(C15.flat):
        out[6] += (i + 1) * v
    for i, v in enumerate(C16.flat):
        out[7] += (i + 1) * v


@cuda.jit
def sums2(out):
    for i, v in enumerate(C17.flat):
        out[0] += (i + 1) * v
    for i, v in enumerate(C18.flat):
        out[1] += (i + 1) * v
    for i, v in enumerate(C19.flat):
        out[2] += (i + 1) * v
    for i, v in enumerate(C20.flat):
        out[3] += (i + 1) * v
    for i, v in enumerate(C22.flat):
        out[4] += (i + 1) * v
    for i, v in enumerate(C24.flat):
        out[5] += (i + 1) * v
    for i, v in enumerate(C25.flat):
        out[6] += (i + 1) * v
    for i, v in enumerate(C26.flat):
        out[7] += (i + 1) * v


@cuda.jit
def sums3(out):
    for i, v in enumerate(C27.flat):
        out[0] += (i + 1) * v
    for i, v in enumerate(C28.flat):
        out[1] += (i + 1) * v
    out[2] = C29
    for i, v in enumerate(C31.flat):
        out[3] += (i + 1) * v
    out[4] = C32
    out[5] = C34
    out[6] = C37
    for i, v in enumerate(C38.flat):
        out[7] += (i + 1) * v


@cuda.jit
def sums4(out):
    out[0] = C39
    out[1] = C40
    for i, v in enumerate(C41.flat):
        out[2] += (i + 1) * v
    for i, v in enumerate(C42.flat):
        out[3] += (i + 1) * v
    for i, v in enumerate(C45.flat):
        out[4] += (i + 1) * v
    for i, v in enumerate(C46.flat):
        out[5] += (i + 1) * v
    for i, v in enumerate(C47.flat):
        out[6] += (i + 1) * v
    for i, v in enumerate(C48.flat):
        out[7] += (i + 1) * v


@cuda.jit
def sums5(out):
    for i, v in enumerate(C49.flat):
        out[0] += (i + 1) * v
    out[1] = C54
    for i, v in enumerate(C57.flat):
        out[2] += (i + 1) * v
    for i, v in enumerate(C58.flat):
        out[3] += (i + 1) * v
    for i, v in enumerate(C59.flat):
        out[4] += (i + 1) * v
    for i, v in enumerate(C63.flat):
        out[5] += (i + 1) * v
    for i, v in enumerate(C65.flat):
        out[6] += (i + 1) * v


@cuda.jit
def sums6(out):
    out[0] = C71
    out[1] = C74
    for i, v in enumerate(C75.flat):
        out[2] += (i + 1) * v
    for i, v in enumerate(C76.flat):
        out[3] += (i + 1) * v
    for i, v in enumerate(C77.flat):
        out[4] += (i + 1) * v
    for i, v in enumerate(C78.flat):
        out[5] += (i + 1) * v


@cuda.jit
def sums7(out):
    out[0] = C79
    out[1] = C80
    for i, v in enumerate(C81.flat):
        out[2] += (i + 1) * v
    for i, v in enumerate(C82.flat):
        out[3] += (i + 1) * v
    for i, v in enumerate(C83.flat):
        out[4] += (i + 1) * v
    for i, v in enumerate(C84.flat):
        out[5] += (i + 1) * v
    out[6] = C85


@cuda.jit
def flags(out):
    out[0] = HAVE_NUMPY


# The module may be there.
@cuda.jit
def optional(out):
    out[0] = special is None
