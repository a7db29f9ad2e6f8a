// Element types of NumPy: their bytes, names and promotion.
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>

#include "compiler/host/arrays/array.h"
#include "compiler/host/library/natives.h"
#include "compiler/types/written_types.h"

namespace kernelc::host {
namespace {

using abi::ScalarClass;
using abi::ScalarKind;

const abi::ScalarInfo& Info(ScalarKind kind) { return abi::scalar_info(kind); }

ScalarKind FloatOfBits(unsigned bits) {
  return bits == 16 ? ScalarKind::Float16 : bits == 32 ? ScalarKind::Float32 : ScalarKind::Float64;
}

// Bits of a float that holds what NumPy wants held of a real type.
unsigned FloatBits(ScalarKind kind) {
  const abi::ScalarInfo& info = Info(kind);
  return kind == ScalarKind::Bool ? 16
         : IsIntegerKind(kind)    ? (info.size == 1   ? 16
                                     : info.size == 2 ? 32
                                                      : 64)
         : IsComplexKind(kind)    ? info.size * 4
                                  : info.size * 8;
}

ScalarKind IntegerOf(bool is_signed, std::uint32_t size) {
  constexpr ScalarKind kSigned[] = {ScalarKind::Int8, ScalarKind::Int16, ScalarKind::Int32,
                                    ScalarKind::Int64};
  constexpr ScalarKind kUnsigned[] = {ScalarKind::UInt8, ScalarKind::UInt16, ScalarKind::UInt32,
                                      ScalarKind::UInt64};
  const int place = std::countr_zero(size);
  return is_signed ? kSigned[place] : kUnsigned[place];
}

ScalarKind PromoteIntegers(ScalarKind a, ScalarKind b) {
  const bool a_signed = IsSignedKind(a);
  if (a_signed == IsSignedKind(b)) {
    return Info(a).size >= Info(b).size ? a : b;
  }
  const std::uint32_t needed =
      std::max(Info(a_signed ? a : b).size, 2 * Info(a_signed ? b : a).size);
  return needed > 8 ? ScalarKind::Float64 : IntegerOf(true, needed);
}

}  // namespace

std::optional<ScalarKind> KindNamed(std::string_view text) {
  // Numba's names that NumPy has not, and the one that is another type there.
  constexpr std::string_view kNotNumpy[] = {"bool8",   "boolean", "cfloat", "char",
                                            "int0",    "long_",   "size_t", "singlecomplex",
                                            "ssize_t", "uchar",   "uint0"};
  const std::optional<types::FieldType> type = types::ParseDType(text);
  if (!type || !type->extents.empty() || type->element.kind != abi::ArgKind::Scalar ||
      Info(type->element.scalar).npy.empty() || llvm::is_contained(kNotNumpy, text)) {
    return std::nullopt;
  }
  return text == "byte" ? ScalarKind::Int8 : type->element.scalar;
}

constexpr std::string_view kOtherRecord = "this description of a record type is not followed";

static std::uint32_t ExtentOf(Context& c, const Value& value) {
  constexpr std::int64_t kMost = std::int64_t{1} << 30;
  const std::int64_t extent = AsIndex(c, value);
  GiveUpIf(c, extent < 0 || extent > kMost, kOtherRecord);
  return static_cast<std::uint32_t>(extent);
}

// A shape goes before the dimensions that the type has already.
static void AddExtents(Context& c, const Value& shape, types::FieldType& type) {
  std::vector<std::uint32_t> extents;
  for (const std::int64_t extent : ShapeOf(c, shape)) {
    extents.push_back(ExtentOf(c, Value::Int(extent)));
  }
  type.extents.insert(type.extents.begin(), extents.begin(), extents.end());
}

// A type, a string of one, a record in place, or a type with a shape: ("f4", (2, 3)).
static types::FieldType FieldTypeOf(Context& c, const Value& value) {
  if (value.is(Kind::Str)) {
    const std::optional<types::FieldType> type = types::ParseDType(value.text());
    GiveUpIf(c, !type, kOtherRecord);
    return *type;
  }
  if (value.is(Kind::Tuple) && value.items().size() == 2) {
    types::FieldType type = FieldTypeOf(c, value.items()[0]);
    AddExtents(c, value.items()[1], type);
    return type;
  }
  const ElementType type = DTypeOf(c, value);
  return {type.record ? abi::ArgType::Record(type.record) : abi::ArgType::Scalar(type.kind), {}};
}

static ElementType MadeRecord(Context& c, const std::vector<types::FieldSpec>& specs, bool aligned,
                              std::optional<std::uint32_t> size = std::nullopt) {
  const std::optional<abi::ArgType> record = types::MakeRecord(specs, aligned, size);
  GiveUpIf(c, !record, kOtherRecord);
  return {ScalarKind::kRecord, record->record};
}

// [(name, type), (name, type, shape)]; a name may be a title and a name.
static ElementType RecordOf(Context& c, const ValueList& fields, bool aligned) {
  std::vector<types::FieldSpec> specs;
  for (const Value& value : fields) {
    const ValueList parts = value.is(Kind::Tuple) ? value.items() : ValueList();
    GiveUpIf(c, parts.size() < 2 || parts.size() > 3, kOtherRecord);
    const bool has_title = parts[0].is(Kind::Tuple) && parts[0].items().size() == 2;
    const Value name = has_title ? parts[0].items()[1] : parts[0];
    types::FieldType type = FieldTypeOf(c, parts[1]);
    if (parts.size() == 3) {
      AddExtents(c, parts[2], type);
    }
    const std::string_view text = TextOf(c, name);
    specs.push_back({text.empty() ? fmt::format("f{}", specs.size()) : std::string(text),
                     std::move(type), std::nullopt});
  }
  return MadeRecord(c, specs, aligned);
}

// {"names": [...], "formats": [...], "offsets": [...], "itemsize": n, "aligned": b}, or
// {"x": ("f4", 0), ...}
static ElementType RecordOfDict(Context& c, const Value& dict, bool aligned) {
  const Table& table = KnownKeys(c, dict.object);
  const auto find = [&](std::string_view name) {
    const Entry* entry = FindKey(c, KeysOf(dict.object), c.heap.Str(name));
    return entry == nullptr ? Value() : Value(entry->value);
  };
  const Value names = find("names");
  const Value formats = find("formats");
  std::vector<types::FieldSpec> specs;
  if (names.is_undefined() && formats.is_undefined()) {
    for (const Entry& entry : Entries(table.entries())) {
      if (!entry.key.is_undefined()) {
        const ValueList parts = Elements(c, entry.value);
        GiveUpIf(c, parts.size() < 2, kOtherRecord);
        specs.push_back(
            {std::string(TextOf(c, entry.key)), FieldTypeOf(c, parts[0]), ExtentOf(c, parts[1])});
      }
    }
    return MadeRecord(c, specs, aligned);
  }
  const ValueList all_names = Elements(c, names);
  const ValueList all_formats = Elements(c, formats);
  const Value offsets = find("offsets");
  const ValueList all_offsets = offsets.is_undefined() ? ValueList() : Elements(c, offsets);
  GiveUpIf(c,
           all_formats.size() != all_names.size() ||
               (!offsets.is_undefined() && all_offsets.size() != all_names.size()),
           kOtherRecord);
  for (std::size_t i = 0; i < all_names.size(); ++i) {
    specs.push_back(
        {std::string(TextOf(c, all_names[i])), FieldTypeOf(c, all_formats[i]),
         offsets.is_undefined() ? std::nullopt : std::optional(ExtentOf(c, all_offsets[i]))});
  }
  const Value size = find("itemsize");
  const Value is_aligned = find("aligned");
  return MadeRecord(c, specs, is_aligned.is_undefined() ? aligned : Truth(c, is_aligned),
                    size.is_undefined() ? std::nullopt : std::optional(ExtentOf(c, size)));
}

std::int64_t ElementType::size() const { return record ? record->size : Info(kind).size; }

bool ElementType::operator==(const ElementType& other) const {
  return kind == other.kind && abi::SameFields(record, other.record);
}

bool IsIntegerKind(ScalarKind kind) {
  const ScalarClass cls = Info(kind).cls;
  return cls == ScalarClass::Signed || cls == ScalarClass::Unsigned;
}
bool IsSignedKind(ScalarKind kind) { return Info(kind).cls == ScalarClass::Signed; }
bool IsFloatingKind(ScalarKind kind) { return Info(kind).cls == ScalarClass::Float; }
bool IsComplexKind(ScalarKind kind) { return Info(kind).cls == ScalarClass::Complex; }

std::string_view TypeName(ScalarKind kind) {
  return kind == ScalarKind::Bool ? std::string_view("bool") : Info(kind).text;
}

std::string TypeText(const ElementType& type) {
  if (type.record) {
    return "|V" + std::to_string(type.size());
  }
  return (Info(type.kind).size == 1 ? "|" : "<") + std::string(Info(type.kind).npy);
}

void StoreElement(Context& c, ScalarKind kind, char* place, const Number& number) {
  const abi::ScalarInfo& info = Info(kind);
  const bool is_signed = info.cls == ScalarClass::Signed;
  if ((is_signed || info.cls == ScalarClass::Unsigned) && !number.is_integral()) {
    // Outside of the type the machine decides.
    const double limit = std::ldexp(1.0, static_cast<int>(info.size * 8) - (is_signed ? 1 : 0));
    const double whole = std::trunc(number.real);
    GiveUpIf(c, !(whole >= (is_signed ? -limit : 0.0) && whole < limit),
             "a float that the integer type does not hold depends on the machine");
  }
  StoreNumber(kind, place, number);
}

Number CastNumber(Context& c, ScalarKind kind, const Number& number) {
  char bytes[16] = {};
  StoreElement(c, kind, bytes, number);
  return LoadNumber(kind, bytes);
}

std::optional<Number> NumberOf(Context& c, const Value& value) {
  if (value.is_bool()) {
    return Number::Bool(value.as_bool());
  }
  if (value.is_small_int()) {
    return Number::Int(value.integer);
  }
  if (value.is_float()) {
    return Number::Float(value.real);
  }
  if (value.is(Kind::BigInt)) {
    const llvm::APInt big = ToBig(value);
    GiveUpIf(c, big.isNegative() || big.getActiveBits() > 64,
             "an integer is too large for NumPy's types");
    return Number::Int(Wide(big.getZExtValue()));
  }
  if (value.is(Kind::Complex)) {
    const ComplexNumber& number = value.As<ComplexNumber>();
    return Number::Complex(number.real, number.imag);
  }
  if (value.is(Kind::Scalar)) {
    return value.As<ArrayScalar>().number;
  }
  return std::nullopt;
}

Value PythonNumber(Context& c, const Number& number) {
  if (number.kind != NumberKind::Int) {
    return number.kind == NumberKind::Bool    ? Value::Bool(number.integer != 0)
           : number.kind == NumberKind::Float ? Value::Float(number.real)
                                              : MakeComplex(c, number.real, number.imag);
  }
  // Of 64 bits without a sign, or of Python's own.
  const auto narrow = static_cast<std::int64_t>(number.integer);
  if (number.integer == narrow) {
    return Value::Int(narrow);
  }
  const llvm::APInt high(128, static_cast<std::uint64_t>(number.integer >> 64));
  return FromBig(c, high.shl(64) | static_cast<std::uint64_t>(number.integer));
}

Value MakeScalar(Context& c, ScalarKind kind, const Number& number) {
  return c.heap.With<ArrayScalar>(Kind::Scalar, kind, CastNumber(c, kind, number));
}

Value MakeDType(Context& c, const ElementType& type) {
  return c.heap.With<ArrayType>(Kind::DType, type);
}

ElementType DTypeOf(Context& c, const Value& dtype, bool aligned) {
  std::optional<ScalarKind> kind;
  if (dtype.is(Kind::DType)) {
    return dtype.As<ArrayType>().type;
  }
  if (dtype.is(Kind::Str)) {
    kind = KindNamed(dtype.text());
    const std::optional<types::FieldType> type =
        kind ? std::nullopt : types::ParseDType(dtype.text());
    if (type && type->extents.empty() && type->element.record) {
      return {ScalarKind::kRecord, type->element.record};
    }
  } else if (dtype.is(Kind::Native)) {
    const std::string_view path = dtype.As<NativeInfo>().row->path;
    if (path.starts_with("numpy.")) {
      kind = KindNamed(path.substr(6));
    }
  } else if (dtype.is(Kind::Class)) {
    for (const std::string_view name : {"bool", "int", "float", "complex"}) {
      if (dtype.object == BuiltinClass(c, name)) {
        kind = KindNamed(name);
      }
    }
  } else if (dtype.is(Kind::List)) {
    return RecordOf(c, Elements(c, dtype), aligned);
  } else if (dtype.is(Kind::Dict)) {
    return RecordOfDict(c, dtype, aligned);
  } else if (dtype.is_none()) {
    kind = ScalarKind::Float64;
  }
  GiveUpIf(c, !kind, "this element type is not followed");
  return {*kind, {}};
}

// Texts and times have no elements in arrays of the host.
static bool HasNumbersAlone(const abi::RecordType& record) {
  return record.kind == abi::RecordKind::Record &&
         std::ranges::all_of(record.fields, [](const abi::RecordField& field) {
           return !field.record || HasNumbersAlone(*field.record);
         });
}

ElementType TypeOf(Context& c, const Value& dtype) {
  ElementType type = DTypeOf(c, dtype);
  GiveUpIf(c, type.record && !HasNumbersAlone(*type.record), "has texts or times as elements");
  return type;
}

ScalarKind Promote(ScalarKind a, ScalarKind b) {
  if (a == b || b == ScalarKind::Bool) {
    return a;
  }
  if (a == ScalarKind::Bool) {
    return b;
  }
  if (IsIntegerKind(a) && IsIntegerKind(b)) {
    return PromoteIntegers(a, b);
  }
  const unsigned bits = std::max(FloatBits(a), FloatBits(b));
  if (IsComplexKind(a) || IsComplexKind(b)) {
    return bits > 32 ? ScalarKind::Complex128 : ScalarKind::Complex64;
  }
  return FloatOfBits(bits);
}

ScalarKind KindOf(const Value& value) {
  return value.is(Kind::Array) ? ViewOf(value).type.kind : value.As<ArrayScalar>().kind;
}

ScalarKind KindOfNumber(const Number& number) {
  constexpr Wide kMost = std::numeric_limits<std::int64_t>::max();
  return number.kind == NumberKind::Bool      ? ScalarKind::Bool
         : number.kind == NumberKind::Complex ? ScalarKind::Complex128
         : number.kind == NumberKind::Float   ? ScalarKind::Float64
         : number.integer > kMost             ? ScalarKind::UInt64
                                              : ScalarKind::Int64;
}

ScalarKind WeakKind(Context& c, const Number& number, ScalarKind other) {
  if (number.kind == NumberKind::Float) {
    return IsFloatingKind(other) || IsComplexKind(other) ? other : ScalarKind::Float64;
  }
  if (number.kind == NumberKind::Complex) {
    return IsComplexKind(other)                             ? other
           : IsFloatingKind(other) && Info(other).size <= 4 ? ScalarKind::Complex64
                                                            : ScalarKind::Complex128;
  }
  const ScalarKind kind = number.kind == NumberKind::Bool ? ScalarKind::Bool
                          : other == ScalarKind::Bool     ? ScalarKind::Int64
                                                          : other;
  if (IsIntegerKind(kind)) {
    const unsigned bits = Info(kind).size * 8 - (IsSignedKind(kind) ? 1 : 0);
    const Wide limit = Wide(1) << bits;
    const Wide least = IsSignedKind(kind) ? -limit : Wide(0);
    RaiseIf(c, number.integer >= limit || number.integer < least, "OverflowError",
            "the type does not hold the integer");
  }
  return kind;
}

ScalarKind FloatKind(ScalarKind kind) {
  return IsComplexKind(kind) ? kind : FloatOfBits(FloatBits(kind));
}

}  // namespace kernelc::host
