#include "compiler/types/written_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <unordered_set>

namespace kernelc::types {
namespace {

// Bytes of one record, at most.
constexpr std::uint64_t kMaxRecordBytes = std::uint64_t{1} << 30;
constexpr std::size_t kMaxFields = 10000;
constexpr std::uint32_t kCodePointBytes = 4;

std::uint64_t SizeOf(const abi::ArgType& element) {
  return element.record ? element.record->size : abi::scalar_info(element.scalar).size;
}

std::uint32_t AlignOf(const abi::ArgType& element) {
  return element.record ? element.record->align : abi::scalar_info(element.scalar).align;
}

// Bytes of a field; more than kMaxRecordBytes where it is too large.
std::uint64_t SizeOf(const FieldType& type) {
  std::uint64_t size = SizeOf(type.element);
  for (const std::uint32_t extent : type.extents) {
    size = size > kMaxRecordBytes ? size : size * extent;
  }
  return size;
}

std::uint64_t RoundUp(std::uint64_t value, std::uint64_t align) {
  return (value + align - 1) / align * align;
}

// Number at the front of `text`, which is cut off; null where there is none or it is too large.
std::optional<std::uint32_t> TakeNumber(std::string_view* text) {
  std::uint64_t number = 0;
  std::size_t digits = 0;
  while (digits < text->size() && (*text)[digits] >= '0' && (*text)[digits] <= '9') {
    number = number * 10 + static_cast<std::uint64_t>((*text)[digits] - '0');
    if (number > kMaxRecordBytes) {
      return std::nullopt;
    }
    ++digits;
  }
  text->remove_prefix(digits);
  return digits == 0 ? std::nullopt : std::optional(static_cast<std::uint32_t>(number));
}

void SkipBlanks(std::string_view* text) {
  while (text->starts_with(' ')) {
    text->remove_prefix(1);
  }
}

// NumPy's letters for the types of C.
std::optional<abi::ScalarKind> ScalarOfLetter(char letter) {
  static constexpr struct {
    char letter;
    abi::ScalarKind kind;
  } kLetters[] = {
      {'?', abi::ScalarKind::Bool},      {'b', abi::ScalarKind::Int8},
      {'B', abi::ScalarKind::UInt8},     {'h', abi::ScalarKind::Int16},
      {'H', abi::ScalarKind::UInt16},    {'i', abi::ScalarKind::Int32},
      {'I', abi::ScalarKind::UInt32},    {'l', abi::ScalarKind::Int64},
      {'L', abi::ScalarKind::UInt64},    {'q', abi::ScalarKind::Int64},
      {'Q', abi::ScalarKind::UInt64},    {'p', abi::ScalarKind::Int64},
      {'P', abi::ScalarKind::UInt64},    {'e', abi::ScalarKind::Float16},
      {'f', abi::ScalarKind::Float32},   {'d', abi::ScalarKind::Float64},
      {'F', abi::ScalarKind::Complex64}, {'D', abi::ScalarKind::Complex128},
  };
  for (const auto& row : kLetters) {
    if (row.letter == letter) {
      return row.kind;
    }
  }
  return std::nullopt;
}

// "(2, 3)" or "3" before a type; false when it is malformed.
bool TakeShape(std::string_view* text, std::vector<std::uint32_t>* extents) {
  if (!text->starts_with('(')) {
    if (const std::optional<std::uint32_t> count = TakeNumber(text)) {
      extents->push_back(*count);
    }
    return true;
  }
  text->remove_prefix(1);
  for (;;) {
    SkipBlanks(text);
    if (text->starts_with(')')) {
      text->remove_prefix(1);
      return true;
    }
    const std::optional<std::uint32_t> extent = TakeNumber(text);
    SkipBlanks(text);
    if (!extent || !(text->starts_with(',') || text->starts_with(')'))) {
      return false;
    }
    extents->push_back(*extent);
    if (text->starts_with(',')) {
      text->remove_prefix(1);
    }
  }
}

std::optional<FieldType> ParseOneDType(std::string_view text) {
  FieldType type;
  SkipBlanks(&text);
  if (!TakeShape(&text, &type.extents)) {
    return std::nullopt;
  }
  // "1f4" is a plain f4.
  if (type.extents == std::vector<std::uint32_t>{1}) {
    type.extents.clear();
  }
  const bool ordered = text.starts_with('<') || text.starts_with('|') || text.starts_with('=');
  if (ordered) {
    text.remove_prefix(1);
  }
  while (text.ends_with(' ')) {
    text.remove_suffix(1);
  }
  if (text.starts_with('S') || text.starts_with('U') || text.starts_with('a')) {
    const abi::RecordKind kind =
        text.starts_with('U') ? abi::RecordKind::Unicode : abi::RecordKind::Bytes;
    std::string_view digits = text.substr(1);
    const std::optional<std::uint32_t> count = TakeNumber(&digits);
    if (!count || *count == 0 || !digits.empty()) {
      return std::nullopt;
    }
    type.element = StringType(kind, *count);
    return type;
  }
  if (std::optional<abi::ArgType> time = ParseTimeType(text)) {
    type.element = std::move(*time);
    return type;
  }
  std::optional<abi::ScalarKind> scalar =
      text.size() == 1 ? ScalarOfLetter(text.front()) : FindScalarType(text);
  if (!scalar) {
    return std::nullopt;
  }
  type.element = abi::ArgType::Scalar(*scalar);
  return type;
}

}  // namespace

abi::ArgType StringType(abi::RecordKind kind, std::uint32_t characters) {
  auto record = std::make_shared<abi::RecordType>();
  record->kind = kind;
  const std::uint32_t width = kind == abi::RecordKind::Unicode ? kCodePointBytes : 1;
  record->size = characters * width;
  record->align = width;
  return abi::ArgType::Record(abi::RecordRef(std::move(record)));
}

std::optional<abi::ArgType> MakeRecord(const std::vector<FieldSpec>& fields, bool align,
                                       std::optional<std::uint32_t> size) {
  auto record = std::make_shared<abi::RecordType>();
  std::unordered_set<std::string_view> names;
  std::uint64_t end = 0;
  if (fields.empty() || fields.size() > kMaxFields) {
    return std::nullopt;
  }
  for (const FieldSpec& spec : fields) {
    const std::uint32_t wanted = align ? AlignOf(spec.type.element) : 1;
    const std::uint64_t offset = spec.offset ? *spec.offset : RoundUp(end, wanted);
    const std::uint64_t bytes = SizeOf(spec.type);
    if (!names.insert(spec.name).second || bytes > kMaxRecordBytes || offset % wanted != 0 ||
        offset + bytes > kMaxRecordBytes) {
      return std::nullopt;
    }
    record->align = std::max(record->align, wanted);
    end = std::max(end, offset + bytes);
    abi::RecordField field;
    field.name = spec.name;
    field.scalar = spec.type.element.scalar;
    field.record = spec.type.element.record;
    field.offset = static_cast<std::uint32_t>(offset);
    field.extents = spec.type.extents;
    record->fields.push_back(std::move(field));
  }
  const std::uint64_t least = RoundUp(end, record->align);
  if (size && (*size < least || *size % record->align != 0)) {
    return std::nullopt;
  }
  record->size = size ? *size : static_cast<std::uint32_t>(least);
  return abi::ArgType::Record(abi::RecordRef(std::move(record)));
}

std::optional<FieldType> ParseDType(std::string_view text) {
  // A comma outside of a shape's parentheses separates fields.
  std::vector<std::string_view> parts;
  std::size_t start = 0;
  unsigned depth = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i == text.size() || (text[i] == ',' && depth == 0)) {
      parts.push_back(text.substr(start, i - start));
      start = i + 1;
    } else if (text[i] == '(') {
      ++depth;
    } else if (text[i] == ')' && depth > 0) {
      --depth;
    }
  }
  if (parts.size() == 1) {
    return ParseOneDType(text);
  }
  std::vector<FieldSpec> fields;
  for (const std::string_view part : parts) {
    std::optional<FieldType> type = ParseOneDType(part);
    if (!type) {
      return std::nullopt;
    }
    fields.push_back({fmt::format("f{}", fields.size()), std::move(*type), std::nullopt});
  }
  const std::optional<abi::ArgType> record = MakeRecord(fields, false);
  return record ? std::optional(FieldType{*record, {}}) : std::nullopt;
}

