// Running sums, products, minima and maxima.
#include <algorithm>

#include "kernelc/memory.h"
#include "runtime/algorithms/call.h"
#include "runtime/algorithms/keys.h"

namespace kernelc::algorithms {
namespace {

// As stdlib/algorithms/scan_tile.py has it.
constexpr std::uint32_t kThreads = 256;
constexpr std::uint64_t kRows = 8;
// On the CPU device: chunks for each core, and the fewest elements of one.
constexpr std::uint64_t kChunksPerCore = 4;
constexpr std::uint64_t kLeastChunk = 8192;

struct Operation {
  const char* name;
  // Of the kernels: for 32 and 64 bits on a GPU; for totals and results of chunks on the CPU.
  const char* kernel32;
  const char* kernel64;
  const char* totals;
  const char* chunks;
  int start;
  bool exclusive;
};

// Elements of a tile of numbers that are computed in so many bytes.
std::uint64_t TileOf(std::size_t computed_size) {
  return 4 * kThreads * (computed_size == 8 ? kRows / 2 : kRows);
}

// Words of 64 bits in which a tile says how far it is.
std::int64_t WordsPerTile(std::size_t computed_size) { return computed_size == 8 ? 2 : 1; }

// Zeroed states for look_back.py.
DeviceArrayAny States(const Call& call, std::uint64_t tiles, std::size_t computed_size) {
  const auto states = call.Temporary(
      {{ScalarKind::UInt64, static_cast<std::int64_t>(tiles) * WordsPerTile(computed_size)}});
  MemsetAsync(call.context(), states[0].data(), 0, states[0].nbytes(), call.stream());
  return states[0];
}

std::uint64_t ChunkFor(const Call& call, std::uint64_t n) {
  return std::max(kLeastChunk, Divided(n, call.multiprocessors() * kChunksPerCore));
}

bool IsInteger(ScalarKind kind) { return abi::scalar_info(kind).cls != abi::ScalarClass::Float; }

// What is computed in: 32 bits where the result has no more.
ScalarKind ComputedKind(ScalarKind result) {
  switch (abi::scalar_info(result).size) {
    case 8:
      return result;
    default:
      return IsInteger(result) ? ScalarKind::UInt32 : ScalarKind::Float32;
  }
}

ScalarKind UnsignedOf(ScalarKind kind) { return BitsKind("scan", kind); }

// Elements and results as kernels take them.
std::pair<DeviceArrayAny, DeviceArrayAny> AsKernelsTake(const DeviceArrayAny& elements,
                                                        const DeviceArrayAny& result) {
  if (!IsInteger(elements.kind())) {
    return {elements, result};
  }
  if (elements.element_size() == result.element_size()) {
    return {As(elements, UnsignedOf(elements.kind())), As(result, UnsignedOf(result.kind()))};
  }
  if (elements.kind() == ScalarKind::Bool) {
    return {As(elements, ScalarKind::UInt8), As(result, ScalarKind::UInt64)};
  }
  return {elements, result};
}

void ScanNumbers(const Operation& operation, const DeviceArrayAny& x, const DeviceArrayAny& out,
                 const Options& options) {
  const Call call(operation.name, x, options);
  const ScalarKind sum = SumKind(operation.name, x.kind());
  const bool one_type = x.kind() == sum || x.kind() == ScalarKind::Bool;
  const DeviceArrayAny given = one_type ? call.Output("out", out, {sum}, x.size())
                                        : call.Output("out", out, {sum, x.kind()}, x.size());
  if (x.size() == 0) {
    return;
  }
  const auto [elements, result] = AsKernelsTake(call.Flat(x), given);
  const auto n = static_cast<std::uint64_t>(elements.size());
  const ScalarKind computed = ComputedKind(result.kind());
  const std::size_t computed_size = abi::scalar_info(computed).size;
  if (call.on_gpu()) {
    const std::uint64_t tiles = Divided(n, TileOf(computed_size));
    call.Launch(computed_size == 8 ? operation.kernel64 : operation.kernel32,
                {elements.kind(), result.kind()}, tiles, kThreads, elements, result,
                States(call, tiles, computed_size), operation.start, operation.start,
                operation.exclusive);
    return;
  }
  const std::uint64_t chunk = ChunkFor(call, n);
  const std::uint64_t chunks = Divided(n, chunk);
  const auto totals = call.Temporary({{computed, static_cast<std::int64_t>(chunks)}});
  if (chunks > 1) {
    // Nobody asks for the last one's.
    call.Launch(operation.totals, {elements.kind(), computed}, chunks - 1, 1, elements, totals[0],
                chunk, operation.start);
  }
  call.Launch(operation.chunks, {elements.kind(), result.kind()}, chunks, 1, elements, result,
              totals[0], chunk, operation.start, operation.exclusive);
}

void ScanExtremes(const char* operation, bool smallest, const DeviceArrayAny& x,
                  const DeviceArrayAny& out, const Options& options) {
  const Call call(operation, x, options);
  const ScalarKind bits = BitsKind(operation, x.kind());
  const DeviceArrayAny result = As(call.Output("out", out, {x.kind()}, x.size()), bits);
  if (x.size() == 0) {
    return;
  }
  const DeviceArrayAny elements = As(call.Flat(x), bits);
  const auto n = static_cast<std::uint64_t>(elements.size());
  const KeyOrder keys(x.kind(), smallest, false);
  const std::size_t size = elements.element_size();
  if (call.on_gpu()) {
    const std::uint64_t tiles = Divided(n, TileOf(size));
    call.Launch(size == 8 ? "scan_greatest64" : "scan_greatest32", {bits}, tiles, kThreads,
                elements, result, States(call, tiles, size), keys.order(), keys.shift());
    return;
  }
  const std::uint64_t chunk = ChunkFor(call, n);
  const std::uint64_t chunks = Divided(n, chunk);
  const auto totals = call.Temporary({{bits, static_cast<std::int64_t>(chunks)}});
  call.Launch("chunk_greatest", {bits}, chunks, 1, elements, totals[0], chunk, keys.order(),
              keys.shift());
  call.Launch("scan_greatest_chunks", {bits}, chunks, 1, elements, result, totals[0], chunk,
              keys.order(), keys.shift());
}

constexpr Operation kInclusiveSum{
    "InclusiveSum", "scan_sum32", "scan_sum64", "chunk_sums", "scan_sum_chunks", 0, false};
constexpr Operation kExclusiveSum{
    "ExclusiveSum", "scan_sum32", "scan_sum64", "chunk_sums", "scan_sum_chunks", 0, true};
constexpr Operation kInclusiveProduct{"InclusiveProduct",
                                      "scan_product32",
                                      "scan_product64",
                                      "chunk_products",
                                      "scan_product_chunks",
                                      1,
                                      false};
constexpr Operation kExclusiveProduct{"ExclusiveProduct",
                                      "scan_product32",
                                      "scan_product64",
                                      "chunk_products",
                                      "scan_product_chunks",
                                      1,
                                      true};

DeviceArrayAny Like(const DeviceArrayAny& x, ScalarKind kind, const Options& options) {
  return NewArray(x, kind, x.shape(), options);
}

DeviceArrayAny MadeScan(const Operation& operation, const DeviceArrayAny& x,
                        const Options& options) {
  const DeviceArrayAny out = Like(x, SumKind(operation.name, x.kind()), options);
  ScanNumbers(operation, x, out, options);
  return out;
}

}  // namespace

void InclusiveSum(const DeviceArrayAny& x, const DeviceArrayAny& out, const Options& options) {
  ScanNumbers(kInclusiveSum, x, out, options);
}
DeviceArrayAny InclusiveSum(const DeviceArrayAny& x, const Options& options) {
  return MadeScan(kInclusiveSum, x, options);
}
void ExclusiveSum(const DeviceArrayAny& x, const DeviceArrayAny& out, const Options& options) {
  ScanNumbers(kExclusiveSum, x, out, options);
}
DeviceArrayAny ExclusiveSum(const DeviceArrayAny& x, const Options& options) {
  return MadeScan(kExclusiveSum, x, options);
}
void InclusiveProduct(const DeviceArrayAny& x, const DeviceArrayAny& out, const Options& options) {
  ScanNumbers(kInclusiveProduct, x, out, options);
}
DeviceArrayAny InclusiveProduct(const DeviceArrayAny& x, const Options& options) {
  return MadeScan(kInclusiveProduct, x, options);
}
void ExclusiveProduct(const DeviceArrayAny& x, const DeviceArrayAny& out, const Options& options) {
  ScanNumbers(kExclusiveProduct, x, out, options);
}
DeviceArrayAny ExclusiveProduct(const DeviceArrayAny& x, const Options& options) {
  return MadeScan(kExclusiveProduct, x, options);
}

void RunningMin(const DeviceArrayAny& x, const DeviceArrayAny& out, const Options& options) {
  ScanExtremes("RunningMin", true, x, out, options);
}
DeviceArrayAny RunningMin(const DeviceArrayAny& x, const Options& options) {
  const DeviceArrayAny out = Like(x, x.kind(), options);
  RunningMin(x, out, options);
  return out;
}
void RunningMax(const DeviceArrayAny& x, const DeviceArrayAny& out, const Options& options) {
  ScanExtremes("RunningMax", false, x, out, options);
}
DeviceArrayAny RunningMax(const DeviceArrayAny& x, const Options& options) {
  const DeviceArrayAny out = Like(x, x.kind(), options);
  RunningMax(x, out, options);
  return out;
}

}  // namespace kernelc::algorithms
