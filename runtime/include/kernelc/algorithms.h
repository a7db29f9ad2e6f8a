// Reductions, scans, sorts and selections of whole arrays, in libkernelc_algorithms
// (kernelc::algorithms in CMake).
//
// Arrays are on any device and have elements of any number type but complex and 8-bit floats, where
// nothing else is said; bool counts as 0 and 1. Their elements are taken in C order; an array that
// is not contiguous is copied first. Everything is stream-ordered and does not wait, but for what
// says that it blocks, and for temporary memory: see Workspace. A function with `out` writes there:
// a contiguous array of the right type and size on the same device; without, it makes one. No
// function changes its inputs. Errors are thrown before anything runs: Error{TypeMismatch} names
// the type and those expected, Error{InvalidArgument} the value, or an `out` that shares a part of
// the input's memory, and OutOfMemory comes from memory. Any thread may call everything.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "kernelc/algorithms_export.h"
#include "kernelc/array.h"
#include "kernelc/stream.h"

namespace kernelc::algorithms {

// Temporary memory that is kept for the next call; it grows to what the largest one needed. Calls that share one must be on one
// stream. A graph that calls were captured in works with this memory: no larger call may come while it is replayed. Without a
// workspace a call that needs temporary memory takes new arrays and gives them back at its end, which waits for the stream where
// the device's memory does so.
class KC_ALGORITHMS_API Workspace {
 public:
  explicit Workspace(const Context& context) : context_(context) {}
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  // Bytes that are held now.
  std::size_t size() const { return memory_.nbytes(); }
  // At least so many bytes, in the context's memory.
  const DeviceArrayAny& Reserve(std::size_t bytes);

