#include "compiler/codegen/cpu/partial_results.h"

#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <cstddef>
#include <unordered_map>

#include "compiler/builtins/builtins.h"
#include "compiler/codegen/cpu/kernel_facts.h"
#include "compiler/codegen/llvm/emit.h"
#include "compiler/kir/analysis/synchronisation.h"
#include "runtime/abi/cpu_abi.h"

namespace kernelc::codegen {

namespace {

using kir::AtomicKind;
using kir::Inst;
using kir::InstId;
using kir::Op;
using llvm::AtomicRMWInst;

constexpr std::size_t kMaxPartialResults = 2;
// Every worker fills a copy and adds it: in a launch there must be so many atomics for each
// element.
constexpr std::uint64_t kAtomicsPerElement = 16;
// And a thread's are taken to be so many when they stand in a loop.
constexpr std::uint64_t kAtomicsInLoop = 16;
// Bits of a worker's share of an array: see abi::CpuWorker::partial.
constexpr std::uint64_t kPartialShareBits = 32;

// How copies are put together.
struct Joining {
  AtomicRMWInst::BinOp op;
  // What changes nothing, as bits.
  llvm::APInt neutral;
};

std::optional<Joining> JoiningOf(AtomicKind kind, TypeId element) {
  const unsigned bits = types::scalar_bits(element);
  const bool is_signed = types::IsSigned(element);
  if (types::IsFloat(element)) {
    // The zero that keeps a negative zero.
    return kind == AtomicKind::Add
               ? std::optional(Joining{AtomicRMWInst::FAdd, llvm::APInt::getSignMask(bits)})
               : std::nullopt;
  }
  switch (kind) {
    case AtomicKind::Add:
      return Joining{AtomicRMWInst::Add, llvm::APInt(bits, 0)};
    case AtomicKind::Min:
      return is_signed ? Joining{AtomicRMWInst::Min, llvm::APInt::getSignedMaxValue(bits)}
                       : Joining{AtomicRMWInst::UMin, llvm::APInt::getMaxValue(bits)};
    case AtomicKind::Max:
      return is_signed ? Joining{AtomicRMWInst::Max, llvm::APInt::getSignedMinValue(bits)}
                       : Joining{AtomicRMWInst::UMax, llvm::APInt(bits, 0)};
    case AtomicKind::Sub:
    case AtomicKind::NanMin:
    case AtomicKind::NanMax:
    case AtomicKind::And:
    case AtomicKind::Or:
    case AtomicKind::Xor:
    case AtomicKind::Exchange:
    case AtomicKind::Inc:
    case AtomicKind::Dec:
      return std::nullopt;
  }
  KC_FATAL("unknown atomic");
}

// What the kernel does with each of its array parameters.
class ParamUses {
 public:
  explicit ParamUses(const kir::Function& kernel) : kernel_(kernel) {
    for (const kir::Param& param : kernel.params) {
      uses_[param.value.index];
    }
    Visit(kernel.body);
  }

  // The one kind of atomics that is all that happens to it.
  std::optional<AtomicKind> KindOf(InstId param) const {
    const Use& use = uses_.at(param.index);
    return use.otherwise ? std::nullopt : use.kind;
  }
  bool IsInLoop(InstId param) const { return uses_.at(param.index).in_loop; }
  bool MayCountFromEnd(InstId param) const { return uses_.at(param.index).from_end; }

 private:
  struct Use {
    std::optional<AtomicKind> kind;
    bool in_loop = false;
    bool from_end = false;
    bool otherwise = false;
  };

  void Visit(kir::RegionId region) {
    for (const InstId id : kernel_.region(region).insts) {
      Note(id);
      const Inst& inst = kernel_.inst(id);
      const bool loops = IsLoop(inst);
      loops_ += loops ? 1 : 0;
      for (const kir::RegionId nested : kernel_.regions_of(inst)) {
        Visit(nested);
      }
      loops_ -= loops ? 1 : 0;
    }
  }

  void Note(InstId id) {
    const Inst& inst = kernel_.inst(id);
    const auto operands = kernel_.operands(inst);
    for (std::size_t i = 0; i < operands.size(); ++i) {
      if (const auto old = atomics_.find(operands[i].index); old != atomics_.end()) {
        uses_.at(old->second).otherwise = true;
      }
      if (const auto element = elements_.find(operands[i].index); element != elements_.end()) {
        NoteElement(id, inst, i, uses_.at(element->second));
        continue;
      }
      if (const auto param = uses_.find(operands[i].index); param != uses_.end()) {
        if (inst.op == Op::ElementPtr && i == 0) {
          elements_[id.index] = operands[i].index;
          param->second.from_end = param->second.from_end || inst.imm != 0;
        } else if (inst.op != Op::ArrayExtent && inst.op != Op::ArrayStride &&
                   inst.op != Op::ArraysApart) {
          param->second.otherwise = true;
        }
      }
    }
  }

