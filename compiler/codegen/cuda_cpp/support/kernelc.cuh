// What kernelc's kernel language has and CUDA C++ has not: Python's division, arrays with strides, complex numbers,
// atomic operations on every type. For nvcc and NVRTC; CUDA C++ that kernelc writes includes it.
#pragma once

#if defined(__CUDACC_RTC__)
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
#else
#include <cstdint>
#include <cstdio>
#endif

#define KC_DEVICE static __device__ __forceinline__

namespace kc {

struct None {};

template <typename T>
struct Optional {
  bool has_value;
  T value;

  Optional() = default;
  __device__ Optional(const T& some) : has_value(true), value(some) {}
  __device__ Optional(bool is_there, const T& some) : has_value(is_there), value(some) {}
};

template <bool condition, typename A, typename B>
struct Choose {
  using Type = A;
};
template <typename A, typename B>
struct Choose<false, A, B> {
  using Type = B;
};

// The unsigned integer as wide as T.
template <typename T>
using Bits = typename Choose<
    sizeof(T) == 1, uint8_t,
    typename Choose<sizeof(T) == 2, uint16_t,
                    typename Choose<sizeof(T) == 4, uint32_t, uint64_t>::Type>::Type>::Type;

template <typename To, typename From>
KC_DEVICE To bit_cast(const From& from) {
  static_assert(sizeof(To) == sizeof(From), "types of one size");
  To to;
  memcpy(&to, &from, sizeof(To));
  return to;
}

template <typename T>
KC_DEVICE T infinity();
template <>
__device__ __forceinline__ float infinity() {
  return __uint_as_float(0x7f800000u);
}
template <>
__device__ __forceinline__ double infinity() {
  return __longlong_as_double(0x7ff0000000000000ll);
}
template <typename T>
KC_DEVICE T nan();
template <>
__device__ __forceinline__ float nan() {
  return __uint_as_float(0x7fc00000u);
}
template <>
__device__ __forceinline__ double nan() {
  return __longlong_as_double(0x7ff8000000000000ll);
}

template <typename T>
constexpr bool is_signed = T(-1) < T(0);
template <typename T>
constexpr bool is_floating = T(0.5) != T(0);
#if defined(__CUDA_FP16_H__)
template <>
constexpr bool is_signed<__half> = true;
template <>
constexpr bool is_floating<__half> = true;
#endif
#if defined(__CUDA_BF16_H__)
template <>
constexpr bool is_signed<__nv_bfloat16> = true;
template <>
constexpr bool is_floating<__nv_bfloat16> = true;
#endif

// 16-bit floats, which are computed in float and rounded once.
#if defined(__CUDA_FP16_H__)
KC_DEVICE float widen(__half x) { return __half2float(x); }
#endif
#if defined(__CUDA_BF16_H__)
KC_DEVICE float widen(__nv_bfloat16 x) { return __bfloat162float(x); }
#endif
KC_DEVICE float widen(float x) { return x; }

template <typename H>
struct NarrowFloat;
#if defined(__CUDA_FP16_H__)
template <>
struct NarrowFloat<__half> {
  KC_DEVICE __half nearest(float x) { return __float2half_rn(x); }
  KC_DEVICE __half nearest(double x) { return __double2half(x); }
  KC_DEVICE __half down(float x) { return __float2half_rd(x); }
  KC_DEVICE __half up(float x) { return __float2half_ru(x); }
  KC_DEVICE __half zero(float x) { return __float2half_rz(x); }
  KC_DEVICE __half fuse(__half a, __half b, __half c) { return __hfma(a, b, c); }
};
#endif
#if defined(__CUDA_BF16_H__)
template <>
struct NarrowFloat<__nv_bfloat16> {
  KC_DEVICE __nv_bfloat16 nearest(float x) { return __float2bfloat16_rn(x); }
  KC_DEVICE __nv_bfloat16 nearest(double x) { return __double2bfloat16(x); }
  KC_DEVICE __nv_bfloat16 down(float x) { return __float2bfloat16_rd(x); }
  KC_DEVICE __nv_bfloat16 up(float x) { return __float2bfloat16_ru(x); }
  KC_DEVICE __nv_bfloat16 zero(float x) { return __float2bfloat16_rz(x); }
  KC_DEVICE __nv_bfloat16 fuse(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) { return __hfma(a, b, c); }
};
#endif

// A float between x and the float next to it towards zero, with the last bit set: rounding it again rounds x once.
KC_DEVICE float odd_float(int64_t x) {
  const float cut = __ll2float_rz(x);
  return __float2ll_rz(cut) == x ? cut : __uint_as_float(__float_as_uint(cut) | 1u);
}
KC_DEVICE float odd_float(uint64_t x) {
  const float cut = __ull2float_rz(x);
  return __float2ull_rz(cut) == x ? cut : __uint_as_float(__float_as_uint(cut) | 1u);
}

// 8-bit floats, kept as their bits. What is too large becomes the largest number, NaN keeps no sign.
template <int bias, int digits, unsigned largest>
struct Float8 {
  unsigned char bits;
};
using E4M3 = Float8<7, 3, 0x7e>;
using E5M2 = Float8<15, 2, 0x7b>;
// Powers of two; 0xff is NaN.
struct E8M0 {
  unsigned char bits;
};
template <int bias, int digits, unsigned largest>
constexpr bool is_floating<Float8<bias, digits, largest>> = true;
template <>
constexpr bool is_floating<E8M0> = true;

template <int bias, int digits, unsigned largest>
KC_DEVICE float widen(Float8<bias, digits, largest> x) {
  const unsigned code = x.bits & 0x7fu;
  unsigned word = (code << (23 - digits)) + (unsigned(127 - bias) << 23);
  if (code < (1u << digits)) {
    word = __float_as_uint(float(code) * __uint_as_float(unsigned(128 - bias - digits) << 23));
  } else if (code > largest) {
    word = (code << (23 - digits)) | 0x7f800000u;
  }
  return __uint_as_float(word | (unsigned(x.bits & 0x80u) << 24));
}
KC_DEVICE float widen(E8M0 x) {
  return __uint_as_float(x.bits == 0 ? 0x400000u : x.bits == 0xff ? 0x7fc00000u : unsigned(x.bits) << 23);
}

// A float between x and the float next to it towards zero, with the last bit set: see below.
KC_DEVICE float odd_float(double x) {
  const float cut = __double2float_rz(x);
  return double(cut) == x || x != x ? cut : __uint_as_float(__float_as_uint(cut) | 1u);
}

template <int bias, int digits, unsigned largest>
struct NarrowFloat<Float8<bias, digits, largest>> {
  using Number = Float8<bias, digits, largest>;
  KC_DEVICE Number nearest(double x) { return nearest(odd_float(x)); }
  KC_DEVICE Number nearest(float x) {
    const unsigned magnitude = __float_as_uint(x) & 0x7fffffffu;
    if (magnitude > 0x7f800000u) {
      return Number{0x7f};
    }
    constexpr unsigned cut = 23 - digits;
    constexpr unsigned lowest = unsigned(128 - bias) << 23;
    constexpr unsigned unit = unsigned(128 - bias + int(cut)) << 23;
    unsigned code;
    if (magnitude < lowest) {
      code = __float_as_uint(__fadd_rn(__uint_as_float(magnitude), __uint_as_float(unit))) - unit;
    } else {
      code = ((magnitude + ((1u << (cut - 1)) - 1) + (magnitude >> cut & 1u)) >> cut) -
             (unsigned(127 - bias) << digits);
    }
    code = code > largest ? largest : code;
    return Number{(unsigned char)(code | (__float_as_uint(x) >> 24 & 0x80u))};
  }
};
template <>
struct NarrowFloat<E8M0> {
  KC_DEVICE E8M0 nearest(double x) { return nearest(odd_float(x)); }
  KC_DEVICE E8M0 nearest(float x) {
    const unsigned magnitude = __float_as_uint(x) & 0x7fffffffu;
    if (magnitude > 0x7f800000u) {
      return E8M0{0xff};
    }
    const unsigned code = magnitude <= 0x400000u ? 0 : (magnitude >> 23) + ((magnitude & 0x7fffffu) != 0);
    return E8M0{(unsigned char)(code > 0xfe ? 0xfe : code)};
  }
};

template <typename H>
KC_DEVICE H narrow(float x) {
  return NarrowFloat<H>::nearest(x);
}
template <typename H>
KC_DEVICE H narrow(double x) {
  return NarrowFloat<H>::nearest(x);
}
template <typename H>
KC_DEVICE H narrow(int64_t x) {
  return NarrowFloat<H>::nearest(odd_float(x));
}
template <typename H>
KC_DEVICE H narrow(uint64_t x) {
  return NarrowFloat<H>::nearest(odd_float(x));
}
template <typename H, typename T>
KC_DEVICE H narrow(T x) {
  if constexpr (is_floating<T>) {
    return NarrowFloat<H>::nearest(widen(x));
  } else {
    return narrow<H>(int64_t(x));
  }
}

#define KC_DIRECTED(name, method, suffix)                                       \
  template <typename H, typename T>                                             \
  KC_DEVICE H narrow_##name(T x) {                                              \
    if constexpr (sizeof(T) == 8 && is_floating<T>) {                           \
      return NarrowFloat<H>::method(__double2float_##suffix(x));                \
    } else if constexpr (is_floating<T>) {                                      \
      return NarrowFloat<H>::method(widen(x));                                  \
    } else if constexpr (is_signed<T> || sizeof(T) < 8) {                       \
      return NarrowFloat<H>::method(__ll2float_##suffix((long long)(x)));       \
    } else {                                                                    \
      return NarrowFloat<H>::method(__ull2float_##suffix((unsigned long long)(x))); \
    }                                                                           \
  }
KC_DIRECTED(rd, down, rd)
KC_DIRECTED(ru, up, ru)
KC_DIRECTED(rz, zero, rz)
#undef KC_DIRECTED
template <typename H, typename T>
KC_DEVICE H narrow_rn(T x) {
  return narrow<H>(x);
}

// Each rounds: the compiler must not fuse a product into a sum.
template <typename H>
KC_DEVICE H add(H a, H b) {
  return narrow<H>(__fadd_rn(widen(a), widen(b)));
}
template <typename H>
KC_DEVICE H sub(H a, H b) {
  return narrow<H>(__fsub_rn(widen(a), widen(b)));
}
template <typename H>
KC_DEVICE H mul(H a, H b) {
  return narrow<H>(__fmul_rn(widen(a), widen(b)));
}
template <typename H>
KC_DEVICE H div(H a, H b) {
  return narrow<H>(__fdiv_rn(widen(a), widen(b)));
}
template <typename H>
KC_DEVICE H fma(H a, H b, H c) {
  return NarrowFloat<H>::fuse(a, b, c);
}
template <typename H>
KC_DEVICE H neg(H a) {
  if constexpr (is_floating<H>) {
    return bit_cast<H>(uint16_t(bit_cast<uint16_t>(a) ^ 0x8000u));
  } else {
    // The smallest integer is its own negative, which C++ leaves open.
    return H(Bits<H>(0) - Bits<H>(a));
  }
}

// Complex numbers, as CPython computes with them.
template <typename T>
struct Complex {
  T real;
  T imag;
};
template <typename T>
KC_DEVICE Complex<T> operator+(Complex<T> a, Complex<T> b) {
  return {a.real + b.real, a.imag + b.imag};
}
template <typename T>
KC_DEVICE Complex<T> operator-(Complex<T> a, Complex<T> b) {
  return {a.real - b.real, a.imag - b.imag};
}
template <typename T>
KC_DEVICE Complex<T> operator-(Complex<T> a) {
  return {-a.real, -a.imag};
}
template <typename T>
KC_DEVICE Complex<T> operator*(Complex<T> a, Complex<T> b) {
  return {a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real};
}
// Scaled by the larger part of the divisor.
template <typename T>
KC_DEVICE Complex<T> operator/(Complex<T> a, Complex<T> b) {
  const bool by_real = (b.real < 0 ? -b.real : b.real) >= (b.imag < 0 ? -b.imag : b.imag);
  const T large = by_real ? b.real : b.imag;
  const T small = by_real ? b.imag : b.real;
  const T p = by_real ? a.real : a.imag;
  const T q = by_real ? a.imag : a.real;
  const T ratio = small / large;
  const T denominator = large + small * ratio;
  const T scaled = p * ratio;
  return {(p + q * ratio) / denominator, (by_real ? q - scaled : scaled - q) / denominator};
}
template <typename T>
KC_DEVICE Complex<T>& operator+=(Complex<T>& a, Complex<T> b) {
  return a = a + b;
}
template <typename T>
KC_DEVICE Complex<T>& operator-=(Complex<T>& a, Complex<T> b) {
  return a = a - b;
}
template <typename T>
KC_DEVICE Complex<T>& operator*=(Complex<T>& a, Complex<T> b) {
  return a = a * b;
}
template <typename T>
KC_DEVICE Complex<T>& operator/=(Complex<T>& a, Complex<T> b) {
  return a = a / b;
}
template <typename T>
KC_DEVICE bool operator==(Complex<T> a, Complex<T> b) {
  return a.real == b.real && a.imag == b.imag;
}
template <typename T>
KC_DEVICE bool operator!=(Complex<T> a, Complex<T> b) {
  return a.real != b.real || a.imag != b.imag;
}
template <typename T, typename From>
KC_DEVICE Complex<T> to_complex(From x) {
  return {T(x), T(0)};
}
template <typename T, typename From>
KC_DEVICE Complex<T> to_complex(Complex<From> x) {
  return {T(x.real), T(x.imag)};
}

template <typename T>
KC_DEVICE bool truth(Complex<T> x) {
  return x.real != 0 || x.imag != 0;
}
template <typename H>
KC_DEVICE bool truth(H x) {
  return widen(x) != 0;
}

// Python's division: rounded down, the remainder has the sign of the divisor. Integers: 0 where the divisor is 0 or the
// quotient overflows.
template <typename T>
KC_DEVICE bool is_undefined_division(T a, T b) {
  if constexpr (is_signed<T>) {
    return b == 0 || (b == T(-1) && a == T(Bits<T>(1) << (8 * sizeof(T) - 1)));
  } else {
    return b == 0;
  }
}
// CPython's float_divmod.
template <typename T>
KC_DEVICE T float_mod(T a, T b) {
  T remainder;
  if constexpr (sizeof(T) == 4) {
    remainder = fmodf(a, b);
  } else {
    remainder = fmod(a, b);
  }
  if (remainder != 0) {
    return (b < 0) != (remainder < 0) ? remainder + b : remainder;
  }
  return sizeof(T) == 4 ? T(copysignf(0.0f, float(b))) : T(copysign(0.0, double(b)));
}
template <typename T>
KC_DEVICE T float_floor_div(T a, T b) {
  if (b == 0) {
    return a / b;
  }
  const T remainder = sizeof(T) == 4 ? T(fmodf(float(a), float(b))) : T(fmod(double(a), double(b)));
  T quotient = (a - remainder) / b;
  if (remainder != 0 && (b < 0) != (remainder < 0)) {
    quotient -= 1;
  }
  if (quotient == 0) {
    return sizeof(T) == 4 ? T(copysignf(0.0f, float(a / b))) : T(copysign(0.0, double(a / b)));
  }
  const T down = sizeof(T) == 4 ? T(floorf(float(quotient))) : T(floor(double(quotient)));
  return quotient - down > T(0.5) ? down + 1 : down;
}
template <typename T>
KC_DEVICE T floor_div(T a, T b) {
  if constexpr (sizeof(T) == 2 && is_floating<T>) {
    return narrow<T>(float_floor_div(widen(a), widen(b)));
  } else if constexpr (is_floating<T>) {
    return float_floor_div(a, b);
  } else {
    if (is_undefined_division(a, b)) {
      return 0;
    }
    const T quotient = a / b;
    if constexpr (is_signed<T>) {
      const T remainder = a - quotient * b;
      return quotient - T(remainder != 0 && (remainder < 0) != (b < 0));
    } else {
      return quotient;
    }
  }
}
template <typename T>
KC_DEVICE T floor_mod(T a, T b) {
  if constexpr (sizeof(T) == 2 && is_floating<T>) {
    return narrow<T>(float_mod(widen(a), widen(b)));
  } else if constexpr (is_floating<T>) {
    return float_mod(a, b);
  } else {
    if (is_undefined_division(a, b)) {
      return 0;
    }
    const T remainder = a % b;
    if constexpr (is_signed<T>) {
      return remainder != 0 && (remainder < 0) != (b < 0) ? remainder + b : remainder;
    } else {
      return remainder;
    }
  }
}

template <typename T>
KC_DEVICE T abs(T x) {
  if constexpr (sizeof(T) == 2 && is_floating<T>) {
    return bit_cast<T>(uint16_t(bit_cast<uint16_t>(x) & 0x7fffu));
  } else if constexpr (is_signed<T> && sizeof(T) < 4) {
    // As text: the assembler takes the result of abs.s16 for one that fits 16 bits.
    int32_t wide;
    asm("abs.s32 %0, %1;" : "=r"(wide) : "r"(int32_t(x)));
    return T(wide);
  } else if constexpr (is_signed<T>) {
    return x < 0 ? T(Bits<T>(0) - Bits<T>(x)) : x;
  } else {
    return x;
  }
}
// Numbers before NaN.
template <typename T>
KC_DEVICE T max(T a, T b) {
  if constexpr (is_floating<T>) {
    return narrow<T>(fmaxf(widen(a), widen(b)));
  } else {
    return a < b ? b : a;
  }
}
template <typename T>
KC_DEVICE T min(T a, T b) {
  if constexpr (is_floating<T>) {
    return narrow<T>(fminf(widen(a), widen(b)));
  } else {
    return b < a ? b : a;
  }
}

// base ** exponent by repeated squaring. A float with an exponent beyond 65536 goes to pow; a negative exponent inverts,
// which leaves 0 of integers but 1 and -1, and makes the smallest one of 0.
template <typename T>
KC_DEVICE T power_by_squaring(T base, T one, uint64_t count) {
  T result = one;
  for (T power = base; count != 0; count >>= 1) {
    if ((count & 1) != 0) {
      result = result * power;
    }
    power = power * power;
  }
  return result;
}
template <typename T>
KC_DEVICE T pow_int(T base, int64_t exponent) {
  const uint64_t count = exponent < 0 ? uint64_t(0) - uint64_t(exponent) : uint64_t(exponent);
  if constexpr (sizeof(T) == 2 && is_floating<T>) {
    return narrow<T>(pow_int(widen(base), exponent));
  } else if constexpr (is_floating<T>) {
    if (count > 65536) {
      return sizeof(T) == 4 ? T(powf(float(base), float(exponent))) : T(::pow(double(base), double(exponent)));
    }
    const T result = power_by_squaring(base, T(1), count);
    return exponent < 0 ? 1 / result : result;
  } else {
    const T result = T(power_by_squaring(uint64_t(base), uint64_t(1), count));
    if (exponent >= 0) {
      return result;
    }
    if (base == 0) {
      return T(Bits<T>(1) << (8 * sizeof(T) - 1));
    }
    return base == 1 || (is_signed<T> && base == T(-1)) ? result : T(0);
  }
}
template <typename T>
KC_DEVICE Complex<T> pow_int(Complex<T> base, int64_t exponent) {
  const uint64_t count = exponent < 0 ? uint64_t(0) - uint64_t(exponent) : uint64_t(exponent);
  const Complex<T> one = {1, 0};
  const Complex<T> result = power_by_squaring(base, one, count);
  return exponent < 0 ? one / result : result;
}

template <typename T>
KC_DEVICE T popc(T x) {
  return T(__popcll(uint64_t(Bits<T>(x))));
}
template <typename T>
KC_DEVICE T brev(T x) {
  return T(Bits<T>(__brevll(uint64_t(Bits<T>(x))) >> (64 - 8 * sizeof(T))));
}
template <typename T>
KC_DEVICE T clz(T x) {
  return T(__clzll((long long)(uint64_t(Bits<T>(x)))) - int(64 - 8 * sizeof(T)));
}
template <typename T>
KC_DEVICE uint32_t ffs(T x) {
  return uint32_t(__ffsll((long long)(uint64_t(Bits<T>(x)))));
}

// Arrays. Layouts: C rows, F columns, A any strides, in bytes.
enum Layout { C, F, A };

template <typename T>
struct BytesOf {
  using Type = unsigned char;
};
template <typename T>
struct BytesOf<const T> {
  using Type = const unsigned char;
};

// An array of T is one of const T as well.
template <typename T, int ndim, Layout layout>
struct Array {
  T* data;
  int64_t extent[ndim];

  __device__ T& operator[](int64_t i) const { return data[i]; }
  template <typename... Indices>
  __device__ T& operator()(Indices... indices) const {
    const int64_t index[] = {int64_t(indices)...};
    int64_t linear = 0;
    for (int i = 0; i < ndim; ++i) {
      const int dim = layout == C ? i : ndim - 1 - i;
      linear = linear * extent[dim] + index[dim];
    }
    return data[linear];
  }
  __device__ int64_t stride_bytes(int dim) const {
    int64_t stride = sizeof(T);
    for (int d = layout == C ? dim + 1 : 0; d < (layout == C ? ndim : dim); ++d) {
      stride *= extent[d];
    }
    return stride;
  }
  template <typename To>
  __device__ operator Array<To, ndim, layout>() const {
    Array<To, ndim, layout> result;
    result.data = data;
    for (int dim = 0; dim < ndim; ++dim) {
      result.extent[dim] = extent[dim];
    }
    return result;
  }
};
template <typename T, int ndim>
struct Array<T, ndim, A> {
  T* data;
  int64_t extent[ndim];
  int64_t stride[ndim];

  template <typename... Indices>
  __device__ T& operator()(Indices... indices) const {
    const int64_t index[] = {int64_t(indices)...};
    int64_t offset = 0;
    for (int dim = 0; dim < ndim; ++dim) {
      offset += index[dim] * stride[dim];
    }
    return *reinterpret_cast<T*>(reinterpret_cast<typename BytesOf<T>::Type*>(data) + offset);
  }
  __device__ int64_t stride_bytes(int dim) const { return stride[dim]; }
  template <typename To>
  __device__ operator Array<To, ndim, A>() const {
    Array<To, ndim, A> result;
    result.data = data;
    for (int dim = 0; dim < ndim; ++dim) {
      result.extent[dim] = extent[dim];
      result.stride[dim] = stride[dim];
    }
    return result;
  }
};
template <typename T, Layout layout>
struct Array<T, 0, layout> {
  T* data;
  __device__ T& operator()() const { return *data; }
  template <typename To>
  __device__ operator Array<To, 0, layout>() const {
    return {data};
  }
};
template <typename T>
struct Array<T, 0, A> {
  T* data;
  __device__ T& operator()() const { return *data; }
  template <typename To>
  __device__ operator Array<To, 0, A>() const {
    return {data};
  }
};

template <typename T, int ndim, Layout layout>
KC_DEVICE Array<T, ndim, A> strided(const Array<T, ndim, layout>& array) {
  Array<T, ndim, A> result;
  result.data = array.data;
  for (int dim = 0; dim < ndim; ++dim) {
    result.extent[dim] = array.extent[dim];
    result.stride[dim] = array.stride_bytes(dim);
  }
  return result;
}
template <typename T, Layout layout>
KC_DEVICE Array<T, 0, A> strided(const Array<T, 0, layout>& array) {
  return {array.data};
}

// Assignments of arrays to arrays, `a[...] = b[...]`. The result is that of a copy of the right side, whatever memory the two
// share; there is no memory for a copy. One thread does all of it.

template <typename T>
struct Plain {
  using Type = T;
};
template <typename T>
struct Plain<const T> {
  using Type = T;
};

// How an array is read for each element of another one: the steps from element to element in bytes, 0 where one element stands
// for several.
template <int ndim>
struct Pairing {
  int64_t extent[ndim];
  int64_t to[ndim];
  int64_t from[ndim];

  __device__ int64_t size() const {
    int64_t result = 1;
    for (int d = 0; d < ndim; ++d) {
      result *= extent[d];
    }
    return result;
  }
};
template <typename T, int ndim, Layout layout, typename U, int from_ndim, Layout from_layout>
KC_DEVICE Pairing<ndim> pairing(const Array<T, ndim, layout>& to, const Array<U, from_ndim, from_layout>& from) {
  Pairing<ndim> pair;
  for (int d = 0; d < ndim; ++d) {
    const int own = d - (ndim - from_ndim);
    pair.extent[d] = to.extent[d];
    pair.to[d] = to.extent[d] == 1 ? 0 : to.stride_bytes(d);
    pair.from[d] = own < 0 || from.extent[own] == 1 ? 0 : from.stride_bytes(own);
  }
  return pair;
}

// Elements in the order of C, or from the last to the first.
template <bool down, int ndim, int dim, typename T, typename U, typename Store>
KC_DEVICE void for_each_element(const Pairing<ndim>& pair, unsigned char* to, const unsigned char* from,
                                const Store& store) {
  const int64_t extent = pair.extent[dim];
  for (int64_t i = 0; i < extent; ++i) {
    const int64_t at = down ? extent - 1 - i : i;
    unsigned char* const place = to + at * pair.to[dim];
    const unsigned char* const source = from + at * pair.from[dim];
    if constexpr (dim + 1 < ndim) {
      for_each_element<down, ndim, dim + 1, T, U>(pair, place, source, store);
    } else {
      store(*reinterpret_cast<T*>(place), *reinterpret_cast<const U*>(source));
    }
  }
}

// Where the elements of a view lie: dimensions by their steps, the widest first, and what a step adds to the number of an
// element in the order of C. Dimensions that do not move, here or in the other array, have one element.
template <int ndim>
struct PlaceTable {
  int64_t extent[ndim];
  int64_t step[ndim];
  int64_t weight[ndim];
  // The lowest place, in bytes from the first element, and the number of the element there.
  int64_t lowest;
  int64_t number;

  __device__ void fill(const int64_t* extents, const int64_t* steps, const int64_t* other_steps) {
    lowest = 0;
    number = 0;
    int64_t next_weight = 1;
    for (int d = ndim - 1; d >= 0; --d) {
      int64_t count = extents[d];
      int64_t width = steps[d];
      int64_t own = next_weight;
      next_weight *= count;
      if (width == 0 || count == 1 || other_steps[d] == 0) {
        count = 1;
        width = 0;
      }
      if (width < 0) {
        lowest += (count - 1) * width;
        number += (count - 1) * own;
        width = -width;
        own = -own;
      }
      int row = ndim - 1 - d;
      for (; row > 0 && step[row - 1] < width; --row) {
        extent[row] = extent[row - 1];
        step[row] = step[row - 1];
        weight[row] = weight[row - 1];
      }
      extent[row] = count;
      step[row] = width;
      weight[row] = own;
    }
  }
  // The number of the element at a place, in bytes from the first element; -1: there is none.
  __device__ int64_t number_at(int64_t place) const {
    int64_t rest = place - lowest;
    int64_t result = number;
    for (int row = 0; row < ndim; ++row) {
      if (step[row] > 0) {
        const int64_t index = rest / step[row];
        if (rest < 0 || index >= extent[row]) {
          return -1;
        }
        rest -= index * step[row];
        result += index * weight[row];
      }
    }
    return rest == 0 ? result : -1;
  }
};

// Storing an element destroys what lies in its place, so an element goes before its successor, the one whose place it reads.
// Where no two elements read one place, successors form chains and circles; Knuth, The Art of Computer Programming 1.3.3.
template <int ndim, typename T, typename U, typename Store>
struct OverlappingStore {
  const Pairing<ndim>& pair;
  unsigned char* to;
  const unsigned char* from;
  const Store& store;
  // From the first element of one array to that of the other, in bytes.
  int64_t apart;
  PlaceTable<ndim> places;
  PlaceTable<ndim> sources;

  __device__ int64_t place_of(int64_t number, const int64_t* steps) const {
    int64_t place = 0;
    for (int d = ndim - 1; d >= 0; --d) {
      place += number % pair.extent[d] * steps[d];
      number /= pair.extent[d];
    }
    return place;
  }
  __device__ T& target(int64_t number) const { return *reinterpret_cast<T*>(to + place_of(number, pair.to)); }
  __device__ const U& source(int64_t number) const {
    return *reinterpret_cast<const U*>(from + place_of(number, pair.from));
  }
  __device__ void put(int64_t number) const { store(target(number), source(number)); }
  // The element that lies where this one reads, and one that reads where this one lies; -1: there is none.
  __device__ int64_t successor(int64_t number) const { return places.number_at(apart + place_of(number, pair.from)); }
  __device__ int64_t reader(int64_t number) const { return sources.number_at(place_of(number, pair.to) - apart); }

  // The element that reads the same place as this one and has number 0 in all dimensions that are repeated.
  __device__ int64_t first_reader(int64_t number) const {
    int64_t result = 0;
    int64_t weight = 1;
    for (int d = ndim - 1; d >= 0; --d) {
      result += pair.from[d] != 0 ? number % pair.extent[d] * weight : 0;
      weight *= pair.extent[d];
      number /= pair.extent[d];
    }
    return result;
  }
  // How many successors follow, up to the end or to a circle. See Floyd's algorithm, Knuth 3.1, exercise 6.
  __device__ int64_t depth(int64_t start) const {
    int64_t slow = start;
    int64_t fast = start;
    bool meets = false;
    while (fast >= 0 && !meets) {
      fast = successor(fast);
      fast = fast >= 0 ? successor(fast) : fast;
      if (fast >= 0) {
        slow = successor(slow);
        meets = slow == fast;
      }
    }
    int64_t count = 0;
    if (meets) {
      for (int64_t at = start; at != fast; at = successor(at)) {
        fast = successor(fast);
        ++count;
      }
      return count;
    }
    for (int64_t at = successor(start); at >= 0; at = successor(at)) {
      ++count;
    }
    return count;
  }
  // Whether the element is the lowest one of a circle. Both directions at once: in most chains one of them soon leads lower.
  __device__ bool heads_circle(int64_t start) const {
    int64_t after = successor(start);
    int64_t before = reader(start);
    while (after > start && before > start) {
      after = successor(after);
      before = reader(before);
    }
    return after == start;
  }
  __device__ void put_circle(int64_t start) const {
    int64_t last = start;
    for (int64_t after = successor(last); after != start; after = successor(last)) {
      last = after;
    }
    const typename Plain<U>::Type held = source(last);
    for (int64_t at = start; at != last; at = successor(at)) {
      put(at);
    }
    store(target(last), held);
  }
  __device__ void put_chain(int64_t start) const {
    for (int64_t at = start; at >= 0;) {
      const int64_t after = successor(at);
      put(at);
      at = after;
    }
  }
  // Where several elements read one place: by the length of what follows them.
  __device__ void put_by_depth() const {
    const int64_t size = pair.size();
    int64_t deepest = 0;
    for (int64_t at = 0; at < size; ++at) {
      if (reader(at) < 0) {
        put(at);
      } else {
        const int64_t own = depth(at);
        deepest = own > deepest ? own : deepest;
      }
    }
    for (int64_t length = deepest; length >= 0; --length) {
      for (int64_t at = 0; at < size; ++at) {
        if (reader(at) < 0 || depth(at) != length) {
          continue;
        }
        int64_t after = successor(at);
        if (length > 0 || after < 0) {
          put(at);
          continue;
        }
        while (after > at) {
          after = successor(after);
        }
        if (after == at) {
          put_circle(at);
        }
      }
    }
  }
  __device__ bool is_repeated() const {
    for (int d = 0; d < ndim; ++d) {
      if (pair.from[d] == 0 && pair.extent[d] != 1) {
        return true;
      }
    }
    return false;
  }
  // With the same steps in both arrays: away from the source, in the order of places.
  __device__ void put_in_order() const {
    Pairing<ndim> sorted;
    for (int row = 0; row < ndim; ++row) {
      sorted.extent[row] = places.extent[row];
      sorted.to[row] = sorted.from[row] = places.step[row];
    }
    if (apart > 0) {
      for_each_element<false, ndim, 0, T, U>(sorted, to + places.lowest, from + places.lowest, store);
    } else {
      for_each_element<true, ndim, 0, T, U>(sorted, to + places.lowest, from + places.lowest, store);
    }
  }
  // `updates`: stores make the new value of the old one too.
  __device__ void put_all(bool updates) {
    places.fill(pair.extent, pair.to, pair.to);
    sources.fill(pair.extent, pair.from, pair.from);
    bool same_steps = true;
    for (int d = 0; d < ndim; ++d) {
      same_steps = same_steps && (pair.to[d] == pair.from[d] || pair.extent[d] == 1);
    }
    if (same_steps) {
      put_in_order();
      return;
    }
    const bool repeats = is_repeated();
    if (updates && repeats) {
      put_by_depth();
      return;
    }
    // The first of the elements that read one place gets it, and the others take it from there.
    if (repeats) {
      places.fill(pair.extent, pair.to, pair.from);
    }
    const int64_t size = pair.size();
    for (int64_t start = 0; start < size; ++start) {
      if (first_reader(start) != start) {
        continue;
      }
      if (reader(start) < 0) {
        put_chain(start);
      } else if (heads_circle(start)) {
        put_circle(start);
      }
    }
    for (int64_t at = 0; repeats && at < size; ++at) {
      const int64_t first = first_reader(at);
      if (first != at) {
        target(at) = target(first);
      }
    }
  }
};
template <int ndim, typename T, typename U, typename Store>
static __device__ __noinline__ void store_overlapping(const Pairing<ndim>& pair, unsigned char* to,
                                                      const unsigned char* from, const Store& store, bool updates) {
  OverlappingStore<ndim, T, U, Store> overlapping{pair, to, from, store, int64_t(from - to), {}, {}};
  overlapping.put_all(updates);
}

// Bytes from the first element to the lowest and to behind the highest one.
template <int ndim>
KC_DEVICE void reach(const int64_t* extents, const int64_t* steps, int64_t item, int64_t* first, int64_t* last) {
  *first = 0;
  *last = item;
  for (int d = 0; d < ndim; ++d) {
    const int64_t span = (extents[d] - 1) * steps[d];
    *(span < 0 ? first : last) += span;
  }
}
template <typename T, int ndim, Layout layout, typename U, int from_ndim, Layout from_layout, typename Store>
KC_DEVICE void store_elements(const Array<T, ndim, layout>& to, const Array<U, from_ndim, from_layout>& from,
                              const Store& store, bool updates) {
  static_assert(from_ndim <= ndim, "the right side has no more dimensions");
  const Pairing<ndim> pair = pairing(to, from);
  for (int d = 0; d < ndim; ++d) {
    if (pair.extent[d] <= 0) {
      return;
    }
  }
  unsigned char* const place = reinterpret_cast<unsigned char*>(to.data);
  const unsigned char* const source = reinterpret_cast<const unsigned char*>(from.data);
  int64_t first, last, from_first, from_last;
  reach<ndim>(pair.extent, pair.to, sizeof(T), &first, &last);
  reach<ndim>(pair.extent, pair.from, sizeof(U), &from_first, &from_last);
  if (place + first < source + from_last && source + from_first < place + last) {
    store_overlapping<ndim, T, U>(pair, place, source, store, updates);
  } else {
    for_each_element<false, ndim, 0, T, U>(pair, place, source, store);
  }
}

// to[...] = from. A dimension of `from` that is missing, or has one element, goes with any.
template <typename T, int ndim, Layout layout, typename U, int from_ndim, Layout from_layout>
KC_DEVICE void assign_elements(const Array<T, ndim, layout>& to, const Array<U, from_ndim, from_layout>& from) {
  store_elements(to, from, [](T& place, const U& value) { place = T(value); }, false);
}
// to[...] = convert(from)
template <typename T, int ndim, Layout layout, typename U, int from_ndim, Layout from_layout, typename Convert>
KC_DEVICE void assign_elements(const Array<T, ndim, layout>& to, const Array<U, from_ndim, from_layout>& from,
                               const Convert& convert) {
  store_elements(to, from, [&](T& place, const U& value) { place = convert(value); }, false);
}
// to[...] = change(to, from), as `to += from` is for a change that adds.
template <typename T, int ndim, Layout layout, typename U, int from_ndim, Layout from_layout, typename Change>
KC_DEVICE void update_elements(const Array<T, ndim, layout>& to, const Array<U, from_ndim, from_layout>& from,
                               const Change& change) {
  store_elements(to, from, [&](T& place, const U& value) { place = change(place, value); }, true);
}
// to[...] = value
template <typename T, int ndim, Layout layout>
KC_DEVICE void fill_elements(const Array<T, ndim, layout>& to, const typename Plain<T>::Type& value) {
  const Array<T, ndim, A> view = strided(to);
  Pairing<ndim> pair;
  for (int d = 0; d < ndim; ++d) {
    pair.extent[d] = view.extent[d];
    pair.to[d] = view.stride[d];
    pair.from[d] = 0;
  }
  unsigned char* const place = reinterpret_cast<unsigned char*>(to.data);
  for_each_element<false, ndim, 0, T, T>(pair, place, place, [&](T& element, const T&) { element = value; });
}

KC_DEVICE uint32_t dynamic_shared_bytes() {
  uint32_t bytes;
  asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(bytes));
  return bytes;
}
// The shared memory that the launch gives, as an array.
template <typename T>
KC_DEVICE Array<T, 1, C> dynamic_shared(unsigned char* memory) {
  return {reinterpret_cast<T*>(memory), {int64_t(dynamic_shared_bytes() / sizeof(T))}};
}

// An index that is negative counts from the end.
template <typename T>
KC_DEVICE int64_t wrap(T index, int64_t extent) {
  return index < 0 ? int64_t(index) + extent : int64_t(index);
}

// Whether range() has another number, and how far an unsigned step goes: no sum of it and a distance overflows.
template <typename T>
KC_DEVICE bool in_range(T value, T stop, T step) {
  return step > 0 ? value < stop : step < 0 && value > stop;
}
KC_DEVICE bool in_range(int64_t value, int32_t stop, int32_t step) {
  return in_range<int64_t>(value, stop, step);
}
KC_DEVICE int64_t distance(uint64_t step) {
  return step > 0x7fffffffffffffffull ? 0x7fffffffffffffffll : int64_t(step);
}

template <typename T, int lanes>
struct Vector;
template <typename T>
struct Vector<T, 1> {
  T x;
};
template <typename T>
struct __align__(sizeof(T) * 2 > 16 ? 16 : sizeof(T) * 2) Vector<T, 2> {
  T x, y;
};
template <typename T>
struct Vector<T, 3> {
  T x, y, z;
};
template <typename T>
struct __align__(sizeof(T) * 4 > 16 ? 16 : sizeof(T) * 4) Vector<T, 4> {
  T x, y, z, w;
};

// Element `index` of a tuple whose elements are all of type T.
template <typename T, typename Tuple>
KC_DEVICE T element(const Tuple& tuple, int64_t index) {
  return reinterpret_cast<const T*>(&tuple)[index];
}

// The field at a byte of a record whose layout is not that of a C++ struct.
template <typename T, typename Record>
KC_DEVICE T& field(Record* record, int64_t offset) {
  return *reinterpret_cast<T*>(reinterpret_cast<unsigned char*>(record) + offset);
}
template <typename T, typename Record>
KC_DEVICE const T& field(const Record* record, int64_t offset) {
  return *reinterpret_cast<const T*>(reinterpret_cast<const unsigned char*>(record) + offset);
}
template <typename T>
KC_DEVICE T load(const T* place) {
  return *place;
}
template <typename T>
KC_DEVICE void store(T* place, T value) {
  *place = value;
}
// Elements that may lie at any address.
template <typename T>
KC_DEVICE T load_unaligned(const T* place) {
  const unsigned char* bytes = reinterpret_cast<const unsigned char*>(place);
  unsigned char copy[sizeof(T)];
  for (unsigned i = 0; i < sizeof(T); ++i) {
    copy[i] = bytes[i];
  }
  T value;
  memcpy(&value, copy, sizeof(T));
  return value;
}
template <typename T>
KC_DEVICE void store_unaligned(T* place, T value) {
  unsigned char copy[sizeof(T)];
  memcpy(copy, &value, sizeof(T));
  for (unsigned i = 0; i < sizeof(T); ++i) {
    reinterpret_cast<unsigned char*>(place)[i] = copy[i];
  }
}
// Records, wherever they lie.
template <typename T, typename From>
KC_DEVICE void copy(T* to, const From* from) {
  for (unsigned i = 0; i < sizeof(T); ++i) {
    reinterpret_cast<unsigned char*>(to)[i] = reinterpret_cast<const unsigned char*>(from)[i];
  }
}

// Atomic operations that CUDA C++ has not for every type; they give the old value.
template <typename T>
KC_DEVICE T atomic_cas(T* place, T old, T value) {
  if constexpr (sizeof(T) == 8) {
    return bit_cast<T>(uint64_t(atomicCAS(reinterpret_cast<unsigned long long*>(place),
                                          (unsigned long long)(bit_cast<uint64_t>(old)),
                                          (unsigned long long)(bit_cast<uint64_t>(value)))));
  } else if constexpr (sizeof(T) == 4) {
    return bit_cast<T>(atomicCAS(reinterpret_cast<uint32_t*>(place), bit_cast<uint32_t>(old), bit_cast<uint32_t>(value)));
  } else {
    // In the word around it.
    const uint64_t address = reinterpret_cast<uint64_t>(place);
    uint32_t* word = reinterpret_cast<uint32_t*>(address & ~uint64_t(3));
    const uint32_t shift = uint32_t(address & 3) * 8;
    const uint32_t mask = ((1u << (8 * sizeof(T))) - 1) << shift;
    uint32_t now = *reinterpret_cast<volatile uint32_t*>(word);
    while (true) {
      const Bits<T> here = Bits<T>((now & mask) >> shift);
      if (here != bit_cast<Bits<T>>(old)) {
        return bit_cast<T>(here);
      }
      const uint32_t next = (now & ~mask) | (uint32_t(bit_cast<Bits<T>>(value)) << shift);
      const uint32_t seen = atomicCAS(word, now, next);
      if (seen == now) {
        return old;
      }
      now = seen;
    }
  }
}
template <typename T>
KC_DEVICE T atomic_load(T* place) {
  const Bits<T> bits = *reinterpret_cast<volatile Bits<T>*>(place);
  return bit_cast<T>(bits);
}
// `change` gives the new value of an old one.
template <typename T, typename Change>
KC_DEVICE T atomic_change(T* place, Change change) {
  T old = atomic_load(place);
  while (true) {
    const T seen = atomic_cas(place, old, change(old));
    if (bit_cast<Bits<T>>(seen) == bit_cast<Bits<T>>(old)) {
      return old;
    }
    old = seen;
  }
}

// Memory of the thread alone needs no atomic operations, and has none.
template <typename T, typename Change>
KC_DEVICE T local_change(T* place, Change change) {
  const T old = *place;
  *place = change(old);
  return old;
}

template <typename T>
KC_DEVICE T atomic_add(T* place, T value) {
  if constexpr (is_floating<T> && sizeof(T) > 2) {
    return atomicAdd(place, value);
  } else if constexpr (is_floating<T>) {
    return atomic_change(place, [value](T old) { return add(old, value); });
  } else if constexpr (sizeof(T) == 8) {
    return T(atomicAdd(reinterpret_cast<unsigned long long*>(place), (unsigned long long)(value)));
  } else if constexpr (sizeof(T) == 4) {
    return T(atomicAdd(reinterpret_cast<uint32_t*>(place), uint32_t(value)));
  } else {
    return atomic_change(place, [value](T old) { return T(old + value); });
  }
}
template <typename T>
KC_DEVICE T atomic_sub(T* place, T value) {
  if constexpr (is_floating<T> && sizeof(T) == 2) {
    return atomic_add(place, neg(value));
  } else if constexpr (is_floating<T>) {
    return atomicAdd(place, -value);
  } else {
    return atomic_add(place, T(Bits<T>(0) - Bits<T>(value)));
  }
}
template <typename T>
KC_DEVICE T atomic_exchange(T* place, T value) {
  if constexpr (sizeof(T) == 8) {
    return bit_cast<T>(uint64_t(
        atomicExch(reinterpret_cast<unsigned long long*>(place), (unsigned long long)(bit_cast<uint64_t>(value)))));
  } else if constexpr (sizeof(T) == 4) {
    return bit_cast<T>(atomicExch(reinterpret_cast<uint32_t*>(place), bit_cast<uint32_t>(value)));
  } else {
    return atomic_change(place, [value](T) { return value; });
  }
}
// Whether a minimum or maximum stores `value` over `old`. Plain ones store nothing where either is NaN; the nan ones
// replace a NaN in memory and ignore a NaN value.
template <bool is_max, bool nan, typename T>
KC_DEVICE bool replaces(T value, T old) {
  if constexpr (is_floating<T> && sizeof(T) == 2) {
    return replaces<is_max, nan>(widen(value), widen(old));
  } else if constexpr (!is_floating<T>) {
    return is_max ? value > old : value < old;
  } else if constexpr (!nan) {
    return is_max ? value > old : value < old;
  } else {
    return (is_max ? !(value <= old) : !(value >= old)) && value == value;
  }
}
// Integers of 32 and 64 bits in one operation; the others give the value that was there at the first look.
template <bool is_max, bool nan, typename T>
KC_DEVICE T atomic_extreme(T* place, T value) {
  if constexpr (!is_floating<T> && sizeof(T) == 8) {
    using Wide = typename Choose<is_signed<T>, long long, unsigned long long>::Type;
    return is_max ? T(atomicMax(reinterpret_cast<Wide*>(place), Wide(value)))
                  : T(atomicMin(reinterpret_cast<Wide*>(place), Wide(value)));
  } else if constexpr (!is_floating<T> && sizeof(T) == 4) {
    return is_max ? atomicMax(place, value) : atomicMin(place, value);
  } else {
    const T first = atomic_load(place);
    T old = first;
    while (replaces<is_max, nan>(value, old)) {
      const T seen = atomic_cas(place, old, value);
      if (bit_cast<Bits<T>>(seen) == bit_cast<Bits<T>>(old)) {
        break;
      }
      old = seen;
    }
    return first;
  }
}
template <typename T>
KC_DEVICE T atomic_max(T* place, T value) {
  return atomic_extreme<true, false>(place, value);
}
template <typename T>
KC_DEVICE T atomic_min(T* place, T value) {
  return atomic_extreme<false, false>(place, value);
}
template <typename T>
KC_DEVICE T atomic_nanmax(T* place, T value) {
  return atomic_extreme<true, true>(place, value);
}
template <typename T>
KC_DEVICE T atomic_nanmin(T* place, T value) {
  return atomic_extreme<false, true>(place, value);
}
#define KC_ATOMIC_BITS(name, function, op)                                                                    \
  template <typename T>                                                                                       \
  KC_DEVICE T atomic_##name(T* place, T value) {                                                              \
    if constexpr (sizeof(T) == 8) {                                                                           \
      return T(function(reinterpret_cast<unsigned long long*>(place), (unsigned long long)(value)));          \
    } else if constexpr (sizeof(T) == 4) {                                                                    \
      return T(function(reinterpret_cast<uint32_t*>(place), uint32_t(value)));                                \
    } else {                                                                                                  \
      return atomic_change(place, [value](T old) { return T(old op value); });                                \
    }                                                                                                         \
  }
KC_ATOMIC_BITS(and, atomicAnd, &)
KC_ATOMIC_BITS(or, atomicOr, |)
KC_ATOMIC_BITS(xor, atomicXor, ^)
#undef KC_ATOMIC_BITS
// CUDA's atomicInc and atomicDec: back to 0 above `limit`, to `limit` below 0.
template <typename T>
KC_DEVICE T atomic_inc(T* place, T limit) {
  return atomic_change(place, [limit](T old) { return old >= limit ? T(0) : T(old + 1); });
}
template <typename T>
KC_DEVICE T atomic_dec(T* place, T limit) {
  return atomic_change(place, [limit](T old) { return old == 0 || old > limit ? limit : T(old - 1); });
}

// Warps.
KC_DEVICE int32_t lane_id() {
  uint32_t lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return int32_t(lane);
}
KC_DEVICE uint32_t lanemask_lt() {
  uint32_t mask;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
  return mask;
}
KC_DEVICE int uni_sync(uint32_t mask, bool predicate) {
  const uint32_t votes = __ballot_sync(mask, predicate);
  const uint32_t active = __activemask() & mask;
  return votes == 0 || (votes & active) == active;
}
// Any scalar: its bits.
#define KC_SHUFFLE(name)                                                                       \
  template <typename T>                                                                        \
  KC_DEVICE T name(uint32_t mask, T value, int lane) {                                         \
    return bit_cast<T>(Bits<T>(__##name(mask, uint32_t(bit_cast<Bits<T>>(value)), lane)));     \
  }                                                                                            \
  template <typename T>                                                                        \
  KC_DEVICE Complex<T> name(uint32_t mask, Complex<T> value, int lane) {                       \
    return {__##name(mask, value.real, lane), __##name(mask, value.imag, lane)};               \
  }
KC_SHUFFLE(shfl_sync)
KC_SHUFFLE(shfl_up_sync)
KC_SHUFFLE(shfl_down_sync)
KC_SHUFFLE(shfl_xor_sync)
#undef KC_SHUFFLE

// Matrices by a warp, from sm_80 on (the loads from sm_75 on), and copies to shared memory beside the thread.
#define KC_MMA(name, shape, C, letter)                                                             \
  KC_DEVICE Vector<C, 4> name(Vector<uint32_t, 4> a, Vector<uint32_t, 2> b, Vector<C, 4> c) {      \
    Vector<C, 4> d;                                                                                \
    asm volatile("mma.sync.aligned." shape                                                         \
                 " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"             \
                 : "=" letter(d.x), "=" letter(d.y), "=" letter(d.z), "=" letter(d.w)              \
                 : "r"(a.x), "r"(a.y), "r"(a.z), "r"(a.w), "r"(b.x), "r"(b.y), letter(c.x),        \
                   letter(c.y), letter(c.z), letter(c.w));                                         \
    return d;                                                                                      \
  }
KC_MMA(mma_m16n8k16_bf16, "m16n8k16.row.col.f32.bf16.bf16.f32", float, "f")
KC_MMA(mma_m16n8k16_f16, "m16n8k16.row.col.f32.f16.f16.f32", float, "f")
KC_MMA(mma_m16n8k32_s8, "m16n8k32.row.col.s32.s8.s8.s32", int32_t, "r")
KC_MMA(mma_m16n8k32_u8, "m16n8k32.row.col.s32.u8.u8.s32", int32_t, "r")
KC_MMA(mma_m16n8k8_tf32, "m16n8k8.row.col.f32.tf32.tf32.f32", float, "f")
#undef KC_MMA
KC_DEVICE Vector<double, 2> mma_m8n8k4_f64(double a, double b, Vector<double, 2> c) {
  Vector<double, 2> d;
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%4, %5};"
               : "=d"(d.x), "=d"(d.y)
               : "d"(a), "d"(b), "d"(c.x), "d"(c.y));
  return d;
}
KC_DEVICE Vector<double, 4> mma_m16n8k8_f64(Vector<double, 4> a, Vector<double, 2> b,
                                            Vector<double, 4> c) {
  Vector<double, 4> d;
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64"
               " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
               : "=d"(d.x), "=d"(d.y), "=d"(d.z), "=d"(d.w)
               : "d"(a.x), "d"(a.y), "d"(a.z), "d"(a.w), "d"(b.x), "d"(b.y), "d"(c.x), "d"(c.y),
                 "d"(c.z), "d"(c.w));
  return d;
}
KC_DEVICE uint32_t shared_address(const void* place) {
  return uint32_t(__cvta_generic_to_shared(place));
}
#define KC_LDMATRIX(suffix, modifier)                                                              \
  KC_DEVICE uint32_t ldmatrix_x1##suffix(const void* row) {                                        \
    uint32_t m;                                                                                    \
    asm volatile("ldmatrix.sync.aligned.m8n8.x1" modifier ".shared.b16 {%0}, [%1];"                \
                 : "=r"(m)                                                                         \
                 : "r"(shared_address(row))                                                        \
                 : "memory");                                                                      \
    return m;                                                                                      \
  }                                                                                                \
  KC_DEVICE Vector<uint32_t, 2> ldmatrix_x2##suffix(const void* row) {                             \
    Vector<uint32_t, 2> m;                                                                         \
    asm volatile("ldmatrix.sync.aligned.m8n8.x2" modifier ".shared.b16 {%0, %1}, [%2];"            \
                 : "=r"(m.x), "=r"(m.y)                                                            \
                 : "r"(shared_address(row))                                                        \
                 : "memory");                                                                      \
    return m;                                                                                      \
  }                                                                                                \
  KC_DEVICE Vector<uint32_t, 4> ldmatrix_x4##suffix(const void* row) {                             \
    Vector<uint32_t, 4> m;                                                                         \
    asm volatile("ldmatrix.sync.aligned.m8n8.x4" modifier ".shared.b16 {%0, %1, %2, %3}, [%4];"    \
                 : "=r"(m.x), "=r"(m.y), "=r"(m.z), "=r"(m.w)                                      \
                 : "r"(shared_address(row))                                                        \
                 : "memory");                                                                      \
    return m;                                                                                      \
  }
