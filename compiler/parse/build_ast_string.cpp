// String literals, their implicit concatenation, and f-strings.
#include <algorithm>

#include "compiler/parse/builder.h"
#include "compiler/parse/literals.h"

namespace kernelc::parse {
namespace {

// A literal taken apart: `prefix`, quotes, inside.
struct Quoted {
  std::string_view prefix;
  std::size_t quotes;
};

Quoted Split(std::string_view spelling) {
  const std::size_t quote = spelling.find_first_of("'\"");
  const char c = spelling[quote];
  const bool is_triple =
      spelling.size() >= quote + 6 && spelling[quote + 1] == c && spelling[quote + 2] == c;
  return {spelling.substr(0, quote), is_triple ? 3u : 1u};
}

bool Has(std::string_view prefix, char letter) {
  return prefix.find(letter) != std::string_view::npos ||
         prefix.find(static_cast<char>(letter - 'a' + 'A')) != std::string_view::npos;
}

// The text between the braces of `{x=}` with "\n" for each line end.
std::string WithPlainLineEnds(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r') {
      out += text[i];
    } else if (i + 1 == text.size() || text[i + 1] != '\n') {
      out += '\n';
    }
  }
  return out;
}

}  // namespace

// One literal alone.
const ast::Expr* AstBuilder::BuildString(const Token& token) {
  StringParts parts;
  const std::string_view prefix = Split(Text(token)).prefix;
  const bool is_bytes = Has(prefix, 'b');
  AppendLiteral(token, is_bytes, parts);
  auto* constant = New<ast::Constant>(token.begin, token.end);
  constant->value.kind = is_bytes ? ast::ConstantKind::Bytes : ast::ConstantKind::Str;
  constant->value.text = module_->CopyString(parts.text);
  // CPython records a small `u` only.
  constant->value.has_u_prefix = prefix == "u";
  return constant;
}

const ast::Expr* AstBuilder::BuildStrings(const std::vector<P::StringPieceContext*>& pieces) {
  if (pieces.size() == 1 && pieces.front()->token != nullptr) {
    return BuildString(Of(pieces.front()->token));
  }
  const std::uint32_t begin = Begin(*pieces.front());
  const std::uint32_t end = End(*pieces.back());
  StringParts parts;
  int bytes_count = 0;
  for (const P::StringPieceContext* piece : pieces) {
    if (piece->token == nullptr) {
      parts.is_formatted = true;
      AppendFString(*piece->formatted, parts);
      continue;
    }
    const Token& token = Of(piece->token);
    const std::string_view prefix = Split(Text(token)).prefix;
    const bool is_bytes = Has(prefix, 'b');
    bytes_count += is_bytes ? 1 : 0;
    parts.has_u_prefix |= piece == pieces.front() && prefix == "u";
    AppendLiteral(token, is_bytes, parts);
  }
  const bool is_bytes = bytes_count > 0;
  if (is_bytes && bytes_count != static_cast<int>(pieces.size())) {
    emitter_->Build(Range(begin, end), diag::Kind::MixedStrings).Emit();
  }
  if (parts.is_formatted) {
    FlushText(parts);
    auto* joined = New<ast::JoinedStr>(begin, end);
    joined->values = Store(parts.values);
    return joined;
  }
  auto* constant = New<ast::Constant>(begin, end);
  constant->value.kind = is_bytes ? ast::ConstantKind::Bytes : ast::ConstantKind::Str;
  constant->value.text = module_->CopyString(parts.text);
  constant->value.has_u_prefix = parts.has_u_prefix;
  return constant;
}

void AstBuilder::AppendLiteral(const Token& token, bool is_bytes, StringParts& parts) {
  const std::string_view spelling = Text(token);
  const Quoted quoted = Split(spelling);
  const std::size_t inside = quoted.prefix.size() + quoted.quotes;
  const StringRules rules{Has(quoted.prefix, 'r'), is_bytes, false};
  std::string value;
  const auto fault = ReadString(spelling.substr(inside, spelling.size() - inside - quoted.quotes),
                                token.begin + static_cast<std::uint32_t>(inside), rules, value);
  if (fault) {
    emitter_->Build(Range(fault->begin, fault->end), diag::Kind::InvalidEscape, fault->message)
        .Emit();
  }
  AppendText(value, Range(token), parts);
}

