// What a warp does with matrices, and copies to shared memory that go on beside the thread.
#include "compiler/advice/report.h"
#include "compiler/kir/static_array.h"
#include "compiler/sema/emit_call.h"
#include "compiler/sema/emit_memory.h"
#include "compiler/sema/emit_report.h"
#include "compiler/sema/emit_special.h"
#include "compiler/sema/emit_value.h"
#include "compiler/sema/emit_warp.h"
#include "compiler/sema/function_context.h"

namespace kernelc::sema {

using builtins::BuiltinId;
using types::AddressSpace;

namespace {

constexpr std::string_view kSharedHelp = "give an array of `shared.array` or `shared.dynamic`";

std::string CountBytes(unsigned bytes) { return fmt::format("{} bytes", bytes); }

// An element in shared memory, by its array and index.
Place SharedPlace(FunctionContext& fn, const ast::Call& call, const Argument& array,
                  const Argument& index) {
  const Place place = ElementPlace(fn, call, array, index);
  if (!place.valid) {
    return Place();
  }
  const types::Type& type = fn.type_of(array.value);
  const bool is_shared = type.space == AddressSpace::Shared || type.space == AddressSpace::Generic;
  if (is_shared && types::IsScalar(type.element)) {
    return place;
  }
  fn.Report(array.range, diag::Kind::ArgumentType, SpellingAt(fn, call.func->range),
            "a shared array of numbers", Describe(fn, array.value))
      .Help(std::string(kSharedHelp))
      .Emit();
  return Place();
}

Value EmitLoadMatrix(FunctionContext& fn, const ast::Call& call, const Arguments& arguments,
                     BuiltinId builtin, unsigned count) {
  const Place place = SharedPlace(fn, call, arguments[0], arguments[1]);
  if (!place.valid) {
    return Value();
  }
  const TypeId result =
      count == 1 ? types::kUInt32 : fn.program.types().Vector(types::kUInt32, count);
  return CallBuiltin(fn, builtin, result, {place.pointer});
}

// `cp_async_16(shared, i, array, j, valid=16)`.
Value EmitCopyAsync(FunctionContext& fn, const ast::Call& call, const Arguments& arguments,
                    BuiltinId builtin, unsigned bytes) {
  const Place to = SharedPlace(fn, call, arguments[0], arguments[1]);
  const Place from = ElementPlace(fn, call, arguments[2], arguments[3]);
  if (!to.valid || !from.valid) {
    return Value();
  }
  const std::string_view name = SpellingAt(fn, call.func->range);
  const types::Type& source = fn.type_of(arguments[2].value);
  const TypeId element = fn.type_of(arguments[0].value).element;
  const bool is_global =
      source.space == AddressSpace::Global || source.space == AddressSpace::Generic;
  if (!is_global || source.element != element) {
    fn.Report(arguments[2].range, diag::Kind::ArgumentType, name,
              fmt::format("an array of {} in global memory", fn.Spell(element)),
              Describe(fn, arguments[2].value))
        .Label(arguments[0].range, Describe(fn, arguments[0].value))
        .Emit();
    return Value();
  }
  if (types::scalar_size(element) > bytes) {
    fn.Report(arguments[0].range, diag::Kind::ArgumentType, name,
              fmt::format("elements of at most {}", CountBytes(bytes)),
              Describe(fn, arguments[0].value))
        .Emit();
    return Value();
  }
  if (arguments[4].given && !RequireInteger(fn, arguments[4], name)) {
    return Value();
  }
  const Value valid = arguments[4].given ? arguments[4].value : IntConstant(bytes);
  CallBuiltin(fn, builtin, types::kVoid,
              {to.pointer, from.pointer, ConvertTo(fn, valid, types::kInt32)});
  return Value::Of(Object());
}

// The columns of a product by four warps, and a thread's sums of it.
std::optional<std::int64_t> CheckSums(FunctionContext& fn, const ast::Call& call, const Argument& n,
                                      const Argument& sums) {
  const std::string_view name = SpellingAt(fn, call.func->range);
  const std::optional<std::int64_t> columns = ConstantInt(n.value);
  if (columns != 64 && columns != 128 && columns != 256) {
    fn.Report(n.range, diag::Kind::ArgumentType, name, "64, 128 or 256, as a constant",
              Describe(fn, n.value))
        .Emit();
    return std::nullopt;
  }
  const auto fits = [](const types::Type& type) {
    return type.element == types::kFloat32 && type.layout == types::Layout::C &&
           type.space == AddressSpace::Local;
  };
  if (!IsArray(fn, sums.value) || !fits(fn.type_of(sums.value))) {
    fn.Report(sums.range, diag::Kind::ArgumentType, name, "a local array of float32",
              Describe(fn, sums.value))
        .Help(fmt::format("write `sums = local.array({}, float32)`", *columns / 2))
        .Emit();
    return std::nullopt;
  }
  return columns;
}

// A flat shared array of elements of this type, and where in it a matrix begins.
bool CheckTile(FunctionContext& fn, const ast::Call& call, const Argument& tile,
               const Argument& index, TypeId element) {
  const std::string_view name = SpellingAt(fn, call.func->range);
  const bool is_narrow = element == types::kFloat16 || element == types::kBFloat16;
  const auto fits = [&](const types::Type& type) {
    return type.element == element && type.ndim == 1 && type.layout == types::Layout::C &&
           (type.space == AddressSpace::Shared || type.space == AddressSpace::Generic);
  };
  if (!is_narrow || !IsArray(fn, tile.value) || !fits(fn.type_of(tile.value))) {
    fn.Report(tile.range, diag::Kind::ArgumentType, name,
              "a flat shared array of float16 or bfloat16, as the other one",
              Describe(fn, tile.value))
        .Help(std::string(kSharedHelp))
        .Emit();
    return false;
  }
  const kir::Inst& made = fn.kir_function.inst(tile.value.inst);
  if (made.op == kir::Op::SharedArray &&
      kir::StaticAlign(fn.kir_function, made) < kir::kMostArrayAlign) {
    fn.Report(
          tile.range, diag::Kind::ArgumentType, name,
          fmt::format("an array that begins at a multiple of {}", CountBytes(kir::kMostArrayAlign)),
          Describe(fn, tile.value))
        .Help("give `shared.array` the argument `alignment=1024`, or take dynamic shared memory")
        .Emit();
    return false;
  }
  return RequireInteger(fn, index, name);
}

}  // namespace

Value EmitCopyAsyncWait(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  // More than any program has under way; the number is part of the instruction.
  constexpr std::int64_t kMostGroups = 255;
  const Value groups = arguments[0].given ? arguments[0].value : IntConstant(0);
  const std::optional<std::int64_t> count = ConstantInt(groups);
  if (!count || *count < 0 || *count > kMostGroups) {
    fn.Report(arguments[0].range, diag::Kind::ArgumentType, SpellingAt(fn, call.func->range),
              fmt::format("a constant from 0 to {}", kMostGroups), Describe(fn, groups))
        .Help("it is how many of the latest groups may still be under way")
        .Emit();
    return Value();
  }
  CallBuiltin(fn, BuiltinId::CopyAsyncWait, types::kVoid,
              {fn.builder.ConstInt(types::kInt32, *count)});
  return Value::Of(Object());
}

// `wgmma(n, sums, a, i, b, j, a_trans=False, b_trans=False, b_step=0)`.
Value EmitWgmma(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  const std::string_view name = SpellingAt(fn, call.func->range);
  const std::optional<std::int64_t> columns = CheckSums(fn, call, arguments[0], arguments[1]);
  const TypeId element =
      IsArray(fn, arguments[2].value) ? fn.type_of(arguments[2].value).element : types::kVoid;
  if (!columns || !CheckTile(fn, call, arguments[2], arguments[3], element) ||
      !CheckTile(fn, call, arguments[4], arguments[5], element) ||
      (arguments[8].given && !RequireInteger(fn, arguments[8], name))) {
    return Value();
  }
  std::vector<kir::InstId> operands;
  for (const std::uint32_t i : {1U, 2U, 4U}) {
    operands.push_back(fn.builder.ArrayData(arguments[i].value.inst));
    if (i > 1) {
      operands.push_back(ConvertTo(fn, arguments[i + 1].value, types::kInt32));
    }
  }
  operands.push_back(fn.builder.ConstInt(types::kInt32, *columns));
  for (const std::uint32_t i : {6U, 7U}) {
    const std::optional<std::int64_t> is_transposed =
        arguments[i].given ? ConstantInt(arguments[i].value) : 0;
    if (!is_transposed) {
      fn.Report(arguments[i].range, diag::Kind::ArgumentType, name, "True or False, as a constant",
                Describe(fn, arguments[i].value))
          .Emit();
      return Value();
    }
    operands.push_back(fn.builder.ConstInt(types::kInt32, *is_transposed != 0 ? 1 : 0));
  }
  const Value step = arguments[8].given ? arguments[8].value : IntConstant(0);
  operands.push_back(ConvertTo(fn, step, types::kInt32));
  fn.builder.CallBuiltin(BuiltinId::Wgmma, types::kVoid, operands);
  return Value::Of(Object());
}

// `wgmma_wait(groups, n, sums)`.
Value EmitWgmmaWait(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  constexpr std::int64_t kMostGroups = 7;
  const std::optional<std::int64_t> groups = ConstantInt(arguments[0].value);
  if (!groups || *groups < 0 || *groups > kMostGroups) {
    fn.Report(arguments[0].range, diag::Kind::ArgumentType, SpellingAt(fn, call.func->range),
              fmt::format("a constant from 0 to {}", kMostGroups), Describe(fn, arguments[0].value))
        .Help("it is how many of the latest groups may still be under way")
        .Emit();
    return Value();
  }
  const std::optional<std::int64_t> columns = CheckSums(fn, call, arguments[1], arguments[2]);
  if (!columns) {
    return Value();
  }
  CallBuiltin(
      fn, BuiltinId::WgmmaWait, types::kVoid,
      {fn.builder.ConstInt(types::kInt32, *groups), fn.builder.ConstInt(types::kInt32, *columns),
       fn.builder.ArrayData(arguments[2].value.inst)});
  return Value::Of(Object());
}

#define KC_LOAD_MATRIX(Name, matrices)                                                       \
  Value Emit##Name(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) { \
    return EmitLoadMatrix(fn, call, arguments, BuiltinId::Name, matrices);                   \
  }
KC_LOAD_MATRIX(LoadMatrix1, 1)
KC_LOAD_MATRIX(LoadMatrix1Transposed, 1)
KC_LOAD_MATRIX(LoadMatrix2, 2)
KC_LOAD_MATRIX(LoadMatrix2Transposed, 2)
KC_LOAD_MATRIX(LoadMatrix4, 4)
KC_LOAD_MATRIX(LoadMatrix4Transposed, 4)
#undef KC_LOAD_MATRIX
#define KC_COPY_ASYNC(bytes)                                                       \
  Value EmitCopyAsync##bytes(FunctionContext& fn, const ast::Call& call,           \
                             const Arguments& arguments) {                         \
    return EmitCopyAsync(fn, call, arguments, BuiltinId::CopyAsync##bytes, bytes); \
  }
KC_COPY_ASYNC(4)
KC_COPY_ASYNC(8)
KC_COPY_ASYNC(16)
#undef KC_COPY_ASYNC

}  // namespace kernelc::sema
