// The largest few, histograms, and segments to one number each.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "kernelc/memory.h"
#include "runtime/algorithms/call.h"
#include "runtime/algorithms/keys.h"
#include "runtime/algorithms/moves.h"

namespace kernelc::algorithms {
namespace {

constexpr std::uint32_t kThreads = 256;
constexpr std::uint64_t kHistogramTile = 2048;
constexpr std::uint64_t kBlocksPerMultiprocessor = 8;
// Intervals that a block counts in shared memory.
constexpr std::int64_t kSharedBins = 8192;
// Elements of a segment from which on a block works on it, on a GPU.
constexpr std::int64_t kBlockSegment = 2048;

// Elements as the kernels take them.
DeviceArrayAny Numbers(const DeviceArrayAny& flat) {
  return flat.kind() == ScalarKind::Bool ? As(flat, ScalarKind::UInt8) : flat;
}

// Threads that work on a segment.
std::int32_t WidthFor(const Call& call, std::int64_t elements, std::int64_t segments) {
  if (!call.on_gpu()) {
    return 1;
  }
  return elements / segments >= kBlockSegment ? static_cast<std::int32_t>(kThreads) : 32;
}

DeviceArrayAny CheckedOffsets(const Call& call, const DeviceArrayAny& offsets) {
  if (offsets.kind() != ScalarKind::Int64) {
    Throw(ErrorCode::TypeMismatch, call.operation(),
          "`offsets` has elements of " + ToString(offsets.element()) + ", expected int64");
  }
  if (offsets.size() < 1) {
    Throw(ErrorCode::InvalidArgument, call.operation(),
          "`offsets` is empty, but has one element more than there are segments");
  }
  return call.Flat(offsets);
}

// Whether histogram.py computes places in float32.
bool IsSingle(ScalarKind kind) {
  const abi::ScalarInfo& info = abi::scalar_info(kind);
  return info.size < 4 || kind == ScalarKind::Float32;
}

// Intervals by unit. Nothing that is computed of it overflows in the type that places are computed
// in.
double ScaleFor(const Call& call, ScalarKind kind, double low, double high, std::int64_t bins) {
  const bool single = IsSingle(kind);
  const auto rounded = [&](double value) {
    return single ? static_cast<double>(static_cast<float>(value)) : value;
  };
  const double first = rounded(low);
  const double last = rounded(high);
  const double width = rounded(last - first);
  const double scale = rounded(static_cast<double>(bins) / width);
  if (!std::isfinite(first) || !std::isfinite(last) || !std::isfinite(width) || !(first < last) ||
      !std::isfinite(scale)) {
    char range[64];
    std::snprintf(range, sizeof range, "%.9g to %.9g", low, high);
    Throw(ErrorCode::InvalidArgument, call.operation(),
          std::string("the range is from ") + range + ", but must be finite in " +
              (single ? "float32" : "float64") + ", and its upper end above the lower one");
  }
  return scale;
}

void CheckBins(const Call& call, std::int64_t bins) {
  constexpr std::int64_t kMostBins = std::int64_t{1} << 30;
  if (bins < 1 || bins > kMostBins) {
    Throw(ErrorCode::InvalidArgument, call.operation(),
          "there are " + std::to_string(bins) + " intervals, expected 1 to 2**30");
  }
}

template <typename... Args>
void LaunchSegments(const Call& call, const char* kernel, std::initializer_list<ScalarKind> kinds,
                    std::int64_t elements, std::int64_t segments, const Args&... args) {
  if (segments == 0) {
    return;
  }
  const std::int32_t width = WidthFor(call, elements, segments);
  const std::uint64_t blocks = Divided(static_cast<std::uint64_t>(segments) * static_cast<std::uint64_t>(width), kThreads);
  call.Launch(kernel, kinds, blocks, kThreads, args..., width);
}

DeviceArrayAny SegmentedExtreme(const char* operation, bool smallest, const DeviceArrayAny& x,
                                const DeviceArrayAny& offsets, const Options& options) {
  const Call call(operation, x, options);
  const ScalarKind bits = BitsKind(operation, x.kind());
  const DeviceArrayAny places = CheckedOffsets(call, offsets);
  const std::int64_t segments = places.size() - 1;
  const DeviceArrayAny out = DeviceArrayAny::Empty(call.context(), x.kind(), Dims{segments});
  const KeyOrder keys(x.kind(), smallest, false);
  LaunchSegments(call, "segmented_greatest", {bits}, x.size(), segments, As(call.Flat(x), bits),
                 places, As(out, bits), keys.order(), keys.shift());
  return out;
}

}  // namespace

TopKResult TopK(const DeviceArrayAny& x, std::int64_t k, bool largest, const Options& options) {
  const Call call("TopK", x, options);
  BitsKind(call.operation(), x.kind());
  if (k < 0 || k > x.size()) {
    Throw(ErrorCode::InvalidArgument, call.operation(),
          "`k` is " + std::to_string(k) + ", but the array has " + std::to_string(x.size()) +
              " elements");
  }
  const DeviceArrayAny sorted = DeviceArrayAny::Empty(call.context(), x.kind(), Dims{x.size()});
  const DeviceArrayAny places = DeviceArrayAny::Empty(call.context(), ScalarKind::Int64, Dims{x.size()});
  if (x.size() != 0) {
    FillPlaces(call, As(places, ScalarKind::UInt64));
    SortPairs(call.Flat(x), places, sorted, places,
              largest ? SortOrder::Descending : SortOrder::Ascending, options);
  }
  return {sorted.Sliced({{0, k}}), places.Sliced({{0, k}})};
}

void Histogram(const DeviceArrayAny& x, const DeviceArrayAny& counts, double low, double high,
               const Options& options) {
  const Call call("Histogram", x, options);
  SumKind(call.operation(), x.kind());
  CheckBins(call, counts.size());
  const double scale = ScaleFor(call, x.kind(), low, high, counts.size());
  const DeviceArrayAny result = As(
      call.Output("counts", counts, {ScalarKind::Int64}, counts.size()), ScalarKind::UInt64);
  result.Fill(std::uint64_t{0}, call.stream());
  if (x.size() == 0) {
    return;
  }
  const DeviceArrayAny elements = Numbers(call.Flat(x));
  const bool in_shared = counts.size() <= kSharedBins;
  const std::uint64_t blocks =
      std::min(Divided(static_cast<std::uint64_t>(x.size()), kHistogramTile),
               call.multiprocessors() * kBlocksPerMultiprocessor);
  call.LaunchWith(in_shared ? static_cast<std::uint64_t>(counts.size()) * sizeof(std::uint32_t) : 0,
                  "histogram", {elements.kind()}, blocks, kThreads, elements, result, low, high,
                  scale, in_shared);
}

DeviceArrayAny Histogram(const DeviceArrayAny& x, std::int64_t bins, double low, double high,
                         const Options& options) {
  CheckBins(Call("Histogram", x, options), bins);
  const DeviceArrayAny counts = NewArray(x, ScalarKind::Int64, Dims{bins}, options);
  Histogram(x, counts, low, high, options);
  return counts;
}

DeviceArrayAny SegmentedSum(const DeviceArrayAny& x, const DeviceArrayAny& offsets,
                            const Options& options) {
  const Call call("SegmentedSum", x, options);
  const ScalarKind sum = SumKind(call.operation(), x.kind());
  const DeviceArrayAny places = CheckedOffsets(call, offsets);
  const std::int64_t segments = places.size() - 1;
  const DeviceArrayAny out = DeviceArrayAny::Empty(call.context(), sum, Dims{segments});
  const DeviceArrayAny elements = Numbers(call.Flat(x));
  LaunchSegments(call, "segmented_sum", {elements.kind()}, x.size(), segments, elements, places,
                 x.kind() == ScalarKind::Bool ? As(out, ScalarKind::UInt64) : out, 0);
  return out;
}

DeviceArrayAny SegmentedMin(const DeviceArrayAny& x, const DeviceArrayAny& offsets,
                            const Options& options) {
  return SegmentedExtreme("SegmentedMin", true, x, offsets, options);
}
DeviceArrayAny SegmentedMax(const DeviceArrayAny& x, const DeviceArrayAny& offsets,
                            const Options& options) {
  return SegmentedExtreme("SegmentedMax", false, x, offsets, options);
}

}  // namespace kernelc::algorithms
