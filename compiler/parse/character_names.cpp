#include "compiler/parse/character_names.h"

#include <llvm/Support/Unicode.h>

#include <charconv>
#include <string>

namespace kernelc::parse {
namespace {

struct Alias {
  std::string_view name;
  char32_t code;
};

constexpr Alias kAliases[] = {
#define KC_CHARACTER_ALIAS(name, code) {name, code},
#include "compiler/parse/character_aliases.def"
};

// "VS1" to "VS256": the variation selectors.
std::optional<char32_t> FindVariationSelector(std::string_view name) {
  std::uint32_t number = 0;
  const auto parsed = std::from_chars(name.data() + 2, name.data() + name.size(), number);
  if (parsed.ptr != name.data() + name.size() || number == 0 || number > 256 || name[2] == '0') {
    return std::nullopt;
  }
  return number <= 16 ? 0xfe00 + number - 1 : 0xe0100 + number - 17;
}

}  // namespace

std::optional<char32_t> FindCharacter(std::string_view name) {
  // The table wants the names as the standard writes them.
  std::string upper(name);
  for (char& c : upper) {
    c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  if (const auto code = llvm::sys::unicode::nameToCodepointStrict(upper)) {
    return code;
  }
  if (upper.size() > 2 && upper.starts_with("VS")) {
    return FindVariationSelector(upper);
  }
  for (const Alias& alias : kAliases) {
    if (alias.name == upper) {
      return alias.code;
    }
  }
  return std::nullopt;
}

}  // namespace kernelc::parse
