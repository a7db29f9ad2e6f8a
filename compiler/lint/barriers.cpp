#include <map>
#include <optional>
#include <string>
#include <utility>

#include "compiler/builtins/builtins.h"
#include "compiler/kir/analysis/control.h"
#include "compiler/kir/analysis/synchronisation.h"
#include "compiler/lint/checks.h"

namespace kernelc::lint {
namespace {

using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

bool IsBlockBarrier(const Inst& inst) {
  if (inst.op != Op::CallBuiltin) {
    return false;
  }
  const builtins::BuiltinEffects effects =
      builtins::builtin_info(static_cast<builtins::BuiltinId>(inst.imm)).effects;
  return effects == builtins::BuiltinEffects::BlockSync ||
         effects == builtins::BuiltinEffects::GridSync;
}

// Why some threads are not here.
struct Reason {
  SourceRange range;
  const char* text = nullptr;
};

class BarrierChecker {
 public:
  BarrierChecker(const Context& context, const kir::Uniformity& uniformity,
                 const std::vector<bool>& synchronises)
      : context_(context), uniformity_(uniformity), synchronises_(synchronises) {}

  void Run() {
    FindExits(context_.function->body, false, InstId());
    Walk(context_.function->body);
  }

 private:
  // First walk: which loops some threads leave, or return from, before others.
  struct Exits {
    std::optional<Reason> left;
    std::optional<Reason> returned;
  };

  // `varies`: threads differ in whether they come to the region. Gives a return that only some
  // threads come to.
  std::optional<Reason> FindExits(RegionId region, bool varies, InstId loop) {
    std::optional<Reason> returned;
    for (const InstId id : context_.function->region(region).insts) {
      const Inst& inst = context_.inst(id);
      if (inst.op == Op::Return && varies) {
        returned = Reason{inst.range, "some threads return here"};
      } else if (inst.op == Op::Break && varies && loop.has_value()) {
        exits_[loop].left = Reason{inst.range, "some threads leave the loop here"};
      }
      const bool is_loop = IsLoop(inst);
      const bool inner_varies =
          varies || (inst.op == Op::If && Varies(inst)) || (is_loop && LoopReason(id, inst));
      for (const RegionId inner : context_.function->regions_of(inst)) {
        const std::optional<Reason> found = FindExits(inner, inner_varies, is_loop ? id : loop);
        if (found && is_loop) {
          exits_[id].returned = found;
        }
        returned = returned ? returned : found;
      }
    }
    return returned;
  }

  // Second walk: what keeps threads from where it is.
  void Walk(RegionId region) {
    for (const InstId id : context_.function->region(region).insts) {
      const Inst& inst = context_.inst(id);
      if (IsBlockBarrier(inst) ||
          (inst.op == Op::Call && synchronises_[static_cast<std::size_t>(inst.imm)])) {
        CheckBarrier(inst);
      } else if (inst.op == Op::Return && !branches_.empty()) {
        returned_ = Reason{inst.range, "some threads return here"};
      } else if (inst.op == Op::Continue && !branches_.empty() && !skipped_.empty()) {
        skipped_.back() = Reason{inst.range, "some threads go on with the next iteration here"};
      } else if (inst.op == Op::If) {
        WalkIf(inst);
      } else if (IsLoop(inst)) {
        WalkLoop(id, inst);
      }
    }
  }

  void WalkIf(const Inst& inst) {
    const bool varies = Varies(inst);
    if (varies) {
      branches_.push_back({context_.inst(context_.function->operand(inst, 0)).range,
                           "this differs from thread to thread"});
    }
    for (const RegionId region : context_.function->regions_of(inst)) {
      Walk(region);
    }
    if (varies) {
      branches_.pop_back();
    }
  }

  void WalkLoop(InstId id, const Inst& inst) {
    const std::optional<Reason> reason = LoopReason(id, inst);
    std::size_t pushed = 0;
    if (reason) {
      branches_.push_back(*reason);
      ++pushed;
    }
    const auto exits = exits_.find(id);
    if (exits != exits_.end() && exits->second.left) {
      branches_.push_back(*exits->second.left);
      ++pushed;
    }
    if (exits != exits_.end() && exits->second.returned && !returned_) {
      returned_ = exits->second.returned;
    }
    skipped_.emplace_back();
    for (const RegionId region : context_.function->regions_of(inst)) {
      Walk(region);
    }
    skipped_.pop_back();
    branches_.resize(branches_.size() - pushed);
  }

  // Why threads run the loop differently often, from its own head.
  std::optional<Reason> LoopReason(InstId id, const Inst& inst) const {
    if (!uniformity_.loop_varies[id.index]) {
      return std::nullopt;
    }
    constexpr const char* kText = "the number of iterations differs from thread to thread";
    if (inst.op == Op::ForRange) {
      for (const InstId operand : context_.function->operands(inst)) {
        if (uniformity_.varies[operand.index]) {
          const SourceRange range = context_.inst(operand).range;
          return Reason{range.has_value() ? range : inst.range, kText};
        }
      }
      return std::nullopt;
    }
    const auto& head = context_.function->region(context_.function->region_of(inst, 0)).insts;
    const InstId condition = context_.function->operand(context_.inst(head.back()), 0);
    if (!uniformity_.varies[condition.index]) {
      return std::nullopt;
    }
    return Reason{context_.inst(condition).range, kText};
  }

  bool Varies(const Inst& branch) const {
    return uniformity_.varies[context_.function->operand(branch, 0).index];
  }

  void CheckBarrier(const Inst& barrier) {
    const std::string name(context_.text(barrier.range));
    if (!branches_.empty()) {
      return Report(
          diag::Kind::BarrierInBranch, barrier.range, name, branches_.back(),
          "let all threads of the block come to it: put the condition around the work alone");
    }
    for (const std::optional<Reason>& skipped : skipped_) {
      if (skipped) {
        return Report(
            diag::Kind::BarrierInBranch, barrier.range, name, *skipped,
            "let all threads of the block come to it: put the condition around the work alone");
      }
    }
    if (returned_) {
      Report(diag::Kind::BarrierAfterReturn, barrier.range, name, *returned_,
             "let all threads come to the barrier: put the work under the condition instead of "
             "returning");
    }
  }

  void Report(diag::Kind kind, SourceRange range, const std::string& name, const Reason& reason,
              const char* help) {
    // Of a loop, its head alone.
    SourceRange place = reason.range;
    const std::size_t line_end = context_.text(place).find('\n');
    if (line_end != std::string_view::npos) {
      place.end = place.begin + static_cast<std::uint32_t>(line_end);
    }
    context_.emitter->Build(range, kind, name).Label(place, reason.text).Help(help).Emit();
  }

  const Context& context_;
  const kir::Uniformity& uniformity_;
  const std::vector<bool>& synchronises_;
  std::map<InstId, Exits> exits_;
  std::vector<Reason> branches_;
  // One a loop: a `continue` that only some threads came to in this iteration.
  std::vector<std::optional<Reason>> skipped_;
  std::optional<Reason> returned_;
};

}  // namespace

std::vector<bool> FindBlockBarriers(const kir::Module& module) {
  return kir::FindHolders(module, IsBlockBarrier);
}

void CheckBarriers(const Context& context, const kir::Uniformity& uniformity,
                   const std::vector<bool>& synchronises) {
  BarrierChecker(context, uniformity, synchronises).Run();
}

}  // namespace kernelc::lint
