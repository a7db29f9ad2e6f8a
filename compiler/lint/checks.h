// The checks, one a file.
#pragma once

#include <string_view>
#include <vector>

#include "compiler/base/source.h"
#include "compiler/diag/emitter.h"
#include "compiler/kir/analysis/uniformity.h"
#include "compiler/kir/kir.h"

namespace kernelc::lint {

// What the checks of one function see.
struct Context {
  const kir::Module* module;
  const kir::Function* function;
  const SourceManager* sources;
  diag::Emitter* emitter;

  const kir::Inst& inst(kir::InstId id) const { return function->inst(id); }
  // How the program writes what stands at a place.
  std::string_view text(SourceRange range) const {
    return range.has_value() ? sources->text(range) : std::string_view();
  }
};

// Barriers of the block that not all of its threads come to. `synchronises`, by function: it, or what it calls, holds one.
void CheckBarriers(const Context& context, const kir::Uniformity& uniformity,
                   const std::vector<bool>& synchronises);
// Whether each function, or what it calls, makes all threads of the block wait.
std::vector<bool> FindBlockBarriers(const kir::Module& module);

// Shared and local arrays that are read before anything has been written to them.
void CheckUninitialized(const Context& context);

// Elements of arrays at a thread's place in the grid, without a comparison on the way.
void CheckGuards(const Context& context);

// Constant indices that shared and local arrays do not have.
void CheckIndices(const Context& context);

// Sums in types of 8 and 16 bits that loops of any length add to.
void CheckAccumulators(const Context& context);

// Comparisons whose outcome follows from the types of their operands.
void CheckComparisons(const Context& context);

}  // namespace kernelc::lint
