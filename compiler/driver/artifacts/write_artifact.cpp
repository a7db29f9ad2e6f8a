#include "compiler/driver/artifacts/write_artifact.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "compiler/base/check.h"
#include "compiler/driver/artifacts/cpp_names.h"
#include "compiler/driver/artifacts/header.h"
#include "compiler/driver/artifacts/image_builder.h"
#include "compiler/driver/artifacts/variants.h"
#include "compiler/driver/command_compile.h"
#include "compiler/driver/variant_text.h"
#include "kernelc/image.h"

namespace kernelc::driver {
namespace {

std::string BytesToString(const std::vector<std::byte>& bytes) {
  return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

// What an object calls the image, and a header with --code linked asks for: a change of the kernels
// changes it.
std::string LinkedSymbol(const BuildOptions& options, const std::string& key) {
  return fmt::format("kernelc_{}_{}", CppName(StemOf(options)), key);
}

Result<std::string> Finish(const BuiltImage& built, const BuildOptions& options) {
  switch (options.emit) {
    case Artifact::Image:
      return BytesToString(WriteImage(built.image));
    case Artifact::Object:
      return BytesToString(built.object);
    case Artifact::StaticLibrary: {
      const Result<std::vector<std::byte>> archive =
          codegen::MakeArchive({{StemOf(options) + ".o", built.object}});
      return archive ? Result<std::string>(BytesToString(*archive)) : archive.failure();
    }
    case Artifact::Header: {
      HeaderOptions header;
      header.source = options.file == kStandardInput ? kStandardInputName : options.file;
      header.cpp_namespace =
          options.cpp_namespace.empty() ? CppNamespaceName(StemOf(options)) : options.cpp_namespace;
      header.api = options.host_api;
      header.code = options.code;
      header.linked_symbol = LinkedSymbol(options, built.image.key);
      return WriteHeader(built.image, header);
    }
    case Artifact::Ast:
    case Artifact::Kir:
    case Artifact::Cuda:
    case Artifact::Llvm:
    case Artifact::Bitcode:
    case Artifact::Ltoir:
    case Artifact::Ptx:
    case Artifact::Cubin:
    case Artifact::Sass:
      break;
  }
  KC_FATAL("artifact {}", static_cast<int>(options.emit));
}

}  // namespace

bool IsHostArtifact(Artifact artifact) {
  return artifact == Artifact::Image || artifact == Artifact::Object ||
         artifact == Artifact::StaticLibrary || artifact == Artifact::Header;
}

Result<std::vector<codegen::TargetOptions>> ChooseTargets(const BuildOptions& options) {
  std::vector<std::string> names = options.targets;
  if (names.empty()) {
    // What runs on every machine that kernelc supports, and for most of them well.
    names = {"sm_75", "cpu:x86-64", "cpu:x86-64-v3"};
    if (options.emit == Artifact::Header && options.host_api == HostApi::Driver) {
      names = {"sm_75"};
    } else if (options.emit == Artifact::Object) {
      names = {"cpu"};
    }
  }
  std::vector<codegen::TargetOptions> targets;
  for (const std::string& name : names) {
    BuildOptions one = options;
    one.emit = Artifact::Image;
    one.targets = {name};
    Result<codegen::TargetOptions> target = ChooseTarget(one);
    if (!target) {
      return target.failure();
    }
    if (std::ranges::find(targets, *target) == targets.end()) {
      targets.push_back(std::move(*target));
    }
  }
  return targets;
}

int MakeHostArtifact(CommandContext& context, const CompileJob& job, const BuildOptions& options,
                     MadeArtifact* made) {
  Result<std::vector<codegen::TargetOptions>> targets = ChooseTargets(options);
  if (!targets) {
    return context.Fail(Fault::UnknownTarget, targets.failure().message);
  }
  ImageRequest request;
  request.job = job;
  request.job.target = targets->front();
  request.targets = std::move(*targets);
  request.gpu_code = options.gpu_code;
  if (options.emit == Artifact::Object || options.emit == Artifact::StaticLibrary) {
    request.linked_symbol = LinkedSymbol(options, KeyOf(request.job));
  }
  // A header for the driver alone has nobody to choose among them.
  if (!options.no_variants &&
      !(options.emit == Artifact::Header && options.host_api == HostApi::Driver)) {
    AddVariants(&request.job);
  }
  std::vector<diag::Diagnostic> diagnostics;
  const Result<std::optional<BuiltImage>> built = BuildImage(request, &diagnostics);
  context.Add(job.unit, diagnostics);
  made->diagnostics = std::move(diagnostics);
  if (!built) {
    return context.Fail(Fault::Toolkit, built.failure().message);
  }
  if (!built->has_value()) {
    return StatusOf(Fault::Program);
  }
  if (options.explain_variants) {
    context.err() << VariantText((*built)->image);
  }
  if (options.compile.time_phases) {
    CompileOutput output;
    output.times = (*built)->times;
    PrintTimes(context.err(), *job.unit, output);
  }
  Result<std::string> finished = Finish(**built, options);
  if (!finished) {
    return context.Fail(Fault::Conflict, finished.failure().message);
  }
  made->contents = std::move(*finished);
  made->facts = (*built)->facts;
  made->has_all_facts = (*built)->has_all_facts;
  return kExitDone;
}

}  // namespace kernelc::driver
