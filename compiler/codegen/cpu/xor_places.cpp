#include "compiler/codegen/cpu/xor_places.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <vector>

namespace kernelc::codegen {

namespace {

using namespace llvm::PatternMatch;

constexpr unsigned kMaxDepth = 8;

bool IsCountingUp(const llvm::Value* value, unsigned depth = 0);

// Of a loop's variable: where it starts, if its steps are the same for all lanes.
const llvm::Value* StartOf(const llvm::PHINode& phi) {
  for (unsigned i = 0; phi.getNumIncomingValues() == 2 && i < 2; ++i) {
    const llvm::Value* step = nullptr;
    if (match(phi.getIncomingValue(i), m_c_Add(m_Specific(&phi), m_Value(step))) &&
        llvm::getSplatValue(step) != nullptr) {
      return phi.getIncomingValue(1 - i);
    }
  }
  return nullptr;
}

// Each lane has the one before it plus 1, as long as no bits are lost.
bool IsCountingUp(const llvm::Value* value, unsigned depth) {
  if (depth > kMaxDepth) {
    return false;
  }
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantDataVector>(value)) {
    for (unsigned i = 1; i < constant->getNumElements(); ++i) {
      if (constant->getElementAsAPInt(i) != constant->getElementAsAPInt(i - 1) + 1) {
        return false;
      }
    }
    return true;
  }
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(value)) {
    const llvm::Value* start = StartOf(*phi);
    return start != nullptr && IsCountingUp(start, depth + 1);
  }
  llvm::Value* left = nullptr;
  llvm::Value* right = nullptr;
  if (match(value, m_AddLike(m_Value(left), m_Value(right)))) {
    return (llvm::getSplatValue(left) != nullptr && IsCountingUp(right, depth + 1)) ||
           (llvm::getSplatValue(right) != nullptr && IsCountingUp(left, depth + 1));
  }
  return match(value, m_CombineOr(m_Trunc(m_Value(left)), m_ZExtOrSExt(m_Value(left)))) &&
         IsCountingUp(left, depth + 1);
}

// Its first lane is a multiple of the number of lanes.
bool IsAligned(const llvm::Value* value, unsigned lanes) {
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantDataVector>(value)) {
    return constant->getElementAsAPInt(0).urem(lanes) == 0;
  }
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(value);
  const llvm::Value* start = phi == nullptr ? nullptr : StartOf(*phi);
  if (start == nullptr || !IsAligned(start, lanes)) {
    return false;
  }
  const llvm::Value* next = phi->getIncomingValue(phi->getIncomingValue(0) == start ? 1 : 0);
  const llvm::APInt* step = nullptr;
  return match(next, m_c_Add(m_Specific(phi), m_APInt(step))) && step->urem(lanes) == 0;
}

class XorPlace {
 public:
  // The pointers of an access to `element`; false where they are no such places.
  bool Find(llvm::Value* pointers, llvm::Type* element, const llvm::DataLayout& layout) {
    place_ = llvm::dyn_cast<llvm::GetElementPtrInst>(pointers);
    return place_ != nullptr && place_->getNumIndices() == 1 &&
           layout.getTypeAllocSize(place_->getSourceElementType()) ==
               layout.getTypeAllocSize(element) &&
           ScalarOf(place_->getPointerOperand()) != nullptr && FindIn(place_->getOperand(1), 0) &&
           lanes_ != nullptr;
  }

  llvm::Value* lanes() const { return lanes_; }

  // Where the vector starts in which the places lie, for a first lane that is aligned.
  llvm::Value* Start(llvm::IRBuilder<>& builder, unsigned lanes) const {
    return builder.CreateGEP(place_->getSourceElementType(), ScalarOf(place_->getPointerOperand()),
                             Build(builder, place_->getOperand(1), lanes));
  }