KC_LDMATRIX(, "")
KC_LDMATRIX(_trans, ".trans")
#undef KC_LDMATRIX
#define KC_CP_ASYNC(bytes, cache)                                                                  \
  KC_DEVICE void cp_async_##bytes(void* shared, const void* global, int32_t valid) {               \
    asm volatile("cp.async." cache ".shared.global [%0], [%1], " #bytes ", %2;"                    \
                 :                                                                                 \
                 : "r"(shared_address(shared)), "l"(__cvta_generic_to_global(global)), "r"(valid)  \
                 : "memory");                                                                      \
  }
KC_CP_ASYNC(4, "ca")
KC_CP_ASYNC(8, "ca")
KC_CP_ASYNC(16, "cg")
#undef KC_CP_ASYNC
KC_DEVICE void cp_async_commit() { asm volatile("cp.async.commit_group;" : : : "memory"); }
template <int groups>
KC_DEVICE void cp_async_wait() {
  asm volatile("cp.async.wait_group %0;" : : "n"(groups) : "memory");
}

// Products of matrices in shared memory by four warps, on sm_90a alone. Lines of 128 bytes lie in groups of eight.
KC_DEVICE uint64_t wgmma_operand(const void* array, int32_t i, int32_t step) {
  const uint32_t place = shared_address(array) + uint32_t(i) * 2;
  return uint64_t((place & 0x3ffff) >> 4) | uint64_t(uint32_t(step) >> 3) << 16 | uint64_t(64) << 32 | uint64_t(1) << 62;
}
#define KC_TEN(tens)                                                                               \
  "%" tens "0, %" tens "1, %" tens "2, %" tens "3, %" tens "4, %" tens "5, %" tens "6, %" tens     \
  "7, %" tens "8, %" tens "9, "
