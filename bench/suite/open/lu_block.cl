__kernel void lu_block(__global float* restrict matrices) {
  __local float m[16][16];
  const int x = get_local_id(0);
  const int y = get_local_id(1);
  __global float* matrix = matrices + get_group_id(0) * 256;
  m[y][x] = matrix[y * 16 + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < 15; ++k) {
    if (y > k && x == k) {
      m[y][k] /= m[k][k];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (y > k && x > k) {
      m[y][x] -= m[y][k] * m[k][x];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  matrix[y * 16 + x] = m[y][x];
}