  // For each lane of the vector the lane of the access, and the other way round.
  llvm::Value* Order(llvm::IRBuilder<>& builder, llvm::FixedVectorType* type) const {
    const auto lanes = static_cast<unsigned>(type->getNumElements());
    llvm::Value* bits = builder.CreateZExtOrTrunc(flipped_, type->getElementType());
    bits = builder.CreateAnd(bits, lanes - 1);
    llvm::SmallVector<llvm::Constant*> own;
    for (unsigned i = 0; i < lanes; ++i) {
      own.push_back(llvm::ConstantInt::get(type->getElementType(), i));
    }
    return builder.CreateXor(llvm::ConstantVector::get(own),
                             builder.CreateVectorSplat(lanes, bits));
  }

 private:
  static llvm::Value* ScalarOf(llvm::Value* value) {
    return value->getType()->isVectorTy() ? llvm::getSplatValue(value) : value;
  }

  // One exclusive or of the lanes, in sums with what is the same for all.
  bool FindIn(llvm::Value* value, unsigned depth) {
    if (ScalarOf(value) != nullptr) {
      return true;
    }
    llvm::Value* left = nullptr;
    llvm::Value* right = nullptr;
    if (depth > kMaxDepth) {
      return false;
    }
    if (match(value, m_Xor(m_Value(left), m_Value(right)))) {
      if (ScalarOf(left) != nullptr) {
        std::swap(left, right);
      }
      if (lanes_ != nullptr || ScalarOf(right) == nullptr || !IsCountingUp(left)) {
        return false;
      }
      lanes_ = left;
      xor_ = value;
      flipped_ = ScalarOf(right);
      return true;
    }
    if (match(value, m_Add(m_Value(left), m_Value(right)))) {
      return FindIn(left, depth + 1) && FindIn(right, depth + 1);
    }
    return match(value, m_ZExtOrSExt(m_Value(left))) && FindIn(left, depth + 1);
  }

  llvm::Value* Build(llvm::IRBuilder<>& builder, llvm::Value* value, unsigned lanes) const {
    if (llvm::Value* scalar = ScalarOf(value)) {
      return scalar;
    }
    if (value == xor_) {
      llvm::Value* above = builder.CreateAnd(
          flipped_,
          llvm::ConstantInt::getSigned(flipped_->getType(), -static_cast<std::int64_t>(lanes)));
      return builder.CreateXor(builder.CreateExtractElement(lanes_, std::uint64_t{0}), above);
    }
    auto* inst = llvm::cast<llvm::Instruction>(value);
    llvm::Value* first = Build(builder, inst->getOperand(0), lanes);
    if (auto* cast = llvm::dyn_cast<llvm::CastInst>(inst)) {
      return builder.CreateCast(cast->getOpcode(), first, inst->getType()->getScalarType());
    }
    return builder.CreateAdd(first, Build(builder, inst->getOperand(1), lanes));
  }

  llvm::GetElementPtrInst* place_ = nullptr;
  llvm::Value* lanes_ = nullptr;
  llvm::Value* xor_ = nullptr;
  llvm::Value* flipped_ = nullptr;
};

struct Access {
  llvm::IntrinsicInst* inst;
  XorPlace place;

  bool is_gather() const { return inst->getIntrinsicID() == llvm::Intrinsic::masked_gather; }
  llvm::FixedVectorType* type() const {
    return llvm::cast<llvm::FixedVectorType>(is_gather() ? inst->getType()
                                                         : inst->getArgOperand(0)->getType());
  }
  llvm::Value* mask() const { return inst->getArgOperand(is_gather() ? 1 : 2); }
};

class Permuter {
 public:
  Permuter(llvm::IRBuilder<>& builder, const Access& access)
      : builder_(builder), count_(access.type()->getNumElements()) {
    order_ = access.place.Order(builder, llvm::FixedVectorType::get(builder.getInt32Ty(), count_));
  }

  // Of 32-bit elements.
  llvm::Value* Permute(llvm::Value* value) {
    const bool floats = value->getType()->isFPOrFPVectorTy();
    const bool wide = count_ == 16;
    const llvm::Intrinsic::ID id =
        wide ? (floats ? llvm::Intrinsic::x86_avx512_permvar_sf_512
                       : llvm::Intrinsic::x86_avx512_permvar_si_512)
             : (floats ? llvm::Intrinsic::x86_avx2_permps : llvm::Intrinsic::x86_avx2_permd);
    return builder_.CreateIntrinsic(id, {}, {value, order_});
  }

