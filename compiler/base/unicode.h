// Characters beyond ASCII: UTF-8, and what Python needs to know of a code point.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kernelc {

// The code point at byte `at` of `text`, and moves `at` past it. A byte that starts no well-formed
// sequence gives U+FFFD and counts alone. Surrogates in three-byte form are taken as they are.
char32_t DecodeUtf8(std::string_view text, std::size_t& at);

bool IsAscii(std::string_view text);

// Appends `code`; surrogates as three bytes, as string literals may hold them.
void AppendUtf8(std::string& text, char32_t code);

// The offset of the first byte that is not well-formed UTF-8 (surrogates are not), or npos.
std::size_t FindInvalidUtf8(std::string_view text);

// Python's identifiers: XID_Start and `_`, XID_Continue (PEP 3131).
bool IsIdentifierStart(char32_t code);
bool IsIdentifierPart(char32_t code);
bool IsIdentifier(std::string_view name);

// Whether repr() prints the character as it is (str.isprintable).
bool IsPrintable(char32_t code);

// `name` in normal form NFKC, in which Python compares identifiers.
std::string NormalizeIdentifier(std::string_view name);

}  // namespace kernelc
