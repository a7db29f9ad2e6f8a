extern "C" __global__ void trial_division(const int* __restrict__ values,
                                          unsigned char* __restrict__ is_prime, int size) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) {
    const int n = values[i];
    if (n < 2) {
      is_prime[i] = 0;
      return;
    }
    for (int d = 2; d * d <= n; ++d) {
      if (n % d == 0) {
        is_prime[i] = 0;
        return;
      }
    }
    is_prime[i] = 1;
  }
}
