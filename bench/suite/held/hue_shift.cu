static __device__ float3 to_hsv(float r, float g, float b) {
  const float high = fmaxf(fmaxf(r, g), b);
  const float low = fminf(fminf(r, g), b);
  const float chroma = high - low;
  if (chroma == 0.0f) {
    return make_float3(0.0f, 0.0f, high);
  }
  float hue;
  if (high == r) {
    hue = (g - b) / chroma;
    if (hue < 0.0f) {
      hue += 6.0f;
    }
  } else if (high == g) {
    hue = (b - r) / chroma + 2.0f;
  } else {
    hue = (r - g) / chroma + 4.0f;
  }
  return make_float3(hue, chroma / high, high);
}

static __device__ float3 to_rgb(float h, float s, float v) {
  const int sector = int(h);
  const float f = h - float(sector);
  const float p = v * (1.0f - s);
  const float q = v * (1.0f - s * f);
  const float t = v * (1.0f - s * (1.0f - f));
  switch (sector) {
    case 0:
      return make_float3(v, t, p);
    case 1:
      return make_float3(q, v, p);
    case 2:
      return make_float3(p, v, t);
    case 3:
      return make_float3(p, q, v);
    case 4:
      return make_float3(t, p, v);
  }
  return make_float3(v, p, q);
}

extern "C" __global__ void hue_shift(const unsigned char* __restrict__ pixels,
                                     unsigned char* __restrict__ out, float shift, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float3 hsv = to_hsv(pixels[3 * i], pixels[3 * i + 1], pixels[3 * i + 2]);
    hsv.x += shift;
    if (hsv.x >= 6.0f) {
      hsv.x -= 6.0f;
    }
    const float3 rgb = to_rgb(hsv.x, hsv.y, hsv.z);
    out[3 * i] = (unsigned char)rgb.x;
    out[3 * i + 1] = (unsigned char)rgb.y;
    out[3 * i + 2] = (unsigned char)rgb.z;
  }
}
