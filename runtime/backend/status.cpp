#include "runtime/backend/status.h"

#include <atomic>
#include <cstdio>
#include <mutex>

#include "runtime/backend/text.h"

namespace kernelc {

struct Error::State {
  ErrorInfo info;
  std::string what;
};

namespace {

constexpr std::string_view kCodeNames[] = {
#define KC_ERROR_CODE(name, text) #name,
#include "kernelc/error_codes.def"
};
constexpr std::string_view kCodeTexts[] = {
#define KC_ERROR_CODE(name, text) text,
#include "kernelc/error_codes.def"
};

std::string WhatText(const ErrorInfo& info) {
  std::string text = info.operation;
  if (!info.object.empty()) {
    text += text.empty() ? "" : " on ";
    text += info.object;
  }
  if (!text.empty()) {
    text += ": ";
  }
  text += info.message.empty() ? std::string(error_code_text(info.code)) : info.message;
  if (info.driver_status != 0) {
    text += backend::Concat(" [", info.driver_status_name, " (", info.driver_status, ")]");
  }
  return text;
}

void WriteToStderr(const Error& error, void*) {
  std::fprintf(stderr, "kernelc: %s\n", error.what());
}

struct Sink {
  std::mutex mutex;
  ErrorSink function = WriteToStderr;
  void* user = nullptr;
};

// Never destroyed: destructors of static objects may still report.
Sink& TheSink() {
  static Sink& sink = *new Sink;
  return sink;
}

}  // namespace

std::string_view error_code_name(ErrorCode code) noexcept {
  return kCodeNames[static_cast<std::size_t>(code)];
}
std::string_view error_code_text(ErrorCode code) noexcept {
  return kCodeTexts[static_cast<std::size_t>(code)];
}

Error::Error(ErrorInfo info) {
  auto state = std::make_shared<State>();
  state->what = WhatText(info);
  state->info = std::move(info);
  state_ = std::move(state);
}
Error::~Error() = default;
const char* Error::what() const noexcept { return state_->what.c_str(); }
ErrorCode Error::code() const noexcept { return state_->info.code; }
const std::string& Error::message() const noexcept { return state_->info.message; }
const std::string& Error::operation() const noexcept { return state_->info.operation; }
const std::string& Error::object() const noexcept { return state_->info.object; }
int Error::driver_status() const noexcept { return state_->info.driver_status; }
const std::string& Error::driver_status_name() const noexcept {
  return state_->info.driver_status_name;
}
const DeviceFault& Error::fault() const noexcept { return state_->info.fault; }
const ErrorInfo& Error::info() const noexcept { return state_->info; }

OutOfMemory::OutOfMemory(ErrorInfo info) : Error(std::move(info)) {}
OutOfMemory::~OutOfMemory() = default;
std::uint64_t OutOfMemory::requested_bytes() const noexcept { return info().requested_bytes; }
std::uint64_t OutOfMemory::free_bytes() const noexcept { return info().free_bytes; }
std::uint64_t OutOfMemory::total_bytes() const noexcept { return info().total_bytes; }
std::uint64_t OutOfMemory::held_bytes() const noexcept { return info().held_bytes; }
std::uint64_t OutOfMemory::active_bytes() const noexcept { return info().active_bytes; }

KernelError::KernelError(ErrorInfo info) : Error(std::move(info)) {}
KernelError::~KernelError() = default;

void SetErrorSink(ErrorSink sink, void* user) noexcept {
  Sink& state = TheSink();
  const std::lock_guard lock(state.mutex);
  state.function = sink != nullptr ? sink : WriteToStderr;
  state.user = sink != nullptr ? user : nullptr;
}

namespace backend {

void Throw(const Status& status) {
  if (status.info().code == ErrorCode::OutOfMemory) {
    throw OutOfMemory(status.info());
  }
  if (status.info().code == ErrorCode::DeviceFault && status.info().fault.has_position) {
    throw KernelError(status.info());
  }
  throw Error(status.info());
}

void Report(const Status& status) noexcept {
  if (status.ok()) {
    return;
  }
  try {
    const Error error(status.info());
    ErrorSink function = nullptr;
    void* user = nullptr;
    {
      Sink& state = TheSink();
      const std::lock_guard lock(state.mutex);
      function = state.function;
      user = state.user;
    }
    function(error, user);
  } catch (...) {
    // No memory for the report: there is nobody left to tell.
    std::fputs("kernelc: an error could not be reported\n", stderr);
  }
}

}  // namespace backend
}  // namespace kernelc
