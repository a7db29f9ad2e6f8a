#include "compiler/sema/emit_signature.h"

#include <algorithm>
#include <array>

#include "compiler/sema/emit_cast.h"
#include "compiler/sema/emit_optional.h"
#include "compiler/sema/emit_value.h"
#include "compiler/types/written_types.h"

namespace kernelc::sema {
namespace {

using types::Conversion;

// Numba's order: least unsafe conversions first, then safe ones, then promotions; of equals the
// first signature.
using Rating = std::array<unsigned, 3>;

void Add(Conversion conversion, Rating* rating) {
  switch (conversion) {
    case Conversion::None:
    case Conversion::Exact:
      break;
    case Conversion::Promote:
      ++(*rating)[2];
      break;
    case Conversion::Safe:
      ++(*rating)[1];
      break;
    case Conversion::Unsafe:
      ++(*rating)[0];
      break;
  }
}

// Results that a conversion can give: numbers, and tuples of these.
bool IsPlain(const abi::ArgType& type) {
  return type.kind == abi::ArgKind::Scalar ||
         (type.kind == abi::ArgKind::Tuple && std::ranges::all_of(type.elements, IsPlain));
}

// A literal of native mode fits every type of its class and of those above it.
Conversion RankLiteral(TypeId from, TypeId to) {
  const Conversion conversion = types::RankConversion(from, to);
  const bool same_class = types::IsFloat(from) == types::IsFloat(to) &&
                          types::IsInteger(from) == types::IsInteger(to) && !types::IsBool(to);
  if (same_class && conversion == Conversion::Unsafe) {
    return Conversion::Promote;
  }
  return conversion == Conversion::Unsafe && types::IsInteger(from) && types::IsFloat(to)
             ? Conversion::Safe
             : conversion;
}

Conversion RankArray(const types::Type& from, const types::Type& to) {
  const bool fits = from.kind == types::TypeKind::Array && from.element == to.element &&
                    from.ndim == to.ndim &&
                    (from.layout == to.layout || to.layout == types::Layout::A) &&
                    (to.readonly || !from.readonly);
  if (!fits) {
    return Conversion::None;
  }
  return from.layout == to.layout && from.readonly == to.readonly ? Conversion::Exact
                                                                  : Conversion::Safe;
}

Conversion RankScalar(const types::Type& from, types::NumericType given, TypeId to) {
  if (from.kind == types::TypeKind::Optional && types::IsScalar(from.element)) {
    return std::max(Conversion::Safe, types::RankConversion(from.element, to));
  }
  if (types::IsFloat8(given.type) || types::IsFloat8(to)) {
    return types::RankConversion(given.type, to);
  }
  if (!types::IsScalar(given.type)) {
    return Conversion::None;
  }
  return given.weak ? RankLiteral(given.type, to) : types::RankConversion(given.type, to);
}

Conversion RankTuple(types::TypeStore& store, const types::Type& from, const abi::ArgType& type);

// How well an argument of type `given` fits a parameter of type `type`.
Conversion RankArgument(types::TypeStore& store, types::NumericType given,
                        const abi::ArgType& type) {
  if (!given.type.has_value()) {
    return Conversion::None;
  }
  const types::Type from = store.get(given.type);
  const auto exact = [](bool same) { return same ? Conversion::Exact : Conversion::None; };
  switch (type.kind) {
    case abi::ArgKind::Scalar:
      return RankScalar(from, given, types::ScalarType(type.scalar));
    case abi::ArgKind::Array:
      return RankArray(from, store.get(store.FromArg(type)));
    case abi::ArgKind::None:
      return exact(given.type == types::kNone);
    case abi::ArgKind::Tuple:
      return RankTuple(store, from, type);
    case abi::ArgKind::Record:
      return exact(types::IsRecordPointer(store, given.type) &&
                   types::SameFields(store, from.element, store.get(store.FromArg(type)).element));
    case abi::ArgKind::Vector:
      return exact(given.type == store.FromArg(type));
    case abi::ArgKind::Pointer:
      return exact(from.kind == types::TypeKind::Pointer &&
                   from.element == store.get(store.FromArg(type)).element);
  }
  KC_FATAL("kind of argument");
}

Conversion RankTuple(types::TypeStore& store, const types::Type& from, const abi::ArgType& type) {
  if (from.kind != types::TypeKind::Tuple || from.elements.size() != type.elements.size()) {
    return Conversion::None;
  }
  Conversion worst = Conversion::Exact;
  for (std::size_t i = 0; i < from.elements.size(); ++i) {
    const Conversion one = RankArgument(store, {from.elements[i], false}, type.elements[i]);
    if (one == Conversion::None) {
      return one;
    }
    worst = std::max(worst, one);
  }
  return worst;
}

// Whether the signatures have this one with None for parameter `k` too, as `optional(T)` says it.
bool TakesNone(const std::vector<std::vector<abi::ArgType>>& signatures,
               const std::vector<abi::ArgType>& signature, std::size_t k) {
  return std::ranges::any_of(signatures, [&](const std::vector<abi::ArgType>& other) {
    if (other.size() != signature.size() || other[k].kind != abi::ArgKind::None) {
      return false;
    }
    for (std::size_t i = 0; i < other.size(); ++i) {
      if (i != k && other[i] != signature[i]) {
        return false;
      }
    }
    return true;
  });
}

Value CastArgument(FunctionContext& fn, const Value& value, const abi::ArgType& type,
                   SourceRange range) {
  if (type.kind == abi::ArgKind::Scalar) {
    const Value inside = Unwrap(fn, value, range);
    const TypeId to = types::ScalarType(type.scalar);
    // A number that is known stays known, but is as typed as the parameter.
    return inside.type == to && !inside.weak ? inside : EmitCast(fn, inside, to, range);
  }
  if (type.kind == abi::ArgKind::Tuple) {
    std::vector<Value> elements = *AsTuple(fn, value);
    for (std::size_t i = 0; i < elements.size(); ++i) {
      elements[i] = CastArgument(fn, elements[i], type.elements[i], range);
    }
    Value tuple = Value::Tuple(std::move(elements));
    tuple.fields = value.fields;
    return tuple;
  }
  // Arrays keep what is known of them beyond their declared type.
  return value;
}

// `value` as a declared result type: a number or a tuple. Nothing where that cannot be.
std::optional<kir::InstId> CastResult(FunctionContext& fn, const Value& value, TypeId type) {
  if (types::IsScalar(type) || types::IsFloat8(type)) {
    return value.is_convertible_number() && types::CanConvert(value.type, type)
               ? std::optional(ConvertTo(fn, value, type))
               : std::nullopt;
  }
  const TupleElements elements = AsTuple(fn, value);
  const std::vector<TypeId> wanted = fn.program.types().get(type).elements;
  if (!elements || elements->size() != wanted.size()) {
    return std::nullopt;
  }
  std::vector<kir::InstId> parts;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const std::optional<kir::InstId> part = CastResult(fn, (*elements)[i], wanted[i]);
    if (!part) {
      return std::nullopt;
    }
    parts.push_back(*part);
  }
  return fn.builder.Append(kir::Op::TupleMake, type, parts);
}

// The number of the signature that fits the values best; null where none does.
std::optional<std::size_t> BestSignature(FunctionContext& fn, const DecoratorOptions& options,
                                         const std::vector<Value>& values) {
  std::optional<std::size_t> best;
  Rating best_rating{};
  for (std::size_t i = 0; i < options.signatures.size(); ++i) {
    const std::vector<abi::ArgType>& signature = options.signatures[i];
    Rating rating{};
    bool fits = signature.size() == values.size();
    for (std::size_t k = 0; fits && k < signature.size(); ++k) {
      const Value& value = values[k];
      const bool stays_optional =
          IsOptional(fn, value) && TakesNone(options.signatures, signature, k);
      const TypeId given = stays_optional ? fn.type_of(value).element : TypeOrNone(fn, value);
      const Conversion conversion =
          RankArgument(fn.program.types(), {given, value.weak}, signature[k]);
      // NumPy chooses among the loops of a universal function by safe casts alone.
      fits = conversion != Conversion::None &&
             (options.launch == LaunchForm::Kernel || conversion != Conversion::Unsafe);
      Add(conversion, &rating);
    }
    if (fits && (!best || rating < best_rating)) {
      best = i;
      best_rating = rating;
    }
  }
  return best;
}

void ReportNoSignature(FunctionContext& fn, const ast::Call& call, const FunctionInfo& function,
                       const std::vector<Value>& values) {
  const DecoratorOptions& options = function.options;
  std::string given;
  for (const Value& value : values) {
    given += (given.empty() ? "" : ", ") + Describe(fn, value);
  }
  std::string known;
  for (const std::vector<abi::ArgType>& signature : options.signatures) {
    known += (known.empty() ? "(" : ", (");
    for (std::size_t k = 0; k < signature.size(); ++k) {
      known += (k == 0 ? "" : ", ") + types::SpellArgType(signature[k]);
    }
    known += ")";
  }
  fn.Report(call.range, diag::Kind::NoSignature, function.name, given)
      .Label(function.name_range, "defined here")
      .Note(fmt::format("the decorator of `{}` declares {}", function.name, known))
      .Help("convert the arguments, add a signature, or leave the signatures away")
      .Emit();
}

}  // namespace

