// What a walk over a function learns about its code: loops to write out, branches that types decide. The function is
// renamed again with it.
#include <algorithm>

#include "compiler/ast/walk.h"
#include "compiler/sema/function_emitter.h"
#include "compiler/sema/locals.h"

namespace kernelc::sema {

using ast::As;

namespace {

// A condition whose truth goes back and forth between walks is one for run time after so many changes.
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
  ast::ForEachChild(node, [&](const ast::Node* child) {
    found = found || HoldsTypeQuestion(child);
  });
  return found;
}

}  // namespace

ast::NodeList<ast::Stmt> FunctionEmitter::Body() const {
  return learned_.unrolled == nullptr ? function_->def->body : learned_.body;
}

bool FunctionEmitter::AsksTypes(const ast::Expr* test) const {
  // In code that was written out, what a test compares is often the element.
  return learned_.unrolled != nullptr || HoldsTypeQuestion(test);
}

// Notes the truth of a condition that the types of values decide, so that the other branch is not compiled; null where
// it is not known.
std::optional<bool> FunctionEmitter::LearnCondition(const ast::Expr* test, const Value& condition) {
  const auto learned = learned_.conditions.find(test->id);
  if (learned == learned_.conditions.end()) {
    if (!condition.is_number() || learned_.undecided.contains(test->id) || !AsksTypes(test)) {
      return std::nullopt;
    }
    learned_.conditions[test->id] = {condition.number.truth(), 0};
    learned_.restart = true;
    return condition.number.truth();
  }
  LearnedCode::Condition& known = learned->second;
  if (condition.is_poison() || (condition.is_number() && condition.number.truth() == known.truth)) {
    return known.truth;
  }
  learned_.restart = true;
  if (!condition.is_number() || ++known.changes > kMaxChangesOfMind) {
    learned_.undecided.insert(test->id);
    learned_.conditions.erase(learned);
    return std::nullopt;
  }
  known.truth = condition.number.truth();
  return known.truth;
}

// Begins again with what this walk learned.
void FunctionEmitter::ApplyLearned() {
  learned_.restart = false;
  if (!learned_.requests.empty()) {
    if (learned_.unrolled == nullptr) {
      const ast::Module& file = function_->file->module();
      learned_.body = function_->def->body;
      learned_.unrolled = std::make_unique<UnrolledBody>(file.file(), file.node_count());
    }
    learned_.body = learned_.unrolled->Apply(learned_.body, learned_.requests);
    learned_.requests.clear();
    learned_.requested_nodes = 0;
  }
  RenameFunction();
  phi_states_.assign(renaming_.versions.size(), VersionState());
}

// The canonical name of the function that `iter` calls, as in a loop over `zip(...)`; else empty.
std::string FunctionEmitter::LoopFunction(const ast::Expr* iter) {
  const auto* call = As<ast::Call>(iter);
  if (call == nullptr || !call->keywords.empty() || call->args.empty()) {
    return {};
  }
  const std::optional<Object> callee = EvalConstant(call->func);
  return callee && callee->kind == ObjectKind::External ? callee->text : std::string();
}

bool FunctionEmitter::IsLiteralUnroll(const ast::Expr* iter) {
  const std::string function = LoopFunction(iter);
  if (function == "enumerate" || function == "zip" || function == "reversed") {
    return std::ranges::any_of(As<ast::Call>(iter)->args,
                               [&](const ast::Expr* part) { return IsLiteralUnroll(part); });
  }
  Special special;
  return !function.empty() && FindSpecial(function, &special) && special == Special::LiteralUnroll;
}

// What a loop over `iter` runs over, where the number of its iterations is known.
std::optional<UnrollSource> FunctionEmitter::PlanUnroll(const ast::Expr* iter) {
  const std::string function = LoopFunction(iter);
  UnrollSource source;
  if (function == "range") {
    const std::optional<RangeParts> parts = EmitRangeArguments(*As<ast::Call>(iter));
    if (!parts) {
      return std::nullopt;
    }
    const std::optional<std::int64_t> start = ConstantInt(parts->start);
    const std::optional<std::int64_t> stop = ConstantInt(parts->stop);
    const std::optional<std::int64_t> step = ConstantInt(parts->step);
    constexpr std::int64_t kFar = std::int64_t{1} << 62;
    if (!start || !stop || !step || *step == 0 || std::max(std::abs(*start), std::abs(*stop)) > kFar ||
        std::abs(*step) > kFar) {
      return std::nullopt;
    }
    const std::int64_t distance = *step > 0 ? *stop - *start : *start - *stop;
    const std::int64_t size = std::abs(*step);
    source.kind = UnrollSource::Kind::Range;
    source.first = *start;
    source.step = *step;
    source.count = distance <= 0 ? 0 : (distance - 1) / size + 1;
    return source;
  }
  if (function == "enumerate" || function == "zip" || function == "reversed") {
    return PlanUnrollOf(*As<ast::Call>(iter), function);
  }
  const Value value = Unwrap(EmitMembers(iter), iter->range);
  const std::optional<std::vector<Value>> elements = AsTuple(value);
  if (!elements) {
    return std::nullopt;
  }
  source.expr = iter;
  source.count = static_cast<std::int64_t>(elements->size());
  return source;
}

