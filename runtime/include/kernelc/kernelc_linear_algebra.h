// Products, transposes and small systems of matrices for C, in libkernelc_algorithms;
// kernelc/linear_algebra.h says what each does with which shapes and types. What kernelc_runtime.h
// says of statuses, handles and threads holds here too; NULL is the default stream.
#ifndef KERNELC_KERNELC_LINEAR_ALGEBRA_H_
#define KERNELC_KERNELC_LINEAR_ALGEBRA_H_

#include "kernelc/kernelc_runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

// c = alpha * a @ b + beta * c.
KERNELC_API kernelc_status kernelc_matmul(kernelc_array a, kernelc_array b, kernelc_array c,
                                          double alpha, double beta, kernelc_stream stream);
KERNELC_API kernelc_status kernelc_transpose(kernelc_array source, kernelc_array target,
                                             kernelc_stream stream);
// Batches of matrices of at most 32 rows; `info` has an int32 for each.
KERNELC_API kernelc_status kernelc_batched_solve(kernelc_array a, kernelc_array b,
                                                 kernelc_array solution, kernelc_array info,
                                                 kernelc_stream stream);
KERNELC_API kernelc_status kernelc_batched_inverse(kernelc_array a, kernelc_array inverse,
                                                   kernelc_array info, kernelc_stream stream);
KERNELC_API kernelc_status kernelc_batched_cholesky(kernelc_array a, kernelc_array lower,
                                                    kernelc_array info, kernelc_stream stream);

#ifdef __cplusplus
}
#endif

#endif  // KERNELC_KERNELC_LINEAR_ALGEBRA_H_
