// Marks and ranges for profilers, by NVTX 3: Nsight Systems, ncu and whatever else
// NVTX_INJECTION64_PATH names show them; a timeline of our own (kernelc/trace.h) has them too.
// Where nobody listens, a call costs a few nanoseconds.
#pragma once

#include <cstdint>
#include <string_view>

#include "kernelc/export.h"

namespace kernelc::nvtx {

// A moment.
KC_RUNTIME_API void Mark(std::string_view message);
// Begins a range of the calling thread inside those that it began before; gives how many these
// were, or a negative number where no profiler is attached.
KC_RUNTIME_API int RangePush(std::string_view message);
// Ends the range that the thread began last. The same numbers.
KC_RUNTIME_API int RangePop();
// A range that any thread may end, by the number that this gives: 0 where nobody listens.
KC_RUNTIME_API std::uint64_t RangeStart(std::string_view message);
KC_RUNTIME_API void RangeEnd(std::uint64_t range);
// A profiler takes marks and ranges.
KC_RUNTIME_API bool available() noexcept;

// A range until the end of a scope.
class Range {
 public:
  explicit Range(std::string_view message) { RangePush(message); }
  ~Range() { RangePop(); }
  Range(const Range&) = delete;
  Range& operator=(const Range&) = delete;
};

}  // namespace kernelc::nvtx
