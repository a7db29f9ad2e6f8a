#include "compiler/builtins/builtins.h"

#include <iterator>
#include <string>
#include <unordered_map>

#include "compiler/base/check.h"

namespace kernelc::builtins {
namespace {

constexpr Lowering Intrinsic(std::string_view name) { return {LoweringKind::Intrinsic, name}; }
constexpr Lowering Libdevice(std::string_view name) { return {LoweringKind::Libdevice, name}; }
constexpr Lowering Libm(std::string_view name) { return {LoweringKind::Libm, name}; }
constexpr Lowering Spell(std::string_view name) { return {LoweringKind::Spell, name}; }
constexpr Lowering Custom(std::string_view name) { return {LoweringKind::Custom, name}; }

constexpr BuiltinInfo kBuiltins[] = {
#define KC_BUILTIN(name, spellings, signature, effects, nvptx, cpu, cuda) \
  {#name, spellings, signature, BuiltinEffects::effects, nvptx, cpu, cuda},
#include "compiler/builtins/builtins.def"
};
static_assert(std::size(kBuiltins) == static_cast<std::size_t>(BuiltinId::kCount));

using SpellingMap = std::unordered_map<std::string_view, BuiltinId>;

SpellingMap MakeSpellingMap() {
  SpellingMap map;
  for (std::size_t i = 0; i < std::size(kBuiltins); ++i) {
    std::string_view rest = kBuiltins[i].spellings;
    while (!rest.empty()) {
      const std::size_t blank = rest.find(' ');
      map.emplace(rest.substr(0, blank), static_cast<BuiltinId>(i));
      rest = blank == std::string_view::npos ? std::string_view() : rest.substr(blank + 1);
    }
  }
  return map;
}

// Splits "a, b" at its commas.
std::vector<std::string_view> SplitWords(std::string_view list) {
  std::vector<std::string_view> words;
  while (!list.empty()) {
    const std::size_t comma = list.find(',');
    std::string_view word = list.substr(0, comma);
    while (word.starts_with(' ')) {
      word.remove_prefix(1);
    }
    words.push_back(word);
    list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
  }
  return words;
}

}  // namespace

BuiltinSignature ParseSignature(std::string_view signature) {
  BuiltinSignature parsed;
  constexpr std::string_view kAttribute = " attr";
  if (signature.ends_with(kAttribute)) {
    parsed.is_attribute = true;
    parsed.results.push_back(signature.substr(0, signature.size() - kAttribute.size()));
    return parsed;
  }
  const std::size_t open = signature.rfind('(');
  KC_CHECK(open != std::string_view::npos && signature.ends_with(')'), "signature {}", signature);
  const std::string_view result = signature.substr(0, open);
  if (result.starts_with('(')) {
    parsed.results = SplitWords(result.substr(1, result.size() - 2));
  } else if (result != "void") {
    parsed.results.push_back(result);
  }
  parsed.operands = SplitWords(signature.substr(open + 1, signature.size() - open - 2));
  return parsed;
}

const BuiltinInfo& builtin_info(BuiltinId id) { return kBuiltins[static_cast<std::size_t>(id)]; }

bool FindBuiltin(std::string_view spelling, BuiltinId* id) {
  static const SpellingMap map = MakeSpellingMap();
  const auto found = map.find(spelling);
  if (found == map.end()) {
    return false;
  }
  *id = found->second;
  return true;
}

}  // namespace kernelc::builtins
