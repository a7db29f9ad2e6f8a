__kernel void bitonic_sort(__global int* restrict data) {
  __local int block[512];
  const int tid = get_local_id(0);
  const int i = get_group_id(0) * 512 + tid;
  block[tid] = data[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int size = 2; size <= 512; size *= 2) {
    for (int stride = size / 2; stride > 0; stride /= 2) {
      const int other = tid ^ stride;
      if (other > tid) {
        const int a = block[tid];
        const int b = block[other];
        if ((a > b) == ((tid & size) == 0)) {
          block[tid] = b;
          block[other] = a;
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
  data[i] = block[tid];
}
