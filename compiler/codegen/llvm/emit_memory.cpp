// Slots, arrays, loads and stores.
#include <limits>

#include "compiler/codegen/llvm/debug_info.h"
#include "compiler/codegen/llvm/emit.h"
#include "compiler/codegen/llvm/kernel_info.h"
#include "compiler/codegen/llvm/uncut.h"
#include "compiler/kir/static_array.h"

namespace kernelc::codegen {

using types::Layout;

llvm::Value* EmitSlot(FunctionContext& fn, kir::InstId id, const kir::Inst& inst) {
  // A name that is read before it is set is zero in the language.
  llvm::Type* type = fn.types().Register(inst.type);
  llvm::Value* slot = fn.hooks().CreateSlot(fn, id, type);
  fn.builder().CreateStore(llvm::Constant::getNullValue(type), slot);
  if (DebugInfo* debug = fn.module().debug_info()) {
    debug->DeclareVariable(fn.builder(), fn.function(), fn.kir_function().text_of(inst), inst.type,
                           slot);
  }
  return slot;
}

llvm::Value* EmitSlotLoad(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  return fn.builder().CreateLoad(fn.types().Register(inst.type), fn.operand(inst, 0));
}

llvm::Value* EmitSlotStore(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  fn.builder().CreateStore(fn.operand(inst, 1), fn.operand(inst, 0));
  return nullptr;
}

llvm::Value* ArrayExtentOf(FunctionContext& fn, llvm::Value* array, unsigned dim) {
  return fn.Field(array, ArrayExtentField(dim));
}

llvm::Value* ArrayStrideOf(FunctionContext& fn, llvm::Value* array, TypeId type_id, unsigned dim) {
  const types::Type& type = fn.type(type_id);
  if (type.layout == Layout::A) {
    return fn.Field(array, ArrayStrideField(type.ndim, dim));
  }
  llvm::Value* stride = fn.Int64(fn.types().MemorySize(type.element));
  const unsigned first = type.layout == Layout::C ? dim + 1 : 0;
  const unsigned last = type.layout == Layout::C ? type.ndim : dim;
  for (unsigned d = first; d < last; ++d) {
    stride = fn.builder().CreateMul(stride, ArrayExtentOf(fn, array, d), "", true, true);
  }
  return stride;
}

llvm::Value* EmitArrayData(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  return fn.Field(fn.operand(inst, 0), kArrayDataField);
}

llvm::Value* EmitArrayExtent(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  return ArrayExtentOf(fn, fn.operand(inst, 0), static_cast<unsigned>(inst.imm));
}

llvm::Value* EmitArrayStride(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  return ArrayStrideOf(fn, fn.operand(inst, 0), fn.operand_type(inst, 0),
                       static_cast<unsigned>(inst.imm));
}

llvm::Value* EmitArrayMake(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  std::vector<llvm::Value*> parts;
  for (kir::InstId operand : fn.kir_function().operands(inst)) {
    parts.push_back(fn.value(operand));
  }
  const types::Type& type = fn.type(inst.type);
  parts[0] = fn.builder().CreateAddrSpaceCast(parts[0], fn.types().Pointer(type.space));
  return fn.Struct(fn.types().Register(inst.type), parts);
}

llvm::Value* MakeStaticArray(FunctionContext& fn, TypeId type_id, llvm::Value* data,
                             std::span<const std::int64_t> extents) {
  const types::Type& type = fn.type(type_id);
  KC_CHECK(type.layout != Layout::A && extents.size() == type.ndim,
           "a static array is contiguous and has an extent for each dimension");
  std::vector<llvm::Value*> parts;
  parts.push_back(fn.builder().CreateAddrSpaceCast(data, fn.types().Pointer(type.space)));
  for (std::int64_t extent : extents) {
    parts.push_back(fn.Int64(static_cast<std::uint64_t>(extent)));
  }
  return fn.Struct(fn.types().Register(type_id), parts);
}

llvm::Value* EmitDynamicSharedArray(FunctionContext& fn, kir::InstId id, const kir::Inst& inst) {
  const types::Type& type = fn.type(inst.type);
  KC_CHECK(type.ndim == 1, "a dynamic shared array has one dimension");
  llvm::Value* bytes = fn.hooks().EmitDynamicSharedBytes(fn);
  llvm::Value* extent =
      fn.builder().CreateUDiv(bytes, fn.Int64(fn.types().MemorySize(type.element)));
  llvm::Value* data = fn.builder().CreateAddrSpaceCast(fn.hooks().EmitDynamicSharedData(fn, id),
                                                       fn.types().Pointer(type.space));
  return fn.Struct(fn.types().Register(inst.type), std::vector<llvm::Value*>{data, extent});
}

namespace {

std::span<const std::int64_t> ExtentsOf(FunctionContext& fn, const kir::Inst& inst) {
  return kir::StaticExtents(fn.kir_function(), inst);
}

llvm::Align AlignOf(FunctionContext& fn, const kir::Inst& inst) {
  return llvm::Align(kir::StaticAlign(fn.kir_function(), inst));
}

}  // namespace

llvm::Value* EmitConstArray(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  const kir::ConstantId id(static_cast<std::uint32_t>(inst.imm));
  return MakeStaticArray(fn, inst.type, fn.module().Constant(id),
                         fn.module().kir_module().constant(id).extents);
}

llvm::Value* EmitSharedArray(FunctionContext& fn, kir::InstId id, const kir::Inst& inst) {
  const std::uint64_t bytes = StaticArrayBytes(fn.module().kir_module(), fn.kir_function(), inst);
  llvm::Value* data = fn.hooks().EmitSharedArrayData(fn, id, bytes, AlignOf(fn, inst));
  return MakeStaticArray(fn, inst.type, data, ExtentsOf(fn, inst));
}

llvm::Value* EmitLocalArray(FunctionContext& fn, kir::InstId id, const kir::Inst& inst) {
  const std::uint64_t bytes = StaticArrayBytes(fn.module().kir_module(), fn.kir_function(), inst);
  llvm::Value* data = fn.hooks().EmitLocalArrayData(fn, id, bytes, AlignOf(fn, inst));
  return MakeStaticArray(fn, inst.type, data, ExtentsOf(fn, inst));
}

namespace {

// Computes the address of an element. Every index is in bounds (or the program undefined), so that
// after the wraparound of negative indices all values are non-negative and nothing overflows.
class ElementAddress {
 public:
  ElementAddress(FunctionContext& fn, const kir::Inst& inst)
      : fn_(fn),
        inst_(inst),
        array_(fn.operand(inst, 0)),
        array_type_(fn.operand_type(inst, 0)),
        type_(fn.type(array_type_)),
        width_(UsesIndex32() ? fn.types().int32() : fn.types().int64()) {}

