#include "compiler/codegen/cpu/kernel.h"

#include <llvm/IR/Attributes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "compiler/codegen/cpu/kernel_facts.h"
#include "compiler/codegen/cpu/own_stores.h"
#include "compiler/codegen/cpu/partial_results.h"
#include "compiler/codegen/cpu/streams.h"
#include "compiler/codegen/llvm/emit.h"
#include "runtime/abi/cpu_abi.h"

namespace kernelc::codegen {

namespace {

constexpr std::uint64_t kMaxGrid = std::uint64_t{1} << 31;

llvm::Value* LoadWord(FunctionContext& fn, llvm::Value* base, std::size_t offset,
                      std::uint64_t end) {
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::LoadInst* load = builder.CreateLoad(
      builder.getInt32Ty(), builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset));
  load->setMetadata(
      llvm::LLVMContext::MD_range,
      llvm::MDBuilder(fn.llvm_context()).createRange(llvm::APInt(32, 1), llvm::APInt(32, end)));
  load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(fn.llvm_context(), {}));
  return builder.CreateZExt(load, fn.types().int64(), "", true);
}

// Sizes of the launch, which are the same for all blocks.
void LoadLaunch(FunctionContext& fn, BlockState& state) {
  llvm::IRBuilder<>& builder = fn.builder();
  // The launch's names of directions are not the kernel's where passes have exchanged two.
  unsigned axes[] = {0, 1, 2};
  std::swap(axes[0], axes[fn.kir_function().options.exchanged_axis]);
  for (unsigned dim = 0; dim < 3; ++dim) {
    state.grid_dim[dim] =
        LoadWord(fn, state.launch, offsetof(abi::CpuLaunch, grid) + 4 * axes[dim], kMaxGrid);
    state.block_dim[dim] =
        LoadWord(fn, state.launch, offsetof(abi::CpuLaunch, block) + 4 * axes[dim], kMaxThreads + 1);
  }
  llvm::Value* threads =
      builder.CreateMul(builder.CreateMul(state.block_dim[0], state.block_dim[1], "", true, true),
                        state.block_dim[2], "", true, true);
  state.rounded_threads =
      builder.CreateAnd(builder.CreateAdd(threads, fn.Int64(kThreadRounding - 1), "", true, true),
                        fn.Int64(~(kThreadRounding - 1)));
}

// The state of a function whose leading parameters are the hidden ones.
void SetHidden(FunctionContext& fn, BlockState& state) {
  const auto argument = [&](Hidden hidden) -> llvm::Value* {
    return fn.function()->getArg(static_cast<unsigned>(hidden));
  };
  state.launch = argument(Hidden::Launch);
  state.worker = argument(Hidden::Worker);
  state.shared = argument(Hidden::Shared);
  state.scratch = argument(Hidden::Scratch);
  for (unsigned dim = 0; dim < 3; ++dim) {
    state.block_idx[dim] = fn.function()->getArg(static_cast<unsigned>(Hidden::BlockX) + dim);
    state.thread_idx[dim] = fn.Int64(0);
  }
  for (const Hidden hidden : {Hidden::Launch, Hidden::Worker, Hidden::Shared, Hidden::Scratch}) {
    fn.function()->addParamAttr(static_cast<unsigned>(hidden), llvm::Attribute::NoAlias);
  }
  state.thread_number = fn.Int64(0);
  LoadLaunch(fn, state);
  std::copy(std::begin(state.block_dim), std::end(state.block_dim), std::begin(state.thread_count));
}

llvm::Type* PartType(ModuleContext& module, const ParamPart& part) {
  switch (part.kind) {
    case abi::FieldKind::Value:
      return module.types().Register(part.type);
    case abi::FieldKind::Data:
      return llvm::PointerType::get(module.llvm_context(), 0);
    case abi::FieldKind::Extent:
    case abi::FieldKind::Stride:
      return module.types().int64();
  }
  KC_FATAL("unknown field kind");
}

