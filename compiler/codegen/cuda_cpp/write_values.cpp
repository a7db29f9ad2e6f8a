// Constants, conversions and arithmetic as CUDA C++.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <iterator>
#include <limits>

#include "compiler/base/check.h"
#include "compiler/codegen/cuda_cpp/function_writer.h"
#include "compiler/codegen/cuda_cpp/numbers.h"

namespace kernelc::codegen::cuda_cpp {

using kir::Op;

namespace {

bool IsNarrowFloat(TypeId id) {
  return types::IsFloat8(id) || (types::IsFloat(id) && types::scalar_bits(id) == 16);
}
bool IsNarrowInteger(TypeId id) { return types::IsInteger(id) && types::scalar_bits(id) < 32; }

// An operation of two numbers: the operator of C++, how it binds, and the template for types that
// have none. The operators of division are those of numbers that are not negative.
struct Operation {
  Op op;
  std::string_view text;
  Binding binding;
  std::string_view function;
};
constexpr Operation kOperations[] = {
    {Op::Add, "+", Binding::Add, "kc::add"},
    {Op::And, "&", Binding::BitAnd, ""},
    {Op::Div, "/", Binding::Multiply, "kc::div"},
    {Op::FloorDiv, "/", Binding::Multiply, "kc::floor_div"},
    {Op::Mod, "%", Binding::Multiply, "kc::floor_mod"},
    {Op::Mul, "*", Binding::Multiply, "kc::mul"},
    {Op::Or, "|", Binding::BitOr, ""},
    {Op::Shl, "<<", Binding::Shift, ""},
    {Op::Shr, ">>", Binding::Shift, ""},
    {Op::Sub, "-", Binding::Add, "kc::sub"},
    {Op::Xor, "^", Binding::BitXor, ""},
};

const Operation& OperationOf(Op op) {
  const auto* const found = std::ranges::find(kOperations, op, &Operation::op);
  KC_CHECK(found != std::end(kOperations), "{} is no operator", kir::op_info(op).text);
  return *found;
}
std::string_view Operator(Op op) { return OperationOf(op).text; }
Binding BindingOf(Op op) { return OperationOf(op).binding; }
std::string_view FunctionOf(Op op) { return OperationOf(op).function; }

}  // namespace

bool FunctionWriter::IsLiteral(kir::InstId id) const {
  const Op op = inst(id).op;
  return op == Op::ConstInt || op == Op::ConstFloat ||
         (op == Op::Zero && types::IsScalar(inst(id).type) && !types::IsComplex(inst(id).type));
}

std::optional<std::int64_t> FunctionWriter::KnownInteger(kir::InstId id) const {
  if (inst(id).op == Op::ConstInt) {
    return inst(id).imm;
  }
  return inst(id).op == Op::Zero ? std::optional<std::int64_t>(0) : std::nullopt;
}

Expr FunctionWriter::Literal(const kir::Inst& value, bool typed) {
  const TypeId id = value.type;
  const auto place = static_cast<std::uint32_t>(&value - function_.insts.data());
  if (std::optional<Expr> named =
          module_.named_constants().NumberText(function_, kir::InstId(place), typed)) {
    return *std::move(named);
  }
  if (types::IsBool(id)) {
    return Truth(value.op == Op::ConstInt && value.imm != 0);
  }
  if (types::IsFloat(id)) {
    const double number = value.op == Op::ConstFloat ? std::bit_cast<double>(value.imm) : 0.0;
    return IsNarrowFloat(id)
               ? Call(fmt::format("kc::narrow<{}>", Spell(id)), FloatNumber(number, true).text)
               : FloatNumber(number, id == types::kFloat32);
  }
  const Expr number = IntegerNumber(value.op == Op::ConstInt ? value.imm : 0, id);
  const bool natural = id == types::kInt32 || id == types::kUInt32;
  return typed && !natural ? SameValue(Spell(id), number) : number;
}

Expr FunctionWriter::ConvertScalar(const Expr& value, TypeId from, TypeId to) {
  if (from == to) {
    return value;
  }
  if (types::IsBool(to)) {
    return IsNarrowFloat(from) || types::IsComplex(from)
               ? Call("kc::truth", value.text)
               : Infix(value, "!=", {"0", Binding::Name}, Binding::Equality);
  }
  if (types::IsComplex(to)) {
    return Call(fmt::format("kc::to_complex<{}>", Spell(types::ComplexElement(to))), value.text);
  }
  if (types::IsComplex(from)) {
    return ConvertScalar(Member(value, "real"), types::ComplexElement(from), to);
  }
  if (IsNarrowFloat(to)) {
    return Call(fmt::format("kc::narrow<{}>", Spell(to)), value.text);
  }
  if (IsNarrowFloat(from)) {
    return ConvertScalar(Call("kc::widen", value.text), types::kFloat32, to);
  }
  Expr result = Cast(Spell(to), value.value());
  result.widens =
      (to == types::kInt64 && types::IsInteger(from) && types::scalar_bits(from) < 64) ||
      (to == types::kFloat64 && from == types::kFloat32);
  result.same_value = result.widens;
  if (!result.widens) {
    // An initialiser would convert as well, but readers should see what is lost.
    result.bare.clear();
  }
  return result;
}

Expr FunctionWriter::Convert(const kir::Inst& value) {
  const TypeId from = operand_type(value, 0);
  if (types::HasScalarKind(from) && types::HasScalarKind(value.type)) {
    return ConvertScalar(Use(operand(value, 0)), from, value.type);
  }
  const types::Type& to = type(value.type);
  if (to.kind == types::TypeKind::Array && to.layout == types::Layout::A &&
      type(from).layout != types::Layout::A) {
    return Call("kc::strided", Use(operand(value, 0)).text);
  }
  // Address spaces and read-only arrays are one type here.
  return Use(operand(value, 0));
}

// Both operands; a conversion that C++ makes by itself is left out of one of them.
std::pair<Expr, Expr> FunctionWriter::Operands(const kir::Inst& value) {
  std::pair<Expr, Expr> both{Use(operand(value, 0)), Use(operand(value, 1))};
  const bool shifts = value.op == Op::Shl || value.op == Op::Shr;
  const auto shorten = [&](Expr& expr, const Expr& other, std::uint32_t index) {
    // A number that the narrow type has compares the same in every type.
    const kir::InstId partner = operand(value, 1 - index);
    const kir::Inst& side = inst(operand(value, index));
    const TypeId from = side.op == Op::Convert ? operand_type(side, 0) : types::kVoid;
    const bool is_int = types::IsInteger(from) && !types::IsBool(from);
    const std::int64_t most =
        is_int ? std::int64_t{1} << std::min(31u, types::scalar_bits(from) - 1) : 128;
    const std::int64_t known = KnownInteger(partner).value_or(most);
    const bool is_small = value.op == Op::Compare && known < most &&
                          (is_int && types::IsSigned(from) ? known > -most : known >= 0);
    if (expr.widens && !other.widens && !shifts && (!IsLiteral(partner) || is_small) &&
        expr.bare_binding >= Binding::Unary) {
      expr = {expr.bare, expr.bare_binding};
    }
  };
  shorten(both.first, both.second, 0);
  shorten(both.second, both.first, 1);
  return both;
}

// `threadIdx.x / 32`: the quotient of two numbers that are not negative is the same in every type
// that has them.
Expr FunctionWriter::PlainDivision(const kir::Inst& value) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  Expr sides[] = {Use(operand(value, 0)), Use(operand(value, 1))};
  bool is_narrow = false;
  bool is_wide = false;
  for (std::uint32_t i = 0; i < 2; ++i) {
    const std::int64_t known = KnownInteger(operand(value, i)).value_or(kMost + 1);
    is_narrow |= sides[i].widens;
    is_wide |= !sides[i].widens && known > kMost;
  }
  for (std::uint32_t i = 0; i < 2; ++i) {
    // One that keeps its width is enough where both are wide.
    if (sides[i].widens && (!is_wide || !sides[1 - i].widens)) {
      sides[i] = {sides[i].bare, sides[i].bare_binding};
    }
  }
  const bool both = IsLiteral(operand(value, 0)) && IsLiteral(operand(value, 1));
  sides[0] = both ? Literal(inst(operand(value, 0)), true) : sides[0];
  Expr result = Infix(sides[0], Operator(value.op), sides[1], Binding::Multiply);
  if (!is_narrow || is_wide) {
    return result;
  }
  result = SameValue(Spell(value.type), result);
  result.widens = true;
  return result;
}

