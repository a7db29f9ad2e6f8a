#include "compiler/codegen/nvptx/ptx_text.h"

#include <charconv>
#include <system_error>

namespace kernelc::codegen {

namespace {

constexpr std::string_view kBlanks = " \t";

std::string_view Trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) {
    return {};
  }
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::vector<std::string_view> LinesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

}  // namespace

PtxInstruction SplitPtx(std::string_view line) {
  PtxInstruction result;
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

std::optional<std::int64_t> PtxNumber(std::string_view operand) {
  std::int64_t number = 0;
  const char* const end = operand.data() + operand.size();
  const auto parsed = std::from_chars(operand.data(), end, number);
  return parsed.ec == std::errc() && parsed.ptr == end ? std::optional(number) : std::nullopt;
}

void PtxValues::Finish(std::vector<bool>& marks) {
  while (!read_.empty()) {
    const std::string_view reg = read_.back();
    read_.pop_back();
    if (const auto found = places_.extract(reg)) {
      for (const std::size_t place : found.mapped()) {
        marks[place] = true;
      }
    }
    if (auto found = copies_.extract(reg)) {
      read_.insert(read_.end(), found.mapped().begin(), found.mapped().end());
    }
  }
  places_.clear();
  copies_.clear();
  names_.clear();
}

std::string RewritePtx(std::string_view ptx, const PtxRewriting& rewriting) {
  const std::vector<std::string_view> lines = LinesOf(ptx);
  std::vector<bool> marks(lines.size());
  PtxValues values;
  for (std::size_t place = 0; place < lines.size(); ++place) {
    if (lines[place] == "}") {
      values.Finish(marks);
    } else {
      rewriting.add(values, Trimmed(lines[place]), place);
    }
  }
  std::string text;
  text.reserve(ptx.size() + ptx.size() / 64);
  for (std::size_t place = 0; place < lines.size(); ++place) {
    if (marks[place]) {
      rewriting.write(lines[place], text);
    } else {
      text.append(lines[place]).append("\n");
    }
  }
  return text;
}

}  // namespace kernelc::codegen
