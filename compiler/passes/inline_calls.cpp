#include "compiler/passes/inline_calls.h"

#include <utility>

#include "compiler/kir/analysis/control.h"
#include "compiler/kir/analysis/synchronisation.h"
#include "compiler/kir/overlap.h"
#include "compiler/passes/inline_body.h"
#include "compiler/passes/inline_loops.h"
#include "compiler/passes/known_overlaps.h"

namespace kernelc::passes {
namespace {

using kir::Function;
using kir::FunctionId;
using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

// Which calls go.
enum class Wanted : std::uint8_t {
  // Those that a back end cannot take.
  Impossible,
  // Those that ask whether arrays overlap.
  Questions,
  // Those of functions with loops.
  Loops,
};

// Operations of a function with loops whose code goes in the place of its calls.
constexpr std::size_t kMaxLoopOperations = 400;
// And of the caller with it.
constexpr std::size_t kMaxCallerOperations = 4000;

class CallInliner {
 public:
  CallInliner(kir::Module& module, Wanted wanted)
      : module_(module),
        wanted_(wanted),
        synchronises_(kir::FindSynchronisation(module)),
        states_(module.functions.size()),
        placed_(module.functions.size()),
        origins_(module.functions.size()) {}

  void Run() {
    for (std::uint32_t i = 0; i < module_.functions.size(); ++i) {
      Visit(i);
    }
  }

 private:
  enum class State : std::uint8_t { New, Open, Done };

  // Callees come first, so that one round is enough.
  void Visit(std::uint32_t index) {
    if (states_[index] != State::New) {
      return;
    }
    states_[index] = State::Open;
    Function& function = module_.functions[index];
    kir::ForEachInst(function, function.body, [&](InstId, const Inst& inst) {
      if (inst.op == Op::Call) {
        Visit(static_cast<std::uint32_t>(inst.imm));
      }
    });
    InlinedParts parts;
    const std::size_t region_count = function.regions.size();
    for (std::size_t i = 0; i < region_count; ++i) {
      RewriteRegion(index, RegionId(i), &parts);
    }
    PlaceParts(function, parts);
    states_[index] = State::Done;
  }

  void RewriteRegion(std::uint32_t index, RegionId region, InlinedParts* parts) {
    Function& function = module_.functions[index];
    const std::vector<InstId> insts = function.region(region).insts;
    std::vector<InstId> rewritten;
    for (const InstId id : insts) {
      const Inst& inst = function.inst(id);
      const auto callee = static_cast<std::uint32_t>(inst.imm);
      if (inst.op != Op::Call || !ShouldInline(function, callee)) {
        rewritten.push_back(id);
        continue;
      }
      const RegionId target = function.AddRegion();
      const bool has_result = InlineBody(function, id, module_.functions[callee], callee, target,
                                         &placed_[index], origins_[callee], parts);
      const std::vector<InstId>& body = function.region(target).insts;
      rewritten.insert(rewritten.end(), body.begin(), body.end());
      if (has_result) {
        rewritten.push_back(id);
      }
    }
    function.region(region).insts = std::move(rewritten);
    for (const auto& [origin, id] : placed_[index]) {
      origins_[index].insert_or_assign(id.index, origin);
    }
  }

  bool ShouldInline(const Function& caller, std::uint32_t callee) const {
    if (states_[callee] != State::Done) {
      return false;
    }
    const Function& function = module_.functions[callee];
    if (wanted_ == Wanted::Loops) {
      return function.insts.size() <= kMaxLoopOperations &&
             caller.insts.size() + function.insts.size() <= kMaxCallerOperations &&
             HasLoops(callee);
    }
    if ((function.name == kir::kOverlapQuestion) != (wanted_ == Wanted::Questions)) {
      return false;
    }
    bool inlines = synchronises_[callee];
    for (const kir::Param& param : function.params) {
      inlines = inlines || TakesBlockMemory(param.type);
    }
    kir::ForEachInst(function, function.body, [&inlines](InstId, const Inst& inst) {
      inlines = inlines || inst.op == Op::SharedArray || inst.op == Op::DynamicSharedArray;
    });
    return inlines;
  }

