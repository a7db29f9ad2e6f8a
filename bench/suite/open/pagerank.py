from numba import cuda, float32


@cuda.jit
def pagerank(begins, sources, shares, ranks, damping):
    node = cuda.grid(1)
    if node < ranks.size:
        total = float32(0)
        for k in range(begins[node], begins[node + 1]):
            total += shares[sources[k]]
        ranks[node] = (float32(1) - damping) / float32(ranks.size) + damping * total
