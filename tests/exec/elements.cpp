#include "tests/exec/elements.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <sstream>
#include <stdexcept>

namespace kernelc::exec_test {

namespace {

using nlohmann::json;

constexpr int kMaxShown = 5;

ScalarKind KindOf(const std::string& name) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(ScalarKind::kCount); ++i) {
    if (abi::kScalarInfos[i].text == name) {
      return static_cast<ScalarKind>(i);
    }
  }
  throw std::runtime_error("unknown type " + name);
}

void AddScalar(ScalarKind kind, std::size_t offset, const std::string& name,
               std::vector<Leaf>& leaves) {
  const abi::ScalarInfo& info = abi::scalar_info(kind);
  if (info.cls == abi::ScalarClass::Complex) {
    const std::size_t half = info.size / 2;
    leaves.push_back({abi::ScalarClass::Float, half, offset, name});
    leaves.push_back({abi::ScalarClass::Float, half, offset + half, name});
  } else {
    leaves.push_back({info.cls, info.size, offset, name});
  }
}

// "S8", "U4", "M8[D]", "m8[s]"; null for the names of scalars.
RecordRef StringOrTime(const json& dtype) {
  const auto name = dtype.get<std::string>();
  if (name.starts_with("M8[") || name.starts_with("m8[")) {
    const std::optional<unsigned> unit = abi::FindTimeUnit(name.substr(3, name.size() - 4));
    return RecordType::Time(
        name[0] == 'M' ? abi::RecordKind::Datetime : abi::RecordKind::Timedelta, unit.value());
  }
  if (name[0] != 'S' && name[0] != 'U') {
    return {};
  }
  RecordType type;
  type.kind = name[0] == 'S' ? abi::RecordKind::Bytes : abi::RecordKind::Unicode;
  type.align = name[0] == 'S' ? 1 : 4;
  type.size = static_cast<std::uint32_t>(std::stoul(name.substr(1))) * type.align;
  return RecordRef(std::make_shared<const RecordType>(type));
}

std::size_t SizeOf(const json& dtype) {
  if (const RecordRef type = dtype.is_string() ? StringOrTime(dtype) : RecordRef()) {
    return type->size;
  }
  return dtype.is_string() ? abi::scalar_info(KindOf(dtype)).size
                           : dtype["itemsize"].get<std::size_t>();
}

void AddLeaves(const json& dtype, std::size_t offset, const std::string& name,
               std::vector<Leaf>& leaves) {
  if (const RecordRef type = dtype.is_string() ? StringOrTime(dtype) : RecordRef()) {
    const std::size_t width = type->kind == abi::RecordKind::Bytes ? 1 : type->align;
    for (std::size_t at = 0; at < type->size; at += width) {
      leaves.push_back({type->is_time() ? abi::ScalarClass::Signed : abi::ScalarClass::Unsigned,
                        width, offset + at, name});
    }
    return;
  }
  if (dtype.is_string()) {
    AddScalar(KindOf(dtype), offset, name, leaves);
    return;
  }
  for (const json& field : dtype["fields"]) {
    std::size_t count = 1;
    for (const json& extent : field.value("shape", json::array())) {
      count *= extent.get<std::size_t>();
    }
    const std::size_t start = offset + field["offset"].get<std::size_t>();
    const std::string path = (name.empty() ? "" : name + ".") + field["name"].get<std::string>();
    for (std::size_t i = 0; i < count; ++i) {
      AddLeaves(field["type"], start + i * SizeOf(field["type"]),
                count == 1 ? path : path + "[" + std::to_string(i) + "]", leaves);
    }
  }
}

kernelc::ElementType RuntimeType(const json& dtype) {
  if (const RecordRef type = dtype.is_string() ? StringOrTime(dtype) : RecordRef()) {
    return type;
  }
  if (dtype.is_string()) {
    return KindOf(dtype);
  }
  RecordBuilder builder(dtype["itemsize"], dtype["align"]);
  for (const json& field : dtype["fields"]) {
    builder.Add(field["name"], RuntimeType(field["type"]), field["offset"],
                field.value("shape", std::vector<std::uint32_t>()));
  }
  return builder.Build();
}

double Real(const json& value) {
  if (value.is_string()) {
    const auto text = value.get<std::string>();
    const double infinity = std::numeric_limits<double>::infinity();
    return text == "nan" ? std::nan("") : text == "inf" ? infinity : -infinity;
  }
  return value.is_boolean() ? static_cast<double>(value.get<bool>()) : value.get<double>();
}

void Write(const json& value, const Leaf& leaf, std::byte* out) {
  if (leaf.cls == abi::ScalarClass::Float) {
    const double number = Real(value);
    const auto narrow = static_cast<float>(number);
    if (leaf.size == 2) {
      throw std::runtime_error("16-bit floats are written as bytes");
    }
    std::memcpy(out, leaf.size == 4 ? static_cast<const void*>(&narrow) : &number, leaf.size);
    return;
  }
  const std::uint64_t bits = value.is_boolean() ? std::uint64_t{value.get<bool>()}
                             : value.is_number_unsigned()
                                 ? value.get<std::uint64_t>()
                                 : static_cast<std::uint64_t>(value.get<std::int64_t>());
  std::memcpy(out, &bits, leaf.size);
}

std::vector<std::byte> DecodeBase64(const std::string& text) {
  static const std::array<std::uint8_t, 256> values = [] {
    std::array<std::uint8_t, 256> table{};
    const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (std::size_t i = 0; i < letters.size(); ++i) {
      table[static_cast<unsigned char>(letters[i])] = static_cast<std::uint8_t>(i);
    }
    return table;
  }();
  std::vector<std::byte> bytes;
  bytes.reserve(text.size() / 4 * 3);
  std::uint32_t bits = 0;
  unsigned held = 0;
  for (const char letter : text) {
    if (letter == '=') {
      break;
    }
    bits = (bits << 6 | values[static_cast<unsigned char>(letter)]) & 0xFFFFFF;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes.push_back(static_cast<std::byte>(bits >> held));
    }
  }
  return bytes;
}

