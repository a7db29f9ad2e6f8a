// glibc's functions for whole vectors: its own headers declare them so under -ffast-math alone.
#pragma once

#include <cmath>

#if defined(__GLIBC__) && defined(__x86_64__)
extern "C" {
#pragma omp declare simd notinbranch
float sinf(float) noexcept;
#pragma omp declare simd notinbranch
float expf(float) noexcept;
#pragma omp declare simd notinbranch
float logf(float) noexcept;
#pragma omp declare simd notinbranch
double exp(double) noexcept;
#pragma omp declare simd notinbranch
double log(double) noexcept;
#if __GLIBC_PREREQ(2, 35)
#pragma omp declare simd notinbranch
double erf(double) noexcept;
#pragma omp declare simd notinbranch
double tanh(double) noexcept;
#endif
}
#endif
