#include "compiler/parse/foreign_syntax.h"

#include <fmt/format.h>

#include <algorithm>

namespace kernelc::parse {
namespace {

struct TypeName {
  std::string_view of_c;
  std::string_view ours;
};

// Words that C has in front of names; those that are no whole type by themselves stand for int.
constexpr TypeName kTypes[] = {
    {"auto", "float32"},    {"bool", "bool_"},      {"char", "int8"},       {"const", "int32"},
    {"double", "float64"},  {"float", "float32"},   {"float32", "float32"}, {"float64", "float64"},
    {"half", "float16"},    {"int", "int32"},       {"int16_t", "int16"},   {"int32", "int32"},
    {"int32_t", "int32"},   {"int64", "int64"},     {"int64_t", "int64"},   {"int8_t", "int8"},
    {"let", "float32"},     {"long", "int64"},      {"short", "int16"},     {"signed", "int32"},
    {"size_t", "uint64"},   {"static", "int32"},    {"uchar", "uint8"},     {"uint", "uint32"},
    {"uint16_t", "uint16"}, {"uint32", "uint32"},   {"uint32_t", "uint32"}, {"uint64", "uint64"},
    {"uint64_t", "uint64"}, {"uint8_t", "uint8"},   {"unsigned", "uint32"}, {"var", "float32"},
    {"void", "none"},       {"volatile", "int32"},  {"__constant__", "float32"},
    {"__device__", "none"}, {"__global__", "none"}, {"__host__", "none"},   {"__shared__", "float32"},
};

constexpr std::string_view kFunctionWords[] = {"fn", "func", "function", "kernel", "sub"};

// A keyword that begins statements, and of which `word` is one slip away: two letters swapped, one left out, doubled or
// another.
std::string_view NearKeyword(std::string_view word) {
  static constexpr std::string_view kKeywords[] = {"assert", "class", "def", "del", "elif", "for", "from",
                                                   "global", "if", "import", "raise", "return", "while", "with"};
  for (const std::string_view keyword : kKeywords) {
    std::string letters(word);
    std::string wanted(keyword);
    const bool is_longer = word.size() == keyword.size() + 1;
    const bool is_shorter = word.size() + 1 == keyword.size();
    const std::string_view more = is_longer ? word : keyword;
    const std::string_view less = is_longer ? keyword : word;
    const auto mismatch = std::ranges::mismatch(more, less);
    const auto left_more = std::string_view(mismatch.in1, more.end());
    const auto left_less = std::string_view(mismatch.in2, less.end());
    if ((is_longer || is_shorter) && keyword.size() > 2 && left_more.substr(1) == left_less) {
      return keyword;
    }
    std::ranges::sort(letters);
    std::ranges::sort(wanted);
    const bool is_same_length = word.size() == keyword.size();
    const bool one_other = is_same_length && keyword.size() > 3 && !left_more.empty() &&
                           left_more.substr(1) == left_less.substr(1);
    if (word != keyword && (letters == wanted || one_other)) {
      return keyword;
    }
  }
  return {};
}

class Finder {
 public:
  explicit Finder(const BrokenLine& line)
      : line_(line), tokens_(line.tokens), is_native_(line.text.find("from kernelc import") != std::string_view::npos) {}

  std::optional<ForeignSyntax> Find() {
    if (line_.begin >= line_.end) {
      return std::nullopt;
    }
    for (const auto find : {&Finder::Comment, &Finder::Loop, &Finder::Keyword, &Finder::Declaration,
                            &Finder::Braces, &Finder::Pointer, &Finder::Cast, &Finder::Increment,
                            &Finder::Comparison, &Finder::Parameter}) {
      if (std::optional<ForeignSyntax> found = (this->*find)()) {
        return found;
      }
    }
    return std::nullopt;
  }

 private:
  const Token& At(std::size_t index) const { return tokens_[std::min(index, line_.end)]; }
  TokenType Type(std::size_t index) const { return At(index).type; }
  std::string_view Text(std::size_t index) const {
    const Token& token = At(index);
    return token.begin > token.end ? std::string_view() : line_.text.substr(token.begin, token.end - token.begin);
  }
  // The text of tokens `first` up to `last`, without it.
  std::string_view Text(std::size_t first, std::size_t last) const {
    return first >= last ? std::string_view()
                         : line_.text.substr(At(first).begin, At(last - 1).end - At(first).begin);
  }
  bool IsName(std::size_t index, std::string_view name) const {
    return Type(index) == T::NAME && Text(index) == name;
  }
  bool Touch(std::size_t left) const { return left + 1 < line_.end && At(left).end == At(left + 1).begin; }
  bool OnOneLine(std::size_t first, std::size_t last) const {
    return line_.text.substr(At(first).begin, At(last).begin - At(first).begin).find('\n') == std::string_view::npos;
  }