std::optional<abi::ArgType> ParseTimeType(std::string_view text) {
  static constexpr struct {
    std::string_view name;
    abi::RecordKind kind;
  } kNames[] = {{"datetime64", abi::RecordKind::Datetime},
                {"timedelta64", abi::RecordKind::Timedelta},
                {"M8", abi::RecordKind::Datetime},
                {"m8", abi::RecordKind::Timedelta}};
  for (const auto& name : kNames) {
    if (!text.starts_with(name.name)) {
      continue;
    }
    std::string_view unit = text.substr(name.name.size());
    if (unit.size() >= 2 && unit.front() == '[' && unit.back() == ']') {
      unit = unit.substr(1, unit.size() - 2);
    } else if (!unit.empty()) {
      return std::nullopt;
    }
    const std::optional<unsigned> found = abi::FindTimeUnit(unit);
    return found ? std::optional(abi::ArgType::Record(abi::RecordType::Time(name.kind, *found)))
                 : std::nullopt;
  }
  return std::nullopt;
}

const std::vector<VectorName>& VectorNames() {
  using abi::ScalarKind;
  static constexpr struct {
    std::string_view name;
    ScalarKind kind;
  } kBases[] = {
      {"char", ScalarKind::Int8},        {"uchar", ScalarKind::UInt8},
      {"short", ScalarKind::Int16},      {"ushort", ScalarKind::UInt16},
      {"int", ScalarKind::Int32},        {"uint", ScalarKind::UInt32},
      {"long", ScalarKind::Int64},       {"ulong", ScalarKind::UInt64},
      {"longlong", ScalarKind::Int64},   {"ulonglong", ScalarKind::UInt64},
      {"float", ScalarKind::Float32},    {"double", ScalarKind::Float64},
      {"int8x", ScalarKind::Int8},       {"uint8x", ScalarKind::UInt8},
      {"int16x", ScalarKind::Int16},     {"uint16x", ScalarKind::UInt16},
      {"int32x", ScalarKind::Int32},     {"uint32x", ScalarKind::UInt32},
      {"int64x", ScalarKind::Int64},     {"uint64x", ScalarKind::UInt64},
      {"float32x", ScalarKind::Float32}, {"float64x", ScalarKind::Float64},
  };
  static const std::vector<VectorName> kNames = [] {
    std::vector<VectorName> names;
    for (const auto& base : kBases) {
      for (const unsigned lanes : {1u, 2u, 3u, 4u}) {
        names.push_back({fmt::format("{}{}", base.name, lanes), base.kind, lanes});
      }
    }
    for (const ScalarKind kind :
         {ScalarKind::Float8E4M3, ScalarKind::Float8E5M2, ScalarKind::Float8E8M0}) {
      for (const unsigned lanes : {2u, 4u}) {
        names.push_back({abi::VectorText(kind, lanes), kind, lanes});
      }
    }
    return names;
  }();
  return kNames;
}

