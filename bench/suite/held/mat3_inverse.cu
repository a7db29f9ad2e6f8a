extern "C" __global__ void mat3_inverse(const float* __restrict__ m, float* __restrict__ out,
                                        int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) {
    return;
  }
  const float* from = m + 9 * i;
  float* to = out + 9 * i;
  const float a = from[0], b = from[1], c = from[2];
  const float d = from[3], e = from[4], f = from[5];
  const float g = from[6], h = from[7], k = from[8];
  const float det = a * (e * k - f * h) - b * (d * k - f * g) + c * (d * h - e * g);
  to[0] = (e * k - f * h) / det;
  to[1] = (c * h - b * k) / det;
  to[2] = (b * f - c * e) / det;
  to[3] = (f * g - d * k) / det;
  to[4] = (a * k - c * g) / det;
  to[5] = (c * d - a * f) / det;
  to[6] = (d * h - e * g) / det;
  to[7] = (b * g - a * h) / det;
  to[8] = (a * e - b * d) / det;
}