#define KC_SUMS8(i)                                                                                \
  "+f"(sums[i]), "+f"(sums[i + 1]), "+f"(sums[i + 2]), "+f"(sums[i + 3]), "+f"(sums[i + 4]),       \
      "+f"(sums[i + 5]), "+f"(sums[i + 6]), "+f"(sums[i + 7])
#define KC_SUMS32(i) KC_SUMS8(i), KC_SUMS8(i + 8), KC_SUMS8(i + 16), KC_SUMS8(i + 24)
#define KC_WGMMA(n, type, text, outputs, a, b, ta, tb)                                             \
  asm volatile("wgmma.mma_async.sync.aligned.m64n" n "k16.f32." type "." type " {" text "}, %" a   \
               ", %" b ", 1, 1, 1, %" ta ", %" tb ";"                                              \
               : outputs                                                                           \
               : "l"(left), "l"(right), "n"(a_trans), "n"(b_trans)                                 \
               : "memory")
#define KC_SUMS64 KC_SUMS32(0), KC_SUMS32(32)
#define KC_SUMS128 KC_SUMS64, KC_SUMS32(64), KC_SUMS32(96)
#define KC_TEXT30 KC_TEN("") KC_TEN("1") KC_TEN("2")
#define KC_TEXT60 KC_TEXT30 KC_TEN("3") KC_TEN("4") KC_TEN("5")
#define KC_TEXT120 KC_TEXT60 KC_TEN("6") KC_TEN("7") KC_TEN("8") KC_TEN("9") KC_TEN("10") KC_TEN("11")
#define KC_WGMMA_OF(type)                                                                          \
  if constexpr (n == 64) {                                                                         \
    KC_WGMMA("64", type, KC_TEXT30 "%30, %31", KC_SUMS32(0), "32", "33", "34", "35");              \
  } else if constexpr (n == 128) {                                                                 \
    KC_WGMMA("128", type, KC_TEXT60 "%60, %61, %62, %63", KC_SUMS64, "64", "65", "66", "67");      \
  } else {                                                                                         \
    KC_WGMMA("256", type, KC_TEXT120 "%120, %121, %122, %123, %124, %125, %126, %127", KC_SUMS128, \
             "128", "129", "130", "131");                                                          \
  }
