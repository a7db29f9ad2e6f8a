// Algorithms of the C API.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <string>

#include "kernelc/algorithms.h"
#include "kernelc/kernelc_algorithms.h"
#include "runtime/algorithms/call.h"
#include "runtime/capi/objects.h"

using kernelc::DeviceArrayAny;
using kernelc::capi::ArrayOf;
using kernelc::capi::Guard;
using kernelc::capi::RequirePointer;
using kernelc::capi::StreamOrDefault;

namespace kernelc::algorithms {
namespace {

// Calls `run` with the arrays and the options of a call.
template <typename Run, typename... Arrays>
kernelc_status With(const char* function, kernelc_stream stream, Run run, Arrays... arrays) {
  return Guard(function, [&] {
    run(ArrayOf(function, arrays)..., Options{.stream = StreamOrDefault(function, stream)});
  });
}

SortOrder OrderOf(int descending) {
  return descending != 0 ? SortOrder::Descending : SortOrder::Ascending;
}

[[noreturn]] void ThrowNoSuch(const char* function, const char* what, std::int32_t value) {
  Throw(ErrorCode::InvalidArgument, function,
        std::string("there is no ") + what + " " + std::to_string(value));
}

// Algorithms from one array into another, into an ordered one, and into two of which the last one
// holds a count.
using Into = void (*)(const DeviceArrayAny&, const DeviceArrayAny&, const Options&);
using OrderedInto = void (*)(const DeviceArrayAny&, const DeviceArrayAny&, SortOrder,
                             const Options&);
using CountedInto = void (*)(const DeviceArrayAny&, const DeviceArrayAny&, const DeviceArrayAny&,
                             const Options&);

// The one of `algorithms` that the number means; `what` they are.
kernelc_status OneOf(std::span<const Into> algorithms, const char* function, const char* what,
                     int number, kernelc_array x, kernelc_array out, kernelc_stream stream) {
  const auto run = [&](const auto& from, const auto& to, const auto& options) {
    if (number < 0 || static_cast<std::size_t>(number) >= algorithms.size()) {
      ThrowNoSuch(function, what, number);
    }
    algorithms[static_cast<std::size_t>(number)](from, to, options);
  };
  return With(function, stream, run, x, out);
}

kernelc_status Ordered(OrderedInto algorithm, const char* function, kernelc_array keys,
                       kernelc_array out, int descending, kernelc_stream stream) {
  const auto run = [&](const auto& from, const auto& to, const auto& options) {
    algorithm(from, to, OrderOf(descending), options);
  };
  return With(function, stream, run, keys, out);
}

constexpr Into kReductions[] = {&Sum,    &Product,      &Min, &Max, &ArgMin,
                                &ArgMax, &CountNonzero, &Any, &All};
constexpr Into kScans[] = {&InclusiveSum,     &ExclusiveSum, &InclusiveProduct,
                           &ExclusiveProduct, &RunningMin,   &RunningMax};

Comparison ComparisonOf(const char* function, kernelc_comparison comparison) {
  if (comparison < KERNELC_EQUAL || comparison > KERNELC_GREATER_EQUAL) {
    ThrowNoSuch(function, "comparison", comparison);
  }
  return static_cast<Comparison>(comparison);
}

}  // namespace
}  // namespace kernelc::algorithms

using namespace kernelc::algorithms;

kernelc_status kernelc_reduce(kernelc_reduce_operation reduction, kernelc_array x,
                              kernelc_array out, kernelc_stream stream) {
  return OneOf(kReductions, __func__, "reduction", reduction, x, out, stream);
}

kernelc_status kernelc_scan(kernelc_scan_operation operation, kernelc_array x, kernelc_array out,
                            kernelc_stream stream) {
  return OneOf(kScans, __func__, "scan", operation, x, out, stream);
}

kernelc_status kernelc_sort(kernelc_array keys, kernelc_array out, int descending,
                            kernelc_stream stream) {
  return Ordered(&Sort, __func__, keys, out, descending, stream);
}

kernelc_status kernelc_sort_pairs(kernelc_array keys, kernelc_array values, kernelc_array keys_out,
                                  kernelc_array values_out, int descending, kernelc_stream stream) {
  return With(
      __func__, stream,
      [&](const auto& from, const auto& values_from, const auto& to, const auto& values_to,
          const auto& options) {
        SortPairs(from, values_from, to, values_to, OrderOf(descending), options);
      },
      keys, values, keys_out, values_out);
}

kernelc_status kernelc_argsort(kernelc_array keys, kernelc_array out, int descending,
                               kernelc_stream stream) {
  return Ordered(&ArgSort, __func__, keys, out, descending, stream);
}

kernelc_status kernelc_select(kernelc_array x, kernelc_array flags, kernelc_array out,
                              kernelc_array count, kernelc_stream stream) {
  return With(
      __func__, stream,
      [](const auto& from, const auto& kept, const auto& to, const auto& number,
         const auto& options) { Select(from, kept, to, number, options); },
      x, flags, out, count);
}

kernelc_status kernelc_select_where(kernelc_array x, kernelc_comparison comparison,
                                    const void* value, kernelc_array out, kernelc_array count,
                                    kernelc_stream stream) {
  return With(
      __func__, stream,
      [&, function = __func__](const auto& from, const auto& to, const auto& number,
                               const auto& options) {
        RequirePointer(function, "value", value);
        kernelc::ScalarValue limit;
        limit.kind = from.kind();
        std::memcpy(limit.bytes, value, std::min(from.element_size(), sizeof limit.bytes));
        SelectWhere(from, ComparisonOf(function, comparison), limit, to, number, options);
      },
      x, out, count);
}

kernelc_status kernelc_nonzero(kernelc_array x, kernelc_array out, kernelc_array count,
                               kernelc_stream stream) {
  return With(__func__, stream, static_cast<CountedInto>(&Nonzero), x, out, count);
}

kernelc_status kernelc_unique_consecutive(kernelc_array x, kernelc_array out, kernelc_array count,
                                          kernelc_stream stream) {
  return With(__func__, stream, static_cast<CountedInto>(&UniqueConsecutive), x, out, count);
}

kernelc_status kernelc_unique(kernelc_array x, kernelc_array out, kernelc_array count,
                              kernelc_stream stream) {
  return With(__func__, stream, static_cast<CountedInto>(&Unique), x, out, count);
}

kernelc_status kernelc_run_length_encode(kernelc_array x, kernelc_array values,
                                         kernelc_array lengths, kernelc_array count,
                                         kernelc_stream stream) {
  return With(
      __func__, stream,
      [](const auto& from, const auto& firsts, const auto& sizes, const auto& number,
         const auto& options) { RunLengthEncode(from, firsts, sizes, number, options); },
      x, values, lengths, count);
}

kernelc_status kernelc_histogram(kernelc_array x, kernelc_array counts, double low, double high,
                                 kernelc_stream stream) {
  return With(
      __func__, stream,
      [&](const auto& from, const auto& to, const auto& options) {
        Histogram(from, to, low, high, options);
      },
      x, counts);
}
