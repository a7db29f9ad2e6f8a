#include "tests/fuzz/mutator.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <set>
#include <utility>

namespace kernelc::fuzz {
namespace {

// Inputs do not grow without bound.
constexpr std::size_t kMaxBytes = 1 << 16;
constexpr int kMaxMutations = 6;

// Words that the corpus may lack: keywords, edges of numbers, names with a meaning, and characters with a role.
constexpr std::string_view kDictionary[] = {
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del",
    "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal",
    "not", "or", "pass", "raise", "return", "try", "while", "with", "yield", "match", "case", "type", "_",
    "0", "1", "-1", "0x7fffffffffffffff", "9223372036854775808", "18446744073709551616", "1e308", "1e-400", "1j",
    "0b1", "0o17", "1_000", "00", "01", "1__0", "nan", "99999999999999999999999999999999999999999999999",
    "int8", "uint64", "float16", "float32", "float64", "complex64", "bool_", "int", "float", "complex", "str",
    "len", "range", "min", "max", "abs", "round", "divmod", "pow", "print", "zip", "enumerate", "isinstance",
    "cuda.grid(1)", "cuda.grid(4)", "cuda.syncthreads()", "cuda.shared.array(8, float32)",
    "cuda.shared.array(0, float32)", "cuda.local.array((2, -1), int32)", "cuda.atomic.add(a, 0, 1)",
    "cuda.shfl_down_sync(0xffffffff, x, 1)", "math.sqrt(x)", "math.pow(x, 2)", "a[i]", "a[-1]", "a[i, j]", "a[:, 1]",
    "a[1:2:0]", "a.shape", "a.shape[9]", "a.size", "a.T", "x.real", "(1, 2, 3)", "()", "[1, 2]", "{1: 2}", "{*a}",
    "**", "//", "@", ":=", "->", "...", "<<", ">>=", "!=", "<>", "~", "!", "?", "$", "`", "\\", "\\\n", ";", ":",
    ",", ".", "=", "==", "(", ")", "[", "]", "{", "}", "#", "'", "\"", "'''", "\"\"\"", "f'", "f'{", "f'{x!r:>{w}}'",
    "rb'", "b'\\xff'", "'\\N{DIGIT ONE}'", "'\\u12'", "u'x'", "\t", "\f", "\r", "\r\n", "\n", "\n\n", " ", "    ",
    "# -*- coding: latin-1 -*-\n", "# coding: utf-16\n", "\xef\xbb\xbf", "\xff\xfe", "\xc3\xa9", "\xe2\x80\xae",
    "\xf0\x9f\x98\x80", "\xcc\x81", std::string_view("\0", 1), "\x1a", "\x7f",
    "@cuda.jit\n", "@cuda.jit('void(float32[:])')\n", "@cuda.jit(device=True)\n", "@kernel\n", "import numpy as np\n",
    "from numba import cuda\n", "from kernelc import *\n", "from __future__ import annotations\n",
};

// Expressions that fit where a name does.
constexpr std::string_view kNameLike[] = {
    "a[i]", "a[0, 1]", "a.shape[0]", "(x, 1)", "a.size", "-x", "(x if i else 0)", "a[1:]", "a[::-1]", "a.T", "None",
    "True", "1j", "float32(x)", "int8(x)", "complex(x, 1)", "min(x, i)", "abs(x)", "math.sqrt(x)", "x ** i", "(i, x)[0]",
    "cuda.grid(1)", "cuda.grid(2)", "cuda.threadIdx.x", "cuda.shared.array(8, float32)", "cuda.laneid", "range(3)",
    "cuda.atomic.add(a, 0, x)", "cuda.shfl_down_sync(0xffffffff, x, 1)", "len(a)", "print(x, i)", "not x", "x and i",
    "0 <= i < 3", "x in (1, 2)", "a is None", "lambda: x", "[x]", "'s'", "np.float16(1)", "a.dtype", "a[...]",
    "cuda.local.array((2, 2), int32)", "divmod(i, 2)", "round(x)", "zip(a, a)", "enumerate(a)", "*a"};
constexpr std::string_view kNumbers[] = {"0", "1", "-1", "2", "3", "31", "32", "33", "64", "255", "1024", "65537",
                                         "2147483647", "2147483648", "9223372036854775807", "9223372036854775808",
                                         "0.0", "0.5", "1e10", "1e39", "1e308", "1e-320", "1j", "2.5j", "True"};
constexpr std::string_view kOperators[] = {"+", "-", "*", "/", "//", "%", "**", "<<", ">>", "&", "|", "^", "@", "<",
                                           "<=", "==", "!=", ">", ">=", "+=", "-=", "*=", "/=", "//=", "%=", "**=",
                                           "<<=", ">>=", "&=", "|=", "^=", "="};
constexpr std::string_view kKeywords[] = {
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del",
    "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal",
    "not", "or", "pass", "raise", "return", "try", "while", "with", "yield"};

enum class TokenClass { Name, Number, Operator, Other };

template <typename Range>
bool Holds(const Range& range, std::string_view text) {
  return std::find(std::begin(range), std::end(range), text) != std::end(range);
}

TokenClass ClassOf(std::string_view token) {
  const auto first = static_cast<unsigned char>(token[0]);
  if (std::isdigit(first) != 0) {
    return TokenClass::Number;
  }
  if (std::isalpha(first) != 0 || first == '_') {
    return Holds(kKeywords, token) ? TokenClass::Other : TokenClass::Name;
  }
  return Holds(kOperators, token) ? TokenClass::Operator : TokenClass::Other;
}

template <typename Random>
std::size_t Below(Random& random, std::size_t bound) {
  return bound == 0 ? 0 : static_cast<std::size_t>(random() % bound);
}

bool IsNameCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || (c & 0x80) != 0;
}

// Length of the token at the front of `text`.
std::size_t TokenLength(std::string_view text) {
  const auto run = [&](auto belongs) {
    return static_cast<std::size_t>(
        std::find_if_not(text.begin() + 1, text.end(), belongs) - text.begin());
  };
  const char c = text[0];
  if (IsNameCharacter(c)) {
    return run(IsNameCharacter);
  }
  if (c == ' ' || c == '\t') {
    return run([](char other) { return other == ' ' || other == '\t'; });
  }
  if (c == '#') {
    return run([](char other) { return other != '\n'; });
  }
  if (c == '\'' || c == '"') {
    const std::size_t close = text.find(c, 1);
    const std::size_t line = text.find('\n');
    return close < line ? close + 1 : 1;
  }
  for (const std::string_view op : {"**=", "//=", ">>=", "<<=", "...", "**", "//", ">>", "<<", "->", ":=", "==",
                                    "!=", "<=", ">=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "@="}) {
    if (text.starts_with(op)) {
      return op.size();
    }
  }
  return 1;
}

std::vector<std::string> SplitIntoLines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.emplace_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return lines;
}

std::string Join(const std::vector<std::string>& pieces) {
  std::string text;
  for (const std::string& piece : pieces) {
    text += piece;
  }
  return text;
}

std::string Repeat(std::string_view piece, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count && text.size() < kMaxBytes; ++i) {
    text += piece;
  }
  return text;
}

