__kernel void odd_even_sort(__global float* restrict data) {
  __local float s[128];
  const int tid = get_local_id(0);
  const int start = get_group_id(0) * 128;
  s[tid] = data[start + tid];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int phase = 0; phase < 128; ++phase) {
    if (tid % 2 == phase % 2 && tid + 1 < 128) {
      if (s[tid] > s[tid + 1]) {
        const float swap = s[tid];
        s[tid] = s[tid + 1];
        s[tid + 1] = swap;
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  data[start + tid] = s[tid];
}
