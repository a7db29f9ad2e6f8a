// Random numbers for C, in libkernelc_algorithms: the generators of devices (kernelc/generator.h). What
// kernelc_runtime.h says of statuses, handles and threads holds here too.
#ifndef KERNELC_KERNELC_RANDOM_H_
#define KERNELC_KERNELC_RANDOM_H_

#include "kernelc/kernelc_runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

// Where the generator of a device stands: one that is set to it goes on with exactly the same numbers.
typedef struct kernelc_random_state {
  size_t struct_size;
  uint64_t seed;
  uint64_t offset;
} kernelc_random_state;
#define KERNELC_RANDOM_STATE_INIT {.struct_size = sizeof(kernelc_random_state)}

// Starts the sequence of `seed` anew on the context's device.
KERNELC_API kernelc_status kernelc_random_seed(kernelc_context context, uint64_t seed);
KERNELC_API kernelc_status kernelc_random_get_state(kernelc_context context,
                                                    kernelc_random_state* state);
KERNELC_API kernelc_status kernelc_random_set_state(kernelc_context context,
                                                    const kernelc_random_state* state);

// Fill an array with the next numbers of its device, in stream order; NULL is the default stream. An array that is
// not contiguous in C order blocks until the stream is done. KERNELC_TYPE_MISMATCH for other element types.
// float32 and float64 from `low` up to, but without, `high`.
KERNELC_API kernelc_status kernelc_random_uniform(kernelc_array array, double low, double high,
                                                  kernelc_stream stream);
// float32 and float64.
KERNELC_API kernelc_status kernelc_random_normal(kernelc_array array, double mean,
                                                 double deviation, kernelc_stream stream);
// float32 and float64 of mean `scale`.
KERNELC_API kernelc_status kernelc_random_exponential(kernelc_array array, double scale,
                                                      kernelc_stream stream);
// Integers of any type from `low` up to, but without, `high`, without bias.
KERNELC_API kernelc_status kernelc_random_integers(kernelc_array array, int64_t low, int64_t high,
                                                   kernelc_stream stream);
// 0 to n - 1 in random order, in n int32 or int64. Blocks.
KERNELC_API kernelc_status kernelc_random_permutation(kernelc_array array, kernelc_stream stream);

#ifdef __cplusplus
}
#endif

#endif  // KERNELC_KERNELC_RANDOM_H_
