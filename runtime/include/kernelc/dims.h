// Dims: the extents or strides of an array, a small fixed-capacity vector of int64.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>

#include "kernelc/export.h"

namespace kernelc {

// The highest rank of an array, NumPy's.
inline constexpr std::size_t kMaxRank = 32;

namespace detail {
[[noreturn]] KC_RUNTIME_API void ThrowRankTooHigh(std::size_t rank);
}

// Never allocates; copies only what is used.
class Dims {
 public:
  Dims() noexcept : rank_(0) {}
  // Throws Error{InvalidArgument} for more than kMaxRank values.
  Dims(std::initializer_list<std::int64_t> values)
      : Dims(std::span(values.begin(), values.size())) {}
  explicit Dims(std::span<const std::int64_t> values) : rank_(values.size()) {
    if (values.size() > kMaxRank) {
      detail::ThrowRankTooHigh(values.size());
    }
    std::copy(values.begin(), values.end(), values_.begin());
  }
  // `rank` times `value`.
  static Dims Filled(std::size_t rank, std::int64_t value) {
    Dims dims;
    for (std::size_t i = 0; i < rank; ++i) {
      dims.push_back(value);
    }
    return dims;
  }
  Dims(const Dims& other) noexcept : rank_(other.rank_) {
    std::copy_n(other.values_.begin(), rank_, values_.begin());
  }
  Dims& operator=(const Dims& other) noexcept {
    rank_ = other.rank_;
    std::copy_n(other.values_.begin(), rank_, values_.begin());
    return *this;
  }

  std::size_t size() const noexcept { return rank_; }
  bool empty() const noexcept { return rank_ == 0; }
  std::int64_t& operator[](std::size_t i) noexcept { return values_[i]; }
  const std::int64_t& operator[](std::size_t i) const noexcept { return values_[i]; }
  std::int64_t* begin() noexcept { return values_.data(); }
  std::int64_t* end() noexcept { return values_.data() + rank_; }
  const std::int64_t* begin() const noexcept { return values_.data(); }
  const std::int64_t* end() const noexcept { return values_.data() + rank_; }
  const std::int64_t* data() const noexcept { return values_.data(); }
  void push_back(std::int64_t value) {
    if (rank_ == kMaxRank) {
      detail::ThrowRankTooHigh(rank_ + 1);
    }
    values_[rank_++] = value;
  }
  void erase(std::size_t i) noexcept {
    std::copy(begin() + i + 1, end(), begin() + i);
    --rank_;
  }
  friend bool operator==(const Dims& a, const Dims& b) noexcept {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  std::size_t rank_;
  std::array<std::int64_t, kMaxRank> values_;
};

// "(3, 4)", "(3,)", "()" as Python prints it.
KC_RUNTIME_API std::string ToString(const Dims& dims);

}  // namespace kernelc
