#include "compiler/sema/emit_string.h"

#include <algorithm>

#include "compiler/base/unicode.h"
#include "compiler/sema/emit_operator.h"
#include "compiler/sema/emit_optional.h"
#include "compiler/sema/emit_subscript.h"
#include "compiler/sema/emit_value.h"

namespace kernelc::sema {

using ast::CompareOperator;

namespace {

// Characters of the longer operand of a comparison, which is unrolled.
constexpr std::size_t kMaxCharacters = 1024;

// The characters of a string in memory as an array of uint8 or uint32.
Value StringArray(FunctionContext& fn, const Value& string) {
  const types::Type pointer = fn.type_of(string);
  const types::Type record = fn.program.types().get(pointer.element);
  const TypeId unit =
      record.record_kind == abi::RecordKind::Unicode ? types::kUInt32 : types::kUInt8;
  const std::uint32_t width = types::scalar_size(unit);
  const TypeId type =
      fn.program.types().Pointer(unit, pointer.space, pointer.unaligned || record.align < width);
  const kir::InstId data = fn.builder.Append(kir::Op::Bitcast, type, {string.inst});
  return MakeView(fn, data, pointer, types::Layout::C,
                  {{IntConstant(std::int64_t{record.size / width}), Value()}});
}

// The sign of the first difference, as int64.
Value CompareStrings(FunctionContext& fn, const Value& left, const Value& right,
                     SourceRange range) {
  const std::vector<Value> a = StringCharacters(fn, left);
  const std::vector<Value> b = StringCharacters(fn, right);
  const std::size_t count = std::max(a.size(), b.size());
  if (count > kMaxCharacters) {
    fn.Report(range, diag::Kind::TooComplex)
        .Help(fmt::format("strings of up to {} characters can be compared", kMaxCharacters))
        .Emit();
    return Value();
  }
  const auto character = [&](const std::vector<Value>& characters, std::size_t i) {
    return Materialize(fn, i < characters.size() ? characters[i] : IntConstant(0));
  };
  kir::InstId result = fn.builder.ConstInt(types::kInt64, 0);
  for (std::size_t i = count; i-- > 0;) {
    const kir::InstId x = character(a, i);
    const kir::InstId y = character(b, i);
    const kir::InstId less = fn.builder.ConstInt(types::kInt64, -1);
    const kir::InstId more = fn.builder.ConstInt(types::kInt64, 1);
    // Behind the end of the shorter one there are zeros, and nothing is less.
    const kir::InstId sign =
        i >= b.size() ? more
        : i >= a.size()
            ? less
            : fn.builder.Select(fn.builder.Compare(kir::ComparePredicate::Lt, x, y), less, more);
    result = fn.builder.Select(fn.builder.Compare(kir::ComparePredicate::Eq, x, y), result, sign);
  }
  return Value::Runtime(result, types::kInt64);
}

}  // namespace

bool IsString(FunctionContext& fn, const Value& value) {
  return value.kind == ValueKind::Runtime &&
         types::IsRecordPointer(fn.program.types(), value.type) &&
         fn.program.types().get(fn.type_of(value).element).record_kind != abi::RecordKind::Record;
}

std::vector<Value> StringCharacters(FunctionContext& fn, const Value& string) {
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
  const Value array = StringArray(fn, string);
  const types::Type& record = fn.program.types().get(fn.type_of(string).element);
  const std::uint32_t count = record.size / types::scalar_size(fn.type_of(array).element);
  for (std::uint32_t i = 0; i < count && i <= kMaxCharacters; ++i) {
    const Value unit = ElementAt(fn, array, IntConstant(i));
    characters.push_back(Value::Runtime(ConvertTo(fn, unit, types::kInt64), types::kInt64));
  }
  return characters;
}

bool IsText(FunctionContext& fn, const Value& value) {
  return IsString(fn, value) || value.is_object(ObjectKind::Str);
}

std::optional<Value> EmitStringComparison(FunctionContext& fn, CompareOperator op,
                                          const Value& left, const Value& right,
                                          SourceRange range) {
  if (!IsText(fn, left) || !IsText(fn, right) || (!IsString(fn, left) && !IsString(fn, right))) {
    return std::nullopt;
  }
  const Value sign = CompareStrings(fn, left, right, range);
  if (sign.is_poison()) {
    return sign;
  }
  return EmitComparison(fn, op, sign, IntConstant(0), range, range, range);
}

Value StringLength(FunctionContext& fn, const Value& string, SourceRange range) {
  const std::vector<Value> characters = StringCharacters(fn, string);
  if (characters.size() > kMaxCharacters) {
    fn.Report(range, diag::Kind::TooComplex).Help("use shorter strings").Emit();
    return Value();
  }
  kir::InstId length = fn.builder.ConstInt(types::kInt64, 0);
  for (std::size_t i = 0; i < characters.size(); ++i) {
    const kir::InstId is_zero =
        fn.builder.Compare(kir::ComparePredicate::Eq, Materialize(fn, characters[i]),
                           fn.builder.ConstInt(types::kInt64, 0));
    length = fn.builder.Select(
        is_zero, length, fn.builder.ConstInt(types::kInt64, static_cast<std::int64_t>(i) + 1));
  }
  Value result = Value::Runtime(length, types::kInt64);
  result.nonnegative = true;
  return result;
}

Value EmitStringSubscript(FunctionContext& fn, const Value& string,
                          const ast::Subscript& subscript) {
  const Value index = Emit(fn, subscript.slice);
  if (index.is_poison()) {
    return index;
  }
  if (!IsInteger(index)) {
    fn.Report(subscript.slice->range, diag::Kind::IndexType, Describe(fn, index))
        .Label(subscript.value->range, Describe(fn, string))
        .Emit();
    return Value();
  }
  const Value array = StringArray(fn, string);
  IndexItem item;
  item.value = index;
  const Place place = EmitPlace(fn, array, {item}, subscript.range);
  if (fn.type_of(array).element == types::kUInt8) {
    Value unit = Value::Runtime(ConvertTo(fn, LoadPlace(fn, place), types::kInt64), types::kInt64);
    unit.nonnegative = true;
    return unit;
  }
  types::Type one = fn.program.types().get(fn.type_of(string).element);
  one.size = types::scalar_size(types::kUInt32);
  const TypeId type = fn.program.types().Pointer(
      fn.program.types().Intern(one), fn.type_of(string).space, fn.type_of(array).unaligned);
  return Value::Runtime(fn.builder.Append(kir::Op::Bitcast, type, {place.pointer}), type);
}

void StoreString(FunctionContext& fn, kir::InstId pointer, const Value& value) {
  const Value array = StringArray(fn, Value::Runtime(pointer, fn.builder.type_of(pointer)));
  const TypeId unit = fn.type_of(array).element;
  const types::Type& record =
      fn.program.types().get(fn.program.types().get(fn.builder.type_of(pointer)).element);
  const std::uint32_t count = record.size / types::scalar_size(unit);
  const std::vector<Value> characters = StringCharacters(fn, value);
  for (std::uint32_t i = 0; i < count; ++i) {
    const kir::InstId index = fn.builder.ConstInt(types::kInt64, i);
    const Value character = i < characters.size() ? characters[i] : IntConstant(0);
    fn.builder.Store(fn.builder.ElementPtr(array.inst, {&index, 1}, 0),
                     ConvertTo(fn, character, unit));
  }
}

}  // namespace kernelc::sema
