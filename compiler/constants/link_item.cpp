#include "compiler/constants/constants.h"

#include <algorithm>

namespace kernelc::constants {
namespace {

constexpr std::string_view kTextMark = " text";
constexpr std::string_view kFileMark = " file";

}  // namespace

std::string EncodeLink(const LinkItem& item) {
  if (item.type.empty()) {
    return item.name;
  }
  std::string encoded = item.type;
  encoded += item.text ? kTextMark : kFileMark;
  encoded += '\n';
  encoded += item.name;
  encoded += '\n';
  encoded += item.text.value_or(std::string());
  return encoded;
}

LinkItem DecodeLink(std::string_view text) {
  LinkItem item;
  const std::size_t first = text.find('\n');
  const std::size_t second =
      first == std::string_view::npos ? first : text.find('\n', first + 1);
  if (second == std::string_view::npos) {
    item.name = text;
    return item;
  }
  const std::string_view head = text.substr(0, first);
  item.type = head.substr(0, head.size() - std::min(head.size(), kTextMark.size()));
  item.name = text.substr(first + 1, second - first - 1);
  if (head.ends_with(kTextMark)) {
    item.text = text.substr(second + 1);
  }
  return item;
}

}  // namespace kernelc::constants
