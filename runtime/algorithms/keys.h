// Bits that have the order of the numbers they stand for: the parameters of stdlib/algorithms/keys.py.
#pragma once

#include <array>
#include <cstdint>

#include "kernelc/launch.h"
#include "kernelc/scalar.h"

namespace kernelc::algorithms {

// The unsigned type of the same size, in which kernels see elements of `kind`. Throws Error{TypeMismatch} that names `operation` for
// complex numbers and 8-bit floats, which have no order here.
ScalarKind BitsKind(const char* operation, ScalarKind kind);

class KeyOrder {
 public:
  // -0.0 counts as 0.0 where `zeros_equal`.
  KeyOrder(ScalarKind kind, bool descending, bool zeros_equal);
  KeyOrder(const KeyOrder&) = delete;
  KeyOrder& operator=(const KeyOrder&) = delete;

  // A tuple of six numbers; valid as long as this object.
  Arg order() const { return Arg::Tuple(numbers_); }
  // For minima and maxima: `shift` of rank_of().
  Arg shift() const { return shift_; }
  // Bits of -0.0; 0 for integers.
  Arg zero() const { return numbers_[4]; }
  // The key of an element, as kernels compute it.
  std::uint64_t KeyOf(std::uint64_t bits) const;

 private:
  std::array<std::uint64_t, 6> values_;
  std::array<Arg, 6> numbers_;
  Arg shift_;
};

// A number as an unsigned one of these bits.
Arg UnsignedArg(std::uint64_t value, std::size_t size);

}  // namespace kernelc::algorithms
