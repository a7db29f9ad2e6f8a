#include "compiler/driver/artifacts/artifact_cache.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "compiler/cache/codec.h"
#include "compiler/cache/store.h"
#include "compiler/codegen/codegen.h"
#include "compiler/driver/cached_code.h"
#include "compiler/driver/diagnostic_codec.h"
#include "compiler/driver/nvrtc.h"
#include "compiler/driver/subprocess.h"

namespace kernelc::driver {
namespace {

void AddTexts(cache::Encoder& key, const std::vector<std::string>& texts) {
  key.Number(texts.size());
  for (const std::string& text : texts) {
    key.Text(text);
  }
}

// Structured bindings name all fields: one that is added has to be put into the key to compile.
void AddFlags(cache::Encoder& key, const CompileFlags& flags) {
  const auto& [literals, fastmath, max_registers, no_cache, warnings, opt_level, debug, checks,
               include_path, defines, line_directives, link, backend, time_phases] = flags;
  static_cast<void>(no_cache);
  static_cast<void>(time_phases);
  // What they give is part of the unit.
  static_cast<void>(defines);
  key.Enum(literals).Flag(fastmath).Number(max_registers).Number(opt_level).Flag(debug);
  key.Flag(line_directives).Enum(backend);
  AddTexts(key, warnings.flags());
  AddTexts(key, checks);
  AddTexts(key, include_path);
  AddTexts(key, link);
}

void AddOptions(cache::Encoder& key, const BuildOptions& options) {
  const auto& [file, kernels, signatures, targets, emit, output, device_functions, abi, export_name,
               depfile, gpu_code, ptx_version, cpp_namespace, host_api, code, no_variants,
               explain_variants, compile] = options;
  // Where the result goes is not part of it.
  static_cast<void>(output);
  static_cast<void>(depfile);
  static_cast<void>(explain_variants);
  key.Text(file).Enum(emit).Flag(device_functions).Enum(abi).Text(export_name).Enum(gpu_code);
  key.Number(ptx_version).Text(cpp_namespace).Enum(host_api).Enum(code).Flag(no_variants);
  AddTexts(key, kernels);
  AddTexts(key, signatures);
  AddTexts(key, targets);
  AddFlags(key, compile);
}

// What says where the toolkit is.
void AddEnvironment(cache::Encoder& key) {
  for (const char* name :
       {"KERNELC_NVRTC", "KERNELC_NVJITLINK", "CUDA_HOME", "CUDA_PATH", "PATH"}) {
    const char* value = std::getenv(name);
    key.Text(value == nullptr ? "" : value);
  }
}

// What is the image of one job, or assembled from it, has entries of its own; and what is said of
// variants is not kept.
bool IsKept(const BuildOptions& options) {
  const bool is_image = options.emit == Artifact::Ptx ||
                        (options.emit == Artifact::Cubin && !options.device_functions);
  return !is_image && options.emit != Artifact::Ast && !options.explain_variants;
}

bool HasNvrtc(const BuildOptions& options) {
  return options.emit == Artifact::Ltoir || options.compile.backend == Backend::Nvrtc;
}

// Adds the programs of the toolkit that may have had a part in it; false where one of them cannot
// be told.
bool AddToolkitFacts(const BuildOptions& options, bool is_linked,
                     std::vector<cache::FileFact>* facts) {
  const bool assembles = options.emit == Artifact::Cubin || options.emit == Artifact::Sass ||
                         options.gpu_code != GpuCode::Ptx;
  if (HasNvrtc(options) || is_linked) {
    const Result<NvrtcLibrary> nvrtc = FindNvrtc();
    if (nvrtc) {
      cache::AddFact(*facts, cache::SameFact(nvrtc->path));
    }
  }
  if (!assembles && !is_linked) {
    return true;
  }
  const std::string linker = NvJitLinkFile();
  for (const std::string& tool : {linker, FindTool("ptxas"), FindTool("nvdisasm")}) {
    if (!tool.empty()) {
      cache::AddFact(*facts, cache::SameFact(tool));
    }
  }
  // The driver, which takes its place, does not say which linker it has.
  return !is_linked || !linker.empty();
}

}  // namespace

ArtifactCache::ArtifactCache(const SourceUnit& unit, const BuildOptions& options)
    : unit_(&unit), options_(&options) {
  if (unit.store() == nullptr || !IsKept(options)) {
    return;
  }
  cache::Encoder key;
  AddOptions(key, options);
  AddEnvironment(key);
  // `cpu` is the machine at hand.
  key.Text(codegen::HostCpu());
  cache::Hasher hasher;
  unit.store()->BeginKey(cache::EntryKind::Artifact, &hasher);
  key_ = hasher.Add(unit.key()).Add(key.bytes()).Finish();
}

std::optional<MadeArtifact> ArtifactCache::Find() const {
  if (!key_) {
    return std::nullopt;
  }
  const auto contents = unit_->store()->Get(cache::EntryKind::Artifact, *key_);
  if (!contents) {
    return std::nullopt;
  }
  cache::Decoder decoder(*contents);
  MadeArtifact made;
  if (!cache::DecodeFactsThatHold(decoder, &made.facts)) {
    return std::nullopt;
  }
  made.diagnostics = DecodeDiagnostics(decoder, unit_->file());
  made.contents = decoder.Text();
  return decoder.ok() ? std::optional(std::move(made)) : std::nullopt;
}

void ArtifactCache::Keep(const MadeArtifact& made) const {
  if (!key_ || !made.has_all_facts || !unit_->is_plain()) {
    return;
  }
  std::vector<cache::FileFact> facts = made.facts;
  const bool is_linked =
      !options_->compile.link.empty() ||
      std::ranges::any_of(facts, [](const cache::FileFact& fact) {
        return fact.kind == cache::FactKind::Contents && !fact.path.ends_with(".py");
      });
  if (!AddToolkitFacts(*options_, is_linked, &facts)) {
    return;
  }
  cache::Encoder encoder;
  cache::EncodeFacts(encoder, facts);
  if (EncodeDiagnostics(encoder, made.diagnostics, unit_->file())) {
    unit_->store()->Put(cache::EntryKind::Artifact, *key_, encoder.Text(made.contents).bytes());
  }
}

}  // namespace kernelc::driver
