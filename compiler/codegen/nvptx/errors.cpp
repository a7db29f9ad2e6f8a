// Errors of device code: a record in memory that the host looks at (runtime/abi/device_error.h).
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include <cstddef>

#include "compiler/codegen/llvm/emit.h"
#include "compiler/codegen/nvptx/coarse_kernel.h"
#include "compiler/codegen/nvptx/hooks.h"
#include "runtime/abi/device_error.h"

namespace kernelc::codegen {

namespace {

namespace intrinsic = llvm::Intrinsic;

constexpr const char* kReportFunction = "kernelc_report_error";
constexpr std::size_t kValues = 3;

llvm::GlobalVariable* ErrorState(llvm::Module& module) {
  if (llvm::GlobalVariable* state = module.getGlobalVariable(abi::kCudaErrorState)) {
    return state;
  }
  llvm::Type* int32 = llvm::Type::getInt32Ty(module.getContext());
  llvm::Type* int64 = llvm::Type::getInt64Ty(module.getContext());
  llvm::StructType* type = llvm::StructType::get(module.getContext(), {int64, int32, int32});
  static_assert(offsetof(abi::CudaErrorState, taken) == 8 && sizeof(abi::CudaErrorState) == 16);
  auto* state = new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::ExternalLinkage,
                                         llvm::Constant::getNullValue(type), abi::kCudaErrorState,
                                         nullptr, llvm::GlobalValue::NotThreadLocal, kGlobalSpace);
  state->setAlignment(llvm::Align(8));
  return state;
}

// Writes the body of void report(code, location, value, value, value).
class ReportWriter {
 public:
  explicit ReportWriter(llvm::Function* function)
      : function_(function), builder_(function->getContext()) {}

  void Write(const char* scope) {
    llvm::LLVMContext& context = function_->getContext();
    llvm::BasicBlock* entry = llvm::BasicBlock::Create(context, "entry", function_);
    llvm::BasicBlock* take = llvm::BasicBlock::Create(context, "take", function_);
    llvm::BasicBlock* write = llvm::BasicBlock::Create(context, "write", function_);
    llvm::BasicBlock* done = llvm::BasicBlock::Create(context, "done", function_);
    llvm::GlobalVariable* state = ErrorState(*function_->getParent());

    builder_.SetInsertPoint(entry);
    llvm::Value* record = builder_.CreateLoad(builder_.getPtrTy(kGlobalSpace), state);
    builder_.CreateCondBr(builder_.CreateIsNull(record), done, take);
    builder_.SetInsertPoint(take);
    llvm::Value* taken = builder_.CreateConstInBoundsGEP1_64(
        builder_.getInt8Ty(), state, offsetof(abi::CudaErrorState, taken));
    llvm::Value* exchange = builder_.CreateAtomicCmpXchg(
        taken, builder_.getInt32(0), builder_.getInt32(1), llvm::Align(4),
        llvm::AtomicOrdering::Monotonic, llvm::AtomicOrdering::Monotonic,
        context.getOrInsertSyncScopeID(scope));
    builder_.CreateCondBr(builder_.CreateExtractValue(exchange, 1), write, done);
    builder_.SetInsertPoint(write);
    WriteRecord(record);
    builder_.CreateBr(done);
    builder_.SetInsertPoint(done);
    builder_.CreateRetVoid();
  }