Expr FunctionWriter::Arithmetic(const kir::Inst& value) {
  const TypeId id = value.type;
  const auto place = static_cast<std::uint32_t>(&value - function_.insts.data());
  const bool is_plain = plain_divisions_.contains(place);
  if (is_plain && id == types::kInt64) {
    return PlainDivision(value);
  }
  const bool divides = value.op == Op::FloorDiv || value.op == Op::Mod;
  const bool by_function = (divides && !is_plain) || IsNarrowFloat(id);
  if (by_function) {
    const Expr left = UseTyped(operand(value, 0));
    return Call(FunctionOf(value.op),
                fmt::format("{}, {}", left.text, UseTyped(operand(value, 1)).text));
  }
  const auto [left, right] = Operands(value);
  if (types::IsBool(id) && value.op != Op::Shl && value.op != Op::Shr) {
    return value.op == Op::And  ? Infix(left, "&&", right, Binding::LogicalAnd)
           : value.op == Op::Or ? Infix(left, "||", right, Binding::LogicalOr)
                                : Infix(left, "!=", right, Binding::Equality);
  }
  Expr first = left;
  // A literal on the left has to make the operation as wide as its type.
  const bool both = IsLiteral(operand(value, 0)) && IsLiteral(operand(value, 1));
  const bool shifts = value.op == Op::Shl || value.op == Op::Shr;
  if (both || (shifts && IsLiteral(operand(value, 0)))) {
    first = Literal(inst(operand(value, 0)), true);
  } else if (id == types::kUInt16 && value.op == Op::Mul) {
    // The product of two would overflow int.
    first = Call("uint32_t", left.text);
  }
  Expr result = Infix(first, Operator(value.op), right, BindingOf(value.op));
  return IsNarrowInteger(id) ? Cast(Spell(id), result) : result;
}

