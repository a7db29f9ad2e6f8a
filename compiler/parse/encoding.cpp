#include "compiler/parse/encoding.h"

#include <iconv.h>

#include <algorithm>
#include <array>
#include <memory>

#include "compiler/base/unicode.h"

namespace kernelc::parse {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::string_view kReplacement = "\xef\xbf\xbd";

// A coding declaration: the encoding's name and where it stands.
struct Declaration {
  std::string_view name;
  std::uint32_t begin = 0;
};

bool IsNameCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || c == '.';
}

// `^[ \t\f]*#.*?coding[:=][ \t]*([-_.a-zA-Z0-9]+)` in one line.
std::optional<Declaration> FindDeclaration(std::string_view line, std::size_t offset) {
  const std::size_t hash = line.find_first_not_of(" \t\f");
  if (hash == std::string_view::npos || line[hash] != '#') {
    return std::nullopt;
  }
  for (std::size_t at = line.find("coding", hash); at != std::string_view::npos;
       at = line.find("coding", at + 1)) {
    std::size_t begin = at + 6;
    if (begin >= line.size() || (line[begin] != ':' && line[begin] != '=')) {
      continue;
    }
    begin = std::min(line.find_first_not_of(" \t", begin + 1), line.size());
    std::size_t end = begin;
    while (end < line.size() && IsNameCharacter(line[end])) {
      ++end;
    }
    if (end > begin) {
      return Declaration{line.substr(begin, end - begin),
                         static_cast<std::uint32_t>(offset + begin)};
    }
  }
  return std::nullopt;
}

// Looks at the first line, and at the second when the first holds nothing but a comment.
std::optional<Declaration> FindDeclaration(std::string_view bytes) {
  std::size_t begin = bytes.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  for (int line = 0; line < 2 && begin < bytes.size(); ++line) {
    const std::size_t end = std::min(bytes.find_first_of("\r\n", begin), bytes.size());
    const std::string_view text = bytes.substr(begin, end - begin);
    if (const auto declaration = FindDeclaration(text, begin)) {
      return declaration;
    }
    const std::size_t first = text.find_first_not_of(" \t\f");
    if (first != std::string_view::npos && text[first] != '#') {
      return std::nullopt;
    }
    begin = end + (bytes.substr(end, 2) == "\r\n" ? 2 : 1);
  }
  return std::nullopt;
}

std::string Canonical(std::string_view name) {
  std::string result(name);
  for (char& c : result) {
    c = c == '_' ? '-' : c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  }
  return result;
}

bool IsUtf8(std::string_view canonical) {
  return canonical == "utf-8" || canonical == "utf8" || canonical == "utf" || canonical == "u8" ||
         canonical == "utf-8-sig" || canonical == "cp65001" || canonical.starts_with("utf-8-");
}

// Python's names for encodings that iconv calls otherwise.
std::string IconvName(std::string_view canonical) {
  constexpr std::pair<std::string_view, std::string_view> kNames[] = {
      {"latin-1", "ISO-8859-1"},  {"latin1", "ISO-8859-1"},   {"iso-latin-1", "ISO-8859-1"},
      {"l1", "ISO-8859-1"},       {"latin-9", "ISO-8859-15"}, {"ascii", "ASCII"},
      {"us-ascii", "ASCII"},      {"mac-roman", "MACINTOSH"}, {"windows-1252", "CP1252"},
      {"cyrillic", "ISO-8859-5"}, {"sjis", "SHIFT_JIS"},      {"euc-jp", "EUC-JP"},
      {"eucjp", "EUC-JP"},        {"cp949", "CP949"},         {"uhc", "CP949"},
  };
  for (const auto& [python, iconv_name] : kNames) {
    if (canonical == python) {
      return std::string(iconv_name);
    }
  }
  return std::string(canonical);
}

class Converter {
 public:
  explicit Converter(const std::string& encoding)
      : handle_(iconv_open("UTF-8", encoding.c_str())) {}
  ~Converter() {
    if (ok()) {
      iconv_close(handle_);
    }
  }
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;

  bool ok() const { return handle_ != reinterpret_cast<iconv_t>(-1); }

