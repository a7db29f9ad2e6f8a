#include "runtime/cuda/cublas.h"

#include <string>

#include "runtime/backend/library.h"

namespace kernelc::cuda {
namespace {

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

CublasTable table;

// Empty, or why there is no cuBLAS.
std::string Open() {
  const backend::LibraryPlaces places = {
      .name = "cuBLAS",
      .variable = "KERNELC_CUBLAS",
      .files = {"libcublas.so.13", "libcublas.so.12", "libcublas.so.11", "libcublas.so"},
      .in_toolkit = "lib64/libcublas.so",
      .advice =
          "install the library of the CUDA toolkit (the package libcublas, or nvidia-cublas of "
          "pip), set CUDA_HOME to the "
          "toolkit's folder",
  };
  std::string why;
  const backend::Library library = backend::Library::Open(places, &why);
  if (!library.is_open()) {
    return why;
  }
  backend::TableFiller filler(library);
#define KC_CUBLAS_FUNCTION(name, parameters) filler.Fill(#name, &table.name);
#include "runtime/cuda/cublas_functions.def"
  return filler.WhyNot(places);
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
