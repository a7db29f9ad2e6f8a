// Arithmetic on integers, floats and complex numbers, comparison and truth.
#include <llvm/IR/Intrinsics.h>

#include "compiler/codegen/llvm/emit.h"

namespace kernelc::codegen {

namespace {

// One row per operation that LLVM has for integers and floats.
enum class Binary : std::uint8_t { Add, Sub, Mul };

llvm::Value* EmitReal(FunctionContext& fn, Binary op, TypeId type, llvm::Value* a, llvm::Value* b) {
  llvm::IRBuilder<>& builder = fn.builder();
  if (IsNarrowFloat(type)) {
    // Every operation rounds: a product is never fused into a sum.
    llvm::IRBuilder<>::FastMathFlagGuard guard(builder);
    builder.clearFastMathFlags();
    llvm::Value* wide = EmitReal(fn, op, types::kFloat32, WidenNarrow(fn, a, type),
                                 WidenNarrow(fn, b, type));
    return RoundToNarrow(fn, wide, types::kFloat32, type);
  }
  if (types::IsFloat(type)) {
    switch (op) {
      case Binary::Add:
        return builder.CreateFAdd(a, b);
      case Binary::Sub:
        return builder.CreateFSub(a, b);
      case Binary::Mul:
        return builder.CreateFMul(a, b);
    }
  }
  const bool no_wrap = types::IsSigned(type);
  switch (op) {
    case Binary::Add:
      return builder.CreateAdd(a, b, "", false, no_wrap);
    case Binary::Sub:
      return builder.CreateSub(a, b, "", false, no_wrap);
    case Binary::Mul:
      return builder.CreateMul(a, b, "", false, no_wrap);
  }
  KC_FATAL("unknown operation");
}

llvm::Value* EmitBinary(FunctionContext& fn, Binary op, const kir::Inst& inst) {
  llvm::Value* a = fn.operand(inst, 0);
  llvm::Value* b = fn.operand(inst, 1);
  if (!types::IsComplex(inst.type)) {
    return EmitReal(fn, op, inst.type, a, b);
  }
  if (op == Binary::Mul) {
    return EmitComplexMul(fn, inst.type, a, b);
  }
  const TypeId part = types::ComplexElement(inst.type);
  return fn.MakeComplex(inst.type, EmitReal(fn, op, part, fn.Field(a, 0), fn.Field(b, 0)),
                        EmitReal(fn, op, part, fn.Field(a, 1), fn.Field(b, 1)));
}

llvm::CmpInst::Predicate FloatPredicate(kir::ComparePredicate predicate) {
  switch (predicate) {
    case kir::ComparePredicate::Eq:
      return llvm::CmpInst::FCMP_OEQ;
    case kir::ComparePredicate::Ne:
      return llvm::CmpInst::FCMP_UNE;
    case kir::ComparePredicate::Lt:
      return llvm::CmpInst::FCMP_OLT;
    case kir::ComparePredicate::Le:
      return llvm::CmpInst::FCMP_OLE;
    case kir::ComparePredicate::Gt:
      return llvm::CmpInst::FCMP_OGT;
    case kir::ComparePredicate::Ge:
      return llvm::CmpInst::FCMP_OGE;
  }
  KC_FATAL("unknown predicate");
}

llvm::CmpInst::Predicate IntPredicate(kir::ComparePredicate predicate, bool is_signed) {
  using llvm::CmpInst;
  switch (predicate) {
    case kir::ComparePredicate::Eq:
      return CmpInst::ICMP_EQ;
    case kir::ComparePredicate::Ne:
      return CmpInst::ICMP_NE;
    case kir::ComparePredicate::Lt:
      return is_signed ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT;
    case kir::ComparePredicate::Le:
      return is_signed ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE;
    case kir::ComparePredicate::Gt:
      return is_signed ? CmpInst::ICMP_SGT : CmpInst::ICMP_UGT;
    case kir::ComparePredicate::Ge:
      return is_signed ? CmpInst::ICMP_SGE : CmpInst::ICMP_UGE;
  }
  KC_FATAL("unknown predicate");
}

}  // namespace

llvm::Value* EmitFloatAdd(FunctionContext& fn, TypeId type, llvm::Value* a, llvm::Value* b) {
  return EmitReal(fn, Binary::Add, type, a, b);
}

llvm::Value* EmitAdd(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  return EmitBinary(fn, Binary::Add, inst);
}

llvm::Value* EmitSub(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  return EmitBinary(fn, Binary::Sub, inst);
}

llvm::Value* EmitMul(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  return EmitBinary(fn, Binary::Mul, inst);
}

llvm::Value* EmitDiv(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  llvm::Value* a = fn.operand(inst, 0);
  llvm::Value* b = fn.operand(inst, 1);
  if (IsNarrowFloat(inst.type)) {
    llvm::Value* wide = fn.builder().CreateFDiv(WidenNarrow(fn, a, inst.type),
                                                WidenNarrow(fn, b, inst.type));
    return RoundToNarrow(fn, wide, types::kFloat32, inst.type);
  }
  return types::IsComplex(inst.type) ? EmitComplexDiv(fn, inst.type, a, b)
                                     : fn.builder().CreateFDiv(a, b);
}

llvm::Value* EmitComplexMul(FunctionContext& fn, TypeId /*type*/, llvm::Value* a, llvm::Value* b) {
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::Value* ar = fn.Field(a, 0);
  llvm::Value* ai = fn.Field(a, 1);
  llvm::Value* br = fn.Field(b, 0);
  llvm::Value* bi = fn.Field(b, 1);
  llvm::Value* real = builder.CreateFSub(builder.CreateFMul(ar, br), builder.CreateFMul(ai, bi));
  llvm::Value* imag = builder.CreateFAdd(builder.CreateFMul(ar, bi), builder.CreateFMul(ai, br));
  return fn.Struct(a->getType(), std::vector<llvm::Value*>{real, imag});
}

llvm::Value* EmitComplexDiv(FunctionContext& fn, TypeId /*type*/, llvm::Value* a, llvm::Value* b) {
  // CPython's _Py_c_quot: numerator and denominator are scaled by the larger part of the divisor.
  // Both of its branches are one computation on exchanged operands. A zero divisor makes the ratio,
  // and so the result, NaN.
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::Value* ar = fn.Field(a, 0);
  llvm::Value* ai = fn.Field(a, 1);
  llvm::Value* br = fn.Field(b, 0);
  llvm::Value* bi = fn.Field(b, 1);
  llvm::Value* by_real =
      builder.CreateFCmpOGE(builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, br),
                            builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, bi));
  llvm::Value* large = builder.CreateSelect(by_real, br, bi);
  llvm::Value* small = builder.CreateSelect(by_real, bi, br);
  llvm::Value* p = builder.CreateSelect(by_real, ar, ai);
  llvm::Value* q = builder.CreateSelect(by_real, ai, ar);
  llvm::Value* ratio = builder.CreateFDiv(small, large);
  llvm::Value* denominator = builder.CreateFAdd(large, builder.CreateFMul(small, ratio));
  llvm::Value* real =
      builder.CreateFDiv(builder.CreateFAdd(p, builder.CreateFMul(q, ratio)), denominator);
  llvm::Value* scaled_p = builder.CreateFMul(p, ratio);
  llvm::Value* numerator = builder.CreateSelect(by_real, builder.CreateFSub(q, scaled_p),
                                                builder.CreateFSub(scaled_p, q));
  llvm::Value* imag = builder.CreateFDiv(numerator, denominator);
  return fn.Struct(a->getType(), std::vector<llvm::Value*>{real, imag});
}

