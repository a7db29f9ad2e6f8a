#include "runtime/cuda/nccl.h"

#include <string>

#include "runtime/backend/library.h"

namespace kernelc::cuda {
namespace {

using backend::Status;

enum NcclStatus : NcclResult {
#define KC_NCCL_RESULT(name, value) k_##name = value,
#include "runtime/cuda/nccl_functions.def"
};

NcclTable table;

// Empty, or why there is no NCCL.
std::string Open() {
  const backend::LibraryPlaces places = {
      .name = "NCCL",
      .variable = "KERNELC_NCCL",
      .files = {"libnccl.so.2", "libnccl.so"},
      .in_toolkit = "lib64/libnccl.so.2",
      .advice = "install it (the package libnccl2, or nvidia-nccl of pip)",
  };
  std::string why;
  const backend::Library library = backend::Library::Open(places, &why);
  if (!library.is_open()) {
    return why;
  }
  backend::TableFiller filler(library);
#define KC_NCCL_FUNCTION(name, parameters) filler.Fill(#name, &table.name);
#include "runtime/cuda/nccl_functions.def"
  return filler.WhyNot(places);
}

std::string NameOf(NcclResult result) {
#define KC_NCCL_RESULT(name, value) \
  if (result == (value)) {          \
    return #name;                   \
  }
#include "runtime/cuda/nccl_functions.def"
  return "an unknown result";
}

}  // namespace

Status OpenNccl(const NcclTable** opened) {
  static const std::string& why = *new std::string(Open());
  if (!why.empty()) {
    return backend::Fail(ErrorCode::NotFound, "open NCCL", {}, why);
  }
  *opened = &table;
  return {};
}

Status CheckNccl(NcclResult result, const char* function) {
  if (result == k_ncclSuccess) {
    return {};
  }
  const bool remote = result == k_ncclRemoteError;
  Status status = backend::Fail(
      remote ? ErrorCode::PeerLost : ErrorCode::Driver, function, {},
      remote ? "NCCL has lost another process" : "NCCL refuses; with NCCL_DEBUG=WARN it says why");
  status.info().driver_status = result;
  status.info().driver_status_name = NameOf(result);
  return status;
}

int NcclTypeOf(ScalarKind kind) noexcept {
#define KC_NCCL_TYPE(name, value) \
  if (kind == ScalarKind::name) { \
    return value;                 \
  }
#include "runtime/cuda/nccl_functions.def"
  return -1;
}

}  // namespace kernelc::cuda