template <int n, int a_trans, int b_trans, bool is_bfloat16>
KC_DEVICE void wgmma(float* sums, const void* a, int32_t i, const void* b, int32_t j,
                     int32_t b_step) {
  const uint64_t left = wgmma_operand(a, i, 0);
  const uint64_t right = wgmma_operand(b, j, b_step);
  if constexpr (is_bfloat16) {
    KC_WGMMA_OF("bf16")
  } else {
    KC_WGMMA_OF("f16")
  }
}
#undef KC_TEN
#undef KC_SUMS8
#undef KC_SUMS32
#undef KC_SUMS64
#undef KC_SUMS128
#undef KC_TEXT30
#undef KC_TEXT60
#undef KC_TEXT120
#undef KC_WGMMA
#undef KC_WGMMA_OF
KC_DEVICE void wgmma_fence() { asm volatile("wgmma.fence.sync.aligned;" : : : "memory"); }
KC_DEVICE void wgmma_commit() { asm volatile("wgmma.commit_group.sync.aligned;" : : : "memory"); }
// The sums are used behind it.
template <int groups, int count>
KC_DEVICE void wgmma_wait(float* sums) {
  asm volatile("wgmma.wait_group.sync.aligned %0;" : : "n"(groups) : "memory");
  for (int i = 0; i < count; ++i) {
    asm volatile("" : "+f"(sums[i]) : : "memory");
  }
}
KC_DEVICE void fence_proxy_async() {
  asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
}

