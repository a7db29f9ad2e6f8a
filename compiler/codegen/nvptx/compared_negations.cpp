#include "compiler/codegen/nvptx/compared_negations.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kernelc::codegen {

namespace {

constexpr std::string_view kBlanks = " \t";

// An instruction as the back end writes it, one a line: mnemonic, then operands with commas
// between.
struct Instruction {
  std::string_view mnemonic;
  std::vector<std::string_view> operands;
};

std::string_view Trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) {
    return {};
  }
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

Instruction Split(std::string_view line) {
  Instruction result;
  line = Trimmed(line.substr(0, line.find(';')));
  const std::size_t end = line.find_first_of(kBlanks);
  result.mnemonic = line.substr(0, end);
  while (end != std::string_view::npos && !line.empty()) {
    line.remove_prefix(result.operands.empty() ? end : 0);
    const std::size_t comma = line.find(',');
    result.operands.push_back(Trimmed(line.substr(0, comma)));
    line.remove_prefix(comma == std::string_view::npos ? line.size() : comma + 1);
  }
  return result;
}

bool IsRegister(std::string_view operand) { return operand.starts_with('%'); }

// ".s64" of "neg.s64".
std::string_view TypeOf(std::string_view mnemonic) {
  return mnemonic.substr(mnemonic.find_last_of('.'));
}

bool IsInteger(std::string_view type) {
  return type.starts_with(".s") || type.starts_with(".u") || type.starts_with(".b");
}

// Of integers, a smallest or largest one included.
bool IsComparison(std::string_view mnemonic) {
  return mnemonic.starts_with("min.s") || mnemonic.starts_with("max.s") ||
         (mnemonic.starts_with("setp.") && IsInteger(TypeOf(mnemonic)));
}

// `addend` - `value`.
struct Negation {
  std::string_view value;
  std::int64_t addend = 0;
};

std::optional<std::int64_t> NumberOf(std::string_view operand) {
  std::int64_t number = 0;
  const char* const end = operand.data() + operand.size();
  const auto parsed = std::from_chars(operand.data(), end, number);
  return parsed.ec == std::errc() && parsed.ptr == end ? std::optional(number) : std::nullopt;
}

// What `neg.sN d, a`, `sub.sN d, NUMBER, a` and `mul.lo.sN d, a, -1`, of which ptxas makes the
// first, are.
std::optional<Negation> NegationOf(const Instruction& instruction) {
  const std::string_view mnemonic = instruction.mnemonic;
  const std::vector<std::string_view>& operands = instruction.operands;
  if (mnemonic.starts_with("neg.s") && operands.size() == 2) {
    return Negation{operands[1]};
  }
  if (mnemonic.starts_with("sub.s") && operands.size() == 3) {
    const std::optional<std::int64_t> addend = NumberOf(operands[1]);
    // One more must be a number of 32 bits too.
    const bool fits = addend && *addend < std::numeric_limits<std::int32_t>::max();
    return fits ? std::optional(Negation{operands[2], *addend}) : std::nullopt;
  }
  if (mnemonic.starts_with("mul.lo.s") && operands.size() == 3 && operands[2] == "-1") {
    return Negation{operands[1]};
  }
  return std::nullopt;
}

// The register that `mov.bN d, a` and `add.sN d, a, NUMBER` lead back to.
std::string_view SourceOf(const Instruction& instruction) {
  const std::vector<std::string_view>& operands = instruction.operands;
  const bool is_move = instruction.mnemonic.starts_with("mov.b") && operands.size() == 2;
  const bool is_offset = instruction.mnemonic.starts_with("add.s") && operands.size() == 3 &&
                         NumberOf(operands[2]);
  return (is_move || is_offset) && IsRegister(operands[1]) ? operands[1] : std::string_view();
}

// Registers of one function and where their values come from.
class Body {
 public:
  void Add(std::string_view line, std::size_t place) {
    const std::string_view text = Trimmed(line);
    const bool is_relevant = text.starts_with("neg.") || text.starts_with("sub.") ||
                             text.starts_with("mul.lo.s") || text.starts_with("mov.b") ||
                             text.starts_with("add.s") || text.starts_with("setp.") ||
                             text.starts_with("min.s") || text.starts_with("max.s");
    if (!is_relevant) {
      return;
    }
    Instruction instruction = Split(text);
    const std::vector<std::string_view>& operands = instruction.operands;
    if (NegationOf(instruction)) {
      negations_[operands[0]].push_back(place);
    } else if (const std::string_view source = SourceOf(instruction); !source.empty()) {
      copies_[operands[0]].push_back(source);
    } else if (IsComparison(instruction.mnemonic)) {
      read_.insert(read_.end(), operands.begin() + 1, operands.end());
    }
  }

  // Appends the places of negations whose results are read, and forgets the function.
  void Finish(std::vector<bool>& places) {
    while (!read_.empty()) {
      const std::string_view reg = read_.back();
      read_.pop_back();
      if (const auto found = negations_.extract(reg)) {
        for (const std::size_t place : found.mapped()) {
          places[place] = true;
        }
      }
      if (auto found = copies_.extract(reg)) {
        read_.insert(read_.end(), found.mapped().begin(), found.mapped().end());
      }
    }
    negations_.clear();
    copies_.clear();
  }

 private:
  std::unordered_map<std::string_view, std::vector<std::size_t>> negations_;
  std::unordered_map<std::string_view, std::vector<std::string_view>> copies_;
  std::vector<std::string_view> read_;
};

std::vector<std::string_view> LinesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

// Most texts have none, and what reads their registers need not be followed.
bool HasNegations(const std::vector<std::string_view>& lines) {
  return std::ranges::any_of(lines, [](std::string_view line) {
    const std::string_view text = Trimmed(line);
    const bool may_negate = text.starts_with("neg.s") || text.starts_with("sub.s") || text.starts_with("mul.lo.s");
    return may_negate && NegationOf(Split(text));
  });
}

void WriteComplement(std::string_view line, std::string& text) {
  const Instruction instruction = Split(line);
  const Negation negation = NegationOf(instruction).value_or(Negation{});
  const std::string_view type = TypeOf(instruction.mnemonic);
  const std::string_view width = type.substr(2);
  const std::string_view result = instruction.operands.front();
  text.append("\tnot.b").append(width).append(" \t").append(result).append(", ");
  text.append(negation.value).append(";\n\tadd").append(type).append(" \t").append(result);
  text.append(", ").append(result).append(", ").append(std::to_string(negation.addend + 1));
  text.append(";\n");
}

}  // namespace

std::string RewriteComparedNegations(std::string_view ptx) {
  const std::vector<std::string_view> lines = LinesOf(ptx);
  if (!HasNegations(lines)) {
    return std::string(ptx);
  }
  std::vector<bool> is_rewritten(lines.size());
  Body body;
  for (std::size_t place = 0; place < lines.size(); ++place) {
    if (lines[place] == "}") {
      body.Finish(is_rewritten);
    } else {
      body.Add(lines[place], place);
    }
  }
  std::string text;
  text.reserve(ptx.size() + ptx.size() / 64);
  for (std::size_t place = 0; place < lines.size(); ++place) {
    if (is_rewritten[place]) {
      WriteComplement(lines[place], text);
    } else {
      text.append(lines[place]).append("\n");
    }
  }
  return text;
}

}  // namespace kernelc::codegen