// A 16-bit float with `exponent_bits`: 5 is float16, 8 is bfloat16.
double SmallFloat(std::uint16_t bits, int exponent_bits) {
  const int mantissa_bits = 15 - exponent_bits;
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const int exponent = (bits & 0x7FFF) >> mantissa_bits;
  const int mantissa = bits & ((1 << mantissa_bits) - 1);
  double value = std::ldexp(mantissa, 1 - bias - mantissa_bits);
  if (exponent == (1 << exponent_bits) - 1) {
    value = mantissa != 0 ? std::nan("") : std::numeric_limits<double>::infinity();
  } else if (exponent != 0) {
    value = std::ldexp(mantissa + (1 << mantissa_bits), exponent - bias - mantissa_bits);
  }
  return (bits & 0x8000) != 0 ? -value : value;
}

double ReadReal(const std::byte* bytes, std::size_t size, bool is_bfloat) {
  if (size == 2) {
    std::uint16_t bits;
    std::memcpy(&bits, bytes, sizeof bits);
    return SmallFloat(bits, is_bfloat ? 8 : 5);
  }
  if (size == 4) {
    float number;
    std::memcpy(&number, bytes, sizeof number);
    return static_cast<double>(number);
  }
  double number;
  std::memcpy(&number, bytes, sizeof number);
  return number;
}

bool Near(double actual, double expected, double tolerance) {
  if (std::isnan(expected) || std::isinf(expected)) {
    return std::isnan(expected) ? std::isnan(actual) : actual == expected;
  }
  return std::fabs(actual - expected) <= tolerance * std::max(std::fabs(expected), 1.0);
}

std::string IntegerText(const Leaf& leaf, const std::byte* bytes) {
  std::int64_t value = 0;
  std::memcpy(&value, bytes, leaf.size);
  if (leaf.cls == abi::ScalarClass::Signed && leaf.size < 8) {
    const int shift = static_cast<int>(64 - 8 * leaf.size);
    value = static_cast<std::int64_t>(static_cast<std::uint64_t>(value) << shift) >> shift;
  }
  return leaf.cls == abi::ScalarClass::Signed ? std::to_string(value)
                                              : std::to_string(static_cast<std::uint64_t>(value));
}

// "" when one leaf of an element agrees.
std::string CompareLeaf(const ElementType& type, const Leaf& leaf, const std::byte* actual,
                        const std::byte* expected, double tolerance) {
  std::ostringstream text;
  if (leaf.cls == abi::ScalarClass::Float) {
    const bool is_bfloat = type.kind == ScalarKind::BFloat16;
    const double got = ReadReal(actual + leaf.offset, leaf.size, is_bfloat);
    const double want = ReadReal(expected + leaf.offset, leaf.size, is_bfloat);
    if (Near(got, want, tolerance)) {
      return "";
    }
    text.precision(std::numeric_limits<double>::max_digits10);
    text << got << ", expected " << want;
    return text.str();
  }
  if (std::memcmp(actual + leaf.offset, expected + leaf.offset, leaf.size) == 0) {
    return "";
  }
  text << IntegerText(leaf, actual + leaf.offset) << ", expected "
       << IntegerText(leaf, expected + leaf.offset);
  return text.str();
}

}  // namespace

ElementType ElementTypeOf(const json& dtype) {
  ElementType type;
  type.is_record = !dtype.is_string();
  type.size = SizeOf(dtype);
  type.element = RuntimeType(dtype);
  type.is_record = static_cast<bool>(type.element.record);
  if (!type.is_record) {
    type.kind = KindOf(dtype);
  }
  AddLeaves(dtype, 0, "", type.leaves);
  return type;
}

std::vector<std::byte> ReadElements(const ElementType& type, const json& description) {
  if (description.contains("zeros")) {
    return std::vector<std::byte>(description["zeros"].get<std::size_t>() * type.size);
  }
  if (description.contains("data")) {
    return DecodeBase64(description["data"].get<std::string>());
  }
  const json& base = description["base"];
  std::vector<std::byte> bytes(base.size() / type.leaves.size() * type.size);
  for (std::size_t i = 0; i < base.size(); ++i) {
    const Leaf& leaf = type.leaves[i % type.leaves.size()];
    Write(base[i], leaf, bytes.data() + i / type.leaves.size() * type.size + leaf.offset);
  }
  return bytes;
}

std::string Compare(const ElementType& type, std::span<const std::byte> actual,
                    std::span<const std::byte> expected, double tolerance) {
  if (actual.size() != expected.size()) {
    return "has " + std::to_string(actual.size()) + " bytes, expected " +
           std::to_string(expected.size());
  }
  std::string text;
  int shown = 0;
  int differing = 0;
  for (std::size_t at = 0; at < actual.size(); at += type.size) {
    for (const Leaf& leaf : type.leaves) {
      const std::string difference =
          CompareLeaf(type, leaf, actual.data() + at, expected.data() + at, tolerance);
      if (difference.empty()) {
        continue;
      }
      ++differing;
      if (shown++ < kMaxShown) {
        text += "  element " + std::to_string(at / type.size) +
                (leaf.name.empty() ? "" : "." + leaf.name) + " is " + difference + "\n";
      }
    }
  }
  return differing == 0 ? "" : std::to_string(differing) + " values differ\n" + text;
}

}  // namespace kernelc::exec_test
