#include "compiler/scopes/scopes.h"

#include <algorithm>
#include <set>
#include <utility>

#include "compiler/ast/walk.h"
#include "compiler/scopes/rename_live.h"
#include "compiler/scopes/rename_parts.h"

namespace kernelc::scopes {
namespace {

using ast::As;

using Environment = std::vector<VersionId>;

// ast::Name has an identifier of its own under the name that its node's id has in the base.
NodeId NodeOf(const ast::Node& node) { return node.id; }

class Renamer {
 public:
  explicit Renamer(const StaticCondition& condition) : condition_(&condition) {}

  Renaming Run(const ast::Arguments& arguments, ast::NodeList<ast::Stmt> body,
               const ast::Expr* expression, const std::vector<std::string_view>& captures) {
    locals_ = CollectLocals(arguments, body, expression);
    for (const std::string_view name : captures) {
      AddLocal(name);
    }
    // Where the body says `global` of a parameter, which was told, it stays one.
    ForEachParameter(arguments, [this](const ast::Arg* arg) { AddLocal(arg->arg); });
    closures_ = FindClosures(locals_, body, expression);
    result_.variables = locals_.names;
    env_.assign(locals_.names.size(), VersionId());
    DefineParameters(arguments);
    for (const std::string_view name : captures) {
      const VersionId id = NewVersion(VersionKind::Parameter, locals_.index.at(name));
      env_[locals_.index.at(name)] = id;
      result_.captures.push_back(id);
    }
    WalkBody(body);
    if (expression != nullptr) {
      WalkExpr(expression);
    }
    MarkLive(used_, &result_);
    return std::move(result_);
  }

 private:
  struct Loop {
    JoinId header;
    std::vector<std::pair<NodeId, Environment>> breaks;
  };

  void AddLocal(std::string_view name) {
    if (locals_.index.emplace(name, static_cast<std::uint32_t>(locals_.names.size())).second) {
      locals_.names.push_back(name);
    }
  }

  void DefineParameters(const ast::Arguments& arguments) {
    ForEachParameter(arguments, [this](const ast::Arg* arg) {
      const VersionId id = Define(locals_.index.at(arg->arg), arg->range, arg->id);
      result_.versions[id.index].kind = VersionKind::Parameter;
      known_.AddParameter(id, arg);
    });
  }

  VersionId NewVersion(VersionKind kind, std::uint32_t variable) {
    Version version;
    version.kind = kind;
    version.variable = variable;
    version.region = region_;
    result_.versions.push_back(std::move(version));
    return VersionId(result_.versions.size() - 1);
  }

  VersionId Define(std::uint32_t variable, SourceRange range, NodeId node) {
    const VersionId id = NewVersion(VersionKind::Assigned, variable);
    result_.versions[id.index].range = range;
    env_[variable] = id;
    result_.definitions[node] = id;
    return id;
  }

  void Read(const ast::Name& name) {
    const auto local = locals_.index.find(name.id);
    if (local == locals_.index.end()) {
      return;
    }
    Use use;
    use.version = env_[local->second];
    if (use.version.has_value()) {
      const Version& version = result_.version(use.version);
      use.visible = version.kind != VersionKind::Phi && regions_.Encloses(version.region, region_);
      used_.push_back(use);
    }
    result_.uses[NodeOf(name)] = use;
  }

  void WalkBody(ast::NodeList<ast::Stmt> body) {
    for (const ast::Stmt* stmt : body) {
      if (!reachable_) {
        return;
      }
      WalkStatement(stmt);
    }
  }

  void WalkAssign(const ast::Assign& assign) {
    WalkExpr(assign.value);
    for (const ast::Expr* target : assign.targets) {
      WalkTarget(target);
      const auto* name = As<ast::Name>(target);
      const auto local = locals_.index.find(name == nullptr ? std::string_view() : name->id);
      if (local != locals_.index.end()) {
        known_.AddAssignment(env_[local->second], assign.value,
                             locals_.bindings[local->second] == 1);
      }
    }
  }

  void WalkDelete(const ast::Delete& del) {
    for (const ast::Expr* target : del.targets) {
      const auto* name = As<ast::Name>(target);
      if (name != nullptr && locals_.index.contains(name->id)) {
        env_[locals_.index.at(name->id)] = VersionId();
      }
    }
  }

