// What printer and parser of KIR text share: words of the text form that no other table holds.
#pragma once

#include <string>
#include <string_view>

#include "compiler/kir/kir.h"

namespace kernelc::kir {

inline constexpr std::string_view kLayoutNames[] = {"C", "F", "A"};
inline constexpr std::string_view kSpaceNames[] = {"generic", "global", "shared", "local",
                                                   "constant"};
inline constexpr std::string_view kRecordNames[] = {"record", "bytes", "unicode",
                                                    "datetime", "timedelta"};

// Whether `name` can stand after `%` or `@` without quotes: ASCII letters, digits and `_`, not
// first a digit.
bool IsPlainName(std::string_view name);

// In double quotes, with `"`, `\` and control characters escaped.
std::string Quote(std::string_view text);

// A type in KIR text: `array<float32, 2, C, global>`, `ptr<float32, shared>`.
std::string PrintType(const types::TypeStore& store, TypeId id);

// Two hexadecimal digits for each byte.
std::string PrintBytes(std::string_view bytes);
// Appends to `bytes`; false when `digits` are no bytes.
bool ReadBytes(std::string_view digits, std::string* bytes);

// Places for operands in the text of a print operation; braces that stand for themselves are doubled.
std::size_t CountPlaces(std::string_view format);

}  // namespace kernelc::kir
