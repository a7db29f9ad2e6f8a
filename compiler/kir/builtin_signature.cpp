#include "compiler/kir/builtin_signature.h"

#include <cstdint>

namespace kernelc::kir {
namespace {

std::string_view Trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') {
    text.remove_prefix(1);
  }
  while (!text.empty() && text.back() == ' ') {
    text.remove_suffix(1);
  }
  return text;
}

// Matches the words of a signature against types; F, I and T each stand for one type throughout.
class SignatureMatcher {
 public:
  bool Match(std::string_view word, TypeId type) {
    if (word == "F") {
      return types::IsFloat(type) && Same(&float_, type);
    }
    if (word == "I") {
      return types::IsInteger(type) && Same(&integer_, type);
    }
    if (word == "T") {
      return types::IsScalar(type) && Same(&scalar_, type);
    }
    if (word == "void") {
      return type == types::kVoid;
    }
    return types::IsScalar(type) && abi::scalar_info(types::scalar_kind(type)).text == word;
  }

 private:
  static bool Same(TypeId* bound, TypeId type) {
    if (!bound->has_value()) {
      *bound = type;
    }
    return *bound == type;
  }

  TypeId float_;
  TypeId integer_;
  TypeId scalar_;
};

}  // namespace

bool MatchesSignature(std::string_view signature, TypeId result, std::span<const TypeId> operands) {
  SignatureMatcher matcher;
  constexpr std::string_view kAttribute = " attr";
  if (signature.ends_with(kAttribute)) {
    signature.remove_suffix(kAttribute.size());
    return operands.empty() && matcher.Match(signature, result);
  }
  const std::size_t open = signature.find('(');
  if (open == std::string_view::npos || !signature.ends_with(')') ||
      !matcher.Match(signature.substr(0, open), result)) {
    return false;
  }
  std::string_view rest = signature.substr(open + 1, signature.size() - open - 2);
  for (const TypeId operand : operands) {
    const std::size_t comma = rest.find(',');
    const std::string_view word = Trim(rest.substr(0, comma));
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
    if (word.empty() || !matcher.Match(word, operand)) {
      return false;
    }
  }
  return Trim(rest).empty();
}

}  // namespace kernelc::kir
