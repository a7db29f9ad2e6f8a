#include "kernelc/trace.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>

#include "runtime/backend/text.h"
#include "runtime/trace/ranges.h"
#include "runtime/trace/recorder.h"

namespace kernelc {
namespace {

using trace::Recorder;

// What the environment asked for; tells it at the program's end.
struct Asked {
  std::string path;
  bool table = false;
  // Children of a fork end too.
  pid_t process = 0;
};

Asked& AskedFor() {
  static Asked& asked = *new Asked;
  return asked;
}

void StopAtExit() {
  if (::getpid() != AskedFor().process) {
    return;
  }
  try {
    const bool on = trace_enabled();
    const std::vector<OperationTime> times = StopTrace();
    if (on && AskedFor().table) {
      std::fputs(OperationTable(times).c_str(), stderr);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "kernelc: %s\n", error.what());
  }
}

bool IsSet(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != '\0' && std::strcmp(value, "0") != 0;
}

// A program's children have its environment: "%p" stands for the process.
std::string WithProcess(std::string path) {
  const std::size_t place = path.find("%p");
  return place == std::string::npos ? path : path.replace(place, 2, std::to_string(::getpid()));
}

// KERNELC_TRACE=file.json, KERNELC_TRACE_TABLE=1, KERNELC_NVTX=1.
const bool from_environment = [] {
  if (IsSet("KERNELC_NVTX")) {
    SetOwnRanges(true);
  }
  AskedFor().table = IsSet("KERNELC_TRACE_TABLE");
  AskedFor().process = ::getpid();
  if (!IsSet("KERNELC_TRACE") && !AskedFor().table) {
    return false;
  }
  if (IsSet("KERNELC_TRACE")) {
    AskedFor().path = WithProcess(std::getenv("KERNELC_TRACE"));
  }
  try {
    StartTrace({.path = AskedFor().path});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "kernelc: KERNELC_TRACE: %s\n", error.what());
  }
  std::atexit(StopAtExit);
  return true;
}();

}  // namespace

void trace::StopBeforeDriver() {
  if (from_environment) {
    std::atexit(StopAtExit);
  }
}

void StartTrace(const TraceOptions& options) { Recorder::Get().Start(options); }

std::vector<OperationTime> StopTrace() { return Recorder::Get().Stop(); }

bool trace_enabled() noexcept { return Recorder::Get().records(); }

std::string trace_clock() { return Recorder::Get().clock(); }

void SetOwnRanges(bool on) noexcept { Recorder::Get().SetOwnRanges(on); }

std::string OperationTable(std::span<const OperationTime> times) {
  std::uint64_t all = 0;
  for (const OperationTime& time : times) {
    all += time.total;
  }
  std::string text =
      "  share     total ms      count     mean us      min us      max us  device  name\n";
  for (const OperationTime& time : times) {
    char line[160];
    const auto us = [](std::uint64_t ns) { return static_cast<double>(ns) / 1e3; };
    std::snprintf(
        line, sizeof line, "%6.1f%% %12.3f %10llu %11.3f %11.3f %11.3f  %-6s  ",
        all == 0 ? 0.0 : 100.0 * static_cast<double>(time.total) / static_cast<double>(all),
        us(time.total) / 1e3, static_cast<unsigned long long>(time.count),
        us(time.total) / static_cast<double>(std::max<std::uint64_t>(1, time.count)), us(time.min),
        us(time.max), time.device.c_str());
    text += line + time.name + '\n';
  }
  return text;
}

TraceSpan::TraceSpan(std::string_view name, const char* category) : category_(category) {
  const Recorder& recorder = Recorder::Get();
  if (!recorder.records() && !recorder.own_ranges()) [[likely]] {
    return;
  }
  name_ = trace::Intern(name);
  marked_ = recorder.own_ranges();
  if (marked_) {
    trace::NvtxPush(name_->c_str());
  }
  begin_ = trace::Now();
}

TraceSpan::~TraceSpan() {
  if (name_ == nullptr) [[likely]] {
    return;
  }
  if (marked_) {
    trace::NvtxPop();
  }
  Recorder& recorder = Recorder::Get();
  if (recorder.records()) {
    trace::Span span;
    span.name = name_;
    span.category = category_;
    span.track.line = trace::ThreadNumber();
    span.begin = begin_;
    span.end = trace::Now();
    recorder.timeline().Add(span);
  }
}

}  // namespace kernelc
