// Kernels that do nothing, with 1, 4 and 16 pointers: what remains is the cost of the launch.

#define KC_POINTERS_4(p) float *p##0, float *p##1, float *p##2, float *p##3

extern "C" __global__ void launch_1(float* a, long long n) {
  if (n < 0) {
    a[0] = 1.0f;
  }
}

extern "C" __global__ void launch_4(KC_POINTERS_4(a), long long n) {
  if (n < 0) {
    a0[0] = a1[0] + a2[0] + a3[0];
  }
}

extern "C" __global__ void launch_16(KC_POINTERS_4(a), KC_POINTERS_4(b), KC_POINTERS_4(c),
                                     KC_POINTERS_4(d), long long n) {
  if (n < 0) {
    a0[0] = a1[0] + a2[0] + a3[0] + b0[0] + b1[0] + b2[0] + b3[0] + c0[0];
    d0[0] = c1[0] + c2[0] + c3[0] + d1[0] + d2[0] + d3[0];
  }
}
