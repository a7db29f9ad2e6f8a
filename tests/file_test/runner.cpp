#include "tests/file_test/runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <regex>
#include <sstream>

#include "tests/file_test/golden_file.h"

namespace kernelc::file_test {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kProgram = "kernelc";
// What "fail_" in the name of a test says: its command must fail.
constexpr std::string_view kFailPrefix = "fail_";
constexpr int kInternalErrorStatus = 4;
// Output that names line numbers in its own way settles after the second rewrite.
constexpr int kMaxRewrites = 4;

std::string_view MarkerOf(const fs::path& file) {
  return file.extension() == ".kir" ? "//" : "#";
}

std::string ReadBytes(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

void WriteBytes(const fs::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
}

std::string ReplaceAll(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

// What the commands of a test printed, with paths as the test file spells them.
struct Printed {
  std::vector<std::string> out;
  std::vector<std::string> err;
  int status = 0;
};

// The commands of one test, run in order.
class Execution {
 public:
  Execution(const fs::path& file, const Command& command, const RunnerOptions& options)
      : file_(file), command_(command), temporary_(options.temporary_folder / file.filename()) {
    fs::remove_all(temporary_);
    fs::create_directories(temporary_);
  }
  ~Execution() {
    std::error_code ignored;
    fs::remove_all(temporary_, ignored);
  }
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;

  // Gives a reason when a RUN line is not usable or a command other than the last one fails.
  std::optional<std::string> Run(const std::vector<std::string>& run_lines, Printed& printed) {
    std::ostringstream out;
    std::ostringstream err;
    for (std::size_t i = 0; i < run_lines.size(); ++i) {
      std::vector<std::string> args = SplitCommandLine(Substitute(run_lines[i]));
      if (args.empty() || args.front() != kProgram) {
        return fmt::format("a RUN line starts with `{}`, not: {}", kProgram, run_lines[i]);
      }
      args.erase(args.begin());
      printed.status = command_(args, out, err);
      if (printed.status == kInternalErrorStatus) {
        return "internal compiler error:\n" + err.str();
      }
      if (printed.status != 0 && i + 1 < run_lines.size()) {
        return fmt::format("`{}` gave {}, and only the last command of a test may fail:\n{}",
                           run_lines[i], printed.status, err.str());
      }
    }
    printed.out = SplitOutput(Neutral(out.str()));
    printed.err = SplitOutput(Neutral(err.str()));
    return std::nullopt;
  }

 private:
  std::string Substitute(std::string line) const {
    line = ReplaceAll(std::move(line), "%s", file_.string());
    line = ReplaceAll(std::move(line), "%S", file_.parent_path().string());
    return ReplaceAll(std::move(line), "%t", temporary_.string());
  }

  // Output must not depend on where the checkout is.
  std::string Neutral(std::string text) const {
    text = ReplaceAll(std::move(text), temporary_.string(), "%t");
    text = ReplaceAll(std::move(text), file_.string(), file_.filename().string());
    return file_.has_parent_path() ? ReplaceAll(std::move(text), file_.parent_path().string() + "/", "")
                                   : text;
  }

  const fs::path& file_;
  const Command& command_;
  fs::path temporary_;
};

// True when `line` holds `pattern`, in which {{...}} is a regular expression.
bool Holds(const std::string& line, std::string_view pattern) {
  if (pattern.find("{{") == std::string_view::npos) {
    return line.find(pattern) != std::string::npos;
  }
  static const std::regex kSpecial(R"([.^$|()\[\]{}*+?\\])");
  std::string expression;
  while (!pattern.empty()) {
    const std::size_t open = std::min(pattern.find("{{"), pattern.size());
    expression += std::regex_replace(std::string(pattern.substr(0, open)), kSpecial, R"(\$&)");
    pattern.remove_prefix(open);
    const std::size_t close = pattern.find("}}");
    if (!pattern.empty() && close != std::string_view::npos) {
      expression += fmt::format("({})", pattern.substr(2, close - 2));
      pattern.remove_prefix(close + 2);
    } else if (!pattern.empty()) {
      return false;
    }
  }
  return std::regex_search(line, std::regex(expression));
}

std::string CheckSubset(const GoldenFile& golden, const std::vector<std::string>& out) {
  std::size_t next = 0;
  for (const std::string& text : golden.Texts(Directive::CheckSubset)) {
    const std::size_t from = next;
    while (next < out.size() && !Holds(out[next], text)) {
      ++next;
    }
    if (next == out.size()) {
      std::string reason = fmt::format("stdout has no `{}` after line {}:\n", text, from);
      for (const std::string& line : out) {
        reason += "  " + line + "\n";
      }
      return reason;
    }
    ++next;
  }
  for (const std::string& text : golden.Texts(Directive::CheckNot)) {
    for (const std::string& line : out) {
      if (Holds(line, text)) {
        return fmt::format("stdout has `{}`, which CHECK-NOT forbids:\n  {}\n", text, line);
      }
    }
  }
  return "";
}

std::string CheckStatus(const fs::path& file, const GoldenFile& golden, const Printed& printed) {
  const bool must_fail = file.filename().string().starts_with(kFailPrefix);
  if (must_fail && printed.status == 0) {
    return "the name starts with `fail_`, but the command succeeded\n";
  }
  if (!must_fail && printed.status != 0) {
    return fmt::format("the command gave {}, and the name does not start with `fail_`\n",
                       printed.status);
  }
  const std::vector<std::string> wanted = golden.Texts(Directive::CheckStatus);
  const std::string status = std::to_string(printed.status);
  if (must_fail && status != (wanted.empty() ? "1" : wanted.front())) {
    return fmt::format("the command gave {}, not {}\n", status, wanted.empty() ? "1" : wanted.front());
  }
  return "";
}

std::string Compare(const fs::path& file, const GoldenFile& golden, const Printed& printed) {
  std::string reason = CheckStatus(file, golden, printed);
  const std::vector<std::string> expected_err = golden.Texts(Directive::CheckErr);
  if (expected_err != printed.err) {
    reason += "stderr differs:\n" + Difference(expected_err, printed.err);
  }
  if (golden.Has(Directive::CheckSubset) || golden.Has(Directive::CheckNot)) {
    return reason + CheckSubset(golden, printed.out);
  }
  const std::vector<std::string> expected_out = golden.Texts(Directive::CheckOut);
  if (expected_out != printed.out) {
    reason += "stdout differs:\n" + Difference(expected_out, printed.out);
  }
  return reason;
}

std::optional<Verdict> FindReasonNotToRun(const GoldenFile& golden, const RunnerOptions& options) {
  if (!golden.Has(Directive::Run)) {
    return Verdict{Outcome::Failed, "no RUN line\n"};
  }
  for (const std::string& line : golden.Texts(Directive::Requires)) {
    for (const std::string& feature : SplitCommandLine(line)) {
      if (!options.features.contains(feature)) {
        return Verdict{Outcome::Skipped, "needs " + feature};
      }
    }
  }
  return std::nullopt;
}

// Output without its numbers. Comments move line numbers, and must change nothing else.
std::vector<std::string> WithoutNumbers(const Printed& printed) {
  std::vector<std::string> lines = printed.out;
  lines.insert(lines.end(), printed.err.begin(), printed.err.end());
  for (std::string& line : lines) {
    std::erase_if(line, [](char c) { return c >= '0' && c <= '9'; });
  }
  return lines;
}

// Rewrites the file until it passes. Gives the reason why it does not.
std::string Rewrite(const fs::path& file, const Command& command, const RunnerOptions& options,
                    GoldenFile::Placement placement) {
  std::string reason;
  std::optional<std::vector<std::string>> first;
  for (int i = 0; i < kMaxRewrites; ++i) {
    const GoldenFile golden(ReadBytes(file), MarkerOf(file));
    Printed printed;
    Execution execution(file, command, options);
    if (auto fault = execution.Run(golden.Texts(Directive::Run), printed)) {
      return *fault;
    }
    const std::vector<std::string> lines = WithoutNumbers(printed);
    if (first && *first != lines) {
      return "the output changes with the comments that hold it:\n" + Difference(*first, lines);
    }
    first = lines;
    reason = Compare(file, golden, printed);
    const GoldenFile updated = golden.Updated(file.filename().string(), printed.out, printed.err,
                                              printed.status, placement);
    if (reason.empty() && updated.contents() == golden.contents()) {
      return "";
    }
    WriteBytes(file, updated.contents());
  }
  return reason.empty() ? "the rewritten file does not settle\n" : reason;
}

// Other runners have their own .kir and .py files; a golden has a RUN line, or is meant to have one.
bool IsTest(const fs::path& file) {
  if (file.extension() != ".py" && file.extension() != ".kir") {
    return false;
  }
  return file.filename().string().starts_with(kFailPrefix) ||
         GoldenFile(ReadBytes(file), MarkerOf(file)).Has(Directive::Run);
}

}  // namespace

Verdict RunFile(const fs::path& file, const Command& command, const RunnerOptions& options) {
  const GoldenFile golden(ReadBytes(file), MarkerOf(file));
  if (auto verdict = FindReasonNotToRun(golden, options)) {
    return *verdict;
  }
  Printed printed;
  Execution execution(file, command, options);
  if (auto fault = execution.Run(golden.Texts(Directive::Run), printed)) {
    return {Outcome::Failed, *fault};
  }
  std::string reason = Compare(file, golden, printed);
  return {reason.empty() ? Outcome::Passed : Outcome::Failed, std::move(reason)};
}

Verdict UpdateFile(const fs::path& file, const Command& command, const RunnerOptions& options) {
  const std::string before = ReadBytes(file);
  if (auto verdict = FindReasonNotToRun(GoldenFile(before, MarkerOf(file)), options)) {
    return *verdict;
  }
  std::string reason;
  for (const auto placement :
       {GoldenFile::Placement::NearTheSource, GoldenFile::Placement::InTheHeader}) {
    reason = Rewrite(file, command, options, placement);
    if (reason.empty()) {
      return {Outcome::Passed, ""};
    }
    WriteBytes(file, before);
  }
  return {Outcome::Failed, std::move(reason)};
}

std::vector<fs::path> FindTests(const fs::path& path) {
  if (!fs::is_directory(path)) {
    return {path};
  }
  std::vector<fs::path> tests;
  for (auto it = fs::recursive_directory_iterator(path); it != fs::recursive_directory_iterator();
       ++it) {
    if (it->is_directory() && it->path().filename() == "inputs") {
      it.disable_recursion_pending();
    } else if (IsTest(it->path())) {
      tests.push_back(it->path());
    }
  }
  std::sort(tests.begin(), tests.end());
  return tests;
}

std::vector<std::string> SplitCommandLine(std::string_view line) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const bool escapes = c == '\\' && quote != '\'' && i + 1 < line.size();
    if (quote == 0 && (c == ' ' || c == '\t')) {
      in_word = false;
      continue;
    }
    if (!in_word) {
      words.emplace_back();
      in_word = true;
    }
    if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    } else if (c == quote) {
      quote = 0;
    } else {
      words.back() += escapes ? line[++i] : c;
    }
  }
  return words;
}

}  // namespace kernelc::file_test
