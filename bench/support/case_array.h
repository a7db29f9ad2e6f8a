// Arrays of the benchmarks in host memory, with contents that are the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runtime/abi/arg_type.h"

namespace kernelc::bench {

enum class Role : std::uint8_t {
  // Only read.
  In,
  // Read and written, or written without being read: reset before a run whose result is looked at.
  InOut,
};

// C order. Copies share nothing; copying is explicit by Clone.
class CaseArray {
 public:
  CaseArray() = default;
  // Contents are zero.
  CaseArray(abi::ScalarKind kind, std::vector<std::int64_t> shape, Role role);

  abi::ScalarKind kind() const { return kind_; }
  const std::vector<std::int64_t>& shape() const { return shape_; }
  Role role() const { return role_; }
  std::int64_t size() const { return size_; }
  std::size_t bytes() const;

  void* raw() const { return data_.get(); }
  template <typename T>
  T* data() const {
    return static_cast<T*>(raw());
  }

  CaseArray Clone() const;

 private:
  struct Free {
    void operator()(void* pointer) const;
  };

  abi::ScalarKind kind_ = abi::ScalarKind::Float32;
  Role role_ = Role::In;
  std::vector<std::int64_t> shape_;
  std::int64_t size_ = 0;
  std::unique_ptr<void, Free> data_;
};

// Uniform in [low, high), of any type; integers are whole numbers of it.
void FillUniform(const CaseArray& array, double low, double high, std::uint64_t seed);

// A sum over all elements, to tell whether a result of another program is the same.
double SumOf(const CaseArray& array);

// How near two results must be.
struct Tolerance {
  double relative = 0;
  // As a fraction of the largest magnitude of the expected array.
  double of_largest = 0;
  // Fraction of the elements that may differ by any amount.
  double outliers = 0;
};

// Empty when `actual` is near enough to `expected`, else a sentence about the first difference.
std::string Compare(const CaseArray& actual, const CaseArray& expected, const Tolerance& tolerance);

}  // namespace kernelc::bench