// What is known of `x < 0` for an unsigned x, of which compilers warn. Conversions to wider types
// may not be written.
std::optional<bool> FunctionWriter::ComparesWithZero(const kir::Inst& value,
                                                     kir::ComparePredicate predicate) const {
  const auto is_unsigned = [&](std::uint32_t place) {
    const TypeId id = operand_type(value, place);
    const kir::Inst& side = inst(operand(value, place));
    const TypeId from = side.op == Op::Convert ? operand_type(side, 0) : id;
    return types::IsUnsigned(id) || (types::IsInteger(id) && types::IsUnsigned(from) &&
                                     types::scalar_bits(from) < types::scalar_bits(id));
  };
  const auto is_zero = [&](std::uint32_t place) {
    const kir::Inst& number = inst(operand(value, place));
    return number.op == Op::ConstInt && number.imm == 0;
  };
  if (is_zero(1) && is_unsigned(0) &&
      (predicate == kir::ComparePredicate::Lt || predicate == kir::ComparePredicate::Ge)) {
    return predicate == kir::ComparePredicate::Ge;
  }
  if (is_zero(0) && is_unsigned(1) &&
      (predicate == kir::ComparePredicate::Gt || predicate == kir::ComparePredicate::Le)) {
    return predicate == kir::ComparePredicate::Le;
  }
  return std::nullopt;
}

