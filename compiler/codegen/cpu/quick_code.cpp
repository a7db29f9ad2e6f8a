#include "compiler/codegen/cpu/quick_code.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/CodeGen/MachineModuleInfo.h>
#include <llvm/CodeGen/Passes.h>
#include <llvm/CodeGen/TargetPassConfig.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/Pass.h>
#include <llvm/Support/raw_ostream.h>

#include <utility>
#include <vector>

#include "compiler/base/check.h"

namespace kernelc::codegen {

namespace {

// What a body would lose in another place: copies of arguments that the call makes, memory of a size that is computed, which
// a return frees, and calls instead of a return. Only bitcode of other compilers has these.
bool NeedsCall(const llvm::Function& function) {
  return function.isVarArg() ||
         llvm::any_of(function.args(),
                      [](const llvm::Argument& argument) {
                        return argument.hasPassPointeeByValueCopyAttr();
                      }) ||
         llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& inst) {
           const auto* memory = llvm::dyn_cast<llvm::AllocaInst>(&inst);
           const auto* call = llvm::dyn_cast<llvm::CallInst>(&inst);
           return (memory != nullptr && !memory->isStaticAlloca()) ||
                  (call != nullptr && call->isMustTailCall());
         });
}

// Null where the function is used otherwise.
llvm::CallInst* OnlyCallOf(llvm::Function& function) {
  if (function.isDeclaration() || !function.hasLocalLinkage() ||
      !function.hasFnAttribute(llvm::Attribute::AlwaysInline) || !function.hasOneUse() ||
      NeedsCall(function)) {
    return nullptr;
  }
  auto* call = llvm::dyn_cast<llvm::CallInst>(function.user_back());
  return call != nullptr && call->getCalledOperand() == &function &&
                 call->getFunction() != &function
             ? call
             : nullptr;
}

void MoveVariables(llvm::BasicBlock& from, llvm::BasicBlock& entry) {
  for (llvm::Instruction& inst : llvm::make_early_inc_range(from)) {
    if (llvm::isa<llvm::AllocaInst>(inst)) {
      inst.moveBefore(entry, entry.getFirstNonPHIOrDbgOrAlloca());
    }
  }
}

// What the function returns, at the beginning of `after`, to which its returns go.
llvm::Value* JoinReturns(llvm::Function& function, llvm::BasicBlock& after) {
  std::vector<std::pair<llvm::Value*, llvm::BasicBlock*>> results;
  for (llvm::BasicBlock& block : function) {
    if (auto* end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator())) {
      results.emplace_back(end->getReturnValue(), &block);
      end->eraseFromParent();
      llvm::BranchInst::Create(&after, &block);
    }
  }
  llvm::Type* const type = function.getReturnType();
  if (type->isVoidTy() || results.empty()) {
    return type->isVoidTy() ? nullptr : llvm::PoisonValue::get(type);
  }
  if (results.size() == 1) {
    return results.front().first;
  }
  llvm::IRBuilder<> builder(&after, after.begin());
  llvm::PHINode* phi = builder.CreatePHI(type, static_cast<unsigned>(results.size()));
  for (const auto& [value, block] : results) {
    phi->addIncoming(value, block);
  }
  return phi;
}

void MoveTo(llvm::CallInst& call, llvm::Function& function) {
  llvm::Function& caller = *call.getFunction();
  for (const auto& [parameter, argument] : llvm::zip_equal(function.args(), call.args())) {
    parameter.replaceAllUsesWith(argument);
  }
  MoveVariables(function.getEntryBlock(), caller.getEntryBlock());
  llvm::BasicBlock* const before = call.getParent();
  llvm::BasicBlock* const after = before->splitBasicBlock(call.getIterator());
  before->getTerminator()->eraseFromParent();
  llvm::BranchInst::Create(&function.getEntryBlock(), before);
  if (llvm::Value* result = JoinReturns(function, *after)) {
    call.replaceAllUsesWith(result);
  }
  call.eraseFromParent();
  caller.splice(after->getIterator(), &function);
  function.eraseFromParent();
}

llvm::Value* PlainMinimum(llvm::MinMaxIntrinsic& call, llvm::IRBuilder<>& builder) {
  llvm::Value* is_first = builder.CreateICmp(call.getPredicate(), call.getLHS(), call.getRHS());
  return builder.CreateSelect(is_first, call.getLHS(), call.getRHS());
}

// `a and b`, `a or b`; null for other choices of bools. Where the first decides, the second may have overflowed: to machine
// code that is a bit as any other.
llvm::Value* PlainChoice(llvm::SelectInst& choice, llvm::IRBuilder<>& builder) {
  if (auto* other = llvm::dyn_cast<llvm::ConstantInt>(choice.getFalseValue());
      other != nullptr && other->isZero()) {
    return builder.CreateAnd(choice.getCondition(), choice.getTrueValue());
  }
  if (auto* other = llvm::dyn_cast<llvm::ConstantInt>(choice.getTrueValue());
      other != nullptr && other->isOne()) {
    return builder.CreateOr(choice.getCondition(), choice.getFalseValue());
  }
  return nullptr;
}