void AddPartAttributes(FunctionContext& fn, llvm::Argument& argument, const ParamPart& part,
                       const kir::ParamFacts& facts) {
  llvm::AttrBuilder attributes(fn.llvm_context());
  if (part.kind == abi::FieldKind::Data) {
    // Memory that nothing writes aliases nothing that is written.
    if (facts.noalias || facts.readonly) {
      attributes.addAttribute(llvm::Attribute::NoAlias);
    }
    if (facts.readonly) {
      attributes.addAttribute(llvm::Attribute::ReadOnly);
    }
  } else if (part.kind == abi::FieldKind::Extent) {
    const llvm::APInt end = facts.array.small ? llvm::APInt(64, std::uint64_t{1} << 31)
                                              : llvm::APInt::getSignedMinValue(64);
    attributes.addRangeAttr(llvm::ConstantRange(llvm::APInt(64, 0), end));
  }
  argument.addAttrs(attributes);
}

// The function that runs one block: hidden parameters, then the fields of the packed parameters and
// the worker's copies of `partial`.
llvm::Function* EmitBlockFunction(ModuleContext& module, const kir::Function& kernel,
                                  const ParamLayout& layout, CpuTargetHooks& hooks,
                                  const std::vector<PartialResult>& partial) {
  std::vector<llvm::Type*> params;
  hooks.HiddenParams(module, params);
  params.resize(kHiddenOfBlock);
  params.push_back(module.types().int64());
  for (const ParamPart& part : layout.parts) {
    params.push_back(PartType(module, part));
  }
  params.resize(params.size() + partial.size(), llvm::PointerType::get(module.llvm_context(), 0));
  llvm::Function* function = llvm::Function::Create(
      llvm::FunctionType::get(module.types().int32(), params, false),
      llvm::GlobalValue::InternalLinkage, kernel.symbol + ".block", module.llvm_module());
  function->addFnAttr(llvm::Attribute::AlwaysInline);
  FunctionContext fn(module, kernel, function);
  SetHidden(fn, hooks.state());
  BlockState& state = hooks.state();
  state.uses_rows = UsesRows(module.kir_module(), kernel);
  state.fuses_blocks = CanFuseBlocks(module.kir_module(), kernel);
  state.thread_count[0] =
      fn.builder().CreateMul(state.block_dim[0], function->getArg(kHiddenOfBlock), "", true, true);
  std::vector<llvm::Value*> parts;
  for (const ParamPart& part : layout.parts) {
    llvm::Argument* argument =
        function->getArg(kHiddenOfBlock + 1 + static_cast<unsigned>(parts.size()));
    AddPartAttributes(fn, *argument, part, kernel.params[part.param].facts);
    parts.push_back(argument);
  }
  for (PartialResult result : partial) {
    result.data = parts[layout.first_part[result.param]];
    llvm::Argument* copy = function->getArg(
        kHiddenOfBlock + 1 + static_cast<unsigned>(parts.size() + state.partial_results.size()));
    copy->addAttr(llvm::Attribute::NoAlias);
    result.copy = copy;
    state.partial_results.push_back(result);
  }
  std::size_t next = 0;
  for (const kir::Param& param : kernel.params) {
    fn.set_value(param.value, AssembleParam(fn, param.type, parts, next));
  }
  DeclareParams(fn);
  if (const kir::Checks& checks = module.kir_module().checks; checks.init || checks.race) {
    hooks.EmitNewEpoch(fn, abi::CpuEpoch::Start);
  }
  fn.EmitRegion(kernel.body);
  if (!fn.terminated()) {
    hooks.EmitReturn(fn, nullptr);
  }
  hooks.OutlineTurns();
  return function;
}