  llvm::Value* PermuteMask(llvm::Value* mask) {
    const auto* constant = llvm::dyn_cast<llvm::Constant>(mask);
    if (constant != nullptr && constant->isAllOnesValue()) {
      return mask;
    }
    llvm::Type* wide = llvm::FixedVectorType::get(builder_.getInt32Ty(), count_);
    llvm::Value* moved = Permute(builder_.CreateSExt(mask, wide));
    return builder_.CreateICmpSLT(moved, llvm::Constant::getNullValue(wide));
  }

 private:
  llvm::IRBuilder<>& builder_;
  unsigned count_;
  llvm::Value* order_ = nullptr;
};

// The access by a whole vector, where `builder` stands; what it loads, null for a scatter.
llvm::Value* AccessWhole(llvm::IRBuilder<>& builder, const Access& access) {
  const auto lanes = static_cast<unsigned>(access.type()->getNumElements());
  Permuter permuter(builder, access);
  llvm::Value* start = access.place.Start(builder, lanes);
  llvm::Value* mask = permuter.PermuteMask(access.mask());
  const llvm::Align align = access.inst->getParamAlign(access.is_gather() ? 0 : 1).valueOrOne();
  if (!access.is_gather()) {
    builder.CreateMaskedStore(permuter.Permute(access.inst->getArgOperand(0)), start, align, mask);
    return nullptr;
  }
  llvm::Value* loaded = builder.CreateMaskedLoad(access.type(), start, align, mask);
  llvm::Value* passed = access.inst->getArgOperand(2);
  llvm::Value* moved = permuter.Permute(loaded);
  return llvm::isa<llvm::UndefValue>(passed) ? moved
                                             : builder.CreateSelect(access.mask(), moved, passed);
}

void Rewrite(const Access& access) {
  const auto lanes = static_cast<unsigned>(access.type()->getNumElements());
  llvm::IRBuilder<> builder(access.inst);
  if (IsAligned(access.place.lanes(), lanes)) {
    llvm::Value* loaded = AccessWhole(builder, access);
    if (loaded != nullptr) {
      access.inst->replaceAllUsesWith(loaded);
    }
    access.inst->eraseFromParent();
    return;
  }
  llvm::Value* first = builder.CreateExtractElement(access.place.lanes(), std::uint64_t{0});
  llvm::Value* aligned = builder.CreateIsNull(builder.CreateAnd(first, lanes - 1));
  llvm::Instruction* whole = nullptr;
  llvm::Instruction* other = nullptr;
  llvm::SplitBlockAndInsertIfThenElse(aligned, access.inst->getIterator(), &whole, &other);
  llvm::BasicBlock* after = access.inst->getParent();
  access.inst->moveBefore(other->getIterator());
  builder.SetInsertPoint(whole);
  llvm::Value* loaded = AccessWhole(builder, access);
  if (loaded != nullptr) {
    builder.SetInsertPoint(after, after->begin());
    llvm::PHINode* phi = builder.CreatePHI(access.type(), 2);
    access.inst->replaceAllUsesWith(phi);
    phi->addIncoming(loaded, whole->getParent());
    phi->addIncoming(access.inst, other->getParent());
  }
}

}  // namespace

llvm::PreservedAnalyses XorPlacesPass::run(llvm::Function& function,
                                           llvm::FunctionAnalysisManager& /*analyses*/) {
  std::vector<Access> accesses;
  for (llvm::Instruction& inst : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&inst);
    if (call == nullptr || (call->getIntrinsicID() != llvm::Intrinsic::masked_gather &&
                            call->getIntrinsicID() != llvm::Intrinsic::masked_scatter)) {
      continue;
    }
    Access access{call, {}};
    llvm::Type* element = access.type()->getElementType();
    if (element->getPrimitiveSizeInBits() == 32 && access.type()->getNumElements() * 4 == bytes_ &&
        access.place.Find(call->getArgOperand(access.is_gather() ? 0 : 1), element,
                          function.getDataLayout())) {
      accesses.push_back(access);
    }
  }
  for (const Access& access : accesses) {
    Rewrite(access);
  }
  return accesses.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace kernelc::codegen
