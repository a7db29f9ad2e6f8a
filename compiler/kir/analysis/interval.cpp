#include "compiler/kir/analysis/interval.h"

#include <algorithm>
#include <initializer_list>
#include <limits>

namespace kernelc::kir {
namespace {

// Bounds are cut here, far outside of every type.
constexpr Wide kFar = Wide{1} << 120;

Wide Cut(Wide value) { return std::clamp(value, -kFar, kFar); }

Wide FloorDiv(Wide a, Wide b) {
  const Wide quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

Interval Hull(std::initializer_list<Wide> values) { return {std::min(values), std::max(values)}; }

// The smallest 2^k - 1 that is not below `value`.
Wide FillBits(Wide value) {
  Wide filled = 0;
  while (filled < value) {
    filled = filled * 2 + 1;
  }
  return filled;
}

Wide MulCut(Wide a, Wide b) {
  Wide product = 0;
  if (__builtin_mul_overflow(a, b, &product)) {
    return (a < 0) == (b < 0) ? kFar : -kFar;
  }
  return Cut(product);
}

}  // namespace

Interval IntervalOf(TypeId type) {
  if (types::IsBool(type)) {
    return {0, 1};
  }
  if (types::IsInteger(type)) {
    const unsigned bits = types::scalar_bits(type);
    if (types::IsUnsigned(type)) {
      return {0, (Wide{1} << bits) - 1};
    }
    return {-(Wide{1} << (bits - 1)), (Wide{1} << (bits - 1)) - 1};
  }
  return {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
}

Interval Join(const Interval& a, const Interval& b) {
  if (a.empty() || b.empty()) {
    return a.empty() ? b : a;
  }
  return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)};
}

Interval Meet(const Interval& a, const Interval& b) {
  return {std::max(a.lo, b.lo), std::min(a.hi, b.hi)};
}

Interval AddIntervals(const Interval& a, const Interval& b) {
  if (a.empty() || b.empty()) {
    return kEmptyInterval;
  }
  return {Cut(a.lo + b.lo), Cut(a.hi + b.hi)};
}

Interval SubIntervals(const Interval& a, const Interval& b) {
  if (a.empty() || b.empty()) {
    return kEmptyInterval;
  }
  return {Cut(a.lo - b.hi), Cut(a.hi - b.lo)};
}

Interval MulIntervals(const Interval& a, const Interval& b) {
  if (a.empty() || b.empty()) {
    return kEmptyInterval;
  }
  return Hull({MulCut(a.lo, b.lo), MulCut(a.lo, b.hi), MulCut(a.hi, b.lo), MulCut(a.hi, b.hi)});
}

Interval FloorDivIntervals(const Interval& a, const Interval& b) {
  if (a.empty() || b.empty()) {
    return kEmptyInterval;
  }
  const bool has_zero = b.lo <= 0 && b.hi >= 0;
  Interval result = has_zero ? Interval{0, 0} : kEmptyInterval;
  for (const Interval& part :
       {Interval{b.lo, std::min<Wide>(b.hi, -1)}, Interval{std::max<Wide>(b.lo, 1), b.hi}}) {
    if (!part.empty()) {
      result = Join(result, Hull({FloorDiv(a.lo, part.lo), FloorDiv(a.lo, part.hi),
                                  FloorDiv(a.hi, part.lo), FloorDiv(a.hi, part.hi)}));
    }
  }
  return result;
}

Interval ModIntervals(const Interval& a, const Interval& b) {
  if (a.empty() || b.empty()) {
    return kEmptyInterval;
  }
  Interval result{std::min<Wide>(b.lo + 1, 0), std::max<Wide>(b.hi - 1, 0)};
  if (a.lo >= 0 && b.lo >= 0) {
    result.hi = std::min(result.hi, a.hi);
  }
  return result;
}

Interval AndIntervals(const Interval& a, const Interval& b, TypeId type) {
  if (a.empty() || b.empty()) {
    return kEmptyInterval;
  }
  if (a.lo >= 0 && b.lo >= 0) {
    return {0, std::min(a.hi, b.hi)};
  }
  if (a.lo >= 0 || b.lo >= 0) {
    return {0, a.lo >= 0 ? a.hi : b.hi};
  }
  return IntervalOf(type);
}

Interval OrIntervals(const Interval& a, const Interval& b, TypeId type) {
  if (a.empty() || b.empty()) {
    return kEmptyInterval;
  }
  // Numbers with a sign keep the bits above it equal to it.
  const Wide most = FillBits(std::max({a.hi, b.hi, -a.lo - 1, -b.lo - 1}));
  return Meet({a.lo >= 0 && b.lo >= 0 ? 0 : -most - 1, most}, IntervalOf(type));
}

Interval ShlIntervals(const Interval& a, const Interval& count, TypeId type) {
  if (a.empty() || count.empty()) {
    return kEmptyInterval;
  }
  if (count.lo < 0 || count.hi > 63) {
    return IntervalOf(type);
  }
  const Interval result = MulIntervals(
      a, {Wide{1} << static_cast<int>(count.lo), Wide{1} << static_cast<int>(count.hi)});
  const Interval all = IntervalOf(type);
  return result.lo >= all.lo && result.hi <= all.hi ? result : all;
}

Interval ShrIntervals(const Interval& a, const Interval& count) {
  if (a.empty() || count.empty()) {
    return kEmptyInterval;
  }
  if (count.lo < 0 || count.hi > 63) {
    return {std::min<Wide>(a.lo, 0), std::max<Wide>(a.hi, 0)};
  }
  const int least = static_cast<int>(count.lo);
  const int most = static_cast<int>(count.hi);
  return Hull({a.lo >> least, a.lo >> most, a.hi >> least, a.hi >> most});
}

Wide SquareRoot(Wide value) {
  Wide root = 0;
  for (Wide bit = Wide{1} << 62; bit > 0; bit >>= 1) {
    root += (root + bit) * (root + bit) <= value ? bit : 0;
  }
  return root;
}

Interval FitResult(const Interval& exact, TypeId type) {
  const Interval all = IntervalOf(type);
  if (exact.empty()) {
    return exact;
  }
  if (types::IsUnsigned(type)) {
    return exact.lo >= all.lo && exact.hi <= all.hi ? exact : all;
  }
  const Interval fitted = Meet(exact, all);
  return fitted.empty() ? all : fitted;
}

Interval Widen(const Interval& previous, const Interval& next, TypeId type) {
  if (previous.empty()) {
    return next;
  }
  const Interval all = IntervalOf(type);
  Interval result = next;
  const Interval int32 = IntervalOf(types::kInt32);
  if (next.lo < previous.lo) {
    result.lo = next.lo >= 0                                    ? Wide{0}
                : next.lo >= int32.lo && previous.lo > int32.lo ? int32.lo
                                                                : all.lo;
  }
  if (next.hi > previous.hi) {
    result.hi = next.hi <= int32.hi && previous.hi < int32.hi ? int32.hi : all.hi;
  }
  return Meet(result, all);
}

}  // namespace kernelc::kir