  // Of one thread's own: not those in which it waits for others, nor of functions that call
  // themselves.
  bool HasLoops(std::uint32_t index) const {
    const Function& function = module_.functions[index];
    bool loops = false;
    bool stays = false;
    kir::ForEachInst(function, function.body, [&](InstId, const Inst& inst) {
      loops = loops || IsLoop(inst);
      stays = stays || inst.op == Op::WaitTurn ||
              (inst.op == Op::Call && inst.imm == static_cast<std::int64_t>(index));
    });
    return loops && !stays;
  }

  bool TakesBlockMemory(TypeId id) const {
    const types::Type& type = module_.types.get(id);
    bool takes =
        (type.kind == types::TypeKind::Array || type.kind == types::TypeKind::Pointer) &&
        (type.space == types::AddressSpace::Shared || type.space == types::AddressSpace::Local);
    for (const TypeId element : type.elements) {
      takes = takes || TakesBlockMemory(element);
    }
    return takes;
  }

  static void PlaceParts(Function& function, const InlinedParts& parts) {
    std::vector<InstId>& body = function.region(function.body).insts;
    auto place = body.begin();
    while (place != body.end() && function.inst(*place).op == Op::Slot) {
      ++place;
    }
    std::vector<InstId> added = parts.slots;
    added.insert(added.end(), parts.shared_arrays.begin(), parts.shared_arrays.end());
    body.insert(place, added.begin(), added.end());
  }

  kir::Module& module_;
  const Wanted wanted_;
  const std::vector<bool> synchronises_;
  std::vector<State> states_;
  // By function: where it holds the shared array of an origin, and the origins of those that came
  // by inlining.
  std::vector<std::map<SharedOrigin, InstId>> placed_;
  std::vector<std::map<std::uint32_t, SharedOrigin>> origins_;
};

void MarkReached(const kir::Module& module, std::uint32_t index, std::vector<bool>* reached) {
  if ((*reached)[index]) {
    return;
  }
  (*reached)[index] = true;
  const Function& function = module.functions[index];
  kir::ForEachInst(function, function.body, [&](InstId, const Inst& inst) {
    if (inst.op == Op::Call) {
      MarkReached(module, static_cast<std::uint32_t>(inst.imm), reached);
    }
  });
}

// A module that nobody can call keeps everything.
void RemoveUnusedFunctions(kir::Module& module) {
  std::vector<bool> reached(module.functions.size());
  bool has_entry = false;
  for (std::uint32_t i = 0; i < module.functions.size(); ++i) {
    if (kir::IsEntry(module.functions[i])) {
      has_entry = true;
      MarkReached(module, i, &reached);
    }
  }
  if (!has_entry) {
    return;
  }
  std::vector<std::int64_t> numbers(module.functions.size());
  std::deque<Function> kept;
  for (std::size_t i = 0; i < module.functions.size(); ++i) {
    if (reached[i]) {
      numbers[i] = static_cast<std::int64_t>(kept.size());
      kept.push_back(std::move(module.functions[i]));
    }
  }
  module.functions = std::move(kept);
  for (Function& function : module.functions) {
    for (Inst& inst : function.insts) {
      if (inst.op == Op::Call) {
        inst.imm = numbers[static_cast<std::size_t>(inst.imm)];
      }
    }
  }
}

}  // namespace

void InlineCalls(kir::Module& module) {
  CallInliner(module, Wanted::Impossible).Run();
  DropKnownOverlaps(module);
  CallInliner(module, Wanted::Questions).Run();
  RemoveUnusedFunctions(module);
}

void InlineLoops(kir::Module& module) {
  CallInliner(module, Wanted::Loops).Run();
  RemoveUnusedFunctions(module);
}

}  // namespace kernelc::passes
