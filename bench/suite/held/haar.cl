__kernel void haar(__global const float* restrict signal, __global float* restrict out) {
  __local float values[512];
  const int tid = get_local_id(0);
  const int start = get_group_id(0) * 512;
  values[tid] = signal[start + tid];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int length = 512; length > 1; length /= 2) {
    const int half_length = length / 2;
    float low = 0.0f;
    float high = 0.0f;
    if (tid < half_length) {
      low = (values[2 * tid] + values[2 * tid + 1]) * 0.70710678f;
      high = (values[2 * tid] - values[2 * tid + 1]) * 0.70710678f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (tid < half_length) {
      values[tid] = low;
      values[half_length + tid] = high;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[start + tid] = values[tid];
}
