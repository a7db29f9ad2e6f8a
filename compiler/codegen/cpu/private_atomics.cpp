#include "compiler/codegen/cpu/private_atomics.h"

#include <llvm/IR/Constants.h>

#include <algorithm>

#include "compiler/base/check.h"
#include "compiler/builtins/builtins.h"

namespace kernelc::codegen {
namespace {

using builtins::BuiltinEffects;
using builtins::BuiltinId;
using kir::Inst;
using kir::InstId;
using kir::Op;

// What threads see of each other, or of the device's memory besides this array.
bool Tells(const Inst& inst) {
  return inst.op == Op::Call || inst.op == Op::WaitTurn || inst.op == Op::WatchAccess ||
         (inst.op == Op::CallBuiltin &&
          builtins::builtin_info(static_cast<BuiltinId>(inst.imm)).effects != BuiltinEffects::Pure);
}

// The order of such operations on numbers of this type does not matter, or was never defined.
bool Commutes(const Inst& inst, TypeId element) {
  const auto kind = static_cast<kir::AtomicKind>(inst.imm);
  const bool adds = kind == kir::AtomicKind::Add || kind == kir::AtomicKind::Sub;
  if (types::IsFloat(element)) {
    return adds && types::scalar_bits(element) >= 32;
  }
  return types::IsInteger(element) &&
         (adds || kind == kir::AtomicKind::Min || kind == kir::AtomicKind::Max ||
          kind == kir::AtomicKind::And || kind == kir::AtomicKind::Or ||
          kind == kir::AtomicKind::Xor);
}

// Changes nothing. What is subtracted is added up here.
llvm::Constant* NeutralValue(const Inst& inst, llvm::Type* type, TypeId element) {
  if (types::IsFloat(element)) {
    return llvm::ConstantFP::getNegativeZero(type);
  }
  const unsigned bits = type->getIntegerBitWidth();
  const auto number = [type](const llvm::APInt& value) {
    return llvm::ConstantInt::get(type->getContext(), value);
  };
  const bool is_signed = types::IsSigned(element);
  switch (static_cast<kir::AtomicKind>(inst.imm)) {
    case kir::AtomicKind::Min:
    case kir::AtomicKind::NanMin:
      return number(is_signed ? llvm::APInt::getSignedMaxValue(bits)
                              : llvm::APInt::getAllOnes(bits));
    case kir::AtomicKind::Max:
    case kir::AtomicKind::NanMax:
      return number(is_signed ? llvm::APInt::getSignedMinValue(bits) : llvm::APInt::getZero(bits));
    case kir::AtomicKind::And:
      return number(llvm::APInt::getAllOnes(bits));
    case kir::AtomicKind::Add:
    case kir::AtomicKind::Sub:
    case kir::AtomicKind::Or:
    case kir::AtomicKind::Xor:
      return number(llvm::APInt::getZero(bits));
    case kir::AtomicKind::Exchange:
    case kir::AtomicKind::Inc:
    case kir::AtomicKind::Dec:
      break;
  }
  KC_FATAL("atomic {} has no neutral value",
           kir::atomic_name(static_cast<kir::AtomicKind>(inst.imm)));
}

class Finder {
 public:
  explicit Finder(const kir::Function& kernel) : kernel_(kernel) {}

  std::vector<InstId> Find() {
    Visit(kernel_.body);
    std::vector<InstId> found;
    if (tells_) {
      return found;
    }
    for (const kir::Param& param : kernel_.params) {
      const InstId atomic = param.facts.noalias ? OnlyUse(param.value) : InstId();
      if (atomic.has_value()) {
        found.push_back(atomic);
      }
    }
    return found;
  }

 private:
  void Visit(kir::RegionId region) {
    for (const InstId id : kernel_.region(region).insts) {
      const Inst& inst = kernel_.inst(id);
      insts_.push_back(id);
      tells_ = tells_ || Tells(inst);
      for (const kir::RegionId nested : kernel_.regions_of(inst)) {
        Visit(nested);
      }
    }
  }

