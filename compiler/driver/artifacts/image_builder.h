// Images of one program for several targets.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/base/result.h"
#include "compiler/driver/command_options.h"
#include "compiler/driver/compile.h"
#include "runtime/abi/kernel_image.h"

namespace kernelc::driver {

struct ImageRequest {
  // Its target is not looked at.
  CompileJob job;
  // Each once, in the order of the codes.
  std::vector<codegen::TargetOptions> targets;
  GpuCode gpu_code = GpuCode::Ptx;
  // The CPU codes go into an object that carries the image as the constant of this name;
  // nothing of that where it is empty.
  std::string linked_symbol;
};

struct BuiltImage {
  abi::KernelImage image;
  // What programs are linked with; empty where no linked_symbol was asked for.
  std::vector<std::byte> object;
  // As CompileOutput has them, for all targets.
  std::vector<cache::FileFact> facts;
  bool has_all_facts = true;
  // Of the compilations, one after the other, whichever ran at the same time.
  std::vector<codegen::PhaseTime> times;
};

// Names the kernels of `job`, whatever the target and their variants: 16 hexadecimal digits over
// what they compute, how they are called, and what was asked of the code. Empty when the kernels
// are wrong, which compiling them reports.
std::string KeyOf(const CompileJob& job);

// Compiles the job for each target, several at a time (parallel.h): the same bytes and diagnostics whatever the
// number of threads. Null when `diagnostics`, which gets each fault once, holds an
// error; a Failure when a target or the machine refuses.
Result<std::optional<BuiltImage>> BuildImage(const ImageRequest& request,
                                             std::vector<diag::Diagnostic>* diagnostics);

}  // namespace kernelc::driver
