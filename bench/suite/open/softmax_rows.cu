extern "C" __global__ void softmax_rows(const float* __restrict__ x, float* __restrict__ y,
                                        int /*rows*/, int n) {
  constexpr int kThreads = 128;
  __shared__ float shared[kThreads];
  const int tid = threadIdx.x;
  const float* row = x + blockIdx.x * n;
  float* out = y + blockIdx.x * n;
  float largest = __int_as_float(0xff800000);
  for (int i = tid; i < n; i += kThreads) {
    largest = fmaxf(largest, row[i]);
  }
  shared[tid] = largest;
  __syncthreads();
  for (int s = kThreads / 2; s > 0; s /= 2) {
    if (tid < s) {
      shared[tid] = fmaxf(shared[tid], shared[tid + s]);
    }
    __syncthreads();
  }
  largest = shared[0];
  __syncthreads();
  float total = 0.0f;
  for (int i = tid; i < n; i += kThreads) {
    total += expf(row[i] - largest);
  }
  shared[tid] = total;
  __syncthreads();
  for (int s = kThreads / 2; s > 0; s /= 2) {
    if (tid < s) {
      shared[tid] += shared[tid + s];
    }
    __syncthreads();
  }
  total = shared[0];
  for (int i = tid; i < n; i += kThreads) {
    out[i] = expf(row[i] - largest) / total;
  }
}
