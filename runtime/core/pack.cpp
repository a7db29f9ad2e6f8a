// Arguments: their types, their facts, and the packed buffer that device code reads.
#include <array>
#include <cstring>

#include "kernelc/launch.h"
#include "runtime/abi/array_facts.h"
#include "runtime/abi/value_facts.h"
#include "runtime/backend/status.h"
#include "runtime/backend/text.h"

namespace kernelc {
namespace {

using abi::ArgKind;
using abi::ArgType;
using backend::Concat;

std::string ElementText(const ArgType& type) {
  return type.record ? ToString(*type.record) : std::string(abi::scalar_info(type.scalar).text);
}

std::string TypeText(const ArgType& type) {
  switch (type.kind) {
    case ArgKind::Scalar:
    case ArgKind::Record:
      return ElementText(type);
    case ArgKind::Vector:
      return abi::VectorText(type.scalar, type.ndim);
    case ArgKind::Pointer:
      return Concat("CPointer(", ElementText(type), ')');
    case ArgKind::None:
      return "none";
    case ArgKind::Array: {
      std::string text = Concat(ElementText(type), '[');
      for (unsigned d = 0; d < type.ndim; ++d) {
        const bool unit = (type.layout == Layout::C && d + 1 == type.ndim) ||
                          (type.layout == Layout::F && d == 0);
        text += Concat(d == 0 ? "" : ", ", unit ? "::1" : ":");
      }
      return text + ']';
    }
    case ArgKind::Tuple: {
      std::string text = "Tuple(";
      for (const ArgType& element : type.elements) {
        text += (text.back() == '(' ? "" : ", ") + TypeText(element);
      }
      return text + ')';
    }
  }
  return {};
}

[[noreturn]] void ThrowMismatch(const abi::KernelInfo& info, const std::string& where,
                                std::string message) {
  backend::ThrowError(ErrorCode::TypeMismatch, "launch", Concat("kernel `", info.name, '`'),
                      where + std::move(message));
}

// What is being packed, for messages.
struct Place {
  const abi::KernelInfo& info;
  const abi::ParamInfo& param;
  std::string text() const { return Concat("parameter `", param.name, "`: "); }
};

[[noreturn]] void ThrowWrongKind(const Place& place, const ArgType& type, const Arg& arg) {
  ThrowMismatch(place.info, place.text(),
                Concat("expects ", TypeText(type), ", got ", TypeText(ArgTypeOf(arg))));
}

void PackScalar(const Place& place, const ArgType& type, const Arg& arg,
                const abi::ParamField& field, std::byte* buffer) {
  if (arg.scalar_kind() == type.scalar) [[likely]] {
    std::memcpy(buffer + field.offset, arg.scalar_bytes(), field.size);
  } else if (!ConvertScalar(arg.scalar(), type.scalar, buffer + field.offset)) {
    ThrowMismatch(place.info, place.text(),
                  Concat(abi::scalar_info(arg.scalar_kind()).text, " value ",
                         ToString(arg.scalar()), " is not a ", abi::scalar_info(type.scalar).text));
  }
  if (type.facts.small && !abi::IsSmallValue(type.scalar, buffer + field.offset)) [[unlikely]] {
    ThrowMismatch(place.info, place.text(),
                  Concat("the code was compiled for values from 0 to below ", abi::kSmallValues));
  }
}

[[noreturn]] void ThrowWrongFacts(const Place& place, const ArgType& type,
                                  const DeviceArrayAny& array) {
  const abi::ArrayFacts facts = ArrayFactsOf(array);
  ThrowMismatch(place.info, place.text(),
                type.facts.aligned16 && !facts.aligned16
                    ? "the code was compiled for data aligned to 16 bytes"
                : type.facts.aligned_rows && !facts.aligned_rows
                    ? "the code was compiled for rows of a multiple of 16 bytes"
                    : "the code was compiled for sizes below 2^31");
}

// Whether every element lies where an access of `align` bytes may go.
bool IsAligned(const DeviceArrayAny& array, std::uint32_t align) {
  bool aligned = array.data() % align == 0;
  for (std::size_t d = 0; d < array.ndim(); ++d) {
    aligned = aligned && array.strides()[d] % static_cast<std::int64_t>(align) == 0;
  }
  return aligned || array.size() == 0;
}

// The record types fit, and the code's assumption about addresses holds.
void CheckRecord(const Place& place, const ArgType& type, const Arg& arg) {
  const DeviceArrayAny& array = arg.array();
  if (!SameFields(type.record, array.record())) {
    ThrowWrongKind(place, type, arg);
  }
  if (type.record && !IsAligned(array, type.record->align)) {
    ThrowMismatch(place.info, place.text(),
                  Concat("the kernel's records are aligned to ", type.record->align,
                         " bytes, these are not; leave align=True out of the dtype"));
  }
}

void CheckArray(const Place& place, const ArgType& type, const Arg& arg) {
  const DeviceArrayAny& array = arg.array();
  if (array.kind() != type.scalar || array.ndim() != type.ndim) [[unlikely]] {
    ThrowWrongKind(place, type, arg);
  }
  if (type.record) [[unlikely]] {
    CheckRecord(place, type, arg);
  }
  if (type.layout != Layout::A && type.layout != array.layout()) [[unlikely]] {
    if (!array.is_contiguous(type.layout == Layout::C ? Order::C : Order::F)) {
      ThrowWrongKind(place, type, arg);
    }
  }
  if (type.facts != abi::ArrayFacts{}) {
    const abi::ArrayFacts facts = ArrayFactsOf(array);
    if ((type.facts.aligned16 && !facts.aligned16) ||
        (type.facts.aligned_rows && !facts.aligned_rows) || (type.facts.small && !facts.small))
        [[unlikely]] {
      ThrowWrongFacts(place, type, array);
    }
  }
}

void PackArrayField(const DeviceArrayAny& array, const abi::ParamField& field, std::byte* buffer) {
  switch (field.kind) {
    case abi::FieldKind::Data: {
      const DevicePointer data = array.data();
      std::memcpy(buffer + field.offset, &data, sizeof data);
      return;
    }
    case abi::FieldKind::Extent:
      std::memcpy(buffer + field.offset, &array.shape()[field.dim], sizeof(std::int64_t));
      return;
    case abi::FieldKind::Stride:
      std::memcpy(buffer + field.offset, &array.strides()[field.dim], sizeof(std::int64_t));
      return;
    case abi::FieldKind::Value:
      return;
  }
}

// Fields that a value of this type takes.
std::uint32_t FieldCount(const ArgType& type) {
  switch (type.kind) {
    case ArgKind::Scalar:
      return 1;
    case ArgKind::None:
      return 0;
    case ArgKind::Record:
    case ArgKind::Pointer:
      return 1;
    case ArgKind::Vector:
      return type.ndim;
    case ArgKind::Array:
      return 1 + type.ndim + (type.layout == Layout::A ? type.ndim : 0U);
    case ArgKind::Tuple: {
      std::uint32_t count = 0;
      for (const ArgType& element : type.elements) {
        count += FieldCount(element);
      }
      return count;
    }
  }
  return 0;
}

// A record's place: that of an array of one record.
void PackRecord(const Place& place, const ArgType& type, const Arg& arg,
                const abi::ParamField& field, std::byte* buffer) {
  if (type.record->is_time() && arg.kind() == ArgKind::Scalar) {
    PackScalar(place, ArgType::Scalar(ScalarKind::Int64), arg, field, buffer);
    return;
  }
  if (type.record->is_time() || arg.kind() == ArgKind::Scalar) {
    ThrowWrongKind(place, type, arg);
  }
  const DeviceArrayAny& array = arg.array();
  CheckRecord(place, type, arg);
  if (array.size() != 1) {
    ThrowMismatch(place.info, place.text(),
                  Concat("expects one record, got an array of ", array.size()));
  }
  const DevicePointer data = array.data();
  std::memcpy(buffer + field.offset, &data, sizeof data);
}

// An address: an array's data, or a number.
void PackPointer(const Place& place, const ArgType& type, const Arg& arg,
                 const abi::ParamField& field, std::byte* buffer) {
  DevicePointer address = 0;
  if (arg.kind() == ArgKind::Array) {
    const DeviceArrayAny& array = arg.array();
    if (array.kind() != type.scalar) {
      ThrowWrongKind(place, type, arg);
    }
    CheckRecord(place, type, arg);
    address = array.data();
  } else if (arg.kind() != ArgKind::Scalar ||
             !ConvertScalar(arg.scalar(), ScalarKind::UInt64,
                            reinterpret_cast<std::byte*>(&address))) {
    ThrowWrongKind(place, type, arg);
  }
  std::memcpy(buffer + field.offset, &address, sizeof address);
}

// Whether an argument of kind `given` can stand where `wanted` is; its type is checked later.
bool FitsKind(ArgKind wanted, ArgKind given) {
  switch (wanted) {
    case ArgKind::Record:
      return given == ArgKind::Record || given == ArgKind::Array || given == ArgKind::Scalar;
    case ArgKind::Pointer:
      return given == ArgKind::Array || given == ArgKind::Scalar;
    case ArgKind::Vector:
      return given == ArgKind::Tuple;
    case ArgKind::Scalar:
    case ArgKind::Array:
    case ArgKind::None:
    case ArgKind::Tuple:
      return wanted == given;
  }
  return false;
}

// Packs one value from `field` on; returns the field after it.
const abi::ParamField* PackValue(const Place& place, const ArgType& type, const Arg& arg,
                                 const abi::ParamField* field, const abi::ParamField* end,
                                 std::byte* buffer) {
  if (arg.kind() != type.kind && !FitsKind(type.kind, arg.kind())) [[unlikely]] {
    ThrowWrongKind(place, type, arg);
  }
  switch (type.kind) {
    case ArgKind::None:
      return field;
    case ArgKind::Scalar:
      PackScalar(place, type, arg, *field, buffer);
      return field + 1;
    case ArgKind::Array:
      CheckArray(place, type, arg);
      for (; field != end; ++field) {
        PackArrayField(arg.array(), *field, buffer);
      }
      return field;
    case ArgKind::Record:
      PackRecord(place, type, arg, *field, buffer);
      return field + 1;
    case ArgKind::Pointer:
      PackPointer(place, type, arg, *field, buffer);
      return field + 1;
    case ArgKind::Vector: {
      const std::span<const Arg> lanes = arg.elements();
      if (lanes.size() != type.ndim) {
        ThrowWrongKind(place, type, arg);
      }
      for (const Arg& lane : lanes) {
        field = PackValue(place, ArgType::Scalar(type.scalar), lane, field, field + 1, buffer);
      }
      return field;
    }
    case ArgKind::Tuple: {
      const std::span<const Arg> elements = arg.elements();
      if (elements.size() != type.elements.size()) {
        ThrowWrongKind(place, type, arg);
      }
      for (std::size_t i = 0; i < elements.size(); ++i) {
        field = PackValue(place, type.elements[i], elements[i], field,
                          field + FieldCount(type.elements[i]), buffer);
      }
      return field;
    }
  }
  return field;
}

}  // namespace

abi::ArrayFacts ArrayFactsOf(const DeviceArrayAny& array) noexcept {
  return abi::FactsOf({array.data(), array.ndim(), array.shape().begin(), array.strides().begin(),
                       static_cast<std::uint32_t>(array.element_size()), array.layout()});
}

abi::ArgType ArgTypeOf(const Arg& arg) {
  switch (arg.kind()) {
    case ArgKind::Scalar:
      return ArgType::Scalar(arg.scalar_kind());
    case ArgKind::Array: {
      const DeviceArrayAny& array = arg.array();
      ArgType type =
          ArgType::Array(array.kind(), static_cast<unsigned>(array.ndim()), array.layout());
      type.facts = ArrayFactsOf(array);
      if (array.record()) {
        // Packed records at aligned addresses need no access byte by byte.
        const bool aligned = type.facts.aligned16 && array.layout() != Layout::A;
        type.record = aligned ? AlignNaturally(array.record()) : array.record();
      }
      return type;
    }
    case ArgKind::Record:
      return ArgType::Record(arg.array().record());
    case ArgKind::None:
    case ArgKind::Tuple:
    case ArgKind::Vector:
    case ArgKind::Pointer:
      break;
  }
  ArgType type;
  type.kind = arg.kind();
  for (const Arg& element : arg.elements()) {
    type.elements.push_back(ArgTypeOf(element));
  }
  return type;
}

void PackArguments(const abi::KernelInfo& info, std::span<const Arg> args, std::byte* buffer) {
  if (args.size() != info.params.size()) [[unlikely]] {
    ThrowMismatch(info, "",
                  Concat(SignatureText(info), " takes ", info.params.size(),
                         info.params.size() == 1 ? " argument, " : " arguments, ", args.size(),
                         args.size() == 1 ? " was given" : " were given"));
  }
  // Padding reaches the driver too.
  std::memset(buffer, 0, info.param_bytes);
  for (std::size_t i = 0; i < args.size(); ++i) {
    const abi::ParamInfo& param = info.params[i];
    const abi::ParamField* first = info.fields.data() + param.first_field;
    PackValue(Place{info, param}, param.type, args[i], first, first + param.field_count, buffer);
  }
  if (info.assumes_no_overlap && !NoOverlap(info, args)) [[unlikely]] {
    ThrowMismatch(info, "",
                  "the code was compiled for arrays that do not overlap where one is written");
  }
}

std::string SignatureText(const abi::KernelInfo& info) {
  std::string text = info.name + '(';
  for (const abi::ParamInfo& param : info.params) {
    text += Concat(&param == info.params.data() ? "" : ", ", TypeText(param.type), ' ', param.name);
  }
  return text + ')';
}

}  // namespace kernelc
