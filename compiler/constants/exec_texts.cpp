// `exec` of texts that are known: their statements stand in its place.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "compiler/parse/parse.h"
#include "compiler/constants/const_eval.h"
#include "compiler/constants/extern_functions.h"
#include "compiler/scopes/scopes.h"
#include "compiler/constants/constants.h"

namespace kernelc::constants {
namespace {

using ast::As;
using Statements = std::vector<const ast::Stmt*>;
using Variables = std::map<std::string_view, Object>;

// Of one file: places that run texts, each of which has the file indexed once more, and texts; of one text.
constexpr std::size_t kMaxRuns = 40;
constexpr std::size_t kMaxTexts = 200;
constexpr std::size_t kMaxTextBytes = 1 << 20;

// The call of `exec(text)` that a statement is; null for others.
const ast::Call* TextRun(const ast::Stmt* stmt) {
  const auto* expression = As<ast::ExprStmt>(stmt);
  const auto* call = expression == nullptr ? nullptr : As<ast::Call>(expression->value);
  const auto* name = call == nullptr ? nullptr : As<ast::Name>(call->func);
  if (name == nullptr || name->id != "exec" || call->args.empty() || !call->keywords.empty()) {
    return nullptr;
  }
  const bool is_of_file = std::ranges::all_of(call->args.subspan(1), [](const ast::Expr* names) {
    const auto* reader = As<ast::Call>(names);
    const std::string_view callee = reader == nullptr ? std::string_view() : scopes::LastPart(reader->func);
    return reader != nullptr && reader->args.empty() && (callee == "globals" || callee == "locals");
  });
  return is_of_file ? call : nullptr;
}

// Also in `exec(compile(text, name, "exec"))`.
const ast::Expr* TextOf(const ast::Call& run) {
  const auto* compiled = As<ast::Call>(run.args.front());
  const auto* mode = compiled == nullptr || compiled->args.size() != 3 ? nullptr : As<ast::Constant>(compiled->args[2]);
  const auto* name = compiled == nullptr ? nullptr : As<ast::Name>(compiled->func);
  const bool is_compiled = mode != nullptr && mode->value.text == "exec" && name != nullptr && name->id == "compile";
  return is_compiled ? compiled->args.front() : run.args.front();
}

bool IsTextLoop(const ast::Stmt* stmt) {
  const auto* loop = As<ast::For>(stmt);
  return loop != nullptr && std::ranges::any_of(loop->body, [](const ast::Stmt* each) { return TextRun(each) != nullptr; });
}

// Calls of methods that change what they are called on: what they give depends on how often they ran.
bool MayDependOnTurn(const ast::Node* node) {
  const auto* call = As<ast::Call>(node);
  const std::string_view callee = call == nullptr ? std::string_view() : scopes::LastPart(call->func);
  // Of texts, formatting is none of these.
  bool found = (call != nullptr && As<ast::Attribute>(call->func) != nullptr && callee != "format" && callee != "join" && callee != "items") || callee == "next" ||
               As<ast::NamedExpr>(node) != nullptr;
  ast::ForEachChild(node, [&](const ast::Node* child) { found = found || MayDependOnTurn(child); });
  return found;
}

bool NamesBuiltins(const ast::Node* node) {
  const auto* import = As<ast::Import>(node);
  bool names = import != nullptr && std::ranges::any_of(import->names, [](const ast::Alias* alias) {
                 return alias->name == "builtins";
               });
  ast::ForEachChild(node, [&](const ast::Node* child) { names = names || NamesBuiltins(child); });
  return names;
}

bool BindTarget(const ast::Expr* target, const Object& value, Variables* variables) {
  if (const auto* name = As<ast::Name>(target)) {
    (*variables)[name->id] = value;
    return true;
  }
  const auto* names = As<ast::Tuple>(target);
  const std::optional<ObjectList> parts = names == nullptr ? std::nullopt : ObjectElements(value);
  if (!parts || parts->size() != names->elts.size()) {
    return false;
  }
  for (std::size_t i = 0; i < parts->size(); ++i) {
    if (!BindTarget(names->elts[i], (*parts)[i], variables)) {
      return false;
    }
  }
  return true;
}

// A copy of a statement for another tree, with the same parts.
template <typename Node>
Node* Copy(const Node& original, ast::Module& tree) {
  Node* copy = tree.Create<Node>(original.range);
  const NodeId id = static_cast<ast::Node*>(copy)->id;
  *copy = original;
  static_cast<ast::Node*>(copy)->id = id;
  return copy;
}

class TextExpander {
 public:
  TextExpander(SourceManager& sources, const ast::Module& module, const IndexOptions& options)
      : sources_(&sources), module_(&module), options_(options), node_count_(module.node_count()) {}

