#include "compiler/passes/barrier_tails.h"

#include <algorithm>

#include "compiler/kir/builder.h"
#include "compiler/passes/barrier_bounds.h"
#include "compiler/passes/barrier_outer.h"
#include "compiler/passes/barrier_plan.h"
#include "compiler/passes/barrier_variance.h"

namespace kernelc::passes {
namespace {

using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

bool HoldsSync(const kir::Function& function, RegionId region) {
  const auto& insts = function.region(region).insts;
  return std::any_of(insts.begin(), insts.end(), [&](InstId id) {
    const Inst& inst = function.inst(id);
    const auto regions = function.regions_of(inst);
    return IsBlockSync(inst) || IsWarpSync(inst) ||
           std::any_of(regions.begin(), regions.end(), [&](RegionId nested) { return HoldsSync(function, nested); });
  });
}

// An `if` without an `else` that synchronises.
bool IsTail(const kir::Function& function, const Inst& inst) {
  return inst.op == Op::If && inst.type == types::kVoid && function.region(function.region_of(inst, 1)).insts.empty() &&
         HoldsSync(function, function.region_of(inst, 0));
}

// The last operation of the kernel, but for a return, where it is one; else none.
InstId TailOf(const kir::Function& function) {
  const auto& insts = function.region(function.body).insts;
  auto last = insts.rbegin();
  while (last != insts.rend() && function.inst(*last).op == Op::Return) {
    ++last;
  }
  return last != insts.rend() && IsTail(function, function.inst(*last)) ? *last : InstId();
}

// The same of a region in which nothing but values of it stand in front.
InstId OnlyTailOf(const kir::Function& function, RegionId region) {
  const auto& insts = function.region(region).insts;
  const bool is_only =
      !insts.empty() && IsTail(function, function.inst(insts.back())) &&
      std::all_of(insts.begin(), insts.end() - 1, [&](InstId id) { return IsPure(function.inst(id)); });
  return is_only ? insts.back() : InstId();
}

// The condition holds for a box of threads, and not for all or none of the block's.
bool IsBox(const kir::Function& function, const std::vector<Variance>& variance, InstId condition) {
  OuterValues is_outer(function);
  for (std::uint32_t i = 0; i < variance.size(); ++i) {
    if (variance[i] == kUniform) {
      is_outer.Add(InstId(i));
    }
  }
  return variance[condition.index] != kUniform &&
         CollectBounds({&function, &variance, &is_outer}, condition, false).has_value();
}

}  // namespace

bool ReturnBeforeTails(kir::Module& module, kir::Function& function) {
  const InstId tail = TailOf(function);
  if (!tail.has_value()) {
    return false;
  }
  const std::vector<Variance> variance = ComputeVariance(module, function);
  InstId condition = function.operand(function.inst(tail), 0);
  if (!IsBox(function, variance, condition)) {
    return false;
  }
  // What is computed in front of the return.
  kir::Builder builder(module, function);
  builder.set_range(function.inst(tail).range);
  const RegionId front = builder.NewRegion();
  builder.set_insertion_region(front);
  RegionId rest = function.region_of(function.inst(tail), 0);
  for (InstId inner = OnlyTailOf(function, rest);
       inner.has_value() && IsBox(function, variance, function.operand(function.inst(inner), 0));
       inner = OnlyTailOf(function, rest)) {
    const auto& values = function.region(rest).insts;
    function.region(front).insts.insert(function.region(front).insts.end(), values.begin(), values.end() - 1);
    condition = builder.Binary(Op::And, condition, function.operand(function.inst(inner), 0));
    rest = function.region_of(function.inst(inner), 0);
  }
  const InstId negated = builder.Append(Op::LogicalNot, types::kBool, {condition});
  const RegionId leaves = builder.NewRegion();
  builder.set_insertion_region(leaves);
  builder.Append(Op::Return, types::kVoid, std::span<const InstId>());
  const RegionId nothing = builder.NewRegion();
  const RegionId branch = builder.NewRegion();
  builder.set_insertion_region(branch);
  builder.If(negated, leaves, nothing);

  auto& insts = function.region(function.body).insts;
  auto place = insts.erase(std::find(insts.begin(), insts.end(), tail));
  for (const RegionId region : {front, branch, rest}) {
    const auto& part = function.region(region).insts;
    place = insts.insert(place, part.begin(), part.end()) + static_cast<std::ptrdiff_t>(part.size());
  }
  return true;
}

}  // namespace kernelc::passes