  llvm::Value* Emit() {
    llvm::IRBuilder<>& builder = fn_.builder();
    llvm::Value* data = fn_.Field(array_, kArrayDataField);
    if (type_.ndim == 0) {
      return data;
    }
    const llvm::GEPNoWrapFlags flags =
        type_.layout == Layout::A
            ? llvm::GEPNoWrapFlags::inBounds()
            : llvm::GEPNoWrapFlags::inBounds() | llvm::GEPNoWrapFlags::noUnsignedWrap();
    if (type_.layout == Layout::A) {
      return builder.CreateGEP(builder.getInt8Ty(), data, StridedOffset(), "", flags);
    }
    llvm::Value* offset = Widen(LinearIndex());
    const std::uint64_t spacing =
        fn_.hooks().ElementSpacing(fn_, fn_.kir_function().operand(inst_, 0));
    if (spacing != 1) {
      offset = builder.CreateMul(offset, fn_.Int64(spacing), "", true, true);
    }
    return builder.CreateGEP(fn_.types().Memory(type_.element), data, offset, "", flags);
  }

 private:
  // 32 bits pay where the array is known small and the indices are that narrow already: LLVM turns
  // truncated 64-bit ones into wide arithmetic with masks.
  bool UsesIndex32() const {
    if (!fn_.hooks().UsesIndex32() || type_.layout == Layout::A) {
      return false;
    }
    for (std::uint32_t i = 1; i <= type_.ndim; ++i) {
      if (types::scalar_bits(fn_.operand_type(inst_, i)) > 32) {
        return false;
      }
    }
    const kir::InstId array = fn_.kir_function().operand(inst_, 0);
    if (const kir::ParamFacts* facts = fn_.ParamFactsOf(array)) {
      return facts->array.small;
    }
    const kir::Inst& definition = fn_.kir_function().inst(array);
    if (!IsStaticArray(definition)) {
      return false;
    }
    return StaticArrayBytes(fn_.module().kir_module(), fn_.kir_function(), definition) <=
           std::numeric_limits<std::int32_t>::max();
  }