  ForeignSyntax At(std::size_t first, std::size_t last, std::string message, std::string help) const {
    return {At(first).begin, At(last).end, "invalid syntax: " + std::move(message), std::move(help)};
  }

  // The token behind what opens at `open`, or the line's end.
  std::size_t BehindBracket(std::size_t open) const {
    int depth = 0;
    for (std::size_t i = open; i < line_.end; ++i) {
      const TokenType type = Type(i);
      depth += type == T::LEFT_PAREN || type == T::LEFT_BRACKET || type == T::LEFT_BRACE;
      depth -= type == T::RIGHT_PAREN || type == T::RIGHT_BRACKET || type == T::RIGHT_BRACE;
      if (depth == 0) {
        return i + 1;
      }
    }
    return line_.end;
  }

  // `// text` and `/* text */`
  std::optional<ForeignSyntax> Comment() const {
    for (std::size_t i = line_.begin; i <= line_.error && i < line_.end; ++i) {
      const bool is_block = Type(i) == T::SLASH && Touch(i) && (Type(i + 1) == T::STAR || Type(i + 1) == T::STAR_STAR);
      const bool is_words = Type(i) == T::SLASH_SLASH && (i == line_.begin || IsProse(i + 1));
      if (is_block || is_words) {
        return At(i, is_block ? i + 1 : i, fmt::format("`{}` begins no comment", is_block ? "/*" : "//"),
                  "a comment begins with `#`");
      }
    }
    return std::nullopt;
  }

  // Words alone stand between a token and what does not fit.
  bool IsProse(std::size_t first) const {
    bool is_prose = first <= line_.error && OnOneLine(first, line_.error);
    for (std::size_t i = first; i < line_.error; ++i) {
      is_prose = is_prose && Type(i) == T::NAME;
    }
    return is_prose;
  }

  // `for (int i = 0; i < n; i++)`, `for (i in range(n)):`, `for i = 0:n`
  std::optional<ForeignSyntax> Loop() const {
    const std::size_t begin = line_.begin;
    if (Type(begin) != T::FOR) {
      return std::nullopt;
    }
    if (Type(begin + 1) == T::NAME && Type(begin + 2) == T::EQUAL) {
      return At(begin + 1, begin + 2, "a loop runs over values",
                fmt::format("write `for {} in range(n):`", Text(begin + 1)));
    }
    if (Type(begin + 1) != T::LEFT_PAREN) {
      return std::nullopt;
    }
    const std::size_t close = BehindBracket(begin + 1) - 1;
    std::vector<std::size_t> semicolons;
    std::size_t in = line_.end;
    for (std::size_t i = begin + 2; i < close; ++i) {
      if (Type(i) == T::SEMICOLON) {
        semicolons.push_back(i);
      }
      in = Type(i) == T::IN && in == line_.end ? i : in;
    }
    if (semicolons.size() == 2) {
      return At(begin + 1, close, "a loop runs over values", CountedLoop(begin + 2, semicolons[0], semicolons[1], close));
    }
    if (semicolons.empty() && in < close) {
      return At(begin + 1, close, "the head of a loop has no parentheses around it",
                fmt::format("write `for {}:`", Text(begin + 2, close)));
    }
    return std::nullopt;
  }

