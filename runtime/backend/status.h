// Status: how failures travel inside the runtime. Only the public API turns one into an exception.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "kernelc/error.h"

namespace kernelc::backend {

// Success is a null pointer; a failure owns its description.
class [[nodiscard]] Status {
 public:
  Status() noexcept = default;
  explicit Status(ErrorInfo info) : info_(std::make_unique<ErrorInfo>(std::move(info))) {}
  bool ok() const noexcept { return info_ == nullptr; }
  const ErrorInfo& info() const noexcept { return *info_; }
  ErrorInfo& info() noexcept { return *info_; }

 private:
  std::unique_ptr<ErrorInfo> info_;
};

inline Status Fail(ErrorCode code, std::string operation, std::string object, std::string message) {
  ErrorInfo info;
  info.code = code;
  info.operation = std::move(operation);
  info.object = std::move(object);
  info.message = std::move(message);
  return Status(std::move(info));
}

// Throws Error or OutOfMemory.
[[noreturn]] void Throw(const Status& status);
inline void ThrowIfFailed(const Status& status) {
  if (!status.ok()) [[unlikely]] {
    Throw(status);
  }
}
[[noreturn]] inline void ThrowError(ErrorCode code, std::string operation, std::string object,
                                    std::string message) {
  Throw(Fail(code, std::move(operation), std::move(object), std::move(message)));
}

// For destructors and callbacks: hands a failure to the sink. Nothing for success.
void Report(const Status& status) noexcept;

}  // namespace kernelc::backend

// Returns a failure of `expression` from the enclosing function.
#define KC_RETURN_IF_FAILED(expression)                                                      \
  do {                                                                                       \
    if (::kernelc::backend::Status kc_status = (expression); !kc_status.ok()) [[unlikely]] { \
      return kc_status;                                                                      \
    }                                                                                        \
  } while (false)
