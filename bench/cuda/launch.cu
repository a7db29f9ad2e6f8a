// Kernels that do nothing, with 0 to 64 pointers or integers: what remains is the cost of the launch.

#define KC_4(type, p) type p##0, type p##1, type p##2, type p##3
#define KC_16(type, p) KC_4(type, p##0), KC_4(type, p##1), KC_4(type, p##2), KC_4(type, p##3)
#define KC_64(type, p) KC_16(type, p##0), KC_16(type, p##1), KC_16(type, p##2), KC_16(type, p##3)

using Pointer = float*;
using Integer = long long;

extern "C" __global__ void arrays_0() {}

extern "C" __global__ void arrays_1(Pointer a, Integer n) {
  if (n < 0) {
    a[0] = 1.0f;
  }
}

extern "C" __global__ void arrays_4(KC_4(Pointer, a), Integer n) {
  if (n < 0) {
    a0[0] = a1[0] + a2[0] + a3[0];
  }
}

extern "C" __global__ void arrays_16(KC_16(Pointer, a), Integer n) {
  if (n < 0) {
    a00[0] = a11[0] + a22[0] + a33[0];
  }
}

extern "C" __global__ void arrays_64(KC_64(Pointer, a), Integer n) {
  if (n < 0) {
    a000[0] = a111[0] + a222[0] + a333[0];
  }
}

extern "C" __global__ void scalars_1(Pointer a, Integer s0) {
  if (s0 < 0) {
    a[0] = 1.0f;
  }
}

extern "C" __global__ void scalars_4(Pointer a, KC_4(Integer, s)) {
  if (s0 < 0) {
    a[0] = float(s1 + s2 + s3);
  }
}

extern "C" __global__ void scalars_16(Pointer a, KC_16(Integer, s)) {
  if (s00 < 0) {
    a[0] = float(s11 + s22 + s33);
  }
}

extern "C" __global__ void scalars_64(Pointer a, KC_64(Integer, s)) {
  if (s000 < 0) {
    a[0] = float(s111 + s222 + s333);
  }
}
