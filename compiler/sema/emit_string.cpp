// Strings of fixed width, the elements of arrays of S8 and U4: comparison, length, characters,
// stores. Zeros at the end do not count. A string is a pointer to its characters.
#include <algorithm>

#include "compiler/base/unicode.h"
#include "compiler/sema/function_emitter.h"

namespace kernelc::sema {

using ast::CompareOperator;

namespace {

// Characters of the longer operand of a comparison, which is unrolled.
constexpr std::size_t kMaxCharacters = 1024;

}  // namespace

bool FunctionEmitter::IsString(const Value& value) {
  return value.kind == ValueKind::Runtime &&
         types::IsRecordPointer(program_->types(), value.type) &&
         program_->types().get(type_of(value).element).record_kind != abi::RecordKind::Record;
}

// The characters of a string in memory as an array of uint8 or uint32.
Value FunctionEmitter::StringArray(const Value& string) {
  const types::Type pointer = type_of(string);
  const types::Type record = program_->types().get(pointer.element);
  const TypeId unit =
      record.record_kind == abi::RecordKind::Unicode ? types::kUInt32 : types::kUInt8;
  const std::uint32_t width = types::scalar_size(unit);
  const TypeId type = program_->types().Pointer(unit, pointer.space,
                                                pointer.unaligned || record.align < width);
  const kir::InstId data = builder_.Append(kir::Op::Bitcast, type, {string.inst});
  return MakeView(data, pointer, types::Layout::C,
                  {{IntConstant(std::int64_t{record.size / width}), Value()}});
}

// The characters of a string, each as an int64: constants, or loads.
std::vector<Value> FunctionEmitter::StringCharacters(const Value& string) {
  std::vector<Value> characters;
  if (string.is_object(ObjectKind::Str)) {
    const std::string_view text = string.object->text;
    if (string.object->is_bytes) {
      for (const char unit : text) {
        characters.push_back(IntConstant(static_cast<unsigned char>(unit)));
      }
      return characters;
    }
    for (std::size_t at = 0; at < text.size();) {
      characters.push_back(IntConstant(static_cast<std::int64_t>(DecodeUtf8(text, at))));
    }
    return characters;
  }
  const Value array = StringArray(string);
  const types::Type& record = program_->types().get(type_of(string).element);
  const std::uint32_t count =
      record.size / types::scalar_size(type_of(array).element);
  for (std::uint32_t i = 0; i < count && i <= kMaxCharacters; ++i) {
    const Value unit = ElementAt(array, IntConstant(i));
    characters.push_back(Value::Runtime(ConvertTo(unit, types::kInt64), types::kInt64));
  }
  return characters;
}

bool FunctionEmitter::IsText(const Value& value) {
  return IsString(value) || value.is_object(ObjectKind::Str);
}

// The sign of the first difference, as int64.
Value FunctionEmitter::CompareStrings(const Value& left, const Value& right, SourceRange range) {
  const std::vector<Value> a = StringCharacters(left);
  const std::vector<Value> b = StringCharacters(right);
  const std::size_t count = std::max(a.size(), b.size());
  if (count > kMaxCharacters) {
    Report(range, diag::Kind::TooComplex)
        .Help(fmt::format("strings of up to {} characters can be compared", kMaxCharacters))
        .Emit();
    return Value();
  }
  const auto character = [&](const std::vector<Value>& characters, std::size_t i) {
    return Materialize(i < characters.size() ? characters[i] : IntConstant(0));
  };
  kir::InstId result = builder_.ConstInt(types::kInt64, 0);
  for (std::size_t i = count; i-- > 0;) {
    const kir::InstId x = character(a, i);
    const kir::InstId y = character(b, i);
    const kir::InstId less = builder_.ConstInt(types::kInt64, -1);
    const kir::InstId more = builder_.ConstInt(types::kInt64, 1);
    // Behind the end of the shorter one there are zeros, and nothing is less.
    const kir::InstId sign =
        i >= b.size()   ? more
        : i >= a.size() ? less
                        : builder_.Select(builder_.Compare(kir::ComparePredicate::Lt, x, y), less, more);
    result = builder_.Select(builder_.Compare(kir::ComparePredicate::Eq, x, y), result, sign);
  }
  return Value::Runtime(result, types::kInt64);
}

std::optional<Value> FunctionEmitter::EmitStringComparison(CompareOperator op, const Value& left,
                                                           const Value& right,
                                                           SourceRange range) {
  if (!IsText(left) || !IsText(right) || (!IsString(left) && !IsString(right))) {
    return std::nullopt;
  }
  const Value sign = CompareStrings(left, right, range);
  if (sign.is_poison()) {
    return sign;
  }
  return EmitComparison(op, sign, IntConstant(0), range, range, range);
}

// One more than the place of the last character that is not zero.
Value FunctionEmitter::StringLength(const Value& string, SourceRange range) {
  const std::vector<Value> characters = StringCharacters(string);
  if (characters.size() > kMaxCharacters) {
    Report(range, diag::Kind::TooComplex).Help("use shorter strings").Emit();
    return Value();
  }
  kir::InstId length = builder_.ConstInt(types::kInt64, 0);
  for (std::size_t i = 0; i < characters.size(); ++i) {
    const kir::InstId is_zero = builder_.Compare(
        kir::ComparePredicate::Eq, Materialize(characters[i]), builder_.ConstInt(types::kInt64, 0));
    length = builder_.Select(is_zero, length,
                             builder_.ConstInt(types::kInt64, static_cast<std::int64_t>(i) + 1));
  }
  Value result = Value::Runtime(length, types::kInt64);
  result.nonnegative = true;
  return result;
}

// s[i]: an integer of a bytes string, a string of one character of a str.
Value FunctionEmitter::EmitStringSubscript(const Value& string, const ast::Subscript& subscript) {
  const Value index = Emit(subscript.slice);
  if (index.is_poison()) {
    return index;
  }
  if (!IsInteger(index)) {
    Report(subscript.slice->range, diag::Kind::IndexType, Describe(index))
        .Label(subscript.value->range, Describe(string))
        .Emit();
    return Value();
  }
  const Value array = StringArray(string);
  IndexItem item;
  item.value = index;
  const Place place = EmitPlace(array, {item}, subscript.range);
  if (type_of(array).element == types::kUInt8) {
    Value unit = Value::Runtime(ConvertTo(LoadPlace(place), types::kInt64), types::kInt64);
    unit.nonnegative = true;
    return unit;
  }
  types::Type one = program_->types().get(type_of(string).element);
  one.size = types::scalar_size(types::kUInt32);
  const TypeId type = program_->types().Pointer(program_->types().Intern(one),
                                                type_of(string).space, type_of(array).unaligned);
  return Value::Runtime(builder_.Append(kir::Op::Bitcast, type, {place.pointer}), type);
}

// a[i] = 'text' or another string: cut off or filled with zeros.
void FunctionEmitter::StoreString(kir::InstId pointer, const Value& value) {
  const Value array = StringArray(Value::Runtime(pointer, builder_.type_of(pointer)));
  const TypeId unit = type_of(array).element;
  const types::Type& record =
      program_->types().get(program_->types().get(builder_.type_of(pointer)).element);
  const std::uint32_t count = record.size / types::scalar_size(unit);
  const std::vector<Value> characters = StringCharacters(value);
  for (std::uint32_t i = 0; i < count; ++i) {
    const kir::InstId index = builder_.ConstInt(types::kInt64, i);
    const Value character = i < characters.size() ? characters[i] : IntConstant(0);
    builder_.Store(builder_.ElementPtr(array.inst, {&index, 1}, 0), ConvertTo(character, unit));
  }
}

}  // namespace kernelc::sema
