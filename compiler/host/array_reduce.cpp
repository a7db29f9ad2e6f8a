// Sums and the like of arrays, sorting and products of matrices. A sum of floats has the last bit
// of NumPy's order of additions, or is exact in any order.
#include <llvm/ADT/STLExtras.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "compiler/host/array.h"

namespace kernelc::host {
namespace {

using abi::ScalarKind;
using Line = std::vector<Number>;

struct Reduction {
  Value array;
  std::optional<std::size_t> axis;
  bool keeps = false;
};

Value ArrayArgument(Context& c, const Value& value) {
  RaiseIf(c, value.is_undefined(), "TypeError", "missing required argument 'a'");
  if (value.is(Kind::Scalar)) {
    const ArrayScalar& scalar = value.As<ArrayScalar>();
    return FromNumbers(c, scalar.kind, {}, {scalar.number});
  }
  return AsArray(c, value);
}

Reduction ReductionOf(Context& c, const Arguments& a,
                      std::initializer_list<std::string_view> allowed) {
  OnlyKeywords(c, a, allowed);
  // Behind the axis and the type stands what the result is written to.
  const bool has_type = llvm::is_contained(allowed, "dtype");
  GiveUpIf(c, a.size() > (has_type ? 3u : 2u),
           "this argument of a function of NumPy is not followed");
  Reduction r;
  r.array = ArrayArgument(c, a.Get(0, "a"));
  const Value axis = a.Get(1, "axis");
  if (!axis.is_undefined() && !axis.is_none()) {
    GiveUpIf(c, axis.is(Kind::Tuple), "a reduction over several axes is not followed");
    r.axis = AxisOf(c, AsIndex(c, axis), ViewOf(r.array).shape.size());
  }
  const Value keeps = a.Get(99, "keepdims");
  r.keeps = !keeps.is_undefined() && Truth(c, keeps);
  return r;
}

// The elements that each element of the result is made of.
std::vector<Line> LinesOf(Context& c, const Reduction& r) {
  const std::vector<Number> numbers = Numbers(c, r.array);
  if (!r.axis) {
    return {numbers};
  }
  const IntList& shape = ViewOf(r.array).shape;
  std::size_t inner = 1;
  for (std::size_t d = *r.axis + 1; d < shape.size(); ++d) {
    inner *= static_cast<std::size_t>(shape[d]);
  }
  const std::size_t count = static_cast<std::size_t>(shape[*r.axis]);
  std::size_t lines = inner;
  for (std::size_t d = 0; d < *r.axis; ++d) {
    lines *= static_cast<std::size_t>(shape[d]);
  }
  std::vector<Line> result(lines);
  for (std::size_t i = 0; i < lines; ++i) {
    for (std::size_t k = 0; k < count; ++k) {
      result[i].push_back(numbers[i / inner * inner * count + k * inner + i % inner]);
    }
  }
  return result;
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

ScalarKind GivenKind(Context& c, const Arguments& a, std::size_t place, ScalarKind otherwise) {
  const Value dtype = a.Get(place, "dtype");
  return dtype.is_undefined() || dtype.is_none() ? otherwise : TypeOf(c, dtype).kind;
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

bool IsNanNumber(const Number& number) {
  return !number.is_integral() && (std::isnan(number.real) || std::isnan(number.imag));
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

Value NumpySum(Context& c, const Arguments& a) {
  const Reduction r = ReductionOf(c, a, {"axis", "dtype", "keepdims"});
  const ScalarKind kind = GivenKind(c, a, 2, SumKind(ViewOf(r.array).type.kind));
  const Order order = OrderOf(r);
  return Reduced(c, r, kind, [&](Line& line) {
    CastLine(c, kind, line);
    return SumLine(c, kind, line, order);
  });
}

Value NumpyMean(Context& c, const Arguments& a) {
  const Reduction r = ReductionOf(c, a, {"axis", "dtype", "keepdims"});
  const ScalarKind own = ViewOf(r.array).type.kind;
  const ScalarKind kind =
      GivenKind(c, a, 2, IsFloatingKind(own) || IsComplexKind(own) ? own : ScalarKind::Float64);
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

Value NumpyProd(Context& c, const Arguments& a) {
  const Reduction r = ReductionOf(c, a, {"axis", "dtype", "keepdims"});
  const ScalarKind kind = GivenKind(c, a, 2, SumKind(ViewOf(r.array).type.kind));
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

namespace {

Value Extreme(Context& c, const Arguments& a, std::string_view name) {
  const Reduction r = ReductionOf(c, a, {"axis", "keepdims"});
  const ScalarKind kind = ViewOf(r.array).type.kind;
  return Reduced(c, r, kind, [&](const Line& line) {
    RaiseIf(c, line.empty(), "ValueError",
            "zero-size array to reduction operation which has no identity");
    return std::accumulate(
        line.begin() + 1, line.end(), line[0],
        [&](const Number& x, const Number& y) { return Operate(c, name, kind, x, y); });
  });
}

Value AnyOrAll(Context& c, const Arguments& a, bool any) {
  const Reduction r = ReductionOf(c, a, {"axis", "keepdims"});
  return Reduced(c, r, ScalarKind::Bool, [&](const Line& line) {
    const auto holds = [](const Number& number) { return number.truth(); };
    return Number::Bool(any ? std::ranges::any_of(line, holds) : std::ranges::all_of(line, holds));
  });
}

Value ExtremePlace(Context& c, const Arguments& a, bool smallest) {
  const Reduction r = ReductionOf(c, a, {"axis", "keepdims"});
  NoComplex(c, ViewOf(r.array).type.kind);
  return Reduced(c, r, ScalarKind::Int64, [&](const Line& line) {
    RaiseIf(c, line.empty(), "ValueError", "attempt to get argmin of an empty sequence");
    std::size_t best = 0;
    for (std::size_t i = 1; i < line.size() && !IsNanNumber(line[best]); ++i) {
      const bool is_better =
          smallest ? IsBefore(line[i], line[best]) : IsBefore(line[best], line[i]);
      best = is_better || IsNanNumber(line[i]) ? i : best;
    }
    return Number::Int(Wide(best));
  });
}

// Sums or products up to each element.
Value Running(Context& c, const Arguments& a, std::string_view name) {
  Reduction r = ReductionOf(c, a, {"axis", "dtype"});
  const ScalarKind kind = GivenKind(c, a, 2, SumKind(ViewOf(r.array).type.kind));
  GiveUpIf(c, IsComplexKind(kind) && name == "multiply",
           "running products of complex numbers are not followed");
  IntList shape = ViewOf(r.array).shape;
  std::vector<Line> lines = LinesOf(c, r);
  for (Line& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      line[i] =
          i == 0 ? CastNumber(c, kind, line[i]) : Operate(c, name, kind, line[i - 1], line[i]);
    }
  }
  if (!r.axis) {
    return FromNumbers(c, kind, {std::ssize(lines[0])}, lines[0]);
  }
  // The axis last, then back where it was.
  Line all;
  for (const Line& line : lines) {
    all.insert(all.end(), line.begin(), line.end());
  }
  const std::int64_t extent = shape[*r.axis];
  shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(*r.axis));
  shape.push_back(extent);
  const Value made = FromNumbers(c, kind, shape, all);
  ArrayView view = ViewOf(made);
  view.shape.insert(view.shape.begin() + static_cast<std::ptrdiff_t>(*r.axis), view.shape.back());
  view.strides.insert(view.strides.begin() + static_cast<std::ptrdiff_t>(*r.axis),
                      view.strides.back());
  view.shape.pop_back();
  view.strides.pop_back();
  const Value moved = MakeView(c, made, std::move(view));
  return CopyArray(c, moved, ViewOf(moved).type);
}

struct Sorted {
  Value array;
  bool is_stable = false;
  IntList shape;
  std::vector<Line> lines;
};

Sorted SortedOf(Context& c, const Arguments& a) {
  OnlyKeywords(c, a, {"axis", "kind", "stable"});
  Sorted s;
  s.array = ArrayArgument(c, a.Get(0, "a"));
  NoComplex(c, ViewOf(s.array).type.kind);
  s.shape = ViewOf(s.array).shape;
  Reduction r{s.array, s.shape.empty() ? 0 : s.shape.size() - 1, false};
  const Value axis = a.Get(1, "axis");
  if (axis.is_none()) {
    r.axis.reset();
    s.shape = {ViewOf(s.array).size()};
  } else if (s.shape.empty()) {
    GiveUp(c, "sorting along this axis is not followed");
  }
  const Value kind = a.Get(2, "kind");
  const Value stable = a.Get(99, "stable");
  s.is_stable = (kind.is(Kind::Str) && (kind.text() == "stable" || kind.text() == "mergesort")) ||
                (!stable.is_undefined() && !stable.is_none() && Truth(c, stable));
  s.lines = LinesOf(c, r);
  return s;
}

std::vector<Number> SortedNumbers(const Sorted& s) {
  std::vector<Number> all;
  for (Line line : s.lines) {
    std::stable_sort(line.begin(), line.end(), IsBefore);
    all.insert(all.end(), line.begin(), line.end());
  }
  return all;
}

}  // namespace

Value NumpyMin(Context& c, const Arguments& a) { return Extreme(c, a, "minimum"); }
Value NumpyMax(Context& c, const Arguments& a) { return Extreme(c, a, "maximum"); }
Value NumpyAny(Context& c, const Arguments& a) { return AnyOrAll(c, a, true); }
Value NumpyAll(Context& c, const Arguments& a) { return AnyOrAll(c, a, false); }
Value NumpyArgmin(Context& c, const Arguments& a) { return ExtremePlace(c, a, true); }
Value NumpyArgmax(Context& c, const Arguments& a) { return ExtremePlace(c, a, false); }
Value NumpyCumsum(Context& c, const Arguments& a) { return Running(c, a, "add"); }
Value NumpyCumprod(Context& c, const Arguments& a) { return Running(c, a, "multiply"); }

namespace {

// `body` along the last axis; other axes are brought there and back.
Value AlongLast(Context& c, const Arguments& a, NativeBody body) {
  const Value axis = a.Get(1, "axis");
  const Value array =
      axis.is_undefined() || axis.is_none() ? Value() : ArrayArgument(c, a.Get(0, "a"));
  const std::size_t count = array.is_undefined() ? 0 : ViewOf(array).shape.size();
  const std::size_t place = count == 0 ? 0 : AxisOf(c, AsIndex(c, axis), count);
  if (count == 0 || place + 1 == count) {
    return body(c, a);
  }
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::swap(order[place], order.back());
  const Value values[] = {Transposed(c, array, order)};
  std::vector<Keyword> keywords;
  std::ranges::copy_if(a.keywords, std::back_inserter(keywords), [](const Keyword& keyword) {
    return keyword.name != "axis" && keyword.name != "a";
  });
  const Value back = Transposed(c, body(c, {values, keywords}), order);
  return CopyArray(c, back, ViewOf(back).type);
}

Value SortLast(Context& c, const Arguments& a) {
  const Sorted s = SortedOf(c, a);
  return FromNumbers(c, ViewOf(s.array).type.kind, s.shape, SortedNumbers(s));
}

Value ArgsortLast(Context& c, const Arguments& a) {
  const Sorted s = SortedOf(c, a);
  std::vector<Number> all;
  for (const Line& line : s.lines) {
    std::vector<std::size_t> places(line.size());
    std::iota(places.begin(), places.end(), 0);
    std::stable_sort(places.begin(), places.end(),
                     [&](std::size_t x, std::size_t y) { return IsBefore(line[x], line[y]); });
    for (std::size_t i = 0; i < places.size(); ++i) {
      GiveUpIf(c, i > 0 && !s.is_stable && !IsBefore(line[places[i - 1]], line[places[i]]),
               "the places of equal elements depend on the machine");
      all.push_back(Number::Int(Wide(places[i])));
    }
  }
  return FromNumbers(c, ScalarKind::Int64, s.shape, all);
}

}  // namespace

Value NumpySort(Context& c, const Arguments& a) { return AlongLast(c, a, SortLast); }
Value NumpyArgsort(Context& c, const Arguments& a) { return AlongLast(c, a, ArgsortLast); }

Value ArraySort(Context& c, const Arguments& a) {
  AssignArray(c, a.values[0], NumpySort(c, a));
  return Value::None();
}

}  // namespace kernelc::host
