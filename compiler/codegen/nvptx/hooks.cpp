#include "compiler/codegen/nvptx/hooks.h"

#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include <algorithm>
#include <array>

#include "compiler/codegen/llvm/emit.h"
#include "compiler/codegen/nvptx/unroll.h"
#include "compiler/kir/static_array.h"

namespace kernelc::codegen {

namespace intrinsic = llvm::Intrinsic;
using builtins::BuiltinId;

namespace {

// Limits of every GPU: 1024 threads a block (64 in z), 2^31 - 1 blocks in x and 65535 in y and z.
constexpr std::uint32_t kMaxThreads = 1024;
constexpr std::uint32_t kMaxThreadsZ = 64;
constexpr std::uint32_t kMaxBlocksX = 0x7fffffff;
constexpr std::uint32_t kMaxBlocksYZ = 0xffff;
constexpr std::uint32_t kWarpSize = 32;

// Launch bounds also bound thread indices and block sizes.
enum class Bound : std::uint8_t { None, ThreadIndex, BlockSize };

// A special register of 32 bits and the values [first, end) that it can have.
struct SpecialRegister {
  BuiltinId builtin;
  intrinsic::ID id;
  std::uint32_t first;
  std::uint32_t end;
  Bound bound;
};

constexpr SpecialRegister kRegisters[] = {
    {BuiltinId::ThreadIdxX, intrinsic::nvvm_read_ptx_sreg_tid_x, 0, kMaxThreads,
     Bound::ThreadIndex},
    {BuiltinId::ThreadIdxY, intrinsic::nvvm_read_ptx_sreg_tid_y, 0, kMaxThreads,
     Bound::ThreadIndex},
    {BuiltinId::ThreadIdxZ, intrinsic::nvvm_read_ptx_sreg_tid_z, 0, kMaxThreadsZ,
     Bound::ThreadIndex},
    {BuiltinId::BlockDimX, intrinsic::nvvm_read_ptx_sreg_ntid_x, 1, kMaxThreads + 1,
     Bound::BlockSize},
    {BuiltinId::BlockDimY, intrinsic::nvvm_read_ptx_sreg_ntid_y, 1, kMaxThreads + 1,
     Bound::BlockSize},
    {BuiltinId::BlockDimZ, intrinsic::nvvm_read_ptx_sreg_ntid_z, 1, kMaxThreadsZ + 1,
     Bound::BlockSize},
    {BuiltinId::BlockIdxX, intrinsic::nvvm_read_ptx_sreg_ctaid_x, 0, kMaxBlocksX, Bound::None},
    {BuiltinId::BlockIdxY, intrinsic::nvvm_read_ptx_sreg_ctaid_y, 0, kMaxBlocksYZ, Bound::None},
    {BuiltinId::BlockIdxZ, intrinsic::nvvm_read_ptx_sreg_ctaid_z, 0, kMaxBlocksYZ, Bound::None},
    {BuiltinId::GridDimX, intrinsic::nvvm_read_ptx_sreg_nctaid_x, 1, kMaxBlocksX + 1, Bound::None},
    {BuiltinId::GridDimY, intrinsic::nvvm_read_ptx_sreg_nctaid_y, 1, kMaxBlocksYZ + 1, Bound::None},
    {BuiltinId::GridDimZ, intrinsic::nvvm_read_ptx_sreg_nctaid_z, 1, kMaxBlocksYZ + 1, Bound::None},
    {BuiltinId::LaneId, intrinsic::nvvm_read_ptx_sreg_laneid, 0, kWarpSize, Bound::None},
};

// The row of `table` for a builtin.
template <typename Row, std::size_t count>
const Row& RowOf(const Row (&table)[count], BuiltinId id) {
  for (const Row& row : table) {
    if (row.builtin == id) {
      return row;
    }
  }
  KC_FATAL("nvptx has no row for {}", builtins::builtin_info(id).name());
}

llvm::Value* ReadRegister(FunctionContext& fn, BuiltinId id) {
  if (id == BuiltinId::WarpSize) {
    return fn.Int32(kWarpSize);
  }
  SpecialRegister place = RowOf(kRegisters, id);
  const std::uint32_t threads = fn.kir_function().options.max_threads_per_block;
  if (threads != 0 && place.bound == Bound::ThreadIndex) {
    place.end = std::min(place.end, threads);
  } else if (threads != 0 && place.bound == Bound::BlockSize) {
    place.end = std::min(place.end, threads + 1);
  }
  llvm::CallInst* call = fn.builder().CreateIntrinsic(place.id, {});
  call->addRangeRetAttr(
      llvm::ConstantRange(llvm::APInt(32, place.first), llvm::APInt(32, place.end)));
  return call;
}

// Registers in the order block index, block size, grid size, thread index.
struct Place {
  BuiltinId block_idx, block_dim, grid_dim, thread_idx;
};

constexpr Place kPlaces[] = {
    {BuiltinId::BlockIdxX, BuiltinId::BlockDimX, BuiltinId::GridDimX, BuiltinId::ThreadIdxX},
    {BuiltinId::BlockIdxY, BuiltinId::BlockDimY, BuiltinId::GridDimY, BuiltinId::ThreadIdxY},
    {BuiltinId::BlockIdxZ, BuiltinId::BlockDimZ, BuiltinId::GridDimZ, BuiltinId::ThreadIdxZ},
};

llvm::Value* ReadWide(FunctionContext& fn, BuiltinId id) {
  return fn.builder().CreateZExt(ReadRegister(fn, id), fn.types().int64(), "", true);
}

llvm::Value* EmitGrid(FunctionContext& fn, BuiltinId id) {
  const Place& place = kPlaces[static_cast<unsigned>(id) - static_cast<unsigned>(BuiltinId::GridX)];
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::Value* first = builder.CreateMul(ReadWide(fn, place.block_idx),
                                         ReadWide(fn, place.block_dim), "", true, true);
  return builder.CreateAdd(first, ReadWide(fn, place.thread_idx), "", true, true);
}

llvm::Value* EmitGridSize(FunctionContext& fn, BuiltinId id) {
  const Place& place =
      kPlaces[static_cast<unsigned>(id) - static_cast<unsigned>(BuiltinId::GridSizeX)];
  return fn.builder().CreateMul(ReadWide(fn, place.block_dim), ReadWide(fn, place.grid_dim), "",
                                true, true);
}

static_assert(static_cast<unsigned>(BuiltinId::GridZ) ==
                  static_cast<unsigned>(BuiltinId::GridX) + 2 &&
              static_cast<unsigned>(BuiltinId::GridSizeZ) ==
                  static_cast<unsigned>(BuiltinId::GridSizeX) + 2);

// The instruction of a shuffle and its constant that bounds the source lane within the warp.
struct Shuffle {
  BuiltinId builtin;
  intrinsic::ID id;
  std::uint32_t clamp;
};

constexpr Shuffle kShuffles[] = {
    {BuiltinId::ShflDownSync, intrinsic::nvvm_shfl_sync_down_i32, kWarpSize - 1},
    {BuiltinId::ShflUpSync, intrinsic::nvvm_shfl_sync_up_i32, 0},
    {BuiltinId::ShflXorSync, intrinsic::nvvm_shfl_sync_bfly_i32, kWarpSize - 1},
    {BuiltinId::ShflSync, intrinsic::nvvm_shfl_sync_idx_i32, kWarpSize - 1},
};

// Any scalar: 32 bits at a time.
llvm::Value* ShuffleValue(FunctionContext& fn, const Shuffle& shuffle, llvm::Value* mask,
                          llvm::Value* value, llvm::Value* lane) {
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::Type* type = value->getType();
  if (type->isStructTy()) {
    std::vector<llvm::Value*> parts;
    for (unsigned i = 0; i < type->getStructNumElements(); ++i) {
      parts.push_back(ShuffleValue(fn, shuffle, mask, fn.Field(value, i), lane));
    }
    return fn.Struct(type, parts);
  }
  const auto move = [&](llvm::Value* word) -> llvm::Value* {
    return builder.CreateIntrinsic(shuffle.id, {}, {mask, word, lane, fn.Int32(shuffle.clamp)});
  };
  const unsigned bits = type->getScalarSizeInBits();
  llvm::Value* word = builder.CreateBitCast(value, builder.getIntNTy(bits));
  if (bits <= 32) {
    llvm::Value* moved = move(builder.CreateZExt(word, builder.getInt32Ty()));
    return builder.CreateBitCast(builder.CreateTrunc(moved, builder.getIntNTy(bits)), type);
  }
  llvm::Value* low = move(builder.CreateTrunc(word, builder.getInt32Ty()));
  llvm::Value* high = move(builder.CreateTrunc(builder.CreateLShr(word, 32), builder.getInt32Ty()));
  llvm::Value* joined =
      builder.CreateOr(builder.CreateZExt(low, builder.getInt64Ty()),
                       builder.CreateShl(builder.CreateZExt(high, builder.getInt64Ty()), 32));
  return builder.CreateBitCast(joined, type);
}

struct Fence {
  BuiltinId builtin;
  intrinsic::ID id;
};

constexpr Fence kFences[] = {
    {BuiltinId::ThreadFence, intrinsic::nvvm_membar_gl},
    {BuiltinId::ThreadFenceBlock, intrinsic::nvvm_membar_cta},
    {BuiltinId::ThreadFenceSystem, intrinsic::nvvm_membar_sys},
};

}  // namespace

GridPlace ReadGridPlace(FunctionContext& fn) {
  return {EmitGrid(fn, BuiltinId::GridX), ReadWide(fn, BuiltinId::BlockDimX)};
}

unsigned NvptxHooks::AddressSpaceNumber(types::AddressSpace space) const {
  switch (space) {
    case types::AddressSpace::Generic:
    case types::AddressSpace::Local:
      return kGenericSpace;
    case types::AddressSpace::Global:
      return kGlobalSpace;
    case types::AddressSpace::Shared:
      return kSharedSpace;
    case types::AddressSpace::Constant:
      return kConstantSpace;
  }
  KC_FATAL("unknown address space");
}

const builtins::Lowering& NvptxHooks::LoweringOf(const builtins::BuiltinInfo& info) const {
  return info.nvptx;
}

llvm::Value* NvptxHooks::EmitCustom(FunctionContext& fn, const kir::Inst& inst,
                                    std::string_view name) {
  const auto id = static_cast<BuiltinId>(inst.imm);
  llvm::IRBuilder<>& builder = fn.builder();
  if (name == "sreg") {
    return ReadRegister(fn, id);
  }
  if (name == "grid") {
    return EmitGrid(fn, id);
  }
  if (name == "grid_size") {
    return EmitGridSize(fn, id);
  }
  if (name == "shuffle") {
    return ShuffleValue(fn, RowOf(kShuffles, id), fn.operand(inst, 0), fn.operand(inst, 1),
                        fn.operand(inst, 2));
  }
  if (name == "breakpoint") {
    llvm::FunctionType* type = llvm::FunctionType::get(builder.getVoidTy(), false);
    builder.CreateCall(type, llvm::InlineAsm::get(type, "brkpt;", "", /*hasSideEffects=*/true));
    return nullptr;
  }
  if (name == "barrier") {
    builder.CreateIntrinsic(intrinsic::nvvm_barrier_cta_sync_aligned_all, {}, {fn.Int32(0)});
    return nullptr;
  }
  if (name == "warp_barrier") {
    builder.CreateIntrinsic(intrinsic::nvvm_bar_warp_sync, {}, {fn.operand(inst, 0)});
    return nullptr;
  }
  if (name == "fence") {
    builder.CreateIntrinsic(RowOf(kFences, id).id, {});
    return nullptr;
  }
  llvm::Value* result = nullptr;
  if (EmitSyncCustom(fn, inst, name, &result) || EmitMatrixCustom(fn, inst, name, &result) ||
      EmitWarpGroupCustom(fn, inst, name)) {
    return result;
  }
  KC_FATAL("nvptx has no lowering `{}`", name);
}

llvm::Value* NvptxHooks::EmitMath(FunctionContext& fn, const kir::Inst& /*inst*/,
                                  std::string_view name, std::span<llvm::Value* const> operands) {
  // float32 functions of libdevice that have an approximate form for fast math.
  static constexpr std::array<std::string_view, 9> kFast{"cos",  "exp", "exp10", "log", "log10",
                                                         "log2", "pow", "sin",   "tan"};
  llvm::Type* type = operands[0]->getType();
  const bool is_float = type->isFloatTy();
  const bool fast = is_float && fn.kir_function().options.fastmath &&
                    std::find(kFast.begin(), kFast.end(), name) != kFast.end();
  if (is_float && name == "tanh" && fn.kir_function().options.fastmath) {
    // One instruction; libdevice has no approximate form.
    return fn.builder().CreateUnaryIntrinsic(intrinsic::tanh, operands[0]);
  }
  const std::string symbol =
      fmt::format("__nv_{}{}{}", fast ? "fast_" : "", name, is_float ? "f" : "");
  const std::vector<llvm::Type*> params(operands.size(), type);
  llvm::FunctionType* signature = llvm::FunctionType::get(type, params, false);
  llvm::Function* function = fn.module().LibraryFunction(symbol, signature);
  function->setDoesNotThrow();
  return fn.builder().CreateCall(signature, function,
                                 llvm::ArrayRef<llvm::Value*>(operands.data(), operands.size()));
}

llvm::Value* NvptxHooks::EmitSharedArrayData(FunctionContext& fn, kir::InstId id,
                                             std::uint64_t bytes, llvm::Align align) {
  llvm::Type* type = llvm::ArrayType::get(fn.builder().getInt8Ty(), bytes);
  auto* memory = new llvm::GlobalVariable(
      fn.module().llvm_module(), type, false, llvm::GlobalValue::InternalLinkage,
      llvm::UndefValue::get(type), fmt::format("{}_shared{}", fn.kir_function().symbol, id.index),
      nullptr, llvm::GlobalValue::NotThreadLocal, kSharedSpace);
  memory->setAlignment(align);
  return memory;
}

llvm::Value* NvptxHooks::EmitDynamicSharedData(FunctionContext& fn, kir::InstId /*id*/) {
  // One symbol: every dynamic shared array starts at the same place.
  constexpr const char* kName = "kernelc_dynamic_shared";
  llvm::Module& module = fn.module().llvm_module();
  if (llvm::GlobalVariable* memory = module.getGlobalVariable(kName)) {
    return memory;
  }
  auto* memory = new llvm::GlobalVariable(module, llvm::ArrayType::get(fn.builder().getInt8Ty(), 0),
                                          false, llvm::GlobalValue::ExternalLinkage, nullptr, kName,
                                          nullptr, llvm::GlobalValue::NotThreadLocal, kSharedSpace);
  // Products by four warps want their matrices to begin at multiples of that.
  memory->setAlignment(llvm::Align(
      UsesWarpGroups(fn.module().kir_module()) ? kir::kMostArrayAlign : kir::kLeastArrayAlign));
  return memory;
}

llvm::Value* NvptxHooks::EmitDynamicSharedBytes(FunctionContext& fn) {
  llvm::CallInst* bytes =
      fn.builder().CreateIntrinsic(intrinsic::nvvm_read_ptx_sreg_dynamic_smem_size, {});
  // No GPU has a megabyte.
  bytes->addRangeRetAttr(llvm::ConstantRange(llvm::APInt(32, 0), llvm::APInt(32, 1u << 20)));
  return fn.builder().CreateZExt(bytes, fn.types().int64(), "", true);
}

llvm::Value* NvptxHooks::EmitLocalArrayData(FunctionContext& fn, kir::InstId id,
                                            std::uint64_t bytes, llvm::Align align) {
  // The local memory of a thread, on every GPU.
  constexpr std::uint64_t kMaxLocalBytes = 512 * 1024;
  if (bytes > kMaxLocalBytes) {
    fn.module().Fail(
        fn.kir_function().inst(id).range,
        fmt::format("a local array takes {} bytes, and a thread of a GPU has at most {}", bytes,
                    kMaxLocalBytes));
    bytes = 0;
  }
  return TargetHooks::EmitLocalArrayData(fn, id, bytes, align);
}

void NvptxHooks::PrepareFunction(FunctionContext& fn) {
  // LLVM must not move barriers and warp operations into or out of branches; it drops the attribute
  // where nothing needs it.
  fn.function()->setConvergent();
  fn.function()->setDoesNotThrow();
  if (fn.kir_function().options.fastmath) {
    fn.function()->addFnAttr("denormal-fp-math-f32", "preserve-sign,preserve-sign");
  }
}

LoopUnroll NvptxHooks::UnrollOf(FunctionContext& fn, kir::InstId loop) {
  if (fn.module().options().opt_level < 2) {
    return LoopUnroll();
  }
  const UnrollPlan plan =
      PlanUnroll(fn.module().kir_module(), fn.kir_function(), fn.kir_function().inst(loop));
  // Those of several threads are side by side already.
  return plan.constant_trips
             ? LoopUnroll()
             : LoopUnroll{plan.count, plan.interleave && fn.lanes() == 1, plan.writes_rest};
}

void NvptxHooks::AnnotateLoop(FunctionContext& fn, kir::InstId loop, llvm::Instruction* latch,
                              LoopPart part) {
  // A range ends; LLVM may drop one that does nothing. A `while` may wait for other threads.
  const kir::Inst& inst = fn.kir_function().inst(loop);
  if (inst.op != kir::Op::ForRange) {
    return;
  }
  llvm::LLVMContext& context = fn.llvm_context();
  const auto flag = [&context](const char* name) -> llvm::Metadata* {
    return llvm::MDNode::get(context, llvm::MDString::get(context, name));
  };
  llvm::SmallVector<llvm::Metadata*, 3> properties{nullptr, flag("llvm.loop.mustprogress")};
  const UnrollPlan plan = part == LoopPart::Whole
                              ? PlanUnroll(fn.module().kir_module(), fn.kir_function(), inst)
                              : UnrollPlan();
  if (part == LoopPart::Rest) {
    // Neither by the assembler, which does not know how few iterations are left.
    properties.push_back(flag("llvm.loop.unroll.disable"));
  } else if (plan.whole) {
    properties.push_back(flag("llvm.loop.unroll.full"));
  } else if (part != LoopPart::Whole || plan.once || IsLarge(fn.kir_function())) {
    properties.push_back(flag("llvm.loop.unroll.runtime.disable"));
  } else if (plan.count > 1) {
    llvm::Metadata* count = llvm::ConstantAsMetadata::get(fn.Int32(plan.count));
    properties.push_back(llvm::MDNode::get(
        context, {llvm::MDString::get(context, "llvm.loop.unroll.count"), count}));
  }
  llvm::MDNode* loop_id = llvm::MDNode::getDistinct(context, properties);
  loop_id->replaceOperandWith(0, loop_id);
  latch->setMetadata(llvm::LLVMContext::MD_loop, loop_id);
}

}  // namespace kernelc::codegen
