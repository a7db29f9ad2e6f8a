__kernel void edit_distance(__global const uchar* restrict a, __global const uchar* restrict b,
                            __global int* restrict distances) {
  __local int diagonals[3][128];
  const int i = get_local_id(0);
  const int pair = get_group_id(0);
  for (int d = 0; d < 255; ++d) {
    const int j = d - i;
    if (0 <= j && j <= 127) {
      int value;
      if (i == 0) {
        value = j;
      } else if (j == 0) {
        value = i;
      } else {
        const int before = diagonals[(d + 2) % 3][i - 1];
        const int above = diagonals[(d + 2) % 3][i];
        const int corner = diagonals[(d + 1) % 3][i - 1];
        const int cost = a[pair * 127 + i - 1] == b[pair * 127 + j - 1] ? 0 : 1;
        value = min(min(before, above) + 1, corner + cost);
      }
      diagonals[d % 3][i] = value;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i == 127) {
    distances[pair] = diagonals[254 % 3][i];
  }
}
