#include "tests/sema/check_source.h"

#include <fmt/format.h>

#include "compiler/parse/parse.h"

namespace kernelc::sema {

CheckedSource::CheckedSource(std::string text, std::string path) : emitter_(consumer_) {
  const FileId file = sources_.AddText(std::move(path), std::move(text));
  module_ = parse::Parse(sources_, file, emitter_);
  index_.emplace(IndexFile(sources_, *module_));
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
