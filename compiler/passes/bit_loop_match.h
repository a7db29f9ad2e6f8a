// Which loops take a number's bits away. Private to bit_loops.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compiler/kir/kir.h"

namespace kernelc::passes {

// A variable that such a loop changes beside the number.
struct BitLoopSum {
  kir::InstId slot;
  // Add, Sub or Xor.
  kir::Op op = kir::Op::Add;
  // What is added in each iteration, from outside of the loop or a constant; none: the bit that goes out.
  kir::InstId amount;
};

struct BitLoop {
  // The number, a slot of an integer of 32 or 64 bits.
  kir::InstId number;
  // Bits that an iteration shifts out; 0 where it clears the lowest one that is set.
  std::uint32_t shift = 0;
  // The loop goes on while the number has more bits than this and, where it has a sign and `positive`, is positive.
  std::uint32_t left = 0;
  bool positive = false;
  std::vector<BitLoopSum> sums;
};

// What the `while` does, where that is all it does.
std::optional<BitLoop> MatchBitLoop(const kir::Function& function, const kir::Inst& loop);

}  // namespace kernelc::passes
