// Assignments of literals, from their tokens alone. Files of tables have them by the hundred
// thousand, and the contexts of a number and all rules around it take twenty times as long as its
// node. The trees are those of the other way.
#include "compiler/parse/builder.h"
#include "compiler/parse/limits.h"

namespace kernelc::parse {
namespace {

bool IsNumber(TokenType type) {
  return type == T::INTEGER || type == T::FLOAT || type == T::IMAGINARY;
}
bool IsString(TokenType type) { return type == T::STRING || type == T::TRIPLE_STRING; }

TokenType ClosingOf(TokenType open) {
  return open == T::LEFT_PAREN     ? T::RIGHT_PAREN
         : open == T::LEFT_BRACKET ? T::RIGHT_BRACKET
                                   : T::RIGHT_BRACE;
}

}  // namespace

// The index behind the literal at token `index`; 0 where none stands there. Strings in pieces,
// sets and parentheses around one value are left to the grammar.
std::uint32_t AstBuilder::SkipLiteral(std::uint32_t index, std::size_t depth) const {
  const TokenType type = tokens_[index].type;
  if (IsNumber(type) || type == T::TRUE || type == T::FALSE || type == T::NONE) {
    return index + 1;
  }
  if (type == T::MINUS || type == T::PLUS) {
    return IsNumber(tokens_[index + 1].type) ? index + 2 : 0;
  }
  if (IsString(type)) {
    const TokenType next = tokens_[index + 1].type;
    return IsString(next) || next == T::FSTRING_START ? 0 : index + 1;
  }
  const bool opens = type == T::LEFT_PAREN || type == T::LEFT_BRACKET || type == T::LEFT_BRACE;
  if (!opens || depth == kMaxLiteralDepth) {
    return 0;
  }
  const TokenType close = ClosingOf(type);
  std::uint32_t commas = 0;
  ++index;
  while (tokens_[index].type != close) {
    index = SkipLiteral(index, depth + 1);
    if (index != 0 && type == T::LEFT_BRACE) {
      index = tokens_[index].type == T::COLON ? SkipLiteral(index + 1, depth + 1) : 0;
    }
    const bool has_comma = index != 0 && tokens_[index].type == T::COMMA;
    if (index == 0 || (!has_comma && tokens_[index].type != close)) {
      return 0;
    }
    if (has_comma) {
      ++commas;
      ++index;
    }
  }
  const bool is_group = type == T::LEFT_PAREN && commas == 0 && tokens_[index - 1].type != type;
  return is_group ? 0 : index + 1;
}

// The literal at token `*index`, which SkipLiteral has found; `*index` moves behind it.
const ast::Expr* AstBuilder::BuildLiteral(std::uint32_t* index) {
  const Token& first = tokens_[*index];
  ++*index;
  if (IsString(first.type)) {
    return BuildString(first);
  }
  if (first.type == T::MINUS || first.type == T::PLUS) {
    const ast::Expr* operand = BuildNumber(tokens_[(*index)++]);
    auto* sign = New<ast::UnaryOp>(first.begin, operand->range.end);
    sign->op = first.type == T::MINUS ? ast::UnaryOperator::USub : ast::UnaryOperator::UAdd;
    sign->operand = operand;
    return sign;
  }
  const bool opens =
      first.type == T::LEFT_PAREN || first.type == T::LEFT_BRACKET || first.type == T::LEFT_BRACE;
  if (!opens) {
    return BuildTokenAtom(first);
  }
  List<ast::Expr> items;
  List<ast::Expr> values;
  while (tokens_[*index].type != ClosingOf(first.type)) {
    items.push_back(BuildLiteral(index));
    if (first.type == T::LEFT_BRACE) {
      ++*index;
      values.push_back(BuildLiteral(index));
    }
    if (tokens_[*index].type == T::COMMA) {
      ++*index;
    }
  }
  const std::uint32_t end = tokens_[(*index)++].end;
  if (first.type == T::LEFT_PAREN) {
    return NewTuple(items, first.begin, end);
  }
  if (first.type == T::LEFT_BRACKET) {
    auto* list = New<ast::List>(first.begin, end);
    list->elts = Store(items);
    return list;
  }
  auto* dict = New<ast::Dict>(first.begin, end);
  dict->keys = Store(items);
  dict->values = Store(values);
  return dict;
}

std::uint32_t AstBuilder::BuildLiteralLines(std::uint32_t index) {
  while (tokens_[index].type == T::NAME && tokens_[index + 1].type == T::EQUAL) {
    const std::uint32_t behind = SkipLiteral(index + 2, 0);
    if (behind == 0 || tokens_[behind].type != T::NEWLINE) {
      break;
    }
    auto* statement = New<ast::Assign>(tokens_[index].begin, tokens_[behind - 1].end);
    statement->targets = Store(List<ast::Expr>{
        MakeTarget(BuildTokenAtom(tokens_[index]), ast::ExprContext::Store, "assign to", true)});
    index += 2;
    statement->value = BuildLiteral(&index);
    future_allowed_ = false;
    statements_.push_back(statement);
    ++index;
  }
  return index;
}

}  // namespace kernelc::parse