  std::vector<InstId> UsersOf(InstId value) const {
    std::vector<InstId> users;
    for (const InstId id : insts_) {
      const auto operands = kernel_.operands(kernel_.inst(id));
      if (std::ranges::find(operands, value) != operands.end()) {
        users.push_back(id);
      }
    }
    return users;
  }

  // The one atomic that touches the array's memory, where there is no more than that.
  InstId OnlyUse(InstId array) const {
    InstId pointer;
    for (const InstId user : UsersOf(array)) {
      const Op op = kernel_.inst(user).op;
      if (op == Op::ArrayExtent || op == Op::ArrayStride) {
        continue;
      }
      if (op != Op::ElementPtr || pointer.has_value() || !IsSameForAll(user)) {
        return InstId();
      }
      pointer = user;
    }
    const std::vector<InstId> users =
        pointer.has_value() ? UsersOf(pointer) : std::vector<InstId>();
    if (users.size() != 1) {
      return InstId();
    }
    const Inst& atomic = kernel_.inst(users[0]);
    const bool fits = atomic.op == Op::AtomicRmw && kernel_.operand(atomic, 0) == pointer &&
                      kernel_.operand(atomic, 1) != pointer &&
                      Commutes(atomic, kernel_.inst(kernel_.operand(atomic, 1)).type) &&
                      UsersOf(users[0]).empty();
    return fits ? users[0] : InstId();
  }

  // Computed from parameters and constants.
  bool IsSameForAll(InstId id) const {
    const Inst& inst = kernel_.inst(id);
    return inst.op == Op::Param ||
           (kir::op_info(inst.op).effects == kir::Effects::Pure && inst.op != Op::CallBuiltin &&
            inst.op != Op::RegionArg && inst.op != Op::ThreadCount &&
            std::ranges::all_of(kernel_.operands(inst),
                                [&](InstId operand) { return IsSameForAll(operand); }));
  }

  const kir::Function& kernel_;
  std::vector<InstId> insts_;
  bool tells_ = false;
};

}  // namespace

llvm::StructType* PrivateAtomicType(FunctionContext& fn, InstId atomic) {
  const Inst& inst = fn.kir_function().inst(atomic);
  return llvm::StructType::get(fn.builder().getPtrTy(),
                               fn.types().Register(fn.operand_type(inst, 1)));
}

llvm::Value* MakePrivateAtomic(FunctionContext& fn, InstId atomic) {
  llvm::IRBuilder<>& builder = fn.builder();
  const Inst& inst = fn.kir_function().inst(atomic);
  llvm::StructType* type = PrivateAtomicType(fn, atomic);
  llvm::AllocaInst* copy = fn.EntryAlloca(type, llvm::Align(alignof(void*)));
  builder.CreateStore(llvm::Constant::getNullValue(type->getElementType(0)), copy);
  builder.CreateStore(NeutralValue(inst, type->getElementType(1), fn.operand_type(inst, 1)),
                      builder.CreateStructGEP(type, copy, 1));
  return copy;
}

void FlushPrivateAtomic(FunctionContext& fn, InstId atomic, llvm::Value* copy) {
  llvm::IRBuilder<>& builder = fn.builder();
  const Inst& inst = fn.kir_function().inst(atomic);
  llvm::StructType* type = PrivateAtomicType(fn, atomic);
  llvm::Value* place = builder.CreateLoad(type->getElementType(0), copy);
  llvm::BasicBlock* flush = fn.NewBlock("flush");
  llvm::BasicBlock* flushed = fn.NewBlock("flushed");
  builder.CreateCondBr(builder.CreateIsNull(place), flushed, flush);
  fn.StartBlock(flush);
  fn.set_value(fn.kir_function().operand(inst, 0), place);
  fn.set_value(fn.kir_function().operand(inst, 1),
               builder.CreateLoad(type->getElementType(1), builder.CreateStructGEP(type, copy, 1)));
  fn.EmitDefault(atomic);
  fn.BranchTo(flushed);
  fn.StartBlock(flushed);
}

std::vector<InstId> FindPrivateAtomics(const kir::Module& module, const kir::Function& kernel) {
  const bool checked = module.checks.init || module.checks.race;
  return checked ? std::vector<InstId>() : Finder(kernel).Find();
}

}  // namespace kernelc::codegen
