#include "compiler/codegen/cpu/lane_arrays.h"

#include "compiler/codegen/llvm/kernel_info.h"
#include "compiler/kir/static_array.h"

namespace kernelc::codegen {

namespace {

using kir::Inst;
using kir::InstId;
using kir::Op;

// Of the narrowest group: what its arrays may take of a cache that is next to the core.
constexpr std::uint64_t kMaxGroupBytes = 32768;

class LaneArrays {
 public:
  LaneArrays(const kir::Module& module, const kir::Function& kernel)
      : module_(module), kernel_(kernel), found_(kernel.insts.size()) {}

  std::vector<bool> Find() {
    Visit(kernel_.body, 0);
    if (any_) {
      DropOthers(kernel_.body);
    }
    return std::move(found_);
  }

 private:
  // `width`: lanes of the group whose memory stands here, 0 elsewhere.
  void Visit(kir::RegionId region, std::uint64_t width) {
    for (const InstId id : kernel_.region(region).insts) {
      const Inst& inst = kernel_.inst(id);
      if (inst.op == Op::LocalArray && width != 0 && IsSmall(inst, width)) {
        found_[id.index] = true;
        any_ = true;
      }
      const bool threads = inst.op == Op::ThreadLoop || inst.op == Op::LaneLoop;
      const std::uint64_t inner = inst.op == Op::GroupLoop ? static_cast<std::uint64_t>(inst.imm) : width;
      for (const kir::RegionId nested : kernel_.regions_of(inst)) {
        Visit(nested, threads ? 0 : inner);
      }
    }
  }

  bool IsSmall(const Inst& inst, std::uint64_t width) const {
    const types::Type& type = module_.types.get(inst.type);
    return types::IsScalar(type.element) && !types::IsComplex(type.element) && type.ndim > 0 &&
           kir::StaticAlign(kernel_, inst) == kir::kLeastArrayAlign &&
           StaticArrayBytes(module_, kernel_, inst) * width <= kMaxGroupBytes;
  }

  // Who takes the whole array, or a piece of it from an element on, would look for elements one behind the other.
  void DropOthers(kir::RegionId region) {
    for (const InstId id : kernel_.region(region).insts) {
      const Inst& inst = kernel_.inst(id);
      const auto operands = kernel_.operands(inst);
      for (std::size_t i = 0; i < operands.size(); ++i) {
        const InstId used = operands[i];
        const Inst& definition = kernel_.inst(used);
        if (found_[used.index]) {
          found_[used.index] = (inst.op == Op::ElementPtr && i == 0) || inst.op == Op::ArrayExtent;
        } else if (definition.op == Op::ElementPtr && !UsesElement(inst, i)) {
          found_[kernel_.operand(definition, 0).index] = false;
        }
      }
      for (const kir::RegionId nested : kernel_.regions_of(inst)) {
        DropOthers(nested);
      }
    }
  }

  // The operand is the place of one element.
  static bool UsesElement(const Inst& inst, std::size_t operand) {
    return operand == 0 && (inst.op == Op::Load || inst.op == Op::Store || inst.op == Op::AtomicRmw ||
                            inst.op == Op::AtomicCas);
  }

  const kir::Module& module_;
  const kir::Function& kernel_;
  std::vector<bool> found_;
  bool any_ = false;
};

}  // namespace

std::vector<bool> FindLaneArrays(const kir::Module& module, const kir::Function& kernel) {
  return LaneArrays(module, kernel).Find();
}

}  // namespace kernelc::codegen
