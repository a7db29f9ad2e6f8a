#include "compiler/codegen/nvptx/moving_pointers.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include "compiler/codegen/nvptx/loop_tests.h"
#include "compiler/codegen/nvptx/places.h"

namespace kernelc::codegen {

namespace {

// Arrays whose pointers take registers.
constexpr std::size_t kMaxPointers = 6;
// Distances by which one pointer advances: each is kept in registers, and the assembler takes only
// a chain of one for a pointer that advances.
constexpr std::size_t kMaxDistances = 1;
// Instructions that are looked at.
constexpr std::size_t kMaxInstructions = 1000;

// Operations of which an address is made, one of another.
constexpr unsigned kMaxDepth = 8;

constexpr unsigned kWordBits = 32;

struct Access {
  llvm::Use* pointer;
  const llvm::SCEVAddRecExpr* place;
};

// Accesses that one pointer serves, in the order in which they run.
struct Group {
  llvm::SmallVector<Access, 8> accesses;
  // By what the pointer advances before each access, no constant if not zero; and a constant that
  // is added for the access alone.
  llvm::SmallVector<std::pair<const llvm::SCEV*, std::int64_t>, 8> distances;
  // From the last access to the first one of the next iteration.
  const llvm::SCEV* last = nullptr;
};

llvm::Use* PointerOf(llvm::Instruction& inst) {
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&inst)) {
    return &load->getOperandUse(llvm::LoadInst::getPointerOperandIndex());
  }
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&inst)) {
    return &store->getOperandUse(llvm::StoreInst::getPointerOperandIndex());
  }
  return nullptr;
}

class PointerMover {
 public:
  PointerMover(llvm::Loop& loop, llvm::ScalarEvolution& evolution)
      : loop_(loop), evolution_(evolution), expander_(evolution, "pointer") {}

  // Whether there is an access for which a pointer may advance. Needs no block before the loop.
  bool Finds() {
    Collect();
    return !has_constant_ && !groups_.empty();
  }

  // False where pointers would not pay.
  bool Run() {
    before_ = loop_.getLoopPreheader()->getTerminator();
    groups_.clear();
    Collect();
    llvm::erase_if(groups_, [this](Group& group) { return !Plan(group); });
    if (groups_.empty() || groups_.size() > kMaxPointers) {
      return false;
    }
    for (Group& group : groups_) {
      Move(group);
    }
    for (llvm::WeakTrackingVH& pointer : replaced_) {
      if (pointer != nullptr) {
        llvm::RecursivelyDeleteTriviallyDeadInstructions(pointer);
      }
    }
    evolution_.forgetLoop(&loop_);
    return true;
  }

 private:
  // Accesses whose addresses advance by what is no constant.
  void Collect() {
    for (llvm::Instruction& inst : *loop_.getHeader()) {
      if (llvm::Use* pointer = PointerOf(inst)) {
        Add(*pointer);
      }
    }
  }

  void Add(llvm::Use& pointer) {
    if (loop_.isLoopInvariant(pointer.get()) ||
        loop_.getHeader()->getDataLayout().getIndexTypeSizeInBits(pointer->getType()) != 64) {
      return;
    }
    const llvm::SCEVAddRecExpr* place = PlaceOf(*pointer, loop_, evolution_);
    if (place != nullptr && llvm::isa<llvm::SCEVConstant>(place->getStepRecurrence(evolution_))) {
      has_constant_ = true;
    }
    if (place == nullptr || llvm::isa<llvm::SCEVConstant>(place->getStepRecurrence(evolution_)) ||
        llvm::isa<llvm::PHINode>(pointer.get())) {
      return;
    }
    const auto is_group = [&](const Group& group) {
      const llvm::SCEVAddRecExpr* first = group.accesses.front().place;
      return first->getStepRecurrence(evolution_) == place->getStepRecurrence(evolution_) &&
             evolution_.getPointerBase(first) == evolution_.getPointerBase(place);
    };
    auto group = llvm::find_if(groups_, is_group);
    if (group == groups_.end()) {
      group = groups_.insert(groups_.end(), Group());
    }
    group->accesses.push_back({&pointer, place});
  }

