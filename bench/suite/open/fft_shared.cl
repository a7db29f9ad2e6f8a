__kernel void fft_shared(__global const float* restrict re, __global const float* restrict im,
                         __global const float* restrict cosines, __global const float* restrict sines,
                         __global float* restrict out_re, __global float* restrict out_im) {
  __local float sre[256];
  __local float sim[256];
  const int tid = get_local_id(0);
  const int row = get_group_id(0) * 256;
  for (int i = tid; i < 256; i += get_local_size(0)) {
    int reverse = 0;
    for (int bit = 0; bit < 8; ++bit) {
      reverse = (reverse << 1) | ((i >> bit) & 1);
    }
    sre[reverse] = re[row + i];
    sim[reverse] = im[row + i];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int half_size = 1; half_size < 256; half_size *= 2) {
    const int k = tid % half_size;
    const int a = tid / half_size * 2 * half_size + k;
    const int b = a + half_size;
    const float wr = cosines[k * (128 / half_size)];
    const float wi = sines[k * (128 / half_size)];
    const float tr = wr * sre[b] - wi * sim[b];
    const float ti = wr * sim[b] + wi * sre[b];
    sre[b] = sre[a] - tr;
    sim[b] = sim[a] - ti;
    sre[a] += tr;
    sim[a] += ti;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = tid; i < 256; i += get_local_size(0)) {
    out_re[row + i] = sre[i];
    out_im[row + i] = sim[i];
  }
}
