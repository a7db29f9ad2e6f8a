#include "compiler/parse/token_scanner.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "compiler/base/unicode.h"
#include "compiler/parse/limits.h"
#include "compiler/parse/scanner.h"

namespace kernelc::parse {
namespace {

constexpr const char* kNoTabs = "indent with blanks alone: how wide a tab is differs from editor to editor";

enum class KeywordPlace : std::uint8_t { Anywhere, Statement };

struct Keyword {
  std::string_view spelling;
  TokenType type;
  KeywordPlace place;
};

constexpr Keyword kKeywords[] = {
#define KC_KEYWORD(spelling, TOKEN, place) {spelling, T::TOKEN, KeywordPlace::place},
#include "compiler/parse/keywords.def"
};
constexpr std::size_t kLongestKeyword = 8;

const Keyword* FindKeyword(std::string_view name) {
  if (name.size() < 2 || name.size() > kLongestKeyword) {
    return nullptr;
  }
  const auto* found = std::lower_bound(
      std::begin(kKeywords), std::end(kKeywords), name,
      [](const Keyword& keyword, std::string_view text) { return keyword.spelling < text; });
  return found != std::end(kKeywords) && found->spelling == name ? found : nullptr;
}

bool IsNameByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// Tokens that may follow the soft keyword `match` and start its subject.
bool StartsOperand(TokenType type) {
  switch (type) {
    case T::NAME:
    case T::INTEGER:
    case T::FLOAT:
    case T::IMAGINARY:
    case T::STRING:
    case T::TRIPLE_STRING:
    case T::FSTRING_START:
    case T::LEFT_PAREN:
    case T::LEFT_BRACKET:
    case T::LEFT_BRACE:
    case T::MINUS:
    case T::PLUS:
    case T::TILDE:
    case T::STAR:
    case T::NOT:
    case T::AWAIT:
    case T::LAMBDA:
    case T::NONE:
    case T::TRUE:
    case T::FALSE:
    case T::ELLIPSIS:
    case T::BROKEN:
      return true;
    default:
      return false;
  }
}

// Of these, the ones that cannot continue an expression that starts with the name `match`.
bool OnlyStartsOperand(TokenType type) {
  return StartsOperand(type) && type != T::LEFT_PAREN && type != T::LEFT_BRACKET &&
         type != T::MINUS && type != T::PLUS && type != T::STAR && type != T::NOT &&
         type != T::BROKEN;
}

char ClosingOf(char open) { return open == '(' ? ')' : open == '[' ? ']' : '}'; }

}  // namespace

std::vector<Token> ScanTokens(FileId file, const SourceFile& source, diag::Emitter& emitter,
                              bool by_grammar_alone) {
  return Scanner(file, source, emitter, by_grammar_alone).Scan();
}

Scanner::Scanner(FileId file, const SourceFile& source, diag::Emitter& emitter,
                 bool by_grammar_alone)
    : file_(file),
      source_(&source),
      text_(source.text()),
      emitter_(&emitter),
      by_grammar_alone_(by_grammar_alone),
      stream_(text_),
      lexer_(&stream_),
      matcher_(lexer_.getInterpreter<antlr4::atn::LexerATNSimulator>()) {
  tokens_.reserve(text_.size() / 3 + 16);
  indents_.push_back({});
}

std::vector<Token> Scanner::Scan() {
  if (text_.starts_with("\xef\xbb\xbf")) {
    stream_.seek(3);
  }
  while (position() < size()) {
    ScanLogicalLine();
  }
  while (indents_.size() > 1) {
    indents_.pop_back();
    Add(T::DEDENT, size(), size());
  }
  Add(kEndOfFile, size(), size());
  MarkSoftKeywords();
  return std::move(tokens_);
}

std::size_t Scanner::MatchPlain(std::size_t begin, TokenType* type) const {
  const char first = At(begin);
  const auto is_word = [this](std::size_t at) {
    return IsNameByte(At(at)) && static_cast<unsigned char>(At(at)) < 0x80;
  };
  std::size_t end = begin + 1;
  switch (first) {
    case '\n':
      *type = T::LINE_END;
      return end;
    case ' ':
      *type = T::SPACE;
      while (At(end) == ' ' || At(end) == '\t' || At(end) == '\f') {
        ++end;
      }
      return end;
    case ',':
      *type = T::COMMA;
      return end;
    case '(':
      *type = T::LEFT_PAREN;
      return end;
    case ')':
      *type = T::RIGHT_PAREN;
      return end;
    case '[':
      *type = T::LEFT_BRACKET;
      return end;
    case ']':
      *type = T::RIGHT_BRACKET;
      return end;
    case '=':
      *type = T::EQUAL;
      return At(end) == '=' ? 0 : end;
    default:
      break;
  }
  if (!is_word(begin)) {
    return 0;
  }
  while (is_word(end)) {
    ++end;
  }
  const char next = At(end);
  if (first >= '0' && first <= '9') {
    // Other digits than those of decimals, exponents, points and suffixes are the lexer's.
    const std::string_view digits = text_.substr(begin, end - begin);
    *type = T::INTEGER;
    const bool is_plain = digits.find_first_not_of("0123456789") == std::string_view::npos &&
                          (first != '0' || digits.size() == 1);
    return is_plain && next != '.' && static_cast<unsigned char>(next) < 0x7f ? end : 0;
  }
  // What stands before a quote may be the prefix of a string.
  *type = T::NAME;
  return next == '\'' || next == '"' || static_cast<unsigned char>(next) >= 0x7f ? 0 : end;
}

TokenType Scanner::Match(std::size_t mode) {
  TokenType type = 0;
  const bool may_be_plain = mode == 0 && !by_grammar_alone_;
  const std::size_t end = may_be_plain ? MatchPlain(stream_.index(), &type) : 0;
  if (end != 0) {
    stream_.seek(end);
    return type;
  }
  return static_cast<TokenType>(matcher_->match(&stream_, mode));
}

void Scanner::Add(TokenType type, std::uint32_t begin, std::uint32_t end) {
  tokens_.emplace_back(type, begin, end, static_cast<std::uint32_t>(tokens_.size()));
}

void Scanner::Break(std::uint32_t begin, std::uint32_t end) { Add(T::BROKEN, begin, end); }

bool Scanner::InFString() const {
  return std::any_of(frames_.begin(), frames_.end(),
                     [](const Frame& frame) { return frame.kind == FrameKind::FStringText; });
}

// Moves to the first token of the line and measures its indentation. False when the line is blank.
bool Scanner::ScanIndentation(Indent& indent) {
  std::size_t at = stream_.index();
  bool is_joined = false;
  Indent first;
  while (true) {
    const char c = At(at);
    if (c == ' ') {
      ++indent.column;
      ++indent.tab_column;
    } else if (c == '\t') {
      indent.column = (indent.column / 8 + 1) * 8;
      ++indent.tab_column;
    } else if (c == '\f') {
      indent = {};
    } else if (c == '\\' && (At(at + 1) == '\n' || At(at + 1) == '\r')) {
      // Indentation that is split over lines counts as on its first line.
      first = is_joined ? first : indent;
      is_joined = true;
      at += At(at + 1) == '\r' && At(at + 2) == '\n' ? 2u : 1u;
      indent = {};
    } else {
      break;
    }
    ++at;
  }
  stream_.seek(at);
  if (is_joined) {
    indent = first;
  }
  if (At(at) == '#') {
    at = std::min(text_.find_first_of("\r\n", at), text_.size());
  }
  if (is_joined && at >= text_.size()) {
    emitter_
        ->Build(Range(size() - 1, size()), diag::Kind::StrayBackslash,
                "the file ends after a line continuation character")
        .Emit();
  }
  const bool is_blank = at >= text_.size() || At(at) == '\n' || At(at) == '\r';
  if (is_blank) {
    at += At(at) == '\r' && At(at + 1) == '\n' ? 2u : 1u;
    stream_.seek(std::min(at, text_.size()));
  }
  return !is_blank;
}

void Scanner::EmitIndentation(const Indent& indent, std::uint32_t line_begin) {
  const std::uint32_t begin = position();
  if (indent.column == indents_.back().column) {
    if (indent.tab_column != indents_.back().tab_column) {
      emitter_->Build(Range(line_begin, begin), diag::Kind::InconsistentTabs).Help(kNoTabs).Emit();
    }
    return;
  }
  if (indent.column > indents_.back().column) {
    const bool is_inconsistent = indent.tab_column <= indents_.back().tab_column;
    if (is_inconsistent) {
      emitter_->Build(Range(line_begin, begin), diag::Kind::InconsistentTabs).Help(kNoTabs).Emit();
    }
    if (indents_.size() > kMaxBlockDepth && !nesting_reported_) {
      nesting_reported_ = true;
      emitter_->Build(Range(line_begin, begin), diag::Kind::NestingLimit, "blocks", kMaxBlockDepth)
          .Emit();
    }
    if (indents_.size() > kMaxBlockDepth) {
      // The line stays in the block around it.
      Break(begin, begin);
      return;
    }
    indents_.push_back(indent);
    // What is reported is said once: see Diagnosis::ReportLayout.
    Add(T::INDENT, is_inconsistent ? begin : line_begin, begin);
    return;
  }
  while (indents_.size() > 1 && indent.column < indents_.back().column) {
    indents_.pop_back();
    Add(T::DEDENT, begin, begin);
  }
  if (indent.column != indents_.back().column) {
    emitter_->Build(Range(line_begin, begin), diag::Kind::UnindentMismatch)
        .Help("begin it in the column of a line further up that belongs to the same block")
        .Emit();
  } else if (indent.tab_column != indents_.back().tab_column) {
    emitter_->Build(Range(line_begin, begin), diag::Kind::InconsistentTabs).Help(kNoTabs).Emit();
  }
}

void Scanner::ScanLogicalLine() {
  const std::uint32_t line_begin = position();
  Indent indent;
  if (!ScanIndentation(indent)) {
    return;
  }
  EmitIndentation(indent, line_begin);
  line_starts_.push_back(static_cast<std::uint32_t>(tokens_.size()));
  while (!ScanToken()) {
  }
}

void Scanner::EndLine(std::uint32_t begin, std::uint32_t end) {
  Add(T::NEWLINE, begin, end);
  frames_.clear();
}

bool Scanner::ScanToken() {
  if (!frames_.empty() && (frames_.back().kind == FrameKind::FStringText ||
                           frames_.back().kind == FrameKind::FStringFormat)) {
    return ScanFStringText();
  }
  const std::uint32_t begin = position();
  if (begin >= size()) {
    ReportOpenFrame();
    EndLine(size(), size());
    return true;
  }
  const TokenType type = Match(0);
  if (type == T::LINE_END) {
    return HandleLineEnd(begin);
  }
  const bool in_field = !frames_.empty() && frames_.back().kind == FrameKind::FStringField;
  if (!in_field || !HandleFieldToken(type, begin)) {
    HandleToken(type, begin);
  }
  return false;
}

void Scanner::HandleToken(TokenType type, std::uint32_t begin) {
  switch (type) {
    case T::SPACE:
    case T::COMMENT:
      break;
    case T::LINE_JOIN:
      if (position() >= size()) {
        emitter_
            ->Build(Range(begin, begin + 1), diag::Kind::StrayBackslash,
                    "the file ends after a line continuation character")
            .Emit();
        Break(begin, size());
      }
      break;
    case T::NAME:
      HandleName(begin);
      break;
    case T::INTEGER:
    case T::FLOAT:
    case T::IMAGINARY:
      HandleNumber(type, begin);
      break;
    case T::UNCLOSED_STRING:
      ReportUnclosedString(begin);
      break;
    case T::FSTRING_START:
      OpenFString(begin);
      break;
    case T::LEFT_PAREN:
    case T::LEFT_BRACKET:
    case T::LEFT_BRACE:
      HandleOpen(type, begin);
      break;
    case T::RIGHT_PAREN:
    case T::RIGHT_BRACKET:
    case T::RIGHT_BRACE:
      HandleClose(type, begin);
      break;
    case T::UNKNOWN:
      ReportUnknown(begin);
      break;
    default:
      Add(type, begin, position());
  }
}

bool Scanner::HandleLineEnd(std::uint32_t begin) {
  if (frames_.empty()) {
    EndLine(begin, position());
    return true;
  }
  // A line that starts with a word that no expression can hold shows that a bracket was forgotten.
  if (StatementKeywordAt(position())) {
    ReportOpenFrame();
    EndLine(begin, position());
    return true;
  }
  return false;
}

bool Scanner::StatementKeywordAt(std::uint32_t position) const {
  std::size_t begin = position;
  while (At(begin) == ' ' || At(begin) == '\t') {
    ++begin;
  }
  std::size_t end = begin;
  while (IsNameByte(At(end))) {
    ++end;
  }
  const Keyword* keyword = FindKeyword(text_.substr(begin, end - begin));
  return keyword != nullptr && keyword->place == KeywordPlace::Statement;
}

void Scanner::HandleName(std::uint32_t begin) {
  const std::string_view name = text_.substr(begin, position() - begin);
  if (const Keyword* keyword = FindKeyword(name)) {
    Add(keyword->type, begin, position());
    return;
  }
  const bool is_ascii = std::all_of(name.begin(), name.end(),
                                    [](char c) { return static_cast<unsigned char>(c) < 0x7f; });
  if (!is_ascii && !IsIdentifier(name)) {
    ReportBadName(begin);
    return;
  }
  Add(T::NAME, begin, position());
}

void Scanner::HandleNumber(TokenType type, std::uint32_t begin) {
  std::uint32_t end = position();
  if (IsNameByte(At(end)) || (type == T::INTEGER && At(begin) == '0' && end - begin > 1)) {
    // Only a keyword may stand right after a number (`1if x else 2`).
    std::uint32_t word_end = end;
    while (IsNameByte(At(word_end))) {
      ++word_end;
    }
    const std::string_view number = text_.substr(begin, end - begin);
    const bool is_leading_zero = type == T::INTEGER && number.size() > 1 && number[0] == '0' &&
                                 (number[1] == '_' || (number[1] >= '0' && number[1] <= '9')) &&
                                 number.find_first_not_of("0_") != std::string_view::npos;
    if (is_leading_zero ||
        (word_end > end && FindKeyword(text_.substr(end, word_end - end)) == nullptr)) {
      stream_.seek(word_end);
      ReportBadNumber(begin, end);
      return;
    }
  }
  Add(type, begin, end);
}

void Scanner::HandleOpen(TokenType type, std::uint32_t begin) {
  if (frames_.size() >= kMaxBracketDepth) {
    if (!nesting_reported_) {
      nesting_reported_ = true;
      emitter_
          ->Build(Range(begin, position()), diag::Kind::NestingLimit, "brackets", kMaxBracketDepth)
          .Emit();
    }
    // What follows is only scanned, so that the closing brackets find their partners.
    Break(begin, position());
    frames_.push_back({FrameKind::Bracket, At(begin), false, false, begin, position()});
    return;
  }
  frames_.push_back({FrameKind::Bracket, At(begin), false, false, begin, position()});
  Add(type, begin, position());
}

void Scanner::HandleClose(TokenType type, std::uint32_t begin) {
  const char close = At(begin);
  if (frames_.empty()) {
    emitter_->Build(Range(begin, position()), diag::Kind::UnmatchedBracket, close)
        .Help(close == '}' ? "a block ends where its indentation ends; it has no braces" : "")
        .Emit();
    Break(begin, position());
    return;
  }
  const Frame& frame = frames_.back();
  const bool is_field = frame.kind == FrameKind::FStringField;
  const char open = is_field ? '{' : frame.open;
  if (close != ClosingOf(open)) {
    emitter_->Build(Range(begin, position()), diag::Kind::MismatchedBracket, close, open)
        .Label(Range(frame.begin, frame.end), fmt::format("`{}` was opened here", open))
        .Emit();
    Break(begin, position());
    // Only a bracket is taken as closed by the wrong one.
    if (!is_field) {
      frames_.pop_back();
    }
    return;
  }
  frames_.pop_back();
  Add(frames_.size() >= kMaxBracketDepth ? static_cast<TokenType>(T::BROKEN) : type, begin,
      position());
}

// `match`, `case` and `type` are keywords where their line can mean nothing else, see
// grammar/README.md.
void Scanner::MarkSoftKeywords() {
  // Whether each open block is the body of a `match` statement.
  std::vector<bool> blocks = {false};
  bool match_pending = false;
  std::size_t line = 0;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    const TokenType type = tokens_[i].type;
    if (type == T::INDENT) {
      blocks.push_back(match_pending);
    } else if (type == T::DEDENT && blocks.size() > 1) {
      blocks.pop_back();
    }
    if (line < line_starts_.size() && line_starts_[line] == i) {
      ++line;
      MarkSoftKeyword(i, blocks.back());
      match_pending = tokens_[i].type == T::MATCH;
    }
    const bool can_be_type = type == T::NAME && i + 1 < tokens_.size() &&
                             tokens_[i + 1].type == T::NAME && Text(tokens_[i]) == "type";
    if (can_be_type) {
      const TokenType previous = i == 0 ? static_cast<TokenType>(T::NEWLINE) : tokens_[i - 1].type;
      if (previous == T::NEWLINE || previous == T::INDENT || previous == T::DEDENT ||
          previous == T::SEMICOLON || previous == T::COLON) {
        tokens_[i].type = T::TYPE;
      }
    }
  }
}

void Scanner::MarkSoftKeyword(std::size_t first, bool in_match) {
  if (tokens_[first].type != T::NAME) {
    return;
  }
  const std::string_view name = Text(tokens_[first]);
  if (in_match && name == "case") {
    tokens_[first].type = T::CASE;
    return;
  }
  if (name != "match" || !StartsOperand(tokens_[first + 1].type)) {
    return;
  }
  const bool is_not_in = tokens_[first + 1].type == T::NOT && tokens_[first + 2].type == T::IN;
  if (is_not_in) {
    return;
  }
  std::size_t end = first;
  while (tokens_[end].type != T::NEWLINE && tokens_[end].type != kEndOfFile) {
    ++end;
  }
  if (tokens_[end - 1].type == T::COLON || OnlyStartsOperand(tokens_[first + 1].type)) {
    tokens_[first].type = T::MATCH;
  }
}

}  // namespace kernelc::parse
