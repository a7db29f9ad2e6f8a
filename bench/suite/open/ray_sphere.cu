static __device__ float hit(float ox, float oy, float oz, float dx, float dy, float dz, float cx,
                            float cy, float cz, float radius) {
  const float lx = cx - ox;
  const float ly = cy - oy;
  const float lz = cz - oz;
  const float along = lx * dx + ly * dy + lz * dz;
  if (along < 0.0f) {
    return -1.0f;
  }
  const float d2 = lx * lx + ly * ly + lz * lz - along * along;
  const float r2 = radius * radius;
  if (d2 > r2) {
    return -1.0f;
  }
  return along - sqrtf(r2 - d2);
}

static __device__ float3 normalize(float x, float y, float z) {
  const float length = sqrtf(x * x + y * y + z * z);
  return make_float3(x / length, y / length, z / length);
}

extern "C" __global__ void ray_sphere(const float* __restrict__ spheres, float* __restrict__ image,
                                      int count, int width, int height) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < width && row < height) {
    float3 d =
        normalize(float(column / double(width) - 0.5), float(row / double(height) - 0.5), 1.0f);
    float ox = 0.0f;
    float oy = 0.0f;
    float oz = 0.0f;
    float light = 1.0f;
    float color = 0.0f;
    for (int bounce = 0; bounce < 3; ++bounce) {
      float nearest = 1e9f;
      int found = -1;
      for (int k = 0; k < count; ++k) {
        const float t = hit(ox, oy, oz, d.x, d.y, d.z, spheres[4 * k], spheres[4 * k + 1],
                            spheres[4 * k + 2], spheres[4 * k + 3]);
        if (t > 1e-3f && t < nearest) {
          nearest = t;
          found = k;
        }
      }
      if (found < 0) {
        color += light * (d.y + 1.0f);
        break;
      }
      ox += d.x * nearest;
      oy += d.y * nearest;
      oz += d.z * nearest;
      const float3 n = normalize(ox - spheres[4 * found], oy - spheres[4 * found + 1],
                                 oz - spheres[4 * found + 2]);
      const float facing = d.x * n.x + d.y * n.y + d.z * n.z;
      d = normalize(d.x - 2.0f * facing * n.x, d.y - 2.0f * facing * n.y,
                    d.z - 2.0f * facing * n.z);
      light *= 0.5f;
      color += light * fabsf(n.y);
    }
    image[row * width + column] = color;
  }
}
