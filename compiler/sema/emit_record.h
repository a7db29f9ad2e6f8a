// Records: fields of values and of arrays, copies. A value of record type is a pointer to it, as in
// Numba: a name for a place, not a copy.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "compiler/sema/function_context.h"

namespace kernelc::sema {

// One record, which is its place in memory.
bool IsRecord(FunctionContext& fn, const Value& value);

// An array whose elements have fields.
bool IsRecordArray(FunctionContext& fn, const Value& value);

// Whether an array of records has a field of this name.
bool HasField(FunctionContext& fn, const Value& array, std::string_view name);

// The text of a subscript that is a string known while compiling.
std::optional<std::string> FieldKey(FunctionContext& fn, const ast::Expr* slice);

// What a pointer gives where it is read: the element, or the record itself.
Value LoadPointer(FunctionContext& fn, kir::InstId pointer);

// The place of a field: a pointer, or a view where it is an array.
Place RecordField(FunctionContext& fn, const Value& record, std::string_view name,
                  SourceRange range);

// rec['x'], and rec[0] for the first field.
Place RecordSubscript(FunctionContext& fn, const Value& record, const ast::Subscript& subscript);

// a.x and a['x'] of an array of records: a strided view of one field of every record.
Value FieldView(FunctionContext& fn, const Value& array, std::string_view name, SourceRange range);

// What `base.attr` designates where it can be assigned to.
Place EmitAttributePlace(FunctionContext& fn, const ast::Attribute& attribute);

// a[i] = rec, a[i] = x, y
bool StoreRecord(FunctionContext& fn, kir::InstId pointer, const Value& value,
                 SourceRange value_range);

}  // namespace kernelc::sema
