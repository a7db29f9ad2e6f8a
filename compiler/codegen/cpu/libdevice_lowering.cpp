#include "compiler/codegen/cpu/libdevice_lowering.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "compiler/base/check.h"

namespace kernelc::codegen {

namespace {

namespace intrinsic = llvm::Intrinsic;
using llvm::StringRef;
using llvm::Value;

// Numbers of LLVM's set_rounding.
enum class Rounding : std::uint8_t { Zero = 0, Nearest = 1, Up = 2, Down = 3 };

Rounding RoundingOf(StringRef text) {
  if (text == "rz") {
    return Rounding::Zero;
  }
  return text == "rp" ? Rounding::Up : text == "rm" ? Rounding::Down : Rounding::Nearest;
}

// Emits the replacement of one call.
class Lowering {
 public:
  explicit Lowering(llvm::CallInst& call)
      : call_(call), builder_(&call), module_(*call.getModule()) {
    builder_.clearFastMathFlags();
  }

  // Null for what libdevice does not contain.
  Value* Intrinsic(StringRef name) {
    llvm::SmallVector<StringRef, 6> words;
    name.split(words, '.');
    const StringRef op = words[0];
    const std::size_t to = op.find('2');
    if (op == "lohi" || op == "d2i") {
      if (Value* halves = Halves(words)) {
        return halves;
      }
    }
    if (to != StringRef::npos && op != "ex2" && op != "lg2") {
      return Conversion(op.take_front(to), op.drop_front(to + 1), RoundingOf(words[1]));
    }
    if (words.size() > 1 && words[1] == "approx") {
      return Approximate(op, llvm::is_contained(words, "ftz"));
    }
    if (Value* value = Arithmetic(op, RoundingOf(words.size() > 1 ? words[1] : ""))) {
      return value;
    }
    return Other(op, words.back());
  }

  Value* Assembly(StringRef text) {
    llvm::SmallVector<StringRef, 6> words;
    text.split(words, '.');
    if (text.starts_with("sub.")) {
      return Rounded("fsub", RoundingOf(words[1]), {Arg(0), Arg(1)});
    }
    if (text.starts_with("rcp.") || text.starts_with("rsqrt.")) {
      return Approximate(words[0], llvm::is_contained(words, "ftz"));
    }
    if (text.starts_with("bfind.shiftamt.u32")) {
      Value* zeros = builder_.CreateBinaryIntrinsic(intrinsic::ctlz, Arg(0), builder_.getFalse());
      return builder_.CreateSelect(builder_.CreateIsNull(Arg(0)), builder_.getInt32(~0u), zeros);
    }
    if (text.contains("setp.equ.f64")) {
      return builder_.CreateSelect(builder_.CreateFCmpUEQ(Arg(0), Arg(1)), Arg(2), Arg(3));
    }
    return Wide(text);
  }

 private:
  Value* Arg(unsigned index) { return call_.getArgOperand(index); }
  llvm::Type* Type() { return call_.getType(); }
  Value* Unary(intrinsic::ID id, Value* value) { return builder_.CreateUnaryIntrinsic(id, value); }
  Value* Number(double value) { return llvm::ConstantFP::get(Type(), value); }
  // Keeps the machine from fusing a product into a sum.
  Value* Fence(Value* value) {
    return builder_.CreateIntrinsic(intrinsic::arithmetic_fence, {value->getType()}, {value});
  }

  Value* Halves(llvm::ArrayRef<StringRef> words) {
    llvm::Type* int64 = builder_.getInt64Ty();
    if (words[0] == "lohi") {
      Value* low = builder_.CreateZExt(Arg(0), int64);
      Value* high = builder_.CreateShl(builder_.CreateZExt(Arg(1), int64), 32);
      return builder_.CreateBitCast(builder_.CreateOr(low, high), builder_.getDoubleTy());
    }
    if (words[1] != "hi" && words[1] != "lo") {
      return nullptr;
    }
    Value* bits = builder_.CreateBitCast(Arg(0), int64);
    return builder_.CreateTrunc(words[1] == "hi" ? builder_.CreateLShr(bits, 32) : bits,
                                builder_.getInt32Ty());
  }

  // f, d, h; i, ll; ui, ull.
  Value* Conversion(StringRef from, StringRef to, Rounding rounding) {
    const bool from_float = from == "f" || from == "d";
    if (to == "h") {
      Value* half = builder_.CreateFPTrunc(Arg(0), builder_.getHalfTy());
      return builder_.CreateBitCast(half, builder_.getInt16Ty());
    }
    if (from_float && to == "f") {
      return Rounded("fptrunc", rounding, {Arg(0)});
    }
    if (!from_float) {
      return Rounded(from.starts_with("u") ? "uitofp" : "sitofp", rounding, {Arg(0)});
    }
    return ToInteger(rounding, to.starts_with("u"), from == "d" || to.ends_with("ll"));
  }

