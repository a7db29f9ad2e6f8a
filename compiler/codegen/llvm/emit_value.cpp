// Constants, conversions, selection, complex numbers and tuples.
#include <bit>

#include "compiler/codegen/llvm/emit.h"
#include "compiler/codegen/llvm/uncut.h"

namespace kernelc::codegen {

using types::TypeKind;

namespace {

llvm::Value* ConvertFromInteger(FunctionContext& fn, llvm::Value* value, bool is_signed,
                                llvm::Type* to, bool to_float) {
  llvm::IRBuilder<>& builder = fn.builder();
  if (to_float) {
    return is_signed ? builder.CreateSIToFP(value, to) : builder.CreateUIToFP(value, to);
  }
  llvm::Value* uncut = UncutInteger(value, to, is_signed);
  return uncut != nullptr ? uncut : builder.CreateIntCast(value, to, is_signed);
}

llvm::Value* ConvertPointer(FunctionContext& fn, llvm::Value* value, types::AddressSpace space) {
  return fn.builder().CreateAddrSpaceCast(value, fn.types().Pointer(space));
}

// To another layout, address space or readonly-ness of the same array.
llvm::Value* ConvertArray(FunctionContext& fn, llvm::Value* array, TypeId from, TypeId to) {
  const types::Type& from_type = fn.type(from);
  const types::Type& to_type = fn.type(to);
  KC_CHECK(from_type.ndim == to_type.ndim && from_type.element == to_type.element,
           "conversion between unlike arrays");
  std::vector<llvm::Value*> parts;
  parts.push_back(ConvertPointer(fn, fn.Field(array, kArrayDataField), to_type.space));
  for (unsigned dim = 0; dim < from_type.ndim; ++dim) {
    parts.push_back(ArrayExtentOf(fn, array, dim));
  }
  if (to_type.layout == types::Layout::A) {
    for (unsigned dim = 0; dim < from_type.ndim; ++dim) {
      parts.push_back(ArrayStrideOf(fn, array, from, dim));
    }
  }
  return fn.Struct(fn.types().Register(to), parts);
}

}  // namespace

llvm::Value* TruthOf(FunctionContext& fn, llvm::Value* value, TypeId type) {
  llvm::IRBuilder<>& builder = fn.builder();
  if (types::IsBool(type)) {
    return value;
  }
  if (types::IsFloat8(type)) {
    return TruthOf(fn, WidenFloat8(fn, value, type), types::kFloat32);
  }
  if (types::IsComplex(type)) {
    const TypeId part = types::ComplexElement(type);
    return builder.CreateOr(TruthOf(fn, fn.Field(value, 0), part),
                            TruthOf(fn, fn.Field(value, 1), part));
  }
  if (IsNarrowFloat(type)) {
    value = WidenNarrow(fn, value, type);
  }
  if (types::IsFloat(type)) {
    return builder.CreateFCmpUNE(value, llvm::Constant::getNullValue(value->getType()));
  }
  return builder.CreateIsNotNull(value);
}

llvm::Value* ConvertScalar(FunctionContext& fn, llvm::Value* value, TypeId from, TypeId to) {
  if (from == to) {
    return value;
  }
  llvm::IRBuilder<>& builder = fn.builder();
  if (types::IsBool(to)) {
    return TruthOf(fn, value, from);
  }
  if (types::IsFloat8(to)) {
    return RoundToFloat8(fn, value, from, to);
  }
  if (types::IsFloat8(from)) {
    return ConvertScalar(fn, WidenFloat8(fn, value, from), types::kFloat32, to);
  }
  if (types::IsComplex(to)) {
    const TypeId part = types::ComplexElement(to);
    if (types::IsComplex(from)) {
      const TypeId from_part = types::ComplexElement(from);
      return fn.MakeComplex(to, ConvertScalar(fn, fn.Field(value, 0), from_part, part),
                            ConvertScalar(fn, fn.Field(value, 1), from_part, part));
    }
    return fn.MakeComplex(to, ConvertScalar(fn, value, from, part),
                          llvm::Constant::getNullValue(fn.types().Register(part)));
  }
  if (types::IsComplex(from)) {
    // The real part; the language rejects this, generated code may ask for it.
    return ConvertScalar(fn, fn.Field(value, 0), types::ComplexElement(from), to);
  }
  if (IsNarrowFloat(to)) {
    return RoundToNarrow(fn, value, from, to);
  }
  if (IsNarrowFloat(from)) {
    return ConvertScalar(fn, WidenNarrow(fn, value, from), types::kFloat32, to);
  }
  llvm::Type* type = fn.types().Register(to);
  if (types::IsBool(from)) {
    return ConvertFromInteger(fn, value, false, type, types::IsFloat(to));
  }
  if (types::IsInteger(from)) {
    return ConvertFromInteger(fn, value, types::IsSigned(from), type, types::IsFloat(to));
  }
  if (types::IsFloat(to)) {
    return builder.CreateFPCast(value, type);
  }
  return types::IsSigned(to) ? builder.CreateFPToSI(value, type)
                             : builder.CreateFPToUI(value, type);
}

llvm::Value* EmitBitcast(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  llvm::Value* value = fn.operand(inst, 0);
  llvm::Type* type = fn.types().Register(inst.type);
  if (type->isPointerTy()) {
    if (value->getType()->isPointerTy()) {
      return fn.builder().CreateAddrSpaceCast(value, type);
    }
    return fn.builder().CreateIntToPtr(value, type);
  }
  if (value->getType()->isPointerTy()) {
    return fn.builder().CreatePtrToInt(value, type);
  }
  return fn.builder().CreateBitCast(value, type);
}

llvm::Value* EmitConstFloat(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  llvm::APFloat number(std::bit_cast<double>(inst.imm));
  llvm::Type* type = fn.types().Register(inst.type);
  bool loses_information = false;
  number.convert(type->getFltSemantics(), llvm::APFloat::rmNearestTiesToEven, &loses_information);
  return llvm::ConstantFP::get(type, number);
}

llvm::Value* EmitConstInt(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  auto* type = llvm::cast<llvm::IntegerType>(fn.types().Register(inst.type));
  return llvm::ConstantInt::get(
      fn.llvm_context(), llvm::APInt(type->getBitWidth(), static_cast<std::uint64_t>(inst.imm),
                                     /*isSigned=*/true, /*implicitTrunc=*/true));
}

llvm::Value* EmitConvert(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  llvm::Value* value = fn.operand(inst, 0);
  const TypeId from = fn.operand_type(inst, 0);
  if (types::HasScalarKind(from) && types::HasScalarKind(inst.type)) {
    return ConvertScalar(fn, value, from, inst.type);
  }
  const types::Type& to = fn.type(inst.type);
  if (to.kind == TypeKind::Array) {
    return ConvertArray(fn, value, from, inst.type);
  }
  KC_CHECK(to.kind == TypeKind::Pointer, "conversion to {}",
           types::Spell(fn.types().store(), inst.type));
  return ConvertPointer(fn, value, to.space);
}

llvm::Value* EmitParam(FunctionContext& fn, kir::InstId id, const kir::Inst& /*inst*/) {
  // Set before the body is emitted.
  return fn.value(id);
}

llvm::Value* EmitRegionArg(FunctionContext& fn, kir::InstId id, const kir::Inst& /*inst*/) {
  // Set by the operation that holds the region.
  return fn.value(id);
}

llvm::Value* EmitSelect(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  return fn.builder().CreateSelect(fn.operand(inst, 0), fn.operand(inst, 1), fn.operand(inst, 2));
}

llvm::Value* EmitZero(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  if (inst.type == types::kVoid) {
    return nullptr;
  }
  return llvm::Constant::getNullValue(fn.types().Register(inst.type));
}

llvm::Value* EmitComplexMake(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  return fn.MakeComplex(inst.type, fn.operand(inst, 0), fn.operand(inst, 1));
}

llvm::Value* EmitComplexReal(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  return fn.Field(fn.operand(inst, 0), 0);
}

llvm::Value* EmitComplexImag(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  return fn.Field(fn.operand(inst, 0), 1);
}

llvm::Value* EmitTupleGet(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  return fn.Field(fn.operand(inst, 0), static_cast<unsigned>(inst.imm));
}

llvm::Value* EmitTupleIndex(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  // Tuples are short: a chain of selections stays in registers where a table would need memory.
  llvm::Value* tuple = fn.operand(inst, 0);
  llvm::Value* index = fn.operand(inst, 1);
  const std::size_t count = fn.type(fn.operand_type(inst, 0)).elements.size();
  KC_CHECK(count > 0, "tuple_index of the empty tuple");
  llvm::Value* result = fn.Field(tuple, 0);
  for (unsigned i = 1; i < count; ++i) {
    llvm::Value* here =
        fn.builder().CreateICmpEQ(index, llvm::ConstantInt::get(index->getType(), i));
    result = fn.builder().CreateSelect(here, fn.Field(tuple, i), result);
  }
  return result;
}

llvm::Value* EmitTupleMake(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  std::vector<llvm::Value*> elements;
  for (kir::InstId operand : fn.kir_function().operands(inst)) {
    elements.push_back(fn.value(operand));
  }
  return fn.Struct(fn.types().Register(inst.type), elements);
}

}  // namespace kernelc::codegen
