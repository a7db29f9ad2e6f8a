// Expressions.
#include <fmt/format.h>

#include "compiler/ast/walk.h"
#include "compiler/host/interpreter/branches.h"
#include "compiler/host/interpreter/context.h"
#include "compiler/host/objects/integer.h"
#include "compiler/host/take.h"

namespace kernelc::host {
namespace {

Value EvalConstant(Context& c, const ast::ConstantValue& value) {
  switch (value.kind) {
    case ast::ConstantKind::None:
      return Value::None();
    case ast::ConstantKind::True:
      return Value::Bool(true);
    case ast::ConstantKind::False:
      return Value::Bool(false);
    case ast::ConstantKind::Ellipsis:
      return Value::Ellipsis();
    case ast::ConstantKind::Int:
      return IntegerOfText(c, value.text, 10);
    case ast::ConstantKind::Float:
      return Value::Float(value.float_value);
    case ast::ConstantKind::Imaginary:
      return MakeComplex(c, 0.0, value.float_value);
    case ast::ConstantKind::Str:
      return c.heap.Str(value.text);
    case ast::ConstantKind::Bytes:
      return c.heap.Bytes(value.text);
  }
  return Value();
}

// The elements of a display or of a call's arguments, with `*` resolved.
void EvalInto(Context& c, ast::NodeList<ast::Expr> nodes, ValueList& values) {
  values.reserve(values.size() + nodes.size());
  for (const ast::Expr* node : nodes) {
    if (const auto* starred = ast::As<ast::Starred>(node)) {
      for (const Value& element : Elements(c, Eval(c, starred->value))) {
        values.push_back(element);
      }
    } else {
      values.push_back(Eval(c, node));
    }
  }
}

ValueList EvalList(Context& c, ast::NodeList<ast::Expr> nodes) {
  ValueList values;
  EvalInto(c, nodes, values);
  return values;
}

Value EvalNode(Context& c, const ast::Dict& node) {
  Object* dict = c.heap.NewDict();
  for (std::size_t i = 0; i < node.values.size(); ++i) {
    if (node.keys[i] == nullptr) {
      const Value mapping = Eval(c, node.values[i]);
      // Pairs are none.
      GiveUpIf(c, !mapping.is(Kind::Dict) && FindOwn(c, ClassOf(c, mapping), "keys").is_undefined(),
               "is no mapping that is followed");
      UpdateDict(c, dict, mapping);
      continue;
    }
    const Value key = Eval(c, node.keys[i]);
    StoreKey(c, dict, key, Eval(c, node.values[i]));
  }
  return Value::Of(dict);
}

Value EvalNode(Context& c, const ast::Expr&) { GiveUp(c, "is an expression that is not followed"); }

Value EvalBool(Context& c, const ast::BoolOp& node, std::size_t first) {
  const Value value = Eval(c, node.values[first]);
  if (first + 1 == node.values.size()) {
    return value;
  }
  const auto stop = [&] { return value; };
  const auto go_on = [&] { return EvalBool(c, node, first + 1); };
  const Truthiness truth = TruthOf(c, value);
  return node.op == ast::BoolOperator::And ? ChooseValue(c, truth, go_on, stop)
                                           : ChooseValue(c, truth, stop, go_on);
}
Value EvalNode(Context& c, const ast::BoolOp& node) { return EvalBool(c, node, 0); }

Value EvalCompare(Context& c, const ast::Compare& node, const Value& left, std::size_t first) {
  const Value right = Eval(c, node.comparators[first]);
  const Value result = Compare(c, node.ops[first], left, right);
  if (first + 1 == node.ops.size()) {
    return result;
  }
  return ChooseValue(
      c, TruthOf(c, result), [&] { return EvalCompare(c, node, right, first + 1); },
      [&] { return result; });
}
Value EvalNode(Context& c, const ast::Compare& node) {
  return EvalCompare(c, node, Eval(c, node.left), 0);
}

Value EvalNode(Context& c, const ast::IfExp& node) {
  return ChooseValue(
      c, EvalCondition(c, node.test), [&] { return Eval(c, node.body); },
      [&] { return Eval(c, node.orelse); });
}

Value EvalNode(Context& c, const ast::BinOp& node) {
  const Value left = Eval(c, node.left);
  return Binary(c, node.op, left, Eval(c, node.right));
}

Value EvalNode(Context& c, const ast::UnaryOp& node) {
  const Value operand = Eval(c, node.operand);
  if (node.op != ast::UnaryOperator::Not) {
    return Unary(c, node.op, operand);
  }
  if (const Truthiness truth = TruthOf(c, operand); truth != Truthiness::Unknown) {
    return Value::Bool(truth == Truthiness::False);
  }
  return operand.is_unknown() ? Value::Unknown(operand.why)
                              : Lose(c, "depends on something that is not known");
}

// A call whose arguments are not all known: whatever it reaches escapes.
Value CallWithUnknown(Context& c, const ast::Call& node, const Value& callee, const Why* why) {
  for (const ast::Expr* argument : node.args) {
    c.heap.EscapeCode(argument, c.frame, true, c.where);
  }
  for (const ast::Keyword* keyword : node.keywords) {
    c.heap.EscapeCode(keyword->value, c.frame, true, c.where);
  }
  c.heap.Escape(callee, c.where);
  MayRaise(c);
  return Value::Unknown(why);
}

Value EvalNode(Context& c, const ast::Call& node) {
  Value callee = Eval(c, node.func);
  ValueList values;
  std::vector<Keyword> keywords;
  if (callee.is(Kind::Method)) {
    values.reserve(node.args.size() + 1);
    values.push_back(callee.items()[0]);
    callee = callee.items()[1];
  }
  try {
    EvalInto(c, node.args, values);
    for (const ast::Keyword* keyword : node.keywords) {
      const Value value = Eval(c, keyword->value);
      if (!keyword->arg.empty()) {
        keywords.push_back({keyword->arg, value});
        continue;
      }
      GiveUpIf(c,
               !value.is(Kind::Dict) || value.object->state.top ||
                   value.object->state.table->is_uncertain,
               "is a call with keywords that are not known");
      for (const Entry& entry : value.object->state.table->entries()) {
        RaiseIf(c, !entry.key.is_undefined() && !entry.key.is(Kind::Str), "TypeError",
                "keywords must be strings");
        if (entry.key.is(Kind::Str)) {
          keywords.push_back({entry.key.text(), entry.value});
        }
      }
    }
  } catch (const GivenUp& given_up) {
    for (const Value& value : values) {
      c.heap.Escape(value, c.where);
    }
    return CallWithUnknown(c, node, callee, given_up.why);
  }
  const Restored where(c.where);
  c.call = &node;
  return Call(c, callee, Arguments{values, keywords});
}

Value EvalNode(Context& c, const ast::JoinedStr& node) {
  std::string text;
  Value lost;
  for (const ast::Expr* part : node.values) {
    if (const Value value = Eval(c, part); value.is(Kind::Str)) {
      text += value.text();
    } else {
      lost = value;
    }
  }
  return lost.is_undefined() ? c.heap.Str(text) : lost;
}

Value EvalNode(Context& c, const ast::FormattedValue& node) {
  const Value value = Eval(c, node.value);
  const Value spec = node.format_spec != nullptr ? Eval(c, node.format_spec) : c.heap.Str("");
  return Guarded(c, {value, spec}, [&]() -> Value {
    CheckKnown(c, value, spec);
    Value shown = value;
    if (node.conversion == 'r' || node.conversion == 'a') {
      shown = c.heap.Str(Repr(c, value));
    } else if (node.conversion == 's') {
      shown = c.heap.Str(ToText(c, value));
    }
    return c.heap.Str(Format(c, shown, spec.text()));
  });
}

Value EvalNode(Context& c, const ast::Slice& node) {
  const auto part = [&](const ast::Expr* bound) {
    return bound != nullptr ? Eval(c, bound) : Value::None();
  };
  return c.heap.Of(Kind::Slice, {part(node.lower), part(node.upper), part(node.step)});
}

Value EvalNode(Context& c, const ast::Set& node) {
  Object* set = c.heap.New(Kind::Set);
  for (const Value& element : EvalList(c, node.elts)) {
    StoreKey(c, set, element, Value::None());
  }
  return Value::Of(set);
}

Value EvalNode(Context& c, const ast::NamedExpr& node) {
  const Value value = Eval(c, node.value);
  // In a comprehension it binds outside of it.
  Object* frame = c.frame;
  while (frame->As<FrameInfo>().is_comprehension && frame->As<FrameInfo>().around != nullptr) {
    frame = frame->As<FrameInfo>().around;
  }
  const InFrame outside(c, frame);
  Assign(c, node.target, value);
  return value;
}

Value EvalNode(Context& c, const ast::Name& node) { return LoadName(c, node.id); }
Value EvalNode(Context& c, const ast::Constant& node) { return EvalConstant(c, node.value); }
Value EvalNode(Context& c, const ast::Attribute& node) {
  const Value base = Eval(c, node.value);
  const auto* name = ast::As<ast::Name>(node.value);
  // Without a dot behind it `nb` may be a number.
  const bool may_be_meant = base.is_unknown() && name != nullptr && name->id == "nb";
  return GetAttribute(c, may_be_meant ? MeantByName(c, base, "numba", false) : base, node.attr);
}
Value EvalNode(Context& c, const ast::Subscript& node) {
  const Value container = Eval(c, node.value);
  return GetItem(c, container, Eval(c, node.slice));
}
Value EvalNode(Context& c, const ast::Tuple& node) { return c.heap.Tuple(EvalList(c, node.elts)); }
Value EvalNode(Context& c, const ast::List& node) { return c.heap.List(EvalList(c, node.elts)); }
Value EvalNode(Context& c, const ast::Lambda& node) { return MakeFunction(c, &node); }
Value EvalNode(Context& c, const ast::ListComp& node) { return EvalComprehension(c, &node); }
Value EvalNode(Context& c, const ast::SetComp& node) { return EvalComprehension(c, &node); }
Value EvalNode(Context& c, const ast::DictComp& node) { return EvalComprehension(c, &node); }
Value EvalNode(Context& c, const ast::GeneratorExp& node) { return EvalComprehension(c, &node); }

}  // namespace

Value Eval(Context& c, const ast::Expr* node) {
  Step(c);
  if (!c.parts.empty()) {
    if (const auto part = c.parts.find(node); part != c.parts.end()) {
      return part->second;
    }
  }
  return ast::Visit(node, [&](const auto& typed) { return EvalNode(c, typed); });
}

Value EvalOrLose(Context& c, const ast::Expr* node) {
  return OrLose(c, node, [&] { return Eval(c, node); });
}

Truthiness EvalCondition(Context& c, const ast::Expr* node) {
  return TruthOf(c, EvalOrLose(c, node));
}

}  // namespace kernelc::host
