#include "compiler/sema/emit_warp.h"

#include "compiler/advice/report.h"
#include "compiler/sema/emit_call.h"
#include "compiler/sema/emit_cast.h"
#include "compiler/sema/emit_math.h"
#include "compiler/sema/emit_memory.h"
#include "compiler/sema/emit_report.h"
#include "compiler/sema/emit_special.h"
#include "compiler/sema/emit_value.h"

namespace kernelc::sema {

using builtins::BuiltinId;

namespace {

// The element that a load or store with a cache hint is about: machines have them for numbers.
Place CachedPlace(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  Place place = ElementPlace(fn, call, arguments[0], arguments[1]);
  if (place.valid && !types::IsScalar(fn.type_of(arguments[0].value).element)) {
    fn.Report(arguments[0].range, diag::Kind::ArgumentType, SpellingAt(fn, call.func->range),
              "an array of numbers", Describe(fn, arguments[0].value))
        .Help("write `a[i]`")
        .Emit();
    return Place();
  }
  return place;
}

Value EmitCachedLoad(FunctionContext& fn, const ast::Call& call, const Arguments& arguments,
                     BuiltinId builtin) {
  const Place place = CachedPlace(fn, call, arguments);
  if (!place.valid) {
    return Value();
  }
  return CallBuiltin(fn, builtin, fn.type_of(arguments[0].value).element, {place.pointer});
}

Value EmitCachedStore(FunctionContext& fn, const ast::Call& call, const Arguments& arguments,
                      BuiltinId builtin) {
  const Place place = CachedPlace(fn, call, arguments);
  if (!place.valid) {
    return Value();
  }
  if (place.readonly) {
    fn.Report(arguments[0].range, diag::Kind::ReadonlyStore)
        .Help(std::string(advice::kReadonlyHelp))
        .Emit();
    return Value();
  }
  const TypeId element = fn.type_of(arguments[0].value).element;
  if (!IsConvertible(fn, arguments[2].value, element)) {
    fn.Report(arguments[2].range, diag::Kind::StoreType, Describe(fn, arguments[2].value),
              fn.Spell(element))
        .Label(arguments[0].range, Describe(fn, arguments[0].value))
        .Emit();
    return Value();
  }
  CallBuiltin(fn, builtin, types::kVoid,
              {place.pointer, ConvertTo(fn, arguments[2].value, element)});
  return Value::Of(Object());
}

}  // namespace

// Numba has brev for uint32 and uint64, and takes everything but uint64 as uint32.
Value EmitBitReverse(FunctionContext& fn, const ast::Call&, const Arguments& arguments) {
  const bool native = fn.program.rules() == types::PromotionRules::Weak;
  if (native ? !RequireInteger(fn, arguments[0], "cuda.brev")
             : !RequireReal(fn, arguments[0], "cuda.brev")) {
    return Value();
  }
  const Value& value = arguments[0].value;
  const bool wide = value.type == types::kUInt64 || (native && value.type == types::kInt64);
  const TypeId type = wide ? types::kUInt64 : types::kUInt32;
  return CallBuiltin(fn, BuiltinId::BitReverse, type, {ConvertTo(fn, value, type)});
}

// As Numba converts integers there: 8 and 16 bits, except uint16, to float32.
Value EmitCubeRoot(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  if (!RequireReal(fn, arguments[0], "cuda.cbrt")) {
    return Value();
  }
  Value operand = arguments[0].value;
  if (IsTakenAsFloat32(operand.type)) {
    operand = EmitCast(fn, operand, types::kFloat32, arguments[0].range);
  }
  return EmitMath(fn, BuiltinId::MathCbrt, {&operand, 1}, call.range, false);
}

bool RequireInteger(FunctionContext& fn, const Argument& argument, std::string_view function) {
  const Value& value = argument.value;
  if (value.is_scalar() && (types::IsInteger(value.type) || types::IsBool(value.type))) {
    return true;
  }
  fn.Report(argument.range, diag::Kind::ArgumentType, function, "an integer", Describe(fn, value))
      .Emit();
  return false;
}

// The lanes with the same value, 0 unless all have it; and whether all have it.
Value EmitMatchAllSync(FunctionContext& fn, const ast::Call&, const Arguments& arguments) {
  if (!RequireReal(fn, arguments[0], "cuda.match_all_sync") ||
      !RequireReal(fn, arguments[1], "cuda.match_all_sync")) {
    return Value();
  }
  const Value lanes = CallBuiltin(
      fn, BuiltinId::MatchAllSync, types::kInt32,
      {ConvertTo(fn, arguments[0].value, types::kInt32), Materialize(fn, arguments[1].value)});
  const kir::InstId none = fn.builder.ConstInt(types::kInt32, 0);
  const Value all =
      Value::Runtime(fn.builder.Compare(kir::ComparePredicate::Ne, lanes.inst, none), types::kBool);
  return Value::Tuple({lanes, all});
}

// Its methods are members of this path.
Value EmitThisGrid(FunctionContext&, const ast::Call&, const Arguments&) {
  return Value::Of(Object::External("cuda.cg.GridGroup"));
}

Value EmitGridSync(FunctionContext& fn, const ast::Call&, const Arguments&) {
  CallBuiltin(fn, BuiltinId::GridSync, types::kVoid, {});
  // Numba gives the status of CUDA's function.
  return MakeTyped(Number::Int(0), types::kInt32);
}

#define KC_CACHED(Name, kind)                                                                \
  Value Emit##Name(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) { \
    return EmitCached##kind(fn, call, arguments, BuiltinId::Name);                           \
  }
KC_CACHED(LoadCa, Load)
KC_CACHED(LoadCg, Load)
KC_CACHED(LoadCs, Load)
KC_CACHED(LoadCv, Load)
KC_CACHED(LoadLu, Load)
KC_CACHED(StoreCg, Store)
KC_CACHED(StoreCs, Store)
KC_CACHED(StoreWb, Store)
KC_CACHED(StoreWt, Store)
#undef KC_CACHED

}  // namespace kernelc::sema
