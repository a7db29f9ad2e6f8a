#include "compiler/passes/async_copies.h"

#include <span>
#include <utility>
#include <vector>

#include "compiler/builtins/builtins.h"
#include "compiler/kir/builder.h"
#include "compiler/passes/warp_group_product.h"

namespace kernelc::passes {
namespace {

using builtins::BuiltinId;
using kir::Builder;
using kir::Function;
using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

// Bytes that a copy writes; 0 for what is no copy.
std::uint32_t CopiedBytes(BuiltinId id) {
  return id == BuiltinId::CopyAsync4    ? 4
         : id == BuiltinId::CopyAsync8  ? 8
         : id == BuiltinId::CopyAsync16 ? 16
                                        : 0;
}

class CopyLowering {
 public:
  CopyLowering(kir::Module& module, Function& function)
      : function_(function), builder_(module, function) {}

  void Visit(RegionId region) {
    const std::vector<InstId> insts = std::exchange(function_.region(region).insts, {});
    for (const InstId id : insts) {
      // A copy: the store grows.
      const Inst inst = function_.inst(id);
      if (inst.op == Op::CallBuiltin && Lower(inst, region)) {
        continue;
      }
      function_.region(region).insts.push_back(id);
      for (std::uint32_t i = 0; i < inst.regions.count; ++i) {
        Visit(function_.region_of(inst, i));
      }
    }
  }

 private:
  bool Lower(const Inst& inst, RegionId region) {
    const auto id = static_cast<BuiltinId>(inst.imm);
    if (id == BuiltinId::CopyAsyncCommit || id == BuiltinId::CopyAsyncWait ||
        id == BuiltinId::FenceProxyAsync || id == BuiltinId::WgmmaCommit ||
        id == BuiltinId::WgmmaFence || id == BuiltinId::WgmmaWait) {
      return true;
    }
    if (id == BuiltinId::Wgmma) {
      builder_.set_range(inst.range);
      builder_.set_insertion_region(region);
      const std::span<const InstId> operands = function_.operands(inst);
      LowerWarpGroupProduct(builder_, {operands.begin(), operands.end()});
      return true;
    }
    const std::uint32_t bytes = CopiedBytes(id);
    if (bytes == 0) {
      return false;
    }
    builder_.set_range(inst.range);
    builder_.set_insertion_region(region);
    const InstId to = function_.operand(inst, 0);
    const TypeId element = builder_.types().get(builder_.type_of(to)).element;
    const std::uint32_t size = types::scalar_size(element);
    const InstId targets = AsArray(to, bytes / size);
    const InstId sources = AsArray(function_.operand(inst, 1), bytes / size);
    const InstId valid = function_.operand(inst, 2);
    for (std::uint32_t i = 0; i < bytes / size; ++i) {
      builder_.set_insertion_region(region);
      const InstId value = LoadValid(sources, element, i, valid, (i + 1) * size, bytes);
      builder_.Append(Op::Store, types::kVoid, {ElementAt(targets, i), value});
    }
    return true;
  }

  InstId AsArray(InstId pointer, std::uint32_t elements) {
    const types::Type& type = builder_.types().get(builder_.type_of(pointer));
    const TypeId array = builder_.types().Array(type.element, 1, types::Layout::C, type.space);
    const InstId extent = builder_.ConstInt(types::kInt64, elements);
    return builder_.Append(Op::ArrayMake, array, {pointer, extent});
  }

  InstId ElementAt(InstId array, std::uint32_t i) {
    const InstId index = builder_.ConstInt(types::kInt64, i);
    return builder_.ElementPtr(array, {&index, 1}, 0);
  }

  // The element, or zero where it does not end within the valid bytes.
  InstId LoadValid(InstId sources, TypeId element, std::uint32_t i, InstId valid, std::uint32_t end,
                   std::uint32_t bytes) {
    const Inst& given = function_.inst(valid);
    if (given.op == Op::ConstInt && given.imm >= bytes) {
      return builder_.Load(ElementAt(sources, i));
    }
    const RegionId outside = builder_.insertion_region();
    const InstId is_valid =
        builder_.Compare(kir::ComparePredicate::Ge, valid, builder_.ConstInt(types::kInt32, end));
    const RegionId load = builder_.NewRegion();
    builder_.set_insertion_region(load);
    builder_.Append(Op::Yield, types::kVoid, {builder_.Load(ElementAt(sources, i))});
    const RegionId zero = builder_.NewRegion();
    builder_.set_insertion_region(zero);
    builder_.Append(Op::Yield, types::kVoid, {builder_.Zero(element)});
    builder_.set_insertion_region(outside);
    return builder_.If(is_valid, load, zero, element);
  }

  Function& function_;
  Builder builder_;
};

}  // namespace

void LowerAsyncCopies(kir::Module& module) {
  for (Function& function : module.functions) {
    if (!function.insts.empty()) {
      CopyLowering(module, function).Visit(function.body);
    }
  }
}

}  // namespace kernelc::passes