  // How `name = start; name < stop; name++` is written.
  std::string CountedLoop(std::size_t begin, std::size_t first, std::size_t second, std::size_t end) const {
    std::size_t equal = begin;
    while (equal < first && Type(equal) != T::EQUAL) {
      ++equal;
    }
    const std::string_view name = equal > begin && equal < first ? Text(equal - 1) : "i";
    const std::string general = fmt::format("write `for {} in range(n):`", name);
    if (begin == first && first + 1 < second) {
      return fmt::format("write `while {}:`", Text(first + 1, second));
    }
    if (equal >= first || Text(first + 1) != name) {
      return general;
    }
    const TokenType compare = Type(first + 2);
    const std::string_view start = Text(equal + 1, first);
    std::string stop(Text(first + 3, second));
    const bool grows = compare == T::LESS || compare == T::LESS_EQUAL;
    const bool shrinks = compare == T::GREATER || compare == T::GREATER_EQUAL;
    const bool by_one = end - second == 4 && Type(second + 2) == Type(second + 3);
    const TokenType sign = Type(second + 2);
    std::string step;
    // `i++` and `++i`
    const bool is_single = by_one || (Type(second + 1) == sign && end - second == 4);
    if (is_single && (sign == T::PLUS || sign == T::MINUS)) {
      step = sign == T::PLUS ? "1" : "-1";
    } else if (sign == T::PLUS_EQUAL || sign == T::MINUS_EQUAL) {
      step = std::string(sign == T::MINUS_EQUAL ? "-" : "") + std::string(Text(second + 3, end));
    }
    const bool is_down = step.starts_with('-');
    if (step.empty() || !(is_down ? shrinks : grows)) {
      return general;
    }
    if (compare == T::LESS_EQUAL || compare == T::GREATER_EQUAL) {
      stop = is_down && stop == "0" ? "-1" : stop + (is_down ? " - 1" : " + 1");
    }
    const std::string range = step != "1"    ? fmt::format("{}, {}, {}", start, stop, step)
                              : start == "0" ? stop
                                             : fmt::format("{}, {}", start, stop);
    return fmt::format("write `for {} in range({}):`", name, range);
  }

  std::optional<ForeignSyntax> Keyword() const {
    const std::size_t begin = line_.begin;
    const bool heads = Type(begin) == T::NAME && begin + 1 < line_.end;
    if (heads && IsName(begin, "switch")) {
      return At(begin, begin, "Python has no `switch`",
                fmt::format("write `match {}:`, and `case 0:` and so on below it, or `if` and `elif`",
                            Type(begin + 1) == T::LEFT_PAREN
                                ? Text(begin + 2, BehindBracket(begin + 1) - 1)
                                : std::string_view("x")));
    }
    if (heads && IsName(begin, "do") && (Type(begin + 1) == T::COLON || Type(begin + 1) == T::LEFT_BRACE)) {
      return At(begin, begin, "Python has no `do`",
                "write `while True:`, and `if not condition: break` at the end of the loop");
    }
    if (heads && (IsName(begin, "elseif") || IsName(begin, "elsif") || IsName(begin, "elsef"))) {
      return At(begin, begin, fmt::format("Python has no `{}`", Text(begin)), "write `elif`");
    }
    if (heads && line_.error == begin + 1) {
      if (const std::string_view keyword = NearKeyword(Text(begin)); !keyword.empty()) {
        return At(begin, begin, fmt::format("`{}` begins no statement", Text(begin)),
                  fmt::format("did you mean `{}`?", keyword));
      }
    }
    const std::size_t last = line_.end - 1;
    const bool is_condition = Type(begin) == T::IF || Type(begin) == T::ELIF || Type(begin) == T::WHILE;
    for (const std::size_t word : {last, last - 1}) {
      if (is_condition && word > begin && (IsName(word, "then") || IsName(word, "do")) &&
          (word == last || Type(last) == T::COLON)) {
        return At(word, word, fmt::format("Python has no `{}`", Text(word)),
                  fmt::format("a condition ends with `:`, as in `{}:`", Text(begin, word)));
      }
    }
    return std::nullopt;
  }

