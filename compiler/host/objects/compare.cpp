// Comparisons, truth and hashes.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "compiler/host/arrays/array.h"
#include "compiler/host/interpreter/numba_types.h"
#include "compiler/host/objects/integer.h"
#include "compiler/host/objects/operations.h"

namespace kernelc::host {
namespace {

using ast::CompareOperator;

std::string_view NameOf(CompareOperator op) { return FindComparison(op)->method; }
CompareOperator Reflected(CompareOperator op) { return FindComparison(op)->reflected; }
bool Holds(CompareOperator op, int order) {
  return FindComparison(op)->holds[order < 0 ? 0 : order == 0 ? 1 : 2];
}

bool IsOrdering(CompareOperator op) {
  return op != CompareOperator::Eq && op != CompareOperator::NotEq;
}

// -1, 0, 1; 2 beside a NaN.
int OrderOfNumbers(Context& c, const Value& a, const Value& b) {
  if (IsInteger(a) && IsInteger(b)) {
    return CompareIntegers(a, b);
  }
  GiveUpIf(c, a.is(Kind::BigInt) || b.is(Kind::BigInt), "compares a large integer with a float");
  // 64 bits of mantissa hold every small integer.
  const auto exact = [](const Value& x) {
    return x.is_float() ? static_cast<long double>(x.real) : static_cast<long double>(x.integer);
  };
  const long double x = exact(a);
  const long double y = exact(b);
  return x < y ? -1 : x > y ? 1 : x == y ? 0 : 2;
}

Value CompareSequences(Context& c, CompareOperator op, const Value& a, const Value& b) {
  // Copies: comparing may run code of the program.
  const ValueList x = a.items();
  const ValueList y = b.items();
  if (!IsOrdering(op) && x.size() != y.size()) {
    return Value::Bool(op == CompareOperator::NotEq);
  }
  for (std::size_t i = 0; i < x.size() && i < y.size(); ++i) {
    if (!IsEqual(c, x[i], y[i])) {
      return IsOrdering(op) ? Compare(c, op, x[i], y[i])
                            : Value::Bool(op == CompareOperator::NotEq);
    }
  }
  return Value::Bool(Holds(op, x.size() < y.size() ? -1 : x.size() > y.size() ? 1 : 0));
}

bool IsPartOf(Context& c, const Table& a, const Table& b) {
  for (const Entry& entry : a.live()) {
    if (FindKey(c, const_cast<Table&>(b), entry.key) == nullptr) {
      return false;
    }
  }
  return true;
}

Value CompareSets(Context& c, CompareOperator op, const Value& a, const Value& b) {
  const Table& x = KnownKeys(c, a.object);
  const Table& y = KnownKeys(c, b.object);
  const bool is_same = x.size() == y.size() && IsPartOf(c, x, y);
  if (is_same || !IsOrdering(op)) {
    return Value::Bool(is_same == Holds(op, 0));
  }
  return Value::Bool(Holds(op, -1) ? x.size() < y.size() && IsPartOf(c, x, y)
                                   : y.size() < x.size() && IsPartOf(c, y, x));
}

bool EqualDicts(Context& c, const Value& a, const Value& b) {
  // Methods of the keys and values may change both.
  const Table x = KnownKeys(c, a.object);
  const Table y = KnownKeys(c, b.object);
  if (x.size() != y.size()) {
    return false;
  }
  for (const Entry& entry : x.live()) {
    const Entry* other = FindKey(c, const_cast<Table&>(y), entry.key);
    if (other == nullptr || !IsEqual(c, entry.value, other->value)) {
      return false;
    }
  }
  return true;
}

bool IsNumber(const Value& value) { return IsInteger(value) || value.is_float(); }

Value CompareComplex(Context& c, CompareOperator op, const Value& a, const Value& b) {
  const auto parts = [&](const Value& x) {
    return x.is(Kind::Complex) ? std::pair(x.As<ComplexNumber>().real, x.As<ComplexNumber>().imag)
                               : std::pair(ToDouble(c, x), 0.0);
  };
  return Value::Bool((parts(a) == parts(b)) == (op == CompareOperator::Eq));
}

Value CompareExternals(Context& c, CompareOperator op, const Object& a, const Object& b) {
  const std::optional<bool> is_equal = IsOrdering(op) ? std::nullopt : IsEqualExternal(a, b);
  GiveUpIf(c, !is_equal, "is a comparison that is not followed");
  return Value::Bool(*is_equal == (op == CompareOperator::Eq));
}

// Undefined where the types are not compared.
Value CompareBuiltin(Context& c, CompareOperator op, const Value& a, const Value& b) {
  if (IsNumber(a) && IsNumber(b)) {
    const int order = OrderOfNumbers(c, a, b);
    return Value::Bool(order == 2 ? op == CompareOperator::NotEq : Holds(op, order));
  }
  const auto is_complex = [](const Value& x) { return x.is(Kind::Complex) || IsNumber(x); };
  if (is_complex(a) && is_complex(b) && !IsOrdering(op)) {
    return CompareComplex(c, op, a, b);
  }
  if ((a.is(Kind::External) && !b.is_object() && !b.is_none()) ||
      (b.is(Kind::External) && !a.is_object() && !a.is_none())) {
    // `numba.version_info.major == 0`: it may be a number.
    GiveUp(c, "compares something of a library that has no value here");
  }
  if (!a.is_object() || !b.is_object()) {
    return Value();
  }
  CheckContents(c, a);
  CheckContents(c, b);
  if (IsSet(a) && IsSet(b)) {
    return CompareSets(c, op, a, b);
  }
  if (a.object->kind != b.object->kind) {
    const auto is_special = [](const Value& x) {
      return x.is(Kind::ByteArray, Kind::DictView, Kind::External);
    };
    // What a library gives is none of the program's classes and functions.
    const auto is_code = [](const Value& x) {
      return x.is(Kind::External, Kind::Class, Kind::Function, Kind::Module);
    };
    GiveUpIf(c, (is_special(a) || is_special(b)) && !(is_code(a) && is_code(b) && !IsOrdering(op)),
             "is a comparison that is not followed");
    return Value();
  }
  const Kind kind = a.object->kind;
  if (kind == Kind::Str || kind == Kind::Bytes) {
    // Bytes of UTF-8 have the order of code points.
    return Value::Bool(Holds(op, a.text().compare(b.text())));
  }
  if (kind == Kind::Tuple || kind == Kind::List ||
      (!IsOrdering(op) && (kind == Kind::Slice || kind == Kind::Method))) {
    return CompareSequences(c, op, a, b);
  }
  if (kind == Kind::External) {
    return CompareExternals(c, op, *a.object, *b.object);
  }
  GiveUpIf(c, kind == Kind::ByteArray || kind == Kind::DictView || kind == Kind::Slice,
           "is a comparison that is not followed");
  if (IsOrdering(op)) {
    return Value();
  }
  if (kind == Kind::Range) {
    return CompareSequences(c, op, c.heap.List(Elements(c, a)), c.heap.List(Elements(c, b)));
  }
  if (kind == Kind::Dict) {
    return Value::Bool(EqualDicts(c, a, b) == (op == CompareOperator::Eq));
  }
  return Value();
}

Value CompareOwn(Context& c, CompareOperator op, const Value& a, const Value& b) {
  Value result = CallOwn(c, a, NameOf(op), {b});
  const bool inverts = op == CompareOperator::NotEq && result.is_undefined();
  if (inverts) {
    result = CallOwn(c, a, "__eq__", {b});
  }
  return result.is_undefined() || result.tag == Tag::NotImplemented ? Value()
         : inverts                                                  ? Value::Bool(!Truth(c, result))
                                                                    : result;
}

Value CompareKnown(Context& c, CompareOperator op, const Value& a, const Value& b) {
  constexpr int kMostDepth = 450;
  const Restored depth(c.depth, c.depth + 1);
  GiveUpIf(c, c.depth > kMostDepth, "compares what is too deep in each other");
  const bool reflected_first = a.is_object() && b.is_object() && ClassOf(c, a) != ClassOf(c, b) &&
                               IsSubclass(ClassOf(c, b), ClassOf(c, a));
  Value result = reflected_first ? CompareOwn(c, Reflected(op), b, a) : Value();
  if (result.is_undefined()) {
    result = CompareOwn(c, op, a, b);
  }
  if (result.is_undefined() && !reflected_first) {
    result = CompareOwn(c, Reflected(op), b, a);
  }
  if (result.is_undefined()) {
    const Value x = PlainNumber(a);
    const Value y = PlainNumber(b);
    const bool is_numpy = IsNumpy(x) || IsNumpy(y) || x.is(Kind::DType) || y.is(Kind::DType);
    result = is_numpy ? ArrayCompare(c, op, x, y) : CompareBuiltin(c, op, x, y);
  }
  if (!result.is_undefined()) {
    return result;
  }
  const bool is_partial = IsPartial(ClassOf(c, a)) || IsPartial(ClassOf(c, b));
  GiveUpIf(c,
           is_partial && (IsOrdering(op) || (a.is(Kind::Instance) && b.is(Kind::Instance) &&
                                             ClassOf(c, a) != ClassOf(c, b))),
           "is a comparison that is not followed");
  if (!IsOrdering(op)) {
    return Value::Bool(IsSame(a, b) == (op == CompareOperator::Eq));
  }
  RaiseError(c, "TypeError", "`{}` is not for these operands", ast::operator_spelling(op));
}

bool BytesContain(Context& c, std::string_view bytes, const Value& element) {
  if (element.is(Kind::Bytes)) {
    return bytes.find(element.text()) != std::string_view::npos;
  }
  GiveUpIf(c, !element.is_small_int() || element.integer < 0 || element.integer > 255,
           "is a search that is not followed");
  return bytes.find(static_cast<char>(element.integer)) != std::string_view::npos;
}

bool IsIn(Context& c, const Value& element, const Value& container) {
  if (const Value own = CallOwn(c, container, "__contains__", {element}); !own.is_undefined()) {
    return Truth(c, own);
  }
  CheckContents(c, container);
  RaiseIf(c, container.is(Kind::Scalar), "TypeError", "argument is not iterable");
  if (IsNumpy(container)) {
    return ArrayContains(c, container, element);
  }
  if (container.is(Kind::Str)) {
    RaiseIf(c, !element.is(Kind::Str), "TypeError", "only a text is in a text");
    return container.text().find(element.text()) != std::string::npos;
  }
  if (container.is(Kind::Bytes)) {
    return BytesContain(c, container.text(), element);
  }
  const bool is_set_in_set = IsSet(container) && element.is(Kind::Set);
  GiveUpIf(c,
           is_set_in_set || container.is(Kind::ByteArray) ||
               (container.is(Kind::DictView) && element.is_object() && !element.is(Kind::Str)),
           "is a search that is not followed");
  if (container.is(Kind::Dict, Kind::Set, Kind::FrozenSet)) {
    const Entry* found = FindKey(c, KeysOf(container.object), element);
    GiveUpIf(
        c, found != nullptr && ((found->value.flags & kMaybe) != 0 || found->value.is_undefined()),
        "depends on something that is not known");
    return found != nullptr;
  }
  // Iterators are left behind the element that was found.
  const Value iterator = MakeIterator(c, container);
  for (Value one; Advance(c, iterator, one);) {
    if (IsEqual(c, one, element)) {
      return true;
    }
  }
  return false;
}

// `is`, for values whose identity Python leaves open unknown.
Value Identity(Context& c, const Value& a, const Value& b) {
  if (IsSame(a, b)) {
    // Python keeps one object for small integers alone.
    const bool is_small = a.tag == Tag::Int && a.integer >= -5 && a.integer <= 256;
    GiveUpIf(c, (a.tag == Tag::Int && !is_small) || a.is_float(),
             "asks for the identity of a number");
    return Value::Bool(true);
  }
  const auto has_identity = [](const Value& x) {
    return x.tag != Tag::Int && !x.is_float() &&
           !x.is(Kind::Str, Kind::Bytes, Kind::Tuple, Kind::BigInt, Kind::Complex, Kind::FrozenSet,
                 Kind::Scalar, Kind::DType, Kind::External);
  };
  if (has_identity(a) || has_identity(b)) {
    return Value::Bool(false);
  }
  if (a.is(Kind::External) && b.is(Kind::External)) {
    const std::optional<bool> is_same = IsEqualExternal(*a.object, *b.object);
    const NumbaType* type = NumbaTypeOf(a);
    // Each call that makes a signature makes another one.
    if (is_same && type != nullptr && type->is_signature) {
      return Value::Bool(false);
    }
    GiveUpIf(c, !is_same, "asks for the identity of something of a library");
    return Value::Bool(*is_same);
  }
  if (!IsSame(Value::Of(ClassOf(c, a)), Value::Of(ClassOf(c, b)))) {
    return Value::Bool(false);
  }
  GiveUp(c, "asks for the identity of a value");
}

using enum CompareOperator;
constexpr Comparison kComparisons[] = {
    {Eq, "__eq__", "equal", Eq, {false, true, false}},
    {NotEq, "__ne__", "not_equal", NotEq, {true, false, true}},
    {Lt, "__lt__", "less", Gt, {true, false, false}},
    {LtE, "__le__", "less_equal", GtE, {true, true, false}},
    {Gt, "__gt__", "greater", Lt, {false, false, true}},
    {GtE, "__ge__", "greater_equal", LtE, {false, true, true}},
};

template <typename Key, typename Of>
const Comparison* FindBy(const Key& key, Of Comparison::*of) {
  const Comparison* found = std::ranges::find(kComparisons, key, of);
  return found == std::end(kComparisons) ? nullptr : found;
}

}  // namespace

const Comparison* FindComparison(CompareOperator op) { return FindBy(op, &Comparison::op); }
const Comparison* FindComparison(std::string_view method) {
  return FindBy(method, &Comparison::method);
}

Value Compare(Context& c, CompareOperator op, const Value& a, const Value& b) {
  return Guarded(c, {a, b}, [&]() -> Value {
    if (a.is_unknown() || b.is_unknown()) {
      if ((op == CompareOperator::Is || op == CompareOperator::IsNot)) {
        return Value::Unknown(a.is_unknown() ? a.why : b.why);
      }
      GiveUp(c, a.is_unknown() ? a.why->reason : b.why->reason);
    }
    switch (op) {
      case CompareOperator::Is:
        return Identity(c, a, b);
      case CompareOperator::IsNot:
        return Value::Bool(!Identity(c, a, b).as_bool());
      case CompareOperator::In:
        return Value::Bool(IsIn(c, a, b));
      case CompareOperator::NotIn:
        return Value::Bool(!IsIn(c, a, b));
      case CompareOperator::Eq:
      case CompareOperator::NotEq:
      case CompareOperator::Lt:
      case CompareOperator::LtE:
      case CompareOperator::Gt:
      case CompareOperator::GtE:
        return CompareKnown(c, op, a, b);
    }
    return Value();
  });
}

bool IsEqual(Context& c, const Value& a, const Value& b) {
  CheckKnown(c, a, b);
  if (a.is_float() && std::isnan(a.real)) {
    // Containers find a NaN by its identity.
    GiveUp(c, "compares a NaN");
  }
  if (IsSame(a, b)) {
    return true;
  }
  return Truth(c, CompareKnown(c, CompareOperator::Eq, a, b));
}

}  // namespace kernelc::host
