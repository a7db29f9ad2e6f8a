#include "compiler/parse/parse.h"

#include <algorithm>
#include <mutex>

#include "compiler/ast/walk.h"
#include "compiler/parse/builder.h"
#include "compiler/parse/encoding.h"
#include "compiler/parse/error_strategy.h"
#include "compiler/parse/limits.h"
#include "compiler/parse/scope_checks.h"
#include "compiler/parse/token_scanner.h"

namespace kernelc::parse {
namespace {

// The caches of ANTLR's lexer are shared by the whole process.
std::mutex& AntlrMutex() {
  static std::mutex mutex;
  return mutex;
}

// The generated parser with a limit on its recursion.
class LimitedParser final : public KernelParser {
 public:
  // `builder` is given the statements of the file one by one, so that their contexts can go.
  LimitedParser(TokenList* tokens, FileId file, const SourceFile& source, AstBuilder& builder,
                diag::Emitter& emitter, bool by_grammar_alone)
      : KernelParser(tokens),
        file_(file),
        builder_(&builder),
        emitter_(&emitter),
        by_grammar_alone_(by_grammar_alone),
        recovery_(std::make_shared<StatementRecovery>(file, source, tokens->tokens(), emitter)) {
    // The builder reads the labels of the contexts; the generic tree beside them would be waste.
    setBuildParseTree(false);
    removeErrorListeners();
    setErrorHandler(recovery_);
    recovery_->CallBetween([this] { TakeStatement(); });
  }
  ~LimitedParser() override { file_context_.reset(); }
  LimitedParser(const LimitedParser&) = delete;
  LimitedParser& operator=(const LimitedParser&) = delete;

  void enterRule(antlr4::ParserRuleContext* context, std::size_t state, std::size_t rule) override {
    // Rules that have been left are still on the stack; the parent tells how many.
    while (!open_.empty() && open_.back() != context->parent) {
      open_.pop_back();
    }
    if (open_.size() >= kMaxRuleDepth) {
      const Token& token = Of(getCurrentToken());
      recovery_->Silence();
      emitter_
          ->Build({file_, token.begin, token.end}, diag::Kind::NestingLimit, "expressions",
                  kMaxRuleDepth)
          .Emit();
      throw antlr4::InputMismatchException(this);
    }
    open_.push_back(context);
    KernelParser::enterRule(context, state, rule);
  }

 private:
  // Builds the statement that was parsed last and frees its contexts, then reads what needs none.
  void TakeStatement() {
    auto& file = static_cast<FileContext&>(*getContext());
    builder_->AddStatements(file);
    file.statements.clear();
    open_.resize(1);
    if (is_at_start_) {
      // The context of the file itself stays.
      std::swap(file_context_, _tracker);
      is_at_start_ = false;
    } else {
      _tracker.reset();
    }
    if (!by_grammar_alone_) {
      getTokenStream()->seek(
          builder_->BuildLiteralLines(static_cast<std::uint32_t>(getTokenStream()->index())));
    }
  }

  FileId file_;
  AstBuilder* builder_;
  diag::Emitter* emitter_;
  bool by_grammar_alone_;
  std::shared_ptr<StatementRecovery> recovery_;
  std::vector<const antlr4::tree::ParseTree*> open_;
  antlr4::tree::ParseTreeTracker file_context_;
  bool is_at_start_ = true;
};

// Drops the statements of the file whose trees are deeper than later phases may recurse.
void LimitDepth(ast::Module& module, diag::Emitter& emitter) {
  std::vector<const ast::Stmt*> kept;
  std::vector<std::pair<const ast::Node*, std::size_t>> pending;
  for (const ast::Stmt* statement : module.body()) {
    const ast::Node* deepest = nullptr;
    pending.assign({{statement, 1}});
    while (!pending.empty() && deepest == nullptr) {
      const auto [node, depth] = pending.back();
      pending.pop_back();
      if (depth > kMaxTreeDepth) {
        deepest = node;
      }
      ast::ForEachChild(node,
                        [&](const ast::Node* child) { pending.emplace_back(child, depth + 1); });
    }
    if (deepest == nullptr) {
      kept.push_back(statement);
    } else {
      emitter
          .Build(deepest->range, diag::Kind::NestingLimit, "expressions and statements",
                 kMaxTreeDepth)
          .Emit();
    }
  }
  if (kept.size() != module.body().size()) {
    module.set_body(module.CopyList(kept));
  }
}

void ParseText(FileId file, const SourceFile& source, ast::Module& module, diag::Emitter& emitter,
               diag::Emitter& misuses, bool by_grammar_alone) {
  const std::lock_guard lock(AntlrMutex());
  TokenList tokens(ScanTokens(file, source, emitter, by_grammar_alone));
  AstBuilder builder(file, source.text(), tokens.tokens(), module, emitter, misuses);
  try {
    LimitedParser(&tokens, file, source, builder, emitter, by_grammar_alone).file();
    builder.FinishFile();
  } catch (const antlr4::ParseCancellationException&) {
    // More errors than anyone reads; the module stays empty.
    return;
  }
  // The next checks recurse over the tree.
  LimitDepth(module, emitter);
  if (builder.needs_scope_checks()) {
    CheckScopes(module, misuses);
  }
}

// Hands the diagnostics on in the order of their places.
void Forward(std::vector<diag::Diagnostic> diagnostics, diag::Emitter& emitter) {
  std::stable_sort(diagnostics.begin(), diagnostics.end(),
                   [](const auto& a, const auto& b) { return a.range.begin < b.range.begin; });
  if (diagnostics.size() > kMaxSyntaxErrors) {
    diagnostics.resize(kMaxSyntaxErrors);
    diagnostics.back().notes.emplace_back("there are more syntax errors after this one");
  }
  for (diag::Diagnostic& diagnostic : diagnostics) {
    emitter.Emit(std::move(diagnostic));
  }
}

}  // namespace

std::unique_ptr<ast::Module> Parse(SourceManager& sources, FileId file, diag::Emitter& emitter,
                                   const ParseOptions& options) {
  auto module = std::make_unique<ast::Module>(file);
  diag::CollectingConsumer collected;
  diag::Emitter local(collected);
  if (auto decoded = DecodeSource(file, sources.file(file).text(), options.is_decoded, local)) {
    sources.ReplaceText(file, std::move(*decoded));
  }
  diag::CollectingConsumer collected_misuses;
  diag::Emitter local_misuses(collected_misuses);
  ParseText(file, sources.file(file), *module, local,
            options.misuses != nullptr ? local_misuses : local, options.by_grammar_alone);
  Forward(collected.Take(), emitter);
  if (options.misuses != nullptr) {
    Forward(collected_misuses.Take(), *options.misuses);
  }
  return module;
}

}  // namespace kernelc::parse
