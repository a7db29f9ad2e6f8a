#include "compiler/constants/object.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "compiler/constants/constants.h"
#include "compiler/types/written_types.h"

namespace kernelc::constants {
namespace {

std::string NumberKey(const Number& number) {
  return fmt::format("{}:{:x}:{:x}:{:x}:{:x}", static_cast<int>(number.kind),
                     static_cast<std::uint64_t>(number.integer >> 64),
                     static_cast<std::uint64_t>(number.integer),
                     std::bit_cast<std::uint64_t>(number.real),
                     std::bit_cast<std::uint64_t>(number.imag));
}

}  // namespace

ObjectList::ObjectList(std::vector<Object> items)
    : items_(items.empty() ? nullptr : std::make_shared<std::vector<Object>>(std::move(items))) {}

ObjectList::ObjectList(std::initializer_list<Object> items)
    : ObjectList(std::vector<Object>(items)) {}

const std::vector<Object>& ObjectList::items() const {
  static const std::vector<Object> kNone;
  return items_ == nullptr ? kNone : *items_;
}

std::vector<Object>& ObjectList::Own() {
  source_ = nullptr;
  if (items_ == nullptr) {
    items_ = std::make_shared<std::vector<Object>>();
  } else if (items_.use_count() > 1) {
    items_ = std::make_shared<std::vector<Object>>(*items_);
  }
  return *items_;
}

void ObjectList::push_back(Object object) { Own().push_back(std::move(object)); }

std::optional<abi::ArgType> TypeNamed(const Object& object) {
  if (object.kind == ObjectKind::NamedTupleType) {
    return object.named_tuple_type();
  }
  return object.kind == ObjectKind::Type ? std::optional(object.types.front()) : std::nullopt;
}

bool HoldsDeviceArray(const Object& object) {
  return object.kind == ObjectKind::Array ? object.array->on_device
                                          : std::ranges::any_of(object.elements, HoldsDeviceArray);
}

bool IsSame(const Object& left, const Object& right) {
  // Equal contents are not one thing.
  const bool are_things = left.identity != 0 && right.identity != 0;
  return are_things ? left.identity == right.identity : ObjectKey(left) == ObjectKey(right);
}

namespace {

// Of all elements, each with a comma behind it.
std::string ElementKeys(const Object& object) {
  std::string keys;
  for (const Object& element : object.elements) {
    keys += ObjectKey(element) + ",";
  }
  return keys;
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
      return fmt::format("{}'{}:{}'", object.is_bytes ? "b" : "", object.text.size(), object.text);
    case ObjectKind::Tuple:
      return (object.fields ? object.fields->name + "(" : object.is_list ? "[" : "(") +
             ElementKeys(object) + ")";
    case ObjectKind::Dict:
      return "{" + ElementKeys(object) + "}";
    case ObjectKind::Array:
      return fmt::format("array {}", static_cast<const void*>(object.array.get()));
    case ObjectKind::Module:
      return fmt::format("module {}", static_cast<const void*>(object.module));
    case ObjectKind::Class:
      return fmt::format("class {}", static_cast<const void*>(object.class_scope));
    case ObjectKind::EnumMember:
      return fmt::format("enum {} {}", static_cast<const void*>(object.class_scope), object.text);
    case ObjectKind::NamedTupleType:
      return fmt::format("named tuple {}", static_cast<const void*>(object.fields.get()));
    case ObjectKind::Type:
      return "type " + types::SpellArgType(object.types.front());
    case ObjectKind::Signature: {
      std::string key = "signature";
      for (const abi::ArgType& type : object.types) {
        key += " " + types::SpellArgType(type);
      }
      return key;
    }
    case ObjectKind::External:
      return "external " + object.text;
    case ObjectKind::Function:
      return fmt::format("function {}", static_cast<const void*>(object.function));
    case ObjectKind::Instance:
      return fmt::format("object {} {{{}}}", static_cast<const void*>(object.class_scope),
                         ElementKeys(object));
  }
  KC_FATAL("object kind");
}

}  // namespace kernelc::constants
