__kernel void common_subsequence(__global const uchar* restrict a, __global const uchar* restrict b,
                                 __global int* restrict lengths) {
  __local int previous[97];
  __local int current[97];
  __local int older[97];
  const int row = get_group_id(0);
  const int i = get_local_id(0) + 1;
  older[i] = 0;
  previous[i] = 0;
  if (i == 1) {
    older[0] = 0;
    previous[0] = 0;
    current[0] = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 2; d < 193; ++d) {
    const int j = d - i;
    if (j >= 1 && j <= 96) {
      if (a[row * 96 + i - 1] == b[row * 96 + j - 1]) {
        current[i] = older[i - 1] + 1;
      } else {
        current[i] = max(previous[i], previous[i - 1]);
      }
    } else {
      current[i] = j > 96 ? previous[i] : 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    older[i] = previous[i];
    previous[i] = current[i];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i == 96) {
    lengths[row] = previous[96];
  }
}
