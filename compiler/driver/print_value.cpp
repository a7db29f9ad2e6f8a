#include "compiler/driver/print_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "compiler/base/check.h"

namespace kernelc::driver {
namespace {

using abi::ScalarClass;
using abi::ScalarKind;

// Elements shown at each end of an array.
constexpr std::size_t kShownElements = 4;

template <typename T>
T Get(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

std::int64_t GetSigned(const std::byte* from, std::uint32_t size) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, from, size);
  const unsigned shift = 64 - size * 8;
  return static_cast<std::int64_t>(bits << shift) >> shift;
}

std::uint64_t GetUnsigned(const std::byte* from, std::uint32_t size) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, from, size);
  return bits;
}

// The real value of a float, or the real part of a complex number.
double GetFloat(const std::byte* from, ScalarKind kind) {
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

double GetImag(const std::byte* from, ScalarKind kind) {
  return GetFloat(from + abi::scalar_info(kind).size / 2, kind);
}

// The offset in elements of element number `index` in C order, for an array stored in the order of
// `layout`.
std::int64_t StoredIndex(const HostArray& array, std::int64_t index) {
  if (array.order() == Order::C) {
    return index;
  }
  std::int64_t stored = 0;
  std::int64_t stride = array.size();
  for (std::size_t d = array.ndim(); d-- > 0;) {
    stride /= array.shape()[d];
    stored += index % array.shape()[d] * stride;
    index /= array.shape()[d];
  }
  return stored;
}

std::string StatisticsText(const HostArray& array) {
  const ScalarKind kind = array.kind();
  const abi::ScalarInfo& info = abi::scalar_info(kind);
  const std::int64_t count = array.size();
  const bool real = info.cls != ScalarClass::Complex;
  const std::byte* least = nullptr;
  const std::byte* greatest = nullptr;
  std::int64_t nans = 0;
  double sum = 0.0;
  double imag_sum = 0.0;
  const auto less = [&](const std::byte* a, const std::byte* b) {
    switch (info.cls) {
      case ScalarClass::Signed:
        return GetSigned(a, info.size) < GetSigned(b, info.size);
      case ScalarClass::Bool:
      case ScalarClass::Unsigned:
        return GetUnsigned(a, info.size) < GetUnsigned(b, info.size);
      case ScalarClass::Float:
      case ScalarClass::Float8:
      case ScalarClass::Complex:
        return GetFloat(a, kind) < GetFloat(b, kind);
    }
    KC_FATAL("scalar class");
  };
  for (std::int64_t i = 0; i < count; ++i) {
    const std::byte* element = array.data() + static_cast<std::size_t>(i) * info.size;
    double number = 0.0;
    if (info.cls == ScalarClass::Signed) {
      number = static_cast<double>(GetSigned(element, info.size));
    } else if (info.cls == ScalarClass::Float || info.cls == ScalarClass::Float8 ||
               info.cls == ScalarClass::Complex) {
      number = GetFloat(element, kind);
    } else {
      number = static_cast<double>(GetUnsigned(element, info.size));
    }
    sum += number;
    imag_sum += real ? 0.0 : GetImag(element, kind);
    if (std::isnan(number)) {
      ++nans;
      continue;
    }
    least = least == nullptr || less(element, least) ? element : least;
    greatest = greatest == nullptr || less(greatest, element) ? element : greatest;
  }
  std::string text;
  if (real && least != nullptr) {
    text += fmt::format("  min {}  max {}", ScalarToString(kind, least),
                        ScalarToString(kind, greatest));
  }
  const auto n = static_cast<double>(count);
  text += real ? fmt::format("  mean {:.9g}", sum / n)
               : fmt::format("  mean {:.9g}{:+.9g}j", sum / n, imag_sum / n);
  return nans == 0 ? text : text + fmt::format("  nan {}", nans);
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

std::string FieldText(const RecordField& field, const std::byte* bytes);

// A number, string, or record as NumPy prints it: `(1.5, [1, 2], (3, 4))`.
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

std::string FieldText(const RecordField& field, const std::byte* bytes) {
  const ElementType type = field.record ? ElementType(field.record) : ElementType(field.scalar);
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

std::string PrintValue(const std::string& name, const ArgumentValue& value) {
  switch (value.kind) {
    case abi::ArgKind::None:
      return fmt::format("{} = None\n", name);
    case abi::ArgKind::Scalar:
      return fmt::format("{} = {} ({})\n", name, ToString(value.scalar),
                         abi::scalar_info(value.scalar.kind).text);
    case abi::ArgKind::Array:
      break;
    case abi::ArgKind::Record:
      return fmt::format("{} = {} ({})\n", name,
                         ElementText(value.array.element(), value.array.data()),
                         ToString(value.array.element()));
    case abi::ArgKind::Tuple: {
      std::string text;
      for (std::size_t i = 0; i < value.elements.size(); ++i) {
        text += PrintValue(fmt::format("{}[{}]", name, i), value.elements[i]);
      }
      return text.empty() ? fmt::format("{} = ()\n", name) : text;
    }
    case abi::ArgKind::Vector:
    case abi::ArgKind::Pointer:
      KC_FATAL("the command makes no such argument");
  }
  const HostArray& array = value.array;
  std::string text = fmt::format("{}: {} {}\n", name, ToString(array.element()),
                                 ToString(array.shape()));
  if (array.size() == 0) {
    return text + "  []\n";
  }
  text += "  [";
  constexpr auto kShown = static_cast<std::int64_t>(kShownElements);
  for (std::int64_t i = 0; i < array.size(); ++i) {
    if (i == kShown && array.size() > 2 * kShown) {
      text += ", ...";
      i = array.size() - kShown;
    }
    const auto stored = static_cast<std::size_t>(StoredIndex(array, i));
    text += i == 0 ? "" : ", ";
    text += ElementText(array.element(), array.data() + stored * array.element_size());
  }
  text += "]\n";
  return array.record() ? text : text + StatisticsText(array) + "\n";
}

}  // namespace kernelc::driver
