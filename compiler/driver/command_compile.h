// What `build` and `run` share: from options to a compile job, and from a job to the text or bytes
// of an artifact.
#pragma once

#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>

#include "compiler/driver/artifacts/artifact_cache.h"
#include "compiler/driver/command_context.h"
#include "compiler/driver/compile.h"

namespace kernelc::driver {

// The target that `--target` and `--emit` name together. Without --target: sm_75, whose PTX runs on
// every GPU that kernelc supports, or the machine's own CPU for `--emit object`.
Result<codegen::TargetOptions> ChooseTarget(const BuildOptions& options);

sema::Options SemaOptions(const CompileFlags& flags);

// Whether a kernel inside a function uses what a call of that function would give. Where nobody asked for the kernel
// itself that is no fault.
bool NeedsOuterCall(const std::vector<diag::Diagnostic>& diagnostics);
// Reads what `--link` names.
Result<bool> AddLinkFiles(const CompileFlags& flags, CompileJob* job);
// The FILE that stands for standard input, and how diagnostics call it.
inline constexpr std::string_view kStandardInput = "-";
inline constexpr std::string_view kStandardInputName = "<stdin>";
// SourceUnit::FromFile for a FILE of the command line. Blocks on standard input; modules of its
// text are looked for in the current folder.
Result<std::shared_ptr<const SourceUnit>> OpenFile(const std::string& file,
                                                   const CompileFlags& flags,
                                                   std::shared_ptr<const cache::Store> store);
// What results are called after: the FILE's name without folder and suffix.
std::string StemOf(const BuildOptions& options);

// One line for each phase that the output needed: `cache` alone where nothing had to be compiled.
void PrintTimes(std::ostream& err, const SourceUnit& unit, const CompileOutput& output);

// Makes `artifact` of `job`, reporting faults to `context`. Gives the exit status.
int CompileArtifact(CommandContext& context, const CompileJob& job, Artifact artifact,
                    const CompileFlags& flags, MadeArtifact* made);

}  // namespace kernelc::driver
