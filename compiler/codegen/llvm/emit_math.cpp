// Builtins that every target computes the same way: abs, min, max, integer power.
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>

#include <array>

#include "compiler/codegen/llvm/emit.h"

namespace kernelc::codegen {

namespace {

llvm::Value* EmitAbs(FunctionContext& fn, const kir::Inst& inst) {
  llvm::Value* value = fn.operand(inst, 0);
  const TypeId type = fn.operand_type(inst, 0);
  if (types::IsFloat(type)) {
    return fn.builder().CreateUnaryIntrinsic(llvm::Intrinsic::fabs, value);
  }
  if (!types::IsSigned(type)) {
    return value;
  }
  // The smallest integer stays itself.
  return fn.builder().CreateBinaryIntrinsic(llvm::Intrinsic::abs, value, fn.builder().getFalse());
}

llvm::Value* EmitMinMax(FunctionContext& fn, const kir::Inst& inst, bool is_max) {
  namespace intrinsic = llvm::Intrinsic;
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::Value* a = fn.operand(inst, 0);
  llvm::Value* b = fn.operand(inst, 1);
  const TypeId type = fn.operand_type(inst, 0);
  if (types::IsBool(type)) {
    return is_max ? builder.CreateOr(a, b) : builder.CreateAnd(a, b);
  }
  intrinsic::ID id = is_max ? intrinsic::umax : intrinsic::umin;
  if (IsNarrowFloat(type)) {
    llvm::Value* wide = builder.CreateBinaryIntrinsic(
        is_max ? intrinsic::maxnum : intrinsic::minnum, WidenNarrow(fn, a, type),
        WidenNarrow(fn, b, type));
    return RoundToNarrow(fn, wide, types::kFloat32, type);
  }
  if (types::IsFloat(type)) {
    id = is_max ? intrinsic::maxnum : intrinsic::minnum;
  } else if (types::IsSigned(type)) {
    id = is_max ? intrinsic::smax : intrinsic::smin;
  }
  // Bounds of slices, which the builder would leave to a pass.
  const auto* left = llvm::dyn_cast<llvm::ConstantInt>(a);
  const auto* right = llvm::dyn_cast<llvm::ConstantInt>(b);
  if (left != nullptr && right != nullptr) {
    const bool a_is_less = types::IsSigned(type) ? left->getValue().slt(right->getValue())
                                                 : left->getValue().ult(right->getValue());
    return a_is_less == is_max ? b : a;
  }
  return builder.CreateBinaryIntrinsic(id, a, b);
}

// base ** exponent by repeated squaring, as Numba does it: a float with an exponent above
// kPowLoopLimit goes to pow; a negative exponent inverts, which for integers leaves 0 unless the
// base is 1 or -1, and gives the smallest integer for the base 0.
class IntPower {
 public:
  static constexpr std::uint64_t kPowLoopLimit = 65536;

  IntPower(FunctionContext& fn, const kir::Inst& inst)
      : fn_(fn),
        inst_(inst),
        builder_(fn.builder()),
        type_(IsNarrowFloat(inst.type) ? types::kFloat32 : inst.type),
        base_(ConvertScalar(fn, fn.operand(inst, 0), fn.operand_type(inst, 0), type_)),
        exponent_(fn.operand(inst, 1)),
        int64_(fn.types().int64()) {}

  llvm::Value* Emit() {
    llvm::Value* is_negative = builder_.CreateICmpSLT(exponent_, fn_.Int64(0));
    llvm::Value* count =
        builder_.CreateSelect(is_negative, builder_.CreateNeg(exponent_), exponent_);
    if (!types::IsFloat(type_)) {
      return Invert(Loop(count), is_negative);
    }
    llvm::BasicBlock* small = fn_.NewBlock("pow.small");
    llvm::BasicBlock* large = fn_.NewBlock("pow.large");
    llvm::BasicBlock* done = fn_.NewBlock("pow.done");
    builder_.CreateCondBr(builder_.CreateICmpUGT(count, fn_.Int64(kPowLoopLimit)), large, small);
    fn_.StartBlock(small);
    llvm::Value* by_loop = Invert(Loop(count), is_negative);
    llvm::BasicBlock* small_end = builder_.GetInsertBlock();
    builder_.CreateBr(done);
    fn_.StartBlock(large);
    llvm::Value* by_pow = Pow();
    llvm::BasicBlock* large_end = builder_.GetInsertBlock();
    builder_.CreateBr(done);
    fn_.StartBlock(done);
    llvm::PHINode* result = builder_.CreatePHI(base_->getType(), 2);
    result->addIncoming(by_loop, small_end);
    result->addIncoming(by_pow, large_end);
    return result;
  }

