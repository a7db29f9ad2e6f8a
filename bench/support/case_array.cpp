#include "bench/support/case_array.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <type_traits>

#include "compiler/base/check.h"

namespace kernelc::bench {

namespace {

constexpr std::size_t kAlignment = 64;

// A good hash of the element's number: any thread can make any element.
std::uint64_t Mix(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t z = seed * 0x9E3779B97F4A7C15u + index * 0xD1B54A32D192ED03u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

// Calls body(elements) with a pointer of the array's type.
template <typename Body>
auto WithElements(const CaseArray& array, const Body& body) {
  using abi::ScalarKind;
  switch (array.kind()) {
    case ScalarKind::Float32:
      return body(array.data<float>());
    case ScalarKind::Float64:
      return body(array.data<double>());
    case ScalarKind::UInt8:
      return body(array.data<std::uint8_t>());
    case ScalarKind::Int16:
      return body(array.data<std::int16_t>());
    case ScalarKind::Int32:
      return body(array.data<std::int32_t>());
    case ScalarKind::UInt32:
      return body(array.data<std::uint32_t>());
    case ScalarKind::Int64:
      return body(array.data<std::int64_t>());
    case ScalarKind::UInt64:
      return body(array.data<std::uint64_t>());
    default:
      KC_CHECK(false, "no benchmark has arrays of this type");
  }
  return body(array.data<float>());
}

double Element(const CaseArray& array, std::int64_t i) {
  return WithElements(array, [i](const auto* data) { return static_cast<double>(data[i]); });
}

}  // namespace

CaseArray::CaseArray(abi::ScalarKind kind, std::vector<std::int64_t> shape, Role role)
    : kind_(kind), role_(role), shape_(std::move(shape)), size_(1) {
  for (const std::int64_t extent : shape_) {
    size_ *= extent;
  }
  const std::size_t rounded = (std::max<std::size_t>(bytes(), 1) + kAlignment - 1) / kAlignment;
  data_.reset(std::aligned_alloc(kAlignment, rounded * kAlignment));
  if (!data_) {
    throw std::bad_alloc();
  }
  // Touched by the threads that will use it, so that its pages lie near them.
  auto* begin = static_cast<char*>(data_.get());
  constexpr std::int64_t kChunk = 1 << 20;
  const auto total = static_cast<std::int64_t>(rounded * kAlignment);
#pragma omp parallel for schedule(static)
  for (std::int64_t at = 0; at < total; at += kChunk) {
    std::memset(begin + at, 0, static_cast<std::size_t>(std::min(kChunk, total - at)));
  }
}

void CaseArray::Free::operator()(void* pointer) const { std::free(pointer); }

std::size_t CaseArray::bytes() const {
  return static_cast<std::size_t>(size_) * abi::scalar_info(kind_).size;
}

CaseArray CaseArray::Clone() const {
  CaseArray copy(kind_, shape_, role_);
  std::memcpy(copy.raw(), raw(), bytes());
  return copy;
}

void FillUniform(const CaseArray& array, double low, double high, std::uint64_t seed) {
  const std::int64_t n = array.size();
  WithElements(array, [=](auto* data) {
    using T = std::remove_pointer_t<decltype(data)>;
#pragma omp parallel for schedule(static)
    for (std::int64_t i = 0; i < n; ++i) {
      const std::uint64_t bits = Mix(seed, static_cast<std::uint64_t>(i));
      if constexpr (std::is_same_v<T, float>) {
        const auto first = static_cast<float>(low);
        const float width = static_cast<float>(high) - first;
        data[i] = first + width * (static_cast<float>(bits >> 40) * 0x1p-24f);
      } else {
        // 32 bits of a hash are enough for whole numbers, and leave no range out.
        const double whole = low + (high - low) * (static_cast<double>(bits >> 32) * 0x1p-32);
        data[i] = static_cast<T>(std::is_integral_v<T> ? std::floor(whole) : whole);
      }
    }
  });
}

double SumOf(const CaseArray& array) {
  const std::int64_t n = array.size();
  double sum = 0;
  WithElements(array, [n, &sum](const auto* data) {
#pragma omp parallel for reduction(+ : sum)
    for (std::int64_t i = 0; i < n; ++i) {
      sum += static_cast<double>(data[i]);
    }
  });
  return sum;
}

std::string Compare(const CaseArray& actual, const CaseArray& expected,
                    const Tolerance& tolerance) {
  KC_CHECK(actual.size() == expected.size(), "results of different sizes are compared");
  const std::int64_t n = expected.size();
  double largest = 0;
#pragma omp parallel for reduction(max : largest)
  for (std::int64_t i = 0; i < n; ++i) {
    largest = std::max(largest, std::fabs(Element(expected, i)));
  }
  std::int64_t count = 0;
  std::int64_t first = std::numeric_limits<std::int64_t>::max();
#pragma omp parallel for reduction(+ : count) reduction(min : first)
  for (std::int64_t i = 0; i < n; ++i) {
    const double want = Element(expected, i);
    const double limit = tolerance.relative * std::fabs(want) + tolerance.of_largest * largest;
    // Written so that a NaN counts as a difference.
    if (!(std::fabs(Element(actual, i) - want) <= limit)) {
      ++count;
      first = std::min(first, i);
    }
  }
  if (static_cast<double>(count) <= tolerance.outliers * static_cast<double>(n)) {
    return {};
  }
  return fmt::format("{} of {} elements differ, the first at {}: {} instead of {}", count, n, first,
                     Element(actual, first), Element(expected, first));
}

}  // namespace kernelc::bench
