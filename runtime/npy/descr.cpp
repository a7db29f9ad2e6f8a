#include "runtime/npy/descr.h"

#include <algorithm>
#include <charconv>

#include "runtime/backend/text.h"

namespace kernelc::npy {
namespace {

using backend::Concat;

constexpr std::uint32_t kCodePointBytes = 4;
constexpr std::uint32_t kMaxCharacters = 1u << 24;

// S8, U3
bool ParseString(std::string_view text, ElementType* type) {
  std::uint32_t characters = 0;
  const char* const end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data() + 1, end, characters);
  if (parsed.ec != std::errc() || parsed.ptr != end || characters == 0 ||
      characters > kMaxCharacters) {
    return false;
  }
  RecordType record;
  record.kind = text[0] == 'U' ? abi::RecordKind::Unicode : abi::RecordKind::Bytes;
  record.align = text[0] == 'U' ? kCodePointBytes : 1;
  record.size = characters * record.align;
  *type = ElementType(RecordRef(std::make_shared<const RecordType>(std::move(record))));
  return true;
}

std::string FormatFields(const RecordType& record) {
  std::string text = "[";
  std::size_t end = 0;
  const auto pad = [&](std::size_t to) {
    if (to > end) {
      text += Concat(text.back() == '[' ? "" : ", ", "('', '|V", to - end, "')");
    }
  };
  for (const RecordField& field : record.fields) {
    const ElementType element = field.record ? ElementType(field.record) : ElementType(field.scalar);
    const std::string descr = FormatDescr(element);
    if (field.offset < end || descr.empty()) {
      return "";
    }
    pad(field.offset);
    text += Concat(text.back() == '[' ? "" : ", ", "('", field.name, "', ", descr);
    std::size_t size = element.size();
    if (!field.extents.empty()) {
      text += ", (";
      for (const std::uint32_t extent : field.extents) {
        text += Concat(text.back() == '(' ? "" : ", ", extent);
        size *= extent;
      }
      text += field.extents.size() == 1 ? ",)" : ")";
    }
    text += ')';
    end = field.offset + size;
  }
  pad(record.size);
  return text + ']';
}

}  // namespace

bool ParseDescr(std::string_view text, std::size_t offset, ElementType* type,
                std::vector<Repair>* repairs) {
  bool swapped = false;
  if (!text.empty() && std::string_view("<>|=").find(text[0]) != std::string_view::npos) {
    swapped = text[0] == '>';
    text.remove_prefix(1);
  }
  if (text.starts_with("M8") || text.starts_with("m8")) {
    std::string_view unit = text.substr(2);
    if (unit.starts_with('[') && unit.ends_with(']')) {
      unit = unit.substr(1, unit.size() - 2);
    }
    const std::optional<unsigned> found = abi::FindTimeUnit(unit);
    if (!found) {
      return false;
    }
    *type = ElementType(RecordType::Time(
        text[0] == 'M' ? abi::RecordKind::Datetime : abi::RecordKind::Timedelta, *found));
    if (swapped) {
      repairs->push_back({offset, sizeof(std::int64_t), 1, false});
    }
    return true;
  }
  if (text.starts_with('S') || text.starts_with('U')) {
    if (!ParseString(text, type)) {
      return false;
    }
    if (swapped && text[0] == 'U') {
      repairs->push_back({offset, kCodePointBytes, type->size() / kCodePointBytes, false});
    }
    return true;
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(ScalarKind::kCount); ++i) {
    const auto kind = static_cast<ScalarKind>(i);
    const abi::ScalarInfo& info = abi::scalar_info(kind);
    if (text.empty() || info.npy != text) {
      continue;
    }
    *type = kind;
    const std::size_t parts = info.cls == abi::ScalarClass::Complex ? 2 : 1;
    if (swapped && info.size > 1) {
      repairs->push_back({offset, info.size / parts, parts, false});
    } else if (kind == ScalarKind::Bool) {
      repairs->push_back({offset, 1, 1, true});
    }
    return true;
  }
  return false;
}

std::string FormatDescr(const ElementType& type) {
  if (!type.record) {
    const abi::ScalarInfo& info = abi::scalar_info(type.kind);
    return info.npy.empty() ? "" : Concat('\'', info.size == 1 ? '|' : '<', info.npy, '\'');
  }
  switch (type.record->kind) {
    case abi::RecordKind::Bytes:
      return Concat("'|S", type.record->size, '\'');
    case abi::RecordKind::Unicode:
      return Concat("'<U", type.record->size / kCodePointBytes, '\'');
    case abi::RecordKind::Datetime:
    case abi::RecordKind::Timedelta:
      return type.record->unit == abi::kGenericTime
                 ? Concat("'<", type.record->kind == abi::RecordKind::Datetime ? "M8'" : "m8'")
                 : Concat("'<", type.record->kind == abi::RecordKind::Datetime ? 'M' : 'm', "8[",
                          abi::kTimeUnits[type.record->unit], "]'");
    case abi::RecordKind::Record:
      return FormatFields(*type.record);
  }
  return "";
}

void Apply(std::span<const Repair> repairs, std::size_t element_size, std::span<std::byte> data) {
  for (std::size_t start = 0; !repairs.empty() && start < data.size(); start += element_size) {
    for (const Repair& repair : repairs) {
      for (std::size_t i = 0; i < repair.count; ++i) {
        std::byte* const number = data.data() + start + repair.offset + i * repair.size;
        if (repair.is_bool) {
          // Device code knows 0 and 1 alone.
          *number = *number != std::byte{0} ? std::byte{1} : std::byte{0};
        } else {
          std::reverse(number, number + repair.size);
        }
      }
    }
  }
}

}  // namespace kernelc::npy
