#include "compiler/host/objects/strings.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/base/unicode.h"

namespace kernelc::host {

Characters::Characters(std::string_view text, bool is_str)
    : text_(text), is_plain_(!is_str || std::ranges::all_of(text, [](char c) {
        return static_cast<unsigned char>(c) < 0x80;
      })) {
  if (!is_plain_) {
    std::size_t at = 0;
    while (at < text.size()) {
      begins_.push_back(at);
      DecodeUtf8(text, at);
    }
    begins_.push_back(text.size());
  }
}

std::int64_t Characters::index_of(std::size_t byte) const {
  return static_cast<std::int64_t>(
      is_plain_
          ? byte
          : static_cast<std::size_t>(std::ranges::lower_bound(begins_, byte) - begins_.begin()));
}

std::string Quoted(std::string_view text, bool is_bytes) {
  const char quote =
      text.find('\'') != std::string_view::npos && text.find('"') == std::string_view::npos ? '"'
                                                                                            : '\'';
  std::string result = is_bytes ? "b" : "";
  result += quote;
  for (std::size_t at = 0; at < text.size();) {
    const char byte = text[at];
    if (byte == quote || byte == '\\') {
      result += '\\';
      result += byte;
      ++at;
    } else if (byte == '\n' || byte == '\r' || byte == '\t') {
      result += byte == '\n' ? "\\n" : byte == '\r' ? "\\r" : "\\t";
      ++at;
    } else if (static_cast<unsigned char>(byte) < 0x20 || byte == 0x7f ||
               (is_bytes && static_cast<unsigned char>(byte) > 0x7f)) {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
      ++at;
    } else {
      const std::size_t begin = at;
      const char32_t code = DecodeUtf8(text, at);
      if (code < 0x80 || IsPrintable(code)) {
        result += text.substr(begin, at - begin);
      } else {
        const auto number = static_cast<std::uint32_t>(code);
        result += code < 0x100     ? fmt::format("\\x{:02x}", number)
                  : code < 0x10000 ? fmt::format("\\u{:04x}", number)
                                   : fmt::format("\\U{:08x}", number);
      }
    }
  }
  result += quote;
  return result;
}

}  // namespace kernelc::host
