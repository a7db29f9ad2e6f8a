#include "compiler/driver/constant_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "compiler/base/unicode.h"
#include "compiler/driver/argument_values.h"
#include "kernelc/error.h"

namespace kernelc::driver {
namespace {

// Tuples inside tuples.
constexpr unsigned kMaxDepth = 20;

std::string_view Trimmed(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
  const std::size_t end = text.find_last_not_of(' ');
  return text.substr(begin, end == std::string_view::npos ? 0 : end + 1 - begin);
}

bool IsQuote(char c) { return c == '\'' || c == '"'; }

// The parts of `(a, ('b,', c))` between commas that stand in no inner parentheses or text; null
// where these do not match.
std::optional<std::vector<std::string_view>> PartsOf(std::string_view text) {
  std::vector<std::string_view> parts;
  std::size_t begin = 1;
  int depth = 0;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    quote = quote != 0 ? (c == quote ? '\0' : quote) : IsQuote(c) ? c : '\0';
    const bool is_text = quote != 0 || IsQuote(c);
    if (c == ')' && !is_text && depth == 0) {
      return std::nullopt;
    }
    depth += is_text ? 0 : c == '(' ? 1 : c == ')' ? -1 : 0;
    const bool ends = i + 1 == text.size();
    if ((depth == 0) != ends || (ends && is_text)) {
      return std::nullopt;
    }
    if (ends || (depth == 1 && c == ',' && !is_text)) {
      parts.push_back(Trimmed(text.substr(begin, i - begin)));
      begin = i + 1;
    }
  }
  // `(1,)` and `()`
  if (!parts.empty() && parts.back().empty()) {
    parts.pop_back();
  }
  return parts;
}

// 'text' or "text"; a quote of the same kind and a backslash stand behind a backslash.
Result<sema::GivenConstant> ParseText(std::string_view text) {
  sema::GivenConstant constant;
  constant.kind = sema::GivenConstant::Kind::Str;
  const char quote = text.front();
  std::size_t i = 1;
  for (; i < text.size() && text[i] != quote; ++i) {
    const bool is_escape =
        text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == quote || text[i + 1] == '\\');
    i += is_escape ? 1 : 0;
    constant.text += text[i];
  }
  if (i + 1 != text.size()) {
    return Failure{
        fmt::format("{} is no text: it does not end with the quote that it begins with", text)};
  }
  return constant;
}

// `float32`, `np.float32`, `float32[::1]`
std::optional<sema::GivenConstant> ParseType(std::string_view text) {
  for (const std::string_view module : {"np.", "numpy.", "numba.", "nb.", "types."}) {
    text.remove_prefix(text.starts_with(module) ? module.size() : 0);
  }
  std::string ignored;
  const auto types = sema::ParseSignature(text, &ignored);
  const bool is_one = types && types->size() == 1 && text.find('(') == std::string_view::npos;
  if (!is_one) {
    return std::nullopt;
  }
  sema::GivenConstant constant;
  constant.kind = sema::GivenConstant::Kind::Type;
  constant.type = types->front();
  return constant;
}

// A number, `none`, or an array.
Result<sema::GivenConstant> ConstantOf(const ArgumentValue& value, std::string_view text) {
  sema::GivenConstant constant;
  switch (value.kind) {
    case abi::ArgKind::None:
      return constant;
    case abi::ArgKind::Scalar: {
      constant.kind = sema::GivenConstant::Kind::Number;
      constant.typed = text.find(':') != std::string_view::npos;
      constant.array.element = value.scalar.kind;
      const auto* bytes = value.scalar.bytes;
      constant.array.bytes.assign(bytes, bytes + abi::scalar_info(value.scalar.kind).size);
      return value.time ? Result<sema::GivenConstant>(
                              Failure{fmt::format("`{}` is a time, which constants are not", text)})
                        : Result<sema::GivenConstant>(std::move(constant));
    }
    case abi::ArgKind::Array:
    case abi::ArgKind::Record:
      constant.kind = sema::GivenConstant::Kind::Array;
      constant.array = StoredArrayOf(value.array.view());
      return constant;
    case abi::ArgKind::Tuple:
    case abi::ArgKind::Vector:
    case abi::ArgKind::Pointer:
      break;
  }
  return Failure{fmt::format("`{}` is no constant", text)};
}

