// The part of a compile job that deals with code of others.
#pragma once

#include "compiler/base/result.h"
#include "compiler/cache/file_facts.h"
#include "compiler/codegen/codegen.h"
#include "compiler/diag/emitter.h"
#include "compiler/driver/compile.h"
#include "compiler/driver/link.h"
#include "compiler/kir/kir.h"

namespace kernelc::driver {

// What the code of `module` is linked with: the job's own inputs, then those of external functions
// and of decorators, each once, those that the job's device can use, read. What the code depends on
// beside the module and the options is in these bytes. Blocks.
GatheredInputs GatherLinkInputs(const kir::Module& module, const CompileJob& job);

// What the files among them depend on.
std::vector<cache::FileFact> LinkFacts(const kir::Module& module, const CompileJob& job);

// Whether an input is a text that includes files, which NVRTC alone reads.
bool IncludesFiles(const LinkInput& input);

// What GatherLinkInputs() gave, in its place for the job's target; without `links`, bitcode alone,
// which is there though others may be missing yet. Fails for files that could not be read. Blocks.
Result<LinkInputs> PrepareLink(const GatheredInputs& gathered, const codegen::TargetOptions& target,
                               bool links);

// Links the machine code with `inputs`: a cubin for GPUs, a packed object for the CPU device;
// nothing where the code is complete and no input of a decorator asks for it. A function that no
// input holds is reported to `emitter`. Blocks.
Result<bool> LinkCode(const kir::Module& module, const LinkInputs& inputs,
                      codegen::CodegenOutput* output, diag::Emitter& emitter);

}  // namespace kernelc::driver
