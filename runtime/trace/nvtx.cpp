#include "kernelc/nvtx.h"

#include <string>
#include <vector>

#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>
#define KC_HAS_NVTX 1
#else
#define KC_HAS_NVTX 0
#endif

#include "runtime/trace/ranges.h"
#include "runtime/trace/recorder.h"

namespace kernelc {
namespace {

using trace::Recorder;
using trace::Span;

// A range that a thread began.
struct OpenRange {
  const std::string* name = nullptr;
  std::int64_t begin = 0;
  // Whether a profiler was told.
  bool told = false;
};

thread_local std::vector<OpenRange> open_ranges;

Span SpanOf(std::string_view message, trace::SpanKind kind) {
  Span span;
  span.name = trace::Intern(message);
  span.category = "range";
  span.kind = kind;
  span.track.line = trace::ThreadNumber();
  span.begin = span.end = trace::Now();
  return span;
}

}  // namespace

#if KC_HAS_NVTX

namespace trace {

bool NvtxAttached() noexcept {
  // The header's own state: the injection library is opened by the first call.
  static const bool attached = [] {
    nvtxInitialize(nullptr);
    return nvtxRangePushA("kernelc") >= 0 ? (nvtxRangePop(), true) : false;
  }();
  return attached;
}
void NvtxPush(const char* message) { nvtxRangePushA(message); }
void NvtxPop() { nvtxRangePop(); }

}  // namespace trace

namespace {
void ToldMark(const char* message) { nvtxMarkA(message); }
std::uint64_t ToldStart(const char* message) { return nvtxRangeStartA(message); }
void ToldEnd(std::uint64_t range) { nvtxRangeEnd(range); }
}  // namespace

#else

namespace trace {

bool NvtxAttached() noexcept { return false; }
void NvtxPush(const char*) {}
void NvtxPop() {}

}  // namespace trace

namespace {
void ToldMark(const char*) {}
std::uint64_t ToldStart(const char*) { return 0; }
void ToldEnd(std::uint64_t) {}
}  // namespace

#endif

namespace nvtx {

bool available() noexcept { return trace::NvtxAttached(); }

void Mark(std::string_view message) {
  if (available()) {
    ToldMark(std::string(message).c_str());
  }
  if (Recorder::Get().records()) {
    Recorder::Get().timeline().Add(SpanOf(message, trace::SpanKind::Instant));
  }
}

int RangePush(std::string_view message) {
  OpenRange range;
  range.told = available();
  if (range.told || Recorder::Get().records()) {
    range.name = trace::Intern(message);
    range.begin = trace::Now();
  }
  if (range.told) {
    trace::NvtxPush(range.name->c_str());
  }
  open_ranges.push_back(range);
  return range.told ? static_cast<int>(open_ranges.size()) - 1 : -1;
}

int RangePop() {
  if (open_ranges.empty()) {
    return -1;
  }
  const OpenRange range = open_ranges.back();
  open_ranges.pop_back();
  if (range.told) {
    trace::NvtxPop();
  }
  if (range.name != nullptr && Recorder::Get().records()) {
    Span span = SpanOf(*range.name, trace::SpanKind::Span);
    span.begin = range.begin;
    Recorder::Get().timeline().Add(span);
  }
  return range.told ? static_cast<int>(open_ranges.size()) : -1;
}

std::uint64_t RangeStart(std::string_view message) {
  return available() ? ToldStart(std::string(message).c_str()) : 0;
}

void RangeEnd(std::uint64_t range) {
  if (range != 0) {
    ToldEnd(range);
  }
}

}  // namespace nvtx
}  // namespace kernelc
