from numba import cuda


@cuda.jit
def mat3_inverse(m, out):
    i = cuda.grid(1)
    if i >= m.shape[0]:
        return
    a = m[i, 0, 0]
    b = m[i, 0, 1]
    c = m[i, 0, 2]
    d = m[i, 1, 0]
    e = m[i, 1, 1]
    f = m[i, 1, 2]
    g = m[i, 2, 0]
    h = m[i, 2, 1]
    k = m[i, 2, 2]
    det = a * (e * k - f * h) - b * (d * k - f * g) + c * (d * h - e * g)
    out[i, 0, 0] = (e * k - f * h) / det
    out[i, 0, 1] = (c * h - b * k) / det
    out[i, 0, 2] = (b * f - c * e) / det
    out[i, 1, 0] = (f * g - d * k) / det
    out[i, 1, 1] = (a * k - c * g) / det
    out[i, 1, 2] = (c * d - a * f) / det
    out[i, 2, 0] = (d * h - e * g) / det
    out[i, 2, 1] = (b * g - a * h) / det
    out[i, 2, 2] = (a * e - b * d) / det
