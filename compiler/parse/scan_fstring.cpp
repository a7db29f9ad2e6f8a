// F-strings as PEP 701 has them: FSTRING_START, then FSTRING_MIDDLE for literal text and the tokens
// of replacement fields between braces, then FSTRING_END. Any expression may stand in a field,
// strings with the same quotes included, so the frames of the scanner hold where it is.
#include "compiler/parse/limits.h"
#include "compiler/parse/scanner.h"

namespace kernelc::parse {

const Scanner::Frame& Scanner::EnclosingFString() const {
  std::size_t i = frames_.size();
  while (frames_[--i].kind != FrameKind::FStringText) {
  }
  return frames_[i];
}

void Scanner::OpenFString(std::uint32_t begin) {
  const std::uint32_t end = position();
  Frame frame{FrameKind::FStringText};
  frame.begin = begin;
  frame.end = end;
  frame.open = At(end - 1);
  frame.is_triple = end - begin >= 4 && At(end - 2) == frame.open && At(end - 3) == frame.open;
  frame.is_raw = text_.substr(begin, end - begin).find_first_of("rR") != std::string_view::npos;
  frames_.push_back(frame);
  Add(T::FSTRING_START, begin, end);
}

void Scanner::EmitText(std::uint32_t begin, std::uint32_t end) {
  if (begin < end) {
    Add(T::FSTRING_MIDDLE, begin, end);
  }
}

void Scanner::CloseFString(std::uint32_t begin, std::uint32_t end) {
  frames_.pop_back();
  Add(T::FSTRING_END, begin, end);
}

// Drops the frames up to and with the innermost f-string.
void Scanner::AbandonFString() {
  while (frames_.back().kind != FrameKind::FStringText) {
    frames_.pop_back();
  }
  frames_.pop_back();
}

void Scanner::OpenField(std::uint32_t begin) {
  stream_.seek(begin + 1);
  if (frames_.size() >= kMaxBracketDepth && !nesting_reported_) {
    nesting_reported_ = true;
    emitter_->Build(Range(begin, begin + 1), diag::Kind::NestingLimit, "brackets", kMaxBracketDepth)
        .Emit();
  }
  if (frames_.size() >= kMaxBracketDepth) {
    Break(begin, begin + 1);
  } else {
    Add(T::LEFT_BRACE, begin, begin + 1);
  }
  frames_.push_back({FrameKind::FStringField, '{', false, false, begin, begin + 1});
}

bool Scanner::ScanFStringText() {
  const std::uint32_t text_begin = position();
  while (true) {
    const std::uint32_t begin = position();
    if (begin >= size()) {
      ReportUnclosedFString(EnclosingFString());
      EndLine(size(), size());
      return true;
    }
    const TokenType type = Match(KernelLexer::FSTRING);
    if (type == T::FSTRING_LINE_END && !EnclosingFString().is_triple) {
      ReportUnclosedFString(EnclosingFString());
      AbandonFString();
      // The string ends with its line; the line goes on if a bracket holds it.
      stream_.seek(begin);
      return false;
    }
    if (HandleFStringPiece(type, begin, text_begin)) {
      return false;
    }
  }
}

// True when the literal text ends with this piece.
bool Scanner::HandleFStringPiece(TokenType type, std::uint32_t begin, std::uint32_t text_begin) {
  const Frame string = EnclosingFString();
  const bool in_format = frames_.back().kind == FrameKind::FStringFormat;
  const char c = At(begin);
  switch (type) {
    case T::FSTRING_QUOTE:
    case T::FSTRING_TRIPLE_QUOTE:
      if (c != string.open || (string.is_triple && type == T::FSTRING_QUOTE)) {
        // Three quotes of the other kind are text as a whole; three of a single-quoted string's own
        // kind cannot get here.
        return false;
      }
      stream_.seek(begin + (string.is_triple ? 3 : 1));
      EmitText(text_begin, begin);
      if (in_format) {
        emitter_
            ->Build(Range(begin, begin + 1), diag::Kind::FStringField,
                    "expected `}` before the end of the string")
            .Label(Range(frames_[frames_.size() - 2].begin, frames_[frames_.size() - 2].end),
                   "the field starts here")
            .Emit();
        AbandonFString();
        Break(begin, position());
      } else {
        CloseFString(begin, position());
      }
      return true;
    case T::FSTRING_BRACES:
    case T::FSTRING_OPEN:
    case T::FSTRING_CLOSE:
      if (type == T::FSTRING_BRACES && !in_format) {
        return false;
      }
      stream_.seek(begin + 1);
      EmitText(text_begin, begin);
      if (c == '{') {
        OpenField(begin);
      } else if (in_format) {
        frames_.pop_back();
        frames_.pop_back();
        Add(frames_.size() >= kMaxBracketDepth ? static_cast<TokenType>(T::BROKEN)
                                               : static_cast<TokenType>(T::RIGHT_BRACE),
            begin, begin + 1);
      } else {
        emitter_
            ->Build(Range(begin, begin + 1), diag::Kind::FStringField,
                    "a single `}` is not allowed")
            .Help("write `}}` for the character itself")
            .Emit();
        Break(begin, begin + 1);
      }
      return true;
    case T::FSTRING_NAMED_ESCAPE:
      if (string.is_raw || in_format) {
        stream_.seek(begin + 1);
      }
      return false;
    default:
      return false;
  }
}

// Inside a replacement field, outside of brackets. True when the token is dealt with.
bool Scanner::HandleFieldToken(TokenType type, std::uint32_t begin) {
  if (type == T::COLON || type == T::COLON_EQUAL) {
    stream_.seek(begin + 1);
    Add(T::COLON, begin, begin + 1);
    Frame format{FrameKind::FStringFormat};
    format.begin = begin;
    format.end = begin + 1;
    frames_.push_back(format);
    return true;
  }
  if (type == T::UNCLOSED_STRING) {
    const Frame& string = EnclosingFString();
    const bool is_triple = position() - begin >= 3;
    if (At(begin) == string.open && is_triple == string.is_triple) {
      const Frame field = frames_.back();
      emitter_
          ->Build(Range(begin, position()), diag::Kind::FStringField,
                  "expected `}` before the end of the string")
          .Label(Range(field.begin, field.end), "the field starts here")
          .Emit();
      AbandonFString();
      Break(begin, position());
      return true;
    }
  }
  return false;
}

}  // namespace kernelc::parse
