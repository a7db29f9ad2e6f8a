// Host code that computes constants: the statements of a file, or of a function that is called while compiling, followed
// one after the other. What they leave behind is what a kernel sees.
//
// Values are copies here, where Python has references. So an element is only assigned in a value that nothing else can
// refer to; what may be shared counts as unknown once somebody writes to it.
#include <algorithm>

#include "compiler/sema/const_effects.h"
#include "compiler/sema/const_eval.h"
#include "compiler/sema/const_store.h"
#include "compiler/sema/iterators.h"
#include "compiler/sema/locals.h"

namespace kernelc::sema {
namespace {

using ast::As;

bool IsMutable(const Object& object) {
  return object.kind == ObjectKind::Array || object.kind == ObjectKind::Dict || object.is_list ||
         (object.kind == ObjectKind::Tuple && std::ranges::any_of(object.elements, IsMutable));
}

bool Meets(const Names& left, const Names& right) {
  return std::ranges::any_of(left, [&](std::string_view name) { return right.contains(name); });
}

// Functions that make what nobody else refers to.
bool MakesNew(std::string_view path) {
  static constexpr std::string_view kMakers[] = {
      "list",         "np.arange",    "np.array", "np.empty",     "np.empty_like",
      "np.eye",       "np.full",      "np.full_like", "np.identity", "np.linspace",
      "np.ones",      "np.ones_like", "np.zeros", "np.zeros_like", "range", "sorted"};
  return std::ranges::find(kMakers, path) != std::end(kMakers);
}

}  // namespace

class Evaluator::Runner {
 public:
  enum class Flow : std::uint8_t { Next, Break, Continue, Return, Unknown };

  Runner(Evaluator& evaluator, const Scope& scope) : evaluator_(&evaluator), scope_(&scope) {
    for (const auto& [name, binding] : scope.bindings) {
      const Binding* first = &binding;
      while (first->previous != nullptr) {
        first = first->previous;
      }
      if (first->kind == BindingKind::Value) {
        variables_[name] = {*first->object, nullptr, false};
      }
    }
  }
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  Flow Run(ast::NodeList<ast::Stmt> body) {
    for (const ast::Stmt* stmt : body) {
      const Flow flow = RunOne(stmt);
      if (flow != Flow::Next) {
        return flow;
      }
    }
    return Flow::Next;
  }

  Flow RunOne(const ast::Stmt* stmt);

  void Forget(const Names& names) {
    for (const std::string_view name : names) {
      variables_.erase(name);
    }
  }
  std::optional<Object> Find(std::string_view name) const {
    const auto found = variables_.find(name);
    return found == variables_.end() ? std::nullopt : std::optional(found->second.value);
  }
  // Of `return`.
  const std::optional<Object>& result() const { return result_; }
  // A `raise` was reached.
  bool raised() const { return raised_; }

 private:
  struct Variable {
    Object value;
    // The contents of `value.array` once an element was assigned.
    std::shared_ptr<ConstArray> cells;
    // Nothing else refers to it.
    bool owned = false;
  };

  std::optional<Object> Eval(const ast::Expr* expr) {
    return evaluator_->EvalIn(expr, {scope_, &lookup_});
  }
  std::optional<bool> Truth(const ast::Expr* expr) {
    const std::optional<Object> value = Eval(expr);
    return value ? ObjectTruth(*value) : std::nullopt;
  }
  bool Lookup(std::string_view name, std::optional<Object>* object) const;
  bool IsNew(const ast::Expr* expr, const Object& value);
  void Share(const ast::Expr* expr);
  bool Bind(const ast::Expr* target, const Object& value, bool owned);
  bool Store(const ast::Subscript& target, const Object& value);
  bool StoreArray(Variable* root, Object* place, const ast::Expr* slice, const Object& value);
  Flow Assign(ast::NodeList<ast::Expr> targets, const ast::Expr* value);
  Flow Augment(const ast::AugAssign& augmented);
  Flow Loop(const ast::For& loop);
  Flow Loop(const ast::While& loop);
  Flow Call(const ast::Expr* expr);
  static Flow After(Flow flow, bool* stop);

