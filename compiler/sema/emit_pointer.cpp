// Pointers, as CPointer parameters have them: elements without wraparound, and arrays made of them.
#include <limits>

#include "compiler/sema/function_emitter.h"

namespace kernelc::sema {

using types::Layout;

bool FunctionEmitter::IsPointer(const Value& value) {
  return value.kind == ValueKind::Runtime && type_of(value).kind == types::TypeKind::Pointer &&
         !types::IsRecordPointer(program_->types(), value.type);
}

// p[i]: element number i from the pointer on, also where i is negative.
Place FunctionEmitter::PointerPlace(const Value& pointer,
                                                     const ast::Subscript& subscript) {
  const Value index = Emit(subscript.slice);
  if (index.is_poison()) {
    return Place();
  }
  if (!IsInteger(index)) {
    Report(subscript.slice->range, diag::Kind::IndexType, Describe(index))
        .Label(subscript.value->range, Describe(pointer))
        .Help("a pointer takes one integer; make an array of it with `carray(p, shape)`")
        .Emit();
    return Place();
  }
  const std::int64_t size = types::MemorySize(program_->types(), type_of(pointer).element);
  const std::vector<ViewDimension> dimensions = {
      {IntConstant(std::numeric_limits<std::int64_t>::max()), IntConstant(size)}};
  const Value all = MakeView(pointer.inst, type_of(pointer), Layout::A, dimensions);
  const kir::InstId place = ConvertTo(index, types::kInt64);
  Place result;
  result.valid = true;
  result.pointer = builder_.ElementPtr(all.inst, {&place, 1}, 0);
  return result;
}

// carray(p, shape[, dtype]) and farray: an array over the pointer's memory.
Value FunctionEmitter::EmitPointerArray(const ast::Call& call, const Arguments& arguments,
                                        types::Layout layout) {
  const Value& pointer = arguments[0].value;
  if (!IsPointer(pointer)) {
    Report(arguments[0].range, diag::Kind::ArgumentType, SpellingAt(call.func->range),
           "a pointer (CPointer)", Describe(pointer))
        .Emit();
    return Value();
  }
  if (arguments[2].given) {
    const std::optional<TypeId> element = ElementType(arguments[2]);
    if (element && *element != type_of(pointer).element) {
      Report(arguments[2].range, diag::Kind::ArgumentType, SpellingAt(call.func->range),
             Spell(type_of(pointer).element), Spell(*element))
          .Help("the elements are what the pointer points to")
          .Emit();
    }
    if (!element || *element != type_of(pointer).element) {
      return Value();
    }
  }
  std::vector<Value> extents = {arguments[1].value};
  if (const std::optional<std::vector<Value>> parts = AsTuple(arguments[1].value)) {
    extents = *parts;
  }
  std::vector<ViewDimension> dimensions;
  for (const Value& extent : extents) {
    if (!IsInteger(extent)) {
      Report(arguments[1].range, diag::Kind::IndexType, Describe(extent))
          .Help("a shape is an integer or a tuple of integers")
          .Emit();
      return Value();
    }
    dimensions.push_back({extent, Value()});
  }
  return MakeView(pointer.inst, type_of(pointer), layout, dimensions);
}

Value FunctionEmitter::EmitCArray(const ast::Call& call, const Arguments& arguments) {
  return EmitPointerArray(call, arguments, Layout::C);
}

Value FunctionEmitter::EmitFArray(const ast::Call& call, const Arguments& arguments) {
  return EmitPointerArray(call, arguments, Layout::F);
}

}  // namespace kernelc::sema
