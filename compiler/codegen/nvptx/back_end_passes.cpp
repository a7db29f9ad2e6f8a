#include "compiler/codegen/nvptx/back_end_passes.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Pass.h>

namespace kernelc::codegen {

namespace {

// Passes without which the PTX of bench/suite is the same, byte for byte.
constexpr llvm::StringLiteral kIdlePasses[] = {
    "Analyze Machine Code For Garbage Collection",
    "Constant Hoisting",
    "Early CSE",
    "Expand memcmp() to load/stores",
    "Fixup Statepoint Caller Saved",
    "Global Value Numbering",
    "Insert XRay ops",
    "Insert fentry calls",
    "Insert stack protectors",
    "Instrument function entry/exit with calls to e.g. mcount() (post inlining)",
    "Lower Garbage Collection Instructions",
    "Lower invoke and unwind, for unwindless code generators",
    "Machine Instruction Scheduler",
    "Machine Sanitizer Binary Metadata",
    "Merge contiguous icmps into a memcmp",
    "ObjC ARC contraction",
    "Partially inline calls to library functions",
    "Prepare callbr",
    "Replace intrinsics with calls to vector library",
    "Safe Stack instrumentation pass",
    "Shadow Stack GC Lowering",
    "Stack Frame Layout Analysis",
    "Stack Slot Coloring"};

// What PrepareForBackEnd() does.
constexpr llvm::StringLiteral kPreparations[] = {
    "Canonicalize Freeze Instructions in Loops",
    "CodeGen Prepare",
    "Expand Atomic instructions",
    "Expand reduction intrinsics",
    "GPU Load and Store Vectorizer",
    "Infer address spaces",
    "Loop Strength Reduction",
    "Lower pointer arguments of CUDA kernels",
    "NVPTX IR Peephole",
    "NVPTX Tag Invariant Loads",
    "NVPTX lower atomics of local memory",
    "Nary reassociation",
    "Remove unreachable blocks from the CFG",
    "SROA",
    "Scalarize Masked Memory Intrinsics",
    "Speculatively execute instructions",
    "Split GEPs to a variadic base and a constant offset for better CSE",
    "Straight line strength reduction",
    "convert address space of alloca'ed memory to local"};

}  // namespace

void BackEndPasses::add(llvm::Pass* pass) {
  const llvm::StringRef name = pass->getPassName();
  if (llvm::is_contained(kIdlePasses, name) ||
      (is_prepared_ && llvm::is_contained(kPreparations, name))) {
    delete pass;
    return;
  }
  PassManager::add(pass);
}

}  // namespace kernelc::codegen