  // `with` and `try` are not supported; their bodies are walked so that errors inside them are
  // found as well.
  void WalkWith(const ast::With& with) {
    for (const ast::WithItem* item : with.items) {
      WalkExpr(item->context_expr);
      if (item->optional_vars != nullptr) {
        WalkTarget(item->optional_vars);
      }
    }
    WalkBody(with.body);
  }

  void WalkStatement(const ast::Stmt* stmt) {
    if (const auto* assign = As<ast::Assign>(stmt)) {
      WalkAssign(*assign);
    } else if (const auto* augmented = As<ast::AugAssign>(stmt)) {
      WalkAugmented(*augmented);
    } else if (const auto* annotated = As<ast::AnnAssign>(stmt)) {
      if (annotated->value != nullptr) {
        WalkExpr(annotated->value);
        WalkTarget(annotated->target);
      }
    } else if (const auto* branch = As<ast::If>(stmt)) {
      WalkIf(*branch);
    } else if (const auto* match = As<ast::Match>(stmt)) {
      WalkExpr(match->subject);
      WalkCases(match->cases);
    } else if (const auto* loop = As<ast::For>(stmt)) {
      WalkExpr(loop->iter);
      WalkLoop(loop, nullptr, loop->target, loop->body, loop->orelse);
    } else if (const auto* while_loop = As<ast::While>(stmt)) {
      WalkLoop(while_loop, while_loop->test, nullptr, while_loop->body, while_loop->orelse);
    } else if (const auto* def = As<ast::FunctionDef>(stmt)) {
      WalkDefaults(*def->args);
      Define(locals_.index.at(def->name), def->range, stmt->id);
    } else if (As<ast::Break>(stmt) != nullptr) {
      if (!loops_.empty()) {
        loops_.back().breaks.emplace_back(stmt->id, env_);
      }
      reachable_ = false;
    } else if (As<ast::Continue>(stmt) != nullptr) {
      if (!loops_.empty()) {
        result_.flows[stmt->id].edges[0] = AddEdge(loops_.back().header);
      }
      reachable_ = false;
    } else if (const auto* ret = As<ast::Return>(stmt)) {
      WalkExpr(ret->value);
      reachable_ = false;
    } else if (As<ast::Raise>(stmt) != nullptr) {
      reachable_ = false;
    } else if (const auto* expression = As<ast::ExprStmt>(stmt)) {
      WalkExpr(expression->value);
    } else if (const auto* assertion = As<ast::Assert>(stmt)) {
      WalkExpr(assertion->test);
    } else if (const auto* del = As<ast::Delete>(stmt)) {
      WalkDelete(*del);
    } else if (const auto* with = As<ast::With>(stmt)) {
      WalkWith(*with);
    } else if (const auto* attempt = As<ast::Try>(stmt)) {
      WalkBody(attempt->body);
      WalkBody(attempt->orelse);
      WalkBody(attempt->finalbody);
    }
  }

  void WalkTarget(const ast::Expr* target) {
    if (const auto* name = As<ast::Name>(target)) {
      const auto local = locals_.index.find(name->id);
      if (local != locals_.index.end()) {
        Define(local->second, name->range, NodeOf(*name));
      }
    } else if (const auto* tuple = As<ast::Tuple>(target)) {
      for (const ast::Expr* element : tuple->elts) {
        WalkTarget(element);
      }
    } else if (const auto* list = As<ast::List>(target)) {
      for (const ast::Expr* element : list->elts) {
        WalkTarget(element);
      }
    } else if (const auto* starred = As<ast::Starred>(target)) {
      WalkTarget(starred->value);
    } else {
      WalkExpr(target);
    }
  }

  void WalkAugmented(const ast::AugAssign& augmented) {
    if (const auto* name = As<ast::Name>(augmented.target)) {
      Read(*name);
      WalkExpr(augmented.value);
      WalkTarget(augmented.target);
      return;
    }
    WalkExpr(augmented.target);
    WalkExpr(augmented.value);
  }

