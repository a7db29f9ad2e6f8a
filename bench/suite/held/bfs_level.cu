extern "C" __global__ void bfs_level(const int* __restrict__ begins, const int* __restrict__ edges,
                                     const int* __restrict__ distances,
                                     int* __restrict__ next_distances, int level, int n) {
  const int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node < n) {
    int found = distances[node];
    if (found < 0) {
      const int end = begins[node + 1];
      for (int k = begins[node]; k < end; ++k) {
        if (distances[edges[k]] == level) {
          found = level + 1;
          break;
        }
      }
    }
    next_distances[node] = found;
  }
}
