// compile_libdevice OUT.bin OUT.cpp: functions of libdevice as PTX, when the project is built. What
// is compiled without optimisation calls them (libdevice_ptx.h).
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "compiler/base/check.h"
#include "compiler/codegen/codegen.h"
#include "compiler/codegen/llvm/libdevice.h"
#include "compiler/codegen/llvm/libdevice_data.h"
#include "compiler/codegen/llvm/write_pieces.h"
#include "compiler/codegen/nvptx/optimize.h"
#include "compiler/codegen/nvptx/target.h"
#include "compiler/codegen/nvptx/write_ptx.h"

namespace {

using namespace kernelc::codegen;  // NOLINT(google-build-using-namespace)

// Later than every GPU, times 10.
constexpr int kNewest = 9990;

// The oldest GPU and the oldest PTX: later ones take both.
CudaTarget Oldest() {
  TargetOptions options;
  options.arch = "sm_75";
  options.ptx_version = 63;
  return *FindCudaTarget(options);
}

// Declares the function of a piece in `module`.
llvm::Function* Declare(const LibdevicePiece& piece, llvm::Module& module) {
  const llvm::StringRef bytes(kernelc_libdevice + piece.offset, piece.size);
  auto read = llvm::parseBitcodeFile(llvm::MemoryBufferRef(bytes, piece.name), module.getContext());
  KC_CHECK(static_cast<bool>(read), "a piece of libdevice cannot be read: {}",
           llvm::toString(read.takeError()));
  const llvm::Function* defined = (*read)->getFunction(std::string(kLibdevicePrefix) + piece.name);
  return defined == nullptr
             ? nullptr
             : llvm::Function::Create(defined->getFunctionType(), llvm::Function::ExternalLinkage,
                                      piece.name, module);
}

// The fast ones are a few instructions, which the oldest GPU lacks; others are parts of functions.
bool IsCalled(std::string_view name) {
  return name.starts_with("__nv_") && !name.starts_with("__nv_fast_");
}

// The other functions and tables of two texts must not have the same names.
void MakeNamesOwn(llvm::Module& module, const llvm::Function& function) {
  for (llvm::GlobalValue& value : module.global_values()) {
    if (value.hasLocalLinkage()) {
      value.setName(value.getName() + "$" + function.getName());
    }
  }
}

// What stands behind the header, without comments and empty lines; nothing in it is seen outside of
// the kernel's text.
std::string BodyOf(std::string_view ptx) {
  constexpr std::string_view kLastOfHeader = ".address_size 64\n";
  constexpr std::string_view kVisible = ".visible ";
  ptx.remove_prefix(ptx.find(kLastOfHeader) + kLastOfHeader.size());
  std::string body;
  while (!ptx.empty()) {
    std::string_view line = ptx.substr(0, ptx.find('\n'));
    ptx.remove_prefix(std::min(line.size() + 1, ptx.size()));
    line = line.starts_with(kVisible) ? line.substr(kVisible.size()) : line;
    const std::size_t first = line.find_first_not_of(" \t");
    if (first != std::string_view::npos && !line.substr(first).starts_with("//")) {
      body.append(line).append("\n");
    }
  }
  return body;
}

// Empty for a table; `cuda_arch` is what the function is told of the GPU.
std::string PtxOf(const LibdevicePiece& piece, const CudaTarget& target, int cuda_arch) {
  constexpr unsigned kLevel = 3;
  llvm::TargetMachine& machine = MachineFor(target, kLevel);
  llvm::LLVMContext context;
  llvm::Module module("libdevice", context);
  module.setTargetTriple(machine.getTargetTriple());
  module.setDataLayout(machine.createDataLayout());
  llvm::Function* function = Declare(piece, module);
  if (function == nullptr) {
    return {};
  }
  const std::string name = function->getName().str();
  ReflectValues reflect;
  reflect.cuda_arch = cuda_arch;
  const kernelc::Result<bool> linked = LinkLibdevice(module, reflect);
  KC_CHECK(static_cast<bool>(linked), "{} cannot be linked", name);
  function = module.getFunction(name);
  function->setLinkage(llvm::Function::ExternalLinkage);
  MakeNamesOwn(module, *function);
  Optimizer optimizer(module, machine, kLevel);
  optimizer.Optimize();
  const bool is_prepared = optimizer.PrepareForBackEnd();
  return BodyOf(AvoidAssemblerFaults(WritePtx(module, machine, is_prepared).str().str()));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: compile_libdevice OUT.bin OUT.cpp\n";
    return 2;
  }
  const CudaTarget target = Oldest();
  PieceWriter functions;
  for (const LibdevicePiece& piece : std::span(kLibdevicePieces, kLibdevicePieceCount)) {
    if (!IsCalled(piece.name)) {
      continue;
    }
    // A few are others on later GPUs.
    const std::string ptx = PtxOf(piece, target, static_cast<int>(target.sm) * 10);
    if (!ptx.empty() && ptx == PtxOf(piece, target, kNewest)) {
      functions.Add(piece.name, ptx);
    }
  }
  return functions.Write({argv[1], argv[2], "kernelc_libdevice_ptx", "kLibdeviceFunction"}) ? 0 : 1;
}
