extern "C" __device__ float scale(float x, short n) { return 2.0f * x + n; }

extern "C" __device__ int difference(double *result, double a, double b) {
  *result = a - b;
  return 0;
}
