// What reductions and scans share: a map of the inputs, an operation that puts values together, and
// the kernels' text.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/driver/generate/call.h"
#include "kernelc/expressions.h"

namespace kernelc::driver::generate {

struct Accumulation {
  // "reduction" or "scan".
  const char* what = "";
  Interface interface;
  FileText file;
  // Names in the text; no map takes the one input as it is.
  std::string map;
  std::string combine;
  // As the user wrote it; empty for functions.
  std::string reduce;
  // Text; empty where the operation has its own.
  std::string neutral;
};

Accumulation AccumulationOfText(const char* what, const std::string& map, const std::string& reduce,
                                const Neutral& neutral, const ExpressionOptions& options);
Accumulation AccumulationOfFunctions(const char* what, const Program& program, std::string_view map,
                                     std::string_view reduce, const Neutral& neutral);

// For one set of types.
struct AccumulationPlan {
  // With `_kc_cast` and `_kc_neutral` for the types below.
  FileText file;
  ParameterTypes types;
  // Of the results, and what they are accumulated in: 16-bit floats in float32.
  std::vector<ScalarKind> results;
  std::vector<ScalarKind> kinds;
  Variants kernels;
};
// `outputs`: arrays of the caller, whose types are accumulated then. Throws as ResultKinds() does,
// and Error{InvalidArgument} where a neutral value is missing.
std::unique_ptr<AccumulationPlan> MakePlan(const Accumulation& accumulation,
                                           const Parameters& parameters,
                                           std::span<const DeviceArrayAny> outputs);

// Bytes of one accumulated value.
std::size_t BytesOf(std::span<const ScalarKind> kinds);

// What a kernel goes over.
struct Traversal {
  // Dimensions.
  std::size_t kept = 0;
  std::size_t reduced = 0;
  // Kept and reduced places, each, are fewer than 2^31.
  bool small = false;
  // The inputs are partial results, which no map is applied to.
  bool is_partial = false;
  // Results go to arrays of the kept dimensions; else they are partial ones, in a line.
  bool is_final = true;
  std::uint32_t block = 0;

  // Different for different ones.
  std::uint64_t number() const;
};

// Reductions. A block for each row and split, whose threads go through it side by side:
//   (o0.., splits, chunk, length, [s0..,] p0..)
// Partial result of row m and split s: place m * splits + s.
JitKernel RowsKernel(const Accumulation& accumulation, const AccumulationPlan& plan,
                     const Parameters& parameters, const Traversal& traversal);
// A thread for each row and split; parameters as above, and before them the number of rows. Partial
// result: s * rows + m.
JitKernel ColumnsKernel(const Accumulation& accumulation, const AccumulationPlan& plan,
                        const Parameters& parameters, const Traversal& traversal);

// What a kernel of a scan does.
enum class ScanPhase : std::uint8_t {
  // Row by row, from the neutral value on.
  Whole,
  // The total of each split to `c`, at m * splits + s.
  Totals,
  // Each split from what `c` says on.
  Resume,
};
// A block for each row and split, whose threads take turns at tiles of `block` times `items`
// elements:
//   (c0.., o0.., splits, chunk, length, [s0..,] p0..)
JitKernel TilesKernel(const Accumulation& accumulation, const AccumulationPlan& plan,
                      const Parameters& parameters, const Traversal& traversal, ScanPhase phase,
                      bool exclusive, std::uint32_t items);
// A thread for each row and split, one element after the other; parameters as above, and before
// them the number of rows.
JitKernel SequenceKernel(const Accumulation& accumulation, const AccumulationPlan& plan,
                         const Parameters& parameters, const Traversal& traversal, ScanPhase phase,
                         bool exclusive);

// One row of one value in one pass, by scan_tile() of stdlib/algorithms; for GPUs. Parameters:
//   (o0, states, length, [s0,] p0..)
// `states`: uint64 zeros, StateWords() for each tile of SinglePassTile() elements. Blocks of
// kTileThreads threads.
inline constexpr std::uint32_t kTileThreads = 256;
inline constexpr std::int64_t SinglePassTile(std::size_t state_words) {
  return state_words == 1 ? 8192 : 4096;
}
// 1 or 2; 0 where there is no single pass for what is accumulated.
std::size_t StateWords(const Accumulation& accumulation, const AccumulationPlan& plan);
JitKernel SinglePassKernel(const Accumulation& accumulation, const AccumulationPlan& plan,
                           const Parameters& parameters, const Traversal& traversal,
                           bool exclusive);

}  // namespace kernelc::driver::generate
