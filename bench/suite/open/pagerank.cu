extern "C" __global__ void pagerank(const int* __restrict__ begins, const int* __restrict__ sources,
                                    const float* __restrict__ shares, float* __restrict__ ranks,
                                    float damping, int n) {
  const int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node < n) {
    float total = 0.0f;
    const int end = begins[node + 1];
    for (int k = begins[node]; k < end; ++k) {
      total += shares[sources[k]];
    }
    ranks[node] = (1.0f - damping) / n + damping * total;
  }
}
