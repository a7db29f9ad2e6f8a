#include "compiler/kir/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace kernelc::kir {
namespace {

using types::TypeKind;

std::string PrintTupleType(const types::TypeStore& store, const types::Type& type) {
  std::string text = "tuple";
  if (!type.name.empty() || !type.field_names.empty()) {
    text += " " + Quote(type.name);
  }
  text += "<";
  for (std::size_t i = 0; i < type.elements.size(); ++i) {
    text += i == 0 ? "" : ", ";
    if (!type.field_names.empty()) {
      text += Quote(type.field_names[i]) + ": ";
    }
    text += PrintType(store, type.elements[i]);
  }
  return text + ">";
}

std::string PrintRecordType(const types::TypeStore& store, const types::Type& type) {
  std::string text = fmt::format("{}<{}, {}",
                                 kRecordNames[static_cast<std::size_t>(type.record_kind)],
                                 type.size, type.align);
  for (const types::RecordField& field : type.fields) {
    text += fmt::format(", {} {}: {}", field.offset, Quote(field.name),
                        PrintType(store, field.type));
    for (const std::int64_t extent : field.extents) {
      text += fmt::format("[{}]", extent);
    }
  }
  return text + ">";
}

}  // namespace

std::string PrintBytes(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

bool ReadBytes(std::string_view digits, std::string* bytes) {
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    unsigned byte = 0;
    const char* const begin = digits.data() + i;
    if (i + 1 == digits.size() || std::from_chars(begin, begin + 2, byte, 16).ptr != begin + 2) {
      return false;
    }
    bytes->push_back(static_cast<char>(byte));
  }
  return true;
}

bool IsPlainName(std::string_view name) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  return !name.empty() && is_letter(name[0]) && std::all_of(name.begin(), name.end(), [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9');
  });
}

std::string Quote(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (byte < 0x20 || byte == 0x7f) {
      quoted += fmt::format("\\x{:02x}", byte);
    } else {
      quoted += c;
    }
  }
  return quoted + "\"";
}

std::string PrintType(const types::TypeStore& store, TypeId id) {
  if (id.index >= store.size()) {
    return "?";
  }
  const types::Type& type = store.get(id);
  switch (type.kind) {
    case TypeKind::Scalar:
    case TypeKind::Void:
    case TypeKind::None:
      return Spell(store, id);
    case TypeKind::Array:
      return fmt::format("array<{}, {}, {}, {}{}{}>", PrintType(store, type.element), type.ndim,
                         kLayoutNames[static_cast<std::size_t>(type.layout)],
                         kSpaceNames[static_cast<std::size_t>(type.space)],
                         type.readonly ? ", readonly" : "", type.unaligned ? ", unaligned" : "");
    case TypeKind::Pointer:
      return fmt::format("ptr<{}, {}{}>", PrintType(store, type.element),
                         kSpaceNames[static_cast<std::size_t>(type.space)],
                         type.unaligned ? ", unaligned" : "");
    case TypeKind::Tuple:
      return PrintTupleType(store, type);
    case TypeKind::Optional:
      return fmt::format("optional<{}>", PrintType(store, type.element));
    case TypeKind::Record:
      return PrintRecordType(store, type);
    case TypeKind::Datetime:
      return fmt::format("{}<{}>", kRecordNames[static_cast<std::size_t>(type.record_kind)],
                         Quote(abi::kTimeUnits[type.unit]));
    case TypeKind::Vector:
      return fmt::format("vector<{}, {}>", PrintType(store, type.element), type.ndim);
  }
  KC_FATAL("type kind {}", static_cast<int>(type.kind));
}

// Braces that stand for themselves are doubled.
std::size_t CountPlaces(std::string_view format) {
  std::size_t count = 0;
  for (std::size_t i = 0; i + 1 < format.size(); ++i) {
    if (format[i] == '{') {
      count += format[i + 1] == '}' ? 1u : 0u;
      ++i;
    }
  }
  return count;
}

}  // namespace kernelc::kir