// The loop over blocks, or over runs of blocks in x that the function of one block takes as one.
class EntryEmitter {
 public:
  EntryEmitter(ModuleContext& module, const kir::Function& kernel, const ParamLayout& layout,
               llvm::Function* block, CpuTargetHooks& hooks)
      : layout_(layout),
        block_(block),
        fuses_(hooks.state().fuses_blocks),
        partial_(hooks.state().partial_results),
        only_written_(FindOnlyWritten(module.kir_module(), kernel, hooks.waiting())),
        reports_(MayReport(module.kir_module(), kernel)),
        fn_(module, kernel, MakeEntry(module, kernel)),
        builder_(fn_.builder()) {}

  void Emit() {
    std::vector<llvm::Value*> arguments = LoadArguments();
    if (!partial_.empty()) {
      AddPartialResults(arguments);
    }
    llvm::Value* index[3];
    FirstBlock(index);
    llvm::BasicBlock* before = builder_.GetInsertBlock();
    llvm::BasicBlock* body = fn_.NewBlock("block");
    llvm::BasicBlock* next = fn_.NewBlock("block.next");
    llvm::BasicBlock* done = fn_.NewBlock("done");
    llvm::BasicBlock* failed = fn_.NewBlock("failed");
    llvm::Value* count = fn_.function()->getArg(3);
    builder_.CreateCondBr(builder_.CreateIsNull(count), done, body);

    fn_.StartBlock(body);
    llvm::PHINode* phis[4];
    for (unsigned i = 0; i < 4; ++i) {
      phis[i] = builder_.CreatePHI(fn_.types().int64(), 2);
      phis[i]->addIncoming(i < 3 ? index[i] : count, before);
      if (i < 3) {
        arguments[static_cast<unsigned>(Hidden::BlockX) + i] = phis[i];
      }
    }
    llvm::Value* run = fn_.Int64(1);
    if (fuses_) {
      run = builder_.CreateBinaryIntrinsic(
          llvm::Intrinsic::umin, phis[3],
          builder_.CreateSub(state_.grid_dim[0], phis[0], "", true, true));
    }
    arguments[kHiddenOfBlock] = run;
    llvm::Value* code = builder_.CreateCall(block_, arguments);
    if (reports_) {
      // Of a thread that went on, or of one that ended the block.
      constexpr std::size_t kCode =
          offsetof(abi::CpuWorker, error) + offsetof(abi::DeviceError, code);
      code = builder_.CreateLoad(builder_.getInt32Ty(), At(fn_.function()->getArg(4), kCode));
    }
    builder_.CreateCondBr(builder_.CreateIsNull(code), next, failed);

    fn_.StartBlock(next);
    Advance(phis, run, next);
    llvm::Value* left = builder_.CreateSub(phis[3], run);
    phis[3]->addIncoming(left, next);
    llvm::Instruction* latch = builder_.CreateCondBr(builder_.CreateIsNull(left), done, body);
    MarkThreadLoop(latch, LoopWorth::Rows);
    fn_.StartBlock(done);
    builder_.CreateRet(fn_.Int32(0));
    fn_.StartBlock(failed);
    builder_.CreateRet(code);
  }

 private:
  static llvm::Function* MakeEntry(ModuleContext& module, const kir::Function& kernel) {
    llvm::Type* pointer = llvm::PointerType::get(module.llvm_context(), 0);
    llvm::Type* int64 = module.types().int64();
    llvm::Function* entry = module.CreateFunction(
        llvm::FunctionType::get(module.types().int32(), {pointer, pointer, int64, int64, pointer},
                                false),
        llvm::GlobalValue::ExternalLinkage, kernel.symbol);
    for (const unsigned i : {0u, 1u, 4u}) {
      entry->addParamAttr(i, llvm::Attribute::NoAlias);
    }
    return entry;
  }

