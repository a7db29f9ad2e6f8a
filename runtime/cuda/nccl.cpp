#include "runtime/cuda/nccl.h"

#include <dlfcn.h>

#include <cstdlib>
#include <vector>

#include "runtime/backend/text.h"

namespace kernelc::cuda {
namespace {

using backend::Concat;
using backend::Status;

enum NcclStatus : NcclResult {
#define KC_NCCL_RESULT(name, value) k_##name = value,
#include "runtime/cuda/nccl_functions.def"
};

constexpr const char* kVariable = "KERNELC_NCCL";

NcclTable table;

std::vector<std::string> Candidates() {
  const char* const given = std::getenv(kVariable);
  if (given != nullptr && *given != '\0') {
    return {given};
  }
  std::vector<std::string> files = {"libnccl.so.2", "libnccl.so"};
  for (const char* const variable : {"CUDA_HOME", "CUDA_PATH"}) {
    const char* const folder = std::getenv(variable);
    if (folder != nullptr && *folder != '\0') {
      files.push_back(Concat(folder, "/lib64/libnccl.so.2"));
    }
  }
  files.emplace_back("/usr/local/cuda/lib64/libnccl.so.2");
  return files;
}

// Empty, or why there is no NCCL.
std::string Open() {
  void* library = nullptr;
  std::string tried;
  for (const std::string& file : Candidates()) {
    // Never closed: its threads may run to the end of the process.
    library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library != nullptr) {
      break;
    }
    tried += Concat(tried.empty() ? "" : ", ", file);
  }
  if (library == nullptr) {
    return Concat("NCCL is not on this machine: looked for ", tried,
                  "; install it (the package libnccl2, or nvidia-nccl of pip), or set ", kVariable, " to the file");
  }
  std::string missing;
#define KC_NCCL_FUNCTION(name, parameters)                                        \
  table.name = reinterpret_cast<NcclResult(*) parameters>(dlsym(library, #name)); \
  if (table.name == nullptr) {                                                    \
    missing += Concat(missing.empty() ? "" : ", ", #name);                        \
  }
#include "runtime/cuda/nccl_functions.def"
  return missing.empty() ? ""
                         : Concat("NCCL on this machine has no ", missing, "; set ", kVariable, " to another one");
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
  Status status = backend::Fail(remote ? ErrorCode::PeerLost : ErrorCode::Driver, function, {},
                                remote ? "NCCL has lost another process"
                                       : "NCCL refuses; with NCCL_DEBUG=WARN it says why");
  status.info().driver_status = result;
  status.info().driver_status_name = NameOf(result);
  return status;
}

int NcclTypeOf(ScalarKind kind) noexcept {
#define KC_NCCL_TYPE(name, value)  \
  if (kind == ScalarKind::name) { \
    return value;                 \
  }
#include "runtime/cuda/nccl_functions.def"
  return -1;
}

}  // namespace kernelc::cuda
