// libkernelc_mpi, opened when it is first asked for.
#pragma once

#include <mutex>

#include "runtime/backend/status.h"
#include "runtime/collective/mpi_plugin.h"

namespace kernelc::collective {

struct MpiLibrary {
  const kernelc_mpi_plugin* functions = nullptr;
  int rank = 0;
  int size = 1;
  // Communicators so far; every process makes them in the same order.
  int groups = 0;
  // Held during each call.
  std::mutex mutex;
};

// Opens the library and starts MPI, once per process. Fails with NotFound saying what is missing and how to get it.
backend::Status OpenMpi(MpiLibrary** library);
// A failed call as a status.
backend::Status CheckMpi(const MpiLibrary& library, int error, const char* function);

}  // namespace kernelc::collective