  // `unsigned int i = 0;`, `__shared__ float s[32];`, `void k(float* a)`, `function k(a)`
  std::optional<ForeignSyntax> Declaration() const {
    std::size_t name = line_.begin;
    const std::size_t begin = Type(name) == T::DEF ? name + 1 : name;
    name = begin;
    std::string_view type;
    bool is_shared = false;
    while (Type(name) == T::NAME && !TypeOfC(Text(name)).empty()) {
      is_shared = is_shared || Text(name) == "__shared__";
      const bool refines = Text(name) == "int" && !type.empty();
      type = refines ? type : TypeOfC(Text(name));
      ++name;
    }
    const bool is_function_word = name == begin && std::ranges::find(kFunctionWords, Text(name)) != std::end(kFunctionWords);
    name += is_function_word ? 1 : 0;
    if (name == begin) {
      return std::nullopt;
    }
    const std::size_t last_type = name - 1;
    while (name > begin && (Type(name) == T::STAR || Type(name) == T::AMPERSAND)) {
      ++name;
    }
    if (Type(name) != T::NAME || name >= line_.end) {
      return std::nullopt;
    }
    if (Type(name + 1) == T::LEFT_PAREN) {
      return At(begin, last_type, "a function begins with `def`",
                fmt::format("write `def {}(...):`, its parameters by their names alone", Text(name)));
    }
    if (is_function_word || Type(line_.begin) == T::DEF) {
      return std::nullopt;
    }
    std::size_t end = name;
    while (end < line_.end && Type(end) != T::SEMICOLON) {
      ++end;
    }
    std::string help = fmt::format("write `{} = ...`", Text(name));
    if (Type(name + 1) == T::LEFT_BRACKET) {
      const std::size_t close = BehindBracket(name + 1) - 1;
      help = fmt::format("write `{} = {}{}.array({}, {})`", Text(name), is_native_ ? "" : "cuda.",
                         is_shared ? "shared" : "local", Text(name + 2, close),
                         is_native_ ? std::string(type) : fmt::format("\"{}\"", type));
    } else if (Type(name + 1) == T::EQUAL && OnOneLine(name, end)) {
      help = fmt::format("write `{}`", Text(name, end));
    }
    return At(begin, last_type, "a variable has no type in front", std::move(help));
  }

  // `if (x) {`, `if (x): {`
  std::optional<ForeignSyntax> Braces() const {
    const TokenType first = Type(line_.begin);
    const bool is_head = first == T::IF || first == T::ELIF || first == T::ELSE || first == T::WHILE ||
                         first == T::FOR || first == T::DEF || first == T::TRY || first == T::RIGHT_BRACE;
    for (std::size_t i = line_.begin + 1; is_head && i <= line_.error && i < line_.end; ++i) {
      const TokenType before = Type(i - 1);
      const bool opens = Type(i) == T::LEFT_BRACE && (before == T::COLON || before == T::RIGHT_PAREN ||
                                                      before == T::ELSE || before == T::NAME || i == line_.error);
      if (opens) {
        return At(i, i, "a block has no braces", "a block begins with `:` and is indented");
      }
    }
    return std::nullopt;
  }

  // `&a[0]`, `a->x`, `k<<<1, 32>>>(a)`
  std::optional<ForeignSyntax> Pointer() const {
    const std::size_t error = line_.error;
    if (error > line_.begin + 1 && Type(error) == T::LESS && Type(error - 1) == T::LEFT_SHIFT && Touch(error - 1)) {
      std::size_t close = error;
      while (close < line_.end && Type(close) != T::RIGHT_SHIFT) {
        ++close;
      }
      return At(error - 1, error, "Python has no `<<<`",
                fmt::format("a launch is written in brackets: `{}[{}](...)`", Text(error - 2), Text(error + 1, close)));
    }
    if (Type(line_.error) == T::ARROW) {
      return At(line_.error, line_.error, "`->` stands in no expression", "an attribute is written with a dot: `a.x`");
    }
    const TokenType before = error > line_.begin ? Type(error - 1) : static_cast<TokenType>(T::COMMA);
    const bool is_operand = before == T::LEFT_PAREN || before == T::COMMA || before == T::EQUAL;
    if (is_operand && Type(error) == T::AMPERSAND && Type(error + 1) == T::NAME) {
      return At(line_.error, line_.error, "there are no addresses",
                "pass the array, and the index as an argument of its own");
    }
    return std::nullopt;
  }

