// Linear algebra of the C API.
#include "kernelc/kernelc_linear_algebra.h"
#include "kernelc/linear_algebra.h"
#include "runtime/capi/objects.h"

using kernelc::capi::ArrayOf;
using kernelc::capi::Guard;
using kernelc::capi::StreamOrDefault;

kernelc_status kernelc_matmul(kernelc_array a, kernelc_array b, kernelc_array c, double alpha,
                              double beta, kernelc_stream stream) {
  return Guard(__func__, [&, function = __func__] {
    kernelc::MatMul(ArrayOf(function, a), ArrayOf(function, b), ArrayOf(function, c),
                    {.alpha = alpha, .beta = beta, .stream = StreamOrDefault(function, stream)});
  });
}

kernelc_status kernelc_transpose(kernelc_array source, kernelc_array target,
                                 kernelc_stream stream) {
  return Guard(__func__, [&, function = __func__] {
    kernelc::Transpose(ArrayOf(function, source), ArrayOf(function, target),
                       StreamOrDefault(function, stream));
  });
}

kernelc_status kernelc_batched_solve(kernelc_array a, kernelc_array b, kernelc_array solution,
                                     kernelc_array info, kernelc_stream stream) {
  return Guard(__func__, [&, function = __func__] {
    kernelc::BatchedSolve(ArrayOf(function, a), ArrayOf(function, b), ArrayOf(function, solution),
                          ArrayOf(function, info), StreamOrDefault(function, stream));
  });
}

kernelc_status kernelc_batched_inverse(kernelc_array a, kernelc_array inverse, kernelc_array info,
                                       kernelc_stream stream) {
  return Guard(__func__, [&, function = __func__] {
    kernelc::BatchedInverse(ArrayOf(function, a), ArrayOf(function, inverse),
                            ArrayOf(function, info), StreamOrDefault(function, stream));
  });
}

kernelc_status kernelc_batched_cholesky(kernelc_array a, kernelc_array lower, kernelc_array info,
                                        kernelc_stream stream) {
  return Guard(__func__, [&, function = __func__] {
    kernelc::BatchedCholesky(ArrayOf(function, a), ArrayOf(function, lower),
                             ArrayOf(function, info), StreamOrDefault(function, stream));
  });
}