  void NoteElement(InstId id, const Inst& inst, std::size_t operand, Use& use) {
    const auto kind = static_cast<AtomicKind>(inst.imm);
    if (inst.op != Op::AtomicRmw || operand != 0 || (use.kind && *use.kind != kind)) {
      use.otherwise = true;
      return;
    }
    use.kind = kind;
    use.in_loop = use.in_loop || loops_ > 0;
    atomics_[id.index] = elements_.at(kernel_.operand(inst, 0).index);
  }

  const kir::Function& kernel_;
  // By the parameter's value; elements and atomics, with the parameter that they belong to.
  std::unordered_map<std::uint32_t, Use> uses_;
  std::unordered_map<std::uint32_t, std::uint32_t> elements_;
  std::unordered_map<std::uint32_t, std::uint32_t> atomics_;
  unsigned loops_ = 0;
};

// That no array overlaps another one can be found out when the kernel runs: all are contiguous, and
// no fence says when others must see what was added.
bool CanCompareArrays(const kir::Module& module, const kir::Function& kernel) {
  return !HasEffects(module, kernel, builtins::BuiltinEffects::Fence) &&
         std::all_of(kernel.params.begin(), kernel.params.end(), [&](const kir::Param& param) {
           const types::Type& type = module.types.get(param.type);
           return type.kind == types::TypeKind::Array ? type.layout != abi::Layout::A
                                                      : types::IsScalar(param.type);
         });
}

llvm::Constant* NeutralOf(FunctionContext& fn, const PartialResult& result) {
  llvm::Constant* bits =
      llvm::ConstantInt::get(fn.llvm_context(), JoiningOf(result.kind, result.element)->neutral);
  return types::IsFloat(result.element)
             ? llvm::ConstantExpr::getBitCast(bits, fn.types().Register(result.element))
             : bits;
}

// for i below `count`: body(i). Of no turns where `count` is 0.
template <typename Body>
void EmitCounting(FunctionContext& fn, llvm::Value* count, const Body& body) {
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::BasicBlock* before = builder.GetInsertBlock();
  llvm::BasicBlock* loop = fn.NewBlock("partial");
  llvm::BasicBlock* done = fn.NewBlock("partial.done");
  builder.CreateCondBr(builder.CreateIsNull(count), done, loop);
  fn.StartBlock(loop);
  llvm::PHINode* index = builder.CreatePHI(fn.types().int64(), 2);
  index->addIncoming(fn.Int64(0), before);
  body(index);
  llvm::Value* next = builder.CreateAdd(index, fn.Int64(1), "", true, true);
  index->addIncoming(next, builder.GetInsertBlock());
  builder.CreateCondBr(builder.CreateICmpULT(next, count), loop, done);
  fn.StartBlock(done);
}

// Chooses whether there is a copy, and fills it; gives whether there is.
llvm::Value* EmitFill(FunctionContext& fn, const PartialResult& result, llvm::Value* copy,
                      llvm::Value* threads) {
  llvm::IRBuilder<>& builder = fn.builder();
  const std::uint64_t most = kPartialBytes / (types::scalar_bits(result.element) / 8);
  llvm::Value* fits = builder.CreateICmpULE(result.elements, fn.Int64(most));
  llvm::Value* pays = builder.CreateICmpULE(
      builder.CreateMul(result.elements, fn.Int64(kAtomicsPerElement)),
      builder.CreateMul(threads, fn.Int64(result.in_loop ? kAtomicsInLoop : 1)));
  llvm::Value* copied = builder.CreateAnd(fits, pays);
  if (result.apart != nullptr) {
    copied = builder.CreateAnd(copied, result.apart);
  }
  llvm::Constant* neutral = NeutralOf(fn, result);
  llvm::Value* first = copy;
  llvm::Value* count = result.elements;
  if (result.from_end) {
    first = builder.CreateGEP(neutral->getType(), copy, builder.CreateNeg(count));
    count = builder.CreateShl(count, 1);
  }
  EmitCounting(fn, builder.CreateSelect(copied, count, fn.Int64(0)), [&](llvm::Value* index) {
    builder.CreateStore(neutral, builder.CreateInBoundsGEP(neutral->getType(), first, index));
  });
  return copied;
}

llvm::Value* Join(llvm::IRBuilder<>& builder, AtomicRMWInst::BinOp op, llvm::Value* a,
                  llvm::Value* b) {
  if (op == AtomicRMWInst::FAdd) {
    return builder.CreateFAdd(a, b);
  }
  if (op == AtomicRMWInst::Add) {
    return builder.CreateAdd(a, b);
  }
  const bool is_max = op == AtomicRMWInst::Max || op == AtomicRMWInst::UMax;
  const bool is_signed = op == AtomicRMWInst::Max || op == AtomicRMWInst::Min;
  const llvm::Intrinsic::ID larger = is_signed ? llvm::Intrinsic::smax : llvm::Intrinsic::umax;
  const llvm::Intrinsic::ID smaller = is_signed ? llvm::Intrinsic::smin : llvm::Intrinsic::umin;
  return builder.CreateBinaryIntrinsic(is_max ? larger : smaller, a, b);
}

// Whether `value` takes the place of the number in `place`: a worker whose number does not leaves
// the line of memory with the others. Null where every number changes what is there.
llvm::Value* ReplacesOld(FunctionContext& fn, AtomicRMWInst::BinOp op, llvm::Value* place,
                         llvm::Value* value) {
  const bool is_max = op == AtomicRMWInst::Max || op == AtomicRMWInst::UMax;
  if (!is_max && op != AtomicRMWInst::Min && op != AtomicRMWInst::UMin) {
    return nullptr;
  }
  llvm::IRBuilder<>& builder = fn.builder();
  const std::uint64_t bytes = value->getType()->getScalarSizeInBits() / 8;
  llvm::LoadInst* old = builder.CreateAlignedLoad(value->getType(), place, llvm::Align(bytes));
  old->setAtomic(llvm::AtomicOrdering::Monotonic,
                 fn.llvm_context().getOrInsertSyncScopeID(fn.hooks().AtomicScope()));
  const bool is_signed = op == AtomicRMWInst::Max || op == AtomicRMWInst::Min;
  llvm::Value* less = is_max ? old : value;
  llvm::Value* more = is_max ? value : old;
  return is_signed ? builder.CreateICmpSLT(less, more) : builder.CreateICmpULT(less, more);
}

// Adds the copy to the array where `copied`, from the element at `share` (of 2^32) of it on and
// around its end: workers that finish at the same time would wait for each other at every element.
void EmitJoin(FunctionContext& fn, const PartialResult& result, llvm::Value* copy,
              llvm::Value* copied, llvm::Value* share) {
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::Type* type = fn.types().Register(result.element);
  llvm::IntegerType* bits = builder.getIntNTy(types::scalar_bits(result.element));
  const Joining joining = *JoiningOf(result.kind, result.element);
  llvm::Value* count = builder.CreateSelect(copied, result.elements, fn.Int64(0));
  llvm::Value* first = builder.CreateLShr(builder.CreateMul(count, share), kPartialShareBits);
  EmitCounting(fn, count, [&](llvm::Value* turn) {
    llvm::Value* ahead = builder.CreateAdd(first, turn, "", true, true);
    llvm::Value* index = builder.CreateSelect(builder.CreateICmpULT(ahead, count), ahead,
                                              builder.CreateSub(ahead, count));
    llvm::Value* value = builder.CreateLoad(type, builder.CreateInBoundsGEP(type, copy, index));
    if (result.from_end) {
      llvm::Value* below = builder.CreateSub(index, count);
      value = Join(builder, joining.op, value,
                   builder.CreateLoad(type, builder.CreateGEP(type, copy, below)));
    }
    llvm::BasicBlock* join = fn.NewBlock("partial.join");
    llvm::BasicBlock* next = fn.NewBlock("partial.next");
    builder.CreateCondBr(
        builder.CreateICmpEQ(builder.CreateBitCast(value, bits),
                             llvm::ConstantInt::get(fn.llvm_context(), joining.neutral)),
        next, join);
    fn.StartBlock(join);
    llvm::Value* place = builder.CreateInBoundsGEP(type, result.data, index);
    if (llvm::Value* replaces = ReplacesOld(fn, joining.op, place, value)) {
      llvm::BasicBlock* replace = fn.NewBlock("partial.replace");
      builder.CreateCondBr(replaces, replace, next);
      fn.StartBlock(replace);
    }
    builder.CreateAtomicRMW(joining.op, place, value,
                            llvm::Align(fn.types().MemorySize(result.element)),
                            llvm::AtomicOrdering::Monotonic,
                            fn.llvm_context().getOrInsertSyncScopeID(fn.hooks().AtomicScope()));
    builder.CreateBr(next);
    fn.StartBlock(next);
  });
}

}  // namespace

std::vector<PartialResult> FindPartialResults(const kir::Module& module,
                                              const kir::Function& kernel,
                                              const std::vector<bool>& waits) {
  std::vector<PartialResult> results;
  if (MayReport(module, kernel) || kir::MayWait(kernel, kernel.body, waits) ||
      HasEffects(module, kernel, builtins::BuiltinEffects::GridSync)) {
    return results;
  }
  const ParamUses uses(kernel);
  const bool comparable = CanCompareArrays(module, kernel);
  for (std::uint32_t i = 0; i < kernel.params.size(); ++i) {
    const kir::Param& param = kernel.params[i];
    const types::Type& type = module.types.get(param.type);
    const std::optional<AtomicKind> kind = uses.KindOf(param.value);
    if (!kind || !(param.facts.noalias || comparable) || type.layout != abi::Layout::C ||
        !types::IsScalar(type.element) || IsNarrowFloat(type.element) ||
        types::scalar_bits(type.element) < 32 || !JoiningOf(*kind, type.element) ||
        results.size() == kMaxPartialResults) {
      continue;
    }
    PartialResult& result = results.emplace_back();
    result.param = i;
    result.element = type.element;
    result.kind = *kind;
    result.in_loop = uses.IsInLoop(param.value);
    result.may_overlap = !param.facts.noalias;
    result.from_end = type.ndim == 1 && uses.MayCountFromEnd(param.value);
  }
  return results;
}

const PartialResult* PartialResultOf(const kir::Function& function, const BlockState& state,
                                     InstId pointer) {
  const Inst& inst = function.inst(pointer);
  if (inst.op != Op::ElementPtr || state.partial_results.empty()) {
    return nullptr;
  }
  const InstId array = function.operand(inst, 0);
  for (const PartialResult& result : state.partial_results) {
    if (function.params[result.param].value == array) {
      return &result;
    }
  }
  return nullptr;
}

std::vector<llvm::Value*> EmitPartialResults(FunctionContext& fn,
                                             const std::vector<PartialResult>& results,
                                             const PartialLaunch& launch) {
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::Value* state = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), launch.worker,
                                                          offsetof(abi::CpuWorker, partial));
  llvm::Value* known = builder.CreateLoad(builder.getInt32Ty(), state);
  // Bit 0 says that the worker has begun, bit i + 1 that result i has a copy.
  const auto has_copy = [&](llvm::Value* bits, std::size_t i) {
    return builder.CreateIsNotNull(builder.CreateAnd(bits, std::uint64_t{2} << i));
  };
  std::vector<llvm::Value*> pieces;
  for (std::size_t i = 0; i < results.size(); ++i) {
    // Whole lines in front of it.
    constexpr std::uint64_t kLine = 64;
    llvm::Value* before = builder.CreateMul(results[i].elements,
                                            fn.Int64(types::scalar_bits(results[i].element) / 8));
    before = builder.CreateAnd(builder.CreateAdd(before, fn.Int64(kLine - 1)), ~(kLine - 1));
    llvm::Value* place = fn.Int64(i * kPartialDistance);
    pieces.push_back(
        builder.CreateGEP(builder.getInt8Ty(), launch.memory,
                          results[i].from_end ? builder.CreateAdd(place, before) : place));
  }
  llvm::BasicBlock* finish = fn.NewBlock("partial.finish");
  llvm::BasicBlock* run = fn.NewBlock("partial.run");
  llvm::BasicBlock* begin = fn.NewBlock("partial.begin");
  llvm::BasicBlock* ready = fn.NewBlock("partial.ready");
  builder.CreateCondBr(builder.CreateIsNull(launch.blocks), finish, run);

  fn.StartBlock(finish);
  for (std::size_t i = 0; i < results.size(); ++i) {
    EmitJoin(fn, results[i], pieces[i], has_copy(known, i), launch.first_block);
  }
  builder.CreateStore(fn.Int32(0), state);
  builder.CreateRet(fn.Int32(0));

  fn.StartBlock(run);
  llvm::BasicBlock* before = builder.GetInsertBlock();
  builder.CreateCondBr(builder.CreateIsNull(known), begin, ready);
  fn.StartBlock(begin);
  llvm::Value* bits = fn.Int32(1);
  for (std::size_t i = 0; i < results.size(); ++i) {
    llvm::Value* copied = EmitFill(fn, results[i], pieces[i], launch.threads);
    bits = builder.CreateOr(
        bits, builder.CreateShl(builder.CreateZExt(copied, builder.getInt32Ty()), i + 1));
  }
  builder.CreateStore(bits, state);
  llvm::BasicBlock* filled = builder.GetInsertBlock();
  builder.CreateBr(ready);

  fn.StartBlock(ready);
  llvm::PHINode* chosen = builder.CreatePHI(builder.getInt32Ty(), 2);
  chosen->addIncoming(known, before);
  chosen->addIncoming(bits, filled);
  std::vector<llvm::Value*> copies;
  for (std::size_t i = 0; i < results.size(); ++i) {
    copies.push_back(builder.CreateSelect(has_copy(chosen, i), pieces[i],
                                          llvm::ConstantPointerNull::get(builder.getPtrTy())));
  }
  return copies;
}

}  // namespace kernelc::codegen
