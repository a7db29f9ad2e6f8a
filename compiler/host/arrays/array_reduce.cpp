// Sums and the like of arrays, sorting and products of matrices. A sum of floats has the last bit
// of NumPy's order of additions, or is exact in any order.
#include <llvm/ADT/STLExtras.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "compiler/host/arrays/array.h"

namespace kernelc::host {
namespace {

using abi::ScalarKind;
using Line = std::vector<Number>;

struct Reduction {
  Value array;
  std::optional<std::size_t> axis;
  bool keeps = false;
};

Reduction ReductionOf(Context& c, const Value& array, const OrNone<Value>& axis,
                      std::optional<bool> keeps = {}) {
  GiveUpIf(c, axis && axis->is(Kind::Tuple), "a reduction over several axes is not followed");
  Reduction r{array, {}, keeps.value_or(false)};
  if (axis) {
    r.axis = AxisOf(c, AsIndex(c, *axis), ViewOf(array).shape.size());
  }
  return r;
}

// The axes with that of the reduction behind all others.
std::vector<std::size_t> AxisLast(const Reduction& r) {
  std::vector<std::size_t> order(ViewOf(r.array).shape.size());
  std::iota(order.begin(), order.end(), 0);
  std::rotate(order.begin() + static_cast<std::ptrdiff_t>(*r.axis),
              order.begin() + static_cast<std::ptrdiff_t>(*r.axis) + 1, order.end());
  return order;
}

// The elements that each element of the result is made of.
std::vector<Line> LinesOf(Context& c, const Reduction& r) {
  if (!r.axis) {
    return {Numbers(c, r.array)};
  }
  const Value turned = Transposed(c, r.array, AxisLast(r));
  const std::vector<Number> numbers = Numbers(c, turned);
  IntList shape = ViewOf(turned).shape;
  const std::int64_t count = std::exchange(shape.back(), 1);
  std::vector<Line> lines;
  for (std::int64_t i = 0; i < CountOf(shape); ++i) {
    const auto first = numbers.begin() + i * count;
    lines.emplace_back(first, first + count);
  }
  return lines;
}

Value Finish(Context& c, const Reduction& r, ScalarKind kind, const std::vector<Number>& results) {
  IntList shape;
  const IntList& from = ViewOf(r.array).shape;
  for (std::size_t d = 0; d < from.size(); ++d) {
    if (r.axis && d != *r.axis) {
      shape.push_back(from[d]);
    } else if (r.keeps) {
      shape.push_back(1);
    }
  }
  return ScalarIfNone(c, FromNumbers(c, kind, std::move(shape), results));
}

// The array of what `make(line)` gives for each line.
template <typename Make>
Value Reduced(Context& c, const Reduction& r, ScalarKind kind, Make&& make) {
  std::vector<Number> results;
  for (Line& line : LinesOf(c, r)) {
    results.push_back(make(line));
  }
  return Finish(c, r, kind, results);
}

// The array in which what `make(line)` gives stands where the line stood.
template <typename Make>
Value Relined(Context& c, const Reduction& r, ScalarKind kind, Make&& make) {
  Line all;
  for (Line& line : LinesOf(c, r)) {
    make(line);
    all.insert(all.end(), line.begin(), line.end());
  }
  if (!r.axis) {
    return FromNumbers(c, kind, {std::ssize(all)}, all);
  }
  // The axis last, then back where it was.
  const Value turned = Transposed(c, r.array, AxisLast(r));
  const Value made = FromNumbers(c, kind, ViewOf(turned).shape, all);
  std::vector<std::size_t> order(ViewOf(made).shape.size());
  std::iota(order.begin(), order.end(), 0);
  std::rotate(order.begin() + static_cast<std::ptrdiff_t>(*r.axis), order.end() - 1, order.end());
  return CopyArray(c, Transposed(c, made, order), {kind, {}});
}

// --- sums of floats ---

// NumPy adds in halves of blocks of 128, eight sums beside each other.
template <typename T>
T PairwiseSum(const T* x, std::size_t count) {
  if (count < 8) {
    T sum = T(-0.0);
    for (std::size_t i = 0; i < count; ++i) {
      sum += x[i];
    }
    return sum;
  }
  if (count <= 128) {
    T parts[8];
    std::copy_n(x, 8, parts);
    std::size_t i = 8;
    for (; i + 8 <= count; i += 8) {
      for (std::size_t j = 0; j < 8; ++j) {
        parts[j] += x[i + j];
      }
    }
    T sum = ((parts[0] + parts[1]) + (parts[2] + parts[3])) +
            ((parts[4] + parts[5]) + (parts[6] + parts[7]));
    for (; i < count; ++i) {
      sum += x[i];
    }
    return sum;
  }
  const std::size_t half = count / 2 - (count / 2) % 8;
  return PairwiseSum(x, half) + PairwiseSum(x + half, count - half);
}

}  // namespace

// Whether numbers add up without rounding in any order, in a type of `bits` bits.
bool IsExactSum(const std::vector<double>& numbers, int bits) {
  double total = 0;
  int lowest = std::numeric_limits<int>::max();
  for (const double number : numbers) {
    if (!std::isfinite(number)) {
      return false;
    }
    if (number == 0) {
      continue;
    }
    int exponent = 0;
    const double fraction = std::frexp(std::fabs(number), &exponent);
    const std::uint64_t digits = static_cast<std::uint64_t>(std::ldexp(fraction, 53));
    lowest = std::min(lowest, exponent - 53 + __builtin_ctzll(digits));
    total += std::fabs(number);
  }
  return total == 0 || total < std::ldexp(1.0, lowest + bits);
}

int SignificantBits(ScalarKind kind) {
  return kind == ScalarKind::Float16                                    ? 11
         : kind == ScalarKind::Float32 || kind == ScalarKind::Complex64 ? 24
                                                                        : 53;
}

namespace {

enum class Order : std::uint8_t { Pairwise, Sequential, Unknown };

Order OrderOf(const Reduction& r) {
  const ArrayView& view = ViewOf(r.array);
  if (view.shape.size() <= 1) {
    return Order::Pairwise;
  }
  if (!view.is_contiguous()) {
    return Order::Unknown;
  }
  return !r.axis || *r.axis + 1 == view.shape.size() ? Order::Pairwise : Order::Sequential;
}

double SumReals(Context& c, ScalarKind kind, const std::vector<double>& numbers, Order order) {
  if (order == Order::Unknown || kind == ScalarKind::Float16) {
    GiveUpIf(c, !IsExactSum(numbers, SignificantBits(kind)),
             "the last bit of this sum depends on the order of its additions");
    order = Order::Sequential;
  }
  if (kind == ScalarKind::Float32) {
    const std::vector<float> singles(numbers.begin(), numbers.end());
    return order == Order::Pairwise ? PairwiseSum(singles.data(), singles.size())
                                    : std::accumulate(singles.begin(), singles.end(), 0.0f);
  }
  return order == Order::Pairwise ? PairwiseSum(numbers.data(), numbers.size())
                                  : std::accumulate(numbers.begin(), numbers.end(), 0.0);
}

Number SumLine(Context& c, ScalarKind kind, const Line& line, Order order) {
  if (!IsFloatingKind(kind) && !IsComplexKind(kind)) {
    std::uint64_t sum = 0;
    for (const Number& number : line) {
      sum += static_cast<std::uint64_t>(number.integer);
    }
    return Number::Int(Wide(sum));
  }
  std::vector<double> reals;
  std::vector<double> imaginaries;
  for (const Number& number : line) {
    reals.push_back(number.as_double());
    imaginaries.push_back(number.imag);
  }
  if (IsComplexKind(kind)) {
    return Number::Complex(SumReals(c, kind, reals, Order::Unknown),
                           SumReals(c, kind, imaginaries, Order::Unknown));
  }
  // NumPy begins with zero, which takes the sign of a sum of negative zeros.
  return Number::Float(0.0 + (reals.empty() ? 0.0 : SumReals(c, kind, reals, order)));
}

ScalarKind SumKind(ScalarKind kind) {
  return kind == ScalarKind::Bool || IsSignedKind(kind) ? ScalarKind::Int64
         : IsIntegerKind(kind)                          ? ScalarKind::UInt64
                                                        : kind;
}

void CastLine(Context& c, ScalarKind kind, Line& line) {
  for (Number& number : line) {
    number = CastNumber(c, kind, number);
  }
}

Number Operate(Context& c, std::string_view name, ScalarKind kind, const Number& a,
               const Number& b) {
  const Value operands[] = {MakeScalar(c, kind, a), MakeScalar(c, kind, b)};
  return Ufunc(c, name, operands).As<ArrayScalar>().number;
}

// Before: in the order of sorting, NaN last.
bool IsBefore(const Number& a, const Number& b) {
  if (a.is_integral()) {
    return a.integer < b.integer;
  }
  return std::isnan(b.real) ? !std::isnan(a.real) : a.real < b.real;
}

void NoComplex(Context& c, ScalarKind kind) {
  GiveUpIf(c, IsComplexKind(kind), "an order of complex numbers is not followed");
}

}  // namespace

KC_NATIVE_BY_NAME(NumpySum, AnArray a, OrNone<Value> axis, OrNone<ElementType> dtype,
                  Named<std::optional<bool>> keepdims) {
  const Reduction r = ReductionOf(c, a, axis, keepdims);
  const ScalarKind kind = dtype ? dtype->kind : SumKind(ViewOf(a).type.kind);
  const Order order = OrderOf(r);
  return Reduced(c, r, kind, [&](Line& line) {
    CastLine(c, kind, line);
    return SumLine(c, kind, line, order);
  });
}

KC_NATIVE_BY_NAME(NumpyMean, AnArray a, OrNone<Value> axis, OrNone<ElementType> dtype,
                  Named<std::optional<bool>> keepdims) {
  const Reduction r = ReductionOf(c, a, axis, keepdims);
  const ScalarKind own = ViewOf(a).type.kind;
  const ScalarKind kind = dtype                                       ? dtype->kind
                          : IsFloatingKind(own) || IsComplexKind(own) ? own
                                                                      : ScalarKind::Float64;
  // Halves are added as float32.
  const ScalarKind adds = kind == ScalarKind::Float16 ? ScalarKind::Float32 : kind;
  const Order order = OrderOf(r);
  return Reduced(c, r, kind, [&](Line& line) {
    GiveUpIf(c, line.empty() || IsComplexKind(kind), "this mean is not followed");
    CastLine(c, kind, line);
    const double sum = SumLine(c, adds, line, order).real;
    return CastNumber(c, adds, Number::Float(sum / static_cast<double>(line.size())));
  });
}

KC_NATIVE_BY_NAME(NumpyProd, AnArray a, OrNone<Value> axis, OrNone<ElementType> dtype,
                  Named<std::optional<bool>> keepdims) {
  const Reduction r = ReductionOf(c, a, axis, keepdims);
  const ScalarKind kind = dtype ? dtype->kind : SumKind(ViewOf(a).type.kind);
  // Of halves, NumPy rounds the product of a stretch once.
  GiveUpIf(c,
           (IsFloatingKind(kind) && OrderOf(r) == Order::Unknown) || IsComplexKind(kind) ||
               kind == ScalarKind::Float16,
           "the last bit of this product depends on the order of its factors");
  return Reduced(c, r, kind, [&](const Line& line) {
    const Number one = CastNumber(c, kind, Number::Int(1));
    return std::accumulate(line.begin(), line.end(), one, [&](const Number& x, const Number& y) {
      return Operate(c, "multiply", kind, x, y);
    });
  });
}

// amax, amin, max, min
KC_NATIVE_BY_NAME(NumpyExtreme, Called called, AnArray a, OrNone<Value> axis,
                  Named<std::optional<bool>> keepdims) {
  const ScalarKind kind = ViewOf(a).type.kind;
  const std::string_view name = called.ends_with("min") ? "minimum" : "maximum";
  return Reduced(c, ReductionOf(c, a, axis, keepdims), kind, [&](const Line& line) {
    RaiseIf(c, line.empty(), "ValueError", "is the extreme of no elements");
    return std::accumulate(
        line.begin() + 1, line.end(), line[0],
        [&](const Number& x, const Number& y) { return Operate(c, name, kind, x, y); });
  });
}

// all, any
KC_NATIVE_BY_NAME(NumpyAny, Called name, AnArray a, OrNone<Value> axis,
                  Named<std::optional<bool>> keepdims) {
  return Reduced(c, ReductionOf(c, a, axis, keepdims), ScalarKind::Bool, [&](const Line& line) {
    return Number::Bool(name == "any" ? std::ranges::any_of(line, &Number::truth)
                                      : std::ranges::all_of(line, &Number::truth));
  });
}

// argmax, argmin
KC_NATIVE_BY_NAME(NumpyArgExtreme, Called name, AnArray a, OrNone<Value> axis,
                  Named<std::optional<bool>> keepdims) {
  NoComplex(c, ViewOf(a).type.kind);
  return Reduced(c, ReductionOf(c, a, axis, keepdims), ScalarKind::Int64, [&](const Line& line) {
    RaiseIf(c, line.empty(), "ValueError", "attempt to get argmin of an empty sequence");
    std::size_t best = 0;
    for (std::size_t i = 1; i < line.size() && !line[best].is_nan(); ++i) {
      const bool is_better =
          name == "argmin" ? IsBefore(line[i], line[best]) : IsBefore(line[best], line[i]);
      best = is_better || line[i].is_nan() ? i : best;
    }
    return Number::Int(Wide(best));
  });
}

// cumprod, cumsum: up to each element.
KC_NATIVE_BY_NAME(NumpyRunning, Called called, AnArray a, OrNone<Value> axis,
                  OrNone<ElementType> dtype) {
  const std::string_view name = called == "cumsum" ? "add" : "multiply";
  const ScalarKind kind = dtype ? dtype->kind : SumKind(ViewOf(a).type.kind);
  GiveUpIf(c, IsComplexKind(kind) && name == "multiply",
           "running products of complex numbers are not followed");
  return Relined(c, ReductionOf(c, a, axis), kind, [&](Line& line) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      line[i] =
          i == 0 ? CastNumber(c, kind, line[i]) : Operate(c, name, kind, line[i - 1], line[i]);
    }
  });
}