  // Saturates. NaN gives 0, or the top bit where 64 bits are on either side.
  Value* ToInteger(Rounding rounding, bool is_unsigned, bool wide) {
    intrinsic::ID round = intrinsic::trunc;
    if (rounding != Rounding::Zero) {
      round = rounding == Rounding::Nearest ? intrinsic::rint
              : rounding == Rounding::Up    ? intrinsic::ceil
                                            : intrinsic::floor;
    }
    Value* whole = Unary(round, Arg(0));
    const intrinsic::ID convert = is_unsigned ? intrinsic::fptoui_sat : intrinsic::fptosi_sat;
    Value* value = builder_.CreateIntrinsic(convert, {Type(), whole->getType()}, {whole});
    if (!wide) {
      return value;
    }
    Value* top = llvm::ConstantInt::get(
        Type(), llvm::APInt::getSignedMinValue(Type()->getIntegerBitWidth()));
    return builder_.CreateSelect(builder_.CreateFCmpUNO(Arg(0), Arg(0)), top, value);
  }

  // `gross`: for float64, the upper half of the number alone.
  Value* Approximate(StringRef op, bool gross) {
    const auto seed = [&](Value* value) { return gross ? UpperHalf(value) : value; };
    if (op == "rcp") {
      return seed(builder_.CreateFDiv(Number(1.0), Arg(0)));
    }
    if (op == "rsqrt") {
      return seed(builder_.CreateFDiv(Number(1.0), Unary(intrinsic::sqrt, Arg(0))));
    }
    if (op == "div") {
      return builder_.CreateFDiv(Arg(0), Arg(1));
    }
    const intrinsic::ID id = op == "sqrt"  ? intrinsic::sqrt
                             : op == "ex2" ? intrinsic::exp2
                             : op == "lg2" ? intrinsic::log2
                             : op == "sin" ? intrinsic::sin
                             : op == "cos" ? intrinsic::cos
                                           : intrinsic::tanh;
    return Unary(id, Arg(0));
  }

  Value* UpperHalf(Value* value) {
    if (!Type()->isDoubleTy()) {
      return value;
    }
    Value* bits = builder_.CreateBitCast(value, builder_.getInt64Ty());
    return builder_.CreateBitCast(builder_.CreateAnd(bits, builder_.getInt64(~0xffffffffull)),
                                  Type());
  }

  Value* Arithmetic(StringRef op, Rounding rounding) {
    if (op == "add" || op == "mul" || op == "div") {
      return Rounded("f" + op.str(), rounding, {Arg(0), Arg(1)});
    }
    if (op == "fma") {
      return Rounded("fma", rounding, {Arg(0), Arg(1), Arg(2)});
    }
    if (op == "rcp") {
      return Rounded("fdiv", rounding, {Number(1.0), Arg(0)});
    }
    return op == "sqrt" ? Rounded("sqrt", rounding, {Arg(0)}) : nullptr;
  }

  Value* Other(StringRef op, StringRef type) {
    if (op == "fabs" || op == "floor" || op == "ceil" || op == "trunc" || op == "round") {
      // `round` goes to even.
      return Unary(op == "fabs"    ? intrinsic::fabs
                   : op == "floor" ? intrinsic::floor
                   : op == "ceil"  ? intrinsic::ceil
                   : op == "trunc" ? intrinsic::trunc
                                   : intrinsic::rint,
                   Arg(0));
    }
    if (op == "fmin" || op == "fmax") {
      return builder_.CreateBinaryIntrinsic(
          op == "fmin" ? intrinsic::minnum : intrinsic::maxnum, Arg(0), Arg(1));
    }
    if (op == "saturate") {
      Value* low = builder_.CreateBinaryIntrinsic(intrinsic::maxnum, Arg(0), Number(0.0));
      return builder_.CreateBinaryIntrinsic(intrinsic::minnum, low, Number(1.0));
    }
    if (op == "tanh") {
      return Unary(intrinsic::tanh, Arg(0));
    }
    if (op == "mulhi") {
      return HighProduct(type.starts_with("u"));
    }
    if (op == "sad") {
      return Distance(type.starts_with("u"));
    }
    return op == "prmt" ? Permute() : nullptr;
  }

  Value* HighProduct(bool is_unsigned) {
    const unsigned bits = Type()->getIntegerBitWidth();
    llvm::Type* wide = builder_.getIntNTy(2 * bits);
    Value* product = builder_.CreateMul(builder_.CreateIntCast(Arg(0), wide, !is_unsigned),
                                        builder_.CreateIntCast(Arg(1), wide, !is_unsigned));
    return builder_.CreateTrunc(builder_.CreateLShr(product, bits), Type());
  }