  llvm::Value* At(llvm::Value* base, std::size_t offset) {
    return builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), base, offset);
  }

  llvm::Value* LoadWorkerMemory(std::size_t offset) {
    llvm::LoadInst* memory =
        builder_.CreateLoad(builder_.getPtrTy(), At(fn_.function()->getArg(4), offset));
    MarkWorkerMemory(memory);
    return memory;
  }

  std::vector<llvm::Value*> LoadArguments() {
    llvm::Value* params = fn_.function()->getArg(0);
    llvm::Value* worker = fn_.function()->getArg(4);
    state_.launch = fn_.function()->getArg(1);
    LoadLaunch(fn_, state_);
    std::vector<llvm::Value*> arguments{state_.launch,
                                        worker,
                                        LoadWorkerMemory(offsetof(abi::CpuWorker, shared)),
                                        LoadWorkerMemory(offsetof(abi::CpuWorker, scratch)),
                                        nullptr,
                                        nullptr,
                                        nullptr,
                                        nullptr};
    for (const ParamPart& part : layout_.parts) {
      llvm::Value* place = At(params, part.offset);
      if (part.kind == abi::FieldKind::Value) {
        arguments.push_back(fn_.LoadFrom(place, part.type));
      } else {
        llvm::LoadInst* field = builder_.CreateLoad(PartType(fn_.module(), part), place);
        if (part.kind == abi::FieldKind::Data && only_written_[part.param]) {
          MarkOnlyWritten(field, ExtentOffsets(part.param),
                          fn_.types().MemorySize(fn_.type(part.type).element));
        }
        arguments.push_back(field);
      }
    }
    return arguments;
  }

  // The copies follow the arguments, and lie in front of what threads keep.
  void AddPartialResults(std::vector<llvm::Value*>& arguments) {
    for (PartialResult& result : partial_) {
      result.data = DataOf(result.param, arguments);
      result.elements = ElementsOf(result.param, arguments);
      if (result.may_overlap) {
        result.apart = IsApart(result, arguments);
      }
    }
    llvm::Value* threads = fn_.Int64(1);
    for (unsigned dim = 0; dim < 3; ++dim) {
      threads = builder_.CreateMul(threads,
                                   builder_.CreateMul(state_.grid_dim[dim], state_.block_dim[dim]));
    }
    constexpr auto kScratch = static_cast<unsigned>(Hidden::Scratch);
    llvm::Value* const scratch = arguments[kScratch];
    PartialLaunch launch;
    launch.worker = fn_.function()->getArg(4);
    launch.memory = scratch;
    launch.first_block = fn_.function()->getArg(2);
    launch.blocks = fn_.function()->getArg(3);
    launch.threads = threads;
    const std::vector<llvm::Value*> copies = EmitPartialResults(fn_, partial_, launch);
    arguments.insert(arguments.end(), copies.begin(), copies.end());
    arguments[kScratch] = builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), scratch,
                                                              partial_.size() * kPartialDistance);
  }

  llvm::Value* ElementsOf(std::uint32_t param, std::span<llvm::Value* const> arguments) {
    llvm::Value* elements = fn_.Int64(1);
    for (std::size_t part = layout_.first_part[param]; part < layout_.first_part[param + 1];
         ++part) {
      if (layout_.parts[part].kind == abi::FieldKind::Extent) {
        elements = builder_.CreateMul(elements, arguments[kHiddenOfBlock + 1 + part]);
      }
    }
    return elements;
  }

  // No other array of the kernel, all of them contiguous, shares memory with the result.
  llvm::Value* IsApart(const PartialResult& result, std::span<llvm::Value* const> arguments) {
    const kir::Function& kernel = fn_.kir_function();
    const auto end_of = [&](std::uint32_t param) {
      const TypeId element = fn_.type(kernel.params[param].type).element;
      llvm::Value* bytes = builder_.CreateMul(ElementsOf(param, arguments),
                                              fn_.Int64(fn_.types().MemorySize(element)));
      return builder_.CreateGEP(builder_.getInt8Ty(), DataOf(param, arguments), bytes);
    };
    llvm::Value* end = end_of(result.param);
    llvm::Value* apart = builder_.getTrue();
    for (std::uint32_t param = 0; param < kernel.params.size(); ++param) {
      if (param != result.param &&
          fn_.type(kernel.params[param].type).kind == types::TypeKind::Array) {
        llvm::Value* behind = builder_.CreateICmpULE(end, DataOf(param, arguments));
        llvm::Value* in_front = builder_.CreateICmpULE(end_of(param), result.data);
        apart = builder_.CreateAnd(apart, builder_.CreateOr(behind, in_front));
      }
    }
    return apart;
  }

  // In the packed parameters.
  std::vector<std::uint32_t> ExtentOffsets(std::uint32_t param) const {
    std::vector<std::uint32_t> offsets;
    for (std::size_t part = layout_.first_part[param]; part < layout_.first_part[param + 1];
         ++part) {
      if (layout_.parts[part].kind == abi::FieldKind::Extent) {
        offsets.push_back(layout_.parts[part].offset);
      }
    }
    return offsets;
  }

  llvm::Value* DataOf(std::uint32_t param, std::span<llvm::Value* const> arguments) const {
    return arguments[kHiddenOfBlock + 1 + layout_.first_part[param]];
  }

  void FirstBlock(llvm::Value* (&index)[3]) {
    llvm::Value* linear = fn_.function()->getArg(2);
    index[0] = builder_.CreateURem(linear, state_.grid_dim[0]);
    llvm::Value* rows = builder_.CreateUDiv(linear, state_.grid_dim[0]);
    index[1] = builder_.CreateURem(rows, state_.grid_dim[1]);
    index[2] = builder_.CreateUDiv(rows, state_.grid_dim[1]);
  }

  void Advance(llvm::PHINode* (&phis)[4], llvm::Value* run, llvm::BasicBlock* latch) {
    llvm::Value* step = run;
    for (unsigned i = 0; i < 3; ++i) {
      llvm::Value* next = builder_.CreateAdd(phis[i], step, "", true, true);
      if (i < 2) {
        llvm::Value* carry = builder_.CreateICmpEQ(next, state_.grid_dim[i]);
        next = builder_.CreateSelect(carry, fn_.Int64(0), next);
        step = builder_.CreateZExt(carry, fn_.types().int64());
      }
      phis[i]->addIncoming(next, latch);
    }
  }

  const ParamLayout& layout_;
  llvm::Function* block_;
  bool fuses_;
  std::vector<PartialResult> partial_;
  std::vector<bool> only_written_;
  bool reports_;
  BlockState state_;
  FunctionContext fn_;
  llvm::IRBuilder<>& builder_;
};

}  // namespace

