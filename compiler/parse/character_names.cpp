#include "compiler/parse/character_names.h"

#include <llvm/Support/Unicode.h>

#include <string>

namespace kernelc::parse {

std::optional<char32_t> FindCharacter(std::string_view name) {
  // The table wants the names as the standard writes them.
  std::string upper(name);
  for (char& c : upper) {
    c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  return llvm::sys::unicode::nameToCodepointStrict(upper);
}

}  // namespace kernelc::parse
