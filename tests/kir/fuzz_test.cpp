#include <gtest/gtest.h>

#include <random>
#include <string>

#include "compiler/kir/parser.h"
#include "compiler/kir/printer.h"
#include "compiler/kir/verifier.h"
#include "tests/kir/case_file.h"

namespace kernelc::kir {
namespace {

constexpr int kMutationsPerFile = 400;

using Random = std::mt19937;

std::size_t Below(Random& random, std::size_t bound) {
  return bound == 0 ? 0 : static_cast<std::size_t>(random() % bound);
}

// One small change: a byte, a cut, a piece of `other` put in, or two words exchanged.
std::string Mutate(std::string text, const std::string& other, Random& random) {
  const std::size_t at = Below(random, text.size());
  switch (random() % 5) {
    case 0:
      text[at] = static_cast<char>(random() % 256);
      break;
    case 1:
      text.erase(at, Below(random, 20));
      break;
    case 2:
      text.insert(at, other.substr(Below(random, other.size()), Below(random, 60)));
      break;
    case 3: {
      static const char* const kWords[] = {"%0",    "%1", "int64", "bool", "void", "{",
                                           "}",     "-1", "99999", "add",  "load", "tuple<>",
                                           "yield", "%a", "break", ","};
      text.insert(at, kWords[random() % std::size(kWords)]);
      break;
    }
    default: {
      const std::size_t from = Below(random, text.size());
      const std::string piece = text.substr(from, Below(random, 12));
      text.replace(at, piece.size(), piece);
      break;
    }
  }
  return text;
}

// Parse and Verify take whatever comes, and what parses prints to what parses the same.
TEST(KirTextFuzz, MutationsAreHandled) {
  std::vector<std::string> texts;
  for (const char* folder : {"text", "invalid"}) {
    for (const std::string& path : FindCaseFiles(folder)) {
      texts.push_back(ReadCaseFile(path));
    }
  }
  Random random(20240229);
  int parsed = 0;
  int valid = 0;
  for (const std::string& text : texts) {
    for (int i = 0; i < kMutationsPerFile; ++i) {
      std::string mutated = text;
      for (std::size_t changes = 1 + Below(random, 3); changes > 0; --changes) {
        mutated = Mutate(mutated, texts[Below(random, texts.size())], random);
      }
      const Result<Module> module = Parse(mutated);
      if (!module.ok()) {
        EXPECT_NE(module.failure().message, "");
        continue;
      }
      ++parsed;
      const bool is_valid = Verify(*module).empty();
      valid += is_valid ? 1 : 0;
      const std::string printed = Print(*module, {true});
      if (is_valid) {
        const Result<Module> again = Parse(printed);
        ASSERT_TRUE(again.ok()) << again.failure().message << "\n" << printed;
        EXPECT_EQ(Print(*again, {true}), printed);
      }
    }
  }
  EXPECT_GT(parsed, 0);
  EXPECT_GT(valid, 0);
}

}  // namespace
}  // namespace kernelc::kir
