__kernel void block_scan(__global const float* restrict data, __global float* restrict out, int n) {
  __local float sums[256];
  const int tid = get_local_id(0);
  const int i = get_global_id(0);
  sums[tid] = i < n ? data[i] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int offset = 1; offset < 256; offset *= 2) {
    const float before = tid >= offset ? sums[tid - offset] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    sums[tid] += before;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < n) {
    out[i] = sums[tid];
  }
}
