#include "compiler/sema/emit_stmt.h"

#include <algorithm>

#include "compiler/advice/report.h"
#include "compiler/sema/emit_attribute.h"
#include "compiler/sema/emit_closure.h"
#include "compiler/sema/emit_error.h"
#include "compiler/sema/emit_expr.h"
#include "compiler/sema/emit_iterator.h"
#include "compiler/sema/emit_loop.h"
#include "compiler/sema/emit_node.h"
#include "compiler/sema/emit_operator.h"
#include "compiler/sema/emit_optional.h"
#include "compiler/sema/emit_range.h"
#include "compiler/sema/emit_record.h"
#include "compiler/sema/emit_report.h"
#include "compiler/sema/emit_signature.h"
#include "compiler/sema/emit_store.h"
#include "compiler/sema/emit_subscript.h"
#include "compiler/sema/emit_ufunc.h"
#include "compiler/sema/emit_unroll.h"
#include "compiler/sema/emit_value.h"
#include "compiler/sema/help_texts.h"
#include "compiler/sema/unused_result.h"
#include "compiler/sema/versions.h"

namespace kernelc::sema {

using ast::As;

namespace {

bool EmitStatement(FunctionContext& fn, const ast::Stmt* stmt) {
  if (fn.program.is_exhausted()) {
    fn.Report(stmt->range, diag::Kind::TooComplex).Help("split the function").Emit();
    return true;
  }
  const Program::Nesting nesting(fn.program);
  const RangeScope scope(fn.builder, stmt->range);
  advice::ReportSlips(*stmt, fn.function.file->sources(), fn.emitter);
  switch (stmt->kind) {
#define AST_EXPR(Name, fields) case ast::NodeKind::Name:
#define AST_STMT(Name, fields) \
  case ast::NodeKind::Name:    \
    return EmitNode(fn, static_cast<const ast::Name&>(*stmt));
#define AST_PATTERN(Name, fields) case ast::NodeKind::Name:
#define AST_NODE(Name, fields) case ast::NodeKind::Name:
#include "compiler/ast/nodes.def"
    case ast::NodeKind::kCount:
      break;
  }
  KC_FATAL("not a statement");
}

// As in Python, an iterator is asked once more than there are names, to see that it has nothing
// left. Where that is reported, it is asked for all it has: the thread ends then.
std::vector<Value> UnpackedFrom(FunctionContext& fn, const Sequence& sequence, std::size_t names) {
  std::vector<Value> elements;
  if (!sequence.is_taken()) {
    CheckUnpackLength(fn, sequence.count, names);
    for (std::size_t i = 0; i < names; ++i) {
      elements.push_back(sequence.get(IntConstant(static_cast<std::int64_t>(i))));
    }
    return elements;
  }
  const kir::InstId count = fn.builder.Slot(types::kInt64, "count");
  fn.builder.SlotStore(count, fn.builder.ConstInt(types::kInt64, 0));
  const auto take = [&] {
    sequence.take([&] {
      const kir::InstId one = fn.builder.ConstInt(types::kInt64, 1);
      fn.builder.SlotStore(count, fn.builder.Binary(kir::Op::Add, fn.builder.SlotLoad(count), one));
    });
  };
  for (std::size_t i = 0; i < names; ++i) {
    take();
    elements.push_back(sequence.element());
  }
  if (fn.reports_errors()) {
    const kir::RegionId condition = fn.builder.NewRegion();
    fn.InRegion(condition, [&] {
      const kir::InstId before = fn.builder.SlotLoad(count);
      take();
      const kir::InstId is_more =
          fn.builder.Compare(kir::ComparePredicate::Ne, fn.builder.SlotLoad(count), before);
      fn.builder.Append(kir::Op::Condition, types::kVoid, {is_more});
    });
    fn.builder.While(condition, fn.builder.NewRegion());
  } else {
    take();
  }
  CheckUnpackLength(fn, Value::Runtime(fn.builder.SlotLoad(count), types::kInt64), names);
  return elements;
}

// The elements of what is unpacked into so many names, one of which, `star`, may take the rest.
// Null after an error.
std::optional<std::vector<Value>> Unpacked(FunctionContext& fn, const Value& value,
                                           std::size_t names, const ast::Expr* star,
                                           SourceRange value_range) {
  std::vector<Value> elements;
  if (IsArray(fn, value) && fn.type_of(value).ndim == 0) {
    fn.Report(value_range, diag::Kind::CannotUnpack, Describe(fn, value))
        .Help("read it as `a[()]`")
        .Emit();
    return std::nullopt;
  }
  if (IsArray(fn, value)) {
    // The length is known only at run time; the program answers for it, as in Numba.
    CheckUnpackLength(fn, ArrayExtent(fn, value, 0), names);
    for (std::size_t i = 0; i < names; ++i) {
      elements.push_back(ElementAt(fn, value, IntConstant(static_cast<std::int64_t>(i))));
    }
  } else if (IsIterator(fn, value) || IsRange(fn, value)) {
    const std::optional<Sequence> sequence = SequenceOf(fn, value, value_range);
    if (!sequence || star != nullptr) {
      if (sequence) {
        Unsupported(fn, *star);
      }
      return std::nullopt;
    }
    elements = UnpackedFrom(fn, *sequence, names);
  } else if (const TupleElements tuple = AsTuple(fn, value)) {
    elements = *tuple;
  } else {
    fn.Report(value_range, diag::Kind::CannotUnpack, Describe(fn, value))
        .Help(HelpForUnpack(value, SpellingAt(fn, value_range), names))
        .Emit();
    return std::nullopt;
  }
  return elements;
}

void AssignElements(FunctionContext& fn, ast::NodeList<ast::Expr> targets, const Value& value,
                    const ast::Expr* target, SourceRange value_range) {
  const auto poison_all = [&] {
    for (const ast::Expr* element : targets) {
      Assign(fn, element, Value(), value_range);
    }
  };
  if (value.is_poison()) {
    return poison_all();
  }
  const auto is_starred = [](const ast::Expr* element) {
    return As<ast::Starred>(element) != nullptr;
  };
  const auto star = std::ranges::find_if(targets, is_starred);
  if (star != targets.end() && IsArray(fn, value)) {
    Unsupported(fn, **star);
    return poison_all();
  }
  std::optional<std::vector<Value>> unpacked =
      Unpacked(fn, value, targets.size(), star == targets.end() ? nullptr : *star, value_range);
  if (!unpacked) {
    return poison_all();
  }
  std::vector<Value>& elements = *unpacked;
  if (star != targets.end() && elements.size() + 1 >= targets.size()) {
    // `*rest` takes what the other targets leave.
    const auto first = elements.begin() + (star - targets.begin());
    const auto last = first + static_cast<std::ptrdiff_t>(elements.size() + 1 - targets.size());
    Value rest = Value::Tuple(std::vector<Value>(first, last));
    elements.insert(elements.erase(first, last), std::move(rest));
  }
  if (elements.size() != targets.size()) {
    fn.Report(target->range, diag::Kind::UnpackCount, targets.size(), elements.size())
        .Label(value_range, fmt::format("{} values", elements.size()))
        .Help(
            HelpForExtents(SpellingAt(fn, value_range), static_cast<std::int64_t>(elements.size())))
        .Emit();
    return poison_all();
  }
  for (std::size_t i = 0; i < targets.size(); ++i) {
    Assign(fn, targets[i], elements[i], value_range);
  }
}

}  // namespace

bool EmitBody(FunctionContext& fn, ast::NodeList<ast::Stmt> body) {
  for (const ast::Stmt* stmt : body) {
    if (!EmitStatement(fn, stmt)) {
      return false;
    }
  }
  return true;
}

// Statements without effect on kernels.
bool EmitNode(FunctionContext&, const ast::Pass&) { return true; }

bool EmitNode(FunctionContext&, const ast::Global&) { return true; }

// A function inside a function gets values, not variables.
bool EmitNode(FunctionContext& fn, const ast::Nonlocal& node) {
  const std::string_view around =
      std::string_view(fn.function.name).substr(0, fn.function.name.rfind('.'));
  fn.Report(node.range, diag::Kind::GlobalWrite, node.names.front(), fmt::format("`{}`", around),
            "functions inside it")
      .Help("return the value and assign it in the function around")
      .Emit();
  return true;
}

// Statements that kernels do not have. Bodies that run once are still compiled, so that their
// errors show as well.
#define KC_UNSUPPORTED_STMT(Name)                             \
  bool EmitNode(FunctionContext& fn, const ast::Name& node) { \
    Unsupported(fn, node);                                    \
    return true;                                              \
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

bool EmitNode(FunctionContext& fn, const ast::With& node) {
  Unsupported(fn, node);
  return EmitBody(fn, node.body);
}

bool EmitNode(FunctionContext& fn, const ast::Try& node) {
  Unsupported(fn, node);
  return EmitBody(fn, node.body) && EmitBody(fn, node.orelse) && EmitBody(fn, node.finalbody);
}

// A function inside a kernel is compiled where it is called.
bool EmitNode(FunctionContext& fn, const ast::FunctionDef& node) {
  const ast::Node& place = node;
  Define(fn, fn.renaming.definitions.at(place.id), MakeClosure(fn, node, *node.args));
  return true;
}

bool EmitNode(FunctionContext& fn, const ast::ExprStmt& node) {
  // Docstrings and `...` as a body.
  if (As<ast::Constant>(node.value) == nullptr) {
    CheckUnused(fn, *node.value, EmitMaybeNone(fn, node.value));
  }
  return true;
}

bool EmitNode(FunctionContext& fn, const ast::Assign& node) {
  const Value value = EmitMaybeNone(fn, node.value);
  for (const ast::Expr* target : node.targets) {
    Assign(fn, target, value, node.value->range);
  }
  return true;
}

bool EmitNode(FunctionContext& fn, const ast::AnnAssign& node) {
  if (node.value != nullptr) {
    Assign(fn, node.target, EmitMaybeNone(fn, node.value), node.value->range);
  }
  return true;
}

bool EmitNode(FunctionContext& fn, const ast::AugAssign& node) {
  if (const auto* name = As<ast::Name>(node.target)) {
    const auto use = fn.renaming.uses.find(static_cast<const ast::Node*>(name)->id);
    if (use == fn.renaming.uses.end()) {
      CheckGlobalWrite(fn, *name);
      return true;
    }
    const Value old = Unwrap(fn, ReadVersion(fn, use->second, *name), name->range);
    const Value operand = Emit(fn, node.value);
    if (IsArray(fn, old) && !operand.is_poison()) {
      EmitInPlace(fn, node.op, old, operand, node.range);
      DefineName(fn, *name, old);
      return true;
    }
    DefineName(
        fn, *name,
        EmitBinary(fn, node.op, old, operand, node.range, node.target->range, node.value->range));
    return true;
  }
  const auto* subscript = As<ast::Subscript>(node.target);
  const auto* attribute = As<ast::Attribute>(node.target);
  if (subscript == nullptr && attribute == nullptr) {
    Assign(fn, node.target, Emit(fn, node.value), node.value->range);
    return true;
  }
  // The target is evaluated once.
  const Place place = subscript != nullptr ? EmitSubscriptPlace(fn, *subscript)
                                           : EmitAttributePlace(fn, *attribute);
  const Value old = place.valid ? LoadPlace(fn, place) : Value();
  const Value operand = Emit(fn, node.value);
  if (!place.valid || operand.is_poison()) {
    return true;
  }
  if (!place.pointer.has_value()) {
    if (place.readonly) {
      fn.Report(node.range, diag::Kind::ReadonlyStore).Help(std::string(advice::kReadonlyHelp)).Emit();
      return true;
    }
    EmitInPlace(fn, node.op, place.view, operand, node.range);
    return true;
  }
  const Value result =
      EmitBinary(fn, node.op, old, operand, node.range, node.target->range, node.value->range);
  StorePlace(fn, place, result, node.target->range, node.range);
  return true;
}

bool EmitNode(FunctionContext& fn, const ast::Delete& node) {
  for (const ast::Expr* target : node.targets) {
    if (As<ast::Name>(target) == nullptr) {
      Unsupported(fn, node);
    }
  }
  return true;
}

bool EmitNode(FunctionContext& fn, const ast::Return& node) {
  if (node.value == nullptr) {
    EmitReturn(fn, Value::Of(Object()), node.range);
    return false;
  }
  const Value value = EmitMaybeNone(fn, node.value);
  fn.instance.says_none = fn.instance.says_none || value.is_none();
  EmitReturn(fn, value, node.value->range);
  if (value.is_poison() && !fn.has_error) {
    // In `return 1 if n == 0 else f(n - 1)` one side is enough for the type of the result, which
    // the next pass needs.
    const std::function<void(const ast::Expr*)> learn = [&](const ast::Expr* expr) {
      const auto* choice = As<ast::IfExp>(expr);
      if (choice == nullptr) {
        fn.InRegion(fn.builder.NewRegion(),
                    [&] { EmitReturn(fn, EmitMaybeNone(fn, expr), expr->range); });
        return;
      }
      const auto flow = fn.renaming.flows.find(static_cast<const ast::Node*>(choice)->id);
      if (flow != fn.renaming.flows.end() && !flow->second.constant) {
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

void EmitReturn(FunctionContext& fn, const Value& value, SourceRange range) {
  if (value.is_poison()) {
    fn.returned_unknown = true;
    return;
  }
  Instance& instance = fn.instance;
  if (instance.kind == kir::FunctionKind::Kernel) {
    if (!value.is_none()) {
      fn.Report(range, diag::Kind::KernelReturnsValue, Describe(fn, value))
          .Help("write the result into an array parameter")
          .Emit();
    }
    instance.result = types::kVoid;
    fn.builder.Return();
    return;
  }
  if (instance.declared_result.has_value()) {
    EmitDeclaredReturn(fn, value, range);
    return;
  }
  const bool gives_value = instance.result.has_value() && instance.result != types::kVoid;
  if (value.is_none() && !gives_value) {
    // A value on another way makes the result optional: FinishPass.
    fn.returned_none = true;
    fn.builder.Return();
    return;
  }
  const TypeId type = TypeOrNone(fn, value);
  // The number that an iterator counts with may be this function's own.
  if (!type.has_value() || HoldsIterator(fn.program.types(), type)) {
    fn.Report(range, diag::Kind::CannotReturn, Describe(fn, value))
        .Help("a device function returns numbers, arrays and tuples of these")
        .Emit();
    return;
  }
  if (!gives_value) {
    fn.return_changed = fn.return_changed || instance.result == types::kVoid;
    fn.program.NoteResultChange();
    instance.result = type;
    instance.result_weak = value.weak;
  } else {
    const bool weak = value.is_none() ? instance.result_weak : value.weak;
    const std::optional<types::NumericType> unified =
        UnifyTypes(fn, {instance.result, instance.result_weak}, {type, weak});
    if (!unified) {
      fn.Report(range, diag::Kind::ReturnMismatch, fn.Spell(type), fn.Spell(instance.result))
          .Help("return the same type everywhere")
          .Emit();
      return;
    }
    fn.return_changed = fn.return_changed || unified->type != instance.result ||
                        unified->weak != instance.result_weak;
    instance.result = unified->type;
    instance.result_weak = unified->weak;
  }
  fn.builder.Return(ConvertTo(fn, value, instance.result));
}

bool EmitNode(FunctionContext& fn, const ast::If& node) {
  const scopes::Flow& flow = fn.renaming.flows.at(node.id);
  if (flow.constant && !flow.learned) {
    return EmitBody(fn, *flow.constant ? node.body : node.orelse);
  }
  const Value condition = EmitTruth(fn, node.test);
  const std::optional<bool> learned = LearnCondition(fn, node.test, condition);
  if (flow.learned || learned) {
    // Where an earlier walk was wrong, this one is thrown away.
    return EmitBody(fn, learned.value_or(*flow.constant) ? node.body : node.orelse);
  }
  const kir::RegionId then_region = fn.builder.NewRegion();
  const kir::RegionId else_region = fn.builder.NewRegion();
  const bool then_falls = fn.InRegion(then_region, [&] { return EmitBody(fn, node.body); });
  const bool else_falls = fn.InRegion(else_region, [&] { return EmitBody(fn, node.orelse); });
  // Types of the phis are known only now that both branches are there.
  if (then_falls) {
    fn.InRegion(then_region, [&] { EmitEdge(fn, flow.edges[0]); });
  }
  if (else_falls) {
    fn.InRegion(else_region, [&] { EmitEdge(fn, flow.edges[1]); });
  }
  if (!condition.is_poison()) {
    fn.builder.If(Materialize(fn, condition), then_region, else_region);
  }
  return then_falls || else_falls;
}

bool EmitNode(FunctionContext& fn, const ast::Break& node) {
  const auto flow = fn.renaming.flows.find(static_cast<const ast::Node&>(node).id);
  if (fn.loops.empty() || flow == fn.renaming.flows.end()) {
    return false;
  }
  EmitEdge(fn, flow->second.edges[0]);
  fn.builder.Append(kir::Op::Break, types::kVoid, {});
  fn.loops.back().breaks.push_back(fn.builder.insertion_region());
  return false;
}

bool EmitNode(FunctionContext& fn, const ast::Continue& node) {
  const auto flow = fn.renaming.flows.find(static_cast<const ast::Node&>(node).id);
  if (fn.loops.empty() || flow == fn.renaming.flows.end()) {
    return false;
  }
  EmitEdge(fn, flow->second.edges[0]);
  fn.builder.Append(kir::Op::Continue, types::kVoid, {});
  return false;
}

void CheckGlobalWrite(FunctionContext& fn, const ast::Name& name) {
  fn.Report(name.range, diag::Kind::GlobalWrite, name.id, "the module", "kernels")
      .Help("module variables are constants in kernels; keep values that change in an array")
      .Emit();
}

void Assign(FunctionContext& fn, const ast::Expr* target, const Value& value,
            SourceRange value_range) {
  if (const auto* name = As<ast::Name>(target)) {
    DefineName(fn, *name, value);
  } else if (const auto* tuple = As<ast::Tuple>(target)) {
    AssignElements(fn, tuple->elts, Unwrap(fn, value, value_range), target, value_range);
  } else if (const auto* list = As<ast::List>(target)) {
    AssignElements(fn, list->elts, Unwrap(fn, value, value_range), target, value_range);
  } else if (const auto* subscript = As<ast::Subscript>(target)) {
    const Place place = EmitSubscriptPlace(fn, *subscript);
    if (place.valid && !value.is_poison()) {
      StorePlace(fn, place, Unwrap(fn, value, value_range), target->range, value_range);
    }
  } else if (const auto* attribute = As<ast::Attribute>(target)) {
    const Place place = EmitAttributePlace(fn, *attribute);
    if (place.valid && !value.is_poison()) {
      StorePlace(fn, place, Unwrap(fn, value, value_range), target->range, value_range);
    }
  } else if (const auto* starred = As<ast::Starred>(target)) {
    Assign(fn, starred->value, value, value_range);
  } else {
    // No target; the parser has said so.
    Emit(fn, target);
  }
}

}  // namespace kernelc::sema