std::optional<abi::ArgType> FindVectorType(std::string_view name) {
  const auto found = std::ranges::find(VectorNames(), name, &VectorName::name);
  return found == VectorNames().end()
             ? std::nullopt
             : std::optional(abi::ArgType::Vector(found->kind, found->lanes));
}

std::string SpellRecord(const abi::RecordType& record) {
  if (record.is_time()) {
    return record.time_text();
  }
  if (record.kind != abi::RecordKind::Record) {
    return record.kind == abi::RecordKind::Bytes
               ? fmt::format("[char x {}]", record.size)
               : fmt::format("[unichr x {}]", record.size / kCodePointBytes);
  }
  std::string text = "Record(";
  for (const abi::RecordField& field : record.fields) {
    std::string type = field.record ? SpellRecord(*field.record)
                                    : std::string(abi::scalar_info(field.scalar).text);
    if (!field.extents.empty()) {
      type = fmt::format("nestedarray({}, ({}{}))", type, fmt::join(field.extents, ", "),
                         field.extents.size() == 1 ? "," : "");
    }
    text += fmt::format("{}{}[type={};offset={}]", text.back() == '(' ? "" : ",", field.name, type,
                        field.offset);
  }
  return fmt::format("{};{};{})", text, record.size, record.align > 1 ? "True" : "False");
}

}  // namespace kernelc::types