  // `(float)x`
  std::optional<ForeignSyntax> Cast() const {
    // The error stands behind the parentheses, or at the second word in them.
    std::size_t behind = line_.error;
    while (behind < line_.end && (Type(behind) == T::NAME || Type(behind) == T::STAR)) {
      ++behind;
    }
    behind = Type(behind) == T::RIGHT_PAREN && behind > line_.error ? behind + 1 : line_.error;
    if (behind < line_.begin + 3 || Type(behind - 1) != T::RIGHT_PAREN) {
      return std::nullopt;
    }
    std::size_t open = behind - 2;
    while (open > line_.begin && (Type(open) == T::NAME || Type(open) == T::STAR)) {
      --open;
    }
    const std::string_view type = TypeOfC(Text(open + 1));
    // What follows is the operand.
    const TokenType next = Type(behind);
    const bool has_operand = next == T::NAME || next == T::LEFT_PAREN || next == T::INTEGER || next == T::FLOAT;
    if (Type(open) != T::LEFT_PAREN || type.empty() || open + 1 >= behind - 1 || !has_operand) {
      return std::nullopt;
    }
    const bool is_python = type == "float64" || type == "int32" || type == "int64";
    const std::string ours = is_python    ? type == "float64" ? "float" : "int"
                             : is_native_ ? std::string(type)
                                          : fmt::format("np.{}", type);
    return At(open, behind - 1, "a conversion is a call", fmt::format("write `{}(...)`", ours));
  }

  // `a[i++]`, `i++;`
  std::optional<ForeignSyntax> Increment() const {
    const std::size_t error = line_.error;
    const bool is_doubled = error >= line_.begin + 3 && Type(error - 1) == Type(error - 2) && Touch(error - 2) &&
                            (Type(error - 1) == T::PLUS || Type(error - 1) == T::MINUS);
    if (!is_doubled || Type(error - 3) != T::NAME) {
      return std::nullopt;
    }
    const bool is_alone = error - 3 == line_.begin;
    return At(error - 2, error - 1, fmt::format("Python has no `{}`", Text(error - 2, error)),
              fmt::format("write `{} {}= 1`{}", Text(error - 3), Text(error - 1),
                          is_alone ? "" : " in a line of its own"));
  }

  // `a => b`, `a === b`
  std::optional<ForeignSyntax> Comparison() const {
    const std::size_t error = line_.error;
    if (Type(error) != T::EQUAL) {
      return std::nullopt;
    }
    const bool is_strict = error > line_.begin && Touch(error - 1) &&
                           (Type(error - 1) == T::EQUAL_EQUAL || Type(error - 1) == T::NOT_EQUAL);
    if (is_strict) {
      return At(error - 1, error, fmt::format("Python has no `{}`", Text(error - 1, error + 1)),
                fmt::format("write `{}`", Text(error - 1)));
    }
    if (Touch(error) && (Type(error + 1) == T::GREATER || Type(error + 1) == T::LESS)) {
      return At(error, error + 1, fmt::format("Python has no `{}`", Text(error, error + 2)),
                fmt::format("write `{}=`", Text(error + 1)));
    }
    return std::nullopt;
  }

  // `def k(float* a, int n):`
  std::optional<ForeignSyntax> Parameter() const {
    if (Type(line_.begin) != T::DEF || Type(line_.begin + 2) != T::LEFT_PAREN || line_.error <= line_.begin + 3 ||
        line_.error > BehindBracket(line_.begin + 2)) {
      return std::nullopt;
    }
    std::size_t first = line_.error;
    while (first > line_.begin + 3 && Type(first - 1) != T::COMMA && Type(first - 1) != T::LEFT_PAREN) {
      --first;
    }
    if (Type(first) != T::NAME || TypeOfC(Text(first)).empty()) {
      return std::nullopt;
    }
    std::size_t end = line_.error;
    while (end < line_.end && Type(end) != T::COMMA && Type(end) != T::RIGHT_PAREN) {
      ++end;
    }
    const std::string_view name = Type(end - 1) == T::NAME ? Text(end - 1) : std::string_view("a");
    return At(first, std::max(first, line_.error - 1), "a parameter has no type in front",
              is_native_ ? fmt::format("write `{}: {}`, or `{}: {}[:]` for an array", name, TypeOfC(Text(first)),
                                       name, TypeOfC(Text(first)))
                         : fmt::format("write `{}`; types stand in the decorator, "
                                       "as in `@cuda.jit(\"void(float32[:], int32)\")`",
                                       name));
  }

  const BrokenLine& line_;
  const std::vector<Token>& tokens_;
  // A file of kernelc's own spelling.
  bool is_native_;
};

}  // namespace

std::string_view TypeOfC(std::string_view name) {
  const auto* found = std::ranges::find(kTypes, name, &TypeName::of_c);
  return found == std::end(kTypes) ? std::string_view() : found->ours;
}

std::optional<ForeignSyntax> FindForeignSyntax(const BrokenLine& line) { return Finder(line).Find(); }

}  // namespace kernelc::parse
