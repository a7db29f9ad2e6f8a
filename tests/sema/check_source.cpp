#include "tests/sema/check_source.h"

#include <fmt/format.h>

#include "compiler/parse/parse.h"

namespace kernelc::sema {

namespace {

class NothingElse final : public ModuleResolver {
 public:
  explicit NothingElse(SourceManager& sources) : sources_(&sources) {}
  const ImportedModule* Import(const std::string&, unsigned, std::string_view) override {
    return nullptr;
  }
  const ImportedModule* Submodule(const ImportedModule&, std::string_view) override {
    return nullptr;
  }
  void ReadFunctions(const ImportedModule&) override {}
  void AddFolder(const std::string&, bool) override {}
  std::optional<std::string> Variable(const std::string&) override { return std::nullopt; }
  FileBytes ReadBytes(const std::string&) override { return {true, std::nullopt}; }
  FilePlace PlaceOf(const std::string&) override { return {}; }
  const GivenConstants& constants() const override { return constants_; }
  SourceManager& sources() override { return *sources_; }

 private:
  SourceManager* sources_;
  GivenConstants constants_;
};

}  // namespace

CheckedSource::CheckedSource(std::string text, std::string path) : emitter_(consumer_) {
  const FileId file = sources_.AddText(std::move(path), std::move(text));
  module_ = parse::Parse(sources_, file, emitter_);
  resolver_ = std::make_unique<NothingElse>(sources_);
  IndexOptions options;
  options.resolver = resolver_.get();
  index_.emplace(IndexFile(sources_, *module_, options));
}

std::size_t CheckedSource::Find(std::string_view name) const {
  for (std::size_t i = 0; i < index_->functions().size(); ++i) {
    if (index_->functions()[i].name == name) {
      return i;
    }
  }
  KC_FATAL("no function {}", name);
}

std::optional<kir::Module> CheckedSource::Check(std::string_view name, std::string_view signature,
                                                const Options& options) {
  std::string error;
  std::optional<std::vector<abi::ArgType>> types =
      signature.empty() ? std::vector<abi::ArgType>() : ParseSignature(signature, &error);
  KC_CHECK(types.has_value(), "{}: {}", signature, error);
  const KernelRequest request{Find(name), *types};
  return sema::Check(*index_, {&request, 1}, options, emitter_);
}

std::string CheckedSource::Diagnostics() const {
  std::string text;
  for (const diag::Diagnostic& diagnostic : consumer_.diagnostics()) {
    const LineColumn place = sources_.begin(diagnostic.range);
    text += fmt::format("{}:{} {} {}\n", place.line, place.column,
                        diag::kind_info(diagnostic.kind).name, diagnostic.message);
  }
  return text;
}

}  // namespace kernelc::sema
