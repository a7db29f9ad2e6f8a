#include "compiler/constants/const_host.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "compiler/constants/const_eval.h"
#include "compiler/constants/const_numpy.h"
#include "compiler/constants/const_platform.h"
#include "compiler/constants/fold.h"
#include "compiler/constants/paths.h"

namespace kernelc::constants {
namespace {

using abi::ScalarClass;
using abi::ScalarKind;

constexpr std::string_view kLower = "abcdefghijklmnopqrstuvwxyz";
constexpr std::string_view kUpper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kPunctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

}  // namespace

bool IsAscii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 128; });
}

bool IsHostModule(std::string_view dotted) {
  static constexpr std::string_view kModules[] = {
      "argparse", "collections", "dataclasses", "enum",   "functools", "itertools", "os",
      "os.path",  "pathlib",     "string",      "sys",    "types",     "typing",
  };
  return std::ranges::find(kModules, dotted) != std::end(kModules);
}

std::optional<Object> FindHostText(std::string_view path) {
  if (std::optional<Object> value = FindPlatformValue(path)) {
    return value;
  }
  constexpr std::string_view kModule = ".string.";
  if (!path.starts_with(kModule)) {
    return std::nullopt;
  }
  const std::string_view name = path.substr(kModule.size());
  const std::string lower(kLower);
  const std::string upper(kUpper);
  const std::string digits(kDigits);
  if (name == "ascii_lowercase") {
    return Object::Str(lower);
  }
  if (name == "ascii_uppercase") {
    return Object::Str(upper);
  }
  if (name == "ascii_letters") {
    return Object::Str(lower + upper);
  }
  if (name == "digits") {
    return Object::Str(digits);
  }
  if (name == "hexdigits") {
    return Object::Str(digits + "abcdefABCDEF");
  }
  if (name == "octdigits") {
    return Object::Str(digits.substr(0, 8));
  }
  if (name == "punctuation") {
    return Object::Str(kPunctuation);
  }
  if (name == "printable") {
    return Object::Str(digits + lower + upper + std::string(kPunctuation) + " \t\n\r\x0b\x0c");
  }
  return name == "whitespace" ? std::optional(Object::Str(" \t\n\r\x0b\x0c")) : std::nullopt;
}

}  // namespace kernelc::constants
