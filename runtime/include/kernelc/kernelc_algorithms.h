// Algorithms on whole arrays for C, in libkernelc_algorithms: what kernelc/algorithms.h has, into arrays that are given. What
// kernelc_runtime.h says of statuses, handles and threads holds here too.
//
// Elements are taken in C order. Outputs are contiguous arrays of the types and sizes that kernelc/algorithms.h says, else the status is
// KERNELC_TYPE_MISMATCH or KERNELC_INVALID_ARGUMENT. Everything is in stream order, NULL is the default stream; temporary memory is
// given back at the end of a call, which waits for the stream where the device's memory does so.
#ifndef KERNELC_KERNELC_ALGORITHMS_H_
#define KERNELC_KERNELC_ALGORITHMS_H_

#include "kernelc/kernelc_runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

// `out` has one element: sums and products in int64, uint64 or x's float type, minimum and maximum in x's type, places and counts in int64,
// any and all in bool.
typedef int32_t kernelc_reduce_operation;
enum {
  KERNELC_SUM = 0,
  KERNELC_PRODUCT = 1,
  KERNELC_MIN = 2,
  KERNELC_MAX = 3,
  KERNELC_ARGMIN = 4,
  KERNELC_ARGMAX = 5,
  KERNELC_COUNT_NONZERO = 6,
  KERNELC_ANY = 7,
  KERNELC_ALL = 8
};
KERNELC_API kernelc_status kernelc_reduce(kernelc_reduce_operation reduction, kernelc_array x,
                                          kernelc_array out, kernelc_stream stream);

// `out` has x's size and the type of a sum, or x's own; it may be x.
typedef int32_t kernelc_scan_operation;
enum {
  KERNELC_INCLUSIVE_SUM = 0,
  KERNELC_EXCLUSIVE_SUM = 1,
  KERNELC_INCLUSIVE_PRODUCT = 2,
  KERNELC_EXCLUSIVE_PRODUCT = 3,
  KERNELC_RUNNING_MIN = 4,
  KERNELC_RUNNING_MAX = 5
};
KERNELC_API kernelc_status kernelc_scan(kernelc_scan_operation operation, kernelc_array x,
                                        kernelc_array out, kernelc_stream stream);

// Stable; descending where `descending` is not 0. The outputs may be the inputs.
KERNELC_API kernelc_status kernelc_sort(kernelc_array keys, kernelc_array out, int descending,
                                        kernelc_stream stream);
KERNELC_API kernelc_status kernelc_sort_pairs(kernelc_array keys, kernelc_array values,
                                              kernelc_array keys_out, kernelc_array values_out,
                                              int descending, kernelc_stream stream);
// The places, int64, from which sorted keys come.
KERNELC_API kernelc_status kernelc_argsort(kernelc_array keys, kernelc_array out, int descending,
                                           kernelc_stream stream);

// What is kept stands at the beginning of `out`, of x's size; `count`, one int64, gets its number.
KERNELC_API kernelc_status kernelc_select(kernelc_array x, kernelc_array flags, kernelc_array out,
                                          kernelc_array count, kernelc_stream stream);
typedef int32_t kernelc_comparison;
enum {
  KERNELC_EQUAL = 0,
  KERNELC_NOT_EQUAL = 1,
  KERNELC_LESS = 2,
  KERNELC_LESS_EQUAL = 3,
  KERNELC_GREATER = 4,
  KERNELC_GREATER_EQUAL = 5
};
// `value` is an element of x's type.
KERNELC_API kernelc_status kernelc_select_where(kernelc_array x, kernelc_comparison comparison,
                                                const void* value, kernelc_array out,
                                                kernelc_array count, kernelc_stream stream);
// Places as int64.
KERNELC_API kernelc_status kernelc_nonzero(kernelc_array x, kernelc_array out, kernelc_array count,
                                           kernelc_stream stream);
// The first of each run of equal elements; the different elements, ascending; runs and their lengths, int64.
KERNELC_API kernelc_status kernelc_unique_consecutive(kernelc_array x, kernelc_array out,
                                                      kernelc_array count, kernelc_stream stream);
KERNELC_API kernelc_status kernelc_unique(kernelc_array x, kernelc_array out, kernelc_array count,
                                          kernelc_stream stream);
KERNELC_API kernelc_status kernelc_run_length_encode(kernelc_array x, kernelc_array values,
                                                     kernelc_array lengths, kernelc_array count,
                                                     kernelc_stream stream);

// Counts, int64, of elements in as many intervals of equal width from `low` to `high`.
KERNELC_API kernelc_status kernelc_histogram(kernelc_array x, kernelc_array counts, double low,
                                             double high, kernelc_stream stream);

#ifdef __cplusplus
}
#endif

#endif  // KERNELC_KERNELC_ALGORITHMS_H_