  // |a - b| + c.
  Value* Distance(bool is_unsigned) {
    Value* below = is_unsigned ? builder_.CreateICmpULT(Arg(0), Arg(1))
                               : builder_.CreateICmpSLT(Arg(0), Arg(1));
    Value* distance = builder_.CreateSelect(below, builder_.CreateSub(Arg(1), Arg(0)),
                                            builder_.CreateSub(Arg(0), Arg(1)));
    return builder_.CreateAdd(distance, Arg(2));
  }

  // Byte i of the result is byte number (selector >> 4 i) & 7 of the pair; bit 3 of it spreads that
  // byte's sign.
  Value* Permute() {
    llvm::Type* int64 = builder_.getInt64Ty();
    Value* pair = builder_.CreateOr(builder_.CreateZExt(Arg(0), int64),
                                    builder_.CreateShl(builder_.CreateZExt(Arg(1), int64), 32));
    Value* result = builder_.getInt32(0);
    for (unsigned i = 0; i < 4; ++i) {
      Value* selector = builder_.CreateLShr(Arg(2), 4 * i);
      Value* place = builder_.CreateShl(builder_.CreateAnd(selector, 7), 3);
      Value* byte = builder_.CreateTrunc(
          builder_.CreateLShr(pair, builder_.CreateZExt(place, int64)), builder_.getInt8Ty());
      Value* sign = builder_.CreateAShr(byte, 7);
      Value* spreads = builder_.CreateIsNotNull(builder_.CreateAnd(selector, 8));
      Value* chosen = builder_.CreateZExt(builder_.CreateSelect(spreads, sign, byte),
                                          builder_.getInt32Ty());
      result = builder_.CreateOr(result, builder_.CreateShl(chosen, 8 * i));
    }
    return result;
  }

  // Arithmetic on 64 and 128 bits that libdevice writes with carries.
  Value* Wide(StringRef text) {
    const bool adds = text.contains("add.cc.u32") && !text.contains("mul.lo") &&
                      !text.contains("mad.lo");
    const bool subtracts = text.contains("sub.cc.u32");
    if (adds || subtracts) {
      Value* a = Join(Arg(0), Arg(1));
      Value* b = Join(Arg(2), Arg(3));
      return Split(adds ? builder_.CreateAdd(a, b) : builder_.CreateSub(a, b));
    }
    if (!text.contains("mul.lo.u32") && !text.contains("mad.lo.cc.u32")) {
      return nullptr;
    }
    // a * b, and + c where there is one.
    llvm::Type* wide = builder_.getIntNTy(2 * Arg(0)->getType()->getIntegerBitWidth());
    Value* result =
        builder_.CreateMul(builder_.CreateZExt(Arg(0), wide), builder_.CreateZExt(Arg(1), wide));
    if (call_.arg_size() > 2) {
      result = builder_.CreateAdd(result, builder_.CreateZExt(Arg(2), wide));
    }
    return Split(result);
  }

  Value* Join(Value* low, Value* high) {
    const unsigned bits = low->getType()->getIntegerBitWidth();
    llvm::Type* wide = builder_.getIntNTy(2 * bits);
    return builder_.CreateOr(builder_.CreateZExt(low, wide),
                             builder_.CreateShl(builder_.CreateZExt(high, wide), bits));
  }

  // The struct of both halves, the lower one first.
  Value* Split(Value* value) {
    const unsigned bits = value->getType()->getIntegerBitWidth() / 2;
    llvm::Type* half = builder_.getIntNTy(bits);
    Value* result = llvm::PoisonValue::get(Type());
    result = builder_.CreateInsertValue(result, builder_.CreateTrunc(value, half), 0);
    return builder_.CreateInsertValue(
        result, builder_.CreateTrunc(builder_.CreateLShr(value, bits), half), 1);
  }

  // An operation with a rounding mode; never fused with another one.
  Value* Rounded(const std::string& op, Rounding rounding, llvm::ArrayRef<Value*> args) {
    if (rounding != Rounding::Nearest) {
      return builder_.CreateCall(RoundingFunction(op, rounding, args), args);
    }
    if (op == "fadd") {
      return builder_.CreateFAdd(Fence(args[0]), Fence(args[1]));
    }
    if (op == "fsub") {
      return builder_.CreateFSub(Fence(args[0]), Fence(args[1]));
    }
    if (op == "fmul") {
      return Fence(builder_.CreateFMul(args[0], args[1]));
    }
    if (op == "fdiv") {
      return builder_.CreateFDiv(args[0], args[1]);
    }
    if (op == "sqrt") {
      return Unary(intrinsic::sqrt, args[0]);
    }
    if (op == "fma") {
      return builder_.CreateIntrinsic(intrinsic::fma, {Type()}, args);
    }
    if (op == "fptrunc") {
      return builder_.CreateFPTrunc(args[0], Type());
    }
    return op == "uitofp" ? builder_.CreateUIToFP(args[0], Type())
                          : builder_.CreateSIToFP(args[0], Type());
  }

