#include "compiler/parse/builder.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/base/unicode.h"

namespace kernelc::parse {

AstBuilder::AstBuilder(FileId file, std::string_view text, const std::vector<Token>& tokens,
                       ast::Module& module, diag::Emitter& emitter, diag::Emitter& misuses)
    : file_(file),
      text_(text),
      tokens_(tokens),
      module_(&module),
      emitter_(&emitter),
      misuses_(&misuses) {
  scopes_.push_back({ScopeKind::Module});
}

void AstBuilder::AddStatements(const P::FileContext& ctx) {
  for (const P::StatementContext* statement : ctx.statements) {
    BuildStatement(*statement, statements_);
  }
}

void AstBuilder::FinishFile() { module_->set_body(Store(statements_)); }

std::string_view AstBuilder::PublicIdentifier(const Token& token) {
  const std::string_view name = Text(token);
  const bool is_ascii = std::all_of(name.begin(), name.end(),
                                    [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  return module_->CopyString(is_ascii ? name : NormalizeIdentifier(name));
}

std::string_view AstBuilder::Identifier(const Token& token) {
  const std::string_view name = PublicIdentifier(token);
  const std::string_view class_name = scopes_.back().class_name;
  const bool is_private =
      !class_name.empty() && name.starts_with("__") && !name.ends_with("__");
  return is_private ? module_->CopyString(fmt::format("_{}{}", class_name, name)) : name;
}

const ast::Expr* AstBuilder::NewName(const Token& token, ast::ExprContext context) {
  auto* name = New<ast::Name>(token.begin, token.end);
  name->id = Identifier(token);
  name->ctx = context;
  return name;
}

const ast::Expr* AstBuilder::NewTuple(const List<ast::Expr>& items, std::uint32_t begin,
                                      std::uint32_t end) {
  auto* tuple = New<ast::Tuple>(begin, end);
  tuple->elts = Store(items);
  return tuple;
}

void AstBuilder::CheckSeparators(const std::vector<antlr4::Token*>& separators) {
  for (std::size_t i = 1; i < separators.size(); ++i) {
    const Token& token = Of(separators[i]);
    if (Of(separators[i - 1]).index + 1 == token.index) {
      Error(Range(token),
            fmt::format("invalid syntax: nothing stands before this `{}`", Text(token)));
      return;
    }
  }
}

void AstBuilder::Error(SourceRange range, std::string message) {
  emitter_->Build(range, diag::Kind::SyntaxError, message).Emit();
}

void AstBuilder::Misuse(SourceRange range, std::string message) {
  misuses_->Build(range, diag::Kind::SyntaxError, message).Emit();
}

void AstBuilder::Misplaced(SourceRange range, std::string message) {
  misuses_->Build(range, diag::Kind::MisplacedStatement, message).Emit();
}

}  // namespace kernelc::parse
