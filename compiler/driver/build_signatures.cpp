#include "compiler/driver/build_signatures.h"

#include <fmt/format.h>

#include <string_view>

namespace kernelc::driver {
namespace {

// The kernel that the text begins with, where its other part is a list in parentheses. A name of a type there is the type
// of the result: "void(float32)".
std::optional<std::size_t> NamedKernel(const SourceUnit& unit, std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' ');
  const std::size_t open = text.find('(');
  if (begin == std::string_view::npos || open == std::string_view::npos || open <= begin ||
      text.find_last_not_of(' ') != text.rfind(')')) {
    return std::nullopt;
  }
  std::string_view name = text.substr(begin, open - begin);
  name = name.substr(0, name.find_last_not_of(' ') + 1);
  const Result<std::size_t> found = unit.FindFunction(name);
  return found ? std::optional(*found) : std::nullopt;
}

}  // namespace

Result<std::vector<GivenSignature>> ReadSignatures(const SourceUnit& unit,
                                                   const std::vector<std::string>& texts) {
  std::vector<GivenSignature> given;
  for (const std::string& text : texts) {
    GivenSignature signature{text, NamedKernel(unit, text), {}};
    const std::string types = signature.kernel ? "void" + text.substr(text.find('(')) : text;
    std::string error;
    std::optional<std::vector<abi::ArgType>> parsed = unit.ParseSignature(types, &error);
    if (!parsed) {
      return Failure{fmt::format("--sig '{}': {}", text, error)};
    }
    signature.types = std::move(*parsed);
    given.push_back(std::move(signature));
  }
  return given;
}

std::vector<std::vector<abi::ArgType>> SignaturesOf(const std::vector<GivenSignature>& given,
                                                    std::size_t kernel) {
  std::vector<std::vector<abi::ArgType>> signatures;
  for (const GivenSignature& signature : given) {
    if (!signature.kernel || *signature.kernel == kernel) {
      signatures.push_back(signature.types);
    }
  }
  return signatures;
}

}  // namespace kernelc::driver