  // Converts all of `bytes`; `bad` receives the offset of the first byte that is no text, or npos.
  std::string Convert(std::string_view bytes, std::size_t& bad) {
    bad = std::string_view::npos;
    std::string text;
    std::array<char, 4096> buffer;
    // iconv does not write to its input.
    char* in = const_cast<char*>(bytes.data());
    std::size_t in_left = bytes.size();
    while (in_left > 0) {
      char* out = buffer.data();
      std::size_t out_left = buffer.size();
      const std::size_t before = in_left;
      const std::size_t result = iconv(handle_, &in, &in_left, &out, &out_left);
      text.append(buffer.data(), buffer.size() - out_left);
      const bool is_stuck = result == static_cast<std::size_t>(-1) && before == in_left;
      if (result == static_cast<std::size_t>(-1) && (is_stuck || errno != E2BIG)) {
        bad = std::min(bad, bytes.size() - in_left);
        text += kReplacement;
        ++in;
        --in_left;
      }
    }
    return text;
  }

 private:
  iconv_t handle_;
};

// Replaces what is not UTF-8.
std::optional<std::string> DecodeUtf8Source(FileId file, std::string_view bytes,
                                            diag::Emitter& emitter) {
  std::size_t bad = FindInvalidUtf8(bytes);
  if (bad == std::string_view::npos) {
    return std::nullopt;
  }
  const auto begin = static_cast<std::uint32_t>(bad);
  std::string text;
  const auto byte = static_cast<unsigned>(static_cast<unsigned char>(bytes[bad]));
  emitter
      .Build({file, begin, begin + static_cast<std::uint32_t>(kReplacement.size())},
             diag::Kind::InvalidEncoding, fmt::format("byte 0x{:02x} is not valid UTF-8", byte))
      .Help("save the file as UTF-8, or declare its encoding: `# -*- coding: latin-1 -*-`")
      .Emit();
  while (bad != std::string_view::npos) {
    text.append(bytes.substr(0, bad)).append(kReplacement);
    bytes.remove_prefix(bad + 1);
    bad = FindInvalidUtf8(bytes);
  }
  return text.append(bytes);
}

}  // namespace

std::optional<std::string> DecodeSource(FileId file, std::string_view bytes, bool is_decoded,
                                        diag::Emitter& emitter) {
  const std::optional<Declaration> declaration = is_decoded ? std::nullopt : FindDeclaration(bytes);
  const std::string encoding = declaration ? Canonical(declaration->name) : "utf-8";
  // After a byte order mark CPython takes no other spelling than these two.
  const bool has_mark = bytes.starts_with(kByteOrderMark);
  if (has_mark ? !declaration || encoding == "utf-8" || encoding == "utf-8-sig"
               : IsUtf8(encoding)) {
    return DecodeUtf8Source(file, bytes, emitter);
  }
  const SourceRange range{
      file, declaration->begin,
      declaration->begin + static_cast<std::uint32_t>(declaration->name.size())};
  if (has_mark) {
    emitter
        .Build(
            range, diag::Kind::InvalidEncoding,
            fmt::format("encoding problem: `{}` with a UTF-8 byte order mark", declaration->name))
        .Emit();
    return DecodeUtf8Source(file, bytes, emitter);
  }
  Converter converter(IconvName(encoding));
  if (!converter.ok()) {
    emitter
        .Build(range, diag::Kind::InvalidEncoding,
               fmt::format("unknown encoding: `{}`", declaration->name))
        .Emit();
    return DecodeUtf8Source(file, bytes, emitter);
  }
  std::size_t bad = 0;
  std::string text = converter.Convert(bytes, bad);
  if (bad != std::string_view::npos) {
    const auto byte = static_cast<unsigned>(static_cast<unsigned char>(bytes[bad]));
    emitter
        .Build(range, diag::Kind::InvalidEncoding,
               fmt::format("byte 0x{:02x} at offset {} is not text in the encoding `{}`", byte, bad,
                           declaration->name))
        .Emit();
  }
  if (text == bytes) {
    return std::nullopt;
  }
  return text;
}

}  // namespace kernelc::parse
