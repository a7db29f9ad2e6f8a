#include "compiler/base/look_alikes.h"

#include <algorithm>
#include <iterator>

#include "compiler/base/unicode.h"

namespace kernelc {
namespace {

struct LookAlike {
  char32_t code;
  std::string_view text;
};

constexpr LookAlike kLookAlikes[] = {
#define KC_LOOK_ALIKE(code, text) {code, text},
#include "compiler/base/look_alikes.def"
};

}  // namespace

std::string LooksLike(std::string_view text) {
  std::string ascii;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const char32_t code = DecodeUtf8(text, at);
    const std::string_view character = text.substr(begin, at - begin);
    const auto* found = std::ranges::find(kLookAlikes, code, &LookAlike::code);
    const std::string part =
        found != std::end(kLookAlikes) ? std::string(found->text) : NormalizeIdentifier(character);
    const bool is_visible =
        !part.empty() && std::ranges::all_of(part, [](char c) { return c > ' ' && c < 0x7f; });
    if (!is_visible) {
      return "";
    }
    ascii += part;
  }
  return ascii;
}

}  // namespace kernelc
