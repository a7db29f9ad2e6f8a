#include "compiler/sema/emit_record.h"

#include <algorithm>

#include "compiler/sema/emit_attribute.h"
#include "compiler/sema/emit_optional.h"
#include "compiler/sema/emit_report.h"
#include "compiler/sema/emit_store.h"
#include "compiler/sema/emit_string.h"
#include "compiler/sema/emit_subscript.h"
#include "compiler/sema/emit_value.h"

namespace kernelc::sema {

using ast::As;
using types::Layout;

namespace {

std::string FieldNames(const types::Type& record) {
  std::string names;
  for (const types::RecordField& field : record.fields) {
    names += (names.empty() ? "" : ", ") + field.name;
  }
  return names;
}

std::optional<unsigned> FindField(const types::Type& record, std::string_view name) {
  for (unsigned i = 0; i < record.fields.size(); ++i) {
    if (record.fields[i].name == name) {
      return i;
    }
  }
  return std::nullopt;
}

Value ReportField(FunctionContext& fn, const types::Type& record, const Value& value,
                  std::string_view name, SourceRange range) {
  fn.Report(range, diag::Kind::UnknownField, name)
      .Label(range, Describe(fn, value))
      .Help(fmt::format("its fields are {}", FieldNames(record)))
      .Emit();
  return Value();
}

}  // namespace

bool IsRecord(FunctionContext& fn, const Value& value) {
  return value.kind == ValueKind::Runtime &&
         types::IsRecordPointer(fn.program.types(), value.type) &&
         fn.program.types().get(fn.type_of(value).element).record_kind == abi::RecordKind::Record;
}

bool IsRecordArray(FunctionContext& fn, const Value& value) {
  if (!IsArray(fn, value)) {
    return false;
  }
  const types::Type& element = fn.program.types().get(fn.type_of(value).element);
  return element.kind == types::TypeKind::Record && element.record_kind == abi::RecordKind::Record;
}

bool HasField(FunctionContext& fn, const Value& array, std::string_view name) {
  return IsRecordArray(fn, array) &&
         FindField(fn.program.types().get(fn.type_of(array).element), name).has_value();
}

std::optional<std::string> FieldKey(FunctionContext& fn, const ast::Expr* slice) {
  if (const std::optional<Object> object = EvalConstant(fn, slice)) {
    return object->kind == ObjectKind::Str ? std::optional(object->text) : std::nullopt;
  }
  if (As<ast::Name>(slice) != nullptr) {
    const Value value = Emit(fn, slice);
    return value.is_object(ObjectKind::Str) ? std::optional(value.object->text) : std::nullopt;
  }
  return std::nullopt;
}

Value LoadPointer(FunctionContext& fn, kir::InstId pointer) {
  const TypeId type = fn.builder.type_of(pointer);
  if (types::IsRecordPointer(fn.program.types(), type)) {
    return Value::Runtime(pointer, type);
  }
  const kir::InstId inst = fn.builder.Load(pointer);
  return Value::Runtime(inst, fn.builder.type_of(inst));
}

Place RecordField(FunctionContext& fn, const Value& record, std::string_view name,
                  SourceRange range) {
  const types::Type type = fn.program.types().get(fn.type_of(record).element);
  const std::optional<unsigned> index = FindField(type, name);
  Place place;
  if (!index) {
    ReportField(fn, type, record, name, range);
    return place;
  }
  place.valid = true;
  const kir::InstId pointer = fn.builder.FieldPtr(record.inst, *index);
  const types::RecordField& field = type.fields[*index];
  if (field.extents.empty()) {
    place.pointer = pointer;
    return place;
  }
  types::Type array = fn.type_of(record);
  array.readonly = false;
  std::vector<ViewDimension> dimensions;
  for (const std::int64_t extent : field.extents) {
    dimensions.push_back({IntConstant(extent), Value()});
  }
  place.view = MakeView(fn, pointer, array, Layout::C, dimensions);
  return place;
}

Place RecordSubscript(FunctionContext& fn, const Value& record, const ast::Subscript& subscript) {
  if (const std::optional<std::string> key = FieldKey(fn, subscript.slice)) {
    return RecordField(fn, record, *key, subscript.range);
  }
  const types::Type type = fn.program.types().get(fn.type_of(record).element);
  const Value index = Emit(fn, subscript.slice);
  if (index.is_poison()) {
    return Place();
  }
  const std::optional<std::int64_t> number = ConstantInt(index);
  const auto count = static_cast<std::int64_t>(type.fields.size());
  if (number && *number >= -count && *number < count) {
    const std::int64_t place = *number < 0 ? *number + count : *number;
    return RecordField(fn, record, type.fields[static_cast<std::size_t>(place)].name,
                       subscript.range);
  }
  fn.Report(subscript.slice->range, diag::Kind::FieldIndex, Describe(fn, index))
      .Label(subscript.value->range, Describe(fn, record))
      .Help(fmt::format("name a field, as in `rec['{}']`: its fields are {}",
                        type.fields.front().name, FieldNames(type)))
      .Emit();
  return Place();
}

Value FieldView(FunctionContext& fn, const Value& array, std::string_view name, SourceRange range) {
  const types::Type type = fn.type_of(array);
  const types::Type record = fn.program.types().get(type.element);
  const std::optional<unsigned> index = FindField(record, name);
  if (!index) {
    return ReportField(fn, record, array, name, range);
  }
  const kir::InstId pointer = fn.builder.FieldPtr(fn.builder.ArrayData(array.inst), *index);
  std::vector<ViewDimension> dimensions;
  for (unsigned dim = 0; dim < type.ndim; ++dim) {
    dimensions.push_back({ArrayExtent(fn, array, dim), ArrayStride(fn, array, dim)});
  }
  const types::RecordField& field = record.fields[*index];
  std::int64_t stride = types::MemorySize(fn.program.types(), field.type);
  std::vector<ViewDimension> inner;
  for (std::size_t dim = field.extents.size(); dim-- > 0;) {
    inner.insert(inner.begin(), {IntConstant(field.extents[dim]), IntConstant(stride)});
    stride *= field.extents[dim];
  }
  dimensions.insert(dimensions.end(), inner.begin(), inner.end());
  return MakeView(fn, pointer, type, Layout::A, dimensions);
}

Place EmitAttributePlace(FunctionContext& fn, const ast::Attribute& attribute) {
  const Value base = Emit(fn, attribute.value);
  if (base.is_poison()) {
    return Place();
  }
  if (IsRecord(fn, base)) {
    return RecordField(fn, base, attribute.attr, attribute.range);
  }
  if (IsArray(fn, base)) {
    Place place;
    place.view = EmitArrayAttribute(fn, base, attribute);
    place.valid = IsArray(fn, place.view);
    if (place.valid || place.view.is_poison()) {
      place.readonly = fn.type_of(base).readonly;
      return place;
    }
  }
  fn.Report(attribute.range, diag::Kind::AttributeWrite, attribute.attr, Describe(fn, base))
      .Help("kernels write elements of arrays, fields of records and local variables")
      .Emit();
  return Place();
}

bool StoreRecord(FunctionContext& fn, kir::InstId pointer, const Value& value,
                 SourceRange value_range) {
  const TypeId target = fn.program.types().get(fn.builder.type_of(pointer)).element;
  if (value.kind == ValueKind::Runtime && types::IsRecordPointer(fn.program.types(), value.type) &&
      types::SameFields(fn.program.types(), target, fn.type_of(value).element)) {
    const kir::InstId operands[] = {pointer, value.inst};
    fn.builder.Append(kir::Op::RecordCopy, types::kVoid, operands);
    return true;
  }
  const types::Type record = fn.program.types().get(target);
  if (record.record_kind != abi::RecordKind::Record && IsText(fn, value)) {
    StoreString(fn, pointer, value);
    return true;
  }
  const TupleElements elements = AsTuple(fn, value);
  if (elements && record.record_kind == abi::RecordKind::Record &&
      elements->size() == record.fields.size()) {
    const Value place = Value::Runtime(pointer, fn.builder.type_of(pointer));
    for (std::size_t i = 0; i < elements->size(); ++i) {
      StorePlace(fn, RecordField(fn, place, record.fields[i].name, value_range), (*elements)[i],
                 value_range, value_range);
    }
    return true;
  }
  fn.Report(value_range, diag::Kind::StoreType, Describe(fn, value), fn.Spell(target))
      .Help(record.record_kind == abi::RecordKind::Record
                ? "assign a record of the same type, or its fields one by one"
                : "assign a string of such an array, or one that is known while compiling")
      .Emit();
  return false;
}

}  // namespace kernelc::sema
