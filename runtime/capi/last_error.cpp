// Exceptions as a status and the thread's last error.
#include <algorithm>
#include <cstring>
#include <new>

#include "kernelc/c_bridge.h"
#include "runtime/backend/text.h"

namespace kernelc::capi {
namespace {

using backend::Concat;

struct LastError {
  kernelc_status status = KERNELC_OK;
  std::string message;
  ErrorInfo info;
  std::vector<DiagnosticText> diagnostics;
};

// Null before the first failure, so that threads without one pay nothing.
thread_local std::unique_ptr<LastError> last_error;
// Where memory for the description ran out: its status, with a text that needs none.
thread_local kernelc_status bare_status = KERNELC_OK;

constexpr const char* kNoMemory = "out of host memory";

kernelc_status StatusOf(ErrorCode code) {
  switch (code) {
    case ErrorCode::InvalidArgument:
      return KERNELC_INVALID_ARGUMENT;
    case ErrorCode::TypeMismatch:
      return KERNELC_TYPE_MISMATCH;
    case ErrorCode::LaunchLimit:
      return KERNELC_LAUNCH_LIMIT;
    case ErrorCode::NotFound:
      return KERNELC_NOT_FOUND;
    case ErrorCode::NotReady:
      return KERNELC_NOT_READY;
    case ErrorCode::NotSupported:
      return KERNELC_NOT_SUPPORTED;
    case ErrorCode::NoDevice:
      return KERNELC_NO_DEVICE;
    case ErrorCode::DriverUnavailable:
      return KERNELC_DRIVER_UNAVAILABLE;
    case ErrorCode::Driver:
      return KERNELC_DRIVER;
    case ErrorCode::OutOfMemory:
      return KERNELC_OUT_OF_MEMORY;
    case ErrorCode::ModuleLoad:
      return KERNELC_MODULE_LOAD;
    case ErrorCode::ContextDestroyed:
      return KERNELC_CONTEXT_DESTROYED;
    case ErrorCode::Forked:
      return KERNELC_FORKED;
    case ErrorCode::DeviceFault:
      return KERNELC_DEVICE_FAULT;
    case ErrorCode::FileAccess:
      return KERNELC_FILE_ACCESS;
    case ErrorCode::FileFormat:
      return KERNELC_FILE_FORMAT;
    case ErrorCode::Compile:
      return KERNELC_COMPILE;
    case ErrorCode::PeerLost:
      return KERNELC_PEER_LOST;
    case ErrorCode::TimedOut:
      return KERNELC_TIMED_OUT;
    case ErrorCode::StreamRace:
      return KERNELC_STREAM_RACE;
    case ErrorCode::HostBlocked:
      return KERNELC_HOST_BLOCKED;
    case ErrorCode::Capture:
      return KERNELC_CAPTURE;
  }
  return KERNELC_INTERNAL;
}

kernelc_status Keep(kernelc_status status, std::string message, ErrorInfo info,
                    std::vector<DiagnosticText> diagnostics) {
  auto error = std::make_unique<LastError>();
  *error = {status, std::move(message), std::move(info), std::move(diagnostics)};
  last_error = std::move(error);
  bare_status = KERNELC_OK;
  return status;
}

kernelc_status KeepBare(kernelc_status status) noexcept {
  last_error.reset();
  bare_status = status;
  return status;
}

kernelc_status KeepCurrent(const char* function) {
  try {
    throw;
  } catch (const Error& error) {
    return Keep(StatusOf(error.code()), error.what(), error.info(), {});
  } catch (const DiagnosedError& diagnosed) {
    const Error& error = diagnosed.error();
    return Keep(StatusOf(error.code()), error.what(), error.info(), diagnosed.diagnostics());
  } catch (const Failure& failure) {
    ErrorInfo info;
    info.operation = function;
    return Keep(failure.status(), failure.what(), std::move(info), {});
  } catch (const std::bad_alloc&) {
    return KeepBare(KERNELC_OUT_OF_MEMORY);
  } catch (const std::exception& error) {
    ErrorInfo info;
    info.operation = function;
    return Keep(KERNELC_INTERNAL, Concat(function, ": ", std::string_view(error.what())),
                std::move(info), {});
  } catch (...) {
    return Keep(KERNELC_INTERNAL, Concat(function, ": an exception of another kind"), {}, {});
  }
}

kernelc_error Describe(const LastError& last) {
  kernelc_error error{};
  error.struct_size = sizeof error;
  error.status = last.status;
  error.driver_status = last.info.driver_status;
  error.driver_status_name = last.info.driver_status_name.c_str();
  error.message = last.message.c_str();
  error.operation = last.info.operation.c_str();
  error.object = last.info.object.c_str();
  error.requested_bytes = last.info.requested_bytes;
  error.free_bytes = last.info.free_bytes;
  error.total_bytes = last.info.total_bytes;
  const DeviceFault& fault = last.info.fault;
  error.fault_kernel = fault.kernel.c_str();
  error.fault_kind = fault.kind.c_str();
  error.fault_file = fault.file.c_str();
  error.fault_line = fault.line;
  error.fault_column = fault.column;
  std::copy_n(fault.block, 3, error.fault_block);
  std::copy_n(fault.thread, 3, error.fault_thread);
  error.fault_has_position = fault.has_position ? 1 : 0;
  error.diagnostic_count = last.diagnostics.size();
  error.held_bytes = last.info.held_bytes;
  error.active_bytes = last.info.active_bytes;
  return error;
}

}  // namespace

Failure::~Failure() = default;
const char* Failure::what() const noexcept { return message_.c_str(); }

DiagnosedError::DiagnosedError(const Error& error, std::vector<DiagnosticText> diagnostics)
    : error_(error), diagnostics_(std::move(diagnostics)) {}
DiagnosedError::~DiagnosedError() = default;
const char* DiagnosedError::what() const noexcept { return error_.what(); }

kernelc_status Report(const char* function) noexcept {
  try {
    return KeepCurrent(function);
  } catch (...) {
    // There was no memory for the description.
    return KeepBare(KERNELC_OUT_OF_MEMORY);
  }
}

void RequirePointer(const char* function, const char* parameter, const void* pointer) {
  if (pointer == nullptr) [[unlikely]] {
    throw Failure(KERNELC_INVALID_ARGUMENT,
                  Concat(function, ": `", std::string_view(parameter), "` is NULL"));
  }
}

void CopyOut(const char* function, void* out, std::size_t out_size, const void* value,
             std::size_t size) {
  const std::size_t count = std::min(out_size, size);
  // Smaller than a size is a struct whose size was never set.
  if (count < 2 * sizeof(std::size_t)) {
    throw Failure(KERNELC_INVALID_ARGUMENT, Concat(function, ": `struct_size` is not set"));
  }
  std::memcpy(static_cast<std::byte*>(out) + sizeof(std::size_t),
              static_cast<const std::byte*>(value) + sizeof(std::size_t),
              count - sizeof(std::size_t));
}

}  // namespace kernelc::capi

