// The support header of CUDA C++ for a compiler of the host: what it names of CUDA is declared, and
// defined where tests of its arrays come by.
#pragma once

// Code for GPUs, of which the warnings of this build say nothing.
#pragma GCC system_header

#include <cmath>
#include <cstdint>
#include <cstring>

#define __device__
#define __forceinline__ inline
#define __noinline__
#define __align__(n) alignas(n)

using std::memcpy;

struct CudaIndex {
  unsigned x, y, z;
};
extern CudaIndex threadIdx, blockIdx, gridDim;

float __uint_as_float(unsigned);
unsigned __float_as_uint(float);
double __longlong_as_double(long long);
float __fadd_rn(float, float);
float __fsub_rn(float, float);
float __fmul_rn(float, float);
float __fdiv_rn(float, float);
#define KC_ROUNDED(suffix)               \
  float __double2float_##suffix(double); \
  float __ll2float_##suffix(long long);  \
  float __ull2float_##suffix(unsigned long long);
KC_ROUNDED(rd)
KC_ROUNDED(ru)
KC_ROUNDED(rz)
#undef KC_ROUNDED
long long __float2ll_rz(float);
unsigned long long __float2ull_rz(float);
int __popcll(unsigned long long);
unsigned long long __brevll(unsigned long long);
int __clzll(long long);
int __ffsll(long long);
unsigned __ballot_sync(unsigned, int);
unsigned __activemask();
unsigned long __cvta_generic_to_shared(const void*);
unsigned long __cvta_generic_to_global(const void*);
void __threadfence();
void __threadfence_system();
void __syncthreads();
template <typename T>
T atomicCAS(T*, T, T);
#define KC_ATOMIC(name) \
  template <typename T> \
  T name(T*, T);
KC_ATOMIC(atomicAdd)
KC_ATOMIC(atomicAnd)
KC_ATOMIC(atomicExch)
KC_ATOMIC(atomicMax)
KC_ATOMIC(atomicMin)
KC_ATOMIC(atomicOr)
KC_ATOMIC(atomicXor)
#undef KC_ATOMIC
#define KC_WARP(name)   \
  template <typename T> \
  T name(unsigned, T, int);
KC_WARP(__shfl_sync)
KC_WARP(__shfl_up_sync)
KC_WARP(__shfl_down_sync)
KC_WARP(__shfl_xor_sync)
#undef KC_WARP
template <typename T>
unsigned __match_any_sync(unsigned, T);
template <typename T>
unsigned __match_all_sync(unsigned, T, int*);

#include "compiler/codegen/cuda_cpp/support/kernelc.cuh"
