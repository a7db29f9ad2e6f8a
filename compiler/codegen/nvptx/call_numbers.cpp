#include "compiler/codegen/nvptx/call_numbers.h"

#include <map>
#include <string>

namespace kernelc::codegen {

std::vector<std::byte> RenumberCalls(std::string_view ptx) {
  constexpr std::string_view kMark = "// callseq ";
  std::map<std::string_view, std::size_t> numbers;
  std::string text;
  text.reserve(ptx.size());
  while (true) {
    const std::size_t mark = ptx.find(kMark);
    if (mark == std::string_view::npos) {
      text += ptx;
      break;
    }
    text += ptx.substr(0, mark + kMark.size());
    ptx.remove_prefix(mark + kMark.size());
    const std::string_view number = ptx.substr(0, ptx.find_first_not_of("0123456789"));
    text += std::to_string(numbers.try_emplace(number, numbers.size()).first->second);
    ptx.remove_prefix(number.size());
  }
  const auto* bytes = reinterpret_cast<const std::byte*>(text.data());
  return {bytes, bytes + text.size()};
}

}  // namespace kernelc::codegen
