extern "C" __global__ void crc_rows(const unsigned char* __restrict__ rows,
                                    const unsigned* __restrict__ table, unsigned* __restrict__ out,
                                    int height, int width) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < height) {
    unsigned crc = 0xFFFFFFFFu;
    for (int k = 0; k < width; ++k) {
      crc = table[(crc ^ rows[r * width + k]) & 0xFF] ^ (crc >> 8);
    }
    out[r] = crc ^ 0xFFFFFFFFu;
  }
}
