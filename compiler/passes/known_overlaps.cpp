#include "compiler/passes/known_overlaps.h"

#include <utility>
#include <vector>

#include "compiler/kir/overlap.h"

namespace kernelc::passes {
namespace {

using kir::Function;
using kir::Inst;
using kir::InstId;
using kir::Module;
using kir::Op;
using kir::RegionId;
using types::AddressSpace;

class OverlapDropper {
 public:
  OverlapDropper(const Module& module, Function& function)
      : module_(module), function_(function), is_false_(function.insts.size()) {}

  void Run() { RewriteRegion(function_.body); }

 private:
  void RewriteRegion(RegionId region) {
    const std::vector<InstId> insts = std::exchange(function_.region(region).insts, {});
    RewriteInto(region, insts);
  }

  void RewriteInto(RegionId region, const std::vector<InstId>& insts) {
    for (const InstId id : insts) {
      Inst& inst = function_.inst(id);
      if (IsQuestion(inst) && AreApart(function_.operand(inst, 0), function_.operand(inst, 1))) {
        inst.op = Op::ConstInt;
        inst.operands = {};
        inst.imm = 0;
        is_false_[id.index] = true;
      }
      if (inst.op == Op::If && inst.type == types::kVoid &&
          is_false_[function_.operand(inst, 0).index]) {
        RewriteInto(region, function_.region(function_.region_of(inst, 1)).insts);
        continue;
      }
      function_.region(region).insts.push_back(id);
      for (std::uint32_t i = 0; i < inst.regions.count; ++i) {
        RewriteRegion(function_.region_of(inst, i));
      }
    }
  }

  bool IsQuestion(const Inst& inst) const {
    return inst.op == Op::Call && module_.functions[static_cast<std::size_t>(inst.imm)].name ==
                                      kir::kOverlapQuestion;
  }

  // Where an array's memory comes from, through views of it.
  InstId RootOf(InstId id) const {
    for (;;) {
      const Inst& inst = function_.inst(id);
      const bool goes_on = inst.op == Op::ArrayMake || inst.op == Op::ElementPtr ||
                           inst.op == Op::ArrayData || inst.op == Op::FieldPtr ||
                           inst.op == Op::Bitcast || inst.op == Op::Convert;
      if (!goes_on) {
        return id;
      }
      id = function_.operand(inst, 0);
    }
  }

  bool AreApart(InstId left, InstId right) const {
    const AddressSpace left_space = module_.types.get(function_.inst(left).type).space;
    const AddressSpace right_space = module_.types.get(function_.inst(right).type).space;
    if (left_space != right_space && left_space != AddressSpace::Generic &&
        right_space != AddressSpace::Generic) {
      return true;
    }
    const InstId first = RootOf(left);
    const InstId second = RootOf(right);
    return first != second && (IsApartFrom(first, second) || IsApartFrom(second, first));
  }

  // Whether what `own` names is memory that `other`, which is something else, cannot name.
  bool IsApartFrom(InstId own, InstId other) const {
    const Op other_op = function_.inst(other).op;
    const bool other_is_array = other_op == Op::LocalArray || other_op == Op::SharedArray ||
                                other_op == Op::DynamicSharedArray || other_op == Op::ConstArray;
    const bool is_param = other_op == Op::Param;
    const Op own_op = function_.inst(own).op;
    if (own_op == Op::LocalArray) {
      return other_is_array || is_param;
    }
    if (own_op == Op::SharedArray) {
      // A function that calls itself may pass its shared array on.
      return other_is_array || (is_param && kir::IsEntry(function_));
    }
    return own_op == Op::Param && is_param && function_.kind == kir::FunctionKind::Kernel &&
           function_.options.no_overlap;
  }

  const Module& module_;
  Function& function_;
  // By operation: a question that was answered.
  std::vector<bool> is_false_;
};

}  // namespace

void DropKnownOverlaps(Module& module) {
  for (Function& function : module.functions) {
    OverlapDropper(module, function).Run();
  }
}

}  // namespace kernelc::passes
