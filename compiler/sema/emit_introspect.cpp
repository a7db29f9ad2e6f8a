#include "compiler/sema/emit_introspect.h"

#include <algorithm>

#include "compiler/constants/paths.h"
#include "compiler/functions/functions.h"
#include "compiler/sema/emit_array.h"
#include "compiler/sema/emit_choice.h"
#include "compiler/sema/emit_datetime.h"
#include "compiler/sema/emit_expr.h"
#include "compiler/sema/emit_optional.h"
#include "compiler/sema/emit_record.h"
#include "compiler/sema/emit_report.h"
#include "compiler/sema/emit_special.h"
#include "compiler/sema/emit_string.h"
#include "compiler/sema/emit_value.h"
#include "compiler/types/written_types.h"

namespace kernelc::sema {

using ast::As;

namespace {

bool IsOfCategory(FunctionContext& fn, const Value& value, functions::TypeCategory category) {
  const bool is_scalar = value.is_scalar();
  const bool is_bool = is_scalar && types::IsBool(value.type);
  const bool is_integer = is_scalar && !is_bool && types::IsInteger(value.type);
  const bool is_float = is_scalar && types::IsFloat(value.type);
  const bool is_complex = is_scalar && types::IsComplex(value.type);
  switch (category) {
    case functions::TypeCategory::Anything:
      return true;
    case functions::TypeCategory::Array:
      return IsArray(fn, value);
    case functions::TypeCategory::Boolean:
      return is_bool;
    case functions::TypeCategory::Complex:
      return is_complex;
    case functions::TypeCategory::Datetime:
      return IsTime(fn, value) && !IsTimedelta(fn, value);
    case functions::TypeCategory::Float:
      return is_float;
    case functions::TypeCategory::Inexact:
      return is_float || is_complex;
    case functions::TypeCategory::Integer:
      return is_integer;
    case functions::TypeCategory::NamedTuple:
      return value.fields != nullptr ||
             (value.kind == ValueKind::Runtime && !fn.type_of(value).name.empty() &&
              fn.type_of(value).kind == types::TypeKind::Tuple);
    case functions::TypeCategory::None:
      return value.is_none();
    case functions::TypeCategory::Nothing:
      return false;
    case functions::TypeCategory::Number:
      return is_integer || is_float || is_complex;
    case functions::TypeCategory::Record:
      return IsRecord(fn, value);
    case functions::TypeCategory::Scalar:
      return is_scalar || IsTime(fn, value);
    case functions::TypeCategory::Signed:
      return is_integer && types::IsSigned(value.type);
    case functions::TypeCategory::Text:
      return IsText(fn, value);
    case functions::TypeCategory::Timedelta:
      return IsTimedelta(fn, value);
    case functions::TypeCategory::Tuple:
      return AsTuple(fn, value) != nullptr;
    case functions::TypeCategory::Unsigned:
      return is_integer && types::IsUnsigned(value.type);
  }
  KC_FATAL("type category");
}

// Numba's rule: Python's `int` is int64 alone, `float` float64 alone. Null where `type` is no type.
std::optional<bool> IsOfType(FunctionContext& fn, const Value& value, const Object& type) {
  switch (type.kind) {
    case ObjectKind::None:
      return value.is_none();
    case ObjectKind::Type: {
      const TypeId wanted = fn.program.types().FromArg(type.types.front());
      return RuntimeType(fn, value) == wanted;
    }
    case ObjectKind::Instance:
      return std::nullopt;
    case ObjectKind::NamedTupleType:
      return value.fields == type.fields;
    case ObjectKind::Class:
      return value.object != nullptr && value.object->kind == ObjectKind::EnumMember &&
             value.object->class_scope == type.class_scope;
    case ObjectKind::External: {
      if (const std::optional<abi::ScalarKind> number = types::FindPythonNumber(type.text)) {
        return value.is_scalar() && value.type == types::ScalarType(*number);
      }
      const std::optional<functions::TypeCategory> category = functions::FindTypeClass(type.text);
      return category ? std::optional(IsOfCategory(fn, value, *category)) : std::nullopt;
    }
    case ObjectKind::Tuple: {
      bool any = false;
      for (const Object& element : type.elements) {
        const std::optional<bool> is = IsOfType(fn, value, element);
        if (!is) {
          return std::nullopt;
        }
        any = any || *is;
      }
      return any;
    }
    case ObjectKind::Ellipsis:
    case ObjectKind::Number:
    case ObjectKind::Str:
    case ObjectKind::Dict:
    case ObjectKind::Array:
    case ObjectKind::Signature:
    case ObjectKind::Function:
    case ObjectKind::Module:
    case ObjectKind::EnumMember:
      return std::nullopt;
  }
  KC_FATAL("object kind");
}

// The node of `x.name` for getattr(x, "name"); null after an error.
std::optional<ast::Attribute> NamedAttribute(FunctionContext& fn, const ast::Call& call,
                                             const Arguments& arguments) {
  const Argument& name = arguments[1];
  if (!name.value.is_object(ObjectKind::Str)) {
    fn.Report(name.range, diag::Kind::ArgumentType, SpellingAt(fn, call.func->range),
              "a string that is known while compiling", Describe(fn, name.value))
        .Help("write the name between quotes")
        .Emit();
    return std::nullopt;
  }
  ast::Attribute attribute;
  static_cast<ast::Node&>(attribute).kind = ast::NodeKind::Attribute;
  static_cast<ast::Node&>(attribute).range = call.range;
  attribute.value = arguments[0].expr;
  // Values live as long as the pass.
  attribute.attr = name.value.object->text;
  return attribute;
}

}  // namespace

std::optional<bool> IsInstanceOf(FunctionContext& fn, const Value& value,
                                 const ast::Expr* classes) {
  if (const auto* either = As<ast::BinOp>(classes);
      either != nullptr && either->op == ast::BinaryOperator::BitOr) {
    const std::optional<bool> left = IsInstanceOf(fn, value, either->left);
    const std::optional<bool> right = IsInstanceOf(fn, value, either->right);
    return left && right ? std::optional(*left || *right) : std::nullopt;
  }
  if (const auto* tuple = As<ast::Tuple>(classes)) {
    bool any = false;
    for (const ast::Expr* element : tuple->elts) {
      const std::optional<bool> is = IsInstanceOf(fn, value, element);
      if (!is) {
        return std::nullopt;
      }
      any = any || *is;
    }
    return any;
  }
  std::optional<Object> type = EvalConstant(fn, classes);
  if (!type) {
    const Value emitted = Emit(fn, classes);
    if (emitted.is_poison() || emitted.kind != ValueKind::Object) {
      return std::nullopt;
    }
    type = *emitted.object;
  }
  return IsOfType(fn, value, *type);
}

// Its arguments are in the call alone: the second one need not be a value.
Value EmitIsInstance(FunctionContext& fn, const ast::Call& call, const Arguments&) {
  if (call.args.size() != 2 || !call.keywords.empty()) {
    fn.Report(call.range, diag::Kind::CallArity, "isinstance", "2 arguments",
              call.args.size() + call.keywords.size())
        .Emit();
    return Value();
  }
  const Value value = Emit(fn, call.args[0]);
  if (value.is_poison()) {
    return value;
  }
  const bool had_error = fn.has_error;
  const std::optional<bool> is = IsInstanceOf(fn, value, call.args[1]);
  if (!is) {
    if (fn.has_error == had_error) {
      fn.Report(call.args[1]->range, diag::Kind::ArgumentType, "isinstance",
                "a type, or a tuple of types", SpellingAt(fn, call.args[1]->range))
          .Help(
              "types are int, float, complex, bool, tuple, str, np.float32 and the like, "
              "np.ndarray, "
              "np.integer, np.floating and named tuples")
          .Emit();
    }
    return Value();
  }
  return MakeNumber(fn, Number::Bool(*is));
}

Value EmitTypeOf(FunctionContext& fn, const ast::Call&, const Arguments& arguments) {
  const Value& value = arguments[0].value;
  if (value.is_scalar()) {
    return Value::Of(Object::Type(abi::ArgType::Scalar(types::scalar_kind(value.type))));
  }
  if (value.is_none()) {
    return Value::Of(Object::External("numba.types.NoneType"));
  }
  if (IsArray(fn, value)) {
    return Value::Of(Object::External("np.ndarray"));
  }
  if (IsText(fn, value)) {
    return Value::Of(Object::External("str"));
  }
  if (AsTuple(fn, value) && value.fields == nullptr) {
    return Value::Of(Object::External("tuple"));
  }
  fn.Report(arguments[0].range, diag::Kind::ArgumentType, "type",
            "a number, array, tuple or string", Describe(fn, value))
      .Emit();
  return Value();
}

Value TryAttribute(FunctionContext& fn, const Value& base, const ast::Attribute& attribute,
                   kir::RegionId region) {
  diag::CollectingConsumer scratch;
  const diag::Emitter saved = fn.emitter;
  const bool had_error = fn.has_error;
  fn.emitter = diag::Emitter(scratch);
  const Value value = fn.InRegion(region, [&] { return EmitAttributeOf(fn, base, attribute); });
  fn.emitter = saved;
  fn.has_error = had_error;
  return value;
}

Value EmitHasAttr(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  const std::optional<ast::Attribute> attribute = NamedAttribute(fn, call, arguments);
  if (!attribute) {
    return Value();
  }
  const Value& base = arguments[0].value;
  const bool is_method = IsArray(fn, base) && IsArrayMethod(attribute->attr);
  const bool has =
      is_method || !TryAttribute(fn, base, *attribute, fn.builder.NewRegion()).is_poison();
  return MakeNumber(fn, Number::Bool(has));
}

Value EmitGetAttr(FunctionContext& fn, const ast::Call& call, const Arguments& arguments) {
  const std::optional<ast::Attribute> attribute = NamedAttribute(fn, call, arguments);
  if (!attribute) {
    return Value();
  }
  const Value& base = arguments[0].value;
  if (!arguments[2].given) {
    return EmitAttributeOf(fn, base, *attribute);
  }
  const kir::RegionId region = fn.builder.NewRegion();
  const Value value = TryAttribute(fn, base, *attribute, region);
  if (value.is_poison()) {
    return arguments[2].value;
  }
  Splice(fn, region);
  return value;
}

}  // namespace kernelc::sema