void AstBuilder::AppendText(std::string_view text, SourceRange range, StringParts& parts) {
  if (text.empty()) {
    return;
  }
  parts.text_range = parts.has_text ? Range(parts.text_range.begin, range.end) : range;
  parts.has_text = true;
  parts.text += text;
}

// Ends the literal text between two fields.
void AstBuilder::FlushText(StringParts& parts) {
  if (!parts.has_text) {
    return;
  }
  auto* constant = New<ast::Constant>(parts.text_range.begin, parts.text_range.end);
  constant->value.kind = ast::ConstantKind::Str;
  constant->value.text = module_->CopyString(parts.text);
  constant->value.has_u_prefix = parts.has_u_prefix;
  parts.values.push_back(constant);
  parts.text.clear();
  parts.has_text = false;
}

void AstBuilder::AppendFString(const P::FstringContext& ctx, StringParts& parts) {
  const bool is_raw = Has(Split(Text(Of(ctx.open))).prefix, 'r');
  AppendFStringParts(ctx.parts, is_raw, false, parts);
}

void AstBuilder::AppendFStringParts(const std::vector<P::FstringPartContext*>& items, bool is_raw,
                                    bool in_format, StringParts& parts) {
  for (const P::FstringPartContext* item : items) {
    if (item->text == nullptr) {
      AppendField(*item, is_raw, parts);
      continue;
    }
    const Token& token = Of(item->text);
    const StringRules rules{is_raw, false, !in_format};
    std::string value;
    if (const auto fault = ReadString(Text(token), token.begin, rules, value)) {
      emitter_->Build(Range(fault->begin, fault->end), diag::Kind::InvalidEscape, fault->message)
          .Emit();
    }
    AppendText(value, Range(token), parts);
  }
}

int AstBuilder::ReadConversion(const P::FstringPartContext& ctx) {
  const Token& token = Of(ctx.conversion);
  const std::string_view name = Text(token);
  const Token& mark = tokens_[token.index - 1];
  if (name != "r" && name != "s" && name != "a") {
    emitter_
        ->Build(Range(token), diag::Kind::FStringField,
                fmt::format("invalid conversion character `{}`: expected `s`, `r`, or `a`", name))
        .Emit();
    return -1;
  }
  if (mark.end != token.begin) {
    emitter_
        ->Build(Range(mark), diag::Kind::FStringField,
                "conversion type must come right after the exclamation mark")
        .Emit();
  }
  return name[0];
}

void AstBuilder::AppendField(const P::FstringPartContext& ctx, bool is_raw, StringParts& parts) {
  const ast::Expr* value =
      ctx.yielded != nullptr ? BuildYield(*ctx.yielded) : BuildExpressionList(*ctx.values);
  if (value->kind == ast::NodeKind::Starred) {
    CheckStarred(value);
  }
  if (ctx.equal != nullptr) {
    // `{x=}` shows the text of the expression, and its repr() unless a format is asked for.
    const Token& after = tokens_[Of(ctx.equal).index + 1];
    const std::uint32_t begin = Of(ctx.open).end;
    AppendText(WithPlainLineEnds(text_.substr(begin, after.begin - begin)),
               Range(begin, after.begin), parts);
  }
  FlushText(parts);
  auto* field = New<ast::FormattedValue>(Begin(ctx), End(ctx));
  field->value = value;
  field->conversion = ctx.conversion != nullptr                      ? ReadConversion(ctx)
                      : ctx.equal != nullptr && ctx.colon == nullptr ? 'r'
                                                                     : -1;
  if (ctx.colon != nullptr) {
    StringParts format;
    AppendFStringParts(ctx.format, is_raw, true, format);
    FlushText(format);
    auto* joined = New<ast::JoinedStr>(Of(ctx.colon).end, Of(ctx.close).begin);
    joined->values = Store(format.values);
    field->format_spec = joined;
  }
  parts.values.push_back(field);
}

}  // namespace kernelc::parse
