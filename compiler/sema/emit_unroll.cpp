#include "compiler/sema/emit_unroll.h"

#include <algorithm>

#include "compiler/ast/walk.h"
#include "compiler/functions/functions.h"
#include "compiler/scopes/scopes.h"
#include "compiler/sema/compile_function.h"
#include "compiler/sema/emit_expr.h"
#include "compiler/sema/emit_loop.h"
#include "compiler/sema/emit_optional.h"
#include "compiler/sema/emit_report.h"
#include "compiler/sema/emit_special.h"
#include "compiler/sema/emit_value.h"

namespace kernelc::sema {

using ast::As;

namespace {

// A condition whose truth goes back and forth between walks is one for run time after so many
// changes.
constexpr unsigned kMaxChangesOfMind = 3;

bool IsTypeQuestion(const ast::Node* node) {
  static constexpr std::string_view kFunctions[] = {"hasattr", "isinstance", "len", "type"};
  static constexpr std::string_view kAttributes[] = {"dtype", "itemsize", "ndim"};
  if (const auto* attribute = As<ast::Attribute>(node)) {
    return std::ranges::find(kAttributes, attribute->attr) != std::end(kAttributes);
  }
  const auto* call = As<ast::Call>(node);
  const auto* name = call == nullptr ? nullptr : As<ast::Name>(call->func);
  return name != nullptr && std::ranges::find(kFunctions, name->id) != std::end(kFunctions);
}

bool HoldsTypeQuestion(const ast::Node* node) {
  bool found = IsTypeQuestion(node);
  ast::ForEachChild(node,
                    [&](const ast::Node* child) { found = found || HoldsTypeQuestion(child); });
  return found;
}

std::optional<scopes::UnrollSource> PlanUnroll(FunctionContext& fn, const ast::Expr* iter);

// The canonical name of the function that `iter` calls, as in a loop over `zip(...)`; else empty.
std::string LoopFunction(FunctionContext& fn, const ast::Expr* iter) {
  const auto* call = As<ast::Call>(iter);
  if (call == nullptr || !call->keywords.empty() || call->args.empty()) {
    return {};
  }
  const std::optional<Object> callee = EvalConstant(fn, call->func);
  return callee && callee->kind == ObjectKind::External ? callee->text : std::string();
}

std::optional<scopes::UnrollSource> PlanUnrollOf(FunctionContext& fn, const ast::Call& call,
                                                 std::string_view function) {
  scopes::UnrollSource source;
  source.kind = function == "enumerate" ? scopes::UnrollSource::Kind::Enumerate
                : function == "zip"     ? scopes::UnrollSource::Kind::Zip
                                        : scopes::UnrollSource::Kind::Reversed;
  const bool takes_start = function == "enumerate" && call.args.size() == 2;
  if (takes_start) {
    const std::optional<std::int64_t> first = ConstantInt(Emit(fn, call.args[1]));
    if (!first) {
      return std::nullopt;
    }
    source.first = *first;
  }
  for (const ast::Expr* part : takes_start ? call.args.first(1) : call.args) {
    std::optional<scopes::UnrollSource> inner = PlanUnroll(fn, part);
    if (!inner) {
      return std::nullopt;
    }
    source.count = source.parts.empty() ? inner->count : std::min(source.count, inner->count);
    source.parts.push_back(std::move(*inner));
  }
  return source;
}

// What a loop over `iter` runs over, where the number of its iterations is known.
std::optional<scopes::UnrollSource> PlanUnroll(FunctionContext& fn, const ast::Expr* iter) {
  const std::string function = LoopFunction(fn, iter);
  scopes::UnrollSource source;
  if (function == "range") {
    const std::optional<RangeParts> parts = EmitRangeArguments(fn, *As<ast::Call>(iter));
    if (!parts) {
      return std::nullopt;
    }
    const std::optional<std::int64_t> start = ConstantInt(parts->start);
    const std::optional<std::int64_t> stop = ConstantInt(parts->stop);
    const std::optional<std::int64_t> step = ConstantInt(parts->step);
    constexpr std::int64_t kFar = std::int64_t{1} << 62;
    if (!start || !stop || !step || *step == 0 ||
        std::max(std::abs(*start), std::abs(*stop)) > kFar || std::abs(*step) > kFar) {
      return std::nullopt;
    }
    const std::int64_t distance = *step > 0 ? *stop - *start : *start - *stop;
    const std::int64_t size = std::abs(*step);
    source.kind = scopes::UnrollSource::Kind::Range;
    source.first = *start;
    source.step = *step;
    source.count = distance <= 0 ? 0 : (distance - 1) / size + 1;
    return source;
  }
  if (function == "enumerate" || function == "zip" || function == "reversed") {
    return PlanUnrollOf(fn, *As<ast::Call>(iter), function);
  }
  const Value value = Unwrap(fn, EmitMembers(fn, iter), iter->range);
  const TupleElements elements = AsTuple(fn, value);
  if (!elements) {
    return std::nullopt;
  }
  source.expr = iter;
  source.count = static_cast<std::int64_t>(elements->size());
  return source;
}

}  // namespace

ast::NodeList<ast::Stmt> Body(const FunctionContext& fn) {
  return fn.learned.unrolled == nullptr ? fn.function.def->body : fn.learned.body;
}

bool AsksTypes(const FunctionContext& fn, const ast::Expr* test) {
  // In code that was written out, what a test compares is often the element.
  return fn.learned.unrolled != nullptr || HoldsTypeQuestion(test);
}

std::optional<bool> LearnCondition(FunctionContext& fn, const ast::Expr* test,
                                   const Value& condition) {
  const auto learned = fn.learned.conditions.find(test->id);
  if (learned == fn.learned.conditions.end()) {
    if (!condition.is_number() || fn.learned.undecided.contains(test->id) || !AsksTypes(fn, test)) {
      return std::nullopt;
    }
    fn.learned.conditions[test->id] = {condition.number.truth(), 0};
    fn.learned.restart = true;
    return condition.number.truth();
  }
  scopes::LearnedCode::Condition& known = learned->second;
  if (condition.is_poison() || (condition.is_number() && condition.number.truth() == known.truth)) {
    return known.truth;
  }
  fn.learned.restart = true;
  if (!condition.is_number() || ++known.changes > kMaxChangesOfMind) {
    fn.learned.undecided.insert(test->id);
    fn.learned.conditions.erase(learned);
    return std::nullopt;
  }
  known.truth = condition.number.truth();
  return known.truth;
}

void ApplyLearned(FunctionContext& fn) {
  fn.learned.restart = false;
  if (!fn.learned.requests.empty()) {
    if (fn.learned.unrolled == nullptr) {
      const ast::Module& file = fn.function.file->module();
      fn.learned.body = fn.function.def->body;
      fn.learned.unrolled = std::make_unique<scopes::UnrolledBody>(file.file(), file.node_count());
    }
    fn.learned.body = fn.learned.unrolled->Apply(fn.learned.body, fn.learned.requests);
    fn.learned.requests.clear();
    fn.learned.requested_nodes = 0;
  }
  RenameFunction(fn);
  fn.phi_states.assign(fn.renaming.versions.size(), VersionState());
}

bool IsLiteralUnroll(FunctionContext& fn, const ast::Expr* iter) {
  const std::string function = LoopFunction(fn, iter);
  if (function == "enumerate" || function == "zip" || function == "reversed") {
    return std::ranges::any_of(As<ast::Call>(iter)->args,
                               [&](const ast::Expr* part) { return IsLiteralUnroll(fn, part); });
  }
  functions::Special special;
  return !function.empty() && functions::FindSpecial(function, &special) &&
         special == functions::Special::LiteralUnroll;
}

bool RequestUnroll(FunctionContext& fn, const ast::For& loop) {
  const NodeId id = static_cast<const ast::Node&>(loop).id;
  if (fn.learned.requests.contains(id)) {
    return true;
  }
  std::optional<scopes::UnrollSource> source = PlanUnroll(fn, loop.iter);
  if (!source) {
    return false;
  }
  std::size_t nodes = scopes::CountNodes(loop.target);
  for (const ast::Stmt* stmt : loop.body) {
    nodes += scopes::CountNodes(stmt);
  }
  const auto count = static_cast<std::size_t>(source->count);
  const std::size_t made =
      fn.learned.requested_nodes +
      (fn.learned.unrolled == nullptr ? 0 : fn.learned.unrolled->copied_nodes());
  if (source->count > scopes::kMaxUnrolledIterations ||
      made + nodes * count > scopes::kMaxUnrolledNodes) {
    fn.learned.refused = source->count;
    return false;
  }
  fn.learned.requested_nodes += nodes * count;
  fn.learned.requests.emplace(id, std::move(*source));
  fn.learned.restart = true;
  return true;
}

bool RequestUnrollFor(FunctionContext& fn, const ast::Expr* index) {
  std::vector<std::string_view> names;
  const std::function<void(const ast::Node*)> collect = [&](const ast::Node* node) {
    if (const auto* name = As<ast::Name>(node)) {
      names.push_back(name->id);
    }
    ast::ForEachChild(node, collect);
  };
  collect(index);
  for (std::size_t i = fn.loops.size(); i-- > 0;) {
    const ast::For* loop = fn.loops[i].loop;
    bool binds = false;
    if (loop != nullptr) {
      scopes::ForEachBoundName(loop->target, [&](std::string_view name) {
        binds = binds || std::ranges::find(names, name) != names.end();
      });
    }
    if (binds && RequestUnroll(fn, *loop)) {
      return true;
    }
  }
  return false;
}

void ReportMixed(FunctionContext& fn, const Value& tuple, SourceRange range) {
  if (fn.learned.refused != 0) {
    fn.Report(range, diag::Kind::UnrollLimit, fn.learned.refused, scopes::kMaxUnrolledIterations)
        .Help(
            "make the loop's body a function, or the elements one type, for which the loop stays a "
            "loop")
        .Emit();
    return;
  }
  fn.Report(range, diag::Kind::MixedTuple, Describe(fn, tuple))
      .Help(
          "index it with a constant, or with the variable of a loop over it or over "
          "`range(len(...))`")
      .Emit();
}

Value EmitLiteralUnroll(FunctionContext& fn, const ast::Call&, const Arguments& arguments) {
  const Value& value = arguments[0].value;
  if (AsTuple(fn, value)) {
    return value;
  }
  fn.Report(arguments[0].range, diag::Kind::ArgumentType, "literal_unroll", "a tuple",
            Describe(fn, value))
      .Help("the number of elements must be known when the kernel is compiled")
      .Emit();
  return Value();
}

}  // namespace kernelc::sema
