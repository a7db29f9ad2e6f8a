// Arrays to one number.
#include <algorithm>

#include "runtime/algorithms/call.h"
#include "runtime/algorithms/keys.h"

namespace kernelc::algorithms {
namespace {

// As stdlib/algorithms/reduce.py has it.
constexpr std::uint32_t kGpuThreads = 256;
constexpr std::uint64_t kTile = 4096;
constexpr std::uint64_t kBlocksPerMultiprocessor = 4;
// On the CPU device: the fewest elements of a chunk, and chunks for each core.
constexpr std::uint64_t kLeastChunk = 16384;
constexpr std::uint64_t kChunksPerCore = 4;

std::int64_t BlocksFor(const Call& call, std::int64_t size) {
  const std::uint64_t parts =
      Divided(static_cast<std::uint64_t>(size), call.on_gpu() ? kTile : kLeastChunk);
  const std::uint64_t most =
      call.multiprocessors() * (call.on_gpu() ? kBlocksPerMultiprocessor : kChunksPerCore);
  return static_cast<std::int64_t>(std::max<std::uint64_t>(1, std::min(parts, most)));
}

std::uint32_t ThreadsOf(const Call& call) { return call.on_gpu() ? kGpuThreads : 1; }

bool IsShort(ScalarKind kind) {
  return kind == ScalarKind::Float16 || kind == ScalarKind::BFloat16;
}

// Elements as kernels of sums take them.
DeviceArrayAny Numbers(const DeviceArrayAny& flat) {
  return flat.kind() == ScalarKind::Bool ? As(flat, ScalarKind::UInt8) : flat;
}

// bool is summed as uint8.
ScalarKind OutKind(ScalarKind elements, ScalarKind sum) {
  return elements == ScalarKind::UInt8 ? ScalarKind::UInt64 : sum;
}

void Accumulate(const char* operation, const char* kernel, int start, const DeviceArrayAny& x,
                const DeviceArrayAny& out, const Options& options) {
  const Call call(operation, x, options);
  const ScalarKind sum = SumKind(operation, x.kind());
  const DeviceArrayAny given = call.Output("out", out, {sum}, 1);
  const DeviceArrayAny elements = Numbers(call.Flat(x));
  const DeviceArrayAny result = As(given, OutKind(elements.kind(), sum));
  const ScalarKind computed = IsShort(sum) ? ScalarKind::Float32 : result.kind();
  const std::int64_t blocks = BlocksFor(call, elements.size());
  if (blocks == 1 && !IsShort(sum)) {
    call.Launch(kernel, {elements.kind(), result.kind()}, 1, ThreadsOf(call), elements, result, start);
    return;
  }
  const auto parts = call.Temporary({{computed, blocks}});
  call.Launch(kernel, {elements.kind(), computed}, static_cast<std::uint64_t>(blocks), ThreadsOf(call),
              elements, parts[0], start);
  call.Launch(kernel, {computed, result.kind()}, 1, ThreadsOf(call), parts[0], result, start);
}

void RequireElements(const Call& call, const DeviceArrayAny& x) {
  if (x.size() == 0) {
    Throw(ErrorCode::InvalidArgument, call.operation(),
          "the array has no elements, and of none there is no smallest or largest");
  }
}

void Extreme(const char* operation, bool smallest, const DeviceArrayAny& x,
             const DeviceArrayAny& out, const Options& options) {
  const Call call(operation, x, options);
  const ScalarKind bits = BitsKind(operation, x.kind());
  RequireElements(call, x);
  const DeviceArrayAny result = As(call.Output("out", out, {x.kind()}, 1), bits);
  const DeviceArrayAny elements = As(call.Flat(x), bits);
  const KeyOrder keys(x.kind(), smallest, false);
  const std::int64_t blocks = BlocksFor(call, elements.size());
  if (blocks == 1) {
    call.Launch("reduce_greatest", {bits}, 1, ThreadsOf(call), elements, result, keys.order(),
                keys.shift(), true, true);
    return;
  }
  const auto ranks = call.Temporary({{bits, blocks}});
  call.Launch("reduce_greatest", {bits}, static_cast<std::uint64_t>(blocks), ThreadsOf(call), elements,
              ranks[0], keys.order(), keys.shift(), true, false);
  call.Launch("reduce_greatest", {bits}, 1, ThreadsOf(call), ranks[0], result, keys.order(), keys.shift(),
              false, true);
}

void PlaceOfExtreme(const char* operation, bool smallest, const DeviceArrayAny& x,
                    const DeviceArrayAny& out, const Options& options) {
  const Call call(operation, x, options);
  const ScalarKind bits = BitsKind(operation, x.kind());
  RequireElements(call, x);
  const DeviceArrayAny result = call.Output("out", out, {ScalarKind::Int64}, 1);
  const DeviceArrayAny elements = As(call.Flat(x), bits);
  const KeyOrder keys(x.kind(), smallest, false);
  const std::int64_t blocks = BlocksFor(call, elements.size());
  const auto parts = call.Temporary({{bits, blocks}, {ScalarKind::Int64, blocks}, {bits, 1}});
  // Places of elements are not read.
  call.Launch("reduce_place", {bits}, static_cast<std::uint64_t>(blocks), ThreadsOf(call), elements,
              parts[1], parts[0], parts[1], keys.order(), keys.shift(), true);
  call.Launch("reduce_place", {bits}, 1, ThreadsOf(call), parts[0], parts[1], parts[2], result,
              keys.order(), keys.shift(), false);
}

void Count(const Call& call, const DeviceArrayAny& x, const DeviceArrayAny& result) {
  const ScalarKind bits = BitsKind(call.operation(), x.kind());
  const DeviceArrayAny elements = As(call.Flat(x), bits);
  const KeyOrder keys(x.kind(), false, true);
  const std::int64_t blocks = BlocksFor(call, elements.size());
  if (blocks == 1) {
    call.Launch("count_nonzero", {bits}, 1, ThreadsOf(call), elements, result, keys.zero());
    return;
  }
  const auto counts = call.Temporary({{ScalarKind::Int64, blocks}});
  call.Launch("count_nonzero", {bits}, static_cast<std::uint64_t>(blocks), ThreadsOf(call), elements,
              counts[0], keys.zero());
  call.Launch("reduce_sum", {ScalarKind::Int64, ScalarKind::Int64}, 1, ThreadsOf(call), counts[0], result,
              0);
}

// Whether at least `least` elements are not zero.
void CountReaches(const char* operation, std::int64_t least, const DeviceArrayAny& x,
                  const DeviceArrayAny& out, const Options& options) {
  const Call call(operation, x, options);
  const DeviceArrayAny result = call.Output("out", out, {ScalarKind::Bool}, 1);
  const ScalarKind bits = BitsKind(operation, x.kind());
  const DeviceArrayAny elements = As(call.Flat(x), bits);
  const KeyOrder keys(x.kind(), false, true);
  const std::int64_t blocks = BlocksFor(call, elements.size());
  const auto counts = call.Temporary({{ScalarKind::Int64, blocks}});
  call.Launch("count_nonzero", {bits}, static_cast<std::uint64_t>(blocks), ThreadsOf(call), elements,
              counts[0], keys.zero());
  call.Launch("sum_reaches", {ScalarKind::Int64}, 1, ThreadsOf(call), counts[0],
              As(result, ScalarKind::UInt8), least);
}

DeviceArrayAny Scalar(const DeviceArrayAny& x, ScalarKind kind, const Options& options) {
  return NewArray(x, kind, Dims{}, options);
}

}  // namespace

void Sum(const DeviceArrayAny& x, const DeviceArrayAny& out, const Options& options) {
  Accumulate("Sum", "reduce_sum", 0, x, out, options);
}
DeviceArrayAny Sum(const DeviceArrayAny& x, const Options& options) {
  const DeviceArrayAny out = Scalar(x, SumKind("Sum", x.kind()), options);
  Sum(x, out, options);
  return out;
}

void Product(const DeviceArrayAny& x, const DeviceArrayAny& out, const Options& options) {
  Accumulate("Product", "reduce_product", 1, x, out, options);
}
DeviceArrayAny Product(const DeviceArrayAny& x, const Options& options) {
  const DeviceArrayAny out = Scalar(x, SumKind("Product", x.kind()), options);
  Product(x, out, options);
  return out;
}

void Min(const DeviceArrayAny& x, const DeviceArrayAny& out, const Options& options) {
  Extreme("Min", true, x, out, options);
}
DeviceArrayAny Min(const DeviceArrayAny& x, const Options& options) {
  const DeviceArrayAny out = Scalar(x, x.kind(), options);
  Min(x, out, options);
  return out;
}

void Max(const DeviceArrayAny& x, const DeviceArrayAny& out, const Options& options) {
  Extreme("Max", false, x, out, options);
}
DeviceArrayAny Max(const DeviceArrayAny& x, const Options& options) {
  const DeviceArrayAny out = Scalar(x, x.kind(), options);
  Max(x, out, options);
  return out;
}

void ArgMin(const DeviceArrayAny& x, const DeviceArrayAny& out, const Options& options) {
  PlaceOfExtreme("ArgMin", true, x, out, options);
}
DeviceArrayAny ArgMin(const DeviceArrayAny& x, const Options& options) {
  const DeviceArrayAny out = Scalar(x, ScalarKind::Int64, options);
  ArgMin(x, out, options);
  return out;
}

void ArgMax(const DeviceArrayAny& x, const DeviceArrayAny& out, const Options& options) {
  PlaceOfExtreme("ArgMax", false, x, out, options);
}
DeviceArrayAny ArgMax(const DeviceArrayAny& x, const Options& options) {
  const DeviceArrayAny out = Scalar(x, ScalarKind::Int64, options);
  ArgMax(x, out, options);
  return out;
}

void CountNonzero(const DeviceArrayAny& x, const DeviceArrayAny& out, const Options& options) {
  const Call call("CountNonzero", x, options);
  Count(call, x, call.Output("out", out, {ScalarKind::Int64}, 1));
}
DeviceArrayAny CountNonzero(const DeviceArrayAny& x, const Options& options) {
  const DeviceArrayAny out = Scalar(x, ScalarKind::Int64, options);
  CountNonzero(x, out, options);
  return out;
}

void Any(const DeviceArrayAny& x, const DeviceArrayAny& out, const Options& options) {
  CountReaches("Any", 1, x, out, options);
}
DeviceArrayAny Any(const DeviceArrayAny& x, const Options& options) {
  const DeviceArrayAny out = Scalar(x, ScalarKind::Bool, options);
  Any(x, out, options);
  return out;
}

void All(const DeviceArrayAny& x, const DeviceArrayAny& out, const Options& options) {
  CountReaches("All", x.size(), x, out, options);
}
DeviceArrayAny All(const DeviceArrayAny& x, const Options& options) {
  const DeviceArrayAny out = Scalar(x, ScalarKind::Bool, options);
  All(x, out, options);
  return out;
}

}  // namespace kernelc::algorithms
