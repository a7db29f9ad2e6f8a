// Every operation of a group compared with what it must give, for any number of ranks here and elsewhere.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernelc/collective.h"

namespace kernelc::collective_test {

// Element types that groups take, and those that they add.
std::vector<ScalarKind> CopiedKinds();
std::vector<ScalarKind> AddedKinds();

// All operations on arrays of `size` elements of `kind`; throws std::runtime_error that says what is wrong, on the
// ranks that see it. Every rank calls it.
void CheckCopies(const Communicator& ranks, ScalarKind kind, std::int64_t size);
void CheckReductions(const Communicator& ranks, ScalarKind kind, std::int64_t size, ReduceOp op);
// Arrays that are not contiguous, chunks along every dimension, and of different sizes.
void CheckViews(const Communicator& ranks);
// A list of arrays of many sizes.
void CheckCoalesced(const Communicator& ranks);
// One int32 array of `bytes` (a power of two): all reduce, broadcast, all gather, reduce scatter, exchange.
void CheckLarge(const Communicator& ranks, std::int64_t bytes);
// All of these but the last.
void CheckAll(const Communicator& ranks, const std::vector<std::int64_t>& sizes);

}  // namespace kernelc::collective_test