Expr FunctionWriter::Compare(const kir::Inst& value) {
  const auto predicate = static_cast<kir::ComparePredicate>(value.imm);
  const TypeId id = operand_type(value, 0);
  if (const std::optional<bool> known = ComparesWithZero(value, predicate)) {
    return Truth(*known);
  }
  auto [left, right] = Operands(value);
  if (IsNarrowFloat(id)) {
    left = Call("kc::widen", left.text);
    right = Call("kc::widen", right.text);
  }
  switch (predicate) {
    case kir::ComparePredicate::Eq:
      return Infix(left, "==", right, Binding::Equality);
    case kir::ComparePredicate::Ne:
      return Infix(left, "!=", right, Binding::Equality);
    case kir::ComparePredicate::Lt:
      return Infix(left, "<", right, Binding::Relational);
    case kir::ComparePredicate::Le:
      return Infix(left, "<=", right, Binding::Relational);
    case kir::ComparePredicate::Gt:
      return Infix(left, ">", right, Binding::Relational);
    case kir::ComparePredicate::Ge:
      return Infix(left, ">=", right, Binding::Relational);
  }
  KC_FATAL("unknown predicate");
}

Expr FunctionWriter::Bitcast(const kir::Inst& value) {
  const TypeId from = operand_type(value, 0);
  const bool to_pointer = type(value.type).kind == types::TypeKind::Pointer;
  const bool from_pointer = type(from).kind == types::TypeKind::Pointer;
  const Expr source = UseTyped(operand(value, 0));
  if (to_pointer || from_pointer) {
    return Call(fmt::format("reinterpret_cast<{}>", Spell(value.type)), source.text);
  }
  if (types::HasScalarKind(from) && types::HasScalarKind(value.type)) {
    const bool is_integer = types::IsInteger(from) && types::IsInteger(value.type);
    const std::string to = Spell(value.type);
    return Call(is_integer ? to : fmt::format("kc::bit_cast<{}>", to), source.text);
  }
  // Times and integers.
  return source;
}

Expr FunctionWriter::Select(const kir::Inst& value) {
  const Expr condition = Use(operand(value, 0));
  const bool both = IsLiteral(operand(value, 1)) && IsLiteral(operand(value, 2));
  const Expr yes = both ? UseTyped(operand(value, 1)) : Use(operand(value, 1));
  const Expr no = Use(operand(value, 2));
  return Conditional(condition, yes, no);
}

// Whether a compiler that takes `-x` for the negative of x could compute something else from it, as
// C++ leaves the negative of the smallest integer open. Sums and products of it wrap either way.
bool FunctionWriter::NegationShows(const kir::Inst& value) const {
  if (!types::IsSigned(value.type) || types::scalar_bits(value.type) < 32 ||
      IsLiteral(operand(value, 0))) {
    return false;
  }
  const auto id = static_cast<std::size_t>(&value - function_.insts.data());
  if (uses_[id] != 1) {
    return true;
  }
  constexpr Op kWrapping[] = {Op::Add,    Op::And,   Op::Call, Op::Mul, Op::Or,
                              Op::Return, Op::Store, Op::Sub,  Op::Xor};
  return std::ranges::find(kWrapping, inst(user_[id]).op) == std::end(kWrapping);
}

// The name of a tuple of numbers that the program names, `OFFSETS[i]`.
std::optional<std::string> FunctionWriter::NamedTable(kir::InstId id) {
  const std::optional<Expr> wanted = module_.named_constants().Text(function_, id);
  if (inst(id).op != Op::TupleMake || !wanted) {
    return std::nullopt;
  }
  std::vector<std::string> numbers;
  for (const kir::InstId element : function_.operands(inst(id))) {
    if (!IsLiteral(element) || IsNarrowFloat(type_of(element))) {
      return std::nullopt;
    }
    numbers.push_back(Literal(inst(element), false).text);
  }
  // Nothing else needs the tuple here.
  static_cast<void>(Use(id));
  return module_.TableName(wanted->text, Spell(operand_type(inst(id), 0)), numbers);
}

Expr FunctionWriter::BitNot(const kir::Inst& value) {
  if (types::IsBool(value.type)) {
    return Not(Use(operand(value, 0)));
  }
  const Expr result = Prefix("~", Use(operand(value, 0)));
  return IsNarrowInteger(value.type) ? Call(Spell(value.type), result.text) : result;
}

