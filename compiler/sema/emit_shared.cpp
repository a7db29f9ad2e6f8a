// Shared arrays whose shape is computed at run time.
#include "compiler/sema/emit_attribute.h"
#include "compiler/sema/emit_int.h"
#include "compiler/sema/emit_memory.h"
#include "compiler/sema/emit_report.h"
#include "compiler/sema/emit_special.h"
#include "compiler/sema/emit_value.h"
#include "compiler/sema/function_context.h"

namespace kernelc::sema {

using kir::InstId;
using kir::Op;
using types::AddressSpace;
using types::Layout;

namespace {

// Where an array that follows another one may begin.
constexpr std::int64_t kFollowAlign = 16;

// The pointer behind the last element of `previous`, rounded up.
InstId PointerAfter(FunctionContext& fn, const Value& previous, TypeId element) {
  types::TypeStore& store = fn.program.types();
  const std::int64_t size = types::MemorySize(store, fn.type_of(previous).element);
  const Value bytes = IntMul(fn, ArraySize(fn, previous), IntConstant(size));
  const InstId raised =
      ConvertTo(fn, IntAdd(fn, bytes, IntConstant(kFollowAlign - 1)), types::kInt64);
  const InstId offset =
      fn.builder.Binary(Op::And, raised, fn.builder.ConstInt(types::kInt64, -kFollowAlign));
  const InstId start =
      fn.builder.Append(Op::Bitcast, store.Pointer(types::kUInt8, AddressSpace::Shared),
                        {fn.builder.ArrayData(previous.inst)});
  const InstId one = fn.builder.ConstInt(types::kInt64, 1);
  const InstId extent = fn.builder.Binary(Op::Add, offset, one);
  const InstId memory = fn.builder.Append(
      Op::ArrayMake, store.Array(types::kUInt8, 1, Layout::C, AddressSpace::Shared),
      {start, extent});
  const InstId place = fn.builder.ElementPtr(memory, {&offset, 1}, 0);
  return fn.builder.Append(Op::Bitcast, store.Pointer(element, AddressSpace::Shared), {place});
}

}  // namespace

// `cuda.shared.dynamic(shape, dtype, after=None)`: dynamic shared memory of the launch as an array
// of any shape, from its beginning or behind another array.
Value EmitDynamicSharedArray(FunctionContext& fn, const ast::Call& call,
                             const Arguments& arguments) {
  const std::optional<TypeId> element = ElementType(fn, arguments[1]);
  const std::string_view name = SpellingAt(fn, call.func->range);
  std::vector<Value> extents;
  if (const TupleElements parts = AsTuple(fn, arguments[0].value)) {
    extents = *parts;
  } else {
    extents.push_back(arguments[0].value);
  }
  std::vector<InstId> operands(1);
  for (const Value& extent : extents) {
    if (!IsInteger(extent)) {
      fn.Report(arguments[0].range, diag::Kind::ArgumentType, name, "a shape made of integers",
                Describe(fn, extent))
          .Emit();
      return Value();
    }
    operands.push_back(ConvertTo(fn, extent, types::kInt64));
  }
  if (!element || extents.empty()) {
    return Value();
  }
  types::TypeStore& store = fn.program.types();
  fn.instance.uses_wide_arrays |= *element == types::kFloat64 || *element == types::kComplex128;
  const Value& previous = arguments[2].value;
  if (arguments[2].given && !previous.is_none()) {
    const bool follows = IsArray(fn, previous) &&
                         fn.type_of(previous).space == AddressSpace::Shared &&
                         fn.type_of(previous).layout == Layout::C;
    if (!follows) {
      fn.Report(arguments[2].range, diag::Kind::ArgumentType, name,
                "the shared array that comes before this one", Describe(fn, previous))
          .Help("give an array that `cuda.shared.dynamic` made")
          .Emit();
      return Value();
    }
    operands[0] = PointerAfter(fn, previous, *element);
  } else {
    const TypeId flat = store.Array(*element, 1, Layout::C, AddressSpace::Shared);
    operands[0] = fn.builder.ArrayData(fn.builder.Append(Op::DynamicSharedArray, flat, {}));
  }
  const TypeId type =
      store.Array(*element, static_cast<unsigned>(extents.size()), Layout::C, AddressSpace::Shared);
  return Value::Runtime(fn.builder.Append(Op::ArrayMake, type, operands), type);
}

}  // namespace kernelc::sema
