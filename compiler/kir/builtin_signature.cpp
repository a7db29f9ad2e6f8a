#include "compiler/kir/builtin_signature.h"

#include <cstdint>

#include "compiler/builtins/builtins.h"

namespace kernelc::kir {
namespace {

// Matches the words of a signature against types; F, I and T each stand for one type throughout,
// P for a pointer to a T, and Q for a pointer to any scalar.
class SignatureMatcher {
 public:
  explicit SignatureMatcher(const types::TypeStore& store) : store_(store) {}

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
    if (word == "P" || word == "Q") {
      const types::Type& pointer = store_.get(type);
      return pointer.kind == types::TypeKind::Pointer && types::IsScalar(pointer.element) &&
             (word == "Q" || Same(&scalar_, pointer.element));
    }
    if (!types::IsScalar(type)) {
      const types::Type& vector = store_.get(type);
      return vector.kind == types::TypeKind::Vector && types::Spell(store_, type) == word;
    }
    return abi::scalar_info(types::scalar_kind(type)).text == word;
  }

  bool MatchAll(std::span<const std::string_view> words, std::span<const TypeId> types) {
    if (words.size() != types.size()) {
      return false;
    }
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (!Match(words[i], types[i])) {
        return false;
      }
    }
    return true;
  }

 private:
  static bool Same(TypeId* bound, TypeId type) {
    if (!bound->has_value()) {
      *bound = type;
    }
    return *bound == type;
  }

  const types::TypeStore& store_;
  TypeId float_;
  TypeId integer_;
  TypeId scalar_;
};

}  // namespace

bool MatchesSignature(const types::TypeStore& store, std::string_view signature, TypeId result,
                      std::span<const TypeId> operands) {
  const builtins::BuiltinSignature parsed = builtins::ParseSignature(signature);
  SignatureMatcher matcher(store);
  if (parsed.results.size() > 1) {
    const types::Type& tuple = store.get(result);
    if (tuple.kind != types::TypeKind::Tuple ||
        !matcher.MatchAll(parsed.results, tuple.elements)) {
      return false;
    }
  } else if (parsed.results.empty() ? result != types::kVoid
                                    : !matcher.Match(parsed.results.front(), result)) {
    return false;
  }
  return matcher.MatchAll(parsed.operands, operands);
}

}  // namespace kernelc::kir
