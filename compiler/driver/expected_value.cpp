#include "compiler/driver/expected_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "compiler/driver/element_values.h"

namespace kernelc::driver {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Of one element.
struct Difference {
  bool differs = false;
  // Infinite where a number stands against NaN, or one text against another.
  double size = 0.0;
  // Both are NaN, and that makes them differ.
  bool is_nan = false;

  void Add(const Difference& other) {
    differs = differs || other.differs;
    size = std::max(size, other.size);
    is_nan = is_nan || other.is_nan;
  }
};

bool IsNan(std::complex<double> number) {
  return std::isnan(number.real()) || std::isnan(number.imag());
}

Difference CompareNumbers(ScalarKind kind, const std::byte* got, const std::byte* expected,
                          const Tolerance& tolerance) {
  if (IsWhole(kind)) {
    const WideInteger a = WholeAt(kind, got);
    const WideInteger b = WholeAt(kind, expected);
    const auto size = static_cast<double>(a < b ? b - a : a - b);
    const double allowed = tolerance.for_integers
                               ? tolerance.atol + tolerance.rtol * std::abs(static_cast<double>(b))
                               : 0.0;
    return {size > allowed, size, false};
  }
  const std::complex<double> a = NumberAt(kind, got);
  const std::complex<double> b = NumberAt(kind, expected);
  if (IsNan(a) || IsNan(b)) {
    const bool both = IsNan(a) && IsNan(b);
    return both ? Difference{!tolerance.equal_nan, 0.0, !tolerance.equal_nan}
                : Difference{true, kInfinity, false};
  }
  // Infinities are close to themselves alone.
  if (a == b) {
    return {};
  }
  const double size = std::abs(a - b);
  const bool is_finite = std::isfinite(std::abs(b)) && std::isfinite(size);
  return {!is_finite || size > tolerance.atol + tolerance.rtol * std::abs(b), size, false};
}

Difference CompareElements(const ElementType& type, const std::byte* got, const std::byte* expected,
                           const Tolerance& tolerance) {
  if (!type.record) {
    return CompareNumbers(type.kind, got, expected, tolerance);
  }
  if (type.record->kind != abi::RecordKind::Record) {
    const bool differs = std::memcmp(got, expected, type.record->size) != 0;
    return {differs, differs ? kInfinity : 0.0, false};
  }
  Difference difference;
  for (const RecordField& field : type.record->fields) {
    const ElementType inner = TypeOf(field);
    std::size_t count = 1;
    for (const std::uint32_t extent : field.extents) {
      count *= extent;
    }
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t offset = field.offset + i * inner.size();
      difference.Add(CompareElements(inner, got + offset, expected + offset, tolerance));
    }
  }
  return difference;
}

// An element that differs.
struct Place {
  Dims index;
  const std::byte* got = nullptr;
  const std::byte* expected = nullptr;
  double size = 0.0;
};

std::string PlaceText(std::string_view which, const ElementType& type, const Place& place) {
  std::string index;
  for (const std::int64_t i : place.index) {
    index += fmt::format("{}{}", index.empty() ? "" : ", ", i);
  }
  return fmt::format(
      "\n  {}{}: got {}, expected {}{}", which,
      place.index.empty() ? "" : fmt::format(" at [{}]", index), ElementText(type, place.got),
      ElementText(type, place.expected),
      std::isfinite(place.size) ? fmt::format(", difference {:.6g}", place.size) : "");
}

std::string RuleText(const ElementType& type, const Tolerance& tolerance) {
  const bool is_exact = !type.record && IsWhole(type.kind) && !tolerance.for_integers;
  return is_exact ? "" : fmt::format(" (rtol {:g}, atol {:g})", tolerance.rtol, tolerance.atol);
}

}  // namespace

Result<ArrayPart> PartOf(const NamedPart& named) {
  if (!named.is_whole) {
    return named.part;
  }
  switch (named.value->kind) {
    case abi::ArgKind::Array:
    case abi::ArgKind::Record:
      return named.part;
    case abi::ArgKind::Scalar:
      return ArrayPart{ElementType(named.value->scalar.kind), named.value->scalar.bytes, {}, {}};
    case abi::ArgKind::Tuple:
      return Failure{fmt::format("`{}` is a tuple: name one of its elements, `{}[0]`", named.text,
                                 named.text)};
    case abi::ArgKind::None:
    case abi::ArgKind::Vector:
    case abi::ArgKind::Pointer:
      break;
  }
  return Failure{fmt::format("`{}` has no elements", named.text)};
}

Comparison CompareParts(const std::string& name, const ArrayPart& got, const std::string& reference,
                        const ArrayPart& expected, const Tolerance& tolerance) {
  if (!(got.type == expected.type)) {
    return {false, fmt::format("{}: its type is {}, and that of {} {}", name, ToString(got.type),
                               reference, ToString(expected.type))};
  }
  if (!(got.shape == expected.shape)) {
    return {false, fmt::format("{}: its shape is {}, and that of {} {}", name, ToString(got.shape),
                               reference, ToString(expected.shape))};
  }
  std::int64_t count = 0;
  std::int64_t nans = 0;
  double largest = 0.0;
  Place first;
  Place worst;
  got.ForEach([&](const Dims& index, const std::byte* element) {
    const std::byte* other = expected.data;
    for (std::size_t d = 0; d < index.size(); ++d) {
      other += index[d] * expected.strides[d];
    }
    const Difference difference = CompareElements(got.type, element, other, tolerance);
    largest = std::max(largest, difference.size);
    if (!difference.differs) {
      return;
    }
    const Place place{index, element, other, difference.size};
    first = count == 0 ? place : first;
    worst = count == 0 || difference.size > worst.size ? place : worst;
    ++count;
    nans += difference.is_nan ? 1 : 0;
  });
  const std::int64_t size = got.size();
  const std::string elements = fmt::format("{} element{}", size, size == 1 ? "" : "s");
  if (count == 0) {
    return {true, fmt::format("{}: {} as expected, largest difference {:.6g}\n", name, elements,
                              largest)};
  }
  std::string text = fmt::format("{}: {} of {} differ{} from {}{}", name, count, elements,
                                 count == 1 ? "s" : "", reference, RuleText(got.type, tolerance));
  text += PlaceText("first", got.type, first) + PlaceText("worst", got.type, worst);
  if (nans > 0) {
    text += fmt::format("\n  {} {} NaN on both sides; --equal-nan takes these as equal", nans,
                        nans == 1 ? "is" : "are");
  }
  return {false, std::move(text)};
}

}  // namespace kernelc::driver
