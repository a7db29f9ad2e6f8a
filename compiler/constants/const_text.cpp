// Texts of constants, where these are names of kernels and values of a command line.
#include <charconv>
#include <limits>

#include "compiler/constants/const_eval.h"

namespace kernelc::constants {
namespace {

std::string IntText(Int128 value) {
  const bool negative = value < 0;
  auto rest = negative ? -static_cast<unsigned __int128>(value) : static_cast<unsigned __int128>(value);
  std::string digits;
  do {
    digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(rest % 10)));
    rest /= 10;
  } while (rest != 0);
  return negative ? "-" + digits : digits;
}

// As repr() of a float writes it.
std::string FloatText(double value) {
  char buffer[40];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  std::string text(buffer, end);
  return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
}

}  // namespace

std::optional<std::string> ObjectText(const Object& object) {
  switch (object.kind) {
    case ObjectKind::Str:
      return object.text;
    case ObjectKind::None:
      return "None";
    case ObjectKind::Number:
      switch (object.number.kind) {
        case NumberKind::Bool:
          return object.number.integer != 0 ? "True" : "False";
        case NumberKind::Int:
          return IntText(object.number.integer);
        case NumberKind::Float:
          return FloatText(object.number.real);
        case NumberKind::Complex:
          return std::nullopt;
      }
      return std::nullopt;
    case ObjectKind::Type:
    case ObjectKind::Ellipsis:
    case ObjectKind::Tuple:
    case ObjectKind::Dict:
    case ObjectKind::EnumMember:
    case ObjectKind::Signature:
    case ObjectKind::Function:
    case ObjectKind::Module:
    case ObjectKind::Class:
    case ObjectKind::NamedTupleType:
    case ObjectKind::Instance:
    case ObjectKind::Decorator:
    case ObjectKind::External:
    case ObjectKind::Array:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace kernelc::constants
