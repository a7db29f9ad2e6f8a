// The artifacts that a host program ships or is linked with.
#pragma once

#include <string>

#include "compiler/driver/artifacts/artifact_cache.h"
#include "compiler/driver/command_context.h"
#include "compiler/driver/compile.h"

namespace kernelc::driver {

// Image, Object, StaticLibrary, Header.
bool IsHostArtifact(Artifact artifact);

// The targets that `--target` names, each once; without one, those that fit options.emit.
Result<std::vector<codegen::TargetOptions>> ChooseTargets(const BuildOptions& options);

// Makes options.emit, which is a host artifact, of `job` for all targets of `options`, reporting
// faults to `context`. Gives the exit status.
int MakeHostArtifact(CommandContext& context, const CompileJob& job, const BuildOptions& options,
                     MadeArtifact* made);

}  // namespace kernelc::driver
