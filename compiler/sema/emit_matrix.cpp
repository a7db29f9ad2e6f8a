// What a warp does with matrices, and copies to shared memory that go on beside the thread.
#include "compiler/sema/function_emitter.h"
#include "compiler/sema/report.h"

namespace kernelc::sema {

using builtins::BuiltinId;
using types::AddressSpace;

namespace {

constexpr std::string_view kSharedHelp = "give an array of `shared.array` or `shared.dynamic`";

std::string CountBytes(unsigned bytes) { return fmt::format("{} bytes", bytes); }

}  // namespace

// An element in shared memory, by its array and index.
Place FunctionEmitter::SharedPlace(const ast::Call& call, const Argument& array,
                                   const Argument& index) {
  const Place place = ElementPlace(call, array, index);
  if (!place.valid) {
    return Place();
  }
  const types::Type& type = type_of(array.value);
  const bool is_shared = type.space == AddressSpace::Shared || type.space == AddressSpace::Generic;
  if (is_shared && types::IsScalar(type.element)) {
    return place;
  }
  Report(array.range, diag::Kind::ArgumentType, SpellingAt(call.func->range),
         "a shared array of numbers", Describe(array.value))
      .Help(std::string(kSharedHelp))
      .Emit();
  return Place();
}

Value FunctionEmitter::EmitLoadMatrix(const ast::Call& call, const Arguments& arguments,
                                      BuiltinId builtin, unsigned count) {
  const Place place = SharedPlace(call, arguments[0], arguments[1]);
  if (!place.valid) {
    return Value();
  }
  const TypeId result =
      count == 1 ? types::kUInt32 : program_->types().Vector(types::kUInt32, count);
  return CallBuiltin(builtin, result, {place.pointer});
}

// `cp_async_16(shared, i, array, j, valid=16)`.
Value FunctionEmitter::EmitCopyAsync(const ast::Call& call, const Arguments& arguments,
                                     BuiltinId builtin, unsigned bytes) {
  const Place to = SharedPlace(call, arguments[0], arguments[1]);
  const Place from = ElementPlace(call, arguments[2], arguments[3]);
  if (!to.valid || !from.valid) {
    return Value();
  }
  const std::string_view name = SpellingAt(call.func->range);
  const types::Type& source = type_of(arguments[2].value);
  const TypeId element = type_of(arguments[0].value).element;
  const bool is_global =
      source.space == AddressSpace::Global || source.space == AddressSpace::Generic;
  if (!is_global || source.element != element) {
    Report(arguments[2].range, diag::Kind::ArgumentType, name,
           fmt::format("an array of {} in global memory", Spell(element)),
           Describe(arguments[2].value))
        .Label(arguments[0].range, Describe(arguments[0].value))
        .Emit();
    return Value();
  }
  if (types::scalar_size(element) > bytes) {
    Report(arguments[0].range, diag::Kind::ArgumentType, name,
           fmt::format("elements of at most {}", CountBytes(bytes)), Describe(arguments[0].value))
        .Emit();
    return Value();
  }
  if (arguments[4].given && !RequireInteger(arguments[4], name)) {
    return Value();
  }
  const Value valid = arguments[4].given ? arguments[4].value : IntConstant(bytes);
  CallBuiltin(builtin, types::kVoid, {to.pointer, from.pointer, ConvertTo(valid, types::kInt32)});
  return Value::Of(Object());
}

Value FunctionEmitter::EmitCopyAsyncWait(const ast::Call& call, const Arguments& arguments) {
  // More than any program has under way; the number is part of the instruction.
  constexpr std::int64_t kMostGroups = 255;
  const Value groups = arguments[0].given ? arguments[0].value : IntConstant(0);
  const std::optional<std::int64_t> count = ConstantInt(groups);
  if (!count || *count < 0 || *count > kMostGroups) {
    Report(arguments[0].range, diag::Kind::ArgumentType, SpellingAt(call.func->range),
           fmt::format("a constant from 0 to {}", kMostGroups), Describe(groups))
        .Help("it is how many of the latest groups may still be under way")
        .Emit();
    return Value();
  }
  CallBuiltin(BuiltinId::CopyAsyncWait, types::kVoid, {builder_.ConstInt(types::kInt32, *count)});
  return Value::Of(Object());
}

#define KC_LOAD_MATRIX(Name, matrices)                                                   \
  Value FunctionEmitter::Emit##Name(const ast::Call& call, const Arguments& arguments) { \
    return EmitLoadMatrix(call, arguments, BuiltinId::Name, matrices);                   \
  }
KC_LOAD_MATRIX(LoadMatrix1, 1)
KC_LOAD_MATRIX(LoadMatrix1Transposed, 1)
KC_LOAD_MATRIX(LoadMatrix2, 2)
KC_LOAD_MATRIX(LoadMatrix2Transposed, 2)
KC_LOAD_MATRIX(LoadMatrix4, 4)
KC_LOAD_MATRIX(LoadMatrix4Transposed, 4)
#undef KC_LOAD_MATRIX

#define KC_COPY_ASYNC(bytes)                                                                       \
  Value FunctionEmitter::EmitCopyAsync##bytes(const ast::Call& call, const Arguments& arguments) { \
    return EmitCopyAsync(call, arguments, BuiltinId::CopyAsync##bytes, bytes);                     \
  }
KC_COPY_ASYNC(4)
KC_COPY_ASYNC(8)
KC_COPY_ASYNC(16)
#undef KC_COPY_ASYNC

}  // namespace kernelc::sema
