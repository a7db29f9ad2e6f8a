#include "compiler/sema/object.h"

#include <fmt/format.h>

#include <bit>

#include "compiler/sema/sema.h"

namespace kernelc::sema {
namespace {

std::string NumberKey(const Number& number) {
  return fmt::format("{}:{:x}:{:x}:{:x}:{:x}", static_cast<int>(number.kind),
                     static_cast<std::uint64_t>(number.integer >> 64),
                     static_cast<std::uint64_t>(number.integer),
                     std::bit_cast<std::uint64_t>(number.real),
                     std::bit_cast<std::uint64_t>(number.imag));
}

}  // namespace

std::string ObjectKey(const Object& object) {
  switch (object.kind) {
    case ObjectKind::None:
      return "none";
    case ObjectKind::Ellipsis:
      return "...";
    case ObjectKind::Number:
      return object.typed ? fmt::format("{}({})", abi::scalar_info(object.scalar).text,
                                        NumberKey(object.number))
                          : NumberKey(object.number);
    case ObjectKind::Str:
      return fmt::format("'{}:{}'", object.text.size(), object.text);
    case ObjectKind::Tuple: {
      std::string key = "(";
      for (const Object& element : object.elements) {
        key += ObjectKey(element) + ",";
      }
      return key + ")";
    }
    case ObjectKind::Type:
      return "type " + SpellArgType(object.types.front());
    case ObjectKind::Signature: {
      std::string key = "signature";
      for (const abi::ArgType& type : object.types) {
        key += " " + SpellArgType(type);
      }
      return key;
    }
    case ObjectKind::External:
      return "external " + object.text;
    case ObjectKind::Function:
      return fmt::format("function {}", static_cast<const void*>(object.function));
    case ObjectKind::Decorator:
      return fmt::format("decorator {}", static_cast<const void*>(object.options.get()));
  }
  KC_FATAL("object kind");
}

}  // namespace kernelc::sema