  Evaluator* evaluator_;
  const Scope* scope_;
  std::unordered_map<std::string_view, Variable> variables_;
  std::optional<Object> result_;
  bool raised_ = false;
  const LocalLookup lookup_ = [this](const ast::Name& name, std::optional<Object>* object) {
    return Lookup(name.id, object);
  };
};

// Names that the statements bind have the value that they have by now; others are the scope's affair.
bool Evaluator::Runner::Lookup(std::string_view name, std::optional<Object>* object) const {
  if (const auto found = variables_.find(name); found != variables_.end()) {
    *object = found->second.value;
    return true;
  }
  const auto binding = scope_->bindings.find(name);
  return binding != scope_->bindings.end() && (binding->second.kind == BindingKind::Assign ||
                                               binding->second.kind == BindingKind::Opaque);
}

// Whether the value of `expr` is one that nothing else refers to.
bool Evaluator::Runner::IsNew(const ast::Expr* expr, const Object& value) {
  if (!IsMutable(value)) {
    return true;
  }
  if (const auto* call = As<ast::Call>(expr)) {
    const auto* method = As<ast::Attribute>(call->func);
    if (method != nullptr && (method->attr == "copy" || method->attr == "astype")) {
      return true;
    }
    const std::optional<Object> callee = Eval(call->func);
    return callee && callee->kind == ObjectKind::External && MakesNew(callee->text) &&
           (value.kind == ObjectKind::Array || !std::ranges::any_of(value.elements, IsMutable));
  }
  if (As<ast::BinOp>(expr) != nullptr || As<ast::UnaryOp>(expr) != nullptr) {
    return value.kind == ObjectKind::Array || !std::ranges::any_of(value.elements, IsMutable);
  }
  if (As<ast::List>(expr) == nullptr && As<ast::ListComp>(expr) == nullptr &&
      As<ast::Dict>(expr) == nullptr) {
    return false;
  }
  Names names;
  CollectNames(expr, &names);
  return std::ranges::none_of(names, [&](std::string_view name) {
    const auto found = variables_.find(name);
    return found != variables_.end() && IsMutable(found->second.value);
  });
}

// From now on something else may refer to what the names of `expr` stand for.
void Evaluator::Runner::Share(const ast::Expr* expr) {
  Names names;
  CollectNames(expr, &names);
  for (const std::string_view name : names) {
    if (const auto found = variables_.find(name); found != variables_.end()) {
      found->second.owned = false;
    }
  }
}

bool Evaluator::Runner::Bind(const ast::Expr* target, const Object& value, bool owned) {
  if (const auto* name = As<ast::Name>(target)) {
    variables_[name->id] = {value, nullptr, owned};
    return true;
  }
  if (const auto* subscript = As<ast::Subscript>(target)) {
    return Store(*subscript, value);
  }
  const auto* tuple = As<ast::Tuple>(target);
  const auto* list = As<ast::List>(target);
  const std::optional<std::vector<Object>> parts = ObjectElements(value);
  if ((tuple == nullptr && list == nullptr) || !parts) {
    return false;
  }
  const ast::NodeList<ast::Expr> targets = tuple != nullptr ? tuple->elts : list->elts;
  const auto star = std::ranges::find_if(
      targets, [](const ast::Expr* each) { return As<ast::Starred>(each) != nullptr; });
  const bool has_star = star != targets.end();
  if (has_star ? targets.size() > parts->size() + 1 : targets.size() != parts->size()) {
    return false;
  }
  const std::size_t extra = has_star ? parts->size() + 1 - targets.size() : 0;
  std::size_t next = 0;
  for (const ast::Expr* each : targets) {
    const auto* starred = As<ast::Starred>(each);
    if (starred != nullptr) {
      const auto first = parts->begin() + static_cast<std::ptrdiff_t>(next);
      next += extra;
      Object rest = Object::List({first, first + static_cast<std::ptrdiff_t>(extra)});
      if (!Bind(starred->value, rest, false)) {
        return false;
      }
    } else if (!Bind(each, (*parts)[next++], false)) {
      return false;
    }
  }
  return true;
}

bool Evaluator::Runner::StoreArray(Variable* root, Object* place, const ast::Expr* slice,
                                   const Object& value) {
  std::optional<std::vector<Selection>> selections =
      SelectPlaces(slice, *place->array, [this](const ast::Expr* part) { return Eval(part); });
  if (!selections) {
    return false;
  }
  const bool in_place = place == &root->value && root->cells != nullptr &&
                        root->cells == place->array && root->cells.use_count() == 2;
  const std::shared_ptr<ConstArray> cells =
      in_place ? root->cells : std::make_shared<ConstArray>(*place->array);
  if (!StoreElements(cells.get(), std::move(*selections), value)) {
    return false;
  }
  if (!in_place) {
    place->array = cells;
    root->cells = place == &root->value ? cells : nullptr;
  }
  return true;
}

// `name[i] = value`, `name[i][j] = value`.
bool Evaluator::Runner::Store(const ast::Subscript& target, const Object& value) {
  std::vector<const ast::Subscript*> path{&target};
  while (const auto* outer = As<ast::Subscript>(path.back()->value)) {
    path.push_back(outer);
  }
  const auto* name = As<ast::Name>(path.back()->value);
  const auto root = name == nullptr ? variables_.end() : variables_.find(name->id);
  if (root == variables_.end() || !root->second.owned) {
    return false;
  }
  Object* place = &root->second.value;
  for (std::size_t level = path.size(); level-- > 0;) {
    const ast::Expr* slice = path[level]->slice;
    if (place->kind == ObjectKind::Array) {
      return level == 0 && StoreArray(&root->second, place, slice, value);
    }
    const std::optional<Object> index =
        As<ast::Slice>(slice) == nullptr ? Eval(slice) : std::nullopt;
    if (!index) {
      return false;
    }
    if (place->kind == ObjectKind::Dict && level == 0) {
      for (std::size_t i = 0; i < place->elements.size(); i += 2) {
        if (SameValue(place->elements[i], *index) == true) {
          place->elements[i + 1] = value;
          return true;
        }
      }
      place->elements.push_back(*index);
      place->elements.push_back(value);
      return place->elements.size() < kMaxConstantParts;
    }
    const std::optional<Selection> at =
        place->is_list ? SelectIndex(*index, static_cast<std::int64_t>(place->elements.size()))
                       : std::nullopt;
    if (!at) {
      return false;
    }
    place = &place->elements[static_cast<std::size_t>(at->first)];
  }
  *place = value;
  return true;
}

Evaluator::Runner::Flow Evaluator::Runner::Assign(ast::NodeList<ast::Expr> targets,
                                                  const ast::Expr* expr) {
  const auto iterator = variables_.find(TakenIterator(expr, scope_->file->module()));
  const std::optional<Object> value =
      iterator != variables_.end() ? TakeNext(&iterator->second.value) : Eval(expr);
  if (!value || value->kind == ObjectKind::Function) {
    return Flow::Unknown;
  }
  const bool is_new = targets.size() == 1 && IsNew(expr, *value);
  if (!is_new && IsMutable(*value)) {
    Share(expr);
  }
  for (const ast::Expr* target : targets) {
    if (!Bind(target, *value, is_new)) {
      return Flow::Unknown;
    }
  }
  return Flow::Next;
}

Evaluator::Runner::Flow Evaluator::Runner::Augment(const ast::AugAssign& augmented) {
  const std::optional<Object> before = Eval(augmented.target);
  const std::optional<Object> value = before ? Eval(augmented.value) : std::nullopt;
  std::optional<Object> after = value ? FoldObjects(augmented.op, *before, *value) : std::nullopt;
  // Arrays and lists change where they are: whoever shares them sees it.
  const auto* name = As<ast::Name>(augmented.target);
  const auto found = name == nullptr ? variables_.end() : variables_.find(name->id);
  const bool is_shared = name != nullptr && (found == variables_.end() || !found->second.owned);
  if (!after || (IsMutable(*before) && is_shared)) {
    return Flow::Unknown;
  }
  if (before->kind == ObjectKind::Array && name != nullptr) {
    if (after->kind != ObjectKind::Array || after->array->shape != before->array->shape) {
      return Flow::Unknown;
    }
    ConstArray cells = *before->array;
    if (!StoreElements(&cells, {}, *after)) {
      return Flow::Unknown;
    }
    after->array = std::make_shared<const ConstArray>(std::move(cells));
  }
  return Bind(augmented.target, *after, true) ? Flow::Next : Flow::Unknown;
}

// What the end of a loop's body means for the loop.
Evaluator::Runner::Flow Evaluator::Runner::After(Flow flow, bool* stop) {
  *stop = flow == Flow::Break || flow == Flow::Return || flow == Flow::Unknown;
  return flow == Flow::Return || flow == Flow::Unknown ? flow : Flow::Next;
}

Evaluator::Runner::Flow Evaluator::Runner::Loop(const ast::For& loop) {
  const std::optional<Object> iterable = Eval(loop.iter);
  const std::optional<std::vector<Object>> items =
      iterable ? ObjectElements(*iterable) : std::nullopt;
  if (!items) {
    return Flow::Unknown;
  }
  for (const Object& item : *items) {
    if (!Bind(loop.target, item, false)) {
      return Flow::Unknown;
    }
    bool stop = false;
    const Flow flow = After(Run(loop.body), &stop);
    if (stop) {
      return flow;
    }
  }
  return Run(loop.orelse);
}

Evaluator::Runner::Flow Evaluator::Runner::Loop(const ast::While& loop) {
  while (true) {
    const std::optional<bool> test = Truth(loop.test);
    if (!test) {
      return Flow::Unknown;
    }
    if (!*test) {
      return Run(loop.orelse);
    }
    bool stop = false;
    const Flow flow = After(Run(loop.body), &stop);
    if (stop) {
      return flow;
    }
  }
}

// A call for what it does: `list.append(x)`, `array.fill(x)`, `print(x)`.
Evaluator::Runner::Flow Evaluator::Runner::Call(const ast::Expr* expr) {
  const auto* call = As<ast::Call>(expr);
  if (call == nullptr) {
    return Flow::Next;
  }
  const auto* function = As<ast::Name>(call->func);
  if (function != nullptr && function->id == "print") {
    return Flow::Next;
  }
  const auto* method = As<ast::Attribute>(call->func);
  const auto* name = method == nullptr ? nullptr : As<ast::Name>(method->value);
  const auto found = name == nullptr ? variables_.end() : variables_.find(name->id);
  if (found == variables_.end() || !found->second.owned || call->args.size() != 1 ||
      !call->keywords.empty()) {
    return Flow::Unknown;
  }
  const std::optional<Object> argument = Eval(call->args[0]);
  if (!argument) {
    return Flow::Unknown;
  }
  if (IsMutable(*argument) && !IsNew(call->args[0], *argument)) {
    Share(call->args[0]);
  }
  Object& value = found->second.value;
  if (value.is_list && (method->attr == "append" || method->attr == "extend")) {
    std::optional<std::vector<Object>> more =
        method->attr == "append" ? std::vector<Object>{*argument} : ObjectElements(*argument);
    for (std::size_t i = 0; more && i < more->size(); ++i) {
      value.parts += (*more)[i].parts;
      value.elements.push_back(std::move((*more)[i]));
    }
    return more && value.parts < kMaxConstantParts ? Flow::Next : Flow::Unknown;
  }
  if (value.kind == ObjectKind::Array && method->attr == "fill" && argument->is_number()) {
    ConstArray cells = *value.array;
    if (StoreElements(&cells, {}, *argument)) {
      value.array = std::make_shared<const ConstArray>(std::move(cells));
      return Flow::Next;
    }
  }
  return Flow::Unknown;
}

Evaluator::Runner::Flow Evaluator::Runner::RunOne(const ast::Stmt* stmt) {
  if (++evaluator_->steps_ > evaluator_->max_steps_) {
    return Flow::Unknown;
  }
  if (const auto* assign = As<ast::Assign>(stmt)) {
    return Assign(assign->targets, assign->value);
  }
  if (const auto* annotated = As<ast::AnnAssign>(stmt)) {
    return annotated->value == nullptr ? Flow::Next
                                       : Assign({&annotated->target, 1}, annotated->value);
  }
  if (const auto* augmented = As<ast::AugAssign>(stmt)) {
    return Augment(*augmented);
  }
  if (const auto* loop = As<ast::For>(stmt)) {
    return Loop(*loop);
  }
  if (const auto* loop = As<ast::While>(stmt)) {
    return Loop(*loop);
  }
  if (const auto* branch = As<ast::If>(stmt)) {
    const std::optional<bool> test = Truth(branch->test);
    return test ? Run(*test ? branch->body : branch->orelse) : Flow::Unknown;
  }
  if (const auto* attempt = As<ast::Try>(stmt)) {
    if (evaluator_->TrySucceeds(*attempt, scope_) != true) {
      return Flow::Unknown;
    }
    Flow flow = Run(attempt->body);
    flow = flow == Flow::Next ? Run(attempt->orelse) : flow;
    return flow == Flow::Next ? Run(attempt->finalbody) : flow;
  }
  if (const auto* expression = As<ast::ExprStmt>(stmt)) {
    return Call(expression->value);
  }
  if (const auto* result = As<ast::Return>(stmt)) {
    result_ = result->value == nullptr ? Object() : Eval(result->value);
    return result_ ? Flow::Return : Flow::Unknown;
  }
  if (As<ast::Break>(stmt) != nullptr) {
    return Flow::Break;
  }
  if (As<ast::Continue>(stmt) != nullptr) {
    return Flow::Continue;
  }
  raised_ = raised_ || As<ast::Raise>(stmt) != nullptr;
  const bool does_nothing =
      HasOwnScope(stmt) || As<ast::Pass>(stmt) != nullptr || As<ast::Import>(stmt) != nullptr ||
      As<ast::ImportFrom>(stmt) != nullptr || As<ast::Assert>(stmt) != nullptr;
  return does_nothing ? Flow::Next : Flow::Unknown;
}

std::optional<Object> Evaluator::RunFunction(const FunctionInfo& function, const Scope& scope,
                                             bool* raises) {
  if (function.def == nullptr || !scope.outer_names.empty()) {
    return std::nullopt;
  }
  Runner runner(*this, scope);
  const Runner::Flow flow = runner.Run(function.def->body);
  *raises = *raises || runner.raised();
  if (flow == Runner::Flow::Next) {
    return Object();
  }
  const bool is_value = flow == Runner::Flow::Return &&
                        runner.result()->kind != ObjectKind::Function;
  return is_value ? runner.result() : std::nullopt;
}

std::optional<Object> Evaluator::FinalValue(std::string_view name, const Scope& module) {
  const auto [known, inserted] = finals_.try_emplace({&module, name});
  if (!inserted) {
    return known->second;
  }
  const std::optional<Names> iterators = TakenIterators(module.file->module());
  if (!iterators || ChangedByCalls(module.file->module(), name)) {
    return std::nullopt;
  }
  // Only what the name's value depends on runs.
  struct Statement {
    const ast::Stmt* stmt;
    Names writes;
    bool needed = false;
  };
  std::vector<Statement> statements;
  for (const ast::Stmt* stmt : module.file->module().body()) {
    statements.push_back({stmt, {}, false});
    Names& writes = statements.back().writes;
    CollectWrites(stmt, &writes);
    Names used;
    if (!iterators->empty() && !HasOwnScope(stmt)) {
      CollectNames(stmt, &used);
    }
    const auto* assign = As<ast::Assign>(stmt);
    if (assign != nullptr) {
      used.insert(TakenIterator(assign->value, module.file->module()));
    }
    std::ranges::copy_if(*iterators, std::inserter(writes, writes.end()),
                         [&](std::string_view iterator) { return used.contains(iterator); });
  }
  Names needed{name};
  for (bool grows = true; grows;) {
    grows = false;
    for (Statement& statement : statements) {
      if (!statement.needed && Meets(statement.writes, needed)) {
        statement.needed = true;
        grows = true;
        CollectNames(statement.stmt, &needed);
        // What a function takes the next value of does not stand here.
        std::ranges::copy_if(*iterators, std::inserter(needed, needed.end()),
                             [&](std::string_view each) { return statement.writes.contains(each); });
      }
    }
  }
  Runner runner(*this, module);
  for (const Statement& statement : statements) {
    if (statement.needed && runner.RunOne(statement.stmt) != Runner::Flow::Next) {
      runner.Forget(statement.writes);
    }
  }
  std::optional<Object> value = runner.Find(name);
  finals_[{&module, name}] = value;
  return value;
}

}  // namespace kernelc::sema