std::optional<UnrollSource> FunctionEmitter::PlanUnrollOf(const ast::Call& call,
                                                          std::string_view function) {
  UnrollSource source;
  source.kind = function == "enumerate" ? UnrollSource::Kind::Enumerate
                : function == "zip"     ? UnrollSource::Kind::Zip
                                        : UnrollSource::Kind::Reversed;
  const bool takes_start = function == "enumerate" && call.args.size() == 2;
  if (takes_start) {
    const std::optional<std::int64_t> first = ConstantInt(Emit(call.args[1]));
    if (!first) {
      return std::nullopt;
    }
    source.first = *first;
  }
  for (const ast::Expr* part : takes_start ? call.args.first(1) : call.args) {
    std::optional<UnrollSource> inner = PlanUnroll(part);
    if (!inner) {
      return std::nullopt;
    }
    source.count = source.parts.empty() ? inner->count : std::min(source.count, inner->count);
    source.parts.push_back(std::move(*inner));
  }
  return source;
}

// Whether the loop will be written out when the function is walked again.
bool FunctionEmitter::RequestUnroll(const ast::For& loop) {
  const NodeId id = static_cast<const ast::Node&>(loop).id;
  if (learned_.requests.contains(id)) {
    return true;
  }
  std::optional<UnrollSource> source = PlanUnroll(loop.iter);
  if (!source) {
    return false;
  }
  std::size_t nodes = CountNodes(loop.target);
  for (const ast::Stmt* stmt : loop.body) {
    nodes += CountNodes(stmt);
  }
  const auto count = static_cast<std::size_t>(source->count);
  const std::size_t made =
      learned_.requested_nodes +
      (learned_.unrolled == nullptr ? 0 : learned_.unrolled->copied_nodes());
  if (source->count > kMaxUnrolledIterations || made + nodes * count > kMaxUnrolledNodes) {
    learned_.refused = source->count;
    return false;
  }
  learned_.requested_nodes += nodes * count;
  learned_.requests.emplace(id, std::move(*source));
  learned_.restart = true;
  return true;
}

// An element of a tuple of several types, named by the variable of a loop: the loop is written out, and the index known.
bool FunctionEmitter::RequestUnrollFor(const ast::Expr* index) {
  std::vector<std::string_view> names;
  const std::function<void(const ast::Node*)> collect = [&](const ast::Node* node) {
    if (const auto* name = As<ast::Name>(node)) {
      names.push_back(name->id);
    }
    ast::ForEachChild(node, collect);
  };
  collect(index);
  for (std::size_t i = loops_.size(); i-- > 0;) {
    const ast::For* loop = loops_[i].loop;
    bool binds = false;
    if (loop != nullptr) {
      ForEachBoundName(loop->target, [&](std::string_view name) {
        binds = binds || std::ranges::find(names, name) != names.end();
      });
    }
    if (binds && RequestUnroll(*loop)) {
      return true;
    }
  }
  return false;
}

void FunctionEmitter::ReportMixed(const Value& tuple, SourceRange range) {
  if (learned_.refused != 0) {
    Report(range, diag::Kind::UnrollLimit, learned_.refused, kMaxUnrolledIterations)
        .Help("make the loop's body a function, or the elements one type, for which the loop stays a loop")
        .Emit();
    return;
  }
  Report(range, diag::Kind::MixedTuple, Describe(tuple))
      .Help("index it with a constant, or with the variable of a loop over it or over `range(len(...))`")
      .Emit();
}

Value FunctionEmitter::EmitLiteralUnroll(const ast::Call&, const Arguments& arguments) {
  const Value& value = arguments[0].value;
  if (AsTuple(value)) {
    return value;
  }
  Report(arguments[0].range, diag::Kind::ArgumentType, "literal_unroll", "a tuple",
         Describe(value))
      .Help("the number of elements must be known when the kernel is compiled")
      .Emit();
  return Value();
}

}  // namespace kernelc::sema