template <typename T>
KC_DEVICE int32_t match_any(uint32_t mask, T value) {
  if constexpr (sizeof(T) == 8) {
    return int32_t(__match_any_sync(mask, (unsigned long long)(bit_cast<uint64_t>(value))));
  } else {
    return int32_t(__match_any_sync(mask, uint32_t(bit_cast<Bits<T>>(value))));
  }
}
template <typename T>
KC_DEVICE int32_t match_all(uint32_t mask, T value) {
  int same;
  if constexpr (sizeof(T) == 8) {
    return int32_t(__match_all_sync(mask, (unsigned long long)(bit_cast<uint64_t>(value)), &same));
  } else {
    return int32_t(__match_all_sync(mask, uint32_t(bit_cast<Bits<T>>(value)), &same));
  }
}

// Errors: the first thread that meets one writes where it was and goes on.
struct ErrorRecord {
  int32_t code;
  uint32_t location;
  uint32_t block[3];
  uint32_t thread[3];
  int64_t values[3];
};
struct ErrorState {
  ErrorRecord* record;
  uint32_t taken;
  uint32_t reserved;
};
static __device__ __noinline__ void report_error(ErrorState* state, int32_t code, uint32_t location, int64_t a, int64_t b,
                                                 int64_t c) {
  volatile ErrorRecord* record = state->record;
  if (record == nullptr || atomicCAS(&state->taken, 0u, 1u) != 0u) {
    return;
  }
  record->location = location;
  record->block[0] = blockIdx.x;
  record->block[1] = blockIdx.y;
  record->block[2] = blockIdx.z;
  record->thread[0] = threadIdx.x;
  record->thread[1] = threadIdx.y;
  record->thread[2] = threadIdx.z;
  record->values[0] = a;
  record->values[1] = b;
  record->values[2] = c;
  // The host may look while the kernel runs: a code says that the record is whole.
  __threadfence_system();
  record->code = code;
}
KC_DEVICE bool has_failed(const ErrorState* state) { return *static_cast<const volatile uint32_t*>(&state->taken) != 0; }
// cooperative_groups::this_grid().sync() that does not wait for threads that an error has ended. Blocks count in a word
// that the driver makes for each cooperative launch; the top bit changes when all have come.
static __device__ __noinline__ void grid_sync(const ErrorState* state) {
  __syncthreads();
  if ((threadIdx.x | threadIdx.y | threadIdx.z) == 0) {
    uint32_t low, high;
    asm("mov.u32 %0, %%envreg2;" : "=r"(low));
    asm("mov.u32 %0, %%envreg1;" : "=r"(high));
    uint32_t* word = reinterpret_cast<uint32_t*>((uint64_t(high) << 32 | low) + 4);
    const bool is_first = (blockIdx.x | blockIdx.y | blockIdx.z) == 0;
    const uint32_t blocks = gridDim.x * gridDim.y * gridDim.z;
    __threadfence();
    const uint32_t old = atomicAdd(word, is_first ? 0x80000001u - blocks : 1u);
    while (int32_t(old ^ *static_cast<volatile uint32_t*>(word)) >= 0 && !has_failed(state)) {
    }
    __threadfence();
  }
  __syncthreads();
}
KC_DEVICE void exit_thread() { asm volatile("exit;"); }

}  // namespace kc

#undef KC_DEVICE
