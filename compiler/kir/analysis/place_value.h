// What a number says about the place of a thread in the grid. Private to the analysis of launch
// shapes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "compiler/kir/kir.h"

namespace kernelc::kir {

// x, y and z.
inline constexpr unsigned kDirections = 3;

// Directions of the grid as bits: of the thread's place in its block, then of the block's place.
using Places = std::uint8_t;
constexpr Places ThreadBit(unsigned direction) { return static_cast<Places>(1u << direction); }
constexpr Places BlockBit(unsigned direction) {
  return static_cast<Places>(1u << (kDirections + direction));
}
constexpr Places kThreadBits = (1u << kDirections) - 1;
constexpr Places kBlockBits = kThreadBits << kDirections;

// What sums are made of, in each direction: threadIdx, blockIdx * blockDim, blockIdx, blockDim.
enum class PlaceTerm : std::uint8_t { Thread, BlockStart, Block, BlockSize };
inline constexpr unsigned kPlaceTerms = 4;

// A number, or a bool, as far as it is followed.
struct PlaceValue {
  // Nothing that runs has given it yet.
  bool is_unset = true;
  // Of which places it depends in whatever way, memory left out.
  Places depends = 0;
  // It is the sum of `factors` times their terms, and of a number that is the same for all threads
  // or comes from memory: `constant` where it is known.
  bool is_linear = false;
  std::array<std::array<std::int64_t, kPlaceTerms>, kDirections> factors{};
  std::optional<std::int64_t> constant;
  // Of a bool: the places that comparisons in it speak about, those of threads alone where no
  // comparison mixes them with the block's.
  Places compared = 0;

  static PlaceValue Constant(std::int64_t value);
  // One term, once.
  static PlaceValue Term(PlaceTerm term, unsigned direction);
  // Something of which only this is known.
  static PlaceValue DependingOn(Places places);

  std::int64_t factor(PlaceTerm term, unsigned direction) const {
    return factors[direction][static_cast<std::size_t>(term)];
  }
  bool is_constant() const;
  friend bool operator==(const PlaceValue&, const PlaceValue&) = default;
};

// What is one of the two.
PlaceValue JoinPlaces(const PlaceValue& a, const PlaceValue& b);

// The result of an operation on numbers; for all others what depends on the operands.
PlaceValue TransferPlaces(const Inst& inst, const std::vector<PlaceValue>& operands);

}  // namespace kernelc::kir