  std::vector<std::unique_ptr<ast::Module>> Run() {
    FindRuns(module_->body());
    if (runs_.size() > kMaxRuns) {
      return {};
    }
    for (const ast::Stmt* run : runs_) {
      current_ = run;
      is_behind_ = false;
      const std::unique_ptr<ast::Module> before = MakeTree();
      const FileIndex index = IndexNames(*sources_, *before, options_);
      if (std::optional<Statements> statements = Follow(*run, index.impl())) {
        replaced_.emplace(run, std::move(*statements));
      }
    }
    if (replaced_.empty()) {
      return {};
    }
    current_ = nullptr;
    is_behind_ = false;
    trees_.push_back(MakeTree());
    return std::move(trees_);
  }

 private:
  // Those outside of functions and classes, in the order of the text.
  void FindRuns(ast::NodeList<ast::Stmt> body) {
    for (const ast::Stmt* stmt : body) {
      if (TextRun(stmt) != nullptr || IsTextLoop(stmt)) {
        runs_.push_back(stmt);
      } else if (const auto* branch = As<ast::If>(stmt)) {
        FindRuns(branch->body);
        FindRuns(branch->orelse);
      } else if (const auto* attempt = As<ast::Try>(stmt)) {
        FindRuns(attempt->body);
      } else if (const auto* with = As<ast::With>(stmt)) {
        const std::size_t before = runs_.size();
        FindRuns(with->body);
        for (std::size_t i = before; i < runs_.size(); ++i) {
          files_[runs_[i]].insert(files_[runs_[i]].end(), with->items.begin(), with->items.end());
        }
      }
    }
  }

  // The file with the texts that are known so far. What runs after `current_` is left away, and that itself is `marker_`.
  std::unique_ptr<ast::Module> MakeTree() {
    auto tree = std::make_unique<ast::Module>(module_->file(), node_count_);
    tree->set_body(Rewritten(module_->body(), *tree));
    return tree;
  }

  ast::NodeList<ast::Stmt> Rewritten(ast::NodeList<ast::Stmt> body, ast::Module& tree) {
    Statements result;
    for (const ast::Stmt* stmt : body) {
      const bool is_run = std::ranges::find(runs_, stmt) != runs_.end();
      const auto found = replaced_.find(stmt);
      if (is_run && (is_behind_ || stmt == current_)) {
        const auto* marker = tree.Create<ast::Pass>(stmt->range);
        marker_ = is_behind_ ? marker_ : marker;
        is_behind_ = true;
        result.push_back(marker);
      } else if (found != replaced_.end()) {
        if (const auto* loop = As<ast::For>(stmt)) {
          result.push_back(WithoutRuns(*loop, tree));
        }
        result.insert(result.end(), found->second.begin(), found->second.end());
      } else {
        result.push_back(RewrittenInside(stmt, tree));
      }
    }
    return tree.CopyList(result);
  }

