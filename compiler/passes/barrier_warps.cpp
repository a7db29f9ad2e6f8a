#include "compiler/passes/barrier_warps.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "compiler/kir/analysis/synchronisation.h"
#include "compiler/kir/builder.h"
#include "compiler/passes/barrier_forward.h"
#include "compiler/passes/barrier_outer.h"
#include "compiler/passes/loop_versions.h"

namespace kernelc::passes {
namespace {

using kir::ComparePredicate;
using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

constexpr std::int64_t kWarpSize = 32;
// Loops over threads of a kernel beyond which there are no more versions: only so many become vectors.
constexpr std::size_t kMaxLoops = 20;

// What a `shfl_xor` asks, as Splitter::ShuffleSource writes it, and what its distance is converted from, which is known
// in front of the loop.
struct Question {
  // `lane ^ by >= 0`, `lane ^ by < 32`, `source < threads of the block`
  InstId tests[3];
  InstId by;
};

class WarpVersions {
 public:
  // `waiting`: see FindWaiting.
  WarpVersions(kir::Module& module, kir::Function& function, const std::vector<bool>& waiting)
      : module_(module), function_(function), waiting_(waiting), is_outer_(function) {}

  void Run() {
    FindLoops(function_.body);
    for (const auto& [loop, region] : loops_) {
      if (count_ < kMaxLoops) {
        Consider(loop, region);
      }
    }
  }

 private:
  void FindLoops(RegionId region) {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      is_outer_.Add(id);
      if (inst.op == Op::ThreadLoop) {
        ++count_;
        loops_.emplace_back(id, region);
        continue;
      }
      for (const RegionId nested : function_.regions_of(inst)) {
        FindLoops(nested);
      }
    }
  }

  void Consider(InstId loop, RegionId region) {
    const RegionId body = function_.region_of(function_.inst(loop), 0);
    const std::vector<Question> questions = QuestionsOf(body);
    if (!questions.empty() && MayHaveThreadVersions(function_, body, waiting_)) {
      ++count_;
      Version(loop, region, questions);
    }
  }

  std::vector<Question> QuestionsOf(RegionId body) const {
    std::vector<Question> questions;
    for (const InstId id : function_.region(body).insts) {
      const Inst& inst = function_.inst(id);
      if (inst.op != Op::If || inst.type == types::kVoid) {
        continue;
      }
      const auto& read = function_.region(function_.region_of(inst, 0)).insts;
      const Inst& valid = function_.inst(function_.operand(inst, 0));
      if (read.empty() || function_.inst(read[0]).op != Op::ThreadSlotAt || valid.op != Op::And) {
        continue;
      }
      const InstId source = function_.operand(function_.inst(read[0]), 1);
      const InstId has_thread = function_.operand(valid, 1);
      const Inst& test = function_.inst(has_thread);
      const Inst& lanes = function_.inst(function_.operand(valid, 0));
      const InstId by = DistanceOf(function_.inst(source));
      if (IsLess(test) && function_.operand(test, 0) == source && CountsThreads(function_.operand(test, 1)) &&
          lanes.op == Op::And && by.has_value()) {
        questions.push_back({{function_.operand(lanes, 0), function_.operand(lanes, 1), has_thread}, by});
      }
    }
    return questions;
  }

  // Of `number ^ convert(distance)`.
  InstId DistanceOf(const Inst& source) const {
    if (source.op != Op::Xor) {
      return {};
    }
    const Inst& by = function_.inst(function_.operand(source, 1));
    const bool known = by.op == Op::Convert && is_outer_(function_.operand(by, 0));
    return known ? function_.operand(by, 0) : InstId();
  }

  static bool IsLess(const Inst& inst) {
    return inst.op == Op::Compare && static_cast<ComparePredicate>(inst.imm) == ComparePredicate::Lt;
  }

  // Of the block: the product of the three directions'.
  bool CountsThreads(InstId id) const {
    const Inst& inst = function_.inst(id);
    return inst.op == Op::ThreadCount ||
           (inst.op == Op::Mul && CountsThreads(function_.operand(inst, 0)) &&
            CountsThreads(function_.operand(inst, 1)));
  }

  // loop  =>  if whole warps { copy of loop that does not ask } else { loop }
  void Version(InstId loop, RegionId region, const std::vector<Question>& questions) {
    kir::Builder builder(module_, function_);
    builder.set_range(function_.inst(loop).range);
    const RegionId place = builder.NewRegion();
    builder.set_insertion_region(place);
    InstId threads;
    for (unsigned dim = 0; dim < 3; ++dim) {
      const InstId count = builder.Append(Op::ThreadCount, types::kInt64, {}, dim);
      threads = threads.has_value() ? builder.Binary(Op::Mul, threads, count) : count;
    }
    const InstId zero = builder.ConstInt(types::kInt64, 0);
    const InstId lanes = builder.ConstInt(types::kInt64, kWarpSize - 1);
    InstId whole = builder.Compare(ComparePredicate::Eq, builder.Binary(Op::And, threads, lanes), zero);
    for (const Question& question : questions) {
      const InstId by = builder.Convert(question.by, types::kInt64);
      const InstId above = builder.Binary(Op::And, by, builder.ConstInt(types::kInt64, -kWarpSize));
      whole = builder.Binary(Op::And, whole, builder.Compare(ComparePredicate::Eq, above, zero));
    }
    const kir::ValueMap values = BranchToCopy(builder, function_, whole, loop);
    for (const Question& question : questions) {
      for (const InstId test : question.tests) {
        Answer(values.at(test));
      }
    }
    ReplaceBy(function_, region, loop, place);
  }

  // The test is `true`.
  void Answer(InstId test) {
    Inst& inst = function_.inst(test);
    inst.op = Op::ConstInt;
    inst.imm = 1;
    inst.operands = {};
  }

  kir::Module& module_;
  kir::Function& function_;
  const std::vector<bool>& waiting_;
  OuterValues is_outer_;
  // Loops over threads, with the regions that they stand in; how many there are, versions too.
  std::vector<std::pair<InstId, RegionId>> loops_;
  std::size_t count_ = 0;
};

bool HoldsShuffles(const kir::Function& function) {
  return std::any_of(function.insts.begin(), function.insts.end(),
                     [](const Inst& inst) { return inst.op == Op::ThreadSlotAt; });
}

}  // namespace

void VersionThreadLoopsByWarps(kir::Module& module) {
  std::vector<bool> waiting;
  for (kir::Function& function : module.functions) {
    if (function.kind == kir::FunctionKind::Kernel && HoldsShuffles(function)) {
      if (waiting.empty()) {
        waiting = kir::FindWaiting(module);
      }
      WarpVersions(module, function, waiting).Run();
      RemoveDeadValues(function);
    }
  }
}

}  // namespace kernelc::passes
