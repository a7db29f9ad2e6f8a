#include "compiler/constants/const_bytes.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "compiler/base/check.h"
#include "compiler/base/unicode.h"
#include "compiler/constants/const_eval.h"
#include "compiler/constants/const_numpy.h"
#include "compiler/constants/fold.h"

namespace kernelc::constants {
namespace {

template <typename T>
void Put(char* to, T value) {
  static_assert(std::endian::native == std::endian::little);
  std::memcpy(to, &value, sizeof value);
}

void PutFloat(char* to, double value, abi::ScalarKind kind) {
  if (abi::scalar_info(kind).size == 8) {
    Put(to, value);
  } else if (kind == abi::ScalarKind::Float16) {
    Put(to, static_cast<_Float16>(value));
  } else if (kind == abi::ScalarKind::BFloat16) {
    const auto single = static_cast<float>(RoundFloat(value, kind));
    Put(to, static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(single) >> 16));
  } else {
    Put(to, static_cast<float>(value));
  }
}

// `number` is a value of the type.
void PutNumber(char* to, const Number& number, abi::ScalarKind kind) {
  const abi::ScalarInfo& info = abi::scalar_info(kind);
  switch (info.cls) {
    case abi::ScalarClass::Bool:
      Put(to, static_cast<char>(number.truth() ? 1 : 0));
      return;
    case abi::ScalarClass::Signed:
    case abi::ScalarClass::Unsigned: {
      const auto bits = static_cast<std::uint64_t>(number.integer);
      std::memcpy(to, &bits, info.size);
      return;
    }
    case abi::ScalarClass::Float:
      PutFloat(to, number.as_double(), kind);
      return;
    case abi::ScalarClass::Float8:
      KC_FATAL("constants have no 8-bit floats");
    case abi::ScalarClass::Complex: {
      const abi::ScalarKind part =
          info.size == 16 ? abi::ScalarKind::Float64 : abi::ScalarKind::Float32;
      PutFloat(to, number.as_double(), part);
      PutFloat(to + info.size / 2, number.imag, part);
      return;
    }
  }
}

bool PutObject(char* to, const Object& object, const abi::RecordRef& record, abi::ScalarKind kind);

// A string of fixed width; what is left over is zero.
bool PutText(char* to, std::string_view text, const abi::RecordType& type) {
  const std::uint32_t unit = type.kind == abi::RecordKind::Unicode ? 4 : 1;
  std::uint32_t place = 0;
  for (std::size_t at = 0; at < text.size(); place += unit) {
    const char32_t point = DecodeUtf8(text, at);
    if (place + unit > type.size || (unit == 1 && point > 0xff)) {
      return false;
    }
    Put(to + place, static_cast<char>(point));
    if (unit == 4) {
      Put(to + place, static_cast<std::uint32_t>(point));
    }
  }
  return true;
}

// One value for all elements, or nested sequences of the field's shape.
bool PutField(char* to, const Object& object, const abi::RecordField& field, std::size_t depth,
              std::uint32_t size) {
  if (depth == field.extents.size()) {
    return PutObject(to, object, field.record, field.scalar);
  }
  for (std::size_t i = depth + 1; i < field.extents.size(); ++i) {
    size *= field.extents[i];
  }
  const bool same = object.is_number();
  const std::optional<std::vector<Object>> parts =
      same ? std::nullopt : ObjectElements(object);
  if (!same && (!parts || parts->size() != field.extents[depth])) {
    return false;
  }
  const std::uint32_t element =
      field.record ? field.record->size : abi::scalar_info(field.scalar).size;
  for (std::uint32_t i = 0; i < field.extents[depth]; ++i) {
    if (!PutField(to + std::size_t{i} * size, same ? object : (*parts)[i], field, depth + 1,
                  element)) {
      return false;
    }
  }
  return true;
}

bool PutObject(char* to, const Object& object, const abi::RecordRef& record,
               abi::ScalarKind kind) {
  if (record && !record->is_time()) {
    if (record->kind != abi::RecordKind::Record) {
      return object.kind == ObjectKind::Str && PutText(to, object.text, *record);
    }
    const bool is_row = object.kind == ObjectKind::Tuple && !object.is_list &&
                        object.elements.size() == record->fields.size();
    for (std::size_t i = 0; is_row && i < record->fields.size(); ++i) {
      const abi::RecordField& field = record->fields[i];
      const std::uint32_t size =
          field.record ? field.record->size : abi::scalar_info(field.scalar).size;
      if (!PutField(to + field.offset, object.elements[i], field, 0, size)) {
        return false;
      }
    }
    return is_row;
  }
  const abi::ScalarKind scalar = record ? abi::ScalarKind::Int64 : kind;
  const std::optional<Number> number =
      object.is_number() ? CastNumber(object.number, scalar) : std::nullopt;
  if (!number) {
    return false;
  }
  PutNumber(to, *number, scalar);
  return true;
}

// Lists are dimensions; what is in them are rows.
bool FlattenRows(const Object& object, std::size_t depth, std::vector<std::int64_t>* shape,
                 std::vector<const Object*>* rows) {
  if (object.kind != ObjectKind::Tuple || !object.is_list) {
    rows->push_back(&object);
    return depth == shape->size();
  }
  const auto count = static_cast<std::int64_t>(object.elements.size());
  if (depth == shape->size() && rows->empty()) {
    shape->push_back(count);
  }
  if (depth >= shape->size() || (*shape)[depth] != count) {
    return false;
  }
  return std::ranges::all_of(object.elements, [&](const Object& element) {
    return FlattenRows(element, depth + 1, shape, rows);
  });
}

// The bytes of elements in C order put into Fortran order.
std::string ToFortran(const ConstArray& array, const std::string& bytes) {
  const std::size_t size = ElementBytes(array);
  std::vector<std::int64_t> index(array.shape.size(), 0);
  std::string result(bytes.size(), '\0');
  for (std::int64_t to = 0; to < array.size(); ++to) {
    std::int64_t from = 0;
    for (std::size_t i = 0; i < index.size(); ++i) {
      from = from * array.shape[i] + index[i];
    }
    std::memcpy(result.data() + static_cast<std::size_t>(to) * size,
                bytes.data() + static_cast<std::size_t>(from) * size, size);
    for (std::size_t i = 0; i < index.size() && ++index[i] == array.shape[i]; ++i) {
      index[i] = 0;
    }
  }
  return result;
}

}  // namespace

