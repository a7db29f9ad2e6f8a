// Texts that a file runs by `exec`, as the run of the program finds them: what they define is
// indexed with the file.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "compiler/constants/constants.h"
#include "compiler/constants/files.h"
#include "compiler/constants/host_names.h"
#include "compiler/parse/parse.h"

namespace kernelc::constants {
namespace {

using ast::As;
using Statements = std::vector<const ast::Stmt*>;

// `exec(...)` as a statement.
bool IsTextRun(const ast::Stmt* stmt) {
  const auto* expression = As<ast::ExprStmt>(stmt);
  const auto* call = expression == nullptr ? nullptr : As<ast::Call>(expression->value);
  const auto* name = call == nullptr ? nullptr : As<ast::Name>(call->func);
  return name != nullptr && name->id == "exec";
}

// Those of `body` outside of functions and classes.
bool HasTextRuns(ast::NodeList<ast::Stmt> body) {
  return std::ranges::any_of(body, [](const ast::Stmt* stmt) {
    const auto* branch = As<ast::If>(stmt);
    const auto* attempt = As<ast::Try>(stmt);
    const auto* with = As<ast::With>(stmt);
    const auto* loop = As<ast::For>(stmt);
    return IsTextRun(stmt) ||
           (branch != nullptr && (HasTextRuns(branch->body) || HasTextRuns(branch->orelse))) ||
           (attempt != nullptr && HasTextRuns(attempt->body)) ||
           (with != nullptr && HasTextRuns(with->body)) ||
           (loop != nullptr && HasTextRuns(loop->body));
  });
}

bool IsInside(const SourceRange& inner, const SourceRange& outer) {
  return inner.file == outer.file && inner.begin >= outer.begin && inner.end <= outer.end;
}

// The file without the statements that run texts that are known, and with those of the texts
// behind.
class Expander {
 public:
  Expander(SourceManager& sources, const ast::Module& module,
           const std::vector<host::RunText>& runs)
      : sources_(&sources), module_(&module), runs_(&runs) {}

  ExpandedFile Run() {
    for (const host::RunText& run : *runs_) {
      Read(run);
    }
    if (file_.texts.empty()) {
      return {};
    }
    std::uint32_t nodes = module_->node_count();
    // Nodes of one function have ids of their own.
    for (const std::unique_ptr<ast::Module>& tree : file_.trees) {
      nodes = std::max(nodes, tree->node_count());
    }
    file_.module = std::make_unique<ast::Module>(module_->file(), nodes);
    Statements body;
    for (const ast::Stmt* stmt : module_->body()) {
      body.push_back(IsTextRun(stmt) && IsKnown(*stmt) ? file_.module->Create<ast::Pass>(stmt->range) : stmt);
      AddTextsOf(*stmt, &body);
    }
    file_.module->set_body(file_.module->CopyList(body));
    return std::move(file_);
  }

 private:
  void Read(const host::RunText& run) {
    // Texts of texts are left to the run.
    if (!run.is_certain || run.where.file != module_->file() || file_.texts.contains(run.text)) {
      return;
    }
    const std::string& path = sources_->file(run.where.file).path();
    const FileId file =
        sources_->AddText(fmt::format("<exec of {}:{}>", path.substr(path.rfind('/') + 1),
                                      sources_->begin(run.where).line),
                          run.text);
    diag::CollectingConsumer consumer;
    diag::Emitter emitter(consumer);
    file_.trees.push_back(parse::Parse(*sources_, file, emitter, {.is_decoded = true}));
    file_.texts.emplace(run.text, file_.trees.back().get());
  }

  // Those that stand nowhere yet.
  void AddTextsOf(const ast::Stmt& stmt, Statements* body) {
    for (const host::RunText& run : *runs_) {
      const auto text = file_.texts.find(run.text);
      if (IsInside(run.where, stmt.range) && text != file_.texts.end() &&
          added_.insert(text->second).second) {
        body->insert(body->end(), text->second->body().begin(), text->second->body().end());
      }
    }
  }

  // Whether all that the statement runs is known.
  bool IsKnown(const ast::Stmt& stmt) const {
    bool is_run = false;
    bool is_known = true;
    for (const host::RunText& run : *runs_) {
      const bool is_here = IsInside(run.where, stmt.range);
      is_run = is_run || is_here;
      is_known = is_known && (!is_here || run.is_certain);
    }
    return is_run && is_known;
  }

  SourceManager* sources_;
  const ast::Module* module_;
  const std::vector<host::RunText>* runs_;
  std::set<const ast::Module*> added_;
  ExpandedFile file_;
};

}  // namespace

ExpandedFile ExpandTexts(SourceManager& sources, const ast::Module& module,
                         const IndexOptions& options) {
  if (options.resolver == nullptr || !HasTextRuns(module.body())) {
    return {};
  }
  const FileIndex index = IndexNames(sources, module, options);
  return Expander(sources, module, index.impl().RunFor(nullptr)->outcome->texts).Run();
}

}  // namespace kernelc::constants
