// Record types: making, checking and spelling them.
#include <algorithm>
#include <bit>

#include "kernelc/element_type.h"
#include "runtime/backend/status.h"
#include "runtime/backend/text.h"

namespace kernelc {
namespace {

using backend::Concat;

// What one access of a device reaches; record types align to no more.
constexpr std::uint32_t kMaxRecordAlign = 16;
constexpr std::size_t kMaxRecordBytes = std::size_t{1} << 30;
constexpr std::uint32_t kCodePointBytes = 4;

[[noreturn]] void ThrowRecord(std::string message) {
  backend::ThrowError(ErrorCode::InvalidArgument, "record type", "record", std::move(message));
}

ElementType TypeOf(const RecordField& field) {
  return field.record ? ElementType(field.record) : ElementType(field.scalar);
}

// Bytes; more than kMaxRecordBytes for what is too large.
std::uint64_t SizeOf(const RecordField& field) {
  std::uint64_t size = TypeOf(field).size();
  for (const std::uint32_t extent : field.extents) {
    size = size > kMaxRecordBytes ? size : size * extent;
  }
  return size;
}

}  // namespace

std::string ToString(const RecordType& type) {
  if (type.is_time()) {
    return type.time_text();
  }
  if (type.kind != abi::RecordKind::Record) {
    return type.kind == abi::RecordKind::Bytes
               ? Concat("[char x ", type.size, ']')
               : Concat("[unichr x ", type.size / kCodePointBytes, ']');
  }
  std::string text = "Record(";
  for (const RecordField& field : type.fields) {
    text += Concat(text.back() == '(' ? "" : ",", field.name, "[type=");
    std::string element = ToString(TypeOf(field));
    if (!field.extents.empty()) {
      std::string shape;
      for (const std::uint32_t extent : field.extents) {
        shape += Concat(shape.empty() ? "" : ", ", extent);
      }
      element = Concat("nestedarray(", element, ", (", shape,
                       field.extents.size() == 1 ? ",))" : "))");
    }
    text += Concat(element, ";offset=", field.offset, ']');
  }
  return Concat(text, ';', type.size, ';', type.align > 1 ? "True" : "False", ')');
}

std::string ToString(const ElementType& type) {
  return type.record ? ToString(*type.record) : std::string(abi::scalar_info(type.kind).text);
}

RecordRef AlignNaturally(const RecordRef& record) {
  if (record->kind != abi::RecordKind::Record) {
    return record;
  }
  auto aligned = std::make_shared<RecordType>(*record);
  for (RecordField& field : aligned->fields) {
    std::uint32_t align = 1;
    if (field.record) {
      field.record = AlignNaturally(field.record);
      align = field.record->align;
    } else {
      align = abi::scalar_info(field.scalar).align;
    }
    if (field.offset % align != 0) {
      return record;
    }
    aligned->align = std::max(aligned->align, align);
  }
  return aligned->size % aligned->align == 0 ? RecordRef(std::move(aligned)) : record;
}

RecordBuilder::RecordBuilder(std::size_t size, std::size_t align) {
  if (size > kMaxRecordBytes) {
    ThrowRecord(Concat("a record of ", size, " bytes is too large"));
  }
  if (!std::has_single_bit(align) || align > kMaxRecordAlign || size % align != 0) {
    ThrowRecord(Concat("the alignment ", align, " is no power of two up to ", kMaxRecordAlign,
                       " that divides the size ", size));
  }
  type_.size = static_cast<std::uint32_t>(size);
  type_.align = static_cast<std::uint32_t>(align);
}

RecordBuilder& RecordBuilder::Add(std::string name, const ElementType& type, std::size_t offset,
                                  std::vector<std::uint32_t> extents) {
  RecordField field;
  field.name = std::move(name);
  field.scalar = type.kind;
  field.record = type.record;
  // Too large an offset is kept too large, and found by Build().
  field.offset = static_cast<std::uint32_t>(std::min(offset, kMaxRecordBytes + 1));
  field.extents = std::move(extents);
  type_.fields.push_back(std::move(field));
  return *this;
}

RecordRef RecordBuilder::Build() const {
  for (const RecordField& field : type_.fields) {
    const std::uint64_t size = SizeOf(field);
    if (size > type_.size || field.offset > type_.size - size) {
      ThrowRecord(Concat("field `", field.name, "` lies outside of the ", type_.size, " bytes"));
    }
    for (const RecordField& other : type_.fields) {
      if (&other != &field && other.name == field.name) {
        ThrowRecord(Concat("there are two fields `", field.name, '`'));
      }
    }
  }
  if (type_.fields.empty()) {
    ThrowRecord("it has no fields");
  }
  return RecordRef(std::make_shared<const RecordType>(type_));
}

}  // namespace kernelc
