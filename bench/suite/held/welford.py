from numba import cuda


@cuda.jit(device=True)
def update(count, mean, m2, value):
    count += 1
    delta = value - mean
    mean += delta / count
    m2 += delta * (value - mean)
    return count, mean, m2


@cuda.jit
def welford(data, means, variances):
    series = cuda.grid(1)
    if series < data.shape[1]:
        count = 0
        mean = 0.0
        m2 = 0.0
        for t in range(data.shape[0]):
            count, mean, m2 = update(count, mean, m2, data[t, series])
        means[series] = mean
        variances[series] = m2 / count