Result<sema::GivenConstant> ParseAt(std::string_view text, Files files, unsigned depth) {
  if (text.empty()) {
    return Failure{
        "a definition needs a value, as in `--define TILE=16`; that of an empty text is `\"\"`"};
  }
  if (IsQuote(text.front())) {
    return ParseText(text);
  }
  if (text.front() == '(') {
    const auto parts = depth < kMaxDepth ? PartsOf(text) : std::nullopt;
    if (!parts) {
      return Failure{fmt::format("`{}` is no tuple: its parentheses do not match", text)};
    }
    sema::GivenConstant tuple;
    tuple.kind = sema::GivenConstant::Kind::Tuple;
    for (const std::string_view part : *parts) {
      Result<sema::GivenConstant> element = ParseAt(part, files, depth + 1);
      if (!element) {
        return element.failure();
      }
      tuple.elements.push_back(std::move(*element));
    }
    return tuple;
  }
  if (text.front() == '@' && files == Files::Skip) {
    return sema::GivenConstant();
  }
  // There is a type of that name as well.
  const bool is_none = text == "none" || text == "None";
  if (std::optional<sema::GivenConstant> type = is_none ? std::nullopt : ParseType(text)) {
    return std::move(*type);
  }
  const Result<ParsedValue> parsed = ParseArgumentValue(text);
  if (!parsed && IsIdentifier(text)) {
    return Failure{fmt::format(
        "`{0}` is no number and no type: a text is written in quotes, `\"{0}\"`", text)};
  }
  if (!parsed && text.find(':') == std::string_view::npos && text.front() != '@') {
    return Failure{fmt::format(
        "`{}` is no value: write a number (`7`, `2.5`), `true`, `none`, a typed scalar "
        "(`float32:2.5`), "
        "a text (`\"fast\"`), a type (`float32`), a tuple (`(16, 16)`) or an array (`@file.npy`)",
        text)};
  }
  if (!parsed) {
    return parsed.failure();
  }
  return parsed->like.empty() ? ConstantOf(parsed->value, text)
                              : Failure{fmt::format("`{}` is for arguments of a launch", text)};
}

}  // namespace

sema::StoredArray StoredArrayOf(const HostArrayView& array) {
  sema::StoredArray stored;
  stored.element = array.kind;
  stored.record = array.record;
  stored.shape.assign(array.shape.begin(), array.shape.end());
  stored.fortran = array.order == Order::F;
  stored.bytes.assign(array.data, array.data + array.nbytes());
  return stored;
}

std::string FaultOfConstant(const sema::GivenConstant& constant) {
  for (const sema::GivenConstant& element : constant.elements) {
    if (std::string fault = FaultOfConstant(element); !fault.empty()) {
      return fault;
    }
  }
  const bool has_elements = constant.kind == sema::GivenConstant::Kind::Number ||
                            constant.kind == sema::GivenConstant::Kind::Array;
  const abi::ScalarInfo& info = abi::scalar_info(constant.array.element);
  if (!has_elements || constant.array.record) {
    return constant.array.fortran && constant.array.record
               ? "arrays of records are constants in C order alone"
               : "";
  }
  return info.cls == abi::ScalarClass::Float8 || constant.array.element == abi::ScalarKind::BFloat16
             ? fmt::format("constants cannot be {}: give a float32, and convert it in the kernel",
                           info.text)
             : "";
}

Result<sema::GivenConstant> ParseConstant(std::string_view text, Files files) {
  try {
    Result<sema::GivenConstant> constant = ParseAt(Trimmed(text), files, 0);
    std::string fault = constant ? FaultOfConstant(*constant) : std::string();
    return fault.empty() ? std::move(constant)
                         : Result<sema::GivenConstant>(Failure{std::move(fault)});
  } catch (const Error& error) {
    // Of a file.
    return Failure{error.what()};
  }
}

Result<Definition> SplitDefinition(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) {
    return Failure{fmt::format("--define {0}: it has no value: write `--define {0}=VALUE`", text)};
  }
  Definition definition{std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
  if (!IsIdentifier(definition.name)) {
    return Failure{
        fmt::format("--define {}: that is no name: write `--define NAME=VALUE`", definition.name)};
  }
  return definition;
}

Result<sema::GivenConstants> ReadDefinitions(const std::vector<std::string>& texts, Files files) {
  sema::GivenConstants constants;
  for (const std::string& text : texts) {
    const Result<Definition> definition = SplitDefinition(text);
    if (!definition) {
      return definition.failure();
    }
    Result<sema::GivenConstant> constant = ParseConstant(definition->value, files);
    if (!constant) {
      return Failure{fmt::format("--define {}: {}", definition->name, constant.failure().message)};
    }
    if (!constants.try_emplace(definition->name, std::move(*constant)).second) {
      return Failure{fmt::format("--define gives `{}` twice", definition->name)};
    }
  }
  return constants;
}

std::vector<std::string> FilesOfDefinitions(const std::vector<std::string>& texts) {
  std::vector<std::string> files;
  for (const std::string& text : texts) {
    const Result<Definition> definition = SplitDefinition(text);
    if (definition && definition->value.starts_with('@')) {
      const std::string path = definition->value.substr(1);
      const std::size_t archive = path.rfind(".npz:");
      files.push_back(archive == std::string::npos ? path : path.substr(0, archive + 4));
    }
  }
  return files;
}

}  // namespace kernelc::driver
