#include "compiler/codegen/llvm/link_bitcode.h"

#include <fmt/format.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <memory>
#include <string>
#include <vector>

#include "compiler/codegen/llvm/link_library.h"
#include "compiler/kir/analysis/external.h"

namespace kernelc::codegen {
namespace {

std::string Spell(const llvm::Type& type) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  type.print(stream);
  return text;
}

// Collects what LLVM's linker says while it lives.
class Messages {
 public:
  explicit Messages(llvm::LLVMContext& context) : context_(&context) {
    context.setDiagnosticHandlerCallBack(
        [](const llvm::DiagnosticInfo* info, void* self) {
          if (info->getSeverity() == llvm::DS_Error) {
            llvm::raw_string_ostream stream(static_cast<Messages*>(self)->text_);
            llvm::DiagnosticPrinterRawOStream printer(stream);
            info->print(printer);
          }
        },
        this);
  }
  ~Messages() { context_->setDiagnosticHandlerCallBack(nullptr, nullptr); }
  Messages(const Messages&) = delete;
  Messages& operator=(const Messages&) = delete;

  const std::string& text() const { return text_; }

 private:
  llvm::LLVMContext* context_;
  std::string text_;
};

Result<std::unique_ptr<llvm::Module>> Read(const LinkedBitcode& input, llvm::LLVMContext& context) {
  const std::unique_ptr<llvm::MemoryBuffer> buffer =
      llvm::MemoryBuffer::getMemBufferCopy(input.bytes, input.name);
  llvm::SMDiagnostic problem;
  std::unique_ptr<llvm::Module> module =
      llvm::parseIR(buffer->getMemBufferRef(), problem, context);
  if (module == nullptr) {
    const std::string place =
        problem.getLineNo() > 0 ? fmt::format(", line {}", problem.getLineNo()) : std::string();
    return Failure{fmt::format("`{}`{}: no LLVM bitcode that can be read: {}", input.name, place,
                               problem.getMessage().str())};
  }
  std::string broken;
  llvm::raw_string_ostream stream(broken);
  if (llvm::verifyModule(*module, &stream)) {
    return Failure{fmt::format("`{}`: damaged LLVM bitcode: {}", input.name, broken)};
  }
  return module;
}

// Whether code of `from` can become code of `to`, whose own instructions decide where it is for GPUs.
bool Fits(const llvm::Triple& from, const llvm::Triple& to) {
  return from.getArch() == llvm::Triple::UnknownArch || from.getArch() == to.getArch() ||
         (from.isNVPTX() && !to.isNVPTX());
}

// The options of another compiler for another processor keep functions from being inlined.
void DropTarget(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (const char* name : {"target-cpu", "target-features", "tune-cpu"}) {
      function.removeFnAttr(name);
    }
  }
}

// A GPU's intrinsic or memory in `function`; empty for none.
std::string GpuOnly(const llvm::Function& function) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      const llvm::Function* callee = call->getCalledFunction();
      if (callee != nullptr && callee->getName().starts_with("llvm.nvvm.")) {
        return callee->getName().str();
      }
      if (call->isInlineAsm()) {
        return "PTX";
      }
    }
    for (const llvm::Use& operand : instruction.operands()) {
      const auto* pointer = llvm::dyn_cast<llvm::PointerType>(operand->getType());
      if (pointer != nullptr && pointer->getAddressSpace() != 0) {
        return "memory of a GPU's address space";
      }
    }
  }
  return {};
}

// Code for GPUs on another target: the C ABI instead of PTX's.
Result<bool> MakeNeutral(llvm::Module& module, const std::string& name) {
  for (llvm::Function& function : module) {
    if (function.getCallingConv() == llvm::CallingConv::PTX_Kernel) {
      function.deleteBody();
      continue;
    }
    if (const std::string what = GpuOnly(function); !what.empty()) {
      return Failure{fmt::format("`{}` cannot be used on the CPU device: `{}` uses {}", name,
                                 function.getName().str(), what)};
    }
    function.setCallingConv(llvm::CallingConv::C);
    for (llvm::User* user : function.users()) {
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(user)) {
        call->setCallingConv(llvm::CallingConv::C);
      }
    }
  }
  return true;
}

// All inputs as one module.
Result<std::unique_ptr<llvm::Module>> Merge(const llvm::Module& target,
                                            std::span<const LinkedBitcode> inputs) {
  llvm::LLVMContext& context = target.getContext();
  auto merged = std::make_unique<llvm::Module>("linked", context);
  merged->setTargetTriple(target.getTargetTriple());
  merged->setDataLayout(target.getDataLayout());
  for (const LinkedBitcode& input : inputs) {
    Result<std::unique_ptr<llvm::Module>> read = Read(input, context);
    if (!read) {
      return read.failure();
    }
    llvm::Module& module = **read;
    const llvm::Triple from = module.getTargetTriple();
    if (!Fits(from, target.getTargetTriple())) {
      return Failure{fmt::format("`{}` is bitcode for {}, not for {}", input.name,
                                 from.str(), target.getTargetTriple().str())};
    }
    if (from.isNVPTX() && !target.getTargetTriple().isNVPTX()) {
      if (const Result<bool> neutral = MakeNeutral(module, input.name); !neutral) {
        return neutral.failure();
      }
    }
    if (from.isNVPTX() || from.getArch() == llvm::Triple::UnknownArch) {
      DropTarget(module);
    }
    module.setTargetTriple(target.getTargetTriple());
    module.setDataLayout(target.getDataLayout());
    const Messages messages(context);
    if (llvm::Linker::linkModules(*merged, std::move(*read))) {
      return Failure{fmt::format("`{}` cannot be linked: {}", input.name, messages.text())};
    }
  }
  return merged;
}

// What the program declares must be what there is: a call of another type would read arguments that nobody passed.
Result<bool> CheckTypes(const llvm::Module& module, const llvm::Module& library) {
  for (const llvm::Function& declared : module) {
    const llvm::Function* defined =
        declared.isDeclaration() ? library.getFunction(declared.getName()) : nullptr;
    if (defined != nullptr && !defined->isDeclaration() &&
        defined->getFunctionType() != declared.getFunctionType()) {
      return Failure{fmt::format("`{}` is declared as `{}`, and the bitcode that the kernel is linked "
                                 "with has it as `{}`",
                                 declared.getName().str(), Spell(*declared.getFunctionType()),
                                 Spell(*defined->getFunctionType()))};
    }
  }
  return true;
}

}  // namespace

Result<bool> LinkBitcode(llvm::Module& module, std::span<const LinkedBitcode> inputs) {
  if (inputs.empty()) {
    return false;
  }
  Result<std::unique_ptr<llvm::Module>> library = Merge(module, inputs);
  if (!library) {
    return library.failure();
  }
  if (const Result<bool> same = CheckTypes(module, **library); !same) {
    return same.failure();
  }
  const Messages messages(module.getContext());
  if (!LinkLibrary(module, std::move(*library))) {
    return Failure{fmt::format("the bitcode cannot be linked: {}", messages.text())};
  }
  return true;
}

std::vector<std::string> UnresolvedFunctions(const llvm::Module& module,
                                             const kir::Module& kir_module) {
  std::vector<std::string> names;
  for (const kir::Function& function : kir_module.functions) {
    const llvm::Function* found =
        kir::IsExternal(function) ? module.getFunction(function.symbol) : nullptr;
    if (found != nullptr && found->isDeclaration()) {
      names.push_back(function.symbol);
    }
  }
  return names;
}

}  // namespace kernelc::codegen
