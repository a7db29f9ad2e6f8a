// Copies a function's body to the place of a call. Private to inline_calls.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "compiler/kir/kir.h"

namespace kernelc::passes {

// A shared array keeps its identity wherever its function is inlined: function and instruction that
// it was written at.
using SharedOrigin = std::pair<std::uint32_t, std::uint32_t>;

// What inlining adds to a caller beside code in the place of calls. Both belong at the front of its
// body.
struct InlinedParts {
  std::vector<kir::InstId> slots;
  std::vector<kir::InstId> shared_arrays;
};

// Writes the body of `callee` (another function than `caller`) into `target`, an empty region of
// `caller`, for the call `call`, whose instruction becomes a load of the result or, where there is
// none, is left unused. Gives true when the call's instruction still has to stand behind the
// region's operations. `origins` holds the shared arrays of both.
bool InlineBody(kir::Function& caller, kir::InstId call, const kir::Function& callee,
                std::uint32_t callee_index, kir::RegionId target,
                std::map<SharedOrigin, kir::InstId>* placed,
                const std::map<std::uint32_t, SharedOrigin>& callee_origins, InlinedParts* parts);

}  // namespace kernelc::passes
