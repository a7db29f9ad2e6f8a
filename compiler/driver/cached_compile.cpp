#include "compiler/driver/cached_compile.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <string_view>
#include <utility>

#include "compiler/cache/codec.h"
#include "compiler/driver/cached_code.h"
#include "compiler/driver/compile_link.h"
#include "compiler/driver/diagnostic_codec.h"
#include "compiler/driver/module_key.h"
#include "compiler/driver/nvrtc.h"
#include "kernelc/image.h"

namespace kernelc::driver {
namespace {

// Structured bindings name all fields: one that is added has to be put into the key to compile.
void AddOptions(cache::Encoder& key, const sema::Options& options) {
  const auto& [literals, fastmath, max_registers, checks] = options;
  const auto& [errors, bounds, float_division, init, race] = checks;
  key.Enum(literals).Flag(fastmath).Number(max_registers);
  key.Flag(errors).Flag(bounds).Flag(float_division).Flag(init).Flag(race);
}

void AddTarget(cache::Encoder& key, const codegen::TargetOptions& target) {
  const auto& [device, arch, exact, opt_level, assembler_level, debug, line_info, ptx_version, backend, line_directives,
               coarsen, keep_llvm_ir, keep_bitcode] = target;
  // The image has PTX; machine code of it has a key of its own.
  static_cast<void>(assembler_level);
  key.Enum(device).Text(arch).Flag(exact).Number(opt_level).Flag(debug).Flag(line_info).Number(ptx_version);
  key.Enum(backend).Flag(line_directives).Flag(coarsen).Flag(keep_llvm_ir).Flag(keep_bitcode);
  if (device == abi::DeviceKind::Cpu && (arch == "native" || arch.empty())) {
    key.Text(codegen::HostCpu());
  }
}

void AddInputs(cache::Encoder& key, const std::vector<LinkInput>& inputs) {
  key.Number(inputs.size());
  for (const LinkInput& input : inputs) {
    const auto& [kind, name, bytes] = input;
    key.Enum(kind).Text(name).Key(cache::HashOf(bytes));
  }
}

bool UsesNvrtc(const codegen::TargetOptions& target) {
  return target.device == abi::DeviceKind::Cuda &&
         target.cuda_backend == codegen::CudaBackend::Nvrtc;
}

std::span<const std::byte> BytesOf(std::string_view text) {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

// What an `Image` entry holds: which operations the locations belong to, and the image.
std::vector<std::byte> EncodeImage(const std::vector<std::uint32_t>& places,
                                   const abi::KernelImage& image) {
  cache::Encoder encoder;
  encoder.Number(places.size());
  for (const std::uint32_t place : places) {
    encoder.Number(place);
  }
  const std::vector<std::byte> bytes = WriteImage(image);
  encoder.Text({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  return encoder.bytes();
}

struct CachedImage {
  std::vector<std::uint32_t> places;
  abi::KernelImage image;
};

std::optional<CachedImage> GetImage(const cache::Store& store, const cache::Hash& key) {
  const auto contents = store.Get(cache::EntryKind::Image, key);
  if (!contents) {
    return std::nullopt;
  }
  cache::Decoder decoder(*contents);
  CachedImage cached;
  const std::size_t places = decoder.Count();
  for (std::size_t i = 0; i < places; ++i) {
    cached.places.push_back(decoder.Number32());
  }
  std::string why;
  std::shared_ptr<const abi::KernelImage> image = TryReadImage(BytesOf(decoder.View()), &why);
  if (!decoder.ok() || image == nullptr) {
    return std::nullopt;
  }
  // Nobody else has it.
  cached.image = std::move(const_cast<abi::KernelImage&>(*image));
  return cached;
}

void EncodeLocations(cache::Encoder& encoder, const std::vector<abi::SourceLocation>& locations) {
  encoder.Number(locations.size());
  for (const abi::SourceLocation& location : locations) {
    const auto& [file, line, column, length, text] = location;
    encoder.Text(file).Number(line).Number(column).Number(length).Text(text);
  }
}

std::vector<abi::SourceLocation> DecodeLocations(cache::Decoder& decoder) {
  std::vector<abi::SourceLocation> locations;
  const std::size_t count = decoder.Count();
  for (std::size_t i = 0; i < count && decoder.ok(); ++i) {
    abi::SourceLocation& location = locations.emplace_back();
    location.file = decoder.Text();
    location.line = decoder.Number32();
    location.column = decoder.Number32();
    location.length = decoder.Number32();
    location.text = decoder.Text();
  }
  return locations;
}

// The one entry in `times` of what came from the cache.
CompileOutput OutputOf(abi::KernelImage image, double milliseconds) {
  CompileOutput output;
  output.image = std::move(image);
  output.from_cache = true;
  output.times.push_back({"cache", milliseconds});
  return output;
}

using Clock = std::chrono::steady_clock;

double MillisecondsSince(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

}  // namespace

std::shared_ptr<const cache::Store> OpenStore(bool wanted) {
  std::optional<cache::Config> config = wanted ? cache::ConfigFromEnvironment() : std::nullopt;
  return config ? std::make_shared<const cache::Store>(std::move(*config)) : nullptr;
}

CachedJob::CachedJob(const CompileJob& job, const CompileOptions& options)
    : job_(&job), store_(job.unit->store()), renew_(options.renew), link_(options.link) {
  cache::Encoder key;
  key.Flag(job.assume_no_overlap).Flag(link_).Number(job.kernels.size());
  for (const sema::KernelRequest& request : job.kernels) {
    const auto& [function, arg_types, exported] = request;
    key.Number(function).Types(arg_types).Flag(exported.has_value());
    if (exported) {
      const auto& [abi, name, result] = *exported;
      key.Enum(abi).Text(name).Flag(result.has_value());
      if (result) {
        key.Type(*result);
      }
    }
  }
  key.Number(job.variants.size());
  for (const std::uint32_t general : job.variants) {
    key.Number(general);
  }
  AddOptions(key, job.sema);
  AddTarget(key, job.target);
  for (const std::string& flag : job.warnings.flags()) {
    key.Text(flag);
  }
  AddInputs(key, job.link);
  cache::Hasher hasher;
  store_->BeginKey(cache::EntryKind::Job, &hasher);
  job_key_ = hasher.Add(job.unit->key()).Add(key.bytes()).Finish();
}

std::optional<CachedJob> CachedJob::For(const CompileJob& job, const CompileOptions& options) {
  const auto& [last, keep_kir, keep_llvm_ir, keep_bitcode, verify_each, renew, link] = options;
  if (job.unit->store() == nullptr || last != Stage::Code || keep_kir || keep_llvm_ir ||
      keep_bitcode || verify_each) {
    return std::nullopt;
  }
  return CachedJob(job, options);
}

std::optional<CompileOutput> CachedJob::FindByText(
    std::vector<diag::Diagnostic>* diagnostics) const {
  const Clock::time_point begin = Clock::now();
  if (renew_) {
    return std::nullopt;
  }
  const auto contents = store_->Get(cache::EntryKind::Job, job_key_);
  if (!contents) {
    return std::nullopt;
  }
  cache::Decoder decoder(*contents);
  std::vector<cache::FileFact> facts;
  if (!cache::DecodeFactsThatHold(decoder, &facts)) {
    return std::nullopt;
  }
  const cache::Hash image_key = decoder.Key();
  std::vector<abi::SourceLocation> locations = DecodeLocations(decoder);
  std::vector<diag::Diagnostic> found = DecodeDiagnostics(decoder, job_->unit->file());
  if (!decoder.ok()) {
    return std::nullopt;
  }
  std::optional<CachedImage> cached = GetImage(*store_, image_key);
  if (!cached || cached->places.size() != locations.size()) {
    return std::nullopt;
  }
  cached->image.locations = std::move(locations);
  *diagnostics = std::move(found);
  CompileOutput output = OutputOf(std::move(cached->image), MillisecondsSince(begin));
  output.facts = std::move(facts);
  return output;
}

bool CachedJob::AddToolkit(const codegen::TargetOptions& target,
                           const std::vector<LinkInput>& inputs, cache::Encoder& key) {
  const auto is_source = [](const LinkInput& input) { return input.kind == LinkKind::CudaSource; };
  const bool has_source = std::ranges::any_of(inputs, is_source);
  if (std::ranges::any_of(inputs, IncludesFiles)) {
    return false;
  }
  if (UsesNvrtc(target) || has_source) {
    const Result<NvrtcLibrary> nvrtc = FindNvrtc();
    if (!nvrtc) {
      return false;
    }
    key.Text(nvrtc->version);
    facts_.push_back(cache::SameFact(nvrtc->path));
  }
  const bool links_gpu_code =
      target.device == abi::DeviceKind::Cuda &&
      std::ranges::any_of(inputs, [](const LinkInput& input) { return input.kind != LinkKind::Bitcode; });
  if (links_gpu_code) {
    // The linker of the driver, which takes its place, does not say which one it is.
    const std::string file = NvJitLinkFile();
    if (file.empty()) {
      return false;
    }
    facts_.push_back(cache::SameFact(file));
    key.Key(facts_.back().hash);
  }
  return true;
}

std::optional<CompileOutput> CachedJob::FindByModule(const kir::Module& module,
                                                     const codegen::TargetOptions& target,
                                                     const std::vector<LinkInput>& inputs) {
  const Clock::time_point begin = Clock::now();
  cache::Encoder key;
  AddTarget(key, target);
  AddInputs(key, inputs);
  facts_ = LinkFacts(module, *job_);
  if (!AddToolkit(target, inputs, key)) {
    return std::nullopt;
  }
  const bool debug = target.debug || target.line_info;
  const SourceManager& sources = job_->unit->sources();
  cache::Hasher hasher;
  store_->BeginKey(cache::EntryKind::Image, &hasher);
  image_key_ =
      hasher.Add(key.bytes())
          .Add(ModuleKey(module, sources, {.positions = debug, .names = debug || UsesNvrtc(target)}))
          .Finish();
  std::optional<CachedImage> cached =
      renew_ ? std::nullopt : GetImage(*store_, *image_key_);
  if (!cached) {
    return std::nullopt;
  }
  auto locations = LocationsOf(module, sources, cached->places);
  if (!locations) {
    return std::nullopt;
  }
  cached->image.locations = std::move(*locations);
  return OutputOf(std::move(cached->image), MillisecondsSince(begin));
}

void CachedJob::KeepImage(const kir::Module& module, const CompileOutput& output) const {
  if (!image_key_) {
    return;
  }
  const auto places = PlacesOf(module, job_->unit->sources(), output.image.locations);
  if (places) {
    store_->Put(cache::EntryKind::Image, *image_key_, EncodeImage(*places, output.image));
  }
}

void CachedJob::KeepJob(const CompileOutput& output,
                        const std::vector<diag::Diagnostic>& diagnostics) const {
  if (!image_key_ || !job_->unit->is_plain()) {
    return;
  }
  cache::Encoder encoder;
  std::vector<cache::FileFact> facts = job_->unit->facts();
  facts.insert(facts.end(), facts_.begin(), facts_.end());
  cache::EncodeFacts(encoder, facts);
  encoder.Key(*image_key_);
  EncodeLocations(encoder, output.image.locations);
  if (EncodeDiagnostics(encoder, diagnostics, job_->unit->file())) {
    store_->Put(cache::EntryKind::Job, job_key_, encoder.bytes());
  }
}

}  // namespace kernelc::driver
