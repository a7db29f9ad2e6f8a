// What an expression of a kernel is while it is compiled.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "compiler/constants/files.h"
#include "compiler/constants/object.h"
#include "compiler/kir/kir.h"
#include "compiler/types/conversions.h"

namespace kernelc::constants {
class Evaluator;
}

namespace kernelc::sema {

using constants::BoundObject;
using constants::Evaluator;
using constants::FileIndexImpl;
using constants::Int128;
using constants::NamedTupleInfo;
using constants::Number;
using constants::NumberKind;
using constants::Object;
using constants::ObjectKind;
using index::Binding;
using index::BindingKind;
using index::CodeArena;
using index::DecoratorOptions;
using index::FunctionInfo;
using index::LaunchForm;
using index::Scope;
using index::ScopeKind;

enum class ValueKind : std::uint8_t {
  // Has no value: an error was reported, or its type is found in a later pass.
  Poison,
  // A number that is known; becomes an operation only where it is needed.
  Number,
  // The result of an operation.
  Runtime,
  // A module, type, function, string or None.
  Object,
  Tuple,
};

struct Closure;

struct Value {
  ValueKind kind = ValueKind::Poison;
  // Poison: the type is not known yet.
  bool pending = false;
  // Number and Runtime: promotion sees it as a weak literal.
  bool weak = false;
  // Number and Runtime: never negative.
  bool nonnegative = false;
  // Number: a NumPy scalar rather than a Python one.
  bool typed = false;
  TypeId type;
  kir::InstId inst;
  Number number;
  // Number: how the program writes it with names of constants, see kir::ConstantText; null where it does not.
  std::shared_ptr<const std::string> text;
  // Object; for a Number that is a member of an enumeration, that member; for a Tuple that is a list of the program, the list.
  std::shared_ptr<const Object> object;
  // Tuple: a named tuple's class.
  std::shared_ptr<const NamedTupleInfo> fields;
  std::shared_ptr<const std::vector<Value>> elements;
  // Object: a function that reads variables of the function around it.
  std::shared_ptr<const Closure> closure;

  static Value Pending() {
    Value value;
    value.pending = true;
    return value;
  }
  static Value Runtime(kir::InstId inst, TypeId type, bool weak = false) {
    Value value;
    value.kind = ValueKind::Runtime;
    value.inst = inst;
    value.type = type;
    value.weak = weak;
    value.nonnegative = types::IsUnsigned(type) || types::IsBool(type);
    return value;
  }
  static Value Of(Object object) {
    Value value;
    value.kind = ValueKind::Object;
    value.object = std::make_shared<const Object>(std::move(object));
    return value;
  }
  static Value Tuple(std::vector<Value> elements) {
    Value value;
    value.kind = ValueKind::Tuple;
    value.elements = std::make_shared<const std::vector<Value>>(std::move(elements));
    return value;
  }

  bool is_poison() const { return kind == ValueKind::Poison; }
  bool is_number() const { return kind == ValueKind::Number; }
  bool is_object(ObjectKind object_kind) const {
    return kind == ValueKind::Object && object->kind == object_kind;
  }
  bool is_none() const { return is_object(ObjectKind::None); }
  // A scalar, known or not.
  bool is_scalar() const {
    return kind == ValueKind::Number || (kind == ValueKind::Runtime && types::IsScalar(type));
  }
  // A scalar or an 8-bit float: what conversions take.
  bool is_convertible_number() const {
    return is_scalar() || (kind == ValueKind::Runtime && types::IsFloat8(type));
  }
  types::NumericType numeric() const { return {type, weak}; }
};

// Null for what is no tuple.
using TupleElements = std::shared_ptr<const std::vector<Value>>;

// What a function inside a function takes from there.
struct Closure {
  enum class State : std::uint8_t {
    // In the function that defines it: `names` are read where it is called.
    Open,
    // Passed on: `values` are what `names` were when it was passed.
    Bound,
    // The function itself, seen from its own code.
    Self,
  };
  State state = State::Open;
  std::vector<std::string_view> names;
  std::vector<Value> values;
  // By position, then by keyword; poison where a parameter has none. Open: values of run time are in the slots beside.
  std::vector<Value> defaults;
  std::vector<kir::InstId> default_slots;
};

// Integers that Numba's overloads of some functions take as float32: uint16 is not among them.
inline bool IsTakenAsFloat32(TypeId type) {
  return types::IsBool(type) || type == types::kInt8 || type == types::kInt16 ||
         type == types::kUInt8;
}

}  // namespace kernelc::sema