  const ast::Stmt* RewrittenInside(const ast::Stmt* stmt, ast::Module& tree) {
    if (const auto* branch = As<ast::If>(stmt)) {
      ast::If* copy = Copy(*branch, tree);
      copy->body = Rewritten(branch->body, tree);
      copy->orelse = Rewritten(branch->orelse, tree);
      return copy;
    }
    if (const auto* attempt = As<ast::Try>(stmt)) {
      ast::Try* copy = Copy(*attempt, tree);
      copy->body = Rewritten(attempt->body, tree);
      return copy;
    }
    if (const auto* with = As<ast::With>(stmt)) {
      ast::With* copy = Copy(*with, tree);
      copy->body = Rewritten(with->body, tree);
      return copy;
    }
    return stmt;
  }

  static const ast::Stmt* WithoutRuns(const ast::For& loop, ast::Module& tree) {
    Statements rest;
    for (const ast::Stmt* stmt : loop.body) {
      if (TextRun(stmt) == nullptr) {
        rest.push_back(stmt);
      }
    }
    if (rest.empty()) {
      rest.push_back(tree.Create<ast::Pass>(loop.range));
    }
    ast::For* copy = Copy(loop, tree);
    copy->body = tree.CopyList(rest);
    return copy;
  }

  // Whether what it names keeps the one value that the text gives it.
  static bool IsFixed(const ast::Expr* expr, const FileIndexImpl& index, const Variables& variables) {
    bool is_fixed = true;
    scopes::ForEachName(expr, [&](const ast::Name& name) {
      const auto found = index.module_scope().bindings.find(name.id);
      const bool is_bound = found != index.module_scope().bindings.end();
      const Binding* binding = is_bound ? &found->second : nullptr;
      const bool is_text = binding != nullptr && binding->kind == BindingKind::Assign && binding->previous == nullptr &&
                           binding->guard == nullptr && binding->value != nullptr &&
                           (As<ast::Constant>(binding->value) != nullptr || As<ast::Tuple>(binding->value) != nullptr ||
                            As<ast::JoinedStr>(binding->value) != nullptr);
      const bool is_function = binding != nullptr && binding->kind == BindingKind::Function && binding->previous == nullptr;
      is_fixed = is_fixed && (variables.contains(name.id) || is_text || is_function || !is_bound);
    });
    return is_fixed;
  }

  // The statements of the texts that `run` runs; null where one of them is not known.
  std::optional<Statements> Follow(const ast::Stmt& run, const FileIndexImpl& index) {
    if (index.module_scope().bindings.contains("exec") || std::ranges::any_of(index.module().body(), NamesBuiltins)) {
      return std::nullopt;
    }
    CodeArena arena;
    Evaluator evaluator(index, arena);
    const std::uint32_t order = index.statement_order(marker_);
    Variables variables;
    const LocalLookup locals = [&](const ast::Name& name, std::optional<Object>* object) {
      const auto found = variables.find(name.id);
      if (found != variables.end()) {
        *object = found->second;
      }
      return found != variables.end();
    };
    const auto value_of = [&](const ast::Expr* expr) {
      return IsFixed(expr, index, variables) ? evaluator.EvalBefore(expr, order, locals) : std::nullopt;
    };
    if (const ast::Call* call = TextRun(&run)) {
      return Read(value_of(TextOf(*call)), run.range);
    }
    return FollowLoop(*As<ast::For>(&run), value_of, &variables);
  }

  template <typename ValueOf>
  std::optional<Statements> FollowLoop(const ast::For& loop, const ValueOf& value_of, Variables* variables) {
    const std::optional<Object> iterable = value_of(loop.iter);
    const std::optional<ObjectList> turns = iterable ? ObjectElements(*iterable) : std::nullopt;
    if (!turns || !loop.orelse.empty() || MayDependOnTurn(&loop)) {
      return std::nullopt;
    }
    Statements statements;
    for (const Object& turn : *turns) {
      if (!BindTarget(loop.target, turn, variables)) {
        return std::nullopt;
      }
      for (const ast::Stmt* stmt : loop.body) {
        const ast::Call* call = TextRun(stmt);
        const auto* assign = As<ast::Assign>(stmt);
        if (call != nullptr) {
          const std::optional<Statements> more = Read(value_of(TextOf(*call)), stmt->range);
          if (!more) {
            return std::nullopt;
          }
          statements.insert(statements.end(), more->begin(), more->end());
          continue;
        }
        const std::optional<Object> value = assign == nullptr ? std::nullopt : value_of(assign->value);
        if (!value || assign->targets.size() != 1 || !BindTarget(assign->targets.front(), *value, variables)) {
          return std::nullopt;
        }
      }
    }
    return AreApart(loop, statements, *variables) ? std::optional(std::move(statements)) : std::nullopt;
  }