 private:
  void Store(llvm::Value* record, std::size_t offset, llvm::Value* value) {
    llvm::Value* place =
        builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), record, offset);
    builder_.CreateStore(value, place, /*isVolatile=*/true);
  }

  void WriteRecord(llvm::Value* record) {
    constexpr intrinsic::ID kBlock[] = {intrinsic::nvvm_read_ptx_sreg_ctaid_x,
                                        intrinsic::nvvm_read_ptx_sreg_ctaid_y,
                                        intrinsic::nvvm_read_ptx_sreg_ctaid_z};
    constexpr intrinsic::ID kThread[] = {intrinsic::nvvm_read_ptx_sreg_tid_x,
                                         intrinsic::nvvm_read_ptx_sreg_tid_y,
                                         intrinsic::nvvm_read_ptx_sreg_tid_z};
    Store(record, offsetof(abi::DeviceError, location), function_->getArg(1));
    for (std::size_t dim = 0; dim < 3; ++dim) {
      Store(record, offsetof(abi::DeviceError, block) + 4 * dim,
            builder_.CreateIntrinsic(kBlock[dim], {}));
      Store(record, offsetof(abi::DeviceError, thread) + 4 * dim,
            builder_.CreateIntrinsic(kThread[dim], {}));
    }
    for (unsigned i = 0; i < kValues; ++i) {
      Store(record, offsetof(abi::DeviceError, values) + 8 * i, function_->getArg(2 + i));
    }
    // The host may look while the kernel still runs: a code says that the record is whole.
    builder_.CreateIntrinsic(intrinsic::nvvm_membar_sys, {});
    Store(record, offsetof(abi::DeviceError, code), function_->getArg(0));
  }

  llvm::Function* function_;
  llvm::IRBuilder<> builder_;
};

// One function for all reports of the module, so that a check costs a branch and a call that is
// never taken.
llvm::Function* ReportFunction(llvm::Module& module, const char* scope) {
  if (llvm::Function* function = module.getFunction(kReportFunction)) {
    return function;
  }
  llvm::Type* int32 = llvm::Type::getInt32Ty(module.getContext());
  llvm::Type* int64 = llvm::Type::getInt64Ty(module.getContext());
  llvm::Function* function = llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getVoidTy(module.getContext()),
                              {int32, int32, int64, int64, int64}, false),
      llvm::GlobalValue::InternalLinkage, kReportFunction, module);
  function->addFnAttr(llvm::Attribute::NoInline);
  function->addFnAttr(llvm::Attribute::Cold);
  function->addFnAttr(llvm::Attribute::NoUnwind);
  ReportWriter(function).Write(scope);
  return function;
}

}  // namespace

llvm::Value* HasFailed(FunctionContext& fn) {
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::Value* taken = builder.CreateConstInBoundsGEP1_64(
      builder.getInt8Ty(), ErrorState(fn.module().llvm_module()), offsetof(abi::CudaErrorState, taken));
  llvm::Value* now =
      builder.CreateAlignedLoad(builder.getInt32Ty(), taken, llvm::Align(4), /*isVolatile=*/true);
  return builder.CreateIsNotNull(now);
}

bool NvptxHooks::EmitInst(FunctionContext& fn, kir::InstId id) {
  if (coarse_body_ != nullptr && coarse_body_->EmitInst(fn, id)) {
    return true;
  }
  if (fn.kir_function().inst(id).op != kir::Op::WaitTurn) {
    return false;
  }
  // The other threads go on by themselves.
  fn.set_value(id, HasFailed(fn));
  return true;
}

void NvptxHooks::EmitReport(FunctionContext& fn, const kir::Inst& inst) {
  const std::uint32_t location =
      fn.module().locations().NumberOf(fn.module().sources(), fn.kir_function(), inst);
  std::vector<llvm::Value*> arguments{fn.Int32(static_cast<std::uint32_t>(inst.imm)),
                                      fn.Int32(location)};
  const auto operands = fn.kir_function().operands(inst);
  for (std::size_t i = 0; i < kValues; ++i) {
    arguments.push_back(i < operands.size()
                            ? ConvertScalar(fn, fn.value(operands[i]), fn.type_of(operands[i]),
                                            types::kInt64)
                            : fn.Int64(0));
  }
  fn.builder().CreateCall(ReportFunction(fn.module().llvm_module(), AtomicScope()), arguments);
}

// What passes leave of `fail`: ends the thread alone; its block goes on without it.
void NvptxHooks::EmitFail(FunctionContext& fn, const kir::Inst& inst) {
  EmitReport(fn, inst);
  fn.builder().CreateIntrinsic(intrinsic::nvvm_exit, {});
  fn.builder().CreateUnreachable();
}

}  // namespace kernelc::codegen