// The places of the elements of a line in their order.
static Line PlacesOf(Context& c, const Line& line, bool is_stable) {
  std::vector<std::size_t> places(line.size());
  std::iota(places.begin(), places.end(), 0);
  std::stable_sort(places.begin(), places.end(),
                   [&](std::size_t x, std::size_t y) { return IsBefore(line[x], line[y]); });
  Line numbers;
  for (std::size_t i = 0; i < places.size(); ++i) {
    GiveUpIf(c, i > 0 && !is_stable && !IsBefore(line[places[i - 1]], line[places[i]]),
             "the places of equal elements depend on the machine");
    numbers.push_back(Number::Int(Wide(places[i])));
  }
  return numbers;
}

// argsort, sort
KC_NATIVE_BY_NAME(NumpySort, Called name, AnArray a, Given axis, OrNone<std::string_view> kind,
                  Named<OrNone<bool>> stable) {
  const ScalarKind own = ViewOf(a).type.kind;
  NoComplex(c, own);
  OrNone<Value> along;
  if (!axis.is_none()) {
    GiveUpIf(c, ViewOf(a).shape.empty(), "sorting along this axis is not followed");
    along.emplace(axis.is_undefined() ? Value::Int(-1) : Value(axis));
  }
  const bool is_stable = kind == "stable" || kind == "mergesort" || stable.value_or(false);
  const bool sorts = name == "sort";
  return Relined(c, ReductionOf(c, a, along), sorts ? own : ScalarKind::Int64, [&](Line& line) {
    if (sorts) {
      std::ranges::stable_sort(line, IsBefore);
    } else {
      line = PlacesOf(c, line, is_stable);
    }
  });
}

Value ArraySort(Context& c, const Arguments& a) {
  AssignArray(c, a.values[0], NumpySort(c, a));
  return Value::None();
}

}  // namespace kernelc::host
