#include "compiler/base/unicode.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace kernelc {
namespace {

unsigned char ByteAt(std::string_view text, std::size_t at) {
  return at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
}

// The length of the well-formed sequence at `at`, 0 for none. Surrogates only if
// `allow_surrogates`.
std::size_t SequenceLength(std::string_view text, std::size_t at, bool allow_surrogates) {
  const unsigned char first = ByteAt(text, at);
  const unsigned char second = ByteAt(text, at + 1);
  const auto continues = [&](std::size_t count) {
    for (std::size_t i = 1; i <= count; ++i) {
      if ((ByteAt(text, at + i) & 0xc0) != 0x80) {
        return false;
      }
    }
    return true;
  };
  if (first < 0x80) {
    return at < text.size() ? 1 : 0;
  }
  if (first >= 0xc2 && first <= 0xdf) {
    return continues(1) ? 2 : 0;
  }
  if (first >= 0xe0 && first <= 0xef) {
    const bool overlong = first == 0xe0 && second < 0xa0;
    const bool surrogate = first == 0xed && second >= 0xa0;
    return continues(2) && !overlong && (allow_surrogates || !surrogate) ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const bool out_of_range = (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f);
    return continues(3) && !out_of_range ? 4 : 0;
  }
  return 0;
}

}  // namespace

char32_t DecodeUtf8(std::string_view text, std::size_t& at) {
  const std::size_t length = SequenceLength(text, at, true);
  if (length <= 1) {
    return length == 1 ? static_cast<unsigned char>(text[at++]) : (++at, U'\ufffd');
  }
  char32_t code = static_cast<unsigned char>(text[at]) & (0xffu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    code = code << 6 | (static_cast<unsigned char>(text[at + i]) & 0x3fu);
  }
  at += length;
  return code;
}

bool IsAscii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 128; });
}

void AppendUtf8(std::string& text, char32_t code) {
  const auto tail = [&](int shift) {
    text += static_cast<char>(0x80u | ((code >> shift) & 0x3fu));
  };
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xc0u | code >> 6);
    tail(0);
  } else if (code < 0x10000) {
    text += static_cast<char>(0xe0u | code >> 12);
    tail(6);
    tail(0);
  } else {
    text += static_cast<char>(0xf0u | code >> 18);
    tail(12);
    tail(6);
    tail(0);
  }
}

std::size_t FindInvalidUtf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = SequenceLength(text, at, false);
    if (length == 0) {
      return at;
    }
    at += length;
  }
  return std::string_view::npos;
}

bool IsIdentifierStart(char32_t code) {
  if (code < 0x80) {
    return (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z') || code == '_';
  }
  // XID_Start leaves out a few letters whose NFKC form does not start an identifier.
  const bool excluded = code == 0x37a || code == 0xe33 || code == 0xeb3 || code == 0x2e2f ||
                        (code >= 0xfc5e && code <= 0xfc63) || code == 0xfdfa || code == 0xfdfb ||
                        code == 0xfe70 || code == 0xfe72 || code == 0xfe74 || code == 0xfe76 ||
                        code == 0xfe78 || code == 0xfe7a || code == 0xfe7c || code == 0xfe7e ||
                        code == 0xff9e || code == 0xff9f;
  if (excluded) {
    return false;
  }
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(code))) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_NL:
      return true;
    default:
      // Other_ID_Start.
      return code == 0x1885 || code == 0x1886 || code == 0x2118 || code == 0x212e;
  }
}

bool IsIdentifierPart(char32_t code) {
  if (code < 0x80) {
    return IsIdentifierStart(code) || (code >= '0' && code <= '9');
  }
  const bool excluded = code == 0x37a || code == 0x2e2f || (code >= 0xfc5e && code <= 0xfc63) ||
                        code == 0xfdfa || code == 0xfdfb || code == 0xfe70 || code == 0xfe72 ||
                        code == 0xfe74 || code == 0xfe76 || code == 0xfe78 || code == 0xfe7a ||
                        code == 0xfe7c || code == 0xfe7e;
  if (excluded) {
    return false;
  }
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(code))) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_PC:
      return true;
    default:
      // Other_ID_Start and Other_ID_Continue.
      return code == 0x1885 || code == 0x1886 || code == 0x2118 || code == 0x212e || code == 0xb7 ||
             code == 0x387 || (code >= 0x1369 && code <= 0x1371) || code == 0x19da;
  }
}

bool IsIdentifier(std::string_view name) {
  std::size_t at = 0;
  if (name.empty() || !IsIdentifierStart(DecodeUtf8(name, at))) {
    return false;
  }
  while (at < name.size()) {
    if (!IsIdentifierPart(DecodeUtf8(name, at))) {
      return false;
    }
  }
  return true;
}

bool IsPrintable(char32_t code) {
  if (code < 0x80) {
    return code >= 0x20 && code != 0x7f;
  }
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(code))) {
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
      return false;
    default:
      return true;
  }
}

std::string NormalizeIdentifier(std::string_view name) {
  utf8proc_uint8_t* mapped = nullptr;
  const utf8proc_ssize_t size = utf8proc_map(
      reinterpret_cast<const utf8proc_uint8_t*>(name.data()),
      static_cast<utf8proc_ssize_t>(name.size()), &mapped,
      static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(mapped, &std::free);
  return size < 0
             ? std::string(name)
             : std::string(reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(size));
}

}  // namespace kernelc
