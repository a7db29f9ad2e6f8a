// What the scanner says about text that makes no token. Each function leaves a BROKEN token.
#include <algorithm>

#include "compiler/base/look_alikes.h"
#include "compiler/base/unicode.h"
#include "compiler/parse/scanner.h"

namespace kernelc::parse {

void Scanner::ReportUnclosedString(std::uint32_t begin) {
  const std::uint32_t open_end = position();
  const char quote = At(open_end - 1);
  const bool is_triple =
      open_end - begin >= 3 && At(open_end - 2) == quote && At(open_end - 3) == quote;
  std::uint32_t end = size();
  if (!is_triple) {
    end = static_cast<std::uint32_t>(
        std::min<std::size_t>(text_.find_first_of("\r\n", open_end), size()));
    // A backslash takes the line end into the string.
    while (end < size() && At(end - 1) == '\\' && end - 1 >= open_end) {
      const std::uint32_t next = end + (At(end) == '\r' && At(end + 1) == '\n' ? 2 : 1);
      end = static_cast<std::uint32_t>(
          std::min<std::size_t>(text_.find_first_of("\r\n", next), size()));
    }
  }
  stream_.seek(end);
  const std::uint32_t last_line =
      source_->line_column(end > 0 && end == size() && At(end - 1) == '\n' ? end - 1 : end).line;
  emitter_
      ->Build(Range(begin, open_end), diag::Kind::UnterminatedString,
              is_triple ? "triple-quoted string" : "string", last_line)
      .Emit();
  Break(begin, end);
}

void Scanner::ReportUnclosedFString(const Frame& frame) {
  const std::uint32_t end = position() < size() ? position() : size();
  const std::uint32_t last_line =
      source_->line_column(end > 0 && At(end - 1) == '\n' ? end - 1 : end).line;
  emitter_
      ->Build(Range(frame.begin, frame.end), diag::Kind::UnterminatedString,
              frame.is_triple ? "triple-quoted f-string" : "f-string", last_line)
      .Emit();
  Break(frame.begin, frame.end);
}

void Scanner::ReportUnclosedBracket() {
  const Frame& frame = frames_.back();
  emitter_->Build(Range(frame.begin, frame.end), diag::Kind::UnclosedBracket, frame.open).Emit();
  Break(frame.begin, frame.end);
}

void Scanner::ReportOpenFrame() {
  if (InFString()) {
    ReportUnclosedFString(EnclosingFString());
  } else if (!frames_.empty()) {
    ReportUnclosedBracket();
  }
}

void Scanner::ReportUnknown(std::uint32_t begin) {
  const char c = At(begin);
  const SourceRange range = Range(begin, position());
  if (c == '\\') {
    emitter_
        ->Build(range, diag::Kind::StrayBackslash,
                "unexpected character after line continuation character")
        .Emit();
  } else if (c == '\0') {
    emitter_->Build(range, diag::Kind::InvalidCharacter, "null byte").Emit();
    while (At(position()) == '\0' && position() < size()) {
      stream_.consume();
    }
  } else if (static_cast<unsigned char>(c) < 0x20) {
    emitter_
        ->Build(range, diag::Kind::InvalidCharacter,
                fmt::format("non-printable character U+{:04X}", static_cast<unsigned>(c)))
        .Emit();
  } else {
    auto report =
        emitter_->Build(range, diag::Kind::InvalidCharacter, fmt::format("character `{}`", c));
    std::move(report).Help(c == '?' ? "a choice is written `x if condition else y`" : "").Emit();
  }
  Break(begin, position());
}

void Scanner::ReportBadNumber(std::uint32_t begin, std::uint32_t end) {
  const std::string_view number = text_.substr(begin, end - begin);
  const char base = number.size() > 1 ? static_cast<char>(number[1] | 0x20) : '0';
  const char next = static_cast<char>(At(end));
  const SourceRange range = Range(begin, position());
  const bool is_zero_then_base =
      number == "0" && std::string_view("xXoObB").find(next) != std::string_view::npos;
  const char kind = is_zero_then_base ? static_cast<char>(next | 0x20)
                    : number[0] == '0' && (base == 'x' || base == 'o' || base == 'b') ? base
                                                                                      : '0';
  const std::string_view name = kind == 'x'   ? "hexadecimal"
                                : kind == 'o' ? "octal"
                                : kind == 'b' ? "binary"
                                              : "decimal";
  const bool is_digit_wrong =
      !is_zero_then_base && kind != '0' && kind != 'x' && next >= '0' && next <= '9';
  if (is_digit_wrong) {
    emitter_
        ->Build(range, diag::Kind::InvalidNumber,
                fmt::format("invalid digit `{}` in {} literal", next, name))
        .Emit();
  } else if (position() == end) {
    const std::size_t digits = std::min(number.find_first_not_of("0_"), number.size());
    emitter_
        ->Build(range, diag::Kind::InvalidNumber,
                "leading zeros in decimal integer literals are not permitted")
        .Help(fmt::format("for an octal integer write `0o{}`", number.substr(digits)))
        .Emit();
  } else {
    const std::string_view suffix = text_.substr(end, position() - end);
    const bool is_suffix = suffix.find_first_not_of("fFlLuU") == std::string_view::npos;
    emitter_->Build(range, diag::Kind::InvalidNumber, fmt::format("invalid {} literal", name))
        .Help(is_suffix ? fmt::format("numbers have no suffix: write `{}`", number) : "")
        .Emit();
  }
  Break(begin, position());
}

void Scanner::ReportBadName(std::uint32_t begin) {
  const std::uint32_t end = position();
  std::size_t at = begin;
  while (at < end) {
    const std::size_t start = at;
    const char32_t code = DecodeUtf8(text_, at);
    const bool ok = start == begin ? IsIdentifierStart(code) : IsIdentifierPart(code);
    if (!ok) {
      const SourceRange range =
          Range(static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(at));
      const bool printable = IsPrintable(code);
      const std::string alike = LooksLike(text_.substr(start, at - start));
      emitter_
          ->Build(
              range, diag::Kind::InvalidCharacter,
              printable
                  ? fmt::format("character `{}` (U+{:04X})", text_.substr(start, at - start),
                                static_cast<unsigned>(code))
                  : fmt::format("non-printable character U+{:04X}", static_cast<unsigned>(code)))
          .Help(!alike.empty() ? fmt::format("did you mean `{}`?", alike)
                : printable    ? ""
                               : "delete it")
          .Emit();
      break;
    }
  }
  Break(begin, end);
}

}  // namespace kernelc::parse