  llvm::Value* Extent(unsigned dim) {
    llvm::Value* extent = ArrayExtentOf(fn_, array_, dim);
    return fn_.builder().CreateTrunc(extent, width_, "", true, true);
  }

  // Index `dim` as a non-negative value of width_.
  llvm::Value* Index(unsigned dim) {
    llvm::IRBuilder<>& builder = fn_.builder();
    llvm::Value* index = fn_.operand(inst_, dim + 1);
    const TypeId type = fn_.operand_type(inst_, dim + 1);
    const bool may_be_negative = (static_cast<std::uint64_t>(inst_.imm) >> dim & 1u) != 0;
    const bool is_signed = types::IsSigned(type);
    const unsigned from = index->getType()->getIntegerBitWidth();
    if (from > width_->getBitWidth()) {
      index = builder.CreateTrunc(index, width_, "", !may_be_negative, is_signed);
    } else if (llvm::Value* uncut = UncutInteger(index, width_, is_signed)) {
      index = uncut;
    } else if (is_signed && may_be_negative) {
      index = builder.CreateSExt(index, width_);
    } else {
      index = builder.CreateZExt(index, width_, "", is_signed);
    }
    if (!may_be_negative || !is_signed) {
      return index;
    }
    llvm::Value* negative = builder.CreateICmpSLT(index, llvm::ConstantInt::get(width_, 0));
    return builder.CreateSelect(negative, builder.CreateNSWAdd(index, Extent(dim)), index);
  }

  llvm::Value* LinearIndex() {
    llvm::IRBuilder<>& builder = fn_.builder();
    const bool c = type_.layout == Layout::C;
    llvm::Value* linear = nullptr;
    for (unsigned i = 0; i < type_.ndim; ++i) {
      const unsigned dim = c ? i : type_.ndim - 1u - i;
      llvm::Value* index = Index(dim);
      if (linear != nullptr) {
        llvm::Value* scaled = builder.CreateMul(linear, Extent(dim), "", true, true);
        index = builder.CreateAdd(scaled, index, "", true, true);
      }
      linear = index;
    }
    return linear;
  }

  llvm::Value* StridedOffset() {
    llvm::IRBuilder<>& builder = fn_.builder();
    llvm::Value* offset = nullptr;
    for (unsigned dim = 0; dim < type_.ndim; ++dim) {
      llvm::Value* stride = ArrayStrideOf(fn_, array_, array_type_, dim);
      llvm::Value* step = builder.CreateNSWMul(Index(dim), stride);
      offset = offset == nullptr ? step : builder.CreateNSWAdd(offset, step);
    }
    return offset;
  }

  llvm::Value* Widen(llvm::Value* linear) {
    return fn_.builder().CreateZExt(linear, fn_.types().int64(), "", true);
  }

  FunctionContext& fn_;
  const kir::Inst& inst_;
  llvm::Value* array_;
  TypeId array_type_;
  const types::Type& type_;
  llvm::IntegerType* width_;
};

}  // namespace

llvm::Value* EmitElementPtr(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  return ElementAddress(fn, inst).Emit();
}

llvm::Value* EmitLoad(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  return fn.LoadFrom(fn.operand(inst, 0), inst.type,
                     fn.types().ElementAlign(fn.type(fn.operand_type(inst, 0))));
}

llvm::Value* EmitStore(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  fn.StoreTo(fn.operand(inst, 1), fn.operand(inst, 0), fn.operand_type(inst, 1),
             fn.types().ElementAlign(fn.type(fn.operand_type(inst, 0))));
  return nullptr;
}

llvm::Value* EmitFieldPtr(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  const types::Type& record = fn.type(fn.type(fn.operand_type(inst, 0)).element);
  const std::uint32_t offset = record.fields[static_cast<std::size_t>(inst.imm)].offset;
  return fn.builder().CreateConstInBoundsGEP1_64(fn.builder().getInt8Ty(), fn.operand(inst, 0),
                                                 offset);
}

llvm::Value* EmitRecordCopy(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  const types::Type& to = fn.type(fn.operand_type(inst, 0));
  const types::Type& from = fn.type(fn.operand_type(inst, 1));
  fn.builder().CreateMemCpy(fn.operand(inst, 0), fn.types().ElementAlign(to), fn.operand(inst, 1),
                            fn.types().ElementAlign(from), fn.types().MemorySize(to.element));
  return nullptr;
}

}  // namespace kernelc::codegen
