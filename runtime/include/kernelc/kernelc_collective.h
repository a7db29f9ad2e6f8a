// Collectives for C: groups of devices, of one process or of many (kernelc/collective.h says what holds for all operations: their
// order, streams, element types and errors). What kernelc_runtime.h says of statuses, handles and threads holds here too.
#ifndef KERNELC_KERNELC_COLLECTIVE_H_
#define KERNELC_KERNELC_COLLECTIVE_H_

#include "kernelc/kernelc_runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kernelc_communicator_s* kernelc_communicator;

typedef int32_t kernelc_reduce_op;
enum { KERNELC_REDUCE_SUM = 0, KERNELC_REDUCE_PRODUCT = 1, KERNELC_REDUCE_MIN = 2, KERNELC_REDUCE_MAX = 3 };

typedef struct kernelc_collective_options {
  size_t struct_size;
  // Milliseconds; 0 takes the default of CollectiveOptions.
  uint64_t timeout_ms;
  uint64_t connect_timeout_ms;
  uint64_t silence_ms;
} kernelc_collective_options;
#define KERNELC_COLLECTIVE_OPTIONS_INIT {.struct_size = sizeof(kernelc_collective_options)}

// All ranks in this process, one on each context. The caller destroys the communicator.
KERNELC_API kernelc_status kernelc_communicator_of_devices(const kernelc_context* contexts, size_t count,
                                                           kernelc_communicator* communicator);
// One rank of many processes: by place ("HOST:PORT" of rank 0), by RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT, or by
// MPI. `options` may be NULL. Block until all have come.
KERNELC_API kernelc_status kernelc_communicator_connect(kernelc_context context, int32_t rank, int32_t size,
                                                        const char* place, const kernelc_collective_options* options,
                                                        kernelc_communicator* communicator);
KERNELC_API kernelc_status kernelc_communicator_from_environment(kernelc_context context,
                                                                 const kernelc_collective_options* options,
                                                                 kernelc_communicator* communicator);
KERNELC_API kernelc_status kernelc_communicator_from_mpi(kernelc_context context,
                                                         const kernelc_collective_options* options,
                                                         kernelc_communicator* communicator);
KERNELC_API kernelc_status kernelc_communicator_destroy(kernelc_communicator communicator);
// The first rank of this process, and the number of ranks of all.
KERNELC_API kernelc_status kernelc_communicator_rank(kernelc_communicator communicator, int32_t* rank);
KERNELC_API kernelc_status kernelc_communicator_size(kernelc_communicator communicator, int32_t* size);
// What ended the communicator, if something did; does not block.
KERNELC_API kernelc_status kernelc_communicator_check(kernelc_communicator communicator);

// Arrays and streams: `count` of each, one for each rank of this process. `streams` may be NULL, and so may each of them.
KERNELC_API kernelc_status kernelc_broadcast(kernelc_communicator communicator, const kernelc_array* arrays, size_t count,
                                             int32_t root, const kernelc_stream* streams);
// `output` may be NULL where the root is another process's.
KERNELC_API kernelc_status kernelc_reduce_to_rank(kernelc_communicator communicator, const kernelc_array* inputs, size_t count,
                                          kernelc_array output, int32_t root, kernelc_reduce_op op,
                                          const kernelc_stream* streams);
KERNELC_API kernelc_status kernelc_all_reduce(kernelc_communicator communicator, const kernelc_array* inputs,
                                              const kernelc_array* outputs, size_t count, kernelc_reduce_op op,
                                              const kernelc_stream* streams);
KERNELC_API kernelc_status kernelc_all_gather(kernelc_communicator communicator, const kernelc_array* inputs,
                                              const kernelc_array* outputs, size_t count, const kernelc_stream* streams);
KERNELC_API kernelc_status kernelc_reduce_scatter(kernelc_communicator communicator, const kernelc_array* inputs,
                                                  const kernelc_array* outputs, size_t count, kernelc_reduce_op op,
                                                  const kernelc_stream* streams);
// `chunks`: one for each rank of the group where the root is this process's, else none.
KERNELC_API kernelc_status kernelc_scatter(kernelc_communicator communicator, const kernelc_array* chunks,
                                           size_t chunk_count, const kernelc_array* outputs, size_t count, int32_t root,
                                           const kernelc_stream* streams);
KERNELC_API kernelc_status kernelc_gather(kernelc_communicator communicator, const kernelc_array* inputs, size_t count,
                                          const kernelc_array* chunks, size_t chunk_count, int32_t root,
                                          const kernelc_stream* streams);
// Sends and receives at once: arrays, and the ranks that they go to or come from.
KERNELC_API kernelc_status kernelc_exchange(kernelc_communicator communicator, const kernelc_array* sends,
                                            const int32_t* send_peers, size_t send_count, const kernelc_array* receives,
                                            const int32_t* receive_peers, size_t receive_count,
                                            const kernelc_stream* streams);
// Blocks until every rank has come.
KERNELC_API kernelc_status kernelc_barrier(kernelc_communicator communicator);

#ifdef __cplusplus
}
#endif

#endif  // KERNELC_KERNELC_COLLECTIVE_H_