  void WalkExpr(const ast::Expr* expr) {
    if (expr == nullptr) {
      return;
    }
    if (const auto* name = As<ast::Name>(expr)) {
      Read(*name);
    } else if (const auto* named = As<ast::NamedExpr>(expr)) {
      WalkExpr(named->value);
      WalkTarget(named->target);
    } else if (const auto* if_exp = As<ast::IfExp>(expr)) {
      WalkIfExp(*if_exp);
    } else if (const auto* boolean = As<ast::BoolOp>(expr)) {
      WalkExpr(boolean->values.front());
      WalkConditional(boolean->values.subspan(1));
    } else if (const auto* compare = As<ast::Compare>(expr)) {
      WalkExpr(compare->left);
      WalkExpr(compare->comparators.front());
      WalkConditional(compare->comparators.subspan(1));
    } else if (const auto* lambda = As<ast::Lambda>(expr)) {
      WalkDefaults(*lambda->args);
    } else if (!HasOwnScope(expr)) {
      ast::ForEachChild(expr, [&](const ast::Node* child) { WalkChild(child); });
      if (As<ast::Call>(expr) != nullptr) {
        ReadForClosures(expr);
      }
    }
  }

  void WalkDefaults(const ast::Arguments& arguments) {
    for (const ast::Expr* value : arguments.defaults) {
      WalkExpr(value);
    }
    for (const ast::Expr* value : arguments.kw_defaults) {
      WalkExpr(value);
    }
  }

  // A function defined here sees its variables as they are where it is called.
  void ReadForClosures(const ast::Expr* call) {
    std::set<std::string_view> names;
    ast::ForEachChild(call, [&](const ast::Node* child) {
      const auto* keyword = As<ast::Keyword>(child);
      AddClosureNames(keyword != nullptr ? keyword->value : child, closures_, &names);
    });
    for (const std::string_view name : names) {
      const auto local = locals_.index.find(name);
      if (local == locals_.index.end() || !env_[local->second].has_value()) {
        continue;
      }
      Use use;
      use.version = env_[local->second];
      const Version& version = result_.version(use.version);
      use.visible = version.kind != VersionKind::Phi && regions_.Encloses(version.region, region_);
      used_.push_back(use);
      result_.closure_uses[call->id][name] = use;
    }
  }

  void WalkChild(const ast::Node* child) {
    if (ast::node_class(child->kind) == ast::NodeClass::Expr) {
      WalkExpr(static_cast<const ast::Expr*>(child));
    } else if (const auto* keyword = As<ast::Keyword>(child)) {
      WalkExpr(keyword->value);
    }
  }

  // Operands that are evaluated only when those before them let them.
  void WalkConditional(ast::NodeList<ast::Expr> operands) {
    if (operands.empty()) {
      return;
    }
    const Environment skipped = env_;
    const std::uint32_t outer = region_;
    region_ = regions_.New(outer);
    WalkExpr(operands.front());
    WalkConditional(operands.subspan(1));
    region_ = outer;
    if (env_ == skipped) {
      return;
    }
    Flow& flow = result_.flows[operands.front()->id];
    const Environment evaluated = env_;
    MakeJoin({evaluated, skipped}, {&flow.edges[0], &flow.edges[1]});
  }

  // Whether only one branch is compiled.
  bool IsDecided(const ast::Expr* test, Flow* flow) {
    const ParameterLookup lookup = [&](const ast::Name& name) {
      const auto local = locals_.index.find(name.id);
      return local == locals_.index.end() ? LocalFacts() : known_.Facts(env_[local->second]);
    };
    const std::optional<Decision> decision = (*condition_)(test, lookup);
    if (decision) {
      flow->constant = decision->truth;
      flow->learned = decision->learned;
      WalkExpr(flow->learned ? test : nullptr);
    }
    return decision.has_value();
  }

  void WalkIfExp(const ast::IfExp& if_exp) {
    Flow flow;
    if (IsDecided(if_exp.test, &flow)) {
      WalkExpr(*flow.constant ? if_exp.body : if_exp.orelse);
      result_.flows[if_exp.id] = flow;
      return;
    }
    WalkExpr(if_exp.test);
    const Environment before = env_;
    const std::uint32_t outer = region_;
    region_ = regions_.New(outer);
    WalkExpr(if_exp.body);
    const Environment after_body = std::exchange(env_, before);
    region_ = regions_.New(outer);
    WalkExpr(if_exp.orelse);
    region_ = outer;
    const Environment after_else = env_;
    MakeJoin({after_body, after_else}, {&flow.edges[0], &flow.edges[1]});
    result_.flows[if_exp.id] = flow;
  }

