// A timeline of what the program asked of devices and of what they did, as Chrome trace JSON (for
// chrome://tracing, ui.perfetto.dev, speedscope), and a table of the time by kernel.
//
//   kernelc::StartTrace({.path = "trace.json"});   // or KERNELC_TRACE=trace.json in the
//   environment Work(); for (const kernelc::OperationTime& time : kernelc::StopTrace()) …
//
// Calls and their waits lie on the host's threads, by what the host's clock says; kernels, copies
// and fills on the devices' streams. GPU times come from CUPTI where that is on the machine, else
// from events around each operation, which add a microsecond or two; CPU times from the threads
// that do the work. Compilations show their phases.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernelc/export.h"

namespace kernelc {

struct TraceOptions {
  // The file that StopTrace() writes; empty: none.
  std::string path;
};

// What devices did under one name: a kernel, "copy to host".
struct OperationTime {
  std::string name;
  // "cuda:0".
  std::string device;
  std::uint64_t count = 0;
  // Of copies and fills, all together.
  std::uint64_t bytes = 0;
  // Nanoseconds.
  std::uint64_t total = 0;
  std::uint64_t min = 0;
  std::uint64_t max = 0;
};

// Begins a trace of all threads and devices. Throws Error{InvalidArgument} when one is on, and
// Error{FileAccess} where the file cannot be written.
KC_RUNTIME_API void StartTrace(const TraceOptions& options = {});
// Blocks until the devices have done what was asked for, writes the file, and gives the time by
// name, the longest first. Empty where no trace is on. A timeline holds a million operations; later
// ones count in the table alone, which the file says.
KC_RUNTIME_API std::vector<OperationTime> StopTrace();
KC_RUNTIME_API bool trace_enabled() noexcept;
// Where GPU times of this trace come from: "CUPTI", or "events" and why CUPTI is not used; empty
// before a GPU was used.
KC_RUNTIME_API std::string trace_clock();
// Lines of a table: share, total, count, mean, least, most, name.
KC_RUNTIME_API std::string OperationTable(std::span<const OperationTime> times);

// A part of the program on its thread's line of the timeline, until the end of the scope. Costs two
// nanoseconds while no trace is on.
class KC_RUNTIME_API TraceSpan {
 public:
  // `category` lives as long as the process: a literal.
  explicit TraceSpan(std::string_view name, const char* category = "host");
  ~TraceSpan();
  TraceSpan(const TraceSpan&) = delete;
  TraceSpan& operator=(const TraceSpan&) = delete;

 private:
  const std::string* name_ = nullptr;
  const char* category_;
  std::int64_t begin_ = 0;
  bool marked_ = false;
};

// kernelc's own NVTX ranges, around compilations, launches, copies and waits, for Nsight Systems
// and others (kernelc/nvtx.h). Also KERNELC_NVTX=1.
KC_RUNTIME_API void SetOwnRanges(bool on) noexcept;

}  // namespace kernelc