 private:
  llvm::Value* Multiply(llvm::Value* a, llvm::Value* b) {
    if (types::IsComplex(type_)) {
      return EmitComplexMul(fn_, type_, a, b);
    }
    return types::IsFloat(type_) ? builder_.CreateFMul(a, b) : builder_.CreateMul(a, b);
  }

  llvm::Value* One() { return ConvertScalar(fn_, fn_.Int64(1), types::kInt64, type_); }

  llvm::Value* Loop(llvm::Value* count) {
    llvm::BasicBlock* before = builder_.GetInsertBlock();
    llvm::BasicBlock* header = fn_.NewBlock("pow.loop");
    llvm::BasicBlock* body = fn_.NewBlock("pow.body");
    llvm::BasicBlock* end = fn_.NewBlock("pow.end");
    llvm::Value* one = One();
    builder_.CreateBr(header);
    fn_.StartBlock(header);
    llvm::PHINode* left = builder_.CreatePHI(int64_, 2);
    llvm::PHINode* power = builder_.CreatePHI(base_->getType(), 2);
    llvm::PHINode* result = builder_.CreatePHI(base_->getType(), 2);
    builder_.CreateCondBr(builder_.CreateIsNotNull(left), body, end);
    fn_.StartBlock(body);
    llvm::Value* is_odd = builder_.CreateTrunc(left, builder_.getInt1Ty());
    llvm::Value* product = builder_.CreateSelect(is_odd, Multiply(result, power), result);
    llvm::Value* square = Multiply(power, power);
    llvm::Value* rest = builder_.CreateLShr(left, 1);
    builder_.CreateBr(header);
    left->addIncoming(count, before);
    left->addIncoming(rest, body);
    power->addIncoming(base_, before);
    power->addIncoming(square, body);
    result->addIncoming(one, before);
    result->addIncoming(product, body);
    fn_.StartBlock(end);
    return result;
  }

  llvm::Value* Invert(llvm::Value* value, llvm::Value* is_negative) {
    llvm::Value* inverse = nullptr;
    if (types::IsComplex(type_)) {
      inverse = EmitComplexDiv(fn_, type_, One(), value);
    } else if (types::IsFloat(type_)) {
      inverse = builder_.CreateFDiv(One(), value);
    } else {
      llvm::Type* type = base_->getType();
      llvm::Value* zero = llvm::Constant::getNullValue(type);
      llvm::Value* smallest =
          llvm::ConstantInt::get(type, llvm::APInt::getSignedMinValue(type->getIntegerBitWidth()));
      llvm::Value* is_unit = builder_.CreateICmpEQ(base_, One());
      if (types::IsSigned(type_)) {
        is_unit = builder_.CreateOr(
            is_unit, builder_.CreateICmpEQ(base_, llvm::Constant::getAllOnesValue(type)));
      }
      inverse = builder_.CreateSelect(is_unit, value, zero);
      inverse = builder_.CreateSelect(builder_.CreateIsNull(base_), smallest, inverse);
    }
    return builder_.CreateSelect(is_negative, inverse, value);
  }

  llvm::Value* Pow() {
    const bool narrow = types::scalar_bits(type_) < 32;
    const TypeId type = narrow ? types::kFloat32 : type_;
    const std::array<llvm::Value*, 2> operands{ConvertScalar(fn_, base_, type_, type),
                                               ConvertScalar(fn_, exponent_, types::kInt64, type)};
    return ConvertScalar(fn_, fn_.hooks().EmitMath(fn_, inst_, "pow", operands), type, type_);
  }

  FunctionContext& fn_;
  const kir::Inst& inst_;
  llvm::IRBuilder<>& builder_;
  TypeId type_;
  llvm::Value* base_;
  llvm::Value* exponent_;
  llvm::IntegerType* int64_;
};

}  // namespace

bool EmitSharedCustom(FunctionContext& fn, const kir::Inst& inst, std::string_view name,
                      llvm::Value** result) {
  if (name == "abs") {
    *result = EmitAbs(fn, inst);
  } else if (name == "max" || name == "min") {
    *result = EmitMinMax(fn, inst, name == "max");
  } else if (name == "bits") {
    *result = EmitBits(fn, inst);
  } else if (name == "libdevice" || name == "libdevice_out") {
    *result = EmitLibdevice(fn, inst, name == "libdevice_out");
  } else if (name == "narrow_round") {
    *result = EmitNarrowRound(fn, inst);
  } else if (name == "pow_int") {
    const TypeId wide = IsNarrowFloat(inst.type) ? types::kFloat32 : inst.type;
    *result = ConvertScalar(fn, IntPower(fn, inst).Emit(), wide, inst.type);
  } else {
    return false;
  }
  return true;
}

}  // namespace kernelc::codegen
