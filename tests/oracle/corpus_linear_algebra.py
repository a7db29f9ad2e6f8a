"""References for tests/exec/corpus/linear_algebra.py."""
from expectations import *

corpus = Corpus("linear_algebra")
rng = seeded(2)

a, b = rng.rand(21, 19).astype(np.float32), rng.rand(19, 13).astype(np.float32)
corpus.check("matmul", (3, 2), (8, 8), (a, b, np.zeros((21, 13), np.float32)),
             {2: a.astype(np.float64) @ b.astype(np.float64)}, tolerance=1e-5)

m, v = rng.rand(9, 77), rng.rand(77)
corpus.check("matvec", 9, 32, (m, v, np.zeros(9)), {2: m @ v}, shared=256, tolerance=1e-12)

small = rng.rand(40, 3, 3) + np.eye(3)
small[7] = [[1, 2, 3], [2, 4, 6], [0, 1, 1]]
inverses = np.array([np.linalg.inv(s) if i != 7 else np.zeros((3, 3)) for i, s in enumerate(small)])
corpus.check("inverse3", 2, 32, (small, np.zeros((40, 3, 3)), np.zeros(1, np.int32)), {1: inverses, 2: [1]},
             tolerance=1e-10)

roots = rng.rand(5, 6, 6)
spd = np.array([r @ r.T + 6 * np.eye(6) for r in roots])
corpus.check("cholesky", 5, 6, (spd, np.zeros((5, 6, 6))), {1: np.linalg.cholesky(spd)}, tolerance=1e-12)

x, y = (rng.rand(45) + 1j * rng.rand(45) for _ in range(2))
z = (2 - 0.5j) * x + y
corpus.check("complex_axpy", 2, 32, (2 - 0.5j, x, y, np.zeros(1)), {2: z, 3: [np.vdot(z, z).real]}, tolerance=1e-12)

lower = np.tril(rng.rand(12, 12)) + 2 * np.eye(12)
rhs = rng.rand(12, 7)
solution = np.linalg.solve(lower, rhs)
corpus.check("solve_triangular", 1, 32, (lower, rhs, np.zeros((12, 7))), {2: solution}, tolerance=1e-11, variant="C")
corpus.check("solve_triangular", 1, 32, (f_array(lower.T.ravel(), np.float64, (12, 12)),
                                         f_array(rhs.T.ravel(), np.float64, (12, 7)), np.zeros((12, 7))),
             {2: solution}, tolerance=1e-11, variant="F")

dense = rng.rand(18, 18) + 18 * np.eye(18)
b, x = rng.rand(18), rng.rand(18)
swept = x + (b - dense @ x) / np.diag(dense)
corpus.check("jacobi_sweep", 1, 32, (dense, b, x, np.zeros(18), np.zeros(1)),
             {3: swept, 4: [np.max(np.abs(swept - x))]}, tolerance=1e-12)

columns = np.full((30, 5), -1, np.int32)
values = np.zeros((30, 5), np.float32)
full = np.zeros((30, 22))
for r in range(30):
    chosen = rng.permutation(22)[:r % 6]
    columns[r, :chosen.size] = chosen
    values[r, :chosen.size] = rng.rand(chosen.size)
    full[r, chosen] = values[r, :chosen.size]
x = rng.rand(22).astype(np.float32)
corpus.check("spmv_ell", 1, 32, (columns, values, x, np.zeros(30, np.float32)), {3: full @ x}, tolerance=1e-5)

m = rng.rand(5, 33)
turned = m.copy()
turn = np.array([[np.cos(0.3), -np.sin(0.3)], [np.sin(0.3), np.cos(0.3)]])
turned[[1, 4]] = turn @ m[[1, 4]]
corpus.check("rotate_rows", 2, 32, (m, 1, -1, 0.3), {0: turned}, tolerance=1e-13)

v = (rng.rand(9, 14) + 1j * rng.rand(9, 14)).astype(np.complex64)
corpus.check("hermitian_gram", (2, 2), (8, 8), (v, np.zeros((9, 9), np.complex64)), {1: v.conj() @ v.T}, tolerance=1e-5)
corpus.write()