  void WalkIf(const ast::If& branch) {
    Flow flow;
    if (IsDecided(branch.test, &flow)) {
      result_.flows[branch.id] = flow;
      WalkBody(*flow.constant ? branch.body : branch.orelse);
      return;
    }
    WalkExpr(branch.test);
    const Environment before = env_;
    const std::uint32_t outer = region_;
    region_ = regions_.New(outer);
    WalkBody(branch.body);
    const Environment after_body = std::exchange(env_, before);
    const bool body_falls = std::exchange(reachable_, true);
    region_ = regions_.New(outer);
    WalkBody(branch.orelse);
    region_ = outer;
    const Environment after_else = env_;
    const bool else_falls = reachable_;
    reachable_ = body_falls || else_falls;
    if (body_falls && else_falls) {
      MakeJoin({after_body, after_else}, {&flow.edges[0], &flow.edges[1]});
    } else {
      env_ = body_falls ? after_body : after_else;
    }
    result_.flows[branch.id] = flow;
  }

  // Each case is an `if` with the cases after it as its else.
  void WalkCases(ast::NodeList<ast::MatchCase> cases) {
    if (cases.empty()) {
      return;
    }
    const ast::MatchCase& first = *cases.front();
    WalkPatternValues(first.pattern);
    const auto* capture = As<ast::MatchAs>(first.pattern);
    if (capture != nullptr && capture->pattern == nullptr && first.guard == nullptr) {
      DefineCaptures(first.pattern);
      WalkBody(first.body);
      return;
    }
    const std::uint32_t outer = region_;
    if (first.guard != nullptr) {
      const Environment skipped = env_;
      region_ = regions_.New(outer);
      DefineCaptures(first.pattern);
      WalkExpr(first.guard);
      region_ = outer;
      Flow& guard = result_.flows[first.guard->id];
      const Environment evaluated = env_;
      MakeJoin({evaluated, skipped}, {&guard.edges[0], &guard.edges[1]});
    }
    const Environment before = env_;
    region_ = regions_.New(outer);
    if (first.guard == nullptr) {
      DefineCaptures(first.pattern);
    }
    WalkBody(first.body);
    const Environment after_body = std::exchange(env_, before);
    const bool body_falls = std::exchange(reachable_, true);
    region_ = regions_.New(outer);
    WalkCases(cases.subspan(1));
    region_ = outer;
    const Environment after_rest = env_;
    const bool rest_falls = reachable_;
    reachable_ = body_falls || rest_falls;
    Flow flow;
    if (body_falls && rest_falls) {
      MakeJoin({after_body, after_rest}, {&flow.edges[0], &flow.edges[1]});
    } else {
      env_ = body_falls ? after_body : after_rest;
    }
    result_.flows[first.id] = flow;
  }

  void WalkPatternValues(const ast::Node* pattern) {
    if (const auto* value = As<ast::MatchValue>(pattern)) {
      WalkExpr(value->value);
    } else if (ast::node_class(pattern->kind) == ast::NodeClass::Pattern) {
      ast::ForEachChild(pattern, [&](const ast::Node* child) { WalkPatternValues(child); });
    }
  }

  void DefineCaptures(const ast::Node* pattern) {
    std::string_view name;
    if (const auto* capture = As<ast::MatchAs>(pattern)) {
      name = capture->name;
    } else if (const auto* star = As<ast::MatchStar>(pattern)) {
      name = star->name;
    }
    if (!name.empty()) {
      Define(locals_.index.at(name), pattern->range, pattern->id);
    }
    if (ast::node_class(pattern->kind) == ast::NodeClass::Pattern) {
      ast::ForEachChild(pattern, [&](const ast::Node* child) { DefineCaptures(child); });
    }
  }

  void WalkLoop(const ast::Stmt* loop, const ast::Expr* test, const ast::Expr* target,
                ast::NodeList<ast::Stmt> body, ast::NodeList<ast::Stmt> orelse) {
    Flow flow;
    if (test != nullptr && IsDecided(test, &flow) && !*flow.constant) {
      result_.flows[loop->id] = flow;
      WalkBody(orelse);
      return;
    }
    const std::uint32_t outer = region_;
    const JoinId header = MakeHeader(test, target, body);
    flow.edges[0] = {header, 0};
    loops_.push_back({header, {}});
    if (test != nullptr && !flow.constant) {
      region_ = regions_.New(outer);
      WalkExpr(test);
    }
    const Environment at_exit = env_;
    region_ = regions_.New(outer);
    if (target != nullptr) {
      WalkTarget(target);
    }
    WalkBody(body);
    region_ = outer;
    if (reachable_) {
      flow.edges[1] = AddEdge(header);
    }
    const std::vector<std::pair<NodeId, Environment>> breaks = std::move(loops_.back().breaks);
    loops_.pop_back();
    flow.has_break = !breaks.empty();
    // `while True` ends by its breaks alone.
    reachable_ = !flow.constant;
    env_ = at_exit;
    if (reachable_) {
      region_ = regions_.New(outer);
      WalkBody(orelse);
      region_ = outer;
    }
    FinishLoop(breaks, &flow);
    result_.flows[loop->id] = flow;
  }