  static intrinsic::ID ConstrainedOf(StringRef op) {
    return op == "fadd"      ? intrinsic::experimental_constrained_fadd
           : op == "fsub"    ? intrinsic::experimental_constrained_fsub
           : op == "fmul"    ? intrinsic::experimental_constrained_fmul
           : op == "fdiv"    ? intrinsic::experimental_constrained_fdiv
           : op == "fma"     ? intrinsic::experimental_constrained_fma
           : op == "sqrt"    ? intrinsic::experimental_constrained_sqrt
           : op == "fptrunc" ? intrinsic::experimental_constrained_fptrunc
           : op == "uitofp"  ? intrinsic::experimental_constrained_uitofp
                             : intrinsic::experimental_constrained_sitofp;
  }

  // A function that sets the rounding mode, computes, and sets it back. It is marked so that LLVM
  // neither moves the computation out of it nor takes it into code that ignores modes.
  llvm::Function* RoundingFunction(StringRef op, Rounding rounding, llvm::ArrayRef<Value*> args) {
    llvm::Type* operand = args[0]->getType();
    const std::string name =
        fmt::format("kernelc.{}.{}.{}{}.{}{}", op.str(), static_cast<unsigned>(rounding),
                    operand->isFloatingPointTy() ? 'f' : 'i', operand->getScalarSizeInBits(), 'f',
                    Type()->getScalarSizeInBits());
    if (llvm::Function* function = module_.getFunction(name)) {
      return function;
    }
    const std::vector<llvm::Type*> parameters(args.size(), operand);
    auto* function = llvm::Function::Create(llvm::FunctionType::get(Type(), parameters, false),
                                            llvm::GlobalValue::InternalLinkage, name, module_);
    function->addFnAttr(llvm::Attribute::StrictFP);
    function->addFnAttr(llvm::Attribute::NoInline);
    function->setDoesNotThrow();
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module_.getContext(), "entry", function));
    builder.setIsFPConstrained(true);
    const auto set_mode = [&](Rounding mode) {
      llvm::CallInst* call =
          builder.CreateIntrinsic(intrinsic::set_rounding, {},
                                  {builder.getInt32(static_cast<std::uint32_t>(mode))});
      call->addFnAttr(llvm::Attribute::StrictFP);
    };
    set_mode(rounding);
    std::vector<Value*> operands;
    for (llvm::Argument& argument : function->args()) {
      operands.push_back(&argument);
    }
    llvm::LLVMContext& context = module_.getContext();
    for (const char* word : {"round.dynamic", "fpexcept.strict"}) {
      operands.push_back(
          llvm::MetadataAsValue::get(context, llvm::MDString::get(context, word)));
    }
    llvm::SmallVector<llvm::Type*, 2> overloads{Type()};
    if (op == "fptrunc" || op == "uitofp" || op == "sitofp") {
      overloads.push_back(operand);
    }
    llvm::CallInst* result = builder.CreateIntrinsic(ConstrainedOf(op), overloads, operands);
    result->addFnAttr(llvm::Attribute::StrictFP);
    set_mode(Rounding::Nearest);
    builder.CreateRet(result);
    return function;
  }

  llvm::CallInst& call_;
  llvm::IRBuilder<> builder_;
  llvm::Module& module_;
};

}  // namespace

void LowerLibdevice(llvm::Module& module) {
  std::vector<llvm::CallInst*> calls;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
        calls.push_back(call);
      }
    }
  }
  for (llvm::CallInst* call : calls) {
    Value* value = nullptr;
    std::string what;
    if (const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand())) {
      what = assembly->getAsmString();
      value = Lowering(*call).Assembly(what);
    } else if (const llvm::Function* callee = call->getCalledFunction();
               callee != nullptr && callee->getName().starts_with("llvm.nvvm.")) {
      what = callee->getName().str();
      value = Lowering(*call).Intrinsic(callee->getName().drop_front(sizeof("llvm.nvvm.") - 1));
    } else {
      continue;
    }
    KC_CHECK(value != nullptr, "the CPU device has no code for `{}` of libdevice", what);
    call->replaceAllUsesWith(value);
    call->eraseFromParent();
  }
}

}  // namespace kernelc::codegen
