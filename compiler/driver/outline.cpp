#include "compiler/driver/outline.h"

#include <filesystem>
#include <string>
#include <utility>

#include "compiler/cache/codec.h"

namespace kernelc::driver {
namespace {

void EncodeTexts(cache::Encoder& encoder, const std::vector<std::string>& texts) {
  encoder.Number(texts.size());
  for (const std::string& text : texts) {
    encoder.Text(text);
  }
}

std::vector<std::string> DecodeTexts(cache::Decoder& decoder) {
  std::vector<std::string> texts;
  const std::size_t count = decoder.Count();
  for (std::size_t i = 0; i < count; ++i) {
    texts.push_back(decoder.Text());
  }
  return texts;
}

// The names of all fields, so that a new one has to be written as well.
void EncodeFunction(cache::Encoder& encoder, const sema::FunctionEntry& entry) {
  const auto& [name, line, name_range, is_kernel, is_replaced, whole_name_only, params,
               optional_params, signatures, results, from_annotations, no_opt, line_info, links,
               for_host, is_launched] =
      entry;
  encoder.Text(name).Number(line).Flag(name_range.has_value());
  encoder.Number(name_range.begin).Number(name_range.end).Flag(is_kernel).Flag(is_replaced);
  encoder.Flag(whole_name_only);
  EncodeTexts(encoder, params);
  encoder.Number(optional_params).Number(signatures.size());
  for (const std::vector<abi::ArgType>& signature : signatures) {
    encoder.Types(signature);
  }
  encoder.Number(results.size());
  for (const std::optional<abi::ArgType>& result : results) {
    encoder.Types(result ? std::vector<abi::ArgType>{*result} : std::vector<abi::ArgType>());
  }
  encoder.Flag(from_annotations).Flag(no_opt).Flag(line_info);
  EncodeTexts(encoder, links);
  encoder.Flag(for_host).Flag(is_launched);
}

sema::FunctionEntry DecodeFunction(cache::Decoder& decoder, FileId file) {
  sema::FunctionEntry entry;
  entry.name = decoder.Text();
  entry.line = decoder.Number32();
  entry.name_range.file = decoder.Flag() ? file : FileId();
  entry.name_range.begin = decoder.Number32();
  entry.name_range.end = decoder.Number32();
  entry.is_kernel = decoder.Flag();
  entry.is_replaced = decoder.Flag();
  entry.whole_name_only = decoder.Flag();
  entry.params = DecodeTexts(decoder);
  entry.optional_params = decoder.Number32();
  const std::size_t signatures = decoder.Count();
  for (std::size_t i = 0; i < signatures && decoder.ok(); ++i) {
    entry.signatures.push_back(decoder.Types());
  }
  const std::size_t results = decoder.Count();
  for (std::size_t i = 0; i < results && decoder.ok(); ++i) {
    const std::vector<abi::ArgType> result = decoder.Types();
    entry.results.push_back(result.empty() ? std::nullopt : std::optional(result.front()));
  }
  entry.from_annotations = decoder.Flag();
  entry.no_opt = decoder.Flag();
  entry.line_info = decoder.Flag();
  entry.links = DecodeTexts(decoder);
  entry.for_host = decoder.Flag();
  entry.is_launched = decoder.Flag();
  return entry;
}

// The names of all fields, as above.
void EncodeConstant(cache::Encoder& encoder, const sema::GivenConstant& constant) {
  const auto& [kind, typed, text, elements, type, array] = constant;
  encoder.Enum(kind).Flag(typed).Text(text).Type(type).Number(elements.size());
  for (const sema::GivenConstant& each : elements) {
    EncodeConstant(encoder, each);
  }
  const auto& [element, record, shape, fortran, bytes] = array;
  encoder.Flag(fortran).Enum(element).Number(shape.size());
  encoder.Type(record ? abi::ArgType::Record(record) : abi::ArgType::Scalar(element));
  for (const std::int64_t extent : shape) {
    encoder.Number(static_cast<std::uint64_t>(extent));
  }
  encoder.Key(cache::HashOf(bytes));
}

}  // namespace

cache::Hash UnitKey(std::string_view path, std::string_view text, bool is_decoded,
                    const ModuleOptions& modules) {
  const auto& [include_path, texts, use_files, constants] = modules;
  cache::Hasher hasher;
  hasher.Add(text).Add(path).Add(std::uint64_t{is_decoded}).Add(std::uint64_t{use_files});
  if (use_files) {
    // Relative paths mean other files elsewhere.
    std::error_code ignored;
    hasher.Add(std::filesystem::current_path(ignored).native());
  }
  hasher.Add(std::uint64_t{include_path.size()});
  for (const std::string& folder : include_path) {
    hasher.Add(folder);
  }
  hasher.Add(std::uint64_t{texts.size()});
  for (const auto& [name, contents] : texts) {
    hasher.Add(name).Add(contents);
  }
  cache::Encoder given;
  for (const auto& [name, constant] : constants) {
    EncodeConstant(given.Text(name), constant);
  }
  return hasher.Add(given.bytes()).Finish();
}

cache::Hash OutlineKey(const cache::Store& store, const cache::Hash& unit_key) {
  cache::Hasher hasher;
  store.BeginKey(cache::EntryKind::File, &hasher);
  return hasher.Add(unit_key).Finish();
}

cache::Hash SignatureKey(const cache::Store& store, const cache::Hash& unit_key,
                         std::string_view signature) {
  cache::Hasher hasher;
  store.BeginKey(cache::EntryKind::File, &hasher);
  return hasher.Add(unit_key).Add("signature").Add(signature).Finish();
}

std::vector<std::byte> EncodeOutline(const std::vector<cache::FileFact>& facts,
                                     const std::vector<sema::FunctionEntry>& functions) {
  cache::Encoder encoder;
  cache::EncodeFacts(encoder, facts);
  encoder.Number(functions.size());
  for (const sema::FunctionEntry& entry : functions) {
    EncodeFunction(encoder, entry);
  }
  return encoder.bytes();
}

std::optional<std::vector<sema::FunctionEntry>> DecodeOutline(std::span<const std::byte> contents,
                                                              FileId file) {
  cache::Decoder decoder(contents);
  if (!cache::DecodeFactsThatHold(decoder, nullptr)) {
    return std::nullopt;
  }
  std::vector<sema::FunctionEntry> functions;
  const std::size_t count = decoder.Count();
  for (std::size_t i = 0; i < count && decoder.ok(); ++i) {
    functions.push_back(DecodeFunction(decoder, file));
  }
  return decoder.ok() ? std::optional(std::move(functions)) : std::nullopt;
}

}  // namespace kernelc::driver
