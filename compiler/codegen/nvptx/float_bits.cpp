#include "compiler/codegen/nvptx/float_bits.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>

namespace kernelc::codegen {

namespace {

bool IsFloat(const llvm::Type* type) { return type->isFloatingPointTy(); }

// An integer of 16, 32 or 64 bits through a `mov`.
llvm::Value* Move(llvm::IRBuilder<>& builder, llvm::Value* value) {
  struct Form {
    const char* text;
    const char* registers;
  };
  const unsigned bits = value->getType()->getIntegerBitWidth();
  const Form form = bits == 16   ? Form{"mov.b16 $0, $1;", "=h,h"}
                    : bits == 32 ? Form{"mov.b32 $0, $1;", "=r,r"}
                                 : Form{"mov.b64 $0, $1;", "=l,l"};
  llvm::FunctionType* type = llvm::FunctionType::get(value->getType(), {value->getType()}, false);
  return builder.CreateCall(
      llvm::InlineAsm::get(type, form.text, form.registers, /*hasSideEffects=*/false), {value});
}

bool IsSplitStore(const llvm::StoreInst& store, const llvm::DataLayout& layout) {
  llvm::Type* type = store.getValueOperand()->getType();
  return IsFloat(type) && store.getAlign() < layout.getTypeStoreSize(type);
}

void SplitStore(llvm::StoreInst& store) {
  llvm::IRBuilder<> builder(&store);
  llvm::Value* value = store.getValueOperand();
  llvm::Value* bits =
      builder.CreateBitCast(value, builder.getIntNTy(value->getType()->getScalarSizeInBits()));
  store.setOperand(0, Move(builder, bits));
}

// `value` leaves the registers there, with fewer bits than the float has.
bool IsNarrowEnd(const llvm::User& user, const llvm::Value& value, unsigned bits) {
  if (!value.getType()->isIntegerTy() || value.getType()->getIntegerBitWidth() >= bits) {
    return false;
  }
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&user)) {
    return store->getValueOperand() == &value;
  }
  return llvm::isa<llvm::CallBase, llvm::ReturnInst, llvm::InsertValueInst>(user);
}

// The back end may drop any operation that leaves the low bits as they are.
bool PassesBits(const llvm::User& user) {
  return llvm::isa<llvm::BinaryOperator, llvm::FreezeInst, llvm::PHINode, llvm::SelectInst,
                   llvm::TruncInst, llvm::ZExtInst, llvm::SExtInst>(user);
}

// A part of the bits is stored, passed or returned.
bool IsTakenApart(const llvm::BitCastInst& cast) {
  const unsigned bits = cast.getType()->getIntegerBitWidth();
  llvm::SmallPtrSet<const llvm::Value*, 16> seen{&cast};
  llvm::SmallVector<const llvm::Value*, 16> work{&cast};
  while (!work.empty()) {
    const llvm::Value* value = work.pop_back_val();
    for (const llvm::User* user : value->users()) {
      if (IsNarrowEnd(*user, *value, bits)) {
        return true;
      }
      if (PassesBits(*user) && seen.insert(user).second) {
        work.push_back(user);
      }
    }
  }
  return false;
}

}  // namespace

llvm::PreservedAnalyses FloatBitsPass::run(llvm::Function& function,
                                           llvm::FunctionAnalysisManager& /*analyses*/) {
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  llvm::SmallVector<llvm::StoreInst*, 8> stores;
  llvm::SmallVector<llvm::BitCastInst*, 8> casts;
  for (llvm::BasicBlock& block : function) {
    for (llvm::Instruction& inst : block) {
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&inst)) {
        if (IsSplitStore(*store, layout)) {
          stores.push_back(store);
        }
      } else if (auto* cast = llvm::dyn_cast<llvm::BitCastInst>(&inst)) {
        if (IsFloat(cast->getSrcTy()) && cast->getType()->isIntegerTy() && IsTakenApart(*cast)) {
          casts.push_back(cast);
        }
      }
    }
  }
  for (llvm::StoreInst* store : stores) {
    SplitStore(*store);
  }
  for (llvm::BitCastInst* cast : casts) {
    llvm::IRBuilder<> builder(cast->getNextNode());
    llvm::Value* moved = Move(builder, cast);
    cast->replaceUsesWithIf(moved, [&](llvm::Use& use) { return use.getUser() != moved; });
  }
  return stores.empty() && casts.empty() ? llvm::PreservedAnalyses::all()
                                         : llvm::PreservedAnalyses::none();
}

}  // namespace kernelc::codegen