std::uint32_t ElementBytes(const ConstArray& array) {
  return array.record ? array.record->size : abi::scalar_info(array.element).size;
}

std::string ArrayBytes(const ConstArray& array) {
  const std::size_t size = ElementBytes(array);
  const auto count = static_cast<std::size_t>(array.size());
  std::string bytes(size * count, '\0');
  if (array.record) {
    bytes = array.records;
  } else {
    for (std::size_t i = 0; i < count; ++i) {
      PutNumber(bytes.data() + i * size, array.at(static_cast<std::int64_t>(i)), array.element);
    }
  }
  return array.fortran ? ToFortran(array, bytes) : bytes;
}

std::optional<Object> RecordArrayFrom(const Object& rows, const abi::RecordRef& record) {
  ConstArray array;
  std::vector<const Object*> objects;
  if (!FlattenRows(rows, 0, &array.shape, &objects) || array.shape.empty() ||
      objects.size() > static_cast<std::size_t>(kMaxConstantBytes) / std::max(1u, record->size)) {
    return std::nullopt;
  }
  array.record = record;
  array.records.resize(objects.size() * record->size);
  for (std::size_t i = 0; i < objects.size(); ++i) {
    if (!PutObject(array.records.data() + i * record->size, *objects[i], record,
                   abi::ScalarKind::Int64)) {
      return std::nullopt;
    }
  }
  return ArrayObject(std::move(array));
}

std::optional<Object> ZeroRecords(std::vector<std::int64_t> shape, const abi::RecordRef& record) {
  ConstArray array;
  array.shape = std::move(shape);
  array.record = record;
  if (array.shape.empty() ||
      array.size() > kMaxConstantBytes / std::max<std::int64_t>(1, record->size)) {
    return std::nullopt;
  }
  array.records.resize(static_cast<std::size_t>(array.size()) * record->size);
  return ArrayObject(std::move(array));
}

}  // namespace kernelc::constants
