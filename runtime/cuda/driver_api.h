// The driver as a table of functions, opened at run time. Nothing else in the runtime calls the
// driver.
#pragma once

#include <string>

#include "runtime/backend/status.h"
#include "runtime/cuda/driver_types.h"

namespace kernelc::cuda {

struct DriverTable {
#define KC_DRIVER_FUNCTION(name, version, need, parameters) Result(*name) parameters = nullptr;
#include "runtime/cuda/driver_functions.def"
};

// Opens the library that KERNELC_CUDA_DRIVER names, else libcuda.so.1, and fills the table. Once
// per process; false with `*why` set when there is no driver, or one that is too old.
bool OpenDriver(std::string* why);
// Only after OpenDriver() succeeded.
const DriverTable& Driver() noexcept;
// The file that the library was opened from, links resolved: its name mostly holds the driver's version.
std::string DriverFile();

// A failed result as a status; see status.cpp for what becomes which code.
backend::Status FailedCall(Result result, const char* function);
backend::Status MissingFunction(const char* function);
// The error ended its context.
bool IsSticky(Result result) noexcept;
// "CUDA_ERROR_X" and the driver's sentence about it.
std::string ErrorName(Result result);
std::string ErrorText(Result result);

template <typename... Params, typename... Args>
inline backend::Status CallDriver(Result (*function)(Params...), const char* name, Args... args) {
  if (function == nullptr) [[unlikely]] {
    return MissingFunction(name);
  }
  const Result result = function(args...);
  if (result != kSuccess) [[unlikely]] {
    return FailedCall(result, name);
  }
  return {};
}

}  // namespace kernelc::cuda

// Calls a function of driver_functions.def; a Status.
#define DRIVER_CALL(name, ...) \
  ::kernelc::cuda::CallDriver(::kernelc::cuda::Driver().name, #name __VA_OPT__(, ) __VA_ARGS__)
