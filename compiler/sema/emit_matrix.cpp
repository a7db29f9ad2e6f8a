// What a warp does with matrices, and copies to shared memory that go on beside the thread.
#include "compiler/kir/static_array.h"
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

// The columns of a product by four warps, and a thread's sums of it.
std::optional<std::int64_t> FunctionEmitter::CheckSums(const ast::Call& call, const Argument& n,
                                                       const Argument& sums) {
  const std::string_view name = SpellingAt(call.func->range);
  const std::optional<std::int64_t> columns = ConstantInt(n.value);
  if (columns != 64 && columns != 128 && columns != 256) {
    Report(n.range, diag::Kind::ArgumentType, name, "64, 128 or 256, as a constant",
           Describe(n.value))
        .Emit();
    return std::nullopt;
  }
  const auto fits = [](const types::Type& type) {
    return type.element == types::kFloat32 && type.layout == types::Layout::C &&
           type.space == AddressSpace::Local;
  };
  if (!IsArray(sums.value) || !fits(type_of(sums.value))) {
    Report(sums.range, diag::Kind::ArgumentType, name, "a local array of float32",
           Describe(sums.value))
        .Help(fmt::format("write `sums = local.array({}, float32)`", *columns / 2))
        .Emit();
    return std::nullopt;
  }
  return columns;
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

// A flat shared array of elements of this type, and where in it a matrix begins.
bool FunctionEmitter::CheckTile(const ast::Call& call, const Argument& tile, const Argument& index,
                                TypeId element) {
  const std::string_view name = SpellingAt(call.func->range);
  const bool is_narrow = element == types::kFloat16 || element == types::kBFloat16;
  const auto fits = [&](const types::Type& type) {
    return type.element == element && type.ndim == 1 && type.layout == types::Layout::C &&
           (type.space == AddressSpace::Shared || type.space == AddressSpace::Generic);
  };
  if (!is_narrow || !IsArray(tile.value) || !fits(type_of(tile.value))) {
    Report(tile.range, diag::Kind::ArgumentType, name,
           "a flat shared array of float16 or bfloat16, as the other one", Describe(tile.value))
        .Help(std::string(kSharedHelp))
        .Emit();
    return false;
  }
  const kir::Inst& made = kir_.inst(tile.value.inst);
  if (made.op == kir::Op::SharedArray && kir::StaticAlign(kir_, made) < kir::kMostArrayAlign) {
    Report(
        tile.range, diag::Kind::ArgumentType, name,
        fmt::format("an array that begins at a multiple of {}", CountBytes(kir::kMostArrayAlign)),
        Describe(tile.value))
        .Help("give `shared.array` the argument `alignment=1024`, or take dynamic shared memory")
        .Emit();
    return false;
  }
  return RequireInteger(index, name);
}

// `wgmma(n, sums, a, i, b, j, a_trans=False, b_trans=False, b_step=0)`.
Value FunctionEmitter::EmitWgmma(const ast::Call& call, const Arguments& arguments) {
  const std::string_view name = SpellingAt(call.func->range);
  const std::optional<std::int64_t> columns = CheckSums(call, arguments[0], arguments[1]);
  const TypeId element =
      IsArray(arguments[2].value) ? type_of(arguments[2].value).element : types::kVoid;
  if (!columns || !CheckTile(call, arguments[2], arguments[3], element) ||
      !CheckTile(call, arguments[4], arguments[5], element) ||
      (arguments[8].given && !RequireInteger(arguments[8], name))) {
    return Value();
  }
  std::vector<kir::InstId> operands;
  for (const std::uint32_t i : {1U, 2U, 4U}) {
    operands.push_back(builder_.ArrayData(arguments[i].value.inst));
    if (i > 1) {
      operands.push_back(ConvertTo(arguments[i + 1].value, types::kInt32));
    }
  }
  operands.push_back(builder_.ConstInt(types::kInt32, *columns));
  for (const std::uint32_t i : {6U, 7U}) {
    const std::optional<std::int64_t> is_transposed =
        arguments[i].given ? ConstantInt(arguments[i].value) : 0;
    if (!is_transposed) {
      Report(arguments[i].range, diag::Kind::ArgumentType, name, "True or False, as a constant",
             Describe(arguments[i].value))
          .Emit();
      return Value();
    }
    operands.push_back(builder_.ConstInt(types::kInt32, *is_transposed != 0 ? 1 : 0));
  }
  const Value step = arguments[8].given ? arguments[8].value : IntConstant(0);
  operands.push_back(ConvertTo(step, types::kInt32));
  builder_.CallBuiltin(BuiltinId::Wgmma, types::kVoid, operands);
  return Value::Of(Object());
}

// `wgmma_wait(groups, n, sums)`.
Value FunctionEmitter::EmitWgmmaWait(const ast::Call& call, const Arguments& arguments) {
  constexpr std::int64_t kMostGroups = 7;
  const std::optional<std::int64_t> groups = ConstantInt(arguments[0].value);
  if (!groups || *groups < 0 || *groups > kMostGroups) {
    Report(arguments[0].range, diag::Kind::ArgumentType, SpellingAt(call.func->range),
           fmt::format("a constant from 0 to {}", kMostGroups), Describe(arguments[0].value))
        .Help("it is how many of the latest groups may still be under way")
        .Emit();
    return Value();
  }
  const std::optional<std::int64_t> columns = CheckSums(call, arguments[1], arguments[2]);
  if (!columns) {
    return Value();
  }
  CallBuiltin(
      BuiltinId::WgmmaWait, types::kVoid,
      {builder_.ConstInt(types::kInt32, *groups), builder_.ConstInt(types::kInt32, *columns),
       builder_.ArrayData(arguments[2].value.inst)});
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