void CpuTargetHooks::PrepareFunction(FunctionContext& fn) {
  llvm::Function* function = fn.function();
  function->addFnAttr(llvm::Attribute::NoUnwind);
  if (fn.kir_function().kind != kir::FunctionKind::Device) {
    return;
  }
  function->addFnAttr(llvm::Attribute::AlwaysInline);
  state_ = BlockState();
  SetHidden(fn, state_);
  for (unsigned dim = 0; dim < 3; ++dim) {
    state_.thread_idx[dim] = function->getArg(static_cast<unsigned>(Hidden::ThreadX) + dim);
  }
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::Value* rows = builder.CreateAdd(
      builder.CreateMul(state_.thread_idx[2], state_.block_dim[1], "", true, true),
      state_.thread_idx[1], "", true, true);
  state_.thread_number =
      builder.CreateAdd(builder.CreateMul(rows, state_.block_dim[0], "", true, true),
                        state_.thread_idx[0], "", true, true);
}

void EmitCpuKernel(ModuleContext& module, const kir::Function& kernel, CpuTargetHooks& hooks) {
  const ParamLayout layout = MakeParamLayout(module.kir_module(), kernel);
  // Code that is to be there soon has one loop over threads for each of the kernel's.
  const std::vector<PartialResult> partial =
      module.options().opt_level == 0
          ? std::vector<PartialResult>()
          : FindPartialResults(module.kir_module(), kernel, hooks.waiting());
  llvm::Function* block = EmitBlockFunction(module, kernel, layout, hooks, partial);
  EntryEmitter(module, kernel, layout, block, hooks).Emit();
}

}  // namespace kernelc::codegen