  bool CanExpand(const llvm::SCEV* value) { return expander_.isSafeToExpandAt(value, before_); }

  // Decides by what the pointer advances. False where that would take too many registers.
  bool Plan(Group& group) {
    const llvm::SCEVAddRecExpr* first = group.accesses.front().place;
    const llvm::SCEV* step = first->getStepRecurrence(evolution_);
    const llvm::SCEV* zero = evolution_.getZero(step->getType());
    const llvm::SCEV* reached = zero;
    llvm::SmallPtrSet<const llvm::SCEV*, 4> distinct;
    for (const Access& access : group.accesses) {
      const llvm::SCEV* from_first =
          evolution_.getMinusSCEV(access.place->getStart(), first->getStart());
      if (llvm::isa<llvm::SCEVCouldNotCompute>(from_first)) {
        return false;
      }
      const llvm::SCEV* distance = evolution_.getMinusSCEV(from_first, reached);
      if (const auto* constant = llvm::dyn_cast<llvm::SCEVConstant>(distance)) {
        group.distances.emplace_back(nullptr, constant->getAPInt().getSExtValue());
        continue;
      }
      reached = from_first;
      distinct.insert(distance);
      group.distances.emplace_back(distance, 0);
    }
    group.last = evolution_.getMinusSCEV(step, reached);
    if (!group.last->isZero()) {
      distinct.insert(group.last);
    }
    return distinct.size() <= kMaxDistances &&
           llvm::all_of(distinct, [this](const llvm::SCEV* value) { return CanExpand(value); }) &&
           CanCopy(*group.accesses.front().pointer->get(), kMaxDepth);
  }

  // Whether the address of the first iteration can be computed before the loop by copies of what
  // computes it in the loop.
  bool CanCopy(const llvm::Value& value, unsigned depth) const {
    const auto* inst = llvm::dyn_cast<llvm::Instruction>(&value);
    if (inst == nullptr || !loop_.contains(inst)) {
      return true;
    }
    if (llvm::isa<llvm::PHINode>(inst)) {
      return inst->getParent() == loop_.getHeader();
    }
    return depth != 0 &&
           llvm::isa<llvm::GetElementPtrInst, llvm::CastInst, llvm::OverflowingBinaryOperator,
                     llvm::PossiblyDisjointInst>(inst) &&
           llvm::all_of(inst->operands(),
                        [&](const llvm::Use& operand) { return CanCopy(*operand, depth - 1); });
  }