Expr FunctionWriter::Negation(const kir::Inst& value) {
  if (IsNarrowFloat(value.type)) {
    return Call("kc::neg", Use(operand(value, 0)).text);
  }
  if (NegationShows(value)) {
    return Call("kc::neg", UseTyped(operand(value, 0)).text);
  }
  const Expr result = Prefix("-", UseTyped(operand(value, 0)));
  return IsNarrowInteger(value.type) ? Call(Spell(value.type), result.text) : result;
}

Expr FunctionWriter::TupleIndex(const kir::Inst& value) {
  if (const std::optional<std::string> table = NamedTable(operand(value, 0))) {
    return Subscript({*table, Binding::Name}, Use(operand(value, 1)).value().text);
  }
  const std::string tuple = Use(operand(value, 0)).text;
  return Call(fmt::format("kc::element<{}>", Spell(value.type)),
              fmt::format("{}, {}", tuple, Use(operand(value, 1)).value().text));
}

Expr FunctionWriter::FusedMultiplyAdd(const kir::Inst& value) {
  const std::string_view name = value.type == types::kFloat32   ? "fmaf"
                                : value.type == types::kFloat64 ? "fma"
                                                                : "kc::fma";
  return Call(name, Arguments(value));
}

Expr FunctionWriter::Negated(const kir::Inst& value) {
  const TypeId id = operand_type(value, 0);
  const Expr source = Use(operand(value, 0));
  return Not(types::IsBool(id) ? source : ConvertScalar(source, id, types::kBool));
}

Expr FunctionWriter::Aggregate(const kir::Inst& value) {
  if (type(value.type).kind == types::TypeKind::Optional && KnownInteger(operand(value, 0)) == 1) {
    const Expr some = UseTyped(operand(value, 1));
    return {fmt::format("{}({})", Spell(value.type), some.converted()), Binding::Primary, some.text,
            some.binding};
  }
  return Braces(Spell(value.type), Arguments(value));
}

Expr FunctionWriter::Pure(const kir::Inst& value) {
  switch (value.op) {
    case Op::Bitcast:
      return Bitcast(value);
    case Op::Convert:
      return Convert(value);
    case Op::Select:
      return Select(value);
    case Op::Zero:
      return type(value.type).kind == types::TypeKind::Pointer ? Expr{"nullptr", Binding::Name}
                                                               : Braces(Spell(value.type), "");
    case Op::Add:
    case Op::And:
    case Op::Div:
    case Op::FloorDiv:
    case Op::Mod:
    case Op::Mul:
    case Op::Or:
    case Op::Shl:
    case Op::Shr:
    case Op::Sub:
    case Op::Xor:
      return Arithmetic(value);
    case Op::BitNot:
      return BitNot(value);
    case Op::Neg:
      return Negation(value);
    case Op::Fma:
      return FusedMultiplyAdd(value);
    case Op::Compare:
      return Compare(value);
    case Op::LogicalNot:
      return Negated(value);
    case Op::ComplexMake:
    case Op::TupleMake:
      return Aggregate(value);
    case Op::ComplexReal:
      return Member(Use(operand(value, 0)), "real");
    case Op::ComplexImag:
      return Member(Use(operand(value, 0)), "imag");
    case Op::TupleGet:
      return Member(
          Use(operand(value, 0)),
          module_.types().TupleMember(operand_type(value, 0), static_cast<std::size_t>(value.imm)));
    case Op::TupleIndex:
      return TupleIndex(value);
    case Op::ArrayData:
    case Op::ArrayExtent:
    case Op::ArrayMake:
    case Op::ArrayStride:
      return ArrayPart(value);
#define KIR_CUDA_Statement(op) case Op::op:
#define KIR_CUDA_CpuOnly(op) case Op::op:
#include "compiler/kir/op_cases.def"
    case Op::kCount:
      break;
  }
  KC_FATAL("{} is no expression", kir::op_info(value.op).text);
}

}  // namespace kernelc::codegen::cuda_cpp
