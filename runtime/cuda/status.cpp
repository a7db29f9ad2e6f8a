// What the driver's results mean.
#include "runtime/backend/text.h"
#include "runtime/cuda/driver_api.h"

namespace kernelc::cuda {

std::string ErrorName(Result result) {
  const char* name = nullptr;
  if (Driver().cuGetErrorName == nullptr || Driver().cuGetErrorName(result, &name) != kSuccess ||
      name == nullptr) {
    return "unknown CUDA error";
  }
  return name;
}

std::string ErrorText(Result result) {
  const char* text = nullptr;
  if (Driver().cuGetErrorString == nullptr ||
      Driver().cuGetErrorString(result, &text) != kSuccess || text == nullptr) {
    return "the driver gives no reason";
  }
  return text;
}

bool IsSticky(Result result) noexcept {
  switch (result) {
    case kErrorEccUncorrectable:
    case kErrorIllegalAddress:
    case kErrorLaunchTimeout:
    case kErrorAssert:
    case kErrorHardwareStack:
    case kErrorIllegalInstruction:
    case kErrorMisalignedAddress:
    case kErrorInvalidAddressSpace:
    case kErrorInvalidPc:
    case kErrorLaunchFailed:
      return true;
    default:
      return false;
  }
}

backend::Status FailedCall(Result result, const char* function) {
  ErrorInfo info;
  info.code = result == kErrorOutOfMemory ? ErrorCode::OutOfMemory
              : result == kErrorNotReady  ? ErrorCode::NotReady
              : IsSticky(result)          ? ErrorCode::DeviceFault
                                          : ErrorCode::Driver;
  info.operation = function;
  info.message = ErrorText(result);
  info.driver_status = result;
  info.driver_status_name = ErrorName(result);
  return backend::Status(std::move(info));
}

backend::Status MissingFunction(const char* function) {
  return backend::Fail(ErrorCode::NotSupported, function, "",
                       "this CUDA driver is too old to have the function");
}

}  // namespace kernelc::cuda
