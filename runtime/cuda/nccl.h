// NCCL as a table of functions, opened at run time when a group on GPUs is first made.
#pragma once

#include <cstddef>
#include <string>

#include "runtime/backend/collective.h"
#include "runtime/cuda/driver_types.h"

namespace kernelc::cuda {

using NcclResult = int;
using NcclComm = struct NcclCommTag*;

// ncclUniqueId, which goes by value.
struct NcclUniqueId {
  char bytes[128];
};

struct NcclTable {
#define KC_NCCL_FUNCTION(name, parameters) NcclResult(*name) parameters = nullptr;
#include "runtime/cuda/nccl_functions.def"
};

// Fails with NotFound, saying what was looked for.
backend::Status OpenNccl(const NcclTable** table);
// A result as a status.
backend::Status CheckNccl(NcclResult result, const char* function);
// NCCL's number of a type that it computes with; -1 for others.
int NcclTypeOf(ScalarKind kind) noexcept;

}  // namespace kernelc::cuda
