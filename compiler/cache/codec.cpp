#include "compiler/cache/codec.h"

#include <memory>
#include <utility>

namespace kernelc::cache {
namespace {

// Types within types go no deeper than this.
constexpr unsigned kMaxDepth = 64;

}  // namespace

// Seven bits a byte, the lowest first, all but the last byte with the highest bit set.
Encoder& Encoder::Number(std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) {
    bytes_.push_back(static_cast<std::byte>(value | 0x80));
  }
  bytes_.push_back(static_cast<std::byte>(value));
  return *this;
}

Encoder& Encoder::Text(std::string_view text) {
  Number(text.size());
  const auto* data = reinterpret_cast<const std::byte*>(text.data());
  bytes_.insert(bytes_.end(), data, data + text.size());
  return *this;
}

Encoder& Encoder::Key(const Hash& key) {
  const auto* data = reinterpret_cast<const std::byte*>(key.bytes.data());
  bytes_.insert(bytes_.end(), data, data + key.bytes.size());
  return *this;
}

void Encoder::Record(const abi::RecordRef& record) {
  Flag(static_cast<bool>(record));
  if (!record) {
    return;
  }
  Enum(record->kind).Number(record->size).Number(record->align).Number(record->unit);
  Number(record->fields.size());
  for (const abi::RecordField& field : record->fields) {
    Text(field.name).Enum(field.scalar).Number(field.offset).Number(field.extents.size());
    for (const std::uint32_t extent : field.extents) {
      Number(extent);
    }
    Record(field.record);
  }
}

Encoder& Encoder::Type(const abi::ArgType& type) {
  Enum(type.kind).Enum(type.scalar).Number(type.ndim).Enum(type.layout);
  Flag(type.readonly)
      .Flag(type.facts.aligned16)
      .Flag(type.facts.aligned_rows)
      .Flag(type.facts.small);
  Record(type.record);
  Types(type.elements);
  Number(type.field_names.size());
  for (const std::string& name : type.field_names) {
    Text(name);
  }
  return Text(type.name);
}

Encoder& Encoder::Types(const std::vector<abi::ArgType>& types) {
  Number(types.size());
  for (const abi::ArgType& type : types) {
    Type(type);
  }
  return *this;
}

std::span<const std::byte> Decoder::Take(std::uint64_t size) {
  if (size > bytes_.size()) {
    ok_ = false;
    bytes_ = {};
    return {};
  }
  const std::span<const std::byte> taken = bytes_.first(static_cast<std::size_t>(size));
  bytes_ = bytes_.subspan(static_cast<std::size_t>(size));
  return taken;
}

std::uint64_t Decoder::Number() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const std::span<const std::byte> byte = Take(1);
    if (byte.empty()) {
      return 0;
    }
    const auto bits = std::to_integer<std::uint64_t>(byte[0]);
    value |= (bits & 0x7f) << shift;
    if (bits < 0x80) {
      return value;
    }
  }
  ok_ = false;
  return 0;
}

std::string_view Decoder::View() {
  const std::span<const std::byte> taken = Take(Number());
  return {reinterpret_cast<const char*>(taken.data()), taken.size()};
}

Hash Decoder::Key() {
  Hash key;
  const std::span<const std::byte> taken = Take(key.bytes.size());
  for (std::size_t i = 0; i < taken.size(); ++i) {
    key.bytes[i] = std::to_integer<std::uint8_t>(taken[i]);
  }
  return key;
}

// Every element takes a byte at least, so that a wrong count ends soon.
std::size_t Decoder::Count() {
  const std::uint64_t count = Number();
  if (count > bytes_.size()) {
    ok_ = false;
    bytes_ = {};
    return 0;
  }
  return static_cast<std::size_t>(count);
}

abi::RecordRef Decoder::Record() {
  if (!Flag()) {
    return {};
  }
  if (++depth_ > kMaxDepth) {
    ok_ = false;
    bytes_ = {};
  }
  abi::RecordType record;
  record.kind = Enum<abi::RecordKind>();
  record.size = Number32();
  record.align = Number32();
  record.unit = static_cast<std::uint8_t>(Number());
  const std::size_t fields = Count();
  for (std::size_t i = 0; i < fields && ok_; ++i) {
    abi::RecordField& field = record.fields.emplace_back();
    field.name = Text();
    field.scalar = Enum<abi::ScalarKind>();
    field.offset = Number32();
    const std::size_t extents = Count();
    for (std::size_t d = 0; d < extents; ++d) {
      field.extents.push_back(Number32());
    }
    field.record = Record();
  }
  --depth_;
  return std::make_shared<const abi::RecordType>(std::move(record));
}

abi::ArgType Decoder::Type() {
  if (++depth_ > kMaxDepth) {
    ok_ = false;
    bytes_ = {};
  }
  abi::ArgType type;
  type.kind = Enum<abi::ArgKind>();
  type.scalar = Enum<abi::ScalarKind>();
  type.ndim = static_cast<std::uint8_t>(Number());
  type.layout = Enum<abi::Layout>();
  type.readonly = Flag();
  type.facts.aligned16 = Flag();
  type.facts.aligned_rows = Flag();
  type.facts.small = Flag();
  type.record = Record();
  type.elements = Types();
  const std::size_t names = Count();
  for (std::size_t i = 0; i < names && ok_; ++i) {
    type.field_names.push_back(Text());
  }
  type.name = Text();
  --depth_;
  return type;
}

std::vector<abi::ArgType> Decoder::Types() {
  std::vector<abi::ArgType> types;
  const std::size_t count = Count();
  for (std::size_t i = 0; i < count && ok_; ++i) {
    types.push_back(Type());
  }
  return types;
}

}  // namespace kernelc::cache
