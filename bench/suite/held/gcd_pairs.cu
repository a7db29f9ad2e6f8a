static __device__ int gcd(int a, int b) {
  while (b != 0) {
    const int rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

extern "C" __global__ void gcd_pairs(const int* __restrict__ x, const int* __restrict__ y,
                                     int* __restrict__ out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = gcd(x[i], y[i]);
  }
}
