// Bits, warps, the grid group and memory with cache operators.
#include "compiler/sema/function_emitter.h"
#include "compiler/sema/report.h"

namespace kernelc::sema {

using builtins::BuiltinId;

// Numba has brev for uint32 and uint64, and takes everything but uint64 as uint32.
Value FunctionEmitter::EmitBitReverse(const ast::Call&, const Arguments& arguments) {
  const bool native = program_->rules() == types::PromotionRules::Weak;
  if (native ? !RequireInteger(arguments[0], "cuda.brev") : !RequireReal(arguments[0], "cuda.brev")) {
    return Value();
  }
  const Value& value = arguments[0].value;
  const bool wide = value.type == types::kUInt64 || (native && value.type == types::kInt64);
  const TypeId type = wide ? types::kUInt64 : types::kUInt32;
  return CallBuiltin(BuiltinId::BitReverse, type, {ConvertTo(value, type)});
}

// As Numba converts integers there: 8 and 16 bits, except uint16, to float32.
Value FunctionEmitter::EmitCubeRoot(const ast::Call& call, const Arguments& arguments) {
  if (!RequireReal(arguments[0], "cuda.cbrt")) {
    return Value();
  }
  Value operand = arguments[0].value;
  if (IsTakenAsFloat32(operand.type)) {
    operand = EmitCast(operand, types::kFloat32, arguments[0].range);
  }
  return EmitMath(BuiltinId::MathCbrt, {&operand, 1}, call.range, false);
}

bool FunctionEmitter::RequireInteger(const Argument& argument, std::string_view function) {
  const Value& value = argument.value;
  if (value.is_scalar() && (types::IsInteger(value.type) || types::IsBool(value.type))) {
    return true;
  }
  Report(argument.range, diag::Kind::ArgumentType, function, "an integer", Describe(value)).Emit();
  return false;
}

// The lanes with the same value, 0 unless all have it; and whether all have it.
Value FunctionEmitter::EmitMatchAllSync(const ast::Call&, const Arguments& arguments) {
  if (!RequireReal(arguments[0], "cuda.match_all_sync") ||
      !RequireReal(arguments[1], "cuda.match_all_sync")) {
    return Value();
  }
  const Value lanes =
      CallBuiltin(BuiltinId::MatchAllSync, types::kInt32,
                  {ConvertTo(arguments[0].value, types::kInt32), Materialize(arguments[1].value)});
  const kir::InstId none = builder_.ConstInt(types::kInt32, 0);
  const Value all = Value::Runtime(
      builder_.Compare(kir::ComparePredicate::Ne, lanes.inst, none), types::kBool);
  return Value::Tuple({lanes, all});
}

// Its methods are members of this path.
Value FunctionEmitter::EmitThisGrid(const ast::Call&, const Arguments&) {
  return Value::Of(Object::External("cuda.cg.GridGroup"));
}

Value FunctionEmitter::EmitGridSync(const ast::Call&, const Arguments&) {
  CallBuiltin(BuiltinId::GridSync, types::kVoid, {});
  // Numba gives the status of CUDA's function.
  return MakeTyped(Number::Int(0), types::kInt32);
}

// The element that a load or store with a cache hint is about: machines have them for numbers.
Place FunctionEmitter::CachedPlace(const ast::Call& call, const Arguments& arguments) {
  Place place = ElementPlace(call, arguments[0], arguments[1]);
  if (place.valid && !types::IsScalar(type_of(arguments[0].value).element)) {
    Report(arguments[0].range, diag::Kind::ArgumentType, SpellingAt(call.func->range),
           "an array of numbers", Describe(arguments[0].value))
        .Help("write `a[i]`")
        .Emit();
    return Place();
  }
  return place;
}

Value FunctionEmitter::EmitCachedLoad(const ast::Call& call, const Arguments& arguments,
                                      BuiltinId builtin) {
  const Place place = CachedPlace(call, arguments);
  if (!place.valid) {
    return Value();
  }
  return CallBuiltin(builtin, type_of(arguments[0].value).element, {place.pointer});
}

Value FunctionEmitter::EmitCachedStore(const ast::Call& call, const Arguments& arguments,
                                       BuiltinId builtin) {
  const Place place = CachedPlace(call, arguments);
  if (!place.valid) {
    return Value();
  }
  if (place.readonly) {
    Report(arguments[0].range, diag::Kind::ReadonlyStore).Help(std::string(kReadonlyHelp)).Emit();
    return Value();
  }
  const TypeId element = type_of(arguments[0].value).element;
  if (!IsConvertible(arguments[2].value, element)) {
    Report(arguments[2].range, diag::Kind::StoreType, Describe(arguments[2].value), Spell(element))
        .Label(arguments[0].range, Describe(arguments[0].value))
        .Emit();
    return Value();
  }
  CallBuiltin(builtin, types::kVoid, {place.pointer, ConvertTo(arguments[2].value, element)});
  return Value::Of(Object());
}

#define KC_CACHED(Name, kind)                                                              \
  Value FunctionEmitter::Emit##Name(const ast::Call& call, const Arguments& arguments) {   \
    return EmitCached##kind(call, arguments, BuiltinId::Name);                             \
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
