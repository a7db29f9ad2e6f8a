// Statements.
#include <algorithm>

#include "compiler/sema/advice.h"
#include "compiler/sema/function_emitter.h"
#include "compiler/sema/report.h"

namespace kernelc::sema {

using ast::As;

bool FunctionEmitter::EmitBody(ast::NodeList<ast::Stmt> body) {
  for (const ast::Stmt* stmt : body) {
    if (!EmitStatement(stmt)) {
      return false;
    }
  }
  return true;
}

bool FunctionEmitter::EmitStatement(const ast::Stmt* stmt) {
  if (program_->is_exhausted()) {
    Report(stmt->range, diag::Kind::TooComplex).Help("split the function").Emit();
    return true;
  }
  const Program::Nesting nesting(*program_);
  const RangeScope scope(builder_, stmt->range);
  ReportSlips(*stmt, function_->file->sources(), emitter_);
  switch (stmt->kind) {
#define AST_EXPR(Name, fields) case ast::NodeKind::Name:
#define AST_STMT(Name, fields) \
  case ast::NodeKind::Name:    \
    return EmitNode(static_cast<const ast::Name&>(*stmt));
#define AST_PATTERN(Name, fields) case ast::NodeKind::Name:
#define AST_NODE(Name, fields) case ast::NodeKind::Name:
#include "compiler/ast/nodes.def"
    case ast::NodeKind::kCount:
      break;
  }
  KC_FATAL("not a statement");
}

// Statements without effect on kernels.
bool FunctionEmitter::EmitNode(const ast::Pass&) { return true; }
bool FunctionEmitter::EmitNode(const ast::Global&) { return true; }

// A function inside a function gets values, not variables.
bool FunctionEmitter::EmitNode(const ast::Nonlocal& node) {
  const std::string_view around = std::string_view(function_->name).substr(0, function_->name.rfind('.'));
  Report(node.range, diag::Kind::GlobalWrite, node.names.front(), fmt::format("`{}`", around),
         "functions inside it")
      .Help("return the value and assign it in the function around")
      .Emit();
  return true;
}

// Statements that kernels do not have. Bodies that run once are still compiled, so that their errors show as well.
#define KC_UNSUPPORTED_STMT(Name)                            \
  bool FunctionEmitter::EmitNode(const ast::Name& node) {    \
    Unsupported(node);                                       \
    return true;                                             \
  }
KC_UNSUPPORTED_STMT(AsyncFor)
KC_UNSUPPORTED_STMT(AsyncFunctionDef)
KC_UNSUPPORTED_STMT(AsyncWith)
KC_UNSUPPORTED_STMT(ClassDef)
KC_UNSUPPORTED_STMT(Import)
KC_UNSUPPORTED_STMT(ImportFrom)
KC_UNSUPPORTED_STMT(TryStar)
KC_UNSUPPORTED_STMT(TypeAlias)
#undef KC_UNSUPPORTED_STMT

bool FunctionEmitter::EmitNode(const ast::With& node) {
  Unsupported(node);
  return EmitBody(node.body);
}

bool FunctionEmitter::EmitNode(const ast::Try& node) {
  Unsupported(node);
  return EmitBody(node.body) && EmitBody(node.orelse) && EmitBody(node.finalbody);
}

// A function inside a kernel is compiled where it is called.
bool FunctionEmitter::EmitNode(const ast::FunctionDef& node) {
  const ast::Node& place = node;
  Define(renaming_.definitions.at(place.id), MakeClosure(node, *node.args));
  return true;
}

bool FunctionEmitter::EmitNode(const ast::ExprStmt& node) {
  // Docstrings and `...` as a body.
  if (As<ast::Constant>(node.value) == nullptr) {
    CheckUnused(*node.value, EmitMaybeNone(node.value));
  }
  return true;
}

bool FunctionEmitter::EmitNode(const ast::Assign& node) {
  const Value value = EmitMaybeNone(node.value);
  for (const ast::Expr* target : node.targets) {
    Assign(target, value, node.value->range);
  }
  return true;
}

bool FunctionEmitter::EmitNode(const ast::AnnAssign& node) {
  if (node.value != nullptr) {
    Assign(node.target, EmitMaybeNone(node.value), node.value->range);
  }
  return true;
}

bool FunctionEmitter::EmitNode(const ast::AugAssign& node) {
  if (const auto* name = As<ast::Name>(node.target)) {
    const auto use = renaming_.uses.find(static_cast<const ast::Node*>(name)->id);
    if (use == renaming_.uses.end()) {
      CheckGlobalWrite(*name);
      return true;
    }
    const Value old = Unwrap(ReadVersion(use->second, *name), name->range);
    const Value operand = Emit(node.value);
    if (IsArray(old) && !operand.is_poison()) {
      EmitInPlace(node.op, old, operand, node.range);
      DefineName(*name, old);
      return true;
    }
    DefineName(*name, EmitBinary(node.op, old, operand, node.range, node.target->range,
                                 node.value->range));
    return true;
  }
  const auto* subscript = As<ast::Subscript>(node.target);
  const auto* attribute = As<ast::Attribute>(node.target);
  if (subscript == nullptr && attribute == nullptr) {
    Assign(node.target, Emit(node.value), node.value->range);
    return true;
  }
  // The target is evaluated once.
  const Place place = subscript != nullptr ? EmitSubscriptPlace(*subscript)
                                           : EmitAttributePlace(*attribute);
  const Value old = place.valid ? LoadPlace(place) : Value();
  const Value operand = Emit(node.value);
  if (!place.valid || operand.is_poison()) {
    return true;
  }
  if (!place.pointer.has_value()) {
    if (place.readonly) {
      Report(node.range, diag::Kind::ReadonlyStore).Help(std::string(kReadonlyHelp)).Emit();
      return true;
    }
    EmitInPlace(node.op, place.view, operand, node.range);
    return true;
  }
  const Value result = EmitBinary(node.op, old, operand, node.range,
                                  node.target->range, node.value->range);
  StorePlace(place, result, node.target->range, node.range);
  return true;
}

bool FunctionEmitter::EmitNode(const ast::Delete& node) {
  for (const ast::Expr* target : node.targets) {
    if (As<ast::Name>(target) == nullptr) {
      Unsupported(node);
    }
  }
  return true;
}

bool FunctionEmitter::EmitNode(const ast::Return& node) {
  if (node.value == nullptr) {
    EmitReturn(Value::Of(Object()), node.range);
    return false;
  }
  const Value value = EmitMaybeNone(node.value);
  instance_->says_none = instance_->says_none || value.is_none();
  EmitReturn(value, node.value->range);
  if (value.is_poison() && !has_error_) {
    // In `return 1 if n == 0 else f(n - 1)` one side is enough for the type of the result, which the next pass needs.
    const std::function<void(const ast::Expr*)> learn = [&](const ast::Expr* expr) {
      const auto* choice = As<ast::IfExp>(expr);
      if (choice == nullptr) {
        InRegion(builder_.NewRegion(), [&] { EmitReturn(EmitMaybeNone(expr), expr->range); });
        return;
      }
      const auto flow = renaming_.flows.find(static_cast<const ast::Node*>(choice)->id);
      if (flow != renaming_.flows.end() && !flow->second.constant) {
        learn(choice->body);
        learn(choice->orelse);
      }
    };
    if (As<ast::IfExp>(node.value) != nullptr) {
      learn(node.value);
    }
  }
  return false;
}

void FunctionEmitter::EmitReturn(const Value& value, SourceRange range) {
  if (value.is_poison()) {
    returned_unknown_ = true;
    return;
  }
  Instance& instance = *instance_;
  if (instance.kind == kir::FunctionKind::Kernel) {
    if (!value.is_none()) {
      Report(range, diag::Kind::KernelReturnsValue, Describe(value))
          .Help("write the result into an array parameter")
          .Emit();
    }
    instance.result = types::kVoid;
    builder_.Return();
    return;
  }
  if (instance.declared_result.has_value()) {
    EmitDeclaredReturn(value, range);
    return;
  }
  const bool gives_value = instance.result.has_value() && instance.result != types::kVoid;
  if (value.is_none() && !gives_value) {
    // A value on another way makes the result optional: FinishPass.
    returned_none_ = true;
    builder_.Return();
    return;
  }
  const TypeId type = TypeOrNone(value);
  // The number that an iterator counts with may be this function's own.
  if (!type.has_value() || HoldsIterator(program_->types(), type)) {
    Report(range, diag::Kind::CannotReturn, Describe(value))
        .Help("a device function returns numbers, arrays and tuples of these")
        .Emit();
    return;
  }
  if (!gives_value) {
    return_changed_ = return_changed_ || instance.result == types::kVoid;
    program_->NoteResultChange();
    instance.result = type;
    instance.result_weak = value.weak;
  } else {
    const bool weak = value.is_none() ? instance.result_weak : value.weak;
    const std::optional<types::NumericType> unified =
        UnifyTypes({instance.result, instance.result_weak}, {type, weak});
    if (!unified) {
      Report(range, diag::Kind::ReturnMismatch, Spell(type), Spell(instance.result))
          .Help("return the same type everywhere")
          .Emit();
      return;
    }
    return_changed_ = return_changed_ || unified->type != instance.result ||
                      unified->weak != instance.result_weak;
    instance.result = unified->type;
    instance.result_weak = unified->weak;
  }
  builder_.Return(ConvertTo(value, instance.result));
}

bool FunctionEmitter::EmitNode(const ast::If& node) {
  const Flow& flow = renaming_.flows.at(node.id);
  if (flow.constant && !flow.learned) {
    return EmitBody(*flow.constant ? node.body : node.orelse);
  }
  const Value condition = EmitTruth(node.test);
  const std::optional<bool> learned = LearnCondition(node.test, condition);
  if (flow.learned || learned) {
    // Where an earlier walk was wrong, this one is thrown away.
    return EmitBody(learned.value_or(*flow.constant) ? node.body : node.orelse);
  }
  const kir::RegionId then_region = builder_.NewRegion();
  const kir::RegionId else_region = builder_.NewRegion();
  const bool then_falls = InRegion(then_region, [&] { return EmitBody(node.body); });
  const bool else_falls = InRegion(else_region, [&] { return EmitBody(node.orelse); });
  // Types of the phis are known only now that both branches are there.
  if (then_falls) {
    InRegion(then_region, [&] { EmitEdge(flow.edges[0]); });
  }
  if (else_falls) {
    InRegion(else_region, [&] { EmitEdge(flow.edges[1]); });
  }
  if (!condition.is_poison()) {
    builder_.If(Materialize(condition), then_region, else_region);
  }
  return then_falls || else_falls;
}

bool FunctionEmitter::EmitNode(const ast::Break& node) {
  const auto flow = renaming_.flows.find(static_cast<const ast::Node&>(node).id);
  if (loops_.empty() || flow == renaming_.flows.end()) {
    return false;
  }
  EmitEdge(flow->second.edges[0]);
  builder_.Append(kir::Op::Break, types::kVoid, {});
  loops_.back().breaks.push_back(builder_.insertion_region());
  return false;
}

bool FunctionEmitter::EmitNode(const ast::Continue& node) {
  const auto flow = renaming_.flows.find(static_cast<const ast::Node&>(node).id);
  if (loops_.empty() || flow == renaming_.flows.end()) {
    return false;
  }
  EmitEdge(flow->second.edges[0]);
  builder_.Append(kir::Op::Continue, types::kVoid, {});
  return false;
}

void FunctionEmitter::CheckGlobalWrite(const ast::Name& name) {
  Report(name.range, diag::Kind::GlobalWrite, name.id, "the module", "kernels")
      .Help("module variables are constants in kernels; keep values that change in an array")
      .Emit();
}

void FunctionEmitter::Assign(const ast::Expr* target, const Value& value,
                             SourceRange value_range) {
  if (const auto* name = As<ast::Name>(target)) {
    DefineName(*name, value);
  } else if (const auto* tuple = As<ast::Tuple>(target)) {
    AssignElements(tuple->elts, Unwrap(value, value_range), target, value_range);
  } else if (const auto* list = As<ast::List>(target)) {
    AssignElements(list->elts, Unwrap(value, value_range), target, value_range);
  } else if (const auto* subscript = As<ast::Subscript>(target)) {
    const Place place = EmitSubscriptPlace(*subscript);
    if (place.valid && !value.is_poison()) {
      StorePlace(place, Unwrap(value, value_range), target->range, value_range);
    }
  } else if (const auto* attribute = As<ast::Attribute>(target)) {
    const Place place = EmitAttributePlace(*attribute);
    if (place.valid && !value.is_poison()) {
      StorePlace(place, Unwrap(value, value_range), target->range, value_range);
    }
  } else if (const auto* starred = As<ast::Starred>(target)) {
    Assign(starred->value, value, value_range);
  } else {
    // No target; the parser has said so.
    Emit(target);
  }
}

// As in Python, an iterator is asked once more than there are names, to see that it has nothing left. Where that is
// reported, it is asked for all it has: the thread ends then.
std::vector<Value> FunctionEmitter::UnpackedFrom(const Sequence& sequence, std::size_t names) {
  std::vector<Value> elements;
  if (!sequence.is_taken()) {
    CheckUnpackLength(sequence.count, names);
    for (std::size_t i = 0; i < names; ++i) {
      elements.push_back(sequence.get(IntConstant(static_cast<std::int64_t>(i))));
    }
    return elements;
  }
  const kir::InstId count = builder_.Slot(types::kInt64, "count");
  builder_.SlotStore(count, builder_.ConstInt(types::kInt64, 0));
  const auto take = [&] {
    sequence.take([&] {
      const kir::InstId one = builder_.ConstInt(types::kInt64, 1);
      builder_.SlotStore(count, builder_.Binary(kir::Op::Add, builder_.SlotLoad(count), one));
    });
  };
  for (std::size_t i = 0; i < names; ++i) {
    take();
    elements.push_back(sequence.element());
  }
  if (reports_errors()) {
    const kir::RegionId condition = builder_.NewRegion();
    InRegion(condition, [&] {
      const kir::InstId before = builder_.SlotLoad(count);
      take();
      const kir::InstId is_more = builder_.Compare(kir::ComparePredicate::Ne, builder_.SlotLoad(count), before);
      builder_.Append(kir::Op::Condition, types::kVoid, {is_more});
    });
    builder_.While(condition, builder_.NewRegion());
  } else {
    take();
  }
  CheckUnpackLength(Value::Runtime(builder_.SlotLoad(count), types::kInt64), names);
  return elements;
}

void FunctionEmitter::AssignElements(ast::NodeList<ast::Expr> targets, const Value& value,
                                     const ast::Expr* target, SourceRange value_range) {
  const auto poison_all = [&] {
    for (const ast::Expr* element : targets) {
      Assign(element, Value(), value_range);
    }
  };
  if (value.is_poison()) {
    return poison_all();
  }
  const auto is_starred = [](const ast::Expr* element) {
    return As<ast::Starred>(element) != nullptr;
  };
  const auto star = std::ranges::find_if(targets, is_starred);
  if (star != targets.end() && IsArray(value)) {
    Unsupported(**star);
    return poison_all();
  }
  std::vector<Value> elements;
  if (IsArray(value) && type_of(value).ndim == 0) {
    Report(value_range, diag::Kind::CannotUnpack, Describe(value)).Help("read it as `a[()]`").Emit();
    return poison_all();
  }
  if (IsArray(value)) {
    // The length is known only at run time; the program answers for it, as in Numba.
    CheckUnpackLength(ArrayExtent(value, 0), targets.size());
    for (std::size_t i = 0; i < targets.size(); ++i) {
      elements.push_back(ElementAt(value, IntConstant(static_cast<std::int64_t>(i))));
    }
  } else if (IsIterator(value) || IsRange(value)) {
    const std::optional<Sequence> sequence = SequenceOf(value, value_range);
    if (!sequence || star != targets.end()) {
      if (sequence) {
        Unsupported(**star);
      }
      return poison_all();
    }
    elements = UnpackedFrom(*sequence, targets.size());
  } else if (std::optional<std::vector<Value>> tuple = AsTuple(value)) {
    elements = std::move(*tuple);
  } else {
    Report(value_range, diag::Kind::CannotUnpack, Describe(value))
        .Help(HelpForUnpack(value, SpellingAt(value_range), targets.size()))
        .Emit();
    return poison_all();
  }
  if (star != targets.end() && elements.size() + 1 >= targets.size()) {
    // `*rest` takes what the other targets leave.
    const auto first = elements.begin() + (star - targets.begin());
    const auto last =
        first + static_cast<std::ptrdiff_t>(elements.size() + 1 - targets.size());
    Value rest = Value::Tuple(std::vector<Value>(first, last));
    elements.insert(elements.erase(first, last), std::move(rest));
  }
  if (elements.size() != targets.size()) {
    Report(target->range, diag::Kind::UnpackCount, targets.size(), elements.size())
        .Label(value_range, fmt::format("{} values", elements.size()))
        .Help(HelpForExtents(SpellingAt(value_range), static_cast<std::int64_t>(elements.size())))
        .Emit();
    return poison_all();
  }
  for (std::size_t i = 0; i < targets.size(); ++i) {
    Assign(targets[i], elements[i], value_range);
  }
}

}  // namespace kernelc::sema
