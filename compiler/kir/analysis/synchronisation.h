// Which functions make threads wait for each other, by synchronisation or in a loop.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/kir/kir.h"

namespace kernelc::kir {

// The operation is a barrier of the block, of a warp (shuffles and votes included) or of the grid.
bool IsSynchronisation(const Inst& inst);

// What an external function, whose code is not known, is taken to hold.
enum class Externals : std::uint8_t { HoldNothing, HoldAnything };

// For each function of the module, by index: it, or what it calls, holds an operation of which
// `is_wanted` is true.
std::vector<bool> FindHolders(const Module& module, bool (*is_wanted)(const Inst&),
                              Externals externals = Externals::HoldNothing);

// FindHolders of synchronisation.
std::vector<bool> FindSynchronisation(const Module& module);

// FindHolders of `wait_turn`.
std::vector<bool> FindWaiting(const Module& module);

// The region holds a `wait_turn`, or calls a function that is true in `waiting`.
bool MayWait(const Function& function, RegionId region, const std::vector<bool>& waiting);

}  // namespace kernelc::kir
