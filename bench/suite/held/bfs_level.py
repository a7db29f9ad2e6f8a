from numba import cuda


@cuda.jit
def bfs_level(begins, edges, distances, next_distances, level):
    node = cuda.grid(1)
    if node < distances.size:
        found = distances[node]
        if found < 0:
            for k in range(begins[node], begins[node + 1]):
                if distances[edges[k]] == level:
                    found = level + 1
                    break
        next_distances[node] = found
