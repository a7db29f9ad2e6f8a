// Shared arrays whose shape is computed at run time.
#include "compiler/sema/function_emitter.h"

namespace kernelc::sema {

using kir::InstId;
using kir::Op;
using types::AddressSpace;
using types::Layout;

namespace {

// Where an array that follows another one may begin.
constexpr std::int64_t kFollowAlign = 16;

}  // namespace

// The pointer behind the last element of `previous`, rounded up.
InstId FunctionEmitter::PointerAfter(const Value& previous, TypeId element) {
  types::TypeStore& store = program_->types();
  const std::int64_t size = types::MemorySize(store, type_of(previous).element);
  const Value bytes = IntMul(ArraySize(previous), IntConstant(size));
  const InstId raised =
      ConvertTo(IntAdd(bytes, IntConstant(kFollowAlign - 1)), types::kInt64);
  const InstId offset = builder_.Binary(Op::And, raised,
                                        builder_.ConstInt(types::kInt64, -kFollowAlign));
  const InstId start =
      builder_.Append(Op::Bitcast, store.Pointer(types::kUInt8, AddressSpace::Shared),
                      {builder_.ArrayData(previous.inst)});
  const InstId one = builder_.ConstInt(types::kInt64, 1);
  const InstId extent = builder_.Binary(Op::Add, offset, one);
  const InstId memory = builder_.Append(
      Op::ArrayMake, store.Array(types::kUInt8, 1, Layout::C, AddressSpace::Shared),
      {start, extent});
  const InstId place = builder_.ElementPtr(memory, {&offset, 1}, 0);
  return builder_.Append(Op::Bitcast, store.Pointer(element, AddressSpace::Shared), {place});
}

// `cuda.shared.dynamic(shape, dtype, after=None)`: dynamic shared memory of the launch as an array
// of any shape, from its beginning or behind another array.
Value FunctionEmitter::EmitDynamicSharedArray(const ast::Call& call, const Arguments& arguments) {
  const std::optional<TypeId> element = ElementType(arguments[1]);
  const std::string_view name = SpellingAt(call.func->range);
  std::vector<Value> extents;
  if (const std::optional<std::vector<Value>> parts = AsTuple(arguments[0].value)) {
    extents = *parts;
  } else {
    extents.push_back(arguments[0].value);
  }
  std::vector<InstId> operands(1);
  for (const Value& extent : extents) {
    if (!IsInteger(extent)) {
      Report(arguments[0].range, diag::Kind::ArgumentType, name,
             "a shape made of integers", Describe(extent))
          .Emit();
      return Value();
    }
    operands.push_back(ConvertTo(extent, types::kInt64));
  }
  if (!element || extents.empty()) {
    return Value();
  }
  types::TypeStore& store = program_->types();
  instance_->uses_wide_arrays |= *element == types::kFloat64 || *element == types::kComplex128;
  const Value& previous = arguments[2].value;
  if (arguments[2].given && !previous.is_none()) {
    const bool follows = IsArray(previous) && type_of(previous).space == AddressSpace::Shared &&
                         type_of(previous).layout == Layout::C;
    if (!follows) {
      Report(arguments[2].range, diag::Kind::ArgumentType, name,
             "the shared array that comes before this one", Describe(previous))
          .Help("give an array that `cuda.shared.dynamic` made")
          .Emit();
      return Value();
    }
    operands[0] = PointerAfter(previous, *element);
  } else {
    const TypeId flat = store.Array(*element, 1, Layout::C, AddressSpace::Shared);
    operands[0] = builder_.ArrayData(builder_.Append(Op::DynamicSharedArray, flat, {}));
  }
  const TypeId type = store.Array(*element, static_cast<unsigned>(extents.size()), Layout::C,
                                  AddressSpace::Shared);
  return Value::Runtime(builder_.Append(Op::ArrayMake, type, operands), type);
}

}  // namespace kernelc::sema