llvm::Value* EmitNeg(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::Value* value = fn.operand(inst, 0);
  if (types::IsComplex(inst.type)) {
    return fn.MakeComplex(inst.type, builder.CreateFNeg(fn.Field(value, 0)),
                          builder.CreateFNeg(fn.Field(value, 1)));
  }
  if (types::IsFloat(inst.type)) {
    return builder.CreateFNeg(value);
  }
  // The smallest number is its own negative, as in Numba.
  return builder.CreateNeg(value);
}

llvm::Value* EmitFma(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  if (IsNarrowFloat(inst.type) && !fn.hooks().FusesNarrow()) {
    return EmitNarrowFma(fn, inst);
  }
  return fn.builder().CreateIntrinsic(
      llvm::Intrinsic::fma, {fn.types().Register(inst.type)},
      {fn.operand(inst, 0), fn.operand(inst, 1), fn.operand(inst, 2)});
}

llvm::Value* EmitAnd(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  return fn.builder().CreateAnd(fn.operand(inst, 0), fn.operand(inst, 1));
}

llvm::Value* EmitOr(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  return fn.builder().CreateOr(fn.operand(inst, 0), fn.operand(inst, 1));
}

llvm::Value* EmitXor(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  return fn.builder().CreateXor(fn.operand(inst, 0), fn.operand(inst, 1));
}

llvm::Value* EmitBitNot(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  return fn.builder().CreateNot(fn.operand(inst, 0));
}

llvm::Value* EmitShl(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  return fn.builder().CreateShl(fn.operand(inst, 0), fn.operand(inst, 1));
}

llvm::Value* EmitShr(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  llvm::Value* value = fn.operand(inst, 0);
  llvm::Value* count = fn.operand(inst, 1);
  return types::IsSigned(inst.type) ? fn.builder().CreateAShr(value, count)
                                    : fn.builder().CreateLShr(value, count);
}

llvm::Value* EmitCompare(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::Value* a = fn.operand(inst, 0);
  llvm::Value* b = fn.operand(inst, 1);
  const TypeId type = fn.operand_type(inst, 0);
  const auto predicate = static_cast<kir::ComparePredicate>(inst.imm);
  // Fast-math flags would let LLVM assume that no operand is NaN; a program that asks must get the
  // answer.
  llvm::IRBuilder<>::FastMathFlagGuard guard(builder);
  builder.clearFastMathFlags();
  if (types::IsComplex(type)) {
    llvm::Value* real =
        builder.CreateFCmp(FloatPredicate(predicate), fn.Field(a, 0), fn.Field(b, 0));
    llvm::Value* imag =
        builder.CreateFCmp(FloatPredicate(predicate), fn.Field(a, 1), fn.Field(b, 1));
    return predicate == kir::ComparePredicate::Eq ? builder.CreateAnd(real, imag)
                                                  : builder.CreateOr(real, imag);
  }
  if (IsNarrowFloat(type)) {
    a = WidenNarrow(fn, a, type);
    b = WidenNarrow(fn, b, type);
  }
  if (types::IsFloat(type)) {
    return builder.CreateFCmp(FloatPredicate(predicate), a, b);
  }
  return builder.CreateICmp(IntPredicate(predicate, types::IsSigned(type)), a, b);
}

llvm::Value* EmitLogicalNot(FunctionContext& fn, kir::InstId /*id*/, const kir::Inst& inst) {
  return fn.builder().CreateNot(TruthOf(fn, fn.operand(inst, 0), fn.operand_type(inst, 0)));
}

}  // namespace kernelc::codegen
