#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "compiler/kir/analysis/control.h"
#include "compiler/lint/checks.h"

namespace kernelc::lint {
namespace {

using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

// What is known about one shared or local array.
struct ArrayUse {
  bool escapes = false;
  // The first read with no write before it in the text, and the loops around it.
  InstId early_read;
  std::vector<InstId> early_loops;
  bool written = false;
};

// Follows the text of a function: a read is early when no write stands before it, nor in a loop
// that holds it.
class UninitializedChecker {
 public:
  explicit UninitializedChecker(const Context& context) : context_(context) {}

  void Run() {
    Walk(context_.function->body);
    for (const auto& [array, use] : uses_) {
      if (!use.escapes && use.early_read.has_value()) {
        Report(array, use);
      }
    }
  }

 private:
  void Walk(RegionId region) {
    for (const InstId id : context_.function->region(region).insts) {
      const Inst& inst = context_.inst(id);
      if (IsStaticArray(inst)) {
        uses_.try_emplace(id);
      }
      Visit(id, inst);
      const bool is_loop = IsLoop(inst);
      if (is_loop) {
        loops_.push_back(id);
      }
      for (const RegionId inner : context_.function->regions_of(inst)) {
        Walk(inner);
      }
      if (is_loop) {
        loops_.pop_back();
      }
    }
  }

  void Visit(InstId id, const Inst& inst) {
    if (inst.op == Op::Store) {
      Escape(context_.function->operand(inst, 1));
      return Write(context_.function->operand(inst, 0));
    }
    // An exchange needs nothing that was there before.
    if (inst.op == Op::AtomicRmw &&
        static_cast<kir::AtomicKind>(inst.imm) == kir::AtomicKind::Exchange) {
      return Write(context_.function->operand(inst, 0));
    }
    if (inst.op == Op::Load || inst.op == Op::AtomicRmw || inst.op == Op::AtomicCas) {
      return Read(id, context_.function->operand(inst, 0));
    }
    constexpr Op kFollowed[] = {Op::ArrayData, Op::ArrayExtent, Op::ArrayMake, Op::ArrayStride,
                                Op::ElementPtr};
    if (std::ranges::find(kFollowed, inst.op) != std::end(kFollowed)) {
      return;
    }
    // Views, variables, calls: what becomes of the array there is not followed.
    for (const InstId operand : context_.function->operands(inst)) {
      Escape(operand);
    }
  }

  ArrayUse* UseOf(InstId id) {
    for (;;) {
      const Inst& inst = context_.inst(id);
      if (IsStaticArray(inst)) {
        return &uses_.at(id);
      }
      if (inst.op != Op::ElementPtr && inst.op != Op::ArrayData && inst.op != Op::ArrayMake) {
        return nullptr;
      }
      id = context_.function->operand(inst, 0);
    }
  }

  void Escape(InstId id) {
    if (ArrayUse* use = UseOf(id)) {
      use->escapes = true;
    }
  }

  void Read(InstId id, InstId pointer) {
    ArrayUse* use = UseOf(pointer);
    if (use != nullptr && !use->written && !use->early_read.has_value()) {
      use->early_read = id;
      use->early_loops = loops_;
    }
  }

  void Write(InstId pointer) {
    ArrayUse* use = UseOf(pointer);
    if (use == nullptr) {
      return;
    }
    use->written = true;
    // An iteration before may have written what a later one reads.
    if (use->early_read.has_value() && !loops_.empty() && !use->early_loops.empty() &&
        loops_.front() == use->early_loops.front()) {
      use->early_read = InstId();
    }
  }

  void Report(InstId array, const ArrayUse& use) {
    const Inst& read = context_.inst(use.early_read);
    const Inst& made = context_.inst(array);
    const char* space = made.op == Op::SharedArray ? "shared" : "local";
    context_.emitter
        ->Build(read.range, diag::Kind::UninitializedArray, context_.text(read.range), space)
        .Label(made.range, "its elements hold anything at first")
        .Help(made.op == Op::SharedArray
                  ? "write to it first, and call `cuda.syncthreads()` before other threads read"
                  : "write to its elements first")
        .Emit();
  }

  const Context& context_;
  std::map<InstId, ArrayUse> uses_;
  std::vector<InstId> loops_;
};

}  // namespace

void CheckUninitialized(const Context& context) { UninitializedChecker(context).Run(); }

}  // namespace kernelc::lint