// Each finds something in what other compilers make alone: exceptions, jumps to computed places, tiles of AMX, numbers of 80
// bits, hardened branches.
constexpr llvm::StringLiteral kIdlePasses[] = {
    "Argument Stack Rebase",
    "Check CFA info and insert CFI instructions if needed",
    "Exception handling preparation",
    "Expand indirectbr instructions",
    "Fast Tile Register Configure",
    "Fast Tile Register Preconfigure",
    "Insert KCFI indirect call checks",
    "Insert stack protectors",
    "Instrument function entry/exit with calls to e.g. mcount() (post inlining)",
    "Lower AMX intrinsics",
    "Lower AMX type for load/store",
    "Lower Garbage Collection Instructions",
    "Prepare callbr",
    "Pseudo Probe Inserter",
    "Safe Stack instrumentation pass",
    "Shadow Stack GC Lowering",
    "Unpack machine instruction bundles",
    "X86 FP Stackifier",
    "X86 Indirect Branch Tracking",
    "X86 Indirect Thunks",
    "X86 Load Value Injection (LVI) Ret-Hardening",
    "X86 Lower Tile Copy",
    "X86 PIC Global Base Reg Initialization",
    "X86 Return Thunks",
    "X86 Speculative Execution Side Effect Suppression",
    "X86 Suppress APX features for relocation",
    "X86 insert wait instruction",
    "X86 speculative load hardening"};

class QuickPasses final : public llvm::legacy::PassManager {
 public:
  explicit QuickPasses(bool is_own) : is_own_(is_own) {}
  void add(llvm::Pass* pass) override {
    if (is_own_ && llvm::is_contained(kIdlePasses, pass->getPassName())) {
      delete pass;
    } else {
      PassManager::add(pass);
    }
  }

 private:
  bool is_own_;
};

bool AddBackEnd(llvm::TargetMachine& machine, llvm::legacy::PassManager& passes, llvm::raw_pwrite_stream& stream) {
  // Collected memory, instrumentation, exceptions of Windows, places of variables, remarks.
  const void* const idle[] = {&llvm::FEntryInserterID,
                              &llvm::FixupStatepointCallerSavedID,
                              &llvm::FuncletLayoutID,
                              &llvm::GCMachineCodeAnalysisID,
                              &llvm::LiveDebugValuesID,
                              &llvm::LocalStackSlotAllocationID,
                              &llvm::MachineSanitizerBinaryMetadataID,
                              &llvm::PatchableFunctionID,
                              &llvm::RemoveLoadsIntoFakeUsesID,
                              &llvm::RemoveRedundantDebugValuesID,
                              &llvm::StackFrameLayoutAnalysisPassID,
                              &llvm::StackMapLivenessID,
                              &llvm::XRayInstrumentationID};
  // The pass manager owns both.
  llvm::TargetPassConfig* const config = machine.createPassConfig(passes);
  auto* const functions = new llvm::MachineModuleInfoWrapperPass(&machine);
  config->setDisableVerify(true);
  for (const void* const pass : idle) {
    config->disablePass(pass);
  }
  passes.add(config);
  passes.add(functions);
  if (config->addISelPasses()) {
    return false;
  }
  config->addMachinePasses();
  config->setInitialized();
  return !machine.addAsmPrinter(passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile,
                                functions->getMMI().getContext());
}

}  // namespace

void MoveFunctionsCalledOnce(llvm::Module& module) {
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (llvm::CallInst* call = OnlyCallOf(function)) {
      MoveTo(*call, function);
    }
  }
}

void UsePlainOperations(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& inst : llvm::make_early_inc_range(llvm::instructions(function))) {
      if (inst.getType()->isVectorTy()) {
        continue;
      }
      llvm::IRBuilder<> builder(&inst);
      llvm::Value* plain = nullptr;
      if (auto* call = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&inst)) {
        plain = PlainMinimum(*call, builder);
      } else if (auto* choice = llvm::dyn_cast<llvm::SelectInst>(&inst);
                 choice != nullptr && inst.getType()->isIntegerTy(1)) {
        plain = PlainChoice(*choice, builder);
      }
      if (plain != nullptr) {
        inst.replaceAllUsesWith(plain);
        inst.eraseFromParent();
      }
    }
  }
}

llvm::SmallString<0> WriteQuickObject(llvm::Module& module, llvm::TargetMachine& machine, bool is_own) {
  llvm::SmallString<0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  QuickPasses passes(is_own);
  const bool is_supported = AddBackEnd(machine, passes, stream);
  KC_CHECK(is_supported, "the x86 back end cannot write objects");
  passes.run(module);
  return bytes;
}

}  // namespace kernelc::codegen
