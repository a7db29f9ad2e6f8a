/* What libkernelc_mpi gives: the few functions of MPI that kernelc uses, behind names whose binary form does not depend on
   the MPI that the library was built with. Plain C. */
#ifndef KERNELC_RUNTIME_COLLECTIVE_MPI_PLUGIN_H_
#define KERNELC_RUNTIME_COLLECTIVE_MPI_PLUGIN_H_

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Changes when something below changes. */
#define KERNELC_MPI_PLUGIN_VERSION 1

struct kernelc_mpi_request;

/* Each gives 0, or MPI's error, whose text `text` writes. Calls come from any thread, one at a time. */
struct kernelc_mpi_plugin {
  int version;
  /* "Open MPI v4.1.4, ..." */
  const char* (*library)(void);
  /* Starts MPI where the program has not, and ends it at the end of the process unless `leave` was called. */
  int (*open)(int* rank, int* size);
  /* From rank 0 to all. Blocks. */
  int (*broadcast)(void* data, int bytes);
  /* Of any length; the memory is used until `test` says that it is done. */
  int (*send)(const void* data, size_t bytes, int peer, int tag, struct kernelc_mpi_request** request);
  int (*receive)(void* data, size_t bytes, int peer, int tag, struct kernelc_mpi_request** request);
  /* Sets `*done`, and `*bytes` to what was received. What is done is freed. */
  int (*test)(struct kernelc_mpi_request* request, int* done, size_t* bytes);
  /* A process is gone: MPI is not ended any more, as it would wait for it. */
  void (*leave)(void);
  void (*text)(int error, char* out, size_t size);
};

/* The one function of the library. */
typedef const struct kernelc_mpi_plugin* (*kernelc_mpi_get_plugin)(void);
#define KERNELC_MPI_GET_PLUGIN "kernelc_mpi_plugin_1"

#ifdef __cplusplus
}
#endif

#endif  // KERNELC_RUNTIME_COLLECTIVE_MPI_PLUGIN_H_
