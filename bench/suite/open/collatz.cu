extern "C" __global__ void collatz(const int* __restrict__ starts, int* __restrict__ steps,
                                   int size) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) {
    long long n = starts[i];
    int count = 0;
    while (n != 1) {
      n = n % 2 == 0 ? n / 2 : 3 * n + 1;
      ++count;
    }
    steps[i] = count;
  }
}
