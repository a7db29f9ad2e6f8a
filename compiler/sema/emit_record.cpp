// Records: fields of values and of arrays, copies. A value of record type is a pointer to it, as in
// Numba: a name for a place, not a copy.
#include <algorithm>

#include "compiler/sema/function_emitter.h"

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

}  // namespace

bool FunctionEmitter::IsRecord(const Value& value) {
  return value.kind == ValueKind::Runtime &&
         types::IsRecordPointer(program_->types(), value.type) &&
         program_->types().get(type_of(value).element).record_kind == abi::RecordKind::Record;
}

// An array whose elements have fields.
bool FunctionEmitter::IsRecordArray(const Value& value) {
  if (!IsArray(value)) {
    return false;
  }
  const types::Type& element = program_->types().get(type_of(value).element);
  return element.kind == types::TypeKind::Record &&
         element.record_kind == abi::RecordKind::Record;
}

bool FunctionEmitter::HasField(const Value& array, std::string_view name) {
  return IsRecordArray(array) &&
         FindField(program_->types().get(type_of(array).element), name).has_value();
}

// The text of a subscript that is a string known while compiling.
std::optional<std::string> FunctionEmitter::FieldKey(const ast::Expr* slice) {
  if (const std::optional<Object> object = EvalConstant(slice)) {
    return object->kind == ObjectKind::Str ? std::optional(object->text) : std::nullopt;
  }
  if (As<ast::Name>(slice) != nullptr) {
    const Value value = Emit(slice);
    return value.is_object(ObjectKind::Str) ? std::optional(value.object->text) : std::nullopt;
  }
  return std::nullopt;
}

Value FunctionEmitter::LoadPointer(kir::InstId pointer) {
  const TypeId type = builder_.type_of(pointer);
  if (types::IsRecordPointer(program_->types(), type)) {
    return Value::Runtime(pointer, type);
  }
  const kir::InstId inst = builder_.Load(pointer);
  return Value::Runtime(inst, builder_.type_of(inst));
}

Value FunctionEmitter::ReportField(const types::Type& record, const Value& value,
                                   std::string_view name, SourceRange range) {
  Report(range, diag::Kind::UnknownField, name)
      .Label(range, Describe(value))
      .Help(fmt::format("its fields are {}", FieldNames(record)))
      .Emit();
  return Value();
}

// The place of a field: a pointer, or a view where it is an array.
Place FunctionEmitter::RecordField(const Value& record, std::string_view name,
                                                    SourceRange range) {
  const types::Type type = program_->types().get(type_of(record).element);
  const std::optional<unsigned> index = FindField(type, name);
  Place place;
  if (!index) {
    ReportField(type, record, name, range);
    return place;
  }
  place.valid = true;
  const kir::InstId pointer = builder_.FieldPtr(record.inst, *index);
  const types::RecordField& field = type.fields[*index];
  if (field.extents.empty()) {
    place.pointer = pointer;
    return place;
  }
  types::Type array = type_of(record);
  array.readonly = false;
  std::vector<ViewDimension> dimensions;
  for (const std::int64_t extent : field.extents) {
    dimensions.push_back({IntConstant(extent), Value()});
  }
  place.view = MakeView(pointer, array, Layout::C, dimensions);
  return place;
}

// rec['x'], and rec[0] for the first field.
Place FunctionEmitter::RecordSubscript(const Value& record,
                                                        const ast::Subscript& subscript) {
  if (const std::optional<std::string> key = FieldKey(subscript.slice)) {
    return RecordField(record, *key, subscript.range);
  }
  const types::Type type = program_->types().get(type_of(record).element);
  const Value index = Emit(subscript.slice);
  if (index.is_poison()) {
    return Place();
  }
  const std::optional<std::int64_t> number = ConstantInt(index);
  const auto count = static_cast<std::int64_t>(type.fields.size());
  if (number && *number >= -count && *number < count) {
    const std::int64_t place = *number < 0 ? *number + count : *number;
    return RecordField(record, type.fields[static_cast<std::size_t>(place)].name,
                       subscript.range);
  }
  Report(subscript.slice->range, diag::Kind::FieldIndex, Describe(index))
      .Label(subscript.value->range, Describe(record))
      .Help(fmt::format("name a field, as in `rec['{}']`: its fields are {}",
                        type.fields.front().name, FieldNames(type)))
      .Emit();
  return Place();
}