  // Whether the statements may run after the loop as well as in it: neither sees what the other binds.
  static bool AreApart(const ast::For& loop, const Statements& statements, const Variables& variables) {
    Names bound;
    index::Mentions of_texts(statements);
    for (const ast::Stmt* stmt : statements) {
      const bool is_plain = As<ast::FunctionDef>(stmt) != nullptr || As<ast::Assign>(stmt) != nullptr ||
                            As<ast::Import>(stmt) != nullptr;
      if (!is_plain) {
        return false;
      }
      scopes::ForEachBoundName(stmt, [&](std::string_view name) { bound.insert(name); });
      scopes::ForEachImportedName(stmt, [&](std::string_view name) { bound.insert(name); });
      const Names& names = of_texts.Of(stmt).names;
      if (std::ranges::any_of(variables, [&](const auto& variable) { return names.contains(variable.first); })) {
        return false;
      }
    }
    const ast::Stmt* const only[] = {&loop};
    index::Mentions of_loop(only);
    const Names& names = of_loop.Of(&loop).names;
    return std::ranges::none_of(bound, [&](std::string_view name) { return names.contains(name); });
  }

  // The statements of a text; null where it is none, or has errors.
  std::optional<Statements> Read(const std::optional<Object>& text, SourceRange place) {
    const bool is_text = text && text->kind == ObjectKind::Str && !text->is_path && text->text.size() <= kMaxTextBytes;
    if (!is_text || ++texts_ > kMaxTexts) {
      return std::nullopt;
    }
    const std::string& path = sources_->file(place.file).path();
    const FileId file = sources_->AddText(
        fmt::format("<exec of {}:{}>", path.substr(path.rfind('/') + 1), sources_->begin(place).line), text->text);
    diag::CollectingConsumer consumer;
    diag::Emitter emitter(consumer);
    std::unique_ptr<ast::Module> tree = parse::Parse(*sources_, file, emitter, {.is_decoded = true});
    if (emitter.has_errors()) {
      return std::nullopt;
    }
    // Nodes of one function have ids of their own.
    node_count_ = std::max(node_count_, tree->node_count());
    trees_.push_back(std::move(tree));
    const ast::NodeList<ast::Stmt> body = trees_.back()->body();
    return Statements(body.begin(), body.end());
  }

  SourceManager* sources_;
  const ast::Module* module_;
  IndexOptions options_;
  std::uint32_t node_count_;
  std::size_t texts_ = 0;
  // `exec(text)`, and loops with it.
  Statements runs_;
  // What `with` around them opens.
  std::map<const ast::Stmt*, std::vector<const ast::WithItem*>> files_;
  std::map<const ast::Stmt*, Statements> replaced_;
  std::vector<std::unique_ptr<ast::Module>> trees_;
  // The one that is followed now, what stands for it in the tree, and whether the tree is written up to it.
  const ast::Stmt* current_ = nullptr;
  const ast::Stmt* marker_ = nullptr;
  bool is_behind_ = false;
};

}  // namespace

std::vector<std::unique_ptr<ast::Module>> ExpandTexts(SourceManager& sources, const ast::Module& module,
                                                      const IndexOptions& options) {
  return TextExpander(sources, module, options).Run();
}

}  // namespace kernelc::constants
