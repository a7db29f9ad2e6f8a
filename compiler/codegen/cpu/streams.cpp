#include "compiler/codegen/cpu/streams.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace kernelc::codegen {

namespace {

constexpr const char* kOnlyWritten = "kernelc.only_written";
constexpr std::uint64_t kLine = 64;
// Smaller arrays may be in a cache when somebody reads them. On a Xeon with 300 MB of cache and an
// EPYC with 32, writing and reading 64 MiB takes less time past the caches, and 16 MiB as much or
// more on the first.
constexpr std::uint64_t kStreamedBytes = std::uint64_t{32} << 20;

// A store of a vector, at the same distance behind the last turn's.
struct Stream {
  llvm::StoreInst* store;
  llvm::Loop* loop;
  llvm::LoadInst* array;
  const llvm::SCEV* first;
};

class StreamFinder {
 public:
  StreamFinder(llvm::LoopInfo& loops, llvm::ScalarEvolution& evolution)
      : loops_(loops), evolution_(evolution) {}

  // Those of whole lines.
  std::vector<Stream> Find(llvm::Function& function) {
    std::vector<Stream> streams;
    for (llvm::Instruction& inst : llvm::instructions(function)) {
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&inst)) {
        Note(*store, streams);
      }
    }
    return streams;
  }

 private:
  void Note(llvm::StoreInst& store, std::vector<Stream>& streams) {
    llvm::Loop* loop = loops_.getLoopFor(store.getParent());
    const llvm::Value* value = store.getValueOperand();
    if (loop == nullptr || loop->getLoopPreheader() == nullptr ||
        !llvm::isa<llvm::FixedVectorType>(value->getType()) || !store.isSimple()) {
      return;
    }
    auto* array =
        llvm::dyn_cast<llvm::LoadInst>(llvm::getUnderlyingObject(store.getPointerOperand(), 0));
    const auto* place =
        llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(store.getPointerOperand()));
    // Longer vectors are made of shuffles, which the back end makes for a store beside them.
    const std::uint64_t bytes = store.getDataLayout().getTypeStoreSize(value->getType());
    if (array == nullptr || array->getMetadata(kOnlyWritten) == nullptr || place == nullptr ||
        place->getLoop() != loop || !place->isAffine() || bytes != kLine) {
      return;
    }
    const auto* step = llvm::dyn_cast<llvm::SCEVConstant>(place->getStepRecurrence(evolution_));
    if (step != nullptr && step->getAPInt().isStrictlyPositive() &&
        step->getAPInt().urem(kLine) == 0) {
      streams.push_back({&store, loop, array, place->getStart()});
    }
  }

  llvm::LoopInfo& loops_;
  llvm::ScalarEvolution& evolution_;
};

// In front of everything: whether the array is large.
llvm::Value* IsLarge(llvm::LoadInst* array) {
  const llvm::MDNode* mark = array->getMetadata(kOnlyWritten);
  const auto number = [&](unsigned i) {
    return llvm::mdconst::extract<llvm::ConstantInt>(mark->getOperand(i))->getZExtValue();
  };
  llvm::IRBuilder<> builder(array->getNextNode());
  llvm::Value* params = array->getFunction()->getArg(0);
  llvm::Value* elements = builder.getInt64(1);
  for (unsigned i = 1; i < mark->getNumOperands(); ++i) {
    llvm::Value* place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), params, number(i));
    elements = builder.CreateMul(elements, builder.CreateLoad(builder.getInt64Ty(), place));
  }
  return builder.CreateICmpUGE(elements, builder.getInt64(kStreamedBytes / number(0)));
}

// The store in two forms, by a condition.
void Choose(const Stream& stream, llvm::Value* condition) {
  llvm::LLVMContext& context = stream.store->getContext();
  llvm::Instruction* past = nullptr;
  llvm::Instruction* into = nullptr;
  llvm::SplitBlockAndInsertIfThenElse(condition, stream.store, &past, &into);
  auto* streamed = llvm::cast<llvm::StoreInst>(stream.store->clone());
  streamed->insertBefore(past->getIterator());
  streamed->setAlignment(llvm::Align(kLine));
  streamed->setMetadata(
      llvm::LLVMContext::MD_nontemporal,
      llvm::MDNode::get(context, llvm::ConstantAsMetadata::get(
                                     llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), 1))));
  stream.store->moveBefore(into->getIterator());
}

// Stores past the caches come in any order until a fence.
void FenceReturns(llvm::Function& function) {
  for (llvm::BasicBlock& block : function) {
    if (auto* end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator())) {
      llvm::IRBuilder<>(end).CreateIntrinsic(llvm::Intrinsic::x86_sse_sfence, {});
    }
  }
}

}  // namespace

void MarkOnlyWritten(llvm::LoadInst* data, std::span<const std::uint32_t> extents,
                     std::uint64_t element) {
  llvm::LLVMContext& context = data->getContext();
  llvm::Type* type = llvm::Type::getInt64Ty(context);
  std::vector<llvm::Metadata*> numbers{
      llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(type, element))};
  for (const std::uint32_t extent : extents) {
    numbers.push_back(llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(type, extent)));
  }
  data->setMetadata(kOnlyWritten, llvm::MDNode::get(context, numbers));
}

llvm::PreservedAnalyses StreamStoresPass::run(llvm::Function& function,
                                              llvm::FunctionAnalysisManager& analyses) {
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  const std::vector<Stream> streams = StreamFinder(loops, evolution).Find(function);
  if (streams.empty()) {
    return llvm::PreservedAnalyses::all();
  }
  std::unordered_map<llvm::LoadInst*, llvm::Value*> large;
  std::vector<llvm::Value*> conditions;
  llvm::SCEVExpander expander(evolution, "stream");
  for (const Stream& stream : streams) {
    auto& is_large = large[stream.array];
    is_large = is_large != nullptr ? is_large : IsLarge(stream.array);
    llvm::Instruction* front = stream.loop->getLoopPreheader()->getTerminator();
    llvm::IRBuilder<> builder(front);
    llvm::Value* first = builder.CreatePtrToInt(
        expander.expandCodeFor(stream.first, stream.first->getType(), front->getIterator()),
        builder.getInt64Ty());
    llvm::Value* aligned = builder.CreateIsNull(builder.CreateAnd(first, kLine - 1));
    conditions.push_back(builder.CreateAnd(is_large, aligned));
  }
  for (std::size_t i = 0; i < streams.size(); ++i) {
    Choose(streams[i], conditions[i]);
  }
  FenceReturns(function);
  return llvm::PreservedAnalyses::none();
}

}  // namespace kernelc::codegen
