// The one exception type of the runtime. Everything that fails in the public API throws Error or a
// class derived from it; destructors never throw, they report through the error sink.
#pragma once

#include <array>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <string_view>

#include "kernelc/export.h"

namespace kernelc {

enum class ErrorCode : std::uint8_t {
#define KC_ERROR_CODE(name, text) name,
#include "kernelc/error_codes.def"
};

// The name of the enumerator, e.g. "LaunchLimit".
KC_RUNTIME_API std::string_view error_code_name(ErrorCode code) noexcept;
// What a user reads, e.g. "launch limit exceeded".
KC_RUNTIME_API std::string_view error_code_text(ErrorCode code) noexcept;

// Where device code failed. Filled for ErrorCode::DeviceFault when the device reported it.
struct DeviceFault {
  std::string kernel;
  // The word in brackets of `kernelc explain`: "IndexOutOfBounds", "AssertFailed".
  std::string kind;
  // What is wrong, without the place.
  std::string text;
  // Empty file, line and column 0: unknown.
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  // Bytes of the program's text there that it is about.
  std::uint32_t length = 0;
  std::uint32_t block[3] = {0, 0, 0};
  std::uint32_t thread[3] = {0, 0, 0};
  // False when the device says only that some kernel failed.
  bool has_position = false;
};

// All that is known about a failure. `message` is a full sentence and names the user's thing, the
// value and the limit; the other fields are for programs.
struct ErrorInfo {
  ErrorCode code = ErrorCode::InvalidArgument;
  std::string message;
  // What was tried: a driver function ("cuStreamCreate") or an operation of ours ("launch").
  std::string operation;
  // What it was tried on: "cuda:0", "kernel `saxpy`", "data.npy".
  std::string object;
  // The driver's number and name; 0 and empty where no driver was asked.
  int driver_status = 0;
  std::string driver_status_name;
  // OutOfMemory alone, in bytes.
  std::uint64_t requested_bytes = 0;
  std::uint64_t free_bytes = 0;
  std::uint64_t total_bytes = 0;
  // Of the memory resource that was asked: what it has in nobody's hands, and in the program's.
  std::uint64_t held_bytes = 0;
  std::uint64_t active_bytes = 0;
  DeviceFault fault;
};

// Copies share the description and never throw.
class KC_RUNTIME_API Error : public std::exception {
 public:
  explicit Error(ErrorInfo info);
  Error(const Error&) noexcept = default;
  Error& operator=(const Error&) noexcept = default;
  ~Error() override;

  // "operation on object: message [CUDA_ERROR_X (n)]"
  const char* what() const noexcept override;
  ErrorCode code() const noexcept;
  const std::string& message() const noexcept;
  const std::string& operation() const noexcept;
  const std::string& object() const noexcept;
  int driver_status() const noexcept;
  const std::string& driver_status_name() const noexcept;
  const DeviceFault& fault() const noexcept;
  const ErrorInfo& info() const noexcept;

 private:
  struct State;
  std::shared_ptr<const State> state_;
};

// Thrown for ErrorCode::OutOfMemory.
class KC_RUNTIME_API OutOfMemory : public Error {
 public:
  explicit OutOfMemory(ErrorInfo info);
  OutOfMemory(const OutOfMemory&) noexcept = default;
  OutOfMemory& operator=(const OutOfMemory&) noexcept = default;
  ~OutOfMemory() override;

  std::uint64_t requested_bytes() const noexcept;
  std::uint64_t free_bytes() const noexcept;
  std::uint64_t total_bytes() const noexcept;
  // What the memory resource has in nobody's hands even so, and in the program's.
  std::uint64_t held_bytes() const noexcept;
  std::uint64_t active_bytes() const noexcept;
};

// Thrown for ErrorCode::DeviceFault when the device says which thread failed and where: a checked
// kernel's index out of bounds, a failed assertion, an exception. The context stays usable.
class KC_RUNTIME_API KernelError : public Error {
 public:
  explicit KernelError(ErrorInfo info);
  KernelError(const KernelError&) noexcept = default;
  KernelError& operator=(const KernelError&) noexcept = default;
  ~KernelError() override;

  const std::string& kernel() const noexcept { return fault().kernel; }
  // "IndexOutOfBounds", "AssertFailed", "ExceptionRaised", ...
  const std::string& kind() const noexcept { return fault().kind; }
  const std::string& file() const noexcept { return fault().file; }
  // From 1; 0 where the kernel was compiled without its source.
  std::uint32_t line() const noexcept { return fault().line; }
  std::uint32_t column() const noexcept { return fault().column; }
  // Of the thread that failed first.
  std::array<std::uint32_t, 3> block() const noexcept { return std::to_array(fault().block); }
  std::array<std::uint32_t, 3> thread() const noexcept { return std::to_array(fault().thread); }
};

// Receives what destructors and stream callbacks cannot throw. Called on any thread; must not
// throw.
using ErrorSink = void (*)(const Error& error, void* user);

// Replaces the sink; null restores the default, which writes one line to stderr. Errors that come
// from the driver's shutdown at the end of a process are never reported.
KC_RUNTIME_API void SetErrorSink(ErrorSink sink, void* user = nullptr) noexcept;

}  // namespace kernelc
