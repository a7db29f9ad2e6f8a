#include "compiler/sema/emit_pointer.h"

#include <limits>

#include "compiler/sema/emit_memory.h"
#include "compiler/sema/emit_optional.h"
#include "compiler/sema/emit_report.h"
#include "compiler/sema/emit_special.h"
#include "compiler/sema/emit_subscript.h"
#include "compiler/sema/emit_value.h"

namespace kernelc::sema {

using types::Layout;

namespace {

// carray(p, shape[, dtype]) and farray: an array over the pointer's memory.
Value EmitPointerArray(FunctionContext& fn, const ast::Call& call, const Arguments& arguments,
                       types::Layout layout) {
  const Value& pointer = arguments[0].value;
  if (!IsPointer(fn, pointer)) {
    fn.Report(arguments[0].range, diag::Kind::ArgumentType, SpellingAt(fn, call.func->range),
              "a pointer (CPointer)", Describe(fn, pointer))
        .Emit();
    return Value();
  }
  if (arguments[2].given) {
    const std::optional<TypeId> element = ElementType(fn, arguments[2]);
    if (element && *element != fn.type_of(pointer).element) {
      fn.Report(arguments[2].range, diag::Kind::ArgumentType, SpellingAt(fn, call.func->range),
                fn.Spell(fn.type_of(pointer).element), fn.Spell(*element))
          .Help("the elements are what the pointer points to")
          .Emit();
    }
    if (!element || *element != fn.type_of(pointer).element) {
      return Value();
    }
  }
  std::vector<Value> extents = {arguments[1].value};
  if (const TupleElements parts = AsTuple(fn, arguments[1].value)) {
    extents = *parts;
  }
  std::vector<ViewDimension> dimensions;
  for (const Value& extent : extents) {
    if (!IsInteger(extent)) {
      fn.Report(arguments[1].range, diag::Kind::IndexType, Describe(fn, extent))
          .Help("a shape is an integer or a tuple of integers")
          .Emit();
      return Value();
    }
    dimensions.push_back({extent, Value()});
  }
  return MakeView(fn, pointer.inst, fn.type_of(pointer), layout, dimensions);
}

}  // namespace

bool IsPointer(FunctionContext& fn, const Value& value) {
  return value.kind == ValueKind::Runtime && fn.type_of(value).kind == types::TypeKind::Pointer &&
         !types::IsRecordPointer(fn.program.types(), value.type);
}

Place PointerPlace(FunctionContext& fn, const Value& pointer, const ast::Subscript& subscript) {
  const Value index = Emit(fn, subscript.slice);
  if (index.is_poison()) {
    return Place();
  }
  if (!IsInteger(index)) {
    fn.Report(subscript.slice->range, diag::Kind::IndexType, Describe(fn, index))
        .Label(subscript.value->range, Describe(fn, pointer))
        .Help("a pointer takes one integer; make an array of it with `carray(p, shape)`")
        .Emit();
    return Place();
  }
  const std::int64_t size = types::MemorySize(fn.program.types(), fn.type_of(pointer).element);
  const std::vector<ViewDimension> dimensions = {
      {IntConstant(std::numeric_limits<std::int64_t>::max()), IntConstant(size)}};
  const Value all = MakeView(fn, pointer.inst, fn.type_of(pointer), Layout::A, dimensions);
  const kir::InstId place = ConvertTo(fn, index, types::kInt64);
  Place result;
  result.valid = true;
  result.pointer = fn.builder.ElementPtr(all.inst, {&place, 1}, 0);
  return result;
}

Value EmitCArray(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  return EmitPointerArray(fn, call, arguments, Layout::C);
}

Value EmitFArray(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  return EmitPointerArray(fn, call, arguments, Layout::F);
}

}  // namespace kernelc::sema
