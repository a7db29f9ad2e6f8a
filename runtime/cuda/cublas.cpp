#include "runtime/cuda/cublas.h"

#include <dlfcn.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "runtime/backend/text.h"

namespace kernelc::cuda {
namespace {

using backend::Concat;
using backend::Status;

using CublasResult = int;

enum CublasStatus : CublasResult {
#define KC_CUBLAS_STATUS(name, value) k_##name = value,
#include "runtime/cuda/cublas_functions.def"
};

struct CublasTable {
#define KC_CUBLAS_FUNCTION(name, parameters) CublasResult(*name) parameters = nullptr;
#include "runtime/cuda/cublas_functions.def"
};

constexpr const char* kVariable = "KERNELC_CUBLAS";
constexpr const char* kNames[] = {"libcublas.so.13", "libcublas.so.12", "libcublas.so.11",
                                  "libcublas.so"};

CublasTable table;

std::vector<std::string> Candidates() {
  const char* const given = std::getenv(kVariable);
  if (given != nullptr && *given != '\0') {
    return {given};
  }
  std::vector<std::string> files(std::begin(kNames), std::end(kNames));
  for (const char* const variable : {"CUDA_HOME", "CUDA_PATH"}) {
    const char* const folder = std::getenv(variable);
    if (folder != nullptr && *folder != '\0') {
      files.push_back(Concat(folder, "/lib64/libcublas.so"));
    }
  }
  files.emplace_back("/usr/local/cuda/lib64/libcublas.so");
  return files;
}

// Empty, or why there is no cuBLAS.
std::string Open() {
  void* library = nullptr;
  std::string tried;
  for (const std::string& file : Candidates()) {
    // Never closed: its handles may be used at any time.
    library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library != nullptr) {
      break;
    }
    tried += Concat(tried.empty() ? "" : ", ", file);
  }
  if (library == nullptr) {
    return Concat("cuBLAS is not on this machine: looked for ", tried,
                  "; install the library of the CUDA toolkit (the package libcublas, or "
                  "nvidia-cublas of pip), set "
                  "CUDA_HOME to the toolkit's folder, or ",
                  kVariable, " to the file");
  }
  std::string missing;
#define KC_CUBLAS_FUNCTION(name, parameters)                                        \
  table.name = reinterpret_cast<CublasResult(*) parameters>(dlsym(library, #name)); \
  if (table.name == nullptr) {                                                      \
    missing += Concat(missing.empty() ? "" : ", ", #name);                          \
  }
#include "runtime/cuda/cublas_functions.def"
  return missing.empty() ? ""
                         : Concat("cuBLAS on this machine has no ", missing, "; set ", kVariable,
                                  " to another one");
}

const std::string& WhyNone() {
  static const std::string& why = *new std::string(Open());
  return why;
}

ErrorCode CodeOf(CublasResult result) {
  switch (result) {
    case k_CUBLAS_STATUS_ALLOC_FAILED:
      return ErrorCode::OutOfMemory;
    case k_CUBLAS_STATUS_ARCH_MISMATCH:
    case k_CUBLAS_STATUS_NOT_SUPPORTED:
      return ErrorCode::NotSupported;
    default:
      return ErrorCode::Driver;
  }
}

std::string NameOf(CublasResult result) {
#define KC_CUBLAS_STATUS(name, value) \
  if (result == (value)) {            \
    return #name;                     \
  }
#include "runtime/cuda/cublas_functions.def"
  return "an unknown status";
}

Status Checked(CublasResult result, const char* function) {
  if (result == k_CUBLAS_STATUS_SUCCESS) {
    return {};
  }
  Status status = backend::Fail(CodeOf(result), function, {}, "cuBLAS refuses");
  ErrorInfo& info = status.info();
  if (result == k_CUBLAS_STATUS_NOT_INITIALIZED) {
    info.message = "cuBLAS cannot start: it may need a newer driver";
  } else if (result == k_CUBLAS_STATUS_ALLOC_FAILED) {
    info.message = "there is not enough memory for cuBLAS";
  }
  info.driver_status = result;
  info.driver_status_name = NameOf(result);
  return status;
}

}  // namespace

Status BlasHandles::Get(StreamHandle stream, void** handle) {
  if (!WhyNone().empty()) {
    return backend::Fail(ErrorCode::NotFound, "blas handle", {}, WhyNone());
  }
  const std::lock_guard lock(mutex_);
  const std::pair key(stream, std::this_thread::get_id());
  auto found = handles_.find(key);
  if (found == handles_.end()) {
    void* made = nullptr;
    KC_RETURN_IF_FAILED(Checked(table.cublasCreate_v2(&made), "cublasCreate"));
    found = handles_.emplace(key, made).first;
  }
  // Also of one that was made before: the program may have set another one.
  KC_RETURN_IF_FAILED(Checked(table.cublasSetStream_v2(found->second, stream), "cublasSetStream"));
  *handle = found->second;
  return {};
}

Status BlasHandles::DestroyAll() {
  const std::lock_guard lock(mutex_);
  Status first;
  for (const auto& [key, handle] : handles_) {
    Status status = Checked(table.cublasDestroy_v2(handle), "cublasDestroy");
    if (first.ok()) {
      first = std::move(status);
    }
  }
  handles_.clear();
  return first;
}

}  // namespace kernelc::cuda