// Blocks inside blocks, each deeper by a blank.
std::string NestBlocks(std::string_view head, std::size_t depth) {
  std::string text;
  for (std::size_t i = 0; i < depth && text.size() < kMaxBytes; ++i) {
    text += std::string(i, ' ');
    text += head;
    text += '\n';
  }
  return text + std::string(depth, ' ') + "pass\n";
}

}  // namespace

std::vector<std::string> SplitIntoTokens(std::string_view text) {
  std::vector<std::string> tokens;
  while (!text.empty()) {
    const std::size_t length = TokenLength(text);
    tokens.emplace_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return tokens;
}

Mutator::Mutator(std::vector<std::string> corpus) : corpus_(std::move(corpus)) {
  std::set<std::string> words(std::begin(kDictionary), std::end(kDictionary));
  for (const std::string& text : corpus_) {
    for (std::string& token : SplitIntoTokens(text)) {
      words.insert(std::move(token));
    }
  }
  words_.assign(words.begin(), words.end());
  names_.assign(std::begin(kNameLike), std::end(kNameLike));
  numbers_.assign(std::begin(kNumbers), std::end(kNumbers));
  operators_.assign(std::begin(kOperators), std::end(kOperators));
  for (const std::string& word : words_) {
    if (ClassOf(word) == TokenClass::Name) {
      names_.push_back(word);
    }
  }
}

std::string Mutator::Make(std::uint64_t seed, std::uint64_t index) const {
  // The index is spread, so that neighbours do not start alike.
  Random random(seed ^ (index * 0x9e3779b97f4a7c15u));
  std::string text = corpus_[Below(random, corpus_.size())];
  const int count = 1 + static_cast<int>(Below(random, kMaxMutations));
  for (int i = 0; i < count; ++i) {
    text = Mutate(text, random);
  }
  text.resize(std::min(text.size(), kMaxBytes));
  return text;
}

std::string Mutator::Mutate(const std::string& text, Random& random) const {
  if (text.empty()) {
    return words_[Below(random, words_.size())];
  }
  // Programs that still parse get far; most others end at their first error.
  if (Below(random, 2) == 0) {
    return ExchangeAlike(text, random);
  }
  switch (Below(random, 16)) {
    case 0:
    case 1:
      return MutateBytes(text, random);
    case 2:
    case 3:
      return MutateLines(text, random);
    case 4:
      return Nest(text, random);
    case 5:
      return Splice(text, random);
    default:
      return MutateTokens(text, random);
  }
}

std::string Mutator::MutateBytes(std::string text, Random& random) const {
  const std::size_t at = Below(random, text.size());
  switch (Below(random, 4)) {
    case 0:
      text[at] = static_cast<char>(text[at] ^ (1 << Below(random, 8)));
      break;
    case 1:
      text[at] = static_cast<char>(random());
      break;
    case 2:
      text.insert(at, 1, static_cast<char>(random()));
      break;
    default:
      text.erase(at, 1 + Below(random, 8));
      break;
  }
  return text;
}

std::string Mutator::MutateTokens(const std::string& text, Random& random) const {
  std::vector<std::string> tokens = SplitIntoTokens(text);
  const std::size_t at = Below(random, tokens.size());
  const std::size_t other = Below(random, tokens.size());
  const std::string& word = words_[Below(random, words_.size())];
  const auto place = tokens.begin() + static_cast<std::ptrdiff_t>(at);
  switch (Below(random, 7)) {
    case 0:
      tokens.erase(place);
      break;
    case 1:
      tokens.insert(place, std::string(tokens[at]));
      break;
    case 2:
      std::swap(tokens[at], tokens[other]);
      break;
    case 3:
      tokens[at] = tokens[other];
      break;
    case 4:
      tokens.insert(place, word);
      break;
    case 5:
      tokens[at] = std::string(kDictionary[Below(random, std::size(kDictionary))]);
      break;
    default:
      tokens[at] = word;
      break;
  }
  return Join(tokens);
}

std::string Mutator::ExchangeAlike(const std::string& text, Random& random) const {
  std::vector<std::string> tokens = SplitIntoTokens(text);
  for (int attempt = 0; attempt < 8; ++attempt) {
    std::string& token = tokens[Below(random, tokens.size())];
    const std::vector<std::string>* alike = AlikeOf(token);
    if (alike != nullptr && !alike->empty()) {
      token = (*alike)[Below(random, alike->size())];
      break;
    }
  }
  return Join(tokens);
}

// Null for what has no like: blanks, brackets, keywords.
const std::vector<std::string>* Mutator::AlikeOf(const std::string& token) const {
  switch (ClassOf(token)) {
    case TokenClass::Name:
      return &names_;
    case TokenClass::Number:
      return &numbers_;
    case TokenClass::Operator:
      return &operators_;
    case TokenClass::Other:
      return nullptr;
  }
  return nullptr;
}

std::string Mutator::MutateLines(const std::string& text, Random& random) const {
  std::vector<std::string> lines = SplitIntoLines(text);
  const std::size_t at = Below(random, lines.size());
  const std::size_t other = Below(random, lines.size());
  const auto place = lines.begin() + static_cast<std::ptrdiff_t>(at);
  switch (Below(random, 6)) {
    case 0:
      lines.erase(place);
      break;
    case 1:
      lines.insert(place, std::string(lines[other]));
      break;
    case 2:
      std::swap(lines[at], lines[other]);
      break;
    case 3:
      lines[at].insert(0, Below(random, 2) == 0 ? "    " : "\t");
      break;
    case 4:
      lines[at].erase(0, std::min(lines[at].find_first_not_of(' '), 1 + Below(random, 8)));
      break;
    default:
      // The rest of the file goes: something stays open.
      lines.resize(at + 1);
      lines[at].resize(Below(random, lines[at].size()));
      break;
  }
  return Join(lines);
}

std::string Mutator::Nest(const std::string& text, Random& random) const {
  std::vector<std::string> tokens = SplitIntoTokens(text);
  std::string& token = tokens[Below(random, tokens.size())];
  // Mostly a little, now and then beyond every limit.
  const std::size_t depth = Below(random, 8) == 0 ? 1 + Below(random, 6000) : 1 + Below(random, 40);
  switch (Below(random, 8)) {
    case 0:
      token = Repeat("(", depth) + token + Repeat(")", depth);
      break;
    case 1:
      token = Repeat("[", depth) + token + Repeat("]", Below(random, depth + 1));
      break;
    case 2:
      token = Repeat(Below(random, 2) == 0 ? "not " : "-", depth) + token;
      break;
    case 3:
      token += Repeat(Below(random, 2) == 0 ? " + x" : " ** x", depth);
      break;
    case 4:
      token = Repeat("x if c else ", depth) + token;
      break;
    case 5:
      token += Repeat(Below(random, 2) == 0 ? "[0]" : ".x", depth);
      break;
    case 6:
      token = Repeat("lambda: ", depth) + token;
      break;
    default:
      return NestBlocks(Below(random, 2) == 0 ? "if x:" : "for i in range(3):",
                        std::min<std::size_t>(depth, 300)) +
             text;
  }
  return Join(tokens);
}

std::string Mutator::Splice(const std::string& text, Random& random) const {
  const std::vector<std::string> a = SplitIntoLines(text);
  const std::vector<std::string> b = SplitIntoLines(corpus_[Below(random, corpus_.size())]);
  std::string result;
  const std::size_t cut = Below(random, a.size() + 1);
  for (std::size_t i = 0; i < cut; ++i) {
    result += a[i];
  }
  for (std::size_t i = Below(random, b.size() + 1); i < b.size(); ++i) {
    result += b[i];
  }
  return result;
}

}  // namespace kernelc::fuzz
