__kernel void conv_shared(__global const float* restrict x, __global const float* restrict weights,
                          __global float* restrict out, int n) {
  __local float tile[272];
  const int tid = get_local_id(0);
  const int first = get_group_id(0) * 256 - 8;
  for (int k = tid; k < 272; k += 256) {
    const int j = first + k;
    tile[k] = j >= 0 && j < n ? x[j] : 0.0f;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const int i = get_global_id(0);
  if (i < n) {
    float total = 0.0f;
    for (int k = 0; k < 17; ++k) {
      total += weights[k] * tile[tid + k];
    }
    out[i] = total;
  }
}