 private:
  Context context_;
  DeviceArrayAny memory_;
};

struct Options {
  StreamRef stream = {};
  Workspace* workspace = nullptr;
};

// -- To one number ---------------------------------------------------------------------------------------------------------

// Results have no dimensions; `out` has one element. Sums and products of integers and bool are computed and kept in 64 bits (int64, of
// unsigned types uint64), those of 16-bit floats are computed in float32. The order of additions depends on the size, the type
// and the device alone, so a result is the same each time. Of no elements the sum is 0, the product 1.
KC_ALGORITHMS_API DeviceArrayAny Sum(const DeviceArrayAny& x, const Options& options = {});
KC_ALGORITHMS_API void Sum(const DeviceArrayAny& x, const DeviceArrayAny& out, const Options& options = {});
KC_ALGORITHMS_API DeviceArrayAny Product(const DeviceArrayAny& x, const Options& options = {});
KC_ALGORITHMS_API void Product(const DeviceArrayAny& x, const DeviceArrayAny& out,
                               const Options& options = {});
// NaN where there is one, unlike ReduceOp::Min and Max (collective.h) and the language's min and
// max. Error{InvalidArgument} for no elements.
KC_ALGORITHMS_API DeviceArrayAny Min(const DeviceArrayAny& x, const Options& options = {});
KC_ALGORITHMS_API void Min(const DeviceArrayAny& x, const DeviceArrayAny& out, const Options& options = {});
KC_ALGORITHMS_API DeviceArrayAny Max(const DeviceArrayAny& x, const Options& options = {});
KC_ALGORITHMS_API void Max(const DeviceArrayAny& x, const DeviceArrayAny& out, const Options& options = {});
// Place of the first minimum or maximum, or NaN, as int64. Error{InvalidArgument} for no elements.
KC_ALGORITHMS_API DeviceArrayAny ArgMin(const DeviceArrayAny& x, const Options& options = {});
KC_ALGORITHMS_API void ArgMin(const DeviceArrayAny& x, const DeviceArrayAny& out,
                              const Options& options = {});
KC_ALGORITHMS_API DeviceArrayAny ArgMax(const DeviceArrayAny& x, const Options& options = {});
KC_ALGORITHMS_API void ArgMax(const DeviceArrayAny& x, const DeviceArrayAny& out,
                              const Options& options = {});
// How many elements are not zero, as int64; whether some are, and whether all are, as bool. NaN is not zero.
KC_ALGORITHMS_API DeviceArrayAny CountNonzero(const DeviceArrayAny& x, const Options& options = {});
KC_ALGORITHMS_API void CountNonzero(const DeviceArrayAny& x, const DeviceArrayAny& out,
                                    const Options& options = {});
KC_ALGORITHMS_API DeviceArrayAny Any(const DeviceArrayAny& x, const Options& options = {});
KC_ALGORITHMS_API void Any(const DeviceArrayAny& x, const DeviceArrayAny& out, const Options& options = {});
KC_ALGORITHMS_API DeviceArrayAny All(const DeviceArrayAny& x, const Options& options = {});
KC_ALGORITHMS_API void All(const DeviceArrayAny& x, const DeviceArrayAny& out, const Options& options = {});

// -- Scans -----------------------------------------------------------------------------------------------------------------

// Each element combined with all before it (inclusive), or all before it alone (exclusive: the first one is 0, or 1 for products). The
// result has the shape of `x`, and the type that Sum() has; `out` may also have x's own type, in which integers wrap, and may
// be `x` itself. On a GPU, sums of floats may differ in the last bits from call to call.
KC_ALGORITHMS_API DeviceArrayAny InclusiveSum(const DeviceArrayAny& x, const Options& options = {});
KC_ALGORITHMS_API void InclusiveSum(const DeviceArrayAny& x, const DeviceArrayAny& out,
                                    const Options& options = {});
KC_ALGORITHMS_API DeviceArrayAny ExclusiveSum(const DeviceArrayAny& x, const Options& options = {});
KC_ALGORITHMS_API void ExclusiveSum(const DeviceArrayAny& x, const DeviceArrayAny& out,
                                    const Options& options = {});
KC_ALGORITHMS_API DeviceArrayAny InclusiveProduct(const DeviceArrayAny& x, const Options& options = {});
KC_ALGORITHMS_API void InclusiveProduct(const DeviceArrayAny& x, const DeviceArrayAny& out,
                                        const Options& options = {});
KC_ALGORITHMS_API DeviceArrayAny ExclusiveProduct(const DeviceArrayAny& x, const Options& options = {});
KC_ALGORITHMS_API void ExclusiveProduct(const DeviceArrayAny& x, const DeviceArrayAny& out,
                                        const Options& options = {});
// The smallest and the largest element so far, in x's type; NaN from the first one on.
KC_ALGORITHMS_API DeviceArrayAny RunningMin(const DeviceArrayAny& x, const Options& options = {});
KC_ALGORITHMS_API void RunningMin(const DeviceArrayAny& x, const DeviceArrayAny& out,
                                  const Options& options = {});
KC_ALGORITHMS_API DeviceArrayAny RunningMax(const DeviceArrayAny& x, const Options& options = {});
KC_ALGORITHMS_API void RunningMax(const DeviceArrayAny& x, const DeviceArrayAny& out,
                                  const Options& options = {});

// -- Sorts -----------------------------------------------------------------------------------------------------------------

enum class SortOrder : std::uint8_t { Ascending, Descending };

// Stable: equal keys keep their order, in both orders. -0.0 equals 0.0; NaN comes after all numbers, when descending before them.
// `out` may be the keys' array. The result has one dimension.
KC_ALGORITHMS_API DeviceArrayAny Sort(const DeviceArrayAny& keys,
                                      SortOrder order = SortOrder::Ascending,
                                      const Options& options = {});
KC_ALGORITHMS_API void Sort(const DeviceArrayAny& keys, const DeviceArrayAny& out, SortOrder order,
                            const Options& options = {});
// Values of any type of 1, 2, 4, 8 or 16 bytes go where their keys go. The outputs may be the inputs.
KC_ALGORITHMS_API void SortPairs(const DeviceArrayAny& keys, const DeviceArrayAny& values,
                                 const DeviceArrayAny& keys_out, const DeviceArrayAny& values_out,
                                 SortOrder order = SortOrder::Ascending,
                                 const Options& options = {});
// The places, as int64, from which sorted keys come.
KC_ALGORITHMS_API DeviceArrayAny ArgSort(const DeviceArrayAny& keys,
                                         SortOrder order = SortOrder::Ascending,
                                         const Options& options = {});
KC_ALGORITHMS_API void ArgSort(const DeviceArrayAny& keys, const DeviceArrayAny& out,
                               SortOrder order, const Options& options = {});

// -- Selections ------------------------------------------------------------------------------------------------------------

// Elements that are kept stand side by side in their order, from the beginning of `out`, which has the size of `x`; their number comes
// to `count`, one int64. What lies behind them in `out` is undefined. The functions without `out` block until the number is known, and
// give arrays of that size. Results have one dimension.

// Elements of any type of 1, 2, 4, 8 or 16 bytes whose flag, a bool or uint8 for each, is not zero.
KC_ALGORITHMS_API DeviceArrayAny Select(const DeviceArrayAny& x, const DeviceArrayAny& flags,
                                        const Options& options = {});
KC_ALGORITHMS_API void Select(const DeviceArrayAny& x, const DeviceArrayAny& flags,
                              const DeviceArrayAny& out, const DeviceArrayAny& count,
                              const Options& options = {});

enum class Comparison : std::uint8_t { Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual };

// Elements that compare so with a value, which is converted to their type as Fill() does. NaN compares as in C++.
KC_ALGORITHMS_API DeviceArrayAny SelectWhere(const DeviceArrayAny& x, Comparison comparison,
                                             const ScalarValue& value,
                                             const Options& options = {});
KC_ALGORITHMS_API void SelectWhere(const DeviceArrayAny& x, Comparison comparison,
                                   const ScalarValue& value, const DeviceArrayAny& out,
                                   const DeviceArrayAny& count, const Options& options = {});

// Places of the elements that are not zero, as int64, counted in C order.
KC_ALGORITHMS_API DeviceArrayAny Nonzero(const DeviceArrayAny& x, const Options& options = {});
KC_ALGORITHMS_API void Nonzero(const DeviceArrayAny& x, const DeviceArrayAny& out,
                               const DeviceArrayAny& count, const Options& options = {});

// The first element of each run of equal ones. NaNs are equal, and so are the two zeros.
KC_ALGORITHMS_API DeviceArrayAny UniqueConsecutive(const DeviceArrayAny& x,
                                                   const Options& options = {});
KC_ALGORITHMS_API void UniqueConsecutive(const DeviceArrayAny& x, const DeviceArrayAny& out,
                                         const DeviceArrayAny& count, const Options& options = {});
// The different elements, ascending.
KC_ALGORITHMS_API DeviceArrayAny Unique(const DeviceArrayAny& x, const Options& options = {});
KC_ALGORITHMS_API void Unique(const DeviceArrayAny& x, const DeviceArrayAny& out,
                              const DeviceArrayAny& count, const Options& options = {});

struct Runs {
  DeviceArrayAny values;
  // int64.
  DeviceArrayAny lengths;
};
// Each run of equal elements as its first one and how many there are.
KC_ALGORITHMS_API Runs RunLengthEncode(const DeviceArrayAny& x, const Options& options = {});
KC_ALGORITHMS_API void RunLengthEncode(const DeviceArrayAny& x, const DeviceArrayAny& values,
                                       const DeviceArrayAny& lengths, const DeviceArrayAny& count,
                                       const Options& options = {});

// -- Others ----------------------------------------------------------------------------------------------------------------

struct TopKResult {
  DeviceArrayAny values;
  // int64.
  DeviceArrayAny places;
};
// The k largest elements, descending, or the k smallest, ascending, and where they are; of equal ones the first. NaN is larger
// than all numbers. Error{InvalidArgument} unless 0 <= k <= x.size().
KC_ALGORITHMS_API TopKResult TopK(const DeviceArrayAny& x, std::int64_t k, bool largest = true,
                                  const Options& options = {});

// How many elements lie in each of counts.size() intervals of equal width from `low` to `high`, the
// upper end included; others are not counted. `counts` is int64 of one dimension, of at most 2^30
// elements. Places are computed in float32 for types of up to 16 bits and float32, else in float64.
// Error{InvalidArgument} unless in that type low < high, and both and their difference are finite.
KC_ALGORITHMS_API void Histogram(const DeviceArrayAny& x, const DeviceArrayAny& counts, double low,
                                 double high, const Options& options = {});
KC_ALGORITHMS_API DeviceArrayAny Histogram(const DeviceArrayAny& x, std::int64_t bins, double low,
                                           double high, const Options& options = {});

// Of elements offsets[s] to offsets[s + 1] - 1 for each s; `offsets` is int64, ascending within the array, which is not checked.
// Types are those of Sum(), Min() and Max(). An empty segment has the sum 0; as minimum and maximum NaN, of
// integers the largest and the smallest one.
KC_ALGORITHMS_API DeviceArrayAny SegmentedSum(const DeviceArrayAny& x,
                                              const DeviceArrayAny& offsets,
                                              const Options& options = {});
KC_ALGORITHMS_API DeviceArrayAny SegmentedMin(const DeviceArrayAny& x,
                                              const DeviceArrayAny& offsets,
                                              const Options& options = {});
KC_ALGORITHMS_API DeviceArrayAny SegmentedMax(const DeviceArrayAny& x,
                                              const DeviceArrayAny& offsets,
                                              const Options& options = {});

}  // namespace kernelc::algorithms
