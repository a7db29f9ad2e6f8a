// What the cache knows about a compile job.
//
// There are two ways to an image. The short one begins with the text: a `Job` entry says which image
// a text, its kernels and its options gave, and under which facts about other files; nothing is
// parsed. The long one begins with KIR after the passes, which is all that code is made from: an
// `Image` entry is found by it, whatever comments, names or other functions stand around the kernel.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/cache/codec.h"
#include "compiler/cache/file_facts.h"
#include "compiler/cache/store.h"
#include "compiler/driver/compile.h"
#include "compiler/kir/kir.h"

namespace kernelc::driver {

// The disk cache as the environment has it; null where `wanted` is false or it is off there.
std::shared_ptr<const cache::Store> OpenStore(bool wanted);

class CachedJob {
 public:
  // Null where the job has no cache, or gives what is not kept: KIR, LLVM IR or CUDA C++ as text.
  // `job` must outlive it.
  static std::optional<CachedJob> For(const CompileJob& job, const CompileOptions& options);

  // By the text. `*diagnostics` gets the warnings that the first compilation gave.
  std::optional<CompileOutput> FindByText(std::vector<diag::Diagnostic>* diagnostics) const;

  // By KIR that has gone through the passes; `target` has what decorators add. Remembers the key
  // for Keep(). `inputs` is what the code is linked with, as GatherLinkInputs() gives it.
  std::optional<CompileOutput> FindByModule(const kir::Module& module,
                                            const codegen::TargetOptions& target,
                                            const std::vector<LinkInput>& inputs);

  // After FindByModule() gave nothing: keeps the image of `output`, which was made of `module`.
  void KeepImage(const kir::Module& module, const CompileOutput& output) const;
  // Keeps that the text gives this output with these diagnostics.
  void KeepJob(const CompileOutput& output, const std::vector<diag::Diagnostic>& diagnostics) const;

 private:
  // Adds the versions of the libraries that make code of these; false when the result is not to be
  // kept.
  bool AddToolkit(const codegen::TargetOptions& target, const std::vector<LinkInput>& inputs,
                  cache::Encoder& key);
  CachedJob(const CompileJob& job, const CompileOptions& options);

  const CompileJob* job_;
  const cache::Store* store_;
  bool renew_ = false;
  bool link_ = false;
  cache::Hash job_key_;
  std::optional<cache::Hash> image_key_;
  // Beside those of the unit.
  std::vector<cache::FileFact> facts_;
};

}  // namespace kernelc::driver