bool FitSignature(FunctionContext& fn, const ast::Call& call, const FunctionInfo& function,
                  std::vector<Value>* values, TypeId* result) {
  const DecoratorOptions& options = function.options;
  if (!options.device || options.signatures.empty() || function.has_self()) {
    return true;
  }
  const std::optional<std::size_t> best = BestSignature(fn, options, *values);
  if (!best) {
    ReportNoSignature(fn, call, function, *values);
    return false;
  }
  const std::vector<abi::ArgType>& chosen = options.signatures[*best];
  for (std::size_t k = 0; k < values->size(); ++k) {
    Value& value = (*values)[k];
    if (!IsOptional(fn, value) || !TakesNone(options.signatures, chosen, k)) {
      value = CastArgument(fn, value, chosen[k], call.range);
    } else if (chosen[k].kind == abi::ArgKind::Scalar) {
      const TypeId type = fn.program.types().Optional(types::ScalarType(chosen[k].scalar));
      value = Value::Runtime(MakeOptional(fn, value, type), type);
    }
  }
  const std::optional<abi::ArgType>& declared = options.results[*best];
  if (declared && IsPlain(*declared)) {
    *result = fn.program.types().FromArg(*declared);
  }
  return true;
}

void EmitDeclaredReturn(FunctionContext& fn, const Value& value, SourceRange range) {
  const TypeId declared = fn.instance.declared_result;
  const Value inside = Unwrap(fn, value, range);
  const std::optional<kir::InstId> result = CastResult(fn, inside, declared);
  if (!result) {
    fn.Report(range, diag::Kind::DeclaredResult, Describe(fn, value), fn.Spell(declared))
        .Help("return a value on every way, or change the signature")
        .Emit();
    return;
  }
  fn.builder.Return(*result);
}

}  // namespace kernelc::sema