using kernelc::capi::bare_status;
using kernelc::capi::last_error;

kernelc_status kernelc_last_error(kernelc_error* error) {
  constexpr const char* kFunction = "kernelc_last_error";
  // This may fail on its own account, which must not replace what it is asked for.
  if (error == nullptr || error->struct_size < 2 * sizeof(std::size_t)) {
    return KERNELC_INVALID_ARGUMENT;
  }
  return kernelc::capi::Guard(kFunction, [&] {
    kernelc::capi::LastError bare;
    bare.status = bare_status;
    kernelc_error value = kernelc::capi::Describe(last_error ? *last_error : bare);
    if (last_error == nullptr) {
      // `bare` ends here.
      value.message = kernelc_last_error_message();
      for (const char** text : {&value.driver_status_name, &value.operation, &value.object,
                                &value.fault_kernel, &value.fault_kind, &value.fault_file}) {
        *text = "";
      }
    }
    kernelc::capi::FillStruct(kFunction, error, value);
  });
}

const char* kernelc_last_error_message(void) {
  if (last_error != nullptr) {
    return last_error->message.c_str();
  }
  return bare_status == KERNELC_OK ? "" : kernelc::capi::kNoMemory;
}

kernelc_status kernelc_last_diagnostic(size_t index, kernelc_diagnostic* diagnostic) {
  if (diagnostic == nullptr || diagnostic->struct_size < 2 * sizeof(std::size_t)) {
    return KERNELC_INVALID_ARGUMENT;
  }
  if (last_error == nullptr || index >= last_error->diagnostics.size()) {
    return KERNELC_NOT_FOUND;
  }
  const kernelc::capi::DiagnosticText& text = last_error->diagnostics[index];
  const kernelc_diagnostic value = {sizeof value,        text.severity.c_str(), text.kind.c_str(),
                                    text.message.c_str(), text.file.c_str(),     text.line,
                                    text.column,          text.help.c_str()};
  return kernelc::capi::Guard("kernelc_last_diagnostic", [&] {
    kernelc::capi::FillStruct("kernelc_last_diagnostic", diagnostic, value);
  });
}

void kernelc_clear_error(void) {
  last_error.reset();
  bare_status = KERNELC_OK;
}