  llvm::Value* Copy(llvm::Value* value) {
    auto* inst = llvm::dyn_cast<llvm::Instruction>(value);
    if (inst == nullptr || !loop_.contains(inst)) {
      return value;
    }
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(inst)) {
      return phi->getIncomingValueForBlock(loop_.getLoopPreheader());
    }
    auto [copied, is_new] = copies_.try_emplace(inst, nullptr);
    if (is_new) {
      llvm::Instruction* copy = inst->clone();
      for (llvm::Use& operand : copy->operands()) {
        operand = Copy(operand);
      }
      copy->insertBefore(before_->getIterator());
      copies_[inst] = copy;
      return copy;
    }
    return copied->second;
  }

  static llvm::Value* Advance(llvm::IRBuilder<>& builder, llvm::Value* pointer,
                              llvm::Value* distance) {
    return builder.CreatePtrAdd(pointer, distance);
  }

  void Move(const Group& group) {
    llvm::BasicBlock* header = loop_.getHeader();
    llvm::Type* type = group.accesses.front().pointer->get()->getType();
    llvm::Value* start = Copy(group.accesses.front().pointer->get());
    llvm::IRBuilder<> builder(header, header->begin());
    llvm::PHINode* first = builder.CreatePHI(type, 2);
    llvm::Value* pointer = first;
    for (const auto& [access, distance] : llvm::zip(group.accesses, group.distances)) {
      builder.SetInsertPoint(llvm::cast<llvm::Instruction>(access.pointer->getUser()));
      if (distance.first != nullptr) {
        pointer = Advance(builder, pointer, Distance(distance.first));
      }
      replaced_.emplace_back(access.pointer->get());
      *access.pointer =
          distance.second == 0
              ? pointer
              : Advance(builder, pointer,
                        builder.getInt64(static_cast<std::uint64_t>(distance.second)));
    }
    builder.SetInsertPoint(loop_.getLoopLatch()->getTerminator());
    llvm::Value* next =
        group.last->isZero() ? pointer : Advance(builder, pointer, Distance(group.last));
    first->addIncoming(start, loop_.getLoopPreheader());
    first->addIncoming(next, loop_.getLoopLatch());
  }

  llvm::Value* Distance(const llvm::SCEV* value) {
    llvm::Value*& known = distances_[value];
    if (known == nullptr) {
      known = DistanceOf(value);
    }
    return known;
  }

  // The distance as a product of 32 bits and a constant where it is one, in the loop: the assembler
  // multiplies and adds to a pointer in one instruction, and a sum of 64 bits takes two.
  llvm::Value* DistanceOf(const llvm::SCEV* value) {
    llvm::Value* distance = expander_.expandCodeFor(value, value->getType(), before_);
    const unsigned zeros = evolution_.getMinTrailingZeros(value);
    if (zeros >= kWordBits ||
        evolution_.getUnsignedRange(value).getUnsignedMax().getActiveBits() > kWordBits + zeros) {
      return distance;
    }
    llvm::IRBuilder<> builder(before_);
    llvm::Value* factor =
        builder.CreateTrunc(builder.CreateLShr(distance, zeros), builder.getInt32Ty());
    builder.SetInsertPoint(loop_.getHeader()->getFirstNonPHIIt());
    return builder.CreateShl(builder.CreateZExt(factor, distance->getType()), zeros);
  }

  llvm::Loop& loop_;
  llvm::ScalarEvolution& evolution_;
  llvm::SCEVExpander expander_;
  // The end of the block before the loop.
  llvm::Instruction* before_ = nullptr;
  // An address advances by a constant.
  bool has_constant_ = false;
  llvm::SmallVector<Group, 4> groups_;
  llvm::DenseMap<llvm::Instruction*, llvm::Instruction*> copies_;
  llvm::DenseMap<const llvm::SCEV*, llvm::Value*> distances_;
  llvm::SmallVector<llvm::WeakTrackingVH, 16> replaced_;
};

// A loop of one block. The assembler moves no load across a branch, and an access that not every
// iteration runs would keep its index beside the pointer: rays and spheres took 1.13 of the time
// (H200).
bool IsCandidate(const llvm::Loop& loop) {
  return loop.getNumBlocks() == 1 && loop.getHeader()->size() <= kMaxInstructions;
}

}  // namespace

llvm::PreservedAnalyses MovingPointersPass::run(llvm::Function& function,
                                                llvm::FunctionAnalysisManager& analyses) {
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  llvm::SmallVector<std::pair<llvm::Loop*, LoopTest>, 4> counted;
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (!IsCandidate(*loop)) {
      continue;
    }
    if (const LoopTest test = TestOf(*loop); test.variable != nullptr) {
      counted.emplace_back(loop, test);
    }
  }
  if (counted.empty()) {
    return llvm::PreservedAnalyses::all();
  }
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  bool changed = false;
  for (const auto& [loop, test] : counted) {
    PointerMover mover(*loop, evolution);
    if (!mover.Finds()) {
      continue;
    }
    if (loop->getLoopPreheader() == nullptr) {
      auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
      llvm::InsertPreheaderForLoop(loop, &dominators, &loops, nullptr, false);
      evolution.forgetLoop(loop);
      changed = true;
    }
    if (mover.Run()) {
      TestNextIteration(test, *loop, evolution);
      changed = true;
    }
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace kernelc::codegen
