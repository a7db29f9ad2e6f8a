#include "compiler/driver/element_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "compiler/base/check.h"

namespace kernelc::driver {
namespace {

using abi::ScalarClass;

// Elements shown at each end of an array in a record.
constexpr std::size_t kShownElements = 4;

template <typename T>
T Get(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

// The real value of a float, or the real part of a complex number.
double FloatAt(const std::byte* from, ScalarKind kind) {
  switch (kind) {
    case ScalarKind::Float16:
      return static_cast<double>(HalfToFloat(Get<std::uint16_t>(from)));
    case ScalarKind::BFloat16:
      return static_cast<double>(BFloat16ToFloat(Get<std::uint16_t>(from)));
    case ScalarKind::Float8E4M3:
    case ScalarKind::Float8E5M2:
    case ScalarKind::Float8E8M0:
      return static_cast<double>(Float8ToFloat(kind, Get<std::uint8_t>(from)));
    case ScalarKind::Float32:
    case ScalarKind::Complex64:
      return static_cast<double>(Get<float>(from));
    case ScalarKind::Float64:
    case ScalarKind::Complex128:
      return Get<double>(from);
    case ScalarKind::Bool:
    case ScalarKind::Int8:
    case ScalarKind::Int16:
    case ScalarKind::Int32:
    case ScalarKind::Int64:
    case ScalarKind::UInt8:
    case ScalarKind::UInt16:
    case ScalarKind::UInt32:
    case ScalarKind::UInt64:
    case ScalarKind::kCount:
      break;
  }
  KC_FATAL("{} is no floating type", static_cast<int>(kind));
}

// A string's characters up to the zeros at its end, quoted.
std::string StringText(const RecordType& type, const std::byte* bytes) {
  const std::size_t width = type.kind == abi::RecordKind::Unicode ? sizeof(std::uint32_t) : 1;
  std::size_t end = type.size;
  while (end > 0 && std::all_of(bytes + end - width, bytes + end,
                                [](std::byte b) { return b == std::byte{0}; })) {
    end -= width;
  }
  std::string text = width == 1 ? "b'" : "'";
  for (std::size_t at = 0; at < end; at += width) {
    const std::uint32_t code =
        width == 1 ? std::to_integer<std::uint32_t>(bytes[at]) : Get<std::uint32_t>(bytes + at);
    text += code >= 0x20 && code < 0x7f ? std::string(1, static_cast<char>(code))
            : code < 0x100              ? fmt::format("\\x{:02x}", code)
                                        : fmt::format("\\u{:04x}", code);
  }
  return text + '\'';
}

std::string FieldText(const RecordField& field, const std::byte* bytes) {
  const ElementType type = TypeOf(field);
  std::size_t count = 1;
  for (const std::uint32_t extent : field.extents) {
    count *= extent;
  }
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    if (i == kShownElements && count > 2 * kShownElements) {
      text += ", ...";
      i = count - kShownElements;
    }
    text += (i == 0 ? "" : ", ") + ElementText(type, bytes + i * type.size());
  }
  return field.extents.empty() ? text : "[" + text + "]";
}

}  // namespace

bool IsWhole(ScalarKind kind) {
  const ScalarClass cls = abi::scalar_info(kind).cls;
  return cls == ScalarClass::Bool || cls == ScalarClass::Signed || cls == ScalarClass::Unsigned;
}

WideInteger WholeAt(ScalarKind kind, const std::byte* from) {
  const abi::ScalarInfo& info = abi::scalar_info(kind);
  std::uint64_t bits = 0;
  std::memcpy(&bits, from, info.size);
  const unsigned shift = 64 - info.size * 8;
  return info.cls == ScalarClass::Signed
             ? WideInteger{static_cast<std::int64_t>(bits << shift) >> shift}
             : WideInteger{bits};
}

std::complex<double> NumberAt(ScalarKind kind, const std::byte* from) {
  if (IsWhole(kind)) {
    return static_cast<double>(WholeAt(kind, from));
  }
  const abi::ScalarInfo& info = abi::scalar_info(kind);
  return {FloatAt(from, kind),
          info.cls == ScalarClass::Complex ? FloatAt(from + info.size / 2, kind) : 0.0};
}

std::string ElementText(const ElementType& type, const std::byte* bytes) {
  if (!type.record) {
    return ScalarToString(type.kind, bytes);
  }
  if (type.record->is_time()) {
    const auto count = Get<std::int64_t>(bytes);
    return count == std::numeric_limits<std::int64_t>::min()
               ? "NaT"
               : fmt::format("{}{}", count, abi::kTimeUnits[type.record->unit]);
  }
  if (type.record->kind != abi::RecordKind::Record) {
    return StringText(*type.record, bytes);
  }
  std::string text = "(";
  for (const RecordField& field : type.record->fields) {
    text += (text.size() > 1 ? ", " : "") + FieldText(field, bytes + field.offset);
  }
  return text + (type.record->fields.size() == 1 ? ",)" : ")");
}

ElementType TypeOf(const RecordField& field) {
  return field.record ? ElementType(field.record) : ElementType(field.scalar);
}

}  // namespace kernelc::driver