// a.x and a['x'] of an array of records: a strided view of one field of every record.
Value FunctionEmitter::FieldView(const Value& array, std::string_view name, SourceRange range) {
  const types::Type type = type_of(array);
  const types::Type record = program_->types().get(type.element);
  const std::optional<unsigned> index = FindField(record, name);
  if (!index) {
    return ReportField(record, array, name, range);
  }
  const kir::InstId pointer = builder_.FieldPtr(builder_.ArrayData(array.inst), *index);
  std::vector<ViewDimension> dimensions;
  for (unsigned dim = 0; dim < type.ndim; ++dim) {
    dimensions.push_back({ArrayExtent(array, dim), ArrayStride(array, dim)});
  }
  const types::RecordField& field = record.fields[*index];
  std::int64_t stride = types::MemorySize(program_->types(), field.type);
  std::vector<ViewDimension> inner;
  for (std::size_t dim = field.extents.size(); dim-- > 0;) {
    inner.insert(inner.begin(), {IntConstant(field.extents[dim]), IntConstant(stride)});
    stride *= field.extents[dim];
  }
  dimensions.insert(dimensions.end(), inner.begin(), inner.end());
  return MakeView(pointer, type, Layout::A, dimensions);
}

// What `base.attr` designates where it can be assigned to.
Place FunctionEmitter::EmitAttributePlace(const ast::Attribute& attribute) {
  const Value base = Emit(attribute.value);
  if (base.is_poison()) {
    return Place();
  }
  if (IsRecord(base)) {
    return RecordField(base, attribute.attr, attribute.range);
  }
  if (IsArray(base)) {
    Place place;
    place.view = EmitArrayAttribute(base, attribute);
    place.valid = IsArray(place.view);
    if (place.valid || place.view.is_poison()) {
      place.readonly = type_of(base).readonly;
      return place;
    }
  }
  Report(attribute.range, diag::Kind::AttributeWrite, attribute.attr, Describe(base))
      .Help("kernels write elements of arrays, fields of records and local variables")
      .Emit();
  return Place();
}

// a[i] = rec, a[i] = x, y
bool FunctionEmitter::StoreRecord(kir::InstId pointer, const Value& value,
                                  SourceRange value_range) {
  const TypeId target = program_->types().get(builder_.type_of(pointer)).element;
  if (value.kind == ValueKind::Runtime &&
      types::IsRecordPointer(program_->types(), value.type) &&
      types::SameFields(program_->types(), target, type_of(value).element)) {
    const kir::InstId operands[] = {pointer, value.inst};
    builder_.Append(kir::Op::RecordCopy, types::kVoid, operands);
    return true;
  }
  const types::Type record = program_->types().get(target);
  if (record.record_kind != abi::RecordKind::Record && IsText(value)) {
    StoreString(pointer, value);
    return true;
  }
  const std::optional<std::vector<Value>> elements = AsTuple(value);
  if (elements && record.record_kind == abi::RecordKind::Record &&
      elements->size() == record.fields.size()) {
    const Value place = Value::Runtime(pointer, builder_.type_of(pointer));
    for (std::size_t i = 0; i < elements->size(); ++i) {
      StorePlace(RecordField(place, record.fields[i].name, value_range), (*elements)[i],
                 value_range, value_range);
    }
    return true;
  }
  Report(value_range, diag::Kind::StoreType, Describe(value), Spell(target))
      .Help(record.record_kind == abi::RecordKind::Record
                ? "assign a record of the same type, or its fields one by one"
                : "assign a string of such an array, or one that is known while compiling")
      .Emit();
  return false;
}

}  // namespace kernelc::sema