  void FinishLoop(const std::vector<std::pair<NodeId, Environment>>& breaks, Flow* flow) {
    std::vector<Environment> environments;
    std::vector<Edge*> edges;
    if (reachable_) {
      environments.push_back(env_);
      edges.push_back(&flow->edges[2]);
    }
    for (const auto& [node, environment] : breaks) {
      environments.push_back(environment);
      edges.push_back(&result_.flows[node].edges[0]);
    }
    reachable_ = !environments.empty();
    if (reachable_) {
      flow->exit = MakeJoin(environments, edges);
    }
  }

  // The join at the head of a loop: a phi for every variable that the loop assigns, with the
  // operand of the entry.
  JoinId MakeHeader(const ast::Expr* test, const ast::Expr* target, ast::NodeList<ast::Stmt> body) {
    std::vector<std::uint32_t> assigned;
    const auto add = [&](std::string_view name) {
      const auto local = locals_.index.find(name);
      if (local != locals_.index.end() &&
          std::ranges::find(assigned, local->second) == assigned.end()) {
        assigned.push_back(local->second);
      }
    };
    for (const ast::Node* node :
         {static_cast<const ast::Node*>(test), static_cast<const ast::Node*>(target)}) {
      if (node != nullptr) {
        ForEachBoundName(node, add);
      }
    }
    for (const ast::Stmt* stmt : body) {
      ForEachBoundName(stmt, add);
    }
    const JoinId header = NewJoin();
    for (const std::uint32_t variable : assigned) {
      const VersionId phi = NewVersion(VersionKind::Phi, variable);
      result_.versions[phi.index].operands.push_back(env_[variable]);
      result_.joins[header.index].phis.push_back(phi);
      env_[variable] = phi;
    }
    return header;
  }

  JoinId NewJoin() {
    result_.joins.emplace_back();
    return JoinId(result_.joins.size() - 1);
  }

  Edge AddEdge(JoinId join) {
    Edge edge{join, 0};
    for (const VersionId phi : result_.joins[join.index].phis) {
      Version& version = result_.versions[phi.index];
      edge.index = static_cast<std::uint32_t>(version.operands.size());
      version.operands.push_back(env_[version.variable]);
    }
    return edge;
  }

  // Sets the environment to the join of several ones, and each edge to its way in.
  JoinId MakeJoin(const std::vector<Environment>& environments, const std::vector<Edge*>& edges) {
    const JoinId join = NewJoin();
    Environment joined = environments.front();
    for (std::uint32_t variable = 0; variable < joined.size(); ++variable) {
      const bool differs = std::ranges::any_of(environments, [&](const Environment& other) {
        return other[variable] != joined[variable];
      });
      if (!differs) {
        continue;
      }
      const VersionId phi = NewVersion(VersionKind::Phi, variable);
      for (const Environment& environment : environments) {
        result_.versions[phi.index].operands.push_back(environment[variable]);
      }
      result_.joins[join.index].phis.push_back(phi);
      joined[variable] = phi;
    }
    for (std::uint32_t i = 0; i < edges.size(); ++i) {
      *edges[i] = {join, i};
    }
    env_ = std::move(joined);
    return join;
  }

  const StaticCondition* condition_;
  Renaming result_;
  LocalNames locals_;
  ClosureNames closures_;
  Environment env_;
  bool reachable_ = true;
  std::vector<Loop> loops_;
  std::vector<Use> used_;
  KnownVersions known_;
  std::uint32_t region_ = 0;
  Regions regions_;
};

}  // namespace

Renaming Rename(const ast::Arguments& arguments, ast::NodeList<ast::Stmt> body,
                const ast::Expr* expression, const StaticCondition& condition,
                const std::vector<std::string_view>& captures) {
  return Renamer(condition).Run(arguments, body, expression, captures);
}

}  // namespace kernelc::scopes
