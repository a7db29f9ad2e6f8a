// What stands behind the handles of the C API, for C++ code that offers C functions of its own over
// the same handles; libkernelc does.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "kernelc/bound_kernel.h"
#include "kernelc/context.h"
#include "kernelc/error.h"
#include "kernelc/export.h"
#include "kernelc/kernel.h"
#include "kernelc/kernelc_runtime.h"
#include "kernelc/launch.h"

namespace kernelc::capi {

enum class HandleKind : std::uint8_t {
  Context = 1, Stream, Event, Array, Module, Kernel, Program, Record, BoundKernel,
  Communicator, Graph, GraphExec
};

// Base of what handles stand for.
class KC_RUNTIME_API HandleObject {
 public:
  HandleObject() = default;
  HandleObject(const HandleObject&) = delete;
  HandleObject& operator=(const HandleObject&) = delete;
  virtual ~HandleObject();
};

// A kernel handle: of a module, or of a program.
class KC_RUNTIME_API KernelObject : public HandleObject {
 public:
  KernelObject(std::string name, std::vector<std::string> params, std::string signature)
      : name_(std::move(name)), params_(std::move(params)), signature_(std::move(signature)) {}
  ~KernelObject() override;

  const std::string& name() const noexcept { return name_; }
  const std::vector<std::string>& params() const noexcept { return params_; }
  const std::string& signature() const noexcept { return signature_; }
  // Null for a kernel that is compiled for each launch.
  virtual const Kernel* loaded() const noexcept = 0;
  virtual void Launch(const LaunchConfig& config, std::span<const Arg> args) const = 0;
  virtual void LaunchForAll(std::int64_t elements, StreamRef stream,
                            std::span<const Arg> args) const = 0;
  virtual BoundKernel Bind(std::span<const Arg> args) const = 0;

 private:
  std::string name_;
  std::vector<std::string> params_;
  std::string signature_;
};

// A failure with a status that Error has not.
class KC_RUNTIME_API Failure : public std::exception {
 public:
  Failure(kernelc_status status, std::string message)
      : status_(status), message_(std::move(message)) {}
  ~Failure() override;
  const char* what() const noexcept override;
  kernelc_status status() const noexcept { return status_; }

 private:
  kernelc_status status_;
  std::string message_;
};

// A fault of a kernel file, kept with the thread's last error.
struct DiagnosticText {
  std::string severity;
  std::string kind;
  std::string message;
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string help;
};

// A failure with the faults of the kernel file that led to it.
class KC_RUNTIME_API DiagnosedError : public std::exception {
 public:
  DiagnosedError(const Error& error, std::vector<DiagnosticText> diagnostics);
  ~DiagnosedError() override;
  const char* what() const noexcept override;
  const Error& error() const noexcept { return error_; }
  const std::vector<DiagnosticText>& diagnostics() const noexcept { return diagnostics_; }

 private:
  Error error_;
  std::vector<DiagnosticText> diagnostics_;
};

// The object of a kernel handle for code that is there.
KC_RUNTIME_API std::unique_ptr<HandleObject> LoadedKernelObject(const Kernel& kernel);

// A new handle that owns `object`. Throws OutOfMemory when there are too many.
KC_RUNTIME_API void* NewHandle(HandleKind kind, std::unique_ptr<HandleObject> object);
// What the handle stands for, borrowed. Throws Failure{KERNELC_INVALID_HANDLE} that names the
// function and says what is wrong with it.
KC_RUNTIME_API HandleObject& Find(const char* function, HandleKind kind, const void* handle);
// Ends the handle and gives what it owned; null for NULL. Throws as Find() does.
KC_RUNTIME_API std::unique_ptr<HandleObject> Take(const char* function, HandleKind kind,
                                                  void* handle);

// Makes the exception that is being handled the thread's last error.
KC_RUNTIME_API kernelc_status Report(const char* function) noexcept;

// Runs `body`; what it throws becomes the thread's last error and the status that is given back.
template <typename Body>
kernelc_status Guard(const char* function, Body&& body) noexcept {
  try {
    std::forward<Body>(body)();
    return KERNELC_OK;
  } catch (...) {
    return Report(function);
  }
}

// Throws Failure{KERNELC_INVALID_ARGUMENT} for a null pointer.
KC_RUNTIME_API void RequirePointer(const char* function, const char* parameter,
                                   const void* pointer);

template <typename Object>
Object& FindAs(const char* function, HandleKind kind, const void* handle) {
  return static_cast<Object&>(Find(function, kind, handle));
}

// The context of a handle.
KC_RUNTIME_API const Context& ContextOf(const char* function, kernelc_context handle);

// Fills a struct that its user may know in another size: `struct_size` bytes of `value`, but not the
// member itself.
KC_RUNTIME_API void CopyOut(const char* function, void* out, std::size_t out_size,
                            const void* value, std::size_t size);
template <typename Struct>
void FillStruct(const char* function, Struct* out, const Struct& value) {
  RequirePointer(function, "result", out);
  CopyOut(function, out, out->struct_size, &value, sizeof value);
}
// A struct from its user, with the defaults of `defaults` where the user's is shorter.
template <typename Struct>
Struct ReadStruct(const char* function, const Struct* in, const Struct& defaults) {
  Struct value = defaults;
  if (in != nullptr) {
    CopyOut(function, &value, sizeof value, in, in->struct_size);
  }
  return value;
}

}  // namespace kernelc::capi
